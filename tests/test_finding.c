/*
 * Findings about generators with planted faults: where they go wrong, which rule they break, and
 * the smallest position. The right side is the oracle; the wrong one is the oracle with a fault, or
 * one of the mistakes, which test_mistakes.c holds against lists written by hand.
 */
#include <criterion/criterion.h>
#include <string.h>

#include "each_position.h"
#include "fen.h"
#include "finding.h"
#include "oracle.h"

static const struct finding_known nothing_known;

static xq_move move_named(const char *text)
{
    xq_move move;
    cr_assert_gt(move_read(text, RANKS_FROM_0, &move), 0, "'%s' is no move", text);
    return move;
}

static struct position position_of(const char *fen)
{
    struct position position;
    struct fen_error error;
    cr_assert(fen_read(fen, strlen(fen), &position, &error), "%s: %s", fen, error.reason);
    return position;
}

/* --- generators ------------------------------------------------------------------------------ */

enum fault {
    NO_FAULT,
    MISTAKE,            /* of mistakes[], in every list */
    STALE_STATE,        /* behind moves, the first move of the list is lost */
    WRONG_TOTAL,        /* totals of depth 2 and more are one too high */
    WRONG_ROW,          /* rows of depth 2 and more are one too high, for the first move */
    REPEATS,            /* the first move is listed twice where a rook stands on a0 */
    STRAYS,             /* "a9a10" where a rook stands on a9 */
    CAPTURES_OWN,       /* and mirrored rules that no known mistake has: e0e9 is always legal */
    DEEP_ONLY,          /* in rows of depth 2 and more, the first move is missing */
    UNLISTED,           /* the first move is missing, and in the total */
    FIRST_LIST_WRONG,   /* only the first answer of all lacks a move */
    FIRST_ANSWER_WRONG, /* only the first answer of all lacks a node */
};

struct planted {
    enum fault fault;
    int mistake;
    size_t asked, give_up_after; /* 0 for never */
};

static void list_moves(const struct planted *planted, const struct position *position,
                       struct move_list *list)
{
    xq_move move[MISTAKE_MOVES];
    if (planted->fault != MISTAKE) {
        oracle_legal(position, list);
        return;
    }
    size_t count = mistake_moves(position, planted->mistake, move);
    cr_assert_leq(count, MAX_MOVES);
    list->count = count;
    memcpy(list->move, move, count * sizeof *move);
}

/* A king can be lost by a wrong move: nothing comes after it. */
static uint64_t count_nodes(const struct planted *planted, const struct position *position,
                            unsigned depth)
{
    struct move_list list;
    uint64_t nodes = 0;
    if (depth == 0)
        return 1;
    if (position_king(position, RED) == NO_SQUARE || position_king(position, BLACK) == NO_SQUARE)
        return 0;
    list_moves(planted, position, &list);
    for (size_t i = 0; i < list.count; i++) {
        struct position child = *position;
        position_apply(&child, list.move[i]);
        nodes += count_nodes(planted, &child, depth - 1);
    }
    return nodes;
}

static void add_faults(const struct planted *planted, const struct compare_node *node,
                       unsigned depth, struct divide_list *list)
{
    const struct position *position = &node->position;
    enum fault fault = planted->fault;
    if (fault == STALE_STATE && node->path_length > 0)
        list->row[0] = list->row[--list->count];
    uint64_t right_total = divide_list_sum(list);
    if ((fault == DEEP_ONLY && depth > 1) || fault == UNLISTED ||
        (fault == FIRST_LIST_WRONG && planted->asked == 1))
        list->row[0] = list->row[--list->count];
    list->has_total = fault != STRAYS;
    list->total = divide_list_sum(list) + (fault == WRONG_TOTAL && depth > 1);
    if (fault == WRONG_ROW && depth > 1)
        list->row[0].nodes++;
    if (fault == REPEATS && position->piece[square_of(0, 0)] == piece_of(RED, ROOK))
        divide_list_add(list, list->row[0].move, list->row[0].nodes);
    if (fault == STRAYS && position->piece[square_of(0, 9)] == piece_of(BLACK, ROOK))
        divide_list_add_stray(list, "a9a10");
    if (fault == CAPTURES_OWN)
        divide_list_add(list, move_named("e0e9"), 1);
    if (fault == FIRST_ANSWER_WRONG && planted->asked == 1)
        list->row[0].nodes--;
    if (fault == UNLISTED)
        list->total = right_total;
    if (fault == WRONG_ROW || fault == REPEATS)
        list->total = divide_list_sum(list);
}

