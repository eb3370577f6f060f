/*
 * A plain xiangqi move generator in which each rule can be got wrong (quirks.h). It is a witness of
 * its own: it shares nothing with the library that it is held against.
 */
#ifndef FAULTY_ENGINE_MOVES_H
#define FAULTY_ENGINE_MOVES_H

#include <stddef.h>

#include "board.h"

enum { MOVE_LIMIT = 2500 }; /* 90 rooks have fewer; what is more is dropped */

struct move_list {
    size_t count;
    struct move move[MOVE_LIMIT];
};

void move_add(struct move_list *list, int from, int to);

/* All moves, also those that leave the king in check; and those that do not. */
void pseudo_legal_moves(const struct game *game, struct move_list *list);
void legal_moves(const struct game *game, struct move_list *list);

#endif
