/* perft_run(): the tree split over threads, and statistics. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "each_position.h"
#include "fen.h"
#include "hash.h"
#include "perft.h"

static const char mated[] = "3k5/9/9/9/9/9/9/9/3rr4/5K3 w";

static struct position position_of(const char *fen)
{
    struct position position;
    struct fen_error error;
    cr_assert(fen_read(fen, strlen(fen), &position, &error), "%s: %s", fen, error.reason);
    return position;
}

static void run(const struct board *board, const struct position *position, unsigned depth,
                unsigned threads, struct hash *hash, bool with_stats, struct perft_result *result)
{
    struct perft_job job = {.board = board,
                            .position = position,
                            .request = {.depth = depth, .policy = POLICY_LEGAL, .hash = hash},
                            .threads = threads};
    cr_assert(perft_run(&job, with_stats, result), "no memory");
    cr_assert(result->complete, "not complete");
}

static void expect_same(const struct perft_result *a, const struct perft_result *b,
                        const char *what)
{
    cr_expect_eq(a->nodes, b->nodes, "%s: nodes", what);
    cr_assert_eq(a->root_count, b->root_count, "%s: root moves", what);
    for (size_t i = 0; i < a->root_count; i++) {
        cr_expect_eq(a->root[i].move, b->root[i].move, "%s: move %zu", what, i);
        cr_expect_eq(a->root[i].nodes, b->root[i].nodes, "%s: nodes of move %zu", what, i);
        cr_expect(b->root[i].complete, "%s: move %zu is not complete", what, i);
    }
    for (size_t i = 0; i < PERFT_STATS_COUNT; i++)
        cr_expect_eq(perft_stats_value(&a->stats, i), perft_stats_value(&b->stats, i), "%s: %s",
                     what, perft_stats_columns[i].name);
}

static size_t seen;

/* The count of depth 3 and its root moves: alike for every board and variant, number of threads and
 * hash. */
static void compare_threads(const char *file, const struct suite_entry *entry)
{
    static const unsigned threads[] = {1, 2, 7};
    struct perft_result first, other;
    const struct board *board;
    char what[200];
    if (seen++ % 90 != 0 || !(entry->known >> 3 & 1))
        return;
    run(all_boards[0], &entry->position, 3, 1, NULL, false, &first);
    cr_expect_eq(first.nodes, entry->count[3], "%s:%d", file, entry->line);
    for (size_t j = 0; (board = board_at(j)); j++)
        for (size_t i = 0; i < 6; i++) {
            struct hash *hash = i >= 3 ? hash_new(1 << 16, i % 2, true) : NULL;
            run(board, &entry->position, 3, threads[i % 3], hash, false, &other);
            snprintf(what, sizeof what, "%s:%d, %s, %u threads, %s hash", file, entry->line,
                     board->name, threads[i % 3], hash ? "with" : "no");
            expect_same(&first, &other, what);
            hash_free(hash);
        }
}

Test(perft, threads_and_hash_change_nothing)
{
    seen = 0;
    cr_assert_gt(each_position(compare_threads), 1000);
}

Test(perft, root_moves_ascend)
{
    struct perft_result result;
    struct position position;
    position_start(&position);
    run(board_find("naive"), &position, 2, 2, NULL, false, &result);
    cr_assert_eq(result.root_count, 44);
    for (size_t i = 1; i < result.root_count; i++) {
        xq_move before = result.root[i - 1].move, move = result.root[i].move;
        cr_expect(move_from(before) < move_from(move) ||
                      (move_from(before) == move_from(move) && move_to(before) < move_to(move)),
                  "move %zu", i);
    }
}

Test(perft, small_depths)
{
    static const uint64_t counts[] = {1, 44, 1920, 79666};
    static const size_t roots[] = {0, 44, 44, 44};
    struct perft_result result;
    struct position start, none = position_of(mated);
    const struct board *board;
    position_start(&start);
    for (size_t i = 0; (board = board_at(i)); i++)
        for (unsigned threads = 0; threads <= 3; threads++)
            for (unsigned depth = 0; depth <= 3; depth++) {
                run(board, &start, depth, threads, NULL, false, &result);
                cr_expect_eq(result.nodes, counts[depth], "depth %u", depth);
                cr_expect_eq(result.root_count, roots[depth], "root moves of depth %u", depth);
                run(board, &none, depth, threads, NULL, false, &result);
                cr_expect_eq(result.nodes, depth == 0, "no move left, depth %u", depth);
                cr_expect_eq(result.root_count, 0, "no move left, depth %u", depth);
            }
}

Test(perft, more_threads_than_work)
{
    struct perft_result result;
    struct position start;
    position_start(&start);
    run(board_find("bitboard"), &start, 3, 100, NULL, false, &result);
    cr_expect_eq(result.nodes, 79666);
    run(board_find("bitboard"), &start, 2, PERFT_MAX_THREADS + 1, NULL, false, &result);
    cr_expect_eq(result.nodes, 1920);
}

