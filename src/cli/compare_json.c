/* The JSON of xqperft compare. */
#include "comparison.h"
#include "fen.h"
#include "output.h"

static json_t *moves_json(const struct comparison *run, const xq_move *moves, size_t count)
{
    json_t *array = json_array();
    char text[MOVE_TEXT_SIZE];
    for (size_t i = 0; i < count; i++)
        json_array_append_new(array, json_string(move_write(moves[i], run->ranks, text)));
    return array;
}

static json_t *wrong_move_json(const struct comparison *run, const struct wrong_move *move)
{
    char text[MOVE_TEXT_SIZE];
    return json_pack("{s:s, s:b, s:s, s:s}", "move", move_write(move->move, run->ranks, text),
                     "legal", (int)!move->extra, "rule", rule_name(move->rule), "because",
                     move->ruling.text);
}

/* Where, and what is wrong there. */
static json_t *case_json(const struct comparison *run, enum difference_kind kind,
                         const struct finding_case *wrong)
{
    char fen[FEN_SIZE], root[FEN_SIZE], text[MOVE_TEXT_SIZE];
    json_t *moves = json_array(), *strays = json_array();
    fen_write(&wrong->node.position, fen);
    fen_write(&wrong->node.root, root);
    for (size_t i = 0; i < wrong->wrong_count && i < FINDING_WRONG_MOVES; i++)
        json_array_append_new(moves, wrong_move_json(run, &wrong->wrong[i]));
    for (size_t i = 0; i < wrong->stray_count && i < DIVIDE_STRAYS; i++)
        json_array_append_new(strays, json_text(wrong->stray[i]));
    json_t *object = json_pack(
        "{s:s, s:s, s:o, s:i, s:o, s:o, s:I, s:o, s:o}", "fen", fen, "root", root, "path",
        moves_json(run, wrong->node.path, wrong->node.path_length), "depth", (int)wrong->depth,
        "expected", json_count(wrong->expected), "nodes", json_count(wrong->nodes),
        "wrong_move_count", (json_int_t)wrong->wrong_count, "wrong_moves", moves, "strays", strays);
    if (kind == DIFFER_COUNTS)
        json_object_set_new(object, "culprit",
                            json_pack("{s:s, s:o, s:o, s:b}", "move",
                                      move_write(wrong->culprit, run->ranks, text), "expected",
                                      json_count(wrong->culprit_expected), "nodes",
                                      json_count(wrong->culprit_nodes), "repeated",
                                      (int)(wrong->repeated_count > 0)));
    return object;
}

static json_t *finding_json(const struct comparison *run, const struct outcome *outcome)
{
    static const char *const kinds[] = {[DIFFER_MOVES] = "moves",
                                        [DIFFER_COUNTS] = "counts",
                                        [DIFFER_TOTALS] = "totals",
                                        [DIFFER_ONCE] = "once"};
    const struct finding *finding = outcome->finding;
    if (!finding || !finding->located)
        return json_null();
    json_t *suspects = json_array();
    for (size_t i = 0; i < finding->mistake_count && i < FINDING_MISTAKES; i++) {
        const struct mistake *mistake = &mistakes[finding->mistake[i]];
        json_array_append_new(suspects, json_pack("{s:s, s:s, s:s}", "name", mistake->name, "rule",
                                                  rule_name(mistake->rule), "text", mistake->text));
    }
    struct finding_case found = finding->found;
    found.node = finding->node;
    return json_pack(
        "{s:s, s:s, s:b, s:b, s:b, s:o, s:I, s:o, s:I, s:o}", "kind", kinds[finding->kind], "rule",
        outcome_rule(outcome), "only_behind_moves", (int)finding->only_behind_moves, "only_deep",
        (int)finding->only_deep, "only_unlisted", (int)finding->only_unlisted, "mistakes", suspects,
        "mistake_count", (json_int_t)finding->mistake_count, "found",
        case_json(run, finding->kind, &found), "answers", (json_int_t)finding->answers, "smallest",
        finding->shrunk ? case_json(run, finding->kind, &finding->smallest) : json_null());
}

