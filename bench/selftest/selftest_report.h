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
    size_t launches;       /* of each run */
    size_t planned;        /* runs; not fewer than there are */
    const char *cut_short; /* NULL when all are there, else "INTERRUPTED" or "FAILED" */
    const struct selftest *selftest;
};

/* "the measurement keeps what it states, as far as 20 runs can tell": for people. */
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
 *                  launch), seed, cpu (null: not pinned), reference (board), level, equal_within,
 *                  family (rows of the table in which a slowed board is the only one to differ)
 *   verdict        a sentence
 *   false_alarms   of the twin: runs that were trusted, alarms (runs with one), rate with rate_low
 *                  and rate_high (exact, 95 %), stated_rate, p (of "at most as stated", one-sided),
 *                  too_many (alarms, from which on the verdict is that there are; null: so few runs
 *                  cannot tell)
 *   missed         most (of the trusted runs, in the row and control with most of them, those whose
 *                  interval misses the truth), too_many (likewise)
 *   denied         likewise, those that call a board equal or faster which is slowed by more than
 *                  equal_within
 *   sight          the share of all rows in which the largest slowdown is seen
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
