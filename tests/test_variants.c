/*
 * The variants of the boards: the same cross-checks as for the boards themselves (crosscheck.h), on
 * a part of the positions, and every known count up to depth 3. Most variants differ in how line
 * attacks are found only, so a part is enough here; what they share is examined by test_boards.c in
 * full. Those that count in their own way have test_vector.c, too.
 */
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crosscheck.h"
#include "each_position.h"
#include "oracle.h"

/* Those that are available here, ended by NULL. */
static const struct board *variants[32];
static size_t variant_count;

static bool is_available(const struct board *board)
{
    return !board->available || board->available();
}

static void list_variants(void)
{
    for (const struct board *const *board = all_variants; *board; board++)
        if (is_available(*board) && variant_count < sizeof variants / sizeof variants[0] - 1)
            variants[variant_count++] = *board;
    crosscheck_boards = variants;
}

TestSuite(variants, .init = list_variants);

Test(variants, each_is_found_by_name_after_all_boards)
{
    size_t boards = 0;
    for (; all_boards[boards]; boards++) {
        cr_assert_eq(board_at(boards), all_boards[boards]);
        cr_assert(is_available(all_boards[boards]) && !all_boards[boards]->variant_of);
    }
    cr_assert_gt(variant_count, 1);
    for (size_t i = 0; i < variant_count; i++) {
        const struct board *variant = variants[i];
        cr_assert_eq(board_find(variant->name), variant, "%s", variant->name);
        cr_assert_eq(board_at(boards + i), variant, "%s", variant->name);
        cr_assert_not_null(variant->variant_of, "%s is a variant of nothing", variant->name);
        const struct board *board = board_find(variant->variant_of);
        cr_assert(board && !board->variant_of, "%s is a variant of %s", variant->name,
                  variant->variant_of);
    }
    cr_assert_null(board_at(boards + variant_count));
    cr_assert_null(board_find("bitboard-none"));
}

Test(variants, bitboard_is_one_of_its_variants)
{
    const struct board *bitboard = board_find("bitboard");
    cr_assert_not_null(bitboard);
    cr_assert_str_eq(bitboard->name, "bitboard");
    cr_assert_not_null(bitboard->chosen);
    cr_assert(is_available(bitboard->chosen), "%s is chosen", bitboard->chosen->name);
    cr_assert_str_eq(bitboard->chosen->variant_of, "bitboard");
    cr_assert_eq(bitboard->perft, bitboard->chosen->perft, "not a call in between");
}

Test(variants, vector_is_the_widest_build_or_the_one_that_is_forced)
{
    const struct board *vector = board_find("vector");
    const enum isa widest = isa_chosen();
    char names[ISA_NAMES_SIZE];
    isa_names_here(names);
    for (int i = 0; i < ISA_COUNT; i++) {
        enum isa isa = (enum isa)i;
        const struct board *build = isa_board(isa);
        cr_expect_eq(isa_find(isa_name(isa)), isa);
        cr_expect_str_eq(build->variant_of, "vector");
        cr_assert_eq(isa_available(isa), is_available(build));
        cr_assert_eq(strstr(names, isa_name(isa)) != NULL, isa_available(isa), "%s", names);
        cr_assert_eq(isa_force(isa), isa_available(isa), "%s", isa_name(isa));
        if (!isa_available(isa))
            continue;
        cr_assert_leq(isa, widest, "%s is wider", isa_name(isa));
        cr_assert_eq(isa_chosen(), isa);
        cr_assert_eq(vector->chosen, build);
        cr_assert_eq(vector->perft, build->perft, "not a call in between");
        cr_assert_str_eq(vector->name, "vector");
        cr_assert_eq(board_find("vector"), vector);
    }
    cr_assert_eq(isa_find("sse"), ISA_COUNT);
    cr_assert_not(isa_force(ISA_COUNT));
}

/* What help and xqbench list say of policies; the boards with the last one are those of vector. */
Test(variants, policies_are_the_boards_own)
{
    const struct board *board;
    for (size_t i = 0; (board = board_at(i)); i++) {
        bool vector = strncmp(board->name, "vector", 6) == 0;
        for (int policy = 0; policy < POLICY_COUNT; policy++)
            cr_assert_eq(board_has(board, (enum policy)policy), vector || policy <= POLICY_LEGAL,
                         "%s, %s", board->name, policy_name((enum policy)policy));
    }
}

/* --- in shards, that run side by side -------------------------------------------------------- */

enum { SHARDS = 4 };
static size_t shard, seen;

