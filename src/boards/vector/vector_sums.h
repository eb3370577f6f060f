/*
 * The replies to many quick moves in one sum; for vector_two_plies.h. A quick move is quiet and
 * changes nothing that the king or a pin depends on. Most of them change nothing else either: no
 * rook or cannon sees the piece that leaves, none looks over the square where it arrives, and no
 * horse or elephant is stopped there. After each of these moves the replier has as many moves as it
 * would have if the mover had not moved, but for what the piece itself has stopped; so the number
 * of such moves is all that need be known.
 */
#include "vector_replier.h"

/* With one register for all lines, it is summed only while the replier has no more rooks and
 * cannons than so many: a quick move is counted in so few instructions that to find out which are
 * out of sight costs more, unless next to nothing looks (1 is as fast as not to sum, 2 to 4 slower
 * by up to a tenth). */
enum { SUMMED_SLIDERS = 1 };

struct sums {
    line_register seen;  /* pieces that rooks and cannons see: of cannons, the second ones, too */
    struct bits90 sight; /* where a piece that arrives may change something */
    uint64_t moves;      /* of pieces that are not seen */
    struct count count;  /* of replies, but for those that all `moves` have in common */
};

LINE_INLINE void sums_begin(struct sums *sums, const struct replier *replier,
                            const struct bitboard_state *state)
{
    line_register occupied = replier->seen.occupied;
    line_register screens = line_minus(line_hit(occupied, replier->cannons), line_edges());
    line_register met = line_or(line_hit(occupied, replier->rooks), screens);
    sums->seen = line_or(met, line_hit(occupied, screens));
    sums->sight = bits90_or(replier->stops, replier->seen.own);
    BITS90_FOR_EACH (from, replier->sliders) {
        struct line_sets reach = line_reach(&state->occupied, from);
        sums->sight = bits90_or(sums->sight, bits90_or(reach.rook, reach.cannon));
    }
    sums->moves = 0;
    sums->count = (struct count){line_none(), 0};
}

/* Of a piece that is seen along these lanes, the moves to where it is not, and which were out of
 * sight before. What is seen when it has left is counted once. */
LINE_INLINE struct bits90 sums_take_seen(struct sums *sums, const struct replier *replier, int from,
                                         struct bits90 to_set, struct bits90 sight, unsigned lanes)
{
    const struct bits90 *ray = line_register_tables.ray[from], none = {{0, 0}};
    enum { RANKS = 0x0f, FILES = 0xf0 }; /* lanes */
    sight = bits90_or(sight, lanes & RANKS ? bits90_or(ray[0], ray[1]) : none);
    sight = bits90_or(sight, lanes & FILES ? bits90_or(ray[2], ray[3]) : none);
    struct bits90 taken = bits90_minus(to_set, sight);
    uint64_t moves = (uint64_t)bits90_count(taken);
    line_register counts = slider_counts(line_minus(replier->seen.occupied, line_square(from)),
                                         replier->barred, replier->rooks, replier->cannons);
    sums->count.lanes = line_add(sums->count.lanes, line_times(counts, moves));
    sums->count.others += moves * (replier->others + replier->stopped_free[from]);
    return bits90_minus(to_set, taken);
}

/* Takes those of a piece's moves that can be summed; returns the others, all that enter `zone`
 * among them. */
LINE_INLINE struct bits90 sums_take(struct sums *sums, const struct replier *replier, int from,
                                    struct bits90 to_set, struct bits90 zone)
{
    if (line_any(line_and(line_square(from), replier->zones.leave)))
        return to_set;
    struct bits90 sight = bits90_or(sums->sight, zone);
    unsigned lanes = line_lanes(line_and(line_square(from), sums->seen));
    if (lanes)
        return sums_take_seen(sums, replier, from, to_set, sight, lanes);
    uint64_t moves = (uint64_t)bits90_count(bits90_minus(to_set, sight));
    sums->moves += moves;
    sums->count.others += moves * replier->stopped_free[from];
    return bits90_and(to_set, sight);
}

/* Adds the replies to all moves that were taken. */
LINE_INLINE void sums_end(const struct sums *sums, const struct replier *replier,
                          struct count *count)
{
    line_register counts =
        slider_counts(replier->seen.occupied, replier->barred, replier->rooks, replier->cannons);
    count->lanes =
        line_add(count->lanes, line_add(sums->count.lanes, line_times(counts, sums->moves)));
    count->others += sums->count.others + sums->moves * replier->others;
}
