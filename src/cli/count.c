#include <stdlib.h>
#include <time.h>

#include "count.h"
#include "interrupt.h"
#include "moves.h"
#include "progress.h"

double clock_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

struct visit {
    struct count *count;
    struct progress progress;
};

static bool take_row(void *context, xq_move move, uint64_t nodes)
{
    struct visit *visit = context;
    struct count *count = visit->count;
    /* A signal makes a count meaningless, also one that is handed on just after it. */
    if (interrupted || count->rows == MAX_MOVES)
        return false;
    count->row[count->rows++] = (struct count_row){move, nodes};
    count->nodes += nodes;
    progress_show(&visit->progress, count->rows, count->nodes);
    return true;
}

static int compare_rows(const void *a, const void *b)
{
    const struct count_row *row_a = a, *row_b = b;
    return moves_compare(row_a->move, row_b->move);
}

void count_run(const struct board *board, const struct position *position, unsigned depth,
               enum policy policy, struct count *count)
{
    struct perft_request request = {.depth = depth, .policy = policy, .stop = &interrupted};
    struct visit visit = {.count = count};
    count->nodes = 0;
    count->rows = 0;
    count->root_moves = board->mobility(position);
    progress_begin(&visit.progress, "root moves", count->root_moves);
    double start = clock_seconds();
    if (depth == 0) {
        count->nodes = board->perft(position, &request);
        count->complete = true;
    } else {
        count->complete = board->divide(position, &request, take_row, &visit);
    }
    count->seconds = clock_seconds() - start;
    progress_end(&visit.progress);
    qsort(count->row, count->rows, sizeof count->row[0], compare_rows);
}

bool count_equal(const struct count *a, const struct count *b)
{
    bool equal = a->nodes == b->nodes && a->rows == b->rows;
    for (size_t i = 0; equal && i < a->rows; i++)
        equal = a->row[i].move == b->row[i].move && a->row[i].nodes == b->row[i].nodes;
    return equal;
}
