/* PEXT where the compiler may use it, and what is known of it on this processor. */
#ifndef XQPERFT_PEXT_H
#define XQPERFT_PEXT_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __BMI2__
#include <immintrin.h>
#endif

/* The bits of `word` under `mask`, packed at the low end. */
static inline uint64_t pext(uint64_t word, uint64_t mask)
{
#ifdef __BMI2__
    return _pext_u64(word, mask);
#else
    uint64_t packed = 0;
    for (uint64_t bit = 1; mask; mask &= mask - 1, bit <<= 1)
        packed |= word & mask & -mask ? bit : 0;
    return packed;
#endif
}

/* What this processor says; in a file of their own, compiled for it. Has it the instruction? */
bool pext_available(void);

/* And is it done at once, not in microcode? */
bool pext_fast(void);

#endif
