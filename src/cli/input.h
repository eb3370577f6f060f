/* The positions that the command line names: --fen, --epd and --id, --moves. */
#ifndef XQPERFT_CLI_INPUT_H
#define XQPERFT_CLI_INPUT_H

#include "options.h"
#include "output.h"
#include "suite.h"

/* A position to start from. */
struct root {
    char id[SUITE_ID_SIZE];   /* "start", an id of the EPD file, or "" for --fen */
    struct position given;    /* before --moves */
    struct position position; /* behind them */
};

/* All of them, however many an EPD file has: they are read one by one, and were checked before. */
struct roots {
    const struct options *options;
    size_t count;
    int id_width; /* the columns of the widest id */
    bool warn;    /* for print_problem() */
    size_t taken;
    struct root only; /* when there is one */
    struct suite_reader *reader;
};

/*
 * Reads them all and plays --moves, so that no fault shows when some are counted already. The
 * status is STATUS_OK, or another one after saying what is wrong. Warnings are printed when `warn`
 * is set. Free with roots_close() in either case.
 */
enum status roots_open(const struct options *options, bool warn, struct roots *roots);

/* The next one, of which there are `count`. False behind the last, or earlier when the file has
 * changed meanwhile, which is said. */
bool roots_next(struct roots *roots, struct root *root);
void roots_close(struct roots *roots);

/* A suite_report that prints `FILE:LINE:COLUMN: REASON: 'TEXT'` on standard error; warnings only
 * when *(bool *)context. */
void print_problem(void *context, const struct suite_problem *problem);

#endif
