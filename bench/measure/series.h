/* One launch after the other, until there are enough of them. */
#ifndef XQBENCH_SERIES_H
#define XQBENCH_SERIES_H

#include <stdio.h>

#include "stats/summary.h"

struct series_request {
    const struct launch_request *launch;
    size_t launches;     /* at least */
    size_t max_launches; /* at most: so many beyond `launches` as narrow intervals take */
    bool trust_all;      /* compare launches that were disturbed, too */
    FILE *progress;      /* a terminal that receives how far it is, or NULL */
};

struct series {
    size_t launches;            /* that are done */
    size_t planned;             /* that there are to be, as far as is decided */
    struct sample *samples;     /* sampler_count() of each launch, one launch after the other */
    bool *trusted;              /* which launches are compared */
    struct launch_facts *facts; /* of all attempts, in the order of time */
    size_t count;               /* of the attempts, also of one that failed */
};

/*
 * Runs the launches and sums them up. A launch that is not to be trusted is repeated once, and the
 * repetition counts, whatever it is like. How many launches there are is decided once, after the
 * first `launches`, by series_length(): by widths alone, never by who is ahead. Whoever looks again
 * and again, and stops when intervals are narrow, stops where they happen to be too narrow, and
 * they no longer cover as often as those of a fixed number do. With any result but SAMPLING_DONE
 * the reason is in *fault. Free both with series_free() and summary_free(), in any case.
 */
enum sampling series_run(const struct series_request *request, struct series *series,
                         struct summary *summary, struct fault *fault);
void series_free(struct series *series);

/*
 * How many launches it takes until all intervals are about 1 % wide, when after the `first` the
 * widest is so wide (high / low - 1): widths shrink as 1 / sqrt(launches). From `first` to `most`;
 * `first` when there is a row without an interval, for then nobody knows how many would help.
 */
size_t series_length(size_t first, double widest, size_t most);

#endif
