/*
 * The first questions to an engine. Their answers are known, so they tell how it wants to be spoken
 * to and whether it can be compared with at all. A generator with a bug never gives them exactly:
 * what counts is how many of the right moves it lists.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "board.h"
#include "engine_private.h"

/* Seconds for an answer in a dialect other than the usual one. */
static const double trial_limit = 5;

/* Both sides have horses, elephants and 24 or more moves, few of which either has at the start. The
 * kings are far from all lines, so that a wrong test for check is not all that is seen of it. */
static const char black_fen[] = "2bk1ab1r/4a4/2n3n1c/p3p3p/2p6/6P2/P1P1P3P/2N5C/4A4/R1B1KABR1 b";

/* An odd number of them: where they are ignored, the moves of the wrong side are listed. */
static const char *const opening[ENGINE_PROBE_MOVES] = {"h2e2", "h9g7", "h0g2"};

enum { START, START_DEEPER, BLACK_TO_MOVE, AFTER_MOVES };

/* --- right answers --------------------------------------------------------------------------- */

static bool add_right(void *context, xq_move move, uint64_t nodes)
{
    return divide_list_add(context, move, nodes);
}

static void right_list(const struct position *position, unsigned depth, struct divide_list *list)
{
    struct perft_request request = {.depth = depth, .policy = POLICY_LEGAL};
    divide_list_clear(list);
    board_find("naive")->divide(position, &request, add_right, list);
    divide_list_finish(list);
}

static bool agrees(const struct divide_list *list, const struct divide_list *right)
{
    if (!divide_list_same_moves(list, right) || list->total != divide_list_sum(right))
        return false;
    for (size_t i = 0; i < list->count; i++)
        if (list->row[i].times != 1 || list->row[i].nodes != right->row[i].nodes)
            return false;
    return true;
}

static size_t shared(const struct divide_list *list, const struct divide_list *right)
{
    size_t count = 0;
    for (size_t i = 0; i < right->count; i++)
        count += divide_list_find(list, right->row[i].move) != NULL;
    return count;
}

/* Half of the right moves, and it is a generator of this game, with or without a bug. */
static bool is_plausible(const struct divide_list *list, const struct divide_list *right)
{
    return 2 * shared(list, right) >= right->count;
}

/* Less than that, and most of it wrong: moves of another game or position. A list of few moves that
 * are right may be made by a wrong test for check. */
static bool is_foreign(const struct divide_list *list, const struct divide_list *right)
{
    size_t good = shared(list, right);
    return 2 * good < right->count && list->count + list->stray_count > 2 * good;
}

/* --- probes ---------------------------------------------------------------------------------- */

static void set_probes(struct engine *engine)
{
    struct fen_error error;
    struct engine_probe *probe = engine->probe;
    static const struct engine_probe empty[ENGINE_PROBES] = {
        {.what = "perft 1 of the start", .depth = 1},
        {.what = "perft 2 of the start", .depth = 2},
        {.what = "perft 1 with Black to move", .depth = 1},
        {.what = "perft 1 after h2e2 h9g7 h0g2", .depth = 1, .path_length = 3},
    };
    memcpy(probe, empty, sizeof empty);
    for (size_t i = 0; i < ENGINE_PROBES; i++)
        position_start(&probe[i].root);
    fen_read(black_fen, strlen(black_fen), &probe[BLACK_TO_MOVE].root, &error);
    for (size_t i = 0; i < ENGINE_PROBES; i++)
        probe[i].position = probe[i].root;
    for (size_t i = 0; i < ENGINE_PROBE_MOVES; i++) {
        move_read(opening[i], RANKS_FROM_0, &probe[AFTER_MOVES].path[i]);
        position_apply(&probe[AFTER_MOVES].position, probe[AFTER_MOVES].path[i]);
    }
    engine->probe_count = 0;
}

static enum engine_result ask_probe(struct engine *engine, size_t index)
{
    const struct engine_probe *probe = &engine->probe[index];
    struct engine_question question = {&probe->root, probe->path, probe->path_length, probe->depth};
    return engine_ask(engine, &question);
}

/* What the reason of a failure does not say. */
static void add_to_reason(struct engine *engine, size_t index)
{
    char *reason = engine->failure.reason;
    size_t used = strlen(reason);
    snprintf(reason + used, ENGINE_REASON_SIZE - used, " (%s)", engine->probe[index].what);
}

