/*
 * How many legal moves the side has that replies, found by the line register (vector_lines.h) from
 * what stands where, so that the move before need not be made. For vector_two_plies.h.
 *
 * Nothing is listed or tested but the king's few steps. Pieces that may not go everywhere are told
 * by one look from the king: pinned ones have closed forms, and against check only moves to a few
 * squares count. What is left, two checks at once and the like, is made, and what may end one of
 * the checks listed and tested.
 */
#include "vector_lines.h"

/* A position as the side that replies sees it. */
struct seen {
    enum side side;
    int king;
    struct lines lines;
    line_register occupied; /* edges, too */
    struct bits90 all, own; /* occupied squares, and those of its pieces */
    struct leapers leapers; /* the mover's */
};

/* What its king must mind. */
struct dangers {
    struct king_view view;
    bool check;
    uint64_t attacked;        /* by horses and pawns, in the king's half */
    struct bits90 leg_pinned; /* its pieces on the leg of a horse that would check else */
    struct bits90 stuck;      /* those of two horses */
    struct bits90 forbidden;  /* between the king and bare cannons */
};

/* The squares beyond one in the directions of these lanes. */
LINE_INLINE struct bits90 rays_of_lanes(int square, unsigned lanes)
{
    struct bits90 rays = {{0, 0}};
    for (; lanes; lanes &= lanes - 1)
        rays = bits90_or(rays, line_register_tables.ray[square][__builtin_ctz(lanes) / 2]);
    return rays;
}

LINE_INLINE void look_for_leapers(struct dangers *dangers, const struct seen *seen)
{
    const struct place *king = &tables->place[seen->king];
    const struct bits90 *path = tables->king_path[tables->palace_index[seen->king]];
    dangers->attacked =
        leapers_attack(seen->leapers, seen->side, bits90_minus(seen->all, king->set));
    dangers->check |= (dangers->attacked & bits90_half(king->set, seen->side)) != 0;
    BITS90_FOR_EACH (horse, bits90_and(seen->leapers.horses, tables->horse_near[seen->king])) {
        struct bits90 leg = bits90_and(path[horse], seen->own);
        dangers->stuck = bits90_or(dangers->stuck, bits90_and(leg, dangers->leg_pinned));
        dangers->leg_pinned = bits90_or(dangers->leg_pinned, leg);
    }
}

LINE_INLINE void look_for_dangers(struct dangers *dangers, const struct seen *seen)
{
    const struct bits90 none = {{0, 0}};
    const struct lines *lines = &seen->lines;
    struct king_view *view = &dangers->view;
    look_from_king(view, lines, seen->occupied);
    dangers->check = line_any(view->checks);
    dangers->attacked = 0;
    dangers->leg_pinned = dangers->stuck = dangers->forbidden = none;
    if (leapers_any(seen->leapers))
        look_for_leapers(dangers, seen);
    line_register bare = line_and(view->first, lines->jumping);
    if (line_any(bare)) {
        struct occupancy occupied = {seen->all};
        dangers->forbidden =
            bits90_and(bits90_minus(line_reach(&occupied, seen->king).rook, seen->all),
                       rays_of_lanes(seen->king, line_lanes(bare)));
    }
}

/* --- moves of horses, elephants, advisors and pawns ------------------------------------------ */

/* Pseudo-legal moves to `targets` of one piece; none of a rook, cannon or king. */
LINE_INLINE uint64_t steps_of(enum kind kind, int from, enum side side, struct bits90 all,
                              struct bits90 targets)
{
    struct occupancy occupied = {all};
    switch (kind) {
    case PAWN:
        return (uint64_t)bits90_count(bits90_and(tables->pawn_to[side][from], targets));
    case HORSE:
        return (uint64_t)bits90_count(bits90_and(horse_reach(&occupied, from), targets));
    case ELEPHANT: {
        uint64_t reach = 0;
        for (int i = 0; i < 4; i++)
            reach |= bits90_half(all, side) & tables->elephant_eye[from][i]
                         ? 0
                         : tables->elephant_to[from][i];
        return (uint64_t)__builtin_popcountll(reach & bits90_half(targets, side));
    }
    case ADVISOR:
        return (uint64_t)__builtin_popcountll(tables->advisor_to[from] &
                                              bits90_half(targets, side));
    default:
        return 0;
    }
}

