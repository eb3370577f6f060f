/*
 * The side that replies, as it is before the mover has moved, and where a move changes nothing of
 * that but what rooks, cannons, horses and elephants reach; see vector_two_plies.h, where the mover
 * moves.
 */
#include "vector_replies.h"

/*
 * Where a quiet move may matter to the king or to pins; each may be too large, never too small.
 * Where any piece that comes matters, a rook, a cannon, a horse or a pawn does, too.
 *
 * A line outside of the palace is seen from inside by whatever stands on it, in that order. A quiet
 * move along it keeps the order, whichever piece it is, so that it matters only where distances
 * do, or what stands beside: in `close`. Other moves from a square of `leave` all matter.
 */
enum arrival { OF_ANY, OF_ROOK, OF_CANNON, OF_LEAPER, ARRIVALS }; /* a leaper: horse or pawn */
struct zones {
    line_register leave;            /* any piece that goes */
    struct bits90 arrive[ARRIVALS]; /* one that comes; rooks' are the king's, too */
    struct bits90 close;            /* any piece that comes, even along a line */
    struct bits90 beside; /* any piece that goes, even along a line: legs, horses and pawns */
};

/* By squares, and NO_SQUARE: the moves of horses and elephants that a piece there stops. As many
 * as two registers of AVX-512 hold. */
enum { STOPS_SIZE = 128 };
typedef uint8_t stops[STOPS_SIZE];

/* Are moves that touch only the king's steps counted apart from serious ones? With one register for
 * all lines, a look at all of the king's costs no more than to tell such moves from others. */
enum { MILD_APART = LINE_PARTS > 1 };

/* What is known before the mover has moved. */
struct replier {
    struct seen seen;
    struct bits90 open;           /* to its pieces but the king */
    struct bits90 forbidden;      /* between its king and bare cannons */
    line_register barred;         /* to rooks and cannons */
    line_register rooks, cannons; /* those that are not pinned */
    struct bits90 sliders;        /* the same */
    uint64_t steps;  /* pseudo-legal moves of all pieces but rooks, cannons and the king */
    uint64_t others; /* legal moves of all pieces but the rooks and cannons that are not pinned */
    stops stopped, stopped_unpinned;
    const uint8_t *stopped_free; /* of pieces that are not pinned: `stopped` when none is */
    struct bits90 stops;         /* where these may be other than 0 */
    struct bits90 pinned;
    uint64_t king_to;     /* where its king may step as far as horses and pawns are concerned */
    uint64_t king_steps;  /* and how many of these steps are legal */
    struct zones zones;   /* where a move may matter to the king */
    struct zones serious; /* and where to more than its steps, if MILD_APART */
};

/* --- horses and elephants -------------------------------------------------------------------- */

