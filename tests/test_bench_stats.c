/* Statistics over launches, against published tables and examples. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "statistics.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* --- the interval's ranks -------------------------------------------------------------------- */

struct sign_limits {
    size_t n;
    int at[4]; /* levels 99, 98, 95 and 90 %: so many of the less frequent sign, or -1 for none */
};

/* Triola, Elementary Statistics, Table A-7 (p. 741), Critical Values for the Sign Test, two tails.
 * A count up to the critical value is significant, so the interval begins at the rank after it. */
static const struct sign_limits published_limits[] = {
    {1, {-1, -1, -1, -1}}, {2, {-1, -1, -1, -1}}, {3, {-1, -1, -1, -1}}, {4, {-1, -1, -1, -1}},
    {5, {-1, -1, -1, 0}},  {6, {-1, -1, 0, 0}},   {7, {-1, 0, 0, 0}},    {8, {0, 0, 0, 1}},
    {9, {0, 0, 1, 1}},     {10, {0, 0, 1, 1}},    {11, {0, 1, 1, 2}},    {12, {1, 1, 2, 2}},
    {13, {1, 1, 2, 3}},    {14, {1, 2, 2, 3}},    {15, {2, 2, 3, 3}},    {16, {2, 2, 3, 4}},
    {17, {2, 3, 4, 4}},    {18, {3, 3, 4, 5}},    {19, {3, 4, 4, 5}},    {20, {3, 4, 5, 5}},
    {21, {4, 4, 5, 6}},    {22, {4, 5, 5, 6}},    {23, {4, 5, 6, 7}},    {24, {5, 5, 6, 7}},
    {25, {5, 6, 7, 7}},
};

Test(bench_launches, ranks_are_those_of_the_published_table)
{
    static const double levels[] = {0.99, 0.98, 0.95, 0.90};
    for (size_t i = 0; i < COUNT(published_limits); i++) {
        const struct sign_limits *is = &published_limits[i];
        for (size_t j = 0; j < COUNT(levels); j++) {
            double coverage;
            size_t rank = stats_interval_rank(is->n, levels[j], &coverage);
            cr_assert_eq((int)rank, is->at[j] + 1, "n = %zu, level %g: rank %zu", is->n, levels[j],
                         rank);
            cr_assert_eq(rank > 0, coverage >= levels[j], "n = %zu: coverage %g", is->n, coverage);
        }
    }
}

/* Table A.7, Confidence Intervals for the Population Median (a textbook's appendix, p. 656, as
 * shown at coursehero.com/file/5646626), with one decimal; n = 10 and 20 with more. The narrowest
 * interval of at least 95 %, or else the widest; n = 0 and 1 are beside it. */
Test(bench_launches, coverage_is_that_of_the_published_table)
{
    static const struct {
        size_t n, rank;
        double percent, tolerance;
    } rows[] = {
        {2, 0, 50.0, .05},  {3, 0, 75.0, .05},      {4, 0, 87.5, .05},  {5, 0, 93.8, .0501},
        {6, 1, 96.9, .05},  {7, 1, 98.4, .05},      {8, 1, 99.2, .05},  {9, 2, 96.1, .05},
        {10, 2, 97.9, .05}, {10, 2, 97.8516, 5e-5}, {11, 2, 98.8, .05}, {12, 3, 96.1, .05},
        {13, 3, 97.8, .05}, {14, 3, 98.7, .05},     {15, 4, 96.5, .05}, {16, 4, 97.9, .05},
        {17, 5, 95.1, .05}, {18, 5, 96.9, .05},     {19, 5, 98.1, .05}, {20, 6, 95.9, .05},
        {0, 0, 0, 1e-9},    {1, 0, 0, 1e-9},        {5, 0, 93.75, 0},   {20, 6, 95.8611, 5e-5},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        double coverage;
        size_t rank = stats_interval_rank(rows[i].n, 0.95, &coverage);
        cr_assert_eq(rank, rows[i].rank, "n = %zu: rank %zu", rows[i].n, rank);
        cr_assert(fabs(100 * coverage - rows[i].percent) <= rows[i].tolerance + 1e-9,
                  "n = %zu: %.8g %%", rows[i].n, 100 * coverage);
    }
}

