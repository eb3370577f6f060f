/*
 * The timed kernels, for board_template.h, which includes this after all that it defines itself. A
 * board whose representation can tell without making a move whether it gives check defines
 *
 *   BOARD_GIVES_CHECK                 and BOARD_gives_check(state*, native_move): does this legal
 *                                     move of the side to move give check?
 *
 * Every result is the same for every board, and depends on what is timed.
 */

/* What most kernels work on, and no more: the less there is between two positions, the more of them
 * stay in the caches. */
struct T(slot) {
    _Alignas(64) struct T(state) state;
    unsigned move_count;
    native_move moves[MAX_MOVES];
};

/* What some kernels need beside it. */
struct T(extra) {
    _Alignas(64) struct hash_keys keys;
    unsigned piece_count[2];
    uint8_t pieces[2][MAX_PIECES]; /* native squares of each side's pieces */
    unsigned legal_count;
    native_move legal[MAX_MOVES];
    struct position position;
    unsigned fen_length;
    char fen[FEN_SIZE];
};

static void T(prepare_extra)(const struct T(slot) * slot, struct T(extra) * extra,
                             const struct position *position)
{
    struct T(state) state = slot->state;
    memset(extra, 0, sizeof *extra);
    hash_keys_of(position, &extra->keys);
    for (int square = 0; square < SQUARE_COUNT; square++) {
        if (position->piece[square] == NO_PIECE)
            continue;
        enum side side = piece_side(position->piece[square]);
        extra->pieces[side][extra->piece_count[side]++] = (uint8_t)T(native)(square);
    }
    for (unsigned i = 0; i < slot->move_count; i++)
        if (T(tested_legal)(&state, (enum side)state.side, slot->moves[i]))
            extra->legal[extra->legal_count++] = slot->moves[i];
    extra->position = *position;
    fen_write(position, extra->fen);
    extra->fen_length = (unsigned)strlen(extra->fen);
}

static void T(prepare)(void *slot_memory, void *extra_memory, const struct position *position)
{
    struct T(slot) *slot = slot_memory;
    T(load)(&slot->state, position);
    slot->move_count = (unsigned)(T(generate)(&slot->state, false, slot->moves) - slot->moves);
    T(prepare_extra)(slot, extra_memory, position);
}

/* Tells the compiler that what is there is read, so that writing it is not optimised away. */
static inline void T(use)(const void *memory)
{
    __asm__ volatile("" : : "r"(memory) : "memory");
}

static uint64_t T(kernel_generate)(void *memory, size_t count, const void *extras)
{
    struct T(slot) *slots = memory;
    uint64_t total = 0;
    (void)extras;
    for (size_t i = 0; i < count; i++) {
        native_move moves[MAX_MOVES];
        total += (uint64_t)(T(generate)(&slots[i].state, false, moves) - moves);
        T(use)(moves);
    }
    return total;
}

static uint64_t T(kernel_captures)(void *memory, size_t count, const void *extras)
{
    struct T(slot) *slots = memory;
    uint64_t total = 0;
    (void)extras;
    for (size_t i = 0; i < count; i++) {
        native_move moves[MAX_MOVES];
        total += (uint64_t)(T(generate)(&slots[i].state, true, moves) - moves);
        T(use)(moves);
    }
    return total;
}

static uint64_t T(kernel_legal_list)(void *memory, size_t count, const void *extras)
{
    struct T(slot) *slots = memory;
    uint64_t total = 0;
    (void)extras;
    for (size_t i = 0; i < count; i++) {
        native_move moves[MAX_MOVES];
        total += (uint64_t)(T(list_legal)(&slots[i].state, moves) - moves);
        T(use)(moves);
    }
    return total;
}

static uint64_t T(kernel_mobility)(void *memory, size_t count, const void *extras)
{
    struct T(slot) *slots = memory;
    uint64_t total = 0;
    (void)extras;
    for (size_t i = 0; i < count; i++)
        total += T(count_legal)(&slots[i].state);
    return total;
}

static uint64_t T(kernel_make_unmake)(void *memory, size_t count, const void *extras)
{
    struct T(slot) *slots = memory;
    uint64_t total = 0;
    (void)extras;
    for (size_t i = 0; i < count; i++) {
        struct T(slot) *slot = &slots[i];
        for (unsigned j = 0; j < slot->move_count; j++) {
            int captured = T(make)(&slot->state, slot->moves[j]);
            T(use)(slot->moves); /* the made position is a result that must exist */
            T(unmake)(&slot->state, slot->moves[j], captured);
        }
        total += slot->move_count;
    }
    return total;
}

static uint64_t T(kernel_in_check)(void *memory, size_t count, const void *extras)
{
    struct T(slot) *slots = memory;
    uint64_t total = 0;
    (void)extras;
    for (size_t i = 0; i < count; i++) {
        total += T(king_attacked)(&slots[i].state, RED);
        total += T(king_attacked)(&slots[i].state, BLACK);
    }
    return total;
}

