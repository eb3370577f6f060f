/*
 * bitboard: sets of squares, 90 bits split across two words (bits90.h), one set a piece code.
 *
 *     set[code]        where the pieces of that code stand
 *     occupied         the union of all these
 *     by_file          the same once more, transposed ("rotated"): ten bits a file, bit
 *                      10 * (file % 5) + rank, files a-e in the first word, f-i in the second, so
 *                      that a file's occupancy is as easy to read as a rank's
 *     piece[square]    the code on each square; tells what a move captures
 *
 * Invariant: the four say the same thing at all times. set[NO_PIECE] means nothing: it takes the
 * bookkeeping of moves that capture nothing, so that make and unmake need no branch. Native squares
 * are the neutral ones.
 *
 * Rooks and cannons look up the bits of their rank and their file in tables; horses and elephants
 * look up tables by their blocked legs and eyes; pawns move all at once by shifts. A target set is
 * cleared of own pieces at its end, and turned into a list.
 *
 * It wins where sets are the answer (is the king attacked? how many? which captures?), and loses
 * where they must be listed one by one.
 */
#include <string.h>

#include "bits90.h"
#include "board.h"
#include "native_move.h"

struct bitboard_state {
    struct bits90 set[PIECE_COUNT];
    struct bits90 occupied;
    uint64_t by_file[2];
    uint8_t piece[SQUARE_COUNT];
    uint8_t side;
    uint8_t unused[5]; /* so that no byte is padding */
};

/* --- tables ---------------------------------------------------------------------------------- */

/*
 * What a line piece reaches on its line, by its place on the line and the occupancy of the line's
 * inner squares (the two ends do not block anything): `rook`, up to and with the first piece each
 * way; `cannon`, beyond the first piece, up to and with the second.
 */
struct line_reach {
    uint16_t rook, cannon;
};
static struct line_reach rank_reach[FILE_COUNT][1 << (FILE_COUNT - 2)];
static struct line_reach file_reach[RANK_COUNT][1 << (RANK_COUNT - 2)];

/* A square as a set, in both orders, and where its rank and file are in them. */
static struct place {
    struct bits90 set;
    uint64_t by_file[2];
    uint8_t rank, file;
    uint8_t rank_half, rank_shift;
    uint8_t file_half, file_shift;
} place[SQUARE_COUNT];
static struct bits90 horse_reach[SQUARE_COUNT][16]; /* by blocked legs, see blocked_legs() */
static uint64_t elephant_eye[SQUARE_COUNT][4];      /* these stay in the half of the square */
static uint64_t elephant_to[SQUARE_COUNT][4];
static uint64_t advisor_to[SQUARE_COUNT];
static uint64_t king_to[SQUARE_COUNT];
static struct bits90 pawn_from[2][SQUARE_COUNT]; /* where a pawn of this side attacks the square */

/*
 * What a king asks. For every square of the two palaces: the squares of its rank and file, and for
 * each square from which a line piece or a horse might attack it, the squares that decide: those
 * between, or the horse's leg. A rook, king or horse attacks when they are empty, a cannon when
 * exactly one is not.
 */
enum { PALACE_SQUARES = 18 };
static uint8_t palace_index[SQUARE_COUNT];
static struct bits90 king_lines[PALACE_SQUARES];
static struct bits90 king_path[PALACE_SQUARES][SQUARE_COUNT];

static struct bits90 horse_near[SQUARE_COUNT]; /* a horse's move away, legs aside */

static inline int bitboard_native(int square)
{
    return square;
}

static inline int bitboard_neutral(int native)
{
    return native;
}

static struct line_reach reach_on_line(int from, unsigned occupied, int length)
{
    struct line_reach reach = {0, 0};
    for (int step = -1; step <= 1; step += 2) {
        int pieces = 0;
        for (int to = from + step; to >= 0 && to < length && pieces < 2; to += step) {
            if (pieces == 0)
                reach.rook = (uint16_t)(reach.rook | 1u << to);
            else
                reach.cannon = (uint16_t)(reach.cannon | 1u << to);
            pieces += (int)(occupied >> to & 1);
        }
    }
    return reach;
}

