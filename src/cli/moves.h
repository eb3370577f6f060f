/* Moves as a person types and reads them. */
#ifndef XQPERFT_CLI_MOVES_H
#define XQPERFT_CLI_MOVES_H

#include <stdio.h>

#include "options.h"
#include "rules.h"
#include "words.h"

/* Room for a ruling and a board that does not agree with it. */
enum { MOVES_REASON_SIZE = RULING_SIZE + 80 };

/* Which move cannot be played, and why. */
struct moves_fault {
    int place;     /* 1 for the first move */
    char text[48]; /* the move, made printable and cut when long */
    char reason[MOVES_REASON_SIZE];
};

/* Plays the moves of a text. False, with *fault filled and the position as it was, when one of them
 * cannot be played: every board of the options is asked. */
bool moves_apply(const struct options *options, struct words text, struct position *position,
                 struct moves_fault *fault);

/* Plays --moves. False after saying which move cannot be played and why; `id` names the position
 * in the message unless it is empty. */
bool moves_play(const struct options *options, struct position *position, const char *id);

/* Sorts by the squares left, then by those entered: file by file, each from rank 0 up. */
int moves_compare(xq_move a, xq_move b);
void moves_sort(xq_move *moves, size_t count);

/* Moves to text, separated by blanks. */
void moves_print(FILE *out, const xq_move *moves, size_t count, enum ranks ranks);

#endif
