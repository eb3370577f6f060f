/* What a self-test has found: on the terminal, in Markdown, and as JSON. */
#ifndef XQBENCH_SELFTEST_REPORT_H
#define XQBENCH_SELFTEST_REPORT_H

#include <stdio.h>

#include "measure/machine.h"
#include "selftest_judge.h"

/* Everything there is to tell of it. */
struct selftest_report {
    const struct machine *machine;
    const char *positions; /* the file */
    int cpu;               /* that it was pinned to, or -1 */
    const struct plan *plan;
    size_t launches; /* of each run */
    size_t planned;  /* runs; more than there are when it was interrupted */
    const struct selftest *selftest;
};

/* "false alarms are no more frequent than stated, as far as 20 runs can tell": for people. */
enum { SELFTEST_TEXT_SIZE = 160 };
const char *selftest_verdict_text(const struct selftest *selftest, char out[SELFTEST_TEXT_SIZE]);

/* Write errors are left to the caller's ferror(). */
void selftest_report_text(FILE *out, const struct selftest_report *report);
void selftest_report_markdown(FILE *out, const struct selftest_report *report);

/*
 * An object; what is not known is null:
 *
 *   machine        as machine.json, see export.h
 *   config         positions (file), position_count, runs, launches (of each run), rounds (of each
 *                  launch), seed, cpu (null: not pinned), reference (board), level, equal_within
 *   false_alarms   of the twin: runs that were trusted, alarms (runs with one), rate with rate_low
 *                  and rate_high (exact, 95 %), stated_rate, p (of "at most as stated", one-sided),
 *                  verdict
 *   controls       an object for each: board, slowdown (the truth: 0.05 is 5 %), alarms, and rows,
 *                  an object for every workload and the geometric mean: workload, limit,
 *                  how many runs called the control faster, slower, equal or inconclusive,
 *                  intervals (runs that have one), covered (of them, those with the truth),
 *                  slowdown (as estimated, the median over the runs)
 *   smallest_seen  by workload, the least slowdown that was seen in 90 % of the runs, or null
 *
 * False without memory.
 */
bool selftest_report_json(FILE *out, const struct selftest_report *report);

#endif
