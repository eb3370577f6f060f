/* One count of one position by one board, root move by root move. */
#ifndef XQPERFT_CLI_COUNT_H
#define XQPERFT_CLI_COUNT_H

#include "board.h"

struct count_row {
    xq_move move;
    uint64_t nodes;
};

struct count {
    uint64_t nodes; /* the sum of the rows; of depth 0: 1 */
    double seconds;
    bool complete;     /* false when a signal ended it early; rows and nodes are then partial */
    size_t root_moves; /* how many there are to be counted */
    size_t rows;       /* how many were */
    struct count_row row[MAX_MOVES]; /* sorted by the text of the move */
};

/* Counts, with progress on standard error when that is a terminal. */
void count_run(const struct board *board, const struct position *position, unsigned depth,
               enum policy policy, struct count *count);

/* Same rows with the same counts? */
bool count_equal(const struct count *a, const struct count *b);

/* Seconds of a clock that never goes back. */
double clock_seconds(void);

#endif
