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
 * quiet move that touches none is `quick`. One that touches only those of the king's steps is
 * `mild`, and so is a capture away from the king: its steps are looked at again, and what the
 * captured piece could do and barred is gone; AVX-512 counts these like others (MILD_APART). After
 * all others, which are `serious`, the king itself is looked at again, and pins and checks have
 * closed forms (vector_replies.h); only two checks at once and the like are made, and those replies
 * listed and tested that end one of them.
 *
 * The mover's own moves are legal as they are listed, but for those of its pieces that may be
 * pinned, and for all when it is in check: these few are made and tested.
 */
#include "vector_sums.h"

/* --- moves that wait ------------------------------------------------------------------------- */

/* Moves as two rows of bytes. Room for what the widest store writes beyond the last one. */
enum { WAITING_ROOM = MAX_MOVES + 64 };
struct rows {
    uint8_t from[WAITING_ROOM], to[WAITING_ROOM];
};
/* The count is no neighbour of the bytes, or compilers, to whom those might be any object's, would
 * keep it in memory. */
struct waiting {
    struct rows *rows;
    unsigned count;
};

/* Moves to these squares: all from one, or, when `step` is not 0, each from so many before. */
LINE_INLINE void wait_for_any(struct waiting *list, int from, int step, struct bits90 to_set)
{
#if defined(__AVX512VBMI2__) && defined(__AVX512BW__)
    /* No loop, whose end could not be foretold: the squares of a set are packed by one instruction.
     * A piece has at most 17 moves, and a side at most 16 pawns. */
    const __m512i squares = _mm512_load_si512(line_register_tables.counted);
    const __m512i beyond = _mm512_add_epi8(squares, _mm512_set1_epi8(HALF_SQUARES));
    const __m256i steps = _mm256_set1_epi8((char)step);
    unsigned south = (unsigned)__builtin_popcountll(to_set.half[0]);
    uint8_t *from_end = list->rows->from + list->count, *to_end = list->rows->to + list->count;
    __m256i first = _mm512_castsi512_si256(_mm512_maskz_compress_epi8(to_set.half[0], squares));
    __m256i second = _mm512_castsi512_si256(_mm512_maskz_compress_epi8(to_set.half[1], beyond));
    _mm256_storeu_si256((__m256i *)to_end, first);
    _mm256_storeu_si256((__m256i *)(to_end + south), second);
    if (step == 0) {
        _mm256_storeu_si256((__m256i *)from_end, _mm256_set1_epi8((char)from));
    } else {
        _mm256_storeu_si256((__m256i *)from_end, _mm256_sub_epi8(first, steps));
        _mm256_storeu_si256((__m256i *)(from_end + south), _mm256_sub_epi8(second, steps));
    }
    list->count += south + (unsigned)__builtin_popcountll(to_set.half[1]);
#else
    BITS90_FOR_EACH (to, to_set) {
        list->rows->from[list->count] = (uint8_t)(step == 0 ? from : to - step);
        list->rows->to[list->count++] = (uint8_t)to;
    }
#endif
}

LINE_INLINE void wait_for(struct waiting *list, int from, struct bits90 to_set)
{
    wait_for_any(list, from, 0, to_set);
}

/* Moves of one piece. Lists of these are short, so that each may be a loop of its own. */
struct moves {
    struct bits90 to;
    enum kind kind;
    int from;
    uint64_t unused; /* a power of 2 in all */
};
struct moves_list {
    unsigned count;
    struct moves of[MAX_PIECES + 1]; /* one more is written than counted */
};

LINE_INLINE void list_if_any(struct moves_list *list, enum kind kind, int from, struct bits90 to)
{
    struct moves *last = &list->of[list->count];
    last->to = to;
    last->kind = kind;
    last->from = from;
    list->count += bits90_any(to);
}

/* --- replies ------------------------------------------------------------------------------ */

