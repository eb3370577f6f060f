/*
 * naive: a 9x10 two-index array of piece codes, board[file][rank], and nothing else.
 *
 *     rank 9  . . . . . . . . .      files a-i are 0-8, ranks as printed, so a0 is board[0][0]
 *        ...                         and i9 is board[8][9]
 *     rank 0  . . . . . . . . .
 *             a b c d e f g h i
 *
 * What a careful beginner writes: coordinates tested against the edges of the board, a table that
 * tells the side of each code, a scan of all 90 squares to find the pieces, a scan of the palace to
 * find a king. There is no state besides the array and so no invariant that could break: it is the
 * readable oracle for the other boards. Its state is the smallest and its moves are cheap
 * to make; it loses wherever pieces must be found.
 *
 * A native square is file * 16 + rank.
 */
#include <stdlib.h>
#include <string.h>

#include "board.h"
#include "native_move.h"

struct naive_state {
    uint8_t board[FILE_COUNT][RANK_COUNT];
    uint8_t side;
};

/* Whose a code is; NOBODY for an empty square. */
enum { NOBODY = 2 };
static const uint8_t side_of[PIECE_COUNT] = {NOBODY, RED,   RED,   RED,   RED,   RED,   RED,  RED,
                                             BLACK,  BLACK, BLACK, BLACK, BLACK, BLACK, BLACK};

/* What kind a code is; not asked of an empty square. */
static const uint8_t kind_of[PIECE_COUNT] = {0,        KING,   ADVISOR, ELEPHANT, HORSE,
                                             ROOK,     CANNON, PAWN,    KING,     ADVISOR,
                                             ELEPHANT, HORSE,  ROOK,    CANNON,   PAWN};

static const int straight[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
static const int diagonal[4][2] = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};

static inline int naive_native(int square)
{
    return square_file(square) * 16 + square_rank(square);
}

static inline int naive_neutral(int native)
{
    return square_of(native >> 4, native & 15);
}

static inline bool on_board(int file, int rank)
{
    return file >= 0 && file < FILE_COUNT && rank >= 0 && rank < RANK_COUNT;
}

static inline bool in_palace(enum side side, int file, int rank)
{
    return file >= 3 && file <= 5 &&
           (side == RED ? rank >= 0 && rank <= 2 : rank >= 7 && rank <= 9);
}

static inline bool own_half(enum side side, int rank)
{
    return side == RED ? rank <= 4 : rank >= 5;
}

static inline int forward(enum side side)
{
    return side == RED ? 1 : -1;
}

static void naive_load(struct naive_state *state, const struct position *position)
{
    for (int square = 0; square < SQUARE_COUNT; square++)
        state->board[square_file(square)][square_rank(square)] = position->piece[square];
    state->side = position->side;
}

static void naive_store(const struct naive_state *state, struct position *position)
{
    for (int square = 0; square < SQUARE_COUNT; square++)
        position->piece[square] = state->board[square_file(square)][square_rank(square)];
    position->side = state->side;
}

static inline int naive_piece_at(const struct naive_state *state, int square)
{
    return state->board[square >> 4][square & 15];
}

static inline int naive_make(struct naive_state *state, native_move move)
{
    int from = native_from(move), to = native_to(move);
    int captured = state->board[to >> 4][to & 15];
    state->board[to >> 4][to & 15] = state->board[from >> 4][from & 15];
    state->board[from >> 4][from & 15] = NO_PIECE;
    state->side ^= 1;
    return captured;
}

static inline void naive_unmake(struct naive_state *state, native_move move, int captured)
{
    int from = native_from(move), to = native_to(move);
    state->board[from >> 4][from & 15] = state->board[to >> 4][to & 15];
    state->board[to >> 4][to & 15] = (uint8_t)captured;
    state->side ^= 1;
}

/* What is done with the moves found. Each is a constant where it is used. */
enum purpose {
    LIST_ALL,
    LIST_CAPTURES,
    COUNT_FREE,    /* nothing is stored */
    COUNT_GUARDED, /* the same, without the moves to forbidden squares */
};

