/*
 * The perft drivers and, in kernel_template.h, the timed kernels, written once and compiled into
 * every board.
 *
 * A board file (boards/padded.c is the best one to read beside this) defines, before it includes
 * this text:
 *
 *   #define BOARD padded              the prefix of all the names below
 *   #define BOARD_SUMMARY "…"         one line for people
 *   #define BOARD_TABLE_BYTES n       bytes of its constant tables
 *
 * and, when it is a variant, one of several files with the same prefix:
 *
 *   #define BOARD_NAME "padded-…"     the name for people; by default, the prefix
 *   #define BOARD_SYMBOL padded_x     what is exported; by default, BOARD_board
 *   #define BOARD_VARIANT_OF "padded" the name of the board that it varies
 *   #define BOARD_AVAILABLE function  can this processor run it? By default, all can
 *
 *   struct BOARD_state                one position; `side` says whose move it is (enum side)
 *   BOARD_load(state*, position*)     from the neutral form; sets every byte, padding included
 *   BOARD_store(state*, position*)    back; the counters are left alone
 *   BOARD_generate(state*, captures_only, native_move *out)
 *                                     pseudo-legal moves of the side to move; returns their end
 *   BOARD_make(state*, native_move)   plays a pseudo-legal move; returns the captured piece
 *   BOARD_unmake(state*, native_move, captured)
 *   BOARD_generate_from(state*, square, native_move *out)
 *                                     pseudo-legal moves of the piece on one square
 *   BOARD_king_attacked(state*, side) is the king of `side` attacked, or facing the other king?
 *                                     Must be exact only for a side that has a king.
 *   struct BOARD_danger               what the surroundings of the mover's king mean, see
 *                                     count_legal() below: `check`, `tested` with `tested_count`
 *                                     (native squares; the king's and those of the pieces that may
 *                                     be pinned), and what else the board needs
 *   BOARD_look_around(state*, danger*)
 *   BOARD_forbidden(danger*, square)  would a piece that stops there become a screen?
 *   BOARD_count_others(state*, danger*)
 *                                     the number of pseudo-legal moves of all pieces that are not
 *                                     in `tested`, without those to forbidden squares
 *   BOARD_pseudo_legal(state*, from, to)
 *                                     decided from the squares alone
 *   BOARD_attackers(state*, square, side, uint8_t *out)
 *                                     native squares of the pieces of `side` that attack `square`
 *   BOARD_piece_at(state*, square)    the neutral piece code there
 *   BOARD_king_square(state*, side)   the native square of a king that is there
 *   BOARD_native(square), BOARD_neutral(native)
 *
 * and, when it counts leaves in its own way:
 *
 *   #define BOARD_COUNTS "boards/…"   a text that is included behind count_bulk() below, which it
 *                                     may use, and that defines
 *   BOARD_count_legal(state*)         the number of legal moves, in place of count_legal() below
 *   BOARD_count_two(state*)           perft 2, the sum of these numbers after each legal move
 *   BOARD_sum_two(state*)             the same by POLICY_TWO_PLY
 *
 * What the timed kernels may use besides is in kernel_template.h.
 *
 * Moves stay in the board's own squares inside; they are converted at the boundary only. Everything
 * is static and inlined by the compiler: calls through a table would cost 16-55 % of perft and
 * level the very differences this project reports. (The include-template is libdeflate's idiom.)
 *
 * The one thing exported is `const struct board BOARD_board`, or BOARD_SYMBOL.
 */
#include <string.h>

#include "board.h"
#include "fen.h"
#include "hash.h"
#include "native_move.h"

#define TEMPLATE_PASTE(prefix, name)  prefix##_##name
#define TEMPLATE_EXPAND(prefix, name) TEMPLATE_PASTE(prefix, name)
#define T(name)                       TEMPLATE_EXPAND(BOARD, name)
#define TEMPLATE_TEXT(name)           #name
#define TEMPLATE_STRING(name)         TEMPLATE_TEXT(name)

/* Perft looks at the stop flag in nodes of at least this depth: in every few ten thousand leaves,
 * so that it costs nothing and Ctrl-C is answered at once. */
enum { T(STOP_DEPTH) = 3 };

static inline bool T(stopped)(const struct perft_request *request)
{
    return request->stop && *request->stop;
}

