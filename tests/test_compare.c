/*
 * The search for the first difference between boards, with faults planted in copies of a board.
 * Most faults show only where a black pawn stands on e5: from the start that is after two plies,
 * and the search, which goes by ascending moves, must end up behind a0a1 e6e5.
 */
#include <criterion/criterion.h>
#include <string.h>

#include "compare.h"
#include "notation.h"
#include "oracle.h"

static xq_move move_named(const char *text)
{
    xq_move move;
    cr_assert_gt(move_read(text, RANKS_FROM_0, &move), 0, "'%s' is no move", text);
    return move;
}

static bool pawn_on_e5(const struct position *position)
{
    return position->piece[square_of(4, 5)] == piece_of(BLACK, PAWN);
}

/* --- a board with a fault -------------------------------------------------------------------- */

enum fault {
    MISSES_MOVE,      /* with the pawn on e5, h2e2 is not found */
    ADDS_MOVE,        /* with the pawn on e5, a0a9 is legal */
    REPEATS_MOVE,     /* with the pawn on e5, h2e2 is listed twice */
    WRONG_PERFT_1,    /* with the pawn on e5, perft 1 is one too high */
    WRONG_PERFT_0,    /* with the pawn on e5, perft 0 is 2 */
    WRONG_DIVIDE,     /* the count of the first move visited is one too high */
    ADDS_MOVE_ALWAYS, /* a0a9 is legal everywhere */
};
static enum fault planted_fault;

static void planted_moves(const struct position *position, struct move_list *list)
{
    struct move_list right;
    oracle_legal(position, &right);
    bool here = pawn_on_e5(position);
    xq_move move = move_named("h2e2");
    list->count = 0;
    for (size_t i = 0; i < right.count; i++) {
        bool fault = here && right.move[i] == move;
        if (fault && planted_fault == MISSES_MOVE)
            continue;
        if (fault && planted_fault == REPEATS_MOVE)
            list->move[list->count++] = move;
        list->move[list->count++] = right.move[i];
    }
    if ((here && planted_fault == ADDS_MOVE) || planted_fault == ADDS_MOVE_ALWAYS)
        list->move[list->count++] = move_named("a0a9");
}

static uint64_t planted_count(const struct position *position, unsigned depth)
{
    bool here = pawn_on_e5(position);
    if (depth == 0)
        return here && planted_fault == WRONG_PERFT_0 ? 2 : 1;
    struct move_list list;
    planted_moves(position, &list);
    uint64_t nodes = depth == 1 && here && planted_fault == WRONG_PERFT_1;
    for (size_t i = 0; i < list.count; i++) {
        struct position child = *position;
        position_apply(&child, list.move[i]);
        nodes += planted_count(&child, depth - 1);
    }
    return nodes;
}

static uint64_t planted_perft(const struct position *position, const struct perft_request *request)
{
    return planted_count(position, request->depth);
}

static bool planted_divide(const struct position *position, const struct perft_request *request,
                           board_visit *visit, void *context)
{
    struct move_list list;
    planted_moves(position, &list);
    for (size_t i = 0; i < list.count; i++) {
        struct position child = *position;
        position_apply(&child, list.move[i]);
        uint64_t nodes = planted_count(&child, request->depth - 1);
        if (!visit(context, list.move[i], nodes + (i == 0 && planted_fault == WRONG_DIVIDE)))
            return false;
    }
    return true;
}

/* Visits far more rows than a position can have moves, and does not listen to the visitor. */
static bool flooding_divide(const struct position *position, const struct perft_request *request,
                            board_visit *visit, void *context)
{
    (void)position;
    (void)request;
    for (int i = 0; i < 3 * MAX_MOVES; i++)
        visit(context, move_of(i % SQUARE_COUNT, i / SQUARE_COUNT + 80), 1);
    return true;
}

static struct board board_with(enum fault fault)
{
    struct board board = *all_boards[0];
    planted_fault = fault;
    board.name = "planted";
    board.perft = planted_perft;
    board.divide = planted_divide;
    return board;
}

/* --- what is found --------------------------------------------------------------------------- */

/* Compares the planted board, put second of three, from the start; it must be found. */
static void find(enum fault fault, unsigned depth, struct difference *difference)
{
    struct board planted = board_with(fault);
    const struct board *boards[] = {all_boards[0], &planted, all_boards[1], NULL};
    struct perft_request request = {.depth = depth};
    struct position start;
    position_start(&start);
    cr_assert_not(compare_boards(boards, &start, &request, difference), "fault %d is not found",
                  fault);
    cr_assert_eq(difference->generator_count, 3, "%zu boards", difference->generator_count);
}