static bool divide_planted(void *context, const struct compare_node *node, unsigned depth,
                           struct divide_list *list)
{
    struct planted *planted = context;
    struct move_list moves;
    if (++planted->asked == planted->give_up_after)
        return false;
    list_moves(planted, &node->position, &moves);
    for (size_t i = 0; i < moves.count; i++) {
        struct position child = node->position;
        position_apply(&child, moves.move[i]);
        divide_list_add(list, moves.move[i], count_nodes(planted, &child, depth - 1));
    }
    if (list->count > 0)
        add_faults(planted, node, depth, list);
    return true;
}

/* Where the planted one was found to be right before. */
static struct position right_positions[8];
static size_t right_count;

/* Compares at this node. False when nothing differs, or somebody gave up. */
static bool look_at(const struct compare_node *node, unsigned depth, struct planted *planted,
                    const struct finding_known *known, struct finding *finding, bool *complete)
{
    static struct difference difference;
    static struct planted right;
    const struct generator pair[2] = {
        {.name = "right", .context = &right, .divide = divide_planted},
        {.name = "planted", .context = planted, .divide = divide_planted},
    };
    if (compare_at_node(pair, 2, node, depth, &difference) != COMPARE_DIFFER)
        return false;
    const struct finding_request request = {.known = known,
                                            .ranks = RANKS_FROM_0,
                                            .right_count = right_count,
                                            .right = right_positions};
    *complete = finding_make(pair, &difference, &request, finding);
    return true;
}

static bool look_from(const struct position *position, unsigned depth, struct planted *planted,
                      const struct finding_known *known, struct finding *finding, bool *complete)
{
    struct compare_node node;
    compare_node_start(&node, position);
    return look_at(&node, depth, planted, known, finding, complete);
}

static void find(const char *fen, unsigned depth, struct planted planted, struct finding *finding)
{
    struct position position = position_of(fen);
    bool complete = false;
    cr_assert(look_from(&position, depth, &planted, &nothing_known, finding, &complete),
              "fault %d is not seen from %s", planted.fault, fen);
    cr_assert(complete && finding->located, "fault %d is not located", planted.fault);
}

static const char start_fen[] =
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

static size_t count_pieces(const struct position *position)
{
    size_t count = 0;
    for (int square = 0; square < SQUARE_COUNT; square++)
        count += position->piece[square] != NO_PIECE;
    return count;
}

/* --- rules ---------------------------------------------------------------------------------- */

static struct suite_entry sample[64];
static size_t sample_count, entries_seen;

static void take_sample(const char *file, const struct suite_entry *entry)
{
    (void)file;
    if (entries_seen++ % 32 == 0 && sample_count < sizeof sample / sizeof sample[0])
        sample[sample_count++] = *entry;
}

/* Is every wrong move what the two lists say, and the ruling in agreement with the oracle? */
static void wrong_moves_are_true(const struct finding_case *wrong, const char *name)
{
    struct move_list legal;
    oracle_legal(&wrong->node.position, &legal);
    cr_assert_gt(wrong->wrong_count, 0, "%s: no wrong move", name);
    for (size_t i = 0; i < wrong->wrong_count && i < FINDING_WRONG_MOVES; i++) {
        const struct wrong_move *move = &wrong->wrong[i];
        cr_assert_eq(move_list_has(&legal, move->move), !move->extra, "%s: move %zu", name, i);
        cr_assert_eq(move->ruling.legal, !move->extra, "%s: ruling of move %zu", name, i);
    }
}

