/* The first thing that a gate asks: do both builds count right? */
#ifndef XQBENCH_GATE_COUNTS_H
#define XQBENCH_GATE_COUNTS_H

#include <signal.h>

#include "measure/check.h"
#include "measure/setup.h"

enum { GATE_COUNTS_DEPTH = 3 };

struct gate_counting {
    size_t known;    /* counts that the suites know, which each board of a build gave */
    bool base_alone; /* of CHECK_FAILED: base miscounts, and new does not */
};

/*
 * Every board of both builds, and every variant that this processor can run, must give all counts
 * up to GATE_COUNTS_DEPTH that are known in the suites (*.epd) beside `positions`; and those that
 * are compared (contenders in pairs, see setup_replace()) in each workload of the plan what this
 * program's first board gives. What differs is in *fault, with the side; new is asked first. A
 * suite that cannot be read is CHECK_FAILED, too.
 */
enum check_verdict gate_counts(const struct setup *setup, const char *positions,
                               const volatile sig_atomic_t *stop, struct gate_counting *counting,
                               struct fault *fault);

#endif