/* The same of all of `pieces`. */
LINE_INLINE uint64_t steps_to(const struct bitboard_state *state, enum side side, struct bits90 all,
                              struct bits90 pieces, struct bits90 targets)
{
    const struct bits90 *own = &state->set[piece_of(side, KING)];
    struct pawn_targets pawns_to =
        pawn_targets(bits90_and(own[PAWN], pieces), side, (struct targets){targets, {{0, 0}}});
    uint64_t count = (uint64_t)(bits90_count(pawns_to.ahead) + bits90_count(pawns_to.east) +
                                bits90_count(pawns_to.west));
    BITS90_FOR_EACH (from, bits90_and(own[HORSE], pieces))
        count += steps_of(HORSE, from, side, all, targets);
    for (uint64_t left = own[ELEPHANT].half[side] & bits90_half(pieces, side); left;
         left &= left - 1)
        count += steps_of(ELEPHANT, home_square(side, left), side, all, targets);
    for (uint64_t left = own[ADVISOR].half[side] & bits90_half(pieces, side); left;
         left &= left - 1)
        count += steps_of(ADVISOR, home_square(side, left), side, all, targets);
    return count;
}

/* --- pins ------------------------------------------------------------------------------------ */

/* Pieces that are pinned, all of whose legal moves are counted. */
struct pinned {
    struct bits90 pieces;
    line_register lines; /* the same */
    uint64_t steps;      /* their pseudo-legal moves, as of steps_to() */
};

LINE_INLINE void add_pinned(struct pinned *pinned, const struct bitboard_state *state,
                            const struct seen *seen, const struct dangers *dangers, int square)
{
    struct bits90 open = bits90_minus(bits90_minus(ALL_SQUARES, seen->own), dangers->forbidden);
    pinned->pieces = bits90_or(pinned->pieces, tables->place[square].set);
    pinned->lines = line_or(pinned->lines, line_square(square));
    pinned->steps +=
        steps_of(piece_kind(state->piece[square]), square, seen->side, seen->all, open);
}

/*
 * Pins along lines. There is no check:
 *
 *   first, pinned by a rook     it may go anywhere on the line as far as the rook, or capture it: a
 *                               rook can, and a pawn beside it; a cannon cannot, without a screen
 *   first, pinned by a cannon   likewise as far as the second piece, which it may not capture, for
 *                               it would be the only screen; a cannon captures the pinning one over
 *                               the second piece
 *   first, pinned by both       neither capture
 *   second, pinned by a cannon  between the first and the cannon; a rook or pawn may capture the
 *                               cannon; a cannon has no screen. Capturing the first leaves one
 *                               screen, too
 *
 * All other pieces leave the line with each move. A pawn, which moves away from its king's side and
 * is in front of it, always moves along the file, by one.
 */
LINE_INLINE line_register line_pin_moves(const struct bitboard_state *state,
                                         const struct seen *seen, const struct king_view *view)
{
    line_register pawns = state->lines.of[piece_of(seen->side, PAWN)];
    line_register rooks = seen->lines.rooks, cannons = seen->lines.cannons;
    line_register sliders = line_or(rooks, cannons);
    line_register first = line_and(view->pinned, view->first);
    line_register second = line_minus(view->pinned, first);
    line_register may_capture = line_minus(view->by_straight, view->by_jumping);
    line_register may_jump = line_minus(view->by_jumping, view->by_straight);
    line_register along = line_add(line_count(line_and(line_or(view->gap[0], view->gap[1]),
                                                       line_whole(line_and(first, sliders)))),
                                   line_count(line_and(line_or(view->gap[1], view->gap[2]),
                                                       line_whole(line_and(second, sliders)))));
    line_register captures =
        line_or(line_or(line_and(rooks, may_capture), line_and(cannons, may_jump)),
                line_and(pawns, line_or(may_capture, line_whole(view->gap[1]))));
    line_register once =
        line_or(line_and(first, captures), line_and(second, line_or(rooks, pawns)));
    return line_add(along, line_count(once));
}

