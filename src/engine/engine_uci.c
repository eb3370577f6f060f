/* Another program's perft over UCI. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "engine_private.h"
#include "text.h"

static const char variant_option[] = "UCI_Variant";
static const char our_variant[] = "xiangqi";

/* Seconds. */
static const double PATIENCE_AFTER_TOTAL = 0.3;

/* What it says of variants when it is greeted. */
struct variants {
    bool offered; /* it has the option */
    bool ours;
    char names[200]; /* all of them, with commas between; "" when it names none */
};

/* --- sending and waiting --------------------------------------------------------------------- */

/* What has come of a question that was not answered in full. */
static enum engine_result unanswered(struct engine *engine, enum child_event event,
                                     const char *expected)
{
    char within[ENGINE_WITHIN_SIZE];
    if (event == CHILD_STOPPED)
        return engine_stop(engine);
    if (event == CHILD_ENDED)
        return engine_broke_off(engine, engine_part(engine, ENGINE_GRACE));
    engine_within(engine_short_limit(engine), within);
    if (engine->said[0] == '\0')
        return engine_fail(engine, "did not answer '%s' %s%s", engine->question, within,
                           engine->greeted ? "" : "; does it flush its output?");
    return engine_fail(engine, "answered '%s' with '%s', but not with '%s' %s", engine->question,
                       engine->said, expected, within);
}

static enum child_event say(struct engine *engine, const char *text)
{
    return child_send(engine->child, text, child_clock() + engine_short_limit(engine));
}

/* Hands out the next line behind blanks and "info string ". */
static enum child_event next_line(struct engine *engine, double deadline, const char **text)
{
    char *line;
    enum child_event event = child_read(engine->child, deadline, &line);
    if (event != CHILD_LINE)
        return event;
    *text = answer_text(line);
    if (engine->said[0] == '\0')
        text_printable(*text, strlen(*text), engine->said, sizeof engine->said);
    return event;
}

static bool is_word(const char *text, const char *word)
{
    const char *rest = answer_after(text, word);
    return rest && *rest == '\0';
}

/* --- greeting -------------------------------------------------------------------------------- */

static void add_variant(struct variants *variants, const char *name, size_t length)
{
    char shown[40];
    size_t used = strlen(variants->names);
    size_t room = sizeof variants->names - used;
    text_printable(name, length, shown, sizeof shown);
    if (length == strlen(our_variant) && strncasecmp(name, our_variant, length) == 0)
        variants->ours = true;
    if (room > strlen(shown) + sizeof ", ...")
        sprintf(variants->names + used, "%s%s", used > 0 ? ", " : "", shown);
    else if (room > sizeof ", ...")
        strcpy(variants->names + used, ", ...");
}

/* The values of a combo option: "type combo default chess var chess var xiangqi". */
static void read_variants(struct variants *variants, const char *text)
{
    variants->offered = true;
    for (const char *at = strstr(text, " var "); at; at = strstr(at, " var ")) {
        at += strlen(" var ");
        add_variant(variants, at, strcspn(at, " \t"));
    }
}

/* "option name Clear Hash type button": names may have blanks. */
static void read_option(struct engine *engine, const char *text, struct variants *variants)
{
    const char *name = answer_after(text, "name");
    if (!name)
        return;
    const char *type = strstr(name, " type ");
    size_t length = type ? (size_t)(type - name) : strlen(name);
    while (length > 0 && (name[length - 1] == ' ' || name[length - 1] == '\t'))
        length--;
    if (length == strlen(variant_option) && strncasecmp(name, variant_option, length) == 0)
        read_variants(variants, name + length);
    for (size_t i = 0; i < engine->setup.option_count; i++) {
        const char *option = engine->setup.options[i];
        if (strcspn(option, "=") == length && strncasecmp(option, name, length) == 0)
            engine->offered[i] = true;
    }
}

static void read_identity(struct engine *engine, const char *text)
{
    const char *name = answer_after(text, "name");
    if (name && *name != '\0')
        text_printable(name, strlen(name), engine->name, sizeof engine->name);
}

