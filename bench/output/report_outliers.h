/* Samples far from the others of their workload and board. */
#ifndef XQBENCH_REPORT_OUTLIERS_H
#define XQBENCH_REPORT_OUTLIERS_H

#include "report.h"

/* How many samples lie beyond 5 sigma, and where most of them are; `end` ends the line. */
void report_outliers(FILE *out, const struct report *report, const char *end);

#endif
