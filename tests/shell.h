/* For tests that run programs as their user does: a shell, and a folder of the test's own. */
#ifndef XQPERFT_TESTS_SHELL_H
#define XQPERFT_TESTS_SHELL_H

#include <criterion/criterion.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define XQBENCH BUILD_DIR "/xqbench"

enum {
    OUTPUT_SIZE = 1 << 16,
    PATH_SIZE = 128,
    SLOWEST = 600, /* seconds: of a test with a sanitizer, on a slow machine that is busy */
};

static char folder[64];          /* $DIR in commands */
static char output[OUTPUT_SIZE]; /* what the last command printed, errors too */

/* Runs a shell command; returns its exit status, or 1000 and the signal that ended it. */
static inline int shell(const char *command)
{
    char *line = NULL;
    cr_assert_gt(asprintf(&line, "exec 2>&1 </dev/null; %s", command), 0, "no memory");
    FILE *pipe = popen(line, "r");
    cr_assert_not_null(pipe, "%s", command);
    free(line);
    output[fread(output, 1, sizeof output - 1, pipe)] = '\0';
    int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

/* Runs `xqbench ARGUMENTS`, which the shell reads: they may have quotes and redirections. */
static inline int xqbench(const char *arguments)
{
    char *line = NULL;
    cr_assert_gt(asprintf(&line, "'" XQBENCH "' %s", arguments), 0, "no memory");
    int status = shell(line);
    free(line);
    return status;
}

static inline void assert_says(const char *what, const char *rule)
{
    cr_assert(strstr(output, what), "%s: '%s' is not in: %s", rule, what, output);
}

/* Makes the folder; $BUILD has the programs, wherever a command goes. */
static inline void make_folder(void)
{
    char build[PATH_MAX];
    alarm(SLOWEST);
    strcpy(folder, "/tmp/test-xqperft-XXXXXX");
    cr_assert_not_null(mkdtemp(folder), "no temporary folder");
    cr_assert_eq(setenv("DIR", folder, 1), 0);
    cr_assert_not_null(realpath(BUILD_DIR, build), "%s", BUILD_DIR);
    cr_assert_eq(setenv("BUILD", build, 1), 0);
}

static inline void remove_folder(void)
{
    cr_assert_eq(shell("rm -rf \"$DIR\""), 0, "%s", output);
}

/* The path of $DIR/NAME. */
static inline void path_of(char path[static PATH_SIZE], const char *name)
{
    cr_assert_lt(snprintf(path, PATH_SIZE, "%s/%s", folder, name), PATH_SIZE);
}

/* Opens $DIR/NAME, as fopen() does. */
static inline FILE *open_file(const char *name, const char *mode)
{
    char path[PATH_SIZE];
    path_of(path, name);
    FILE *file = fopen(path, mode);
    cr_assert_not_null(file, "cannot open %s", path);
    return file;
}

static inline void write_file(const char *name, const char *text)
{
    FILE *file = open_file(name, "w");
    cr_assert(fputs(text, file) >= 0 && fclose(file) == 0, "cannot write %s", name);
}

/* The text of $DIR/NAME, to be freed. */
static inline char *read_file(const char *name)
{
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_file(name, "r");
    cr_assert_gt(getdelim(&text, &size, '\0', file), 0, "%s is empty", name);
    fclose(file);
    return text;
}

#endif
