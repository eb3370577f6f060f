/*
 * What a build of the library shows of itself, as a shared object, to a program that was built from
 * other sources: its boards, and what they need. So two builds can run in one process, and take
 * turns, which is the only fair way to compare their speed on a machine that does other things.
 *
 * exported.c is compiled with the headers of the sources that it is linked with; the program holds
 * its own beside it, and only goes on when both agree in all that it uses.
 */
#ifndef XQBENCH_EXPORTED_H
#define XQBENCH_EXPORTED_H

#include <stddef.h>

#include "board.h"
#include "hash.h"

enum { EXPORTED_FACTS = 26 };

struct exported {
    uint64_t facts[EXPORTED_FACTS]; /* EXPORTED_FACTS_HERE of its headers */

    const struct board *(*board_at)(size_t index);
    bool (*isa_force)(enum isa isa);
    struct hash *(*hash_new)(size_t bytes, bool mirror, bool check);
    void (*hash_free)(struct hash *hash);

    const char *compiler, *flags, *arch, *commit; /* as in struct machine; commit as git says it */
};

/* Sizes and places of all that a program uses of a board. A kernel, policy or piece that changes
 * its number is not seen here, but in what it counts. */
#define EXPORTED_FACTS_HERE                                                                        \
    {                                                                                              \
        sizeof(struct exported), sizeof(struct board), KERNEL_COUNT, POLICY_COUNT, PIECE_COUNT,    \
            ISA_COUNT, MAX_MOVES, sizeof(xq_move), sizeof(struct position),                        \
            offsetof(struct position, piece), offsetof(struct position, side),                     \
            sizeof(struct perft_request), offsetof(struct perft_request, depth),                   \
            offsetof(struct perft_request, policy), offsetof(struct perft_request, hash),          \
            sizeof(struct perft_stats), offsetof(struct board, fastest),                           \
            offsetof(struct board, perft), offsetof(struct board, stats),                          \
            offsetof(struct board, legal_moves), offsetof(struct board, pseudo_legal_moves),       \
            offsetof(struct board, mobility), offsetof(struct board, slot_bytes),                  \
            offsetof(struct board, extra_bytes), offsetof(struct board, prepare),                  \
            offsetof(struct board, kernel)                                                         \
    }

/* The name of the shared object's symbol, and the symbol: of the program itself, its own boards. */
#define EXPORTED_SYMBOL "xqperft_exported"
extern const struct exported xqperft_exported;

#endif
