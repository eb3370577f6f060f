/* Divides as other programs print them: what is a row, what a total, and what neither. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <string.h>

#include "answer.h"

static struct answer answer;

static void start(bool script)
{
    answer_clear(&answer, script);
}

/* --- rows ------------------------------------------------------------------------------------ */

struct row_case {
    const char *rule, *line, *move;
    uint64_t nodes;
};

static const struct row_case rows[] = {
    {"Stockfish and its relatives", "h2e2: 44", "h2e2", 44},
    {"ranks from 1 to 10", "a10b10: 1", "a10b10", 1},
    {"a blank between", "h2e2 44", "h2e2", 44},
    {"several blanks, tabs, and blanks around", " \t h2e2 \t 44 \t", "h2e2", 44},
    {"an equals sign", "h2e2 = 44", "h2e2", 44},
    {"a dash with blanks", "h2e2 - 44", "h2e2", 44},
    {"no blank behind the colon", "h2e2:44", "h2e2", 44},
    {"a blank before the colon", "h2e2 : 44", "h2e2", 44},
    {"squares with a dash between", "h2-e2: 44", "h2e2", 44},
    {"capital letters", "H2E2: 44", "h2e2", 44},
    {"a number of the row", "1. h2e2: 44", "h2e2", 44},
    {"such a number with a bracket", "12) h2e2 44", "h2e2", 44},
    {"behind 'info string'", "info string h2e2: 44", "h2e2", 44},
    {"a carriage return left over", "h2e2: 44\r", "h2e2", 44},
    {"nothing behind the move", "h2e2: 0", "h2e2", 0},
    {"the largest count", "h2e2: 18446744073709551615", "h2e2", UINT64_MAX},
    {"leading zeros", "h2e2: 0044", "h2e2", 44},
    {"a file off the board", "j0i0: 1", "j0i0", 1},
    {"a null move", "0000: 1", "0000", 1},
};

Test(answer, rows)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        start(false);
        cr_assert_eq(answer_add(&answer, rows[i].line), ANSWER_ROW, "%s: '%s' is no row",
                     rows[i].rule, rows[i].line);
        cr_assert_eq(answer.count, 1, "%s", rows[i].rule);
        cr_assert_str_eq(answer.row[0].move, rows[i].move, "%s", rows[i].rule);
        cr_assert_eq(answer.row[0].nodes, rows[i].nodes, "%s: %" PRIu64, rows[i].rule,
                     answer.row[0].nodes);
        cr_assert_not(answer_is_complete(&answer), "%s", rows[i].rule);
    }
}

/* --- totals ---------------------------------------------------------------------------------- */

struct total_case {
    const char *rule, *line;
    uint64_t total;
};

static const struct total_case totals[] = {
    {"Stockfish and its relatives", "Nodes searched: 44", 44},
    {"a blank before the colon", "Nodes searched  : 44", 44},
    {"nodes", "Nodes: 44", 44},
    {"nodes without colon", "nodes 44", 44},
    {"total", "Total: 44", 44},
    {"an equals sign", "Total = 44", 44},
    {"total nodes", "Total nodes: 44", 44},
    {"leaf nodes", "Leaf nodes: 44", 44},
    {"perft and its depth", "Perft 3: 79666", 79666},
    {"the same with brackets", "perft(3) = 79666", 79666},
    {"capital letters", "NODES SEARCHED: 44", 44},
    {"behind 'info string'", "info string Nodes searched: 44", 44},
    {"followed by its time", "Nodes: 1920, time: 3 ms", 1920},
    {"followed by its time, without a comma", "Nodes: 1920 in 3 ms", 1920},
    {"the largest count", "Nodes searched: 18446744073709551615", UINT64_MAX},
    {"no moves", "Nodes searched: 0", 0},
};

Test(answer, totals)
{
    for (size_t i = 0; i < sizeof totals / sizeof totals[0]; i++) {
        start(false);
        cr_assert_eq(answer_add(&answer, totals[i].line), ANSWER_TOTAL, "%s: '%s' is no total",
                     totals[i].rule, totals[i].line);
        cr_assert(answer.has_total && answer.total == totals[i].total, "%s: %" PRIu64,
                  totals[i].rule, answer.total);
        cr_assert_eq(answer_is_complete(&answer), totals[i].total == 0,
                     "%s: nodes and no row before them", totals[i].rule);
        answer_add(&answer, "h2e2: 1");
        cr_assert_not(answer_is_complete(&answer), "%s: it was of the answer before",
                      totals[i].rule);
        answer_add(&answer, totals[i].line);
        cr_assert(answer_is_complete(&answer) && answer.total == totals[i].total, "%s",
                  totals[i].rule);
    }
}

Test(answer, a_script_may_give_its_total_first)
{
    start(true);
    answer_add(&answer, "Total: 1");
    answer_add(&answer, "h2e2 1");
    cr_assert(answer_is_complete(&answer));
}

Test(answer, bare_total_ends_rows_behind_an_empty_line)
{
    start(false);
    cr_assert_eq(answer_add(&answer, "44"), ANSWER_OTHER, "no rows yet");
    answer_add(&answer, "");
    cr_assert_eq(answer_add(&answer, "44"), ANSWER_OTHER, "no rows yet, but an empty line");
    answer_add(&answer, "h2e2: 44");
    cr_assert_eq(answer_add(&answer, "44"), ANSWER_OTHER, "no empty line");
    answer_add(&answer, " ");
    answer_add(&answer, "h2d2: 44");
    cr_assert_eq(answer_add(&answer, "44"), ANSWER_OTHER, "a row since the empty line");
    answer_add(&answer, "");
    cr_assert_eq(answer_add(&answer, " 44 "), ANSWER_TOTAL, "now");
    start(true);
    cr_assert_eq(answer_add(&answer, "0"), ANSWER_TOTAL, "scripts say nothing but rows and total");
}

