/*
 * The results for programs.
 *
 * samples.csv has a line for every sample of every launch: bench (the workload), board, launch,
 * round, order (of the board in the round), iterations (operations that were timed together) and
 * ns; ns divided by iterations is the time of one operation. Of a launch that was repeated there
 * are the samples of the repetition alone; results.json tells which ones were.
 *
 * results.json is an object; what is not known is null:
 *
 *   context      for Google Benchmark's tools, see export_google.h
 *   machine      as machine.json, below
 *   config       what was run:
 *                  positions (file), positions_hash (see positions_hash(); in hexadecimal),
 *                  classes (names; null: all positions), position_count,
 *                  effort, rounds (of each launch), launches, seed, cpu (null: not pinned),
 *                  reference (the board that ratios refer to), boards (names),
 *                  level (of intervals and verdicts),
 *                  equal_within (how close to 1 a ratio is called equal: 0.02 is 2 %),
 *                  trust_all (disturbed launches were compared, too)
 *   boards       an object for every board: name, state_bytes (of a position), table_bytes
 *   counting     how instructions were counted (null: not at all):
 *                  tool ("valgrind-3.19.0"), and the build: compiler, flags, arch
 *   curves       how the curves were measured (null: there are none):
 *                  launches, attempts (with repetitions of those that were not to be trusted),
 *                  disturbed (launches whose repetition was not to be trusted either)
 *   launches     an object for every attempt:
 *                  launch, attempt (2: it repeats one that was not to be trusted),
 *                  involuntary_switches, steal_ticks, load_average (before it), seconds, trusted
 *   results      an object for every workload and board:
 *                  workload, board, limit (true: to be compared with, no part of any mean),
 *                  policy (of those that compare policies), depth (null for kernels),
 *                  every (of the positions: 1 is all), operation, ns_per_operation (median),
 *                  ns_mad, outliers (samples, see stats_times_of(); none is left out), item,
 *                  items_per_second, iterations (operations of one sample),
 *                  and of the comparison with the reference:
 *                  ratio (times as fast), ratio_low, ratio_high, verdict,
 *                  reason (of an inconclusive one),
 *                  and of one operation, as counts.h has it:
 *                  instructions, cycles, instructions_retired, branch_misses, cache_misses
 *   comparisons  an object for every pair of boards, in every workload and in the geometric mean:
 *                  workload, board, reference, ratio to reason as above,
 *                  coverage (of the interval), p, adjusted_p (by Holm, for all of them)
 *   winners      for every workload but limits, the board that is faster than all others, or null
 *   benchmarks   for Google Benchmark's tools, as context
 *
 * machine.json is an object: cpu, cpus, caches (object: name to size), governor, kernel, compiler,
 * flags, arch, commit, dirty (built with changes that are not in the commit), date (UTC).
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
