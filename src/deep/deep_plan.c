/* A plan is made ply by ply: the positions of one ply, merged, give those of the next. */
#include <stdlib.h>
#include <string.h>

#include "layer.h"

static int by_value(const void *a, const void *b)
{
    const xq_move *left = a, *right = b;
    return (*left > *right) - (*left < *right);
}

/* In an order of their own, so that a plan does not depend on the board. */
static size_t sorted_moves(const struct board *board, const struct position *position,
                           xq_move moves[MAX_MOVES])
{
    size_t count = board->legal_moves(position, moves);
    qsort(moves, count, sizeof moves[0], by_value);
    return count;
}

/* What a node's children inherit: of the root, each child the move to it. */
static enum deep_result inherit(const struct layer *from, uint32_t parent, bool is_root,
                                size_t move, struct layer *to, uint32_t child)
{
    if (is_root)
        return layer_add(to, child, (uint16_t)move, 1);
    enum deep_result result = DEEP_OK;
    for (uint32_t at = from->node[parent].links; at != NO_LINK && result == DEEP_OK;
         at = from->link[at].next)
        result = layer_add(to, child, from->link[at].move, from->link[at].paths);
    return result;
}

static enum deep_result add_children(const struct board *board, const struct position *position,
                                     const struct layer *from, uint32_t parent, bool is_root,
                                     struct layer *to)
{
    xq_move moves[MAX_MOVES];
    size_t count = sorted_moves(board, position, moves);
    enum deep_result result = DEEP_OK;
    for (size_t i = 0; i < count && result == DEEP_OK; i++) {
        uint8_t packed[DEEP_PACKED_SIZE];
        struct position next = *position;
        uint32_t child;
        position_apply(&next, moves[i]);
        layer_pack(&next, packed);
        result = layer_node(to, packed, &child);
        if (result == DEEP_OK)
            result = inherit(from, parent, is_root, i, to, child);
    }
    return result;
}

/* Replaces the positions of a ply by those of the next. */
static enum deep_result descend(struct layer *layer, const struct deep_plan *plan, unsigned ply,
                                const struct board *board, const volatile sig_atomic_t *stop)
{
    struct layer next = {0};
    struct position position = plan->root;
    enum deep_result result = DEEP_OK;
    position.side =
        (uint8_t)(ply % 2 ? side_other((enum side)plan->root.side) : (enum side)plan->root.side);
    for (uint32_t i = 0; i < layer->count && result == DEEP_OK; i++) {
        if (ply > 0) /* the root itself, whose mirror image would have other moves */
            layer_unpack(layer->node[i].packed, &position);
        result = stop && *stop ? DEEP_STOPPED
                               : add_children(board, &position, layer, i, ply == 0, &next);
    }
    layer_free(layer);
    *layer = next;
    return result;
}

/* The lists of links become arrays, one behind the other. */
static enum deep_result take_units(struct deep_plan *plan, const struct layer *layer)
{
    size_t paths = 0;
    plan->unit = calloc(layer->count + 1, sizeof *plan->unit);
    plan->path = calloc(layer->links + 1, sizeof *plan->path);
    if (!plan->unit || !plan->path)
        return DEEP_MEMORY;
    for (size_t i = 0; i < layer->count; i++) {
        struct deep_unit *unit = &plan->unit[plan->unit_count++];
        memcpy(unit->packed, layer->node[i].packed, sizeof unit->packed);
        unit->first = (uint32_t)paths;
        for (uint32_t at = layer->node[i].links; at != NO_LINK; at = layer->link[at].next)
            plan->path[paths++] =
                (struct deep_path){.paths = layer->link[at].paths, .move = layer->link[at].move};
        plan->unit[plan->unit_count].first = (uint32_t)paths;
        plan->paths += deep_unit_paths(plan, i); /* fits: DEEP_MOST numbers of 64 bits */
    }
    return DEEP_OK;
}

enum deep_result deep_plan_make(struct deep_plan *plan, const struct position *root, unsigned depth,
                                unsigned split, const struct board *board,
                                const volatile sig_atomic_t *stop)
{
    struct layer layer = {0};
    uint8_t packed[DEEP_PACKED_SIZE];
    uint32_t node;
    *plan = (struct deep_plan){.root = *root, .depth = depth, .split = split};
    if (split > 0)
        plan->move_count = sorted_moves(board, root, plan->move);
    layer_pack(root, packed);
    enum deep_result result = layer_node(&layer, packed, &node);
    for (unsigned ply = 0; ply < split && result == DEEP_OK; ply++)
        result = descend(&layer, plan, ply, board, stop);
    if (result == DEEP_OK)
        result = take_units(plan, &layer);
    layer_free(&layer);
    if (result != DEEP_OK)
        deep_plan_free(plan);
    return result;
}

void deep_plan_free(struct deep_plan *plan)
{
    free(plan->unit);
    free(plan->path);
    *plan = (struct deep_plan){0};
}

bool deep_plan_equal(const struct deep_plan *a, const struct deep_plan *b)
{
    if (!position_equal(&a->root, &b->root) || a->depth != b->depth || a->split != b->split ||
        a->move_count != b->move_count || a->unit_count != b->unit_count ||
        memcmp(a->move, b->move, a->move_count * sizeof a->move[0]) != 0)
        return false;
    for (size_t i = 0; i < a->unit_count; i++)
        if (a->unit[i + 1].first != b->unit[i + 1].first ||
            memcmp(a->unit[i].packed, b->unit[i].packed, DEEP_PACKED_SIZE) != 0)
            return false;
    for (uint32_t i = 0; i < a->unit[a->unit_count].first; i++)
        if (a->path[i].move != b->path[i].move || a->path[i].paths != b->path[i].paths)
            return false;
    return true;
}

void deep_unit_position(const struct deep_plan *plan, size_t unit, struct position *position)
{
    *position = plan->root;
    layer_unpack(plan->unit[unit].packed, position);
    if (plan->split % 2 == 1)
        position->side = (uint8_t)side_other((enum side)plan->root.side);
    position->halfmove = 0;
    position->fullmove = 1;
}

wide deep_unit_paths(const struct deep_plan *plan, size_t unit)
{
    wide paths = plan->split == 0 ? 1 : 0;
    for (uint32_t i = plan->unit[unit].first; i < plan->unit[unit + 1].first; i++)
        paths += plan->path[i].paths; /* at most MAX_MOVES numbers of 64 bits */
    return paths;
}

uint64_t deep_sum(uint64_t sum, const void *bytes, size_t length)
{
    const uint8_t *byte = bytes;
    for (size_t i = 0; i < length; i++)
        sum = (sum ^ byte[i]) * UINT64_C(0x100000001b3);
    return sum;
}
