/* For tests: reads every suite of positions/ and gives its entries one by one. */
#ifndef XQPERFT_EACH_POSITION_H
#define XQPERFT_EACH_POSITION_H

#include <criterion/criterion.h>
#include <glob.h>

#include "suite.h"

static inline void fail_on_error(void *context, const struct suite_problem *problem)
{
    (void)context;
    cr_assert(problem->warning, "%s:%d:%d: %s: %s", problem->file, problem->line, problem->column,
              problem->text, problem->reason);
}

/* Calls `visit` with every entry of every suite; returns how many there were. */
static inline size_t each_position(void (*visit)(const char *file, const struct suite_entry *))
{
    glob_t files;
    size_t count = 0;
    cr_assert_eq(glob("positions/*.epd", 0, NULL, &files), 0, "run from the repository root");
    for (size_t i = 0; i < files.gl_pathc; i++) {
        struct suite suite;
        cr_assert(suite_read(files.gl_pathv[i], &suite, fail_on_error, NULL), "%s is refused",
                  files.gl_pathv[i]);
        for (size_t j = 0; j < suite.count; j++)
            visit(files.gl_pathv[i], &suite.entries[j]);
        count += suite.count;
        suite_free(&suite);
    }
    globfree(&files);
    return count;
}

#endif