/* What the replier sees when a piece of the mover has moved, and captured what stood there. Each
 * square is in the sets that it is in and no other, so that it can be taken from all, whatever it
 * is. `side` is the replier's, as the compiler knows it, too. */
LINE_INLINE void see_moved(struct seen *after, const struct seen *seen, enum side side,
                           enum kind kind, int from, int to)
{
    struct bits90 left = tables->place[from].set, here = tables->place[to].set, none = {{0, 0}};
    struct bits90 near = bits90_and(here, tables->king_near[tables->palace_index[seen->king]]);
    line_register gone = line_square(from), there = line_square(to);
    const struct lines *lines = &seen->lines;
    after->side = side;
    after->king = seen->king;
    after->occupied = line_move(seen->occupied, gone, there);
    after->lines.straight = line_or_both(line_minus(lines->straight, gone), there,
                                         line_load(&line_register_tables.straight_as[kind]));
    after->lines.jumping = line_or_both(line_minus(lines->jumping, gone), there,
                                        line_load(&line_register_tables.jumping_as[kind]));
    after->lines.king = lines->king;
    after->lines.replier = line_minus(lines->replier, there);
    after->lines.rooks = line_minus(lines->rooks, there);
    after->lines.cannons = line_minus(lines->cannons, there);
    after->all = bits90_or(bits90_minus(seen->all, left), here);
    after->own = bits90_minus(seen->own, here);
    after->leapers.horses =
        bits90_or(bits90_minus(seen->leapers.horses, left), kind == HORSE ? near : none);
    after->leapers.pawns =
        bits90_or(bits90_minus(seen->leapers.pawns, left), kind == PAWN ? near : none);
}

/* What a capture changes for pieces other than rooks, cannons, the king and those that are
 * `pinned`: the captured one's moves are gone, and its square, which was barred to its own side, is
 * open. `all` are the occupied squares then. */
LINE_INLINE uint64_t steps_of_capture(const struct replier *replier,
                                      const struct bitboard_state *state, enum side side,
                                      struct bits90 all, struct bits90 pinned, int captured, int to)
{
    const struct bits90 *own = &state->set[piece_of(side, KING)];
    struct occupancy occupied = {all};
    uint64_t free = ~bits90_half(pinned, side);
    uint64_t count = (uint64_t)bits90_count(
        bits90_minus(bits90_and(tables->pawn_from[side][to], own[PAWN]), pinned));
    BITS90_FOR_EACH (horse, bits90_minus(bits90_and(tables->horse_near[to], own[HORSE]), pinned))
        count += bits90_any(bits90_and(horse_reach(&occupied, horse), tables->place[to].set));
    if ((to >= HALF_SQUARES) == (side == BLACK)) {
        count +=
            (uint64_t)__builtin_popcountll(tables->advisor_to[to] & own[ADVISOR].half[side] & free);
        for (int i = 0; i < 4; i++)
            count += (tables->elephant_to[to][i] & own[ELEPHANT].half[side] & free) != 0 &&
                     !(tables->elephant_eye[to][i] & bits90_half(all, side));
    }
    return count - steps_of(piece_kind(captured), to, side, all, replier->open);
}

/* Adds the replies to a move after which there is no check, and the same squares are forbidden. */
LINE_INLINE void add_changed(const struct replier *replier, const struct bitboard_state *state,
                             const struct seen *after, const struct dangers *dangers, int from,
                             int to, struct count *count)
{
    struct pinned pinned = find_pinned(state, after, dangers, count);
    int captured = state->piece[to];
    uint64_t others =
        replier->steps + replier->stopped[from] + king_steps(after, dangers) - pinned.steps;
    if (captured != NO_PIECE)
        others += steps_of_capture(replier, state, after->side, after->all, (struct bits90){{0, 0}},
                                   captured, to);
    else
        others -= replier->stopped[to];
    count->others += others;
    /* Where it arrived, an own piece was captured, if anything was barred. */
    count->lanes = line_add(
        count->lanes, slides_to(after, pinned.lines, line_minus(replier->barred, line_square(to))));
}

