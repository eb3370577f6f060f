/*
 * The boards beyond their totals: cross-checks (crosscheck.h) of all suite positions, of random
 * games and of random placements; and what board.h promises of divide and perft.
 */
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crosscheck.h"
#include "each_position.h"
#include "fen.h"
#include "notation.h"
#include "oracle.h"
#include "random_positions.h"

/* And variant, of those that are available here. Declares it. */
#define FOR_EACH_BOARD(board)                                                                      \
    const struct board *board;                                                                     \
    for (size_t board_index = 0; (board = board_at(board_index)); board_index++)

/* Sanitizers make everything many times slower: full effort then for a part of the positions. */
#if !defined(__has_feature)
#define __has_feature(name) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
enum { FULL_EVERY = 10 };
#else
enum { FULL_EVERY = 1 };
#endif

static struct position position_of(const char *fen)
{
    struct position position;
    struct fen_error error;
    cr_assert(fen_read(fen, strlen(fen), &position, &error), "%s: %s", fen, error.reason);
    return position;
}

static void cross_check(const struct position *position, enum crosscheck_effort effort,
                        const char *where)
{
    char reason[CROSSCHECK_REASON_SIZE];
    cr_assert(crosscheck_position(position, effort, reason, sizeof reason), "%s: %s", where,
              reason);
}

/* --- every position of every suite, in shards that run side by side -------------------------- */

enum { SHARDS = 8 };
static size_t shard, entries_seen;

static void check_entry(const char *file, const struct suite_entry *entry)
{
    char where[400];
    size_t index = entries_seen++;
    if (index % SHARDS != shard)
        return;
    snprintf(where, sizeof where, "%s:%d", file, entry->line);
    cross_check(&entry->position,
                index / SHARDS % FULL_EVERY == 0 ? CROSSCHECK_FULL : CROSSCHECK_LIGHT, where);
}

ParameterizedTestParameters(boards, suite_positions)
{
    static size_t shards[SHARDS];
    for (size_t i = 0; i < SHARDS; i++)
        shards[i] = i;
    return cr_make_param_array(size_t, shards, SHARDS);
}

ParameterizedTest(const size_t *which, boards, suite_positions)
{
    shard = *which;
    cr_assert_gt(each_position(check_entry), 1000, "suites are missing");
}

/* --- random games and random placements ------------------------------------------------------ */

enum { WALK_GROUPS = 8, WALKS_IN_GROUP = 5, WALK_PLIES = 200, WALK_SEED = 20240 };

/* Plays random legal moves and cross-checks after each; every 20th position with full effort. */
static void random_walk(uint64_t seed, const struct position *start)
{
    char start_fen[FEN_SIZE], path[WALK_PLIES * MOVE_TEXT_SIZE] = "", where[sizeof path + 300];
    struct position position = *start;
    uint64_t random = seed;
    fen_write(start, start_fen);
    for (size_t ply = 0; ply < WALK_PLIES; ply++) {
        struct move_list legal;
        char text[MOVE_TEXT_SIZE];
        bool full = ply % (20 * FULL_EVERY) == 0;
        snprintf(where, sizeof where, "seed %llu, ply %zu, from %s by%s", (unsigned long long)seed,
                 ply, start_fen, path);
        cross_check(&position, full ? CROSSCHECK_FULL : CROSSCHECK_LIGHT, where);
        oracle_legal(&position, &legal);
        if (legal.count == 0)
            return;
        xq_move move = legal.move[random_below(&random, legal.count)];
        strcat(strcat(path, " "), move_write(move, RANKS_FROM_0, text));
        position_apply(&position, move);
    }
}

ParameterizedTestParameters(boards, random_walks)
{
    static size_t groups[WALK_GROUPS];
    for (size_t i = 0; i < WALK_GROUPS; i++)
        groups[i] = i;
    return cr_make_param_array(size_t, groups, WALK_GROUPS);
}

/* From the start and from positions of games in turn. */
ParameterizedTest(const size_t *group, boards, random_walks)
{
    struct suite games;
    cr_assert(suite_read("positions/games.epd", &games, fail_on_error, NULL), "no games");
    for (size_t i = 0; i < WALKS_IN_GROUP; i++) {
        uint64_t seed = WALK_SEED + *group * WALKS_IN_GROUP + i, random = ~seed;
        struct position start = games.entries[random_below(&random, games.count)].position;
        if (seed % 2 == 0)
            position_start(&start);
        random_walk(seed, &start);
    }
    suite_free(&games);
}

/* Three of four or so are not valid: a king is missing or could be captured. */
Test(boards, random_placements)
{
    enum { PLACEMENTS = 1000, SEED = 20241 };
    uint64_t random = SEED;
    size_t valid = 0;
    for (int i = 0; i < PLACEMENTS; i++) {
        struct position position;
        char where[100], reason[CROSSCHECK_REASON_SIZE];
        bool full = i % (3 * FULL_EVERY) == 0;
        enum crosscheck_effort effort = full ? CROSSCHECK_FULL : CROSSCHECK_LIGHT;
        random_placement(&random, &position);
        snprintf(where, sizeof where, "seed %d, placement %d", SEED, i);
        cr_assert(crosscheck_attacks(&position, effort, reason, sizeof reason), "%s: %s", where,
                  reason);
        if (!position_validate(&position, NULL))
            continue;
        valid++;
        cross_check(&position, effort, where);
    }
    cr_assert_gt(valid, PLACEMENTS / 10, "only %zu placements are valid", valid);
}

/* --- divide, perft and the stop flag --------------------------------------------------------- */

