/* What may be said about the boards, in words. */
#ifndef XQBENCH_REPORT_VERDICTS_H
#define XQBENCH_REPORT_VERDICTS_H

#include "report.h"

/* The name of a workload of the summary: the one after the last is the geometric mean. */
const char *report_workload_name(const struct plan *plan, size_t workload);

/* Explains the marks behind speeds. `end` ends each line. */
void report_marks(FILE *out, const char *end);

/* Where each board is the fastest, where none is, why comparisons are inconclusive, and which
 * launches were disturbed. Nothing but the last of a single board. */
void report_verdicts(FILE *out, const struct report *report, const char *end);

#endif