/* Adds the replies to any move. */
LINE_INLINE void count_anew(struct bitboard_state *state, const struct seen *after,
                            const struct dangers *dangers, int from, int to, struct count *count)
{
    if (add_replies(state, after, dangers, count))
        return;
    struct bits90 check = one_check(after, dangers);
    native_move move = native_move_of(from, to);
    int captured = bitboard_make(state, move);
    count->others += count_tested_answers(state, check);
    bitboard_unmake(state, move, captured);
}

/* Where a piece that comes may matter. */
LINE_INLINE struct bits90 arrival_zone(const struct zones *zones, enum kind kind)
{
    static const uint8_t arrival[KIND_COUNT] = {
        [KING] = OF_ROOK, [ADVISOR] = OF_ANY,   [ELEPHANT] = OF_ANY, [HORSE] = OF_LEAPER,
        [ROOK] = OF_ROOK, [CANNON] = OF_CANNON, [PAWN] = OF_LEAPER,
    };
    return zones->arrive[arrival[kind]];
}

/* Where a quiet move from here may matter: in its zone, and everywhere when leaving may matter; but
 * not along a line that stays away from `close`. */
LINE_INLINE struct bits90 zone_from(const struct replier *replier, const struct zones *zones,
                                    enum kind kind, int from)
{
    struct bits90 zone = arrival_zone(zones, kind);
    struct bits90 along =
        bits90_minus(line_register_tables.along[replier->seen.side][from], zones->close);
    if (kind == PAWN) /* which attacks where it comes near the king */
        along = bits90_minus(along, tables->king_near[tables->palace_index[replier->seen.king]]);
    if (line_any(line_and(line_square(from), zones->leave))) {
        zone = ALL_SQUARES;
        if (bits90_any(bits90_and(tables->place[from].set, zones->beside)))
            along = (struct bits90){{0, 0}};
    }
    return bits90_minus(zone, along);
}

/* Adds the replies to moves that change nothing about the king but where it may step: neither
 * checks nor pins, nor what horses and pawns attack. */
LINE_INLINE void count_mild(const struct replier *replier, const struct bitboard_state *state,
                            enum side side, struct waiting mild, struct count *count)
{
    const struct seen *seen = &replier->seen;
    const struct lines *lines = &seen->lines;
    for (unsigned i = 0; i < mild.count; i++) {
        int from = mild.rows->from[i], to = mild.rows->to[i], captured = state->piece[to];
        enum kind kind = piece_kind(state->piece[from]);
        line_register gone = line_square(from), there = line_square(to);
        line_register occupied = line_move(seen->occupied, gone, there);
        line_register straight = line_or_both(line_minus(lines->straight, gone), there,
                                              line_load(&line_register_tables.straight_as[kind]));
        line_register jumping = line_or_both(line_minus(lines->jumping, gone), there,
                                             line_load(&line_register_tables.jumping_as[kind]));
        uint64_t others = replier->others - replier->king_steps + replier->stopped_free[from];
        others += (uint64_t)__builtin_popcountll(safe_steps(
            line_minus(occupied, lines->king), straight, jumping, side, replier->king_to));
        if (captured != NO_PIECE)
            others += steps_of_capture(replier, state, side,
                                       bits90_minus(seen->all, tables->place[from].set),
                                       replier->pinned, captured, to);
        else
            others -= replier->stopped_free[to];
        count->others += others;
        count->lanes =
            line_add(count->lanes, slider_counts(occupied, line_minus(replier->barred, there),
                                                 line_minus(replier->rooks, there),
                                                 line_minus(replier->cannons, there)));
    }
}

