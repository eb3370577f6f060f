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

/* --- arrivals -------------------------------------------------------------------------------- */

/* A number for each direction from a square, a byte each: no more than squares on a line. */
typedef uint32_t by_way;

#define EACH_WAY ((by_way)0x01010101)

/* How many of `set` are in each direction. */
LINE_INLINE by_way count_by_way(struct bits90 set, int square)
{
    const struct bits90 *ray = line_register_tables.ray[square];
    int half = square >= HALF_SQUARES; /* both directions along the rank are in this half */
    return (by_way)__builtin_popcountll(set.half[half] & ray[0].half[half]) |
           (by_way)__builtin_popcountll(set.half[half] & ray[1].half[half]) << 8 |
           (by_way)bits90_count(bits90_and(set, ray[2])) << 16 |
           (by_way)bits90_count(bits90_and(set, ray[3])) << 24;
}

#ifdef __AVX512BW__

struct ramps {
    __m512i change[2];
};

LINE_INLINE void ramps_begin(struct ramps *ramps, const uint8_t *stopped)
{
    for (int half = 0; half < 2; half++)
        ramps->change[half] =
            _mm512_sub_epi8(_mm512_setzero_si512(), _mm512_loadu_si512(stopped + 64 * half));
}

/* On these squares, adds a number by their direction from `square`. */
LINE_INLINE void ramps_add(struct ramps *ramps, struct bits90 on, int square, by_way numbers)
{
    const __m512i number = _mm512_set1_epi32((int)numbers);
    for (int half = 0; half < 2; half++)
        ramps->change[half] = _mm512_mask_add_epi8(
            ramps->change[half], on.half[half], ramps->change[half],
            _mm512_shuffle_epi8(number, _mm512_load_si512(line_register_tables.way[square][half])));
}

/* And here the steps from `square`, less a number. */
LINE_INLINE void ramps_add_steps(struct ramps *ramps, struct bits90 on, int square, by_way numbers)
{
    const __m512i number = _mm512_set1_epi32((int)numbers);
    for (int half = 0; half < 2; half++) {
        __m512i steps = _mm512_load_si512(line_register_tables.steps[square][half]);
        __m512i way = _mm512_load_si512(line_register_tables.way[square][half]);
        ramps->change[half] =
            _mm512_mask_add_epi8(ramps->change[half], on.half[half], ramps->change[half],
                                 _mm512_sub_epi8(steps, _mm512_shuffle_epi8(number, way)));
    }
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

LINE_INLINE int number_of_way(by_way numbers, int square, int at)
{
    return (int)(numbers >> 8 * line_register_tables.way[square][0][byte_of(at)] & 0xff);
}

LINE_INLINE void ramps_add(struct ramps *ramps, struct bits90 on, int square, by_way numbers)
{
    BITS90_FOR_EACH (at, on) {
        int8_t *change = &ramps->change[byte_of(at)];
        *change = (int8_t)(*change + number_of_way(numbers, square, at));
    }
}

LINE_INLINE void ramps_add_steps(struct ramps *ramps, struct bits90 on, int square, by_way numbers)
{
    BITS90_FOR_EACH (at, on) {
        int8_t *change = &ramps->change[byte_of(at)];
        int steps = line_register_tables.steps[square][0][byte_of(at)];
        *change = (int8_t)(*change + steps - number_of_way(numbers, square, at));
    }
}

LINE_INLINE void ramps_end(const struct ramps *ramps, struct arrivals *arrivals)
{
    memcpy(arrivals->change, ramps->change, sizeof arrivals->change);
}

#endif

/*
 * A rook that sees n steps in one direction, the capture at their end included, has k left when
 * something comes k steps away: k - n more.
 */
LINE_INLINE void add_rook(struct ramps *ramps, const struct seen *seen, int square)
{
    struct occupancy occupied = {seen->all};
    struct bits90 reach = line_reach(&occupied, square).rook;
    ramps_add_steps(ramps, bits90_minus(reach, seen->all), square,
                    count_by_way(bits90_minus(reach, seen->own), square));
}

/*
 * A cannon loses that step, too, and what it captured behind the first piece, but may capture that
 * one over the new one; and where it sees no second piece, it may capture what comes behind the
 * first.
 *
 *     cannon   1   2   3   first   5   6   second
 *              k - 3 - 1           +1  +1 - 1          when both are the mover's: + 1 - 1
 */
LINE_INLINE void add_cannon(struct ramps *ramps, const struct seen *seen, int square)
{
    struct occupancy occupied = {seen->all};
    struct line_sets reach = line_reach(&occupied, square);
    struct bits90 gap = bits90_minus(reach.rook, seen->all);
    struct bits90 mover = bits90_minus(seen->all, seen->own);
    by_way first = count_by_way(bits90_and(reach.rook, mover), square);
    by_way second = count_by_way(bits90_and(reach.cannon, mover), square);
    ramps_add_steps(ramps, gap, square, count_by_way(gap, square) + EACH_WAY + second - first);
    ramps_add(ramps, bits90_minus(reach.cannon, seen->all), square, EACH_WAY - second);
}

/* Of rooks and cannons that are not pinned, horses and elephants. A byte is enough: from each
 * direction a square is seen by one rook or cannon, and over it by one cannon, and it has at most 8
 * horses and elephants around it. */
LINE_INLINE void find_arrivals(struct arrivals *arrivals, const struct replier *replier,
                               const struct bitboard_state *state)
{
    const struct seen *seen = &replier->seen;
    const struct bits90 *own = &state->set[piece_of(seen->side, KING)];
    struct ramps ramps;
    ramps_begin(&ramps, replier->stopped_free);
    BITS90_FOR_EACH (square, bits90_minus(own[ROOK], replier->pinned))
        add_rook(&ramps, seen, square);
    BITS90_FOR_EACH (square, bits90_minus(own[CANNON], replier->pinned))
        add_cannon(&ramps, seen, square);
    ramps_end(&ramps, arrivals);
}

/* --- sums ------------------------------------------------------------------------------------ */

/* How many pieces may come to each square, or at once what that makes. */
struct sums {
    uint64_t moves;
    uint64_t others;       /* what departures change for all pieces but rooks and cannons */
    line_register sliders; /* and what those of observed pieces leave to rooks and cannons */
    uint64_t observed_moves;
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

/* The moves of one piece. */
LINE_INLINE void sums_add(struct sums *sums, const struct arrivals *arrivals, struct bits90 to_set,
                          unsigned stopped)
{
    uint64_t moves = (uint64_t)bits90_count(to_set);
    sums->moves += moves;
    sums->others += moves * stopped;
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

/* And of one that rooks or cannons see, which have so many moves without it. */
LINE_INLINE void sums_observe(struct sums *sums, struct bits90 to_set, line_register without)
{
    uint64_t moves = (uint64_t)bits90_count(to_set);
    sums->observed_moves += moves;
    sums->sliders = line_add(sums->sliders, line_times(without, moves));
}

/* The replies to all moves that were added. Before them, there are so many of rooks and cannons,
 * and of others. */
LINE_INLINE uint64_t sums_end(const struct sums *sums, const struct arrivals *arrivals,
                              uint64_t sliders, uint64_t others)
{
    uint64_t sum = sums->moves * others + sums->others + line_sum(sums->sliders) +
                   (sums->moves - sums->observed_moves) * sliders;
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
