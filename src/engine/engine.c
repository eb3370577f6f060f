/* Another program's perft: its process from start to end, and how it failed. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine_private.h"
#include "text.h"

/* --- life ------------------------------------------------------------------------------------ */

struct engine *engine_new(const struct engine_setup *setup)
{
    struct engine *engine = calloc(1, sizeof *engine);
    if (!engine)
        return NULL;
    engine->offered = calloc(setup->option_count + 1, sizeof *engine->offered);
    if (!engine->offered) {
        free(engine);
        return NULL;
    }
    engine->setup = *setup;
    engine->limit = setup->timeout;
    strcpy(engine->gone, "was not started");
    text_printable(setup->command, strlen(setup->command), engine->name, sizeof engine->name);
    return engine;
}

static void dismiss(struct engine *engine)
{
    if (engine->child && !engine->setup.script)
        child_send(engine->child, "quit\n", child_clock() + ENGINE_GRACE);
    if (engine->child)
        child_end(engine->child, ENGINE_GRACE, engine->gone);
    engine->child = NULL;
}

void engine_free(struct engine *engine)
{
    if (!engine)
        return;
    dismiss(engine);
    free(engine->words);
    free(engine->offered);
    free(engine);
}

enum engine_result engine_launch(struct engine *engine, const char *const *arguments)
{
    dismiss(engine);
    engine->greeted = false;
    engine->proven = false;
    engine->failure.count = 0;
    answer_clear(&engine->answer, engine->setup.script);
    engine->child = child_start(engine->setup.command, arguments, engine->setup.stop);
    if (!engine->child)
        return engine_fail(engine, "could not be started: %s", strerror(errno));
    return ENGINE_OK;
}

enum engine_result engine_start(struct engine *engine)
{
    return engine->setup.script ? ENGINE_OK : engine_uci_greet(engine);
}

/* --- questions ------------------------------------------------------------------------------- */

double engine_short_limit(const struct engine *engine)
{
    return engine->setup.timeout < ENGINE_SHORT_LIMIT ? engine->setup.timeout : ENGINE_SHORT_LIMIT;
}

const char *engine_within(double seconds, char out[ENGINE_WITHIN_SIZE])
{
    snprintf(out, ENGINE_WITHIN_SIZE, "within %g second%s", seconds, seconds > 1 ? "s" : "");
    return out;
}

const char *engine_when(const struct engine *engine, char out[ENGINE_WHEN_SIZE])
{
    if (engine->setup.script)
        snprintf(out, ENGINE_WHEN_SIZE, "when called with %s", engine->question);
    else
        snprintf(out, ENGINE_WHEN_SIZE, "when asked '%s'", engine->question);
    return out;
}

void engine_asks(struct engine *engine, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(engine->question, sizeof engine->question, format, arguments);
    va_end(arguments);
    engine->said[0] = '\0';
}

/* Puts the letters of the dialect into a FEN as fen_write() makes it. */
static void translate(const struct dialect *dialect, char fen[FEN_SIZE])
{
    char *side = strchr(fen, ' ');
    for (char *letter = fen; letter < side; letter++) {
        const char *known = strchr("NnBb", *letter);
        if (dialect->horse_is_h && known)
            *letter = "HhEe"[known - "NnBb"];
    }
    if (dialect->red_is_r && side[1] == 'w')
        side[1] = 'r';
}

char *engine_write_question(const struct engine *engine, const struct engine_question *question,
                            char fen[FEN_SIZE])
{
    struct position position = *question->root;
    bool played = engine->dialect.ignores_moves;
    size_t count = played ? 0 : question->path_length;
    char *moves = calloc(count + 1, MOVE_TEXT_SIZE); /* a blank takes the place of each zero */
    if (!moves)
        return NULL;
    char *end = moves;
    for (size_t i = 0; i < count; i++) {
        *end++ = ' ';
        end += strlen(move_write(question->path[i], engine->dialect.ranks, end));
    }
    for (size_t i = 0; played && i < question->path_length; i++)
        position_apply(&position, question->path[i]);
    fen_write(&position, fen);
    translate(&engine->dialect, fen);
    return moves;
}

enum engine_result engine_ask(struct engine *engine, const struct engine_question *question)
{
    enum engine_result result;
    engine->questions++;
    free(engine->words);
    engine->words = engine->setup.script ? engine_script_words(engine, question)
                                         : engine_uci_words(engine, question);
    if (!engine->words)
        return engine_fail(engine, "could not be asked: memory is short");
    if (engine->setup.script)
        result = engine_script_ask(engine, question);
    else
        result = engine_uci_ask(engine, question);
    engine->proven = engine->proven || result == ENGINE_OK;
    return result;
}

char *engine_words(const struct engine *engine, const struct position *root, const xq_move *path,
                   size_t path_length, unsigned depth)
{
    struct engine_question question = {root, path, path_length, depth};
    return engine->setup.script ? engine_script_words(engine, &question)
                                : engine_uci_words(engine, &question);
}

enum engine_result engine_divide(struct engine *engine, const struct position *root,
                                 const xq_move *path, size_t path_length, unsigned depth,
                                 struct divide_list *list)
{
    struct engine_question question = {root, path, path_length, depth};
    enum engine_result result = engine_ask(engine, &question);
    if (result == ENGINE_OK)
        answer_to_list(&engine->answer, engine->dialect.ranks, list);
    return result;
}

