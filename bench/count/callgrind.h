/*
 * Instructions, counted exactly by running a program under `valgrind --tool=callgrind`: the same
 * program gives the same count each time, whatever else the machine does.
 */
#ifndef XQBENCH_CALLGRIND_H
#define XQBENCH_CALLGRIND_H

#include <stdio.h>

#include "measure/fresh.h"

#define CALLGRIND_PACKAGE "valgrind" /* of Debian */

enum {
    CALLGRIND_VERSION_SIZE = 40,
    CALLGRIND_PATIENCE = 10, /* seconds in which it usually has told its version */
};

/* "valgrind-3.19.0". SAMPLING_FAILED with the reason when it is missing, fails, or has not answered
 * after `limit` seconds. `stop` may be NULL. */
enum sampling callgrind_version(char out[CALLGRIND_VERSION_SIZE], double limit,
                                const volatile sig_atomic_t *stop, struct fault *fault);

/* What is counted in it: each call of one function, with all that it calls. */
struct callgrind_calls {
    const char *function; /* its name in the symbol table */
    uint64_t *instructions;
    size_t count; /* of the calls there have to be */
};

/* fresh_run() of a program under callgrind; `fresh->program` is a path here. Fills in the
 * instructions when the result is SAMPLING_DONE. No file stays behind. */
enum sampling callgrind_run(const struct fresh *fresh, const struct callgrind_calls *calls,
                            fresh_take *take, void *context, struct fault *fault);

/* Reads what callgrind has written: of each dump after a call, the total. False when there are not
 * so many of them, or what is there cannot be understood. */
bool callgrind_read(FILE *in, const struct callgrind_calls *calls, struct fault *fault);

#endif
