/* What may be said about the boards, in words. */
#ifndef XQBENCH_REPORT_VERDICTS_H
#define XQBENCH_REPORT_VERDICTS_H

#include "report.h"

/* The name of a workload of the summary: the one after the last is the geometric mean. */
const char *report_workload_name(const struct plan *plan, size_t workload);

/* Explains the marks behind speeds. `end` ends each line. */
void report_marks(FILE *out, const char *end);

/* Where each board is the fastest, where the fastest boards are equal, and where it is undecided
 * which one is; limits are left out. Nothing of a single board. */
void report_fastest(FILE *out, const struct report *report, const char *end);

/* Why comparisons are inconclusive, and how many launches were disturbed. */
void report_doubts(FILE *out, const struct report *report, const char *end);

/* Is there no winner of a workload because the best are equal? */
bool report_is_tie(const struct report *report, size_t workload);

#endif
