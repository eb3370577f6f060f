/* How xqbench takes the samples of a launch: the order of the boards, the passes, the controls.
 * Never how fast anything was. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "measure/controls.h"
#include "measure/order.h"
#include "measure/sampler.h"
#include "measure/setup.h"
#include "measuring.h"

/* --- order ----------------------------------------------------------------------------------- */

/* The first numbers as other implementations of SplitMix64 have them, such as Java's. */
Test(bench_order, stream_is_splitmix64)
{
    static const uint64_t expected[][3] = {
        {0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f},
        {6457827717110365317, 3203168211198807973, 9817491932198370423U},
    };
    static const uint64_t seeds[] = {0, 1234567};
    for (size_t i = 0; i < 2; i++) {
        struct order_stream stream = {seeds[i]};
        for (size_t j = 0; j < 3; j++)
            cr_assert_eq(order_next(&stream), expected[i][j], "seed %d, number %zu", (int)seeds[i],
                         j);
    }
}

Test(bench_order, shuffling_gives_every_order)
{
    struct order_stream stream = {1};
    unsigned seen[3][3] = {{0}};
    for (int i = 0; i < 600; i++) {
        uint8_t order[3];
        order_shuffle(&stream, 3, order);
        cr_assert_eq(1U << order[0] | 1U << order[1] | 1U << order[2], 7, "each comes once");
        seen[order[0]][order[1]]++;
    }
    for (size_t first = 0; first < 3; first++)
        for (size_t second = 0; second < 3; second++)
            cr_assert(first == second || seen[first][second] > 50, "%zu before %zu: %u of 600",
                      first, second, seen[first][second]);
}

static void assert_latin(const uint8_t *square, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t row = 0, column = 0;
        for (size_t j = 0; j < count; j++) {
            row |= (uint64_t)1 << square[i * count + j];
            column |= (uint64_t)1 << square[j * count + i];
        }
        cr_assert_eq(row, ((uint64_t)1 << count) - 1, "%zu boards, row %zu", count, i);
        cr_assert_eq(column, ((uint64_t)1 << count) - 1, "%zu boards, column %zu", count, i);
    }
}

Test(bench_order, every_block_is_a_latin_square)
{
    uint8_t square[12 * 12], again[12 * 12];
    for (size_t count = 1; count <= 12; count++)
        for (uint64_t seed = 0; seed < 20; seed++)
            for (size_t block = 0; block < 5; block++) {
                order_square(seed, 1, block, count, square);
                assert_latin(square, count);
                order_square(seed, 1, block, count, again);
                cr_assert_arr_eq(square, again, count * count, "the same seed, another order");
            }
}

Test(bench_order, seeds_launches_and_blocks_differ)
{
    enum { COUNT = 8, BYTES = COUNT * COUNT };
    uint8_t square[BYTES], other[3][BYTES], loading[3][COUNT];
    order_square(5, 1, 0, COUNT, square);
    order_square(6, 1, 0, COUNT, other[0]);
    order_square(5, 2, 0, COUNT, other[1]);
    order_square(5, 1, 1, COUNT, other[2]);
    for (size_t i = 0; i < 3; i++)
        cr_assert_neq(memcmp(square, other[i], BYTES), 0, "order %zu is the same", i);
    order_of_loading(5, 1, COUNT, loading[0]);
    order_of_loading(5, 2, COUNT, loading[1]);
    order_of_loading(5, 1, COUNT, loading[2]);
    cr_assert_neq(memcmp(loading[0], loading[1], COUNT), 0, "launches load alike");
    cr_assert_arr_eq(loading[0], loading[2], COUNT, "the same launch loads in another order");
}

/* --- samples --------------------------------------------------------------------------------- */

