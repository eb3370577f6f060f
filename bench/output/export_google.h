/*
 * Results in the form of Google Benchmark's --benchmark_format=json, for tools that read it, such
 * as its tools/compare.py. A repetition is a launch.
 *
 *   context     date, executable, num_cpus, cpu_scaling_enabled, caches (type, level, size),
 *               load_avg (before the first launch), library_build_type
 *   benchmarks  for every workload and board "WORKLOAD/BOARD", one of run_type "iteration" for each
 *               launch (the median over its rounds) and two of run_type "aggregate" over all
 * rounds: the median, and the median absolute deviation, mad
 *
 * cpu_time is real_time: no other clock is read, and a launch has its CPU to itself or is not
 * trusted.
 */
#ifndef XQBENCH_EXPORT_GOOGLE_H
#define XQBENCH_EXPORT_GOOGLE_H

#include <jansson.h>

#include "report.h"

/* NULL without memory. */
json_t *export_context(const struct report *report);
json_t *export_benchmarks(const struct report *report);

#endif
