#include <stdlib.h>
#include <string.h>

#include "finding.h"
#include "shrink.h"
#include "suspects.h"

enum {
    WALKS = 40,
    WALK_PLIES = 60,
    WALK_QUESTIONS = 40,
    CONFIRMATIONS = 6, /* of the only suspect */
    PREFIXES = 64,     /* a longer path is not gone through move by move */
};

struct inquiry {
    const struct generator *pair;
    const struct finding_request *request;
    struct finding *finding;
    struct difference difference; /* of the latest look */
    bool gave_up;
    struct suspects suspects;
};

/* --- cases ------------------------------------------------------------------------------------ */

/* How many of its wrong moves a case keeps. */
static size_t kept_moves(const struct finding_case *wrong)
{
    return wrong->wrong_count < FINDING_WRONG_MOVES ? wrong->wrong_count : FINDING_WRONG_MOVES;
}

static void take_wrong_moves(struct inquiry *inquiry, struct finding_case *wrong)
{
    const struct difference *difference = &inquiry->difference;
    wrong->wrong_count = 0;
    for (size_t i = 0; i < difference->move_count; i++) {
        if (wrong->wrong_count == FINDING_WRONG_MOVES)
            break;
        struct wrong_move *move = &wrong->wrong[wrong->wrong_count++];
        move->move = difference->move[i];
        move->extra = difference->holders[i] >> 1 & 1;
        rules_judge(&difference->node.position, move->move, inquiry->request->ranks, &move->ruling);
        move->rule = move->ruling.rule;
    }
    wrong->wrong_count = difference->move_count;
}

/* From the latest look. */
static void take_case(struct inquiry *inquiry, struct finding_case *wrong)
{
    const struct difference *difference = &inquiry->difference;
    const struct divide_list *list = &difference->list[1];
    memset(wrong, 0, sizeof *wrong);
    wrong->node = difference->node;
    wrong->depth = difference->depth;
    wrong->expected = difference->nodes[0];
    wrong->nodes = difference->nodes[1];
    wrong->culprit = difference->culprit;
    if (difference->kind == DIFFER_COUNTS) {
        wrong->culprit_expected =
            divide_list_find(&difference->list[0], difference->culprit)->nodes;
        wrong->culprit_nodes = divide_list_find(list, difference->culprit)->nodes;
    }
    take_wrong_moves(inquiry, wrong);
    wrong->stray_count = list->stray_count;
    memcpy(wrong->stray, list->stray, sizeof wrong->stray);
    for (size_t i = list->count; i-- > 0;)
        if (list->row[i].times > 1) {
            wrong->repeated_count++;
            wrong->repeated = list->row[i].move;
        }
}

static bool lists_twice(const struct divide_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->row[i].times > 1)
            return true;
    return false;
}

/* A wrong move of the same kind: too many or too few, of the same kind of piece, by the same rule.
 */
static bool is_alike(const struct position *at, const struct wrong_move *a,
                     const struct position *bt, const struct wrong_move *b)
{
    int piece_a = at->piece[move_from(a->move)], piece_b = bt->piece[move_from(b->move)];
    return a->extra == b->extra && a->ruling.rule == b->ruling.rule &&
           (piece_a == NO_PIECE) == (piece_b == NO_PIECE) &&
           (piece_a == NO_PIECE || piece_kind(piece_a) == piece_kind(piece_b));
}

/* Does the latest look show what was found? With suspects, exactly what one of them does; else one
 * wrong move like the first. */
static bool shows_the_same(struct inquiry *inquiry, bool explained)
{
    const struct difference *difference = &inquiry->difference;
    const struct finding_case *found = &inquiry->finding->found;
    if (difference->kind != inquiry->finding->kind || difference->depth != found->depth)
        return false;
    if (difference->kind != DIFFER_MOVES)
        return (found->repeated_count > 0) == lists_twice(&difference->list[1]);
    if (inquiry->suspects.count > 0)
        return explained;
    if (found->wrong_count == 0) /* only strays differ */
        return difference->list[1].stray_count > 0;
    struct finding_case *here = malloc(sizeof *here);
    bool alike = false;
    if (!here)
        return false;
    take_wrong_moves(inquiry, here);
    for (size_t i = 0; i < kept_moves(here) && !alike; i++)
        alike = is_alike(&difference->node.position, &here->wrong[i], &found->node.position,
                         &found->wrong[0]);
    free(here);
    return alike;
}

static enum compare_result look(struct inquiry *inquiry, const struct compare_node *node,
                                unsigned depth)
{
    enum compare_result result =
        compare_at_node(inquiry->pair, 2, node, depth, &inquiry->difference);
    inquiry->gave_up = inquiry->gave_up || result == COMPARE_GAVE_UP;
    return result;
}