static struct criterion_test_params all_shards(void)
{
    static size_t shards[SHARDS];
    for (size_t i = 0; i < SHARDS; i++)
        shards[i] = i;
    return cr_make_param_array(size_t, shards, SHARDS);
}

static void check_count(const char *file, const struct suite_entry *entry,
                        const struct board *board, struct perft_request request)
{
    uint64_t nodes = board->perft(&entry->position, &request);
    cr_assert_eq(nodes, entry->count[request.depth], "%s:%d: %s, %s, depth %u: %llu, not %llu",
                 file, entry->line, board->name, policy_name(request.policy), request.depth,
                 (unsigned long long)nodes, (unsigned long long)entry->count[request.depth]);
}

/* The quick policy counts to depth 3, the others to depth 2. */
static void check_counts(const char *file, const struct suite_entry *entry)
{
    if (seen++ % SHARDS != shard)
        return;
    for (size_t i = 0; i < variant_count; i++)
        for (int policy = 0; policy < POLICY_COUNT; policy++)
            for (unsigned depth = 1; depth <= (policy == POLICY_LEGAL ? 3 : 2); depth++)
                if (entry->known >> depth & 1)
                    check_count(
                        file, entry, variants[i],
                        (struct perft_request){.depth = depth, .policy = (enum policy)policy});
}

ParameterizedTestParameters(variants, known_counts)
{
    return all_shards();
}

ParameterizedTest(const size_t *which, variants, known_counts)
{
    shard = *which;
    cr_assert_gt(each_position(check_counts), 1000, "suites are missing");
}

/* Every 4th position, and of these every 4th with full effort. */
static void cross_check(const char *file, const struct suite_entry *entry)
{
    enum { PART = 4, FULL_PART = PART * SHARDS * 4 };
    char reason[CROSSCHECK_REASON_SIZE];
    size_t index = seen++;
    if (index % (PART * SHARDS) != PART * shard)
        return;
    enum crosscheck_effort effort =
        index % FULL_PART == PART * shard ? CROSSCHECK_FULL : CROSSCHECK_LIGHT;
    cr_assert(crosscheck_position(&entry->position, effort, reason, sizeof reason), "%s:%d: %s",
              file, entry->line, reason);
}

ParameterizedTestParameters(variants, suite_positions)
{
    return all_shards();
}

ParameterizedTest(const size_t *which, variants, suite_positions)
{
    shard = *which;
    cr_assert_gt(each_position(cross_check), 1000, "suites are missing");
}

/* --- lines of every occupancy ---------------------------------------------------------------- */

/*
 * A line piece on every place of a file and a rank, with every occupancy of the line that 15 or
 * fewer pieces can make: the other squares hold pieces of both sides in turn. Kings are missing,
 * which crosscheck_attacks() allows.
 */
static void check_line(int file_step, int rank_step, int length, int start_file, int start_rank)
{
    for (int from = 0; from < length; from++)
        for (unsigned occupied = 0; occupied < 1u << length; occupied++) {
            struct position position = {.side = RED, .fullmove = 1};
            if (!(occupied >> from & 1))
                continue;
            for (int i = 0, side = 0; i < length; i++) {
                int square = square_of(start_file + i * file_step, start_rank + i * rank_step);
                if (i == from)
                    position.piece[square] =
                        (uint8_t)piece_of(RED, occupied >> (from + 1) & 1 ? CANNON : ROOK);
                else if (occupied >> i & 1)
                    position.piece[square] = (uint8_t)piece_of((enum side)(side++ & 1), CANNON);
            }
            struct move_list expected, list;
            oracle_pseudo_legal(&position, &expected);
            move_list_sort(&expected);
            for (size_t i = 0; i < variant_count; i++) {
                list.count = variants[i]->pseudo_legal_moves(&position, false, list.move);
                move_list_sort(&list);
                cr_assert(list.count == expected.count &&
                              memcmp(list.move, expected.move, list.count * sizeof list.move[0]) ==
                                  0,
                          "%s, line of %d from file %d, rank %d, place %d, occupancy %x",
                          variants[i]->name, length, start_file, start_rank, from, occupied);
            }
        }
}

Test(variants, every_file_of_every_occupancy)
{
    for (int file = 0; file < FILE_COUNT; file++)
        check_line(0, 1, RANK_COUNT, file, 0);
}

Test(variants, every_rank_of_every_occupancy)
{
    for (int rank = 0; rank < RANK_COUNT; rank++)
        check_line(1, 0, FILE_COUNT, 0, rank);
}
