/*
 * bencher.json: the results in the Bencher Metric Format, for Bencher's adapter "json".
 *
 *   {"WORKLOAD/BOARD": {"latency": …, "throughput": …, "instructions": …}}
 *
 * latency is ns of one operation, throughput items a second, instructions those of one operation,
 * where they were counted. `value` of the first two is the median over all rounds of all launches;
 * `lower_value` and `upper_value` are the medians of the launches with the least and the most.
 */
#ifndef XQBENCH_EXPORT_BENCHER_H
#define XQBENCH_EXPORT_BENCHER_H

#include <stdio.h>

#include "report.h"

/* False without memory. Write errors are left to the caller's ferror(). */
bool export_bencher(FILE *out, const struct report *report);

#endif