static enum child_event await_uciok(struct engine *engine, struct variants *variants)
{
    const char *text, *rest;
    double deadline = child_clock() + engine_short_limit(engine);
    engine_asks(engine, "uci");
    enum child_event event = say(engine, "uci\n");
    while (event == CHILD_LINE) {
        event = next_line(engine, deadline, &text);
        if (event != CHILD_LINE || is_word(text, "uciok"))
            break;
        if ((rest = answer_after(text, "id")))
            read_identity(engine, rest);
        else if ((rest = answer_after(text, "option")))
            read_option(engine, rest, variants);
    }
    return event;
}

static enum child_event await_readyok(struct engine *engine)
{
    const char *text;
    double deadline = child_clock() + engine_short_limit(engine);
    engine_asks(engine, "isready");
    enum child_event event = say(engine, "isready\n");
    while (event == CHILD_LINE) {
        event = next_line(engine, deadline, &text);
        if (event != CHILD_LINE || is_word(text, "readyok"))
            break;
    }
    return event;
}

/* --- options --------------------------------------------------------------------------------- */

/* Sends what printf would make of this. */
__attribute__((format(printf, 2, 3))) static enum child_event say_formatted(struct engine *engine,
                                                                            const char *format, ...)
{
    char *text;
    va_list arguments;
    va_start(arguments, format);
    int length = vasprintf(&text, format, arguments);
    va_end(arguments);
    if (length < 0)
        return CHILD_ENDED; /* as if it did not listen: memory is short */
    enum child_event event = say(engine, text);
    free(text);
    return event;
}

static bool is_set_by_user(const struct engine *engine, const char *name)
{
    size_t length = strlen(name);
    for (size_t i = 0; i < engine->setup.option_count; i++) {
        const char *option = engine->setup.options[i];
        if (strcspn(option, "=") == length && strncasecmp(option, name, length) == 0)
            return true;
    }
    return false;
}

/* The user's options in their order. "NAME" without a value is a button. */
static enum child_event say_options(struct engine *engine)
{
    enum child_event event = CHILD_LINE;
    for (size_t i = 0; i < engine->setup.option_count && event == CHILD_LINE; i++) {
        const char *option = engine->setup.options[i];
        const char *value = strchr(option, '=');
        if (value)
            event = say_formatted(engine, "setoption name %.*s value %s\n", (int)(value - option),
                                  option, value + 1);
        else
            event = say_formatted(engine, "setoption name %s\n", option);
    }
    return event;
}

enum engine_result engine_uci_greet(struct engine *engine)
{
    struct variants variants = {.offered = false};
    enum engine_result result = engine_launch(engine, NULL);
    if (result != ENGINE_OK)
        return result;
    enum child_event event = await_uciok(engine, &variants);
    if (event != CHILD_LINE)
        return unanswered(engine, event, "uciok");
    engine->greeted = true;
    bool set = variants.offered && !is_set_by_user(engine, variant_option);
    if (set && !variants.ours && variants.names[0] != '\0')
        return engine_fail(engine, "offers the variants %s but no %s", variants.names, our_variant);
    engine->dialect.variant_offered = set;
    engine_asks(engine, "setoption");
    if (set)
        event = say_formatted(engine, "setoption name %s value %s\n", variant_option, our_variant);
    if (event == CHILD_LINE)
        event = say_options(engine);
    if (event == CHILD_LINE)
        event = say(engine, "ucinewgame\n");
    if (event == CHILD_LINE)
        event = await_readyok(engine);
    return event == CHILD_LINE ? ENGINE_OK : unanswered(engine, event, "readyok");
}

/* --- perft ----------------------------------------------------------------------------------- */

static enum engine_result refuse_bestmove(struct engine *engine, const char *text)
{
    char quoted[ENGINE_QUOTE_SIZE];
    text_printable(text, strlen(text), quoted, sizeof quoted);
    if (engine->answer.count > 0)
        return engine_no_total(engine, " before it said 'bestmove'");
    return engine_fail(engine, "answered '%s' with '%s': it seems to have no perft",
                       engine->question, quoted);
}

