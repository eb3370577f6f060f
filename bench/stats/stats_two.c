/* A ratio of two runs, whose launches are independent samples. */
#include <math.h>

#include "stats.h"

/* The numbers of ways to each u are the coefficients of a Gaussian binomial, the product over i of
 * (1 - q^(b + i)) / (1 - q^i). Each factor is divided by its value at q = 1, which keeps the
 * coefficients probabilities: the numbers themselves soon exceed a double. */
void stats_rank_sum(size_t a, size_t b, double *at_most)
{
    size_t half = a * b / 2;
    for (size_t u = 0; u <= half; u++)
        at_most[u] = u == 0;
    for (size_t i = 1; i <= a; i++) {
        for (size_t u = half; u >= b + i; u--)
            at_most[u] -= at_most[u - b - i];
        for (size_t u = i; u <= half; u++)
            at_most[u] += at_most[u - i];
        for (size_t u = 0; u <= half; u++)
            at_most[u] *= (double)i / (double)(b + i);
    }
    for (size_t u = 1; u <= half; u++)
        at_most[u] += at_most[u - 1];
}

/* Of two sides, for U is symmetric. */
static double two_sided(const double *at_most, size_t u, size_t half)
{
    return u > half ? 1 : fmin(1, 2 * at_most[u]);
}

static size_t interval_rank(const double *at_most, size_t half, double level)
{
    size_t rank = 0;
    while (rank < half && stats_significant(two_sided(at_most, rank, half), level))
        rank++;
    return rank;
}

static size_t count_finite(const double *values, size_t count)
{
    size_t finite = 0;
    for (size_t i = 0; i < count; i++)
        finite += isfinite(values[i]) != 0;
    return finite;
}

struct stats_estimate stats_shift_of(const double *values, size_t a, const double *base, size_t b,
                                     const double *at_most, double level, double *scratch)
{
    size_t pairs = 0, below = 0, above = 0, half = a * b / 2;
    for (size_t i = 0; i < a; i++) {
        for (size_t j = 0; j < b; j++) {
            double difference = values[i] - base[j];
            if (!isfinite(difference))
                continue;
            below += difference < 0;
            above += difference > 0;
            scratch[pairs++] = difference;
        }
    }
    struct stats_estimate estimate = {
        .launches = a + b,
        .untrusted = a + b - count_finite(values, a) - count_finite(base, b),
        .median = stats_median(scratch, pairs), /* sorts them, too */
        .low = NAN,
        .high = NAN,
        .coverage = NAN,
        .p = NAN,
        .least_p = NAN,
    };
    if (a * b == 0)
        return estimate;
    size_t unknown = a * b - pairs;
    estimate.p = two_sided(at_most, a * b - (below > above ? below : above), half);
    estimate.least_p = two_sided(at_most, unknown, half);
    size_t rank = interval_rank(at_most, half, level);
    if (rank > unknown) {
        estimate.rank = rank - unknown;
        estimate.low = scratch[estimate.rank - 1];
        estimate.high = scratch[pairs - estimate.rank];
    }
    if (rank > unknown || unknown == 0)
        estimate.coverage = 1 - two_sided(at_most, rank > 0 ? rank - 1 : 0, half);
    return estimate;
}

double stats_shift_p(const double *values, size_t a, const double *base, size_t b,
                     const double *at_most, double least)
{
    size_t above = 0;
    for (size_t i = 0; i < a; i++)
        for (size_t j = 0; j < b; j++)
            above += isfinite(values[i]) && isfinite(base[j]) && values[i] - base[j] > least;
    if (a * b == 0)
        return NAN;
    if (above == 0)
        return 1;
    /* U is symmetric: at most u is as likely as at least a * b - u. */
    size_t u = a * b - above, half = a * b / 2;
    return u <= half ? at_most[u] : 1 - at_most[above - 1];
}

size_t stats_shift_launches_needed(double level, size_t rows)
{
    if (rows == 0 || !stats_significant(0, level))
        return 0;
    size_t launches = 0;
    double p = 2 * (double)rows;
    do {
        launches++; /* (2n over n) is (2n - 2 over n - 1) times (4n - 2) / n */
        p *= (double)launches / (double)(4 * launches - 2);
    } while (!stats_significant(p, level));
    return launches;
}