/* Asks both at a node. */
static enum shrink_answer ask(struct inquiry *inquiry, const struct compare_node *node)
{
    enum compare_result result = look(inquiry, node, inquiry->finding->found.depth);
    if (inquiry->gave_up)
        return SHRINK_GAVE_UP;
    bool explained = suspects_question(&inquiry->suspects, &inquiry->difference.node.position,
                                       &inquiry->difference.list[1]);
    if (result == COMPARE_DIFFER && shows_the_same(inquiry, explained))
        return SHRINK_YES;
    return SHRINK_NO;
}

/* The same path from another root: false when it is not one of legal moves there. */
static bool follow(const struct compare_node *path, const struct position *root,
                   struct compare_node *node)
{
    struct ruling ruling;
    compare_node_start(node, root);
    for (size_t i = 0; i < path->path_length; i++) {
        rules_judge(&node->position, path->path[i], RANKS_FROM_0, &ruling);
        if (!ruling.legal)
            return false;
        compare_node_enter(node, path->path[i]);
    }
    return true;
}

static enum shrink_answer test_smaller(void *context, const struct position *position)
{
    struct inquiry *inquiry = context;
    struct compare_node node;
    if (!follow(&inquiry->finding->found.node, position, &node))
        return SHRINK_NO;
    enum shrink_answer answer = ask(inquiry, &node);
    if (answer == SHRINK_YES)
        take_case(inquiry, &inquiry->finding->smallest);
    return answer;
}

/* --- the whole ------------------------------------------------------------------------------- */

/* Does the latest look show just the same as the case? */
static bool is_same_case(const struct difference *difference, const struct finding_case *wrong)
{
    size_t count = kept_moves(wrong);
    bool same = difference->move_count == wrong->wrong_count &&
                difference->nodes[1] == wrong->nodes && difference->culprit == wrong->culprit;
    for (size_t i = 0; i < count && same; i++)
        same = difference->move[i] == wrong->wrong[i].move;
    return same;
}

/* Asks for the same once more: an answer that is not given again says nothing of rules. */
static void confirm(struct inquiry *inquiry, const struct finding_case *wrong)
{
    struct finding *finding = inquiry->finding;
    enum compare_result result = look(inquiry, &wrong->node, wrong->depth);
    if (inquiry->gave_up)
        return;
    if (result == COMPARE_AGREE || inquiry->difference.kind != finding->kind ||
        !is_same_case(&inquiry->difference, wrong))
        finding->kind = DIFFER_ONCE;
}

/* Wrong moves at a greater depth ought to be wrong at depth 1. */
static void confirm_at_depth_1(struct inquiry *inquiry)
{
    struct finding *finding = inquiry->finding;
    if (finding->kind != DIFFER_MOVES || finding->found.depth == 1 || inquiry->gave_up)
        return;
    enum compare_result result = look(inquiry, &finding->node, 1);
    finding->only_deep = result == COMPARE_AGREE;
    if (result == COMPARE_DIFFER && inquiry->difference.kind == DIFFER_MOVES)
        take_case(inquiry, &finding->found);
}

/* Moves are missing from the list, but not from the total. From the latest look. */
static bool is_only_unlisted(const struct inquiry *inquiry)
{
    const struct divide_list *right = &inquiry->difference.list[0];
    const struct divide_list *list = &inquiry->difference.list[1];
    return inquiry->difference.kind == DIFFER_MOVES && list->count < right->count &&
           list->stray_count == 0 && list->has_total && list->total == divide_list_sum(right) &&
           list->total != divide_list_sum(list);
}

/* The first move of the path behind which it is wrong: what follows had no part in it. */
static void shorten_path(struct inquiry *inquiry)
{
    struct finding *finding = inquiry->finding;
    struct compare_node node;
    compare_node_start(&node, &finding->node.root);
    for (size_t i = 0; i + 1 < finding->node.path_length && i < PREFIXES; i++) {
        compare_node_enter(&node, finding->node.path[i]);
        enum compare_result result = look(inquiry, &node, finding->found.depth);
        if (inquiry->gave_up)
            return;
        if (result == COMPARE_DIFFER && inquiry->difference.kind == finding->kind) {
            finding->node = node;
            take_case(inquiry, &finding->found);
            return;
        }
    }
}

/* Asks for the node where the difference is by its position alone. */
static void forget_path(struct inquiry *inquiry)
{
    struct finding *finding = inquiry->finding;
    struct compare_node node;
    if (finding->node.path_length == 0 || inquiry->gave_up)
        return;
    compare_node_start(&node, &finding->node.position);
    if (ask(inquiry, &node) == SHRINK_YES) {
        take_case(inquiry, &finding->found);
    } else if (!inquiry->gave_up) {
        finding->only_behind_moves = true;
        shorten_path(inquiry);
    }
}

