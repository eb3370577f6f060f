#include "stats.h"

#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <string.h>

double stats_median(double *values, size_t count)
{
    if (count == 0)
        return NAN;
    for (size_t i = 0; i < count; i++)
        if (isnan(values[i])) /* which has no place in an order */
            return NAN;
    gsl_sort(values, 1, count);
    return gsl_stats_median_from_sorted_data(values, 1, count);
}

struct stats_spread stats_spread_of(double *values, size_t count)
{
    struct stats_spread spread = {.median = stats_median(values, count)};
    for (size_t i = 0; i < count; i++)
        values[i] = fabs(values[i] - spread.median);
    spread.mad = stats_median(values, count);
    return spread;
}

struct stats_times stats_times_of(const double *times, size_t count, double *scratch)
{
    /* Half of a normal distribution lies within 0.6745 sigma, and 1 / 0.6745 = 1.4826. */
    static const double sigmas = 5, sigma_per_mad = 1.4826;
    if (count > 0)
        memcpy(scratch, times, count * sizeof *times);
    struct stats_times result = {.count = count, .spread = stats_spread_of(scratch, count)};
    double limit = sigmas * sigma_per_mad * result.spread.mad;
    for (size_t i = 0; i < count; i++)
        result.outliers += fabs(times[i] - result.spread.median) > limit;
    return result;
}
