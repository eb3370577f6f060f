/* The verdicts of the gate and their reasons; and whole gates of launches at random, the same each
 * time. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gate/gate.h"
#include "statistics.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* --- one row --------------------------------------------------------------------------------- */

/* What a run may say: slower and faster, by itself or by Holm alone; as fast, in a smaller and a
 * larger run; open up to 7 %, to 5 % and to hardly more; too few launches, and unknown ones;
 * faster and slower before Holm, but not after; faster by Holm, and open by itself. */
static const struct gate_time said[] = {
    ['-'] = {.launches = 0},
    ['s'] = {30, .032, .026, .038, 1e-9, 1e-8, 1, 1},
    ['S'] = {60, .032, .026, .038, 1e-9, 1e-8, 1, 1},
    ['h'] = {60, .032, .019, .038, .004, .01, 1, 1},
    ['f'] = {30, -.06, -.08, -.041, 1, 1, 1e-9, 1e-8},
    ['F'] = {30, -.06, -.08, -.019, 1, 1, .004, .01},
    ['='] = {30, .003, -.01, .021, .9, 1, .9, 1},
    ['E'] = {60, .011, .004, .021, .9, 1, .9, 1},
    ['w'] = {30, .003, -.06, .07, .9, 1, .9, 1},
    ['m'] = {30, .003, -.06, .05, .9, 1, .9, 1},
    ['o'] = {30, .003, -.06, .0501, .9, 1, .9, 1},
    ['3'] = {3, .003, -1, INFINITY, .5, 1, .5, 1},
    ['u'] = {30, NAN, -1, INFINITY, 1, 1, 1, 1},
    ['x'] = {30, -.06, -.08, -.01, 1, 1, .004, .011},
    ['X'] = {60, .032, .019, .038, .004, .011, 1, 1},
    ['V'] = {30, -.06, -.6, .07, 1, 1, .004, .01},
};

struct ruling {
    const char *rule;
    double base, new; /* instructions */
    const char runs[3];
    enum gate_verdict verdict;
    enum gate_ground ground;
    const char *reason;
};

static struct gate_row judged(const struct ruling *ruling, const struct gate_limits *limits)
{
    struct gate_row row = {
        .instructions = {ruling->base, ruling->new},
        .first = said[(unsigned char)ruling->runs[0]],
        .again = said[(unsigned char)ruling->runs[1]],
    };
    struct gate gate = {.limits = *limits, .counts_checked = true, .rows = &row, .row_count = 1};
    gate_judge(&gate);
    gate_judge(&gate); /* which changes nothing */
    return row;
}

static void check_rulings(const struct ruling *rulings, size_t count,
                          const struct gate_limits *limits)
{
    for (size_t i = 0; i < count; i++) {
        const struct ruling *is = &rulings[i];
        struct gate_row row = judged(is, limits);
        cr_expect(row.verdict == is->verdict && row.ground == is->ground, "%s: %s by %s", is->rule,
                  gate_verdict_name(row.verdict), gate_ground_name(row.ground));
        cr_expect_str_eq(row.reason, is->reason, "%s: %s", is->rule, row.reason);
    }
}