/* What the king's surroundings mean for the moves of the other pieces; see naive_look_around(). */
struct naive_danger {
    bool check;   /* the king is attacked: no move is legal without a test */
    bool guarded; /* there are pinned pieces or forbidden squares */
    unsigned tested_count;
    uint8_t tested[MAX_PIECES]; /* squares of the king, and of the pieces that may be pinned */
    bool pinned[FILE_COUNT][RANK_COUNT];
    bool forbidden[FILE_COUNT][RANK_COUNT];
};

/* The moves found so far of the piece on file and rank. */
struct finder {
    const struct naive_state *state;
    const struct naive_danger *danger; /* for COUNT_GUARDED only */
    native_move *moves;
    unsigned count;
    enum side side;
    enum purpose purpose;
    int file, rank;
};

#define INLINE static inline __attribute__((always_inline))

INLINE void found(struct finder *finder, int file, int rank)
{
    if (finder->purpose == COUNT_GUARDED && finder->danger->forbidden[file][rank])
        return;
    if (finder->purpose == LIST_ALL || finder->purpose == LIST_CAPTURES)
        finder->moves[finder->count] =
            native_move_of(finder->file * 16 + finder->rank, file * 16 + rank);
    finder->count++;
}

/* A step to a square that is on the board: allowed unless an own piece stands there. */
INLINE void step(struct finder *finder, int file, int rank)
{
    int owner = side_of[finder->state->board[file][rank]];
    if (finder->purpose == LIST_CAPTURES ? owner == (int)side_other(finder->side)
                                         : owner != (int)finder->side)
        found(finder, file, rank);
}

INLINE void king_moves(struct finder *finder)
{
    for (int i = 0; i < 4; i++) {
        int file = finder->file + straight[i][0], rank = finder->rank + straight[i][1];
        if (in_palace(finder->side, file, rank))
            step(finder, file, rank);
    }
}

INLINE void advisor_moves(struct finder *finder)
{
    for (int i = 0; i < 4; i++) {
        int file = finder->file + diagonal[i][0], rank = finder->rank + diagonal[i][1];
        if (in_palace(finder->side, file, rank))
            step(finder, file, rank);
    }
}

INLINE void elephant_moves(struct finder *finder)
{
    for (int i = 0; i < 4; i++) {
        int df = diagonal[i][0], dr = diagonal[i][1];
        int file = finder->file + 2 * df, rank = finder->rank + 2 * dr;
        if (on_board(file, rank) && own_half(finder->side, rank) &&
            finder->state->board[finder->file + df][finder->rank + dr] == NO_PIECE)
            step(finder, file, rank);
    }
}

INLINE void horse_moves(struct finder *finder)
{
    for (int i = 0; i < 4; i++) {
        int df = straight[i][0], dr = straight[i][1];
        int leg_file = finder->file + df, leg_rank = finder->rank + dr;
        if (!on_board(leg_file, leg_rank) || finder->state->board[leg_file][leg_rank] != NO_PIECE)
            continue;
        /* One more step the same way, and one to either side of it. */
        for (int turn = -1; turn <= 1; turn += 2) {
            int file = leg_file + df + turn * dr, rank = leg_rank + dr + turn * df;
            if (on_board(file, rank))
                step(finder, file, rank);
        }
    }
}

/* The piece on this square ends a line: it may be captured if it is the enemy's. */
INLINE void capture(struct finder *finder, int file, int rank)
{
    if (side_of[finder->state->board[file][rank]] != (int)finder->side)
        found(finder, file, rank);
}

INLINE void rook_moves(struct finder *finder)
{
    for (int i = 0; i < 4; i++) {
        int df = straight[i][0], dr = straight[i][1];
        int file = finder->file + df, rank = finder->rank + dr;
        for (; on_board(file, rank); file += df, rank += dr) {
            if (finder->state->board[file][rank] != NO_PIECE) {
                capture(finder, file, rank);
                break;
            }
            if (finder->purpose != LIST_CAPTURES)
                found(finder, file, rank);
        }
    }
}

INLINE void cannon_moves(struct finder *finder)
{
    for (int i = 0; i < 4; i++) {
        int df = straight[i][0], dr = straight[i][1];
        int file = finder->file + df, rank = finder->rank + dr;
        for (; on_board(file, rank) && finder->state->board[file][rank] == NO_PIECE;
             file += df, rank += dr)
            if (finder->purpose != LIST_CAPTURES)
                found(finder, file, rank);
        /* The piece met here is the screen; the next one beyond it is what a cannon captures. */
        for (file += df, rank += dr; on_board(file, rank); file += df, rank += dr) {
            if (finder->state->board[file][rank] != NO_PIECE) {
                capture(finder, file, rank);
                break;
            }
        }
    }
}

