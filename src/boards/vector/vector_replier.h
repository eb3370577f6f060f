/*
 * The side that replies, as it is before the mover has moved, and what a move changes for it; see
 * vector_two_plies.h, where the mover moves.
 */
#include "vector_replies.h"

/*
 * Where a quiet move may matter to the king or to pins; each may be too large, never too small.
 * What a rook, a cannon, a horse or a pawn brings of its own comes to `arrive`, where it is any
 * piece that comes.
 */
struct zones {
    line_register leave; /* any piece that goes */
    struct bits90 arrive, rook, cannon, leaper;
};

/* --- the replier ----------------------------------------------------------------------------- */

/* A horse or an elephant: the squares that stop it (legs, eyes) and how many moves each of them
 * stops, own pieces left out. */
struct leaper {
    uint8_t square, kind;
    uint8_t stop[4], moves[4];
};

/* Where a square has its byte in rows of 64 for each half. */
LINE_INLINE int byte_of(int square)
{
    return square + (square >= HALF_SQUARES ? 64 - HALF_SQUARES : 0);
}

enum { BYTE_ROW = 2 * 64 };

/* What is known before the mover has moved. */
struct replier {
    enum side side;
    int king;
    bool careful;        /* there is a bare cannon, or a tangle at its king: no shortcuts */
    struct bits90 own;   /* its pieces */
    struct bits90 open;  /* all other squares */
    uint64_t king_steps; /* pseudo-legal squares of the king, in its half */
    struct lines lines;
    line_register occupied, barred;
    line_register rooks, cannons; /* those that are not pinned */
    struct leapers leapers;       /* the mover's */

    uint64_t stepping; /* pseudo-legal moves of all pieces but rooks, cannons and the king */
    uint64_t others;   /* legal moves of all pieces but the rooks and cannons that are not pinned */
    struct leaper leaper[MAX_PIECES];
    unsigned leaper_count;
    uint8_t stopped[BYTE_ROW]; /* by byte_of(): moves of horses and elephants that a piece there
                                  stops */
    uint8_t stopped_free[BYTE_ROW]; /* of those that are not pinned */

