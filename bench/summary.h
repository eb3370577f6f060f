/* From samples to the figures of the tables. */
#ifndef XQBENCH_SUMMARY_H
#define XQBENCH_SUMMARY_H

#include "sampler.h"
#include "stats.h"

/* One workload on one board, over all rounds. */
struct figure {
    struct stats_spread ns; /* of one operation */
    double rate;            /* items a second, at the median */
    double ratio;           /* times as fast as the first contender */
};

/* All figures of the samples, workload by workload, in each the contenders in the plan's order.
 * NULL without memory. Free with free(). */
struct figure *summary_make(const struct plan *plan, const struct sample *samples, size_t count);

/* The figure of one workload and contender. */
const struct figure *summary_figure(const struct plan *plan, const struct figure *figures,
                                    size_t workload, size_t contender);

#endif
