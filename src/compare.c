#include <string.h>

#include "compare.h"

void compare_node_start(struct compare_node *node, const struct position *root)
{
    node->root = *root;
    node->position = *root;
    node->path_length = 0;
}

void compare_node_enter(struct compare_node *node, xq_move move)
{
    node->path[node->path_length++] = move;
    position_apply(&node->position, move);
}

static void compare_node_leave(struct compare_node *node)
{
    node->path_length--;
    node->position = node->root;
    for (size_t i = 0; i < node->path_length; i++)
        position_apply(&node->position, node->path[i]);
}

/* A step of the search: what is asked, and the answers. */
struct search {
    const struct generator *generators;
    size_t count;
    struct difference *difference;
    bool gave_up;
};

/* Fills the lists of the node, and difference->nodes with what they add up to. */
static bool divide_all(struct search *search, unsigned depth)
{
    struct difference *difference = search->difference;
    difference->depth = depth;
    for (size_t i = 0; i < search->count && !search->gave_up; i++) {
        const struct generator *generator = &search->generators[i];
        struct divide_list *list = &difference->list[i];
        divide_list_clear(list);
        search->gave_up = !generator->divide(generator->context, &difference->node, depth, list);
        divide_list_finish(list);
        difference->nodes[i] = divide_list_sum(list);
    }
    return !search->gave_up;
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

/* The moves that only some lists have go to *difference; true when there are any, or strays. */
static bool moves_differ(struct search *search)
{
    struct difference *difference = search->difference;
    const struct divide_list *lists = difference->list;
    size_t head[COMPARE_MAX_BOARDS] = {0}, count = search->count;
    uint32_t everyone = (UINT32_C(1) << count) - 1, holders;
    bool stray = false;
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
    for (size_t i = 0; i < count; i++)
        stray = stray || lists[i].stray_count > 0;
    return difference->move_count > 0 || stray;
}

/* The first move whose counts are not the same in all lists, which hold the same moves; NO_MOVE
 * when there is none. */
static xq_move differing_move(const struct divide_list *lists, size_t count)
{
    for (size_t row = 0; row < lists[0].count; row++)
        for (size_t i = 1; i < count; i++)
            if (lists[i].row[row].nodes != lists[0].row[row].nodes)
                return lists[0].row[row].move;
    return NO_MOVE;
}

/* What each says that the perft of this node is, apart from its divide: true when they differ. */
static bool totals_differ(struct search *search, unsigned depth)
{
    struct difference *difference = search->difference;
    bool differ = false;
    for (size_t i = 0; i < search->count; i++) {
        const struct generator *generator = &search->generators[i];
        const struct divide_list *list = &difference->list[i];
        if (generator->total)
            search->gave_up =
                search->gave_up || !generator->total(generator->context, &difference->node, depth,
                                                     &difference->nodes[i]);
        else if (depth == 0)
            difference->nodes[i] = 1;
        else if (list->has_total)
            difference->nodes[i] = list->total;
        differ |= difference->nodes[i] != difference->nodes[0];
    }
    difference->depth = depth;
    difference->kind = DIFFER_TOTALS;
    return differ && !search->gave_up;
}

/* Is there a difference in the lists of the node? With a culprit, it is behind that move. */
static bool node_differs(struct search *search)
{
    struct difference *difference = search->difference;
    difference->kind = DIFFER_MOVES;
    difference->culprit = NO_MOVE;
    if (moves_differ(search))
        return true;
    difference->kind = DIFFER_COUNTS;
    difference->culprit = differing_move(difference->list, search->count);
    return difference->culprit != NO_MOVE || totals_differ(search, difference->depth);
}

/* From lists of the root that differ at some depth to the smallest depth at which they do. */
static void lowest_difference(struct search *search)
{
    struct difference first = *search->difference;
    /* Lists of moves do not depend on the depth, so where they differ one look is enough. */
    unsigned end = first.kind == DIFFER_MOVES && first.depth > 2 ? 2 : first.depth;
    for (unsigned depth = 1; depth < end; depth++)
        if (!divide_all(search, depth) || node_differs(search) || search->gave_up)
            return;
    *search->difference = first;
}

/* The lists differ behind their culprit: goes there. True when the difference was seen there. */
static bool descend(struct search *search)
{
    struct difference *difference = search->difference;
    unsigned depth = difference->depth - 1;
    compare_node_enter(&difference->node, difference->culprit);
    if (depth == 0) { /* a count at depth 0 differs although it is always 1 */
        for (size_t i = 0; i < search->count; i++)
            divide_list_clear(&difference->list[i]);
        return totals_differ(search, 0);
    }
    return divide_all(search, depth) && node_differs(search);
}

/* Nothing differs behind the culprit: back to the node that counts it differently. */
static void step_back(struct search *search)
{
    struct difference *difference = search->difference;
    unsigned depth = difference->depth + 1;
    compare_node_leave(&difference->node);
    if (divide_all(search, depth) && !node_differs(search))
        difference->kind = DIFFER_ONCE;
}

/* One look at the node in search->difference. */
static enum compare_result look(struct search *search, unsigned depth)
{
    bool differs;
    if (depth == 0)
        differs = totals_differ(search, 0);
    else
        differs = divide_all(search, depth) && node_differs(search);
    if (search->gave_up)
        return COMPARE_GAVE_UP;
    return differs ? COMPARE_DIFFER : COMPARE_AGREE;
}

static struct search search_begin(const struct generator *generators, size_t count,
                                  struct difference *difference)
{
    memset(difference, 0, sizeof *difference);
    difference->generator_count = count;
    for (size_t i = 0; i < count; i++)
        difference->name[i] = generators[i].name;
    return (struct search){generators, count, difference, false};
}

enum compare_result compare_at_node(const struct generator *generators, size_t count,
                                    const struct compare_node *node, unsigned depth,
                                    struct difference *difference)
{
    struct search search = search_begin(generators, count, difference);
    difference->node = *node;
    return look(&search, depth);
}

enum compare_result compare_go_down(const struct generator *generators,
                                    struct difference *difference)
{
    struct search search = {generators, difference->generator_count, difference, false};
    if (difference->depth > 0)
        lowest_difference(&search);
    while (!search.gave_up && difference->kind == DIFFER_COUNTS)
        if (!descend(&search) && !search.gave_up) {
            step_back(&search);
            break;
        }
    return search.gave_up ? COMPARE_GAVE_UP : COMPARE_DIFFER;
}

/* --- boards ---------------------------------------------------------------------------------- */

static bool stopped(const struct perft_request *request)
{
    return request->stop && *request->stop;
}

/* A board that visits more rows than there can be moves is wrong; the rest of it is not needed. */
static bool collect_row(void *context, xq_move move, uint64_t nodes)
{
    return divide_list_add(context, move, nodes);
}

static bool divide_board(void *context, const struct compare_node *node, unsigned depth,
                         struct divide_list *list)
{
    struct compare_board *board = context;
    board->request.depth = depth;
    board->board->divide(&node->position, &board->request, collect_row, list);
    return !stopped(&board->request);
}

static bool total_board(void *context, const struct compare_node *node, unsigned depth,
                        uint64_t *nodes)
{
    struct compare_board *board = context;
    board->request.depth = depth;
    *nodes = board->board->perft(&node->position, &board->request);
    return !stopped(&board->request);
}

struct generator compare_board_generator(struct compare_board *board)
{
    return (struct generator){board->board->name, board, divide_board, total_board};
}

bool compare_boards(const struct board *const *boards, const struct position *position,
                    const struct perft_request *request, struct difference *difference)
{
    struct compare_board asked[COMPARE_MAX_BOARDS];
    struct generator generators[COMPARE_MAX_BOARDS];
    size_t count = 0;
    for (; count < COMPARE_MAX_BOARDS && boards[count]; count++) {
        asked[count] = (struct compare_board){boards[count], *request};
        generators[count] = compare_board_generator(&asked[count]);
    }
    if (count < 2)
        return true;
    struct compare_node root;
    compare_node_start(&root, position);
    return compare_at_node(generators, count, &root, request->depth, difference) !=
               COMPARE_DIFFER ||
           compare_go_down(generators, difference) != COMPARE_DIFFER;
}
