/*
 * bitboard-rotated: a second set of the occupied squares, transposed, so that a file's occupancy is
 * as easy to read as a rank's.
 *
 *     by_file          ten bits a file: bit 10 * (file % 5) + rank, files a-e in the first word,
 *                      f-i in the second
 *
 * Invariant: by_file has the bits of `set`, at all times: make and unmake pay for both. A shift and
 * a mask give the index of the line tables, and a horse's legs are read from its rank and its file.
 *
 * It needs no multiplication and no special instruction; where these are fast, their boards are
 * faster, since they have less to keep. (Rotated bitboards: Robert Hyatt, "Rotated bitmaps, a new
 * twist on an old idea", and Ernst A. Heinz for DarkThought. For rooks one rotation will do.)
 */
#include "line_tables.h"

struct occupancy {
    struct bits90 set;
    uint64_t by_file[2];
};

/* A square in that order, and where its file is. */
static struct by_file {
    uint64_t set[2];
    uint8_t half, shift;
} by_file[SQUARE_COUNT];

__attribute__((constructor)) static void init_by_file(void)
{
    for (int square = 0; square < SQUARE_COUNT; square++) {
        int file = square_file(square);
        struct by_file *at = &by_file[square];
        at->half = file >= 5;
        at->shift = (uint8_t)(file % 5 * RANK_COUNT);
        at->set[at->half] = UINT64_C(1) << (at->shift + square_rank(square));
    }
}

INLINE void occupancy_make(struct occupancy *occupied, int from, int to)
{
    occupied->set = set_make(occupied->set, from, to);
    for (int i = 0; i < 2; i++)
        occupied->by_file[i] = (occupied->by_file[i] ^ by_file[from].set[i]) | by_file[to].set[i];
}

INLINE void occupancy_unmake(struct occupancy *occupied, int from, int to, uint64_t emptied)
{
    occupied->set = set_unmake(occupied->set, from, to, emptied);
    for (int i = 0; i < 2; i++)
        occupied->by_file[i] ^= by_file[from].set[i] | (by_file[to].set[i] & emptied);
}

INLINE unsigned file_occupancy(const struct occupancy *occupied, int square)
{
    return occupied->by_file[by_file[square].half] >> by_file[square].shift & 0x3ff;
}

INLINE struct line_sets line_reach(const struct occupancy *occupied, int square)
{
    return table_reach(occupied->set, square, file_occupancy(occupied, square) >> 1 & 0xff);
}

INLINE struct bits90 horse_reach(const struct occupancy *occupied, int square)
{
    const struct place *at = &tables->place[square];
    unsigned across = rank_occupancy(occupied->set, square) << 1 >> at->file & 5;
    unsigned along = file_occupancy(occupied, square) << 1 >> at->rank & 5;
    return tables->horse_reach[square][across | along << 1];
}

#define BOARD_SYMBOL     bitboard_rotated_board
#define BOARD_NAME       "bitboard-rotated"
#define BOARD_SUMMARY    "90 bits in two words, rank and rotated-file lookups, set-wise pawns"
#define LINE_TABLE_BYTES (sizeof line_tables + sizeof by_file)
#include "bitboard_template.h"
