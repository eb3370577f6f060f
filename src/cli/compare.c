/* xqperft compare: another program's move generator beside ours, down to the one wrong move. */
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "comparison.h"
#include "count.h"
#include "interrupt.h"
#include "moves.h"
#include "output.h"

#define BLANKS " \t\r\n"
enum {
    MIN_MOVE_TEXT = 4, /* bytes, but for the blank: "h2e2" */
    MAX_MOVES_GIVEN = COMPARE_MAX_PATH - PERFT_MAX_DEPTH,
    RIGHT_POSITIONS = 500, /* enough to clear any mistake that does not show in them */
};

/* --- the two that are compared --------------------------------------------------------------- */

/* What a generator's functions work with, and the time they took. */
struct side_of_comparison {
    struct comparison *run;
    double seconds;
};

static bool divide_ours(void *context, const struct compare_node *node, unsigned depth,
                        struct divide_list *list)
{
    struct side_of_comparison *ours = context;
    struct options options = *ours->run->options;
    struct count count;
    options.depth = depth;
    count_run(&options, options.boards[0], &node->position, ours->run->tables.hash[0], &count);
    ours->seconds += count.seconds;
    for (size_t i = 0; i < count.result.root_count; i++)
        divide_list_add(list, count.result.root[i].move, count.result.root[i].nodes);
    return !interrupted;
}

static bool divide_engine(void *context, const struct compare_node *node, unsigned depth,
                          struct divide_list *list)
{
    struct side_of_comparison *theirs = context;
    double start = clock_seconds();
    enum engine_result result =
        engine_divide(theirs->run->engine, &node->root, node->path, node->path_length, depth, list);
    theirs->seconds += clock_seconds() - start;
    return result == ENGINE_OK && !interrupted;
}

/* --- one position after the other ------------------------------------------------------------ */

static void *copied(void *made)
{
    if (!made) {
        complain("out of memory");
        exit(STATUS_INPUT);
    }
    return made;
}

/* How the engine failed, in words that last. */
static struct failure failure_take(const struct engine *engine)
{
    struct failure failure = {.reason = copied(strdup(engine_failure(engine))),
                              .question = copied(strdup(engine_last_question(engine)))};
    const char *line[ENGINE_LAST_LINES];
    size_t count = engine_last_lines(engine, line), size;
    FILE *memory = open_memstream(&failure.last_lines, &size);
    for (size_t i = 0; memory && i < count; i++)
        fprintf(memory, "%s\n", line[i]);
    if (memory)
        fclose(memory);
    copied(failure.last_lines);
    return failure;
}

static void failure_free(struct failure *failure)
{
    free(failure->reason);
    free(failure->question);
    free(failure->last_lines);
}

static void follow_up(struct comparison *run, const struct generator pair[2],
                      const struct difference *seen, struct outcome *outcome)
{
    struct finding *finding = allocate(1, sizeof *finding);
    outcome->state = OUTCOME_DIFFERS;
    outcome->finding = finding;
    const struct finding_request request = {.known = &run->known,
                                            .ranks = run->ranks,
                                            .right_count = run->right_count,
                                            .right = run->right};
    bool complete = finding_make(pair, seen, &request, finding);
    outcome->news = !finding->located || finding_note(&run->known, finding);
    run->cut_short = !complete && interrupted;
    if (!complete && !interrupted)
        outcome->failure = failure_take(run->engine);
}

static void take_counts(struct outcome *outcome, const struct difference *difference)
{
    const struct divide_list *theirs = &difference->list[1];
    outcome->expected = divide_list_sum(&difference->list[0]);
    outcome->rows = divide_list_sum(theirs);
    outcome->nodes = theirs->has_total ? theirs->total : outcome->rows;
}

/* It was wrong here when the canary asked, and is right now. */
static void note_change(struct outcome *outcome)
{
    struct finding *finding = allocate(1, sizeof *finding);
    finding->located = true;
    finding->kind = DIFFER_ONCE;
    finding->rule = RULE_COUNT;
    finding->node = outcome->node;
    outcome->finding = finding;
    outcome->state = OUTCOME_DIFFERS;
    outcome->news = true; /* it is told once for each place, because each says another thing */
}

