/* brief.md, of samples whose ratios are known; and what is said of verdicts in words. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure/setup.h"
#include "measuring.h"
#include "output/report_brief.h"
#include "output/report_verdicts.h"

enum { BOARDS = 3, WORKLOADS = 3, LAUNCHES = 9, ROUNDS = 3, TEXT_SIZE = 4096 };

static struct setup setup;
static char text[TEXT_SIZE];

/* Captures, in-check and a limit, on the three boards: a sample takes so many ns, of ten
 * operations. */
static void write_brief(const uint64_t ns[WORKLOADS][BOARDS], bool trusted)
{
    static struct sample samples[LAUNCHES * ROUNDS * WORKLOADS * BOARDS];
    bool trust[LAUNCHES];
    setup_choose(&setup, 7,
                 bit_of_workload("captures") | bit_of_workload("in-check") |
                     bit_of_workload("read"));
    setup.plan.rounds = ROUNDS;
    for (size_t i = 0; i < BOARDS; i++)
        setup.contenders[i].suite = &setup.suite;
    for (size_t i = 0; i < WORKLOADS; i++)
        setup.paces[i] = (struct pace){.result = 1, .operations = 10, .passes = 1};
    size_t count = 0;
    for (unsigned launch = 1; launch <= LAUNCHES; launch++)
        for (unsigned round = 1; round <= ROUNDS; round++)
            for (size_t i = 0; i < WORKLOADS; i++)
                for (size_t j = 0; j < BOARDS; j++)
                    samples[count++] = (struct sample){
                        .workload = i,
                        .contender = j,
                        .launch = launch,
                        .round = round,
                        .order = (unsigned)j + 1,
                        .operations = 10,
                        .ns = ns[i][j],
                    };
    for (size_t i = 0; i < LAUNCHES; i++)
        trust[i] = trusted;

    struct machine machine;
    machine_read(&machine);
    struct summary summary;
    cr_assert(summary_make(&summary, &setup.plan, samples, trust, LAUNCHES));
    const struct series series = {.launches = LAUNCHES, .samples = samples, .trusted = trust};
    const struct report report = {
        .machine = &machine,
        .positions = "some.epd",
        .effort = "default",
        .plan = &setup.plan,
        .series = &series,
        .summary = &summary,
    };
    FILE *out = fmemopen(text, sizeof text, "w");
    cr_assert_not_null(out);
    report_brief(out, &report);
    cr_assert_eq(fclose(out), 0);
    summary_free(&summary);
}

static void assert_row(const char *row)
{
    cr_assert(strstr(text, row), "'%s' is not in:\n%s", row, text);
}

/* Captures: 100, 400 and 50 ns; in-check: 20, 80 and 30. sqrt(2 * 2/3) = 1.1547. */
Test(bench_brief, names_the_fastest_and_how_far_it_is_ahead)
{
    const uint64_t ns[WORKLOADS][BOARDS] = {{1000, 4000, 500}, {200, 800, 300}, {60, 20, 40}};
    write_brief(ns, true);
    assert_row("| Workload | Figure | padded | naive | bitboard | The fastest |\n");
    assert_row("| captures | ns per position | 100.0 | 400.0 | **50.00** | bitboard, 2.00 "
               "[2.00, 2.00] times as padded |\n");
    assert_row("| in-check | ns per king | **20.00** | 80.00 | 30.00 | padded, 1.50 [1.50, 1.50] "
               "times as bitboard |\n");
    assert_row("| read (limit) | ns per position | 6.00 | 2.00 | 4.00 | |\n");
    assert_row("| geometric mean | speed | 1.00 | 0.250 | **1.15** | bitboard, 1.15 [1.15, 1.15] "
               "times as padded |\n");
}

Test(bench_brief, nobody_is_the_fastest_among_equals)
{
    const uint64_t ns[WORKLOADS][BOARDS] = {{1000, 2000, 1000}, {300, 300, 300}, {20, 20, 20}};
    write_brief(ns, true);
    assert_row("| captures | ns per position | 100.0 | 200.0 | 100.0 | equal |\n");
    assert_row("| in-check | ns per king | 30.00 | 30.00 | 30.00 | equal |\n");
    assert_row("| geometric mean | speed | 1.00 | 0.707 | 1.00 | equal |\n");
}

Test(bench_brief, nothing_is_said_of_disturbed_launches)
{
    const uint64_t ns[WORKLOADS][BOARDS] = {{1000, 4000, 500}, {200, 800, 300}, {60, 20, 40}};
    write_brief(ns, false);
    assert_row("| captures | ns per position | 100.0 | 400.0 | 50.00 | undecided |\n");
    assert_row("| geometric mean | speed | 1.00 | unknown | unknown | undecided |\n");
    assert_row("Inconclusive, too many launches are not to be trusted: captures, in-check, read, "
               "geometric "
               "mean  \n");
}

