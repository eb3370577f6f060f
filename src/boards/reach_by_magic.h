/*
 * The bits of a line, gathered by a multiplication.
 *
 * A word times a sum of powers of two is a sum of shifted copies of the word. The powers can be
 * chosen so that the wanted bits, each from another copy, meet at the top of the product. For most
 * sets of squares such a factor must be searched; the bits of a file are so regular that it can be
 * derived:
 *
 *     inner squares of a file, moved to file a      ranks 1-4 of Red's half are bits 9i, i = 1..4
 *     those of the other half, moved up by 13       ranks 5-8 are bits 9(i - 1) + 13 = 9i + 4
 *     times 2^55 (2^-8 + 2^-16 + 2^-24 + 2^-32)     copy j moves all bits up by 55 - 8j, j = 1..4
 *
 * Bit 9i of copy j goes to 55 + i + 8(i - j), and bit 9i + 4 to 59 + i + 8(i - j). Where i = j
 * these are bits 56..63, in the order of the ranks. For i > j they are beyond the word and gone.
 * For i < j they are below, and since i and 4 + i are 1..8, no two of them are the same bit, so
 * that nothing carries into the top byte. Which is the index of the line tables.
 *
 * A horse's legs are gathered likewise: with bits 0, 8, 10 and 18 for the legs south, west, east
 * and north.
 */
#ifndef XQPERFT_REACH_BY_MAGIC_H
#define XQPERFT_REACH_BY_MAGIC_H

#include "line_tables.h"
#include "set_only.h"

INLINE unsigned file_occupancy(const struct occupancy *occupied, int file)
{
    const uint64_t factor =
        UINT64_C(1) << 47 | UINT64_C(1) << 39 | UINT64_C(1) << 31 | UINT64_C(1) << 23;
    uint64_t south = occupied->set.half[0] >> file & SOUTH_FILE_A;
    uint64_t north = occupied->set.half[1] >> file & NORTH_FILE_A;
    return (unsigned)((south | north << 13) * factor >> 56);
}

INLINE struct line_sets line_reach(const struct occupancy *occupied, int square)
{
    return table_reach(occupied->set, square, file_occupancy(occupied, tables->place[square].file));
}

INLINE struct bits90 horse_reach(const struct occupancy *occupied, int square)
{
    const struct horse_legs *legs = &tables->horse_legs[square];
    uint64_t south = occupied->set.half[0] & legs->set.half[0];
    uint64_t north = occupied->set.half[1] & legs->set.half[1];
    return tables->horse_reach[square][(south | north << legs->north_up) * legs->factor >> 60];
}

#endif
