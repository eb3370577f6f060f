/* What the gate makes of launches, against published tables and by counting every outcome. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "gate/gate.h"
#include "statistics.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static struct gate_time time_of(const double *log_ratios, size_t launches, size_t rows,
                                const struct gate_limits *limits)
{
    double scratch[LAUNCHES_MAX];
    return gate_time_of(log_ratios, launches, rows, limits, scratch);
}

Test(gate_time, usual_limits)
{
    cr_assert_eq(gate_usual_limits.instructions, 0.01);
    cr_assert_eq(gate_usual_limits.time, 0.02);
    cr_assert_eq(gate_usual_limits.sight, 0.05);
    cr_assert_eq(gate_usual_limits.error, 0.01);
}

/* --- the sign test --------------------------------------------------------------------------- */

/* So many launches that rose (or, with a minus, fell) by 3 %, more than the limit; the others by
 * 1 %. */
Test(gate_time, one_sided_sign_test)
{
    static const struct {
        const char *source;
        size_t launches, beyond;
        double p;
    } rows[] = {
        {"0.000201225, as tables have it", 20, 18, 211 / 1048576.0},
        {"Darlington, The sign test from exact numbers of combinations: 79/4096", 12, 10,
         79 / 4096.0},
        {"Lane, HyperStat: 7 of 8, 0.0352", 8, 7, 0.03515625},
        {"Dey, Manjourides, Randles 2019: 15 of 18, half of 0.0075", 18, 15, 988 / 262144.0},
        {"binomial table, n = 10: 9 or more", 10, 9, 0.0107421875},
        {"binomial table, n = 15: 12 or more", 15, 12, 0.017578125},
        {"0.000162", 30, 25, 174437 / 1073741824.0},
        {"all of 13", 13, 13, 1 / 8192.0},
        {"half of 10: 638 / 1024", 10, 5, 0.623046875},
        {"none", 10, 0, 1},
        {"one of one", 1, 1, 0.5},
        {"none of one", 1, 0, 1},
    };
    for (size_t i = 0; i < COUNT(rows); i++)
        for (int sign = -1; sign <= 1; sign += 2) {
            double log_ratios[LAUNCHES_MAX];
            for (size_t j = 0; j < rows[i].launches; j++)
                log_ratios[j] = log1p(sign * (j < rows[i].beyond ? 0.03 : 0.01));
            struct gate_time is = time_of(log_ratios, rows[i].launches, 1, &gate_usual_limits);
            double p = sign > 0 ? is.p : is.p_faster, other = sign > 0 ? is.p_faster : is.p;
            cr_assert(near(p, rows[i].p), "%s: %.12g", rows[i].source, p);
            cr_assert_eq(other, 1, "%s: %g for the other side", rows[i].source, other);
            cr_assert(isnan(is.adjusted_p) && isnan(is.adjusted_p_faster), "not adjusted yet");
        }
}

/* Triola, Elementary Statistics, Table A-7: so many launches of the less frequent sign are the most
 * that are significant, with an error of 0.005, 0.01, 0.025 and 0.05 in one tail. The bounds are
 * the values after them. */
Test(gate_time, bounds_are_at_the_ranks_of_the_published_table)
{
    static const struct {
        size_t n;
        int at[4];
    } rows[] = {
        {4, {-1, -1, -1, -1}}, {5, {-1, -1, -1, 0}}, {6, {-1, -1, 0, 0}},
        {7, {-1, 0, 0, 0}},    {8, {0, 0, 0, 1}},    {10, {0, 0, 1, 1}},
        {15, {2, 2, 3, 3}},    {20, {3, 4, 5, 5}},   {25, {5, 6, 7, 7}},
    };
    static const double errors[] = {0.005, 0.01, 0.025, 0.05};
    for (size_t i = 0; i < COUNT(rows); i++)
        for (size_t j = 0; j < COUNT(errors); j++)
            for (size_t table = 1; table <= 57; table += 56) {
                struct gate_limits limits = gate_usual_limits;
                limits.error = errors[j] * (double)table; /* each row has its part of it */
                if (limits.error >= 0.5)
                    continue;
                size_t n = rows[i].n, rank = (size_t)(rows[i].at[j] + 1);
                double log_ratios[LAUNCHES_MAX];
                for (size_t k = 0; k < n; k++) /* in no order: 7 has no part in these n */
                    log_ratios[k] = 0.01 * (double)((k * 11 + 3) % n + 1);
                struct gate_time is = time_of(log_ratios, n, table, &limits);
                double low = rank > 0 ? expm1(0.01 * (double)rank) : -1;
                double high = rank > 0 ? expm1(0.01 * (double)(n + 1 - rank)) : INFINITY;
                cr_assert(is.low == low || near(is.low, low), "n = %zu: %g", n, is.low);
                cr_assert(is.high == high || near(is.high, high), "n = %zu: %g", n, is.high);
                cr_assert(near(is.rise, expm1(0.005 * (double)(n + 1))), "n = %zu: %g", n, is.rise);
            }
}