/* Of moves that may matter to more than the king's steps. */
LINE_INLINE void count_serious(const struct replier *replier, struct bitboard_state *state,
                               enum side side, struct waiting serious, struct count *count)
{
    for (unsigned i = 0; i < serious.count; i++) {
        int from = serious.rows->from[i], to = serious.rows->to[i];
        struct seen after;
        struct dangers dangers;
        see_moved(&after, &replier->seen, side, piece_kind(state->piece[from]), from, to);
        look_for_dangers(&dangers, &after);
        if (dangers.check || bits90_any(bits90_xor(dangers.forbidden, replier->forbidden)))
            count_anew(state, &after, &dangers, from, to, count);
        else
            add_changed(replier, state, &after, &dangers, from, to, count);
    }
}

static __attribute__((noinline)) void count_serious_red(const struct replier *restrict replier,
                                                        struct bitboard_state *restrict state,
                                                        struct waiting serious,
                                                        struct count *restrict count)
{
    count_serious(replier, state, RED, serious, count);
}

static __attribute__((noinline)) void count_serious_black(const struct replier *restrict replier,
                                                          struct bitboard_state *restrict state,
                                                          struct waiting serious,
                                                          struct count *restrict count)
{
    count_serious(replier, state, BLACK, serious, count);
}

#if defined(__AVX512VBMI__) && defined(__AVX512BW__)
#define SUMS_BY_64
/* The sum of what a table has for some squares, by 64 at once. */
LINE_INLINE uint64_t sum_at(const uint8_t table[static STOPS_SIZE], const uint8_t *squares,
                            unsigned count)
{
    const __m512i low = _mm512_loadu_si512(table), high = _mm512_loadu_si512(table + 64);
    __m512i sums = _mm512_setzero_si512();
    for (unsigned i = 0; i < count; i += 64) {
        __mmask64 here = count - i < 64 ? (UINT64_C(1) << (count - i)) - 1 : ~UINT64_C(0);
        __m512i found =
            _mm512_maskz_permutex2var_epi8(here, low, _mm512_loadu_si512(squares + i), high);
        sums = _mm512_add_epi64(sums, _mm512_sad_epu8(found, _mm512_setzero_si512()));
    }
    return (uint64_t)_mm512_reduce_add_epi64(sums);
}
#endif

/* Adds the replies to quiet moves that do not matter to the king. */
LINE_INLINE void count_quick(const struct replier *replier, struct waiting quick,
                             struct count *count)
{
    const uint8_t *stopped = replier->stopped_free, *from = quick.rows->from, *to = quick.rows->to;
    line_register lanes = line_none();
    uint64_t others = quick.count * replier->others;
    for (unsigned i = 0; i < quick.count; i++) {
        line_register occupied =
            line_move(replier->seen.occupied, line_square(from[i]), line_square(to[i]));
        lanes = line_add(
            lanes, slider_counts(occupied, replier->barred, replier->rooks, replier->cannons));
#ifndef SUMS_BY_64
        others += (uint64_t)stopped[from[i]] - stopped[to[i]];
#endif
    }
#ifdef SUMS_BY_64
    others += sum_at(stopped, from, quick.count) - sum_at(stopped, to, quick.count);
#endif
    count->lanes = line_add(count->lanes, lanes);
    count->others += others;
}

/* --- the mover ------------------------------------------------------------------------------- */

/* Moves of the mover, by what may be done with them. */
struct sorted {
    struct waiting quick, mild, serious;
    /* Only where the last two plies are summed: */
    struct moves_list *left; /* what is not summed */
    struct sums *sums;
};

/* Of the squares where a piece may go, those where it may matter to more than the king's steps. A
 * capture fills no square: away from the king's lines, and from where a horse or pawn would be near
 * it, only a piece that was pinned is missed by more than its own moves. */
