/*
 * Why a board is fast: what an operation takes, counted instead of timed. Found by count.h.
 */
#ifndef XQBENCH_COUNTS_H
#define XQBENCH_COUNTS_H

#include "measure/sampler.h"

/* What is known of an operation. */
enum count_kind {
    COUNT_INSTRUCTIONS, /* by valgrind, exactly */
    COUNT_CYCLES,       /* this and all that follow by the processor */
    COUNT_RETIRED,      /* instructions */
    COUNT_BRANCH_MISSES,
    COUNT_CACHE_MISSES,
    COUNT_KINDS
};

enum { COUNTS_TEXT_SIZE = 256 };

/* The build whose instructions were counted. */
struct counts_build {
    char compiler[COUNTS_TEXT_SIZE], flags[COUNTS_TEXT_SIZE], arch[COUNTS_TEXT_SIZE];
    char commit[COUNTS_TEXT_SIZE];
};

struct counts {
    size_t workloads, contenders;
    double *values;              /* see counts_of() */
    char tool[COUNTS_TEXT_SIZE]; /* "valgrind-3.19.0"; empty when it has counted nothing */
    struct counts_build build;
};

/* Room for the counts of a plan; nothing is known yet. False without memory. Free with
 * counts_free(), in any case. */
bool counts_make(struct counts *counts, const struct plan *plan);
void counts_free(struct counts *counts);

/* Of one operation, by indices in the plan; NaN when it is unknown, of the geometric mean (one past
 * the last workload), and when `counts` is NULL. */
double counts_of(const struct counts *counts, enum count_kind kind, size_t workload,
                 size_t contender);
void counts_set(struct counts *counts, enum count_kind kind, size_t workload, size_t contender,
                double value);

/* Is this known of any workload and board? */
bool counts_have(const struct counts *counts, enum count_kind kind);

#endif