/* Returns where they may be stopped. */
LINE_INLINE struct bits90 find_stops(uint8_t *stopped, const struct bitboard_state *state,
                                     enum side side, struct bits90 pieces, struct bits90 open)
{
    const struct bits90 *own = &state->set[piece_of(side, KING)];
    struct bits90 where = {{0, 0}};
    memset(stopped, 0, sizeof(stops));
    BITS90_FOR_EACH (from, bits90_and(own[HORSE], pieces)) {
        where = bits90_or(where, tables->horse_legs[from].set);
        for (int i = 0; i < 4; i++)
            stopped[tables->horse_leg[from][i]] +=
                (uint8_t)bits90_count(bits90_and(tables->horse_by_leg[from][i], open));
    }
    uint64_t eyes = 0;
    for (uint64_t left = own[ELEPHANT].half[side] & bits90_half(pieces, side); left;
         left &= left - 1) {
        int from = home_square(side, left);
        for (int i = 0; i < 4; i++) {
            eyes |= tables->elephant_eye[from][i];
            bool moves = tables->elephant_to[from][i] & bits90_half(open, side);
            stopped[tables->elephant_eye_at[from][i]] += (uint8_t)moves;
        }
    }
    return bits90_or(where, home_set(side, eyes));
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
 *   a piece that goes     was a bare cannon or pinned, or lets those behind it come one place
 *                         nearer: a second or third rook or king, a third or fourth cannon.
 *
 * To rooks and cannons that come all of the king's lines are a zone: to find the gaps costs as much
 * as it saves.
 */
LINE_INLINE void find_king_zones(struct zones *zones, const struct seen *seen,
                                 const struct king_view *view)
{
    const struct lines *lines = &seen->lines;
    line_register edges = line_edges(), occupied = seen->occupied;
    line_register both = line_or(lines->straight, lines->jumping);
    line_register third = line_minus(line_hit(occupied, view->second), edges);
    line_register fourth = line_hit(occupied, third);
    line_register farther =
        line_or(line_and(third, lines->jumping), line_and(fourth, lines->jumping));
    line_register nearer =
        line_or(line_or(farther, line_and(third, both)), line_and(view->second, lines->straight));
    line_register bare = line_and(view->first, lines->jumping);
    zones->leave = line_or(line_or(bare, line_and(third, line_whole(farther))),
                           line_and(line_or(view->first, view->second), line_whole(nearer)));

    zones->arrive[OF_ROOK] = zones->arrive[OF_CANNON] =
        tables->king_lines[tables->palace_index[seen->king]];
    zones->close = (struct bits90){{0, 0}};
    line_register bound = line_or(view->pinned, bare);
    if (line_any(bound))
        zones->close =
            bits90_and(zones->arrive[OF_CANNON], rays_of_lanes(seen->king, line_lanes(bound)));
    zones->arrive[OF_ANY] = zones->close;
}

/*
 * Lines from a square that the king may step to, and where no horse or pawn attacks it: it is
 * attacked by a rook that is first and a cannon that is second. So a piece that comes matters
 * before a first rook or cannon, and before a second cannon; a rook, too, before the first piece,
 * and a cannon before the second. A piece that goes was one of these, or lets those behind it come
 * one place nearer.
 */
LINE_INLINE void add_step_zones(struct zones *zones, const struct lines *lines,
                                line_register without, struct bits90 standing, int square)
{
    line_register edges = line_edges(), both = line_or(lines->straight, lines->jumping);
    line_register first = line_minus(line_hit(without, line_square(square)), edges);
    line_register second = line_minus(line_hit(without, first), edges);
    line_register third = line_hit(without, second);
    line_register cannon = line_and(second, lines->jumping);
    line_register farther = line_or(cannon, line_and(third, lines->jumping));
    line_register nearer = line_or(line_or(farther, line_and(first, lines->straight)),
                                   line_and(second, lines->straight));
    zones->leave = line_or(zones->leave, line_or(line_and(first, line_whole(nearer)),
                                                 line_and(second, line_whole(farther))));

    struct gaps gaps = find_gaps(standing, square);
    zones->arrive[OF_ROOK] = bits90_or(zones->arrive[OF_ROOK], gaps.nearer);
    zones->arrive[OF_CANNON] = bits90_or(zones->arrive[OF_CANNON], gaps.farther);
    line_register attackers = line_or(line_and(first, both), cannon);
    if (line_any(attackers)) {
        struct bits90 jumped = bits90_and(gaps.farther, rays_of_lanes(square, line_lanes(cannon)));
        struct bits90 met = bits90_and(gaps.nearer, rays_of_lanes(square, line_lanes(attackers)));
        zones->arrive[OF_ANY] = bits90_or(zones->arrive[OF_ANY], bits90_or(met, jumped));
    }
}

/* Legs of horses near the king, and these horses and pawns themselves. */
LINE_INLINE void add_leaper_zones(struct zones *zones, struct leapers leapers)
{
    struct bits90 legs = {{0, 0}};
    BITS90_FOR_EACH (horse, leapers.horses)
        legs = bits90_or(legs, tables->horse_legs[horse].set);
    zones->arrive[OF_ANY] = bits90_or(zones->arrive[OF_ANY], legs);
    zones->close = bits90_or(zones->close, legs);
    zones->beside = bits90_or(legs, bits90_or(leapers.horses, leapers.pawns));
    zones->leave = line_or(zones->leave, lines_of_set(zones->beside));
}

/* Where any piece matters, those do that bring something of their own. */
LINE_INLINE void complete_zones(struct zones *zones, int king)
{
    struct bits90 *arrive = zones->arrive;
    arrive[OF_ROOK] = bits90_or(arrive[OF_ROOK], arrive[OF_ANY]);
    arrive[OF_CANNON] = bits90_or(arrive[OF_CANNON], arrive[OF_ANY]);
    arrive[OF_LEAPER] = bits90_or(tables->king_near[tables->palace_index[king]], arrive[OF_ANY]);
}

LINE_INLINE void find_zones(struct replier *replier, const struct dangers *dangers)
{
    const struct seen *seen = &replier->seen;
    struct zones *zones = &replier->zones;
    struct bits90 standing = bits90_minus(seen->all, tables->place[seen->king].set);
    line_register without = line_minus(seen->occupied, seen->lines.king);
    find_king_zones(zones, seen, &dangers->view);
    zones->beside = (struct bits90){{0, 0}};
    if (leapers_any(seen->leapers))
        add_leaper_zones(zones, seen->leapers);
    if (MILD_APART) {
        replier->serious = *zones;
        complete_zones(&replier->serious, seen->king);
    }
    for (uint64_t left = replier->king_to; left; left &= left - 1)
        add_step_zones(zones, &seen->lines, without, standing, home_square(seen->side, left));
    complete_zones(zones, seen->king);
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
    replier->king_to =
        tables->king_to[seen->king] & ~bits90_half(seen->own, seen->side) & ~dangers.attacked;
    replier->king_steps = king_moves(&seen->lines, seen->occupied, seen->side, replier->king_to);
    replier->others = replier->steps + replier->king_steps;
    replier->stops = find_stops(replier->stopped, state, side, seen->own, open);
    replier->stopped_free = replier->stopped;
    const struct bits90 *own = &state->set[piece_of(side, KING)];
    replier->sliders = bits90_or(own[ROOK], own[CANNON]);

    struct count count = {line_none(), 0};
    struct pinned pinned = find_pinned(state, seen, &dangers, &count);
    replier->pinned = pinned.pieces;
    if (bits90_any(pinned.pieces)) {
        replier->rooks = line_minus(replier->rooks, pinned.lines);
        replier->cannons = line_minus(replier->cannons, pinned.lines);
        replier->sliders = bits90_minus(replier->sliders, pinned.pieces);
        replier->others += count_sum(&count) - pinned.steps;
        replier->stopped_free = replier->stopped_unpinned;
        replier->stops = find_stops(replier->stopped_unpinned, state, side,
                                    bits90_minus(seen->own, pinned.pieces), open);
    }
    find_zones(replier, &dangers);
}
