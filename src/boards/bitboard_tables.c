#include "bitboard_tables.h"

#include "position.h"

struct bitboard_tables bitboard_tables;
static struct bitboard_tables *const tables = &bitboard_tables;

static int square_at(int file, int rank)
{
    bool on_board = file >= 0 && file < FILE_COUNT && rank >= 0 && rank < RANK_COUNT;
    return on_board ? square_of(file, rank) : NO_SQUARE;
}

static void init_place(int square)
{
    int file = square_file(square), rank = square_rank(square);
    struct place *at = &tables->place[square];
    at->set = bits90_of(square);
    at->rank = (uint8_t)rank;
    at->file = (uint8_t)file;
    at->rank_half = rank >= 5;
    at->rank_shift = (uint8_t)(rank % 5 * FILE_COUNT);
}

/* The legs of a horse in the order of its table: west, south, east, north. */
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
        tables->horse_leg[square][leg] = (uint8_t)square_at(file + df, rank + dr);
        for (int turn = -1; turn <= 1; turn += 2) {
            int to = square_at(file + 2 * df + turn * dr, rank + 2 * dr + turn * df);
            add_square(&tables->horse_near[square], to);
            add_square(&tables->horse_by_leg[square][leg], to);
            for (int blocked = 0; blocked < 16; blocked++)
                if (!(blocked >> leg & 1))
                    add_square(&tables->horse_reach[square][blocked], to);
        }
    }
}

/* From a leg of each direction blocked to the same without those that are off the board, from the
 * lowest square. */
static void init_horse_legs(int square)
{
    static const int by_square[4] = {1, 0, 2, 3}; /* south, west, east, north */
    struct horse_legs *legs = &tables->horse_legs[square];
    int on_board[4], count = 0;
    for (int i = 0; i < 4; i++) {
        const int *step = leg_step[by_square[i]];
        int leg = square_at(square_file(square) + step[0], square_rank(square) + step[1]);
        if (leg == NO_SQUARE)
            continue;
        add_square(&legs->set, leg);
        legs->in_south = (uint8_t)(legs->in_south + (leg < HALF_SQUARES));
        on_board[count++] = by_square[i];
    }
    for (int gathered = 0; gathered < 1 << count; gathered++) {
        int blocked = 0;
        for (int i = 0; i < count; i++)
            blocked |= (gathered >> i & 1) << on_board[i];
        tables->horse_gathered[square][gathered] = tables->horse_reach[square][blocked];
    }
}

/*
 * See magic bitboards (bitboard_magic.c) for gathering by multiplication. A square and its legs are
 * within 19 bits: with the halves joined where both are needed, 54 bits above rank 0 or rank 6, let
 * bit `south` + 0, 8, 10, 18 be the legs south, west, east, north; they shall become bits 61, 60,
 * 62, 63. West and east are carried by the same copy, since their distance is to stay. The copies
 * take all other bits beyond the word or, all different, to 45..55 and lower.
 */
static void init_horse_factor(int square)
{
    struct horse_legs *legs = &tables->horse_legs[square];
    bool joined = square_rank(square) <= 5;
    int south = square - FILE_COUNT - (joined ? 0 : HALF_SQUARES);
    legs->north_up = joined ? HALF_SQUARES : 0;
    legs->factor = UINT64_C(1) << (60 - (south + 8)) | UINT64_C(1) << (63 - (south + 18));
    if (south >= 0)
        legs->factor |= UINT64_C(1) << (61 - south);
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
        tables->king_to[square] |= step_bit(KING, side, square, leg_step[i][0], leg_step[i][1]);
        tables->advisor_to[square] |= step_bit(ADVISOR, side, square, df, dr);
        tables->elephant_to[square][i] = step_bit(ELEPHANT, side, square, 2 * df, 2 * dr);
        tables->elephant_eye_at[square][i] = NO_SQUARE;
        if (tables->elephant_to[square][i]) {
            int eye = square + dr * FILE_COUNT + df;
            tables->elephant_eye_at[square][i] = (uint8_t)eye;
            tables->elephant_eye[square][i] = UINT64_C(1) << eye % HALF_SQUARES;
        }
    }
}

static void init_pawns(enum side side, int square)
{
    int file = square_file(square), rank = square_rank(square);
    int from[3] = {square_at(file, rank - (side == RED ? 1 : -1)), square_at(file - 1, rank),
                   square_at(file + 1, rank)};
    bool crossed = (square < HALF_SQUARES ? RED : BLACK) != side;
    for (int i = 0; i < (crossed ? 3 : 1); i++)
        if (from[i] != NO_SQUARE && position_reachable(piece_of(side, PAWN), from[i])) {
            add_square(&tables->pawn_from[side][square], from[i]);
            add_square(&tables->pawn_to[side][from[i]], square);
        }
}

static void init_king_lines(int square, int index)
{
    for (int i = 0; i < 4; i++) {
        int file = square_file(square), rank = square_rank(square), at;
        struct bits90 between = {{0, 0}};
        while ((at = square_at(file += leg_step[i][0], rank += leg_step[i][1])) != NO_SQUARE) {
            add_square(&tables->king_lines[index], at);
            tables->king_path[index][at] = between;
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
                add_square(&tables->king_path[index][horse[j]], square_at(file + df, rank + dr));
    }
}

static void init_king_zone(int square, int index)
{
    struct bits90 *zone = &tables->king_zone[index];
    *zone = bits90_or(tables->king_lines[index], tables->horse_near[square]);
    for (int i = 0; i < 4; i++)
        add_square(zone, square_at(square_file(square) + diagonal_step[i][0],
                                   square_rank(square) + diagonal_step[i][1]));
}

static void init_king_near(int square, int index)
{
    enum side by = square < HALF_SQUARES ? BLACK : RED;
    struct bits90 *near = &tables->king_near[index];
    for (int at = 0; at < SQUARE_COUNT; at++) {
        bool is_target = at / HALF_SQUARES == square / HALF_SQUARES &&
                         tables->king_to[square] >> at % HALF_SQUARES & 1;
        if (at != square && !is_target)
            continue;
        *near = bits90_or(*near, bits90_or(tables->horse_near[at], tables->pawn_from[by][at]));
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
        init_king_zone(square, index);
        init_king_near(square, index);
        tables->palace_index[square] = (uint8_t)index++;
    }
}

__attribute__((constructor)) static void init_tables(void)
{
    for (int square = 0; square < SQUARE_COUNT; square++) {
        init_place(square);
        init_horse(square);
        init_horse_legs(square);
        init_horse_factor(square);
        init_palace_and_elephants(square);
        init_pawns(RED, square);
        init_pawns(BLACK, square);
    }
    init_palaces();
}
