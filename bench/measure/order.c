#include "order.h"

uint64_t order_next(struct order_stream *stream)
{
    uint64_t mixed = stream->state += 0x9e3779b97f4a7c15;
    mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
    return mixed ^ mixed >> 31;
}

size_t order_below(struct order_stream *stream, size_t limit)
{
    return (size_t)((order_next(stream) >> 32) * limit >> 32);
}

void order_shuffle(struct order_stream *stream, size_t count, uint8_t *out)
{
    for (size_t i = 0; i < count; i++) {
        size_t at = order_below(stream, i + 1);
        out[i] = out[at];
        out[at] = (uint8_t)i;
    }
}

/* A stream of its own for each purpose, so that a launch or block is the same whatever came before
 * it. Number 0 is the loading, those from 1 are the blocks, those from the end the rounds. */
static struct order_stream stream_for(uint64_t seed, unsigned launch, uint64_t number)
{
    struct order_stream stream = {seed};
    stream.state = order_next(&stream) ^ launch;
    stream.state = order_next(&stream) ^ number;
    return stream;
}

void order_of_loading(uint64_t seed, unsigned launch, size_t count, uint8_t *out)
{
    struct order_stream stream = stream_for(seed, launch, 0);
    order_shuffle(&stream, count, out);
}

struct order_stream order_of_positions(uint64_t seed, unsigned launch, size_t round,
                                       size_t workload)
{
    struct order_stream stream = stream_for(seed, launch, UINT64_MAX - round);
    stream.state = order_next(&stream) ^ workload;
    return stream;
}

void order_square(uint64_t seed, unsigned launch, size_t block, size_t count, uint8_t *square)
{
    struct order_stream stream = stream_for(seed, launch, block + 1);
    uint8_t boards[UINT8_MAX + 1], shifts[UINT8_MAX + 1];
    order_shuffle(&stream, count, boards);
    order_shuffle(&stream, count, shifts);
    for (size_t row = 0; row < count; row++)
        for (size_t place = 0; place < count; place++)
            square[row * count + place] = boards[(shifts[row] + place) % count];
}