/* Asks, in the dialect that was found. */
static enum engine_result answer_of(struct engine *engine, size_t index, struct divide_list *list)
{
    enum engine_result result = ask_probe(engine, index);
    if (result == ENGINE_OK)
        answer_to_list(&engine->answer, engine->dialect.ranks, list);
    else
        add_to_reason(engine, index);
    return result;
}

/* --- dialects -------------------------------------------------------------------------------- */

/* A dialect, and what came of it: the lists of the first and of the third probe. */
struct trial {
    struct dialect dialect;
    enum engine_result result;
    size_t shared; /* of the right moves of both */
    bool exact;    /* both lists are right */
    bool chess;    /* moves of western chess at the start */
    struct divide_list start, black;
};

struct both {
    struct divide_list start, black;
};

static bool is_chess(const struct answer *answer)
{
    static const char *const moves[] = {"a2a3", "b1c3", "e2e4", "g1f3"};
    size_t found = 0;
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++)
        for (size_t j = 0; j < answer->count; j++)
            if (strcmp(answer->row[j].move, moves[i]) == 0) {
                found++;
                break;
            }
    return found == sizeof moves / sizeof moves[0];
}

/* Asks for both lists in the dialect of the trial. */
static enum engine_result ask_both(struct engine *engine, const struct trial *trial,
                                   struct answer *start, struct answer *black)
{
    enum engine_result result = ENGINE_OK;
    if (!engine->child && !engine->setup.script)
        result = engine_start(engine);
    engine->dialect.red_is_r = trial->dialect.red_is_r;
    engine->dialect.horse_is_h = trial->dialect.horse_is_h;
    if (result == ENGINE_OK)
        result = ask_probe(engine, START);
    if (result != ENGINE_OK)
        return result;
    *start = engine->answer;
    result = ask_probe(engine, BLACK_TO_MOVE);
    *black = engine->answer;
    if (result != ENGINE_OK)
        add_to_reason(engine, BLACK_TO_MOVE);
    return result;
}

/* Reads the moves in those ranks that make more of them right; 0-9 when neither do. */
static void try_dialect(struct engine *engine, const struct both *right, struct trial *trial)
{
    struct answer start, black;
    struct both list;
    trial->result = ask_both(engine, trial, &start, &black);
    if (trial->result != ENGINE_OK)
        return;
    trial->chess = is_chess(&start);
    for (int ranks = RANKS_FROM_0; ranks <= RANKS_FROM_1; ranks++) {
        answer_to_list(&start, (enum ranks)ranks, &list.start);
        answer_to_list(&black, (enum ranks)ranks, &list.black);
        size_t good = shared(&list.start, &right->start) + shared(&list.black, &right->black);
        if (ranks != RANKS_FROM_0 && good <= trial->shared)
            continue;
        trial->dialect.ranks = (enum ranks)ranks;
        trial->shared = good;
        trial->start = list.start;
        trial->black = list.black;
    }
    trial->exact = divide_list_same_moves(&trial->start, &right->start) &&
                   divide_list_same_moves(&trial->black, &right->black);
}

static bool is_promising(const struct trial *trial, const struct both *right)
{
    return is_plausible(&trial->start, &right->start) || is_plausible(&trial->black, &right->black);
}

static void adopt(struct engine *engine, const struct trial *trial)
{
    engine->dialect.ranks = trial->dialect.ranks;
    engine->dialect.red_is_r = trial->dialect.red_is_r;
    engine->dialect.horse_is_h = trial->dialect.horse_is_h;
}

/* Another dialect was better than the usual one: unless that was only this once, a first answer
 * gone wrong. Then the usual one has a fault to be found, and keeps its first answers. */
static enum engine_result prefer_usual(struct engine *engine, const struct both *right,
                                       struct trial *best)
{
    struct trial usual = {.result = ENGINE_OK};
    try_dialect(engine, right, &usual);
    if (usual.result == ENGINE_OK && usual.shared >= best->shared) {
        *best = usual;
        engine->unsteady = true;
    }
    return usual.result == ENGINE_STOPPED ? ENGINE_STOPPED : ENGINE_OK;
}

/* Does the list have moves of Red's horses or elephants? */
static bool has_horses(const struct engine *engine, const struct divide_list *list)
{
    const struct position *start = &engine->probe[START].position;
    for (size_t i = 0; i < list->count; i++) {
        int piece = start->piece[move_from(list->row[i].move)];
        if (piece == piece_of(RED, HORSE) || piece == piece_of(RED, ELEPHANT))
            return true;
    }
    return false;
}

/* A letter that is not understood shows: read for the other side, w makes most moves wrong; N and B
 * unknown leave no horse. A few wrong moves are a fault, not a dialect. */
