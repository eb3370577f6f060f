/*
 * The leaves two plies below a node, each position between counted by itself, but not from nothing:
 * most quiet moves of the mover leave almost everything as it was for the replier. So what the
 * replier could do if the mover did nothing is found out once (struct replier), and of each move
 * only what it changes:
 *
 *   rooks and cannons   are counted anew by the line register, without a move being made;
 *   horses, elephants   lose the moves whose leg or eye is entered, and gain those whose is left:
 *                       two bytes of a table of squares;
 *   advisors, pawns     have the same moves, whether a square is empty or the mover's;
 *   the king            and pins: the same, unless the move touches what they depend on.
 *
 * The last is decided by zones, which may be too large, but never too small. A quiet move that
 * touches none is `quick`. Others, and captures, look at the replier's king again; and only what is
 * checked then, or has a horse, a pawn or a bare cannon at its king, is made and counted with care
 * (vector_replies.h).
 */
#include "vector_sums.h"

/* --- moves that wait ------------------------------------------------------------------------- */

/* Moves as two rows of bytes. Room for what the widest store writes beyond the last one. */
enum { WAITING_ROOM = MAX_MOVES + 64 };
struct waiting {
    unsigned count;
    uint8_t from[WAITING_ROOM], to[WAITING_ROOM];
};

LINE_INLINE void wait_for(struct waiting *list, int from, struct bits90 to_set)
{
#if defined(__AVX512VBMI2__) && defined(__AVX512BW__)
    /* No loop, whose end could not be foretold: the squares of a set are packed by one instruction.
     * A piece has at most 17 moves. */
    const __m512i squares = _mm512_load_si512(line_register_tables.counted);
    const __m512i beyond = _mm512_add_epi8(squares, _mm512_set1_epi8(HALF_SQUARES));
    unsigned south = (unsigned)__builtin_popcountll(to_set.half[0]);
    uint8_t *from_end = list->from + list->count, *to_end = list->to + list->count;
    _mm256_storeu_si256((__m256i *)to_end, _mm512_castsi512_si256(_mm512_maskz_compress_epi8(
                                               to_set.half[0], squares)));
    _mm256_storeu_si256((__m256i *)(to_end + south),
                        _mm512_castsi512_si256(_mm512_maskz_compress_epi8(to_set.half[1], beyond)));
    _mm256_storeu_si256((__m256i *)from_end, _mm256_set1_epi8((char)from));
    list->count += south + (unsigned)__builtin_popcountll(to_set.half[1]);
#else
    BITS90_FOR_EACH (to, to_set) {
        list->from[list->count] = (uint8_t)from;
        list->to[list->count++] = (uint8_t)to;
    }
#endif
}

/* --- replies ------------------------------------------------------------------------------ */

/* The count so far: in lanes, for line_sum(), and beside. */
struct tally {
    line_register sliders;
    uint64_t others;
};

static __attribute__((noinline)) uint64_t count_made(struct bitboard_state *state, native_move move)
{
    int captured = bitboard_make(state, move);
    uint64_t count = bitboard_count_bulk(state);
    bitboard_unmake(state, move, captured);
    return count;
}

/* What the replier sees after a move. */
LINE_INLINE void see_after(struct seen *after, const struct seen *seen, enum kind kind,
                           int captured, int from, int to)
{
    struct bits90 here = tables->place[from].set, there = tables->place[to].set;
    struct bits90 near = tables->king_near[tables->palace_index[seen->king]], none = {{0, 0}};
    struct bits90 moved = bits90_and(bits90_or(here, there), near);
    after->side = seen->side;
    after->king = seen->king;
    lines_after(&after->lines, &seen->lines, kind, captured, from, to);
    after->occupied = lines_occupied(&after->lines);
    after->all = bits90_or(bits90_minus(seen->all, here), there);
    after->own = bits90_minus(seen->own, there);
    after->leapers.horses = bits90_xor(seen->leapers.horses, kind == HORSE ? moved : none);
    after->leapers.pawns = bits90_xor(seen->leapers.pawns, kind == PAWN ? moved : none);
}

/* The number of replies to a move that captures, or may matter to the king. */
static __attribute__((noinline)) uint64_t count_changed(const struct replier *replier,
                                                        struct bitboard_state *state, int from,
                                                        int to)
{
    int captured = state->piece[to];
    struct seen after;
    struct dangers dangers;
    see_after(&after, &replier->seen, piece_kind(state->piece[from]), captured, from, to);
    look_for_dangers(&dangers, &after);
    uint64_t count;
    if (dangers.check)
        return count_check(state, &after, &dangers, &count)
                   ? count
                   : count_made(state, native_move_of(from, to));
    count = king_steps(&after, &dangers);
    bool is_free = !line_any(dangers.view.pinned) &&
                   !bits90_any(bits90_or(dangers.leg_pinned, dangers.forbidden)) &&
                   !bits90_any(replier->forbidden);
    if (captured != NO_PIECE || !is_free)
        return count + count_free(state, &after, &dangers);
    return count + replier->steps + replier->stopped[byte_of(from)] -
           replier->stopped[byte_of(to)] +
           line_sum(slider_counts(after.occupied, replier->barred, after.lines.rooks,
                                  after.lines.cannons));
}

