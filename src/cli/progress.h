/* A line on standard error that says how far a count is; only when that is a terminal. */
#ifndef XQPERFT_CLI_PROGRESS_H
#define XQPERFT_CLI_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct progress {
    const char *what; /* "root moves" */
    size_t total;
    double start, shown; /* clock_seconds() */
    bool terminal, visible;
};

void progress_begin(struct progress *progress, const char *what, size_t total);
void progress_show(struct progress *progress, size_t done, uint64_t nodes);

/* Erases the line; it comes back at the next progress_show(). */
void progress_end(struct progress *progress);

#endif