/* No piece can be taken from the smallest position without the mistake being gone, or another. */
static void is_minimal(const struct finding *finding, int mistake)
{
    const struct position *position = &finding->smallest.node.root;
    for (int square = 0; square < SQUARE_COUNT; square++) {
        struct position smaller = *position;
        struct move_list legal;
        xq_move move[MISTAKE_MOVES];
        int piece = smaller.piece[square];
        if (piece == NO_PIECE || piece_kind(piece) == KING)
            continue;
        smaller.piece[square] = NO_PIECE;
        if (!position_validate(&smaller, NULL))
            continue;
        oracle_legal(&smaller, &legal);
        size_t count = mistake_moves(&smaller, mistake, move);
        cr_assert(count == legal.count && memcmp(move, legal.move, count * sizeof *move) == 0,
                  "%s: a piece can still be taken away", mistakes[mistake].name);
    }
}

/* Each mistake, from the first position of a sample in which it shows within two plies. */
Test(finding, each_mistake_is_named)
{
    static struct finding finding;
    size_t shown = 0, total = 0;
    each_position(take_sample);
    for (int mistake = 0; mistakes[mistake].name; mistake++, total++) {
        bool seen = false, complete = false;
        struct planted planted = {.fault = MISTAKE, .mistake = mistake};
        for (size_t i = 0; i < 2 * sample_count && !seen; i++)
            seen = look_from(&sample[i % sample_count].position, i < sample_count ? 1 : 2, &planted,
                             &nothing_known, &finding, &complete);
        if (!seen)
            continue;
        shown++;
        const char *name = mistakes[mistake].name;
        cr_assert(complete && finding.located && finding.shrunk, "%s", name);
        cr_assert_eq(finding.kind, DIFFER_MOVES, "%s", name);
        cr_assert_geq(finding.mistake_count, 1, "%s: not among the suspects", name);
        bool named = finding.mistake_count > FINDING_MISTAKES;
        for (size_t i = 0; i < finding.mistake_count && i < FINDING_MISTAKES; i++)
            named = named || finding.mistake[i] == mistake;
        cr_assert(named, "%s is said to be %s", name, mistakes[finding.mistake[0]].name);
        if (finding.mistake_count == 1)
            cr_assert_eq(finding.rule, mistakes[mistake].rule, "%s", name);
        wrong_moves_are_true(&finding.found, name);
        wrong_moves_are_true(&finding.smallest, name);
        cr_assert_leq(count_pieces(&finding.smallest.node.root), 8, "%s: %zu pieces are left", name,
                      count_pieces(&finding.smallest.node.root));
        if (finding.mistake_count == 1)
            is_minimal(&finding, mistake);
    }
    cr_assert_gt(shown * 10, total * 8, "only %zu of %zu mistakes show in the sample", shown,
                 total);
}

Test(finding, a_fault_that_no_mistake_explains_is_judged_by_its_moves)
{
    static struct finding finding;
    find(start_fen, 2, (struct planted){.fault = CAPTURES_OWN}, &finding);
    cr_assert_eq(finding.mistake_count, 0);
    cr_assert_eq(finding.rule, RULE_KING_STEP, "%s", rule_name(finding.rule));
    cr_assert_eq(finding.found.wrong_count, 1);
    cr_assert(finding.found.wrong[0].extra);
    cr_assert_eq(finding.found.wrong[0].move, move_named("e0e9"));
    cr_assert_eq(count_pieces(&finding.smallest.node.root), 3, "two kings and one between");
}

Test(finding, a_known_rule_is_not_made_small_again)
{
    static struct finding finding;
    struct finding_known known = {.classes = {[RULE_KING_STEP] = true}};
    bool complete = false;
    struct position start = position_of(start_fen);
    struct planted planted = {.fault = CAPTURES_OWN};
    cr_assert(look_from(&start, 1, &planted, &known, &finding, &complete));
    cr_assert(complete && finding.located);
    cr_assert_not(finding.shrunk);
    cr_assert(finding.repeated);
    cr_assert_eq(finding.rule, RULE_KING_STEP);
    cr_assert(position_equal(&finding.smallest.node.root, &start),
              "the smallest is what was found");
}

