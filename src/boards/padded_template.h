/*
 * The padded boards (padded.c says what they are) but for line attacks, which each variant has its
 * own way of. After padded_state.h and before this text it defines:
 *
 *   next_piece(state*, square, step)  the first occupied square from `square` on by `step`, which
 *                                     is one of the four straight steps; a square of the margin
 *                                     when there is no piece
 *   second_piece(state*, square, step, first)
 *                                     the one after it, given that `first` is a piece's
 *   lines_make(state*, from, to)      `from` is now empty, `to` is not
 *   lines_unmake(state*, from, to, emptied)
 *                                     `from` is occupied again and `to`, if so said, empty
 *
 *   #define STOPS_KNOWN 1             when next_piece() costs the same for any distance, and
 *                                     empty_around() can tell how many squares are between this
 *                                     and the next pieces of all four lines; 0 when it must walk
 *   #define LINE_TABLE_BYTES          the size of the tables of its own
 *   #define BOARD_SUMMARY, and for other than the default variant BOARD_NAME and so on
 */
/* The classes of pieces that share their squares: what a square admits is a sum of these, 25 for
 * instance a square for line pieces, pawns and elephants. */
enum {
    CLASS_LINE = 1,
    CLASS_KING = 2,
    CLASS_ADVISOR = 4,
    CLASS_PAWN = 8,
    CLASS_ELEPHANT = 16,
};

static const uint8_t class_of[KIND_COUNT] = {
    [KING] = CLASS_KING,  [ADVISOR] = CLASS_ADVISOR, [ELEPHANT] = CLASS_ELEPHANT,
    [HORSE] = CLASS_LINE, [ROOK] = CLASS_LINE,       [CANNON] = CLASS_LINE,
    [PAWN] = CLASS_PAWN,
};

static const int straight[4] = {EAST, WEST, NORTH, SOUTH};
static const int diagonal[4] = {NORTH + EAST, NORTH + WEST, SOUTH + EAST, SOUTH + WEST};
/* For each straight step, a horse's two ways on from its leg. */
static const int horse_turn[4][2] = {
    {NORTH + EAST, SOUTH + EAST},
    {NORTH + WEST, SOUTH + WEST},
    {NORTH + EAST, NORTH + WEST},
    {SOUTH + EAST, SOUTH + WEST},
};

static uint8_t reach[2][256];

/* horse_leg[256 + to - from]: the step to a horse's leg when `to` is a horse's move away, else 0.
 */
static int8_t horse_leg[512];

/* line_step[256 + to - from]: the step of a line piece from `from` towards `to` when both are on
 * one rank or file of the board, else 0. */
static int8_t line_step[512];

/* king_zone[256 + square - king]: could a move that leaves or enters the square change whether the
 * king is attacked? So it is with the king's rank and file, with the squares that horses attack it
 * from, and with their legs. */
static bool king_zone[512];

INLINE int own_bit(enum side side)
{
    return side == RED ? RED_BIT : BLACK_BIT;
}

static inline int padded_native(int square)
{
    return (square_rank(square) + 3) * 16 + square_file(square) + 3;
}

static inline int padded_neutral(int native)
{
    return square_of((native & 15) - 3, (native >> 4) - 3);
}

__attribute__((constructor)) static void padded_init(void)
{
    for (int side = RED; side <= BLACK; side++)
        for (int square = 0; square < SQUARE_COUNT; square++)
            for (int kind = 0; kind < KIND_COUNT; kind++)
                if (position_reachable(piece_of((enum side)side, (enum kind)kind), square))
                    reach[side][padded_native(square)] |= class_of[kind];
    for (int i = 1; i < FILE_COUNT; i++) {
        line_step[256 + EAST * i] = EAST;
        line_step[256 + WEST * i] = WEST;
    }
    for (int i = 1; i < RANK_COUNT; i++) {
        line_step[256 + NORTH * i] = NORTH;
        line_step[256 + SOUTH * i] = SOUTH;
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 2; j++)
            horse_leg[256 + straight[i] + horse_turn[i][j]] = (int8_t)straight[i];
    for (int i = 0; i < 512; i++)
        king_zone[i] = line_step[i] || horse_leg[i];
    for (int i = 0; i < 4; i++)
        king_zone[256 + diagonal[i]] = true; /* the legs */
}

