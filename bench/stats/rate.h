/* How often something happens: what so many successes in so many independent trials say about the
 * probability of one. All exact, by the binomial distribution. */
#ifndef XQBENCH_RATE_H
#define XQBENCH_RATE_H

#include <stddef.h>

struct rate_interval {
    double low, high; /* probabilities */
};

/* The interval that contains the true probability with at least this confidence (0.95), half of the
 * risk on either side: Clopper and Pearson, The use of confidence or fiducial limits, Biometrika
 * 26, 1934. From 0 to 1 when there were no trials. */
struct rate_interval rate_interval_of(size_t successes, size_t trials, double confidence);

/* The probability of so many successes or more when that of one is `rate`: the p-value of the
 * one-sided test of "it is at most that". */
double rate_at_least(size_t successes, size_t trials, double rate);

/* The fewest successes by which that test says no, with a probability of at most `error` of doing
 * so wrongly; one more than the trials when not even all of them are enough. */
size_t rate_too_many(size_t trials, double rate, double error);

#endif
