/* The counts are checked before anything is timed: a board that miscounts gets no time. */
#ifndef XQBENCH_CHECK_H
#define XQBENCH_CHECK_H

#include <signal.h>

#include "fault.h"
#include "workloads.h"

enum check_verdict { CHECK_PASSED, CHECK_FAILED, CHECK_STOPPED };

/*
 * Each contender's perft must give the counts that the suite's file (named `file` in the reason)
 * knows: those of depth 1 to 3 under the policies legal and two-ply, which are quick, and under
 * those of other workloads those up to the depth that is timed. Kernels that list or count legal
 * moves must give perft 1. For each workload and each position that it times, all contenders must
 * return the same as the reference, which may be one of them; of statistics, in all columns. *stop
 * is looked at between positions.
 */
enum check_verdict check_counts(const char *file, const struct contender *reference,
                                const struct contender *contenders, size_t contender_count,
                                const struct workload *const *workloads, size_t workload_count,
                                const volatile sig_atomic_t *stop, struct fault *fault);

#endif
