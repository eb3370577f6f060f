/* The parts of xqbench that only compute: statistics, selection, names, tables, classes. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fen.h"
#include "measure/classes.h"
#include "measure/machine.h"
#include "output/export.h"
#include "output/report.h"
#include "select.h"
#include "stats/stats.h"

static bool near(double a, double b)
{
    return fabs(a - b) < 1e-9;
}

/* --- statistics ------------------------------------------------------------------------------ */

struct spread_case {
    const char *rule;
    size_t count;
    double values[9];
    double median, mad;
};

static const struct spread_case spread_cases[] = {
    {"one value", 1, {7}, 7, 0},
    {"two values: their mean", 2, {4, 1}, 2.5, 1.5},
    {"odd: the middle one, unsorted", 5, {9, 1, 5, 3, 7}, 5, 2},
    {"even: the mean of the middle two", 4, {4, 1, 3, 2}, 2.5, 1},
    {"textbook: 1 1 2 2 4 6 9", 7, {1, 1, 2, 2, 4, 6, 9}, 2, 1},
    {"an outlier moves neither", 5, {10, 11, 1000000, 9, 10}, 10, 1},
    {"all alike", 3, {2.5, 2.5, 2.5}, 2.5, 0},
    {"negative values", 3, {-3, -1, -2}, -2, 1},
};

Test(bench_stats, median_and_deviation)
{
    for (size_t i = 0; i < sizeof spread_cases / sizeof spread_cases[0]; i++) {
        const struct spread_case *is = &spread_cases[i];
        double values[9];
        memcpy(values, is->values, sizeof values);
        cr_assert(near(stats_median(values, is->count), is->median), "%s: median", is->rule);
        memcpy(values, is->values, sizeof values);
        struct stats_spread spread = stats_spread_of(values, is->count);
        cr_assert(near(spread.median, is->median), "%s: median %g", is->rule, spread.median);
        cr_assert(near(spread.mad, is->mad), "%s: deviation %g", is->rule, spread.mad);
    }
    cr_assert(isnan(stats_median(NULL, 0)), "no values have no median");
}

/* --- selection, names, tables ---------------------------------------------------------------- */

static const char *letter_name(size_t index)
{
    static const char *const names[] = {"a", "ab", "abc"};
    return index < 3 ? names[index] : NULL;
}

