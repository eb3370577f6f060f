/* What the commands of a deep count share: the files, and counting into them. */
#ifndef XQPERFT_CLI_DEEP_RUN_H
#define XQPERFT_CLI_DEEP_RUN_H

#include "deep/deep.h"
#include "input.h"
#include "options.h"
#include "progress.h"
#include "tables.h"

struct deep_run {
    const struct options *options;
    struct deep_plan plan;
    struct deep_tally tally;

    /* of deep_run_count(): */
    const char *out; /* the file for the results */
    int fd;
    int write_error; /* errno, or 0 */
    uint8_t place;   /* of the board */
    size_t asked, counted;
    wide nodes; /* in the counted units */
    double seconds;
    struct progress progress;
};

/* The one position of the options. Returns an exit status, after saying what is wrong. */
int deep_run_root(const struct options *options, struct root *root);

/* Makes a plan of the position, and puts it into a new file. Returns an exit status, after
 * saying what is wrong. */
int deep_run_plan(struct deep_run *run, const struct position *root, const char *file);

/* The plies of the split, as given or by default. */
unsigned deep_run_split(const struct options *options);

/* Reads the files, the first of which has the plan unless there is one. Returns an exit status,
 * after saying what is wrong, or which units were counted twice and not alike. */
int deep_run_read(struct deep_run *run, char *const *files, size_t count);

/*
 * Counts those of the units that have no count yet, appends the results to the file `out` ("-" for
 * standard output), and takes them into run->tally. Returns an exit status, after saying why not
 * all are counted.
 */
int deep_run_count(struct deep_run *run, const uint32_t *unit, size_t count, const char *out);

/* Adds up; false after saying that 128 bits are not enough. */
bool deep_run_total(const struct deep_run *run, struct deep_total *total);

/* Reads the files of the options, in which every unit is to be counted, and adds up. Returns an
 * exit status, after saying what is wrong, or how many units are not counted. */
int deep_run_read_all(struct deep_run *run, struct deep_total *total);

void deep_run_free(struct deep_run *run);

#endif
