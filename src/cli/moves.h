/* Moves as a person types and reads them. */
#ifndef XQPERFT_CLI_MOVES_H
#define XQPERFT_CLI_MOVES_H

#include <stdio.h>

#include "options.h"

/* Plays --moves. False after saying which move cannot be played and why; `id` names the position
 * in the message unless it is empty. */
bool moves_play(const struct options *options, struct position *position, const char *id);

/* Sorts by the squares left, then by those entered: file by file, each from rank 0 up. */
int moves_compare(xq_move a, xq_move b);
void moves_sort(xq_move *moves, size_t count);

/* Moves to text, separated by blanks. */
void moves_print(FILE *out, const xq_move *moves, size_t count, enum ranks ranks);

#endif