Test(gate_judge, by_instructions)
{
    static const struct ruling rulings[] = {
        {"rose, not timed", 1000, 1041, "--", GATE_REGRESSION, GATE_BY_INSTRUCTIONS,
         "+4.1 % instructions, limit +1.0 %"},
        {"rose, as fast", 1000, 1041, "=-", GATE_REGRESSION, GATE_BY_INSTRUCTIONS,
         "+4.1 % instructions, limit +1.0 %"},
        {"rose, slower too", 1000, 1041, "sS", GATE_REGRESSION, GATE_BY_INSTRUCTIONS,
         "+4.1 % instructions, limit +1.0 %"},
        {"rose by a hundred", 1, 101, "--", GATE_REGRESSION, GATE_BY_INSTRUCTIONS,
         "+1e+04 % instructions, limit +1.0 %"},
        {"the limit is not beyond it", 1e6, 1010000, "--", GATE_OK, GATE_BY_INSTRUCTIONS,
         "not timed, instructions +1.0 %"},
        {"of one operation of seven", 1e6 / 7, 1010000 / 7.0, "--", GATE_OK, GATE_BY_INSTRUCTIONS,
         "not timed, instructions +1.0 %"},
        {"beyond it by little", 1e6, 1010010, "--", GATE_REGRESSION, GATE_BY_INSTRUCTIONS,
         "+1.001 % instructions, limit +1.000 %"},
        {"below it by little", 1e6, 1009990, "--", GATE_OK, GATE_BY_INSTRUCTIONS,
         "not timed, instructions +0.999 %"},
        {"fell, not timed", 1000, 959, "--", GATE_IMPROVED, GATE_BY_INSTRUCTIONS,
         "-4.1 % instructions, limit -1.0 %"},
        {"fell, as fast", 1000, 959, "=-", GATE_IMPROVED, GATE_BY_INSTRUCTIONS,
         "-4.1 % instructions, limit -1.0 %"},
        {"fell, time is open", 1000, 959, "w-", GATE_IMPROVED, GATE_BY_INSTRUCTIONS,
         "-4.1 % instructions, limit -1.0 %"},
        {"fell, faster too", 1000, 959, "f-", GATE_IMPROVED, GATE_BY_INSTRUCTIONS,
         "-4.1 % instructions, limit -1.0 %"},
        {"fell by the limit", 1e6, 990000, "--", GATE_OK, GATE_BY_INSTRUCTIONS,
         "not timed, instructions -1.0 %"},
        {"the same, time is open", 1000, 1000, "w-", GATE_OK, GATE_BY_INSTRUCTIONS,
         "time open: at most +7.0 %, instructions 0.0 %"},
        {"less than can be written", 1e6, 999999, "w-", GATE_OK, GATE_BY_INSTRUCTIONS,
         "time open: at most +7.0 %, instructions 0.0 %"},
        {"too few launches", 1000, 1002, "3-", GATE_OK, GATE_BY_INSTRUCTIONS,
         "time open: too few launches (3), instructions +0.2 %"},
        {"unknown launches", 1000, 998, "u-", GATE_OK, GATE_BY_INSTRUCTIONS,
         "time open: too few launches (30), instructions -0.2 %"},
    };
    check_rulings(rulings, COUNT(rulings), &gate_usual_limits);
}

