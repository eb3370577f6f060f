/* How xqbench measures over launches: launches that fail, launches that are repeated, and what is
 * said about them together. Never how fast anything was. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "measure/order.h"
#include "measure/series.h"
#include "measure/setup.h"
#include "measuring.h"
#include "shell.h"

/* --- launches -------------------------------------------------------------------------------- */

/* One workload, the first two boards, two rounds. */
static struct launch_request make_request(struct setup *setup, const char *program)
{
    setup_choose(setup, 3, bit_of_workload("in-check"));
    struct plan *plan = &setup->plan;
    plan->rounds = 2;
    plan->paces[0] = (struct pace){.result = 0, .operations = 2, .passes = 10};
    return request_of(plan, bit_of_workload("in-check"), program);
}

#define SAMPLES "0 1 1 1 70\\n0 0 1 2 50\\n0 0 2 1 51\\n0 1 2 2 71\\n"

static const struct failing_launch {
    const char *rule, *program;
    enum sampling outcome;
    const char *says;
} failing_launches[] = {
    {"it is not there", "/nonexistent/xqbench", SAMPLING_FAILED, "exited with status 127"},
    {"it dies", SAYS("", "kill -9 $$"), SAMPLING_FAILED, "signal 9"},
    {"it fails", SAYS("", "echo no memory >&2; exit 2"), SAMPLING_FAILED, "status 2: no memory"},
    {"it miscounts", SAYS("", "echo board x >&2; exit 1"), SAMPLING_MISCOUNTED, "board x"},
    {"it dies after its samples", SAYS(SAMPLES "end 0 0 0 9\\n", "kill -9 $$"), SAMPLING_FAILED,
     "signal 9"},
    {"it says nothing", SAYS("", ":"), SAMPLING_FAILED, "before it had taken all"},
    {"it says no end", SAYS(SAMPLES, ":"), SAMPLING_FAILED, "before it had taken all"},
    {"a sample is missing", SAYS("0 1 1 1 70\\nend 0 0 0 9\\n", ":"), SAMPLING_FAILED,
     "before it had taken all"},
    {"a board comes twice in a round",
     SAYS("0 0 1 1 70\\n0 0 1 2 50\\n0 0 2 1 51\\n0 1 2 2 71\\nend 0 0 0 9\\n", ":"),
     SAMPLING_FAILED, "before it had taken all"},
    {"a sample comes twice", SAYS("0 1 1 1 70\\n0 1 1 1 70\\n", ":"), SAMPLING_FAILED,
     "'0 1 1 1 70'"},
    {"a sample comes late", SAYS(SAMPLES "end 0 0 0 9\\n0 1 1 1 70\\n", ":"), SAMPLING_FAILED,
     "'0 1 1 1 70'"},
    {"no such workload", SAYS("1 0 1 1 70\\n", ":"), SAMPLING_FAILED, "'1 0 1 1 70'"},
    {"no such board", SAYS("0 2 1 1 70\\n", ":"), SAMPLING_FAILED, "'0 2 1 1 70'"},
    {"no such round", SAYS("0 0 3 1 70\\n", ":"), SAMPLING_FAILED, "'0 0 3 1 70'"},
    {"rounds are from 1", SAYS("0 0 0 1 70\\n", ":"), SAMPLING_FAILED, "'0 0 0 1 70'"},
    {"no such place", SAYS("0 0 1 3 70\\n", ":"), SAMPLING_FAILED, "'0 0 1 3 70'"},
    {"places are from 1", SAYS("0 0 1 0 70\\n", ":"), SAMPLING_FAILED, "'0 0 1 0 70'"},
    {"too few numbers", SAYS("0 0 1 1\\n", ":"), SAMPLING_FAILED, "'0 0 1 1'"},
    {"too many numbers", SAYS("0 0 1 1 7 7\\n", ":"), SAMPLING_FAILED, "'0 0 1 1 7 7'"},
    {"no number", SAYS("0 0 1 1 -7\\n", ":"), SAMPLING_FAILED, "'0 0 1 1 -7'"},
    {"no end", SAYS("end of it\\n", ":"), SAMPLING_FAILED, "'end of it'"},
    {"words", SAYS("hello\\n", "sleep 60"), SAMPLING_FAILED, "'hello'"},
};

