/*
 * What the timed kernels return, on every board and variant: held against neutral code, which no
 * board uses (position.h and oracle.h), in every position of every suite, and against the published
 * tables.
 */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board.h"
#include "each_position.h"
#include "fen.h"
#include "hash.h"
#include "oracle.h"

static const char *const kernel_names[KERNEL_COUNT] = {
    [KERNEL_GENERATE] = "generate",
    [KERNEL_CAPTURES] = "captures",
    [KERNEL_LEGAL_LIST] = "legal-list",
    [KERNEL_MOBILITY] = "mobility",
    [KERNEL_MAKE_UNMAKE] = "make-unmake",
    [KERNEL_IN_CHECK] = "in-check",
    [KERNEL_ATTACKERS] = "attackers",
    [KERNEL_GIVES_CHECK] = "gives-check",
    [KERNEL_HASH_UPDATE] = "hash-update",
    [KERNEL_COPY] = "copy",
    [KERNEL_LOAD] = "load",
    [KERNEL_FEN_LOAD] = "fen-load",
    [KERNEL_EMPTY] = "empty",
    [KERNEL_READ] = "read",
};

/* --- what they must return ------------------------------------------------------------------- */

static uint64_t count_attackers(const struct position *position)
{
    uint64_t count = 0;
    for (int square = 0; square < SQUARE_COUNT; square++) {
        uint8_t from[MAX_PIECES];
        int piece = position->piece[square];
        if (piece != NO_PIECE)
            count += position_attackers(position, square, side_other(piece_side(piece)), from);
    }
    return count;
}

static uint64_t count_checks(const struct position *position, const struct move_list *legal)
{
    uint64_t count = 0;
    for (size_t i = 0; i < legal->count; i++) {
        struct position next = *position;
        position_apply(&next, legal->move[i]);
        count += position_in_check(&next, (enum side)next.side);
    }
    return count;
}

static uint64_t fold_keys(const struct position *position, const struct move_list *moves)
{
    uint64_t all = 0;
    for (size_t i = 0; i < moves->count; i++) {
        struct hash_keys keys;
        struct position next = *position;
        position_apply(&next, moves->move[i]);
        hash_keys_of(&next, &keys);
        all ^= keys.own.slot ^ keys.own.check ^ keys.mirrored.slot ^ keys.mirrored.check;
    }
    return all;
}

/* All of one position. */
static void expect(const struct position *position, uint64_t expected[KERNEL_COUNT])
{
    struct move_list pseudo_legal, legal;
    oracle_pseudo_legal(position, &pseudo_legal);
    oracle_legal(position, &legal);
    uint64_t captures = 0, black_to_move = position->side == BLACK;
    for (size_t i = 0; i < pseudo_legal.count; i++)
        captures += position->piece[move_to(pseudo_legal.move[i])] != NO_PIECE;
    expected[KERNEL_GENERATE] = expected[KERNEL_MAKE_UNMAKE] = pseudo_legal.count;
    expected[KERNEL_CAPTURES] = captures;
    expected[KERNEL_LEGAL_LIST] = expected[KERNEL_MOBILITY] = legal.count;
    expected[KERNEL_IN_CHECK] =
        (uint64_t)position_in_check(position, RED) + (uint64_t)position_in_check(position, BLACK);
    expected[KERNEL_ATTACKERS] = count_attackers(position);
    expected[KERNEL_GIVES_CHECK] = count_checks(position, &legal);
    expected[KERNEL_HASH_UPDATE] = fold_keys(position, &pseudo_legal);
    expected[KERNEL_COPY] = expected[KERNEL_LOAD] = expected[KERNEL_FEN_LOAD] = black_to_move;
    expected[KERNEL_EMPTY] = expected[KERNEL_READ] = 1;
}

/* --- prepared positions ---------------------------------------------------------------------- */

/* What kernels run on, and what it was like before. */
struct prepared {
    size_t count, slot_bytes, extra_bytes; /* of all */
    unsigned char *slots, *extras;
    unsigned char *slots_before, *extras_before;
};

static unsigned char *zeros(size_t bytes)
{
    unsigned char *memory = aligned_alloc(64, bytes);
    cr_assert_not_null(memory, "no memory");
    return memset(memory, 0, bytes);
}

static struct prepared prepare(const struct board *board, const struct position *positions,
                               size_t count)
{
    struct prepared prepared = {
        .count = count,
        .slot_bytes = count * board->slot_bytes,
        .extra_bytes = count * board->extra_bytes,
    };
    prepared.slots = zeros(prepared.slot_bytes);
    prepared.extras = zeros(prepared.extra_bytes);
    for (size_t i = 0; i < count; i++)
        board->prepare(prepared.slots + i * board->slot_bytes,
                       prepared.extras + i * board->extra_bytes, &positions[i]);
    prepared.slots_before = memcpy(zeros(prepared.slot_bytes), prepared.slots, prepared.slot_bytes);
    prepared.extras_before =
        memcpy(zeros(prepared.extra_bytes), prepared.extras, prepared.extra_bytes);
    return prepared;
}

static void release(struct prepared *prepared)
{
    free(prepared->slots);
    free(prepared->extras);
    free(prepared->slots_before);
    free(prepared->extras_before);
}

static bool is_as_before(const struct prepared *prepared)
{
    return memcmp(prepared->slots, prepared->slots_before, prepared->slot_bytes) == 0 &&
           memcmp(prepared->extras, prepared->extras_before, prepared->extra_bytes) == 0;
}

/* --- one position at a time, all suites ------------------------------------------------------ */

