#include <stdlib.h>

#include "oracle.h"

static int by_value(const void *a, const void *b)
{
    xq_move left = *(const xq_move *)a, right = *(const xq_move *)b;
    return (left > right) - (left < right);
}

void move_list_sort(struct move_list *list)
{
    qsort(list->move, list->count, sizeof list->move[0], by_value);
}

bool move_list_has(const struct move_list *list, xq_move move)
{
    return bsearch(&move, list->move, list->count, sizeof move, by_value) != NULL;
}

/* To each square go the pieces that could capture there; a cannon that captures nothing moves as a
 * rook would. */
void oracle_pseudo_legal(const struct position *position, struct move_list *out)
{
    enum side side = (enum side)position->side;
    struct position cannons_as_rooks = *position;
    for (int square = 0; square < SQUARE_COUNT; square++)
        if (position->piece[square] == piece_of(side, CANNON))
            cannons_as_rooks.piece[square] = (uint8_t)piece_of(side, ROOK);
    out->count = 0;
    for (int to = 0; to < SQUARE_COUNT; to++) {
        int target = position->piece[to];
        if (target != NO_PIECE && piece_side(target) == side)
            continue;
        uint8_t from[MAX_PIECES];
        size_t count =
            position_attackers(target == NO_PIECE ? &cannons_as_rooks : position, to, side, from);
        for (size_t i = 0; i < count; i++)
            out->move[out->count++] = move_of(from[i], to);
    }
    move_list_sort(out);
}

void oracle_legal(const struct position *position, struct move_list *out)
{
    struct move_list pseudo;
    oracle_pseudo_legal(position, &pseudo);
    out->count = 0;
    for (size_t i = 0; i < pseudo.count; i++) {
        struct position next = *position;
        position_apply(&next, pseudo.move[i]);
        if (!position_in_check(&next, (enum side)position->side))
            out->move[out->count++] = pseudo.move[i];
    }
}

uint64_t oracle_perft(const struct position *position, unsigned depth)
{
    struct move_list legal;
    if (depth == 0)
        return 1;
    oracle_legal(position, &legal);
    if (depth == 1)
        return legal.count;
    uint64_t nodes = 0;
    for (size_t i = 0; i < legal.count; i++) {
        struct position next = *position;
        position_apply(&next, legal.move[i]);
        nodes += oracle_perft(&next, depth - 1);
    }
    return nodes;
}
