/* For tests: positions that no game would come to, the same ones for the same seed. */
#ifndef XQPERFT_RANDOM_POSITIONS_H
#define XQPERFT_RANDOM_POSITIONS_H

#include <stddef.h>

#include "position.h"

/* SplitMix64: the same everywhere, whatever the C library's rand() does. */
uint64_t next_random(uint64_t *state);
size_t random_below(uint64_t *state, size_t limit);

/* Up to 16 pieces a side, of any kind and however many of it, on squares they can reach; mostly
 * with a king each. Three of four or so are not valid. */
void random_placement(uint64_t *random, struct position *position);

/* Valid ones, with 1 to 16 pieces a side in any proportion, the king with them; in every second one
 * many pieces are on the kings' files, so that checks, pins and screens are common. */
void random_valid_placement(uint64_t *random, struct position *position);

#endif
