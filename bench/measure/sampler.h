/*
 * Takes the samples of one launch: which board runs what, how often and in which order, and the
 * clock.
 */
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
 * What will be sampled. A round is every workload with each of its contenders once; the contenders
 * of a workload follow each other, in the order of order.h, which is the same for all workloads;
 * but boards of the same code or name have the next workload between them. All contenders go
 * through the positions in the same order, a new one for each workload and round.
 */
struct plan {
    const struct workload *const *workloads;
    size_t workload_count;
    struct contender *contenders; /* the first is the reference of ratios */
    struct contender *rehearsals; /* the same boards with the mirror images of the positions */
    size_t contender_count;
    struct pace *paces; /* one for each workload; filled by sampler_calibrate() */
    size_t rounds;      /* of each launch; balanced when a multiple of contender_count */
    uint64_t seed;      /* of the order */
};

enum { PLAN_MAX = 64 }; /* workloads, and contenders */

/* Does this contender take part in this workload? What others do in it is nothing: samples, figures
 * and comparisons of it have their places, and nobody is told of them. */
bool plan_has(const struct plan *plan, size_t workload, size_t contender);

/* How many contenders do, and the first of them: contender_count when none does. */
size_t plan_boards(const struct plan *plan, size_t workload);
size_t plan_first(const struct plan *plan, size_t workload);

/* How many pairs of a workload and a contender in it there are. */
size_t plan_cells(const struct plan *plan);

struct sample {
    size_t workload, contender; /* indices in the plan */
    unsigned launch;            /* of the program, from 1; 0: none was taken, see plan_has() */
    unsigned round;             /* from 1 */
    unsigned order;             /* of the contender within workload and round, from 1 */
    uint64_t operations;        /* timed together */
    uint64_t ns;
};

enum sampling {
    SAMPLING_DONE,
    SAMPLING_STOPPED,
    SAMPLING_MISCOUNTED, /* a board did not return what it had before, or should have */
    SAMPLING_FAILED
};

/* The CPU it runs on, or -1 with errno set. */
int sampler_cpu(void);

/* Keeps the program on this CPU. False with errno set. */
bool sampler_pin(int cpu);

/* The same for a fresh process, which was told the CPU (-1: none): false with the reason. */
bool sampler_stay(int cpu, struct fault *fault);

/*
 * How many passes over so many positions (at least one) make a sample. Not found by timing: each
 * further pass over the same positions is faster than the one before, because the processor's
 * branch predictor has learnt them, so that a sample of three passes tells something else than one
 * of two, by 10 % and more. So the number is the same for all boards, runs and machines.
 */
uint64_t sampler_passes(const struct workload *workload, size_t positions);

/* How many rounds fit the budget, within sensible limits whatever they take: a multiple of the
 * contenders. */
size_t sampler_rounds(uint64_t round_ns, uint64_t budget_ns, size_t contender_count);

/* Waits until work from `start` to `end` (ns) has taken so many percent longer, and returns when
 * that was. Of the looks at the clock it is the one nearest to the exact moment, so that on average
 * the slowdown is exact; looks are some 30 ns apart, in a sample of 50,000 or more. */
uint64_t sampler_slow_down(uint64_t start, uint64_t end, unsigned percent, uint64_t (*clock)(void));

/* Brings code, tables and positions back into the caches from where another board put them. */
void sampler_warm(const struct workload *workload, const struct contender *contender);

/*
 * What comes before a board is timed, so that it finds what it would find in a search: the caches
 * know its code, its tables and these positions, and the branch predictor knows its code, but not
 * these positions. It is trained by their mirror images after it has forgotten the positions (see
 * forget.h), so that it does not matter what else was run, and how often. `which` is an index of
 * contenders.
 */
void sampler_rehearse(const struct plan *plan, const struct workload *workload, size_t which);

/* Warms up and fills in the paces; *round_ns is about what a round takes. */
enum sampling sampler_calibrate(struct plan *plan, uint64_t *round_ns,
                                const volatile sig_atomic_t *stop, struct fault *fault);

/* How many samples a launch has room for; some of them may not be taken. */
size_t sampler_count(const struct plan *plan);

/* Runs one pass of everything, untimed, which must return what the paces say. */
enum sampling sampler_warm_up(const struct plan *plan, const volatile sig_atomic_t *stop,
                              struct fault *fault);

/* Takes the samples of the launch with this number, round by round, or stops between two of them
 * once *stop is not 0. */
enum sampling sampler_run(const struct plan *plan, unsigned launch, struct sample *samples,
                          const volatile sig_atomic_t *stop, struct fault *fault);

#endif
