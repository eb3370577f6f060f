/* What CONTRIBUTING.md names is there: files, targets of make, tests, names of C. */
#include <string.h>

#include "shell.h"

#define NAMED "python3 -S tests/named.py "

Test(contributing, all_that_it_names_is_there)
{
    cr_assert_eq(shell(NAMED "CONTRIBUTING.md"), 0, "%s", output);
}

static const struct {
    const char *text;
    const char *says; /* "" when all is there */
} cases[] = {
    {"`src/board.c`, `positions/NAME.epd`, `board_template.h`, `make check`, `enum kernel`\n", ""},
    {"`build/run-tests` and `build/boards.so`\n", ""},
    {"\n\n    make -j2 all BASE=none   # make nothing\n", ""},
    {"`src/bored.c`", ": there is no file src/bored.c\n"},
    {"`test_nothing.c`", ": there is no file test_nothing.c\n"},
    {"`positions/*.fen`", ": there is no file positions/*.fen\n"},
    {"`nowhere/NAME.c`", ": there is no file nowhere/NAME.c\n"},
    {"`build/xqnothing`", ": there is no file build/xqnothing\n"},
    {"`make chekc`", ": there is no target chekc\n"},
    {"\n\n    make -j2 all nothing\n", ": there is no target nothing\n"},
    {"\n\n    build/run-tests --filter 'mistake/*'\n", ": there is no suite of tests mistake\n"},
    {"`build/run-tests --filter '@(boards|walkers)/*'`", ": there is no suite of tests walkers\n"},
    {"`all_worklods`", ": there is no name all_worklods\n"},
    {"`enum kernels`", ": there is no name enum kernels\n"},
    {"Words.\n", " names nothing\n"},
};

/* All at once, since each time every source is read. */
Test(contributing, what_is_not_there_is_found, .init = make_folder, .fini = remove_folder)
{
    enum { CASES = sizeof cases / sizeof cases[0] };
    char name[CASES][16], line[512];
    size_t wrong = 0, lines = 0;
    for (size_t i = 0; i < CASES; i++) {
        snprintf(name[i], sizeof name[i], "%02zu.md", i);
        write_file(name[i], cases[i].text);
    }
    cr_assert_eq(shell(NAMED "\"$DIR\"/*.md"), 1, "%s", output);
    for (size_t i = 0; i < CASES; i++) {
        snprintf(line, sizeof line, "%s/%s%s", folder, name[i], cases[i].says);
        bool said = strstr(output, line) != NULL;
        wrong += *cases[i].says != '\0';
        cr_assert_eq(said, *cases[i].says != '\0', "%s: %s", cases[i].text, output);
    }
    for (const char *rest = output; (rest = strchr(rest, '\n')); rest++)
        lines++;
    cr_assert_eq(lines, wrong, "%zu are wrong: %s", wrong, output);
}
