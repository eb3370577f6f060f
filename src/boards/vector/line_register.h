/*
 * The line register: all ten ranks and nine files, in both directions, in eight words of 64 bits,
 * so that whatever runs along lines is found for all pieces and directions at once.
 *
 *     lane 0, 1   ranks 0-4 and 5-9, eastward: bit 10 * (rank % 5) + file
 *     lane 2, 3   the same ranks, westward:    bit 10 * (rank % 5) + 8 - file
 *     lane 4, 5   files a-e and f-i, northward: bit 11 * (file % 5) + rank
 *     lane 6, 7   the same files, southward:    bit 11 * (file % 5) + 9 - rank
 *
 * A line is a field of its lane, lowest square of its direction first, with one bit more at its
 * top, the edge, which is always occupied:
 *
 *     lane 0   ... | edge i h g f e d c b a | edge i h g f e d c b a     rank 1 | rank 0
 *     lane 4   ... | edge 9 8 7 6 5 4 3 2 1 0 | edge 9 8 7 6 5 4 3 2 1 0      file b | file a
 *
 * A square is four bits, one for each direction; a set of squares is the union of theirs.
 *
 * The subtraction. Let o be the occupied squares with all edges, and s some pieces among them. In
 * o - 2s, each piece takes 1 from the bit above its own. If that is 0, the borrow goes up through
 * all zeros, which become ones, and ends in the lowest 1, which becomes 0:
 *
 *     o              1 0 0 1 0 0 1 0     the piece s is the second bit from the right
 *     2s             0 0 0 0 0 1 0 0
 *     o - 2s         1 0 0 0 1 1 1 0
 *
 * so (o - 2s) & ~o are the empty squares that s looks over (line_open), and o & ~(o - 2s) the
 * pieces that it meets (line_hit). No borrow leaves its field: above each piece there is at least
 * the edge, unless the piece is the edge itself, which therefore must not be among s. And pieces on
 * one line do not disturb each other, since each borrow ends at the next piece at the latest: no
 * bit is changed twice. Squares among s need not be occupied, as long as no two are on one line:
 * the borrow starts above them.
 *
 * Pieces that were hit look on in the same direction: line_hit() of those is what stands behind
 * them, which is what cannons capture, and what tells pins. (The subtraction is the o^(o-2r) of the
 * Chess Programming Wiki; fields with edges of their own make it one for all lines.)
 */
#ifndef XQPERFT_LINE_REGISTER_H
#define XQPERFT_LINE_REGISTER_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#if defined(__AVX512F__) || defined(__AVX2__)
#include <immintrin.h>
#endif

#include "boards/bits90.h"
#include "types.h"

enum { LINE_LANES = 8, WAYS = 4 };
enum pawn_way { PAWN_AHEAD, PAWN_EAST, PAWN_WEST, PAWN_WAYS };

/* As many parts as the processor's vectors make of it: compilers keep a wider vector than the
 * processor has in memory, but a struct of what it has in registers. */
#if defined(__AVX512F__)
enum { PART_LANES = 8 };
#elif defined(__AVX2__)
enum { PART_LANES = 4 };
#else
enum { PART_LANES = 2 };
#endif
enum { LINE_PARTS = LINE_LANES / PART_LANES };

typedef uint64_t line_part __attribute__((vector_size(PART_LANES * 8)));

typedef struct {
    _Alignas(64) line_part part[LINE_PARTS];
} line_register;

/* Filled before main() by line_register.c, for all builds alike. */
struct line_words {
    _Alignas(64) uint64_t lane[LINE_LANES];
};
struct line_register_tables {
    struct line_words square[SQUARE_COUNT];
    struct line_words edges;
    struct line_words files; /* all bits of the lanes of files */
    /* By kind, all bits of the lanes in which a piece attacks along an open line (rooks, and kings
     * on files), and over a screen (cannons). */
    struct line_words straight_as[KIND_COUNT], jumping_as[KIND_COUNT];
    uint8_t square_at[LINE_LANES][64]; /* the square of a bit */
    _Alignas(64) uint8_t counted[64];  /* 0, 1, 2, ... */
    /* The squares beyond one, by direction: east, west, north, south, as pairs of lanes are. */
    struct bits90 ray[SQUARE_COUNT][WAYS];
    /* By the side whose palace it is: of a square outside of it, on a line that runs into it, the
     * squares of that line on the same side of the palace. None for others. */
    struct bits90 along[2][SQUARE_COUNT];
    /* The same for steps of the other side's pawns: where one arrives along such a line. */
    struct bits90 pawn_along[2][PAWN_WAYS];
};
extern struct line_register_tables line_register_tables __attribute__((visibility("hidden")));

