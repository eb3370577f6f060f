/* For tests of statistics: numbers at random, the same each time, and what is close enough. */
#ifndef XQPERFT_TESTS_STATISTICS_H
#define XQPERFT_TESTS_STATISTICS_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "stats/stats.h"

enum { LAUNCHES_MAX = 64 };

static inline bool near(double a, double b)
{
    return fabs(a - b) < 1e-9;
}

static inline struct stats_estimate estimate_of(const double *log_ratios, size_t launches)
{
    double scratch[LAUNCHES_MAX];
    return stats_estimate_of(log_ratios, launches, 0.95, scratch);
}

/* SplitMix64 (Steele, Lea and Flood 2014), as the programs have it that counted what is expected
 * of it, in another language and with whole-number binomials. */
static inline double uniform(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return ldexp((double)((z ^ z >> 31) >> 11), -53);
}

/* Of median 0; very skew, without a mean. */
static inline double skew(uint64_t *state)
{
    double u = uniform(state);
    return u / (1 - u) - 1;
}

/* The standard deviation of how often something happens. */
static inline double sigma(double probability, double trials)
{
    return sqrt(trials * probability * (1 - probability));
}

#endif
