/* The results in one line for each workload: the first answer, in Markdown. */
#ifndef XQBENCH_REPORT_BRIEF_H
#define XQBENCH_REPORT_BRIEF_H

#include "report.h"

/* Median times of all boards; the fastest one, if any, and how many times as fast it is as the
 * next; of limits, times alone. Write errors are left to the caller's ferror(). */
void report_brief(FILE *out, const struct report *report);

#endif
