/* The folder of results: made before the work starts, and filled so that what is in it is true. */
#ifndef XQBENCH_OUTPUT_H
#define XQBENCH_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "fault.h"

/* Files that belong together. The first one holds what matters most: without it nothing is saved,
 * and what does not fit beside it is left out. */
struct output_files {
    size_t count;
    const char *(*name)(size_t index);
    bool (*write)(FILE *out, size_t index, const void *content); /* false without memory */
    const void *content;
    /* Is there something to write? Without, an earlier file of this name is removed, so that it
     * does not pass for one of these. NULL when there always is. */
    bool (*wanted)(size_t index, const void *content);
    /* Names of what others make of these files, NULL after the last: those that were made of
     * earlier ones are removed. NULL for none. */
    const char *const *derived;
    size_t room;        /* bytes that the first one may take, which are to be free beforehand */
    const char *remedy; /* how to get what is missing beside the first, as a clause; or NULL */
};

/*
 * Makes the folder with all that lead to it, and looks for what would be in the way of the files: a
 * long work must not end with nowhere to go. Until they are saved, room is held for the first of
 * them, and the folder against other processes that prepare it. *made tells whether the folder is
 * new.
 */
bool output_prepare(const char *folder, const struct output_files *what, bool *made,
                    struct fault *fault);

/*
 * Saves all files that are wanted, each of them complete or not at all. If the first one cannot be
 * written, all is as it was. Then earlier files are removed before it takes its place, and the rest
 * follow: at no moment are files of two runs together. False with the reason, and the names of what
 * is missing. A folder that went meanwhile is made anew.
 */
bool output_save_files(const char *folder, const struct output_files *what, struct fault *fault);

#endif
