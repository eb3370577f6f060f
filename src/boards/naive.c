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
 * readable oracle for the other boards. It wins when a position must be loaded, copied or
 * understood, and loses wherever pieces must be found.
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

/* Where a list of moves is being written, and by the piece on which square. */
struct naive_writer {
    const struct naive_state *state;
    native_move *end;
    int file, rank;
    enum side side;
    bool captures_only;
};

static inline void write_move(struct naive_writer *writer, int file, int rank)
{
    *writer->end++ = native_move_of(writer->file * 16 + writer->rank, file * 16 + rank);
}

/* A step to a square that is on the board: allowed unless an own piece stands there. */
static inline void write_step(struct naive_writer *writer, int file, int rank)
{
    int owner = side_of[writer->state->board[file][rank]];
    if (writer->captures_only ? owner == (int)side_other(writer->side) : owner != (int)writer->side)
        write_move(writer, file, rank);
}

static inline void king_moves(struct naive_writer *writer)
{
    for (int i = 0; i < 4; i++) {
        int file = writer->file + straight[i][0], rank = writer->rank + straight[i][1];
        if (in_palace(writer->side, file, rank))
            write_step(writer, file, rank);
    }
}

static inline void advisor_moves(struct naive_writer *writer)
{
    for (int i = 0; i < 4; i++) {
        int file = writer->file + diagonal[i][0], rank = writer->rank + diagonal[i][1];
        if (in_palace(writer->side, file, rank))
            write_step(writer, file, rank);
    }
}

static inline void elephant_moves(struct naive_writer *writer)
{
    for (int i = 0; i < 4; i++) {
        int df = diagonal[i][0], dr = diagonal[i][1];
        int file = writer->file + 2 * df, rank = writer->rank + 2 * dr;
        if (on_board(file, rank) && own_half(writer->side, rank) &&
            writer->state->board[writer->file + df][writer->rank + dr] == NO_PIECE)
            write_step(writer, file, rank);
    }
}

static inline void horse_moves(struct naive_writer *writer)
{
    for (int i = 0; i < 4; i++) {
        int df = straight[i][0], dr = straight[i][1];
        int leg_file = writer->file + df, leg_rank = writer->rank + dr;
        if (!on_board(leg_file, leg_rank) || writer->state->board[leg_file][leg_rank] != NO_PIECE)
            continue;
        /* One more step the same way, and one to either side of it. */
        for (int turn = -1; turn <= 1; turn += 2) {
            int file = leg_file + df + turn * dr, rank = leg_rank + dr + turn * df;
            if (on_board(file, rank))
                write_step(writer, file, rank);
        }
    }
}

static inline void rook_moves(struct naive_writer *writer)
{
    for (int i = 0; i < 4; i++) {
        int df = straight[i][0], dr = straight[i][1];
        int file = writer->file + df, rank = writer->rank + dr;
        for (; on_board(file, rank); file += df, rank += dr) {
            int owner = side_of[writer->state->board[file][rank]];
            if (owner == NOBODY) {
                if (!writer->captures_only)
                    write_move(writer, file, rank);
                continue;
            }
            if (owner != (int)writer->side)
                write_move(writer, file, rank);
            break;
        }
    }
}

static inline void cannon_moves(struct naive_writer *writer)
{
    for (int i = 0; i < 4; i++) {
        int df = straight[i][0], dr = straight[i][1];
        int file = writer->file + df, rank = writer->rank + dr;
        for (; on_board(file, rank) && writer->state->board[file][rank] == NO_PIECE;
             file += df, rank += dr)
            if (!writer->captures_only)
                write_move(writer, file, rank);
        /* The piece met here is the screen; the next one beyond it is what a cannon captures. */
        for (file += df, rank += dr; on_board(file, rank); file += df, rank += dr) {
            int owner = side_of[writer->state->board[file][rank]];
            if (owner == NOBODY)
                continue;
            if (owner != (int)writer->side)
                write_move(writer, file, rank);
            break;
        }
    }
}

static inline void pawn_moves(struct naive_writer *writer)
{
    int ahead = writer->rank + forward(writer->side);
    if (on_board(writer->file, ahead))
        write_step(writer, writer->file, ahead);
    if (own_half(writer->side, writer->rank))
        return;
    for (int file = writer->file - 1; file <= writer->file + 1; file += 2)
        if (on_board(file, writer->rank))
            write_step(writer, file, writer->rank);
}

static inline native_move *naive_generate(const struct naive_state *state, bool captures_only,
                                          native_move *out)
{
    struct naive_writer writer = {
        .state = state,
        .end = out,
        .side = (enum side)state->side,
        .captures_only = captures_only,
    };
    for (writer.file = 0; writer.file < FILE_COUNT; writer.file++) {
        for (writer.rank = 0; writer.rank < RANK_COUNT; writer.rank++) {
            int piece = state->board[writer.file][writer.rank];
            if (side_of[piece] != (int)writer.side)
                continue;
            switch (kind_of[piece]) {
            case KING:
                king_moves(&writer);
                break;
            case ADVISOR:
                advisor_moves(&writer);
                break;
            case ELEPHANT:
                elephant_moves(&writer);
                break;
            case HORSE:
                horse_moves(&writer);
                break;
            case ROOK:
                rook_moves(&writer);
                break;
            case CANNON:
                cannon_moves(&writer);
                break;
            default:
                pawn_moves(&writer);
                break;
            }
        }
    }
    return writer.end;
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
