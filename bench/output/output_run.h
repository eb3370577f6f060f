/* The files of a run, see export.h and report.h. */
#ifndef XQBENCH_OUTPUT_RUN_H
#define XQBENCH_OUTPUT_RUN_H

#include "output.h"
#include "report.h"

/* About how many bytes results.json takes, with so many launches of so many rows (a workload on a
 * board), rather too many than too few. */
size_t output_run_room(size_t launches, size_t rows);

/* output_prepare() and output_save_files() of these files, results.json first, which may take so
 * many bytes, and of what scripts and `xqbench report` make of them. */
bool output_run_prepare(const char *folder, size_t bytes, bool *made, struct fault *fault);
bool output_run_save(const char *folder, const struct report *report, struct fault *fault);

/* Says of what commit the self-test and the matrix of compilers are that stay in the folder: they
 * were measured by themselves. Nothing when there are none. */
void output_run_tell_kept(const char *folder, FILE *log);

#endif