/* Pascal's triangle in whole numbers: what lies outside the interval, of 2^n outcomes. */
Test(bench_launches, coverage_is_exact)
{
    for (size_t n = 1; n <= 40; n++) {  /* a double still tells these levels from 1 */
        uint64_t choose = 1, below = 0; /* n over k, and the sum before it */
        for (size_t k = 0; k < n / 2; k++) {
            below += choose;
            choose = choose * (n - k) / (k + 1);
            double exact = 1 - ldexp((double)below, 1 - (int)n);
            double coverage;
            size_t rank = stats_interval_rank(n, exact, &coverage);
            cr_assert_eq(rank, k + 1, "n = %zu: asked for %.17g, rank %zu", n, exact, rank);
            cr_assert(fabs(coverage - exact) < 1e-12, "n = %zu, rank %zu: %.17g", n, rank,
                      coverage);
        }
    }
}

Test(bench_launches, levels_that_are_none_give_no_interval)
{
    static const double levels[] = {0, -1, 1, 1.5, NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < COUNT(levels); i++) {
        double coverage;
        cr_assert_eq(stats_interval_rank(20, levels[i], &coverage), 0, "level %g", levels[i]);
        cr_assert_eq(stats_launches_needed(levels[i], 1), 0, "level %g", levels[i]);
        cr_assert_not(stats_significant(0, levels[i]), "level %g", levels[i]);
    }
    double coverage;
    cr_assert_eq(stats_interval_rank(3, 1e-12, &coverage), 1, "from low to high, however little");
    cr_assert(stats_significant(0.05, 0.95) && !stats_significant(0.0501, 0.95));
    cr_assert_not(stats_significant(NAN, 0.95));
}

/* 2^(1 - n) is the smallest p of n launches. */
Test(bench_launches, how_many_a_table_needs)
{
    static const struct {
        double level;
        size_t rows, launches;
    } cases[] = {{0.95, 1, 6}, {0.95, 2, 7},   {0.95, 18, 10},  {0.95, 27, 11},  {0.95, 60, 12},
                 {0.99, 1, 8}, {0.9375, 1, 5}, {0.93751, 1, 6}, {0.9375, 16, 9}, {0.5, 1, 2},
                 {0.01, 1, 2}, {0.95, 0, 0},   {0.75, 1, 3},    {0.75, 256, 11}};
    for (size_t i = 0; i < COUNT(cases); i++)
        cr_assert_eq(stats_launches_needed(cases[i].level, cases[i].rows), cases[i].launches,
                     "level %g, %zu rows: %zu", cases[i].level, cases[i].rows,
                     stats_launches_needed(cases[i].level, cases[i].rows));
}

/* --- the sign test --------------------------------------------------------------------------- */

Test(bench_launches, sign_test)
{
    static const struct {
        const char *source;
        size_t below, above, ties;
        double p;
    } rows[] = {
        {"Darlington, The sign test from exact numbers of combinations: 79/4096 one-tailed", 10, 2,
         0, 2 * 79 / 4096.0},
        {"the same, other side", 2, 10, 0, 2 * 79 / 4096.0},
        {"Lane, HyperStat: 7 of 8, 0.0352 one-tailed", 1, 7, 0, 2 * 9 / 256.0},
        {"Dey, Manjourides, Randles 2019: 15 of 18, 0.0075", 3, 15, 0, 2 * 988 / 262144.0},
        {"their 2 zeroes kept: 4 of 20", 3, 15, 2, 2 * 6196 / 1048576.0},
        {"an odd tie goes to the smaller side: 2 of 12", 1, 10, 1, 2 * 79 / 4096.0},
        {"six and ninety-four ties: 47 of 100", 0, 6, 94, 0.617299413589},
        {"as many below as above", 5, 5, 0, 1},
        {"one more below: 2 * (1/2)", 4, 3, 0, 1},
        {"ties alone", 0, 0, 7, 1},
        {"one launch says nothing", 1, 0, 0, 1},
        {"one tie", 0, 0, 1, 1},
        {"two: 2 / 4", 0, 2, 0, 0.5},
        {"ten alike: 2 / 1024", 10, 0, 0, 1 / 512.0},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        double p = stats_sign_p(rows[i].below, rows[i].above, rows[i].ties, 0);
        cr_assert(fabs(p - rows[i].p) < 1e-12, "%s: %.12g", rows[i].source, p);
    }
    cr_assert(isnan(stats_sign_p(0, 0, 0, 0)), "no launches");
}

