/*
 * The side that replies, as it is before the mover has moved, and what a move changes for it; see
 * vector_two_plies.h, where the mover moves.
 */
#include "vector_replies.h"

/* --- the replier ----------------------------------------------------------------------------- */

/* A horse or an elephant: the squares that stop it (legs, eyes) and how many moves each of them
 * stops, own pieces left out. */
struct leaper {
    uint8_t square, kind;
    uint8_t stop[4], moves[4];
};

/* What is known before the mover has moved. */
struct replier {
    enum side side;
    int king;
    bool careful;        /* a horse or pawn is near its king, or a cannon bare: no shortcuts */
    struct bits90 own;   /* its pieces */
    struct bits90 open;  /* all other squares */
    uint64_t king_steps; /* pseudo-legal squares of the king, in its half */
    struct lines lines;
    line_register occupied, barred;
    line_register rooks, cannons; /* those that are not pinned */

    uint64_t stepping; /* pseudo-legal moves of all pieces but rooks, cannons and the king */
    uint64_t others;   /* legal moves of all pieces but the rooks and cannons that are not pinned */
    struct leaper leaper[MAX_PIECES];
    unsigned leaper_count;
    uint8_t stopped[SQUARE_COUNT];      /* moves of horses and elephants that a piece there stops */
    uint8_t stopped_free[SQUARE_COUNT]; /* of those that are not pinned */

    /* Zones: where a quiet move may matter to the king or to pins. */
    line_register any_zone;    /* any piece that comes or goes */
    line_register rook_zone;   /* a rook or the king that comes; with any_zone */
    line_register cannon_zone; /* a cannon that comes; with any_zone */
    struct bits90 leap_zone; /* a horse or a pawn that comes: from here it would attack the king, or
                                a square that the king may step to; legs matter only once it is
                                here, and then nothing is quick */
};

LINE_INLINE void add_leaper(struct replier *replier, const struct bitboard_state *state,
                            enum kind kind, int square)
{
    struct leaper *leaper = &replier->leaper[replier->leaper_count++];
    leaper->square = (uint8_t)square;
    leaper->kind = (uint8_t)kind;
    for (int i = 0; i < 4; i++) {
        int stop, moves;
        if (kind == HORSE) {
            stop = tables->horse_leg[square][i];
            moves = bits90_count(bits90_and(tables->horse_by_leg[square][i], replier->open));
        } else {
            uint64_t eye = tables->elephant_eye[square][i];
            stop = eye ? home_square(replier->side, eye) : NO_SQUARE;
            moves = (tables->elephant_to[square][i] & replier->open.half[replier->side]) != 0;
        }
        stop = stop == NO_SQUARE ? 0 : stop; /* off the board, where there are no moves either */
        leaper->stop[i] = (uint8_t)stop;
        leaper->moves[i] = (uint8_t)moves;
        replier->stopped[stop] = (uint8_t)(replier->stopped[stop] + moves);
        replier->stepping += state->piece[stop] == NO_PIECE ? (uint64_t)moves : 0;
    }
}

LINE_INLINE void count_steps(struct replier *replier, const struct bitboard_state *state)
{
    enum side side = replier->side;
    const struct bits90 *own = &state->set[piece_of(side, KING)];
    struct pawn_targets pawns_to =
        pawn_targets(own[PAWN], side, (struct targets){replier->open, {{0, 0}}});
    replier->leaper_count = 0;
    memset(replier->stopped, 0, sizeof replier->stopped);
    replier->stepping = (uint64_t)(bits90_count(pawns_to.ahead) + bits90_count(pawns_to.east) +
                                   bits90_count(pawns_to.west));
    BITS90_FOR_EACH (square, own[ADVISOR])
        replier->stepping +=
            (uint64_t)__builtin_popcountll(tables->advisor_to[square] & replier->open.half[side]);
    BITS90_FOR_EACH (square, own[HORSE])
        add_leaper(replier, state, HORSE, square);
    BITS90_FOR_EACH (square, own[ELEPHANT])
        add_leaper(replier, state, ELEPHANT, square);
}

/* --- after a move ---------------------------------------------------------------------------- */

/* The move `from`-`to` of the mover; NO_SQUARE twice for none. */
struct change {
    int from, to;
    bool captures;
    struct bits90 open; /* the replier's open squares after it */
};

LINE_INLINE bool is_free_after(const struct bitboard_state *state, const struct change *change,
                               int square)
{
    return (state->piece[square] == NO_PIECE || square == change->from) & (square != change->to);
}

