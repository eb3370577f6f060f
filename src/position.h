/*
 * A position in neutral form, free of any board's tricks: what FEN says, and no more. It is the
 * currency between files, boards and programs, and slow on purpose of being plain.
 */
#ifndef XQPERFT_POSITION_H
#define XQPERFT_POSITION_H

#include <stdbool.h>
#include <stddef.h>

#include "types.h"

XQPERFT_BEGIN

struct position {
    uint8_t piece[SQUARE_COUNT]; /* piece codes, see types.h */
    uint8_t side;                /* enum side: whose move it is */
    uint32_t halfmove;           /* plies since the last capture */
    uint32_t fullmove;           /* from 1, raised after Black's move */
};

/* Why a position was refused. */
struct position_fault {
    int square; /* where the fault is, NO_SQUARE when it is nowhere in particular */
    char reason[160];
};

/* The starting position. */
void position_start(struct position *position);

/*
 * True when the position can be played on: one king a side, at most 16 pieces a side, every piece
 * on a square that it can reach, the kings not facing each other, and the side that just moved
 * not in check. Otherwise false, with the first fault found in *fault (which may be NULL).
 */
bool position_validate(const struct position *position, struct position_fault *fault);

/*
 * What is unusual but allowed: more of a kind than a game starts with, or two uncrossed pawns of a
 * side on one file. Writes the first such fact as one sentence to `text` (at most `size` bytes,
 * always terminated) and returns true; returns false, with an empty text, when there is none.
 */
bool position_unusual(const struct position *position, char *text, size_t size);

/* May this piece (a code, not NO_PIECE) ever stand on this square? */
bool position_reachable(int piece, int square);

/*
 * The squares of the pieces of side `by` that could capture a piece of the other side if one
 * stood on `square`, in ascending order; returns how many (at most 16). Kings facing each other
 * on a file are not an attack here; see position_kings_face().
 */
size_t position_attackers(const struct position *position, int square, enum side by,
                          uint8_t out[MAX_PIECES]);

/* The square of a side's king (the first found), or NO_SQUARE. */
int position_king(const struct position *position, enum side side);

/* True when both kings stand on one file with nothing between them. */
bool position_kings_face(const struct position *position);

/* True when the king of `side` is attacked or faces the other king. */
bool position_in_check(const struct position *position, enum side side);

/* Plays a move without asking whether it is legal. */
void position_apply(struct position *position, xq_move move);

/* The position seen in a mirror: file a becomes file i. Has the same perft counts. */
void position_mirror(const struct position *from, struct position *to);

/* Colours and ends of the board exchanged, and the side to move. Has the same perft counts. */
void position_flip(const struct position *from, struct position *to);

/* The same for a square and a move: what they become in the mirrored or flipped position. */
int square_mirror(int square);
int square_flip(int square);
xq_move move_mirror(xq_move move);
xq_move move_flip(xq_move move);

/* Same pieces, same side to move; the counters are not compared. */
bool position_equal(const struct position *a, const struct position *b);

/* The name of a kind in words: "king", "advisor", ... and of a side: "Red", "Black". */
const char *kind_name(enum kind kind);
const char *side_name(enum side side);

XQPERFT_END

#endif