Test(bench_select, lists)
{
    static const struct {
        const char *list;
        uint64_t chosen; /* 0: refused */
    } cases[] = {
        {"a", 1},     {"ab", 2},  {"abc", 4},   {"abc,a", 5}, {"a,a", 1}, {"all", 7},
        {"a,all", 7}, {"", 0},    {",", 0},     {"a,", 0},    {",a", 0},  {"abcd", 0},
        {"A", 0},     {"a b", 0}, {"a, ab", 0}, {"alll", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct fault fault = {""};
        uint64_t chosen = 0;
        bool accepted =
            select_from(cases[i].list, "letter", letter_name, SIZE_MAX, &chosen, &fault);
        cr_assert_eq(accepted, cases[i].chosen != 0, "'%s'", cases[i].list);
        if (accepted)
            cr_assert_eq(chosen, cases[i].chosen, "'%s'", cases[i].list);
        else
            cr_assert(strstr(fault.text, "a, ab, abc"), "%s", fault.text); /* what there is */
    }
}

Test(bench_machine, slugs)
{
    static const char *const cases[][2] = {
        {"AMD EPYC", "amd-epyc"},
        {"AMD EPYC 7763 64-Core Processor", "amd-epyc-7763-64-core-processor"},
        {"Intel(R) Core(TM) i7-8700K CPU @ 3.70GHz", "intel-core-i7-8700k"},
        {"Intel(R) Xeon(R) Platinum 8375C CPU @ 2.90GHz", "intel-xeon-platinum-8375c"},
        {"aarch64", "aarch64"},
        {"  ../../etc  ", "etc"},
        {"(unclosed", "cpu"},
        {"", "cpu"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char slug[64];
        machine_slug(cases[i][0], slug, sizeof slug);
        cr_assert_str_eq(slug, cases[i][1], "'%s' became '%s'", cases[i][0], slug);
    }
    char small[6];
    machine_slug("a b c d e f", small, sizeof small);
    cr_assert_lt(strlen(small), sizeof small, "cut to the size");
}

Test(bench_machine, folder_is_cpu_and_day)
{
    struct machine machine = {.cpu = "AMD EPYC", .date = "2026-11-29T21:56:00Z"};
    char folder[64];
    machine_folder(&machine, folder, sizeof folder);
    cr_assert_str_eq(folder, "amd-epyc-2026-11-29");
}

Test(bench_export, csv_fields)
{
    static const char *const cases[][2] = {
        {"padded", "padded"}, {"", ""},
        {"a,b", "\"a,b\""},   {"say \"x\"", "\"say \"\"x\"\"\""},
        {"a\nb", "\"a\nb\""}, {"a b", "a b"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *text = NULL;
        size_t size = 0;
        FILE *out = open_memstream(&text, &size);
        export_csv_field(out, cases[i][0]);
        fclose(out);
        cr_assert_str_eq(text, cases[i][1], "%s", cases[i][0]);
        free(text);
    }
}

Test(bench_report, cells)
{
    char text[REPORT_TEXT_SIZE];
    struct figure figure = {.ns = {64.2449, 0.914}, .rate = 564.18e6};
    cr_assert_str_eq(report_cell(ROW_TIME, &figure, NULL, text), "64.24 ±0.91");
    cr_assert_eq(report_width(text), 11, "± takes one column");
    cr_assert_str_eq(report_cell(ROW_RATE, &figure, NULL, text), "564.2");
    figure.ns = (struct stats_spread){348.94, 3.6};
    cr_assert_str_eq(report_cell(ROW_TIME, &figure, NULL, text), "348.9 ±3.6");
}

static const struct {
    const char *rule;
    struct stats_row row; /* ratios of times */
    const char *cell;     /* ratios of speeds */
} ratio_cases[] = {
    {"faster has no mark",
     {.ratio = {.median = 0.8, .low = 0.75, .high = 0.9, .rank = 1}, .verdict = STATS_FASTER},
     "1.25 [1.11, 1.33]"},
    {"slower has none either",
     {.ratio = {.median = 2, .low = 1.9, .high = 2.1, .rank = 1}, .verdict = STATS_SLOWER},
     "0.500 [0.476, 0.526]"},
    {"equal",
     {.ratio = {.median = 1, .low = 0.995, .high = 1.004, .rank = 1}, .verdict = STATS_EQUAL},
     "1.0000 [0.9960, 1.0050] ="},
    {"inconclusive",
     {.ratio = {.median = 1, .low = 0.8, .high = 1.25, .rank = 1}, .verdict = STATS_INCONCLUSIVE},
     "1.00 [0.80, 1.25] ?"},
    {"no interval",
     {.ratio = {.median = 0.8, .low = NAN, .high = NAN}, .verdict = STATS_INCONCLUSIVE},
     "1.25 ?"},
    {"no launch to trust",
     {.ratio = {.median = NAN, .low = NAN, .high = NAN}, .verdict = STATS_INCONCLUSIVE},
     "unknown ?"},
};

Test(bench_report, ratio_cells)
{
    char text[REPORT_TEXT_SIZE];
    cr_assert_str_eq(report_cell(ROW_RATIO, NULL, NULL, text), "1.00", "the reference");
    for (size_t i = 0; i < sizeof ratio_cases / sizeof ratio_cases[0]; i++) {
        struct stats_row row = ratio_cases[i].row;
        row.ratio.median = log(row.ratio.median);
        row.ratio.low = log(row.ratio.low);
        row.ratio.high = log(row.ratio.high);
        cr_assert_str_eq(report_cell(ROW_RATIO, NULL, &row, text), ratio_cases[i].cell, "%s: %s",
                         ratio_cases[i].rule, text);
    }
}

Test(bench_workloads, names_and_summaries)
{
    for (const struct workload *workload = all_workloads; workload->name; workload++) {
        for (const struct workload *before = all_workloads; before < workload; before++)
            cr_assert_str_neq(before->name, workload->name, "two workloads have one name");
        cr_assert(workload->summary && !strchr(workload->summary, '\n'), "%s: one line",
                  workload->name);
    }
}

/* What scripts read policies from has a comma, and nothing else has one. */
Test(bench_workloads, settings)
{
    static const char *const expected[][2] = {
        {"generate", ""},
        {"perft-plain", "plain, depth 2, 1/8"},
        {"perft", "bulk, depth 2, 1/8"},
        {"perft-legal", "legal, depth 2, 1/8"},
        {"perft-two-ply", "two-ply, depth 2, 1/8"},
        {"perft-stats", "depth 2 on 1/32"},
        {"perft-hash", "depth 3 on 1/32"},
        {"empty", "limit"},
        {"read", "limit"},
    };
    enum { EXPECTED = sizeof expected / sizeof expected[0], COLUMN = 23 };
    size_t found = 0;
    for (const struct workload *workload = all_workloads; workload->name; workload++) {
        char setting[WORKLOAD_SETTING_SIZE];
        const char *wanted = workload->depth > 0 || workload->limit ? NULL : "";
        workload_setting(workload, setting);
        for (size_t i = 0; i < EXPECTED; i++)
            if (strcmp(expected[i][0], workload->name) == 0) {
                wanted = expected[i][1];
                found++;
            }
        cr_assert_not_null(wanted, "%s: '%s' is not expected", workload->name, setting);
        cr_assert_str_eq(setting, wanted, "%s: '%s'", workload->name, setting);
        cr_assert_lt(strlen(setting), COLUMN, "%s: '%s' does not fit", workload->name, setting);
    }
    cr_assert_eq(found, EXPECTED, "a workload is missing");
}

/* Ten of each thing and more of the next: what a row counts is seen from its number. */
Test(bench_workloads, units_count_what_they_name)
{
    static const struct contender contender = {
        .total =
            {
                [TALLY_POSITIONS] = 10,
                [TALLY_KINGS] = 20,
                [TALLY_PIECES] = 30,
                [TALLY_MOVES] = 40,
                [TALLY_LEGAL_MOVES] = 50,
            },
    };
    static const struct {
        const char *workload;
        uint64_t operations, items;
    } cases[] = {
        {"generate", 10, 99},      {"captures", 10, 99},    {"legal-list", 10, 99},
        {"mobility", 10, 99},      {"make-unmake", 99, 99}, {"in-check", 20, 20},
        {"attackers", 30, 30},     {"gives-check", 50, 50}, {"hash-update", 40, 40},
        {"copy", 10, 10},          {"load", 10, 10},        {"fen-load", 10, 10},
        {"perft-plain", 99, 99},   {"perft", 99, 99},       {"perft-legal", 99, 99},
        {"perft-two-ply", 99, 99}, {"perft-stats", 99, 99}, {"perft-hash", 99, 99},
        {"empty", 10, 10},         {"read", 10, 10},
    };
    size_t count = 0;
    for (const struct workload *workload = all_workloads; workload->name; workload++, count++) {
        cr_assert_lt(count, sizeof cases / sizeof cases[0], "%s is not expected", workload->name);
        cr_assert_str_eq(workload->name, cases[count].workload);
        cr_assert_eq(unit_count(&workload->operation, &contender, 99), cases[count].operations,
                     "operations of %s", workload->name);
        cr_assert_eq(unit_count(&workload->item, &contender, 99), cases[count].items, "items of %s",
                     workload->name);
    }
    cr_assert_eq(count, sizeof cases / sizeof cases[0], "a workload is missing");
}

/* --- classes of positions -------------------------------------------------------------------- */

static const struct {
    const char *rule;
    const char *fen;
    const char *classes;
} class_cases[] = {
    {"the start: 32 pieces", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
     "opening"},
    {"28 pieces are an opening", "rnbakabn1/9/1c5c1/p1p1p1p2/9/9/P1P1P1P2/1C5C1/9/RNBAKABN1 w",
     "opening"},
    {"27 pieces are none", "rnbakabn1/9/1c5c1/p1p1p4/9/9/P1P1P1P2/1C5C1/9/RNBAKABN1 w",
     "middlegame"},
    {"17 pieces are no endgame", "3akab2/9/9/p1p1p1p2/9/9/P1P1P1P2/9/9/R2AKAB2 w", "middlegame"},
    {"16 pieces are one", "3akab2/9/9/p1p1p1p2/9/9/P1P1P1P2/9/9/3AKAB2 w", "endgame"},
    {"two kings", "3k5/9/9/9/9/9/9/9/9/4K4 w", "endgame"},
    {"in check, besides", "4k4/9/9/9/9/9/9/4r4/9/3AK4 w", "endgame, in-check"},
    {"giving check is not being in it", "3k5/9/9/9/9/9/9/3R5/9/4K4 b", "endgame, in-check"},
    {"six pieces in a palace", "3aka3/4a4/3nc4/9/9/9/9/9/9/4K4 w", "endgame, crowded"},
    {"whosever they are", "3k5/9/9/9/9/9/9/3np4/3rA4/3AKr3 w", "endgame, in-check, crowded"},
    {"five are no crowd", "3aka3/4a4/3n5/9/9/9/9/9/9/3RK4 w", "endgame"},
    {"nor are three and three", "3k1a3/4a4/9/9/9/9/9/9/9/3AKA3 w", "endgame"},
};

Test(bench_classes, criteria)
{
    for (size_t i = 0; i < sizeof class_cases / sizeof class_cases[0]; i++) {
        struct position position;
        struct fen_error error;
        char names[CLASS_TEXT_SIZE];
        const char *fen = class_cases[i].fen;
        cr_assert(fen_read(fen, strlen(fen), &position, &error), "%s: %s", fen, error.reason);
        class_names(classes_of(&position), names);
        cr_assert_str_eq(names, class_cases[i].classes, "%s: '%s'", class_cases[i].rule, names);
    }
}

Test(bench_classes, words)
{
    static const char *const expected[] = {"28 or more pieces", "17 to 27 pieces",
                                           "16 or fewer pieces", "the side to move is in check",
                                           "6 or more pieces in one palace"};
    size_t count = 0;
    char text[CLASS_TEXT_SIZE];
    for (; all_classes[count].name; count++) {
        cr_assert_lt(count, sizeof expected / sizeof expected[0]);
        cr_assert_str_eq(class_criterion(&all_classes[count], text), expected[count]);
        cr_assert_str_eq(class_names((uint64_t)1 << count, text), all_classes[count].name);
        cr_assert_str_eq(select_class_name(count), all_classes[count].name);
    }
    cr_assert_null(select_class_name(count));
    cr_assert_str_eq(class_names(0, text), "");
    cr_assert_lt(strlen(class_names(UINT64_MAX, text)), CLASS_TEXT_SIZE - 1, "cut: %s", text);
}

static void fail_on_error(void *context, const struct suite_problem *problem)
{
    (void)context;
    cr_assert(problem->warning, "%s: %s", problem->file, problem->reason);
}

Test(bench_classes, the_usual_positions_are_shared_out)
{
    struct suite suite;
    cr_assert(suite_read("positions/games.epd", &suite, fail_on_error, NULL));
    size_t shared_out = 0, all = suite.count, endgames = classes_count(&suite, 2);
    for (size_t i = 0; all_classes[i].name; i++) {
        size_t count = classes_count(&suite, i);
        cr_assert_geq(count, 20, "only %zu of class %s", count, all_classes[i].name);
        shared_out += i < 3 ? count : 0;
    }
    cr_assert_eq(shared_out, all, "openings, middlegames and endgames are all there are");

    /* Those that are kept keep their order. */
    classes_keep(&suite, UINT64_MAX);
    cr_assert_eq(suite.count, all, "every position is of a class");
    classes_keep(&suite, 4);
    cr_assert_eq(suite.count, endgames);
    for (size_t i = 0; i < suite.count; i++) {
        cr_assert(classes_of(&suite.entries[i].position) & 4, "%s", suite.entries[i].id);
        cr_assert(i == 0 || suite.entries[i].line > suite.entries[i - 1].line, "out of order");
    }
    classes_keep(&suite, 1);
    cr_assert_eq(suite.count, 0, "no endgame is an opening");
    suite_free(&suite);
}