LINE_INLINE struct bits90 serious_moves(const struct replier *replier, enum kind kind, int from,
                                        struct bits90 to_set)
{
    const struct zones *serious = &replier->serious;
    int palace = tables->palace_index[replier->seen.king];
    struct bits90 captures = bits90_or(
        bits90_or(tables->king_lines[palace], tables->king_near[palace]), replier->pinned);
    if (line_any(line_and(line_square(from), serious->leave)))
        captures = ALL_SQUARES;
    captures = bits90_and(captures, replier->seen.own);
    struct bits90 quiet = bits90_minus(zone_from(replier, serious, kind, from), replier->seen.own);
    return bits90_and(to_set, bits90_or(quiet, captures));
}

/* Moves that are not quick. */
LINE_INLINE void sort_apart(const struct replier *replier, struct sorted *sorted, enum kind kind,
                            int from, struct bits90 apart)
{
    if (!MILD_APART) {
        wait_for(&sorted->serious, from, apart);
    } else if (bits90_any(apart)) {
        struct bits90 serious = serious_moves(replier, kind, from, apart);
        wait_for(&sorted->serious, from, serious);
        wait_for(&sorted->mild, from, bits90_minus(apart, serious));
    }
}

LINE_INLINE void sort_moves(const struct replier *replier, struct sorted *sorted, enum kind kind,
                            int from, struct bits90 to_set)
{
    struct bits90 zone =
        bits90_or(zone_from(replier, &replier->zones, kind, from), replier->seen.own);
    sort_apart(replier, sorted, kind, from, bits90_and(to_set, zone));
    wait_for(&sorted->quick, from, bits90_minus(to_set, zone));
}

/* Of one piece; only of what is not summed is more to be known. */
LINE_INLINE void take_moves(const struct replier *replier, struct sorted *sorted, enum kind kind,
                            int from, struct bits90 to_set, bool summed)
{
    if (summed)
        list_if_any(
            sorted->left, kind, from,
            sums_take(sorted->sums, replier, from, to_set, arrival_zone(&replier->zones, kind)));
    else
        sort_moves(replier, sorted, kind, from, to_set);
}

/* Of all pieces of a kind. */
LINE_INLINE void take_kind(const struct replier *replier, const struct bitboard_state *state,
                           struct sorted *sorted, enum kind kind, struct targets targets,
                           struct bits90 pinned, bool summed)
{
    enum side mover = side_other(replier->seen.side);
    BITS90_FOR_EACH (from, bits90_minus(state->set[piece_of(mover, kind)], pinned))
        take_moves(replier, sorted, kind, from, piece_targets(state, mover, kind, from, targets),
                   summed);
}

/* Of pawns whose leaving does not matter. */
LINE_INLINE void sort_steps(const struct replier *replier, struct sorted *sorted, int step,
                            enum pawn_way way, struct bits90 to_set)
{
    const struct zones *zones = &replier->zones;
    const struct bits90 *near = &tables->king_near[tables->palace_index[replier->seen.king]];
    struct bits90 along = bits90_minus(line_register_tables.pawn_along[replier->seen.side][way],
                                       bits90_or(zones->close, *near));
    struct bits90 zone =
        bits90_or(bits90_minus(zones->arrive[OF_LEAPER], along), replier->seen.own);
    struct bits90 apart = bits90_and(to_set, zone);
    if (!MILD_APART)
        wait_for_any(&sorted->serious, NO_SQUARE, step, apart);
    else
        BITS90_FOR_EACH (to, apart)
            sort_apart(replier, sorted, PAWN, to - step, tables->place[to].set);
    wait_for_any(&sorted->quick, NO_SQUARE, step, bits90_minus(to_set, zone));
}

