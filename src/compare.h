/* Where two move generators differ: down from a wrong total to the first wrong node. */
#ifndef XQPERFT_COMPARE_H
#define XQPERFT_COMPARE_H

#include "board.h"

enum { COMPARE_MAX_BOARDS = 16 };

/* The first node at which boards do not agree. */
struct difference {
    struct position position;      /* the node */
    xq_move path[PERFT_MAX_DEPTH]; /* the moves from the root to it */
    size_t path_length;
    size_t board_count;
    const struct board *board[COMPARE_MAX_BOARDS];

    /* The moves that some boards call legal here and others do not, with a bit per board that has
     * them. None when the lists agree and only the counts differ (also when a board lists a move
     * twice, or its divide and its perft do not agree): then `depth` says at what depth from here,
     * and `nodes` what each board counted. */
    size_t move_count;
    xq_move move[MAX_MOVES];
    uint32_t holders[MAX_MOVES];
    unsigned depth;
    uint64_t nodes[COMPARE_MAX_BOARDS];
};

/*
 * Runs each board (a NULL-terminated list of at most COMPARE_MAX_BOARDS) on the position. True when
 * all agree on the divide counts at this depth and on the sets of moves along the way down to a
 * difference; false with the first wrong node in *difference. A set stop flag in the request ends
 * it with true.
 */
bool compare_boards(const struct board *const *boards, const struct position *position,
                    const struct perft_request *request, struct difference *difference);

#endif
