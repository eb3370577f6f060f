/*
 * The replies to many quick moves in one sum; for vector_two_plies.h. A quick move is quiet and
 * changes nothing that the king or a pin depends on. If no rook or cannon sees its piece either,
 * then all that it changes for these is by its arrival: what is behind it is cut off. For a square
 * to which several such pieces may come, that is the same each time; here it is summed for one.
 *
 * An arrival is seen along one rank and one file only. So arrivals on squares no two of which share
 * a rank or file, as peaceful rooks stand, change what rooks and cannons reach independently of
 * each other: with all of them there at once, the register counts the sum of the changes. And the
 * board is ten such sets, its diagonals, wrapped around:
 *
 *     set of (file, rank) = (file + rank) mod 10
 *
 *     9   9 0 1 2 3 4 5 6 7
 *     8   8 9 0 1 2 3 4 5 6
 *     .   . . .
 *     0   0 1 2 3 4 5 6 7 8
 *         a b c d e f g h i
 *
 * so that ten counts do, whatever the number of moves.
 */
#include "vector_replier.h"

enum { DIAGONALS = LINE_DIAGONALS };

struct sums {
    line_register
        observed; /* pieces that rooks and cannons see: of cannons, the second ones, too */
    struct bits90 arrivals;
    uint64_t moves;      /* one to each of these */
    uint64_t departures; /* what these stop no more of horses and elephants */
};

LINE_INLINE void sums_begin(struct sums *sums, const struct replier *replier)
{
    line_register occupied = replier->seen.occupied;
    line_register screens = line_minus(line_hit(occupied, replier->cannons), line_edges());
    sums->observed =
        line_or(line_or(line_hit(occupied, replier->rooks), screens), line_hit(occupied, screens));
    sums->arrivals = (struct bits90){{0, 0}};
    sums->moves = sums->departures = 0;
}

/* Takes those of a piece's quick moves that can be summed; returns the others. Without a branch,
 * since none could foretell which pieces are seen. */
LINE_INLINE struct bits90 sums_take(struct sums *sums, const struct replier *replier, int from,
                                    struct bits90 to_set)
{
    uint64_t unseen = line_any(line_and(line_square(from), sums->observed)) ? 0 : ~UINT64_C(0);
    struct bits90 taken = bits90_minus(to_set, sums->arrivals);
    taken.half[0] &= unseen;
    taken.half[1] &= unseen;
    uint64_t moves = (uint64_t)bits90_count(taken);
    sums->arrivals = bits90_or(sums->arrivals, taken);
    sums->moves += moves;
    sums->departures += moves * replier->stopped_free[byte_of(from)];
    return bits90_minus(to_set, taken);
}

/* The replies to all moves that were taken. */
LINE_INLINE uint64_t sums_end(const struct sums *sums, const struct replier *replier)
{
    line_register arriving[DIAGONALS] = {0}, sliders = line_none();
    uint64_t stopped = 0;
    BITS90_FOR_EACH (to, sums->arrivals) {
        line_register *diagonal = &arriving[line_register_tables.diagonal[to]];
        *diagonal = line_or(*diagonal, line_square(to));
        stopped += replier->stopped_free[byte_of(to)];
    }
    for (int i = 0; i < DIAGONALS; i++)
        sliders =
            line_add(sliders, slider_counts(line_or(replier->seen.occupied, arriving[i]),
                                            replier->barred, replier->rooks, replier->cannons));
    uint64_t before = line_sum(
        slider_counts(replier->seen.occupied, replier->barred, replier->rooks, replier->cannons));
    return sums->moves * (replier->others + before) + sums->departures - stopped +
           line_sum(sliders) - DIAGONALS * before;
}
