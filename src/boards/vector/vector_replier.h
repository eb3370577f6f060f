/*
 * The side that replies, as it is before the mover has moved, and where a move changes nothing of
 * that but what rooks, cannons, horses and elephants reach; see vector_two_plies.h, where the mover
 * moves.
 */
#include "vector_replies.h"

/* Where a square has its byte in rows of 64 for each half. */
LINE_INLINE int byte_of(int square)
{
    return square + (square >= HALF_SQUARES ? 64 - HALF_SQUARES : 0);
}

enum { BYTE_ROW = 2 * 64 };

/*
 * Where a quiet move may matter to the king or to pins; each may be too large, never too small.
 * What a rook, a cannon, a horse or a pawn brings of its own comes to `arrive`, where it is any
 * piece that comes.
 */
struct zones {
    line_register leave; /* any piece that goes */
    struct bits90 arrive, rook, cannon, leaper;
};

/* What is known before the mover has moved. */
struct replier {
    struct seen seen;
    struct bits90 open;           /* to its pieces but the king */
    struct bits90 forbidden;      /* between its king and bare cannons */
    line_register barred;         /* to rooks and cannons */
    line_register rooks, cannons; /* those that are not pinned */
    uint64_t steps;  /* pseudo-legal moves of all pieces but rooks, cannons and the king */
    uint64_t others; /* legal moves of all pieces but the rooks and cannons that are not pinned */
    /* By byte_of(): moves of horses and elephants that a piece there stops; and those of them that
     * are not pinned. */
    uint8_t stopped[BYTE_ROW], stopped_free[BYTE_ROW];
    struct zones zones;
};

/* --- horses and elephants -------------------------------------------------------------------- */

/* Of one: each leg or eye, and the number of moves to `open` that it stops. */
LINE_INLINE void stop_moves(uint8_t *stopped, enum side side, enum kind kind, int from,
                            struct bits90 open)
{
    for (int i = 0; i < 4; i++) {
        int stop, moves;
        if (kind == HORSE) {
            stop = tables->horse_leg[from][i];
            moves = bits90_count(bits90_and(tables->horse_by_leg[from][i], open));
        } else {
            uint64_t eye = tables->elephant_eye[from][i];
            stop = eye ? home_square(side, eye) : NO_SQUARE;
            moves = (tables->elephant_to[from][i] & open.half[side]) != 0;
        }
        /* Off the board, there are no moves either. */
        uint8_t *at = &stopped[stop == NO_SQUARE ? 0 : byte_of(stop)];
        *at = (uint8_t)(*at + moves);
    }
}

LINE_INLINE void find_stops(uint8_t *stopped, const struct bitboard_state *state, enum side side,
                            struct bits90 pieces, struct bits90 open)
{
    const struct bits90 *own = &state->set[piece_of(side, KING)];
    memset(stopped, 0, BYTE_ROW);
    BITS90_FOR_EACH (from, bits90_and(own[HORSE], pieces))
        stop_moves(stopped, side, HORSE, from, open);
    BITS90_FOR_EACH (from, bits90_and(own[ELEPHANT], pieces))
        stop_moves(stopped, side, ELEPHANT, from, open);
}

/* --- zones ----------------------------------------------------------------------------------- */

/* Two gaps on each line from a square: those before and behind the first piece. */
struct gaps {
    struct bits90 nearer, farther;
};

LINE_INLINE struct gaps find_gaps(struct bits90 occupied, int square)
{
    struct occupancy standing = {occupied};
    struct bits90 reach = line_reach(&standing, square).rook;
    standing.set = bits90_minus(occupied, reach);
    struct bits90 beyond = line_reach(&standing, square).rook;
    return (struct gaps){bits90_minus(reach, occupied),
                         bits90_minus(bits90_minus(beyond, occupied), reach)};
}

/*
 * Lines from the king: there is no check, so neither is the first piece a rook or king of the
 * mover, nor the second a cannon. Hence
 *
 *   a piece that comes    moves others one place on, which can end a pin, but not make one; and it
 *                         can be the screen of a bare cannon: it matters in the gaps of these only;
 *   a rook, too           checks before the first piece and pins behind it;
 *   a cannon, too         is bare, checks, or pins: in the first three gaps;
 *   a piece that goes     must be one of the first three, and a rook or king among them, or a
 *                         cannon among the first four.
 *
 * To rooks and cannons that come all of the king's lines are a zone: to find the gaps costs as much
 * as it saves.
 */