static uint64_t T(kernel_attackers)(void *memory, size_t count, const void *extra_memory)
{
    struct T(slot) *slots = memory;
    const struct T(extra) *extras = extra_memory;
    uint64_t total = 0;
    for (size_t i = 0; i < count; i++)
        for (int side = RED; side <= BLACK; side++)
            for (unsigned j = 0; j < extras[i].piece_count[side]; j++) {
                uint8_t from[MAX_PIECES];
                total += T(attackers)(&slots[i].state, extras[i].pieces[side][j],
                                      side_other((enum side)side), from);
                T(use)(from);
            }
    return total;
}

#ifndef BOARD_GIVES_CHECK
static inline bool T(gives_check)(struct T(state) * state, native_move move)
{
    int captured = T(make)(state, move);
    bool check = T(king_attacked)(state, (enum side)state->side);
    T(unmake)(state, move, captured);
    return check;
}
#endif

static uint64_t T(kernel_gives_check)(void *memory, size_t count, const void *extra_memory)
{
    struct T(slot) *slots = memory;
    const struct T(extra) *extras = extra_memory;
    uint64_t total = 0;
    for (size_t i = 0; i < count; i++)
        for (unsigned j = 0; j < extras[i].legal_count; j++)
            total += T(gives_check)(&slots[i].state, extras[i].legal[j]);
    return total;
}

static uint64_t T(kernel_hash_update)(void *memory, size_t count, const void *extra_memory)
{
    const struct T(slot) *slots = memory;
    const struct T(extra) *extras = extra_memory;
    struct hash_keys all = {0};
    for (size_t i = 0; i < count; i++)
        for (unsigned j = 0; j < slots[i].move_count; j++) {
            struct hash_keys after =
                T(keys_after)(&slots[i].state, &extras[i].keys, slots[i].moves[j]);
            T(use)(&after); /* each is wanted, not only what they come to together */
            hash_keys_toggle(&all, &after);
        }
    return all.own.slot ^ all.own.check ^ all.mirrored.slot ^ all.mirrored.check;
}

/* To one place for all, as to the next place of a search's stack, which is in the caches. */
static uint64_t T(kernel_copy)(void *memory, size_t count, const void *extras)
{
    const struct T(slot) *slots = memory;
    uint64_t black_to_move = 0;
    (void)extras;
    for (size_t i = 0; i < count; i++) {
        _Alignas(64) struct T(state) copy;
        memcpy(&copy, &slots[i].state, sizeof copy);
        T(use)(&copy);
        black_to_move += copy.side == BLACK;
    }
    return black_to_move;
}

static uint64_t T(kernel_load)(void *memory, size_t count, const void *extra_memory)
{
    const struct T(extra) *extras = extra_memory;
    uint64_t black_to_move = 0;
    (void)memory;
    for (size_t i = 0; i < count; i++) {
        struct T(state) state;
        T(load)(&state, &extras[i].position);
        T(use)(&state);
        black_to_move += state.side == BLACK;
    }
    return black_to_move;
}

static uint64_t T(kernel_fen_load)(void *memory, size_t count, const void *extra_memory)
{
    const struct T(extra) *extras = extra_memory;
    uint64_t black_to_move = 0;
    (void)memory;
    for (size_t i = 0; i < count; i++) {
        struct position position;
        struct T(state) state;
        fen_read(extras[i].fen, extras[i].fen_length, &position, NULL);
        T(load)(&state, &position);
        T(use)(&state);
        black_to_move += state.side == BLACK;
    }
    return black_to_move;
}

/* --- limits ---------------------------------------------------------------------------------- */

/* What going from position to position costs by itself. */
static uint64_t T(kernel_empty)(void *memory, size_t count, const void *extras)
{
    const struct T(slot) *slots = memory;
    uint64_t positions = 0;
    (void)extras;
    for (size_t i = 0; i < count; i++) {
        T(use)(&slots[i]);
        positions++;
    }
    return positions;
}

/* All bytes of a state, by words; the last one may overlap the one before. */
static inline uint64_t T(all_bytes)(const struct T(state) * state)
{
    const unsigned char *bytes = (const unsigned char *)state;
    uint64_t all, word;
    memcpy(&all, bytes + sizeof *state - sizeof all, sizeof all);
    for (size_t at = 0; at + sizeof word <= sizeof *state; at += sizeof word) {
        memcpy(&word, bytes + at, sizeof word);
        all ^= word;
    }
    return all;
}

static uint64_t T(kernel_read)(void *memory, size_t count, const void *extras)
{
    const struct T(slot) *slots = memory;
    uint64_t positions = 0;
    (void)extras;
    for (size_t i = 0; i < count; i++) {
        uint64_t all = T(all_bytes)(&slots[i].state);
        __asm__ volatile("" : : "r"(all)); /* it is used */
        positions++;
    }
    return positions;
}
