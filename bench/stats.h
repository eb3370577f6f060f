/* Robust statistics of samples: no clock, no files, only numbers. */
#ifndef XQBENCH_STATS_H
#define XQBENCH_STATS_H

#include <stddef.h>

struct stats_spread {
    double median;
    double mad; /* median absolute deviation from the median, not scaled to a sigma */
};

/* The median; sorts the values. NaN when there are none. */
double stats_median(double *values, size_t count);

/* Median and deviation; the values are used as scratch and meaningless afterwards. */
struct stats_spread stats_spread_of(double *values, size_t count);

/*
 * How many times as fast as the reference: the median of reference[i] / times[i], where both times
 * of a pair come from the same round, so that what slowed the machine in that round cancels.
 * `scratch` has room for `count` values. NaN when there are none.
 */
double stats_speed_ratio(const double *reference, const double *times, double *scratch,
                         size_t count);

#endif
