/*
 * bitboards: sets of squares, 90 bits split across two words (bits90.h), one set a piece code. This
 * is the text of all of them but for line attacks, which each variant has its own way of.
 *
 *     set[code]        where the pieces of that code stand
 *     occupied         the union of all these, as the variant likes it
 *     piece[square]    the code on each square; tells what a move captures
 *
 * Invariant: the three say the same thing at all times. set[NO_PIECE] means nothing: it takes the
 * bookkeeping of moves that capture nothing, so that make and unmake need no branch. Native squares
 * are the neutral ones.
 *
 * Horses and elephants look up tables by their blocked legs and eyes; pawns move all at once by
 * shifts. A target set is cleared of own pieces at its end, and turned into a list.
 *
 * Bitboards win where sets are the answer (which captures? how many moves?), and lose where moves
 * are made: there are more books to keep than an array has.
 *
 * A variant (bitboard_pext.c is the shortest) defines before it includes this text:
 *
 *   struct occupancy                  the occupied squares, `set` (struct bits90) and whatever else
 *                                     it keeps; no byte of it may be padding
 *   occupancy_make(occupancy*, from, to)        `from` is now empty, `to` is not
 *   occupancy_unmake(occupancy*, from, to, emptied)
 *                                     `from` is occupied again; where `emptied` is all ones and
 *                                     not 0, `to` is empty
 *   line_reach(occupancy*, square)    what a rook or cannon there reaches (struct line_sets)
 *   horse_reach(occupancy*, square)   what a horse there reaches
 *
 *   #define BOARD_SYMBOL bitboard_pext_board, BOARD_NAME "bitboard-pext", BOARD_SUMMARY "…"
 *   #define LINE_TABLE_BYTES          the size of the tables of its own
 *   #define BOARD_VARIANT_OF "…"      when it varies another board than "bitboard"
 *   #define BOARD_COUNTS "…"          when it counts leaves in its own way, see board_template.h
 *   #define BOARD_LINES               when it keeps the pieces along lines, too: struct piece_lines
 *                                     with piece_lines_place(), _make() and _unmake(), see
 *                                     vector/piece_lines.h
 */
#include <string.h>

#include "bitboard_tables.h"
#include "board.h"
#include "native_move.h"

struct bitboard_state {
    struct bits90 set[PIECE_COUNT];
    struct occupancy occupied;
    uint8_t piece[SQUARE_COUNT];
    uint8_t side;
    uint8_t unused[5]; /* so that no byte is padding */
#ifdef BOARD_LINES
    struct piece_lines lines;
#endif
};

static inline int bitboard_native(int square)
{
    return square;
}

static inline int bitboard_neutral(int native)
{
    return native;
}

/* --- the state ------------------------------------------------------------------------------- */

static void bitboard_load(struct bitboard_state *state, const struct position *position)
{
    memset(state, 0, sizeof *state);
    for (int square = 0; square < SQUARE_COUNT; square++) {
        int piece = position->piece[square];
        state->piece[square] = (uint8_t)piece;
        if (piece == NO_PIECE)
            continue;
        state->set[piece] = bits90_or(state->set[piece], bits90_of(square));
        occupancy_unmake(&state->occupied, square, square, 0);
#ifdef BOARD_LINES
        piece_lines_place(&state->lines, piece, square);
#endif
    }
    state->side = position->side;
}

static void bitboard_store(const struct bitboard_state *state, struct position *position)
{
    memset(position->piece, NO_PIECE, sizeof position->piece);
    for (int piece = 1; piece < PIECE_COUNT; piece++)
        BITS90_FOR_EACH (square, state->set[piece])
            position->piece[square] = (uint8_t)piece;
    position->side = state->side;
}

static inline int bitboard_piece_at(const struct bitboard_state *state, int square)
{
    return state->piece[square];
}

static inline int bitboard_king_square(const struct bitboard_state *state, enum side side)
{
    return bits90_first(state->set[piece_of(side, KING)]);
}

INLINE int bitboard_make(struct bitboard_state *state, native_move move)
{
    const struct place *from = &tables->place[native_from(move)];
    const struct place *to = &tables->place[native_to(move)];
    int piece = state->piece[native_from(move)], captured = state->piece[native_to(move)];
    state->piece[native_from(move)] = NO_PIECE;
    state->piece[native_to(move)] = (uint8_t)piece;
    state->set[piece] = bits90_xor(state->set[piece], bits90_xor(from->set, to->set));
    state->set[captured] = bits90_xor(state->set[captured], to->set);
    occupancy_make(&state->occupied, native_from(move), native_to(move));
#ifdef BOARD_LINES
    piece_lines_make(&state->lines, piece, captured, native_from(move), native_to(move));
#endif
    state->side ^= 1;
    return captured;
}

