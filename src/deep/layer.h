/* The positions that some plies lead to, each once, and by how many paths. For deep_plan.c. */
#ifndef XQPERFT_DEEP_LAYER_H
#define XQPERFT_DEEP_LAYER_H

#include "deep.h"

enum { NO_LINK = 0 }; /* the first of the pool is not used */

/* An entry of the list of a node, which is sorted by move. */
struct link {
    uint64_t paths;
    uint32_t next; /* in the pool, or NO_LINK */
    uint16_t move;
};

struct node {
    uint8_t packed[DEEP_PACKED_SIZE];
    uint32_t links;
};

struct layer {
    struct node *node; /* in the order in which they came */
    size_t count, room;
    uint32_t *slot; /* a table of the nodes, by a sum of their bytes: 1 + an index, or 0 */
    size_t slots;   /* a power of 2, more than count */
    struct link *link;
    size_t links, link_room;
};

/* The smaller of both packed forms of a position, its own and that of its mirror image. */
void layer_pack(const struct position *position, uint8_t packed[DEEP_PACKED_SIZE]);
void layer_unpack(const uint8_t packed[DEEP_PACKED_SIZE], struct position *position);

/* The node of this position, made when there is none. */
enum deep_result layer_node(struct layer *layer, const uint8_t packed[DEEP_PACKED_SIZE],
                            uint32_t *node);

/* Adds paths from a root move to a node. */
enum deep_result layer_add(struct layer *layer, uint32_t node, uint16_t move, uint64_t paths);

void layer_free(struct layer *layer);

#endif
