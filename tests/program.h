/* For tests of xqperft as its users run it: runs it, and compares exit status and output. */
#ifndef XQPERFT_TESTS_PROGRAM_H
#define XQPERFT_TESTS_PROGRAM_H

#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PROGRAM BUILD_DIR "/xqperft"

#define START "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"

extern char **environ;

struct outcome {
    int status; /* the exit status, or 128 and the signal */
    char *out, *err;
};

struct job {
    pid_t pid;
    FILE *out, *err;
    const char *arguments;
};

/* Reads without moving the offset, which a running program may share. */
static inline char *read_all(FILE *file)
{
    struct stat stat;
    cr_assert_eq(fstat(fileno(file), &stat), 0, "cannot stat a temporary file");
    size_t size = (size_t)stat.st_size;
    char *text = calloc(size + 1, 1);
    cr_assert_eq(pread(fileno(file), text, size, 0), stat.st_size, "short read");
    return text;
}

/* Starts `xqperft ARGUMENTS`, which the shell reads: they may have quotes and redirections. */
static inline struct job start(const char *arguments)
{
    struct job job = {.out = tmpfile(), .err = tmpfile(), .arguments = arguments};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t signals;
    char *command = NULL;
    cr_assert(job.out && job.err, "no temporary file");
    cr_assert(asprintf(&command, "exec %s %s", PROGRAM, arguments) > 0, "no memory");
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, fileno(job.out), 1);
    posix_spawn_file_actions_adddup2(&actions, fileno(job.err), 2);
    /* The tests may run where signals are ignored, as background jobs of a shell are. */
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGPIPE);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigdefault(&attributes, &signals);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    char shell[] = "sh", option[] = "-c";
    char *argv[] = {shell, option, command, NULL};
    int error = posix_spawn(&job.pid, "/bin/sh", &actions, &attributes, argv, environ);
    cr_assert_eq(error, 0, "%s: %s", command, strerror(error));
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    free(command);
    return job;
}

static inline struct outcome finish(struct job job)
{
    struct outcome outcome;
    int status = 0;
    cr_assert_eq(waitpid(job.pid, &status, 0), job.pid, "%s: lost", job.arguments);
    outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    outcome.out = read_all(job.out);
    outcome.err = read_all(job.err);
    fclose(job.out);
    fclose(job.err);
    return outcome;
}

static inline struct outcome run(const char *arguments)
{
    return finish(start(arguments));
}

static inline void outcome_free(struct outcome *outcome)
{
    free(outcome->out);
    free(outcome->err);
}

/* An expectation of one run; NULL for text that does not matter, "" for none at all. */
struct expected {
    const char *what, *arguments;
    int status;
    const char *out, *err; /* parts of it */
};

static inline void expect_part(const struct expected *row, const char *stream, const char *text,
                               const char *part)
{
    if (part && *part)
        cr_assert(strstr(text, part), "%s: xqperft %s: no '%s' on %s:\n%s", row->what,
                  row->arguments, part, stream, text);
    else if (part)
        cr_assert_eq(*text, '\0', "%s: xqperft %s: unexpected on %s:\n%s", row->what,
                     row->arguments, stream, text);
}

static inline void expect(const struct expected *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct outcome outcome = run(rows[i].arguments);
        cr_assert_eq(outcome.status, rows[i].status, "%s: xqperft %s: exit %d, not %d\n%s%s",
                     rows[i].what, rows[i].arguments, outcome.status, rows[i].status, outcome.out,
                     outcome.err);
        expect_part(&rows[i], "standard output", outcome.out, rows[i].out);
        expect_part(&rows[i], "standard error", outcome.err, rows[i].err);
        outcome_free(&outcome);
    }
}

#define EXPECT(rows) expect(rows, sizeof rows / sizeof rows[0])

/* Runs and reads standard output as one JSON object. */
static inline json_t *run_json(const char *arguments, int status)
{
    json_error_t error;
    struct outcome outcome = run(arguments);
    cr_assert_eq(outcome.status, status, "xqperft %s: exit %d, not %d\n%s", arguments,
                 outcome.status, status, outcome.err);
    json_t *object = json_loads(outcome.out, 0, &error);
    cr_assert(object, "xqperft %s: %s in line %d:\n%s", arguments, error.text, error.line,
              outcome.out);
    outcome_free(&outcome);
    return object;
}

/* The member results[index].key. */
static inline json_t *result(json_t *object, size_t index, const char *key)
{
    json_t *value = json_object_get(json_array_get(json_object_get(object, "results"), index), key);
    cr_assert(value, "no results[%zu].%s", index, key);
    return value;
}

static inline size_t count_text(const char *text, const char *part)
{
    size_t count = 0;
    for (const char *at = strstr(text, part); at; at = strstr(at + 1, part))
        count++;
    return count;
}

/* A file with this text, removed by the caller. */
static inline void write_file(char name[static 32], const char *text)
{
    strcpy(name, "/tmp/test-xqperft-XXXXXX");
    int fd = mkstemp(name);
    cr_assert_geq(fd, 0, "%s: %s", name, strerror(errno));
    cr_assert_eq(write(fd, text, strlen(text)), (ssize_t)strlen(text), "%s: not written", name);
    close(fd);
}

/* The processor time that a process has used, in seconds; 0 when it is gone. */
static inline double processor_time(pid_t pid)
{
    char path[64], line[1024] = "";
    unsigned long user = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *file = fopen(path, "r");
    if (file && fgets(line, sizeof line, file)) {
        const char *field = strrchr(line, ')'); /* ends the second field; user time is the 14th */
        for (int number = 2; field && number < 14; number++)
            field = strchr(field + 1, ' ');
        user = field ? strtoul(field, NULL, 10) : 0;
    }
    if (file)
        fclose(file);
    return (double)user / (double)sysconf(_SC_CLK_TCK);
}

/* Waits until the program has worked for longer than it takes to start, and has printed the text.
 */
static inline void wait_until_counting(const struct job *job, const char *text)
{
    for (int tries = 0; tries < 2000; tries++) {
        char *out = read_all(job->out);
        bool ready = strstr(out, text) && processor_time(job->pid) >= 0.2;
        free(out);
        if (ready)
            return;
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
    kill(job->pid, SIGKILL); /* it would count for years */
    cr_assert_fail("xqperft %s: no '%s' within some seconds", job->arguments, text);
}

static inline struct outcome interrupt(const char *arguments, const char *text, int signal_number)
{
    struct job job = start(arguments);
    struct timespec before, after;
    wait_until_counting(&job, text);
    clock_gettime(CLOCK_MONOTONIC, &before);
    kill(job.pid, signal_number);
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    kill(job.pid, signal_number); /* the same wish once more, as timeout(1) and terminals send it */
    struct outcome outcome = finish(job);
    clock_gettime(CLOCK_MONOTONIC, &after);
    cr_assert_leq(after.tv_sec - before.tv_sec, 3, "xqperft %s: slow to stop", arguments);
    cr_assert_eq(outcome.status, 130, "xqperft %s: exit %d, not 130\n%s", arguments, outcome.status,
                 outcome.err);
    cr_assert(strstr(outcome.err, "xqperft: interrupted"), "xqperft %s: %s", arguments,
              outcome.err);
    return outcome;
}

#endif