static bool is_worth_trying(const struct engine *engine, unsigned letters,
                            const struct trial *usual, const struct trial *best,
                            const struct both *right)
{
    bool side = usual->result != ENGINE_OK || !is_plausible(&usual->start, &right->start) ||
                !is_plausible(&usual->black, &right->black);
    bool pieces = best->result != ENGINE_OK || !has_horses(engine, &best->start);
    return (side || !(letters & 1)) && (pieces || !(letters & 2));
}

/* The usual dialect first, and it wins ties. Another is only tried when that is not exactly right,
 * and wins by the right moves that it brings. */
static enum engine_result find_dialect(struct engine *engine, const struct both *right,
                                       struct trial *best)
{
    struct engine_last_words usual;
    struct trial trial, first;
    for (unsigned i = 0; i < 4; i++) {
        if (i > 0 && !is_worth_trying(engine, i, &first, best, right))
            continue;
        trial = (struct trial){.dialect = {.red_is_r = i & 1, .horse_is_h = i & 2}};
        if (i > 0 && engine->limit > trial_limit)
            engine->limit = trial_limit;
        double end = child_clock() + engine->limit;
        try_dialect(engine, right, &trial);
        if (trial.result == ENGINE_STOPPED)
            return ENGINE_STOPPED;
        if (i == 0) {
            usual = engine->failure;
            first = trial;
        }
        if (i == 0 || (trial.shared > best->shared && is_promising(&trial, right)))
            *best = trial;
        /* Whoever lists something, or takes all the time there is, has other troubles. */
        bool understood =
            trial.result != ENGINE_OK && (engine->answer.count > 0 || child_clock() >= end);
        if (trial.exact || trial.chess || (i == 0 && understood))
            break;
    }
    engine->limit = engine_short_limit(engine);
    if (best->result == ENGINE_OK && (best->dialect.red_is_r || best->dialect.horse_is_h) &&
        prefer_usual(engine, right, best) == ENGINE_STOPPED)
        return ENGINE_STOPPED;
    adopt(engine, best);
    if (best->result == ENGINE_OK)
        return engine->child || engine->setup.script ? ENGINE_OK : engine_start(engine);
    engine->failure = usual;
    return ENGINE_FAILED;
}

/* --- what cannot be compared with ------------------------------------------------------------ */

/* What it lists, for an example: a move that is not right. */
static const char *wrong_move(const struct engine *engine, const struct divide_list *list,
                              const struct divide_list *right, char text[MOVE_TEXT_SIZE])
{
    for (size_t i = 0; i < list->count; i++)
        if (!divide_list_find(right, list->row[i].move))
            return move_write(list->row[i].move, engine->dialect.ranks, text);
    return list->stray_count > 0 ? list->stray[0] : NULL;
}

static enum engine_result refuse_list(struct engine *engine, const char *what,
                                      const struct divide_list *list,
                                      const struct divide_list *right)
{
    char text[MOVE_TEXT_SIZE];
    const char *wrong = wrong_move(engine, list, right, text);
    size_t good = shared(list, right);
    char some[32] = "none";
    if (good > 0)
        snprintf(some, sizeof some, "only %zu", good);
    return engine_fail(engine, "lists %s of the %zu moves of %s%s%s", some, right->count, what,
                       wrong ? ", but others, such as " : "", wrong ? wrong : "");
}

/* Whose moves are listed instead of Black's? */
static enum engine_result refuse_black(struct engine *engine, const struct divide_list *list,
                                       const struct divide_list *right)
{
    char text[MOVE_TEXT_SIZE];
    struct divide_list other;
    struct position position = engine->probe[BLACK_TO_MOVE].position;
    const char *wrong = wrong_move(engine, list, right, text);
    position.side = RED;
    right_list(&position, 1, &other);
    if (is_plausible(list, &other))
        return engine_fail(engine,
                           "ignores the side to move: with Black to move it lists Red's moves, "
                           "such as %s",
                           wrong);
    position_start(&position);
    for (int side = RED; side <= BLACK; side++) {
        position.side = (uint8_t)side;
        right_list(&position, 1, &other);
        if (is_plausible(list, &other))
            return engine_fail(engine,
                               "ignores the FEN: for a position that has no such move it lists %s, "
                               "as in the starting position",
                               wrong);
    }
    return refuse_list(engine, black_fen, list, right);
}

