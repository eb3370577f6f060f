/*
 * What the line register (line_register.h) says of a position: the moves of rooks and cannons, and
 * the safety of the king of the side that replies. For vector_replies.h and vector_two_plies.h; all
 * of it is bitboard_template.h's state, seen along lines.
 */
#include "line_register.h"

/* Two sides: the replier, whose moves are counted, and the mover, who has just moved or will. */
struct lines {
    line_register mover, replier;       /* all pieces of each */
    line_register rooks, cannons, king; /* the replier's */
    line_register straight;             /* the mover's that attack along an open line: rooks, and
                                           the king on files */
    line_register jumping;              /* the mover's cannons */
};

LINE_INLINE line_register lines_of_set(struct bits90 set)
{
    line_register all = line_none();
    BITS90_FOR_EACH (square, set)
        all = line_or(all, line_square(square));
    return all;
}

LINE_INLINE struct bits90 stepping_set(const struct bits90 *set)
{
    struct bits90 others = bits90_or(set[ADVISOR], set[ELEPHANT]);
    return bits90_or(others, bits90_or(set[HORSE], set[PAWN]));
}

LINE_INLINE line_register king_on_files(line_register king)
{
    return line_and(king, line_load(&line_register_tables.files));
}

LINE_INLINE void lines_load(struct lines *lines, const struct bitboard_state *state,
                            enum side replier)
{
    const struct bits90 *own = &state->set[piece_of(replier, KING)];
    const struct bits90 *enemy = &state->set[piece_of(side_other(replier), KING)];
    line_register rooks = lines_of_set(enemy[ROOK]), king = lines_of_set(enemy[KING]);
    lines->rooks = lines_of_set(own[ROOK]);
    lines->cannons = lines_of_set(own[CANNON]);
    lines->king = lines_of_set(own[KING]);
    lines->jumping = lines_of_set(enemy[CANNON]);
    lines->straight = line_or(rooks, king_on_files(king));
    lines->replier = line_or(line_or(lines->rooks, lines->cannons),
                             line_or(lines->king, lines_of_set(stepping_set(own))));
    lines->mover =
        line_or(line_or(rooks, lines->jumping), line_or(king, lines_of_set(stepping_set(enemy))));
}

LINE_INLINE line_register lines_occupied(const struct lines *lines)
{
    return line_or(line_or(lines->mover, lines->replier), line_edges());
}

/* The same after a move of the mover's piece of this kind; `captured` is a piece code, or
 * NO_PIECE. */
LINE_INLINE void lines_after(struct lines *after, const struct lines *lines, enum kind kind,
                             int captured, int from, int to)
{
    line_register there = line_square(to), moved = line_xor(line_square(from), there);
    *after = *lines;
    after->mover = line_xor(after->mover, moved);
    if (kind == ROOK)
        after->straight = line_xor(after->straight, moved);
    if (kind == KING)
        after->straight = line_xor(after->straight, king_on_files(moved));
    if (kind == CANNON)
        after->jumping = line_xor(after->jumping, moved);
    if (captured == NO_PIECE)
        return;
    after->replier = line_xor(after->replier, there);
    if (piece_kind(captured) == ROOK)
        after->rooks = line_xor(after->rooks, there);
    if (piece_kind(captured) == CANNON)
        after->cannons = line_xor(after->cannons, there);
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
    line_register quiet = line_open(occupied, line_or(rooks, cannons));
    line_register met = line_hit(occupied, rooks);
    line_register screens = line_minus(line_hit(occupied, cannons), line_edges());
    line_register behind = line_hit(occupied, screens);
    return line_add(line_count(line_minus(line_or(quiet, met), barred)),
                    line_count(line_minus(behind, barred)));
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
    line_register danger; /* pieces that check, and bare cannons */
};

