/* What perft and divide share: count every position with every board and see that they agree. */
#ifndef XQPERFT_CLI_RUN_H
#define XQPERFT_CLI_RUN_H

#include <jansson.h>

#include "count.h"
#include "input.h"
#include "options.h"
#include "tables.h"

/* What one board counted in all positions. */
struct total {
    uint64_t nodes;
    double seconds;
    struct perft_stats stats;
};

struct run {
    const struct options *options;
    struct roots roots;
    bool complete; /* every board counted every position to the end */
    bool differs;
    bool changed;       /* the EPD file did, so that nothing more could be counted */
    bool too_many;      /* of a position, so that it was the last */
    json_t *difference; /* with --json: where boards differ, or NULL */
    struct tables tables;
    struct total total[COMPARE_MAX_BOARDS]; /* by the boards of the options */
};

/* How a command prints in one format. */
struct form {
    void (*begin)(const struct run *run);
    void (*row)(struct run *run, const struct root *root, const struct board *board,
                const struct count *count);
    void (*end)(struct run *run);
};

/* Runs the command; `forms` has one entry per format that it can print. Returns the exit status. */
int run_counts(const struct options *options, const struct form forms[FORMAT_COUNT]);

/* What perft and divide print alike with --json: a row, for more to be added to it before
 * json_row() prints it; and what follows the rows. */
json_t *run_json_row(const struct run *run, const struct root *root, const struct board *board,
                     const struct count *count);
void run_json_end(struct run *run);

/* "All 3 boards agree." if they do and there are several; with --json and --tsv nothing says it. */
void run_print_agreement(const struct run *run);

/* Says how far an unfinished count got, in brackets; nothing for a complete one. */
void run_print_unfinished(const struct count *count);

#endif