/* Whether to inline it is left to the compiler: always is 5 % slower with gcc, never with clang. */
static void bitboard_unmake(struct bitboard_state *state, native_move move, int captured)
{
    const struct place *from = &tables->place[native_from(move)];
    const struct place *to = &tables->place[native_to(move)];
    int piece = state->piece[native_to(move)];
    state->piece[native_from(move)] = (uint8_t)piece;
    state->piece[native_to(move)] = (uint8_t)captured;
    state->set[piece] = bits90_xor(state->set[piece], bits90_xor(from->set, to->set));
    state->set[captured] = bits90_xor(state->set[captured], to->set);
    occupancy_unmake(&state->occupied, native_from(move), native_to(move),
                     captured ? 0 : ~UINT64_C(0));
#ifdef BOARD_LINES
    piece_lines_unmake(&state->lines, piece, captured, native_from(move), native_to(move));
#endif
    state->side ^= 1;
}

/* Within the half of the square. */
INLINE uint64_t elephant_reach(const struct bitboard_state *state, int square)
{
    uint64_t half = state->occupied.set.half[square >= HALF_SQUARES], reach = 0;
    for (int i = 0; i < 4; i++)
        reach |= half & tables->elephant_eye[square][i] ? 0 : tables->elephant_to[square][i];
    return reach;
}

/* --- generation ------------------------------------------------------------------------------ */

/* The empty squares, not the unused bits above them. */
#define ALL_SQUARES ((struct bits90){{HALF_MASK, HALF_MASK}})

INLINE struct bits90 side_set(const struct bitboard_state *state, enum side side)
{
    const struct bits90 *set = &state->set[piece_of(side, KING)];
    struct bits90 all = set[KING];
    for (int kind = 1; kind < KIND_COUNT; kind++)
        all = bits90_or(all, set[kind]);
    return all;
}

/* Where pieces may go: to which squares without capturing, and which pieces they may capture. */
struct targets {
    struct bits90 quiet, captures;
};

/* Of `side`, which is 0 for Red's half and 1 for Black's, in its home half only. */
INLINE struct bits90 home_set(enum side side, uint64_t half)
{
    return side == RED ? (struct bits90){{half, 0}} : (struct bits90){{0, half}};
}

/* The moves of one piece. */
INLINE struct bits90 piece_targets(const struct bitboard_state *state, enum side side,
                                   enum kind kind, int from, struct targets targets)
{
    struct bits90 any = bits90_or(targets.quiet, targets.captures);
    switch (kind) {
    case ROOK:
        return bits90_and(line_reach(&state->occupied, from).rook, any);
    case CANNON: {
        struct line_sets reach = line_reach(&state->occupied, from);
        return bits90_or(bits90_and(reach.cannon, targets.captures),
                         bits90_and(reach.rook, targets.quiet));
    }
    case HORSE:
        return bits90_and(horse_reach(&state->occupied, from), any);
    case ELEPHANT:
        return home_set(side, elephant_reach(state, from) & bits90_half(any, side));
    case ADVISOR:
        return home_set(side, tables->advisor_to[from] & bits90_half(any, side));
    case PAWN:
        return bits90_and(tables->pawn_to[side][from], any);
    default:
        return home_set(side, tables->king_to[from] & bits90_half(any, side));
    }
}

/* The moves of all pawns of a set at once, by direction. */
struct pawn_targets {
    struct bits90 ahead, east, west;
};

#define FILE_A (UINT64_C(0x1008040201))
#define FILE_I (FILE_A << 8)

INLINE struct pawn_targets pawn_targets(struct bits90 pawns, enum side side, struct targets targets)
{
    enum { LAST_RANK = HALF_SQUARES - FILE_COUNT };
    const uint64_t *half = pawns.half;
    struct bits90 any = bits90_or(targets.quiet, targets.captures);
    struct bits90 ahead =
        side == RED
            ? (struct bits90){{half[0] << FILE_COUNT, half[1] << FILE_COUNT | half[0] >> LAST_RANK}}
            : (struct bits90){
                  {half[0] >> FILE_COUNT | half[1] << LAST_RANK, half[1] >> FILE_COUNT}};
    /* Only pawns that have crossed the river, in the other side's half, step sideways. */
    enum side beyond = side_other(side);
    uint64_t east = (bits90_half(pawns, beyond) & ~FILE_I) << 1 & bits90_half(any, beyond);
    uint64_t west = (bits90_half(pawns, beyond) & ~FILE_A) >> 1 & bits90_half(any, beyond);
    return (struct pawn_targets){bits90_and(ahead, any), home_set(beyond, east),
                                 home_set(beyond, west)};
}