LINE_INLINE void look_from_king(struct king_view *view, const struct lines *lines,
                                line_register occupied)
{
    line_register edges = line_edges();
    line_register first = line_minus(line_hit(occupied, lines->king), edges);
    line_register second = line_minus(line_hit(occupied, first), edges);
    line_register third = line_minus(line_hit(occupied, second), edges);
    view->gap[0] = line_open(occupied, lines->king);
    view->gap[1] = line_open(occupied, first);
    view->gap[2] = line_open(occupied, second);
    view->first = first;
    view->second = second;
    view->by_straight = line_whole(line_and(second, lines->straight));
    view->by_jumping = line_whole(line_and(third, lines->jumping));
    view->danger = line_or(line_and(first, line_or(lines->straight, lines->jumping)),
                           line_and(second, lines->jumping));
    line_register firsts = line_and(first, line_or(view->by_straight, view->by_jumping));
    view->pinned = line_and(line_or(firsts, line_and(second, view->by_jumping)), lines->replier);
}

/* Does a horse or pawn of `by` attack this square of the other's palace, when these are occupied?
 */
static bool leapers_attack(const struct bitboard_state *state, enum side by, struct bits90 occupied,
                           int square)
{
    const struct bits90 *enemy = &state->set[piece_of(by, KING)];
    const struct bits90 *legs = tables->king_path[tables->palace_index[square]];
    if (bits90_any(bits90_and(tables->pawn_from[by][square], enemy[PAWN])))
        return true;
    BITS90_FOR_EACH (from, bits90_and(tables->horse_near[square], enemy[HORSE]))
        if (!bits90_any(bits90_and(legs[from], occupied)))
            return true;
    return false;
}

/* Is a horse or a pawn of the other side where it might attack the king, or a square that the king
 * may step to? */
LINE_INLINE bool leapers_near(const struct bitboard_state *state, enum side side, int king)
{
    const struct bits90 *enemy = &state->set[piece_of(side_other(side), KING)];
    return bits90_any(bits90_and(tables->king_near[tables->palace_index[king]],
                                 bits90_or(enemy[HORSE], enemy[PAWN])));
}

LINE_INLINE int home_square(enum side side, uint64_t half)
{
    return __builtin_ctzll(half) + (side == BLACK ? HALF_SQUARES : 0);
}

/* What may attack a king, and what stands around it. */
struct king_test {
    line_register without; /* the occupied squares, but for the king */
    line_register straight, jumping;
    const struct bitboard_state *near; /* NULL when no horse or pawn is near */
    enum side side;
    struct bits90 standing; /* `without` as a set; only with `near` */
};

/* The king steps to a square: the piece that it captures there is where its own lines begin, and
 * blocks none of them. */
LINE_INLINE bool is_safe_step(const struct king_test *test, int to)
{
    line_register first = line_minus(line_hit(test->without, line_square(to)), line_edges());
    line_register second = line_hit(test->without, first);
    if (line_any(line_or(line_and(first, test->straight), line_and(second, test->jumping))))
        return false;
    return !test->near || !leapers_attack(test->near, side_other(test->side), test->standing, to);
}

/* Those of the squares (in the half of the king's side) that the king can step to. */
LINE_INLINE uint64_t safe_steps(const struct king_test *test, uint64_t squares)
{
    uint64_t safe = 0;
    for (uint64_t left = squares; left; left &= left - 1)
        if (is_safe_step(test, home_square(test->side, left)))
            safe |= left & -left;
    return safe;
}

/* The number of legal moves of the replier's king to these squares. `near` as in king_test. */
LINE_INLINE uint64_t king_moves(const struct lines *lines, line_register occupied, uint64_t squares,
                                enum side side, const struct bitboard_state *near)
{
    struct king_test test = {
        line_minus(occupied, lines->king), lines->straight, lines->jumping, near, side, {{0, 0}}};
    if (near)
        test.standing = bits90_minus(near->occupied.set, near->set[piece_of(side, KING)]);
    return (uint64_t)__builtin_popcountll(safe_steps(&test, squares));
}