/* Adds the replies to quiet moves that do not matter to the king. */
LINE_INLINE void tally_quick(const struct replier *replier, const struct waiting *quick,
                             struct tally *tally)
{
    line_register sliders = tally->sliders;
    uint64_t others = quick->count * replier->others;
    for (unsigned i = 0; i < quick->count; i++) {
        int from = quick->from[i], to = quick->to[i];
        line_register occupied =
            line_xor(line_xor(replier->seen.occupied, line_square(from)), line_square(to));
        sliders = line_add(sliders, slider_counts(occupied, replier->barred, replier->rooks,
                                                  replier->cannons));
        others += (uint64_t)replier->stopped_free[byte_of(from)] -
                  replier->stopped_free[byte_of(to)];
    }
    tally->sliders = sliders;
    tally->others += others;
}

/* --- the mover ------------------------------------------------------------------------------- */

/* Moves of the mover, by what may be done with them. */
struct sorted {
    struct waiting quick, changed;
    /* Only where the last two plies are summed: of quick moves, all but those that wait. */
    bool summed;
    struct arrivals arrivals;
    struct sums sums;
    uint64_t slides;        /* the replier's moves of rooks and cannons before */
    line_register observed; /* pieces on which the moves of these depend, in lanes of these lines */
};

/* The pieces that rooks and cannons see: the first in each direction, and of cannons the second. */
LINE_INLINE void begin_sums(struct sorted *sorted, const struct replier *replier,
                            const struct bitboard_state *state)
{
    const struct seen *seen = &replier->seen;
    find_arrivals(&sorted->arrivals, replier, state);
    sums_begin(&sorted->sums);
    line_register screens = line_minus(line_hit(seen->occupied, replier->cannons), line_edges());
    sorted->observed = line_or(line_or(line_hit(seen->occupied, replier->rooks), screens),
                               line_hit(seen->occupied, screens));
    sorted->slides = line_sum(
        slider_counts(seen->occupied, replier->barred, replier->rooks, replier->cannons));
}

LINE_INLINE void sum_moves(struct sorted *sorted, const struct replier *replier, int from,
                           struct bits90 to_set)
{
    line_register here = line_square(from);
    uint64_t departure = replier->stopped_free[byte_of(from)];
    unsigned lanes = line_lanes(line_and(here, sorted->observed));
    if (lanes) {
        line_register occupied = line_xor(replier->seen.occupied, here);
        departure += line_sum(slider_counts(occupied, replier->barred, replier->rooks,
                                            replier->cannons)) -
                     sorted->slides;
        struct bits90 along = rays_of_lanes(from, lanes | (lanes << 2 & 0xcc) | (lanes >> 2 & 0x33));
        wait_for(&sorted->quick, from, bits90_and(to_set, along));
        to_set = bits90_minus(to_set, along);
    }
    sums_add(&sorted->sums, &sorted->arrivals, to_set, departure);
}

/* Those that enter a square of `zone` are not quick; nor are captures, or moves from where leaving
 * may matter. */
LINE_INLINE void sort_moves(const struct replier *replier, struct sorted *sorted, int from,
                            struct bits90 to_set, struct bits90 zone)
{
    struct bits90 apart = bits90_or(replier->seen.own, zone);
    if (line_any(line_and(line_square(from), replier->zones.leave)))
        apart = ALL_SQUARES;
    wait_for(&sorted->changed, from, bits90_and(to_set, apart));
    if (sorted->summed)
        sum_moves(sorted, replier, from, bits90_minus(to_set, apart));
    else
        wait_for(&sorted->quick, from, bits90_minus(to_set, apart));
}

LINE_INLINE void sort_kind(const struct replier *replier, const struct bitboard_state *state,
                           enum kind kind, struct targets targets, struct bits90 pinned,
                           struct bits90 zone, struct sorted *sorted)
{
    enum side mover = side_other(replier->seen.side);
    BITS90_FOR_EACH (from, bits90_minus(state->set[piece_of(mover, kind)], pinned))
        sort_moves(replier, sorted, from, piece_targets(state, mover, kind, from, targets), zone);
}