static void check_entry(const char *file, const struct suite_entry *entry)
{
    const struct board *board;
    uint64_t expected[KERNEL_COUNT];
    expect(&entry->position, expected);
    for (size_t i = 0; (board = board_at(i)); i++) {
        struct prepared prepared = prepare(board, &entry->position, 1);
        for (int kernel = 0; kernel < KERNEL_COUNT; kernel++) {
            uint64_t result = board->kernel[kernel](prepared.slots, 1, prepared.extras);
            cr_assert_eq(result, expected[kernel], "%s:%d, %s, %s: %" PRIu64 ", not %" PRIu64, file,
                         entry->line, board->name, kernel_names[kernel], result, expected[kernel]);
        }
        cr_assert(is_as_before(&prepared), "%s:%d, %s: a kernel changes its position", file,
                  entry->line, board->name);
        release(&prepared);
    }
}

Test(kernels, give_the_right_numbers_in_every_position)
{
    cr_assert_gt(each_position(check_entry), 1000, "suites are missing");
}

/* --- several positions ----------------------------------------------------------------------- */

static const char *const some_positions[] = {
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
    "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w",
    "1n1akab1r/9/4bc3/p1p1p3p/5n3/2P3R2/P3P3P/2N2CN1C/4A4/2c1KAB2 b",
    "3k5/9/9/9/9/3C5/9/9/9/5K3 w",
    "4k4/9/9/9/9/9/9/4n4/3R5/3K5 w",
};
enum { SOME = sizeof some_positions / sizeof some_positions[0] };

static struct position position_of(const char *fen)
{
    struct position position;
    struct fen_error error;
    cr_assert(fen_read(fen, strlen(fen), &position, &error), "%s: %s", fen, error.reason);
    return position;
}

/* Of all: the sum, but of hash keys the exclusive or. */
static void expect_some(const struct position *positions, uint64_t expected[KERNEL_COUNT])
{
    memset(expected, 0, KERNEL_COUNT * sizeof expected[0]);
    for (size_t i = 0; i < SOME; i++) {
        uint64_t one[KERNEL_COUNT];
        expect(&positions[i], one);
        for (int kernel = 0; kernel < KERNEL_COUNT; kernel++)
            expected[kernel] = kernel == KERNEL_HASH_UPDATE ? expected[kernel] ^ one[kernel]
                                                            : expected[kernel] + one[kernel];
    }
    for (int kernel = 0; kernel < KERNEL_COUNT; kernel++)
        cr_assert_neq(expected[kernel], 0, "nothing for %s to find", kernel_names[kernel]);
}

/* Twice each, so that a state that is not restored shows; and the memory stays as prepared. */
static void run_kernels(const struct board *board, const struct position *positions,
                        const uint64_t expected[KERNEL_COUNT])
{
    struct prepared prepared = prepare(board, positions, SOME);
    for (int kernel = 0; kernel < KERNEL_COUNT; kernel++)
        for (int run = 1; run <= 2; run++) {
            const char *name = kernel_names[kernel];
            uint64_t result = board->kernel[kernel](prepared.slots, SOME, prepared.extras);
            cr_assert_eq(result, expected[kernel], "%s, %s, run %d: %" PRIu64 ", not %" PRIu64,
                         board->name, name, run, result, expected[kernel]);
            cr_assert_eq(board->kernel[kernel](prepared.slots, 0, prepared.extras), 0,
                         "%s, %s, of no positions", board->name, name);
            cr_assert(is_as_before(&prepared), "%s, %s changes its positions", board->name, name);
        }
    release(&prepared);
}

Test(kernels, give_the_right_numbers_again_and_again)
{
    const struct board *board;
    struct position positions[SOME];
    uint64_t expected[KERNEL_COUNT];
    for (size_t i = 0; i < SOME; i++)
        positions[i] = position_of(some_positions[i]);
    expect_some(positions, expected);
    for (size_t i = 0; (board = board_at(i)); i++) {
        cr_assert_eq(board->slot_bytes % 64, 0, "%s: slots are not aligned", board->name);
        cr_assert_eq(board->extra_bytes % 64, 0, "%s: extras are not aligned", board->name);
        run_kernels(board, positions, expected);
    }
}

/* --- numbers that others have published ------------------------------------------------------ */

/* The column of checks is how many of the moves of depth 1 give check. */
Test(kernels, checks_are_those_of_the_published_tables)
{
    char text[1024], fen[FEN_SIZE];
    size_t rows = 0;
    uint64_t nodes, captures, checks, known = 0;
    FILE *file = fopen("positions/published.tsv", "r");
    cr_assert(file, "run from the repository root");
    while (fgets(text, sizeof text, file)) {
        unsigned depth;
        if (sscanf(text, "%121[^\t#]\t%u\t%" SCNu64 "\t%" SCNu64 "\t%" SCNu64, fen, &depth, &nodes,
                   &captures, &checks) != 5 ||
            depth != 1)
            continue;
        const struct board *board;
        struct position position = position_of(fen);
        for (size_t i = 0; (board = board_at(i)); i++) {
            struct prepared prepared = prepare(board, &position, 1);
            cr_assert_eq(board->kernel[KERNEL_GIVES_CHECK](prepared.slots, 1, prepared.extras),
                         checks, "%s: %s", fen, board->name);
            release(&prepared);
        }
        known += checks;
        rows++;
    }
    fclose(file);
    cr_assert_eq(rows, 11, "%zu rows of depth 1", rows);
    cr_assert_eq(known, 41, "%" PRIu64 " checks", known);
}