/* Compares one position. False when a signal came before anything was known. */
static bool compare_position(struct comparison *run, struct outcome *outcome)
{
    struct side_of_comparison ours = {.run = run}, theirs = {.run = run};
    const struct generator pair[2] = {
        {.name = run->options->boards[0]->name, .context = &ours, .divide = divide_ours},
        {.name = engine_name(run->engine), .context = &theirs, .divide = divide_engine},
    };
    struct difference *difference = allocate(1, sizeof *difference);
    enum compare_result result =
        compare_at_node(pair, 2, &outcome->node, outcome->depth, difference);
    outcome->seconds = ours.seconds;
    outcome->engine_seconds = theirs.seconds;
    if (result == COMPARE_GAVE_UP && !interrupted) {
        outcome->state = OUTCOME_FAILED;
        outcome->failure = failure_take(run->engine);
    }
    if (result != COMPARE_GAVE_UP)
        take_counts(outcome, difference);
    if (result == COMPARE_DIFFER)
        follow_up(run, pair, difference, outcome);
    else if (result == COMPARE_AGREE && outcome->probe)
        note_change(outcome);
    else if (result == COMPARE_AGREE && run->right_count < RIGHT_POSITIONS)
        run->right[run->right_count++] = outcome->node.position;
    free(difference);
    return result != COMPARE_GAVE_UP || !interrupted;
}

static void count_rule(struct comparison *run, const char *name)
{
    size_t i = 0;
    while (i < run->rule_count && strcmp(run->rules[i].name, name) != 0)
        i++;
    if (i == run->rule_count)
        run->rules[run->rule_count++].name = name;
    run->rules[i].count++;
}

static void count_outcome(struct comparison *run, const struct outcome *outcome)
{
    run->done++;
    run->agreeing += outcome->state == OUTCOME_AGREES;
    run->differing += outcome->state == OUTCOME_DIFFERS;
    run->failed += outcome->failure.reason != NULL;
    run->seconds += outcome->seconds + outcome->engine_seconds;
    if (outcome->finding)
        count_rule(run, outcome_rule(outcome));
}

static void outcome_clear(struct outcome *outcome)
{
    free(outcome->finding);
    failure_free(&outcome->failure);
    memset(outcome, 0, sizeof *outcome);
}

/* Prints what is known of a position, and saves it if that is wanted. */
static bool tell(struct comparison *run, const struct outcome *outcome, struct save *save)
{
    const struct finding *finding = outcome->finding;
    run->told++;
    compare_forms[run->options->format].outcome(run, outcome);
    compare_junit_outcome(run, outcome);
    output_flush();
    /* What only moves bring about cannot be saved: a suite has positions. */
    if (!save || !outcome->news || !finding || !finding->located || finding->kind == DIFFER_ONCE ||
        finding->only_behind_moves)
        return true;
    return save_append(save, outcome);
}

/* Plays --moves, which were found to be legal. */
static void enter_moves(const struct options *options, struct compare_node *node)
{
    const char *text = options->moves ? options->moves : "";
    xq_move move;
    for (size_t length;
         (length = move_read(text += strspn(text, BLANKS), options->ranks, &move));) {
        compare_node_enter(node, move);
        text += length;
    }
}

/* Compares the next position; `failed` when the engine did at the one before: then it is started
 * once more, and a failure of that is one of this position. False when there is nothing left, or
 * when a signal came. */
static bool compare_next(struct comparison *run, bool failed, struct outcome *outcome)
{
    struct root root;
    if (!roots_next(&run->roots, &root)) {
        run->changed = run->done < run->planned;
        return false;
    }
    memcpy(outcome->id, root.id, sizeof outcome->id);
    compare_node_start(&outcome->node, &root.given);
    enter_moves(run->options, &outcome->node);
    outcome->depth = run->options->depth;
    enum engine_result started = failed ? engine_start(run->engine) : ENGINE_OK;
    if (started == ENGINE_FAILED) {
        outcome->state = OUTCOME_FAILED;
        outcome->failure = failure_take(run->engine);
    } else if (started != ENGINE_OK || !compare_position(run, outcome)) {
        return false;
    }
    count_outcome(run, outcome);
    return true;
}