/* The node is behind these moves (separated by blanks), and its position is the one they lead to.
 */
static void is_behind(const struct difference *difference, const char *moves)
{
    struct position position;
    size_t count = 0;
    position_start(&position);
    for (; *moves; count++) {
        xq_move move;
        size_t length = move_read(moves, RANKS_FROM_0, &move);
        char text[MOVE_TEXT_SIZE];
        cr_assert_lt(count, difference->node.path_length, "the path ends before %s", moves);
        cr_assert_eq(difference->node.path[count], move, "move %zu is %s, not %s", count + 1,
                     move_write(difference->node.path[count], RANKS_FROM_0, text), moves);
        position_apply(&position, move);
        moves += length + strspn(moves + length, " ");
    }
    cr_assert_eq(difference->node.path_length, count, "the path has %zu moves, not %zu",
                 difference->node.path_length, count);
    cr_assert(position_equal(&difference->node.position, &position), "not where the path leads");
}

static void one_move_differs(const struct difference *difference, const char *move,
                             uint32_t holders)
{
    cr_assert_eq(difference->move_count, 1, "%zu moves differ", difference->move_count);
    char text[MOVE_TEXT_SIZE];
    cr_assert_eq(difference->move[0], move_named(move), "%s differs, not %s",
                 move_write(difference->move[0], RANKS_FROM_0, text), move);
    cr_assert_eq(difference->holders[0], holders, "%s is held by %#x, not %#x", move,
                 difference->holders[0], holders);
}

/* The second of three boards counts `extra` more than the others at this depth. */
static void only_counts_differ(const struct difference *difference, unsigned depth,
                               uint64_t expected, uint64_t extra)
{
    cr_assert_eq(difference->move_count, 0, "%zu moves differ", difference->move_count);
    cr_assert_eq(difference->depth, depth, "depth %u, not %u", difference->depth, depth);
    for (size_t i = 0; i < 3; i++)
        cr_assert_eq(difference->nodes[i], expected + (i == 1 ? extra : 0),
                     "board %zu: %llu, not %llu", i, (unsigned long long)difference->nodes[i],
                     (unsigned long long)(expected + (i == 1 ? extra : 0)));
}

static uint64_t moves_at(const struct position *position)
{
    return all_boards[0]->mobility(position);
}

Test(compare, a_missing_move_is_found)
{
    struct difference difference;
    find(MISSES_MOVE, 3, &difference);
    is_behind(&difference, "a0a1 e6e5");
    one_move_differs(&difference, "h2e2", 5);
}

Test(compare, an_illegal_move_is_found)
{
    struct difference difference;
    find(ADDS_MOVE, 3, &difference);
    is_behind(&difference, "a0a1 e6e5");
    one_move_differs(&difference, "a0a9", 2);
}

Test(compare, a_move_listed_twice_is_found)
{
    struct difference difference;
    find(REPEATS_MOVE, 3, &difference);
    is_behind(&difference, "a0a1 e6e5");
    only_counts_differ(&difference, 1, moves_at(&difference.node.position), 1);
}

Test(compare, a_wrong_count_behind_equal_lists_is_found)
{
    struct difference difference;
    find(WRONG_PERFT_1, 3, &difference);
    is_behind(&difference, "a0a1 e6e5");
    only_counts_differ(&difference, 1, moves_at(&difference.node.position), 1);
}

Test(compare, a_wrong_count_of_depth_0_is_found)
{
    struct difference difference;
    find(WRONG_PERFT_0, 2, &difference);
    is_behind(&difference, "a0a1 e6e5");
    only_counts_differ(&difference, 0, 1, 1);
}

Test(compare, a_wrong_divide_over_right_counts_is_found)
{
    struct difference difference;
    find(WRONG_DIVIDE, 1, &difference);
    is_behind(&difference, "");
    only_counts_differ(&difference, 1, 44, 1);
}

Test(compare, differences_out_of_reach_are_none)
{
    struct board planted = board_with(MISSES_MOVE);
    const struct board *boards[] = {&planted, all_boards[0], NULL};
    struct position start;
    position_start(&start);
    for (unsigned depth = 0; depth <= 3; depth++) {
        struct perft_request request = {.depth = depth};
        struct difference difference;
        cr_assert_eq(compare_boards(boards, &start, &request, &difference), depth < 3, "depth %u",
                     depth);
    }
}

Test(compare, the_first_board_may_be_the_wrong_one)
{
    struct board planted = board_with(MISSES_MOVE);
    const struct board *boards[] = {&planted, all_boards[0], NULL};
    struct perft_request request = {.depth = 3};
    struct position start;
    struct difference difference;
    position_start(&start);
    cr_assert_not(compare_boards(boards, &start, &request, &difference), "not found");
    is_behind(&difference, "a0a1 e6e5");
    one_move_differs(&difference, "h2e2", 2);
}

