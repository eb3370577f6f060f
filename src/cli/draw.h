/* A board as a picture, in text. */
#ifndef XQPERFT_CLI_DRAW_H
#define XQPERFT_CLI_DRAW_H

#include <stdio.h>

#include "notation.h"
#include "position.h"

/* What pieces are drawn with: FEN letters, or the Chinese characters that stand on them. */
enum glyphs { GLYPHS_ASCII, GLYPHS_CN, GLYPHS_COUNT };

/* Draws with ranks and files labelled. All lines are equally wide, and so are all points: two
 * columns of a terminal. */
void draw_board(FILE *out, const struct position *position, enum ranks ranks, enum glyphs glyphs);

/* GLYPHS_COUNT for an unknown name. */
enum glyphs glyphs_find(const char *name);

/* The glyphs for who reads in the locale of the environment (LC_ALL, LC_CTYPE or LANG): Chinese
 * characters where its language is Chinese and its charset UTF-8. The program is in the locale C
 * before and after, so that nothing else depends on it. */
enum glyphs glyphs_of_user(void);

/* The same of a charset and the name of a locale, such as "zh_CN.UTF-8". */
enum glyphs glyphs_of(const char *charset, const char *locale);

#endif