/* `failed` when the engine did in the canary. After its second failure it is given up. */
static bool compare_all(struct comparison *run, bool failed, struct save *save)
{
    struct outcome *outcome = allocate(1, sizeof *outcome);
    bool saved = true;
    while (saved && run->failed < 2 && !should_stop() && compare_next(run, failed, outcome)) {
        saved = tell(run, outcome, save);
        failed = outcome->failure.reason != NULL;
        outcome_clear(outcome);
    }
    outcome_clear(outcome);
    free(outcome);
    return saved;
}

/* Asks about what the canary planned until one shows what is wrong, and forgets the others. */
static void compare_canary(struct comparison *run, struct outcome *canary)
{
    bool understood = false;
    while (run->done < run->planned && !understood && !interrupted) {
        struct outcome *outcome = &canary[run->done];
        if (!compare_position(run, outcome))
            break;
        count_outcome(run, outcome);
        understood = outcome->failure.reason || outcome->finding->kind != DIFFER_ONCE;
    }
    run->canaries = run->done;
}

/* --- before and after ------------------------------------------------------------------------ */

static void plan_probe(struct outcome *outcome, const struct engine_probe *probe)
{
    compare_node_start(&outcome->node, &probe->root);
    for (size_t i = 0; i < probe->path_length; i++)
        compare_node_enter(&outcome->node, probe->path[i]);
    outcome->depth = probe->depth;
    outcome->probe = true;
    snprintf(outcome->id, sizeof outcome->id, "canary: %s", probe->what);
}

/* What the engine got wrong in the canary, so that it is known why. */
static void plan_canary(struct comparison *run, struct outcome *canary)
{
    const struct engine_probe *probe;
    for (size_t i = 0; (probe = engine_probe(run->engine, i)); i++)
        if (probe->agrees)
            run->right[run->right_count++] = probe->position;
        else
            plan_probe(&canary[run->planned++], probe);
}

static int compare_status(const struct comparison *run, bool written)
{
    if (interrupted && (run->done < run->planned || run->cut_short)) {
        complain("interrupted; %zu of %zu positions were compared", run->done, run->planned);
        return STATUS_INTERRUPTED;
    }
    if (!written || run->changed)
        return STATUS_INPUT;
    if (run->failed > 0 || run->done < run->planned)
        return STATUS_ENGINE;
    return run->differing > 0 ? STATUS_FAILED : STATUS_OK;
}

/* The engine is met: compares, prints, and says how it went. */
static int compare_with(struct comparison *run, struct save *save)
{
    struct outcome *canary = allocate(ENGINE_PROBES, sizeof *canary);
    bool written = true;
    run->right = allocate(RIGHT_POSITIONS + ENGINE_PROBES, sizeof *run->right);
    plan_canary(run, canary);
    compare_canary(run, canary);
    run->planned = run->canaries + run->roots.count;
    compare_forms[run->options->format].begin(run);
    for (size_t i = 0; i < run->canaries && written; i++)
        written = tell(run, &canary[i], save);
    bool failed = run->canaries > 0 && canary[run->canaries - 1].failure.reason;
    written = written && compare_all(run, failed, save);
    compare_forms[run->options->format].end(run);
    compare_junit_end(run);
    for (size_t i = 0; i < ENGINE_PROBES; i++)
        outcome_clear(&canary[i]);
    free(canary);
    return compare_status(run, written);
}

/* Says why the engine cannot be compared with, in every form that is wanted. */
static void refuse_engine(struct comparison *run)
{
    struct failure failure = failure_take(run->engine);
    *failure.question = '\0'; /* the reason says which it was; this is of the last dialect tried */
    failure_print(stderr, run, &failure, PROGRAM ": ");
    compare_forms[run->options->format].unmet(run, &failure);
    compare_junit_unmet(run, &failure);
    failure_free(&failure);
}

/* Finds out how to speak with the engine; STATUS_OK when that is known. */
static int meet(struct comparison *run)
{
    enum engine_result result = engine_meet(run->engine);
    if (result == ENGINE_STOPPED || interrupted) {
        complain("interrupted; nothing was compared");
        return STATUS_INTERRUPTED;
    }
    if (result == ENGINE_FAILED) {
        refuse_engine(run);
        return STATUS_ENGINE;
    }
    if (engine_unknown_option(run->engine))
        complain("warning: the engine does not offer the option '%s'",
                 engine_unknown_option(run->engine));
    if (!run->options->ranks_given)
        run->ranks = engine_dialect(run->engine)->ranks;
    return STATUS_OK;
}

