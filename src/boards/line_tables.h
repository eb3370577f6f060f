/*
 * Line attacks of bitboards by table: what a rook or cannon reaches, from its place on a line and
 * the occupancy of the line as a small number. The boards that use this differ in how they come by
 * that number for a file, whose squares are nine bits apart.
 *
 * The two ends of a line do not block anything, so only its inner squares count: 7 of a rank, 8 of
 * a file. All files share the entries of file a, and all ranks theirs, to be shifted into place;
 * tables of each square's own would be 1.1 MB instead of 90 KB, for 3 % of speed at most while
 * nothing else wants the cache.
 */
#ifndef XQPERFT_LINE_TABLES_H
#define XQPERFT_LINE_TABLES_H

#include "line_sets.h"

enum { INNER_FILES = FILE_COUNT - 2, INNER_RANKS = RANK_COUNT - 2 };

struct line_tables {
    struct {
        uint16_t rook, cannon; /* bit i is file i */
    } on_rank[FILE_COUNT][1 << INNER_FILES];
    struct line_sets on_file_a[RANK_COUNT][1 << INNER_RANKS];
};
extern struct line_tables line_tables __attribute__((visibility("hidden")));

/* The inner squares of file a in each half: ranks 1-4, and 5-8. */
#define SOUTH_FILE_A UINT64_C(0x1008040200)
#define NORTH_FILE_A UINT64_C(0x0008040201)

/* `on_file` is the occupancy of the inner squares of the square's file, from the lowest. */
INLINE struct line_sets table_reach(struct bits90 occupied, int square, unsigned on_file)
{
    const struct place *at = &tables->place[square];
    unsigned on_rank = rank_occupancy(occupied, square) >> 1 & ((1 << INNER_FILES) - 1);
    uint64_t rook = line_tables.on_rank[at->file][on_rank].rook;
    uint64_t cannon = line_tables.on_rank[at->file][on_rank].cannon;
    const struct line_sets *file = &line_tables.on_file_a[at->rank][on_file];
    return (struct line_sets){
        bits90_or(rank_set(square, rook), bits90_shift(file->rook, at->file)),
        bits90_or(rank_set(square, cannon), bits90_shift(file->cannon, at->file)),
    };
}

#endif
