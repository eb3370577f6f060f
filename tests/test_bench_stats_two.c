/* Two runs compared by ranks, against published tables, a textbook's example and enumeration. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdint.h>

#include "statistics.h"

enum { SIDE_MAX = 61, PAIRS_MAX = SIDE_MAX * SIDE_MAX };

#define COUNT(array) (sizeof(array) / sizeof *(array))

static struct stats_estimate estimate(const double *values, size_t a, const double *base, size_t b,
                                      double level)
{
    static double at_most[PAIRS_MAX / 2 + 1], scratch[PAIRS_MAX];
    stats_rank_sum(a, b, at_most);
    return stats_shift_of(values, a, base, b, at_most, level, scratch);
}

/* --- the distribution ------------------------------------------------------------------------ */

/* In how many of the pairs the value of the first sample comes first, when bit i of `first` says
 * whether the i-th of all values in order is of it. */
static size_t pairs_first(unsigned first, size_t count)
{
    size_t pairs = 0, before = 0;
    for (size_t i = 0; i < count; i++) {
        before += first >> i & 1;
        pairs += first >> i & 1 ? 0 : before;
    }
    return pairs;
}

static size_t bits(unsigned word)
{
    size_t count = 0;
    for (; word; word >>= 1)
        count += word & 1;
    return count;
}

Test(bench_shift, distribution_is_that_of_all_orders)
{
    for (size_t a = 0; a <= 6; a++) {
        for (size_t b = 0; b <= 6; b++) {
            double at_most[19], orders = 0, found[37] = {0}, sum = 0;
            for (unsigned first = 0; first < 1U << (a + b); first++) {
                if (bits(first) != a)
                    continue;
                orders++;
                found[pairs_first(first, a + b)]++;
            }
            stats_rank_sum(a, b, at_most);
            for (size_t u = 0; u <= a * b / 2; u++) {
                sum += found[u];
                cr_assert(near(at_most[u], sum / orders), "%zu and %zu: P(U <= %zu) = %g", a, b, u,
                          at_most[u]);
            }
        }
    }
}

/* Critical values of U, two-tailed, 0.05, from the table at numeracy-bank.net (Statistics,
 * Mann-Whitney U test, step 4), which is that of many textbooks: U up to it is significant. */
static const struct {
    size_t a;
    int of_b[16]; /* 5 to 20 */
} published[] = {
    {5, {2, 3, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 17, 18, 19, 20}},
    {7, {5, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34}},
    {10, {8, 11, 14, 17, 20, 23, 26, 29, 33, 36, 39, 42, 45, 48, 52, 55}},
    {13, {12, 16, 20, 24, 28, 33, 37, 41, 45, 50, 54, 59, 63, 67, 72, 76}},
    {16, {15, 21, 26, 31, 37, 42, 47, 53, 59, 64, 70, 75, 81, 86, 92, 98}},
    {20, {20, 27, 34, 41, 48, 55, 62, 69, 76, 83, 90, 98, 105, 112, 119, 127}},
};

Test(bench_shift, ranks_are_those_of_the_published_table)
{
    static double values[20], base[20];
    for (size_t i = 0; i < COUNT(published); i++) {
        for (size_t b = 5; b <= 20; b++) {
            struct stats_estimate shift = estimate(values, published[i].a, base, b, 0.95);
            cr_assert_eq((int)shift.rank, published[i].of_b[b - 5] + 1, "%zu and %zu: rank %zu",
                         published[i].a, b, shift.rank);
            cr_assert_geq(shift.coverage, 0.95, "%zu and %zu", published[i].a, b);
        }
    }
}

/* By the recursion that Mann and Whitney give: the largest of all values is of one sample or of the
 * other. All terms are positive, so that no digits are lost. */
Test(bench_shift, distribution_of_many_launches)
{
    enum { SIDE = 60, PAIRS = SIDE * SIDE };
    static double p[SIDE + 1][PAIRS + 1], at_most[PAIRS / 2 + 1];
    for (size_t a = 0; a <= SIDE; a++) {
        for (size_t b = 0; b <= SIDE; b++) {
            double share = a + b > 0 ? (double)a / (double)(a + b) : 1;
            for (size_t u = a * b + 1; u-- > 0;) {
                /* Row b still has a - 1; the row before has a already. */
                double other = b > 0 && u <= a * (b - 1) ? p[b - 1][u] : 0;
                double same = a > 0 && u >= b ? p[b][u - b] : 0;
                p[b][u] = a == 0 || b == 0 ? u == 0 : share * same + (1 - share) * other;
            }
        }
    }
    stats_rank_sum(SIDE, SIDE, at_most);
    double sum = 0;
    for (size_t u = 0; u <= PAIRS / 2; u++) {
        sum += p[SIDE][u];
        cr_assert(fabs(at_most[u] / sum - 1) < 1e-9, "P(U <= %zu) = %g, not %g", u, at_most[u],
                  sum);
    }
    stats_rank_sum(59, 61, at_most);
    cr_assert(near(at_most[59 * 61 / 2], 0.5), "an odd number of pairs has its middle between two");
}

