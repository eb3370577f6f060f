#include <stdlib.h>
#include <time.h>

#include "count.h"
#include "interrupt.h"
#include "moves.h"
#include "output.h"
#include "progress.h"

double clock_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void show(void *context, size_t done, size_t total, uint64_t nodes)
{
    progress_show(context, (double)done / (double)total, nodes);
}

static int compare_roots(const void *a, const void *b)
{
    const struct perft_root *root_a = a, *root_b = b;
    return moves_compare(root_a->move, root_b->move);
}

void count_run(const struct options *options, const struct board *board,
               const struct position *position, struct hash *hash, struct count *count)
{
    struct progress progress;
    progress_begin(&progress);
    struct perft_job job = {
        .board = board,
        .position = position,
        .request = {.depth = options->depth,
                    .policy = options_policy(options, board),
                    .stop = &interrupted,
                    .hash = hash},
        .threads = options->threads,
        .progress = progress.terminal ? show : NULL,
        .context = &progress,
    };
    struct perft_result *result = &count->result;
    double start = clock_seconds();
    if (!perft_run(&job, options->stats != STATS_NONE, result)) {
        progress_end(&progress);
        complain("out of memory");
        exit(STATUS_INPUT);
    }
    count->seconds = clock_seconds() - start;
    progress_end(&progress);
    qsort(result->root, result->root_count, sizeof result->root[0], compare_roots);
    count->finished = 0;
    for (size_t i = 0; i < result->root_count; i++)
        count->finished += result->root[i].complete;
}

bool count_equal(const struct count *a, const struct count *b)
{
    const struct perft_result *left = &a->result, *right = &b->result;
    bool equal = left->nodes == right->nodes && left->root_count == right->root_count;
    for (size_t i = 0; equal && i < left->root_count; i++)
        equal = left->root[i].move == right->root[i].move &&
                left->root[i].nodes == right->root[i].nodes;
    return equal;
}
