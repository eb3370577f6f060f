/*
 * The results for programs.
 *
 * samples.csv has a line for every sample: bench (the workload), board, launch, round, order (of
 * the board in the round), iterations (operations that were timed together) and ns; ns divided by
 * iterations is the time of one operation.
 *
 * results.json is an object; what is not known is null:
 *   context, benchmarks   the form of Google Benchmark, see export_google.h
 *   machine   as machine.json, below
 *   config    positions (file), classes (names; null: all positions), position_count, effort,
 *             rounds (of each launch), launches, seed, cpu (null: not pinned), reference (the board
 *             that ratios refer to), boards (names), level (of intervals and verdicts),
 * equal_within (the width of an interval that is called equal) launches  one object for every
 * attempt: launch, attempt (2: it repeats one that was not to be trusted), involuntary_switches,
 * steal_ticks, load_average (before it), seconds, trusted results   one object for every workload
 * and board: workload, board, limit (true: to be compared with, no part of any mean), policy and
 * depth (null for kernels), operation, ns_per_operation (median), ns_mad, item, items_per_second,
 * iterations (operations of one sample), and of the comparison with the reference: ratio (times as
 * fast), ratio_low, ratio_high, verdict, reason (of an inconclusive one) comparisons   one object
 * for every pair of boards in every workload and in the geometric mean: workload, board, reference,
 * ratio to reason as above, coverage (of the interval), p, adjusted_p (by Holm, for all of them)
 *   winners   for every workload but limits, the board that is faster than all others, or null
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
