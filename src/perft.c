#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "perft.h"
#include "workers.h"

/* A share of the tree: a position some plies below the root. */
struct share {
    struct position position;
    uint32_t root; /* index of the root move it lies under */
    bool done;
    uint64_t nodes;
    struct perft_stats stats;
};

struct split {
    const struct perft_job *job;
    bool with_stats;
    unsigned depth; /* of the shares */
    struct share *share;
    size_t count;
    atomic_size_t next, finished;
    _Atomic uint64_t nodes;
};

enum {
    /* So many shares a thread that none waits long for the last one of another. */
    SHARES_PER_THREAD = 128,
    /* A share of less depth is counted in no time; splitting further would only cost. */
    LEAST_DEPTH = 2,
    /* Of the shares of a lone thread, which are there for progress to be told only. */
    LEAST_DEPTH_ALONE = 4,
};

unsigned perft_processors(void)
{
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
        return 1;
    return (unsigned)CPU_COUNT(&allowed);
}

static bool stopped(const struct perft_request *request)
{
    return request->stop && *request->stop;
}

static int by_squares(const void *a, const void *b)
{
    const struct perft_root *left = a, *right = b;
    int from = move_from(left->move) - move_from(right->move);
    return from ? from : move_to(left->move) - move_to(right->move);
}

/* Replaces the shares by their children, one ply deeper. A share without moves disappears: it has
 * no continuations, which is its count. (Statistics know it as a dead end only at the last ply, and
 * the shares always lie above that.) */
static bool split_once(struct split *split)
{
    const struct board *board = split->job->board;
    size_t room = split->count * 48 + 64, count = 0;
    struct share *children = malloc(room * sizeof *children);
    for (size_t i = 0; children && i < split->count; i++) {
        xq_move moves[MAX_MOVES];
        size_t move_count = board->legal_moves(&split->share[i].position, moves);
        if (count + move_count > room) {
            room = 2 * (count + move_count);
            struct share *more = realloc(children, room * sizeof *children);
            if (!more)
                free(children);
            children = more;
        }
        for (size_t j = 0; children && j < move_count; j++) {
            struct share *child = &children[count++];
            *child = split->share[i];
            position_apply(&child->position, moves[j]);
        }
    }
    if (!children)
        return false;
    free(split->share);
    split->share = children;
    split->count = count;
    split->depth--;
    return true;
}

/* The root moves, and a share for each. */
static bool split_root(struct split *split, struct perft_result *result)
{
    const struct perft_job *job = split->job;
    xq_move moves[MAX_MOVES];
    result->root_count = job->board->legal_moves(job->position, moves);
    for (size_t i = 0; i < result->root_count; i++)
        result->root[i].move = moves[i];
    qsort(result->root, result->root_count, sizeof result->root[0], by_squares);
    split->count = result->root_count;
    split->depth = job->request.depth - 1;
    split->share = calloc(split->count + 1, sizeof *split->share);
    if (!split->share)
        return false;
    for (size_t i = 0; i < split->count; i++) {
        split->share[i].position = *job->position;
        split->share[i].root = (uint32_t)i;
        position_apply(&split->share[i].position, result->root[i].move);
    }
    return true;
}

static void count_share(struct split *split, struct share *share)
{
    const struct perft_job *job = split->job;
    struct perft_request request = job->request;
    request.depth = split->depth;
    if (split->with_stats) {
        job->board->stats(&share->position, &request, &share->stats);
        share->nodes = share->stats.nodes;
    } else {
        share->nodes = job->board->perft(&share->position, &request);
    }
    if (stopped(&request))
        return;
    share->done = true;
    uint64_t before = atomic_load(&split->nodes);
    while (!atomic_compare_exchange_weak(&split->nodes, &before, perft_add(before, share->nodes)))
        ;
    atomic_fetch_add(&split->finished, 1);
}

static void work(void *context)
{
    struct split *split = context;
    size_t mine;
    while (!stopped(&split->job->request) &&
           (mine = atomic_fetch_add(&split->next, 1)) < split->count)
        count_share(split, &split->share[mine]);
}

static void watch(void *context)
{
    struct split *split = context;
    const struct perft_job *job = split->job;
    job->progress(job->context, atomic_load(&split->finished), split->count,
                  atomic_load(&split->nodes));
}

static void add_up(const struct split *split, struct perft_result *result)
{
    result->complete = true;
    for (size_t i = 0; i < result->root_count; i++)
        result->root[i].complete = true;
    for (size_t i = 0; i < split->count; i++) {
        struct perft_root *root = &result->root[split->share[i].root];
        root->complete &= split->share[i].done;
        root->nodes = perft_add(root->nodes, split->share[i].nodes);
    }
    for (size_t i = 0; i < result->root_count; i++) {
        if (result->root[i].complete)
            result->nodes = perft_add(result->nodes, result->root[i].nodes);
        result->complete &= result->root[i].complete;
    }
    for (size_t i = 0; i < split->count; i++)
        if (result->root[split->share[i].root].complete)
            perft_stats_add(&result->stats, &split->share[i].stats);
}

/* Depths 0 and 1 have no subtrees to share out. */
static bool run_shallow(const struct perft_job *job, bool with_stats, struct perft_result *result)
{
    struct split split = {.job = job, .with_stats = with_stats};
    if (job->request.depth == 1 && !split_root(&split, result))
        return false;
    free(split.share);
    for (size_t i = 0; i < result->root_count; i++) {
        result->root[i].nodes = 1;
        result->root[i].complete = true;
    }
    if (with_stats)
        job->board->stats(job->position, &job->request, &result->stats);
    result->nodes = job->board->perft(job->position, &job->request);
    result->complete = !stopped(&job->request);
    return true;
}

bool perft_run(const struct perft_job *job, bool with_stats, struct perft_result *result)
{
    memset(result, 0, sizeof *result);
    if (job->request.depth < 2)
        return run_shallow(job, with_stats, result);
    unsigned threads = job->threads ? job->threads : perft_processors();
    if (threads > PERFT_MAX_THREADS)
        threads = PERFT_MAX_THREADS;
    struct split split = {.job = job, .with_stats = with_stats};
    bool memory = split_root(&split, result);
    unsigned least = threads > 1 ? LEAST_DEPTH : LEAST_DEPTH_ALONE;
    while (memory && split.depth > least && split.count > 0 &&
           split.count < (size_t)threads * SHARES_PER_THREAD)
        memory = split_once(&split);
    if (memory) {
        workers_run(threads, work, job->progress ? watch : NULL, &split);
        add_up(&split, result);
    }
    free(split.share);
    return memory;
}