Test(bench_brief, says_what_holds_for_one_and_what_for_all)
{
    const uint64_t ns[WORKLOADS][BOARDS] = {{1000, 4000, 500}, {200, 800, 300}, {60, 20, 40}};
    write_brief(ns, true);
    assert_row("at 95 % for the whole table. Each interval in brackets and each \"equal\" (within "
               "2 %) holds by itself at 95 %.  \n");
}

/* --- verdicts in words ------------------------------------------------------------------------ */

enum { E = STATS_EQUAL, F = STATS_FASTER, S = STATS_SLOWER, I = STATS_INCONCLUSIVE };

static const struct {
    const char *rule;
    int verdicts[3]; /* naive to padded, bitboard to padded, bitboard to naive */
    const char *says;
} outcomes[] = {
    {"the first", {S, S, S}, "Fastest, padded: captures\n"},
    {"the last", {S, F, F}, "Fastest, bitboard: captures\n"},
    {"all are equal", {E, E, E}, "The fastest boards are equal: captures\n"},
    {"two are, before a third", {S, E, F}, "The fastest boards are equal: captures\n"},
    {"a winner is more than equal", {E, F, F}, "Fastest, bitboard: captures\n"},
    {"nothing is known", {I, I, I}, "Undecided which board is the fastest: captures\n"},
    {"two of three", {S, I, F}, "Undecided which board is the fastest: captures\n"},
    {"equal to a beaten one", {E, I, F}, "Undecided which board is the fastest: captures\n"},
    {"each beats another", {F, S, F}, "Undecided which board is the fastest: captures\n"},
};

static const char *words_of(void (*write)(FILE *, const struct report *, const char *),
                            const struct report *report)
{
    memset(text, 0, sizeof text);
    FILE *out = fmemopen(text, sizeof text, "w");
    write(out, report, "\n");
    fclose(out);
    return text;
}

Test(bench_verdicts, equal_is_not_undecided)
{
    setup_choose(&setup, 7, bit_of_workload("captures"));
    for (size_t i = 0; i < sizeof outcomes / sizeof *outcomes; i++) {
        struct stats_row rows[3] = {{.verdict = STATS_FASTER}};
        for (size_t pair = 0; pair < 3; pair++)
            rows[pair].verdict = (enum stats_verdict)outcomes[i].verdicts[pair];
        const struct summary summary = {.pairs = 3, .row_count = 3, .rows = rows};
        const struct report report = {.plan = &setup.plan, .summary = &summary};
        cr_assert_str_eq(words_of(report_fastest, &report), outcomes[i].says, "%s: %s",
                         outcomes[i].rule, text);
    }
}

static const struct {
    const char *rule;
    bool first, again, trust_all; /* was the attempt at the second launch disturbed? */
    const char *says;
} disturbances[] = {
    {"none", false, false, false, ""},
    {"repeated", true, false, false,
     "Disturbed by other programs or by the host: 1 of 4 launches; repeated, none was disturbed "
     "again, and none is left out\n"},
    {"left out", true, true, false,
     "Disturbed by other programs or by the host: 2 of 4 launches; 1 of 3 was disturbed again "
     "when repeated, and left out of all comparisons (wait until the machine is idle, or take them "
     "with --trust-all)\n"},
    {"taken", true, false, true,
     "Disturbed by other programs or by the host: 1 of 3 launches, compared all the same "
     "(--trust-all)\n"},
};

Test(bench_verdicts, disturbed_launches)
{
    setup_choose(&setup, 1, bit_of_workload("captures"));
    for (size_t i = 0; i < sizeof disturbances / sizeof *disturbances; i++) {
        struct launch_facts facts[4] = {{.launch = 1, .trusted = true}, {.launch = 2}};
        size_t count = 2;
        facts[1].trusted = !disturbances[i].first;
        if (disturbances[i].first && !disturbances[i].trust_all)
            facts[count++] =
                (struct launch_facts){.launch = 2, .attempt = 2, .trusted = !disturbances[i].again};
        facts[count++] = (struct launch_facts){.launch = 3, .trusted = true};
        bool trusted[3] = {true, disturbances[i].trust_all || !disturbances[i].again, true};
        const struct series series = {
            .launches = 3, .trusted = trusted, .facts = facts, .count = count};
        const struct summary summary = {.pairs = 0};
        const struct report report = {.plan = &setup.plan,
                                      .summary = &summary,
                                      .series = &series,
                                      .trust_all = disturbances[i].trust_all};
        cr_assert_str_eq(words_of(report_doubts, &report), disturbances[i].says, "%s: %s",
                         disturbances[i].rule, text);
    }
}

static void put_marks(FILE *out, const struct report *report, const char *end)
{
    (void)report;
    report_marks(out, end);
}

Test(bench_verdicts, what_holds_by_itself_and_what_for_all)
{
    cr_assert_str_eq(words_of(put_marks, NULL),
                     "Each interval and each = holds by itself at 95 %; differences hold at 95 % "
                     "for the whole table. = is equal within 2 %, ? inconclusive.\n");
}
