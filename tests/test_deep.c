/* Deep counts in units: the plan beside all paths one by one, and what its units come to. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "deep/layer.h"
#include "each_position.h"
#include "fen.h"
#include "hash.h"
#include "oracle.h"

#define START "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
/* 31,003,366,840,141,124,204 paths of 20 plies. */
#define ROOK_ENDING "3k5/9/3a5/9/2b6/9/9/9/4R4/4K4 w"

static struct position position_of(const char *fen)
{
    struct position position;
    struct fen_error error;
    cr_assert(fen_read(fen, strlen(fen), &position, &error), "%s: %s", fen, error.reason);
    return position;
}

static struct deep_plan plan_of(const char *fen, unsigned depth, unsigned split, const char *board)
{
    struct position position = position_of(fen);
    struct deep_plan plan;
    cr_assert_eq(deep_plan_make(&plan, &position, depth, split, board_find(board), NULL), DEEP_OK,
                 "%s", fen);
    return plan;
}

/* --- the plan, by a list of all paths --------------------------------------------------------- */

/* Paths that begin with one move and end in one position, of a mirror pair that whose FEN comes
 * first in the alphabet. */
struct group {
    char fen[FEN_SIZE];
    xq_move move;
    uint64_t paths;
};

struct groups {
    struct group *group;
    size_t count, room;
};

static void add_group(struct groups *groups, const struct position *position, xq_move move,
                      uint64_t paths)
{
    struct position seen = *position;
    char other[FEN_SIZE];
    seen.halfmove = 0;
    seen.fullmove = 1;
    if (groups->count == groups->room) {
        groups->room = 2 * groups->room + 64;
        groups->group = realloc(groups->group, groups->room * sizeof *groups->group);
        cr_assert(groups->group, "no memory");
    }
    struct group *group = &groups->group[groups->count++];
    fen_write(&seen, group->fen);
    position_mirror(&seen, &seen);
    fen_write(&seen, other);
    if (strcmp(other, group->fen) < 0)
        strcpy(group->fen, other);
    group->move = move;
    group->paths = paths;
}

static void walk(struct groups *groups, const struct position *position, unsigned plies,
                 xq_move move)
{
    struct move_list legal;
    if (plies == 0) {
        add_group(groups, position, move, 1);
        return;
    }
    oracle_legal(position, &legal);
    for (size_t i = 0; i < legal.count; i++) {
        struct position next = *position;
        position_apply(&next, legal.move[i]);
        walk(groups, &next, plies - 1, move == NO_MOVE ? legal.move[i] : move);
    }
}

static int by_fen_and_move(const void *a, const void *b)
{
    const struct group *left = a, *right = b;
    int order = strcmp(left->fen, right->fen);
    return order ? order : left->move - right->move;
}

static void sort_and_join(struct groups *groups)
{
    size_t kept = 0;
    qsort(groups->group, groups->count, sizeof *groups->group, by_fen_and_move);
    for (size_t i = 0; i < groups->count; i++)
        if (kept > 0 && by_fen_and_move(&groups->group[kept - 1], &groups->group[i]) == 0)
            groups->group[kept - 1].paths += groups->group[i].paths;
        else
            groups->group[kept++] = groups->group[i];
    groups->count = kept;
}

static void expect_all_paths(const char *fen, unsigned split)
{
    struct groups expected = {0}, planned = {0};
    struct deep_plan plan = plan_of(fen, split, split, "bitboard");
    walk(&expected, &plan.root, split, NO_MOVE);
    sort_and_join(&expected);
    for (size_t unit = 0; unit < plan.unit_count; unit++) {
        struct position position;
        deep_unit_position(&plan, unit, &position);
        if (split == 0)
            add_group(&planned, &position, NO_MOVE, 1);
        for (uint32_t i = plan.unit[unit].first; i < plan.unit[unit + 1].first; i++)
            add_group(&planned, &position, plan.move[plan.path[i].move], plan.path[i].paths);
    }
    size_t separate = planned.count;
    sort_and_join(&planned);
    cr_expect_eq(planned.count, separate, "%s: units are the same position", fen);
    cr_assert_eq(planned.count, expected.count, "%s, split %u: %zu, not %zu", fen, split,
                 planned.count, expected.count);
    for (size_t i = 0; i < planned.count; i++)
        cr_assert(by_fen_and_move(&planned.group[i], &expected.group[i]) == 0 &&
                      planned.group[i].paths == expected.group[i].paths,
                  "%s, split %u: %s", fen, split, expected.group[i].fen);
    free(expected.group);
    free(planned.group);
    deep_plan_free(&plan);
}