/* The rule that most of the illegal moves break. Where moves are only missing, no rule forbids
 * them, and it may be the test for check that does: only the moves of one kind of piece name
 * theirs, and not kings and advisors, whose palace says nothing. */
static enum rule most_frequent_rule(const struct finding_case *wrong)
{
    size_t times[RULE_COUNT] = {0}, extra = 0;
    enum rule most = RULE_COUNT;
    size_t count = kept_moves(wrong);
    for (size_t i = 0; i < count; i++)
        extra += wrong->wrong[i].extra;
    for (size_t i = 0; i < count; i++) {
        enum rule rule = wrong->wrong[i].ruling.rule;
        if (extra > 0 && !wrong->wrong[i].extra)
            continue;
        if (extra == 0 && (rule == RULE_PALACE || rule != wrong->wrong[0].ruling.rule))
            return RULE_COUNT;
        times[rule]++;
        if (most == RULE_COUNT || times[rule] > times[most])
            most = rule;
    }
    return most;
}

/* --- telling suspects apart ----------------------------------------------------------------- */

/* A legal move of the position, chosen by a generator of Knuth's (MMIX); NO_MOVE if there is none.
 */
static xq_move any_move(const struct position *position, uint64_t *state)
{
    xq_move move[MISTAKE_MOVES];
    size_t count = mistake_moves(position, MISTAKE_NONE, move);
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return count > 0 ? move[(*state >> 33) % count] : NO_MOVE;
}

/* Is there still something to find out? Confirmations are for when nothing else is. */
static bool is_open(const struct inquiry *inquiry, size_t asked, size_t confirmed)
{
    size_t left = suspects_left(&inquiry->suspects);
    return left > 0 && asked < WALK_QUESTIONS && !inquiry->gave_up &&
           (left > 1 || confirmed < CONFIRMATIONS);
}

/*
 * Walks at random, the same way every time, from where the mistake was found and from the start,
 * and asks about positions that tell suspects apart, or would clear the only one. What is asked is
 * the FEN alone.
 */
static void question_further(struct inquiry *inquiry)
{
    uint64_t state = 1;
    size_t asked = 0, confirmed = 0;
    for (int walk = 0; walk < WALKS; walk++) {
        struct compare_node node;
        struct position position = inquiry->finding->found.node.position;
        if (walk % 2 == 1)
            position_start(&position);
        for (int ply = 0; ply < WALK_PLIES; ply++) {
            if (!is_open(inquiry, asked, confirmed))
                return;
            enum suspects_opinion opinion = suspects_opinion(&inquiry->suspects, &position);
            if (opinion == SUSPECTS_DIFFER ||
                (opinion == SUSPECTS_ALIKE && confirmed < CONFIRMATIONS)) {
                compare_node_start(&node, &position);
                ask(inquiry, &node);
                asked++;
                confirmed += opinion == SUSPECTS_ALIKE;
            }
            xq_move move = any_move(&position, &state);
            if (move == NO_MOVE)
                break;
            position_apply(&position, move);
        }
    }
}

/* No rule forbids a move that is missing: it is missing because of the one that is broken. */
static void rename_missing(struct finding_case *wrong, enum rule broken)
{
    for (size_t i = 0; i < kept_moves(wrong); i++)
        if (!wrong->wrong[i].extra)
            wrong->wrong[i].rule = broken == RULE_COUNT ? wrong->wrong[i].ruling.rule : broken;
}

/* The mistakes that nothing refuted, and the rule that all of them break. */
static void conclude(struct inquiry *inquiry, bool of_rules)
{
    struct finding *finding = inquiry->finding;
    bool one_rule = true;
    finding->answers = inquiry->suspects.answers;
    finding->mistake_count = 0;
    const struct suspects *suspects = &inquiry->suspects;
    for (size_t i = 0; i < suspects->count; i++) {
        if (suspects->refuted[i])
            continue;
        int mistake = suspects->mistake[i];
        one_rule = one_rule && (finding->mistake_count == 0 ||
                                mistakes[mistake].rule == mistakes[finding->mistake[0]].rule);
        if (finding->mistake_count < FINDING_MISTAKES)
            finding->mistake[finding->mistake_count] = mistake;
        finding->mistake_count++;
    }
    if (finding->mistake_count == 0 || !one_rule) {
        finding->rule = of_rules ? most_frequent_rule(&finding->smallest) : RULE_COUNT;
        rename_missing(&finding->found, RULE_COUNT);
        rename_missing(&finding->smallest, RULE_COUNT);
        return;
    }
    finding->rule = mistakes[finding->mistake[0]].rule;
    rename_missing(&finding->found, finding->rule);
    rename_missing(&finding->smallest, finding->rule);
}

