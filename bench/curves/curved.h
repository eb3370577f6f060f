/* The other side of curve.h: what a launch of the curves does with what it is told. */
#ifndef XQBENCH_CURVED_H
#define XQBENCH_CURVED_H

#include <stdio.h>

#include "curve.h"

/* `words` are those behind the command. Prints times and facts to `out`. */
enum sampling curved_run(size_t count, char *const *words, FILE *out,
                         const volatile sig_atomic_t *stop, struct fault *fault);

#endif
