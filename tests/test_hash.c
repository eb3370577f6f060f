/* The hash of subtree counts: the table by itself, and counting with it. */
#include <criterion/criterion.h>
#include <pthread.h>
#include <string.h>

#include "board.h"
#include "each_position.h"
#include "fen.h"
#include "hash.h"
#include "perft.h"

static struct hash *table(size_t bytes, bool mirror, bool check)
{
    struct hash *hash = hash_new(bytes, mirror, check);
    cr_assert(hash, "no table of %zu bytes", bytes);
    return hash;
}

static struct position position_of(const char *fen)
{
    struct position position;
    struct fen_error error;
    cr_assert(fen_read(fen, strlen(fen), &position, &error), "%s: %s", fen, error.reason);
    return position;
}

/* Keys that meet in bucket 0 of any table, and differ in what is compared. */
static struct hash_keys keys_in_one_bucket(uint64_t check)
{
    struct hash_key key = {0, check};
    return (struct hash_keys){key, key};
}

/* The count of what is found, or UINT64_MAX. */
static uint64_t found(const struct hash *hash, const struct hash_keys *keys, unsigned depth)
{
    uint64_t nodes;
    return hash_probe(hash, keys, depth, &nodes) ? nodes : UINT64_MAX;
}

Test(hash, the_size_is_the_next_lower_power_of_2)
{
    static const struct {
        size_t asked, given;
    } rows[] = {{HASH_MIN_BYTES, HASH_MIN_BYTES},
                {HASH_MIN_BYTES + 1, HASH_MIN_BYTES},
                {2 * HASH_MIN_BYTES - 1, HASH_MIN_BYTES},
                {2 * HASH_MIN_BYTES, 2 * HASH_MIN_BYTES},
                {1000000, 1 << 19},
                {1 << 20, 1 << 20}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct hash *hash = table(rows[i].asked, true, false);
        cr_expect_eq(hash_bytes(hash), rows[i].given, "%zu bytes for %zu", hash_bytes(hash),
                     rows[i].asked);
        hash_free(hash);
    }
    cr_expect_null(hash_new(SIZE_MAX, true, false), "more than there are addresses");
    hash_free(NULL);
}

Test(hash, what_was_stored_is_found_at_its_depth)
{
    static const uint64_t counts[] = {0, 1, 44, UINT64_C(1) << 40, UINT64_MAX - 1};
    struct hash *hash = table(HASH_MIN_BYTES, true, false);
    struct hash_keys keys;
    struct position position;
    position_start(&position);
    hash_keys_of(&position, &keys);
    for (unsigned depth = 0; depth <= PERFT_MAX_DEPTH; depth++)
        cr_expect_eq(found(hash, &keys, depth), UINT64_MAX, "found in an empty table");
    for (unsigned i = 0; i < sizeof counts / sizeof counts[0]; i++)
        hash_store(hash, &keys, i + 2, counts[i]);
    for (unsigned i = 0; i < sizeof counts / sizeof counts[0]; i++)
        cr_expect_eq(found(hash, &keys, i + 2), counts[i], "depth %u", i + 2);
    cr_expect_eq(found(hash, &keys, 1), UINT64_MAX, "another depth");
    position.side = BLACK;
    hash_keys_of(&position, &keys);
    cr_expect_eq(found(hash, &keys, 2), UINT64_MAX, "the other side to move");
    hash_free(hash);
}

Test(hash, a_mirror_image_shares_the_entry_only_with_mirror)
{
    struct position position =
                        position_of("rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR"),
                    mirrored;
    struct hash_keys own, other;
    position_mirror(&position, &mirrored);
    hash_keys_of(&position, &own);
    hash_keys_of(&mirrored, &other);
    for (int mirror = 0; mirror < 2; mirror++) {
        struct hash *hash = table(HASH_MIN_BYTES, mirror, false);
        hash_store(hash, &own, 3, 12345);
        cr_expect_eq(found(hash, &own, 3), 12345, "the position itself");
        cr_expect_eq(found(hash, &other, 3), mirror ? 12345 : UINT64_MAX, "mirror %d", mirror);
        hash_free(hash);
    }
}

Test(hash, the_smallest_count_makes_room)
{
    static const uint64_t counts[] = {10, 40, 20, 30, 25, 5};
    static const bool stays[] = {false, true, false, true, true, true}; /* the last is the newest */
    struct hash *hash = table(HASH_MIN_BYTES, false, false);
    for (unsigned i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        struct hash_keys keys = keys_in_one_bucket(i + 1);
        hash_store(hash, &keys, 2, counts[i]);
    }
    for (unsigned i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        struct hash_keys keys = keys_in_one_bucket(i + 1);
        cr_expect_eq(found(hash, &keys, 2), stays[i] ? counts[i] : UINT64_MAX, "count %d",
                     (int)counts[i]);
    }
    hash_free(hash);
}

