/* The folder of results: made before the work starts, filled completely or not at all. */
#ifndef XQBENCH_OUTPUT_H
#define XQBENCH_OUTPUT_H

#include "fault.h"
#include "report.h"

/* Makes the folder with all that lead to it, and tries that files can be made there: a long run
 * must not end with nowhere to go. *made tells whether the folder is new. */
bool output_prepare(const char *folder, bool *made, struct fault *fault);

/* "samples.csv, table.md …": the files of a run, in words. */
const char *output_names(void);

/* Writes all files of a run. Either each of them is complete and in its place, or none is and
 * earlier ones are as they were, except when renaming itself fails. */
bool output_save(const char *folder, const struct report *report, struct fault *fault);

#endif