INLINE void pawn_moves(struct finder *finder)
{
    int ahead = finder->rank + forward(finder->side);
    if (on_board(finder->file, ahead))
        step(finder, finder->file, ahead);
    if (own_half(finder->side, finder->rank))
        return;
    for (int file = finder->file - 1; file <= finder->file + 1; file += 2)
        if (on_board(file, finder->rank))
            step(finder, file, finder->rank);
}

INLINE void find_moves(struct finder *finder, enum kind kind)
{
    switch (kind) {
    case KING:
        king_moves(finder);
        break;
    case ADVISOR:
        advisor_moves(finder);
        break;
    case ELEPHANT:
        elephant_moves(finder);
        break;
    case HORSE:
        horse_moves(finder);
        break;
    case ROOK:
        rook_moves(finder);
        break;
    case CANNON:
        cannon_moves(finder);
        break;
    default:
        pawn_moves(finder);
        break;
    }
}

/* Of all pieces of the side to move; when counting, of all but the king and the pinned ones. */
INLINE unsigned find_all(const struct naive_state *state, enum purpose purpose,
                         const struct naive_danger *danger, native_move *moves)
{
    struct finder finder = {
        .state = state,
        .danger = danger,
        .moves = moves,
        .side = (enum side)state->side,
        .purpose = purpose,
    };
    for (finder.file = 0; finder.file < FILE_COUNT; finder.file++) {
        for (finder.rank = 0; finder.rank < RANK_COUNT; finder.rank++) {
            int piece = state->board[finder.file][finder.rank];
            if (side_of[piece] != (int)finder.side)
                continue;
            if (purpose == COUNT_GUARDED && danger->pinned[finder.file][finder.rank])
                continue;
            if ((purpose == COUNT_FREE || purpose == COUNT_GUARDED) && kind_of[piece] == KING)
                continue;
            find_moves(&finder, kind_of[piece]);
        }
    }
    return finder.count;
}

static inline native_move *naive_generate(const struct naive_state *state, bool captures_only,
                                          native_move *out)
{
    return out + (captures_only ? find_all(state, LIST_CAPTURES, NULL, out)
                                : find_all(state, LIST_ALL, NULL, out));
}

static native_move *naive_generate_from(const struct naive_state *state, int from, native_move *out)
{
    struct finder finder = {
        .state = state,
        .moves = out,
        .side = (enum side)state->side,
        .purpose = LIST_ALL,
        .file = from >> 4,
        .rank = from & 15,
    };
    find_moves(&finder, kind_of[state->board[from >> 4][from & 15]]);
    return out + finder.count;
}

static uint64_t naive_count_others(const struct naive_state *state,
                                   const struct naive_danger *danger)
{
    return danger->guarded ? find_all(state, COUNT_GUARDED, danger, NULL)
                           : find_all(state, COUNT_FREE, NULL, NULL);
}

/* The king's square; only the palace needs to be searched. False when there is no king. */
static inline bool find_king(const struct naive_state *state, enum side side, int *king_file,
                             int *king_rank)
{
    int king = piece_of(side, KING);
    int first_rank = side == RED ? 0 : 7;
    for (int file = 3; file <= 5; file++) {
        for (int rank = first_rank; rank < first_rank + 3; rank++) {
            if (state->board[file][rank] == king) {
                *king_file = file;
                *king_rank = rank;
                return true;
            }
        }
    }
    return false;
}

static int naive_king_square(const struct naive_state *state, enum side side)
{
    int file = 0, rank = 0;
    find_king(state, side, &file, &rank);
    return file * 16 + rank;
}

/* Is the king on this square attacked along this line: by the first piece on it, if that is a rook
 * or (on a file) the other king, or by the second, if that is a cannon? Inlined once for each
 * direction, which leaves one of the four tests for the edge. */
