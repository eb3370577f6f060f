/* Has this processor what a vector-* is compiled for? Asked in a file of their own, which
 * is compiled for any; VECTOR_AVX2 and VECTOR_AVX512 in the Makefile name the same features. */
#ifndef XQPERFT_VECTOR_AVAILABLE_H
#define XQPERFT_VECTOR_AVAILABLE_H

#include <stdbool.h>

bool vector_avx2_available(void);
bool vector_avx512_available(void);

/* Never: of a board that the compiler could not compile as it is meant. */
bool vector_unavailable(void);

#endif