Test(gate_judge, by_time)
{
    static const struct ruling rulings[] = {
        {"slower twice", NAN, NAN, "sS", GATE_REGRESSION, GATE_BY_TIME,
         "+3.2 % time, at least +2.6 % in 60 launches of the second run"},
        {"slower twice, with the same instructions", 1000, 1000, "sS", GATE_REGRESSION,
         GATE_BY_TIME, "+3.2 % time, at least +2.6 % in 60 launches of the second run"},
        {"slower twice, with fewer instructions", 1000, 959, "sS", GATE_REGRESSION, GATE_BY_TIME,
         "+3.2 % time, at least +2.6 % in 60 launches of the second run"},
        {"by Holm alone", NAN, NAN, "sh", GATE_REGRESSION, GATE_BY_TIME,
         "+3.2 % time, above +2.0 % in 60 launches of the second run"},
        {"once", NAN, NAN, "sE", GATE_OK, GATE_BY_TIME,
         "+1.1 % time, at most +2.1 % in 60 launches of the second run"},
        {"once, with fewer instructions", 1000, 959, "sE", GATE_IMPROVED, GATE_BY_INSTRUCTIONS,
         "-4.1 % instructions, limit -1.0 %"},
        {"only one run", 1000, 1000, "s-", GATE_INCONCLUSIVE, GATE_BY_TIME,
         "+3.2 % time, not confirmed by a second run"},
        {"a second that says nothing", NAN, NAN, "su", GATE_INCONCLUSIVE, GATE_BY_TIME,
         "+3.2 % time, not confirmed by a second run: too few launches (30)"},
        {"a second that is short", NAN, NAN, "s3", GATE_INCONCLUSIVE, GATE_BY_TIME,
         "+3.2 % time, not confirmed by a second run: too few launches (3)"},
        {"the second alone does not count", NAN, NAN, "=S", GATE_OK, GATE_BY_TIME,
         "+0.3 % time, at most +2.1 % in 30 launches"},
        {"faster", NAN, NAN, "f-", GATE_IMPROVED, GATE_BY_TIME,
         "-6.0 % time, at most -4.1 % in 30 launches"},
        {"faster, by Holm alone", 1000, 1000, "F-", GATE_IMPROVED, GATE_BY_TIME,
         "-6.0 % time, below -2.0 % in 30 launches"},
        {"faster, with more instructions", 1000, 1041, "f-", GATE_IMPROVED, GATE_BY_TIME,
         "-6.0 % time, at most -4.1 % in 30 launches, in spite of +4.1 % instructions"},
        {"faster, with few more", 1000, 1004, "f-", GATE_IMPROVED, GATE_BY_TIME,
         "-6.0 % time, at most -4.1 % in 30 launches"},
        {"as fast", NAN, NAN, "=-", GATE_OK, GATE_BY_TIME,
         "+0.3 % time, at most +2.1 % in 30 launches"},
        {"as fast, and counted", 1000, 1000, "=-", GATE_OK, GATE_BY_TIME,
         "+0.3 % time, at most +2.1 % in 30 launches"},
        {"faster before Holm", NAN, NAN, "x-", GATE_OK, GATE_BY_TIME,
         "-6.0 % time, at most -1.0 % in 30 launches"},
        {"the second, before Holm", NAN, NAN, "sX", GATE_INCONCLUSIVE, GATE_BY_TIME,
         "+3.2 % time, not confirmed by the second run: at least +1.9 % in 60 launches"},
        {"what must be seen is excluded", NAN, NAN, "m-", GATE_OK, GATE_BY_TIME,
         "+0.3 % time, at most +5.0 % in 30 launches"},
    };
    check_rulings(rulings, COUNT(rulings), &gate_usual_limits);
}

Test(gate_judge, by_nothing)
{
    static const struct ruling rulings[] = {
        {"neither", NAN, NAN, "--", GATE_INCONCLUSIVE, GATE_BY_NOTHING, "not timed, not counted"},
        {"time is open", NAN, NAN, "w-", GATE_INCONCLUSIVE, GATE_BY_NOTHING,
         "time open: at most +7.0 %, not counted"},
        {"not quite excluded", NAN, NAN, "o-", GATE_INCONCLUSIVE, GATE_BY_NOTHING,
         "time open: at most +5.01 %, not counted"},
        {"too few launches", NAN, NAN, "3-", GATE_INCONCLUSIVE, GATE_BY_NOTHING,
         "time open: too few launches (3), not counted"},
        {"unknown launches", NAN, NAN, "u-", GATE_INCONCLUSIVE, GATE_BY_NOTHING,
         "time open: too few launches (30), not counted"},
        {"only the base was counted", 1000, NAN, "--", GATE_INCONCLUSIVE, GATE_BY_NOTHING,
         "not timed, not counted"},
        {"only the new one was", NAN, 1000, "--", GATE_INCONCLUSIVE, GATE_BY_NOTHING,
         "not timed, not counted"},
        {"no instructions are none", 0, 1000, "--", GATE_INCONCLUSIVE, GATE_BY_NOTHING,
         "not timed, not counted"},
        {"nor are these", 1000, INFINITY, "--", GATE_INCONCLUSIVE, GATE_BY_NOTHING,
         "not timed, not counted"},
        {"nor these", -1000, -2000, "--", GATE_INCONCLUSIVE, GATE_BY_NOTHING,
         "not timed, not counted"},
    };
    check_rulings(rulings, COUNT(rulings), &gate_usual_limits);
}

