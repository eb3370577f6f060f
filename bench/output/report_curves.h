/* Where the curves come from, in words. */
#ifndef XQBENCH_REPORT_CURVES_H
#define XQBENCH_REPORT_CURVES_H

#include "report.h"

/* In how many launches they were measured, and how many of these were disturbed. Nothing without
 * curves. */
void report_curves(FILE *out, const struct report *report, const char *end);

#endif