/* --- estimates ------------------------------------------------------------------------------- */

/* Hollander and Wolfe, Nonparametric Statistical Methods, 1973, p. 69: permeability constants of
 * the human chorioamnion at term and earlier. Their one-sided p is 0.1272. */
static const double at_term[] = {0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46};
static const double earlier[] = {1.15, 0.88, 0.90, 0.74, 1.21};

Test(bench_shift, textbook_example)
{
    struct stats_estimate shift = estimate(at_term, COUNT(at_term), earlier, COUNT(earlier), 0.95);
    cr_assert(near(shift.median, 0.305), "%g", shift.median);
    cr_assert(near(shift.low, -0.15) && near(shift.high, 0.76), "%g to %g", shift.low, shift.high);
    cr_assert(fabs(shift.p / 2 - 0.1272) < 5e-5, "%g", shift.p);
    cr_assert_eq(shift.launches, 15);
    cr_assert_eq(shift.untrusted, 0);

    struct stats_estimate back = estimate(earlier, COUNT(earlier), at_term, COUNT(at_term), 0.95);
    cr_assert(back.median == -shift.median && back.low == -shift.high && back.high == -shift.low,
              "swapping the runs swaps the sign exactly");
    cr_assert_eq(back.p, shift.p);
}

/* --- one side -------------------------------------------------------------------------------- */

static double one_sided(const double *values, size_t a, const double *base, size_t b, double least)
{
    static double at_most[PAIRS_MAX / 2 + 1];
    stats_rank_sum(a, b, at_most);
    return stats_shift_p(values, a, base, b, at_most, least);
}

Test(bench_shift, one_side_of_the_textbook_example)
{
    double p = one_sided(at_term, COUNT(at_term), earlier, COUNT(earlier), 0);
    cr_assert(fabs(p - 0.1272) < 5e-5, "%g", p);
    /* Its 95 % interval is from -0.15: at that, p is at most 2.5 %, and above it, more. */
    cr_assert_leq(one_sided(at_term, COUNT(at_term), earlier, COUNT(earlier), -0.1501), 0.025);
    cr_assert_gt(one_sided(at_term, COUNT(at_term), earlier, COUNT(earlier), -0.1499), 0.025);
    cr_assert_leq(one_sided(earlier, COUNT(earlier), at_term, COUNT(at_term), -0.7601), 0.025);
    cr_assert_gt(one_sided(earlier, COUNT(earlier), at_term, COUNT(at_term), -0.7599), 0.025);
}

/* p is how many of all orders have as many pairs for a rise, or more. */
Test(bench_shift, one_side_is_that_of_all_orders)
{
    enum { A = 4, B = 5, PAIRS = A * B };
    double orders = 0, found[PAIRS + 1] = {0};
    for (unsigned first = 0; first < 1U << (A + B); first++)
        if (bits(first) == A) {
            orders++;
            found[pairs_first(first, A + B)]++; /* base before values: for a rise */
        }
    for (unsigned first = 0; first < 1U << (A + B); first++) {
        double base[A], values[B], expected = 0;
        size_t a = 0, b = 0;
        if (bits(first) != A)
            continue;
        for (unsigned i = 0; i < A + B; i++)
            *(first >> i & 1 ? &base[a++] : &values[b++]) = i;
        for (size_t u = pairs_first(first, A + B); u <= PAIRS; u++)
            expected += found[u] / orders;
        double p = one_sided(values, B, base, A, 0);
        cr_assert(near(p, expected), "order %x: %g, not %g", first, p, expected);
    }
}

