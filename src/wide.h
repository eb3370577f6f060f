/* Counts of up to 128 bits: a deep perft does not fit 64. Sums and products that do not fit 128
 * either are told, never wrapped. */
#ifndef XQPERFT_WIDE_H
#define XQPERFT_WIDE_H

#include <stdbool.h>
#include <stddef.h>

#include "text.h"

XQPERFT_BEGIN

#ifndef __SIZEOF_INT128__
#error "compilers have numbers of 128 bits for 64-bit processors only"
#endif
__extension__ typedef unsigned __int128 wide;

/* Adds to *sum, or multiplies. False, with *sum unspecified, when the result has more bits. */
static inline bool wide_add(wide *sum, wide term)
{
    return !__builtin_add_overflow(*sum, term, sum);
}

static inline bool wide_add_product(wide *sum, wide a, wide b)
{
    wide product;
    return !__builtin_mul_overflow(a, b, &product) && wide_add(sum, product);
}

enum { WIDE_SIZE = 40 }; /* 39 digits and the final zero */

/* Decimal digits. Returns `out`. */
char *wide_write(wide number, char out[WIDE_SIZE]);

/* As text_number(), for numbers of up to 128 bits. */
enum number_result wide_read(const char *text, size_t length, wide *value);

XQPERFT_END

#endif