static void make_small(struct inquiry *inquiry)
{
    struct finding *finding = inquiry->finding;
    struct position position = finding->found.node.root;
    position.halfmove = 0; /* of no interest, and they would be saved */
    position.fullmove = 1;
    finding->shrunk = shrink_position(&position, FINDING_SHRINK_LIMIT, test_smaller, inquiry);
}

/* Is there nothing new in it? A known mistake that explains it as well makes it known. */
static bool is_known(const struct inquiry *inquiry)
{
    const struct finding_known *known = inquiry->request->known;
    const struct suspects *suspects = &inquiry->suspects;
    bool known_suspect = suspects->count == 0;
    for (size_t i = 0; i < suspects->count; i++)
        known_suspect = known_suspect || known->mistakes[suspects->mistake[i]];
    return known->classes[finding_class(inquiry->finding)] && known_suspect;
}

/* Looks for the smallest position and the one mistake, and sees that they are no accident. */
static void examine(struct inquiry *inquiry, bool of_rules)
{
    struct finding *finding = inquiry->finding;
    make_small(inquiry);
    if (finding->shrunk)
        question_further(inquiry);
    if (finding->shrunk && !inquiry->gave_up)
        confirm(inquiry, &finding->smallest);
    conclude(inquiry, of_rules && finding->kind != DIFFER_ONCE);
}

/* From the node where the difference was located, in inquiry->difference. */
static void follow_up(struct inquiry *inquiry)
{
    struct finding *finding = inquiry->finding;
    finding->located = true;
    finding->kind = inquiry->difference.kind;
    finding->node = inquiry->difference.node;
    take_case(inquiry, &finding->found);
    if (finding->kind != DIFFER_ONCE)
        confirm(inquiry, &finding->found);
    if (finding->kind != DIFFER_ONCE)
        confirm_at_depth_1(inquiry);
    if (finding->kind != DIFFER_ONCE)
        forget_path(inquiry);
    finding->smallest = finding->found;
    if (finding->kind == DIFFER_ONCE)
        return;
    if (!inquiry->gave_up)
        confirm(inquiry, &finding->found);
    if (finding->kind == DIFFER_ONCE)
        return;
    finding->only_unlisted = !inquiry->gave_up && is_only_unlisted(inquiry);
    bool of_rules = finding->kind == DIFFER_MOVES && !finding->only_deep &&
                    !finding->only_behind_moves && !finding->only_unlisted;
    if (of_rules && !inquiry->gave_up)
        suspects_find(&inquiry->suspects, &inquiry->difference.node.position,
                      &inquiry->difference.list[1], inquiry->request->right,
                      inquiry->request->right_count);
    conclude(inquiry, of_rules);
    finding->repeated = is_known(inquiry);
    if (!finding->repeated && !inquiry->gave_up)
        examine(inquiry, of_rules);
}

bool finding_make(const struct generator pair[2], const struct difference *seen,
                  const struct finding_request *request, struct finding *finding)
{
    memset(finding, 0, sizeof *finding);
    finding->rule = RULE_COUNT;
    struct inquiry *inquiry = calloc(1, sizeof *inquiry);
    if (!inquiry)
        return false;
    inquiry->pair = pair;
    inquiry->request = request;
    inquiry->finding = finding;
    inquiry->difference = *seen;
    if (compare_go_down(pair, &inquiry->difference) == COMPARE_DIFFER)
        follow_up(inquiry);
    bool complete = finding->located && !inquiry->gave_up;
    free(inquiry);
    return complete;
}

enum finding_class finding_class(const struct finding *finding)
{
    if (finding->kind == DIFFER_ONCE)
        return FINDING_UNSTEADY;
    if (finding->only_behind_moves)
        return FINDING_MOVES;
    if (finding->kind != DIFFER_MOVES || finding->only_deep || finding->only_unlisted)
        return FINDING_PERFT;
    if (finding->found.wrong_count == 0)
        return FINDING_NO_MOVE;
    return finding->rule == RULE_COUNT ? FINDING_MISSING : (enum finding_class)finding->rule;
}

bool finding_note(struct finding_known *known, const struct finding *finding)
{
    known->classes[finding_class(finding)] = true;
    for (size_t i = 0; i < finding->mistake_count && i < FINDING_MISTAKES; i++)
        known->mistakes[finding->mistake[i]] = true;
    return !finding->repeated;
}