static inline __attribute__((always_inline)) bool
line_attacked(const struct naive_state *state, int file, int rank, int df, int dr, enum side by)
{
    int screens = 0;
    for (file += df, rank += dr; on_board(file, rank); file += df, rank += dr) {
        int piece = state->board[file][rank];
        if (piece == NO_PIECE)
            continue;
        if (screens == 1)
            return piece == piece_of(by, CANNON);
        if (piece == piece_of(by, ROOK) || (dr != 0 && piece == piece_of(by, KING)))
            return true;
        screens++;
    }
    return false;
}

/* Backwards from the king, the leg of a horse is a diagonal neighbour of the king. */
static inline bool horse_attacked(const struct naive_state *state, int file, int rank, enum side by)
{
    int horse = piece_of(by, HORSE);
    for (int i = 0; i < 4; i++) {
        int df = diagonal[i][0], dr = diagonal[i][1];
        if (!on_board(file + df, rank + dr) || state->board[file + df][rank + dr] != NO_PIECE)
            continue;
        if (on_board(file + 2 * df, rank + dr) && state->board[file + 2 * df][rank + dr] == horse)
            return true;
        if (on_board(file + df, rank + 2 * dr) && state->board[file + df][rank + 2 * dr] == horse)
            return true;
    }
    return false;
}

/* A king stands in its palace, where every enemy pawn beside it has crossed the river. */
static inline bool pawn_attacked(const struct naive_state *state, int file, int rank, enum side by)
{
    int pawn = piece_of(by, PAWN);
    int behind = rank - forward(by);
    return state->board[file - 1][rank] == pawn || state->board[file + 1][rank] == pawn ||
           (on_board(file, behind) && state->board[file][behind] == pawn);
}

static inline bool naive_king_attacked(const struct naive_state *state, enum side side)
{
    int file, rank;
    if (!find_king(state, side, &file, &rank))
        return false;
    enum side by = side_other(side);
    return line_attacked(state, file, rank, 0, 1, by) ||
           line_attacked(state, file, rank, 0, -1, by) ||
           line_attacked(state, file, rank, 1, 0, by) ||
           line_attacked(state, file, rank, -1, 0, by) || horse_attacked(state, file, rank, by) ||
           pawn_attacked(state, file, rank, by);
}

/* An own piece on this square must not move without a test. */
static inline void pin(const struct naive_state *state, struct naive_danger *danger, int file,
                       int rank)
{
    if (side_of[state->board[file][rank]] != state->side || danger->pinned[file][rank])
        return;
    danger->pinned[file][rank] = true;
    danger->tested[danger->tested_count++] = (uint8_t)(file * 16 + rank);
    danger->guarded = true;
}

/* Looks from the king along one line as far as the third piece, which is as far as a cannon's
 * attack can be uncovered from. */
INLINE void line_danger(const struct naive_state *state, struct naive_danger *danger, int king_file,
                        int king_rank, int df, int dr)
{
    enum side by = side_other((enum side)state->side);
    int seen_file[2], seen_rank[2], seen = 0;
    int file = king_file + df, rank = king_rank + dr;
    for (; on_board(file, rank); file += df, rank += dr) {
        int piece = state->board[file][rank];
        if (piece == NO_PIECE)
            continue;
        bool cannon = piece == piece_of(by, CANNON);
        bool rook = piece == piece_of(by, ROOK) || (dr != 0 && piece == piece_of(by, KING));
        if (seen == 0 && cannon) {
            /* A cannon without a screen: whatever stops between is one. */
            for (int f = king_file + df, r = king_rank + dr; f != file || r != rank;
                 f += df, r += dr)
                danger->forbidden[f][r] = danger->guarded = true;
        }
        danger->check |= (seen == 0 && rook) || (seen == 1 && cannon);
        if (seen == 1 && rook)
            pin(state, danger, seen_file[0], seen_rank[0]);
        if (seen == 2) {
            for (int i = 0; cannon && i < 2; i++)
                pin(state, danger, seen_file[i], seen_rank[i]);
            return;
        }
        seen_file[seen] = file;
        seen_rank[seen++] = rank;
    }
}

