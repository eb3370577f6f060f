/*
 * What perft counts besides paths, all over the last move of each path, as published tables of
 * xiangqi perft do. One list makes the struct, the adding up and the headings of every table.
 */
#ifndef XQPERFT_PERFT_STATS_H
#define XQPERFT_PERFT_STATS_H

#include "types.h"

#include <stdbool.h>
#include <stddef.h>

XQPERFT_BEGIN

/*
 * X(name, full, meaning): `full` columns are the finer ones. The kinds of check do not exclude each
 * other; a double check may be given in two ways at once. Kings cannot come to face each other by a
 * legal move, since the mover's own king would be in danger too: facing_checks is there to show it.
 */
#define PERFT_STATS(X)                                                                             \
    X(nodes, false, "paths of this length")                                                        \
    X(captures, false, "last moves that capture")                                                  \
    X(checks, false, "last moves that give check")                                                 \
    X(multi_checks, false, "checks by two pieces or more")                                         \
    X(checkmates, false, "last moves that mate")                                                   \
    X(stalemates, false, "last moves that leave no legal move and no check")                       \
    X(dead_ends, false, "paths one shorter that end without a legal move")                         \
    X(dead_end_mates, true, "dead ends in check")                                                  \
    X(dead_end_stalemates, true, "dead ends not in check")                                         \
    X(double_checks, true, "checks by exactly two pieces")                                         \
    X(triple_checks, true, "checks by exactly three pieces")                                       \
    X(quadruple_checks, true, "checks by four pieces")                                             \
    X(direct_checks, true, "checks by the moved piece itself")                                     \
    X(screen_added_checks, true, "checks by a cannon for which the moved piece is the screen")     \
    X(screen_removed_checks, true, "checks by a cannon that had one screen too many")              \
    X(uncovered_checks, true, "checks by a rook or horse that the moved piece had blocked")        \
    X(facing_checks, true, "checks by the other king; always 0")

#define PERFT_STATS_FIELD(name, full, meaning) uint64_t name;
struct perft_stats {
    PERFT_STATS(PERFT_STATS_FIELD)
};
#undef PERFT_STATS_FIELD

struct perft_stats_column {
    const char *name;
    bool full;
    const char *meaning;
};

enum { PERFT_STATS_COUNT = sizeof(struct perft_stats) / sizeof(uint64_t) };
extern const struct perft_stats_column perft_stats_columns[PERFT_STATS_COUNT];

/* The value of column `index`. */
uint64_t perft_stats_value(const struct perft_stats *stats, size_t index);

void perft_stats_add(struct perft_stats *to, const struct perft_stats *stats);

/* A piece that gives check: its code and square. */
struct checker {
    int piece, square;
};

/* Counts a check that `move` has just given to the king on `king` by these pieces. */
void perft_stats_check(struct perft_stats *stats, xq_move move, int king,
                       const struct checker *checkers, size_t count);

XQPERFT_END

#endif
