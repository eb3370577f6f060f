/*
 * The neutral position: who attacks what, and the plain operations on it. Everything is found by
 * looking at squares one after another, so that it can be checked by reading it.
 */
#include <stdlib.h>
#include <string.h>

#include "position.h"

void position_start(struct position *position)
{
    static const enum kind home[FILE_COUNT] = {ROOK,    HORSE,    ELEPHANT, ADVISOR, KING,
                                               ADVISOR, ELEPHANT, HORSE,    ROOK};
    memset(position, 0, sizeof *position);
    for (int end = RED; end <= BLACK; end++) {
        enum side side = (enum side)end;
        for (int file = 0; file < FILE_COUNT; file++)
            position->piece[square_of(file, end == RED ? 0 : 9)] =
                (uint8_t)piece_of(side, home[file]);
        for (int file = 1; file < FILE_COUNT; file += 6)
            position->piece[square_of(file, end == RED ? 2 : 7)] = (uint8_t)piece_of(side, CANNON);
        for (int file = 0; file < FILE_COUNT; file += 2)
            position->piece[square_of(file, end == RED ? 3 : 6)] = (uint8_t)piece_of(side, PAWN);
    }
    position->side = RED;
    position->fullmove = 1;
}

/* The rank as its own side counts it: 0 is its home rank, 5 and more are across the river. */
static int rank_from_home(int square, enum side side)
{
    int rank = square_rank(square);
    return side == RED ? rank : RANK_COUNT - 1 - rank;
}

static bool in_palace(int square, enum side side)
{
    int file = square_file(square);
    return file >= 3 && file <= 5 && rank_from_home(square, side) <= 2;
}

bool position_reachable(int piece, int square)
{
    enum side side = piece_side(piece);
    int file = square_file(square);
    int rank = rank_from_home(square, side);
    switch (piece_kind(piece)) {
    case KING:
        return in_palace(square, side);
    case ADVISOR: /* the centre of the palace and its corners */
        return in_palace(square, side) && (file + rank) % 2 == 1;
    case ELEPHANT: /* c0 and whatever steps of two files and two ranks reach from there */
        return rank <= 4 && rank % 2 == 0 && file % 2 == 0 && (file + rank) % 4 == 2;
    case PAWN: /* a pawn keeps its file until it has crossed the river */
        return rank >= 5 || (rank >= 3 && file % 2 == 0);
    default:
        return true;
    }
}

/* How many pieces stand strictly between two squares of one rank or file. */
static int pieces_between(const struct position *position, int from, int to)
{
    int step = square_file(from) == square_file(to) ? FILE_COUNT : 1;
    int first = from < to ? from : to;
    int last = from < to ? to : from;
    int count = 0;
    for (int square = first + step; square < last; square += step)
        count += position->piece[square] != NO_PIECE;
    return count;
}

/* Could the piece on `from` capture a piece of the other side on `to`? */
static bool attacks(const struct position *position, int from, int to)
{
    int piece = position->piece[from];
    enum side side = piece_side(piece);
    int files = square_file(to) - square_file(from);
    int ranks = square_rank(to) - square_rank(from);
    int wide = abs(files), high = abs(ranks);
    bool in_line = (wide == 0) != (high == 0);
    switch (piece_kind(piece)) {
    case KING:
        return wide + high == 1 && in_palace(to, side);
    case ADVISOR:
        return wide == 1 && high == 1 && in_palace(to, side);
    case ELEPHANT: { /* the eye is the square it jumps over */
        int eye = (from + to) / 2;
        return wide == 2 && high == 2 && rank_from_home(to, side) <= 4 &&
               position->piece[eye] == NO_PIECE;
    }
    case HORSE: { /* the leg is the square beside the horse, along its longer way */
        int leg = wide == 2 ? from + files / 2 : from + ranks / 2 * FILE_COUNT;
        return ((wide == 1 && high == 2) || (wide == 2 && high == 1)) &&
               position->piece[leg] == NO_PIECE;
    }
    case ROOK:
        return in_line && pieces_between(position, from, to) == 0;
    case CANNON:
        return in_line && pieces_between(position, from, to) == 1;
    case PAWN:
        if (wide == 0)
            return ranks == (side == RED ? 1 : -1);
        return wide == 1 && high == 0 && rank_from_home(from, side) >= 5;
    default:
        return false;
    }
}

size_t position_attackers(const struct position *position, int square, enum side by,
                          uint8_t out[MAX_PIECES])
{
    size_t count = 0;
    for (int from = 0; from < SQUARE_COUNT && count < MAX_PIECES; from++) {
        int piece = position->piece[from];
        if (piece != NO_PIECE && piece_side(piece) == by && attacks(position, from, square))
            out[count++] = (uint8_t)from;
    }
    return count;
}

int position_king(const struct position *position, enum side side)
{
    for (int square = 0; square < SQUARE_COUNT; square++)
        if (position->piece[square] == piece_of(side, KING))
            return square;
    return NO_SQUARE;
}

bool position_kings_face(const struct position *position)
{
    int red = position_king(position, RED);
    int black = position_king(position, BLACK);
    return red != NO_SQUARE && black != NO_SQUARE && square_file(red) == square_file(black) &&
           pieces_between(position, red, black) == 0;
}

bool position_in_check(const struct position *position, enum side side)
{
    uint8_t attackers[MAX_PIECES];
    int king = position_king(position, side);
    if (king == NO_SQUARE)
        return false;
    return position_attackers(position, king, side_other(side), attackers) > 0 ||
           position_kings_face(position);
}

void position_apply(struct position *position, xq_move move)
{
    bool capture = position->piece[move_to(move)] != NO_PIECE;
    position->piece[move_to(move)] = position->piece[move_from(move)];
    position->piece[move_from(move)] = NO_PIECE;
    if (capture)
        position->halfmove = 0;
    else if (position->halfmove < UINT32_MAX)
        position->halfmove++;
    if (position->side == BLACK && position->fullmove < UINT32_MAX)
        position->fullmove++;
    position->side = (uint8_t)side_other((enum side)position->side);
}

int square_mirror(int square)
{
    return square_of(FILE_COUNT - 1 - square_file(square), square_rank(square));
}

int square_flip(int square)
{
    return square_of(square_file(square), RANK_COUNT - 1 - square_rank(square));
}

xq_move move_mirror(xq_move move)
{
    return move_of(square_mirror(move_from(move)), square_mirror(move_to(move)));
}

xq_move move_flip(xq_move move)
{
    return move_of(square_flip(move_from(move)), square_flip(move_to(move)));
}

/* Both work through a copy, so that `from` and `to` may be the same position. */

void position_mirror(const struct position *from, struct position *to)
{
    struct position seen = *from;
    for (int square = 0; square < SQUARE_COUNT; square++)
        seen.piece[square_mirror(square)] = from->piece[square];
    *to = seen;
}

void position_flip(const struct position *from, struct position *to)
{
    struct position seen = *from;
    for (int square = 0; square < SQUARE_COUNT; square++) {
        int piece = from->piece[square];
        if (piece != NO_PIECE)
            piece = piece_of(side_other(piece_side(piece)), piece_kind(piece));
        seen.piece[square_flip(square)] = (uint8_t)piece;
    }
    seen.side = (uint8_t)side_other((enum side)from->side);
    *to = seen;
}

bool position_equal(const struct position *a, const struct position *b)
{
    return memcmp(a->piece, b->piece, sizeof a->piece) == 0 && a->side == b->side;
}
