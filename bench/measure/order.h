/*
 * Who has its turn when. The order is drawn at random, so that no board is favoured by what always
 * comes before it, but balanced: a seed repeats it exactly.
 */
#ifndef XQBENCH_ORDER_H
#define XQBENCH_ORDER_H

#include <stddef.h>
#include <stdint.h>

/* A stream of random numbers: SplitMix64 (Steele, Lea and Flood, Fast splittable pseudorandom
 * number generators, OOPSLA 2014). The state may have any value. */
struct order_stream {
    uint64_t state;
};

uint64_t order_next(struct order_stream *stream);

/* A number below `limit`, which is from 1 to 2^32; uniform but for limit / 2^32. */
size_t order_below(struct order_stream *stream, size_t limit);

/* The numbers from 0 to count - 1 in a random order; count is at most 256. */
void order_shuffle(struct order_stream *stream, size_t count, uint8_t *out);

/* The order in which a launch (from 1) prepares its boards. */
void order_of_loading(uint64_t seed, unsigned launch, size_t count, uint8_t *out);

/* The stream of the order in which positions are run by a workload in a round (both from 0). */
struct order_stream order_of_positions(uint64_t seed, unsigned launch, size_t round,
                                       size_t workload);

/*
 * The order of `count` boards in a block of as many rounds: in the round r of the block, the board
 * square[r * count + place] has its turn at this place. It is a Latin square: each board comes once
 * in each round, and once at each place of the block. `block` is from 0.
 */
void order_square(uint64_t seed, unsigned launch, size_t block, size_t count, uint8_t *square);

#endif