Test(gate_judge, other_limits)
{
    static const struct gate_limits narrow = {0.0025, 0, 0.07, 0.01}, none = {0, 0, 0, 0.01};
    static const struct ruling rulings[] = {
        {"written in full", 1000, 1005, "--", GATE_REGRESSION, GATE_BY_INSTRUCTIONS,
         "+0.50 % instructions, limit +0.25 %"},
        {"a limit of 0", NAN, NAN, "sh", GATE_REGRESSION, GATE_BY_TIME,
         "+3.2 % time, at least +1.9 % in 60 launches of the second run"},
        {"less sight", NAN, NAN, "w-", GATE_OK, GATE_BY_TIME,
         "+0.3 % time, at most +7.0 % in 30 launches"},
    };
    static const struct ruling strict[] = {
        {"one in a million", 1e6, 1e6 + 1, "--", GATE_REGRESSION, GATE_BY_INSTRUCTIONS,
         "+0.0001 % instructions, limit 0.0000 %"},
        {"the same", 1e6, 1e6, "--", GATE_OK, GATE_BY_INSTRUCTIONS,
         "not timed, instructions 0.0 %"},
        {"no rise may be left", NAN, NAN, "=-", GATE_INCONCLUSIVE, GATE_BY_NOTHING,
         "time open: at most +2.1 %, not counted"},
    };
    check_rulings(rulings, COUNT(rulings), &narrow);
    check_rulings(strict, COUNT(strict), &none);
}

Test(gate_judge, names)
{
    cr_assert_str_eq(gate_verdict_name(GATE_OK), "ok");
    cr_assert_str_eq(gate_verdict_name(GATE_IMPROVED), "improved");
    cr_assert_str_eq(gate_verdict_name(GATE_REGRESSION), "regression");
    cr_assert_str_eq(gate_verdict_name(GATE_INCONCLUSIVE), "inconclusive");
    cr_assert_str_eq(gate_ground_name(GATE_BY_COUNTS), "counts");
    cr_assert_str_eq(gate_ground_name(GATE_BY_INSTRUCTIONS), "instructions");
    cr_assert_str_eq(gate_ground_name(GATE_BY_TIME), "time");
    cr_assert_str_empty(gate_ground_name(GATE_BY_NOTHING));
}

/* --- all rows -------------------------------------------------------------------------------- */

enum { ROWS_MAX = 64 };

static struct gate_row rows_of_gate[ROWS_MAX];

/* One row for each letter: r rises and f falls in instructions, = is as fast without a count,
 * w is open with the same instructions, F and V faster, - open without, n not timed with the same.
 */
static void make_rows(struct gate *gate, const char *letters)
{
    gate->limits = gate_usual_limits;
    gate->rows = rows_of_gate;
    gate->row_count = strlen(letters);
    for (size_t i = 0; i < gate->row_count; i++) {
        double instructions[] = {['r'] = 1041, ['f'] = 959, ['='] = NAN, ['w'] = 1000,
                                 ['F'] = NAN,  ['V'] = NAN, ['-'] = NAN, ['n'] = 1000};
        static const char runs[] = {['r'] = '=', ['f'] = '=', ['='] = '=', ['w'] = 'w',
                                    ['F'] = 'F', ['V'] = 'V', ['-'] = 'w', ['n'] = '-'};
        unsigned char letter = (unsigned char)letters[i];
        gate->rows[i] = (struct gate_row){
            .instructions = {1000, instructions[letter]},
            .first = said[(unsigned char)runs[letter]],
        };
    }
}

