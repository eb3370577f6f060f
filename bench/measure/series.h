/* One launch after the other, until there are enough of them. */
#ifndef XQBENCH_SERIES_H
#define XQBENCH_SERIES_H

#include <stdio.h>

#include "stats/summary.h"

struct series_request {
    const struct launch_request *launch;
    size_t launches;     /* at least */
    size_t max_launches; /* at most: those beyond `launches` until all intervals are narrow */
    bool trust_all;      /* compare launches that were disturbed, too */
    FILE *progress;      /* a terminal that receives how far it is, or NULL */
};

struct series {
    size_t launches;            /* that are done */
    struct sample *samples;     /* sampler_count() of each launch, one launch after the other */
    bool *trusted;              /* which launches are compared */
    struct launch_facts *facts; /* of all attempts, in the order of time */
    size_t count;               /* of the attempts, also of one that failed */
};

/*
 * Runs the launches and sums them up. A launch that is not to be trusted is repeated once, and the
 * repetition counts, whatever it is like. Whether to go on is decided by the width of intervals
 * alone, in steps of ten launches: never by who is ahead. With any result but SAMPLING_DONE the
 * reason is in *fault. Free both with series_free() and summary_free(), in any case.
 */
enum sampling series_run(const struct series_request *request, struct series *series,
                         struct summary *summary, struct fault *fault);
void series_free(struct series *series);

#endif
