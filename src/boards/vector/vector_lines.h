/*
 * What the line register (line_register.h) says of a position: the moves of rooks and cannons, and
 * the safety of the king of the side that replies. For vector_replies.h and vector_two_plies.h; all
 * of it is bitboard_template.h's state, seen along lines.
 */
#include "line_register.h"

/* Two sides: the replier, whose moves are counted, and the mover, who has just moved or will. */
struct lines {
    line_register replier;              /* all its pieces */
    line_register rooks, cannons, king; /* the replier's */
    line_register straight;             /* the mover's that attack along an open line: rooks, and
                                           the king on files */
    line_register jumping;              /* the mover's cannons */
};

/* A number of moves: in lanes, until they are added up at the end, and beside. */
struct count {
    line_register lanes;
    uint64_t others;
};

LINE_INLINE uint64_t count_sum(const struct count *count)
{
    return count->others + line_sum(count->lanes);
}

LINE_INLINE line_register lines_of_set(struct bits90 set)
{
    line_register all = line_none();
    BITS90_FOR_EACH (square, set)
        all = line_or(all, line_square(square));
    return all;
}

LINE_INLINE line_register king_on_files(line_register king)
{
    return line_and(king, line_load(&line_register_tables.files));
}

LINE_INLINE void lines_load(struct lines *lines, const struct bitboard_state *state,
                            enum side replier)
{
    const line_register *own = &state->lines.of[piece_of(replier, KING)];
    const line_register *enemy = &state->lines.of[piece_of(side_other(replier), KING)];
    lines->replier = state->lines.all[replier];
    lines->rooks = own[ROOK];
    lines->cannons = own[CANNON];
    lines->king = own[KING];
    lines->straight = line_or(enemy[ROOK], king_on_files(enemy[KING]));
    lines->jumping = enemy[CANNON];
}

/*
 * The pseudo-legal moves of rooks and cannons that do not enter `barred` (own pieces, edges,
 * squares that are forbidden), as counts for line_sum(). A rook and a cannon behind it may capture
 * the same piece in the same direction, so that captures of cannons are counted by themselves;
 * quiet moves and rooks' captures never meet.
 */
LINE_INLINE line_register slider_counts(line_register occupied, line_register barred,
                                        line_register rooks, line_register cannons)
{
    line_register by_both = line_looked(occupied, line_or(rooks, cannons));
    line_register by_rooks = line_looked(occupied, rooks);
    line_register screens = line_minus2(occupied, line_looked(occupied, cannons), line_edges());
    line_register behind = line_minus2(occupied, line_looked(occupied, screens), barred);
    line_register quiet_or_met = line_open_or_hit(occupied, by_both, by_rooks);
    return line_add(line_count(line_minus(quiet_or_met, barred)), line_count(behind));
}

/*
 * What stands on the four lines from the replier's king. `first`, `second` and `third` are the
 * pieces met, of either side; gap[i] has the empty squares before each.
 *
 *     first                 second               third
 *     rook or king: check   first is pinned      -
 *     cannon: bare          check                first and second are pinned
 *
 * A bare cannon has no screen: no piece may become one, so the gap before it is forbidden.
 */
struct king_view {
    line_register first, second;
    line_register gap[3];
    line_register by_straight; /* whole lanes in which a rook or king is second */
    line_register by_jumping;  /* in which a cannon is third */
    line_register pinned; /* the replier's pieces that these pin, in the lane of the pin only */
    line_register checks; /* pieces that check */
};

LINE_INLINE void look_from_king(struct king_view *view, const struct lines *lines,
                                line_register occupied)
{
    line_register edges = line_edges();
    line_register first = line_minus2(occupied, line_looked(occupied, lines->king), edges);
    line_register second = line_minus2(occupied, line_looked(occupied, first), edges);
    line_register third = line_minus2(occupied, line_looked(occupied, second), edges);
    view->gap[0] = line_open(occupied, lines->king);
    view->gap[1] = line_open(occupied, first);
    view->gap[2] = line_open(occupied, second);
    view->first = first;
    view->second = second;
    view->by_straight = line_whole(line_and(second, lines->straight));
    view->by_jumping = line_whole(line_and(third, lines->jumping));
    view->checks = line_or_both(line_and(first, lines->straight), second, lines->jumping);
    line_register firsts = line_and(first, line_or(view->by_straight, view->by_jumping));
    view->pinned = line_and(line_or(firsts, line_and(second, view->by_jumping)), lines->replier);
}

/* --- horses and pawns near a king ------------------------------------------------------------ */

/* The horses and pawns from which a king, or a square that it may step to, might be attacked. */
struct leapers {
    struct bits90 horses, pawns;
};

LINE_INLINE struct leapers leapers_near(const struct bitboard_state *state, enum side side,
                                        int king)
{
    const struct bits90 *enemy = &state->set[piece_of(side_other(side), KING)];
    struct bits90 near = tables->king_near[tables->palace_index[king]];
    return (struct leapers){bits90_and(near, enemy[HORSE]), bits90_and(near, enemy[PAWN])};
}

LINE_INLINE bool leapers_any(struct leapers leapers)
{
    return bits90_any(bits90_or(leapers.horses, leapers.pawns));
}

/* The squares of the home half of `side` that these of the other side attack. `standing` are the
 * occupied squares without the king of `side`, which is no leg for an attack on where it goes. */
LINE_INLINE uint64_t leapers_attack(struct leapers leapers, enum side side, struct bits90 standing)
{
    struct occupancy occupied = {standing};
    struct pawn_targets pawns_to =
        pawn_targets(leapers.pawns, side_other(side), (struct targets){ALL_SQUARES, {{0, 0}}});
    uint64_t attacked =
        bits90_half(bits90_or(pawns_to.ahead, bits90_or(pawns_to.east, pawns_to.west)), side);
    BITS90_FOR_EACH (from, leapers.horses)
        attacked |= bits90_half(horse_reach(&occupied, from), side);
    return attacked;
}

/* --- the king's moves ------------------------------------------------------------------------ */

LINE_INLINE int home_square(enum side side, uint64_t half)
{
    return __builtin_ctzll(half) + (side == BLACK ? HALF_SQUARES : 0);
}

/* Do these attack a king that steps to the square? `without` are the occupied squares without the
 * king; the piece that it captures there is where its own lines begin, and blocks none of them. */
LINE_INLINE bool lines_attack(line_register without, line_register straight, line_register jumping,
                              int square)
{
    line_register first =
        line_minus2(without, line_looked(without, line_square(square)), line_edges());
    line_register second = line_hit(without, first);
    return line_any(line_or_both(line_and(first, straight), second, jumping));
}

/* Those of the squares, in the home half of `side`, that no such piece attacks. */
LINE_INLINE uint64_t safe_steps(line_register without, line_register straight,
                                line_register jumping, enum side side, uint64_t squares)
{
    uint64_t safe = 0;
    for (uint64_t left = squares; left; left &= left - 1)
        if (!lines_attack(without, straight, jumping, home_square(side, left)))
            safe |= left & -left;
    return safe;
}

/* The number of legal moves of the replier's king to these squares, which no horse and no pawn
 * attacks. */
LINE_INLINE uint64_t king_moves(const struct lines *lines, line_register occupied, enum side side,
                                uint64_t squares)
{
    return (uint64_t)__builtin_popcountll(safe_steps(
        line_minus(occupied, lines->king), lines->straight, lines->jumping, side, squares));
}