Test(bench_launch, failures_have_a_reason)
{
    struct setup setup = {.plan = {.rounds = 0}};
    struct sample samples[4];
    struct launch_facts facts;
    for (size_t i = 0; i < sizeof failing_launches / sizeof failing_launches[0]; i++) {
        const struct failing_launch *is = &failing_launches[i];
        struct fault fault = {""};
        struct launch_request request = make_request(&setup, is->program);
        cr_assert_eq(launch_run(&request, 3, samples, &facts, &fault), is->outcome, "%s: %s",
                     is->rule, fault.text);
        cr_assert(strstr(fault.text, is->says), "%s: %s", is->rule, fault.text);
        cr_assert(strstr(fault.text, "launch 3"), "%s: %s", is->rule, fault.text);
    }
}

Test(bench_launch, it_has_a_limit_and_can_be_stopped)
{
    struct setup setup = {.plan = {.rounds = 0}};
    struct sample samples[4];
    struct launch_facts facts;
    struct fault fault = {""};
    struct launch_request request = make_request(&setup, SAYS("", "sleep 60"));
    request.limit = 0.1;
    cr_assert_eq(launch_run(&request, 1, samples, &facts, &fault), SAMPLING_FAILED);
    cr_assert(strstr(fault.text, "not done"), "%s", fault.text);
    request.limit = 60;
    request.stop = &stopped;
    cr_assert_eq(launch_run(&request, 1, samples, &facts, &fault), SAMPLING_STOPPED);
}

Test(bench_launch, samples_and_facts_are_taken)
{
    struct setup setup = {.plan = {.rounds = 0}};
    struct sample samples[4];
    struct launch_facts facts;
    struct fault fault = {""};
    struct launch_request request =
        make_request(&setup, SAYS(SAMPLES "end 7 1 250 2000000\\n", ":"));
    cr_assert_eq(launch_run(&request, 9, samples, &facts, &fault), SAMPLING_DONE, "%s", fault.text);
    static const uint64_t expected[][4] = {
        {1, 1, 1, 70}, {0, 1, 2, 50}, {0, 2, 1, 51}, {1, 2, 2, 71}};
    for (size_t i = 0; i < 4; i++) {
        cr_assert_eq(samples[i].contender, expected[i][0], "sample %zu", i);
        cr_assert_eq(samples[i].round, expected[i][1], "sample %zu", i);
        cr_assert_eq(samples[i].order, expected[i][2], "sample %zu", i);
        cr_assert_eq(samples[i].ns, expected[i][3], "sample %zu", i);
        cr_assert_eq(samples[i].launch, 9, "sample %zu", i);
        cr_assert_eq(samples[i].operations, 20, "sample %zu: 10 passes of 2", i);
    }
    cr_assert_eq(facts.launch, 9);
    cr_assert_eq(facts.switches, 7);
    cr_assert_eq(facts.steal, 1);
    cr_assert_eq(facts.load, 2.5);
    cr_assert_eq(facts.seconds, 2);
    cr_assert(facts.trusted);
}