/* --- one series ------------------------------------------------------------------------------ */

Test(bench_launches, median_of_odd_values)
{
    double values[] = {3, NAN, 1};
    cr_assert(isnan(stats_median(values, 3)), "NaN has no place in an order");
    struct stats_spread spread = stats_spread_of(values, 3);
    cr_assert(isnan(spread.median) && isnan(spread.mad), "nor a deviation");
    double huge[] = {1e300, -1e300, 1e300, 1e300};
    cr_assert_eq(stats_median(huge, 4), 1e300);
    double infinite[] = {INFINITY, 1, 2};
    cr_assert_eq(stats_median(infinite, 3), 2);
    double largest[] = {DBL_MAX, DBL_MAX};
    cr_assert(isinf(stats_median(largest, 2)), "the mean of the middle two overflows");
}

/* Medians and deviations by hand; the limit is 7.413 deviations. */
Test(bench_launches, outliers_are_counted_and_stay)
{
    static const struct {
        const char *rule;
        size_t count;
        double times[9];
        double median, mad;
        size_t outliers;
    } rows[] = {
        {"one far off", 9, {98, 99, 100, 100, 101, 102, 100, 99, 200}, 100, 1, 1},
        {"7.4 deviations are none, 7.42 are", 7, {107.4, 99, 100, 101, 92.58, 99, 101}, 100, 1, 1},
        {"a deviation of 0 makes all others outliers", 5, {7, 7, 7, 7.5, 6}, 7, 0, 2},
        {"equal values", 4, {3, 3, 3, 3}, 3, 0, 0},
        {"one value", 1, {3}, 3, 0, 0},
        {"huge values", 3, {1e300, 2e300, 3e300}, 2e300, 1e300, 0},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        double scratch[9];
        struct stats_times is = stats_times_of(rows[i].times, rows[i].count, scratch);
        cr_assert_eq(is.count, rows[i].count);
        cr_assert_eq(is.spread.median, rows[i].median, "%s: %g", rows[i].rule, is.spread.median);
        cr_assert(near(is.spread.mad, rows[i].mad), "%s: %g", rows[i].rule, is.spread.mad);
        cr_assert_eq(is.outliers, rows[i].outliers, "%s: %zu", rows[i].rule, is.outliers);
    }
    const double broken[] = {1, NAN, 1};
    double scratch[3];
    struct stats_times is = stats_times_of(broken, 3, scratch);
    cr_assert(isnan(is.spread.median) && isnan(is.spread.mad) && is.outliers == 0);
    is = stats_times_of(NULL, 0, NULL);
    cr_assert(isnan(is.spread.median) && is.count == 0 && is.outliers == 0, "no times");
}

/* --- a ratio, over launches ------------------------------------------------------------------ */