INLINE int pawn_step(enum side side)
{
    return side == RED ? FILE_COUNT : -FILE_COUNT;
}

INLINE native_move *list_moves(int from, struct bits90 to_set, native_move *out)
{
    BITS90_FOR_EACH (to, to_set)
        *out++ = native_move_of(from, to);
    return out;
}

/* Of pawns that all move by `step`. */
INLINE native_move *list_steps(struct bits90 to_set, int step, native_move *out)
{
    BITS90_FOR_EACH (to, to_set)
        *out++ = native_move_of(to - step, to);
    return out;
}

INLINE native_move *list_pawns(struct bits90 pawns, enum side side, struct targets targets,
                               native_move *out)
{
    struct pawn_targets to_sets = pawn_targets(pawns, side, targets);
    out = list_steps(to_sets.ahead, pawn_step(side), out);
    out = list_steps(to_sets.east, 1, out);
    return list_steps(to_sets.west, -1, out);
}

INLINE native_move *list_kind(const struct bitboard_state *state, enum side side, enum kind kind,
                              struct targets targets, native_move *out)
{
    BITS90_FOR_EACH (from, state->set[piece_of(side, kind)])
        out = list_moves(from, piece_targets(state, side, kind, from, targets), out);
    return out;
}

INLINE native_move *list_side(const struct bitboard_state *state, enum side side,
                              bool captures_only, native_move *out)
{
    struct targets targets = {bits90_minus(ALL_SQUARES, state->occupied.set),
                              side_set(state, side_other(side))};
    if (captures_only)
        targets.quiet = (struct bits90){{0, 0}};
    out = list_kind(state, side, ROOK, targets, out);
    out = list_kind(state, side, CANNON, targets, out);
    out = list_kind(state, side, HORSE, targets, out);
    out = list_pawns(state->set[piece_of(side, PAWN)], side, targets, out);
    out = list_kind(state, side, ELEPHANT, targets, out);
    out = list_kind(state, side, ADVISOR, targets, out);
    return list_kind(state, side, KING, targets, out);
}

INLINE native_move *bitboard_generate(const struct bitboard_state *state, bool captures_only,
                                      native_move *out)
{
    return state->side == RED ? list_side(state, RED, captures_only, out)
                              : list_side(state, BLACK, captures_only, out);
}

static native_move *bitboard_generate_from(const struct bitboard_state *state, int from,
                                           native_move *out)
{
    enum side side = (enum side)state->side;
    enum kind kind = piece_kind(state->piece[from]);
    struct targets targets = {bits90_minus(ALL_SQUARES, state->occupied.set),
                              side_set(state, side_other(side))};
    return list_moves(from, piece_targets(state, side, kind, from, targets), out);
}

/* The enemy's line pieces on the king's rank and file, and its horses that only their legs could
 * stop from attacking it. `enemy` is its first set, the king's. */
INLINE struct bits90 king_suspects(const struct bits90 *enemy, int king)
{
    struct bits90 line_pieces = bits90_or(bits90_or(enemy[ROOK], enemy[CANNON]), enemy[KING]);
    return bits90_or(bits90_and(tables->king_lines[tables->palace_index[king]], line_pieces),
                     bits90_and(tables->horse_near[king], enemy[HORSE]));
}

/* --- legality without making moves ----------------------------------------------------------- */

/* What the king's surroundings mean for the moves of the other pieces. */
struct bitboard_danger {
    bool check; /* the king is attacked: no move is legal without a test */
    unsigned tested_count;
    uint8_t tested[MAX_PIECES]; /* squares of the king, and of the pieces that may be pinned */
    struct bits90 pinned;       /* these without the king */
    struct bits90 forbidden;    /* for all other pieces: between the king and a bare cannon */
};

