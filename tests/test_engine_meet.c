/*
 * Meeting other programs: their dialect is found out, and not confused with a bug; what cannot be
 * compared with is told apart from what is wrong.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "engines.h"

#define FAIRY "/usr/games/fairy-stockfish"

/* --- meeting --------------------------------------------------------------------------------- */

struct meeting_case {
    const char *rule, *dialect; /* arguments of faulty-engine */
    struct dialect expected;
    const char *uci, *script; /* the reason when it fails; NULL when it does not */
};

#define DIALECT " --dialect "

static const struct meeting_case meetings[] = {
    {.rule = "the usual", .dialect = ""},
    {"ranks from 1", DIALECT "ranks-1", {.ranks = RANKS_FROM_1}, NULL, NULL},
    {"Red is r, w is Black", DIALECT "red-r", {.red_is_r = true}, NULL, NULL},
    {"Red is r, w is a crash", DIALECT "red-r-strict", {.red_is_r = true}, NULL, NULL},
    {"H and E only", DIALECT "horse-h", {.horse_is_h = true}, NULL, NULL},
    {"moves are ignored", DIALECT "ignores-moves", {.ignores_moves = true}, NULL, NULL},
    {"all of these at once",
     DIALECT "ranks-1" DIALECT "red-r" DIALECT "horse-h" DIALECT "ignores-moves",
     {RANKS_FROM_1, true, true, true, false},
     NULL,
     NULL},
    {.rule = "lines end in CR LF", .dialect = DIALECT "crlf"},
    {.rule = "equals signs", .dialect = DIALECT "equals"},
    {.rule = "a total of nodes", .dialect = DIALECT "nodes-colon"},
    {.rule = "a bare total", .dialect = DIALECT "bare"},
    {.rule = "dashes", .dialect = DIALECT "dashes"},
    {.rule = "capital letters", .dialect = DIALECT "upper"},
    {.rule = "info string", .dialect = DIALECT "info-string"},
    {"another game until told",
     DIALECT "variant",
     {.variant_offered = true},
     NULL,
     "plays western chess: it lists a2a3, b1c3 and e2e4"},
    {"games, but not this one",
     DIALECT "variant-none",
     {.ranks = RANKS_FROM_0},
     "offers the variants chess, crazyhouse but no xiangqi",
     "plays western chess"},
    {"another game",
     DIALECT "chess",
     {.ranks = RANKS_FROM_0},
     "plays western chess: it lists a2a3, b1c3 and e2e4 for the starting position, and offers no "
     "UCI_Variant",
     "plays western chess"},
    {"the side to move is ignored",
     DIALECT "ignores-side",
     {.ranks = RANKS_FROM_0},
     "ignores the side to move: with Black to move it lists Red's moves, such as a0b0",
     "ignores the side to move"},
    {"the FEN is ignored",
     DIALECT "ignores-fen",
     {.ranks = RANKS_FROM_0},
     "ignores the FEN",
     "ignores the FEN"},
    {"no perft",
     " --misbehave no-perft",
     {.ranks = RANKS_FROM_0},
     "answered 'go perft 1' with 'bestmove h2e2': it seems to have no perft",
     "but listed no moves"},
};

static bool same_dialect(const struct dialect *a, const struct dialect *b)
{
    return a->ranks == b->ranks && a->red_is_r == b->red_is_r && a->horse_is_h == b->horse_is_h &&
           a->ignores_moves == b->ignores_moves && a->variant_offered == b->variant_offered;
}