Test(gate_time, what_cannot_be_known)
{
    const double broken[] = {NAN, INFINITY, -INFINITY, NAN};
    struct gate_time is = time_of(NULL, 0, 57, &gate_usual_limits);
    cr_assert(is.launches == 0 && isnan(is.rise) && is.low == -1 && isinf(is.high) && isnan(is.p) &&
                  isnan(is.p_faster),
              "not timed");
    is = time_of(broken, 4, 57, &gate_usual_limits);
    cr_assert(is.launches == 4 && isnan(is.rise) && is.low == -1 && isinf(is.high) && is.p == 1 &&
                  is.p_faster == 1,
              "nothing known");
    const double one = 0.5;
    is = time_of(&one, 1, 57, &gate_usual_limits);
    cr_assert(near(is.rise, expm1(0.5)) && is.low == -1 && isinf(is.high));
}

/* A limit of exactly this logarithm. */
static struct gate_limits limits_at(double log_ratio, double error)
{
    struct gate_limits limits = gate_usual_limits;
    limits.time = expm1(log_ratio);
    limits.error = error;
    return limits;
}

Test(gate_time, a_tie_is_no_rise)
{
    double log_ratios[20];
    for (size_t i = 0; i < COUNT(log_ratios); i++)
        log_ratios[i] = i < 18 ? 0.1 : 0.02;
    struct gate_limits limits = limits_at(0.02, 0.01);
    cr_assert(near(time_of(log_ratios, 20, 1, &limits).p, 211 / 1048576.0));
    limits = limits_at(0.1, 0.01);
    struct gate_time is = time_of(log_ratios, 20, 1, &limits);
    cr_assert(is.p == 1 && is.low == limits.time, "%g", is.low);
}

/* --- every outcome of few launches ----------------------------------------------------------- */

enum { FEW = 5 };

static size_t ones(size_t bits)
{
    size_t count = 0;
    for (; bits != 0; bits /= 2)
        count += bits % 2;
    return count;
}

/* P(B >= least), of all 2^n outcomes of n tosses. */
static double chance_of_at_least(size_t least, size_t n)
{
    size_t count = 0, outcomes = (size_t)1 << n;
    for (size_t outcome = 0; outcome < outcomes; outcome++)
        count += ones(outcome) >= least;
    return (double)count / (double)outcomes;
}

/* So many values are smaller. */
static size_t count_below(const double *values, size_t n, double value)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        count += values[i] < value;
    return count;
}

/* The largest of the values that the true median is above but for the error, that is, which fewer
 * than r values lie below, where P(B < r) is within the error. -1 for none. */
static double bound_of(const double *values, size_t n, double error)
{
    double bound = -INFINITY;
    for (size_t i = 0; i < n; i++) {
        size_t below = count_below(values, n, values[i]);
        if (chance_of_at_least(n - below, n) <= error && values[i] > bound)
            bound = values[i];
    }
    return expm1(bound);
}

static void check_outcome(const double *log_ratios, size_t n, size_t rows,
                          const struct gate_limits *limits)
{
    double worst[FEW], best[FEW]; /* what the unknown ones might have been; the best mirrored */
    size_t above = 0, below = 0;
    for (size_t i = 0; i < n; i++) {
        bool known = !isnan(log_ratios[i]);
        worst[i] = known ? log_ratios[i] : -INFINITY;
        best[i] = known ? -log_ratios[i] : -INFINITY;
        above += known && expm1(log_ratios[i]) > limits->time;
        below += known && expm1(log_ratios[i]) < -limits->time;
    }
    struct gate_time is = time_of(log_ratios, n, rows, limits);
    double error = limits->error / (double)rows, mirrored = bound_of(best, n, error);
    cr_assert(is.launches == n);
    cr_assert(near(is.p, chance_of_at_least(above, n)), "%zu of %zu: %g", above, n, is.p);
    cr_assert(near(is.p_faster, chance_of_at_least(below, n)), "%zu: %g", below, is.p_faster);
    cr_assert(near(is.low, bound_of(worst, n, error)), "%zu, %g: %g", n, error, is.low);
    double high = mirrored > -1 ? 1 / (1 + mirrored) - 1 : INFINITY;
    cr_assert(is.high == high || near(is.high, high), "%zu, %g: %g", n, error, is.high);
    cr_assert_eq(is.low > limits->time, is.p <= error * (1 + 1e-9), "%g, p = %g", is.low, is.p);
    cr_assert_eq(is.high < -limits->time, is.p_faster <= error * (1 + 1e-9), "%g, p = %g", is.high,
                 is.p_faster);
}

/* Each launch is below, at or above the limit, or unknown. */
Test(gate_time, every_outcome_of_few_launches)
{
    static const double errors[] = {0.01, 0.0625, 0.1, 0.2, 0.4}, limits[] = {0, 0.02};
    for (size_t n = 1; n <= FEW; n++)
        for (size_t outcome = 0; outcome < (size_t)1 << 2 * n; outcome++)
            for (size_t setting = 0; setting < COUNT(errors) * COUNT(limits); setting++) {
                double at = limits[setting % COUNT(limits)], log_ratios[FEW];
                struct gate_limits is = limits_at(at, errors[setting / COUNT(limits)]);
                for (size_t i = 0; i < n; i++) {
                    double beyond = 0.1 + 0.01 * (double)i;
                    const double kinds[] = {at - beyond, at, at + beyond, NAN};
                    log_ratios[i] = kinds[outcome >> 2 * i & 3];
                }
                check_outcome(log_ratios, n, 1 + outcome % 3, &is);
            }
}

