/* The first thing that a gate asks: do both builds count right? */
#ifndef XQBENCH_GATE_COUNTS_H
#define XQBENCH_GATE_COUNTS_H

#include <signal.h>

#include "measure/check.h"
#include "measure/setup.h"

enum { GATE_COUNTS_DEPTH = 3 };

/*
 * Every board of both builds (contenders in pairs, see setup_replace()) must give all counts up to
 * GATE_COUNTS_DEPTH that are known in the suites (*.epd) beside `positions`, and in each workload
 * of the plan what this program's first board gives. What differs is in *fault, with the side. A
 * suite that cannot be read is CHECK_FAILED, too.
 */
enum check_verdict gate_counts(struct setup *setup, const char *positions,
                               const volatile sig_atomic_t *stop, struct fault *fault);

#endif
