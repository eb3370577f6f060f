/* For tests of `xqperft compare`: the faulty engine (tests/faulty-engine), what it lists of itself,
 * and what is read in a JSON report. */
#ifndef XQPERFT_TESTS_COMPARE_PROGRAM_H
#define XQPERFT_TESTS_COMPARE_PROGRAM_H

#include <stdarg.h>

#include "program.h"

#define FAULTY BUILD_DIR "/faulty-engine"

enum { QUIRK_LIMIT = 160, QUIRK_TEXT_SIZE = 160, ARGUMENTS_SIZE = 1024 };

/* --- the faulty engine ------------------------------------------------------------------------ */

/* One line of `faulty-engine --list`. */
struct quirk {
    char line[QUIRK_TEXT_SIZE];
    const char *kind, *name, *rule, *text;
};

static inline bool quirk_split(struct quirk *quirk)
{
    char *rest = quirk->line;
    quirk->kind = strsep(&rest, "\t");
    quirk->name = strsep(&rest, "\t");
    quirk->rule = strsep(&rest, "\t");
    quirk->text = strsep(&rest, "\n");
    return quirk->text != NULL;
}

/* All quirks of a kind; returns how many. */
static inline size_t read_quirks(const char *kind, struct quirk quirks[QUIRK_LIMIT])
{
    FILE *list = popen(FAULTY " --list", "r");
    size_t count = 0;
    cr_assert(list, "no pipe");
    while (count < QUIRK_LIMIT && fgets(quirks[count].line, QUIRK_TEXT_SIZE, list)) {
        cr_assert(quirk_split(&quirks[count]), "no quirk: %s", quirks[count].line);
        count += strcmp(quirks[count].kind, kind) == 0;
    }
    cr_assert_lt(count, QUIRK_LIMIT, "more quirks than expected");
    cr_assert_eq(pclose(list), 0, "cannot run " FAULTY " --list: make %s", FAULTY);
    return count;
}

/* --- runs ------------------------------------------------------------------------------------- */

/* In a buffer, which start() wants to outlive the run. */
__attribute__((format(printf, 2, 3))) static inline struct job start_in(char out[ARGUMENTS_SIZE],
                                                                        const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(out, ARGUMENTS_SIZE, format, arguments);
    va_end(arguments);
    cr_assert(length > 0 && length < ARGUMENTS_SIZE, "too long: %s", out);
    return start(out);
}

__attribute__((format(printf, 2, 3))) static inline struct outcome run_in(char out[ARGUMENTS_SIZE],
                                                                          const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(out, ARGUMENTS_SIZE, format, arguments);
    va_end(arguments);
    cr_assert(length > 0 && length < ARGUMENTS_SIZE, "too long: %s", out);
    return run(out);
}

static inline void expect_status(const struct outcome *outcome, int status, const char *what,
                                 const char *arguments)
{
    cr_assert_eq(outcome->status, status, "%s: xqperft %s: exit %d, not %d\n%s%s", what, arguments,
                 outcome->status, status, outcome->out, outcome->err);
}

/* Standard output as one JSON object; the outcome is freed. */
static inline json_t *take_json(struct outcome *outcome, const char *what)
{
    json_error_t error;
    json_t *object = json_loads(outcome->out, 0, &error);
    cr_assert(json_is_object(object), "%s: %s in line %d:\n%s", what, error.text, error.line,
              outcome->out);
    outcome_free(outcome);
    return object;
}

/* --- reports ---------------------------------------------------------------------------------- */

/* What a path such as "results.0.finding.rule" leads to; NULL when it leads nowhere. */
static inline json_t *json_at(json_t *value, const char *path)
{
    char name[64];
    while (value && *path) {
        size_t length = strcspn(path, ".");
        cr_assert_lt(length, sizeof name, "%s", path);
        snprintf(name, sizeof name, "%.*s", (int)length, path);
        path += length + (path[length] == '.');
        value = json_is_array(value) ? json_array_get(value, strtoul(name, NULL, 10))
                                     : json_object_get(value, name);
    }
    return value;
}

/* The text there; "(none)" where there is no text. */
static inline const char *text_at(json_t *value, const char *path)
{
    const char *text = json_string_value(json_at(value, path));
    return text ? text : "(none)";
}

static inline void expect_text_at(json_t *value, const char *path, const char *text,
                                  const char *what)
{
    cr_expect_str_eq(text_at(value, path), text, "%s: %s is %s, not %s", what, path,
                     text_at(value, path), text);
}

/* The first result that does not agree, or NULL. */
static inline json_t *first_difference(json_t *object)
{
    size_t index;
    json_t *result;
    json_array_foreach(json_object_get(object, "results"), index, result)
    {
        if (strcmp(text_at(result, "state"), "differs") == 0)
            return result;
    }
    return NULL;
}

static inline json_t *last_result(json_t *object)
{
    json_t *results = json_object_get(object, "results");
    cr_assert_gt(json_array_size(results), 0, "no results");
    return json_array_get(results, json_array_size(results) - 1);
}

static inline size_t fen_piece_count(const char *fen)
{
    size_t count = 0;
    for (; *fen && *fen != ' '; fen++)
        count += *fen >= 'A';
    return count;
}

#endif