Test(bench_launch, trust)
{
    double ticks = (double)sysconf(_SC_CLK_TCK);
    static const struct {
        const char *rule;
        uint64_t switches;
        double steal, seconds; /* steal in seconds */
        bool trusted;
    } cases[] = {
        {"undisturbed", 0, 0, 10, true},
        {"a few switches a second", 490, 0, 10, true},
        {"many", 520, 0, 10, false},
        {"a few in a short launch", 10, 0, 0.01, true},
        {"half a percent stolen", 0, 0.05, 10, true},
        {"two percent stolen", 0, 0.2, 10, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct launch_facts facts = {.switches = cases[i].switches,
                                     .steal = (uint64_t)(cases[i].steal * ticks + 0.5),
                                     .seconds = cases[i].seconds};
        cr_assert_eq(launch_is_trusted(&facts), cases[i].trusted, "%s", cases[i].rule);
    }
}

/* The real program, told the right result and a wrong one. */
Test(bench_launch, a_fresh_process_of_the_program)
{
    struct setup setup = {.plan = {.rounds = 0}};
    struct sample samples[4];
    struct launch_facts facts;
    struct fault fault = {""};
    struct launch_request request = make_request(&setup, "'" XQBENCH "'");
    cr_assert_eq(launch_run(&request, 1, samples, &facts, &fault), SAMPLING_DONE, "%s", fault.text);
    for (size_t i = 0; i < 4; i++) {
        uint8_t square[4];
        order_square(0, 1, 0, 2, square);
        cr_assert_eq(samples[i].contender, square[i], "sample %zu", i);
    }
    setup.plan.paces[0].result = 1; /* a king in check */
    cr_assert_eq(launch_run(&request, 1, samples, &facts, &fault), SAMPLING_MISCOUNTED);
    cr_assert(strstr(fault.text, "in-check") && strstr(fault.text, "not 1"), "%s", fault.text);
    setup.plan.paces[0].result = 0;
    request.positions = "positions/none.epd";
    cr_assert_eq(launch_run(&request, 1, samples, &facts, &fault), SAMPLING_FAILED);
    cr_assert(strstr(fault.text, "none.epd"), "%s", fault.text);
}

/* --- series ---------------------------------------------------------------------------------- */

/* Six launches, and up to 30 for narrow intervals. */
static enum sampling run_series(struct setup *setup, const char *program, bool trust_all,
                                struct series *series, struct summary *summary)
{
    struct fault fault = {""};
    struct launch_request launch = make_request(setup, program);
    const struct series_request request = {
        .launch = &launch, .launches = 6, .max_launches = 30, .trust_all = trust_all};
    return series_run(&request, series, summary, &fault);
}

Test(bench_series, a_disturbed_launch_is_repeated_once)
{
    struct setup setup = {.plan = {.rounds = 0}};
    struct series series;
    struct summary summary;
    static const char disturbed[] = SAYS(SAMPLES "end 100000 0 0 1000000\\n", ":");
    cr_assert_eq(run_series(&setup, disturbed, false, &series, &summary), SAMPLING_DONE);
    cr_assert_eq(series.launches, 6);
    cr_assert_eq(series.count, 12, "%zu attempts", series.count);
    for (size_t i = 0; i < 12; i++) {
        cr_assert_eq(series.facts[i].launch, i / 2 + 1);
        cr_assert_eq(series.facts[i].attempt, i % 2 + 1);
    }
    cr_assert_eq(summary.rows[0].verdict, STATS_INCONCLUSIVE);
    cr_assert_eq(summary.rows[0].reason, STATS_UNTRUSTED);
    series_free(&series);
    summary_free(&summary);

    cr_assert_eq(run_series(&setup, disturbed, true, &series, &summary), SAMPLING_DONE);
    cr_assert_eq(series.count, 6, "they are trusted");
    cr_assert_eq(summary.rows[0].verdict, STATS_SLOWER);
    series_free(&series);
    summary_free(&summary);
}

Test(bench_series, a_repetition_in_peace_counts, .init = make_folder, .fini = remove_folder)
{
    struct setup setup = {.plan = {.rounds = 0}};
    struct series series;
    struct summary summary;
    cr_assert_eq(run_series(&setup, DISTURBED_ONCE(SAMPLES), false, &series, &summary),
                 SAMPLING_DONE);
    cr_assert_eq(series.count, 7, "one of them twice");
    cr_assert(!series.facts[0].trusted && series.facts[1].trusted);
    cr_assert_eq(series.facts[1].attempt, 2);
    cr_assert_eq(summary.rows[0].verdict, STATS_SLOWER);
    series_free(&series);
    summary_free(&summary);
}

/* A time of its own for each launch: 50 ns, and more by its process number. */
Test(bench_series, it_goes_on_while_intervals_are_wide)
{
    struct setup setup = {.plan = {.rounds = 0}};
    struct series series;
    struct summary summary;
    cr_assert_eq(
        run_series(&setup,
                   "sh -c 't=$((50 + $$ % 97)); printf \"0 1 1 1 $t\\n0 0 1 2 50\\n0 0 2 1 "
                   "50\\n0 1 2 2 $t\\nend 0 0 0 9\\n\"' fake",
                   false, &series, &summary),
        SAMPLING_DONE);
    cr_assert_eq(series.launches, 30, "%zu launches", series.launches);
    cr_assert_eq(summary.launches, 30);
    series_free(&series);
    summary_free(&summary);
}

/* How many launches follow from a width, by hand: 20 (w / 0.01)^2. */
Test(bench_series, length_by_the_widest_interval)
{
    static const struct {
        double widest;
        size_t launches;
    } cases[] = {{0, 20},     {0.01, 20},    {0.0101, 21}, /* 20.402 */
                 {0.015, 45}, {0.021, 89},                 /* 88.2 */
                 {0.05, 100}, {INFINITY, 20}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        cr_assert_eq(series_length(20, cases[i].widest, 100), cases[i].launches, "%g: %zu",
                     cases[i].widest, series_length(20, cases[i].widest, 100));
}

/* The first six launches are 1.5 % apart, which takes 6 * 1.5^2 = 13.5. What comes after them, wild
 * as it is, changes nothing. */
Test(bench_series, how_many_is_decided_once, .init = make_folder, .fini = remove_folder)
{
    struct setup setup = {.plan = {.rounds = 0}};
    struct series series;
    struct summary summary;
    cr_assert_eq(run_series(&setup,
                            "sh -c 'echo >>\"$DIR/seen\"; n=$(wc -l <\"$DIR/seen\"); "
                            "t=$((50000 + n % 2 * 750)); test $n -le 6 || t=$((n * 50000)); "
                            "printf \"0 1 1 1 $t\\n0 0 1 2 50000\\n0 0 2 1 50000\\n0 1 2 2 $t\\n"
                            "end 0 0 0 9\\n\"' fake",
                            false, &series, &summary),
                 SAMPLING_DONE);
    cr_assert_eq(series.launches, 14, "%zu launches", series.launches);
    cr_assert_eq(summary.launches, 14);
    series_free(&series);
    summary_free(&summary);
}

Test(bench_series, it_says_of_how_many_it_was_interrupted)
{
    struct setup setup = {.plan = {.rounds = 0}};
    struct series series;
    struct summary summary;
    struct fault fault = {""};
    struct launch_request launch = make_request(&setup, SAYS(SAMPLES "end 0 0 0 9\\n", ":"));
    launch.stop = &stopped;
    struct series_request request = {.launch = &launch, .launches = 6, .max_launches = 30};
    cr_assert_eq(series_run(&request, &series, &summary, &fault), SAMPLING_STOPPED);
    cr_assert(strstr(fault.text, "after 0 of up to 30 launches"), "%s", fault.text);
    series_free(&series);
    summary_free(&summary);
    request.max_launches = 6;
    cr_assert_eq(series_run(&request, &series, &summary, &fault), SAMPLING_STOPPED);
    cr_assert(strstr(fault.text, "after 0 of 6 launches"), "%s", fault.text);
    series_free(&series);
    summary_free(&summary);
}

Test(bench_series, it_ends_with_the_launch_that_fails)
{
    struct setup setup = {.plan = {.rounds = 0}};
    struct series series;
    struct summary summary;
    cr_assert_eq(run_series(&setup, SAYS("", "exit 5"), false, &series, &summary), SAMPLING_FAILED);
    cr_assert_eq(series.launches, 0);
    cr_assert_eq(series.count, 1);
    series_free(&series);
    summary_free(&summary);
}

/* --- summaries ------------------------------------------------------------------------------- */

enum { LAUNCHES = 20, ROUNDS = 4, BOARDS = 3, WORKLOADS = 3 };

/* Samples as if board 1 took `factor` times as long as board 0, and board 2 just as long, when the
 * machine gets slower all the time. The third workload is a limit, with other factors. */
static struct sample *make_samples(struct setup *setup, double factor)
{
    setup_choose(setup, 7,
                 bit_of_workload("generate") | bit_of_workload("in-check") |
                     bit_of_workload("empty"));
    struct plan *plan = &setup->plan;
    plan->rounds = ROUNDS;
    for (size_t i = 0; i < WORKLOADS; i++)
        plan->paces[i] = (struct pace){.result = 1, .operations = 1, .passes = 1};
    size_t count = sampler_count(plan);
    struct sample *samples = calloc(LAUNCHES * count, sizeof *samples);
    for (size_t i = 0; i < LAUNCHES * count; i++) {
        size_t board = i % BOARDS, workload = i / BOARDS % WORKLOADS,
               round = i / (BOARDS * WORKLOADS);
        double times = board == 1 ? (workload == 2 ? 7 : factor) : 1;
        samples[i] = (struct sample){.workload = workload,
                                     .contender = board,
                                     .launch = (unsigned)(i / count) + 1,
                                     .round = (unsigned)(round % ROUNDS) + 1,
                                     .operations = 1,
                                     .ns = (uint64_t)((double)(1000 * (round + 1)) * times)};
    }
    return samples;
}

Test(bench_summary, a_slow_board_is_slower_and_equal_ones_are_equal)
{
    struct setup setup = {.plan = {.rounds = 0}};
    struct summary summary;
    struct sample *samples = make_samples(&setup, 1.5);
    bool trusted[LAUNCHES];
    memset(trusted, true, sizeof trusted);
    cr_assert(summary_make(&summary, &setup.plan, samples, trusted, LAUNCHES));
    cr_assert_eq(summary.mean_of, 2, "a limit is no part of the mean");
    cr_assert_eq(summary.row_count, 4 * 3, "three pairs of three workloads and of the mean");
    for (size_t workload = 0; workload < 4; workload++) {
        const struct stats_row *slow = summary_row(&setup.plan, &summary, workload, 1);
        const struct stats_row *equal = summary_row(&setup.plan, &summary, workload, 2);
        double factor = workload == 2 ? 7 : 1.5;
        cr_assert_eq(slow->verdict, STATS_SLOWER, "workload %zu", workload);
        cr_assert(fabs(stats_speed_of(&slow->ratio).median - 1 / factor) < 1e-9);
        cr_assert_lt(stats_speed_of(&slow->ratio).high, 1);
        cr_assert_eq(equal->verdict, STATS_EQUAL, "workload %zu", workload);
        cr_assert_eq(summary_winner(&setup.plan, &summary, workload), BOARDS, "two are equal");
    }
    cr_assert_null(summary_row(&setup.plan, &summary, 0, 0), "the reference beside itself");
    cr_assert_lt(summary_widest(&setup.plan, &summary), 1e-9);
    summary_free(&summary);

    /* One launch says nothing of others. */
    cr_assert(summary_make(&summary, &setup.plan, samples, trusted, 1));
    const struct stats_row *row = summary_row(&setup.plan, &summary, 0, 1);
    cr_assert_eq(row->verdict, STATS_INCONCLUSIVE);
    cr_assert_eq(row->reason, STATS_TOO_FEW_LAUNCHES);
    cr_assert(isinf(summary_widest(&setup.plan, &summary)));
    summary_free(&summary);

    /* The rank of twenty launches is 6. In a table of twelve rows, three of them may be unknown:
     * 12 * 2 * 1351 / 2^20 is less than 0.05, and with four, 12 * 2 * 6196 / 2^20 is more. */
    for (size_t untrusted = 1; untrusted <= 6; untrusted++) {
        trusted[untrusted] = false;
        cr_assert(summary_make(&summary, &setup.plan, samples, trusted, LAUNCHES));
        for (size_t workload = 0; workload < 4; workload++) {
            row = summary_row(&setup.plan, &summary, workload, 1);
            cr_assert_eq(row->ratio.untrusted, untrusted);
            cr_assert_eq(row->ratio.rank, 6 - untrusted, "%zu", row->ratio.rank);
        }
        cr_assert_eq(isinf(summary_widest(&setup.plan, &summary)) != 0, untrusted == 6);
        cr_assert_eq(row->verdict, untrusted <= 3 ? STATS_SLOWER : STATS_INCONCLUSIVE);
        cr_assert_eq(row->reason, untrusted <= 3 ? STATS_NO_REASON : STATS_UNTRUSTED);
        summary_free(&summary);
    }
    free(samples);
}

static uint64_t bit_of_board(const char *name)
{
    for (size_t i = 0; board_at(i); i++)
        if (strcmp(board_at(i)->name, name) == 0)
            return (uint64_t)1 << i;
    cr_assert_fail("no board %s", name);
    return 0;
}

/* Of three boards, two have the second workload. It is as if there were no other in it: neither in
 * the family of its rows nor in the mean. */
Test(bench_summary, a_workload_may_be_of_some_boards)
{
    enum { EACH = LAUNCHES * ROUNDS };
    struct setup setup = {.plan = {.rounds = 0}};
    uint64_t boards =
        bit_of_board("padded") | bit_of_board("vector") | bit_of_board("vector-portable");
    uint64_t workloads = bit_of_workload("generate") | bit_of_workload("perft-legal") |
                         bit_of_workload("perft-two-ply");
    cr_assert_eq(setup_workloads(boards, workloads), workloads);
    cr_assert_eq(setup_workloads(bit_of_board("padded"), workloads),
                 workloads & ~bit_of_workload("perft-two-ply"));
    setup_choose(&setup, boards, workloads);
    struct plan *plan = &setup.plan;
    plan->rounds = ROUNDS;
    cr_assert_eq(plan_boards(plan, 2), 2);
    cr_assert_eq(plan_first(plan, 2), 1);
    cr_assert_eq(plan_cells(plan), 8);
    cr_assert_eq(summary_row_count(plan), 3 + 3 + 1 + 3);

    static struct sample samples[EACH * 9];
    for (size_t i = 0; i < EACH * 9; i++)
        if (plan_has(plan, i / 3 % 3, i % 3))
            samples[i] = (struct sample){.workload = i / 3 % 3,
                                         .contender = i % 3,
                                         .launch = (unsigned)(i / (9 * ROUNDS)) + 1,
                                         .round = (unsigned)(i / 9 % ROUNDS) + 1,
                                         .operations = 1,
                                         .ns = 1000 / (i % 3 + 1)};
    for (size_t i = 0; i < 3; i++)
        plan->paces[i] = (struct pace){.result = 1, .operations = 1, .passes = 1};
    bool trusted[LAUNCHES];
    memset(trusted, true, sizeof trusted);
    struct summary summary;
    cr_assert(summary_make(&summary, plan, samples, trusted, LAUNCHES));
    cr_assert_eq(summary.mean_of, 2);
    cr_assert(isnan(summary_figure(plan, &summary, 2, 0)->ns.median));
    cr_assert_eq(summary_row(plan, &summary, 2, 1)->verdict, STATS_NOT_COMPARED);
    cr_assert_eq(summary_row(plan, &summary, 1, 1)->verdict, STATS_FASTER);
    cr_assert_float_eq(summary_row(plan, &summary, 1, 1)->adjusted_p, 10 * ldexp(1, 1 - LAUNCHES),
                       1e-12, "ten rows are one family");
    cr_assert_eq(summary_winner(plan, &summary, 2), 2, "of the two");
    cr_assert_eq(summary_winner(plan, &summary, 3), 2, "in the mean");
    cr_assert(summary_compares(plan, 2));
    cr_assert_lt(summary_widest(plan, &summary), 1e-9);
    summary_free(&summary);
}

Test(bench_summary, who_beats_all_others_wins)
{
    struct setup setup = {.plan = {.rounds = 0}};
    struct summary summary;
    struct sample *samples = make_samples(&setup, 0.5);
    bool trusted[LAUNCHES];
    memset(trusted, true, sizeof trusted);
    cr_assert(summary_make(&summary, &setup.plan, samples, trusted, LAUNCHES));
    cr_assert_eq(summary_winner(&setup.plan, &summary, 0), 1);
    cr_assert_eq(summary_winner(&setup.plan, &summary, 3), 1, "in the mean");
    const struct figure *figure = summary_figure(&setup.plan, &summary, 0, 0);
    cr_assert_eq(figure->ns.median, 1000 * (LAUNCHES * ROUNDS + 1) / 2.0, "over all rounds");
    cr_assert_eq(figure->outliers, 0);
    summary_free(&summary);

    /* Of 1000 to 80000 the deviation is 20000, and 5 sigma end 148000 above the median. */
    samples[0].ns = 180000;
    samples[sampler_count(&setup.plan)].ns = 200000;
    cr_assert(summary_make(&summary, &setup.plan, samples, trusted, LAUNCHES));
    cr_assert_eq(summary_figure(&setup.plan, &summary, 0, 0)->outliers, 1);
    cr_assert_eq(summary_figure(&setup.plan, &summary, 0, 2)->outliers, 0);
    summary_free(&summary);
    free(samples);
}
