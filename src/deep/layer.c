#include <stdlib.h>
#include <string.h>

#include "layer.h"

enum { LEAST_ROOM = 1024 };

static void pack(const struct position *position, uint8_t packed[DEEP_PACKED_SIZE])
{
    _Static_assert(PIECE_COUNT <= 16, "a piece code fits half a byte");
    for (int i = 0; i < DEEP_PACKED_SIZE; i++)
        packed[i] = (uint8_t)(position->piece[2 * i] << 4 | position->piece[2 * i + 1]);
}

void layer_unpack(const uint8_t packed[DEEP_PACKED_SIZE], struct position *position)
{
    for (int i = 0; i < DEEP_PACKED_SIZE; i++) {
        position->piece[2 * i] = packed[i] >> 4;
        position->piece[2 * i + 1] = packed[i] & 15;
    }
}

void layer_pack(const struct position *position, uint8_t packed[DEEP_PACKED_SIZE])
{
    struct position seen;
    uint8_t mirrored[DEEP_PACKED_SIZE];
    position_mirror(position, &seen);
    pack(position, packed);
    pack(&seen, mirrored);
    if (memcmp(mirrored, packed, sizeof mirrored) < 0)
        memcpy(packed, mirrored, sizeof mirrored);
}

/* Where the position is in the table, or belongs. */
static size_t slot_of(const struct layer *layer, const uint8_t packed[DEEP_PACKED_SIZE])
{
    size_t slot = deep_sum(DEEP_SUM, packed, DEEP_PACKED_SIZE) & (layer->slots - 1);
    while (layer->slot[slot] != 0 &&
           memcmp(layer->node[layer->slot[slot] - 1].packed, packed, DEEP_PACKED_SIZE) != 0)
        slot = (slot + 1) & (layer->slots - 1);
    return slot;
}

/* Half of the slots at least stay free. */
static enum deep_result grow_nodes(struct layer *layer)
{
    size_t room = layer->room ? 2 * layer->room : LEAST_ROOM;
    struct node *node = reallocarray(layer->node, room, sizeof *node);
    if (!node)
        return DEEP_MEMORY;
    layer->node = node;
    uint32_t *slot = calloc(2 * room, sizeof *slot);
    if (!slot)
        return DEEP_MEMORY;
    free(layer->slot);
    layer->slot = slot;
    layer->slots = 2 * room;
    layer->room = room;
    for (size_t i = 0; i < layer->count; i++)
        layer->slot[slot_of(layer, layer->node[i].packed)] = (uint32_t)i + 1;
    return DEEP_OK;
}

enum deep_result layer_node(struct layer *layer, const uint8_t packed[DEEP_PACKED_SIZE],
                            uint32_t *node)
{
    if (layer->count == layer->room) {
        enum deep_result result = layer->count >= DEEP_MOST ? DEEP_TOO_MANY : grow_nodes(layer);
        if (result != DEEP_OK)
            return result;
    }
    size_t slot = slot_of(layer, packed);
    if (layer->slot[slot] == 0) {
        struct node *new = &layer->node[layer->count++];
        memcpy(new->packed, packed, sizeof new->packed);
        new->links = NO_LINK;
        layer->slot[slot] = (uint32_t)layer->count;
    }
    *node = layer->slot[slot] - 1;
    return DEEP_OK;
}

/* A new entry behind that of the index `before`, or first when that is NO_LINK. */
static enum deep_result add_link(struct layer *layer, uint32_t node, uint32_t before,
                                 struct link new)
{
    if (layer->links == layer->link_room) {
        size_t room = layer->link_room ? 2 * layer->link_room : LEAST_ROOM;
        if (layer->links >= DEEP_MOST)
            return DEEP_TOO_MANY;
        struct link *link = reallocarray(layer->link, room, sizeof *link);
        if (!link)
            return DEEP_MEMORY;
        layer->link = link;
        layer->link_room = room;
        layer->links += layer->links == NO_LINK;
    }
    uint32_t *place = before == NO_LINK ? &layer->node[node].links : &layer->link[before].next;
    new.next = *place;
    *place = (uint32_t)layer->links;
    layer->link[layer->links++] = new;
    return DEEP_OK;
}

enum deep_result layer_add(struct layer *layer, uint32_t node, uint16_t move, uint64_t paths)
{
    uint32_t before = NO_LINK, at = layer->node[node].links;
    while (at != NO_LINK && layer->link[at].move < move) {
        before = at;
        at = layer->link[at].next;
    }
    if (at == NO_LINK || layer->link[at].move != move)
        return add_link(layer, node, before, (struct link){.move = move, .paths = paths});
    if (__builtin_add_overflow(layer->link[at].paths, paths, &layer->link[at].paths))
        return DEEP_OVERFLOW;
    return DEEP_OK;
}

void layer_free(struct layer *layer)
{
    free(layer->node);
    free(layer->slot);
    free(layer->link);
    *layer = (struct layer){0};
}