    struct zones zones;
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
        uint8_t *stopped = &replier->stopped[byte_of(stop)];
        *stopped = (uint8_t)(*stopped + moves);
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

/* The same for pieces of its own that stand on the legs of horses: each may only capture that horse,
 * which a rook can, beside it, and a pawn on its way. None of these is on a line with the king. */
static __attribute__((noinline)) uint64_t leg_pins_after(const struct replier *replier,
                                                         const struct bitboard_state *state,
                                                         struct bits90 horses,
                                                         const struct change *change,
                                                         line_register *rooks,
                                                         line_register *cannons)
{
    uint64_t sum = 0;
    const struct bits90 *path = tables->king_path[tables->palace_index[replier->king]];
    struct bits90 own = bits90_minus(ALL_SQUARES, change->open);
    BITS90_FOR_EACH (horse, bits90_and(horses, tables->horse_near[replier->king])) {
        if (!bits90_any(bits90_and(path[horse], own)))
            continue;
        int square = bits90_first(path[horse]);
        switch (piece_kind(state->piece[square])) {
        case ROOK:
            *rooks = line_minus(*rooks, line_square(square));
            sum++;
            break;
        case CANNON:
            *cannons = line_minus(*cannons, line_square(square));
            break;
        case PAWN:
            sum += bits90_has(tables->pawn_from[replier->side][horse], square);
            sum -= moves_after(replier, state, square, change);
            break;
        default:
            sum -= moves_after(replier, state, square, change);
        }
    }
    return sum;
}

/* --- the king -------------------------------------------------------------------------------- */

/* What the replier's king must mind after a change, or none. */
struct dangers {
    struct king_view view;
    uint64_t attacked; /* by horses and pawns, in its half */
    struct bits90 leg_pinned;
    bool careful; /* check, a bare cannon, or a leg that two horses share */
};

LINE_INLINE void look_for_leapers(struct dangers *dangers, enum side side, int king,
                                  struct leapers leapers, struct bits90 standing, struct bits90 own)
{
    const struct bits90 *path = tables->king_path[tables->palace_index[king]];
    dangers->attacked = leapers_attack(leapers, side, standing);
    dangers->careful |= (dangers->attacked & tables->place[king].set.half[side]) != 0;
    BITS90_FOR_EACH (horse, bits90_and(leapers.horses, tables->horse_near[king])) {
        struct bits90 leg = bits90_and(path[horse], own);
        dangers->careful |= bits90_any(bits90_and(leg, dangers->leg_pinned));
        dangers->leg_pinned = bits90_or(dangers->leg_pinned, leg);
    }
}

/* `own` are the replier's pieces, `standing` all but its king. */
LINE_INLINE void look_for_dangers(struct dangers *dangers, enum side side, int king,
                                  const struct lines *lines, line_register occupied,
                                  struct leapers leapers, struct bits90 standing, struct bits90 own)
{
    look_from_king(&dangers->view, lines, occupied);
    dangers->careful = line_any(dangers->view.danger);
    dangers->attacked = 0;
    dangers->leg_pinned = (struct bits90){{0, 0}};
    if (leapers_any(leapers))
        look_for_leapers(dangers, side, king, leapers, standing, own);
}

LINE_INLINE uint64_t all_pins_after(const struct replier *replier,
                                    const struct bitboard_state *state,
                                    const struct dangers *dangers, struct bits90 horses,
                                    const struct change *change, line_register *rooks,
                                    line_register *cannons)
{
    uint64_t sum = 0;
    if (line_any(dangers->view.pinned))
        sum += pins_after(replier, state, &dangers->view, change, rooks, cannons);
    if (bits90_any(dangers->leg_pinned))
        sum += leg_pins_after(replier, state, horses, change, rooks, cannons);
    return sum;
}

/* --- zones ----------------------------------------------------------------------------------- */

/* Two gaps on each line from a square: those before and behind the first piece. */
struct gaps {
    struct bits90 nearer, farther, first;
};

LINE_INLINE struct gaps find_gaps(struct bits90 occupied, int square)
{
    struct occupancy standing = {occupied};
    struct bits90 reach = line_reach(&standing, square).rook;
    struct gaps gaps = {bits90_minus(reach, occupied), {{0, 0}}, bits90_and(reach, occupied)};
    standing.set = bits90_minus(occupied, gaps.first);
    gaps.farther = bits90_minus(bits90_minus(line_reach(&standing, square).rook, occupied),
                                gaps.nearer);
    return gaps;
}

/* The squares beyond one in the directions of these lanes. */
LINE_INLINE struct bits90 rays_of_lanes(int square, unsigned lanes)
{
    struct bits90 rays = {{0, 0}};
    for (; lanes; lanes &= lanes - 1)
        rays = bits90_or(rays, line_register_tables.ray[square][__builtin_ctz(lanes) / 2]);
    return rays;
}

/*
 * Lines from the king: there is neither check nor a bare cannon, so neither is the first piece a
 * rook, a king or a cannon of the mover, nor the second a cannon. Hence
 *
 *   a piece that comes    moves others one place on, which can end a pin, but not make one, nor
 *                         check: it matters in the gaps of a pin only;
 *   a rook, too           checks before the first piece and pins behind it;
 *   a cannon, too         is bare, checks, or pins: in the first three gaps;
 *   a piece that goes     must be one of the first three, and a rook or king among them, or a
 *                         cannon among the first four.
 */
LINE_INLINE void add_king_zones(struct replier *replier, const struct king_view *view,
                                struct bits90 all)
{
    const struct lines *lines = &replier->lines;
    struct zones *zones = &replier->zones;
    line_register edges = line_edges(), occupied = replier->occupied;
    line_register third = line_minus(line_hit(occupied, view->second), edges);
    line_register fourth = line_minus(line_hit(occupied, third), edges);
    line_register pieces = line_or(line_or(view->first, view->second), third);
    line_register live = line_or(line_and(pieces, line_or(lines->straight, lines->jumping)),
                                 line_and(fourth, lines->jumping));
    zones->leave = line_and(pieces, line_whole(live));

    struct gaps gaps = find_gaps(all, replier->king);
    struct gaps beyond = find_gaps(bits90_minus(all, gaps.first), replier->king);
    zones->rook = bits90_or(gaps.nearer, gaps.farther);
    zones->cannon = bits90_or(zones->rook, beyond.farther);
    zones->arrive = (struct bits90){{0, 0}};
    if (line_any(view->pinned))
        zones->arrive = bits90_and(zones->cannon,
                                   rays_of_lanes(replier->king, line_lanes(view->pinned)));
}

/*
 * Lines from a square that the king may step to, and where no horse or pawn attacks it: it is
 * attacked by a rook that is first and a cannon that is second. So a piece that comes matters
 * before a first rook or cannon, and before a second cannon; a rook, too, before the first piece,
 * and a cannon before the second; and a piece that goes when it is one of the first two, and one
 * of these a rook or a cannon, or the third a cannon.
 */
LINE_INLINE void add_step_zones(struct replier *replier, line_register without,
                                struct bits90 standing, int square)
{
    const struct lines *lines = &replier->lines;
    struct zones *zones = &replier->zones;
    line_register edges = line_edges(), both = line_or(lines->straight, lines->jumping);
    line_register first = line_minus(line_hit(without, line_square(square)), edges);
    line_register second = line_minus(line_hit(without, first), edges);
    line_register third = line_hit(without, second);
    line_register pieces = line_or(first, second);
    line_register live = line_or(line_and(pieces, both), line_and(third, lines->jumping));
    zones->leave = line_or(zones->leave, line_and(pieces, line_whole(live)));