/* Is this pseudo-legal move of the side to move legal? It is made, the king tested, and unmade. */
static inline bool T(tested_legal)(struct T(state) * state, enum side mover, native_move move)
{
    int captured = T(make)(state, move);
    bool legal = !T(king_attacked)(state, mover);
    T(unmake)(state, move, captured);
    return legal;
}

static inline uint64_t T(count_tested)(struct T(state) * state, const native_move *move,
                                       const native_move *end)
{
    enum side mover = (enum side)state->side;
    uint64_t legal = 0;
    for (; move < end; move++)
        legal += T(tested_legal)(state, mover, *move);
    return legal;
}

/* The number of legal moves, by listing, making and testing each. */
static uint64_t T(count_bulk)(struct T(state) * state)
{
    native_move moves[MAX_MOVES];
    return T(count_tested)(state, moves, T(generate)(state, false, moves));
}

#ifdef BOARD_COUNTS
#include BOARD_COUNTS
#else

/* Not inlined: it is called for a king and few others, and would take registers from the counting
 * (8 % on the bitboard). */
static __attribute__((noinline)) uint64_t T(count_tested_from)(struct T(state) * state, int from)
{
    native_move moves[MAX_MOVES];
    return T(count_tested)(state, moves, T(generate_from)(state, from, moves));
}

/*
 * The number of legal moves, made by looking at the king's surroundings once. Unless the king is in
 * check, only the moves of some pieces can lead into check at all, and these are tested: the
 * king's, and those of a piece that stands between it and
 *   - a rook or the other king, alone;
 *   - a cannon, as one of two;
 *   - a horse, on its leg.
 * Any other piece can do harm only by becoming the screen of a cannon that has none, so the squares
 * between are forbidden to it; all its other moves are legal and are summed without being listed.
 * A capture takes no blocker away, since the capturing piece stands there instead.
 */
static uint64_t T(count_legal)(struct T(state) * state)
{
    struct T(danger) danger;
    T(look_around)(state, &danger);
    if (danger.check)
        return T(count_bulk)(state);
    uint64_t legal = T(count_others)(state, &danger);
    for (unsigned i = 0; i < danger.tested_count; i++)
        legal += T(count_tested_from)(state, danger.tested[i]);
    return legal;
}

#endif

/* The same for one pseudo-legal move. */
static bool T(move_legal)(struct T(state) * state, const struct T(danger) * danger,
                          native_move move)
{
    bool test = danger->check;
    for (unsigned i = 0; i < danger->tested_count; i++)
        test |= danger->tested[i] == native_from(move);
    return test ? T(tested_legal)(state, (enum side)state->side, move)
                : !T(forbidden)(danger, native_to(move));
}

static uint64_t T(perft_node)(struct T(state) * state, unsigned depth,
                              const struct perft_request *request)
{
    if (depth == 0)
        return 1;
    if (depth == 1 && request->policy == POLICY_BULK)
        return T(count_bulk)(state);
    if (depth == 1 && request->policy >= POLICY_LEGAL)
        return T(count_legal)(state);
#ifdef BOARD_COUNTS
    if (depth == 2 && request->policy == POLICY_LEGAL)
        return T(count_two)(state);
    if (depth == 2 && request->policy == POLICY_TWO_PLY)
        return T(sum_two)(state);
#endif
    if (depth >= T(STOP_DEPTH) && T(stopped)(request))
        return 0;

    native_move moves[MAX_MOVES];
    const native_move *end = T(generate)(state, false, moves);
    enum side mover = (enum side)state->side;
    uint64_t nodes = 0;
    for (const native_move *move = moves; move < end; move++) {
        int captured = T(make)(state, *move);
        if (!T(king_attacked)(state, mover))
            nodes += T(perft_node)(state, depth - 1, request);
        T(unmake)(state, *move, captured);
    }
    return nodes;
}

static xq_move T(neutral_move)(native_move move)
{
    return move_of(T(neutral)(native_from(move)), T(neutral)(native_to(move)));
}

/* --- statistics ------------------------------------------------------------------------------ */