Test(deep_plan, has_every_path_once)
{
    static const struct {
        const char *fen; /* and why */
        unsigned split;
    } rows[] = {
        {START, 0},
        {START, 1}, /* its own mirror image */
        {START, 2},
        {START, 3},
        {"1C2ka3/9/C1Nab1n2/p3p3p/6p2/9/P3P3P/3AB4/3p2c2/c1BAK4 w", 2}, /* not its own */
        {"2bk1a3/4a4/4b3n/9/3P3r1/2R6/5R3/4CA2B/4K4/2BA3r1 b", 3},      /* Black begins */
        {"3k5/9/9/9/9/9/9/4R4/9/4K4 w", 4},                             /* most paths meet */
        {"3k5/R8/9/9/9/9/9/9/9/1R2K4 w", 3},                            /* mates on the way */
        {"3k5/9/9/9/9/9/9/9/3rr4/5K3 w", 2},                            /* no moves */
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        expect_all_paths(rows[i].fen, rows[i].split);
}

Test(deep_plan, is_the_same_for_every_board)
{
    struct deep_plan plan = plan_of(START, 5, 3, "padded"), other;
    for (size_t i = 1; all_boards[i]; i++) {
        other = plan_of(START, 5, 3, all_boards[i]->name);
        cr_expect(deep_plan_equal(&plan, &other), "%s", all_boards[i]->name);
        deep_plan_free(&other);
    }
    other = plan_of(START, 4, 3, "padded");
    cr_expect_not(deep_plan_equal(&plan, &other), "another depth");
    deep_plan_free(&other);
    other =
        plan_of("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b", 5, 3, "padded");
    cr_expect_not(deep_plan_equal(&plan, &other), "another position");
    deep_plan_free(&other);
    other = plan_of(START, 5, 3, "padded");
    other.path[7].paths++;
    cr_expect_not(deep_plan_equal(&plan, &other), "another number of paths");
    deep_plan_free(&other);
    deep_plan_free(&plan);
}

Test(deep_plan, a_stop_leaves_nothing)
{
    static const volatile sig_atomic_t stop = 1;
    struct position start = position_of(START);
    struct deep_plan plan;
    cr_expect_eq(deep_plan_make(&plan, &start, 6, 4, board_find("padded"), &stop), DEEP_STOPPED);
    cr_expect_null(plan.unit);
}

Test(deep_plan, paths_to_a_unit_are_not_wrapped)
{
    struct layer layer = {0};
    uint8_t packed[DEEP_PACKED_SIZE] = {0};
    uint32_t node;
    cr_assert_eq(layer_node(&layer, packed, &node), DEEP_OK);
    cr_expect_eq(layer_add(&layer, node, 3, UINT64_MAX - 1), DEEP_OK);
    cr_expect_eq(layer_add(&layer, node, 3, 1), DEEP_OK);
    cr_expect_eq(layer_add(&layer, node, 2, 1), DEEP_OK, "of another move");
    cr_expect_eq(layer_add(&layer, node, 3, 1), DEEP_OVERFLOW);
    layer_free(&layer);
}

/* --- counts ----------------------------------------------------------------------------------- */

static bool take(void *context, size_t unit, wide count)
{
    deep_tally_add(context, unit, count, 0);
    return true;
}

static struct deep_tally tally_for(const struct deep_plan *plan)
{
    struct deep_tally tally = {.count = calloc(plan->unit_count + 1, sizeof *tally.count),
                               .by = calloc(plan->unit_count + 1, sizeof *tally.by)};
    cr_assert(tally.count && tally.by, "no memory");
    return tally;
}

/* Counts all units and adds up. */
static struct deep_total count(const struct deep_plan *plan, const char *board, struct hash *hash,
                               unsigned threads)
{
    struct deep_tally tally = tally_for(plan);
    struct deep_total total;
    uint32_t *unit = calloc(plan->unit_count + 1, sizeof *unit);
    for (size_t i = 0; i < plan->unit_count; i++)
        unit[i] = (uint32_t)i;
    bool too_large = true;
    struct deep_job job = {.plan = plan,
                           .board = board_find(board),
                           .request = {.policy = POLICY_LEGAL, .hash = hash},
                           .threads = threads,
                           .unit = unit,
                           .unit_count = plan->unit_count,
                           .counted = take,
                           .context = &tally};
    cr_assert(deep_count(&job, &too_large) && !too_large);
    cr_assert_eq(tally.counted, plan->unit_count);
    cr_assert_eq(tally.repeated + tally.conflicting, 0);
    cr_assert(deep_total(plan, &tally, &total));
    free(unit);
    deep_tally_free(&tally);
    return total;
}

/* The same move by move as counted whole, by a board that did not make the plan. */
static void expect_divide(const struct position *position, unsigned depth, unsigned split,
                          const char *what)
{
    struct deep_plan plan;
    struct perft_result result;
    struct perft_job job = {.board = board_find("padded"),
                            .position = position,
                            .request = {.depth = depth, .policy = POLICY_BULK},
                            .threads = 1};
    cr_assert_eq(deep_plan_make(&plan, position, depth, split, board_find("bitboard"), NULL),
                 DEEP_OK);
    struct deep_total total = count(&plan, "bitboard", NULL, 2);
    cr_assert(perft_run(&job, false, &result));
    cr_expect(total.nodes == result.nodes, "%s: depth %u, split %u", what, depth, split);
    if (split > 0)
        cr_assert_eq(plan.move_count, result.root_count, "%s", what);
    for (size_t i = 0; i < plan.move_count; i++)
        for (size_t j = 0; j < result.root_count; j++)
            if (plan.move[i] == result.root[j].move)
                cr_expect(total.move[i] == result.root[j].nodes, "%s: split %u, move %zu", what,
                          split, i);
    deep_plan_free(&plan);
}

static void divide_every_eighth(const char *file, const struct suite_entry *entry)
{
    static size_t number;
    if (number++ % 8 != 0 || !(entry->known >> 2 & 1))
        return;
    expect_divide(&entry->position, 2, 1, entry->id);
    if (number % 64 == 1)
        for (unsigned split = 0; split <= 3; split++)
            expect_divide(&entry->position, 3, split, file);
}

Test(deep_count, divides_are_those_of_whole_counts)
{
    cr_assert_gt(each_position(divide_every_eighth), (size_t)1000);
}

/* Takes so many counts. */
struct taker {
    size_t most, asked;
};

static bool take_some(void *context, size_t unit, wide count)
{
    struct taker *taker = context;
    (void)unit;
    (void)count;
    return ++taker->asked <= taker->most;
}

/* The 23 units of START at one ply, by one thread. */
static bool count_for(struct taker *taker, const struct board *board,
                      const volatile sig_atomic_t *stop)
{
    struct deep_plan plan = plan_of(START, 2, 1, "padded");
    uint32_t unit[MAX_MOVES];
    bool too_large = true;
    for (size_t i = 0; i < plan.unit_count; i++)
        unit[i] = (uint32_t)i;
    struct deep_job job = {.plan = &plan,
                           .board = board,
                           .request = {.policy = POLICY_BULK, .stop = stop},
                           .threads = 1,
                           .unit = unit,
                           .unit_count = plan.unit_count,
                           .counted = take_some,
                           .context = taker};
    bool all = deep_count(&job, &too_large);
    cr_expect_not(too_large);
    deep_plan_free(&plan);
    return all;
}

Test(deep_count, a_count_that_is_not_taken_ends_it)
{
    for (size_t most = 0; most <= 23; most++) {
        struct taker taker = {.most = most};
        cr_expect_eq(count_for(&taker, board_find("padded"), NULL), most == 23, "%zu", most);
        cr_expect_eq(taker.asked, most < 23 ? most + 1 : 23, "%zu: %zu", most, taker.asked);
    }
}

static volatile sig_atomic_t signalled;
static size_t units_before_signal;

/* A signal comes in the middle of a unit: what has been counted of it is returned. */
static uint64_t perft_signalled(const struct position *position,
                                const struct perft_request *request)
{
    (void)position;
    (void)request;
    if (units_before_signal-- > 0)
        return 44;
    signalled = 1;
    return 7;
}

Test(deep_count, a_part_of_a_unit_is_no_count)
{
    struct board board = *board_find("padded");
    board.perft = perft_signalled;
    for (size_t units = 0; units < 23; units++) {
        struct taker taker = {.most = 23};
        signalled = 0;
        units_before_signal = units;
        cr_expect_not(count_for(&taker, &board, &signalled), "%zu", units);
        cr_expect_eq(taker.asked, units, "%zu: %zu", units, taker.asked);
    }
}

/* Published: perft 5 of these, and of the starting position. */
Test(deep_count, totals_are_published)
{
    static const struct {
        const char *fen;
        uint64_t nodes;
    } rows[] = {
        {START, 133312995},
        {"4kab2/3Pn4/9/9/6b2/9/9/9/4K4/4CA3 w", 50117},
        {"2b1ka3/9/b3N4/4n4/9/9/9/4C4/2p6/2BK5 w", 933096},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (unsigned split = 1; split <= 3; split++) {
            struct deep_plan plan = plan_of(rows[i].fen, 5, split, "bitboard");
            struct deep_total total = count(&plan, "bitboard", NULL, 1);
            cr_expect(total.nodes == rows[i].nodes, "%s, split %u", rows[i].fen, split);
            deep_plan_free(&plan);
        }
}

/* A board counts modulo 2^64. Here one unit has more, and is counted in parts. */
Test(deep_count, more_than_64_bits_are_counted)
{
    struct hash *hash = hash_new(64 << 20, true, false);
    struct deep_plan plan = plan_of(ROOK_ENDING, 20, 0, "bitboard");
    struct deep_total total = count(&plan, "bitboard", hash, 1);
    struct perft_request request = {.depth = 20, .policy = POLICY_LEGAL, .hash = hash};
    const struct board *board = board_find("bitboard");
    cr_expect_eq(board->perft(&plan.root, &request), PERFT_TOO_MANY);
    xq_move moves[MAX_MOVES];
    size_t move_count = board->legal_moves(&plan.root, moves);
    wide sum = 0;
    request.depth = 19;
    for (size_t i = 0; i < move_count; i++) {
        struct position after = plan.root;
        position_apply(&after, moves[i]);
        uint64_t nodes = board->perft(&after, &request);
        cr_assert_neq(nodes, PERFT_TOO_MANY, "one move's fit");
        cr_assert(wide_add(&sum, nodes));
    }
    cr_expect(total.nodes == sum);
    cr_expect_eq((uint64_t)(total.nodes >> 64), 1, "2^64 and more");
    deep_plan_free(&plan);
    hash_free(hash);
}

Test(deep_count, sums_are_of_128_bits)
{
    struct deep_plan plan = plan_of(START, 20, 1, "padded"); /* 44 moves; 21 pairs and 2 alone */
    struct deep_tally tally = tally_for(&plan);
    struct deep_total total;
    char text[WIDE_SIZE];
    for (size_t unit = 0; unit < plan.unit_count; unit++)
        deep_tally_add(&tally, unit, (wide)1 << 122, 0);
    cr_assert(deep_total(&plan, &tally, &total));
    cr_expect_str_eq(wide_write(total.nodes, text), "233944127258145193631070042609340645376",
                     "44 * 2^122: %s", text);
    cr_expect_str_eq(wide_write(total.move[3], text), "5316911983139663491615228241121378304",
                     "2^122: %s", text);
    tally.count[0] = (wide)1 << 127;
    cr_expect_not(deep_total(&plan, &tally, &total), "more than 2^128");
    deep_tally_add(&tally, 1, (wide)1 << 122, 0);
    cr_expect_eq(tally.repeated, 1);
    deep_tally_add(&tally, 1, (wide)1 << 58, 0);
    cr_expect_eq(tally.conflicting, 1, "the same low 64 bits");
    deep_tally_free(&tally);
    deep_plan_free(&plan);
}