/* Can this horse or elephant now capture what has captured a piece of its side? */
LINE_INLINE uint64_t retakes(const struct replier *replier, const struct bitboard_state *state,
                             const struct leaper *leaper, const struct change *change)
{
    uint64_t count = 0;
    for (int i = 0; i < 4; i++) {
        struct bits90 reach = leaper->kind == HORSE
                                  ? tables->horse_by_leg[leaper->square][i]
                                  : home_set(replier->side, tables->elephant_to[leaper->square][i]);
        count += bits90_has(reach, change->to) && is_free_after(state, change, leaper->stop[i]);
    }
    return count;
}

/* The pseudo-legal moves after the change of a piece that is no rook, cannon or king. */
static uint64_t moves_after(const struct replier *replier, const struct bitboard_state *state,
                            int square, const struct change *change)
{
    enum side side = replier->side;
    enum kind kind = piece_kind(state->piece[square]);
    uint64_t count = 0;
    if (kind == ADVISOR)
        return (uint64_t)__builtin_popcountll(tables->advisor_to[square] & change->open.half[side]);
    if (kind == PAWN) {
        struct pawn_targets to =
            pawn_targets(tables->place[square].set, side, (struct targets){change->open, {{0, 0}}});
        return (uint64_t)(bits90_count(to.ahead) + bits90_count(to.east) + bits90_count(to.west));
    }
    for (unsigned i = 0; i < replier->leaper_count; i++) {
        const struct leaper *leaper = &replier->leaper[i];
        if (leaper->square != square)
            continue;
        for (int j = 0; j < 4; j++)
            count += is_free_after(state, change, leaper->stop[j]) ? leaper->moves[j] : 0;
        if (change->captures)
            count += retakes(replier, state, leaper, change);
    }
    return count;
}

/* What a capture changes for all these pieces: the captured one's moves are gone, and its square,
 * which was barred to its own side, is open. */
LINE_INLINE uint64_t steps_after_capture(const struct replier *replier,
                                         const struct bitboard_state *state, enum kind captured,
                                         const struct change *change)
{
    enum side side = replier->side;
    const struct bits90 *own = &state->set[piece_of(side, KING)];
    int to = change->to;
    uint64_t count = (uint64_t)bits90_count(bits90_and(tables->pawn_from[side][to], own[PAWN]));
    if ((to >= HALF_SQUARES) == (side == BLACK))
        count += (uint64_t)__builtin_popcountll(tables->advisor_to[to] & own[ADVISOR].half[side]);
    for (unsigned i = 0; i < replier->leaper_count; i++)
        count += retakes(replier, state, &replier->leaper[i], change);
    if (captured != ROOK && captured != CANNON) {
        struct change before = *change; /* its own square is not open to itself */
        before.captures = false;
        before.open = replier->open;
        count -= moves_after(replier, state, to, &before);
    }
    return count;
}

/*
 * What pins change: the legal moves of pinned pieces, less the pseudo-legal ones of those that are
 * counted already. Rooks and cannons that are pinned are taken out of *rooks and *cannons. There is
 * no check and no bare cannon, and no horse or pawn near, so that only the pin itself matters:
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
static __attribute__((noinline)) uint64_t pins_after(const struct replier *replier,
                                                     const struct bitboard_state *state,
                                                     const struct king_view *view,
                                                     const struct change *change,
                                                     line_register *rooks, line_register *cannons)
{
    uint64_t sum = 0;
    for (unsigned lanes = line_lanes(view->pinned); lanes; lanes &= lanes - 1) {
        int lane = __builtin_ctz(lanes);
        bool by_straight = line_lane(view->by_straight, lane) != 0;
        bool by_jumping = line_lane(view->by_jumping, lane) != 0;
        for (int i = 0; i < 2; i++) {
            uint64_t bit = line_lane(i == 0 ? view->first : view->second, lane) &
                           line_lane(view->pinned, lane);
            if (bit == 0)
                continue;
            int square = line_register_tables.square_at[lane][__builtin_ctzll(bit)];
            enum kind kind = piece_kind(state->piece[square]);
            uint64_t nearer = (uint64_t)__builtin_popcountll(line_lane(view->gap[i], lane));
            uint64_t farther = (uint64_t)__builtin_popcountll(line_lane(view->gap[i + 1], lane));
            bool adjacent_capture = i == 1 || (by_straight && !by_jumping);
            bool jumping_capture = i == 0 && by_jumping && !by_straight;
            switch (kind) {
            case ROOK:
                *rooks = line_minus(*rooks, line_square(square));
                sum += nearer + farther + adjacent_capture;
                break;
            case CANNON:
                *cannons = line_minus(*cannons, line_square(square));
                sum += nearer + farther + jumping_capture;
                break;
            case PAWN:
                sum += farther > 0 || adjacent_capture;
                sum -= moves_after(replier, state, square, change);
                break;
            default:
                sum -= moves_after(replier, state, square, change);
            }
        }
    }
    return sum;
}

/* --- zones ----------------------------------------------------------------------------------- */

