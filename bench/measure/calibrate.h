/* The paces of a plan, found on the one CPU that its launches will have to themselves. */
#ifndef XQBENCH_CALIBRATE_H
#define XQBENCH_CALIBRATE_H

#include <stdio.h>

#include "sampler.h"

/*
 * Calls sampler_calibrate() while the program stays on the CPU where it is, which is stored in
 * *cpu; afterwards it may move as before. When it cannot stay there, a warning goes to `log` and
 * *cpu is -1. The reason for anything but SAMPLING_DONE is in *fault.
 */
enum sampling calibrate(struct plan *plan, int *cpu, uint64_t *round_ns, FILE *log,
                        const volatile sig_atomic_t *stop, struct fault *fault);

#endif