/* --- neither --------------------------------------------------------------------------------- */

struct other_case {
    const char *rule, *line;
    enum answer_line kind;
};

static const struct other_case others[] = {
    {"an empty line", "", ANSWER_OTHER},
    {"prose", "Stockfish 16 by the Stockfish developers", ANSWER_OTHER},
    {"prose behind a move", "h2e2 is the central cannon", ANSWER_OTHER},
    {"prose behind a move and a colon", "h2e2: the central cannon", ANSWER_OTHER},
    {"a variation", "h2e2 h9g7", ANSWER_OTHER},
    {"a move alone", "h2e2", ANSWER_OTHER},
    {"a move and a colon alone", "h2e2:", ANSWER_OTHER},
    {"a word that goes on", "h2e2x: 44", ANSWER_OTHER},
    {"three digits", "a100b1: 44", ANSWER_OTHER},
    {"a search", "info depth 1 nodes 44 time 0 pv h2e2", ANSWER_OTHER},
    {"speed", "Nodes/second: 12345", ANSWER_OTHER},
    {"speed in words", "Nodes per second: 12345", ANSWER_OTHER},
    {"time", "Time: 12 ms", ANSWER_OTHER},
    {"total time", "Total time (ms) : 12", ANSWER_OTHER},
    {"a total that may be a time", "Total: 12 ms", ANSWER_OTHER},
    {"a total in two halves", "Nodes: 1 920", ANSWER_OTHER},
    {"the question repeated", "go perft 3", ANSWER_OTHER},
    {"half of it", "perft 3", ANSWER_OTHER},
    {"a best move", "bestmove h2e2", ANSWER_OTHER},
    {"a word for a count", "h2e2: many", ANSWER_NO_COUNT},
    {"a negative count", "h2e2: -1", ANSWER_NO_COUNT},
    {"the same without colon", "h2e2 -1", ANSWER_NO_COUNT},
    {"a count that is too large", "h2e2: 18446744073709551616", ANSWER_NO_COUNT},
    {"a count with junk", "h2e2: 44k", ANSWER_NO_COUNT},
    {"a count with commas", "h2e2: 1,920", ANSWER_NO_COUNT},
    {"a score", "h2e2: 0.35", ANSWER_NO_COUNT},
    {"two counts", "h2e2: 44 12", ANSWER_NO_COUNT},
    {"a total that is too large", "Nodes searched: 18446744073709551616", ANSWER_NO_COUNT},
    {"a word for a total", "Nodes searched: many", ANSWER_NO_COUNT},
    {"a total with commas", "Nodes searched: 1,920", ANSWER_NO_COUNT},
};

Test(answer, neither_row_nor_total)
{
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        start(false);
        cr_assert_eq(answer_add(&answer, others[i].line), others[i].kind,
                     "%s: '%s' is taken for %d", others[i].rule, others[i].line,
                     (int)answer_add(&answer, others[i].line));
        cr_assert(answer.count == 0 && !answer.has_total, "%s", others[i].rule);
    }
}

Test(answer, a_script_has_no_prose)
{
    start(true);
    cr_assert_eq(answer_add(&answer, "h2e2 many"), ANSWER_NO_COUNT);
}

Test(answer, long_lines_are_neither)
{
    char line[4096];
    memset(line, ' ', sizeof line);
    memcpy(line, "h2e2: 44", 8);
    memcpy(line + sizeof line - 6, "11111", 6);
    start(false);
    cr_assert_eq(answer_add(&answer, line), ANSWER_OTHER);
    memset(line, '1', sizeof line - 1);
    cr_assert_eq(answer_add(&answer, line), ANSWER_OTHER);
}

/* --- lists ----------------------------------------------------------------------------------- */

Test(answer, too_many_rows)
{
    start(false);
    for (int i = 0; i < MAX_MOVES; i++)
        cr_assert_eq(answer_add(&answer, "h2e2: 1"), ANSWER_ROW, "row %d", i);
    cr_assert_eq(answer_add(&answer, "h2e2: 1"), ANSWER_TOO_MANY);
}

Test(answer, ranks_tell_moves_from_strays)
{
    struct divide_list list;
    xq_move move;
    start(false);
    answer_add(&answer, "a9a10: 5"); /* on a board with ranks from 1 only */
    answer_add(&answer, "a0a1: 6");  /* on one with ranks from 0 only */
    answer_add(&answer, "h2e2: 7");
    answer_add(&answer, "h2e2: 1");
    answer_add(&answer, "Nodes searched: 19");
    answer_to_list(&answer, RANKS_FROM_0, &list);
    cr_assert_eq(list.stray_count, 1);
    cr_assert_str_eq(list.stray[0], "a9a10");
    cr_assert_eq(list.count, 2);
    cr_assert(list.has_total && list.total == 19);
    move_read("h2e2", RANKS_FROM_0, &move);
    const struct divide_row *row = divide_list_find(&list, move);
    cr_assert(row && row->times == 2 && row->nodes == 8, "listed twice");
    answer_to_list(&answer, RANKS_FROM_1, &list);
    cr_assert_eq(list.stray_count, 1);
    cr_assert_str_eq(list.stray[0], "a0a1");
    move_read("h2e2", RANKS_FROM_1, &move);
    cr_assert_not_null(divide_list_find(&list, move));
}