static inline void horse_danger(const struct naive_state *state, struct naive_danger *danger,
                                int file, int rank)
{
    int horse = piece_of(side_other((enum side)state->side), HORSE);
    for (int i = 0; i < 4; i++) {
        int df = diagonal[i][0], dr = diagonal[i][1];
        bool attack =
            (on_board(file + 2 * df, rank + dr) &&
             state->board[file + 2 * df][rank + dr] == horse) ||
            (on_board(file + df, rank + 2 * dr) && state->board[file + df][rank + 2 * dr] == horse);
        if (!attack)
            continue;
        if (state->board[file + df][rank + dr] == NO_PIECE)
            danger->check = true;
        else
            pin(state, danger, file + df, rank + dr);
    }
}

static inline void naive_look_around(const struct naive_state *state, struct naive_danger *danger)
{
    int file, rank;
    memset(danger, 0, sizeof *danger);
    if (!find_king(state, (enum side)state->side, &file, &rank))
        return;
    danger->tested[danger->tested_count++] = (uint8_t)(file * 16 + rank);
    line_danger(state, danger, file, rank, 0, 1);
    line_danger(state, danger, file, rank, 0, -1);
    line_danger(state, danger, file, rank, 1, 0);
    line_danger(state, danger, file, rank, -1, 0);
    horse_danger(state, danger, file, rank);
    danger->check |= pawn_attacked(state, file, rank, side_other((enum side)state->side));
}

/* How many pieces stand between two different squares of one file or rank; -1 on no such line. */
static int pieces_between(const struct naive_state *state, int from, int to)
{
    int df = (to >> 4) - (from >> 4), dr = (to & 15) - (from & 15);
    if ((df != 0) == (dr != 0))
        return -1;
    int step = df > 0 ? 16 : df < 0 ? -16 : dr > 0 ? 1 : -1;
    int count = 0;
    for (int square = from + step; square != to; square += step)
        count += state->board[square >> 4][square & 15] != NO_PIECE;
    return count;
}

/* May the piece on `from` go to `to` as far as its kind, the board and the pieces between allow:
 * as a capture, or without capturing? Who stands on `to` is not looked at. */
static bool naive_reaches(const struct naive_state *state, int from, int to, bool capturing)
{
    int file = from >> 4, rank = from & 15, to_file = to >> 4, to_rank = to & 15;
    int df = to_file - file, dr = to_rank - rank;
    int piece = state->board[file][rank];
    enum side side = piece_side(piece);
    switch (kind_of[piece]) {
    case KING:
        return abs(df) + abs(dr) == 1 && in_palace(side, to_file, to_rank);
    case ADVISOR:
        return abs(df) == 1 && abs(dr) == 1 && in_palace(side, to_file, to_rank);
    case ELEPHANT:
        return abs(df) == 2 && abs(dr) == 2 && own_half(side, to_rank) &&
               state->board[file + df / 2][rank + dr / 2] == NO_PIECE;
    case HORSE:
        return abs(df * dr) == 2 && state->board[file + df / 2][rank + dr / 2] == NO_PIECE;
    case ROOK:
        return pieces_between(state, from, to) == 0;
    case CANNON:
        return pieces_between(state, from, to) == (capturing ? 1 : 0);
    default:
        return (df == 0 && dr == forward(side)) ||
               (dr == 0 && abs(df) == 1 && !own_half(side, rank));
    }
}

static bool naive_forbidden(const struct naive_danger *danger, int square)
{
    return danger->forbidden[square >> 4][square & 15];
}

static bool naive_pseudo_legal(const struct naive_state *state, int from, int to)
{
    int mover = side_of[state->board[from >> 4][from & 15]];
    int target = side_of[state->board[to >> 4][to & 15]];
    return mover == state->side && target != mover &&
           naive_reaches(state, from, to, target != NOBODY);
}

static size_t naive_attackers(const struct naive_state *state, int square, enum side by,
                              uint8_t out[MAX_PIECES])
{
    size_t count = 0;
    for (int file = 0; file < FILE_COUNT; file++)
        for (int rank = 0; rank < RANK_COUNT; rank++) {
            int from = file * 16 + rank;
            if (side_of[state->board[file][rank]] == (int)by && from != square &&
                naive_reaches(state, from, square, true))
                out[count++] = (uint8_t)from;
        }
    return count;
}

#define BOARD             naive
#define BOARD_SUMMARY     "9x10 array [file][rank], bounds tests, a scan of all squares"
#define BOARD_TABLE_BYTES (sizeof side_of + sizeof kind_of + sizeof straight + sizeof diagonal)
#include "board_template.h"