/* Was the total said, and only its line not ended? */
static bool is_total_begun(const struct engine *engine)
{
    const char *line[CHILD_LAST_LINES];
    struct answer answer = engine->answer;
    size_t count = child_last_lines(engine->child, line);
    return count > 0 && answer_add(&answer, line[count - 1]) == ANSWER_TOTAL;
}

static enum engine_result not_complete(struct engine *engine, enum child_event event)
{
    char within[ENGINE_WITHIN_SIZE + 1] = " ";
    if (event != CHILD_TIMEOUT)
        return unanswered(engine, event, "");
    engine_within(engine->limit, within + 1);
    if (!engine->answer.has_total && is_total_begun(engine))
        return engine_fail(engine, "did not end the line of its total%s", within);
    return engine_no_total(engine, within);
}

/*
 * A total without rows before it: one of no moves, or of an engine that lists none, or left over
 * from the answer before by an engine that counts in a thread of its own. When it is ready for more
 * and no row follows for a while, that is all; *more says that rows have come.
 */
static enum engine_result await_rows(struct engine *engine, double deadline, bool *more)
{
    const char *text;
    bool ready = false;
    enum child_event event = say(engine, "isready\n");
    *more = false;
    while (event == CHILD_LINE && !*more) {
        double patience = child_clock() + PATIENCE_AFTER_TOTAL;
        event = next_line(engine, ready && patience < deadline ? patience : deadline, &text);
        if (event != CHILD_LINE)
            break;
        ready = ready || is_word(text, "readyok");
        if (engine_hear(engine, text) != ENGINE_OK)
            return ENGINE_FAILED;
        *more = engine->answer.count > 0;
    }
    return event == CHILD_LINE || (event == CHILD_TIMEOUT && ready) ? ENGINE_OK
                                                                    : not_complete(engine, event);
}

static enum engine_result read_answer(struct engine *engine)
{
    double deadline = child_clock() + engine->limit;
    while (!answer_is_complete(&engine->answer)) {
        const char *text;
        enum child_event event = next_line(engine, deadline, &text);
        if (event != CHILD_LINE)
            return not_complete(engine, event);
        /* An engine that has proven to have a perft may say so when it is done with one. */
        if (!engine->proven && answer_after(text, "bestmove"))
            return refuse_bestmove(engine, text);
        if (engine_hear(engine, text) != ENGINE_OK)
            return ENGINE_FAILED;
        if (engine->answer.has_total && engine->answer.count == 0 && engine->answer.total > 0) {
            bool more;
            enum engine_result result = await_rows(engine, deadline, &more);
            if (result != ENGINE_OK || !more)
                return result;
        }
    }
    return ENGINE_OK;
}

/*
 * Reads what follows the total, so that none of it is taken for the next answer. An engine that
 * ends now has given its answer; the next question will find it gone.
 */
static enum engine_result settle(struct engine *engine)
{
    enum child_event event = await_readyok(engine);
    if (event == CHILD_LINE)
        return ENGINE_OK;
    if (event != CHILD_ENDED)
        return unanswered(engine, event, "readyok");
    engine_part(engine, ENGINE_GRACE);
    strcat(engine->gone, " after its last answer");
    return ENGINE_OK;
}

char *engine_uci_words(const struct engine *engine, const struct engine_question *question)
{
    char fen[FEN_SIZE], *words = NULL;
    char *moves = engine_write_question(engine, question, fen);
    if (moves && asprintf(&words, "position fen %s%s%s\ngo perft %u\n", fen, *moves ? " moves" : "",
                          moves, question->depth) < 0)
        words = NULL;
    free(moves);
    return words;
}

enum engine_result engine_uci_ask(struct engine *engine, const struct engine_question *question)
{
    if (!engine->child)
        return engine_fail(engine, "%s", engine->gone);
    engine_asks(engine, "go perft %u", question->depth);
    answer_clear(&engine->answer, false);
    enum child_event event = say(engine, engine->words);
    if (event != CHILD_LINE)
        return not_complete(engine, event);
    enum engine_result result = read_answer(engine);
    return result == ENGINE_OK ? settle(engine) : result;
}
