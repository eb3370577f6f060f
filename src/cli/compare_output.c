/* The output forms of xqperft compare: text, TSV and TAP. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "comparison.h"
#include "fen.h"
#include "output.h"

/* Standard error has said it. */
static void unmet(const struct comparison *run, const struct failure *failure)
{
    (void)run;
    (void)failure;
}

/* What the canary asked, those that came out `right`. */
static void print_probes(FILE *out, const struct comparison *run, bool right)
{
    const struct engine_probe *probe;
    const char *separator = right ? "right: " : "WRONG: ";
    for (size_t i = 0; (probe = engine_probe(run->engine, i)); i++) {
        if (probe->agrees != right)
            continue;
        fprintf(out, "%s%s", separator, probe->what);
        separator = ", ";
    }
}

static void print_canary(FILE *out, const struct comparison *run)
{
    const struct engine_probe *probe;
    size_t right = 0, wrong = 0;
    for (size_t i = 0; (probe = engine_probe(run->engine, i)); i++)
        *(probe->agrees ? &right : &wrong) += 1;
    print_probes(out, run, false);
    fputs(right > 0 && wrong > 0 ? "; " : "", out);
    print_probes(out, run, true);
    fputc('\n', out);
}

static void print_engine(FILE *out, const struct comparison *run, const char *prefix)
{
    const struct dialect *dialect = engine_dialect(run->engine);
    fprintf(out, "%sengine   ", prefix);
    put_printable(out, engine_name(run->engine));
    fprintf(out, "\n%sdialect  ", prefix);
    dialect_print(out, dialect);
    fprintf(out, "\n%scanary   ", prefix);
    print_canary(out, run);
    if (dialect->ignores_moves)
        fprintf(out,
                "%swarning: the engine ignores 'moves' behind a position; it is sent the FEN of "
                "each\n",
                prefix);
}

static void text_begin(const struct comparison *run)
{
    print_engine(stdout, run, "");
    tables_print_setting(&run->tables, stdout, "");
    putchar('\n');
    output_flush();
}

static void text_outcome(const struct comparison *run, const struct outcome *outcome)
{
    static const char *const words[] = {
        [OUTCOME_AGREES] = "ok", [OUTCOME_DIFFERS] = "WRONG", [OUTCOME_FAILED] = "FAILED"};
    char number[NUMBER_SIZE];
    printf("%-6s ", words[outcome->state]);
    outcome_print_name(stdout, outcome, put_printable);
    if (outcome->state == OUTCOME_AGREES) {
        printf(": %s nodes in %.3f s, the engine's %.3f s\n", number_write(outcome->nodes, number),
               outcome->seconds, outcome->engine_seconds);
        return;
    }
    fputs(": ", stdout);
    outcome_print_short(stdout, run, outcome);
    putchar('\n');
    if (outcome->news || outcome->failure.reason) {
        putchar('\n');
        outcome_print_report(stdout, run, outcome, "");
        putchar('\n');
    }
}

/* " (horse-leg 3, check 1)" */
static void print_rules(const struct comparison *run)
{
    for (size_t i = 0; i < run->rule_count; i++)
        printf("%s%s %zu", i == 0 ? " (" : ", ", run->rules[i].name, run->rules[i].count);
    if (run->rule_count > 0)
        putchar(')');
}

static void text_end(const struct comparison *run)
{
    tables_print_check(&run->tables, stdout, "");
    if (run->planned > 1)
        putchar('\n');
    size_t compared = run->agreeing + run->differing;
    printf("%zu position%s", compared, compared == 1 ? "" : "s");
    if (compared < run->planned)
        printf(" of %zu", run->planned);
    printf(" compared%s: %zu agree, %zu differ", run->canaries > 0 ? ", the canary's too" : "",
           run->agreeing, run->differing);
    print_rules(run);
    if (run->failed > 0)
        printf("; it failed %s", run->failed == 1 ? "once" : "twice, and is given up");
    printf("; it was asked %zu times\n", engine_questions(run->engine));
}

static void tsv_heading(void)
{
    puts("id\tfen\tdepth\texpected\tnodes\tstate\trule\treport\tseconds\tengine_"
         "seconds\tboard\tpolicy");
}

static void tsv_begin(const struct comparison *run)
{
    print_engine(stderr, run, PROGRAM ": ");
    tsv_heading();
}

static void tsv_unmet(const struct comparison *run, const struct failure *failure)
{
    (void)run;
    (void)failure;
    tsv_heading();
}

static void tsv_outcome(const struct comparison *run, const struct outcome *outcome)
{
    char fen[FEN_SIZE];
    bool failed = outcome->state == OUTCOME_FAILED;
    fen_write(&outcome->node.position, fen);
    put_tsv(stdout, outcome->id);
    printf("\t%s\t%u\t", fen, outcome->depth);
    if (!failed && outcome->expected != PERFT_TOO_MANY)
        printf("%" PRIu64, outcome->expected);
    putchar('\t');
    if (!failed && outcome->nodes != PERFT_TOO_MANY)
        printf("%" PRIu64, outcome->nodes);
    printf("\t%s\t%s\t", outcome_state_name(outcome->state),
           outcome->state == OUTCOME_DIFFERS ? outcome_rule(outcome) : "");
    if (outcome->state != OUTCOME_AGREES)
        outcome_print_short(stdout, run, outcome);
    const struct board *board = run->options->boards[0];
    printf("\t%.9f\t%.9f\t%s\t%s\n", outcome->seconds, outcome->engine_seconds, board->name,
           policy_name(options_policy(run->options, board)));
}

static void tsv_end(const struct comparison *run)
{
    if (run->failed > 0)
        complain("the engine failed; %zu of %zu positions were compared",
                 run->agreeing + run->differing, run->planned);
    tables_print_check(&run->tables, stderr, PROGRAM ": ");
}

static void tap_unmet(const struct comparison *run, const struct failure *failure)
{
    puts("TAP version 13");
    failure_print(stdout, run, failure, "# ");
    puts("Bail out! the engine cannot be compared with");
}

static void tap_begin(const struct comparison *run)
{
    puts("TAP version 13");
    printf("1..%zu\n", run->planned);
    print_engine(stdout, run, "# ");
    output_flush();
}

static void tap_outcome(const struct comparison *run, const struct outcome *outcome)
{
    printf("%s %zu - ", outcome->state == OUTCOME_AGREES ? "ok" : "not ok", run->told);
    outcome_print_name(stdout, outcome, put_tap);
    putchar('\n');
    if (outcome->state == OUTCOME_AGREES)
        return;
    fputs("# ", stdout);
    outcome_print_short(stdout, run, outcome);
    putchar('\n');
    if (outcome->news || outcome->failure.reason)
        outcome_print_report(stdout, run, outcome, "# ");
}

static void tap_end(const struct comparison *run)
{
    tables_print_check(&run->tables, stdout, "# ");
    if (run->done < run->planned)
        printf("Bail out! %s after %zu of %zu positions\n",
               run->failed > 1 ? "the engine failed twice" : "interrupted", run->done,
               run->planned);
}

const struct compare_form compare_forms[FORMAT_COUNT] = {
    [FORMAT_TEXT] = {unmet, text_begin, text_outcome, text_end},
    [FORMAT_TSV] = {tsv_unmet, tsv_begin, tsv_outcome, tsv_end},
    [FORMAT_TAP] = {tap_unmet, tap_begin, tap_outcome, tap_end},
    [FORMAT_JSON] = {compare_json_unmet, compare_json_begin, compare_json_outcome,
                     compare_json_end},
};