/* Another mistake of a known rule is news; the same one is not. */
Test(finding, a_second_mistake_of_a_rule_is_news)
{
    static struct finding finding;
    static const char *const names[] = {"check-by-horse-unseen", "check-by-pawn-unseen",
                                        "check-by-horse-unseen"};
    static const char *const fens[] = {"3k5/9/9/9/9/9/9/9/7n1/4K4 w", "3k5/9/9/9/9/9/9/9/3p5/4K4 w",
                                       "3k5/9/9/9/9/9/9/9/7n1/4K4 w"};
    static struct finding_known known;
    for (size_t i = 0; i < 3; i++) {
        struct planted planted = {.fault = MISTAKE};
        struct position position = position_of(fens[i]);
        bool complete = false;
        while (strcmp(mistakes[planted.mistake].name, names[i]) != 0)
            planted.mistake++;
        cr_assert(look_from(&position, 1, &planted, &known, &finding, &complete), "%s", names[i]);
        cr_assert(complete);
        cr_assert_eq(finding.rule, RULE_CHECK, "%s", names[i]);
        cr_assert_eq(finding_note(&known, &finding), i < 2, "%s, time %zu", names[i], i);
    }
}

Test(finding, strays_are_moves_too)
{
    static struct finding finding;
    find(start_fen, 3, (struct planted){.fault = STRAYS}, &finding);
    cr_assert_eq(finding.kind, DIFFER_MOVES);
    cr_assert_eq(finding.node.path_length, 0);
    cr_assert_eq(finding.found.wrong_count, 0);
    cr_assert_eq(finding.found.stray_count, 1);
    cr_assert_str_eq(finding.found.stray[0], "a9a10");
    cr_assert_eq(count_pieces(&finding.smallest.node.root), 4, "kings, one between, the rook");
}

/* --- what is no rule ------------------------------------------------------------------------ */

Test(finding, state_that_moves_leave_behind)
{
    static struct finding finding;
    struct position start = position_of(start_fen);
    struct planted planted = {.fault = STALE_STATE};
    struct compare_node node;
    bool complete = false;
    compare_node_start(&node, &start);
    compare_node_enter(&node, move_named("h2e2"));
    cr_assert(look_at(&node, 2, &planted, &nothing_known, &finding, &complete));
    cr_assert(complete && finding.located);
    cr_assert(finding.only_behind_moves);
    cr_assert_eq(finding.kind, DIFFER_MOVES);
    cr_assert_eq(finding.node.path_length, 1);
    cr_assert_eq(finding.found.node.path_length, 1, "the case keeps its path");
    cr_assert_eq(finding.smallest.node.path_length, 1, "so does the smallest");
    cr_assert_eq(finding.rule, RULE_COUNT, "no rule is broken");
    cr_assert_eq(finding.mistake_count, 0, "and nothing explains it by one");
    cr_assert_eq(finding.smallest.node.path[0], move_named("h2e2"));
    cr_assert(finding.shrunk);
    cr_assert_leq(count_pieces(&finding.smallest.node.root), 8, "%zu pieces",
                  count_pieces(&finding.smallest.node.root));
}

/* Behind three moves as well as behind the first: the first is where to look. */
Test(finding, state_goes_wrong_with_the_first_move)
{
    static struct finding finding;
    struct position start = position_of(start_fen);
    struct planted planted = {.fault = STALE_STATE};
    struct compare_node node;
    bool complete = false;
    compare_node_start(&node, &start);
    compare_node_enter(&node, move_named("h2e2"));
    compare_node_enter(&node, move_named("h9g7"));
    compare_node_enter(&node, move_named("h0g2"));
    cr_assert(look_at(&node, 1, &planted, &nothing_known, &finding, &complete));
    cr_assert(complete && finding.only_behind_moves);
    cr_assert_eq(finding.node.path_length, 1, "%zu moves", finding.node.path_length);
    cr_assert_eq(finding.node.path[0], move_named("h2e2"));
}

Test(finding, moves_that_are_missing_at_depth_2_only)
{
    static struct finding finding;
    find(start_fen, 2, (struct planted){.fault = DEEP_ONLY}, &finding);
    cr_assert_eq(finding.kind, DIFFER_MOVES);
    cr_assert(finding.only_deep);
    cr_assert_eq(finding.found.depth, 2);
    cr_assert_eq(finding.rule, RULE_COUNT, "no rule is broken");
}