static const char *const some_positions[] = {
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
    "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w",
    "1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w",
    "3k5/9/9/9/9/3C5/9/9/9/5K3 w",
    "4k4/9/9/9/9/9/9/4n4/3R5/3K5 w",
};
enum { SOME = sizeof some_positions / sizeof some_positions[0] };

static const uint64_t start_counts[] = {1, 44, 1920, 79666, 3290240};

Test(boards, published_counts_of_the_start)
{
    struct position start;
    position_start(&start);
    FOR_EACH_BOARD(board)
    for (int policy = 0; policy < POLICY_COUNT; policy++)
        for (unsigned depth = 0; depth <= 4; depth++) {
            struct perft_request request = {.depth = depth, .policy = (enum policy)policy};
            uint64_t nodes = board->perft(&start, &request);
            cr_assert_eq(nodes, start_counts[depth], "%s, %s, depth %u: %llu, not %llu",
                         board->name, policy_name(request.policy), depth, (unsigned long long)nodes,
                         (unsigned long long)start_counts[depth]);
        }
}

/* What a divide is asked of, and what it visited. */
struct divided {
    const struct board *board;
    const struct position *position;
    struct perft_request request;
    struct move_list visited;
    uint64_t total;
};

/* The row must be the perft of the child. */
static bool check_row(void *context, xq_move move, uint64_t nodes)
{
    struct divided *divided = context;
    struct position child = *divided->position;
    struct perft_request request = divided->request;
    char text[MOVE_TEXT_SIZE], fen[FEN_SIZE];
    request.depth--;
    position_apply(&child, move);
    uint64_t expected = divided->board->perft(&child, &request);
    fen_write(divided->position, fen);
    cr_assert_eq(nodes, expected, "%s: %s, %s, depth %u: %s has %llu, its position %llu", fen,
                 divided->board->name, policy_name(request.policy), divided->request.depth,
                 move_write(move, RANKS_FROM_0, text), (unsigned long long)nodes,
                 (unsigned long long)expected);
    cr_assert_lt(divided->visited.count, MAX_MOVES, "%s: %s visits too many moves", fen,
                 divided->board->name);
    divided->visited.move[divided->visited.count++] = move;
    divided->total += nodes;
    return true;
}

static void divide_adds_up(const struct board *board, const char *fen, struct perft_request request)
{
    struct position position = position_of(fen);
    struct divided divided = {.board = board, .position = &position, .request = request};
    cr_assert(board->divide(&position, &request, check_row, &divided), "%s: %s gave up", fen,
              board->name);
    uint64_t total = board->perft(&position, &request);
    cr_assert_eq(divided.total, total, "%s: %s, %s, depth %u: the divide adds up to %llu, not %llu",
                 fen, board->name, policy_name(request.policy), request.depth,
                 (unsigned long long)divided.total, (unsigned long long)total);
    struct move_list legal;
    oracle_legal(&position, &legal);
    move_list_sort(&divided.visited);
    cr_assert_eq(divided.visited.count, legal.count, "%s: %s divides into %zu moves of %zu", fen,
                 board->name, divided.visited.count, legal.count);
    cr_assert_arr_eq(divided.visited.move, legal.move, legal.count * sizeof legal.move[0],
                     "%s: %s divides into other moves than the legal ones", fen, board->name);
}

Test(boards, divide_is_the_perft_of_the_children)
{
    FOR_EACH_BOARD(board)
    for (size_t i = 0; i < SOME; i++)
        for (int policy = 0; policy < POLICY_COUNT; policy++)
            for (unsigned depth = 1; depth <= 3; depth++)
                divide_adds_up(
                    board, some_positions[i],
                    (struct perft_request){.depth = depth, .policy = (enum policy)policy});
}

static bool stop_at_second(void *context, xq_move move, uint64_t nodes)
{
    (void)move;
    (void)nodes;
    return ++*(size_t *)context < 2;
}

Test(boards, a_visitor_ends_the_divide)
{
    struct position start;
    position_start(&start);
    FOR_EACH_BOARD(board)
    {
        size_t visits = 0;
        struct perft_request request = {.depth = 2};
        cr_assert_not(board->divide(&start, &request, stop_at_second, &visits),
                      "%s says that it visited all", board->name);
        cr_assert_eq(visits, 2, "%s: %zu visits after the end", board->name, visits);
    }
}

/* Depth 20 takes longer than anyone lives: only giving up ends it. */
Test(boards, a_set_stop_flag_ends_everything, .timeout = 20)
{
    volatile sig_atomic_t stop = 1;
    struct position start;
    position_start(&start);
    FOR_EACH_BOARD(board)
    for (int policy = 0; policy < POLICY_COUNT; policy++) {
        size_t visits = 0;
        struct perft_request request = {
            .depth = PERFT_MAX_DEPTH, .policy = (enum policy)policy, .stop = &stop};
        board->perft(&start, &request);
        cr_assert_not(board->divide(&start, &request, stop_at_second, &visits), "%s divides on",
                      board->name);
        cr_assert_eq(visits, 0, "%s gives counts that mean nothing", board->name);
    }
}

Test(boards, an_unset_stop_flag_changes_nothing)
{
    volatile sig_atomic_t stop = 0;
    struct position start;
    position_start(&start);
    FOR_EACH_BOARD(board)
    {
        struct perft_request request = {.depth = 3, .stop = &stop};
        uint64_t nodes = board->perft(&start, &request);
        cr_assert_eq(nodes, start_counts[3], "%s: %llu", board->name, (unsigned long long)nodes);
    }
}