/* A legal move has just been made: what is it? */
static void T(note_last_move)(struct T(state) * state, native_move move, int captured,
                              struct perft_stats *stats)
{
    enum side replying = (enum side)state->side;
    stats->nodes++;
    stats->captures += captured != 0;
    bool check = T(king_attacked)(state, replying);
    bool moves = T(count_legal)(state) != 0;
    stats->stalemates += !check && !moves;
    if (!check)
        return;
    stats->checkmates += !moves;
    int king = T(king_square)(state, replying);
    uint8_t from[MAX_PIECES];
    struct checker checkers[MAX_PIECES];
    size_t count = T(attackers)(state, king, side_other(replying), from);
    for (size_t i = 0; i < count && i < MAX_PIECES; i++)
        checkers[i] = (struct checker){T(piece_at)(state, from[i]), T(neutral)(from[i])};
    perft_stats_check(stats, T(neutral_move)(move), T(neutral)(king), checkers, count);
}

static void T(stats_node)(struct T(state) * state, unsigned depth,
                          const struct perft_request *request, struct perft_stats *stats)
{
    if (depth >= T(STOP_DEPTH) && T(stopped)(request))
        return;
    native_move moves[MAX_MOVES];
    const native_move *end = T(generate)(state, false, moves);
    enum side mover = (enum side)state->side;
    bool dead_end = depth == 1;
    for (const native_move *move = moves; move < end; move++) {
        int captured = T(make)(state, *move);
        if (!T(king_attacked)(state, mover)) {
            dead_end = false;
            if (depth == 1)
                T(note_last_move)(state, *move, captured, stats);
            else
                T(stats_node)(state, depth - 1, request, stats);
        }
        T(unmake)(state, *move, captured);
    }
    if (dead_end) {
        stats->dead_ends++;
        if (T(king_attacked)(state, mover))
            stats->dead_end_mates++;
        else
            stats->dead_end_stalemates++;
    }
}

static void T(stats)(const struct position *position, const struct perft_request *request,
                     struct perft_stats *stats)
{
    struct T(state) state;
    T(load)(&state, position);
    T(stats_node)(&state, request->depth, request, stats);
}

/* --- with a hash ----------------------------------------------------------------------------- */

/* Subtrees of this depth and more are looked up: a leaf's parent is counted in less time than
 * memory takes to answer. */
enum { T(HASH_DEPTH) = 2 };

/* The keys after a move that is about to be made. */
static inline struct hash_keys T(keys_after)(const struct T(state) * state,
                                             const struct hash_keys *keys, native_move move)
{
    struct hash_keys after = *keys;
    int from = T(neutral)(native_from(move)), to = T(neutral)(native_to(move));
    int piece = T(piece_at)(state, native_from(move));
    hash_keys_toggle(&after, &hash_piece_keys[piece][from]);
    hash_keys_toggle(&after, &hash_piece_keys[piece][to]);
    hash_keys_toggle(&after, &hash_piece_keys[T(piece_at)(state, native_to(move))][to]);
    hash_keys_toggle(&after, &hash_black_keys);
    return after;
}

/* A hit of the sample is counted again without the hash. */
static void T(verify_hit)(struct T(state) * state, unsigned depth, uint64_t nodes,
                          const struct perft_request *request)
{
    uint64_t counted = T(perft_node)(state, depth, request);
    if (T(stopped)(request))
        return;
    struct position position = {.fullmove = 1};
    T(store)(state, &position);
    hash_verified(request->hash, &position, depth, nodes, counted);
}

/* As perft_node, with the counts of subtrees looked up and kept. */
static uint64_t T(perft_hashed)(struct T(state) * state, unsigned depth,
                                const struct hash_keys *keys, const struct perft_request *request)
{
    if (depth < T(HASH_DEPTH))
        return T(perft_node)(state, depth, request);
    if (depth >= T(STOP_DEPTH) && T(stopped)(request))
        return 0;
    uint64_t nodes = 0;
    if (hash_probe(request->hash, keys, depth, &nodes)) {
        if (hash_sampled(request->hash, keys, depth))
            T(verify_hit)(state, depth, nodes, request);
        return nodes;
    }
    if (depth == T(HASH_DEPTH)) { /* no subtree of this one is looked up */
        nodes = T(perft_node)(state, depth, request);
        hash_store(request->hash, keys, depth, nodes);
        return nodes;
    }

    /* All entries are asked for before the first is waited for, since memory answers many as fast
     * as one. */
    native_move moves[MAX_MOVES];
    struct hash_keys after[MAX_MOVES];
    const native_move *end = T(generate)(state, false, moves);
    for (const native_move *move = moves; move < end; move++) {
        after[move - moves] = T(keys_after)(state, keys, *move);
        hash_prefetch(request->hash, &after[move - moves], depth - 1);
    }
    enum side mover = (enum side)state->side;
    for (const native_move *move = moves; move < end; move++) {
        int captured = T(make)(state, *move);
        if (!T(king_attacked)(state, mover))
            nodes =
                perft_add(nodes, T(perft_hashed)(state, depth - 1, &after[move - moves], request));
        T(unmake)(state, *move, captured);
    }
    if (!T(stopped)(request))
        hash_store(request->hash, keys, depth, nodes);
    return nodes;
}