INLINE void danger_to(const struct bitboard_state *state, enum side side,
                      struct bitboard_danger *danger)
{
    enum side by = side_other(side);
    const struct bits90 *enemy = &state->set[piece_of(by, KING)];
    struct bits90 blockers_to_pin = {{0, 0}};
    int king = bitboard_king_square(state, side);
    int index = tables->palace_index[king];
    danger->check = bits90_any(bits90_and(tables->pawn_from[by][king], enemy[PAWN]));
    danger->forbidden = (struct bits90){{0, 0}};
    BITS90_FOR_EACH (from, king_suspects(enemy, king)) {
        struct bits90 path = tables->king_path[index][from];
        struct bits90 blockers = bits90_and(path, state->occupied.set);
        int count = bits90_count(blockers), screens = state->piece[from] == piece_of(by, CANNON);
        danger->check |= count == screens;
        if (count == screens + 1)
            blockers_to_pin = bits90_or(blockers_to_pin, blockers);
        if (count < screens)
            danger->forbidden = bits90_or(danger->forbidden, path);
    }
    danger->tested[0] = (uint8_t)king;
    danger->tested_count = 1;
    danger->pinned = (struct bits90){{0, 0}};
    BITS90_FOR_EACH (square, blockers_to_pin) {
        if (piece_side(state->piece[square]) != side)
            continue;
        danger->pinned = bits90_or(danger->pinned, tables->place[square].set);
        danger->tested[danger->tested_count++] = (uint8_t)square;
    }
}

INLINE void bitboard_look_around(const struct bitboard_state *state, struct bitboard_danger *danger)
{
    if (state->side == RED)
        danger_to(state, RED, danger);
    else
        danger_to(state, BLACK, danger);
}

INLINE int count_kind(const struct bitboard_state *state, enum side side, enum kind kind,
                      struct targets targets, struct bits90 pinned)
{
    int count = 0;
    BITS90_FOR_EACH (from, bits90_minus(state->set[piece_of(side, kind)], pinned))
        count += bits90_count(piece_targets(state, side, kind, from, targets));
    return count;
}

INLINE int count_side(const struct bitboard_state *state, enum side side,
                      const struct bitboard_danger *danger)
{
    struct bits90 empty = bits90_minus(ALL_SQUARES, state->occupied.set), pinned = danger->pinned;
    struct targets targets = {bits90_minus(empty, danger->forbidden),
                              side_set(state, side_other(side))};
    struct bits90 pawns = bits90_minus(state->set[piece_of(side, PAWN)], pinned);
    struct pawn_targets pawns_to = pawn_targets(pawns, side, targets);
    return bits90_count(pawns_to.ahead) + bits90_count(pawns_to.east) +
           bits90_count(pawns_to.west) + count_kind(state, side, ROOK, targets, pinned) +
           count_kind(state, side, CANNON, targets, pinned) +
           count_kind(state, side, HORSE, targets, pinned) +
           count_kind(state, side, ELEPHANT, targets, pinned) +
           count_kind(state, side, ADVISOR, targets, pinned);
}

INLINE uint64_t bitboard_count_others(const struct bitboard_state *state,
                                      const struct bitboard_danger *danger)
{
    return (uint64_t)(state->side == RED ? count_side(state, RED, danger)
                                         : count_side(state, BLACK, danger));
}

/* --- attacks --------------------------------------------------------------------------------- */

INLINE bool bitboard_king_attacked(const struct bitboard_state *state, enum side side)
{
    enum side by = side_other(side);
    const struct bits90 *enemy = &state->set[piece_of(by, KING)];
    int king = bitboard_king_square(state, side);
    int index = tables->palace_index[king];

    BITS90_FOR_EACH (from, king_suspects(enemy, king)) {
        int blockers =
            bits90_count(bits90_and(tables->king_path[index][from], state->occupied.set));
        if (blockers == (state->piece[from] == piece_of(by, CANNON)))
            return true;
    }
    return bits90_any(bits90_and(tables->pawn_from[by][king], enemy[PAWN]));
}

static bool bitboard_forbidden(const struct bitboard_danger *danger, int square)
{
    return bits90_has(danger->forbidden, square);
}

