/* For tests of engine.h: the engines, and what is asserted of them. */
#ifndef XQPERFT_ENGINES_H
#define XQPERFT_ENGINES_H

#include <criterion/criterion.h>
#include <errno.h>
#include <string.h>
#include <sys/wait.h>

#include "child.h"
#include "engine.h"

/* Shares no code with this project's generators. */
#define FAULTY BUILD_DIR "/faulty-engine"
#define SCRIPT " --script"

/* Seconds: of all that must not be waited for, on the slowest machine. */
static const double long_time = 60;

static inline struct engine *new_engine(struct engine_setup *setup)
{
    struct engine *engine = engine_new(setup);
    cr_assert_not_null(engine, "no memory");
    return engine;
}

/* Ends it, and makes sure that nobody is left to be waited for. */
static inline void free_engine(struct engine *engine, const char *rule)
{
    engine_free(engine);
    cr_assert(waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD, "%s: a process is left", rule);
}

static inline enum engine_result divide_start(struct engine *engine, unsigned depth,
                                              struct divide_list *list)
{
    struct position position;
    position_start(&position);
    return engine_divide(engine, &position, NULL, 0, depth, list);
}

static inline void assert_ok(const struct engine *engine, enum engine_result result,
                             const char *rule)
{
    cr_assert_eq(result, ENGINE_OK, "%s: it %s", rule, engine_failure(engine));
}

static inline void assert_says(const char *text, const char *part, const char *rule)
{
    cr_assert(strstr(text, part), "%s: no '%s' in: %s", rule, part, text);
}

#endif