/* Everything is open that will be written to. */
static int meet_and_compare(struct comparison *run, struct save *save)
{
    const struct options *options = run->options;
    struct engine_setup setup = {.command = options->engine ? options->engine : options->script,
                                 .script = options->script != NULL,
                                 .timeout = options->timeout,
                                 .option_count = options->engine_option_count,
                                 .options = options->engine_options,
                                 .stop = &interrupted};
    run->engine = copied(engine_new(&setup));
    int status = meet(run);
    if (status == STATUS_OK)
        status = compare_with(run, save);
    engine_free(run->engine);
    return status;
}

static int compare_roots(struct comparison *run)
{
    struct save *save;
    if (!save_open(run->options, &save))
        return STATUS_INPUT;
    int status = STATUS_INPUT;
    if (junit_open(run->options, &run->junit)) {
        status = meet_and_compare(run, save);
        if (!junit_close(run->options, &run->junit) && status != STATUS_INTERRUPTED)
            status = STATUS_INPUT;
    }
    save_close(save);
    return status;
}

static int compare_run(const struct options *options)
{
    struct comparison run = {.options = options,
                             .ranks = options->ranks,
                             .glyphs = options_glyphs(options, options->format == FORMAT_TEXT)};
    if (options->moves && strlen(options->moves) / MIN_MOVE_TEXT > MAX_MOVES_GIVEN) {
        complain("--moves: more than %d moves are too many here", MAX_MOVES_GIVEN);
        return STATUS_INPUT;
    }
    int status = (int)roots_open(options, true, &run.roots);
    if (status == STATUS_OK) {
        status = STATUS_INPUT;
        if (tables_open(options, &run.tables)) {
            status = compare_roots(&run);
            tables_close(&run.tables);
        }
    }
    free(run.right);
    roots_close(&run.roots);
    return status;
}

const struct command compare_command = {
    .name = "compare",
    .summary = "compare an engine's move generator with ours, down to the one wrong move",
    .help =
        "Starts the engine, finds out its dialect (ranks 0-9 or 1-10, Red as w or r, horse and "
        "elephant as N and B or H and E, UCI_Variant), and compares its 'go perft DEPTH' with "
        "ours, move by move. At a difference, goes down to the first position where the legal "
        "moves differ, says which rule decides each wrong move, which known mistake explains all "
        "that the engine answered, and takes pieces away for as long as the mistake shows.\n"
        "\n"
        "Exit status: 0 all counts agree; 1 a count differs; 2 usage or input error; 3 the engine "
        "crashed, hung, or cannot be compared with (also when counts differed as well). An engine "
        "that fails is started once more for the positions that are left.\n"
        "\n"
        "For the greeting and the first small questions the engine has 30 seconds each, or "
        "--timeout "
        "if that is less. --moves, read with ranks 0-9 unless --ranks 1 is given, are sent as "
        "moves. "
        "Moves are shown in the ranks of the engine unless --ranks is given.\n"
        "\n"
        "Examples:\n"
        "  xqperft compare 4 --engine ./my-engine\n"
        "  xqperft compare 3 --engine './my-engine --uci' --epd positions/rules.epd\n"
        "  xqperft compare 3 --engine ./my-engine --option Threads=2 --timeout 60\n"
        "  xqperft compare 3 --script ./my-perft.sh --save mistakes.epd\n"
        "  xqperft compare 3 --engine ./my-engine --epd positions/games.epd --junit perft.xml\n",
    .accepts = OPTIONS_POSITION | OPTIONS_FORMAT | OPTION_TAP | OPTION_JUNIT | OPTION_BOARD |
               OPTION_ISA | OPTION_THREADS | OPTION_HASH | OPTION_GLYPHS | OPTION_ENGINE |
               OPTION_SCRIPT | OPTION_OPTION | OPTION_TIMEOUT | OPTION_SAVE,
    .operand = OPERAND_DEPTH,
    .one_board = true,
    .min_depth = 1,
    .run = compare_run,
};