LINE_INLINE void find_king_zones(struct zones *zones, const struct seen *seen,
                                 const struct king_view *view)
{
    const struct lines *lines = &seen->lines;
    line_register edges = line_edges(), occupied = seen->occupied;
    line_register third = line_minus(line_hit(occupied, view->second), edges);
    line_register fourth = line_minus(line_hit(occupied, third), edges);
    line_register pieces = line_or(line_or(view->first, view->second), third);
    line_register live = line_or(line_and(pieces, line_or(lines->straight, lines->jumping)),
                                 line_and(fourth, lines->jumping));
    zones->leave = line_and(pieces, line_whole(live));

    zones->rook = zones->cannon = tables->king_lines[tables->palace_index[seen->king]];
    zones->arrive = (struct bits90){{0, 0}};
    line_register bound = line_or(view->pinned, line_and(view->first, lines->jumping));
    if (line_any(bound))
        zones->arrive = bits90_and(zones->cannon, rays_of_lanes(seen->king, line_lanes(bound)));
}

/*
 * Lines from a square that the king may step to, and where no horse or pawn attacks it: it is
 * attacked by a rook that is first and a cannon that is second. So a piece that comes matters
 * before a first rook or cannon, and before a second cannon; a rook, too, before the first piece,
 * and a cannon before the second; and a piece that goes when it is one of the first two, and one
 * of these a rook or a cannon, or the third a cannon.
 */
LINE_INLINE void add_step_zones(struct zones *zones, const struct lines *lines,
                                line_register without, struct bits90 standing, int square)
{
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
LINE_INLINE void add_leaper_zones(struct zones *zones, struct leapers leapers)
{
    struct bits90 legs = {{0, 0}};
    BITS90_FOR_EACH (horse, leapers.horses)
        legs = bits90_or(legs, tables->horse_legs[horse].set);
    zones->arrive = bits90_or(zones->arrive, legs);
    struct bits90 leave = bits90_or(legs, bits90_or(leapers.horses, leapers.pawns));
    zones->leave = line_or(zones->leave, lines_of_set(leave));
}

LINE_INLINE void find_zones(struct zones *zones, const struct seen *seen,
                            const struct dangers *dangers)
{
    struct bits90 standing = bits90_minus(seen->all, tables->place[seen->king].set);
    line_register without = line_minus(seen->occupied, seen->lines.king);
    find_king_zones(zones, seen, &dangers->view);
    uint64_t steps = tables->king_to[seen->king] & ~seen->own.half[seen->side];
    for (uint64_t left = steps & ~dangers->attacked; left; left &= left - 1)
        add_step_zones(zones, &seen->lines, without, standing, home_square(seen->side, left));
    if (leapers_any(seen->leapers))
        add_leaper_zones(zones, seen->leapers);
    zones->rook = bits90_or(zones->rook, zones->arrive);
    zones->cannon = bits90_or(zones->cannon, zones->arrive);
    zones->leaper = bits90_or(tables->king_near[tables->palace_index[seen->king]], zones->arrive);
}

/* --- the look -------------------------------------------------------------------------------- */

LINE_INLINE void look_at_replier(struct replier *replier, const struct bitboard_state *state,
                                 enum side side)
{
    struct seen *seen = &replier->seen;
    struct dangers dangers;
    see(seen, state, side);
    look_for_dangers(&dangers, seen);
    struct bits90 open = bits90_minus(bits90_minus(ALL_SQUARES, seen->own), dangers.forbidden);
    replier->open = open;
    replier->forbidden = dangers.forbidden;
    replier->barred = line_or(seen->lines.replier, line_edges());
    replier->rooks = seen->lines.rooks;
    replier->cannons = seen->lines.cannons;
    if (bits90_any(dangers.forbidden))
        replier->barred = line_or(replier->barred, lines_of_set(dangers.forbidden));
    replier->steps = steps_to(state, side, seen->all, seen->own, open);
    replier->others = replier->steps + king_steps(seen, &dangers);
    find_stops(replier->stopped, state, side, seen->own, open);

    struct pinned pinned = find_pinned(state, seen, &dangers);
    if (bits90_any(pinned.pieces)) {
        replier->rooks = line_minus(replier->rooks, pinned.lines);
        replier->cannons = line_minus(replier->cannons, pinned.lines);
        replier->others += pinned.moves - steps_to(state, side, seen->all, pinned.pieces, open);
        find_stops(replier->stopped_free, state, side, bits90_minus(seen->own, pinned.pieces),
                   open);
    } else {
        memcpy(replier->stopped_free, replier->stopped, sizeof replier->stopped);
    }
    find_zones(&replier->zones, seen, &dangers);
}