static int square_at(int file, int rank)
{
    bool on_board = file >= 0 && file < FILE_COUNT && rank >= 0 && rank < RANK_COUNT;
    return on_board ? square_of(file, rank) : NO_SQUARE;
}

static void init_place(int square)
{
    int file = square_file(square), rank = square_rank(square);
    struct place *at = &place[square];
    at->set = bits90_of(square);
    at->rank = (uint8_t)rank;
    at->file = (uint8_t)file;
    at->rank_half = rank >= 5;
    at->rank_shift = (uint8_t)(rank % 5 * FILE_COUNT);
    at->file_half = file >= 5;
    at->file_shift = (uint8_t)(file % 5 * RANK_COUNT);
    at->by_file[at->file_half] = UINT64_C(1) << (at->file_shift + rank);
}

/* The legs of a horse in the order of blocked_legs(): west, south, east, north. */
static const int leg_step[4][2] = {{-1, 0}, {0, -1}, {1, 0}, {0, 1}};
static const int diagonal_step[4][2] = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};

static void add_square(struct bits90 *set, int square)
{
    if (square != NO_SQUARE)
        *set = bits90_or(*set, bits90_of(square));
}

static void init_horse(int square)
{
    int file = square_file(square), rank = square_rank(square);
    for (int leg = 0; leg < 4; leg++) {
        int df = leg_step[leg][0], dr = leg_step[leg][1];
        for (int turn = -1; turn <= 1; turn += 2) {
            int to = square_at(file + 2 * df + turn * dr, rank + 2 * dr + turn * df);
            add_square(&horse_near[square], to);
            for (int blocked = 0; blocked < 16; blocked++)
                if (!(blocked >> leg & 1))
                    add_square(&horse_reach[square][blocked], to);
        }
    }
}

/* The bit in its half of the square one step away, or 0 when a piece of this kind and side can
 * never make this step. */
static uint64_t step_bit(enum kind kind, enum side side, int square, int df, int dr)
{
    int piece = piece_of(side, kind);
    int to = square_at(square_file(square) + df, square_rank(square) + dr);
    if (to == NO_SQUARE || !position_reachable(piece, square) || !position_reachable(piece, to))
        return 0;
    return UINT64_C(1) << to % HALF_SQUARES;
}

static void init_palace_and_elephants(int square)
{
    enum side side = square < HALF_SQUARES ? RED : BLACK;
    for (int i = 0; i < 4; i++) {
        int df = diagonal_step[i][0], dr = diagonal_step[i][1];
        king_to[square] |= step_bit(KING, side, square, leg_step[i][0], leg_step[i][1]);
        advisor_to[square] |= step_bit(ADVISOR, side, square, df, dr);
        elephant_to[square][i] = step_bit(ELEPHANT, side, square, 2 * df, 2 * dr);
        if (elephant_to[square][i])
            elephant_eye[square][i] = UINT64_C(1) << (square + dr * FILE_COUNT + df) % HALF_SQUARES;
    }
}

static void init_pawns(enum side side, int square)
{
    int file = square_file(square), rank = square_rank(square);
    int from[3] = {square_at(file, rank - (side == RED ? 1 : -1)), square_at(file - 1, rank),
                   square_at(file + 1, rank)};
    bool crossed = (square < HALF_SQUARES ? RED : BLACK) != side;
    for (int i = 0; i < (crossed ? 3 : 1); i++)
        if (from[i] != NO_SQUARE && position_reachable(piece_of(side, PAWN), from[i]))
            add_square(&pawn_from[side][square], from[i]);
}

static void init_king_lines(int square, int index)
{
    for (int i = 0; i < 4; i++) {
        int file = square_file(square), rank = square_rank(square), at;
        struct bits90 between = {{0, 0}};
        while ((at = square_at(file += leg_step[i][0], rank += leg_step[i][1])) != NO_SQUARE) {
            add_square(&king_lines[index], at);
            king_path[index][at] = between;
            add_square(&between, at);
        }
    }
}

