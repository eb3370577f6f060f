/*
 * The replies to many quick moves in one sum; for vector_two_plies.h. A quick move is quiet and
 * changes nothing that the king or a pin depends on, so its replies are those before it, and
 *
 *   what its piece, gone from `from`, lets through     departs(from)
 *   what it stops where it comes to                    arrives[to], a byte for each square
 *
 * The two are independent of each other, whatever rook or cannon each concerns, unless both squares
 * are on one line with it and it sees the piece at `from`: then the piece must have moved along
 * that line, and is counted by itself. So a piece with n quick moves adds
 *
 *     n * (replies before + departs(from)) + sum of arrives[to]
 *
 * and the last part is a product of two rows of bytes for all pieces together: how many pieces may
 * come to a square, times what that changes (one VNNI instruction for 64 squares).
 */
#include "vector_replier.h"

struct arrivals {
    _Alignas(64) int8_t change[BYTE_ROW]; /* by byte_of() */
};

/*
 * A rook that sees n steps in one direction, the capture at their end included, has k left when
 * something comes k steps away: k - n more. A cannon loses that step, too, and what it captured
 * behind the piece it saw, but may capture that piece over the new one; between the two, the new
 * one is what it captures.
 *
 *     cannon   1   2   3   first   5   6   second    3 steps, and a capture when `second` is the
 *              -   -   -           +   +             mover's
 *
 * A byte is enough: from each direction a square is seen by one rook or cannon, and beyond it by
 * one cannon, and has at most 8 horses and elephants around it.
 */
#ifdef __AVX512BW__

struct ramps {
    __m512i change[2];
};

LINE_INLINE void ramps_begin(struct ramps *ramps, const uint8_t *stopped)
{
    const __m512i none = _mm512_setzero_si512();
    for (int half = 0; half < 2; half++)
        ramps->change[half] = _mm512_sub_epi8(none, _mm512_loadu_si512(stopped + 64 * half));
}

/* On these squares, adds the steps from `square`. */
LINE_INLINE void ramps_add_steps(struct ramps *ramps, struct bits90 on, int square)
{
    for (int half = 0; half < 2; half++)
        ramps->change[half] = _mm512_mask_add_epi8(
            ramps->change[half], on.half[half], ramps->change[half],
            _mm512_load_si512(line_register_tables.steps[square][half]));
}

/* And here, a number. */
LINE_INLINE void ramps_add(struct ramps *ramps, struct bits90 on, int number)
{
    const __m512i numbers = _mm512_set1_epi8((char)number);
    for (int half = 0; half < 2; half++)
        ramps->change[half] = _mm512_mask_add_epi8(ramps->change[half], on.half[half],
                                                   ramps->change[half], numbers);
}

LINE_INLINE void ramps_end(const struct ramps *ramps, struct arrivals *arrivals)
{
    for (int half = 0; half < 2; half++)
        _mm512_store_si512(arrivals->change + 64 * half, ramps->change[half]);
}

#else

struct ramps {
    int8_t change[BYTE_ROW];
};

LINE_INLINE void ramps_begin(struct ramps *ramps, const uint8_t *stopped)
{
    for (int i = 0; i < BYTE_ROW; i++)
        ramps->change[i] = (int8_t)-stopped[i];
}

LINE_INLINE void ramps_add_steps(struct ramps *ramps, struct bits90 on, int square)
{
    const int8_t *steps = line_register_tables.steps[square][0];
    BITS90_FOR_EACH (at, on) {
        int8_t *change = &ramps->change[byte_of(at)];
        *change = (int8_t)(*change + steps[byte_of(at)]);
    }
}

LINE_INLINE void ramps_add(struct ramps *ramps, struct bits90 on, int number)
{
    BITS90_FOR_EACH (at, on) {
        int8_t *change = &ramps->change[byte_of(at)];
        *change = (int8_t)(*change + number);
    }
}

LINE_INLINE void ramps_end(const struct ramps *ramps, struct arrivals *arrivals)
{
    memcpy(arrivals->change, ramps->change, sizeof arrivals->change);
}

#endif

