#include "workloads.h"

#include <stdio.h>

/*
 * The same for every policy. Depth 2 over the 300 positions of games.epd takes 5 to 12 ms, which is
 * long beside the samples of other workloads; launches matter more than long samples. Statistics
 * take ten times as long for a node, and a hash is asked at depth 3 only, where there are forty
 * times as many: both are timed over still fewer positions.
 */
enum { PERFT_DEPTH = 2, HASH_DEPTH = 3, PERFT_EVERY = 8, SLOW_EVERY = 32 };

/* Enough for all that one pass keeps. A new table has empty pages, which are part of what is timed:
 * a kept one would know every count from the pass before. */
enum { HASH_BYTES = 1 << 20 };

static uint64_t pass_kernel(const struct workload *workload, const struct contender *contender,
                            size_t count)
{
    return contender->board->kernel[workload->kernel](contender->slots, count, contender->extras);
}

static struct perft_stats stats_of(const struct contender *contender, size_t index, unsigned depth)
{
    const struct perft_request request = {.depth = depth};
    struct perft_stats stats = {0};
    contender->board->stats(&contender->suite->entries[index].position, &request, &stats);
    return stats;
}

static uint64_t perft_of(const struct workload *workload, const struct contender *contender,
                         size_t index, unsigned depth, struct hash *hash)
{
    if (workload->stats)
        return stats_of(contender, index, depth).nodes;
    const struct perft_request request = {.depth = depth, .policy = workload->policy, .hash = hash};
    return contender->board->perft(&contender->suite->entries[index].position, &request);
}

/* Without memory for it, perft finds no nodes, which is a miscount to whoever asked. */
static bool make_hash(const struct workload *workload, const struct contender *contender,
                      struct hash **hash)
{
    const struct exported *from = contender->from ? contender->from : &xqperft_exported;
    *hash = workload->hash_bytes ? from->hash_new(workload->hash_bytes, true, false) : NULL;
    return *hash != NULL || workload->hash_bytes == 0;
}

static void free_hash(const struct contender *contender, struct hash *hash)
{
    if (hash)
        (contender->from ? contender->from : &xqperft_exported)->hash_free(hash);
}

static uint64_t pass_perft(const struct workload *workload, const struct contender *contender,
                           size_t count)
{
    struct hash *hash;
    uint64_t nodes = 0;
    if (!make_hash(workload, contender, &hash))
        return 0;
    for (size_t i = 0; i < count; i++)
        if (contender->order[i] % workload_every(workload) == 0)
            nodes += perft_of(workload, contender, contender->order[i], workload->depth, hash);
    free_hash(contender, hash);
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
#define PIECE                                                                                      \
    {                                                                                              \
        "piece", "pieces", TALLY_PIECES                                                            \
    }
#define MOVE                                                                                       \
    {                                                                                              \
        "move", "moves", TALLY_RESULT                                                              \
    }
#define PSEUDO_LEGAL_MOVE                                                                          \
    {                                                                                              \
        "move", "moves", TALLY_MOVES                                                               \
    }
#define LEGAL_MOVE                                                                                 \
    {                                                                                              \
        "move", "moves", TALLY_LEGAL_MOVES                                                         \
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
     .kernel = KERNEL_GENERATE,
     .sample_positions = 300},
    {.name = "captures",
     .summary = "list the pseudo-legal captures of a position",
     .operation = POSITION,
     .item = CAPTURE,
     .pass = pass_kernel,
     .kernel = KERNEL_CAPTURES,
     .sample_positions = 300},
    {.name = "legal-list",
     .summary = "list all legal moves of a position",
     .operation = POSITION,
     .item = MOVE,
     .pass = pass_kernel,
     .kernel = KERNEL_LEGAL_LIST,
     .counts_legal = true,
     .sample_positions = 150},
    {.name = "mobility",
     .summary = "count the legal moves of a position without listing them",
     .operation = POSITION,
     .item = MOVE,
     .pass = pass_kernel,
     .kernel = KERNEL_MOBILITY,
     .counts_legal = true,
     .sample_positions = 200},
    {.name = "make-unmake",
     .summary = "make and unmake each pseudo-legal move, listed beforehand",
     .operation = MOVE,
     .item = MOVE,
     .pass = pass_kernel,
     .kernel = KERNEL_MAKE_UNMAKE,
     .sample_positions = 250},
    {.name = "in-check",
     .summary = "ask whether a king is attacked or faces the other, for both kings",
     .operation = KING,
     .item = KING,
     .pass = pass_kernel,
     .kernel = KERNEL_IN_CHECK,
     .sample_positions = 2000},
    {.name = "attackers",
     .summary = "list which enemies attack a piece, for each piece of both sides",
     .operation = PIECE,
     .item = PIECE,
     .pass = pass_kernel,
     .kernel = KERNEL_ATTACKERS,
     .sample_positions = 120},
    {.name = "gives-check",
     .summary = "ask of each legal move, listed beforehand, whether it gives check",
     .operation = LEGAL_MOVE,
     .item = LEGAL_MOVE,
     .pass = pass_kernel,
     .kernel = KERNEL_GIVES_CHECK,
     .sample_positions = 150},
    {.name = "hash-update",
     .summary = "find the hash keys after each pseudo-legal move from those before it",
     .operation = PSEUDO_LEGAL_MOVE,
     .item = PSEUDO_LEGAL_MOVE,
     .pass = pass_kernel,
     .kernel = KERNEL_HASH_UPDATE,
     .sample_positions = 300},
    {.name = "copy",
     .summary = "copy a position in the board's representation, as copy-make does",
     .operation = POSITION,
     .item = POSITION,
     .pass = pass_kernel,
     .kernel = KERNEL_COPY,
     .sample_positions = 6000},
    {.name = "load",
     .summary = "bring a neutral position (an array of 90) into the board's representation",
     .operation = POSITION,
     .item = POSITION,
     .pass = pass_kernel,
     .kernel = KERNEL_LOAD,
     .sample_positions = 200},
    {.name = "fen-load",
     .summary = "read and check FEN text, the same for all boards, and load what it says",
     .operation = POSITION,
     .item = POSITION,
     .pass = pass_kernel,
     .kernel = KERNEL_FEN_LOAD,
     .sample_positions = 20},
    {.name = "perft-plain",
     .summary = "perft; every leaf is made, tested and unmade (policy plain)",
     .operation = NODE,
     .item = NODE,
     .pass = pass_perft,
     .policy = POLICY_PLAIN,
     .every = PERFT_EVERY,
     .depth = PERFT_DEPTH,
     .sample_positions = 2},
    {.name = "perft",
     .summary = "perft; depth 1 is counted by making and testing each move (policy bulk)",
     .operation = NODE,
     .item = NODE,
     .pass = pass_perft,
     .policy = POLICY_BULK,
     .every = PERFT_EVERY,
     .depth = PERFT_DEPTH,
     .sample_positions = 2},
    {.name = "perft-legal",
     .summary = "perft; depth 1 is counted from the king's surroundings (policy legal)",
     .operation = NODE,
     .item = NODE,
     .pass = pass_perft,
     .policy = POLICY_LEGAL,
     .every = PERFT_EVERY,
     .depth = PERFT_DEPTH,
     .sample_positions = 4},
    {.name = "perft-two-ply",
     .summary = "perft; the last two plies are one sum (policy two-ply, which few boards have)",
     .operation = NODE,
     .item = NODE,
     .pass = pass_perft,
     .policy = POLICY_TWO_PLY,
     .every = PERFT_EVERY,
     .depth = PERFT_DEPTH,
     .sample_positions = 8},
    {.name = "perft-stats",
     .summary = "perft with the statistics of xqperft --stats; every leaf is made",
     .operation = NODE,
     .item = NODE,
     .pass = pass_perft,
     .policy = POLICY_PLAIN,
     .depth = PERFT_DEPTH,
     .stats = true,
     .every = SLOW_EVERY,
     .sample_positions = 1},
    {.name = "perft-hash",
     .summary = "perft-legal into an empty hash of 1 MB, where hardly a position comes twice",
     .operation = NODE,
     .item = NODE,
     .pass = pass_perft,
     .policy = POLICY_LEGAL,
     .depth = HASH_DEPTH,
     .hash_bytes = HASH_BYTES,
     .every = SLOW_EVERY,
     .sample_positions = 1},
    {.name = "empty",
     .summary = "do nothing with each position: the least that a position can cost",
     .operation = POSITION,
     .item = POSITION,
     .limit = true,
     .pass = pass_kernel,
     .kernel = KERNEL_EMPTY,
     .sample_positions = 150000},
    {.name = "read",
     .summary = "read each byte of a position once: the least for whoever looks at all of it",
     .operation = POSITION,
     .item = POSITION,
     .limit = true,
     .pass = pass_kernel,
     .kernel = KERNEL_READ,
     .sample_positions = 9000},
    {.name = NULL},
};