LINE_INLINE void add_line_pins(struct pinned *pinned, const struct bitboard_state *state,
                               const struct seen *seen, const struct dangers *dangers,
                               struct count *count)
{
    const struct king_view *view = &dangers->view;
    uint64_t words[LINE_LANES];
    memcpy(words, &view->pinned, sizeof words);
    for (unsigned lanes = line_lanes(view->pinned); lanes; lanes &= lanes - 1) {
        int lane = __builtin_ctz(lanes);
        for (uint64_t left = words[lane]; left; left &= left - 1)
            add_pinned(pinned, state, seen, dangers,
                       line_register_tables.square_at[lane][__builtin_ctzll(left)]);
    }
    count->lanes = line_add(count->lanes, line_pin_moves(state, seen, view));
}

/* The moves of pieces on legs. One may only capture that horse, which a rook can, beside it, and a
 * pawn on its way. It is never on a line with the king, so no other pin is its. */
static __attribute__((noinline)) uint64_t leg_pin_moves(const struct bitboard_state *state,
                                                        enum side side, int king,
                                                        struct bits90 horses, struct bits90 legs)
{
    const struct bits90 *path = tables->king_path[tables->palace_index[king]];
    uint64_t moves = 0;
    BITS90_FOR_EACH (horse, bits90_and(horses, tables->horse_near[king])) {
        if (!bits90_any(bits90_and(path[horse], legs)))
            continue;
        int square = bits90_first(path[horse]);
        enum kind kind = piece_kind(state->piece[square]);
        moves +=
            kind == ROOK || (kind == PAWN && bits90_has(tables->pawn_from[side][horse], square));
    }
    return moves;
}

LINE_INLINE struct pinned find_pinned(const struct bitboard_state *state, const struct seen *seen,
                                      const struct dangers *dangers, struct count *count)
{
    struct pinned pinned = {{{0, 0}}, line_none(), 0};
    if (line_any(dangers->view.pinned))
        add_line_pins(&pinned, state, seen, dangers, count);
    if (bits90_any(dangers->leg_pinned)) {
        BITS90_FOR_EACH (square, dangers->leg_pinned)
            add_pinned(&pinned, state, seen, dangers, square);
        count->others += leg_pin_moves(state, seen->side, seen->king, seen->leapers.horses,
                                       bits90_minus(dangers->leg_pinned, dangers->stuck));
    }
    return pinned;
}

/* --- moves to some squares ------------------------------------------------------------------- */

/* Those of rooks and cannons that are not `busy`, to where nothing is barred. */
LINE_INLINE line_register slides_to(const struct seen *seen, line_register busy,
                                    line_register barred)
{
    return slider_counts(seen->occupied, barred, line_minus(seen->lines.rooks, busy),
                         line_minus(seen->lines.cannons, busy));
}

LINE_INLINE uint64_t king_steps(const struct seen *seen, const struct dangers *dangers)
{
    uint64_t squares = tables->king_to[seen->king] & ~bits90_half(seen->own, seen->side);
    return king_moves(&seen->lines, seen->occupied, seen->side, squares & ~dangers->attacked);
}

/* --- in check -------------------------------------------------------------------------------- */

/* What a move of another piece than the king must do: enter one of these squares. The screen of a
 * cannon, if it is own, must leave instead. */
struct answer {
    struct bits90 enter;
    int screen;            /* or NO_SQUARE */
    struct bits90 between; /* the king and that cannon */
};