Test(hash, a_count_stored_again_takes_no_second_place)
{
    struct hash *hash = table(HASH_MIN_BYTES, false, false);
    for (uint64_t i = 1; i <= 3; i++) {
        struct hash_keys keys = keys_in_one_bucket(i);
        hash_store(hash, &keys, 2, i);
    }
    struct hash_keys often = keys_in_one_bucket(99);
    for (int i = 0; i < 10; i++)
        hash_store(hash, &often, 2, 99);
    for (uint64_t i = 1; i <= 3; i++) {
        struct hash_keys keys = keys_in_one_bucket(i);
        cr_expect_eq(found(hash, &keys, 2), i, "count %d", (int)i);
    }
    hash_free(hash);
}

/* --- several threads that all want one bucket ---------------------------------------- */

enum { WRITERS = 4, KEYS = 32, ROUNDS = 1 << 22 };

static uint64_t mixed(uint64_t word)
{
    word = (word ^ word >> 31) * UINT64_C(0x9e3779b97f4a7c15);
    return word ^ word >> 29;
}

struct writer {
    pthread_t thread;
    struct hash *hash;
    uint64_t state, hits, wrong;
};

/* Each key has one count; an entry torn between two writers would be another. */
static void *write_and_read(void *context)
{
    struct writer *writer = context;
    for (int i = 0; i < ROUNDS; i++) {
        writer->state = mixed(writer->state + UINT64_C(0x9e3779b97f4a7c15));
        uint64_t number = writer->state % KEYS + 1, count = mixed(number) >> 1;
        struct hash_keys keys = keys_in_one_bucket(mixed(number + KEYS));
        uint64_t nodes = found(writer->hash, &keys, 2);
        writer->hits += nodes != UINT64_MAX;
        writer->wrong += nodes != UINT64_MAX && nodes != count;
        hash_store(writer->hash, &keys, 2, count);
    }
    return NULL;
}

Test(hash, torn_entries_are_no_hits)
{
    struct writer writers[WRITERS];
    struct hash *hash = table(HASH_MIN_BYTES, false, false);
    for (int i = 0; i < WRITERS; i++) {
        writers[i] = (struct writer){.hash = hash, .state = (uint64_t)i + 1};
        cr_assert_eq(pthread_create(&writers[i].thread, NULL, write_and_read, &writers[i]), 0);
    }
    for (int i = 0; i < WRITERS; i++) {
        pthread_join(writers[i].thread, NULL);
        cr_expect_gt(writers[i].hits, 0, "thread %d never hit", i);
        cr_expect_eq(writers[i].wrong, 0, "thread %d: %d wrong hits", i, (int)writers[i].wrong);
    }
    hash_free(hash);
}

/* --- counting --------------------------------------------------------------------------------- */

/*
 * Every 60th position at depth 4, and at depth 5 too where that is soon counted: before depth 5 no
 * two orders of moves meet at a depth that is looked up. All go into one table: in a tiny one
 * almost everything is overwritten, a larger one keeps most. Keys that forget some kind of move
 * would make wrong hits.
 */
static struct hash *shared;
static const struct board *counting;
static size_t seen;

enum { SOON_COUNTED = 60000 /* at depth 4 */ };

static void count_hashed(const char *file, const struct suite_entry *entry)
{
    if (seen++ % 60 != 0 || !(entry->known >> 4 & 1) || entry->count[4] > 5000000)
        return;
    for (unsigned depth = 4; depth <= (entry->count[4] <= SOON_COUNTED ? 5 : 4); depth++) {
        struct perft_request request = {.depth = depth, .policy = POLICY_LEGAL};
        uint64_t expected = counting->perft(&entry->position, &request);
        request.hash = shared;
        uint64_t nodes = counting->perft(&entry->position, &request);
        cr_expect_eq(nodes, expected,
                     "%s:%d: depth %u, board %s, hash of %zu bytes: %llu, not %llu", file,
                     entry->line, depth, counting->name, hash_bytes(shared),
                     (unsigned long long)nodes, (unsigned long long)expected);
    }
}

/* Of the tables, variants get the one with most in it. */
Test(hash, counts_are_right_on_every_board)
{
    const struct board *board;
    for (size_t i = 0; (board = board_at(i)); i++)
        for (int large = board->variant_of != NULL; large < 2; large++)
            for (int mirror = board->variant_of != NULL; mirror < 2; mirror++) {
                shared = table(large ? 1 << 22 : HASH_MIN_BYTES, mirror, true);
                counting = board;
                seen = 0;
                cr_assert_gt(each_position(count_hashed), 1000);
                struct hash_check check = hash_checked(shared);
                cr_expect_eq(check.wrong, 0, "board %s, mirror %d: %d hits wrong", counting->name,
                             mirror, (int)check.wrong);
                cr_expect(check.checked > 0 || !large, "board %s, mirror %d: no hit was checked",
                          counting->name, mirror);
                hash_free(shared);
            }
}

