/* Ratios over launches: what each launch says, and what all of them say together. */
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>

#include "stats.h"

static bool is_time(double time)
{
    return isfinite(time) && time > 0;
}

double stats_log_ratio(const double *board, const double *reference, size_t rounds, double *scratch)
{
    for (size_t i = 0; i < rounds; i++) {
        if (!is_time(board[i]) || !is_time(reference[i]))
            return NAN;
        /* Not the logarithm of the quotient, which may overflow and whose sign does not swap. */
        scratch[i] = log(board[i]) - log(reference[i]);
    }
    return stats_median(scratch, rounds);
}

void stats_mean_log_ratios(const double *log_ratios, size_t workloads, size_t launches,
                           double *means)
{
    for (size_t i = 0; i < launches; i++)
        means[i] = workloads > 0 ? gsl_stats_mean(log_ratios + i, launches, workloads) : NAN;
}

/* P(B <= successes), B being binomial (n, 1/2). */
static double at_most(size_t successes, size_t n)
{
    return gsl_cdf_binomial_P((unsigned)successes, 0.5, (unsigned)n);
}

bool stats_significant(double p, double level)
{
    static const double rounding = 1e-9; /* of 1 - level, as a share of it */
    return level > 0 && level < 1 && p <= (1 - level) * (1 + rounding);
}

/* The probability that the median lies outside the interval of this rank, from 1. */
static double miss(size_t rank, size_t launches)
{
    return fmin(1, 2 * at_most(rank - 1, launches));
}

size_t stats_interval_rank(size_t launches, double level, double *coverage)
{
    size_t rank = 0;
    while (rank + 1 <= launches / 2 && stats_significant(miss(rank + 1, launches), level))
        rank++;
    *coverage = 1 - miss(rank > 0 ? rank : 1, launches);
    return rank;
}

/* The two-sided p-value when so many lie on the smaller side. */
static double two_sided(size_t smaller, size_t launches)
{
    return 2 * smaller < launches ? fmin(1, 2 * at_most(smaller, launches)) : 1;
}

double stats_sign_p(size_t below, size_t above, size_t ties, size_t unknown)
{
    size_t launches = below + above + ties + unknown;
    if (launches == 0)
        return NAN;
    size_t smaller = below < above ? below : above;
    return two_sided(smaller + ties / 2 + ties % 2 + unknown, launches);
}

size_t stats_launches_needed(double level, size_t rows)
{
    if (rows == 0 || !stats_significant(0, level))
        return 0;
    int launches = 1;
    while (!stats_significant(ldexp((double)rows, 1 - launches), level))
        launches++;
    return (size_t)launches;
}

struct stats_estimate stats_estimate_of(const double *log_ratios, size_t launches, double level,
                                        double *scratch)
{
    size_t trusted = 0, below = 0, above = 0;
    for (size_t i = 0; i < launches; i++) {
        if (!isfinite(log_ratios[i]))
            continue;
        below += log_ratios[i] < 0;
        above += log_ratios[i] > 0;
        scratch[trusted++] = log_ratios[i];
    }
    struct stats_estimate estimate = {
        .launches = launches,
        .untrusted = launches - trusted,
        .median = stats_median(scratch, trusted), /* sorts them, too */
        .low = NAN,
        .high = NAN,
    };
    estimate.p = stats_sign_p(below, above, trusted - below - above, estimate.untrusted);
    estimate.least_p = stats_sign_p(0, trusted, 0, estimate.untrusted);
    size_t rank = stats_interval_rank(launches, level, &estimate.coverage);
    if (rank > estimate.untrusted) {
        estimate.rank = rank - estimate.untrusted;
        estimate.low = scratch[estimate.rank - 1];
        estimate.high = scratch[trusted - estimate.rank];
    } else if (estimate.untrusted > 0) {
        estimate.coverage = NAN;
    }
    return estimate;
}

struct stats_speed stats_speed_of(const struct stats_estimate *estimate)
{
    return (struct stats_speed){
        .median = exp(-estimate->median),
        .low = exp(-estimate->high),
        .high = exp(-estimate->low),
    };
}
