/* Counts the paths of legal moves. */
#ifndef FAULTY_ENGINE_PERFT_H
#define FAULTY_ENGINE_PERFT_H

#include "moves.h"

/* The number behind each move, and their sum, as far as quirks.h lets them be right. */
struct divide {
    struct move_list list;
    uint64_t nodes[MOVE_LIMIT];
    uint64_t total;
};

void divide(const struct game *game, unsigned depth, struct divide *divide);

#endif