Test(compare, the_last_of_sixteen_boards_is_compared)
{
    struct board planted = board_with(ADDS_MOVE_ALWAYS);
    const struct board *boards[COMPARE_MAX_BOARDS + 1] = {NULL};
    for (size_t i = 0; i + 1 < COMPARE_MAX_BOARDS; i++)
        boards[i] = all_boards[i % 2];
    boards[COMPARE_MAX_BOARDS - 1] = &planted;
    struct perft_request request = {.depth = 1};
    struct position start;
    struct difference difference;
    position_start(&start);
    cr_assert_not(compare_boards(boards, &start, &request, &difference), "not found");
    is_behind(&difference, "");
    one_move_differs(&difference, "a0a9", UINT32_C(1) << (COMPARE_MAX_BOARDS - 1));
}

Test(compare, a_board_without_end_is_found_and_harmless)
{
    struct board flooding = *all_boards[0];
    flooding.divide = flooding_divide;
    const struct board *boards[] = {all_boards[0], &flooding, NULL};
    struct perft_request request = {.depth = 2};
    struct position start;
    struct difference difference;
    position_start(&start);
    cr_assert_not(compare_boards(boards, &start, &request, &difference), "not found");
    is_behind(&difference, "");
    cr_assert_gt(difference.move_count, 44, "%zu moves differ", difference.move_count);
    cr_assert_leq(difference.move_count, MAX_MOVES, "%zu moves differ", difference.move_count);
}

/* --- what is no difference ------------------------------------------------------------------- */

/* Black to move, between two rooks. */
static void mate(struct position *position)
{
    memset(position, 0, sizeof *position);
    position->side = BLACK;
    position->piece[square_of(3, 9)] = (uint8_t)piece_of(BLACK, KING);
    position->piece[square_of(4, 0)] = (uint8_t)piece_of(RED, KING);
    position->piece[square_of(0, 9)] = (uint8_t)piece_of(RED, ROOK);
    position->piece[square_of(1, 8)] = (uint8_t)piece_of(RED, ROOK);
}

Test(compare, all_boards_agree)
{
    struct position positions[2];
    position_start(&positions[0]);
    mate(&positions[1]);
    for (int i = 0; i < 2; i++)
        for (unsigned depth = 0; depth <= 3; depth++)
            for (int policy = 0; policy < POLICY_COUNT; policy++) {
                struct perft_request request = {.depth = depth, .policy = (enum policy)policy};
                struct difference difference;
                cr_assert(compare_boards(all_boards, &positions[i], &request, &difference),
                          "position %d, depth %u, %s", i, depth, policy_name(request.policy));
            }
}

Test(compare, a_mate_that_one_board_does_not_see)
{
    struct board planted = board_with(ADDS_MOVE_ALWAYS);
    const struct board *boards[] = {all_boards[0], &planted, NULL};
    struct position position;
    struct difference difference;
    mate(&position);
    struct perft_request request = {.depth = 0};
    cr_assert(compare_boards(boards, &position, &request, &difference), "depth 0");
    request.depth = 2;
    cr_assert_not(compare_boards(boards, &position, &request, &difference), "not found");
    cr_assert_eq(difference.node.path_length, 0, "%zu moves", difference.node.path_length);
    one_move_differs(&difference, "a0a9", 2);
}

Test(compare, fewer_than_two_boards_agree)
{
    struct board planted = board_with(ADDS_MOVE_ALWAYS);
    const struct board *boards[] = {&planted, NULL};
    struct perft_request request = {.depth = 2};
    struct position start;
    struct difference difference;
    position_start(&start);
    cr_assert(compare_boards(boards, &start, &request, &difference), "one board");
    cr_assert(compare_boards(boards + 1, &start, &request, &difference), "no board");
}

/* Depth 20 would never end. */
Test(compare, a_set_stop_flag_ends_it, .timeout = 20)
{
    volatile sig_atomic_t stop = 1;
    struct board planted = board_with(ADDS_MOVE_ALWAYS);
    const struct board *boards[] = {all_boards[0], &planted, NULL};
    struct perft_request request = {.depth = PERFT_MAX_DEPTH, .stop = &stop};
    struct position start;
    struct difference difference;
    position_start(&start);
    cr_assert(compare_boards(all_boards, &start, &request, &difference), "all boards");
    request.depth = 1;
    cr_assert(compare_boards(boards, &start, &request, &difference), "a planted fault");
}