Test(gate_judge, the_whole)
{
    static const struct {
        const char *differ;
        bool checked;
        const char *rows;
        enum gate_verdict verdict;
        const char *reason;
    } cases[] = {
        {"padded: captures", true, "", GATE_REGRESSION, "counts differ"},
        {"padded: captures", true, "==", GATE_REGRESSION, "counts differ"},
        {"padded: captures", false, "", GATE_REGRESSION, "counts differ"},
        {"", true, "r=r", GATE_REGRESSION, "2 of 3 rows: regression"},
        {"", false, "r", GATE_REGRESSION, "1 of 1 rows: regression"},
        {"", true, "r-f", GATE_REGRESSION, "1 of 3 rows: regression"},
        {"", false, "==", GATE_INCONCLUSIVE, "counts were not checked"},
        {"", false, "", GATE_INCONCLUSIVE, "counts were not checked"},
        {"", true, "", GATE_INCONCLUSIVE, "no row was compared"},
        {"", true, "=-f", GATE_INCONCLUSIVE, "1 of 3 rows: inconclusive"},
        {"", true, "www==", GATE_INCONCLUSIVE, "time of 3 of 5 rows is open"},
        {"", true, "wwwf=", GATE_INCONCLUSIVE, "time of 3 of 5 rows is open"},
        {"", true, "wwwFF", GATE_INCONCLUSIVE, "time of 3 of 5 rows is open"},
        {"", true, "ww=nnnn", GATE_INCONCLUSIVE, "time of 2 of 3 rows is open"},
        {"", true, "ww==", GATE_OK, "4 of 4 rows: ok"},
        {"", true, "wwwVVV", GATE_IMPROVED, "3 of 6 rows: improved"},
        {"", true, "ww=F", GATE_IMPROVED, "1 of 4 rows: improved"},
        {"", true, "nnn", GATE_OK, "3 of 3 rows: ok"},
        {"", true, "fF=", GATE_IMPROVED, "2 of 3 rows: improved"},
        {"", true, "===", GATE_OK, "3 of 3 rows: ok"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct gate gate = {.counts_checked = cases[i].checked};
        strcpy(gate.counts_differ, cases[i].differ);
        make_rows(&gate, cases[i].rows);
        gate_judge(&gate);
        cr_expect(gate.verdict == cases[i].verdict, "%zu: %s", i, gate_verdict_name(gate.verdict));
        cr_expect_str_eq(gate.reason, cases[i].reason, "%zu: %s", i, gate.reason);
    }
}

/* A base that miscounts says nothing of new, which does not. */
Test(gate_judge, a_miscount_of_base_alone)
{
    struct gate gate = {.counts_checked = true, .base_alone_differs = true};
    strcpy(gate.counts_differ, "base: board padded miscounts");
    gate_judge(&gate);
    cr_assert_eq(gate.verdict, GATE_INCONCLUSIVE);
    cr_assert_str_eq(gate.reason, "base miscounts, and new does not");
}

/* --- whole gates of launches at random ------------------------------------------------------- */

enum { ROWS = 57, LAUNCHES = 30, CONFIRMING = 60 };

/* Of median 0; symmetrical, without a mean. */
static double heavy_tails(uint64_t *state)
{
    return uniform(state) < 0.5 ? skew(state) : -skew(state);
}

/* Close to a normal distribution, of sigma 1. */
static double normal(uint64_t *state)
{
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += uniform(state);
    return sum;
}

struct world {
    double (*noise)(uint64_t *state);
    double scale;
    double rise; /* of the row in the middle, as a log ratio */
};

static struct gate_time time_row(const struct world *world, const struct gate *gate, size_t row,
                                 size_t launches, size_t rows, uint64_t *state)
{
    double log_ratios[LAUNCHES_MAX], scratch[LAUNCHES_MAX];
    for (size_t i = 0; i < launches; i++)
        log_ratios[i] = world->scale * world->noise(state) + (row == ROWS / 2 ? world->rise : 0);
    return gate_time_of(log_ratios, launches, rows, &gate->limits, scratch);
}

/* The course of a gate without counts of instructions; how many rows the first run calls slower. */
static size_t run_gate(const struct world *world, struct gate *gate, uint64_t *state)
{
    size_t suspects = 0;
    gate->rows = rows_of_gate;
    gate->row_count = ROWS;
    for (size_t i = 0; i < ROWS; i++)
        gate->rows[i] = (struct gate_row){
            .instructions = {NAN, NAN},
            .first = time_row(world, gate, i, LAUNCHES, ROWS, state),
        };
    cr_assert(gate_adjust(gate, false));
    for (size_t i = 0; i < ROWS; i++)
        suspects += gate_is_suspect(gate, &gate->rows[i]);
    for (size_t i = 0; i < ROWS; i++)
        if (gate_is_suspect(gate, &gate->rows[i]))
            gate->rows[i].again = time_row(world, gate, i, CONFIRMING, suspects, state);
    cr_assert(gate_adjust(gate, true));
    gate_judge(gate);
    return suspects;
}

/* With a limit of 0, builds that are alike are as close to it as they can be. The first run is
 * wrong as rarely as promised, and the second one calls nothing slower that is not. */
Test(gate_judge, a_false_alarm_is_as_rare_as_promised)
{
    enum { GATES = 800 };
    static const struct world worlds[] = {{heavy_tails, 0.01, 0}, {skew, 0.01, 0}};
    static const size_t expected[] = {8, 4};
    for (size_t i = 0; i < COUNT(worlds); i++) {
        uint64_t state = 12;
        size_t suspected = 0, alarms = 0;
        for (size_t j = 0; j < GATES; j++) {
            struct gate gate = {.limits = gate_usual_limits, .counts_checked = true};
            gate.limits.time = 0;
            suspected += run_gate(&worlds[i], &gate, &state) > 0;
            alarms += gate.verdict == GATE_REGRESSION;
        }
        /* Those with a row of 25 launches or more above 0, counted by another program. */
        cr_assert_eq(suspected, expected[i], "%zu", suspected);
        cr_assert(suspected <= GATES / 100, "%zu", suspected);
        cr_assert_eq(alarms, 0, "%zu", alarms);
    }
}

Test(gate_judge, builds_that_are_alike_pass)
{
    static const struct world alike[] = {{normal, 0.01, 0}, {heavy_tails, 0.002, 0}};
    uint64_t state = 7;
    for (size_t i = 0; i < 40; i++) {
        struct gate gate = {.limits = gate_usual_limits, .counts_checked = true};
        run_gate(&alike[i % 2], &gate, &state);
        cr_assert(gate.verdict == GATE_OK, "%s", gate.reason);
        cr_assert_str_eq(gate.reason, "57 of 57 rows: ok");
    }
}

Test(gate_judge, a_rise_is_found)
{
    /* 0.04879 is ln 1.05. */
    static const struct world worlds[] = {{normal, 0.01, 0.04879}, {heavy_tails, 0.002, 0.04879}};
    uint64_t state = 5;
    for (size_t i = 0; i < 40; i++) {
        struct gate gate = {.limits = gate_usual_limits, .counts_checked = true};
        size_t suspects = run_gate(&worlds[i % 2], &gate, &state);
        const struct gate_row *row = &gate.rows[ROWS / 2];
        cr_assert_eq(suspects, 1);
        cr_assert(row->verdict == GATE_REGRESSION && row->ground == GATE_BY_TIME, "%s",
                  row->reason);
        cr_assert(row->again.low > 0.02 && row->again.high >= row->again.rise, "%s", row->reason);
        cr_assert_str_eq(gate.reason, "1 of 57 rows: regression");
    }
}

/* The same seen from the other side, and a rise within the limit. */
Test(gate_judge, a_fall_is_found_and_a_small_rise_is_none)
{
    static const struct world faster = {normal, 0.01, -0.05129}, little = {normal, 0.01, 0.01};
    uint64_t state = 3;
    struct gate gate = {.limits = gate_usual_limits, .counts_checked = true};
    run_gate(&faster, &gate, &state);
    cr_assert_str_eq(gate.reason, "1 of 57 rows: improved");
    cr_assert_eq(gate.rows[ROWS / 2].ground, GATE_BY_TIME);
    run_gate(&little, &gate, &state);
    cr_assert_str_eq(gate.reason, "57 of 57 rows: ok");
}
