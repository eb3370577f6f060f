/* A comparison of two runs, for people and for programs. Write errors are left to the caller's
 * ferror(). */
#ifndef XQBENCH_COMPARE_REPORT_H
#define XQBENCH_COMPARE_REPORT_H

#include <stdio.h>

#include "compare.h"

/* For a person, with the differences (see compare_facts.h) that were disregarded. */
void compare_text(FILE *out, const struct comparison *comparison, const json_t *differences);

/* Why compare_verdict() is inconclusive, as one line: what is open, and how many rows for which
 * reason. */
void compare_inconclusive_text(FILE *out, const struct comparison *comparison);

/*
 * A heading, and a line for each row; empty: unknown.
 *
 *   workload board base_ns new_ns ratio ratio_low ratio_high p adjusted_p verdict reason
 *   base_instructions new_instructions note limit
 *
 * ratio is how many times as fast NEW is; limit is yes or no. In a relative comparison base_speed
 * and new_speed, beside the reference, take the place of base_ns and new_ns.
 */
void compare_tsv(FILE *out, const struct comparison *comparison);

/*
 * The same as an object; null: unknown.
 *
 *   base, new    file, commit, dirty, date, launches
 *   reference    the board of a relative comparison, or null
 *   differences  what was disregarded: what, base, new, unknown (BASE or NEW, or null)
 *   warnings     texts: what may have moved times, and forbids no comparison
 *   rows         the columns of the TSV, ns and speed both
 *   only_base, only_new  "WORKLOAD/BOARD" that the other run does not have
 *   median_ratio            over all rows: 1 unless the machine changed, or all boards
 *   median_ratio_of_limits  over those that do the same in both: 1 unless the machine changed
 *
 * False without memory.
 */
bool compare_json(FILE *out, const struct comparison *comparison, json_t *differences);

#endif
