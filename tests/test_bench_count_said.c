/* What is said of instructions, cycles and misses beside the times. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "counting.h"
#include "output/report_counts.h"
#include "statistics.h"

Test(bench_count, cells_show_three_digits_or_more)
{
    const struct {
        double count;
        const char *cell;
    } cases[] = {{1212.9, "1213"}, {999.96, "1000.0"}, {212.44, "212.4"}, {34.951, "34.95"},
                 {4.17, "4.17"},   {0.0254, "0.025"},  {0, "0.000"},      {NAN, "unknown"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[REPORT_TEXT_SIZE];
        cr_assert_str_eq(report_count_cell(cases[i].count, text), cases[i].cell);
    }
}

static char *text_of(void (*write)(FILE *, const struct report *, const char *),
                     const struct report *report)
{
    static char text[4096];
    text[0] = '\0';
    FILE *out = fmemopen(text, sizeof text, "w");
    write(out, report, "\n");
    fclose(out);
    return text;
}

Test(bench_count, rows_are_there_when_something_is_known)
{
    struct setup *setup = make_setup(3);
    struct counts counts;
    cr_assert(counts_make(&counts, &setup->plan));
    struct report report = {.plan = &setup->plan, .counts = &counts};
    char text[REPORT_TEXT_SIZE];
    for (int row = 0; row < ROW_COUNT; row++)
        cr_assert_eq(report_has(&report, (enum report_row)row),
                     row == ROW_TIME || row == ROW_RATE || row == ROW_RATIO, "row %d", row);
    cr_assert_str_eq(text_of(report_counting, &report), "", "nothing to tell");
    counts_set(&counts, COUNT_BRANCH_MISSES, 1, 1, 0.5);
    cr_assert_str_eq(text_of(report_counting, &report),
                     "Cycles and misses are those of one operation in user mode, counted by the "
                     "processor\n");
    cr_assert(report_has(&report, ROW_BRANCH_MISSES), "of one board in one workload");
    cr_assert_not(report_has(&report, ROW_CACHE_MISSES));
    cr_assert_str_eq(report_unit(ROW_BRANCH_MISSES, &setup->plan, 1, text), "branch misses");
    cr_assert_str_eq(report_figure(&report, ROW_BRANCH_MISSES, 1, 1, text), "0.500");
    cr_assert_str_eq(report_figure(&report, ROW_BRANCH_MISSES, 1, 0, text), "unknown");
    report.counts = NULL;
    cr_assert_not(report_has(&report, ROW_BRANCH_MISSES), "nothing was counted");
    cr_assert(isnan(counts_of(&counts, COUNT_BRANCH_MISSES, 2, 1)), "of the geometric mean");
    cr_assert(near(counts_of(&counts, COUNT_BRANCH_MISSES, 1, 1), 0.5));
    counts_free(&counts);
    setup_free(setup);
}

/* Of two boards: the first is the fastest in both workloads. */
Test(bench_count, time_and_instructions_may_disagree)
{
    struct setup *setup = make_setup(3);
    struct stats_row rows[3] = {{.verdict = STATS_SLOWER}, {.verdict = STATS_SLOWER}};
    const struct summary summary = {.pairs = 1, .row_count = 2, .rows = rows};
    struct counts counts;
    cr_assert(counts_make(&counts, &setup->plan));
    const struct report report = {.plan = &setup->plan, .summary = &summary, .counts = &counts};
    cr_assert_str_eq(text_of(report_disagreements, &report), "", "nothing was counted");
    counts_set(&counts, COUNT_INSTRUCTIONS, 0, 0, 120);
    counts_set(&counts, COUNT_INSTRUCTIONS, 0, 1, 100);
    counts_set(&counts, COUNT_INSTRUCTIONS, 1, 0, 100.5);
    counts_set(&counts, COUNT_INSTRUCTIONS, 1, 1, 100);
    cr_assert_str_eq(text_of(report_disagreements, &report),
                     "Fastest with more instructions than another board: "
                     "generate padded (1.20 times those of naive)\n");
    rows[0].verdict = STATS_INCONCLUSIVE;
    cr_assert_str_eq(text_of(report_disagreements, &report), "", "without a winner");
    counts_free(&counts);
    setup_free(setup);
}

Test(bench_count, sizes_of_boards_are_told)
{
    struct board small = *all_boards[0], large = *all_boards[0];
    struct contender contenders[] = {{.board = &small}, {.board = &large}};
    const struct plan plan = {.contenders = contenders, .contender_count = 2};
    const struct report report = {.plan = &plan};
    small.name = "small";
    small.state_bytes = 91;
    small.table_bytes = 1023;
    large.name = "large";
    large.state_bytes = 1536;
    large.table_bytes = 5 << 20;
    cr_assert_str_eq(text_of(report_sizes, &report),
                     "A position and all tables: small 91 B and 1023 B, large 1.5 KB and "
                     "5.0 MB\n");
}
