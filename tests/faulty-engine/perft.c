#include <string.h>

#include "perft.h"
#include "quirks.h"

/* See HASH_OF_16_BITS; emptied before each divide. */
static struct {
    bool used;
    uint64_t nodes;
} table[1 << 16];

/* FNV-1a over all that a count depends on; of this good hash only 16 bits are looked at. */
static uint16_t hash_of(const struct game *game, unsigned depth)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325) ^ (depth * 2 + game->red_moves);
    for (int cell = 0; cell < CELLS; cell++)
        hash = (hash ^ (unsigned char)game->cell[cell]) * UINT64_C(0x100000001b3);
    return (uint16_t)(hash >> 48);
}

static uint64_t count(struct game *game, unsigned depth);

static uint64_t count_behind(struct game *game, struct move move, unsigned depth)
{
    char captured = make(game, move);
    uint64_t nodes = count(game, depth);
    unmake(game, move, captured);
    return nodes;
}

static uint64_t count_moves(struct game *game, unsigned depth)
{
    struct move_list list;
    uint64_t nodes = 0;
    if (depth == 1 && has(BULK_PSEUDO))
        pseudo_legal_moves(game, &list);
    else
        legal_moves(game, &list);
    if (depth == 1)
        return list.count;
    for (size_t i = 0; i < list.count; i++)
        nodes += count_behind(game, list.move[i], depth - 1);
    return list.count == 0 && has(DEAD_ENDS_COUNT) ? 1 : nodes;
}

static uint64_t count(struct game *game, unsigned depth)
{
    if (depth == 0)
        return 1;
    if (has(HASH_OF_16_BITS)) {
        uint16_t hash = hash_of(game, depth);
        if (!table[hash].used) {
            table[hash].nodes = count_moves(game, depth);
            table[hash].used = true;
        }
        return table[hash].nodes;
    }
    uint64_t nodes = count_moves(game, depth);
    return has(COUNTS_OF_16_BITS) ? (uint16_t)nodes : nodes;
}

void divide(const struct game *game, unsigned depth, struct divide *divide)
{
    static unsigned answers;
    struct game copy = *game;
    if (has(HASH_OF_16_BITS))
        memset(table, 0, sizeof table);
    divide->total = depth == 0;
    divide->list.count = 0;
    if (depth == 0)
        return;
    legal_moves(&copy, &divide->list);
    for (size_t i = 0; i < divide->list.count; i++) {
        unsigned behind = depth - 1 + has(DEPTH_PLUS_ONE);
        divide->nodes[i] = count_behind(&copy, divide->list.move[i], behind);
        if (i == 0 && has(RESTLESS) && ++answers % 2 == 0)
            divide->nodes[i]++;
        divide->total += divide->nodes[i];
    }
    if (depth >= 2 && has(TOTAL_PLUS_ONE))
        divide->total++;
    if (has(ROW_LOST) && divide->list.count > 0)
        divide->list.count--;
}
