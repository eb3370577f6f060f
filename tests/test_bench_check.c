/* xqbench's check before the clock starts, also with boards that are at fault. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "measure/check.h"

/* --- a suite of one position, and boards with a fault -------------------------------------------
 */

static struct suite start_suite(void)
{
    static struct suite_entry entry = {
        .id = "start", .line = 7, .known = 0xe, .count = {1, 44, 1920, 79666}};
    position_start(&entry.position);
    return (struct suite){&entry, 1};
}

static const struct workload *workload_named(const char *name)
{
    const struct workload *workload = all_workloads;
    while (workload->name && strcmp(workload->name, name) != 0)
        workload++;
    cr_assert_not_null(workload->name, "no workload %s", name);
    return workload;
}

static uint64_t perft_off_by_one(const struct position *position,
                                 const struct perft_request *request)
{
    return all_boards[0]->perft(position, request) + (request->depth == 2);
}

static enum kernel kernel_at_fault = KERNEL_GENERATE;

static uint64_t kernel_off_by_one(void *slots, size_t count, const void *extras)
{
    return all_boards[0]->kernel[kernel_at_fault](slots, count, extras) + 1;
}

/* Right counts of nodes, and one check too many. */
static void stats_with_a_check(const struct position *position, const struct perft_request *request,
                               struct perft_stats *stats)
{
    all_boards[0]->stats(position, request, stats);
    stats->checks++;
}

static uint64_t perft_wrong_with_a_hash(const struct position *position,
                                        const struct perft_request *request)
{
    return all_boards[0]->perft(position, request) + (request->hash != NULL);
}

static enum check_verdict check_one(const struct board *board, const char *workload,
                                    struct fault *fault)
{
    struct suite suite = start_suite();
    struct contender reference, contender;
    const struct workload *const workloads[] = {workload_named(workload)};
    const volatile sig_atomic_t stop = 0;
    cr_assert(contender_prepare(&reference, all_boards[0], &suite));
    cr_assert(contender_prepare(&contender, board, &suite));
    enum check_verdict verdict =
        check_counts("some.epd", &reference, &contender, 1, workloads, 1, &stop, fault);
    contender_free(&reference);
    contender_free(&contender);
    return verdict;
}

Test(bench_check, boards_pass_in_every_workload)
{
    struct fault fault;
    for (const struct board *const *board = all_boards; *board; board++)
        for (const struct workload *workload = all_workloads; workload->name; workload++)
            cr_assert_eq(check_one(*board, workload->name, &fault), CHECK_PASSED, "%s in %s",
                         (*board)->name, workload->name);
}

static void assert_named(const struct fault *fault, const char *what)
{
    cr_assert(strstr(fault->text, what), "'%s' is not in: %s", what, fault->text);
}

Test(bench_check, a_miscount_names_everything_needed_to_see_it_again)
{
    struct fault fault;
    struct board liar = *all_boards[0];
    liar.name = "liar";
    liar.perft = perft_off_by_one;
    /* Even when only a kernel is timed, the known counts are asked for. */
    static const char *const workloads[] = {"perft", "perft-plain", "perft-legal", "in-check"};
    for (size_t i = 0; i < sizeof workloads / sizeof workloads[0]; i++) {
        cr_assert_eq(check_one(&liar, workloads[i], &fault), CHECK_FAILED, "%s", workloads[i]);
        assert_named(&fault, "liar");
        assert_named(&fault, "some.epd:7");
        assert_named(&fault, "start");
        assert_named(&fault, "rnbakabnr/9/1c5c1");
        assert_named(&fault, "1921, not 1920");
        assert_named(&fault, "perft");
    }
}

static uint64_t perft_wrong_on_move_two(const struct position *position,
                                        const struct perft_request *request)
{
    return all_boards[0]->perft(position, request) + (position->fullmove == 2);
}

/* Of most positions, perft is not timed. */
Test(bench_check, positions_that_are_not_timed_are_counted_too)
{
    struct suite_entry entries[3] = {*start_suite().entries, *start_suite().entries,
                                     *start_suite().entries};
    const struct suite suite = {entries, 3};
    const struct workload *const workloads[] = {workload_named("perft-legal")};
    const volatile sig_atomic_t stop = 0;
    struct contender contender;
    struct fault fault;
    struct board liar = *all_boards[0];
    entries[1].position.fullmove = 2;
    entries[1].line = 8;
    cr_assert_gt(workload_every(workloads[0]), 1, "or there is nothing to see");
    liar.perft = perft_wrong_on_move_two;
    cr_assert(contender_prepare(&contender, &liar, &suite));
    cr_assert_eq(check_counts("some.epd", &contender, &contender, 1, workloads, 1, &stop, &fault),
                 CHECK_FAILED);
    assert_named(&fault, "some.epd:8");
    contender_free(&contender);
}

Test(bench_check, a_kernel_that_differs_gets_no_time)
{
    struct fault fault;
    struct board liar = *all_boards[0];
    liar.name = "liar";
    liar.kernel[KERNEL_GENERATE] = kernel_off_by_one;
    cr_assert_eq(check_one(&liar, "captures", &fault), CHECK_PASSED, "not what is timed");
    cr_assert_eq(check_one(&liar, "generate", &fault), CHECK_FAILED);
    assert_named(&fault, "liar");
    assert_named(&fault, "generate");
    assert_named(&fault, "some.epd:7");
    assert_named(&fault, "45 and 44");
}

