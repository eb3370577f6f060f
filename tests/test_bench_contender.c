/* The positions of a run as boards see them: in a new order each time, and mirrored. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "measure/contender.h"
#include "measure/positions.h"
#include "measure/setup.h"

enum { PLACES = 40 };

/* A board whose slots and extras say which position they hold. */
enum { SLOT_BYTES = 192, EXTRA_BYTES = 64 };

static void prepare(void *slot, void *extra, const struct position *position)
{
    memset(slot, position->piece[0], SLOT_BYTES);
    memset(extra, position->piece[0], EXTRA_BYTES);
}

static size_t no_moves(const struct position *position, bool captures_only, xq_move *out)
{
    (void)position, (void)captures_only, (void)out;
    return 0;
}

static size_t no_mobility(const struct position *position)
{
    (void)position;
    return 0;
}

static const struct board sign = {.slot_bytes = SLOT_BYTES,
                                  .extra_bytes = EXTRA_BYTES,
                                  .prepare = prepare,
                                  .pseudo_legal_moves = no_moves,
                                  .mobility = no_mobility};

/* The number of the position at a place, which every byte there says. */
static int number_at(const struct contender *contender, size_t place)
{
    const uint8_t *slot = (const uint8_t *)contender->slots + place * SLOT_BYTES;
    const uint8_t *extra = (const uint8_t *)contender->extras + place * EXTRA_BYTES;
    for (size_t i = 0; i < SLOT_BYTES; i++)
        cr_assert_eq(slot[i], slot[0], "place %zu, byte %zu", place, i);
    for (size_t i = 0; i < EXTRA_BYTES; i++)
        cr_assert_eq(extra[i], slot[0], "place %zu, byte %zu of the extra", place, i);
    return slot[0];
}

Test(bench_contender, shuffling_keeps_every_position)
{
    struct suite suite = {calloc(PLACES, sizeof *suite.entries), PLACES};
    for (size_t i = 0; i < PLACES; i++)
        suite.entries[i].position.piece[0] = (uint8_t)i;
    struct contender one, other;
    cr_assert(contender_prepare(&one, &sign, &suite));
    cr_assert(contender_prepare(&other, &sign, &suite));
    for (unsigned round = 0; round < 20; round++) {
        int before[PLACES];
        uint64_t seen = 0;
        size_t moved = 0;
        for (size_t i = 0; i < PLACES; i++)
            before[i] = number_at(&one, i);
        struct order_stream stream = order_of_positions(5, 1, round, 3), again = stream;
        contender_shuffle(&one, &stream);
        contender_shuffle(&other, &again);
        for (size_t i = 0; i < PLACES; i++) {
            seen |= (uint64_t)1 << number_at(&one, i);
            moved += number_at(&one, i) != before[i];
            cr_assert_eq(one.order[i], (size_t)number_at(&one, i), "the order tells of place %zu",
                         i);
            cr_assert_eq(number_at(&one, i), number_at(&other, i), "boards differ at %zu", i);
        }
        cr_assert_eq(seen, ((uint64_t)1 << PLACES) - 1, "round %u: each is there once", round);
        cr_assert_gt(moved, PLACES / 2, "round %u: %zu moved", round, moved);
    }
    contender_free(&one);
    contender_free(&other);
    suite_free(&suite);
}

/* Every place is as good as every other: of a hundred thousand, each gets a fifth from each, give
 * or take six standard deviations. */
Test(bench_contender, every_place_is_as_likely)
{
    enum { TIMES = 100000, SMALL = 5 };
    struct suite suite = {calloc(SMALL, sizeof *suite.entries), SMALL};
    for (size_t i = 0; i < SMALL; i++)
        suite.entries[i].position.piece[0] = (uint8_t)i;
    struct contender contender;
    cr_assert(contender_prepare(&contender, &sign, &suite));
    size_t seen[SMALL][SMALL] = {{0}}; /* from where to where */
    struct order_stream stream = {1};
    for (size_t i = 0; i < TIMES; i++) {
        int before[SMALL];
        for (size_t place = 0; place < SMALL; place++)
            before[place] = *((uint8_t *)contender.slots + place * SLOT_BYTES);
        contender_shuffle(&contender, &stream);
        for (size_t place = 0; place < SMALL; place++)
            for (size_t was = 0; was < SMALL; was++)
                seen[was][place] +=
                    *((uint8_t *)contender.slots + place * SLOT_BYTES) == before[was];
    }
    for (size_t was = 0; was < SMALL; was++)
        for (size_t place = 0; place < SMALL; place++) {
            cr_assert_gt(seen[was][place], TIMES / SMALL - 760, "%zu to %zu", was, place);
            cr_assert_lt(seen[was][place], TIMES / SMALL + 760, "%zu to %zu", was, place);
        }
    contender_free(&contender);
    suite_free(&suite);
}

Test(bench_contender, seeds_launches_rounds_and_workloads_differ)
{
    struct order_stream streams[] = {
        order_of_positions(1, 1, 0, 0), order_of_positions(2, 1, 0, 0),
        order_of_positions(1, 2, 0, 0), order_of_positions(1, 1, 1, 0),
        order_of_positions(1, 1, 0, 1),
    };
    enum { COUNT = sizeof streams / sizeof streams[0] };
    uint64_t first[COUNT];
    for (size_t i = 0; i < COUNT; i++)
        first[i] = order_next(&streams[i]);
    for (size_t i = 0; i < COUNT; i++)
        for (size_t j = 0; j < i; j++)
            cr_assert_neq(first[i], first[j], "%zu and %zu", i, j);
}

/* The images are other positions, and each workload finds in them what it finds in the others
 * (keys, too: both that of a position and that of its image are kept). So what is rehearsed is the
 * same work as what is timed, on other positions. */
Test(bench_contender, mirror_images_have_the_same_results)
{
    static struct setup setup;
    struct fault fault;
    cr_assert(positions_read("positions/games.epd", 0, stderr, &setup.suite, &fault), "%s",
              fault.text);
    setup_choose(&setup, 7, UINT64_MAX);
    cr_assert(setup_prepare(&setup, NULL, &fault), "%s", fault.text);
    size_t others = 0;
    for (size_t i = 0; i < setup.suite.count; i++)
        others +=
            memcmp(setup.suite.entries[i].position.piece, setup.mirrored.entries[i].position.piece,
                   sizeof setup.suite.entries[i].position.piece) != 0;
    cr_assert_geq(others, setup.suite.count - 1, "but for the starting position");
    for (size_t i = 0; i < setup.plan.workload_count; i++) {
        const struct workload *workload = setup.workloads[i];
        if (workload->depth > 0)
            continue; /* its nodes are checked by published counts */
        for (size_t board = 0; board < setup.plan.contender_count; board++) {
            uint64_t result = workload->pass(workload, &setup.contenders[board], setup.suite.count);
            uint64_t mirrored =
                workload->pass(workload, &setup.rehearsals[board], setup.mirrored.count);
            cr_assert_eq(result, mirrored, "%s", workload->name);
        }
    }
    for (size_t i = 0; i < setup.plan.contender_count; i++) {
        contender_free(&setup.contenders[i]);
        contender_free(&setup.rehearsals[i]);
    }
    suite_free(&setup.suite);
    suite_free(&setup.mirrored);
}
