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
 * The last is decided by zones (vector_replier.h), which may be too large, but never too small. A
 * quiet move that touches none is `quick`. After others, and after captures, the replier's king is
 * looked at again, and pins and checks have closed forms (vector_replies.h); only two checks at
 * once and the like are made, and their replies listed and tested.
 *
 * The mover's own moves are legal as they are listed, but for those of its pieces that may be
 * pinned, and for all when it is in check: these few are made and tested.
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

/* A move of the mover, as what the replier sees after it. */
struct change {
    int from, to, captured; /* a piece code, or NO_PIECE */
    struct seen after;
    struct dangers dangers;
};

/* What a capture changes for pieces other than rooks, cannons and the king: the captured one's
 * moves are gone, and its square, which was barred to its own side, is open. */
LINE_INLINE uint64_t steps_of_capture(const struct replier *replier,
                                      const struct bitboard_state *state,
                                      const struct change *change)
{
    enum side side = replier->seen.side;
    const struct bits90 *own = &state->set[piece_of(side, KING)];
    const struct seen *after = &change->after;
    struct occupancy occupied = {after->all};
    int to = change->to;
    uint64_t count = (uint64_t)bits90_count(bits90_and(tables->pawn_from[side][to], own[PAWN]));
    BITS90_FOR_EACH (horse, bits90_and(tables->horse_near[to], own[HORSE]))
        count += bits90_has(horse_reach(&occupied, horse), to);
    if ((to >= HALF_SQUARES) == (side == BLACK)) {
        count += (uint64_t)__builtin_popcountll(tables->advisor_to[to] & own[ADVISOR].half[side]);
        for (int i = 0; i < 4; i++)
            count += (tables->elephant_to[to][i] & own[ELEPHANT].half[side]) != 0 &&
                     !(tables->elephant_eye[to][i] & after->all.half[side]);
    }
    enum kind kind = piece_kind(change->captured);
    if (kind != ROOK && kind != CANNON)
        count -= steps_to(state, side, after->all, tables->place[to].set, replier->open);
    return count;
}

/* Their legal moves, and those of all pieces that are pinned, from what they were before. */
LINE_INLINE uint64_t others_after(const struct replier *replier, const struct bitboard_state *state,
                                  const struct change *change, const struct pinned *pinned)
{
    const struct seen *after = &change->after;
    uint64_t count = replier->steps + replier->stopped[byte_of(change->from)] + pinned->moves;
    if (change->captured != NO_PIECE)
        count += steps_of_capture(replier, state, change);
    else
        count -= replier->stopped[byte_of(change->to)];
    if (bits90_any(pinned->pieces))
        count -= steps_to(state, after->side, after->all, pinned->pieces,
                          bits90_minus(bits90_minus(ALL_SQUARES, after->own), replier->forbidden));
    return count;
}

/* The number of replies to a move that captures, or may matter to the king. */
static __attribute__((noinline)) uint64_t
count_changed(const struct replier *replier, struct bitboard_state *state, int from, int to)
{
    struct change change;
    struct seen *after = &change.after;
    change.from = from;
    change.to = to;
    change.captured = state->piece[to];
    see_after(after, &replier->seen, piece_kind(state->piece[from]), change.captured, from, to);
    look_for_dangers(&change.dangers, after);
    uint64_t count;
    if (change.dangers.check)
        return count_check(state, after, &change.dangers, &count)
                   ? count
                   : count_made(state, native_move_of(from, to));
    count = king_steps(after, &change.dangers);
    if (bits90_any(bits90_xor(change.dangers.forbidden, replier->forbidden)))
        return count + count_free(state, after, &change.dangers);
    struct pinned pinned = find_pinned(state, after, &change.dangers);
    line_register barred =
        line_minus(replier->barred, line_if(change.captured != NO_PIECE, line_square(to)));
    return count + others_after(replier, state, &change, &pinned) +
           slides_to(after, pinned.lines, barred);
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
        sliders = line_add(
            sliders, slider_counts(occupied, replier->barred, replier->rooks, replier->cannons));
        others +=
            (uint64_t)replier->stopped_free[byte_of(from)] - replier->stopped_free[byte_of(to)];
    }
    tally->sliders = sliders;
    tally->others += others;
}

/* --- the mover ------------------------------------------------------------------------------- */

/* Moves of the mover, by what may be done with them. */
struct sorted {
    struct waiting quick, changed;
    struct sums sums; /* of quick ones, only where the last two plies are summed */
};

/* Those that enter a square of `zone` are not quick; nor are captures, or moves from where leaving
 * may matter. */
LINE_INLINE void sort_moves(const struct replier *replier, struct sorted *sorted, int from,
                            struct bits90 to_set, struct bits90 zone, bool summed)
{
    struct bits90 apart = bits90_or(replier->seen.own, zone);
    if (line_any(line_and(line_square(from), replier->zones.leave)))
        apart = ALL_SQUARES;
    wait_for(&sorted->changed, from, bits90_and(to_set, apart));
    struct bits90 quick = bits90_minus(to_set, apart);
    wait_for(&sorted->quick, from, summed ? sums_take(&sorted->sums, replier, from, quick) : quick);
}

LINE_INLINE void sort_kind(const struct replier *replier, const struct bitboard_state *state,
                           enum kind kind, struct targets targets, struct bits90 pinned,
                           struct bits90 zone, struct sorted *sorted, bool summed)
{
    enum side mover = side_other(replier->seen.side);
    BITS90_FOR_EACH (from, bits90_minus(state->set[piece_of(mover, kind)], pinned))
        sort_moves(replier, sorted, from, piece_targets(state, mover, kind, from, targets), zone,
                   summed);
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
    if (summed)
        sums_begin(&sorted.sums, &replier);
    struct targets targets = {
        bits90_minus(bits90_minus(ALL_SQUARES, state->occupied.set), danger.forbidden),
        replier.seen.own};
    struct bits90 pinned = danger.pinned;
    const struct zones *zones = &replier.zones;
    int king = bitboard_king_square(state, mover);
    sort_moves(&replier, &sorted, king, mover_king_steps(&replier, state, mover, king), zones->rook,
               summed);
    sort_kind(&replier, state, ROOK, targets, pinned, zones->rook, &sorted, summed);
    sort_kind(&replier, state, CANNON, targets, pinned, zones->cannon, &sorted, summed);
    sort_kind(&replier, state, HORSE, targets, pinned, zones->leaper, &sorted, summed);
    sort_kind(&replier, state, ELEPHANT, targets, pinned, zones->arrive, &sorted, summed);
    sort_kind(&replier, state, ADVISOR, targets, pinned, zones->arrive, &sorted, summed);
    sort_kind(&replier, state, PAWN, targets, pinned, zones->leaper, &sorted, summed);

    struct tally tally = {line_none(), 0};
    tally_quick(&replier, &sorted.quick, &tally);
    for (unsigned i = 0; i < sorted.changed.count; i++)
        tally.others +=
            count_changed(&replier, state, sorted.changed.from[i], sorted.changed.to[i]);
    uint64_t nodes = tally.others + line_sum(tally.sliders);
    if (summed)
        nodes += sums_end(&sorted.sums, &replier);
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