/* Horses and pawns that check. */
LINE_INLINE struct bits90 checking_leapers(const struct seen *seen)
{
    const struct bits90 *path = tables->king_path[tables->palace_index[seen->king]];
    struct bits90 checking =
        bits90_and(tables->pawn_from[side_other(seen->side)][seen->king], seen->leapers.pawns);
    BITS90_FOR_EACH (horse, bits90_and(seen->leapers.horses, tables->horse_near[seen->king]))
        if (!bits90_any(bits90_and(path[horse], seen->all)))
            checking = bits90_or(checking, tables->place[horse].set);
    return checking;
}

/* False for what is not so simple: two checks; a cannon behind the checker, which would check over
 * what captures it; an own screen that bare cannons forbid squares to. Where the screen of a cannon
 * is a bare cannon, nothing may come before it. */
LINE_INLINE bool find_answer(struct answer *answer, const struct seen *seen,
                             const struct dangers *dangers)
{
    const struct king_view *view = &dangers->view;
    const struct bits90 *path = tables->king_path[tables->palace_index[seen->king]];
    struct bits90 leapers = checking_leapers(seen);
    unsigned lanes = line_lanes(view->checks);
    answer->screen = NO_SQUARE;
    if (__builtin_popcount(lanes) + bits90_count(leapers) != 1)
        return false;
    if (!lanes) { /* the leg of a horse, too; between a pawn and the king is nothing */
        answer->enter = bits90_or(leapers, path[bits90_first(leapers)]);
        return true;
    }
    int lane = __builtin_ctz(lanes);
    uint64_t checks = line_lane(view->checks, lane);
    if ((checks & (checks - 1)) || line_lane(view->by_jumping, lane))
        return false;
    int checker = line_register_tables.square_at[lane][__builtin_ctzll(checks)];
    struct bits90 screens = bits90_and(path[checker], seen->all);
    answer->between = path[checker];
    answer->enter =
        bits90_minus(bits90_or(bits90_minus(path[checker], screens), tables->place[checker].set),
                     dangers->forbidden);
    if (bits90_any(bits90_and(screens, seen->own)))
        answer->screen = bits90_first(screens);
    return answer->screen == NO_SQUARE || !bits90_any(dangers->forbidden);
}

/* The moves of an own screen of a checking cannon, which may go anywhere but between. */
static __attribute__((noinline)) uint64_t screen_moves(const struct bitboard_state *state,
                                                       enum side side, int from, struct bits90 all,
                                                       struct bits90 open)
{
    struct occupancy occupied = {all};
    struct line_sets reach = line_reach(&occupied, from);
    switch (piece_kind(state->piece[from])) {
    case ROOK:
        return (uint64_t)bits90_count(bits90_and(reach.rook, open));
    case CANNON:
        return (uint64_t)(bits90_count(bits90_and(bits90_minus(reach.rook, all), open)) +
                          bits90_count(bits90_and(bits90_and(reach.cannon, all), open)));
    default:
        return steps_of(piece_kind(state->piece[from]), from, side, all, open);
    }
}

/*
 * The legal moves in check, all but the king's. A pinned piece cannot help: the squares to enter
 * are not on the line of its pin, nor is the checker the horse on whose leg it stands; and where
 * pin and check are on one line, it would capture the first piece there, and be the only screen of
 * the cannon that pins it.
 */
LINE_INLINE void count_answers(const struct bitboard_state *state, const struct seen *seen,
                               const struct dangers *dangers, const struct answer *answer,
                               struct count *count)
{
    struct count of_pinned = {line_none(), 0};
    struct pinned busy = find_pinned(state, seen, dangers, &of_pinned);
    if (answer->screen != NO_SQUARE) {
        add_pinned(&busy, state, seen, dangers, answer->screen);
        count->others +=
            screen_moves(state, seen->side, answer->screen, seen->all,
                         bits90_minus(bits90_minus(ALL_SQUARES, seen->own), answer->between));
    }
    struct bits90 free = bits90_minus(seen->own, busy.pieces);
    count->others += steps_to(state, seen->side, seen->all, free, answer->enter);
    count->lanes =
        line_add(count->lanes, slides_to(seen, busy.lines, line_not(lines_of_set(answer->enter))));
}

