/* The other side of launch.h: what a launch does with what it is told. */
#ifndef XQBENCH_LAUNCHED_H
#define XQBENCH_LAUNCHED_H

#include <stdio.h>

#include "launch.h"

/* `words` are those behind the command. Prints samples and facts to `out`. */
enum sampling launched_run(size_t count, char *const *words, FILE *out,
                           const volatile sig_atomic_t *stop, struct fault *fault);

#endif
