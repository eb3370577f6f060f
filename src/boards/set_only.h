/* For ways of line attacks that need nothing beside the set of occupied squares. */
#ifndef XQPERFT_SET_ONLY_H
#define XQPERFT_SET_ONLY_H

#include "line_sets.h"

struct occupancy {
    struct bits90 set;
};

INLINE void occupancy_make(struct occupancy *occupied, int from, int to)
{
    occupied->set = set_make(occupied->set, from, to);
}

INLINE void occupancy_unmake(struct occupancy *occupied, int from, int to, uint64_t emptied)
{
    occupied->set = set_unmake(occupied->set, from, to, emptied);
}

#endif
