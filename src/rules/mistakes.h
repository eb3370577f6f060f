/*
 * Mistakes that move generators make: wrong rule sets, one mistake each. To see which of them makes
 * exactly the moves that a wrong generator makes is to know where to look in it.
 */
#ifndef XQPERFT_MISTAKES_H
#define XQPERFT_MISTAKES_H

#include "rules.h"

XQPERFT_BEGIN

struct mistake {
    /* For programs: "horse-leg-ignored". Made in the moves only, or only in the test whether the
     * king is attacked, it is "horse-leg-ignored-in-moves" or "horse-leg-ignored-in-checks". */
    const char *name;
    enum rule rule;   /* what it gets wrong */
    const char *text; /* what the generator does, as a clause that begins with a verb: "lets a horse
                       * jump over its leg" */
};

/* All of them; a NULL name ends the list. */
extern const struct mistake mistakes[];

enum {
    MISTAKE_NONE = -1,
    MISTAKE_LIMIT = 256, /* there are fewer */
    /* Wrong rules can allow more moves than MAX_MOVES; no list of theirs is longer. */
    MISTAKE_MOVES = MAX_PIECES * (FILE_COUNT - 1 + RANK_COUNT - 1) * 2,
};

/* The moves that a generator with this mistake (an index into the list, or MISTAKE_NONE) calls
 * legal, in ascending order; returns how many. */
size_t mistake_moves(const struct position *position, int mistake, xq_move out[MISTAKE_MOVES]);

XQPERFT_END

#endif
