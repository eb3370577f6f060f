/*
 * benchstat.txt: the launches in the format of Go's benchmarks (the proposal "Go Benchmark Data
 * Format", golang.org/issue/14313), for benchstat and what else reads it.
 *
 *   pkg: xqbench                            and cpu, compiler, flags, positions, classes
 *   # commit a30d433, 2026-11-29T21:56:00Z
 *   Unit moves/s better=higher              for each kind of item
 *   BenchmarkLegalList/board=padded-1 16578 332 ns/op 1.027e+08 moves/s 1871 instructions/op
 *
 * A name ends with the number of processors, here 1, as those of Go do. One line is one launch: how
 * many operations it timed, and the median over its rounds. Instructions, where they were counted,
 * are the same in each. benchstat makes a table of its own for each set of "key: value" lines, so
 * these are what two runs must have in common, and the commit is not among them.
 */
#ifndef XQBENCH_EXPORT_BENCHSTAT_H
#define XQBENCH_EXPORT_BENCHSTAT_H

#include <stdio.h>

#include "report.h"

/* False without memory. Write errors are left to the caller's ferror(). */
bool export_benchstat(FILE *out, const struct report *report);

#endif
