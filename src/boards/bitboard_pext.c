/*
 * bitboard-pext: the bits of a line are gathered by one instruction.
 *
 * PEXT takes a word and a mask, and packs the bits under the mask at the low end: the index of the
 * line tables (reach_by_pext.h). So the set of occupied squares is all that is kept, and make and
 * unmake have nothing more to do than for any set.
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
#include "reach_by_pext.h"

#ifdef __BMI2__
#define BOARD_AVAILABLE pext_available
#endif
#define BOARD_SYMBOL     bitboard_pext_board
#define BOARD_NAME       "bitboard-pext"
#define BOARD_SUMMARY    "90 bits in two words, lines gathered by PEXT, set-wise pawns"
#define LINE_TABLE_BYTES sizeof line_tables
#include "bitboard_template.h"