static uint64_t perft_legal_off_by_one(const struct position *position,
                                       const struct perft_request *request)
{
    return all_boards[0]->perft(position, request) + (request->policy == POLICY_LEGAL);
}

Test(bench_check, a_miscount_under_one_policy_is_that_policys)
{
    struct fault fault;
    struct board liar = *all_boards[0];
    liar.name = "liar";
    liar.perft = perft_legal_off_by_one;
    cr_assert_eq(check_one(&liar, "perft-legal", &fault), CHECK_FAILED, "what is timed");
    assert_named(&fault, "workload perft-legal");
}

Test(bench_check, kernels_of_legal_moves_must_give_the_known_number)
{
    static const struct {
        const char *workload;
        enum kernel kernel;
    } cases[] = {{"legal-list", KERNEL_LEGAL_LIST}, {"mobility", KERNEL_MOBILITY}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct fault fault;
        struct board liar = *all_boards[0];
        liar.name = "liar";
        liar.kernel[cases[i].kernel] = kernel_off_by_one;
        cr_assert_eq(check_one(&liar, cases[i].workload, &fault), CHECK_FAILED, "%s",
                     cases[i].workload);
        assert_named(&fault, cases[i].workload);
        assert_named(&fault, "perft 1 is 45, not 44");
        cr_assert_eq(check_one(&liar, "in-check", &fault), CHECK_PASSED, "not what is timed");
    }
}

/* Of every workload but those of perft: one wrong result is enough to refuse the board. */
Test(bench_check, every_kernel_is_compared)
{
    for (const struct workload *workload = all_workloads; workload->name; workload++) {
        struct fault fault;
        struct board liar = *all_boards[0];
        if (workload->depth > 0)
            continue;
        liar.name = "liar";
        kernel_at_fault = workload->kernel;
        liar.kernel[kernel_at_fault] = kernel_off_by_one;
        cr_assert_eq(check_one(&liar, workload->name, &fault), CHECK_FAILED, "%s", workload->name);
        assert_named(&fault, "liar");
        assert_named(&fault, workload->name);
    }
}

Test(bench_check, statistics_must_agree_in_every_column)
{
    struct fault fault;
    struct board liar = *all_boards[0];
    liar.name = "liar";
    liar.stats = stats_with_a_check;
    cr_assert_eq(check_one(&liar, "perft-stats", &fault), CHECK_FAILED);
    assert_named(&fault, "workload perft-stats: 7 and 6 checks");
    cr_assert_eq(check_one(&liar, "perft-plain", &fault), CHECK_PASSED, "not what is timed");
}

Test(bench_check, counts_with_a_hash_must_be_the_known_ones)
{
    struct fault fault;
    struct board liar = *all_boards[0];
    liar.name = "liar";
    liar.perft = perft_wrong_with_a_hash;
    cr_assert_eq(check_one(&liar, "perft-hash", &fault), CHECK_FAILED);
    assert_named(&fault, "workload perft-hash");
    assert_named(&fault, "perft 1 is 45, not 44");
    cr_assert_eq(check_one(&liar, "perft-legal", &fault), CHECK_PASSED, "not what is timed");
}

/* --- workloads over several positions ------------------------------------------------------------
 */

static void fail_on_error(void *context, const struct suite_problem *problem)
{
    (void)context;
    cr_assert(problem->warning, "%s: %s", problem->file, problem->reason);
}

/* A pass is the sum of its positions, or of every so manieth; the totals are those of the suite. */
Test(bench_workloads, passes_are_made_of_their_positions)
{
    struct suite games;
    struct contender contender;
    cr_assert(suite_read("positions/games.epd", &games, fail_on_error, NULL));
    cr_assert(contender_prepare(&contender, all_boards[0], &games));
    uint64_t legal = 0;
    for (size_t i = 0; i < games.count; i++)
        legal += games.entries[i].count[1];
    cr_assert_eq(contender.total[TALLY_POSITIONS], games.count);
    cr_assert_eq(contender.total[TALLY_KINGS], 2 * games.count);
    cr_assert_eq(contender.total[TALLY_LEGAL_MOVES], legal, "perft 1 of the suite");

    enum { SOME = 40 };
    for (const struct workload *workload = all_workloads; workload->name; workload++) {
        uint64_t expected = 0;
        for (size_t i = 0; i < SOME; i += workload_every(workload)) {
            const struct suite_entry *entry = &games.entries[i];
            uint64_t one = workload_run_one(workload, &contender, i);
            expected = workload->kernel == KERNEL_HASH_UPDATE ? expected ^ one : expected + one;
            if (workload->depth > 0)
                cr_assert_eq(one, entry->count[workload->depth], "%s, %s", workload->name,
                             entry->id);
        }
        cr_assert_eq(workload->pass(workload, &contender, SOME), expected, "%s", workload->name);
    }
    contender_free(&contender);
    suite_free(&games);
}
