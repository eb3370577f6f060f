#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fen.h"
#include "moves.h"
#include "output.h"

enum { REASON_SIZE = 160 };

/* Is it a move that only the mover's king forbids? */
static bool is_pseudo_legal(const struct board *board, const struct position *position,
                            xq_move move)
{
    xq_move list[MAX_MOVES];
    size_t count = board->pseudo_legal_moves(position, false, list);
    for (size_t i = 0; i < count; i++)
        if (list[i] == move)
            return true;
    return false;
}

/* Says why the board refuses the move; false when it is legal. */
static bool refusal(const struct board *board, const struct position *position, xq_move move,
                    enum ranks ranks, char reason[REASON_SIZE])
{
    char from[SQUARE_TEXT_SIZE], to[SQUARE_TEXT_SIZE];
    if (board->is_legal(position, move))
        return false;
    square_write(move_from(move), ranks, from);
    square_write(move_to(move), ranks, to);
    int piece = position->piece[move_from(move)];
    int target = position->piece[move_to(move)];
    const char *side = side_name(position->side);
    if (piece == NO_PIECE) {
        snprintf(reason, REASON_SIZE, "there is no piece on %s", from);
        return true;
    }
    const char *name = kind_name(piece_kind(piece));
    if (piece_side(piece) != position->side) {
        snprintf(reason, REASON_SIZE, "the %s on %s is %s's, but it is %s's move", name, from,
                 side_name(piece_side(piece)), side);
    } else if (target != NO_PIECE && piece_side(target) == position->side) {
        snprintf(reason, REASON_SIZE, "%s's own %s stands on %s", side,
                 kind_name(piece_kind(target)), to);
    } else if (is_pseudo_legal(board, position, move)) {
        struct position after = *position;
        position_apply(&after, move);
        snprintf(reason, REASON_SIZE, "it leaves %s's king %s", side,
                 position_kings_face(&after) ? "facing the other king" : "in check");
    } else {
        snprintf(reason, REASON_SIZE, "the %s on %s cannot go to %s", name, from, to);
    }
    return true;
}

static bool play_one(const struct options *options, struct position *position, const char *text,
                     char reason[REASON_SIZE])
{
    xq_move move;
    if (move_read(text, options->ranks, &move) == 0) {
        snprintf(reason, REASON_SIZE, "it is not two squares such as %s",
                 options->ranks == RANKS_FROM_1 ? "h3e3" : "h2e2");
        return false;
    }
    for (const struct board *const *board = options->boards; *board; board++)
        if (refusal(*board, position, move, options->ranks, reason)) {
            size_t used = strlen(reason);
            if (options->board_count > 1)
                snprintf(reason + used, REASON_SIZE - used, " (board %s)", (*board)->name);
            return false;
        }
    position_apply(position, move);
    return true;
}

bool moves_play(const struct options *options, struct position *position, const char *id)
{
    static const char blanks[] = " \t\r\n";
    const char *text = options->moves + strspn(options->moves, blanks);
    for (int place = 1; *text; place++) {
        char reason[REASON_SIZE];
        size_t length = strcspn(text, blanks);
        if (!play_one(options, position, text, reason)) {
            char *move = strndup(text, length);
            fputs(PROGRAM ": --moves: ", stderr);
            if (*id) {
                put_printable(stderr, id);
                fputs(": ", stderr);
            }
            fprintf(stderr, "move %d, '", place);
            put_printable(stderr, move ? move : "");
            fprintf(stderr, "': %s\n", reason);
            free(move);
            return false;
        }
        text += length;
        text += strspn(text, blanks);
    }
    return true;
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
