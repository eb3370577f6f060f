/*
 * The bits of a line, gathered by PEXT: with a file of each half as mask, the two results side by
 * side are the index of the line tables. A horse's legs are gathered in the same way, by the four
 * bits around it.
 */
#ifndef XQPERFT_REACH_BY_PEXT_H
#define XQPERFT_REACH_BY_PEXT_H

#include "line_tables.h"
#include "pext.h"
#include "set_only.h"

INLINE struct line_sets line_reach(const struct occupancy *occupied, int square)
{
    int file = tables->place[square].file;
    uint64_t south = pext(occupied->set.half[0], SOUTH_FILE_A << file);
    uint64_t north = pext(occupied->set.half[1], NORTH_FILE_A << file);
    return table_reach(occupied->set, square, (unsigned)(south | north << 4));
}

INLINE struct bits90 horse_reach(const struct occupancy *occupied, int square)
{
    const struct horse_legs *legs = &tables->horse_legs[square];
    uint64_t south = pext(occupied->set.half[0], legs->set.half[0]);
    uint64_t north = pext(occupied->set.half[1], legs->set.half[1]);
    return tables->horse_gathered[square][south | north << legs->in_south];
}

#endif
