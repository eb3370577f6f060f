/* The positions that the command line names: --fen, --epd and --id, --moves. */
#ifndef XQPERFT_CLI_INPUT_H
#define XQPERFT_CLI_INPUT_H

#include "options.h"
#include "suite.h"

/* A position to start from. */
struct root {
    char id[SUITE_ID_SIZE]; /* "start", an id of the EPD file, or "" for --fen */
    struct position position;
};

struct roots {
    struct root *item;
    size_t count;
};

/*
 * Reads them and plays --moves. False after saying what is wrong, with nothing to free then.
 * Warnings are printed when `warn` is set. Free with roots_free().
 */
bool roots_read(const struct options *options, bool warn, struct roots *roots);
void roots_free(struct roots *roots);

/* A suite_report that prints `FILE:LINE:COLUMN: REASON: 'TEXT'` on standard error; warnings only
 * when *(bool *)context. */
void print_problem(void *context, const struct suite_problem *problem);

#endif
