/* Why something could not be done, as text for a person. Only main.c prints it. */
#ifndef XQBENCH_FAULT_H
#define XQBENCH_FAULT_H

#include <stdbool.h>

struct fault {
    char text[2048];
};

/* Fills in the reason (cut when too long; bytes that are not printable become \xNN, line feeds
 * stay) and returns false, so that `return fault_set(…)` reads as what it is. */
bool fault_set(struct fault *fault, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
