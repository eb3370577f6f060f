/* A move in a board's own squares: two bytes, as in types.h, but of no meaning outside the board.
 */
#ifndef XQPERFT_NATIVE_MOVE_H
#define XQPERFT_NATIVE_MOVE_H

#include <stdint.h>

typedef uint16_t native_move;

static inline native_move native_move_of(int from, int to)
{
    return (native_move)(from | to << 8);
}

static inline int native_from(native_move move)
{
    return move & 0xff;
}

static inline int native_to(native_move move)
{
    return move >> 8;
}

#endif
