/* One count of one position by one board, root move by root move. */
#ifndef XQPERFT_CLI_COUNT_H
#define XQPERFT_CLI_COUNT_H

#include "options.h"
#include "perft.h"

struct count {
    double seconds;
    size_t finished; /* root moves counted to the end: all of them unless a signal came */
    struct perft_result result; /* its root moves sorted by their text */
};

/* What to say when the nodes are PERFT_TOO_MANY, for printf: of which depth, an unsigned. */
#define COUNT_TOO_MANY "depth %u has more paths than 64 bits can count"

/* Counts as the options say, with progress on standard error when that is a terminal. `hash` may
 * be NULL. The program ends when there is no memory. */
void count_run(const struct options *options, const struct board *board,
               const struct position *position, struct hash *hash, struct count *count);

/* Same root moves with the same counts? */
bool count_equal(const struct count *a, const struct count *b);

/* Seconds of a clock that never goes back. */
double clock_seconds(void);

#endif