Test(perft, a_set_stop_flag_leaves_it_incomplete)
{
    static const volatile sig_atomic_t stop = 1;
    static const unsigned depths[] = {2, 3, 20};
    struct position start;
    struct perft_result result;
    position_start(&start);
    for (size_t i = 0; i < sizeof depths / sizeof depths[0]; i++)
        for (unsigned threads = 1; threads <= 7; threads += 6) {
            struct hash *hash = hash_new(1 << 20, true, true);
            struct perft_job job = {
                .board = board_find("bitboard"),
                .position = &start,
                .request = {.depth = depths[i],
                            .policy = POLICY_LEGAL,
                            .stop = &stop,
                            .hash = i % 2 ? hash : NULL},
                .threads = threads,
            };
            cr_assert(perft_run(&job, false, &result));
            cr_expect(!result.complete, "depth %u", depths[i]);
            cr_expect_eq(result.nodes, 0, "depth %u", depths[i]);
            cr_expect_eq(result.root_count, 44, "depth %u", depths[i]);
            for (size_t j = 0; j < result.root_count; j++)
                cr_expect(!result.root[j].complete, "depth %u, move %zu", depths[i], j);
            hash_free(hash);
        }
}

struct heard {
    size_t calls, done, total;
    uint64_t nodes;
};

static void hear(void *context, size_t done, size_t total, uint64_t nodes)
{
    struct heard *heard = context;
    cr_expect_leq(done, total, "%zu of %zu shares", done, total);
    cr_expect_geq(done, heard->done, "from %zu back to %zu", heard->done, done);
    cr_expect_leq(nodes, 3290240, "more nodes than there are");
    cr_expect(heard->calls == 0 || total == heard->total, "another total");
    *heard = (struct heard){heard->calls + 1, done, total, nodes};
}

Test(perft, progress_is_told)
{
    struct position start;
    struct perft_result result;
    position_start(&start);
    struct heard heard = {0};
    struct perft_job job = {
        .board = board_find("naive"),
        .position = &start,
        .request = {.depth = 4, .policy = POLICY_PLAIN},
        .threads = 2,
        .progress = hear,
        .context = &heard,
    };
    /* A machine that is busy with other things may not ask in time. */
    for (int tries = 0; tries < 50 && heard.calls == 0; tries++) {
        heard = (struct heard){0};
        cr_assert(perft_run(&job, false, &result));
    }
    cr_expect_gt(heard.calls, 0, "never told");
    cr_expect_eq(result.nodes, 3290240);
}

/* All columns at depths 1 to 3 (2 with many moves), every board and variant against the first. */
static void compare_stats(const char *file, const struct suite_entry *entry)
{
    struct perft_result first, other;
    const struct board *board;
    char what[200];
    if (seen++ % 85 != 0)
        return;
    for (unsigned depth = 1; depth <= 3; depth++) {
        if (!(entry->known >> depth & 1) || entry->count[depth] > 30000)
            continue;
        run(all_boards[0], &entry->position, depth, 1, NULL, true, &first);
        cr_expect_eq(first.nodes, entry->count[depth], "%s:%d", file, entry->line);
        cr_expect_eq(first.stats.nodes, entry->count[depth], "%s:%d", file, entry->line);
        for (size_t i = 1; (board = board_at(i)); i++) {
            run(board, &entry->position, depth, 1 + depth % 2, NULL, true, &other);
            snprintf(what, sizeof what, "%s:%d, depth %u, %s", file, entry->line, depth,
                     board->name);
            expect_same(&first, &other, what);
        }
    }
}

Test(perft, boards_have_equal_stats)
{
    seen = 0;
    cr_assert_gt(each_position(compare_stats), 1000);
}

/* What must hold between the columns, whatever the position. */
Test(perft, stats_columns_fit_each_other)
{
    struct perft_result result;
    struct position position =
        position_of("r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w");
    for (unsigned depth = 1; depth <= 4; depth++) {
        run(board_find("padded"), &position, depth, 2, NULL, true, &result);
        const struct perft_stats *stats = &result.stats;
        cr_expect_eq(stats->dead_ends, stats->dead_end_mates + stats->dead_end_stalemates);
        cr_expect_eq(stats->multi_checks,
                     stats->double_checks + stats->triple_checks + stats->quadruple_checks);
        cr_expect_leq(stats->checkmates, stats->checks);
        cr_expect_leq(stats->checks, stats->direct_checks + stats->screen_added_checks +
                                         stats->screen_removed_checks + stats->uncovered_checks);
        cr_expect_eq(stats->facing_checks, 0);
    }
}