static json_t *failure_json(const struct failure *failure)
{
    if (!failure->reason)
        return json_null();
    return json_pack("{s:o, s:o}", "reason", json_text(failure->reason), "last_lines",
                     json_text(failure->last_lines));
}

static json_t *outcome_json(const struct comparison *run, const struct outcome *outcome)
{
    char fen[FEN_SIZE];
    bool answered = outcome->state != OUTCOME_FAILED;
    fen_write(&outcome->node.position, fen);
    return json_pack("{s:o, s:s, s:o, s:i, s:s, s:o, s:o, s:o, s:f, s:f, s:o, s:o}", "id",
                     json_text(outcome->id), "fen", fen, "moves",
                     moves_json(run, outcome->node.path, outcome->node.path_length), "depth",
                     (int)outcome->depth, "state", outcome_state_name(outcome->state), "expected",
                     answered ? json_nodes(outcome->expected) : json_null(), "nodes",
                     answered ? json_nodes(outcome->nodes) : json_null(), "rows",
                     answered ? json_nodes(outcome->rows) : json_null(), "seconds",
                     outcome->seconds, "engine_seconds", outcome->engine_seconds, "finding",
                     finding_json(run, outcome), "failure", failure_json(&outcome->failure));
}

static json_t *engine_json(const struct comparison *run)
{
    const struct dialect *dialect = engine_dialect(run->engine);
    const struct options *options = run->options;
    const struct engine_probe *probe;
    json_t *canary = json_array();
    for (size_t i = 0; (probe = engine_probe(run->engine, i)); i++)
        json_array_append_new(
            canary, json_pack("{s:s, s:b}", "position", probe->what, "right", (int)probe->agrees));
    return json_pack("{s:o, s:o, s:s, s:i, s:s, s:s, s:b, s:b, s:o}", "name",
                     json_text(engine_name(run->engine)), "command",
                     json_text(options->engine ? options->engine : options->script), "protocol",
                     options->engine ? "uci" : "script", "first_rank", (int)dialect->ranks, "red",
                     dialect->red_is_r ? "r" : "w", "horse", dialect->horse_is_h ? "H" : "N",
                     "ignores_moves", (int)dialect->ignores_moves, "variant_set",
                     (int)dialect->variant_offered, "canary", canary);
}

void compare_json_unmet(const struct comparison *run, const struct failure *failure)
{
    json_t *object = json_begin("compare");
    json_object_set_new(object, "complete", json_false());
    json_object_set_new(object, "engine",
                        json_pack("{s:o, s:o}", "name", json_text(engine_name(run->engine)),
                                  "failure", failure_json(failure)));
    json_object_set_new(object, "results", json_array());
    json_print(object);
}

void compare_json_begin(const struct comparison *run)
{
    (void)run;
    json_open("compare");
}

void compare_json_outcome(const struct comparison *run, const struct outcome *outcome)
{
    json_row(outcome_json(run, outcome));
}

void compare_json_end(const struct comparison *run)
{
    json_t *object = json_object();
    json_t *summary =
        json_pack("{s:I, s:I, s:I, s:I, s:I, s:I}", "planned", (json_int_t)run->planned, "compared",
                  (json_int_t)run->done, "agree", (json_int_t)run->agreeing, "differ",
                  (json_int_t)run->differing, "engine_failures", (json_int_t)run->failed,
                  "questions", (json_int_t)engine_questions(run->engine));
    json_object_set_new(object, "complete",
                        json_boolean(run->done == run->planned && !run->cut_short));
    json_object_set_new(object, "engine", engine_json(run));
    const struct board *board = run->options->boards[0];
    json_object_set_new(object, "board", json_string(board->name));
    json_object_set_new(object, "variant", json_string(options_variant(board)));
    json_object_set_new(object, "policy",
                        json_string(policy_name(options_policy(run->options, board))));
    tables_json(&run->tables, object);
    json_object_set_new(object, "summary", summary);
    json_close(object);
}
