/* xqperft fen: is this a position, and what is known about it? */
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "differ.h"
#include "draw.h"
#include "fen.h"
#include "input.h"
#include "interrupt.h"
#include "moves.h"
#include "output.h"

/* What one board says about a position, in an order that does not depend on the board. */
struct facts {
    bool in_check;
    size_t checker_count, move_count;
    uint8_t checkers[MAX_PIECES];
    xq_move moves[MAX_MOVES];
};

enum { MOVES_PER_LINE = 12 };

static int compare_squares(const void *a, const void *b)
{
    return *(const uint8_t *)a - *(const uint8_t *)b;
}

static void facts_of(const struct board *board, const struct position *position,
                     struct facts *facts)
{
    enum side side = position->side;
    memset(facts, 0, sizeof *facts);
    facts->in_check = board->in_check(position, side);
    if (facts->in_check)
        facts->checker_count = board->attackers(position, position_king(position, side),
                                                side_other(side), facts->checkers);
    qsort(facts->checkers, facts->checker_count, 1, compare_squares);
    facts->move_count = board->legal_moves(position, facts->moves);
    moves_sort(facts->moves, facts->move_count);
}

static const char *outcome(const struct facts *facts)
{
    if (facts->move_count > 0)
        return facts->in_check ? "check" : "quiet";
    return facts->in_check ? "checkmate" : "stalemate";
}

static void print_checkers(const struct position *position, const struct facts *facts,
                           enum ranks ranks)
{
    char square[SQUARE_TEXT_SIZE];
    for (size_t i = 0; i < facts->checker_count; i++) {
        int piece = position->piece[facts->checkers[i]];
        const char *separator = i == 0 ? "" : i + 1 < facts->checker_count ? ", " : " and ";
        printf("%sthe %s on %s", separator, kind_name(piece_kind(piece)),
               square_write(facts->checkers[i], ranks, square));
    }
}

static void print_moves(const struct facts *facts, enum ranks ranks)
{
    for (size_t i = 0; i < facts->move_count; i += MOVES_PER_LINE) {
        size_t left = facts->move_count - i;
        fputs("  ", stdout);
        moves_print(stdout, facts->moves + i, left < MOVES_PER_LINE ? left : MOVES_PER_LINE, ranks);
        putchar('\n');
    }
}

static void text_facts(const struct options *options, const struct root *root,
                       const struct facts *facts)
{
    char fen[FEN_SIZE], unusual[160];
    const char *side = side_name(root->position.side);
    fen_write(&root->position, fen);
    printf("%s\n\n", fen);
    draw_board(stdout, &root->position, options->ranks, options_glyphs(options, true));
    printf("\n%s to move, ", side);
    if (facts->in_check) {
        fputs("in check by ", stdout);
        print_checkers(&root->position, facts, options->ranks);
        putchar('\n');
    } else {
        puts("not in check");
    }
    if (facts->move_count == 0)
        printf("no legal move: %s, %s has lost\n", outcome(facts), side);
    else
        printf("%zu legal move%s:\n", facts->move_count, facts->move_count == 1 ? "" : "s");
    print_moves(facts, options->ranks);
    if (position_unusual(&root->position, unusual, sizeof unusual))
        printf("warning: %s\n", unusual);
}

static void tsv_facts(const struct options *options, const struct root *root,
                      const struct facts *facts)
{
    char fen[FEN_SIZE], unusual[160], square[SQUARE_TEXT_SIZE];
    position_unusual(&root->position, unusual, sizeof unusual);
    fen_write(&root->position, fen);
    put_tsv(stdout, root->id);
    printf("\t%s\t%s\t%s\t", fen, side_name(root->position.side), outcome(facts));
    for (size_t i = 0; i < facts->checker_count; i++)
        printf("%s%s", i ? " " : "", square_write(facts->checkers[i], options->ranks, square));
    printf("\t%zu\t", facts->move_count);
    moves_print(stdout, facts->moves, facts->move_count, options->ranks);
    putchar('\t');
    put_tsv(stdout, unusual);
    putchar('\n');
}

