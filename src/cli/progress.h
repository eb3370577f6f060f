/* A line on standard error that says how far a count is; only when that is a terminal. */
#ifndef XQPERFT_CLI_PROGRESS_H
#define XQPERFT_CLI_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct progress {
    double start, shown; /* clock_seconds() */
    bool terminal, visible;
};

void progress_begin(struct progress *progress);

/* `part` of the work is done, from 0 to 1, and gave `nodes`. */
void progress_show(struct progress *progress, double part, uint64_t nodes);

/* Erases the line; it comes back at the next progress_show(). */
void progress_end(struct progress *progress);

#endif
