/* A board with positions, ready to run workloads over them. */
#ifndef XQBENCH_CONTENDER_H
#define XQBENCH_CONTENDER_H

#include "board.h"
#include "builds/exported.h"
#include "order.h"
#include "suite.h"

/* What a pass over the positions is counted in. */
enum tally {
    TALLY_POSITIONS,   /* the positions themselves */
    TALLY_KINGS,       /* two a position */
    TALLY_PIECES,      /* of both sides */
    TALLY_MOVES,       /* pseudo-legal ones */
    TALLY_LEGAL_MOVES, /* legal ones */
    TALLY_RESULT,      /* what the pass returned: moves or nodes */
};

/* All positions are loaded into the board's own representation, before any clock starts. */
struct contender {
    const struct board *board;
    const struct exported *from; /* the build that the board is of; NULL for this program */
    const struct suite *suite;   /* the positions; borrowed */
    void *slots, *extras;        /* suite->count of each, see board.h */
    size_t *order;               /* which of the suite's positions is at each place */
    void *spare;                 /* room for a slot or an extra */

    /* How many there are in all positions, by enum tally. */
    uint64_t total[TALLY_RESULT];
};

/* Loads all positions of the suite. False when there is no memory. Free with contender_free(), in
 * any case. */
bool contender_prepare(struct contender *contender, const struct board *board,
                       const struct suite *suite);
void contender_free(struct contender *contender);

/* Draws a new order of the positions, from the order that they have now: the same stream gives all
 * contenders that have had the same order the same new one. */
void contender_shuffle(struct contender *contender, struct order_stream *stream);

#endif
