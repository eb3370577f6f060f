/*
 * figures.tsv: the figures of the tables, a line for every workload and board, for plots and
 * spreadsheets. The geometric mean has lines with nothing but its ratio. Empty: unknown.
 *
 *   workload setting   as workload_setting()
 *   board
 *   limit              1 when the workload is a limit
 *   operation ns mad   of one operation: median, and median absolute deviation
 *   rate               items a second
 *   ratio ratio_low ratio_high verdict  times as fast as the first board, which has only a ratio
 *   instructions       of one operation
 */
#ifndef XQBENCH_EXPORT_FIGURES_H
#define XQBENCH_EXPORT_FIGURES_H

#include <stdio.h>

#include "report.h"

/* True. Write errors are left to the caller's ferror(). */
bool export_figures(FILE *out, const struct report *report);

#endif
