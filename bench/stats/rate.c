#include "rate.h"

#include <gsl/gsl_cdf.h>

struct rate_interval rate_interval_of(size_t successes, size_t trials, double confidence)
{
    double k = (double)successes, n = (double)trials, risk = (1 - confidence) / 2;
    return (struct rate_interval){
        .low = successes > 0 ? gsl_cdf_beta_Pinv(risk, k, n - k + 1) : 0,
        .high = successes < trials ? gsl_cdf_beta_Qinv(risk, k + 1, n - k) : 1,
    };
}

double rate_at_least(size_t successes, size_t trials, double rate)
{
    return successes > 0 ? gsl_cdf_binomial_Q((unsigned)successes - 1, rate, (unsigned)trials) : 1;
}

size_t rate_too_many(size_t trials, double rate, double error)
{
    size_t successes = 1;
    while (successes <= trials && rate_at_least(successes, trials, rate) > error)
        successes++;
    return successes;
}