Test(bench_launches, log_ratio_of_a_launch)
{
    static const struct {
        const char *rule;
        size_t rounds;
        double board[4], reference[4];
        double ratio;
    } rows[] = {
        {"the machine slows down in round 2: no matter", 3, {5, 50, 5}, {10, 100, 10}, 0.5},
        {"the median of 2, 1 and 8", 3, {2, 3, 8}, {1, 3, 1}, 2},
        {"even: the geometric mean of the middle two, 2 and 8", 4, {1, 2, 8, 99}, {1, 1, 1, 1}, 4},
        {"one round", 1, {3}, {1}, 3},
        {"equal", 2, {0.1, 7}, {0.1, 7}, 1},
        {"no rounds", 0, {0}, {0}, NAN},
        {"a time of 0", 2, {1, 0}, {1, 1}, NAN},
        {"a reference of 0", 2, {1, 1}, {0, 1}, NAN},
        {"a negative time", 1, {-1}, {-1}, NAN},
        {"an infinite time", 3, {1, INFINITY, 1}, {1, 1, 1}, NAN},
        {"NaN", 3, {1, 1, 1}, {1, NAN, 1}, NAN},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        double scratch[4];
        double up = stats_log_ratio(rows[i].board, rows[i].reference, rows[i].rounds, scratch);
        double down = stats_log_ratio(rows[i].reference, rows[i].board, rows[i].rounds, scratch);
        if (isnan(rows[i].ratio))
            cr_assert(isnan(up) && isnan(down), "%s", rows[i].rule);
        else
            cr_assert(near(exp(up), rows[i].ratio) && up == -down, "%s: %g, %g", rows[i].rule,
                      exp(up), exp(down));
    }
    const double largest = DBL_MAX, smallest = DBL_MIN;
    double scratch;
    cr_assert(near(stats_log_ratio(&largest, &smallest, 1, &scratch), log(DBL_MAX) - log(DBL_MIN)),
              "a quotient that would overflow");
}

Test(bench_launches, interval_of_published_data)
{
    /* Plasma beta-endorphin of 11 runners (Altman and others, Statistics with Confidence, 2000):
     * the 2nd to the 10th value. */
    const double runners[] = {177, 66, 71.2, 83, 83.6, 101, 107.6, 122, 143, 160, 414};
    double scratch[19];
    struct stats_estimate is = stats_estimate_of(runners, 11, 0.95, scratch);
    cr_assert(is.rank == 2 && is.low == 71.2 && is.median == 107.6 && is.high == 177,
              "%g, %g to %g", is.median, is.low, is.high);
    cr_assert(near(is.coverage, 1 - 24 / 2048.0), "%g", is.coverage);
    cr_assert(near(is.p, 2 / 2048.0), "all above 0: %g", is.p);

    /* The example of ci.median() in the R package statpsych: 20.7, from 10.8 to 30.9. */
    const double sample[] = {30.2, 20.4, 15.1, 10.2, 10.5, 60.8, 20.8, 25.0, 20.7, 30.9,
                             10.8, 5.1,  50.9, 40.0, 20.9, 10.8, 0,    20.5, 50.8};
    is = stats_estimate_of(sample, 19, 0.95, scratch);
    cr_assert(is.median == 20.7 && is.low == 10.8 && is.high == 30.9, "%g, %g to %g", is.median,
              is.low, is.high);
}

Test(bench_launches, what_cannot_be_known_is_nan)
{
    const double five[] = {0.1, 0.2, 0.3, 0.4, 0.5};
    struct stats_estimate is = estimate_of(five, 5);
    cr_assert(is.rank == 0 && isnan(is.low) && isnan(is.high), "five launches have no interval");
    cr_assert(near(is.coverage, 0.9375) && is.median == 0.3 && near(is.p, 0.0625));

    is = estimate_of(NULL, 0);
    cr_assert(is.launches == 0 && is.rank == 0 && isnan(is.median) && isnan(is.low) &&
                  isnan(is.p) && is.coverage == 0,
              "no launches");
    is = estimate_of(five, 1);
    cr_assert(is.median == 0.1 && is.rank == 0 && isnan(is.low) && is.p == 1 && is.coverage == 0,
              "one launch");

    static const double broken[] = {NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < COUNT(broken); i++) {
        const double launches[] = {1, 2, broken[i], 3, 4, 5, 6, 7};
        is = estimate_of(launches, 8);
        cr_assert(is.launches == 8 && is.untrusted == 1 && is.median == 4, "%g", is.median);
        cr_assert(is.rank == 0 && isnan(is.low) && isnan(is.high) && isnan(is.coverage),
                  "a launch without a ratio: %g", broken[i]);
        cr_assert(near(is.p, 2 * 9 / 256.0), "at most one of eight below: %g", is.p);
    }

    const double equal[] = {0, 0, 0, 0, 0, 0, 0};
    is = estimate_of(equal, 7);
    cr_assert(is.rank == 1 && is.low == 0 && is.high == 0 && is.p == 1, "equal values");
}

