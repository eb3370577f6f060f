/* The pieces of a position along lines (line_register.h), kept up to date by make and unmake. */
#ifndef XQPERFT_PIECE_LINES_H
#define XQPERFT_PIECE_LINES_H

#include "line_register.h"

struct piece_lines {
    line_register of[PIECE_COUNT]; /* by piece code; NO_PIECE's means nothing, see bitboard's sets */
    line_register all[2];          /* of a side */
};

LINE_INLINE void piece_lines_place(struct piece_lines *lines, int piece, int square)
{
    line_register there = line_square(square);
    lines->of[piece] = line_or(lines->of[piece], there);
    lines->all[piece_side(piece)] = line_or(lines->all[piece_side(piece)], there);
}

LINE_INLINE void piece_lines_make(struct piece_lines *lines, int piece, int captured, int from,
                                  int to)
{
    line_register there = line_square(to), moved = line_xor(line_square(from), there);
    enum side side = piece_side(piece), other = side_other(side);
    lines->of[piece] = line_xor(lines->of[piece], moved);
    lines->of[captured] = line_xor(lines->of[captured], there);
    lines->all[side] = line_xor(lines->all[side], moved);
    lines->all[other] = line_minus(lines->all[other], there);
}

LINE_INLINE void piece_lines_unmake(struct piece_lines *lines, int piece, int captured, int from,
                                    int to)
{
    line_register there = line_square(to), moved = line_xor(line_square(from), there);
    enum side side = piece_side(piece), other = side_other(side);
    lines->of[piece] = line_xor(lines->of[piece], moved);
    lines->of[captured] = line_xor(lines->of[captured], there);
    lines->all[side] = line_xor(lines->all[side], moved);
    lines->all[other] = line_or(lines->all[other], line_if(captured != NO_PIECE, there));
}

#endif