#define LINE_INLINE static inline __attribute__((always_inline))

LINE_INLINE line_register line_load(const struct line_words *words)
{
    line_register a;
    memcpy(&a, __builtin_assume_aligned(words, 64), sizeof a);
    return a;
}

LINE_INLINE line_register line_square(int square)
{
    return line_load(&line_register_tables.square[square]);
}

LINE_INLINE line_register line_edges(void)
{
    return line_load(&line_register_tables.edges);
}

/* A function of two registers, by parts. */
#define LINE_FUNCTION(name, expression)                                                            \
    LINE_INLINE line_register name(line_register a, line_register b)                               \
    {                                                                                              \
        for (int i = 0; i < LINE_PARTS; i++)                                                       \
            a.part[i] = expression;                                                                \
        return a;                                                                                  \
    }

LINE_FUNCTION(line_or, a.part[i] | b.part[i])
LINE_FUNCTION(line_and, a.part[i] & b.part[i])
LINE_FUNCTION(line_xor, a.part[i] ^ b.part[i])
LINE_FUNCTION(line_minus, a.part[i] & ~b.part[i]) /* a without b */
LINE_FUNCTION(line_add, a.part[i] + b.part[i])    /* lane by lane: of counts */

/* Of `occupied` a, the empty squares that the pieces b look over, as far as the next piece. */
LINE_FUNCTION(line_open, (a.part[i] - (b.part[i] << 1)) & ~a.part[i])
/* And the pieces, or edges, that they meet there. */
LINE_FUNCTION(line_hit, a.part[i] & ~(a.part[i] - (b.part[i] << 1)))

/* A function of three, which AVX-512 has as one instruction by its table of truth: the eight
 * results for a, b, c, from 1, 1, 1 down to 0, 0, 0. Not all compilers find it. */
#if defined(__AVX512F__)
#define LINE_FUNCTION_OF_3(name, expression, truth)                                                \
    LINE_INLINE line_register name(line_register a, line_register b, line_register c)              \
    {                                                                                              \
        a.part[0] = (line_part)_mm512_ternarylogic_epi64((__m512i)a.part[0], (__m512i)b.part[0],   \
                                                         (__m512i)c.part[0], truth);               \
        return a;                                                                                  \
    }
#else
#define LINE_FUNCTION_OF_3(name, expression, truth)                                                \
    LINE_INLINE line_register name(line_register a, line_register b, line_register c)              \
    {                                                                                              \
        for (int i = 0; i < LINE_PARTS; i++)                                                       \
            a.part[i] = expression;                                                                \
        return a;                                                                                  \
    }
#endif

LINE_FUNCTION_OF_3(line_minus2, a.part[i] & ~b.part[i] & ~c.part[i], 0x10)
LINE_FUNCTION_OF_3(line_or_both, a.part[i] | (b.part[i] & c.part[i]), 0xf8)
LINE_FUNCTION_OF_3(line_move, (a.part[i] & ~b.part[i]) | c.part[i], 0xba) /* from b to c */

/* Of `occupied` a, and b and c being a - 2s of two sets s: what the first look over and what the
 * second meet. */
LINE_FUNCTION_OF_3(line_open_or_hit, (b.part[i] & ~a.part[i]) | (a.part[i] & ~c.part[i]), 0x5c)

/* a - 2b, see above; of `occupied` a. */
LINE_FUNCTION(line_looked, a.part[i] - (b.part[i] << 1))

LINE_INLINE line_register line_not(line_register a)
{
    for (int i = 0; i < LINE_PARTS; i++)
        a.part[i] = ~a.part[i];
    return a;
}

LINE_INLINE line_register line_none(void)
{
    return (line_register){.part = {{0}}};
}