Test(finding, moves_that_are_counted_and_not_listed)
{
    static struct finding finding;
    find(start_fen, 1, (struct planted){.fault = UNLISTED}, &finding);
    cr_assert(finding.only_unlisted);
    cr_assert_eq(finding.rule, RULE_COUNT, "no rule is broken");
}

/* A mistake that would have shown in positions where the planted one was right is not the one. */
Test(finding, a_mistake_is_cleared_by_what_was_right)
{
    static struct finding finding;
    int mistake = 0;
    bool complete;
    struct planted planted = {.fault = MISTAKE};
    struct position start = position_of(start_fen);
    while (mistakes[mistake].name && strcmp(mistakes[mistake].name, "horse-leg-ignored") != 0)
        mistake++;
    planted.mistake = mistake;
    right_count = 1;
    right_positions[0] = start;
    cr_assert(look_from(&start, 1, &planted, &nothing_known, &finding, &complete));
    cr_assert(complete);
    cr_assert_eq(finding.mistake_count, 0, "it was right at the start, so it cannot be this");
    cr_assert_eq(finding.rule, RULE_HORSE_LEG, "the wrong moves still tell the rule");
}

Test(finding, a_list_that_is_not_given_again)
{
    static struct finding finding;
    find(start_fen, 1, (struct planted){.fault = FIRST_LIST_WRONG}, &finding);
    cr_assert_eq(finding.kind, DIFFER_ONCE);
    cr_assert_eq(finding.mistake_count, 0);
}

Test(finding, a_wrong_total)
{
    static struct finding finding;
    find(start_fen, 3, (struct planted){.fault = WRONG_TOTAL}, &finding);
    cr_assert_eq(finding.kind, DIFFER_TOTALS);
    cr_assert_eq(finding.rule, RULE_COUNT);
    cr_assert_eq(finding.node.path_length, 0, "at the root, where it shows");
    cr_assert_eq(finding.found.depth, 2, "at the smallest depth that shows it");
    cr_assert_eq(finding.found.expected, 1920);
    cr_assert_eq(finding.found.nodes, 1921);
    cr_assert_eq(count_pieces(&finding.smallest.node.root), 3);
}

Test(finding, a_wrong_row)
{
    static struct finding finding;
    find(start_fen, 3, (struct planted){.fault = WRONG_ROW}, &finding);
    cr_assert_eq(finding.kind, DIFFER_COUNTS);
    cr_assert_eq(finding.found.depth, 2);
    cr_assert_eq(finding.found.culprit, move_named("a0a1"));
    cr_assert_eq(finding.found.culprit_nodes, finding.found.culprit_expected + 1);
    cr_assert_eq(finding.found.repeated_count, 0);
}

Test(finding, a_move_listed_twice)
{
    static struct finding finding;
    find(start_fen, 3, (struct planted){.fault = REPEATS}, &finding);
    cr_assert_eq(finding.kind, DIFFER_COUNTS);
    cr_assert_eq(finding.found.depth, 1);
    cr_assert_eq(finding.found.repeated_count, 1);
    cr_assert_eq(finding.found.repeated, move_named("a0a1"));
    cr_assert_eq(count_pieces(&finding.smallest.node.root), 4, "kings, one between, the rook");
}

Test(finding, an_answer_that_is_not_given_again)
{
    static struct finding finding;
    find(start_fen, 2, (struct planted){.fault = FIRST_ANSWER_WRONG}, &finding);
    cr_assert_eq(finding.kind, DIFFER_ONCE);
    cr_assert_not(finding.shrunk);
}

/* However early it gives up: no crash, and what is claimed is true. */
Test(finding, giving_up_at_any_question)
{
    static struct finding finding;
    struct position start = position_of(start_fen);
    for (size_t after = 2; after < 60; after++) {
        struct planted planted = {.fault = CAPTURES_OWN, .give_up_after = after};
        bool complete = false;
        cr_assert(look_from(&start, 2, &planted, &nothing_known, &finding, &complete));
        if (planted.asked < after)
            break;
        cr_assert_not(complete, "after %zu questions", after);
        if (finding.located)
            cr_assert_eq(finding.found.wrong[0].move, move_named("e0e9"));
    }
}