bool workload_has(const struct workload *workload, const struct board *board)
{
    return workload->depth == 0 || board_has(board, workload->policy);
}

const char *workload_policy(const struct workload *workload)
{
    bool compared = workload->depth > 0 && !workload->stats && workload->hash_bytes == 0;
    return compared ? policy_name(workload->policy) : NULL;
}

const char *workload_setting(const struct workload *workload, char out[WORKLOAD_SETTING_SIZE])
{
    out[0] = '\0';
    if (workload->limit)
        snprintf(out, WORKLOAD_SETTING_SIZE, "limit");
    if (workload->depth == 0)
        return out;
    char share[32] = "";
    const char *policy = workload_policy(workload);
    if (workload->every > 1)
        snprintf(share, sizeof share, "%s 1/%zu", policy ? "," : " on", workload->every);
    snprintf(out, WORKLOAD_SETTING_SIZE, "%s%sdepth %u%s", policy ? policy : "", policy ? ", " : "",
             workload->depth, share);
    return out;
}

size_t workload_every(const struct workload *workload)
{
    return workload->every > 0 ? workload->every : 1;
}

uint64_t workload_run_one(const struct workload *workload, const struct contender *contender,
                          size_t index)
{
    if (workload->depth > 0)
        return workload_perft(workload, contender, index, workload->depth);
    const struct board *board = contender->board;
    char *slot = (char *)contender->slots + index * board->slot_bytes;
    const char *extra = (const char *)contender->extras + index * board->extra_bytes;
    return board->kernel[workload->kernel](slot, 1, extra);
}

uint64_t workload_perft(const struct workload *workload, const struct contender *contender,
                        size_t index, unsigned depth)
{
    struct hash *hash;
    if (!make_hash(workload, contender, &hash))
        return 0;
    uint64_t nodes = perft_of(workload, contender, index, depth, hash);
    free_hash(contender, hash);
    return nodes;
}

struct perft_stats workload_stats(const struct workload *workload,
                                  const struct contender *contender, size_t index)
{
    return stats_of(contender, index, workload->depth);
}

uint64_t unit_count(const struct unit *unit, const struct contender *contender, uint64_t result)
{
    return unit->tally == TALLY_RESULT ? result : contender->total[unit->tally];
}