/* Slots are given kind by kind, so the pieces are counted first. */
static void padded_load(struct padded_state *state, const struct position *position)
{
    uint8_t next[PIECE_COUNT] = {0}; /* a count by piece code, then the next free slot */
    memset(state, 0, sizeof *state);
    memset(state->board, MARGIN, sizeof state->board);
    state->side = position->side;
    for (int square = 0; square < SQUARE_COUNT; square++)
        next[position->piece[square]]++;
    for (int side = RED; side <= BLACK; side++) {
        int slot = own_bit((enum side)side);
        for (int kind = 0; kind < KIND_COUNT; kind++) {
            uint8_t *entry = &next[piece_of((enum side)side, (enum kind)kind)];
            state->first[side][kind] = (uint8_t)slot;
            slot += *entry;
            *entry = state->first[side][kind];
        }
        state->first[side][KIND_COUNT] = (uint8_t)slot;
    }
    for (int square = 0; square < SQUARE_COUNT; square++) {
        int piece = position->piece[square], native = padded_native(square);
        int slot = piece == NO_PIECE ? 0 : next[piece]++;
        state->board[native] = (uint8_t)slot;
        if (slot == 0)
            continue;
        state->square[slot] = (uint8_t)native;
        state->piece[slot] = (uint8_t)piece;
        lines_unmake(state, native, native, false);
        if (piece_kind(piece) == ROOK || piece_kind(piece) == CANNON)
            state->line_pieces[piece_side(piece)][slot % MAX_PIECES] = 0xff;
        if (piece_kind(piece) == HORSE || piece_kind(piece) == PAWN)
            state->near_pieces[piece_side(piece)][slot % MAX_PIECES] = 0xff;
    }
}

static void padded_store(const struct padded_state *state, struct position *position)
{
    for (int square = 0; square < SQUARE_COUNT; square++) {
        position->piece[square] = state->piece[state->board[padded_native(square)]];
    }
    position->side = state->side;
}

static inline int padded_piece_at(const struct padded_state *state, int square)
{
    return state->piece[state->board[square]];
}

static inline int padded_king_square(const struct padded_state *state, enum side side)
{
    return state->square[own_bit(side)]; /* the first slot of a side */
}

static inline int padded_make(struct padded_state *state, native_move move)
{
    int from = native_from(move), to = native_to(move);
    uint8_t slot = state->board[from], captured = state->board[to];
    state->board[from] = 0;
    state->board[to] = slot;
    state->square[captured] = 0; /* slot 0 stands for "nothing captured", and is always 0 */
    state->square[slot] = (uint8_t)to;
    state->side ^= 1;
    lines_make(state, from, to);
    return captured;
}

static inline void padded_unmake(struct padded_state *state, native_move move, int captured)
{
    int from = native_from(move), to = native_to(move);
    uint8_t slot = state->board[to];
    state->board[to] = (uint8_t)captured;
    state->board[from] = slot;
    state->square[captured] = (uint8_t)(captured ? to : 0);
    state->square[slot] = (uint8_t)from;
    state->side ^= 1;
    lines_unmake(state, from, to, captured == 0);
}

INLINE int forward(enum side side)
{
    return side == RED ? NORTH : SOUTH;
}

INLINE bool is_kind(const struct padded_state *state, int square, enum side side, enum kind kind)
{
    return state->piece[state->board[square]] == piece_of(side, kind);
}

/* What is done with the moves found. Each is a constant where it is used, so that every purpose
 * gets code of its own. */
enum purpose {
    LIST_ALL,
    LIST_CAPTURES,
    COUNT_FREE,    /* nothing is stored */
    COUNT_GUARDED, /* the same, without the moves to forbidden squares */
};

/* What the king's surroundings mean for the moves of the other pieces; see look_around(). */
struct padded_danger {
    bool check;   /* the king is attacked: no move is legal without a test */
    bool guarded; /* there are pinned pieces or forbidden squares */
    unsigned tested_count;
    uint8_t tested[MAX_PIECES]; /* squares of the king, and of the pieces that may be pinned */
    uint64_t pinned;            /* a bit for the slot of each of these but the king */
    uint16_t forbidden[16];     /* a bit per column for each row */
};

