/*
 * padded-bitline: the padded array (padded.c), and beside it one word of occupancy a rank and a
 * file, so that line pieces look up where their lines end instead of walking there.
 *
 *     rank_bits[row]       bit c is set when the square in column c of the row is occupied
 *     file_bits[column]    bit r when that in row r is
 *
 * Invariant: both say of the squares of the board what board[] says; the margin has no bits. A
 * table by place and occupancy of the line gives the first and the second piece each way.
 *
 * Make and unmake pay for four words. It wins where squares are not wanted one by one, for captures
 * first of all, and is level with walking when moves are counted; listing all moves visits every
 * square anyway. (The "bit rank" and "bit file" of the open-source engine ElephantEye.)
 */
#define LINE_MEMBERS                                                                               \
    uint16_t rank_bits[16];                                                                        \
    uint16_t file_bits[16];
#include "padded_state.h"

enum { FIRST_COLUMN = 3, FIRST_ROW = 3 };

/* The first and the second occupied place each way: their columns, or their rows times 16, so that
 * the rest of a square is or-ed to it. Those of the margin beside the line when there is none. */
struct stops {
    uint8_t below, above;
    uint8_t second_below, second_above;
};
static struct stops rank_stops[FILE_COUNT][1 << FILE_COUNT];
static struct stops file_stops[RANK_COUNT][1 << RANK_COUNT];

static int walk_line(unsigned occupied, int length, int from, int step)
{
    do
        from += step;
    while (from >= 0 && from < length && !(occupied >> from & 1));
    return from;
}

/* On a line of this length, numbered from 0, whose first place has the code `first`, and each next
 * one `unit` more. */
static struct stops stops_of(int from, unsigned occupied, int length, int first, int unit)
{
    int below = walk_line(occupied, length, from, -1), above = walk_line(occupied, length, from, 1);
    int second_below = below < 0 ? below : walk_line(occupied, length, below, -1);
    int second_above = above >= length ? above : walk_line(occupied, length, above, 1);
    return (struct stops){(uint8_t)(first + unit * below), (uint8_t)(first + unit * above),
                          (uint8_t)(first + unit * second_below),
                          (uint8_t)(first + unit * second_above)};
}

__attribute__((constructor)) static void init_stops(void)
{
    for (int file = 0; file < FILE_COUNT; file++)
        for (unsigned occupied = 0; occupied < 1u << FILE_COUNT; occupied++)
            rank_stops[file][occupied] = stops_of(file, occupied, FILE_COUNT, FIRST_COLUMN, EAST);
    for (int rank = 0; rank < RANK_COUNT; rank++)
        for (unsigned occupied = 0; occupied < 1u << RANK_COUNT; occupied++)
            file_stops[rank][occupied] =
                stops_of(rank, occupied, RANK_COUNT, NORTH * FIRST_ROW, NORTH);
}

INLINE void lines_make(struct padded_state *state, int from, int to)
{
    state->rank_bits[from >> 4] ^= (uint16_t)(1 << (from & 15));
    state->file_bits[from & 15] ^= (uint16_t)(1 << (from >> 4));
    state->rank_bits[to >> 4] |= (uint16_t)(1 << (to & 15));
    state->file_bits[to & 15] |= (uint16_t)(1 << (to >> 4));
}

INLINE void lines_unmake(struct padded_state *state, int from, int to, bool emptied)
{
    state->rank_bits[to >> 4] ^= (uint16_t)(emptied << (to & 15));
    state->file_bits[to & 15] ^= (uint16_t)(emptied << (to >> 4));
    state->rank_bits[from >> 4] ^= (uint16_t)(1 << (from & 15));
    state->file_bits[from & 15] ^= (uint16_t)(1 << (from >> 4));
}

INLINE struct stops stops_on_rank(const struct padded_state *state, int square)
{
    int row = square >> 4, column = square & 15;
    return rank_stops[column - FIRST_COLUMN][state->rank_bits[row] >> FIRST_COLUMN];
}

INLINE struct stops stops_on_file(const struct padded_state *state, int square)
{
    int row = square >> 4, column = square & 15;
    return file_stops[row - FIRST_ROW][state->file_bits[column] >> FIRST_ROW];
}

INLINE int next_piece(const struct padded_state *state, int square, int step)
{
    if (step == EAST || step == WEST) {
        struct stops stops = stops_on_rank(state, square);
        return (square & 0xf0) | (step == EAST ? stops.above : stops.below);
    }
    struct stops stops = stops_on_file(state, square);
    return (square & 0x0f) | (step == NORTH ? stops.above : stops.below);
}

INLINE int second_piece(const struct padded_state *state, int square, int step, int first)
{
    (void)first;
    if (step == EAST || step == WEST) {
        struct stops stops = stops_on_rank(state, square);
        return (square & 0xf0) | (step == EAST ? stops.second_above : stops.second_below);
    }
    struct stops stops = stops_on_file(state, square);
    return (square & 0x0f) | (step == NORTH ? stops.second_above : stops.second_below);
}

INLINE unsigned empty_around(const struct padded_state *state, int square)
{
    struct stops across = stops_on_rank(state, square), along = stops_on_file(state, square);
    int on_rank = across.above - across.below - 2;
    int on_file = (along.above - along.below) / NORTH - 2;
    return (unsigned)(on_rank + on_file);
}

#define STOPS_KNOWN      1
#define BOARD_NAME       "padded-bitline"
#define BOARD_SYMBOL     padded_bitline_board
#define BOARD_VARIANT_OF "padded"
#define BOARD_SUMMARY    "padded, with line occupancies: rooks and cannons look up where they stop"
#define LINE_TABLE_BYTES (sizeof rank_stops + sizeof file_stops)
#include "padded_template.h"