static enum engine_result refuse_chess(struct engine *engine)
{
    bool no_variant = !engine->setup.script && !engine->dialect.variant_offered;
    return engine_fail(engine,
                       "plays western chess: it lists a2a3, b1c3 and e2e4 for the starting "
                       "position%s",
                       no_variant ? ", and offers no UCI_Variant to be set" : "");
}

/* --- meeting --------------------------------------------------------------------------------- */

static enum engine_result meet_dialect(struct engine *engine, struct divide_list *start)
{
    struct both right;
    struct trial best;
    right_list(&engine->probe[START].position, engine->probe[START].depth, &right.start);
    right_list(&engine->probe[BLACK_TO_MOVE].position, engine->probe[BLACK_TO_MOVE].depth,
               &right.black);
    enum engine_result result = find_dialect(engine, &right, &best);
    if (result != ENGINE_OK)
        return result;
    if (best.chess)
        return refuse_chess(engine);
    if (best.start.count == 0 && best.start.total > 0 && best.black.count == 0)
        return engine_fail(engine,
                           "gives a total for perft 1 of the start, %" PRIu64
                           ", but does not list its moves with their counts, such as "
                           "'h2e2: 1'",
                           best.start.total);
    if (is_foreign(&best.black, &right.black) && is_plausible(&best.start, &right.start))
        return refuse_black(engine, &best.black, &right.black);
    if (is_foreign(&best.start, &right.start) || !is_promising(&best, &right))
        return refuse_list(engine, "the starting position", &best.start, &right.start);
    engine->probe[START].agrees = !engine->unsteady && agrees(&best.start, &right.start);
    engine->probe[BLACK_TO_MOVE].agrees = agrees(&best.black, &right.black);
    *start = best.start;
    return ENGINE_OK;
}

static enum engine_result meet_depth(struct engine *engine)
{
    struct divide_list list, right;
    right_list(&engine->probe[START_DEEPER].position, engine->probe[START_DEEPER].depth, &right);
    enum engine_result result = answer_of(engine, START_DEEPER, &list);
    if (result == ENGINE_OK)
        engine->probe[START_DEEPER].agrees = agrees(&list, &right);
    return result;
}

/* Does it still list the moves of the start behind a move that it knows and that is right? */
static enum engine_result ask_behind_known_move(struct engine *engine,
                                                const struct divide_list *start, bool *ignored)
{
    struct engine_probe *probe = &engine->probe[AFTER_MOVES];
    struct divide_list right, list;
    right_list(&probe->root, 1, &right);
    for (size_t i = 0; i < start->count; i++) {
        xq_move move = start->row[i].move;
        if (!divide_list_find(&right, move))
            continue;
        struct engine_question question = {&probe->root, &move, 1, 1};
        enum engine_result result = engine_ask(engine, &question);
        if (result != ENGINE_OK)
            return result;
        answer_to_list(&engine->answer, engine->dialect.ranks, &list);
        *ignored = divide_list_same_moves(&list, start);
        return ENGINE_OK;
    }
    return ENGINE_OK;
}

/* Moves that are ignored leave its own list of the starting position; any other that is wrong is a
 * bug to be found, not a dialect. */
static enum engine_result meet_moves(struct engine *engine, const struct divide_list *start)
{
    struct divide_list list, right;
    struct engine_probe *probe = &engine->probe[AFTER_MOVES];
    bool *ignored = &engine->dialect.ignores_moves;
    right_list(&probe->position, probe->depth, &right);
    enum engine_result result = answer_of(engine, AFTER_MOVES, &list);
    if (result == ENGINE_OK && start->count > 0 && divide_list_same_moves(&list, start))
        result = ask_behind_known_move(engine, start, ignored);
    if (result == ENGINE_OK && *ignored)
        result = answer_of(engine, AFTER_MOVES, &list);
    if (result == ENGINE_OK)
        probe->agrees = agrees(&list, &right);
    return result;
}

enum engine_result engine_meet(struct engine *engine)
{
    struct divide_list start;
    set_probes(engine);
    engine->dialect = (struct dialect){.ranks = RANKS_FROM_0};
    engine->unsteady = false;
    engine->limit = engine_short_limit(engine);
    enum engine_result result = engine_start(engine);
    if (result == ENGINE_OK)
        result = meet_dialect(engine, &start);
    if (result == ENGINE_OK)
        result = meet_depth(engine);
    if (result == ENGINE_OK)
        result = meet_moves(engine, &start);
    if (result == ENGINE_OK)
        engine->probe_count = ENGINE_PROBES;
    engine->limit = engine->setup.timeout;
    return result;
}
