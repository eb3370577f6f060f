#include "forget.h"

#include <stddef.h>

#include "order.h"

/*
 * On an AMD EPYC (Zen 4), what is left after so many branches moves the ratios of boards by 1 to 2
 * percent, when everything else that is usually run between two samples is left out; without
 * them it is up to 30. Ten times as many change nothing but the time that it takes; a quarter as
 * many, or as many of a single branch instruction, leave three times as much.
 */
enum { BRANCHES = 200000, SITES = 1024 };

/* A branch of its own on a random bit, which no compiler can turn into anything else. */
#define BRANCH                                                                                     \
    if (bits & 1)                                                                                  \
        __asm__ volatile("" : "+r"(odd));                                                          \
    else                                                                                           \
        __asm__ volatile("" : "+r"(even));                                                         \
    bits >>= 1;
#define BRANCHES_4  BRANCH BRANCH BRANCH BRANCH
#define BRANCHES_16 BRANCHES_4 BRANCHES_4 BRANCHES_4 BRANCHES_4
#define BRANCHES_64 BRANCHES_16 BRANCHES_16 BRANCHES_16 BRANCHES_16
#define WORD_OF_BRANCHES                                                                           \
    bits = order_next(&stream);                                                                    \
    BRANCHES_64
#define WORDS_4  WORD_OF_BRANCHES WORD_OF_BRANCHES WORD_OF_BRANCHES WORD_OF_BRANCHES
#define WORDS_16 WORDS_4 WORDS_4 WORDS_4 WORDS_4

void forget(void)
{
    static struct order_stream stream; /* goes on, or it would be learnt itself */
    uint64_t bits, odd = 0, even = 0;
    for (size_t i = 0; i < BRANCHES; i += SITES) {
        WORDS_16
    }
}