static bool bitboard_pseudo_legal(const struct bitboard_state *state, int from, int to)
{
    int piece = state->piece[from], target = state->piece[to];
    enum side side = (enum side)state->side;
    if (piece == NO_PIECE || piece_side(piece) != side ||
        (target != NO_PIECE && piece_side(target) == side))
        return false;
    struct bits90 reach = {{0, 0}};
    switch (piece_kind(piece)) {
    case KING:
        reach.half[side] = tables->king_to[from];
        break;
    case ADVISOR:
        reach.half[side] = tables->advisor_to[from];
        break;
    case ELEPHANT:
        reach.half[side] = elephant_reach(state, from);
        break;
    case HORSE:
        reach = horse_reach(&state->occupied, from);
        break;
    case ROOK:
        reach = line_reach(&state->occupied, from).rook;
        break;
    case CANNON:
        reach = target == NO_PIECE ? line_reach(&state->occupied, from).rook
                                   : line_reach(&state->occupied, from).cannon;
        break;
    default:
        return bits90_has(tables->pawn_from[side][to], from);
    }
    return bits90_has(reach, to);
}

static size_t bitboard_attackers(const struct bitboard_state *state, int square, enum side by,
                                 uint8_t out[MAX_PIECES])
{
    const struct bits90 *set = &state->set[piece_of(by, KING)];
    struct line_sets reach = line_reach(&state->occupied, square);
    struct bits90 found =
        bits90_or(bits90_and(reach.rook, set[ROOK]), bits90_and(reach.cannon, set[CANNON]));
    found = bits90_or(found, bits90_and(tables->pawn_from[by][square], set[PAWN]));
    /* Palace and elephant moves go both ways, and never leave their side's half. */
    if ((square >= HALF_SQUARES) == (by == BLACK)) {
        found.half[by] |= tables->king_to[square] & set[KING].half[by];
        found.half[by] |= tables->advisor_to[square] & set[ADVISOR].half[by];
        found.half[by] |= elephant_reach(state, square) & set[ELEPHANT].half[by];
    }
    BITS90_FOR_EACH (horse, bits90_and(tables->horse_near[square], set[HORSE]))
        if (bits90_has(horse_reach(&state->occupied, horse), square))
            found = bits90_or(found, bits90_of(horse));
    size_t count = 0;
    BITS90_FOR_EACH (from, found)
        out[count++] = (uint8_t)from;
    return count;
}

/* The set after a move, when it is one that the moved piece is in. */
INLINE struct bits90 set_after(struct bits90 set, bool is_its, struct bits90 from_and_to)
{
    uint64_t mask = is_its ? ~UINT64_C(0) : 0;
    return bits90_xor(set,
                      (struct bits90){{from_and_to.half[0] & mask, from_and_to.half[1] & mask}});
}

/* As king_attacked() after the move. Sets are values: what they will be can be had without making
 * the move. */
#define BOARD_GIVES_CHECK
INLINE bool bitboard_gives_check(const struct bitboard_state *state, native_move move)
{
    enum side by = (enum side)state->side, side = side_other(by);
    const struct bits90 *own = &state->set[piece_of(by, KING)];
    int from = native_from(move), to = native_to(move), piece = state->piece[from];
    int king = bitboard_king_square(state, side), index = tables->palace_index[king];
    struct bits90 from_and_to = bits90_or(tables->place[from].set, tables->place[to].set);
    if (!bits90_any(bits90_and(from_and_to, tables->king_zone[index])))
        return false;

    bool is_cannon = piece == piece_of(by, CANNON);
    bool is_line = is_cannon || piece == piece_of(by, ROOK) || piece == piece_of(by, KING);
    struct bits90 occupied = set_make(state->occupied.set, from, to);
    struct bits90 cannons = set_after(own[CANNON], is_cannon, from_and_to);
    struct bits90 lines = bits90_or(bits90_or(own[ROOK], own[CANNON]), own[KING]);
    lines = set_after(lines, is_line, from_and_to);
    struct bits90 horses = set_after(own[HORSE], piece == piece_of(by, HORSE), from_and_to);
    struct bits90 pawns = set_after(own[PAWN], piece == piece_of(by, PAWN), from_and_to);
    struct bits90 suspects = bits90_or(bits90_and(tables->king_lines[index], lines),
                                       bits90_and(tables->horse_near[king], horses));
    BITS90_FOR_EACH (square, suspects) {
        int blockers = bits90_count(bits90_and(tables->king_path[index][square], occupied));
        if (blockers == bits90_has(cannons, square))
            return true;
    }
    return bits90_any(bits90_and(tables->pawn_from[by][king], pawns));
}

#define BOARD bitboard
#ifndef BOARD_VARIANT_OF
#define BOARD_VARIANT_OF "bitboard"
#endif
#define BOARD_TABLE_BYTES (sizeof bitboard_tables + LINE_TABLE_BYTES)
#include "board_template.h"
