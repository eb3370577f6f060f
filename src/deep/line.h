/* What the lines of a plan's file are made of, for who writes them and who reads them. */
#ifndef XQPERFT_DEEP_LINE_H
#define XQPERFT_DEEP_LINE_H

#include "deep.h"
#include "fen.h"

#define DEEP_MAGIC   "xqperft-deep"
#define DEEP_VERSION 1

enum {
    SUM_DIGITS = 16,
    /* Of a result line, with all its numbers and names at their longest, the line end and a zero.
     */
    RESULT_SIZE = FEN_SIZE + 160,
};

/* "PLACEMENT SIDE" of a unit. */
void line_position(const struct deep_plan *plan, size_t unit, char out[FEN_SIZE]);

/* The index of a root move, or plan->move_count. */
size_t line_move_index(const struct deep_plan *plan, xq_move move);

#endif
