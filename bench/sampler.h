/* Takes the samples: which board runs what, how often and in which order, and the clock. */
#ifndef XQBENCH_SAMPLER_H
#define XQBENCH_SAMPLER_H

#include <signal.h>

#include "fault.h"
#include "workloads.h"

/* One workload's share of the plan; the same for all boards, so that they do the same work. */
struct pace {
    uint64_t result;     /* what one pass returns */
    uint64_t operations; /* of one pass */
    uint64_t passes;     /* in one sample */
};

/*
 * What will be sampled. A round is every workload with every contender once; the contenders of a
 * workload follow each other, and who goes first moves on by one each round. Slow changes of the
 * machine then meet all boards alike.
 */
struct plan {
    const struct workload *const *workloads;
    size_t workload_count;
    const struct contender *contenders; /* the first is the reference of ratios */
    size_t contender_count;
    struct pace *paces; /* one for each workload; filled by sampler_calibrate() */
    size_t rounds;      /* likewise */
};

struct sample {
    size_t workload, contender; /* indices in the plan */
    unsigned launch;            /* of the program, from 1 */
    unsigned round;             /* from 1 */
    unsigned order;             /* of the contender within workload and round, from 1 */
    uint64_t operations;        /* timed together */
    uint64_t ns;
};

enum sampling { SAMPLING_DONE, SAMPLING_STOPPED, SAMPLING_FAILED };

/* Receives the number of rounds that are complete. */
typedef void sampler_progress(void *context, size_t done, size_t rounds);

/* Keeps the program on the CPU it runs on. Returns that CPU, or -1 with errno set. */
int sampler_pin(void);

/* How many passes make a sample of about `target_ns`: the nearest number, at least one. */
uint64_t sampler_passes(uint64_t pass_ns, uint64_t target_ns);

/* How many rounds fit the budget, within sensible limits whatever they take. */
size_t sampler_rounds(uint64_t round_ns, uint64_t budget_ns);

/* Which contender has its turn at this place (both from 0) of a round. */
size_t sampler_turn(size_t round, size_t place, size_t contender_count);

/* Warms up and fills in paces and rounds so that all samples together take about `budget_ns`. */
enum sampling sampler_calibrate(struct plan *plan, uint64_t budget_ns,
                                const volatile sig_atomic_t *stop, struct fault *fault);

/* Room that sampler_run() needs. */
size_t sampler_count(const struct plan *plan);

/* Takes all samples, or stops between two of them once *stop is not 0; *rounds is how many rounds
 * are complete. A pass that does not return what it did before is a failure. */
enum sampling sampler_run(const struct plan *plan, struct sample *samples,
                          const volatile sig_atomic_t *stop, sampler_progress *progress,
                          void *context, size_t *rounds, struct fault *fault);

#endif
