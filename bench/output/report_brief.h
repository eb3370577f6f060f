/* The results in one line for each workload: the first answer, in Markdown. */
#ifndef XQBENCH_REPORT_BRIEF_H
#define XQBENCH_REPORT_BRIEF_H

#include "report.h"

/* Median times of all boards; the fastest one, and how many times as fast it is as the next, or
 * whether the best are equal or that is undecided; of limits, times alone. Below it what is in
 * doubt, and why. Write errors are left to the caller's ferror(). */
void report_brief(FILE *out, const struct report *report);

#endif
