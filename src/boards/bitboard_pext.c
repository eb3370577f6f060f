/*
 * bitboard-pext: the bits of a line are gathered by one instruction.
 *
 * PEXT takes a word and a mask, and packs the bits under the mask at the low end: with a file of
 * each half as mask, the two results side by side are the index of the line tables. A horse's legs
 * are gathered in the same way, by the four bits around it. So the set of occupied squares is all
 * that is kept, and make and unmake have nothing more to do than for any set.
 *
 * PEXT belongs to BMI2, which x86 processors have since 2013 (Haswell); AMD's did it in microcode,
 * some 20 times slower, until Zen 3. This file alone is compiled for BMI2 whatever the rest is
 * compiled for, and the board says that it is not available where BMI2 is not. Where the compiler
 * has no BMI2, the gathering is done by a loop, so that the board exists everywhere: always
 * available, and never fast.
 *
 * It wins wherever PEXT is fast. (PEXT bitboards: the idea has been common since the instruction
 * was announced, see the Chess Programming Wiki, "BMI2".)
 */
#include "line_tables.h"
#include "pext.h"
#include "set_only.h"

/* The inner squares of file a in each half: ranks 1-4, and 5-8. */
#define SOUTH_FILE_A UINT64_C(0x1008040200)
#define NORTH_FILE_A UINT64_C(0x0008040201)

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

#ifdef __BMI2__
#define BOARD_AVAILABLE pext_available
#endif
#define BOARD_SYMBOL     bitboard_pext_board
#define BOARD_NAME       "bitboard-pext"
#define BOARD_SUMMARY    "90 bits in two words, lines gathered by PEXT, set-wise pawns"
#define LINE_TABLE_BYTES sizeof line_tables
#include "bitboard_template.h"
