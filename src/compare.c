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

/* A board that visits more rows than there can be moves is wrong; the rest of it is not needed. */
static bool collect_row(void *context, xq_move move, uint64_t nodes)
{
    struct divide_list *list = context;
    if (list->count == MAX_MOVES)
        return false;
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

/* A move visited twice becomes one row: the board's count of it is then too high. */
static void merge_repeated(struct divide_list *list)
{
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (kept > 0 && list->row[kept - 1].move == list->row[i].move)
            list->row[kept - 1].nodes += list->row[i].nodes;
        else
            list->row[kept++] = list->row[i];
    }
    list->count = kept;
}

/* Fills the lists, and difference->nodes with what they add up to. */
static void divide_all(const struct perft_request *request, struct divide_list *lists,
                       struct difference *difference)
{
    for (size_t i = 0; i < difference->board_count; i++) {
        lists[i].count = 0;
        difference->board[i]->divide(&difference->position, request, collect_row, &lists[i]);
        qsort(lists[i].row, lists[i].count, sizeof lists[i].row[0], by_move);
        merge_repeated(&lists[i]);
        difference->nodes[i] = total_of(&lists[i]);
    }
}

/* The lowest move at the heads of the lists, and who has it there; 0 when all lists have ended. */
static uint32_t holders_of_next(const struct divide_list *lists, const size_t *head, size_t count,
                                xq_move *next)
{
    uint32_t holders = 0;
    for (size_t i = 0; i < count; i++) {
        if (head[i] == lists[i].count)
            continue;
        xq_move move = lists[i].row[head[i]].move;
        if (holders == 0 || move < *next) {
            *next = move;
            holders = 0;
        }
        holders |= (uint32_t)(move == *next) << i;
    }
    return holders;
}

/* The moves that only some lists have go to *difference; true when there are any. */
static bool moves_differ(const struct divide_list *lists, struct difference *difference)
{
    size_t head[COMPARE_MAX_BOARDS] = {0}, count = difference->board_count;
    uint32_t everyone = (UINT32_C(1) << count) - 1, holders;
    xq_move move = NO_MOVE;
    difference->move_count = 0;
    while (difference->move_count < MAX_MOVES &&
           (holders = holders_of_next(lists, head, count, &move)) != 0) {
        for (size_t i = 0; i < count; i++)
            head[i] += holders >> i & 1;
        if (holders == everyone)
            continue;
        difference->move[difference->move_count] = move;
        difference->holders[difference->move_count++] = holders;
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
    divide_all(request, lists, difference);
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

/* The divides of the last node differ in a move behind which nothing does: the fault is in a divide
 * itself. Takes the last move back and gives what each divide adds up to there. */
static void step_back(const struct position *root, const struct perft_request *request,
                      struct divide_list *lists, struct difference *difference)
{
    struct perft_request at_parent = *request;
    difference->path_length--;
    difference->position = *root;
    for (size_t i = 0; i < difference->path_length; i++)
        position_apply(&difference->position, difference->path[i]);
    at_parent.depth = request->depth - (unsigned)difference->path_length;
    difference->depth = at_parent.depth;
    divide_all(&at_parent, lists, difference);
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
    if (difference->board_count < 2)
        return true;
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
    if (!found && difference->path_length > 0 && !stopped(request)) {
        found = true;
        step_back(position, request, lists, difference);
    }
    return !found || stopped(request);
}