LINE_INLINE void add_rook(struct ramps *ramps, const struct seen *seen, struct bits90 mover,
                          int square)
{
    struct occupancy occupied = {seen->all};
    struct bits90 reach = line_reach(&occupied, square).rook;
    ramps_add_steps(ramps, bits90_minus(reach, seen->all), square);
    struct bits90 seen_steps = bits90_or(bits90_minus(reach, seen->all), bits90_and(reach, mover));
    for (int way = 0; way < WAYS; way++) {
        struct bits90 ray = line_register_tables.ray[square][way];
        ramps_add(ramps, bits90_minus(bits90_and(reach, ray), seen->all),
                  -bits90_count(bits90_and(seen_steps, ray)));
    }
}

LINE_INLINE void add_cannon(struct ramps *ramps, const struct seen *seen, struct bits90 mover,
                            int square)
{
    struct occupancy occupied = {seen->all};
    struct line_sets reach = line_reach(&occupied, square);
    struct bits90 gap = bits90_minus(reach.rook, seen->all);
    struct bits90 beyond = bits90_minus(reach.cannon, seen->all);
    ramps_add_steps(ramps, gap, square);
    for (int way = 0; way < WAYS; way++) {
        struct bits90 ray = line_register_tables.ray[square][way];
        struct bits90 on = bits90_and(gap, ray);
        bool first = bits90_any(bits90_and(bits90_and(reach.rook, mover), ray));
        bool second = bits90_any(bits90_and(bits90_and(reach.cannon, mover), ray));
        ramps_add(ramps, on, first - bits90_count(on) - 1 - second);
        ramps_add(ramps, bits90_and(beyond, ray), 1 - second);
    }
}

/* Of rooks and cannons that are not pinned, horses and elephants. */
LINE_INLINE void find_arrivals(struct arrivals *arrivals, const struct replier *replier,
                               const struct bitboard_state *state)
{
    const struct seen *seen = &replier->seen;
    const struct bits90 *own = &state->set[piece_of(seen->side, KING)];
    struct bits90 mover = bits90_minus(seen->all, seen->own);
    struct ramps ramps;
    ramps_begin(&ramps, replier->stopped_free);
    BITS90_FOR_EACH (square, bits90_minus(own[ROOK], replier->pinned))
        add_rook(&ramps, seen, mover, square);
    BITS90_FOR_EACH (square, bits90_minus(own[CANNON], replier->pinned))
        add_cannon(&ramps, seen, mover, square);
    ramps_end(&ramps, arrivals);
}

/* --- sums ------------------------------------------------------------------------------------ */

/* How many pieces may come to each square, or at once what that makes. */
struct sums {
    uint64_t moves;
    uint64_t departures; /* of all moves; may be less than nothing, modulo 2^64 */
#ifdef __AVX512VNNI__
    __m512i pieces[2];
#else
    uint64_t arrivals;
#endif
};

LINE_INLINE void sums_begin(struct sums *sums)
{
    memset(sums, 0, sizeof *sums);
}

LINE_INLINE void sums_add(struct sums *sums, const struct arrivals *arrivals, struct bits90 to_set,
                          uint64_t departure)
{
    uint64_t moves = (uint64_t)bits90_count(to_set);
    sums->moves += moves;
    sums->departures += moves * departure;
#ifdef __AVX512VNNI__
    (void)arrivals;
    for (int half = 0; half < 2; half++)
        sums->pieces[half] = _mm512_mask_add_epi8(sums->pieces[half], to_set.half[half],
                                                  sums->pieces[half], _mm512_set1_epi8(1));
#else
    BITS90_FOR_EACH (to, to_set)
        sums->arrivals += (uint64_t)(int64_t)arrivals->change[byte_of(to)];
#endif
}

/* The replies to all moves that were added, when each has `before`, but for what it changes. */
LINE_INLINE uint64_t sums_end(const struct sums *sums, const struct arrivals *arrivals,
                              uint64_t before)
{
    uint64_t sum = sums->moves * before + sums->departures;
#ifdef __AVX512VNNI__
    __m512i products = _mm512_setzero_si512();
    for (int half = 0; half < 2; half++)
        products = _mm512_dpbusd_epi32(products, sums->pieces[half],
                                       _mm512_load_si512(arrivals->change + 64 * half));
    return sum + (uint64_t)(int64_t)_mm512_reduce_add_epi32(products);
#else
    (void)arrivals;
    return sum + sums->arrivals;
#endif
}
