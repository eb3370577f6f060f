/* A divide as data: what some move generator counts behind each move of one position. */
#ifndef XQPERFT_DIVIDE_LIST_H
#define XQPERFT_DIVIDE_LIST_H

#include <stdbool.h>
#include <stddef.h>

#include "types.h"

XQPERFT_BEGIN

enum { DIVIDE_STRAYS = 8, DIVIDE_STRAY_SIZE = 24 };

struct divide_row {
    xq_move move;
    unsigned times; /* how often it was listed: once, when all is well */
    uint64_t nodes; /* behind it, summed over those times */
};

struct divide_list {
    size_t count;
    struct divide_row row[MAX_MOVES]; /* after divide_list_finish() by ascending move */

    /* What stands in the place of a move and is none of this board, such as "a9a10": the first of
     * them, and how many there were. Only other programs make such. */
    size_t stray_count;
    char stray[DIVIDE_STRAYS][DIVIDE_STRAY_SIZE];

    /* The sum that was given beside the rows, which ought to be theirs. */
    bool has_total;
    uint64_t total;
};

void divide_list_clear(struct divide_list *list);

/* Appends a row. False, with nothing appended, when there are more than a position can have. */
bool divide_list_add(struct divide_list *list, xq_move move, uint64_t nodes);
void divide_list_add_stray(struct divide_list *list, const char *text);

/* Sorts the rows, and makes one of a move that was added more than once. */
void divide_list_finish(struct divide_list *list);

/* Of finished lists: the sum of all rows, UINT64_MAX when it is more than that; the row of a move,
 * or NULL; are the moves the same, without strays? */
uint64_t divide_list_sum(const struct divide_list *list);
const struct divide_row *divide_list_find(const struct divide_list *list, xq_move move);
bool divide_list_same_moves(const struct divide_list *a, const struct divide_list *b);

XQPERFT_END

#endif