/* Two plies on: 1920 and 44 from outside, and a position that only the moves lead to. */
static void assert_counts(struct engine *engine, const char *rule)
{
    struct position position;
    struct divide_list list;
    xq_move path[2];
    position_start(&position);
    move_read("h2e2", RANKS_FROM_0, &path[0]);
    move_read("h9g7", RANKS_FROM_0, &path[1]);
    assert_ok(engine, divide_start(engine, 3, &list), rule);
    cr_assert(list.count == 44 && list.total == 79666, "%s: %" PRIu64, rule, list.total);
    const struct divide_row *row = divide_list_find(&list, path[0]);
    cr_assert(row && row->times == 1, "%s: h2e2", rule);
    uint64_t behind = row->nodes;
    assert_ok(engine, engine_divide(engine, &position, path, 1, 2, &list), rule);
    cr_assert_eq(list.total, behind, "%s: behind h2e2", rule);
    row = divide_list_find(&list, path[1]);
    cr_assert(row, "%s: h9g7", rule);
    behind = row->nodes;
    assert_ok(engine, engine_divide(engine, &position, path, 2, 1, &list), rule);
    cr_assert_eq(list.total, behind, "%s: behind h2e2 h9g7", rule);
}

static void meet(const struct meeting_case *is, bool script)
{
    char command[512];
    const char *reason = script ? is->script : is->uci;
    snprintf(command, sizeof command, FAULTY "%s%s", is->dialect, script ? SCRIPT : "");
    struct engine_setup setup = {.command = command, .script = script, .timeout = long_time};
    struct engine *engine = new_engine(&setup);
    enum engine_result result = engine_meet(engine);
    if (reason) {
        cr_assert_eq(result, ENGINE_FAILED, "%s", is->rule);
        assert_says(engine_failure(engine), reason, is->rule);
        cr_assert_null(engine_probe(engine, 0), "%s", is->rule);
    } else {
        assert_ok(engine, result, is->rule);
        cr_assert(same_dialect(engine_dialect(engine), &is->expected), "%s", is->rule);
        for (size_t i = 0; i < ENGINE_PROBES; i++)
            cr_assert(engine_probe(engine, i)->agrees, "%s: %s", is->rule,
                      engine_probe(engine, i)->what);
        cr_assert_null(engine_probe(engine, ENGINE_PROBES));
        assert_counts(engine, is->rule);
    }
    free_engine(engine, is->rule);
}

Test(engine, dialects)
{
    for (size_t i = 0; i < sizeof meetings / sizeof meetings[0]; i++) {
        meet(&meetings[i], false);
        meet(&meetings[i], true);
    }
}

struct variant_case {
    const char *rule, *option, *user;
    bool set;
    const char *reason;
};

static const struct variant_case variants[] = {
    {"in any case of letters", "uci_variant type combo default chess var XiangQi", NULL, true,
     NULL},
    {"no values are told", "UCI_Variant type string default chess", NULL, true, NULL},
    {"the user's word is the last", "UCI_Variant type combo var chess var cchess",
     "uci_variant=cchess", false, NULL},
    {"only names that are like it", "UCI_Variant type combo var minixiangqi var xiangqi2", NULL,
     false, "offers the variants minixiangqi, xiangqi2 but no xiangqi"},
    {"another option", "UCI_Variants type combo var chess", NULL, false, NULL},
};

Test(engine, variants)
{
    for (size_t i = 0; i < sizeof variants / sizeof variants[0]; i++) {
        const struct variant_case *is = &variants[i];
        char command[512];
        snprintf(command, sizeof command,
                 "while read -r word rest; do case $word in uci) echo 'option name %s'; "
                 "echo uciok;; isready) echo readyok;; quit) exit;; esac; done",
                 is->option);
        struct engine_setup setup = {.command = command,
                                     .timeout = long_time,
                                     .option_count = is->user ? 1 : 0,
                                     .options = &is->user};
        struct engine *engine = new_engine(&setup);
        cr_assert_eq(engine_start(engine), is->reason ? ENGINE_FAILED : ENGINE_OK, "%s", is->rule);
        cr_assert_eq(engine_dialect(engine)->variant_offered, is->set, "%s", is->rule);
        cr_assert_null(engine_unknown_option(engine), "%s", is->rule);
        if (is->reason)
            assert_says(engine_failure(engine), is->reason, is->rule);
        free_engine(engine, is->rule);
    }
}

/* --- bugs are no dialects -------------------------------------------------------------------- */