struct finder {
    const struct padded_state *state;
    const struct padded_danger *danger; /* for COUNT_GUARDED only */
    native_move *moves;
    unsigned count;
    enum side side;
    enum purpose purpose;
};

INLINE bool is_forbidden(const struct padded_danger *danger, int square)
{
    return danger->forbidden[square >> 4] >> (square & 15) & 1;
}

/* Lists are written without a branch: the move is stored, and kept by counting it. */
INLINE void found(struct finder *finder, int from, int to, bool allowed)
{
    if (finder->purpose == COUNT_GUARDED)
        allowed &= !is_forbidden(finder->danger, to);
    if (finder->purpose == LIST_ALL || finder->purpose == LIST_CAPTURES)
        finder->moves[finder->count] = native_move_of(from, to);
    finder->count += allowed;
}

/* One step, to a square that the reach table may or may not admit. */
INLINE void step(struct finder *finder, int from, int to, int class)
{
    int target = finder->state->board[to];
    bool allowed = finder->purpose == LIST_CAPTURES
                       ? (target & own_bit(side_other(finder->side))) != 0
                       : (target & own_bit(finder->side)) == 0;
    found(finder, from, to, allowed & ((reach[finder->side][to] & class) != 0));
}

/* A line piece as far as the squares are empty; returns the square of the first piece. */
INLINE int slide(struct finder *finder, int from, int by)
{
    const uint8_t *board = finder->state->board;
    if (finder->purpose == LIST_CAPTURES || (STOPS_KNOWN && finder->purpose == COUNT_FREE))
        return next_piece(finder->state, from, by);
    if (finder->purpose == COUNT_FREE) {
        int to = from + by;
        for (; board[to] == 0; to += by)
            finder->count++;
        return to;
    }
    int to = from + by;
    for (; board[to] == 0; to += by)
        found(finder, from, to, true);
    return to;
}

INLINE void capture(struct finder *finder, int from, int to)
{
    found(finder, from, to, (finder->state->board[to] & own_bit(side_other(finder->side))) != 0);
}

/* All moves of the piece on `from`, which is of this kind. */
INLINE void find_moves(struct finder *finder, enum kind kind, int from)
{
    const uint8_t *board = finder->state->board;
    switch (kind) {
    case KING:
        for (int i = 0; i < 4; i++)
            step(finder, from, from + straight[i], CLASS_KING);
        break;
    case ADVISOR:
        for (int i = 0; i < 4; i++)
            step(finder, from, from + diagonal[i], CLASS_ADVISOR);
        break;
    case ELEPHANT:
        for (int i = 0; i < 4; i++)
            if (board[from + diagonal[i]] == 0)
                step(finder, from, from + 2 * diagonal[i], CLASS_ELEPHANT);
        break;
    case HORSE:
        for (int i = 0; i < 4; i++) {
            int leg = from + straight[i];
            if (board[leg] != 0)
                continue;
            step(finder, from, leg + horse_turn[i][0], CLASS_LINE);
            step(finder, from, leg + horse_turn[i][1], CLASS_LINE);
        }
        break;
    case ROOK:
        if (STOPS_KNOWN && finder->purpose == COUNT_FREE)
            finder->count += empty_around(finder->state, from);
        for (int i = 0; i < 4; i++)
            capture(finder, from, slide(finder, from, straight[i]));
        break;
    case CANNON:
        if (STOPS_KNOWN && finder->purpose == COUNT_FREE)
            finder->count += empty_around(finder->state, from);
        for (int i = 0; i < 4; i++) {
            int screen = slide(finder, from, straight[i]);
            if (board[screen] != MARGIN)
                capture(finder, from, second_piece(finder->state, from, straight[i], screen));
        }
        break;
    default:
        step(finder, from, from + forward(finder->side), CLASS_PAWN);
        /* The reach table admits a pawn's step to the side only past the river, except from one
         * starting file to the next, and those are not neighbours. */
        step(finder, from, from + EAST, CLASS_PAWN);
        step(finder, from, from + WEST, CLASS_PAWN);
        break;
    }
}