/* --- all rows -------------------------------------------------------------------------------- */

enum { ROWS_MAX = 8 };

/* Of one run, by p; a p below 0 is a row that was not timed. */
static void fill(struct gate *gate, struct gate_row *rows, const double *p, const double *p_faster,
                 size_t count, bool again)
{
    *gate = (struct gate){.limits = gate_usual_limits, .rows = rows, .row_count = count};
    for (size_t i = 0; i < count; i++)
        *(again ? &rows[i].again : &rows[i].first) = (struct gate_time){
            .launches = p[i] < 0 ? 0 : 30,
            .p = p[i],
            .p_faster = p_faster[i],
            .adjusted_p = -7,
            .adjusted_p_faster = -7,
        };
}

/* Wikipedia's and R's examples of Holm's method, as in test_bench_stats_table.c. */
Test(gate_time, p_values_are_adjusted_over_the_rows_that_were_timed)
{
    static const double p[] = {.01, -1, .04, .03, -1, .005};
    static const double adjusted[] = {.03, -7, .06, .06, -7, .02};
    static const double faster[] = {.5, 1e-9, .003, .32, 1e-9, .054};
    static const double adjusted_faster[] = {.64, -7, .012, .64, -7, .162};
    for (int again = 0; again <= 1; again++) {
        struct gate gate;
        struct gate_row rows[ROWS_MAX] = {0};
        fill(&gate, rows, p, faster, COUNT(p), again);
        cr_assert(gate_adjust(&gate, again));
        for (size_t i = 0; i < COUNT(p); i++) {
            const struct gate_time *is = again ? &rows[i].again : &rows[i].first;
            const struct gate_time *other = again ? &rows[i].first : &rows[i].again;
            cr_assert(near(is->adjusted_p, adjusted[i]), "%zu: %g", i, is->adjusted_p);
            cr_assert(near(is->adjusted_p_faster, adjusted_faster[i]), "%zu: %g", i,
                      is->adjusted_p_faster);
            cr_assert(other->adjusted_p == 0 && other->adjusted_p_faster == 0, "the other run");
        }
    }
}

Test(gate_time, each_run_is_a_family_of_its_own)
{
    static const double p[] = {.001, .9, .001, -1}, again[] = {.004, -1, .005, -1};
    struct gate gate;
    struct gate_row rows[ROWS_MAX] = {0};
    fill(&gate, rows, p, p, COUNT(p), false);
    fill(&gate, rows, again, again, COUNT(p), true);
    cr_assert(gate_adjust(&gate, false));
    cr_assert(near(rows[0].first.adjusted_p, .003) && near(rows[2].first.adjusted_p, .003));
    cr_assert(rows[0].again.adjusted_p == -7, "only the first");
    cr_assert(gate_adjust(&gate, true));
    cr_assert(near(rows[0].again.adjusted_p, .008) && near(rows[2].again.adjusted_p, .008));
    cr_assert(near(rows[0].first.adjusted_p, .003), "only the second");
}

Test(gate_time, nothing_to_adjust)
{
    struct gate gate;
    struct gate_row rows[ROWS_MAX] = {0};
    static const double none[] = {-1, -1};
    fill(&gate, NULL, NULL, NULL, 0, false);
    cr_assert(gate_adjust(&gate, false) && gate_adjust(&gate, true), "no rows");
    fill(&gate, rows, none, none, 2, false);
    cr_assert(gate_adjust(&gate, false) && rows[0].first.adjusted_p == -7, "none was timed");
}

Test(gate_time, suspects_are_what_the_first_run_calls_slower)
{
    static const struct {
        const char *what;
        struct gate_time first, again;
        bool is;
    } rows[] = {
        {"slower", {.launches = 30, .adjusted_p = 0.009}, {0}, true},
        {"at the error", {.launches = 30, .adjusted_p = 0.01}, {0}, true},
        {"not slower", {.launches = 30, .adjusted_p = 0.0101}, {0}, false},
        {"not timed", {.launches = 0, .adjusted_p = 0}, {0}, false},
        {"not adjusted", {.launches = 30, .adjusted_p = NAN}, {0}, false},
        {"by itself", {.launches = 30, .p = 0.001, .adjusted_p = 0.03}, {0}, false},
        {"faster", {.launches = 30, .adjusted_p = 1, .adjusted_p_faster = 0}, {0}, false},
        {"the second run", {.launches = 30, .adjusted_p = 1}, {.launches = 60}, false},
    };
    struct gate gate = {.limits = gate_usual_limits};
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct gate_row row = {.first = rows[i].first, .again = rows[i].again};
        cr_assert_eq(gate_is_suspect(&gate, &row), rows[i].is, "%s", rows[i].what);
    }
}