static json_t *json_facts(const struct options *options, const struct root *root,
                          const struct facts *facts)
{
    char fen[FEN_SIZE], unusual[160], square[SQUARE_TEXT_SIZE], move[MOVE_TEXT_SIZE];
    json_t *checkers = json_array(), *moves = json_array();
    position_unusual(&root->position, unusual, sizeof unusual);
    fen_write(&root->position, fen);
    for (size_t i = 0; i < facts->checker_count; i++)
        json_array_append_new(
            checkers,
            json_pack("{s:s, s:s}", "piece",
                      kind_name(piece_kind(root->position.piece[facts->checkers[i]])), "square",
                      square_write(facts->checkers[i], options->ranks, square)));
    for (size_t i = 0; i < facts->move_count; i++)
        json_array_append_new(moves,
                              json_string(move_write(facts->moves[i], options->ranks, move)));
    return json_pack("{s:o, s:s, s:s, s:b, s:o, s:s, s:i, s:o, s:o}", "id", json_text(root->id),
                     "fen", fen, "side", side_name(root->position.side), "in_check",
                     (int)facts->in_check, "checkers", checkers, "state", outcome(facts),
                     "mobility", (int)facts->move_count, "moves", moves, "warning",
                     json_text(unusual));
}

/* Do all boards of the options say the same? Prints where not. */
static bool boards_agree(const struct options *options, const struct position *position,
                         const struct facts *facts, json_t *object)
{
    for (size_t i = 1; i < options->board_count; i++) {
        struct facts other;
        facts_of(options->boards[i], position, &other);
        if (memcmp(&other, facts, sizeof other) == 0)
            continue;
        if (other.move_count != facts->move_count ||
            memcmp(other.moves, facts->moves, sizeof other.moves) != 0) {
            json_t *difference = differ_report(options, position, 1, "");
            if (difference)
                json_object_set_new(object, "difference", difference);
        } else {
            complain("boards %s and %s differ on what gives check", options->boards[0]->name,
                     options->boards[i]->name);
        }
        return false;
    }
    return true;
}

static void print_facts(const struct options *options, const struct root *root, bool with_id,
                        const struct facts *facts)
{
    if (options->format == FORMAT_JSON) {
        json_row(json_facts(options, root, facts));
    } else if (options->format == FORMAT_TSV) {
        tsv_facts(options, root, facts);
    } else {
        if (with_id) {
            fputs("# ", stdout);
            put_printable(stdout, root->id);
            putchar('\n');
        }
        text_facts(options, root, facts);
        if (with_id)
            putchar('\n');
    }
}

/* Prints all positions up to the first on which boards differ; returns how many. */
static size_t print_positions(const struct options *options, struct roots *roots, bool *agree,
                              json_t *object)
{
    size_t done = 0;
    struct root root;
    *agree = true;
    while (*agree && !should_stop() && roots_next(roots, &root)) {
        struct facts facts;
        done++;
        facts_of(options->boards[0], &root.position, &facts);
        print_facts(options, &root, roots->count > 1, &facts);
        *agree = boards_agree(options, &root.position, &facts, object);
    }
    json_object_set_new(object, "complete", json_boolean(done == roots->count));
    return done;
}

static int print_roots(const struct options *options, struct roots *roots)
{
    bool agree;
    json_t *object = json_object();
    if (options->format == FORMAT_TSV)
        puts("id\tfen\tside\tstate\tcheckers\tmobility\tmoves\twarning");
    if (options->format == FORMAT_JSON)
        json_open("fen");
    bool complete = print_positions(options, roots, &agree, object) == roots->count;
    if (options->format == FORMAT_JSON)
        json_close(object);
    else
        json_decref(object);
    if (!complete && interrupted)
        return STATUS_INTERRUPTED;
    if (!agree)
        return STATUS_FAILED;
    return complete ? STATUS_OK : STATUS_INPUT; /* why, is said */
}

static int fen_run(const struct options *options)
{
    struct roots roots;
    int status = (int)roots_open(options, false, &roots);
    if (status == STATUS_OK)
        status = print_roots(options, &roots);
    roots_close(&roots);
    return status;
}

const struct command fen_command = {
    .name = "fen",
    .summary = "validate a position, draw it and list its moves",
    .help = "Prints the normalised FEN, the board, who gives check and all legal moves. A text "
            "that is no position is refused with the reason and the column, and exit status 2.\n"
            "\n"
            "Examples:\n"
            "  xqperft fen --fen 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR'\n"
            "  xqperft fen --moves 'h2e2 h9g7' --glyphs cn\n"
            "  xqperft fen --epd positions/rules.epd --tsv\n",
    .accepts = OPTIONS_POSITION | OPTION_BOARD | OPTIONS_FORMAT | OPTION_GLYPHS,
    .operand = OPERAND_NONE,
    .run = fen_run,
};