/* The moves of all pieces of one kind, but for captured ones (on square 0) and pinned ones. */
INLINE void find_moves_of(struct finder *finder, enum kind kind)
{
    const struct padded_state *state = finder->state;
    const uint8_t *first = state->first[finder->side];
    for (int slot = first[kind]; slot < first[kind + 1]; slot++) {
        if (finder->purpose == COUNT_GUARDED && finder->danger->pinned >> slot & 1)
            continue;
        int from = state->square[slot];
        if (from != 0)
            find_moves(finder, kind, from);
    }
}

/* Kings are not counted: their moves are tested one by one. */
INLINE unsigned find_all(struct finder finder)
{
    if (finder.purpose == LIST_ALL || finder.purpose == LIST_CAPTURES)
        find_moves_of(&finder, KING);
    find_moves_of(&finder, ADVISOR);
    find_moves_of(&finder, ELEPHANT);
    find_moves_of(&finder, HORSE);
    find_moves_of(&finder, ROOK);
    find_moves_of(&finder, CANNON);
    find_moves_of(&finder, PAWN);
    return finder.count;
}

INLINE unsigned find_for_mover(const struct padded_state *state, enum purpose purpose,
                               const struct padded_danger *danger, native_move *moves)
{
    struct finder finder = {state, danger, moves, 0, RED, purpose};
    if (state->side == RED)
        return find_all(finder);
    finder.side = BLACK;
    return find_all(finder);
}

INLINE native_move *padded_generate(const struct padded_state *state, bool captures_only,
                                    native_move *out)
{
    return out + find_for_mover(state, captures_only ? LIST_CAPTURES : LIST_ALL, NULL, out);
}

static native_move *padded_generate_from(const struct padded_state *state, int from,
                                         native_move *out)
{
    struct finder finder = {state, NULL, out, 0, (enum side)state->side, LIST_ALL};
    find_moves(&finder, piece_kind(state->piece[state->board[from]]), from);
    return out + finder.count;
}

INLINE uint64_t padded_count_others(const struct padded_state *state,
                                    const struct padded_danger *danger)
{
    return danger->guarded ? find_for_mover(state, COUNT_GUARDED, danger, NULL)
                           : find_for_mover(state, COUNT_FREE, NULL, NULL);
}

/* With `screens` 0, is the piece on `from` the first one on its line to `to`, and with 1 the
 * second? `from` is a piece's square, or 0, which is on no line with any square of the board. */
INLINE bool line_attack(const struct padded_state *state, int from, int to, int screens)
{
    int by = line_step[256 + from - to];
    if (!by)
        return false;
    int first = next_piece(state, to, by);
    return screens == 0 ? first == from
                        : first != from && second_piece(state, to, by, first) == from;
}

/*
 * Could any rook, cannon, horse or pawn of this side matter to the king, wherever other pieces
 * stand? All 16 are asked at once: is a line piece on the king's rank or file, is a horse or a pawn
 * at most two ranks away (no more than 2 * 16 + 1 in the numbers of squares)? Mostly none is. The
 * 0 of a captured piece is too far from every square of a palace in either sense.
 */
INLINE bool any_candidate(const struct padded_state *state, enum side side, int king)
{
    enum { NEAR = 2 * NORTH + EAST };
    side_vector square = *(const side_vector *)&state->square[own_bit(side)];
    side_vector differing = square ^ (uint8_t)king;
    side_vector on_line =
        (side_vector)((differing & 0x0f) == 0) | (side_vector)((differing & 0xf0) == 0);
    side_vector near = (side_vector)(square - (uint8_t)(king - NEAR) <= 2 * NEAR);
    union {
        side_vector slots;
        uint64_t words[2];
    } found = {(on_line & state->line_pieces[side]) | (near & state->near_pieces[side])};
    return (found.words[0] | found.words[1]) != 0;
}