Test(bench_shift, what_is_unknown_is_against_a_rise)
{
    const double base[] = {1, 2, 3, 4}, same[] = {5, 6, 7, 8}, one_less[] = {5, 6, 7, NAN},
                 tie[] = {5, 6, 7, 4};
    cr_assert(near(one_sided(same, 4, base, 4, 0), 1 / 70.0));
    cr_assert(near(one_sided(same, 4, base, 4, 1), 2 / 70.0), "5 and 4 are as far apart as that");
    /* Four of 16 pairs are unknown: as if all were against it, the fifth of 70 orders at best. */
    cr_assert(near(one_sided(one_less, 4, base, 4, 0), 12 / 70.0));
    cr_assert_geq(one_sided(one_less, 4, base, 4, 0), one_sided(tie, 4, base, 4, 0));
    cr_assert_eq(one_sided(same, 4, base, 4, NAN), 1);
    cr_assert(isnan(one_sided(same, 0, base, 4, 0)));
}

/* Over all orders of two samples without a difference, the interval contains 0 as often as it says,
 * and misses it when p is small enough. */
Test(bench_shift, coverage_is_exact)
{
    static const struct {
        size_t a, b;
        double level;
    } cases[] = {{4, 4, 0.95}, {5, 5, 0.95}, {3, 6, 0.95}, {5, 6, 0.8}, {2, 3, 0.5}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        size_t a = cases[i].a, b = cases[i].b, orders = 0, hits = 0;
        double coverage = NAN;
        for (unsigned first = 0; first < 1U << (a + b); first++) {
            double sides[2][16];
            size_t counts[2] = {0, 0};
            if (bits(first) != a)
                continue;
            for (size_t at = 0; at < a + b; at++) {
                unsigned side = first >> at & 1;
                sides[side][counts[side]++] = (double)(at * at);
            }
            struct stats_estimate shift = estimate(sides[1], a, sides[0], b, cases[i].level);
            bool hit = shift.low <= 0 && shift.high >= 0;
            cr_assert_eq(hit, !stats_significant(shift.p, cases[i].level), "order %u", first);
            orders++;
            hits += hit;
            coverage = shift.coverage;
        }
        cr_assert(near((double)hits / (double)orders, coverage), "%zu and %zu: %zu of %zu", a, b,
                  hits, orders);
        cr_assert_geq(coverage, cases[i].level);
    }
}

Test(bench_shift, ties_are_no_difference)
{
    static const double low[] = {1, 1, 1, 1, 1, 2}, same[] = {1, 1, 1, 1, 1, 1};
    struct stats_estimate shift = estimate(low, 6, same, 6, 0.95);
    cr_assert_eq(shift.p, 1, "six pairs of 36 differ");
    cr_assert(shift.low == 0 && shift.high == 1, "rank 6: the sixth largest is one of the six");

    /* 21 pairs above, 4 at 0: as if U was 4, which 12 of 252 orders have or less, on either side.
     */
    static const double above[] = {2, 3, 3, 4, 5}, below[] = {1, 1, 1, 2, 3};
    shift = estimate(above, 5, below, 5, 0.95);
    cr_assert_eq(shift.rank, 3);
    cr_assert(near(shift.p, 2 * 12.0 / 252), "%g", shift.p);
    cr_assert(shift.low == 0 && shift.high == 4, "%g to %g", shift.low, shift.high);
}

/* Ten launches of each run: rank 24 of the hundred differences, as in the table above. One
 * untrusted launch leaves ten of them unknown. Of 1, 2, ..., 9, each ten times, the 14th is 2, from
 * either end as well; U is at most 10, as in 139 of the (20 over 10) orders. */
