/* A results folder as one self-contained page: tables, plots, machine, method and limits. */
#ifndef XQBENCH_PAGE_H
#define XQBENCH_PAGE_H

#include <stdbool.h>
#include <stdio.h>

#include "fault.h"

/*
 * Writes the page of a folder in which there is a results.json (see export.h). Of the other files
 * of the folder it takes those that are there; of those that are not, it says what makes them. The
 * page is HTML5 in UTF-8, and well-formed XML too; it has no scripts and refers to nothing outside
 * itself.
 *
 * False when a file cannot be read or is not what its name says, with the reason in *fault; what
 * was written by then is of no use. Write errors are left to the caller's ferror().
 */
bool page_write(FILE *out, const char *folder, struct fault *fault);

#endif
