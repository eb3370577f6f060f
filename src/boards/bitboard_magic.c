/*
 * bitboard-magic: the bits of a line are gathered by a multiplication (reach_by_magic.h says how).
 *
 * As with PEXT, the set of occupied squares is all that is kept, and it is as fast as PEXT where
 * multiplication is fast. (Magic bitboards: Lasse Hansen and Pradu Kannan; the gathering of a file
 * by multiplication is Gerd Isenberg's, see the Chess Programming Wiki, "Kindergarten Bitboards".)
 */
#include "reach_by_magic.h"

#define BOARD_SYMBOL     bitboard_magic_board
#define BOARD_NAME       "bitboard-magic"
#define BOARD_SUMMARY    "90 bits in two words, lines gathered by multiplication, set-wise pawns"
#define LINE_TABLE_BYTES sizeof line_tables
#include "bitboard_template.h"
