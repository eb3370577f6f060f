#include <pthread.h>
#include <stdatomic.h>

#include "deep.h"
#include "workers.h"

struct counting {
    const struct deep_job *job;
    atomic_size_t next, finished;
    _Atomic uint64_t nodes;
    atomic_bool ended, too_large;
    pthread_mutex_t mutex; /* of job->counted */
};

/* The most moves that a side has, whatever the pieces that it has now come to stand on. */
static uint64_t most_moves(const struct position *position, enum side side)
{
    static const uint64_t most[KIND_COUNT] = {
        [KING] = 4,
        [ADVISOR] = 4,
        [ELEPHANT] = 4,
        [HORSE] = 8,
        [ROOK] = FILE_COUNT - 1 + RANK_COUNT - 1,
        [CANNON] = FILE_COUNT - 1 + RANK_COUNT - 1,
        [PAWN] = 3,
    };
    uint64_t moves = 0;
    for (int square = 0; square < SQUARE_COUNT; square++) {
        int piece = position->piece[square];
        if (piece != NO_PIECE && piece_side(piece) == side)
            moves += most[piece_kind(piece)];
    }
    return moves;
}

/* Is the count sure to fit the 64 bits of a board? Pieces only become fewer. */
static bool surely_fits(const struct position *position, unsigned depth)
{
    enum side side = (enum side)position->side;
    uint64_t most[2] = {most_moves(position, side), most_moves(position, side_other(side))};
    uint64_t product = 1;
    for (unsigned ply = 0; ply < depth; ply++)
        if (__builtin_mul_overflow(product, most[ply % 2], &product))
            return false;
    return true;
}

static bool is_stopped(const struct counting *counting)
{
    const volatile sig_atomic_t *stop = counting->job->request.stop;
    return (stop && *stop) || counting->ended;
}

/* Where 64 bits might be too few, the sum is made here, move by move, until they are enough. */
static wide count_position(struct counting *counting, const struct position *position,
                           unsigned depth)
{
    const struct board *board = counting->job->board;
    struct perft_request request = counting->job->request;
    request.depth = depth;
    if (surely_fits(position, depth))
        return board->perft(position, &request);
    xq_move moves[MAX_MOVES];
    size_t count = board->legal_moves(position, moves);
    wide sum = 0;
    for (size_t i = 0; i < count && !is_stopped(counting); i++) {
        struct position next = *position;
        position_apply(&next, moves[i]);
        if (!wide_add(&sum, count_position(counting, &next, depth - 1)))
            counting->too_large = counting->ended = true;
    }
    return sum;
}

static void count_unit(struct counting *counting, size_t unit)
{
    const struct deep_job *job = counting->job;
    struct position position;
    deep_unit_position(job->plan, unit, &position);
    wide count = count_position(counting, &position, job->plan->depth - job->plan->split);
    if (is_stopped(counting))
        return;
    pthread_mutex_lock(&counting->mutex);
    bool taken = !counting->ended && job->counted(job->context, unit, count);
    if (!taken)
        counting->ended = true;
    pthread_mutex_unlock(&counting->mutex);
    atomic_fetch_add(&counting->nodes, (uint64_t)count); /* shown as progress only */
    atomic_fetch_add(&counting->finished, taken);
}

static void work(void *context)
{
    struct counting *counting = context;
    size_t mine;
    while (!is_stopped(counting) &&
           (mine = atomic_fetch_add(&counting->next, 1)) < counting->job->unit_count)
        count_unit(counting, counting->job->unit[mine]);
}

static void watch(void *context)
{
    struct counting *counting = context;
    const struct deep_job *job = counting->job;
    if (job->progress)
        job->progress(job->context, counting->finished, job->unit_count, counting->nodes);
}

bool deep_count(const struct deep_job *job, bool *too_large)
{
    struct counting counting = {.job = job};
    pthread_mutex_init(&counting.mutex, NULL);
    workers_run(job->threads, work, watch, &counting);
    pthread_mutex_destroy(&counting.mutex);
    *too_large = counting.too_large;
    return counting.finished == job->unit_count;
}