/* With the hash or without, as requested. `keys` are needed with it only. */
static uint64_t T(perft_below)(struct T(state) * state, unsigned depth,
                               const struct hash_keys *keys, const struct perft_request *request)
{
    return request->hash ? T(perft_hashed)(state, depth, keys, request)
                         : T(perft_node)(state, depth, request);
}

static uint64_t T(perft)(const struct position *position, const struct perft_request *request)
{
    struct T(state) state;
    struct hash_keys keys = {0};
    T(load)(&state, position);
    if (request->hash)
        hash_keys_of(position, &keys);
    return T(perft_below)(&state, request->depth, &keys, request);
}

static bool T(divide)(const struct position *position, const struct perft_request *request,
                      board_visit *visit, void *context)
{
    struct T(state) state;
    struct hash_keys keys = {0};
    T(load)(&state, position);
    if (request->hash)
        hash_keys_of(position, &keys);
    native_move moves[MAX_MOVES];
    const native_move *end = T(generate)(&state, false, moves);
    enum side mover = (enum side)state.side;
    for (const native_move *move = moves; move < end; move++) {
        struct hash_keys after = T(keys_after)(&state, &keys, *move);
        int captured = T(make)(&state, *move);
        if (!T(king_attacked)(&state, mover)) {
            uint64_t nodes = T(perft_below)(&state, request->depth - 1, &after, request);
            if (T(stopped)(request) || !visit(context, T(neutral_move)(*move), nodes))
                return false;
        }
        T(unmake)(&state, *move, captured);
    }
    return true;
}

/* Lists the legal moves; returns their end. */
static native_move *T(list_legal)(struct T(state) * state, native_move moves[MAX_MOVES])
{
    struct T(danger) danger;
    T(look_around)(state, &danger);
    const native_move *listed = T(generate)(state, false, moves);
    native_move *end = moves;
    for (const native_move *move = moves; move < listed; move++) {
        *end = *move; /* kept or overwritten by the next: no branch to foretell */
        end += T(move_legal)(state, &danger, *move);
    }
    return end;
}

static size_t T(legal_moves)(const struct position *position, xq_move out[MAX_MOVES])
{
    struct T(state) state;
    T(load)(&state, position);
    native_move moves[MAX_MOVES];
    const native_move *end = T(list_legal)(&state, moves);
    for (const native_move *move = moves; move < end; move++)
        *out++ = T(neutral_move)(*move);
    return (size_t)(end - moves);
}

static size_t T(pseudo_legal_moves)(const struct position *position, bool captures_only,
                                    xq_move out[MAX_MOVES])
{
    struct T(state) state;
    T(load)(&state, position);
    native_move moves[MAX_MOVES];
    const native_move *end =
        captures_only ? T(generate)(&state, true, moves) : T(generate)(&state, false, moves);
    for (const native_move *move = moves; move < end; move++)
        *out++ = T(neutral_move)(*move);
    return (size_t)(end - moves);
}

static bool T(is_legal)(const struct position *position, xq_move move)
{
    if (move_from(move) >= SQUARE_COUNT || move_to(move) >= SQUARE_COUNT)
        return false;
    /* Four pairs of five have no piece of the mover's to move: they are not worth loading. */
    int piece = position->piece[move_from(move)];
    if (piece == NO_PIECE || piece_side(piece) != position->side)
        return false;
    struct T(state) state;
    T(load)(&state, position);
    int from = T(native)(move_from(move)), to = T(native)(move_to(move));
    if (from == to || !T(pseudo_legal)(&state, from, to))
        return false;
    struct T(danger) danger;
    T(look_around)(&state, &danger);
    return T(move_legal)(&state, &danger, native_move_of(from, to));
}

static bool T(in_check)(const struct position *position, enum side side)
{
    struct T(state) state;
    T(load)(&state, position);
    return T(king_attacked)(&state, side);
}

