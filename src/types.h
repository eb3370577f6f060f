/*
 * The vocabulary of the project: sides, piece kinds, piece codes, squares and moves. Everything
 * above the boards speaks only in these; each board has its own squares inside.
 */
#ifndef XQPERFT_TYPES_H
#define XQPERFT_TYPES_H

#include <assert.h>
#include <stdint.h>

#include "public.h"

XQPERFT_BEGIN

enum side { RED, BLACK };

enum kind { KING, ADVISOR, ELEPHANT, HORSE, ROOK, CANNON, PAWN, KIND_COUNT };

enum {
    FILE_COUNT = 9,
    RANK_COUNT = 10,
    SQUARE_COUNT = FILE_COUNT * RANK_COUNT,
    NO_SQUARE = SQUARE_COUNT, /* "no square" where a square is expected */

    NO_PIECE = 0,                     /* an empty square */
    PIECE_COUNT = 1 + 2 * KIND_COUNT, /* codes 0..14: empty, Red's 1..7, Black's 8..14 */
    MAX_PIECES = 16,                  /* of one side */

    /* No position has more moves: a king has at most 4, and none of the at most 15 other pieces
     * more than a rook on an empty rank and file, 8 + 9. One more, because lists are written
     * without branches: a move is stored first and kept or overwritten after. */
    MAX_MOVES = 4 + (MAX_PIECES - 1) * (FILE_COUNT - 1 + RANK_COUNT - 1) + 1,
};

/* A piece code: NO_PIECE, or 1 + KIND_COUNT * side + kind. */
static inline int piece_of(enum side side, enum kind kind)
{
    return 1 + KIND_COUNT * (int)side + (int)kind;
}

static inline enum side piece_side(int piece)
{
    return piece > KIND_COUNT ? BLACK : RED;
}

static inline enum kind piece_kind(int piece)
{
    return (enum kind)(piece - 1 - (piece > KIND_COUNT ? KIND_COUNT : 0)); /* no division */
}

/*
 * A square: 0..89, rank by rank from Red's home rank, a0 = 0, i0 = 8, a9 = 81, i9 = 89.
 * Files 0..8 are a..i from Red's left.
 */
static inline int square_of(int file, int rank)
{
    return rank * FILE_COUNT + file;
}

static inline int square_file(int square)
{
    return square % FILE_COUNT;
}

static inline int square_rank(int square)
{
    return square / FILE_COUNT;
}

/* A move: the square it leaves in the low byte, the square it enters in the high byte. */
typedef uint16_t xq_move;

static_assert(SQUARE_COUNT <= 256, "a square fits a byte, a move two");

enum { NO_MOVE = 0 }; /* a0a0, which no piece can make */

static inline xq_move move_of(int from, int to)
{
    return (xq_move)(from | to << 8);
}

static inline int move_from(xq_move move)
{
    return move & 0xff;
}

static inline int move_to(xq_move move)
{
    return move >> 8;
}

static inline enum side side_other(enum side side)
{
    return side == RED ? BLACK : RED;
}

XQPERFT_END

#endif
