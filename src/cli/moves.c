#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "moves.h"
#include "output.h"
#include "text.h"

/* Says why a move is refused; false when it is legal. The board is the judge. The rules have the
 * word; where they say otherwise, one of the two is wrong and the move is not to be played. */
static bool refusal(const struct board *board, const struct position *position, xq_move move,
                    enum ranks ranks, char reason[MOVES_REASON_SIZE])
{
    struct ruling ruling;
    bool legal = board->is_legal(position, move);
    rules_judge(position, move, ranks, &ruling);
    if (legal && ruling.legal)
        return false;
    if (legal)
        snprintf(reason, MOVES_REASON_SIZE, "legal for board %s, but not by the rules: %s",
                 board->name, ruling.text);
    else if (ruling.legal)
        snprintf(reason, MOVES_REASON_SIZE, "not legal for board %s, but by the rules it is: %s",
                 board->name, ruling.text);
    else
        snprintf(reason, MOVES_REASON_SIZE, "%s", ruling.text);
    return true;
}

static bool play_one(const struct options *options, struct words word, struct position *position,
                     char reason[MOVES_REASON_SIZE])
{
    xq_move move;
    char text[MOVE_TEXT_SIZE] = ""; /* a longer word is no move */
    if (word.length < sizeof text)
        memcpy(text, word.text, word.length);
    if (move_read(text, options->ranks, &move) != word.length) {
        snprintf(reason, MOVES_REASON_SIZE, "it is not two squares such as %s",
                 options->ranks == RANKS_FROM_1 ? "h3e3" : "h2e2");
        return false;
    }
    for (const struct board *const *board = options->boards; *board; board++)
        if (refusal(*board, position, move, options->ranks, reason))
            return false;
    position_apply(position, move);
    return true;
}

bool moves_apply(const struct options *options, struct words text, struct position *position,
                 struct moves_fault *fault)
{
    struct position played = *position;
    struct words word;
    for (fault->place = 1; words_next(&text, &word); fault->place++)
        if (!play_one(options, word, &played, fault->reason)) {
            text_printable(word.text, word.length, fault->text, sizeof fault->text);
            return false;
        }
    *position = played;
    return true;
}

bool moves_play(const struct options *options, struct position *position, const char *id)
{
    struct moves_fault fault;
    struct words text = {options->moves, strlen(options->moves)};
    if (moves_apply(options, text, position, &fault))
        return true;
    fputs(PROGRAM ": --moves: ", stderr);
    if (*id) {
        put_printable(stderr, id);
        fputs(": ", stderr);
    }
    fprintf(stderr, "move %d, '%s': %s\n", fault.place, fault.text, fault.reason);
    return false;
}

/* A key in the order of the text: from file, from rank, to file, to rank. */
static int square_key(int square)
{
    return square_file(square) * RANK_COUNT + square_rank(square);
}

int moves_compare(xq_move a, xq_move b)
{
    int key_a = square_key(move_from(a)) * SQUARE_COUNT + square_key(move_to(a));
    int key_b = square_key(move_from(b)) * SQUARE_COUNT + square_key(move_to(b));
    return (key_a > key_b) - (key_a < key_b);
}

static int compare(const void *a, const void *b)
{
    return moves_compare(*(const xq_move *)a, *(const xq_move *)b);
}

void moves_sort(xq_move *moves, size_t count)
{
    qsort(moves, count, sizeof *moves, compare);
}

void moves_print(FILE *out, const xq_move *moves, size_t count, enum ranks ranks)
{
    char text[MOVE_TEXT_SIZE];
    for (size_t i = 0; i < count; i++)
        fprintf(out, "%s%s", i ? " " : "", move_write(moves[i], ranks, text));
}
