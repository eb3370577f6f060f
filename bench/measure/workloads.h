/*
 * What is timed: one table of workloads. The list printed by `xqbench list`, the rows of every
 * table and the runs themselves all come from this table.
 */
#ifndef XQBENCH_WORKLOADS_H
#define XQBENCH_WORKLOADS_H

#include "contender.h"

/* A thing that is counted: how it is named and how many of it a pass has. */
struct unit {
    const char *one, *many;
    enum tally tally;
};

struct workload {
    const char *name;
    const char *summary;   /* one line */
    struct unit operation; /* times are given in ns per one of these */
    struct unit item;      /* rates are given in millions of these per second */

    /* No work that a board could do better or worse, but what bounds all such work: it stands in
     * tables to be compared with, and has no part in any mean over workloads. */
    bool limit;

    /* Runs the positions at the first `count` places once and returns what comes out, the same for
     * every board: the sum of the results, or their exclusive or. */
    uint64_t (*pass)(const struct workload *, const struct contender *, size_t count);

    /* What `pass` runs: a kernel, or perft of this policy and depth (a depth of 0 is a kernel). */
    enum kernel kernel;
    bool counts_legal; /* a kernel whose result is perft 1, which suites know */
    enum policy policy;
    unsigned depth;
    bool stats;        /* perft with statistics; the policy is plain */
    size_t hash_bytes; /* perft with a hash of this size, a new one for each pass; 0 for none */
    size_t every; /* perft of every so many positions only, from the first, because it is slow */

    /* A sample goes round the positions until it has seen so many: a single pass over the usual
     * ones wherever that takes 20 us or more, so that none is seen twice. See sampler_passes(). */
    size_t sample_positions;
};

/* All workloads; the one without a name ends the table. */
extern const struct workload all_workloads[];

enum { WORKLOAD_SETTING_SIZE = 64 };

/* Has the board what the workload is of? All boards have all kernels, and not all policies. */
bool workload_has(const struct workload *workload, const struct board *board);

/* Of those that compare the policies of perft, the name of theirs; else NULL. */
const char *workload_policy(const struct workload *workload);

/* What must stand beside the name so that a policy is not mistaken for a board: "bulk, depth 2,
 * 1/8" (of the positions) for the perft of each policy, and with a comma for no other; "depth 2 on
 * 1/32" for other perft; "limit" for limits. Empty for other kernels. Returns `out`. */
const char *workload_setting(const struct workload *workload, char out[WORKLOAD_SETTING_SIZE]);

/* A pass runs every so many positions: 1 for all. */
size_t workload_every(const struct workload *workload);

/* Runs one position of the suite, as a pass of its own. Not after contender_shuffle(). */
uint64_t workload_run_one(const struct workload *workload, const struct contender *contender,
                          size_t index);

/* The same of a perft workload, to another depth. */
uint64_t workload_perft(const struct workload *workload, const struct contender *contender,
                        size_t index, unsigned depth);

/* All columns of a workload with statistics. */
struct perft_stats workload_stats(const struct workload *workload,
                                  const struct contender *contender, size_t index);

/* How many units a pass over all positions has when it returned `result`. */
uint64_t unit_count(const struct unit *unit, const struct contender *contender, uint64_t result);

#endif
