/*
 * What a gate says, for people and for programs. Texts of unknown origin, which names of builds,
 * compilers and benchmarks are, become no markup, no command and no line of their own in any of
 * them; bytes that cannot be shown become \xNN.
 *
 * Write errors are left to the caller's ferror(). Those that return false are without memory.
 */
#ifndef XQBENCH_GATE_REPORT_H
#define XQBENCH_GATE_REPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "gate.h"

/* For a terminal of 100 columns: what was compared and how; the rows that are not ok, all of them;
 * notes; and "Verdict: …" as the last line. */
void gate_text(FILE *out, const struct gate *gate);

/* A comment for a pull request on GitHub: the verdict, the rows that are not ok, and folded away
 * all rows and how it was measured. Rows that would make it too long for a comment are left out,
 * first those that are ok, and it says so. */
bool gate_markdown(FILE *out, const struct gate *gate);

/*
 * JUnit's XML: a test case for each row, its class the board and its name the workload, and two of
 * the class "gate": "counts" and "verdict", so that a gate without rows is no empty success. A
 * regression is a failure, what is inconclusive is skipped.
 */
void gate_junit(FILE *out, const struct gate *gate);

/* Commands of GitHub's workflows, which show them beside the change: an error for each regression,
 * a warning for each inconclusive row, a notice with the verdict. GitHub shows ten of a kind, so
 * there are no more, and the tenth says how many rows are left. */
void gate_github(FILE *out, const struct gate *gate);

/*
 * Everything as one object; null: unknown.
 *
 *   verdict         ok, improved, regression, inconclusive
 *   reason          of the verdict
 *   stored          true: of results of two runs; then instructions, times, launches are theirs
 *   counts_checked  true or false
 *   counts_differ   what miscounts and where, or null
 *   limits          instructions, time, sight, error: 0.01 for 1 %
 *   base, new       name, commit, compiler, flags
 *   cpu, date       of stored results, both dates
 *   counted_with    the tool and the processor that instructions are counted for, and
 *   counted_flags   those of the compiler, of the builds that were counted
 *   launches, confirming, seed  of the first run, of the second run, of both
 *   notes           texts: what was not compared or not done, and why
 *   rows            for each workload and board, in the order they were measured in:
 *     workload, board
 *     verdict, reason
 *     ground             what decided it: instructions, time or null
 *     base_instructions, new_instructions  of one operation
 *     instructions_rise  0.041 for +4.1 %
 *     base_ns, new_ns    of one operation
 *     first              what the first run says of time, or null when it was not timed:
 *       launches
 *       rise, low, high      the median, and what it is above and below
 *       p, adjusted_p        of "the rise is at most the limit"
 *       p_faster, adjusted_p_faster  of "time did not fall by more than the limit"
 *     again              likewise the second run
 */
bool gate_json(FILE *out, const struct gate *gate);

#endif
