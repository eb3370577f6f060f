/* The file that --junit names. */
#ifndef XQPERFT_CLI_JUNIT_H
#define XQPERFT_CLI_JUNIT_H

#include <stdio.h>

#include "options.h"

/*
 * How many test cases a suite has stands before them, and is known behind them. Until then they are
 * in a temporary file, so that a report of any length takes no memory.
 */
struct junit {
    FILE *out;   /* NULL without --junit */
    FILE *cases; /* of the suite that is being tested */
    int error;   /* why these could not be kept, or 0 */
};

/* Opens it before anything is counted, so that a wrong name does not cost the counts, and begins
 * the report. False after saying why it cannot be written. */
bool junit_open(const struct options *options, struct junit *junit);

/* Moves the cases behind what is written so far; there are none then. */
void junit_move_cases(struct junit *junit);

/* Ends and closes it, if it is open. False after saying why it was not written to its end. */
bool junit_close(const struct options *options, struct junit *junit);

#endif