/* One of the checkers, and what is between it and the king. */
LINE_INLINE struct bits90 one_check(const struct seen *seen, const struct dangers *dangers)
{
    const struct bits90 *path = tables->king_path[tables->palace_index[seen->king]];
    unsigned lanes = line_lanes(dangers->view.checks);
    int checker;
    if (lanes) {
        int lane = __builtin_ctz(lanes);
        checker = line_register_tables
                      .square_at[lane][__builtin_ctzll(line_lane(dangers->view.checks, lane))];
    } else {
        checker = bits90_first(checking_leapers(seen));
    }
    return bits90_or(path[checker], tables->place[checker].set);
}

/* The legal moves of all pieces but the king, made and tested: those that end `check`, one of those
 * that there are, by entering one of its squares or, as a screen, leaving one. */
static __attribute__((noinline)) uint64_t count_tested_answers(struct bitboard_state *state,
                                                               struct bits90 check)
{
    enum side side = (enum side)state->side;
    native_move moves[MAX_MOVES], *end = moves;
    struct bits90 empty = bits90_minus(ALL_SQUARES, state->occupied.set);
    struct bits90 enemy = side_set(state, side_other(side));
    struct targets entering = {bits90_and(empty, check), bits90_and(enemy, check)};
    struct targets leaving = {bits90_minus(empty, check), bits90_minus(enemy, check)};
    for (enum kind kind = ADVISOR; kind < KIND_COUNT; kind++)
        BITS90_FOR_EACH (from, state->set[piece_of(side, kind)])
            end = list_moves(from, piece_targets(state, side, kind, from, entering), end);
    BITS90_FOR_EACH (from, bits90_and(check, side_set(state, side)))
        end = list_moves(
            from, piece_targets(state, side, piece_kind(state->piece[from]), from, leaving), end);
    return bitboard_count_tested(state, moves, end);
}

/* --- the count ------------------------------------------------------------------------------- */

/* Adds the legal moves. False when only the king's could be: others must be made and tested. */
LINE_INLINE bool add_replies(const struct bitboard_state *state, const struct seen *seen,
                             const struct dangers *dangers, struct count *count)
{
    count->others += king_steps(seen, dangers);
    if (dangers->check) {
        struct answer answer;
        if (!find_answer(&answer, seen, dangers))
            return false;
        count_answers(state, seen, dangers, &answer, count);
    } else {
        struct pinned pinned = find_pinned(state, seen, dangers, count);
        struct bits90 open = bits90_minus(bits90_minus(ALL_SQUARES, seen->own), dangers->forbidden);
        line_register barred = line_or(seen->lines.replier, line_edges());
        if (bits90_any(dangers->forbidden))
            barred = line_or(barred, lines_of_set(dangers->forbidden));
        count->others +=
            steps_to(state, seen->side, seen->all, bits90_minus(seen->own, pinned.pieces), open);
        count->lanes = line_add(count->lanes, slides_to(seen, pinned.lines, barred));
    }
    return true;
}

LINE_INLINE void see(struct seen *seen, const struct bitboard_state *state, enum side side)
{
    seen->side = side;
    seen->king = bitboard_king_square(state, side);
    lines_load(&seen->lines, state, side);
    seen->occupied = line_or(line_or(state->lines.all[RED], state->lines.all[BLACK]), line_edges());
    seen->all = state->occupied.set;
    seen->own = side_set(state, side);
    seen->leapers = leapers_near(state, side, seen->king);
}

/* The number of legal moves. */
static uint64_t bitboard_count_legal(struct bitboard_state *state)
{
    struct seen seen;
    struct dangers dangers;
    struct count count = {line_none(), 0};
    see(&seen, state, (enum side)state->side);
    look_for_dangers(&dangers, &seen);
    if (!add_replies(state, &seen, &dangers, &count))
        count.others += count_tested_answers(state, one_check(&seen, &dangers));
    return count_sum(&count);
}
