/*
 * One perft, by its first moves, on any number of threads: what the programs call for a count that
 * takes time. Every count is the board's own (board.h); this splits the tree and adds up.
 */
#ifndef XQPERFT_PERFT_H
#define XQPERFT_PERFT_H

#include "board.h"

XQPERFT_BEGIN

/* Told from time to time how far a perft has come: of `total` equal shares of the tree (equal in
 * depth, not in size) `done` are counted, with `nodes` in all. */
typedef void perft_progress(void *context, size_t done, size_t total, uint64_t nodes);

/* More are not started. */
enum { PERFT_MAX_THREADS = 1024 };

struct perft_job {
    const struct board *board;
    const struct position *position;
    struct perft_request request;
    unsigned threads;         /* 0 for as many as there are processors */
    perft_progress *progress; /* NULL for none; called by the thread that called perft_run() */
    void *context;
};

/* One move at the root; `complete` when all of its subtree is counted. */
struct perft_root {
    xq_move move;
    bool complete;
    uint64_t nodes;
};

struct perft_result {
    bool complete;            /* false when the stop flag ended it early */
    uint64_t nodes;           /* of the complete root moves, or PERFT_TOO_MANY */
    struct perft_stats stats; /* of the same, when asked for */
    size_t root_count;
    struct perft_root root[MAX_MOVES]; /* in ascending order of the squares they leave and enter */
};

/*
 * Counts. The result is the same for every number of threads, and with and without hash. With
 * `with_stats`, the statistics are counted too, which is slower and takes no hash. False with errno
 * set when memory is short; a set stop flag is no failure.
 */
bool perft_run(const struct perft_job *job, bool with_stats, struct perft_result *result);

/* The number of processors this process may run on. */
unsigned perft_processors(void);

XQPERFT_END

#endif
