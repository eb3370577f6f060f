#include "workloads.h"

#include <stdio.h>
#include <stdlib.h>

enum { SLOT_ALIGNMENT = 64 }; /* promised to the kernels by board.h */

/* The same for every policy. Depth 2 over the 300 positions of games.epd takes milliseconds: one
 * sample. */
enum { PERFT_DEPTH = 2 };

static uint64_t pass_kernel(const struct workload *workload, const struct contender *contender,
                            size_t count)
{
    return contender->board->kernel[workload->kernel](contender->slots, count);
}

static uint64_t perft_of(const struct workload *workload, const struct contender *contender,
                         size_t index)
{
    const struct perft_request request = {.depth = workload->depth, .policy = workload->policy};
    return contender->board->perft(&contender->suite->entries[index].position, &request);
}

static uint64_t pass_perft(const struct workload *workload, const struct contender *contender,
                           size_t count)
{
    uint64_t nodes = 0;
    for (size_t i = 0; i < count; i++)
        nodes += perft_of(workload, contender, i);
    return nodes;
}

#define POSITION                                                                                   \
    {                                                                                              \
        "position", "positions", TALLY_POSITIONS                                                   \
    }
#define KING                                                                                       \
    {                                                                                              \
        "king", "kings", TALLY_KINGS                                                               \
    }
#define MOVE                                                                                       \
    {                                                                                              \
        "move", "moves", TALLY_RESULT                                                              \
    }
#define CAPTURE                                                                                    \
    {                                                                                              \
        "capture", "captures", TALLY_RESULT                                                        \
    }
#define NODE                                                                                       \
    {                                                                                              \
        "node", "nodes", TALLY_RESULT                                                              \
    }

const struct workload all_workloads[] = {
    {.name = "generate",
     .summary = "list all pseudo-legal moves of a position",
     .operation = POSITION,
     .item = MOVE,
     .pass = pass_kernel,
     .kernel = KERNEL_GENERATE},
    {.name = "captures",
     .summary = "list the pseudo-legal captures of a position",
     .operation = POSITION,
     .item = CAPTURE,
     .pass = pass_kernel,
     .kernel = KERNEL_CAPTURES},
    {.name = "legal-list",
     .summary = "list all legal moves of a position",
     .operation = POSITION,
     .item = MOVE,
     .pass = pass_kernel,
     .kernel = KERNEL_LEGAL_LIST,
     .counts_legal = true},
    {.name = "mobility",
     .summary = "count the legal moves of a position without listing them",
     .operation = POSITION,
     .item = MOVE,
     .pass = pass_kernel,
     .kernel = KERNEL_MOBILITY,
     .counts_legal = true},
    {.name = "make-unmake",
     .summary = "make and unmake each pseudo-legal move, listed beforehand",
     .operation = MOVE,
     .item = MOVE,
     .pass = pass_kernel,
     .kernel = KERNEL_MAKE_UNMAKE},
    {.name = "in-check",
     .summary = "ask whether a king is attacked or faces the other, for both kings",
     .operation = KING,
     .item = KING,
     .pass = pass_kernel,
     .kernel = KERNEL_IN_CHECK},
    {.name = "perft-plain",
     .summary = "perft; every leaf is made, tested and unmade (policy plain)",
     .operation = NODE,
     .item = NODE,
     .pass = pass_perft,
     .policy = POLICY_PLAIN,
     .depth = PERFT_DEPTH},
    {.name = "perft",
     .summary = "perft; depth 1 is counted by making and testing each move (policy bulk)",
     .operation = NODE,
     .item = NODE,
     .pass = pass_perft,
     .policy = POLICY_BULK,
     .depth = PERFT_DEPTH},
    {.name = "perft-legal",
     .summary = "perft; depth 1 is counted from the king's surroundings (policy legal)",
     .operation = NODE,
     .item = NODE,
     .pass = pass_perft,
     .policy = POLICY_LEGAL,
     .depth = PERFT_DEPTH},
    {.name = NULL},
};

bool contender_prepare(struct contender *contender, const struct board *board,
                       const struct suite *suite)
{
    /* aligned_alloc() wants a multiple of the alignment. */
    size_t bytes = board->slot_bytes * suite->count;
    bytes = (bytes + SLOT_ALIGNMENT - 1) / SLOT_ALIGNMENT * SLOT_ALIGNMENT;
    *contender = (struct contender){
        .board = board, .suite = suite, .slots = aligned_alloc(SLOT_ALIGNMENT, bytes)};
    if (contender->slots == NULL)
        return false;
    for (size_t i = 0; i < suite->count; i++)
        board->prepare((char *)contender->slots + i * board->slot_bytes,
                       &suite->entries[i].position);
    return true;
}

void contender_free(struct contender *contender)
{
    free(contender->slots);
    contender->slots = NULL;
}

const char *workload_setting(const struct workload *workload, char out[WORKLOAD_SETTING_SIZE])
{
    out[0] = '\0';
    if (workload->depth > 0)
        snprintf(out, WORKLOAD_SETTING_SIZE, "%s, depth %u", policy_name(workload->policy),
                 workload->depth);
    return out;
}

uint64_t workload_run_one(const struct workload *workload, const struct contender *contender,
                          size_t index)
{
    if (workload->depth > 0)
        return perft_of(workload, contender, index);
    char *slot = (char *)contender->slots + index * contender->board->slot_bytes;
    return contender->board->kernel[workload->kernel](slot, 1);
}

uint64_t unit_count(const struct unit *unit, size_t positions, uint64_t result)
{
    switch (unit->tally) {
    case TALLY_POSITIONS:
        return positions;
    case TALLY_KINGS:
        return 2 * (uint64_t)positions;
    case TALLY_RESULT:
        break;
    }
    return result;
}
