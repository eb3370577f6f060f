#include <stdlib.h>
#include <string.h>

#include "compare.h"

/* The divide of one board at one node, by ascending move. */
struct divide_list {
    size_t count;
    struct divide_row {
        xq_move move;
        uint64_t nodes;
    } row[MAX_MOVES];
};

static bool collect_row(void *context, xq_move move, uint64_t nodes)
{
    struct divide_list *list = context;
    list->row[list->count++] = (struct divide_row){move, nodes};
    return true;
}

static int by_move(const void *a, const void *b)
{
    const struct divide_row *left = a, *right = b;
    return (left->move > right->move) - (left->move < right->move);
}

static uint64_t total_of(const struct divide_list *list)
{
    uint64_t total = 0;
    for (size_t i = 0; i < list->count; i++)
        total += list->row[i].nodes;
    return total;
}

static bool stopped(const struct perft_request *request)
{
    return request->stop && *request->stop;
}

static const struct divide_row *find_row(const struct divide_list *list, xq_move move)
{
    struct divide_row key = {move, 0};
    return bsearch(&key, list->row, list->count, sizeof key, by_move);
}

/* The moves that only some lists have go to *difference; true when there are any. */
static bool moves_differ(const struct divide_list *lists, struct difference *difference)
{
    difference->move_count = 0;
    for (xq_move from = 0; from < SQUARE_COUNT; from++) {
        for (int to = 0; to < SQUARE_COUNT; to++) {
            xq_move move = move_of(from, to);
            uint32_t holders = 0;
            for (size_t i = 0; i < difference->board_count; i++)
                if (find_row(&lists[i], move))
                    holders |= UINT32_C(1) << i;
            if (holders == 0 || holders == (UINT32_C(1) << difference->board_count) - 1)
                continue;
            difference->move[difference->move_count] = move;
            difference->holders[difference->move_count++] = holders;
            if (difference->move_count == MAX_MOVES)
                return true;
        }
    }
    return difference->move_count > 0;
}

/* A root move whose counts are not the same in all lists; NO_MOVE when there is none. The lists
 * hold the same moves. */
static xq_move differing_move(const struct divide_list *lists, size_t count)
{
    for (size_t row = 0; row < lists[0].count; row++)
        for (size_t i = 1; i < count; i++)
            if (lists[i].row[row].nodes != lists[0].row[row].nodes)
                return lists[0].row[row].move;
    return NO_MOVE;
}

/* What each board's perft (not its divide) says of this node: true when they differ. */
static bool totals_differ(const struct perft_request *request, struct difference *difference)
{
    bool differ = false;
    for (size_t i = 0; i < difference->board_count; i++) {
        difference->nodes[i] = difference->board[i]->perft(&difference->position, request);
        differ |= difference->nodes[i] != difference->nodes[0];
    }
    return differ;
}

/* One step down from the node in *difference. True to go on at a child with depth - 1. */
static bool descend(const struct perft_request *request, struct divide_list *lists,
                    struct difference *difference, bool *found)
{
    *found = false;
    for (size_t i = 0; i < difference->board_count; i++) {
        lists[i].count = 0;
        difference->board[i]->divide(&difference->position, request, collect_row, &lists[i]);
        qsort(lists[i].row, lists[i].count, sizeof lists[i].row[0], by_move);
        difference->nodes[i] = total_of(&lists[i]);
    }
    if (stopped(request))
        return false;
    difference->depth = request->depth;
    if (moves_differ(lists, difference)) {
        *found = true;
        return false;
    }
    xq_move move = differing_move(lists, difference->board_count);
    if (move == NO_MOVE) {
        /* The divides agree; a wrong way of adding up would show in the totals. */
        *found = totals_differ(request, difference);
        return false;
    }
    difference->path[difference->path_length++] = move;
    position_apply(&difference->position, move);
    return true;
}

bool compare_boards(const struct board *const *boards, const struct position *position,
                    const struct perft_request *request, struct difference *difference)
{
    memset(difference, 0, sizeof *difference);
    difference->position = *position;
    while (difference->board_count < COMPARE_MAX_BOARDS && boards[difference->board_count]) {
        difference->board[difference->board_count] = boards[difference->board_count];
        difference->board_count++;
    }
    struct divide_list lists[COMPARE_MAX_BOARDS];
    struct perft_request at_node = *request;
    bool found = false;
    while (at_node.depth > 0 && descend(&at_node, lists, difference, &found))
        at_node.depth--;
    if (at_node.depth == 0 && request->depth > 0 && !found) {
        /* A child's count at depth 0 differs although it is always 1. */
        found = totals_differ(&at_node, difference);
        difference->depth = 0;
    }
    return !found || stopped(request);
}
