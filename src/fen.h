/* FEN text to position and back. */
#ifndef XQPERFT_FEN_H
#define XQPERFT_FEN_H

#include "position.h"

XQPERFT_BEGIN

enum {
    /* Room for the longest FEN that fen_write() can make: 90 pieces or digits, 9 slashes, the side,
     * two dashes, two 10-digit counters, blanks and the final zero. */
    FEN_SIZE = 90 + 9 + 2 + 4 + 2 * 11 + 1,
};

/* Where and why a text is no position. */
struct fen_error {
    int column;       /* 1-based byte in the text; 0 when no single place is to blame */
    char text[48];    /* the offending part of the text, made printable and cut when long */
    char reason[200]; /* one sentence: what is wrong, naming rank or square */
};

/*
 * Reads `length` bytes of FEN with 1 to 6 fields separated by blanks or tabs, and validates the
 * position (position_validate). Horse N or H, elephant B or E; side w, r, W, R or b, B; missing
 * side is Red; missing counters are 0 and 1; a full-move number of 0 is read as 1. Surrounding
 * white space (also a carriage return) is ignored. Returns true, or false with *error filled and
 * *position unspecified.
 */
bool fen_read(const char *text, size_t length, struct position *position, struct fen_error *error);

/* Writes the normalised FEN (N and B letters, w or b, all six fields). */
void fen_write(const struct position *position, char out[FEN_SIZE]);

/* The FEN letter of a piece code: one of "KABNRCPkabnrcp", or '.' for NO_PIECE. */
char fen_letter(int piece);

XQPERFT_END

#endif