/* Of 20 values the interval is from the 6th to the 15th, of 60 from the 22nd to the 39th, as tables
 * have it. The known values are 1, 2, 3, ...: below them all, unknown ones move the first end down
 * by their number; above them all, they leave the second where it is. */
Test(bench_launches, untrusted_launches_cost_ranks)
{
    static const struct {
        size_t launches, untrusted;
        double low, high; /* 0: no interval */
    } rows[] = {{20, 0, 6, 15},  {20, 1, 5, 15},  {20, 5, 1, 15}, {20, 6, 0, 0},
                {60, 1, 21, 39}, {60, 21, 1, 39}, {60, 22, 0, 0}, {5, 1, 0, 0}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        double values[LAUNCHES_MAX];
        for (size_t j = 0; j < rows[i].launches; j++)
            values[j] = j < rows[i].untrusted ? NAN : (double)(j - rows[i].untrusted + 1);
        struct stats_estimate is = estimate_of(values, rows[i].launches);
        bool none = rows[i].low == 0;
        cr_assert_eq(is.untrusted, rows[i].untrusted);
        cr_assert(none ? is.rank == 0 && isnan(is.low) && isnan(is.coverage)
                       : is.low == rows[i].low && is.high == rows[i].high && is.coverage >= 0.95,
                  "%zu of %zu: %g to %g", rows[i].untrusted, rows[i].launches, is.low, is.high);
    }
    /* All but one above, as in a table of nine to one: 2 * 11 / 1024. */
    const double nine[] = {1, 1, 1, 1, NAN, 1, 1, 1, 1, 1};
    struct stats_estimate is = estimate_of(nine, 10);
    cr_assert(near(is.p, 22 / 1024.0) && near(is.least_p, 22 / 1024.0), "%g", is.p);
    const double even[] = {-1, -1, 1, 1, NAN, NAN};
    cr_assert_eq(estimate_of(even, 6).p, 1, "they may balance the others");
}

/* Whatever the unknown values are, the interval contains that of all values, and p is no less. */
Test(bench_launches, untrusted_launches_may_have_been_anything)
{
    enum { LAUNCHES = 24, TRIALS = 2000 };
    static const double anything[] = {-1e300, -0.5, 0, 0.5, 1e300};
    uint64_t state = 5;
    for (size_t trial = 0; trial < TRIALS; trial++) {
        double known[LAUNCHES], all[LAUNCHES];
        size_t untrusted = trial % 9;
        for (size_t i = 0; i < LAUNCHES; i++) {
            all[i] = known[i] = skew(&state) + 0.5;
            if (i >= untrusted)
                continue;
            known[i] = NAN;
            all[i] = anything[(size_t)(uniform(&state) * COUNT(anything))];
        }
        struct stats_estimate is = estimate_of(known, LAUNCHES),
                              of_all = estimate_of(all, LAUNCHES);
        cr_assert(is.p >= of_all.p - 1e-12, "%g, not %g", is.p, of_all.p);
        cr_assert_eq(is.rank == 0, untrusted >= of_all.rank);
        if (is.rank > 0)
            cr_assert(is.low <= of_all.low && is.high >= of_all.high, "%g to %g", is.low, is.high);
        cr_assert(is.rank == 0 || (is.low <= 0 && is.high >= 0) == !stats_significant(is.p, 0.95));
    }
}

Test(bench_launches, speed_is_the_ratio_the_other_way_up)
{
    const double halved[] = {log(0.5), log(0.5), log(0.5), log(0.25), log(0.25), log(1), log(0.5)};
    struct stats_estimate is = estimate_of(halved, 7);
    struct stats_speed speed = stats_speed_of(&is);
    cr_assert(near(speed.low, 1) && near(speed.median, 2) && near(speed.high, 4), "%g, %g to %g",
              speed.median, speed.low, speed.high);
    is = estimate_of(halved, 2);
    speed = stats_speed_of(&is);
    cr_assert(near(speed.median, 2) && isnan(speed.low) && isnan(speed.high));
}

