#include <stdlib.h>
#include <string.h>

#include "divide_list.h"

void divide_list_clear(struct divide_list *list)
{
    list->count = 0;
    list->stray_count = 0;
    list->has_total = false;
    list->total = 0;
}

bool divide_list_add(struct divide_list *list, xq_move move, uint64_t nodes)
{
    if (list->count == MAX_MOVES)
        return false;
    list->row[list->count++] = (struct divide_row){.move = move, .times = 1, .nodes = nodes};
    return true;
}

void divide_list_add_stray(struct divide_list *list, const char *text)
{
    if (list->stray_count < DIVIDE_STRAYS) {
        char *stray = list->stray[list->stray_count];
        strncpy(stray, text, DIVIDE_STRAY_SIZE - 1);
        stray[DIVIDE_STRAY_SIZE - 1] = '\0';
    }
    list->stray_count++;
}

static uint64_t add(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

static int by_move(const void *a, const void *b)
{
    const struct divide_row *left = a, *right = b;
    return (left->move > right->move) - (left->move < right->move);
}

void divide_list_finish(struct divide_list *list)
{
    size_t kept = 0;
    qsort(list->row, list->count, sizeof list->row[0], by_move);
    for (size_t i = 0; i < list->count; i++) {
        if (kept > 0 && list->row[kept - 1].move == list->row[i].move) {
            list->row[kept - 1].nodes = add(list->row[kept - 1].nodes, list->row[i].nodes);
            list->row[kept - 1].times += list->row[i].times;
        } else {
            list->row[kept++] = list->row[i];
        }
    }
    list->count = kept;
}

uint64_t divide_list_sum(const struct divide_list *list)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < list->count; i++)
        sum = add(sum, list->row[i].nodes);
    return sum;
}

const struct divide_row *divide_list_find(const struct divide_list *list, xq_move move)
{
    struct divide_row key = {.move = move};
    return bsearch(&key, list->row, list->count, sizeof list->row[0], by_move);
}

bool divide_list_same_moves(const struct divide_list *a, const struct divide_list *b)
{
    if (a->count != b->count || a->stray_count != 0 || b->stray_count != 0)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (a->row[i].move != b->row[i].move)
            return false;
    return true;
}
