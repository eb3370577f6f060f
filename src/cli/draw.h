/* A board as a picture. */
#ifndef XQPERFT_CLI_DRAW_H
#define XQPERFT_CLI_DRAW_H

#include <stdio.h>

#include "notation.h"
#include "position.h"

/* Draws with FEN letters, or with Chinese characters; ranks and files are labelled. */
void draw_board(FILE *out, const struct position *position, enum ranks ranks, bool chinese);

#endif
