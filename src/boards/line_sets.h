/* What all ways of line attacks of the bitboards have in common. */
#ifndef XQPERFT_LINE_SETS_H
#define XQPERFT_LINE_SETS_H

#include "bitboard_tables.h"

#define INLINE static inline __attribute__((always_inline))

/* `rook`: each way as far as the first piece, and its square. `cannon`: beyond the first piece, as
 * far as the second, and its square. Whose pieces they are does not matter. */
struct line_sets {
    struct bits90 rook, cannon;
};

static const struct bitboard_tables *const tables = &bitboard_tables;

/* From file a to another. */
INLINE struct bits90 bits90_shift(struct bits90 on_file_a, int file)
{
    return (struct bits90){{on_file_a.half[0] << file, on_file_a.half[1] << file}};
}

/* Nine bits, to the rank of the square. */
INLINE struct bits90 rank_set(int square, uint64_t rank_bits)
{
    const struct place *at = &tables->place[square];
    rank_bits <<= at->rank_shift;
    return (struct bits90){{at->rank_half ? 0 : rank_bits, at->rank_half ? rank_bits : 0}};
}

INLINE unsigned rank_occupancy(struct bits90 occupied, int square)
{
    const struct place *at = &tables->place[square];
    return (unsigned)(occupied.half[at->rank_half] >> at->rank_shift) & 0x1ff;
}

/* The bookkeeping of a move in the set of occupied squares: `from` is now empty, `to` is not. */
INLINE struct bits90 set_make(struct bits90 set, int from, int to)
{
    return bits90_or(bits90_xor(set, tables->place[from].set), tables->place[to].set);
}

/* Back: `from` is occupied again, and `to` is empty where `emptied` is all ones and not 0. */
INLINE struct bits90 set_unmake(struct bits90 set, int from, int to, uint64_t emptied)
{
    const uint64_t *left = tables->place[to].set.half;
    struct bits90 changed = {{left[0] & emptied, left[1] & emptied}};
    return bits90_xor(set, bits90_or(tables->place[from].set, changed));
}

#endif
