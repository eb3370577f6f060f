/* The other side of count.h: what a process does with what it is told. */
#ifndef XQBENCH_COUNTED_H
#define XQBENCH_COUNTED_H

#include <stdio.h>

#include "counters.h"
#include "counts.h"
#include "measure/machine.h"

/* `words` are those behind the command, `events` what is to be counted beside. Prints the build and
 * the counts to `out`. */
enum sampling counted_run(size_t count, char *const *words,
                          const struct counter_event events[COUNTER_COUNT], FILE *out,
                          const volatile sig_atomic_t *stop, struct fault *fault);

/* "a30d433 with changes": the source that a build is of, as far as it can be told. */
const char *counted_commit(const struct machine *machine, char out[COUNTS_TEXT_SIZE]);

/* What is counted, and no more: who counts from outside knows it by its name. */
#define COUNTED_FUNCTION "counted_passes"
void counted_passes(const struct workload *workload, const struct contender *contender,
                    uint64_t passes, uint64_t *result);

#endif