INLINE bool side_attacks_king(const struct padded_state *state, enum side side, int king)
{
    const uint8_t *square = state->square;
    const uint8_t *first = state->first[side];
    int other_king = padded_king_square(state, side);
    if (((other_king ^ king) & 0x0f) == 0 && next_piece(state, king, -forward(side)) == other_king)
        return true;
    if (!any_candidate(state, side, king))
        return false;
    for (int slot = first[ROOK]; slot < first[ROOK + 1]; slot++)
        if (line_attack(state, square[slot], king, 0))
            return true;
    for (int slot = first[CANNON]; slot < first[CANNON + 1]; slot++)
        if (line_attack(state, square[slot], king, 1))
            return true;
    for (int slot = first[HORSE]; slot < first[HORSE + 1]; slot++) {
        int leg = horse_leg[256 + king - square[slot]];
        if (leg && state->board[square[slot] + leg] == 0)
            return true;
    }
    return is_kind(state, king - forward(side), side, PAWN) ||
           is_kind(state, king + EAST, side, PAWN) || is_kind(state, king + WEST, side, PAWN);
}

INLINE bool padded_king_attacked(const struct padded_state *state, enum side side)
{
    int king = padded_king_square(state, side);
    return side == RED ? side_attacks_king(state, BLACK, king)
                       : side_attacks_king(state, RED, king);
}

/* An own piece on `square` must not move without a test. */
INLINE void pin(const struct padded_state *state, struct padded_danger *danger, enum side own,
                int square)
{
    int slot = state->board[square];
    if (!(slot & own_bit(own)) || danger->pinned >> slot & 1)
        return;
    danger->pinned |= UINT64_C(1) << slot;
    danger->tested[danger->tested_count++] = (uint8_t)square;
    danger->guarded = true;
}

/* An enemy line piece on `from`, looking at the king: the first pieces from the king on decide. */
INLINE void line_danger(const struct padded_state *state, struct padded_danger *danger,
                        enum side own, int king, int from, bool cannon)
{
    int by = line_step[256 + from - king];
    if (!by)
        return;
    int first = next_piece(state, king, by);
    if (first == from) {
        danger->check |= !cannon;
        /* A cannon without a screen: whatever stops between is one. */
        for (int square = king + by; cannon && square != from; square += by) {
            danger->forbidden[square >> 4] |= (uint16_t)(1 << (square & 15));
            danger->guarded = true;
        }
        return;
    }
    int second = second_piece(state, king, by, first);
    if (second == from) {
        danger->check |= cannon;
        if (!cannon)
            pin(state, danger, own, first);
    } else if (cannon && next_piece(state, second, by) == from) {
        pin(state, danger, own, first);
        pin(state, danger, own, second);
    }
}

INLINE void side_danger(const struct padded_state *state, enum side own,
                        struct padded_danger *danger)
{
    enum side by = side_other(own);
    const uint8_t *square = state->square, *first = state->first[by];
    int king = padded_king_square(state, own), other_king = padded_king_square(state, by);
    memset(danger, 0, sizeof *danger);
    danger->tested[danger->tested_count++] = (uint8_t)king;
    if (((other_king ^ king) & 0x0f) == 0)
        line_danger(state, danger, own, king, other_king, false);
    if (!any_candidate(state, by, king))
        return;
    for (int slot = first[ROOK]; slot < first[ROOK + 1]; slot++)
        line_danger(state, danger, own, king, square[slot], false);
    for (int slot = first[CANNON]; slot < first[CANNON + 1]; slot++)
        line_danger(state, danger, own, king, square[slot], true);
    for (int slot = first[HORSE]; slot < first[HORSE + 1]; slot++) {
        int leg = horse_leg[256 + king - square[slot]];
        if (leg && state->board[square[slot] + leg] == 0)
            danger->check = true;
        else if (leg)
            pin(state, danger, own, square[slot] + leg);
    }
    danger->check |= is_kind(state, king - forward(by), by, PAWN) ||
                     is_kind(state, king + EAST, by, PAWN) || is_kind(state, king + WEST, by, PAWN);
}

INLINE void padded_look_around(const struct padded_state *state, struct padded_danger *danger)
{
    if (state->side == RED)
        side_danger(state, RED, danger);
    else
        side_danger(state, BLACK, danger);
}

