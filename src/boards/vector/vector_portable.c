/*
 * vector-portable: perft's last two plies are counted in vectors (vector_two_plies.h), by whatever
 * the compiler makes of them on any processor. Everything else is bitboard-magic.
 *
 * Eight 64-bit lanes hold the ranks and files of the whole board in both directions, and one
 * subtraction says how far all rooks and cannons reach along them (see bitboard_subtract.c for
 * o ^ (o - 2r)). vector-avx2 and vector-avx512 are the same text, compiled for
 * processors that have such registers.
 */
#include "boards/reach_by_magic.h"
#include "boards/vector/piece_lines.h"

#define BOARD_SYMBOL     vector_portable_board
#define BOARD_NAME       "vector-portable"
#define BOARD_SUMMARY    "as bitboard-magic, the last two plies counted in vectors of all lines"
#define BOARD_VARIANT_OF "vector"
#define BOARD_LINES
#define BOARD_COUNTS     "boards/vector/vector_two_plies.h"
#define LINE_TABLE_BYTES (sizeof line_tables + sizeof line_register_tables)
#include "boards/bitboard_template.h"