Test(bench_launches, geometric_mean_by_hand)
{
    /* Two workloads, three launches: sqrt(2 * 8), sqrt(1/2 * 2), and one that lacks a workload. */
    const double log_ratios[] = {log(2), log(0.5), log(3), log(8), log(2), NAN};
    double means[3];
    stats_mean_log_ratios(log_ratios, 2, 3, means);
    cr_assert(near(exp(means[0]), 4) && near(exp(means[1]), 1) && isnan(means[2]), "%g, %g, %g",
              exp(means[0]), exp(means[1]), means[2]);
    stats_mean_log_ratios(log_ratios, 1, 3, means);
    cr_assert(means[0] == log(2) && means[1] == log(0.5) && means[2] == log(3), "one workload");
    stats_mean_log_ratios(NULL, 0, 3, means);
    cr_assert(isnan(means[0]) && isnan(means[1]) && isnan(means[2]), "no workloads");
    stats_mean_log_ratios(NULL, 2, 0, NULL);
}

/* --- simulations ----------------------------------------------------------------------------- */

Test(bench_launches, interval_covers_the_median_as_often_as_it_says)
{
    enum { TRIALS = 20000 };
    static const struct {
        size_t launches, covered;
    } rows[] = {{6, 19385}, {10, 19583}, {20, 19207}, {41, 19469}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        uint64_t state = 20261130 + rows[i].launches;
        struct stats_estimate is = {.rank = 0};
        size_t covered = 0;
        for (size_t trial = 0; trial < TRIALS; trial++) {
            double launches[LAUNCHES_MAX];
            for (size_t j = 0; j < rows[i].launches; j++)
                launches[j] = skew(&state);
            is = estimate_of(launches, rows[i].launches);
            covered += is.low <= 0 && is.high >= 0;
        }
        cr_assert_eq(covered, rows[i].covered, "%zu launches: %zu", rows[i].launches, covered);
        cr_assert(fabs((double)covered - TRIALS * is.coverage) <= 3 * sigma(is.coverage, TRIALS),
                  "%zu launches: %zu of %d for %g", rows[i].launches, covered, TRIALS, is.coverage);
        cr_assert(is.coverage >= 0.95);
    }
}

/* Why launches and not rounds: each launch has a bias of its own, which its rounds share. */
Test(bench_launches, many_rounds_do_not_replace_launches)
{
    enum { TRIALS = 1000, LAUNCHES = 10, ROUNDS = 25 };
    const double truth = log(0.9);
    uint64_t state = 7;
    size_t covered = 0, covered_by_rounds = 0;
    for (size_t trial = 0; trial < TRIALS; trial++) {
        double launches[LAUNCHES], rounds[LAUNCHES * ROUNDS], scratch[LAUNCHES * ROUNDS];
        for (size_t i = 0; i < LAUNCHES; i++) {
            double bias = exp(0.05 * (uniform(&state) - 0.5)), board[ROUNDS], reference[ROUNDS];
            for (size_t j = 0; j < ROUNDS; j++) {
                reference[j] = 100 * (1 + uniform(&state)); /* a noisy machine */
                board[j] = reference[j] * 0.9 * bias * exp(0.01 * (uniform(&state) - 0.5));
                rounds[i * ROUNDS + j] = log(board[j] / reference[j]);
            }
            launches[i] = stats_log_ratio(board, reference, ROUNDS, scratch);
        }
        struct stats_estimate is = estimate_of(launches, LAUNCHES);
        covered += is.low <= truth && is.high >= truth;
        is = stats_estimate_of(rounds, LAUNCHES * ROUNDS, 0.95, scratch);
        covered_by_rounds += is.low <= truth && is.high >= truth;
    }
    cr_assert((double)covered >= TRIALS * 0.95 - 3 * sigma(0.95, TRIALS), "%zu", covered);
    cr_assert((double)covered_by_rounds < TRIALS * 0.75, "%zu", covered_by_rounds);
}