enum engine_result engine_hear(struct engine *engine, const char *line)
{
    char quoted[ENGINE_QUOTE_SIZE];
    const char *text = answer_text(line);
    if (engine->said[0] == '\0')
        text_printable(text, strlen(text), engine->said, sizeof engine->said);
    enum answer_line kind = answer_add(&engine->answer, line);
    if (kind == ANSWER_TOO_MANY)
        return engine_fail(engine, "listed more than the %d moves that a position can have",
                           MAX_MOVES);
    if (kind != ANSWER_NO_COUNT)
        return ENGINE_OK;
    text_printable(text, strlen(text), quoted, sizeof quoted);
    return engine_fail(engine, "said '%s' where a count was expected", quoted);
}

/* --- failures -------------------------------------------------------------------------------- */

/* The last lines outlive the process. */
static void keep_last_lines(struct engine *engine)
{
    const char *line[CHILD_LAST_LINES];
    struct engine_last_words *words = &engine->failure;
    if (!engine->child)
        return;
    words->count = child_last_lines(engine->child, line);
    for (size_t i = 0; i < words->count; i++)
        strcpy(words->line[i], line[i]);
}

static void end_now(struct engine *engine)
{
    if (engine->child)
        child_end(engine->child, 0, engine->gone);
    engine->child = NULL;
    strcpy(engine->gone, "was ended");
}

enum engine_result engine_fail(struct engine *engine, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(engine->failure.reason, sizeof engine->failure.reason, format, arguments);
    va_end(arguments);
    keep_last_lines(engine);
    end_now(engine);
    return ENGINE_FAILED;
}

enum engine_result engine_stop(struct engine *engine)
{
    keep_last_lines(engine);
    end_now(engine);
    return ENGINE_STOPPED;
}

int engine_part(struct engine *engine, double grace)
{
    keep_last_lines(engine);
    int status = child_end(engine->child, grace, engine->gone);
    engine->child = NULL;
    return status;
}

/* The statuses by which a shell says that it could not run a command. */
static bool is_not_run(int status)
{
    return status == 126 || status == 127;
}

/* "sh: 1: exec: ./engine: not found" without what only says who speaks. */
static const char *behind_shell(const char *line)
{
    static const char exec[] = "exec: ";
    const char *found = strstr(line, exec);
    return found ? found + strlen(exec) : line;
}

enum engine_result engine_broke_off(struct engine *engine, int status)
{
    char when[ENGINE_WHEN_SIZE], after[40] = "";
    struct engine_last_words *words = &engine->failure;
    if (engine->setup.stop && *engine->setup.stop) /* it was not given the time to end by itself */
        return ENGINE_STOPPED;
    if (is_not_run(status) && !engine->greeted && engine->answer.count == 0 && words->count > 0)
        return engine_fail(engine, "could not be started: %s",
                           behind_shell(words->line[words->count - 1]));
    if (engine->answer.count > 0)
        snprintf(after, sizeof after, ", after %zu moves", engine->answer.count);
    return engine_fail(engine, "%s %s%s",
                       status == CHILD_FORCED ? "closed its output" : engine->gone,
                       engine_when(engine, when), after);
}

enum engine_result engine_no_total(struct engine *engine, const char *within)
{
    char when[ENGINE_WHEN_SIZE];
    const struct answer *answer = &engine->answer;
    engine_when(engine, when);
    if (answer->count > 0)
        return engine_fail(
            engine, "listed %zu moves %s, but printed no total such as 'Nodes searched: N'%s",
            answer->count, when, within);
    if (answer->has_total)
        return engine_fail(engine,
                           "printed a total %s, but did not list its moves with their "
                           "counts, such as 'h2e2: N'%s",
                           when, within);
    if (engine->said[0] != '\0')
        return engine_fail(engine, "said '%s' %s, but listed no moves%s", engine->said, when,
                           within);
    if (*within != '\0')
        return engine_fail(engine, "did not answer '%s'%s", engine->question, within);
    return engine_fail(engine, "said nothing %s", when);
}

/* --- what is known --------------------------------------------------------------------------- */

const struct engine_probe *engine_probe(const struct engine *engine, size_t index)
{
    return index < engine->probe_count ? &engine->probe[index] : NULL;
}

const char *engine_last_question(const struct engine *engine)
{
    return engine->words ? engine->words : "";
}

const char *engine_name(const struct engine *engine)
{
    return engine->name;
}

const struct dialect *engine_dialect(const struct engine *engine)
{
    return &engine->dialect;
}

const char *engine_unknown_option(const struct engine *engine)
{
    for (size_t i = 0; engine->greeted && i < engine->setup.option_count; i++)
        if (!engine->offered[i])
            return engine->setup.options[i];
    return NULL;
}

const char *engine_failure(const struct engine *engine)
{
    return engine->failure.reason;
}

size_t engine_last_lines(const struct engine *engine, const char *line[ENGINE_LAST_LINES])
{
    for (size_t i = 0; i < engine->failure.count; i++)
        line[i] = engine->failure.line[i];
    return engine->failure.count;
}

size_t engine_questions(const struct engine *engine)
{
    return engine->questions;
}