static bool padded_forbidden(const struct padded_danger *danger, int square)
{
    return danger->guarded && is_forbidden(danger, square);
}

static bool padded_pseudo_legal(const struct padded_state *state, int from, int to)
{
    enum side side = (enum side)state->side;
    int slot = state->board[from], target = state->board[to];
    if (!(slot & own_bit(side)) || (target & own_bit(side)))
        return false;
    enum kind kind = piece_kind(state->piece[slot]);
    int step = to - from, half = step / 2, leg = horse_leg[256 + step];
    if (!(reach[side][to] & class_of[kind]))
        return false;
    switch (kind) {
    case KING:
        return step == EAST || step == WEST || step == NORTH || step == SOUTH;
    case ADVISOR:
        return step == diagonal[0] || step == diagonal[1] || step == diagonal[2] ||
               step == diagonal[3];
    case ELEPHANT:
        return (step == 2 * diagonal[0] || step == 2 * diagonal[1] || step == 2 * diagonal[2] ||
                step == 2 * diagonal[3]) &&
               state->board[from + half] == 0;
    case HORSE:
        return leg && state->board[from + leg] == 0;
    case ROOK:
        return line_attack(state, from, to, 0);
    case CANNON:
        return line_attack(state, from, to, target ? 1 : 0);
    default:
        return step == forward(side) || step == EAST || step == WEST;
    }
}

/* By the piece list: few pieces are on a line with the square or a step away from it, and one
 * lookup tells which. */
static size_t padded_attackers(const struct padded_state *state, int square, enum side by,
                               uint8_t out[MAX_PIECES])
{
    const uint8_t *at = state->square, *first = state->first[by];
    size_t count = 0;
    int admitted = reach[by][square];
    for (int slot = first[ROOK]; slot < first[ROOK + 1]; slot++)
        if (line_attack(state, at[slot], square, 0))
            out[count++] = at[slot];
    for (int slot = first[CANNON]; slot < first[CANNON + 1]; slot++)
        if (line_attack(state, at[slot], square, 1))
            out[count++] = at[slot];
    for (int slot = first[HORSE]; slot < first[HORSE + 1]; slot++) {
        int leg = horse_leg[256 + square - at[slot]];
        if (leg && state->board[at[slot] + leg] == 0)
            out[count++] = at[slot];
    }
    const int pawn_from[3] = {square - forward(by), square + EAST, square + WEST};
    for (int i = 0; i < 3; i++)
        if ((admitted & CLASS_PAWN) && is_kind(state, pawn_from[i], by, PAWN))
            out[count++] = (uint8_t)pawn_from[i];
    if (!(admitted & (CLASS_KING | CLASS_ADVISOR | CLASS_ELEPHANT)))
        return count;
    for (int i = 0; i < 4; i++) {
        int beside = square + straight[i], near = square + diagonal[i], far = near + diagonal[i];
        if ((admitted & CLASS_KING) && is_kind(state, beside, by, KING))
            out[count++] = (uint8_t)beside;
        if ((admitted & CLASS_ADVISOR) && is_kind(state, near, by, ADVISOR))
            out[count++] = (uint8_t)near;
        if ((admitted & CLASS_ELEPHANT) && state->board[near] == 0 &&
            is_kind(state, far, by, ELEPHANT))
            out[count++] = (uint8_t)far;
    }
    return count;
}

#define BOARD_GIVES_CHECK
INLINE bool padded_gives_check(struct padded_state *state, native_move move)
{
    enum side replying = side_other((enum side)state->side);
    int king = padded_king_square(state, replying);
    if (!(king_zone[256 + native_from(move) - king] || king_zone[256 + native_to(move) - king]))
        return false;
    int captured = padded_make(state, move);
    bool check = padded_king_attacked(state, replying);
    padded_unmake(state, move, captured);
    return check;
}

#define BOARD padded
#define BOARD_TABLE_BYTES                                                                          \
    (sizeof reach + sizeof horse_leg + sizeof line_step + sizeof king_zone + LINE_TABLE_BYTES)
#include "board_template.h"