static void assert_met(const char *fault, const char *more, const struct dialect *expected)
{
    char command[512];
    snprintf(command, sizeof command, FAULTY " --fault %s %s", fault, more);
    struct engine_setup setup = {.command = command, .timeout = long_time};
    struct engine *engine = new_engine(&setup);
    assert_ok(engine, engine_meet(engine), command);
    const struct dialect *found = engine_dialect(engine);
    cr_assert(same_dialect(found, expected), "%s: ranks %d, %d%d%d", command, (int)found->ranks,
              found->red_is_r, found->horse_is_h, found->ignores_moves);
    engine_free(engine);
}

/* Whatever is wrong with a generator, it is met, and in its dialect. */
Test(engine, bugs_are_no_dialects)
{
    char line[512];
    size_t count = 0;
    FILE *list = popen(FAULTY " --list", "r");
    cr_assert_not_null(list);
    while (fgets(line, sizeof line, list)) {
        const char *kind = strtok(line, "\t"), *name = strtok(NULL, "\t");
        if (!kind || !name || !(strcmp(kind, "fault") == 0 || strcmp(kind, "perft-fault") == 0))
            continue;
        assert_met(name, "", &(struct dialect){.ranks = RANKS_FROM_0});
        assert_met(name, DIALECT "horse-h" DIALECT "ranks-1",
                   &(struct dialect){.ranks = RANKS_FROM_1, .horse_is_h = true});
        count++;
    }
    cr_assert_eq(pclose(list), 0);
    cr_assert_geq(count, 30, "only %zu faults are known", count);
}

struct probe_case {
    const char *rule, *fault;
    bool agrees[ENGINE_PROBES];
};

static const struct probe_case probes[] = {
    {"a wrong move of the start", "horse-jumps", {false, false, true, false}},
    {"a wrong move two plies on", "check-cannon-unseen", {true, false, true, true}},
    {"a wrong total", "total-plus-one", {true, false, true, true}},
    {"a move listed twice", "move-twice", {false, false, false, false}},
    {"a wrong move of Black's", "pawn-black-up", {true, false, false, false}},
    {"a wrong side after moves", "moves-side", {true, true, true, false}},
};

Test(engine, probes_tell_what_was_wrong)
{
    for (size_t i = 0; i < sizeof probes / sizeof probes[0]; i++) {
        char command[512];
        snprintf(command, sizeof command, FAULTY " --fault %s", probes[i].fault);
        struct engine_setup setup = {.command = command, .timeout = long_time};
        struct engine *engine = new_engine(&setup);
        assert_ok(engine, engine_meet(engine), probes[i].rule);
        for (size_t j = 0; j < ENGINE_PROBES; j++)
            cr_assert_eq(engine_probe(engine, j)->agrees, probes[i].agrees[j], "%s: %s",
                         probes[i].rule, engine_probe(engine, j)->what);
        free_engine(engine, probes[i].rule);
    }
}

/* --- a well-known engine --------------------------------------------------------------------- */

Test(engine, fairy_stockfish)
{
    if (access(FAIRY, X_OK) != 0)
        cr_skip_test("%s is not installed", FAIRY);
    static const char *const options[] = {"Hash=1", "clear hash"};
    struct engine_setup setup = {
        .command = FAIRY, .timeout = long_time, .option_count = 2, .options = options};
    struct engine *engine = new_engine(&setup);
    assert_ok(engine, engine_meet(engine), FAIRY);
    cr_assert(same_dialect(engine_dialect(engine),
                           &(struct dialect){.ranks = RANKS_FROM_1, .variant_offered = true}));
    assert_says(engine_name(engine), "Fairy-Stockfish", FAIRY);
    cr_assert_null(engine_unknown_option(engine));
    for (size_t i = 0; i < ENGINE_PROBES; i++)
        cr_assert(engine_probe(engine, i)->agrees, "%s", engine_probe(engine, i)->what);
    assert_counts(engine, FAIRY);
    free_engine(engine, FAIRY);
}