Test(bench_sampler, passes_depend_on_the_positions_alone)
{
    static const struct {
        size_t wanted, positions;
        uint64_t passes;
    } cases[] = {
        {300, 307, 1}, {300, 300, 1}, {300, 299, 2}, {4500, 307, 15}, {300, 1, 300}, {1, 1000, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct workload workload = {.sample_positions = cases[i].wanted};
        cr_assert_eq(sampler_passes(&workload, cases[i].positions), cases[i].passes,
                     "%zu of %zu positions", cases[i].wanted, cases[i].positions);
    }
}

Test(bench_sampler, a_fresh_process_says_where_it_cannot_stay)
{
    struct fault fault;
    cr_assert(sampler_stay(-1, &fault), "nowhere in particular");
    cr_assert_not(sampler_stay(1 << 20, &fault));
    cr_assert_str_eq(fault.text, "cannot stay on CPU 1048576: Invalid argument");
}

Test(bench_sampler, rounds_fill_the_budget_in_whole_blocks)
{
    cr_assert_eq(sampler_rounds(10, 1000, 1), 100);
    cr_assert_eq(sampler_rounds(10, 1000, 3), 102);
    cr_assert_eq(sampler_rounds(1000, 10, 1), 5, "never fewer than five");
    cr_assert_eq(sampler_rounds(1000, 10, 9), 9, "nor than a block");
    cr_assert_eq(sampler_rounds(0, UINT64_MAX, 4), 400, "never more than can be kept");
}

/* `boards` in `generate` and `in-check` on the starting position. */
static struct setup *make_setup(uint64_t boards)
{
    static struct suite_entry start = {.id = "start", .line = 7};
    struct setup *setup = calloc(1, sizeof *setup);
    struct fault fault;
    cr_assert_not_null(setup);
    setup->suite = (struct suite){malloc(sizeof start), 1};
    position_start(&start.position);
    setup->suite.entries[0] = start;
    setup_choose(setup, boards, bit_of_workload("generate") | bit_of_workload("in-check"));
    cr_assert(setup_prepare(setup, NULL, &fault), "%s", fault.text);
    return setup;
}

Test(bench_sampler, a_round_has_everyone_once_in_its_order)
{
    struct setup *setup = make_setup(7);
    struct plan *plan = &setup->plan;
    struct fault fault;
    uint64_t round_ns;
    cr_assert_eq(sampler_calibrate(plan, &round_ns, &running, &fault), SAMPLING_DONE);
    cr_assert_eq(plan->paces[0].operations, 1, "generate: one position");
    cr_assert_eq(plan->paces[0].result, 44, "generate: 44 moves");
    cr_assert_eq(plan->paces[1].operations, 2, "in-check: two kings");

    plan->rounds = 6;
    plan->seed = 11;
    size_t count = sampler_count(plan), boards = plan->contender_count;
    cr_assert_eq(count, 6 * 2 * 3);
    struct sample *samples = calloc(count, sizeof *samples);
    cr_assert_eq(sampler_warm_up(plan, &running, &fault), SAMPLING_DONE, "%s", fault.text);
    cr_assert_eq(sampler_run(plan, 4, samples, &running, &fault), SAMPLING_DONE);
    for (size_t i = 0; i < count; i++) {
        const struct sample *sample = &samples[i];
        const struct pace *pace = &plan->paces[sample->workload];
        size_t round = i / (2 * boards), place = i % boards;
        uint8_t square[9];
        order_square(11, 4, round / boards, boards, square);
        cr_assert_eq(sample->launch, 4, "sample %zu", i);
        cr_assert_eq(sample->round, 1 + round, "sample %zu", i);
        cr_assert_eq(sample->workload, i / boards % 2, "sample %zu", i);
        cr_assert_eq(sample->order, 1 + place, "sample %zu", i);
        cr_assert_eq(sample->contender, square[round % boards * boards + place], "sample %zu", i);
        cr_assert_eq(sample->operations, pace->passes * pace->operations, "sample %zu", i);
    }
    free(samples);
    setup_free(setup);
}

static uint64_t kernel_that_counts_its_calls(void *slots, size_t count, const void *extras)
{
    static uint64_t calls;
    return all_boards[0]->kernel[KERNEL_GENERATE](slots, count, extras) + calls++;
}

/* Of a turn: the caches are warmed, the code is rehearsed, and then comes what is timed. */
enum { TURN_PASSES = 3, LIKE_BOARDS = 4, LIKE_TURNS = 2 * 2 * LIKE_BOARDS };

static struct turn {
    const struct workload *workload;
    const struct contender *contender;
} turns[TURN_PASSES * LIKE_TURNS];
static size_t turn_count;

/* A pass that does nothing but to be seen. */
static uint64_t note_turn(const struct workload *workload, const struct contender *contender,
                          size_t count)
{
    turns[turn_count++] = (struct turn){workload, contender};
    return count;
}

/* Two of one code and two of others: the second of the two comes when all workloads have seen the
 * first. */
Test(bench_sampler, boards_of_the_same_code_do_not_meet_in_a_workload)
{
    const struct workload fake[2] = {{.name = "a", .pass = note_turn},
                                     {.name = "b", .pass = note_turn}};
    const struct workload *const workloads[2] = {&fake[0], &fake[1]};
    const struct board twin = *all_boards[0];
    const struct suite suite = {.count = 1};
    const struct board *const boards[LIKE_BOARDS] = {all_boards[0], all_boards[1], all_boards[2],
                                                     &twin};
    struct contender contenders[LIKE_BOARDS], rehearsals[LIKE_BOARDS];
    for (size_t i = 0; i < LIKE_BOARDS; i++)
        rehearsals[i] = contenders[i] = (struct contender){.board = boards[i], .suite = &suite};
    struct pace paces[2] = {{1, 1, 1}, {1, 1, 1}};
    const struct plan plan = {workloads, 2, contenders, rehearsals, LIKE_BOARDS, paces, 2, 1};
    struct sample samples[LIKE_TURNS];
    struct fault fault;
    for (unsigned launch = 1; launch <= 20; launch++) {
        turn_count = 0;
        cr_assert_eq(sampler_run(&plan, launch, samples, &running, &fault), SAMPLING_DONE);
        cr_assert_eq(turn_count, TURN_PASSES * LIKE_TURNS);
        const struct contender *before = NULL; /* of the two, and where it was */
        const struct workload *where = NULL;
        for (size_t i = 0; i < turn_count; i += TURN_PASSES) {
            const struct contender *now = turns[i].contender;
            cr_assert_eq(turns[i + 1].contender, &rehearsals[now - contenders]);
            cr_assert_eq(turns[i + 2].contender, now);
            if (now != &contenders[0] && now != &contenders[3])
                continue;
            cr_assert(before == NULL || before == now || where != turns[i].workload,
                      "launch %u, turn %zu", launch, i);
            before = now;
            where = turns[i].workload;
        }
    }
}

Test(bench_sampler, a_board_that_changes_its_mind_is_found)
{
    struct setup *setup = make_setup(1);
    struct board liar = *all_boards[0];
    struct fault fault;
    uint64_t round_ns;
    liar.name = "liar";
    liar.kernel[KERNEL_GENERATE] = kernel_that_counts_its_calls;
    setup->contenders[0].board = &liar;
    cr_assert_eq(sampler_calibrate(&setup->plan, &round_ns, &running, &fault), SAMPLING_MISCOUNTED);
    cr_assert(strstr(fault.text, "liar") && strstr(fault.text, "generate"), "%s", fault.text);
    setup_free(setup);
}

Test(bench_sampler, stops_when_asked)
{
    struct setup *setup = make_setup(1);
    struct fault fault;
    uint64_t round_ns;
    cr_assert_eq(sampler_calibrate(&setup->plan, &round_ns, &stopped, &fault), SAMPLING_STOPPED);
    cr_assert_eq(sampler_warm_up(&setup->plan, &stopped, &fault), SAMPLING_STOPPED);
    setup_free(setup);
}

/* --- controls -------------------------------------------------------------------------------- */

/* They do what the first board does, slower, and are not among "all". */
Test(bench_controls, same_results)
{
    static const struct {
        const char *name;
        unsigned percent;
    } controls[] = {{"twin", 0},     {"slowed-1", 1},   {"slowed-2", 2},
                    {"slowed-5", 5}, {"slowed-10", 10}, {"slowed-25", 25}};
    enum { CONTROL_COUNT = sizeof controls / sizeof controls[0] };
    struct position position;
    position_start(&position);
    size_t count = 0;
    while (board_at(count))
        cr_assert_eq(controls_slowdown(board_at(count++)), 0);
    const struct perft_request request = {.depth = 2};
    for (size_t i = 0; i < CONTROL_COUNT; i++) {
        const struct board *board = controls_board_at(count + i);
        cr_assert_str_eq(board->name, controls[i].name);
        cr_assert_eq(controls_slowdown(board), controls[i].percent, "%s", board->name);
        cr_assert_eq(board->perft(&position, &request), 1920);
        struct perft_stats stats = {0};
        board->stats(&position, &request, &stats);
        cr_assert_eq(stats.nodes, 1920, "%s", board->name);
        for (size_t kernel = 0; kernel < KERNEL_COUNT; kernel++)
            cr_assert_eq(board->kernel[kernel], all_boards[0]->kernel[kernel], "%s, kernel %zu",
                         board->name, kernel);
    }
    cr_assert_null(controls_board_at(count + CONTROL_COUNT));
}

static uint64_t clock_now, clock_step;

static uint64_t clock_of_steps(void)
{
    return clock_now += clock_step;
}

/* Work from 1000 to 2000 on a clock that has gone on by a step at each look. */
Test(bench_controls, slowed_to_the_nearest_look_at_the_clock)
{
    static const struct {
        const char *rule;
        unsigned percent;
        uint64_t step, end;
    } cases[] = {
        {"not slowed", 0, 7, 2000},
        {"a look at the very moment", 5, 25, 2050},
        {"one late, the one before earlier still", 5, 30, 2060},
        {"one late, the one before nearer", 5, 40, 2040},
        {"a clock too coarse", 1, 1000, 2000},
        {"a quarter", 25, 1, 2250},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        clock_now = 2000;
        clock_step = cases[i].step;
        cr_assert_eq(sampler_slow_down(1000, 2000, cases[i].percent, clock_of_steps), cases[i].end,
                     "%s", cases[i].rule);
    }
    clock_now = 2000;
    sampler_slow_down(1000, 2000, 0, clock_of_steps);
    cr_assert_eq(clock_now, 2000, "a board that is not slowed looks at no clock");
}

/* Early as often as late, so that nothing is added on average. */
Test(bench_controls, slowed_exactly_on_average)
{
    double error = 0;
    clock_step = 31;
    for (uint64_t end = 50000; end < 53000; end++) {
        clock_now = end;
        error += (double)sampler_slow_down(0, end, 5, clock_of_steps) - 1.05 * (double)end;
    }
    cr_assert_lt(fabs(error / 3000), 0.5, "%g ns", error / 3000);
}