LINE_INLINE void sort_pawns(const struct replier *replier, const struct bitboard_state *state,
                            struct targets targets, struct bits90 pinned, struct sorted *sorted)
{
    enum side mover = side_other(replier->seen.side);
    BITS90_FOR_EACH (from, bits90_minus(state->set[piece_of(mover, PAWN)], pinned)) {
        struct pawn_targets to = pawn_targets(tables->place[from].set, mover, targets);
        sort_moves(replier, sorted, from, bits90_or(bits90_or(to.ahead, to.east), to.west),
                   replier->zones.leaper);
    }
}

/* Where the mover's king may go. */
LINE_INLINE struct bits90 mover_king_steps(const struct replier *replier,
                                           const struct bitboard_state *state, enum side mover,
                                           int king)
{
    const struct lines *lines = &replier->seen.lines;
    struct leapers leapers = leapers_near(state, mover, king);
    uint64_t squares = tables->king_to[king] & ~side_set(state, mover).half[mover];
    if (leapers_any(leapers))
        squares &= ~leapers_attack(leapers, mover,
                                   bits90_minus(state->occupied.set, tables->place[king].set));
    return home_set(mover, safe_steps(line_minus(replier->seen.occupied, line_square(king)),
                                      line_or(lines->rooks, king_on_files(lines->king)),
                                      lines->cannons, mover, squares));
}

/* Of moves that must be tested. */
static uint64_t count_tested_two(struct bitboard_state *state, const native_move *move,
                                 const native_move *end)
{
    enum side mover = (enum side)state->side;
    uint64_t nodes = 0;
    for (; move < end; move++) {
        int captured = bitboard_make(state, *move);
        if (!bitboard_king_attacked(state, mover))
            nodes += bitboard_count_legal(state);
        bitboard_unmake(state, *move, captured);
    }
    return nodes;
}

static __attribute__((noinline)) uint64_t count_two_in_check(struct bitboard_state *state)
{
    native_move moves[MAX_MOVES];
    return count_tested_two(state, moves, bitboard_generate(state, false, moves));
}

/* Summed, but where bare cannons forbid squares, which arrivals do not know of. */
LINE_INLINE uint64_t count_two_of(struct bitboard_state *state, enum side mover, bool summed)
{
    native_move moves[MAX_MOVES];
    struct bitboard_danger danger;
    danger_to(state, mover, &danger);
    if (danger.check)
        return count_two_in_check(state);

    struct replier replier;
    struct sorted sorted;
    look_at_replier(&replier, state, side_other(mover));
    sorted.quick.count = sorted.changed.count = 0;
    sorted.summed = summed && !bits90_any(replier.forbidden);
    if (sorted.summed)
        begin_sums(&sorted, &replier, state);
    struct targets targets = {
        bits90_minus(bits90_minus(ALL_SQUARES, state->occupied.set), danger.forbidden),
        replier.seen.own};
    struct bits90 pinned = danger.pinned;
    const struct zones *zones = &replier.zones;
    int king = bitboard_king_square(state, mover);
    sort_moves(&replier, &sorted, king, mover_king_steps(&replier, state, mover, king),
               zones->rook);
    sort_kind(&replier, state, ROOK, targets, pinned, zones->rook, &sorted);
    sort_kind(&replier, state, CANNON, targets, pinned, zones->cannon, &sorted);
    sort_kind(&replier, state, HORSE, targets, pinned, zones->leaper, &sorted);
    sort_kind(&replier, state, ELEPHANT, targets, pinned, zones->arrive, &sorted);
    sort_kind(&replier, state, ADVISOR, targets, pinned, zones->arrive, &sorted);
    sort_pawns(&replier, state, targets, pinned, &sorted);

    struct tally tally = {line_none(), 0};
    tally_quick(&replier, &sorted.quick, &tally);
    for (unsigned i = 0; i < sorted.changed.count; i++)
        tally.others +=
            count_changed(&replier, state, sorted.changed.from[i], sorted.changed.to[i]);
    uint64_t nodes = tally.others + line_sum(tally.sliders);
    if (sorted.summed)
        nodes += sums_end(&sorted.sums, &sorted.arrivals, replier.others + sorted.slides);
    for (unsigned i = 1; i < danger.tested_count; i++)
        nodes +=
            count_tested_two(state, moves, bitboard_generate_from(state, danger.tested[i], moves));
    return nodes;
}

/* The number of legal paths of two plies, the replies to each move counted by themselves. */
static uint64_t bitboard_count_two(struct bitboard_state *state)
{
    return count_two_of(state, (enum side)state->side, false);
}

/* The same, those to quick moves summed. */
static uint64_t bitboard_sum_two(struct bitboard_state *state)
{
    return count_two_of(state, (enum side)state->side, true);
}
