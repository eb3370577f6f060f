/*
 * The mistakes that could be behind what a wrong generator answers: those that give exactly its
 * lists. Found at one position, then questioned by its answers at others.
 */
#ifndef XQPERFT_SUSPECTS_H
#define XQPERFT_SUSPECTS_H

#include "divide_list.h"
#include "mistakes.h"

struct suspects {
    size_t answers; /* that they were held against */
    size_t count;
    int mistake[MISTAKE_LIMIT]; /* indices into mistakes[] */
    bool refuted[MISTAKE_LIMIT];
};

/* Those that give this list at this position, and would not have shown at `right_count` positions
 * of which the generator's lists are known to be right. */
void suspects_find(struct suspects *suspects, const struct position *position,
                   const struct divide_list *list, const struct position *right,
                   size_t right_count);

/* Refutes those that give another list here. True when one of them, refuted before or not, gives
 * it. */
bool suspects_question(struct suspects *suspects, const struct position *position,
                       const struct divide_list *list);

/* How many are not refuted. */
size_t suspects_left(const struct suspects *suspects);

/* What those that are left make of a position. */
enum suspects_opinion {
    SUSPECTS_RIGHT,  /* it shows none of them */
    SUSPECTS_ALIKE,  /* wrong, and all in the same way */
    SUSPECTS_DIFFER, /* an answer would refute some */
};
enum suspects_opinion suspects_opinion(const struct suspects *suspects,
                                       const struct position *position);

#endif