Test(bench_shift, untrusted_launches_cost_ranks)
{
    static const double base[10] = {0};
    double values[10] = {NAN, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    struct stats_estimate shift = estimate(values, 10, base, 10, 0.95);
    cr_assert_eq(shift.untrusted, 1);
    cr_assert(shift.rank == 14 && shift.low == 2 && shift.high == 8, "%g to %g", shift.low,
              shift.high);
    cr_assert(near(shift.p, 2 * 139.0 / 184756) && shift.p == shift.least_p, "%g", shift.p);
    cr_assert_geq(shift.coverage, 0.95);
    values[1] = NAN;
    shift = estimate(values, 10, base, 10, 0.95);
    cr_assert(shift.rank == 4 && shift.low == 2, "%g to %g", shift.low, shift.high);
    values[2] = NAN;
    shift = estimate(values, 10, base, 10, 0.95);
    cr_assert(shift.rank == 0 && isnan(shift.low) && isnan(shift.coverage));
}

Test(bench_shift, untrusted_launches_may_have_been_anything)
{
    enum { A = 12, B = 10, TRIALS = 1000 };
    static const double anything[] = {-1e300, -0.5, 0, 0.5, 1e300};
    uint64_t state = 9;
    for (size_t trial = 0; trial < TRIALS; trial++) {
        double known[A + B], all[A + B];
        for (size_t i = 0; i < A + B; i++)
            all[i] = known[i] = skew(&state) + (i < A);
        for (size_t i = 0; i < trial % 3; i++) {
            size_t at = (size_t)(uniform(&state) * (A + B));
            known[at] = NAN;
            all[at] = anything[(size_t)(uniform(&state) * COUNT(anything))];
        }
        struct stats_estimate is = estimate(known, A, known + A, B, 0.95);
        struct stats_estimate of_all = estimate(all, A, all + A, B, 0.95);
        cr_assert(is.p >= of_all.p - 1e-12, "%g, not %g", is.p, of_all.p);
        if (is.rank > 0)
            cr_assert(is.low <= of_all.low && is.high >= of_all.high, "%g to %g", is.low, is.high);
    }
}

Test(bench_shift, what_cannot_be_known)
{
    static const double good[] = {1, 2, 3, 4}, spoilt[] = {1, NAN, 3, INFINITY};
    struct stats_estimate shift = estimate(spoilt, 4, good, 4, 0.95);
    cr_assert_eq(shift.untrusted, 2);
    cr_assert_eq(shift.rank, 0);
    cr_assert(shift.p == 1 && shift.least_p == 1, "eight of sixteen pairs are unknown");
    cr_assert(isnan(shift.low) && isnan(shift.coverage));
    cr_assert(near(shift.median, -0.5), "the median of what is left: %g", shift.median);

    shift = estimate(good, 3, good, 3, 0.95);
    cr_assert_eq(shift.rank, 0, "three launches of each reach 90 %%");
    cr_assert(near(shift.coverage, 0.9), "%g", shift.coverage);
    cr_assert(isnan(shift.low) && isnan(shift.high));

    shift = estimate(good, 0, good, 4, 0.95);
    cr_assert(shift.rank == 0 && isnan(shift.median) && isnan(shift.p));
    shift = estimate(good, 4, good, 4, 1);
    cr_assert(shift.rank == 0 && shift.p == 1, "a level that is none");
}

/* 2 / (2n over n) is the smallest p of n launches of each run: (2n over n) is 20, 70, 252, 924 and
 * 3432 from n = 3. */
Test(bench_shift, how_many_a_table_needs)
{
    static const struct {
        double level;
        size_t rows, launches;
    } cases[] = {{0.95, 1, 4},  {0.95, 2, 5},  {0.95, 6, 5},  {0.95, 7, 6},
                 {0.95, 23, 6}, {0.95, 24, 7}, {0.95, 85, 7}, {0.9, 1, 3},
                 {0.99, 1, 5},  {0.95, 0, 0},  {1, 10, 0},    {0.95, 86, 8}};
    static const double values[8] = {0};
    for (size_t i = 0; i < COUNT(cases); i++) {
        size_t launches = stats_shift_launches_needed(cases[i].level, cases[i].rows);
        cr_assert_eq(launches, cases[i].launches, "%zu rows at %g: %zu", cases[i].rows,
                     cases[i].level, launches);
        if (launches == 0)
            continue;
        double enough = estimate(values, launches, values, launches, 0.95).least_p;
        double less = estimate(values, launches - 1, values, launches - 1, 0.95).least_p;
        cr_assert(stats_significant((double)cases[i].rows * enough, cases[i].level));
        cr_assert_not(stats_significant((double)cases[i].rows * less, cases[i].level));
    }
}

/* The reasons of a table say "too few launches" exactly when no result could have been one. */
Test(bench_shift, tables_of_two_runs)
{
    static const double fast[] = {1, 2, 3, 4}, slow[] = {11, 12, 13, 14};
    static const struct stats_rule rule = {.level = 0.95, .widest = 0.02};
    for (size_t rows = 1; rows <= 2; rows++) {
        struct stats_row table[2];
        double scratch[4];
        size_t order[2];
        table[0].ratio = estimate(fast, 4, slow, 4, 0.95);
        table[1].ratio = estimate(fast, 4, fast, 4, 0.95);
        stats_judge(table, rows, &rule, scratch, order);
        cr_assert_eq(table[0].verdict, rows == 1 ? STATS_FASTER : STATS_INCONCLUSIVE);
        cr_assert_eq(table[0].reason, rows == 1 ? STATS_NO_REASON : STATS_TOO_FEW_LAUNCHES);
    }
}
