/*
 * A set of squares: 90 bits split at the river into two words, Red's half (ranks 0-4) and Black's
 * (ranks 5-9), 45 bits each. Bit 9 * (rank % 5) + file of its word is a square.
 *
 * Split there, an elephant's or a palace piece's whole life is in one word, and no set needs
 * more than the two words that 90 bits must have; only pawns cross.
 */
#ifndef XQPERFT_BITS90_H
#define XQPERFT_BITS90_H

#include <stdbool.h>
#include <stdint.h>

struct bits90 {
    uint64_t half[2];
};

enum { HALF_SQUARES = 45 };
#define HALF_MASK ((UINT64_C(1) << HALF_SQUARES) - 1)

static inline struct bits90 bits90_of(int square)
{
    struct bits90 set = {{0, 0}};
    set.half[square >= HALF_SQUARES] = UINT64_C(1) << (square % HALF_SQUARES);
    return set;
}

static inline struct bits90 bits90_and(struct bits90 a, struct bits90 b)
{
    return (struct bits90){{a.half[0] & b.half[0], a.half[1] & b.half[1]}};
}

static inline struct bits90 bits90_or(struct bits90 a, struct bits90 b)
{
    return (struct bits90){{a.half[0] | b.half[0], a.half[1] | b.half[1]}};
}

static inline struct bits90 bits90_xor(struct bits90 a, struct bits90 b)
{
    return (struct bits90){{a.half[0] ^ b.half[0], a.half[1] ^ b.half[1]}};
}

/* a without b */
static inline struct bits90 bits90_minus(struct bits90 a, struct bits90 b)
{
    return (struct bits90){{a.half[0] & ~b.half[0], a.half[1] & ~b.half[1]}};
}

static inline bool bits90_any(struct bits90 a)
{
    return (a.half[0] | a.half[1]) != 0;
}

static inline int bits90_count(struct bits90 a)
{
    return __builtin_popcountll(a.half[0]) + __builtin_popcountll(a.half[1]);
}

/* One of the words. Compilers keep a set in registers only while no word of it is chosen at run
 * time by its index. */
static inline uint64_t bits90_half(struct bits90 a, unsigned half)
{
    return half ? a.half[1] : a.half[0];
}

static inline bool bits90_has(struct bits90 a, int square)
{
    return bits90_any(bits90_and(a, bits90_of(square)));
}

/* The lowest square of a set that is not empty. */
static inline int bits90_first(struct bits90 a)
{
    return a.half[0] ? __builtin_ctzll(a.half[0]) : HALF_SQUARES + __builtin_ctzll(a.half[1]);
}

/* Runs the statement for each square of a set, from the lowest. One loop a word: testing both
 * words at each step is slower. */
#define BITS90_FOR_EACH(square, set)                                                               \
    for (int half_ = 0, square; half_ < 2; half_++)                                                \
        for (uint64_t left_ = (set).half[half_];                                                   \
             left_ && (square = half_ * HALF_SQUARES + __builtin_ctzll(left_), true);              \
             left_ &= left_ - 1)

#endif