/*
 * A line to the king is live when one more or one less piece on it could make or end a check, a pin
 * or a bare cannon: a rook or king among the first three pieces, or a cannon among the first four.
 * On a live line, any piece matters that comes between, and any of the first three that goes. On
 * any line, a rook that comes is the first or second piece, or does not matter; a cannon one of the
 * first three.
 *
 * A square that the king may step to is attacked by rooks that are first and cannons that are
 * second; so one piece more or less matters with one place less than for the king itself.
 */
LINE_INLINE void find_zones(struct replier *replier)
{
    const struct lines *lines = &replier->lines;
    line_register edges = line_edges(), occupied = replier->occupied;
    line_register straight = lines->straight, jumping = lines->jumping;
    line_register both = line_or(straight, jumping);
    line_register first = line_minus(line_hit(occupied, lines->king), edges);
    line_register second = line_minus(line_hit(occupied, first), edges);
    line_register third = line_minus(line_hit(occupied, second), edges);
    line_register fourth = line_minus(line_hit(occupied, third), edges);
    line_register two_gaps = line_or(line_open(occupied, lines->king), line_open(occupied, first));
    line_register gaps = line_or(two_gaps, line_open(occupied, second));
    line_register pieces = line_or(line_or(first, second), third);
    line_register live = line_or(line_and(pieces, both), line_and(fourth, jumping));
    line_register any = line_and(line_or(gaps, pieces), line_whole(live));
    line_register rook_zone = two_gaps, cannon_zone = gaps;

    line_register without = line_minus(occupied, lines->king);
    for (uint64_t left = replier->king_steps; left; left &= left - 1) {
        line_register step = line_square(home_square(replier->side, left));
        first = line_minus(line_hit(without, step), edges);
        second = line_minus(line_hit(without, first), edges);
        third = line_minus(line_hit(without, second), edges);
        line_register gap = line_open(without, step), next_gap = line_open(without, first);
        pieces = line_or(first, second);
        live = line_or(line_and(pieces, both), line_and(third, jumping));
        any = line_or(any, line_and(line_or(line_or(gap, next_gap), pieces), line_whole(live)));
        rook_zone = line_or(rook_zone, gap);
        cannon_zone = line_or(cannon_zone, next_gap);
    }
    replier->any_zone = any;
    replier->rook_zone = line_or(rook_zone, any);
    replier->cannon_zone = line_or(cannon_zone, any);
}

/* Leaves out horses and elephants that are pinned. */
static void forget_pinned(struct replier *replier, line_register pinned)
{
    for (unsigned i = 0; i < replier->leaper_count; i++) {
        const struct leaper *leaper = &replier->leaper[i];
        if (!line_any(line_and(line_square(leaper->square), pinned)))
            continue;
        for (int j = 0; j < 4; j++) {
            uint8_t *stopped = &replier->stopped_free[leaper->stop[j]];
            *stopped = (uint8_t)(*stopped - leaper->moves[j]);
        }
    }
}

LINE_INLINE void look_at_replier(struct replier *replier, const struct bitboard_state *state,
                                 enum side side)
{
    lines_load(&replier->lines, state, side);
    const struct lines *lines = &replier->lines;
    replier->side = side;
    replier->king = bitboard_king_square(state, side);
    replier->occupied = lines_occupied(lines);
    replier->barred = line_or(lines->replier, line_edges());
    replier->rooks = lines->rooks;
    replier->cannons = lines->cannons;
    replier->own = side_set(state, side);
    replier->open = bits90_minus(ALL_SQUARES, replier->own);
    replier->king_steps = tables->king_to[replier->king] & replier->open.half[side];
    replier->leap_zone = tables->king_near[tables->palace_index[replier->king]];
    replier->others = 0;
    replier->any_zone = replier->rook_zone = replier->cannon_zone = line_none();
    count_steps(replier, state);
    memcpy(replier->stopped_free, replier->stopped, sizeof replier->stopped);

    struct king_view view;
    look_from_king(&view, lines, replier->occupied);
    replier->careful = leapers_near(state, side, replier->king) || line_any(view.danger);
    if (replier->careful)
        return;
    replier->others =
        replier->stepping + king_moves(lines, replier->occupied, replier->king_steps, side, NULL);
    if (line_any(view.pinned)) {
        const struct change none = {NO_SQUARE, NO_SQUARE, false, replier->open};
        replier->others +=
            pins_after(replier, state, &view, &none, &replier->rooks, &replier->cannons);
        forget_pinned(replier, view.pinned);
    }
    find_zones(replier);
}
