/*
 * vector-avx512: vector-portable compiled for AVX-512, one register for all lines.
 * Everything but the counting is bitboard-pext.
 *
 * This file alone is compiled for such a processor, whatever the rest is compiled for, and nothing
 * of it may run before vector_available.c has asked. Where the compiler has not all of it, the
 * board is never available.
 */
#include "boards/reach_by_pext.h"
#include "boards/vector/piece_lines.h"
#include "boards/vector/vector_available.h"

#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512CD__) &&                      \
    defined(__AVX512DQ__) && defined(__AVX512VL__) && defined(__AVX512VBMI__) &&                   \
    defined(__AVX512VBMI2__) && defined(__AVX512VNNI__) && defined(__AVX512BITALG__) &&            \
    defined(__AVX512VPOPCNTDQ__) && defined(__BMI__) && defined(__BMI2__) && defined(__POPCNT__)
#define BOARD_AVAILABLE vector_avx512_available
#else
#define BOARD_AVAILABLE vector_unavailable
#endif
#define BOARD_SYMBOL     vector_avx512_board
#define BOARD_NAME       "vector-avx512"
#define BOARD_SUMMARY    "as bitboard-pext, the last two plies counted in vectors by AVX-512"
#define BOARD_VARIANT_OF "vector"
#define BOARD_LINES
#define BOARD_COUNTS     "boards/vector/vector_two_plies.h"
#define LINE_TABLE_BYTES (sizeof line_tables + sizeof line_register_tables)
#include "boards/bitboard_template.h"