static size_t T(mobility)(const struct position *position)
{
    struct T(state) state;
    T(load)(&state, position);
    return T(count_legal)(&state);
}

static size_t T(attackers_of)(const struct position *position, int square, enum side by,
                              uint8_t out[MAX_PIECES])
{
    struct T(state) state;
    T(load)(&state, position);
    uint8_t native[MAX_PIECES];
    size_t count = T(attackers)(&state, T(native)(square), by, native);
    for (size_t i = 0; i < count && i < MAX_PIECES; i++)
        out[i] = (uint8_t)T(neutral)(native[i]);
    return count;
}

static bool T(make_unmake_exact)(const struct position *position, xq_move *bad)
{
    struct T(state) state, before;
    T(load)(&state, position);
    memcpy(&before, &state, sizeof state);
    native_move moves[MAX_MOVES];
    const native_move *end = T(generate)(&state, false, moves);
    for (const native_move *move = moves; move < end; move++) {
        struct position expected = *position, made = *position;
        *bad = T(neutral_move)(*move);
        position_apply(&expected, *bad);
        int captured = T(make)(&state, *move);
        T(store)(&state, &made);
        T(unmake)(&state, *move, captured);
        if (!position_equal(&made, &expected) || memcmp(&before, &state, sizeof state) != 0)
            return false;
    }
    return true;
}

#include "kernel_template.h"

#ifndef BOARD_NAME
#define BOARD_NAME TEMPLATE_STRING(BOARD)
#endif
#ifndef BOARD_SYMBOL
#define BOARD_SYMBOL T(board)
#endif
#ifndef BOARD_VARIANT_OF
#define BOARD_VARIANT_OF NULL
#endif
#ifndef BOARD_AVAILABLE
#define BOARD_AVAILABLE NULL
#endif

extern const struct board BOARD_SYMBOL;
const struct board BOARD_SYMBOL = {
    .name = BOARD_NAME,
    .summary = BOARD_SUMMARY,
    .variant_of = BOARD_VARIANT_OF,
#ifdef BOARD_COUNTS
    .last = POLICY_TWO_PLY,
#else
    .last = POLICY_LEGAL,
#endif
    .fastest = POLICY_LEGAL,
    .available = BOARD_AVAILABLE,
    .state_bytes = sizeof(struct T(state)),
    .table_bytes = BOARD_TABLE_BYTES,
    .perft = T(perft),
    .stats = T(stats),
    .divide = T(divide),
    .legal_moves = T(legal_moves),
    .pseudo_legal_moves = T(pseudo_legal_moves),
    .is_legal = T(is_legal),
    .in_check = T(in_check),
    .mobility = T(mobility),
    .attackers = T(attackers_of),
    .make_unmake_exact = T(make_unmake_exact),
    .slot_bytes = sizeof(struct T(slot)),
    .extra_bytes = sizeof(struct T(extra)),
    .prepare = T(prepare),
    .kernel =
        {
            [KERNEL_GENERATE] = T(kernel_generate),
            [KERNEL_CAPTURES] = T(kernel_captures),
            [KERNEL_LEGAL_LIST] = T(kernel_legal_list),
            [KERNEL_MOBILITY] = T(kernel_mobility),
            [KERNEL_MAKE_UNMAKE] = T(kernel_make_unmake),
            [KERNEL_IN_CHECK] = T(kernel_in_check),
            [KERNEL_ATTACKERS] = T(kernel_attackers),
            [KERNEL_GIVES_CHECK] = T(kernel_gives_check),
            [KERNEL_HASH_UPDATE] = T(kernel_hash_update),
            [KERNEL_COPY] = T(kernel_copy),
            [KERNEL_LOAD] = T(kernel_load),
            [KERNEL_FEN_LOAD] = T(kernel_fen_load),
            [KERNEL_EMPTY] = T(kernel_empty),
            [KERNEL_READ] = T(kernel_read),
        },
};

#undef BOARD
#undef BOARD_NAME
#undef BOARD_SYMBOL
#undef BOARD_VARIANT_OF
#undef BOARD_AVAILABLE
#undef BOARD_SUMMARY
#undef BOARD_TABLE_BYTES
#undef BOARD_GIVES_CHECK
#undef BOARD_COUNTS
#undef BOARD_LINES
#undef T
#undef TEMPLATE_PASTE
#undef TEMPLATE_EXPAND
#undef TEMPLATE_TEXT
#undef TEMPLATE_STRING
