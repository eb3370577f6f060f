/* The columns of the published tables (positions/published.tsv), beside the counts, which are in
 * positions/published.epd too. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fen.h"
#include "perft.h"
#include "text.h"

enum { QUICK_DEPTH = 4, QUICK_NODES = 2000000 };

struct row {
    int line;
    struct position position;
    unsigned depth;
    uint64_t nodes, captures, checks, multi_checks, dead_end_mates, dead_end_stalemates;
};

static uint64_t next_number(char **rest, int line)
{
    uint64_t value = 0;
    char *field = strsep(rest, "\t\n");
    cr_assert(field && text_number(field, strlen(field), UINT64_MAX, &value) == NUMBER_OK,
              "published.tsv:%d: no number", line);
    return value;
}

static struct row read_row(char *text, int line)
{
    struct fen_error error;
    struct row row = {.line = line};
    char *fen = strsep(&text, "\t");
    cr_assert(fen_read(fen, strlen(fen), &row.position, &error), "published.tsv:%d: %s", line,
              error.reason);
    row.depth = (unsigned)next_number(&text, line);
    row.nodes = next_number(&text, line);
    row.captures = next_number(&text, line);
    row.checks = next_number(&text, line);
    row.multi_checks = next_number(&text, line);
    row.dead_end_mates = next_number(&text, line);
    row.dead_end_stalemates = next_number(&text, line);
    return row;
}

static void check_row(const struct row *row, const struct board *board)
{
    struct perft_result result;
    struct perft_job job = {
        .board = board,
        .position = &row->position,
        .request = {.depth = row->depth, .policy = POLICY_PLAIN},
        .threads = 0,
    };
    cr_assert(perft_run(&job, true, &result) && result.complete, "not counted");
    const struct perft_stats *stats = &result.stats;
#define EXPECT_COLUMN(column)                                                                      \
    cr_expect_eq(stats->column, row->column,                                                       \
                 "published.tsv:%d: depth %u, %s: " #column " %" PRIu64 ", not %" PRIu64,          \
                 row->line, row->depth, board->name, stats->column, row->column)
    EXPECT_COLUMN(nodes);
    EXPECT_COLUMN(captures);
    EXPECT_COLUMN(checks);
    EXPECT_COLUMN(multi_checks);
    EXPECT_COLUMN(dead_end_mates);
    EXPECT_COLUMN(dead_end_stalemates);
#undef EXPECT_COLUMN
}

/* Small rows on every board. The others take minutes: with XQPERFT_DEEP=1 each is counted by one
 * board, another one from row to row. */
static void check_rows(bool deep)
{
    char text[1024];
    size_t rows = 0, boards = 0;
    FILE *file = fopen("positions/published.tsv", "r");
    cr_assert(file, "run from the repository root");
    while (all_boards[boards])
        boards++;
    for (int line = 1; fgets(text, sizeof text, file); line++) {
        if (*text == '#' || strncmp(text, "fen\t", 4) == 0)
            continue;
        struct row row = read_row(text, line);
        bool quick = row.depth <= QUICK_DEPTH && row.nodes <= QUICK_NODES;
        for (size_t i = 0; !deep && quick && i < boards; i++)
            check_row(&row, all_boards[i]);
        if (deep && !quick)
            check_row(&row, all_boards[rows % boards]);
        rows++;
    }
    fclose(file);
    cr_assert_eq(rows, 77, "%zu rows", rows);
}

Test(published, small_rows_on_every_board)
{
    check_rows(false);
}

Test(published, large_rows)
{
    const char *deep = getenv("XQPERFT_DEEP");
    if (!deep || strcmp(deep, "1") != 0)
        cr_skip_test("takes minutes; XQPERFT_DEEP=1 runs it");
    check_rows(true);
}
