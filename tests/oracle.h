/*
 * For tests: the moves of a position found from neutral code only (position.h), which no board
 * uses. Slow and plain; test_position.c holds that code against every known count of the suites.
 */
#ifndef XQPERFT_ORACLE_H
#define XQPERFT_ORACLE_H

#include "position.h"

struct move_list {
    size_t count;
    xq_move move[MAX_MOVES];
};

void move_list_sort(struct move_list *list);

/* Is the move in this sorted list? */
bool move_list_has(const struct move_list *list, xq_move move);

/* Both lists are sorted. */
void oracle_pseudo_legal(const struct position *position, struct move_list *out);
void oracle_legal(const struct position *position, struct move_list *out);

uint64_t oracle_perft(const struct position *position, unsigned depth);

#endif
