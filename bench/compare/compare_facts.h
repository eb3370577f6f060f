/* Apples and oranges: what two runs must have in common before their times are compared. */
#ifndef XQBENCH_COMPARE_FACTS_H
#define XQBENCH_COMPARE_FACTS_H

#include <stdio.h>

#include "stored.h"

/*
 * All differences that forbid it: of processor and its caches, governor, compiler, flags, whether
 * the run was pinned, positions, the level of intervals, and of what a workload does. Positions
 * have the same name when their hashes are the same. What only one of the runs tells is a
 * difference; what neither tells is a warning, see below. A new array of objects: what (text),
 * base, new (values as in the files), unknown (the name of the side that does not tell, or null).
 * NULL without memory.
 */
json_t *compare_differences(const struct stored *base, const struct stored *new);

/* A line for each: "  CPU: BASE "AMD EPYC", NEW "AMD Ryzen"", "  CPU: unknown in BASE, NEW …". */
void compare_differences_text(FILE *out, const json_t *differences);

/* What forbids no comparison, and may have moved times: a new array of sentences, NULL without
 * memory; and a line for each. */
json_t *compare_warnings(const struct stored *base, const struct stored *new);
void compare_warnings_text(FILE *out, const struct stored *base, const struct stored *new);

#endif