/* A bit for each lane that is not 0. */
LINE_INLINE unsigned line_lanes(line_register a)
{
#if defined(__AVX512F__)
    return _mm512_test_epi64_mask((__m512i)a.part[0], (__m512i)a.part[0]);
#elif defined(__AVX2__)
    unsigned empty = 0;
    for (int i = 0; i < LINE_PARTS; i++)
        empty |= (unsigned)_mm256_movemask_pd((__m256d)(a.part[i] == 0)) << i * PART_LANES;
    return ~empty & 0xff;
#else
    unsigned lanes = 0;
    for (int i = 0; i < LINE_LANES; i++)
        lanes |= (unsigned)(a.part[i / PART_LANES][i % PART_LANES] != 0) << i;
    return lanes;
#endif
}

LINE_INLINE bool line_any(line_register a)
{
#if defined(__AVX512F__)
    return line_lanes(a) != 0;
#else
    line_part all = a.part[0];
    for (int i = 1; i < LINE_PARTS; i++)
        all |= a.part[i];
#if defined(__AVX2__)
    return !_mm256_testz_si256((__m256i)all, (__m256i)all);
#else
    return (all[0] | all[1]) != 0;
#endif
#endif
}

/* All bits of the lanes that are not 0. */
LINE_INLINE line_register line_whole(line_register a)
{
#if defined(__AVX512F__)
    a.part[0] = (line_part)_mm512_maskz_set1_epi64((__mmask8)line_lanes(a), -1);
#elif defined(__AVX2__)
    for (int i = 0; i < LINE_PARTS; i++)
        a.part[i] = (line_part)(a.part[i] != 0);
#else
    for (int i = 0; i < LINE_PARTS; i++) /* there are no compares of 64 bits */
        a.part[i] = -((a.part[i] | -a.part[i]) >> 63);
#endif
    return a;
}

LINE_INLINE uint64_t line_lane(line_register a, int lane)
{
    uint64_t lanes[LINE_LANES];
    memcpy(lanes, &a, sizeof lanes);
    return lanes[lane];
}

/* The number of bits of each lane, as line_sum() understands it. */
LINE_INLINE line_register line_count(line_register a)
{
#if defined(__AVX512VPOPCNTDQ__)
    a.part[0] = (line_part)_mm512_popcnt_epi64((__m512i)a.part[0]);
#elif defined(__AVX2__)
    const __m256i count_of_4 = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, /**/
                                                0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    const __m256i low_4 = _mm256_set1_epi8(0x0f);
    for (int i = 0; i < LINE_PARTS; i++) {
        __m256i bits = (__m256i)a.part[i];
        __m256i low = _mm256_shuffle_epi8(count_of_4, _mm256_and_si256(bits, low_4));
        __m256i high =
            _mm256_shuffle_epi8(count_of_4, _mm256_and_si256(_mm256_srli_epi16(bits, 4), low_4));
        a.part[i] = (line_part)_mm256_sad_epu8(_mm256_add_epi8(low, high), _mm256_setzero_si256());
    }
#else
    for (int i = 0; i < LINE_PARTS; i++) {
        line_part bits = a.part[i];
        bits -= bits >> 1 & UINT64_C(0x5555555555555555);
        bits = (bits & UINT64_C(0x3333333333333333)) + (bits >> 2 & UINT64_C(0x3333333333333333));
        bits = (bits + (bits >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
        bits += bits >> 8;
        bits += bits >> 16;
        bits += bits >> 32;
        a.part[i] = bits & 0x7f;
    }
#endif
    return a;
}

/* a where `wanted`, else none. */
LINE_INLINE line_register line_if(bool wanted, line_register a)
{
    for (int i = 0; i < LINE_PARTS; i++)
        a.part[i] &= -(uint64_t)wanted;
    return a;
}

LINE_INLINE line_register line_times(line_register counts, uint64_t factor)
{
    for (int i = 0; i < LINE_PARTS; i++)
        counts.part[i] *= factor;
    return counts;
}

LINE_INLINE uint64_t line_sum(line_register counts)
{
    uint64_t sum = 0;
    line_part all = counts.part[0];
    for (int i = 1; i < LINE_PARTS; i++)
        all += counts.part[i];
    for (int i = 0; i < PART_LANES; i++)
        sum += all[i];
    return sum;
}

#endif
