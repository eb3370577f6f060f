/* The self-test of xqbench: exact rates, judging of samples whose truth is known, and the command
 * as its user runs it. Never how fast anything was. */
#include <criterion/criterion.h>
#include <jansson.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "measure/controls.h"
#include "measure/order.h"
#include "measure/setup.h"
#include "measuring.h"
#include "output/report.h"
#include "results_file.h"
#include "selftest/selftest_judge.h"
#include "stats/rate.h"

/* --- rates ----------------------------------------------------------------------------------- */

/* Newcombe, Two-sided confidence intervals for the single proportion, Statistics in Medicine 17,
 * 1998, table I, method 5; the last two by hand, 1 - 0.025^(1/n). */
Test(bench_rate, intervals_as_published)
{
    static const struct {
        size_t successes, trials;
        double low, high;
    } cases[] = {
        {81, 263, 0.2527, 0.3676}, {15, 148, 0.0578, 0.1617}, {0, 20, 0, 0.1684},
        {1, 29, 0.0009, 0.1776},   {0, 100, 0, 0.0362},       {20, 20, 0.8316, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rate_interval rate = rate_interval_of(cases[i].successes, cases[i].trials, 0.95);
        cr_assert_float_eq(rate.low, cases[i].low, 0.00005, "%zu of %zu: from %g",
                           cases[i].successes, cases[i].trials, rate.low);
        cr_assert_float_eq(rate.high, cases[i].high, 0.00005, "%zu of %zu: to %g",
                           cases[i].successes, cases[i].trials, rate.high);
    }
    struct rate_interval nothing = rate_interval_of(0, 0, 0.95);
    cr_assert(nothing.low == 0 && nothing.high == 1, "no trials");
}

/* Tables of the binomial distribution: n = 20, and n = 1 and 2 by hand. */
Test(bench_rate, tails_as_in_tables)
{
    static const struct {
        size_t successes, trials;
        double p;
    } cases[] = {
        {0, 20, 1},      {1, 20, 0.6415}, {2, 20, 0.2642}, {3, 20, 0.0755}, {4, 20, 0.0159},
        {5, 20, 0.0026}, {1, 1, 0.05},    {2, 2, 0.0025},  {0, 0, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        cr_assert_float_eq(rate_at_least(cases[i].successes, cases[i].trials, 0.05), cases[i].p,
                           0.00005, "%zu or more of %zu", cases[i].successes, cases[i].trials);
}

/* Of the tables above, and of n = 100: 11 or more have 0.0115, 12 or more 0.0043. */
Test(bench_rate, too_many)
{
    cr_assert_eq(rate_too_many(20, 0.05, 0.01), 5);
    cr_assert_eq(rate_too_many(100, 0.05, 0.01), 12);
    cr_assert_eq(rate_too_many(2, 0.05, 0.01), 2);
    cr_assert_eq(rate_too_many(1, 0.05, 0.01), 2, "none can be");
    cr_assert_eq(rate_too_many(0, 0.05, 0.01), 1, "none can be");
}

/* Of 20 runs, 4 or more have p = 0.0159, 5 or more 0.00257, 6 or more 0.00033, 7 or more 3.4e-5.
 * One row of two controls, one of which is slowed by more than 2 %: 1 % is to be reached by alarms
 * and what is denied, half of it by intervals. */
Test(bench_selftest, verdicts)
{
    static const struct {
        const char *name;
        size_t runs, trusted, alarms, missed_by_twin, equal, faster, slower;
        enum selftest_verdict verdict;
    } cases[] = {
        {"all is well", 20, 20, 0, 0, 0, 0, 20, SELFTEST_KEEPS_ITS_WORD},
        {"few alarms", 20, 20, 4, 0, 0, 0, 20, SELFTEST_KEEPS_ITS_WORD},
        {"alarms", 20, 20, 5, 0, 0, 0, 20, SELFTEST_FALSE_ALARMS},
        {"few of 100", 100, 100, 11, 0, 0, 0, 100, SELFTEST_KEEPS_ITS_WORD},
        {"too many of 100", 100, 100, 12, 0, 0, 0, 100, SELFTEST_FALSE_ALARMS},
        {"alarms of two", 20, 2, 2, 0, 0, 0, 2, SELFTEST_FALSE_ALARMS},
        {"all inconclusive", 20, 20, 0, 0, 0, 0, 0, SELFTEST_BLIND},
        {"half are seen", 20, 20, 0, 0, 0, 0, 10, SELFTEST_BLIND},
        {"more are seen", 20, 20, 0, 0, 0, 0, 11, SELFTEST_KEEPS_ITS_WORD},
        {"slowed is equal", 20, 20, 0, 0, 20, 0, 0, SELFTEST_DENIES},
        {"slowed is faster", 20, 20, 0, 0, 0, 20, 0, SELFTEST_DENIES},
        {"both", 20, 20, 0, 0, 3, 2, 15, SELFTEST_DENIES},
        {"rarely", 20, 20, 0, 0, 2, 2, 16, SELFTEST_KEEPS_ITS_WORD},
        {"few misses", 20, 20, 0, 4, 0, 0, 20, SELFTEST_KEEPS_ITS_WORD},
        {"misses", 20, 20, 0, 5, 0, 0, 20, SELFTEST_MISSES},
        {"half to be trusted", 20, 10, 0, 0, 0, 0, 10, SELFTEST_KEEPS_ITS_WORD},
        {"fewer", 20, 9, 0, 0, 0, 0, 9, SELFTEST_TOO_FEW_RUNS},
        {"one", 1, 1, 1, 0, 0, 0, 1, SELFTEST_TOO_FEW_RUNS},
        {"none", 5, 0, 0, 0, 0, 0, 0, SELFTEST_TOO_FEW_RUNS},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        size_t trusted = cases[i].trusted;
        struct selftest_row twin = {.intervals = trusted,
                                    .covered = trusted - cases[i].missed_by_twin};
        struct selftest_row slowed = {.intervals = trusted, .covered = trusted};
        slowed.verdicts[STATS_EQUAL] = cases[i].equal;
        slowed.verdicts[STATS_FASTER] = cases[i].faster;
        slowed.verdicts[STATS_SLOWER] = cases[i].slower;
        struct selftest_control controls[] = {
            {.name = "twin", .alarms = cases[i].alarms, .rows = &twin},
            {.name = "slowed-5", .percent = 5, .rows = &slowed},
        };
        const struct selftest selftest = {.runs = cases[i].runs,
                                          .trusted = trusted,
                                          .row_count = 1,
                                          .control_count = 2,
                                          .controls = controls};
        cr_assert_eq(selftest_verdict_of(&selftest), cases[i].verdict, "%s", cases[i].name);
        controls[1].percent = 2;
        if (cases[i].verdict == SELFTEST_DENIES)
            cr_assert_eq(selftest_verdict_of(&selftest),
                         cases[i].slower > 10 ? SELFTEST_KEEPS_ITS_WORD : SELFTEST_BLIND,
                         "2 %% may be called equal: %s", cases[i].name);
    }
}

/* Nothing is concluded from a limit. */
Test(bench_selftest, limits_have_no_part_in_the_verdict)
{
    struct selftest_row twin[2] = {{.intervals = 100, .covered = 100},
                                   {.intervals = 100, .covered = 20}};
    struct selftest_row slowed[2] = {{.intervals = 100, .covered = 100},
                                     {.intervals = 100, .covered = 100}};
    slowed[0].verdicts[STATS_SLOWER] = slowed[1].verdicts[STATS_SLOWER] = 100;
    struct selftest_control controls[] = {{.name = "twin", .rows = twin},
                                          {.name = "slowed-5", .percent = 5, .rows = slowed}};
    const struct selftest selftest = {
        .runs = 100, .trusted = 100, .row_count = 2, .control_count = 2, .controls = controls};
    cr_assert_eq(selftest_verdict_of(&selftest), SELFTEST_MISSES);
    twin[1].limit = slowed[1].limit = true;
    cr_assert_eq(selftest_verdict_of(&selftest), SELFTEST_KEEPS_ITS_WORD);
    cr_assert_eq(selftest_missed(&selftest).worst, 0);
}

/* --- judging --------------------------------------------------------------------------------- */

enum {
    RUNS = 500,
    LAUNCHES = 12,
    ROUNDS = 4,
    WORKLOADS = 3,
    ROWS = WORKLOADS + 1,
    BOARDS = 6,
    MEAN = ROWS - 1
};

static uint64_t bit_of_board(const char *name)
{
    for (size_t i = 0; controls_board_name(i); i++)
        if (strcmp(controls_board_name(i), name) == 0)
            return (uint64_t)1 << i;
    cr_assert_fail("no board %s", name);
    return 0;
}

/* Nearly normal, with a sigma of 1: the sum of twelve uniform numbers. */
static double noise(struct order_stream *stream)
{
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += (double)(order_next(stream) >> 32) / 4294967296.0;
    return sum;
}

/* What is judged: padded, twin, slowed-2 and slowed-5, with naive and bitboard between them, in two
 * workloads and a limit. */
struct world {
    struct setup setup;
    struct sample *samples;
    bool *trusted;
    size_t runs;
    struct selftest selftest;
};

/* Samples in which contender c takes times[c] as long as the first, but for noise of every launch
 * with this sigma, and as much again of every round. */
static struct world *make_world(const double times[BOARDS], double sigma, size_t runs)
{
    struct world *world = calloc(1, sizeof *world);
    struct order_stream stream = {2024};
    setup_choose(&world->setup,
                 1 | bit_of_board("naive") | bit_of_board("bitboard") | bit_of_board("twin") |
                     bit_of_board("slowed-2") | bit_of_board("slowed-5"),
                 bit_of_workload("generate") | bit_of_workload("in-check") |
                     bit_of_workload("empty"));
    struct plan *plan = &world->setup.plan;
    plan->rounds = ROUNDS;
    for (size_t i = 0; i < WORKLOADS; i++)
        plan->paces[i] = (struct pace){.result = 1, .operations = 1, .passes = 1};
    size_t count = sampler_count(plan);
    world->runs = runs;
    world->samples = calloc(runs * LAUNCHES * count, sizeof *world->samples);
    world->trusted = calloc(runs * LAUNCHES, sizeof *world->trusted);
    for (size_t launch = 0; launch < runs * LAUNCHES; launch++) {
        double level[WORKLOADS * BOARDS];
        for (size_t i = 0; i < WORKLOADS * BOARDS; i++)
            level[i] = sigma * noise(&stream);
        world->trusted[launch] = true;
        for (size_t i = 0; i < count; i++) {
            size_t board = i % BOARDS, workload = i / BOARDS % WORKLOADS;
            double log_time = level[workload * BOARDS + board] + sigma * noise(&stream);
            world->samples[launch * count + i] =
                (struct sample){.workload = workload,
                                .contender = board,
                                .launch = (unsigned)launch + 1,
                                .round = (unsigned)(i / (BOARDS * WORKLOADS)) + 1,
                                .operations = 1,
                                .ns = (uint64_t)(1e9 * times[board] * exp(log_time))};
        }
    }
    return world;
}

static const struct selftest *judge(struct world *world)
{
    cr_assert(selftest_judge(&world->selftest, &world->setup.plan, world->samples, world->trusted,
                             world->runs, LAUNCHES));
    cr_assert_eq(world->selftest.row_count, ROWS);
    cr_assert_eq(world->selftest.control_count, 3);
    cr_assert_eq(world->selftest.family, 3 * ROWS, "three pairs");
    return &world->selftest;
}

static void free_world(struct world *world)
{
    selftest_free(&world->selftest);
    free(world->samples);
    free(world->trusted);
    free(world);
}

static const double honest[BOARDS] = {1, 2, 0.9, 1, 1.02, 1.05};

Test(bench_selftest, with_hardly_any_noise_all_is_seen_as_it_is)
{
    struct world *world = make_world(honest, 1e-6, 3);
    const struct selftest *selftest = judge(world);
    cr_assert_eq(selftest->runs, 3);
    cr_assert_eq(selftest->trusted, 3);
    static const unsigned percents[] = {0, 2, 5};
    for (size_t i = 0; i < 3; i++) {
        const struct selftest_control *control = &selftest->controls[i];
        cr_assert_eq(control->percent, percents[i]);
        cr_assert(control->rows[2].limit && !control->rows[0].limit && !control->rows[MEAN].limit);
        cr_assert_eq(control->alarms, 0, "%s", control->name);
        for (size_t row = 0; row < ROWS; row++) {
            enum stats_verdict truth = i == 0 ? STATS_EQUAL : STATS_SLOWER;
            cr_assert_eq(control->rows[row].verdicts[truth], 3, "%s, row %zu", control->name, row);
            cr_assert_float_eq(control->rows[row].slowdown, percents[i] / 100.0, 1e-5);
        }
        cr_assert_eq(selftest_count(selftest, i, ROWS, i == 0 ? STATS_EQUAL : STATS_SLOWER),
                     3 * ROWS, "all rows");
    }
    for (size_t row = 0; row <= ROWS; row++)
        cr_assert_eq(selftest_smallest_seen(selftest, row), 2);
    cr_assert_eq(selftest_verdict_of(selftest), SELFTEST_KEEPS_ITS_WORD);
    free_world(world);
}

/* 15 ns of 50 us are 0.03 %: slowed by 1.94 % is not by 2 %, and slowed by 5.01 % may be by 5 %.
 * The twin waits for no clock. */
Test(bench_selftest, a_control_is_as_exact_as_the_clock_it_waits_for)
{
    struct world *world =
        make_world((const double[BOARDS]){1, 2, 0.9, 1.0001, 1.0194, 1.0501}, 1e-6, 3);
    const struct selftest *selftest = judge(world);
    static const size_t covered[] = {0, 0, 3};
    for (size_t i = 0; i < 3; i++)
        for (size_t row = 0; row < ROWS; row++)
            cr_assert_eq(selftest->controls[i].rows[row].covered, covered[i], "%s, row %zu",
                         selftest->controls[i].name, row);
    free_world(world);
}

/* A row of twelve launches is called different when at most one is on the other side: 0.6 % of the
 * runs. With four rows, of which one hangs on two others, some 2 % give a false alarm: not none,
 * and not more than stated. Intervals from the third launch to the third last hold in 96.1 %. */
Test(bench_selftest, false_alarms_are_as_rare_as_stated)
{
    struct world *world = make_world(honest, 0.01, RUNS);
    const struct selftest *selftest = judge(world);
    size_t alarms = selftest->controls[0].alarms;
    cr_assert_geq(alarms, 1, "the noise is no noise");
    cr_assert_leq(alarms, RUNS / 20, "%zu of %d runs", alarms, RUNS);
    cr_assert_geq(selftest_false_rows(selftest, ROWS), alarms);
    cr_assert_eq(selftest_verdict_of(selftest), SELFTEST_KEEPS_ITS_WORD);
    double covered = selftest_covered(selftest, ROWS);
    cr_assert_float_eq(covered, 0.961, 0.006, "%g of the intervals hold", covered);
    free_world(world);
}

/* Of a launch, the difference of two boards has a sigma of 1.6 %, so that it has the wrong sign
 * with a probability of 0.1 % at 5 %, and 11 % at 2 %. In a table of twelve rows, all twelve
 * launches must agree: 98.6 % of the runs, and 25 %. */
Test(bench_selftest, what_is_large_beside_the_noise_is_seen)
{
    struct world *world = make_world(honest, 0.01, RUNS);
    const struct selftest *selftest = judge(world);
    for (size_t row = 0; row < ROWS; row++) {
        double slowdown = selftest->controls[2].rows[row].slowdown;
        cr_assert_gt(selftest_share(selftest, 2, row, STATS_SLOWER), 0.96, "row %zu", row);
        cr_assert_float_eq(slowdown, 0.05, 0.001, "row %zu: %g", row, slowdown);
    }
    cr_assert_float_eq(selftest_share(selftest, 1, 0, STATS_SLOWER), 0.25, 0.08);
    cr_assert_eq(selftest_smallest_seen(selftest, 0), 5);
    cr_assert_eq(selftest_smallest_seen(selftest, ROWS), 5, "the largest of all rows");
    cr_assert_eq(selftest_count(selftest, 1, ROWS, STATS_FASTER), 0);
    free_world(world);
}

Test(bench_selftest, an_instrument_that_favours_a_place_is_found)
{
    struct world *world =
        make_world((const double[BOARDS]){1, 2, 0.9, 1.02, 0.95, 1.05}, 0.002, 10);
    const struct selftest *selftest = judge(world);
    cr_assert_eq(selftest->controls[0].alarms, 10, "the twin is slower");
    cr_assert_eq(selftest_false_rows(selftest, 1), 10);
    cr_assert_eq(selftest->controls[1].alarms, 10, "slowed, and called faster");
    cr_assert_eq(selftest->controls[2].alarms, 0, "slowed, and called slower");
    cr_assert_eq(selftest->controls[0].rows[MEAN].covered, 0, "no interval holds the truth");
    cr_assert_eq(selftest_verdict_of(selftest), SELFTEST_FALSE_ALARMS);
    free_world(world);
}

/* Of twelve launches, eleven on one side have p = 26 / 4096: a difference in the slowed board's own
 * table, all of whose rows differ, so that Holm leaves the largest p as it is; but not as the only
 * one in a table of twelve rows, where it is 0.076. */
Test(bench_selftest, a_slowed_row_is_judged_as_if_it_were_the_only_one)
{
    struct world *world = make_world(honest, 0, 1);
    size_t count = sampler_count(&world->setup.plan), at = 4; /* slowed-2 */
    for (size_t i = at; i < count; i += WORKLOADS * BOARDS)
        world->samples[i].ns = 990000000; /* of one launch, in the first workload */
    const struct selftest *selftest = judge(world);
    const struct selftest_row *rows = selftest->controls[1].rows;
    cr_assert_eq(rows[0].verdicts[STATS_SLOWER], 0);
    cr_assert_eq(rows[1].verdicts[STATS_SLOWER], 1);
    cr_assert_eq(rows[MEAN].verdicts[STATS_SLOWER], 1);
    free_world(world);
}

/* With three of twelve launches unknown, there is no interval at 95 %. */
Test(bench_selftest, disturbed_runs_are_inconclusive)
{
    struct world *world = make_world(honest, 0, 4);
    for (size_t i = 0; i < 3; i++) {
        world->trusted[LAUNCHES + i] = false;         /* the first of the second run */
        world->trusted[4 * LAUNCHES - 1 - i] = false; /* the last of the last */
    }
    const struct selftest *selftest = judge(world);
    cr_assert_eq(selftest->trusted, 2);
    for (size_t row = 0; row < ROWS; row++) {
        const struct selftest_row *is = &selftest->controls[2].rows[row];
        cr_assert_eq(is->verdicts[STATS_SLOWER], 2);
        cr_assert_eq(is->verdicts[STATS_INCONCLUSIVE], 2);
        cr_assert_eq(is->intervals, 2);
    }
    cr_assert_eq(selftest_smallest_seen(selftest, 0), 0, "in half of the runs is not in 90 %%");
    cr_assert_eq(selftest_verdict_of(selftest), SELFTEST_KEEPS_ITS_WORD, "half of them is enough");
    free_world(world);
}

/* --- the command ----------------------------------------------------------------------------- */

#define SELFTEST "selftest --positions positions/start.epd "

Test(bench_selftest, refusals_say_why, .init = make_folder, .fini = remove_folder)
{
    static const struct {
        const char *arguments, *says;
    } refusals[] = {
        {"--runs 0", "--runs"},
        {"--runs 1001", "'1001'"},
        {"--launches x", "'x'"},
        {"--launches 7 --workload in-check", "6 rows takes at least 8 launches, not 7"},
        {"--launches 12", "120 rows takes at least 13 launches, not 12"},
        {"--workload perft-two-ply", "padded has none of these workloads"},
        {"--workload walk", "'walk'"},
        {"fast", "'fast'"},
        {"--positions none.epd", "none.epd"},
        {"--out Makefile", "Not a directory"},
        {"--launches 5 --workload in-check --out \"$DIR/a\"", "at least 8"},
    };
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        char command[256];
        snprintf(command, sizeof command, SELFTEST "%s", refusals[i].arguments);
        int status = xqbench(command);
        cr_assert_eq(status, 2, "%s: status %d: %s", command, status, output);
        assert_says(refusals[i].says, command);
    }
    cr_assert_eq(shell("test -e \"$DIR/a\""), 1, "no folder is left behind");
}

static void assert_json(void)
{
    json_t *root = results_load("new/selftest.json"), *config = json_object_get(root, "config"),
           *alarms = json_object_get(root, "false_alarms");
    json_t *controls = json_object_get(root, "controls");
    cr_assert_eq(json_integer_value(json_object_get(config, "runs")), 1);
    cr_assert_eq(json_integer_value(json_object_get(config, "launches")), 9);
    cr_assert_geq(json_integer_value(json_object_get(config, "rounds")), 3);
    cr_assert_eq(json_integer_value(json_object_get(config, "seed")), 3);
    cr_assert_eq(json_integer_value(json_object_get(alarms, "runs")), 1);
    /* Whether one run is a false alarm is up to the machine, and each is a rate of its own: by
     * Clopper and Pearson at 95 %, from 0 to 0.975 for none of one, from 0.025 to 1 for one. */
    double alarm = json_number_value(json_object_get(alarms, "alarms"));
    cr_assert(alarm == 0 || alarm == 1);
    cr_assert_float_eq(json_number_value(json_object_get(alarms, "rate")), alarm, 1e-9);
    cr_assert_float_eq(json_number_value(json_object_get(alarms, "rate_low")), 0.025 * alarm, 1e-9);
    cr_assert_float_eq(json_number_value(json_object_get(alarms, "rate_high")),
                       0.975 + 0.025 * alarm, 1e-9);
    cr_assert_eq(json_integer_value(json_object_get(config, "family")), 12, "of six pairs");
    cr_assert(json_is_null(json_object_get(alarms, "too_many")), "one run cannot tell");
    cr_assert(json_is_null(json_object_get(json_object_get(root, "missed"), "too_many")));
    cr_assert(json_is_integer(json_object_get(json_object_get(root, "denied"), "most")));
    cr_assert(json_is_real(json_object_get(root, "sight")));
    cr_assert(json_is_string(json_object_get(root, "verdict")));
    cr_assert_eq(json_array_size(controls), 4);
    static const char *const names[] = {"twin", "slowed-1", "slowed-2", "slowed-5"};
    for (size_t i = 0; i < 4; i++) {
        json_t *control = json_array_get(controls, i), *rows = json_object_get(control, "rows");
        cr_assert_str_eq(json_string_value(json_object_get(control, "board")), names[i]);
        cr_assert_eq(json_array_size(rows), 2, "no mean of one workload");
        json_t *row = json_array_get(rows, 0);
        cr_assert_str_eq(json_string_value(json_object_get(row, "workload")), "in-check");
        cr_assert(json_is_false(json_object_get(row, "limit")));
        cr_assert_eq(json_integer_value(json_object_get(row, "intervals")), 1);
        cr_assert(json_is_real(json_object_get(row, "slowdown")));
    }
    cr_assert_eq(json_object_size(json_object_get(root, "smallest_seen")), 2);
    cr_assert_not_null(json_object_get(json_object_get(root, "machine"), "cpu"));
    json_decref(root);
}

/* One run is too few for a verdict, whatever the machine is like. */
Test(bench_selftest, reports_and_files, .init = make_folder, .fini = remove_folder)
{
    int status = xqbench(SELFTEST "--runs 1 --launches 9 --seed 3 --workload in-check,empty "
                                  "--trust-all --out \"$DIR/new\"");
    cr_assert_eq(status, 4, "status %d: %s", status, output);
    assert_says("1 run of 9 launches of 3 rounds, seed 3\n", "what was run");
    assert_says("\nworkload ", "the table");
    assert_says("\nin-check ", "a row");
    assert_says("Verdict: too few runs are to be trusted: 1 of 1\n", "the verdict");
    assert_says("xqbench: too few runs", "why it ends with 4");
    char *table = strstr(output, "\nworkload ");
    for (char *line = strtok(table, "\n"); line; line = strtok(NULL, "\n"))
        cr_assert_leq(report_width(line), 100, "%s", line);
    assert_json();
    cr_assert_eq(shell("ls \"$DIR/new\""), 0);
    cr_assert_str_eq(output, "selftest.json\nselftest.md\n");
    cr_assert_eq(
        shell("grep '^|' \"$DIR/new/selftest.md\" | tr -cd '|\\n' | sort | uniq -c | wc -l; "
              "grep -c '^| in-check | ' \"$DIR/new/selftest.md\""),
        0);
    cr_assert_str_eq(output, "1\n1\n", "all lines of the table have as many cells: %s", output);
}

/* How many processes the self-test has started so far, as seen by looking again and again. */
static bool saw_launches(pid_t selftest, size_t wanted)
{
    char path[64], last[64] = "", line[64];
    snprintf(path, sizeof path, "/proc/%ld/task/%ld/children", (long)selftest, (long)selftest);
    for (int i = 0; i < 30000 && wanted > 0; i++) {
        FILE *file = fopen(path, "r");
        if (file == NULL)
            cr_skip_test("this kernel does not tell of children");
        if (fgets(line, sizeof line, file) && strcmp(line, last) != 0) {
            strcpy(last, line);
            wanted--;
        }
        fclose(file);
        usleep(1000);
    }
    return wanted == 0;
}

/* Is it a launch? A leak checker has processes of its own, and waits for them for ever. */
static bool is_launch(long pid)
{
    char path[64], words[4096];
    snprintf(path, sizeof path, "/proc/%ld/cmdline", pid);
    FILE *file = fopen(path, "r");
    size_t length = file ? fread(words, 1, sizeof words, file) : 0;
    if (file)
        fclose(file);
    return memmem(words, length, "sample", strlen("sample")) != NULL;
}

/* Ends the launch that runs now, until the self-test has ended. */
static void fail_launches(pid_t selftest, int *result)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%ld/task/%ld/children", (long)selftest, (long)selftest);
    while (waitpid(selftest, result, WNOHANG) == 0) {
        long launch;
        FILE *file = fopen(path, "r");
        if (file && fscanf(file, "%ld", &launch) == 1 && is_launch(launch))
            kill((pid_t)launch, SIGKILL);
        if (file)
            fclose(file);
        usleep(1000);
    }
}

/* A self-test of a thousand runs that is ended after its first, by a signal or a launch that dies.
 */
static void end_early(bool failed, int status, const char *mark, const char *reason)
{
    char log[96], out[96];
    snprintf(log, sizeof log, "%s/log", folder);
    snprintf(out, sizeof out, "%s/new", folder);
    pid_t child = fork();
    cr_assert_geq(child, 0);
    if (child == 0) {
        if (!freopen(log, "w", stdout) || dup2(STDOUT_FILENO, STDERR_FILENO) < 0)
            _exit(126);
        signal(SIGINT, SIG_DFL); /* a shell's background job would ignore it */
        execl(XQBENCH, "xqbench", "selftest", "--positions", "positions/start.epd", "--workload",
              "in-check", "--runs", "1000", "--launches", "8", "--trust-all", "--out", out,
              (char *)NULL);
        _exit(127);
    }
    cr_assert(saw_launches(child, 10), "there are no launches");
    int result;
    if (failed) {
        fail_launches(child, &result);
    } else {
        cr_assert_eq(kill(child, SIGINT), 0);
        cr_assert_eq(waitpid(child, &result, 0), child);
    }
    cr_assert_eq(shell("cat \"$DIR/log\""), 0);
    cr_assert(WIFEXITED(result) && WEXITSTATUS(result) == status, "ended with %#x: %s",
              (unsigned)result, output);
    assert_says(mark, "the report");
    assert_says(" of 1000 runs were complete\n", "how many runs");
    assert_says("\nin-check ", "a row");
    assert_says(reason, "why it ends");
    cr_assert_eq(shell("test -e \"$DIR/new\""), 1, "no files");
}

Test(bench_selftest, interrupted_it_reports_complete_runs, .init = make_folder,
     .fini = remove_folder)
{
    end_early(false, 130, "INTERRUPTED: ", "xqbench: interrupted after ");
}

Test(bench_selftest, complete_runs_outlive_a_failed_launch, .init = make_folder,
     .fini = remove_folder)
{
    end_early(true, 3, "FAILED: ", "xqbench: launch ");
}