/* Seen from the king, a horse's leg is a diagonal neighbour, and serves two squares. */
static void init_king_horses(int square, int index)
{
    int file = square_file(square), rank = square_rank(square);
    for (int i = 0; i < 4; i++) {
        int df = diagonal_step[i][0], dr = diagonal_step[i][1];
        int horse[2] = {square_at(file + 2 * df, rank + dr), square_at(file + df, rank + 2 * dr)};
        for (int j = 0; j < 2; j++)
            if (horse[j] != NO_SQUARE)
                add_square(&king_path[index][horse[j]], square_at(file + df, rank + dr));
    }
}

static void init_palaces(void)
{
    int index = 0;
    for (int square = 0; square < SQUARE_COUNT; square++) {
        enum side side = square < HALF_SQUARES ? RED : BLACK;
        if (!position_reachable(piece_of(side, KING), square))
            continue;
        init_king_lines(square, index);
        init_king_horses(square, index);
        palace_index[square] = (uint8_t)index++;
    }
}

__attribute__((constructor)) static void bitboard_init(void)
{
    for (int file = 0; file < FILE_COUNT; file++)
        for (unsigned inner = 0; inner < 1u << (FILE_COUNT - 2); inner++)
            rank_reach[file][inner] = reach_on_line(file, inner << 1, FILE_COUNT);
    for (int rank = 0; rank < RANK_COUNT; rank++)
        for (unsigned inner = 0; inner < 1u << (RANK_COUNT - 2); inner++)
            file_reach[rank][inner] = reach_on_line(rank, inner << 1, RANK_COUNT);
    for (int square = 0; square < SQUARE_COUNT; square++) {
        init_place(square);
        init_horse(square);
        init_palace_and_elephants(square);
        init_pawns(RED, square);
        init_pawns(BLACK, square);
    }
    init_palaces();
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
        add_square(&state->set[piece], square);
        add_square(&state->occupied, square);
        state->by_file[0] |= place[square].by_file[0];
        state->by_file[1] |= place[square].by_file[1];
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

static inline int bitboard_make(struct bitboard_state *state, native_move move)
{
    const struct place *from = &place[native_from(move)], *to = &place[native_to(move)];
    int piece = state->piece[native_from(move)], captured = state->piece[native_to(move)];
    state->piece[native_from(move)] = NO_PIECE;
    state->piece[native_to(move)] = (uint8_t)piece;
    state->set[piece] = bits90_xor(state->set[piece], bits90_xor(from->set, to->set));
    state->set[captured] = bits90_xor(state->set[captured], to->set);
    state->occupied = bits90_or(bits90_xor(state->occupied, from->set), to->set);
    state->by_file[0] = (state->by_file[0] ^ from->by_file[0]) | to->by_file[0];
    state->by_file[1] = (state->by_file[1] ^ from->by_file[1]) | to->by_file[1];
    state->side ^= 1;
    return captured;
}

static inline void bitboard_unmake(struct bitboard_state *state, native_move move, int captured)
{
    const struct place *from = &place[native_from(move)], *to = &place[native_to(move)];
    int piece = state->piece[native_to(move)];
    state->piece[native_from(move)] = (uint8_t)piece;
    state->piece[native_to(move)] = (uint8_t)captured;
    state->set[piece] = bits90_xor(state->set[piece], bits90_xor(from->set, to->set));
    state->set[captured] = bits90_xor(state->set[captured], to->set);
    uint64_t emptied = captured ? 0 : ~UINT64_C(0);
    for (int i = 0; i < 2; i++) {
        state->occupied.half[i] ^= from->set.half[i] | (to->set.half[i] & emptied);
        state->by_file[i] ^= from->by_file[i] | (to->by_file[i] & emptied);
    }
    state->side ^= 1;
}

/* --- reach of one piece ---------------------------------------------------------------------- */

static inline unsigned rank_occupancy(const struct bitboard_state *state, int square)
{
    return state->occupied.half[place[square].rank_half] >> place[square].rank_shift & 0x1ff;
}

static inline unsigned file_occupancy(const struct bitboard_state *state, int square)
{
    return state->by_file[place[square].file_half] >> place[square].file_shift & 0x3ff;
}

/* Five bits of a file, one a rank, to their places in a half: bit i goes to bit 9 * i. The product
 * is five copies moved by 8 bits each, which do not overlap, so nothing carries. */
static inline uint64_t spread_ranks(uint64_t five_bits)
{
    return five_bits * UINT64_C(0x0101010101) & UINT64_C(0x1008040201);
}

/* The squares of a line's bits: nine along the rank of `square`, ten along its file. */
static inline struct bits90 line_set(int square, unsigned rank_bits, unsigned file_bits)
{
    const struct place *at = &place[square];
    struct bits90 set = {
        {spread_ranks(file_bits & 31) << at->file, spread_ranks(file_bits >> 5) << at->file}};
    uint64_t rank_set = (uint64_t)rank_bits << at->rank_shift;
    set.half[0] |= at->rank_half ? 0 : rank_set;
    set.half[1] |= at->rank_half ? rank_set : 0;
    return set;
}

struct line_sets {
    struct bits90 rook, cannon;
};

static inline struct line_sets line_reach(const struct bitboard_state *state, int square)
{
    struct line_reach rank =
        rank_reach[place[square].file][rank_occupancy(state, square) >> 1 & 0x7f];
    struct line_reach file =
        file_reach[place[square].rank][file_occupancy(state, square) >> 1 & 0xff];
    return (struct line_sets){line_set(square, rank.rook, file.rook),
                              line_set(square, rank.cannon, file.cannon)};
}

/* Bit 0 west, 1 south, 2 east, 3 north of the square: occupied? Off the board is not. */
static inline unsigned blocked_legs(const struct bitboard_state *state, int square)
{
    unsigned across = rank_occupancy(state, square) << 1 >> place[square].file & 5;
    unsigned along = file_occupancy(state, square) << 1 >> place[square].rank & 5;
    return across | along << 1;
}

/* Within the half of the square. */
static inline uint64_t elephant_reach(const struct bitboard_state *state, int square)
{
    uint64_t half = state->occupied.half[square >= HALF_SQUARES], reach = 0;
    for (int i = 0; i < 4; i++)
        reach |= half & elephant_eye[square][i] ? 0 : elephant_to[square][i];
    return reach;
}

/* --- generation ------------------------------------------------------------------------------ */

/* The empty squares, not the unused bits above them. */
#define ALL_SQUARES ((struct bits90){{HALF_MASK, HALF_MASK}})

#define INLINE static inline __attribute__((always_inline))

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

/* The moves of one piece that is no pawn. */
INLINE struct bits90 piece_targets(const struct bitboard_state *state, enum side side,
                                   enum kind kind, int from, struct targets targets)
{
    struct bits90 any = bits90_or(targets.quiet, targets.captures);
    switch (kind) {
    case ROOK:
        return bits90_and(line_reach(state, from).rook, any);
    case CANNON: {
        struct line_sets reach = line_reach(state, from);
        return bits90_or(bits90_and(reach.cannon, targets.captures),
                         bits90_and(reach.rook, targets.quiet));
    }
    case HORSE:
        return bits90_and(horse_reach[from][blocked_legs(state, from)], any);
    case ELEPHANT:
        return home_set(side, elephant_reach(state, from) & any.half[side]);
    case ADVISOR:
        return home_set(side, advisor_to[from] & any.half[side]);
    default:
        return home_set(side, king_to[from] & any.half[side]);
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
    uint64_t east = (half[beyond] & ~FILE_I) << 1 & any.half[beyond];
    uint64_t west = (half[beyond] & ~FILE_A) >> 1 & any.half[beyond];
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
    struct targets targets = {bits90_minus(ALL_SQUARES, state->occupied),
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
    struct targets targets = {bits90_minus(ALL_SQUARES, state->occupied),
                              side_set(state, side_other(side))};
    if (kind == PAWN)
        return list_pawns(place[from].set, side, targets, out);
    return list_moves(from, piece_targets(state, side, kind, from, targets), out);
}

/* The enemy's line pieces on the king's rank and file, and its horses that only their legs could
 * stop from attacking it. `enemy` is its first set, the king's. */
INLINE struct bits90 king_suspects(const struct bits90 *enemy, int king)
{
    struct bits90 line_pieces = bits90_or(bits90_or(enemy[ROOK], enemy[CANNON]), enemy[KING]);
    return bits90_or(bits90_and(king_lines[palace_index[king]], line_pieces),
                     bits90_and(horse_near[king], enemy[HORSE]));
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
    int index = palace_index[king];
    danger->check = bits90_any(bits90_and(pawn_from[by][king], enemy[PAWN]));
    danger->forbidden = (struct bits90){{0, 0}};
    BITS90_FOR_EACH (from, king_suspects(enemy, king)) {
        struct bits90 path = king_path[index][from];
        struct bits90 blockers = bits90_and(path, state->occupied);
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
        danger->pinned = bits90_or(danger->pinned, place[square].set);
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
    struct bits90 empty = bits90_minus(ALL_SQUARES, state->occupied), pinned = danger->pinned;
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
    int index = palace_index[king];

    BITS90_FOR_EACH (from, king_suspects(enemy, king)) {
        int blockers = bits90_count(bits90_and(king_path[index][from], state->occupied));
        if (blockers == (state->piece[from] == piece_of(by, CANNON)))
            return true;
    }
    return bits90_any(bits90_and(pawn_from[by][king], enemy[PAWN]));
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
        reach.half[side] = king_to[from];
        break;
    case ADVISOR:
        reach.half[side] = advisor_to[from];
        break;
    case ELEPHANT:
        reach.half[side] = elephant_reach(state, from);
        break;
    case HORSE:
        reach = horse_reach[from][blocked_legs(state, from)];
        break;
    case ROOK:
        reach = line_reach(state, from).rook;
        break;
    case CANNON:
        reach = target == NO_PIECE ? line_reach(state, from).rook : line_reach(state, from).cannon;
        break;
    default:
        return bits90_has(pawn_from[side][to], from);
    }
    return bits90_has(reach, to);
}

static size_t bitboard_attackers(const struct bitboard_state *state, int square, enum side by,
                                 uint8_t out[MAX_PIECES])
{
    const struct bits90 *set = &state->set[piece_of(by, KING)];
    struct line_sets reach = line_reach(state, square);
    struct bits90 found =
        bits90_or(bits90_and(reach.rook, set[ROOK]), bits90_and(reach.cannon, set[CANNON]));
    found = bits90_or(found, bits90_and(pawn_from[by][square], set[PAWN]));
    /* Palace and elephant moves go both ways, and never leave their side's half. */
    if ((square >= HALF_SQUARES) == (by == BLACK)) {
        found.half[by] |= king_to[square] & set[KING].half[by];
        found.half[by] |= advisor_to[square] & set[ADVISOR].half[by];
        found.half[by] |= elephant_reach(state, square) & set[ELEPHANT].half[by];
    }
    BITS90_FOR_EACH (horse, bits90_and(horse_near[square], set[HORSE]))
        if (bits90_has(horse_reach[horse][blocked_legs(state, horse)], square))
            add_square(&found, horse);
    size_t count = 0;
    BITS90_FOR_EACH (from, found)
        out[count++] = (uint8_t)from;
    return count;
}

#define BOARD         bitboard
#define BOARD_SUMMARY "90 bits in two words, rank and rotated-file lookups, set-wise pawns"
#define BOARD_TABLE_BYTES                                                                          \
    (sizeof rank_reach + sizeof file_reach + sizeof place + sizeof horse_reach +                   \
     sizeof elephant_eye + sizeof elephant_to + sizeof advisor_to + sizeof king_to +               \
     sizeof pawn_from + sizeof palace_index + sizeof king_lines + sizeof king_path +               \
     sizeof horse_near)
#include "board_template.h"