Test(hash, a_wrong_count_is_found_by_the_check)
{
    struct position position;
    struct hash_keys keys;
    position_start(&position);
    hash_keys_of(&position, &keys);
    const struct board *board;
    for (size_t i = 0; (board = board_at(i)); i++) {
        struct hash *hash = table(1 << 20, true, true);
        struct perft_request request = {.depth = 2, .policy = POLICY_LEGAL, .hash = hash};
        hash_store(hash, &keys, 2, 1921);
        int tries = 0;
        while (hash_checked(hash).checked == 0 && tries++ < 100000) /* one in 1024 is taken */
            cr_assert_eq(board->perft(&position, &request), 1921, "the stored count");
        struct hash_check check = hash_checked(hash);
        cr_assert_eq(check.checked, 1, "%s: not checked in %d tries", board->name, tries);
        cr_expect_eq(check.wrong, 1, "%s: not found wrong", board->name);
        cr_expect(position_equal(&check.position, &position), "%s: position", board->name);
        cr_expect_eq(check.depth, 2, "%s: depth %u", board->name, check.depth);
        cr_expect_eq(check.stored, 1921, "%s: stored", board->name);
        cr_expect_eq(check.counted, 1920, "%s: counted", board->name);
        hash_free(hash);
    }
}

Test(hash, without_check_nothing_is_counted_again)
{
    struct position position;
    struct hash *hash = table(1 << 20, true, false);
    struct perft_request request = {.depth = 4, .policy = POLICY_LEGAL, .hash = hash};
    position_start(&position);
    for (int i = 0; i < 3; i++)
        cr_expect_eq(board_find("bitboard")->perft(&position, &request), 3290240);
    cr_expect_eq(hash_checked(hash).checked, 0);
    hash_free(hash);
}

/* --- more than 64 bits ----------------------------------------------------------------------- */

/* A hash that says of each position behind the first moves that it has so many paths of length 2.
 */
static struct hash *foretelling(const struct position *position, uint64_t nodes)
{
    struct hash *hash = table(1 << 20, false, false);
    xq_move moves[MAX_MOVES];
    size_t count = all_boards[0]->legal_moves(position, moves);
    for (size_t i = 0; i < count; i++) {
        struct position behind = *position;
        struct hash_keys keys;
        position_apply(&behind, moves[i]);
        hash_keys_of(&behind, &keys);
        hash_store(hash, &keys, 2, nodes);
    }
    return hash;
}

/* The start has 44 moves: 44 times a 45th of the greatest count fits, 44 times a 40th does not. */
Test(hash, a_sum_that_does_not_fit_is_too_many)
{
    static const uint64_t parts[] = {45, 44, 43, 40};
    static struct perft_result result;
    struct position position;
    const struct board *board;
    position_start(&position);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        uint64_t nodes = UINT64_MAX / parts[i];
        uint64_t expected = parts[i] < 44 ? PERFT_TOO_MANY : 44 * nodes;
        for (size_t j = 0; (board = board_at(j)); j++)
            for (unsigned threads = 1; threads <= 2; threads++) {
                struct hash *hash = foretelling(&position, nodes);
                struct perft_job job = {.board = board, .position = &position, .threads = threads};
                job.request = (struct perft_request){.depth = 3, .policy = POLICY_BULK};
                job.request.hash = hash;
                cr_expect_eq(board->perft(&position, &job.request), expected, "%s, a %d. part",
                             board->name, (int)parts[i]);
                hash_free(hash);
                job.request.hash = hash = foretelling(&position, nodes);
                cr_assert(perft_run(&job, false, &result));
                cr_expect_eq(result.nodes, expected, "%s, %u threads, a %d. part", board->name,
                             threads, (int)parts[i]);
                cr_expect_eq(result.root[0].nodes, nodes, "each move fits");
                hash_free(hash);
            }
    }
}

Test(hash, too_many_stay_too_many)
{
    cr_assert_eq(perft_add(UINT64_MAX - 1, 1), PERFT_TOO_MANY);
    cr_assert_eq(perft_add(UINT64_MAX - 1, 2), PERFT_TOO_MANY, "not 0");
    cr_assert_eq(perft_add(PERFT_TOO_MANY, PERFT_TOO_MANY), PERFT_TOO_MANY);
    cr_assert_eq(perft_add(PERFT_TOO_MANY, 0), PERFT_TOO_MANY);
    cr_assert_eq(perft_add(UINT64_MAX - 2, 1), UINT64_MAX - 1);
}
