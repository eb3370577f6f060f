/*
 * For tests: asks every board everything about a position, and holds the answers against each other
 * and against the oracle (oracle.h). Walks all_boards[], so that a new
 * board is checked without a word here, unless told to walk another list.
 */
#ifndef XQPERFT_CROSSCHECK_H
#define XQPERFT_CROSSCHECK_H

#include "board.h"

/* The boards that are asked, ended by NULL. */
extern const struct board *const *crosscheck_boards;

enum { CROSSCHECK_REASON_SIZE = 600 };

enum crosscheck_effort {
    CROSSCHECK_LIGHT, /* is_legal of pseudo-legal moves only, mirror images at depth 1, the
                       * attackers of occupied squares only */
    CROSSCHECK_FULL,  /* all 8,100 pairs of squares, mirror images at depth 2, all squares */
};

/*
 * True when all boards say what the oracle says of this valid position. Otherwise false, and
 * `reason` (at most `size` bytes) reproduces the first fault: FEN, board, move or square, and what
 * each side of the comparison said.
 */
bool crosscheck_position(const struct position *position, enum crosscheck_effort effort,
                         char *reason, size_t size);

/*
 * The same for what may also be asked of a position that is not valid (kings missing, facing or in
 * check): pseudo-legal moves and attackers. Every piece must be on a square that it can reach.
 */
bool crosscheck_attacks(const struct position *position, enum crosscheck_effort effort,
                        char *reason, size_t size);

#endif
