/*
 * padded: a 16x16 array with a wide margin, position-mask tables and a piece list.
 *
 *     square = 16 * row + column;  the board is columns 3-11 and rows 3-12
 *
 *        c0     c4     c8            rank r is row 3 + r, file f is column 3 + f:
 *       +--------------------- row 12   a9 = 0xc3 … i9 = 0xcb
 *       |  .  .  .  .  .  .            …
 *       |  .  .  .  .  .  .  row 3     a0 = 0x33 … i0 = 0x3b
 *
 * A step in any direction is one addition, and the margin is wide enough that no step of any piece
 * leaves the array. What chess does with 0x88, one AND that tells the edge, is done here by a table
 * per side: reach[side][square] is the sum of the classes of the pieces that may stand there, 0 off
 * the board, so one AND with the class of a piece tests the edge of the board, the palace and the
 * river at once. (0x88 itself needs the board to be 8 wide; 9 files and 10 ranks leave no spare bit
 * for it in a byte index.)
 *
 * Invariant: board[square[slot]] == slot for every piece that is on the board, and square[slot] is
 * 0 for every other slot. A slot is the code of one single piece: 16..31 are Red's, 32..47 Black's,
 * so that "is it mine" is one AND; the slots of a side are ordered by kind, and first[side][kind]
 * .. first[side][kind + 1] are the slots of a kind. Captured pieces keep their slots.
 *
 * It wins where moves are made and tested: no search for pieces, no board-wide bookkeeping, and
 * the 16 squares of a side's pieces fit one vector register, so that a king asks all of its
 * enemies at once whether any could matter.
 */
#define LINE_MEMBERS
#include "padded_state.h"

/* The first occupied square from `square` on by `step`; a square of the margin when there is no
 * piece. */
INLINE int next_piece(const struct padded_state *state, int square, int step)
{
    do
        square += step;
    while (state->board[square] == 0);
    return square;
}

INLINE int second_piece(const struct padded_state *state, int square, int step, int first)
{
    (void)square;
    return next_piece(state, first, step);
}

/* The array is all there is. */
INLINE void lines_make(struct padded_state *state, int from, int to)
{
    (void)state;
    (void)from;
    (void)to;
}

INLINE void lines_unmake(struct padded_state *state, int from, int to, bool emptied)
{
    (void)emptied;
    lines_make(state, from, to);
}

#define STOPS_KNOWN                 0
#define empty_around(state, square) 0
#define BOARD_SUMMARY               "16x16 padded array, position masks per piece class, piece list"
#define LINE_TABLE_BYTES            0
#include "padded_template.h"
