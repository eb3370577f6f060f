/*
 * What curves are made of, the same for the run and for each fresh process that measures them.
 *
 * A curve by mobility has a step for each band of positions with about as many legal moves. Bands
 * are 8 moves wide, as even steps of the axis they are drawn over, and not equal shares of the
 * positions, most of which have 35 to 50 moves: what becomes of a board with few moves would be
 * hidden in one wide share. A band of less than 8 positions is joined with its neighbour, so that
 * no single position makes a step.
 *
 * A curve by depth has a step for each depth of perft from the starting position.
 */
#ifndef XQBENCH_CURVE_STEPS_H
#define XQBENCH_CURVE_STEPS_H

#include "measure/workloads.h"

enum {
    CURVE_BAND_WIDTH = 8,
    CURVE_BAND_LEAST = 8,
    CURVE_MAX_DEPTH = 6,
    CURVE_MAX_STEPS = MAX_MOVES / CURVE_BAND_WIDTH + 1, /* of a curve of either kind */
};

enum curve_kind { CURVE_NONE, CURVE_MOBILITY, CURVE_DEPTHS };

/* Those that list or count moves have a curve by mobility, all of perft one by depth. */
enum curve_kind curve_kind_of(const struct workload *workload);

/* How perft counts in this workload: "plain", "bulk", "legal", "stats", "hash". */
const char *curve_mode(const struct workload *workload);

/* The nodes of the starting position by depth, as published: those of positions/start.epd. */
extern const uint64_t curve_start_nodes[CURVE_MAX_DEPTH + 1];

struct curve_band {
    size_t first, count;   /* which positions: indices in the arranged suite */
    unsigned fewest, most; /* legal moves of a position */
    uint64_t moves;        /* of all of them, above 0 */
};

struct curve_bands {
    size_t count;
    struct curve_band band[CURVE_MAX_STEPS];
};

/* Shares out positions by their numbers of legal moves (below MAX_MOVES), which must ascend. */
void curve_make_bands(const unsigned *moves, size_t count, struct curve_bands *bands);

/* Makes of a suite another one: its positions by their number of legal moves, and behind them the
 * starting position. False without memory. Free `to` with suite_free(). */
bool curve_arrange(const struct suite *from, struct suite *to, struct curve_bands *bands);

/* How many steps the curve of a workload has; `deepest` is of one by depth, and 0 for others. */
size_t curve_step_count(const struct workload *workload, const struct curve_bands *bands,
                        unsigned deepest);

#endif
