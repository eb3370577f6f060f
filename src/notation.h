/* Squares and moves to text and back: coordinates like h2e2, files a-i, ranks 0-9 or 1-10. */
#ifndef XQPERFT_NOTATION_H
#define XQPERFT_NOTATION_H

#include <stdbool.h>
#include <stddef.h>

#include "types.h"

XQPERFT_BEGIN

/* The number of Red's home rank: the project prints 0-9, some engines speak 1-10. */
enum ranks { RANKS_FROM_0 = 0, RANKS_FROM_1 = 1 };

enum { MOVE_TEXT_SIZE = 8, SQUARE_TEXT_SIZE = 4 }; /* "a10b10", "a10", with the final zero */

/* Write a move or a square as text; return `out`. */
char *move_write(xq_move move, enum ranks ranks, char out[MOVE_TEXT_SIZE]);
char *square_write(int square, enum ranks ranks, char out[SQUARE_TEXT_SIZE]);

/*
 * Reads one move at the start of `text`, up to its end or to white space. Returns the number of
 * bytes read, or 0 when the text is no move (or has something more glued to it).
 */
size_t move_read(const char *text, enum ranks ranks, xq_move *move);

XQPERFT_END

#endif