    struct gaps gaps = find_gaps(standing, square);
    zones->rook = bits90_or(zones->rook, gaps.nearer);
    zones->cannon = bits90_or(zones->cannon, gaps.farther);
    line_register attackers = line_or(line_and(first, both), line_and(second, lines->jumping));
    if (line_any(attackers))
        zones->arrive =
            bits90_or(zones->arrive, bits90_and(bits90_or(gaps.nearer, gaps.farther),
                                                rays_of_lanes(square, line_lanes(attackers))));
}

/* Legs of horses near the king, and these horses and pawns themselves. */
LINE_INLINE void add_leaper_zones(struct replier *replier)
{
    struct zones *zones = &replier->zones;
    struct bits90 legs = {{0, 0}};
    BITS90_FOR_EACH (horse, replier->leapers.horses)
        legs = bits90_or(legs, tables->horse_legs[horse].set);
    zones->arrive = bits90_or(zones->arrive, legs);
    struct bits90 leave = bits90_or(legs, bits90_or(replier->leapers.horses, replier->leapers.pawns));
    zones->leave = line_or(zones->leave, lines_of_set(leave));
}

LINE_INLINE void find_zones(struct replier *replier, const struct dangers *dangers,
                            struct bits90 all)
{
    struct zones *zones = &replier->zones;
    struct bits90 standing = bits90_minus(all, tables->place[replier->king].set);
    line_register without = line_minus(replier->occupied, replier->lines.king);
    add_king_zones(replier, &dangers->view, all);
    for (uint64_t left = replier->king_steps & ~dangers->attacked; left; left &= left - 1)
        add_step_zones(replier, without, standing, home_square(replier->side, left));
    if (leapers_any(replier->leapers))
        add_leaper_zones(replier);
    zones->rook = bits90_or(zones->rook, zones->arrive);
    zones->cannon = bits90_or(zones->cannon, zones->arrive);
    zones->leaper =
        bits90_or(tables->king_near[tables->palace_index[replier->king]], zones->arrive);
}

/* Leaves out horses and elephants that are pinned. */
static void forget_pinned(struct replier *replier, const struct dangers *dangers)
{
    for (unsigned i = 0; i < replier->leaper_count; i++) {
        const struct leaper *leaper = &replier->leaper[i];
        if (!line_any(line_and(line_square(leaper->square), dangers->view.pinned)) &&
            !bits90_has(dangers->leg_pinned, leaper->square))
            continue;
        for (int j = 0; j < 4; j++) {
            uint8_t *stopped = &replier->stopped_free[byte_of(leaper->stop[j])];
            *stopped = (uint8_t)(*stopped - leaper->moves[j]);
        }
    }
}

/* --- the look -------------------------------------------------------------------------------- */

LINE_INLINE void look_at_replier(struct replier *replier, const struct bitboard_state *state,
                                 enum side side)
{
    lines_load(&replier->lines, state, side);
    const struct lines *lines = &replier->lines;
    struct bits90 all = state->occupied.set;
    replier->side = side;
    replier->king = bitboard_king_square(state, side);
    replier->occupied = lines_occupied(lines);
    replier->barred = line_or(lines->replier, line_edges());
    replier->rooks = lines->rooks;
    replier->cannons = lines->cannons;
    replier->own = side_set(state, side);
    replier->open = bits90_minus(ALL_SQUARES, replier->own);
    replier->king_steps = tables->king_to[replier->king] & replier->open.half[side];
    replier->leapers = leapers_near(state, side, replier->king);
    count_steps(replier, state);
    memcpy(replier->stopped_free, replier->stopped, sizeof replier->stopped);

    struct dangers dangers;
    look_for_dangers(&dangers, side, replier->king, lines, replier->occupied, replier->leapers,
                     bits90_minus(all, tables->place[replier->king].set), replier->own);
    replier->careful = dangers.careful;
    if (replier->careful) {
        replier->others = 0;
        memset(&replier->zones, 0, sizeof replier->zones);
        return;
    }
    replier->others =
        replier->stepping + king_moves(lines, replier->occupied, side,
                                       replier->king_steps & ~dangers.attacked);
    if (line_any(dangers.view.pinned) || bits90_any(dangers.leg_pinned)) {
        const struct change none = {NO_SQUARE, NO_SQUARE, false, replier->open};
        replier->others += all_pins_after(replier, state, &dangers, replier->leapers.horses, &none,
                                          &replier->rooks, &replier->cannons);
        forget_pinned(replier, &dangers);
    }
    find_zones(replier, &dangers, all);
}
