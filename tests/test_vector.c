/*
 * The boards that count two plies at once (src/boards/vector/vector_two_plies.h), held against
 * `padded`, which makes and tests each move, in random placements: kings in the open, many checks
 * and pins, any number of any kind. Suites have few of these. Perft is called directly, since the
 * programs divide at the root, where two plies are three.
 */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board.h"
#include "boards/vector/vector_available.h"
#include "fen.h"
#include "random_positions.h"
#include "shrink.h"

enum { MOST_BOARDS = 8, MOST_FAULTS = 20 };

/* Those that are available here, ended by NULL. */
static const struct board *boards[MOST_BOARDS + 1];

static void list_boards(void)
{
    size_t count = 0;
    const struct board *board;
    for (size_t i = 0; (board = board_at(i)) && count < MOST_BOARDS; i++)
        if (strncmp(board->name, "vector-", 7) == 0)
            boards[count++] = board;
}

TestSuite(vector, .init = list_boards, .timeout = 1200);

static uint64_t count(const struct board *board, const struct position *position, unsigned depth,
                      enum policy policy)
{
    const struct perft_request request = {.depth = depth, .policy = policy};
    return board->perft(position, &request);
}

static uint64_t count_by_making(const struct position *position, unsigned depth)
{
    const struct perft_request request = {.depth = depth, .policy = POLICY_BULK};
    return board_find("padded")->perft(position, &request);
}

/* A board that counts wrong. */
struct fault {
    const struct board *board;
    unsigned depth;
    enum policy policy;
};

static enum shrink_answer still_wrong(void *context, const struct position *position)
{
    const struct fault *fault = context;
    uint64_t counted = count(fault->board, position, fault->depth, fault->policy);
    return counted == count_by_making(position, fault->depth) ? SHRINK_NO : SHRINK_YES;
}

static void report(const struct fault *fault, const struct position *position)
{
    struct position smallest = *position;
    unsigned depth = fault->depth;
    char fen[FEN_SIZE], smallest_fen[FEN_SIZE];
    shrink_position(&smallest, 1000, still_wrong, (void *)fault);
    fen_write(position, fen);
    fen_write(&smallest, smallest_fen);
    cr_expect(false, "%s, %s, perft %u of %s: %llu, not %llu; smallest: %s: %llu, not %llu",
              fault->board->name, policy_name(fault->policy), depth, fen,
              (unsigned long long)count(fault->board, position, depth, fault->policy),
              (unsigned long long)count_by_making(position, depth), smallest_fen,
              (unsigned long long)count(fault->board, &smallest, depth, fault->policy),
              (unsigned long long)count_by_making(&smallest, depth));
}

/* Compares so many, to this depth and all below. */
static void compare(uint64_t seed, size_t positions, unsigned depth)
{
    size_t faults = 0;
    for (size_t i = 0; i < positions && faults < MOST_FAULTS; i++) {
        struct position position;
        random_valid_placement(&seed, &position);
        for (unsigned below = 1; below <= depth; below++) {
            uint64_t expected = count_by_making(&position, below);
            for (const struct board *const *board = boards; *board; board++)
                for (int policy = POLICY_LEGAL; policy <= POLICY_TWO_PLY; policy++) {
                    struct fault fault = {*board, below, (enum policy)policy};
                    if (count(*board, &position, below, fault.policy) == expected)
                        continue;
                    report(&fault, &position);
                    faults++;
                }
        }
    }
}

static bool is_deep(void)
{
    const char *deep = getenv("XQPERFT_DEEP");
    return deep && strcmp(deep, "1") == 0;
}

/* What Linux says of the processor; it drops what the system does not save registers for. */
static bool linux_says(const char *const *features)
{
    static char flags[8192];
    FILE *in = fopen("/proc/cpuinfo", "re");
    while (in && fgets(flags + 1, sizeof flags - 1, in) && strncmp(flags + 1, "flags", 5) != 0)
        continue;
    if (in)
        fclose(in);
    for (char *at = flags; (at = strpbrk(at, "\t\n"));)
        *at = ' ';
    for (; *features; features++) {
        char word[32];
        snprintf(word, sizeof word, " %s ", *features);
        if (strstr(flags + 1, word) == NULL)
            return false;
    }
    return true;
}

Test(vector, the_processor_is_known_exactly)
{
    static const char *const avx2[] = {"avx2", "bmi1", "bmi2", "popcnt", NULL};
    static const char *const avx512[] = {
        "avx2",         "bmi1",        "bmi2",          "popcnt",           "avx512f",
        "avx512bw",     "avx512cd",    "avx512dq",      "avx512vl",         "avx512vbmi",
        "avx512_vbmi2", "avx512_vnni", "avx512_bitalg", "avx512_vpopcntdq", NULL};
    cr_assert_eq(vector_avx2_available(), linux_says(avx2));
    cr_assert_eq(vector_avx512_available(), linux_says(avx512));
    cr_assert(!board_find("vector-avx2") || vector_avx2_available());
    cr_assert(!board_find("vector-avx512") || vector_avx512_available());
}

Test(vector, the_portable_one_is_everywhere)
{
    cr_assert_not_null(boards[0]);
    cr_assert_str_eq(boards[0]->name, "vector-portable");
}

Test(vector, two_plies_of_random_placements)
{
    compare(20250, is_deep() ? 100000 : 10000, 2);
}

Test(vector, three_plies_of_random_placements)
{
    compare(20251, is_deep() ? 3000 : 500, 3);
}
