/*
 * The results for programs.
 *
 * samples.csv has a line for every sample: bench (the workload), board, launch, round, order (of
 * the board in the round), iterations (operations that were timed together) and ns; ns divided by
 * iterations is the time of one operation.
 *
 * results.json is an object:
 *   machine   as machine.json, below
 *   config    positions (file), classes (names; null: all positions), position_count, effort,
 *             rounds, launches, cpu (null: not pinned), reference (the board that ratios refer to),
 *             boards (names)
 *   results   one object for every workload and board: workload, board, limit (true: to be compared
 *             with, no part of any mean), policy and depth (null for kernels), operation,
 *             ns_per_operation (median), ns_mad, item, items_per_second, ratio (times as fast as
 *             the reference), iterations (operations of one sample)
 *
 * machine.json: cpu, cpus, caches (object: name to size), governor (null: unknown), kernel,
 * compiler, flags, arch, commit, date (UTC).
 */
#ifndef XQBENCH_EXPORT_H
#define XQBENCH_EXPORT_H

#include "report.h"

/* Writes one field of a CSV line, quoted only when it has to be. */
void export_csv_field(FILE *out, const char *text);

/* False without memory. Write errors are left to the caller's ferror(). */
bool export_samples(FILE *out, const struct report *report);
bool export_results(FILE *out, const struct report *report);
bool export_machine(FILE *out, const struct report *report);

#endif
