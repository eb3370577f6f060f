/* What was counted, in words, and what the boards take up. */
#ifndef XQBENCH_REPORT_COUNTS_H
#define XQBENCH_REPORT_COUNTS_H

#include "report.h"

/* So many times the instructions are more, and not the same but for a trifle. */
extern const double report_noteworthy;

/* What a row tells of; COUNT_KINDS when it does not count. */
enum count_kind report_count_kind(enum report_row row);

/* "cycles". */
const char *report_count_unit(enum count_kind kind);

/* A count of one operation: "1213", "0.025"; "unknown". */
const char *report_count_cell(double count, char out[REPORT_TEXT_SIZE]);

/* With what was counted, and in which build. Nothing when nothing was. */
void report_counting(FILE *out, const struct report *report, const char *end);

/* The bytes of a position and of the tables, of each board. */
void report_sizes(FILE *out, const struct report *report, const char *end);

/* Where time and instructions disagree: the workloads whose fastest board executes more
 * instructions than another. Nothing when there is none. */
void report_disagreements(FILE *out, const struct report *report, const char *end);

#endif