LINE_INLINE void take_pawns(const struct replier *replier, const struct bitboard_state *state,
                            struct sorted *sorted, struct targets targets, struct bits90 pinned)
{
    enum side mover = side_other(replier->seen.side);
    int pawn = piece_of(mover, PAWN);
    line_register leave = replier->zones.leave;
    struct bits90 pawns = bits90_minus(state->set[pawn], pinned), leaving = {{0, 0}};
    if (line_any(line_and(state->lines.of[pawn], leave))) {
        BITS90_FOR_EACH (from, pawns) {
            if (line_any(line_and(line_square(from), leave))) {
                leaving = bits90_or(leaving, tables->place[from].set);
                sort_moves(replier, sorted, PAWN, from,
                           piece_targets(state, mover, PAWN, from, targets));
            }
        }
    }
    struct pawn_targets to = pawn_targets(bits90_minus(pawns, leaving), mover, targets);
    sort_steps(replier, sorted, pawn_step(mover), PAWN_AHEAD, to.ahead);
    if (bits90_any(bits90_or(to.east, to.west))) {
        sort_steps(replier, sorted, 1, PAWN_EAST, to.east);
        sort_steps(replier, sorted, -1, PAWN_WEST, to.west);
    }
}

/* Where the mover's king may go. */
LINE_INLINE struct bits90 mover_king_steps(const struct replier *replier,
                                           const struct bitboard_state *state, enum side mover,
                                           int king)
{
    const struct lines *lines = &replier->seen.lines;
    struct leapers leapers = leapers_near(state, mover, king);
    uint64_t squares = tables->king_to[king] & ~bits90_half(side_set(state, mover), mover);
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
    struct rows quick, mild, serious;
    struct moves_list left;
    struct sums sums;
    struct sorted sorted = {{&quick, 0}, {&mild, 0}, {&serious, 0}, &left, &sums};
    look_at_replier(&replier, state, side_other(mover));
    left.count = 0;
    if (summed)
        sums_begin(&sums, &replier, state);
    struct targets targets = {
        bits90_minus(bits90_minus(ALL_SQUARES, state->occupied.set), danger.forbidden),
        replier.seen.own};
    int king = bitboard_king_square(state, mover);
    take_moves(&replier, &sorted, KING, king, mover_king_steps(&replier, state, mover, king),
               summed);
#define TAKE_KIND(kind) take_kind(&replier, state, &sorted, kind, targets, danger.pinned, summed)
    TAKE_KIND(ROOK);
    TAKE_KIND(CANNON);
    TAKE_KIND(HORSE);
    TAKE_KIND(ELEPHANT);
    TAKE_KIND(ADVISOR);
    if (summed)
        TAKE_KIND(PAWN);
    else
        take_pawns(&replier, state, &sorted, targets, danger.pinned);
#undef TAKE_KIND
    for (unsigned i = 0; i < left.count; i++) {
        const struct moves *of_one = &left.of[i];
        sort_moves(&replier, &sorted, of_one->kind, of_one->from, of_one->to);
    }

    struct count count = {line_none(), 0};
    count_quick(&replier, sorted.quick, &count);
    if (MILD_APART)
        count_mild(&replier, state, side_other(mover), sorted.mild, &count);
    if (mover == BLACK)
        count_serious_red(&replier, state, sorted.serious, &count);
    else
        count_serious_black(&replier, state, sorted.serious, &count);
    if (summed)
        sums_end(&sums, &replier, &count);
    uint64_t nodes = count_sum(&count);
    for (unsigned i = 1; i < danger.tested_count; i++)
        nodes +=
            count_tested_two(state, moves, bitboard_generate_from(state, danger.tested[i], moves));
    return nodes;
}

/* The number of legal paths of two plies, the replies to each move counted by themselves. */
static uint64_t bitboard_count_two(struct bitboard_state *state)
{
    return state->side == RED ? count_two_of(state, RED, false) : count_two_of(state, BLACK, false);
}

/* The same, those to quick moves summed, where that pays. */
static uint64_t bitboard_sum_two(struct bitboard_state *state)
{
    const struct bits90 *own = &state->set[piece_of(side_other((enum side)state->side), KING)];
    if (LINE_PARTS == 1 && bits90_count(bits90_or(own[ROOK], own[CANNON])) > SUMMED_SLIDERS)
        return bitboard_count_two(state);
    return state->side == RED ? count_two_of(state, RED, true) : count_two_of(state, BLACK, true);
}
