/* The folder of results: made before the work starts, filled completely or not at all. */
#ifndef XQBENCH_OUTPUT_H
#define XQBENCH_OUTPUT_H

#include "fault.h"
#include "report.h"

/* Makes the folder with all that lead to it, and tries that files can be made there: a long run
 * must not end with nowhere to go. *made tells whether the folder is new. */
bool output_prepare(const char *folder, bool *made, struct fault *fault);

/* Files that belong together. */
struct output_files {
    size_t count;
    const char *(*name)(size_t index);
    bool (*write)(FILE *out, size_t index, const void *content); /* false without memory */
    const void *content;
    /* Is there something to write? Without, an earlier file of this name is removed, so that it
     * does not pass for one of these. NULL when there always is. */
    bool (*wanted)(size_t index, const void *content);
};

/* Writes all files that are wanted. Either each of them is complete and in its place, or none is
 * and earlier ones are as they were, except when renaming itself fails. */
bool output_save_files(const char *folder, const struct output_files *what, struct fault *fault);

/* What scripts and `xqbench report` make of a run, or beside it, in its folder; NULL after the
 * last. What was measured by itself and carries its own date and commit (selftest.*, compilers.*)
 * is not among it. */
extern const char *const output_derived[];

/* The same of the files of a run. Those of output_derived that an earlier run left are removed, so
 * that they do not pass for some of this one. */
bool output_save(const char *folder, const struct report *report, struct fault *fault);

#endif
