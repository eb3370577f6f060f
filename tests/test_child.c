/* A child process: its lines, its end, and that nothing waits for it or outlives it. */
#include <criterion/criterion.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "child.h"

/* Seconds within which everything must have happened, on the slowest machine. */
static const double long_time = 60;

static struct child *started(const char *command)
{
    struct child *child = child_start(command, NULL, NULL);
    cr_assert_not_null(child, "%s: %s", command, strerror(errno));
    return child;
}

/* The next line; there must be one. */
static const char *next(struct child *child)
{
    char *line = NULL;
    enum child_event event = child_read(child, child_clock() + long_time, &line);
    cr_assert_eq(event, CHILD_LINE, "no line but event %d", (int)event);
    return line;
}

static void assert_ended(struct child *child)
{
    char *line = NULL;
    enum child_event event = child_read(child, child_clock() + long_time, &line);
    cr_assert_eq(event, CHILD_ENDED, "event %d: %s", (int)event, line ? line : "");
}

/* Ends the child, and makes sure that nobody is left to be waited for. */
static int finish(struct child *child)
{
    char how[CHILD_REASON_SIZE];
    int status = child_end(child, long_time, how);
    cr_assert(waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD, "a child is left");
    return status;
}

/* Waits until the process is gone, or a zombie that somebody else has to collect. */
static void assert_gone(pid_t pid, const char *rule)
{
    char path[64], line[256];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    for (double end = child_clock() + long_time; child_clock() < end;) {
        FILE *file = fopen(path, "r");
        if (!file)
            return;
        const char *name_end = fgets(line, sizeof line, file) ? strrchr(line, ')') : NULL;
        fclose(file);
        if (!name_end || name_end[2] == 'Z' || name_end[2] == 'X')
            return;
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
    cr_assert_fail("%s: process %d lives on", rule, (int)pid);
}

/* --- lines ----------------------------------------------------------------------------------- */

struct line_case {
    const char *rule, *command;
    const char *line[3];
};

static const struct line_case line_cases[] = {
    {"lines end in LF or CR LF", "printf 'one\\ntwo\\r\\n'", {"one", "two"}},
    {"the last line may not end", "printf 'one\\ntwo'", {"one", "two"}},
    {"empty lines are lines", "printf '\\n\\r\\nthree\\n'", {"", "", "three"}},
    {"NUL is shown", "printf 'a\\000b\\n'", {"a?b"}},
    {"other bytes are kept", "printf '\\303\\051\\t\\n'", {"\303\051\t"}},
    {"standard error is not output", "echo no >&2; echo yes", {"yes"}},
    {"a shell runs the command", "X='a  b'; echo \"$X\" | tr a c", {"c  b"}},
    {"a program and its arguments", "/bin/echo 'a  b' c", {"a  b c"}},
    {"a setting before the program", "X_1=y printenv X_1", {"y"}},
    {"nothing at all", ":", {NULL}},
};

Test(child, lines)
{
    for (size_t i = 0; i < sizeof line_cases / sizeof line_cases[0]; i++) {
        struct child *child = started(line_cases[i].command);
        for (size_t j = 0; j < 3 && line_cases[i].line[j]; j++)
            cr_assert_str_eq(next(child), line_cases[i].line[j], "%s", line_cases[i].rule);
        assert_ended(child);
        assert_ended(child); /* and stays so */
        finish(child);
    }
}

Test(child, long_lines_are_cut)
{
    struct child *child = started("head -c 300000 /dev/zero | tr '\\0' x; printf '\\nshort\\n'");
    const char *line = next(child);
    cr_assert_eq(strlen(line), CHILD_LINE_SIZE - 1);
    cr_assert_eq(strspn(line, "x"), CHILD_LINE_SIZE - 1);
    cr_assert_str_eq(next(child), "short");
    assert_ended(child);
    finish(child);
}

Test(child, arguments_are_words_the_shell_does_not_look_into)
{
    static const char *const arguments[] = {"$HOME", "a  'b'", "", ";exit 3", NULL};
    struct child *child = child_start("printf '[%s]\\n'", arguments, NULL);
    cr_assert_not_null(child);
    cr_assert_str_eq(next(child), "[$HOME]");
    cr_assert_str_eq(next(child), "[a  'b']");
    cr_assert_str_eq(next(child), "[]");
    cr_assert_str_eq(next(child), "[;exit 3]");
    assert_ended(child);
    cr_assert_eq(finish(child), 0);
}

Test(child, last_lines)
{
    const char *line[CHILD_LAST_LINES];
    struct child *child = started("for i in 1 2 3 4 5 6 7 8 9; do echo \"line $i\"; echo; done");
    while (strcmp(next(child), "line 9") != 0)
        continue;
    cr_assert_eq(child_last_lines(child, line), CHILD_LAST_LINES);
    cr_assert_str_eq(line[0], "line 2", "the oldest that is kept, empty ones not counted");
    cr_assert_str_eq(line[CHILD_LAST_LINES - 1], "line 9");
    cr_assert_str_eq(next(child), "");
    assert_ended(child);
    finish(child);
}

Test(child, last_lines_of_standard_error)
{
    const char *line[CHILD_LAST_LINES];
    struct child *child = started("printf 'bell \\007\\nrest' >&2");
    assert_ended(child);
    cr_assert_eq(child_last_lines(child, line), 2);
    cr_assert_str_eq(line[0], "bell \\x07", "made printable");
    cr_assert_str_eq(line[1], "rest", "it did not end");
    finish(child);
}

Test(child, last_lines_have_an_unfinished_one)
{
    char *line;
    const char *last[CHILD_LAST_LINES];
    struct child *child = started("printf 'one\\nyour move? '; sleep 600");
    cr_assert_str_eq(next(child), "one");
    cr_assert_eq(child_read(child, child_clock() + 0.3, &line), CHILD_TIMEOUT);
    cr_assert_eq(child_last_lines(child, last), 2);
    cr_assert_str_eq(last[1], "your move? ");
    child_end(child, 0, (char[CHILD_REASON_SIZE]){""});
}

/* --- both directions ------------------------------------------------------------------------- */

Test(child, what_is_sent_is_read)
{
    struct child *child = started("cat");
    cr_assert_eq(child_send(child, "one\ntwo\n", child_clock() + long_time), CHILD_LINE);
    cr_assert_str_eq(next(child), "one");
    cr_assert_str_eq(next(child), "two");
    child_close_input(child);
    assert_ended(child);
    cr_assert_eq(finish(child), 0);
}

/* More than any pipe holds, each way. */
enum { MUCH = 1 << 20 };

static char *much_text(void)
{
    char *text = malloc(MUCH + 1);
    cr_assert_not_null(text);
    memset(text, 'x', MUCH);
    text[MUCH] = '\0';
    return text;
}

struct flood_case {
    const char *rule, *command;
};

static const struct flood_case flood_cases[] = {
    {"its output, before it reads",
     "yes flood | head -n 200000; head -c 1048576 >/dev/null; echo; echo done"},
    {"its errors, before it reads",
     "yes flood | head -n 200000 >&2; head -c 1048576 >/dev/null; echo done"},
    {"one line without end", "head -c 1048576 /dev/zero; head -c 1048576 >/dev/null; "
                             "printf '\\ndone\\n'"},
    {"its errors, after it has read",
     "head -c 1048576 >/dev/null; yes flood | head -n 200000 >&2; echo done"},
};

Test(child, no_pipe_stands_still_when_another_is_full)
{
    char *text = much_text();
    for (size_t i = 0; i < sizeof flood_cases / sizeof flood_cases[0]; i++) {
        struct child *child = started(flood_cases[i].command);
        cr_assert_eq(child_send(child, text, child_clock() + long_time), CHILD_LINE, "%s",
                     flood_cases[i].rule);
        while (strcmp(next(child), "done") != 0)
            continue;
        assert_ended(child);
        cr_assert_eq(finish(child), 0, "%s", flood_cases[i].rule);
    }
    free(text);
}

struct deaf_case {
    const char *rule, *command;
    enum child_event event;
};

static const struct deaf_case deaf_cases[] = {
    {"it ends", "echo why; exit 3", CHILD_ENDED},
    {"it ends, and leaves another with its input", "exec 3<&0; echo why; sleep 600 <&3 & exit 3",
     CHILD_ENDED},
    {"it closes its input", "exec <&-; echo why; exec sleep 600", CHILD_ENDED},
    {"it does not read", "echo why; exec sleep 600", CHILD_TIMEOUT},
};

/* SIGPIPE is not ignored here: it would end this process. */
Test(child, sending_to_what_does_not_listen)
{
    char *text = much_text();
    signal(SIGPIPE, SIG_DFL);
    for (size_t i = 0; i < sizeof deaf_cases / sizeof deaf_cases[0]; i++) {
        const char *line[CHILD_LAST_LINES];
        bool patient = deaf_cases[i].event == CHILD_ENDED;
        struct child *child = started(deaf_cases[i].command);
        double deadline = child_clock() + (patient ? long_time : 0.5);
        cr_assert_eq(child_send(child, text, deadline), deaf_cases[i].event, "%s",
                     deaf_cases[i].rule);
        cr_assert_geq(child_last_lines(child, line), 1, "%s", deaf_cases[i].rule);
        cr_assert_str_eq(line[0], "why", "%s", deaf_cases[i].rule);
        child_end(child, 0, (char[CHILD_REASON_SIZE]){""});
    }
    free(text);
}

/* --- waiting --------------------------------------------------------------------------------- */

struct wait_case {
    const char *rule, *command;
};

static const struct wait_case wait_cases[] = {
    {"silence", "sleep 600"},
    {"lines without end", "yes"},
    {"a line without end", "exec cat /dev/zero"},
    {"errors without end", "yes >&2"},
    {"it ignores all signals that it can", "trap '' INT TERM HUP; sleep 600; sleep 600"},
};

/* Reads until there is something else than a line. */
static enum child_event read_on(struct child *child, double deadline)
{
    char *line;
    enum child_event event;
    do
        event = child_read(child, deadline, &line);
    while (event == CHILD_LINE);
    return event;
}

Test(child, deadline)
{
    for (size_t i = 0; i < sizeof wait_cases / sizeof wait_cases[0]; i++) {
        double begin = child_clock();
        struct child *child = started(wait_cases[i].command);
        cr_assert_eq(read_on(child, begin + 0.2), CHILD_TIMEOUT, "%s", wait_cases[i].rule);
        cr_assert_eq(child_end(child, 0.1, (char[CHILD_REASON_SIZE]){""}), CHILD_FORCED, "%s",
                     wait_cases[i].rule);
        cr_assert_lt(child_clock() - begin, long_time, "%s", wait_cases[i].rule);
        cr_assert(waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD, "a child is left");
    }
}

static volatile sig_atomic_t stop;

static void set_stop(int signal_number)
{
    (void)signal_number;
    stop = 1;
}

Test(child, stop_flag)
{
    char how[CHILD_REASON_SIZE];
    struct sigaction action = {.sa_handler = set_stop, .sa_flags = SA_RESTART};
    sigaction(SIGALRM, &action, NULL);
    for (size_t i = 0; i < sizeof wait_cases / sizeof wait_cases[0]; i++) {
        stop = 0;
        double begin = child_clock();
        struct child *child = child_start(wait_cases[i].command, NULL, &stop);
        cr_assert_not_null(child);
        ualarm(100000, 0);
        cr_assert_eq(read_on(child, begin + 10 * long_time), CHILD_STOPPED, "%s",
                     wait_cases[i].rule);
        cr_assert_eq(child_send(child, "", begin), CHILD_LINE, "nothing to send");
        child_end(child, 10 * long_time, how);
        cr_assert_lt(child_clock() - begin, long_time, "%s", wait_cases[i].rule);
    }
}

/* --- the end --------------------------------------------------------------------------------- */

struct end_case {
    const char *rule, *command;
    double grace;
    int status;
    const char *how;
};

static const struct end_case end_cases[] = {
    {"well", "exit 0", 60, 0, "exited with status 0"},
    {"a status", "exit 7", 60, 7, "exited with status 7"},
    {"a signal", "kill -SEGV $$", 60, CHILD_BY_SIGNAL,
     "was ended by signal 11 (Segmentation fault)"},
    {"a signal that the shell tells of", "sh -c 'kill -ABRT $$'; exit $?", 60, 134,
     "exited with status 134 (signal 6, Aborted)"},
    {"a missing program", "./no-such-program", 60, 127, "exited with status 127"},
    {"a directory", "/tmp", 60, 126, "exited with status 126"},
    {"at the end of its input", "cat >/dev/null; exit 5", 60, 5, "exited with status 5"},
    {"with much to say first", "cat >/dev/null; yes | head -n 100000; exit 5", 60, 5,
     "exited with status 5"},
    {"by force", "sleep 600", 0, CHILD_FORCED, "did not end by itself"},
};

Test(child, how_it_ends)
{
    for (size_t i = 0; i < sizeof end_cases / sizeof end_cases[0]; i++) {
        const struct end_case *is = &end_cases[i];
        char how[CHILD_REASON_SIZE];
        struct child *child = started(is->command);
        cr_assert_eq(child_end(child, is->grace, how), is->status, "%s: %s", is->rule, how);
        cr_assert_str_eq(how, is->how, "%s", is->rule);
        cr_assert(waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD, "%s: a child is left",
                  is->rule);
    }
}

struct heir_case {
    const char *rule, *command; /* prints the id of a process that it leaves behind */
};

static const struct heir_case heir_cases[] = {
    {"a silent heir", "sleep 600 & echo $!; exit 3"},
    {"an heir that floods", "yes flood & echo $!; exit 3"},
    {"an heir that ignores signals", "(trap '' INT TERM HUP; sleep 600) & echo $!; exit 3"},
};

Test(child, heirs_of_its_pipes_are_not_waited_for)
{
    for (size_t i = 0; i < sizeof heir_cases / sizeof heir_cases[0]; i++) {
        struct child *child = started(heir_cases[i].command);
        pid_t heir = 0;
        char *line;
        enum child_event event;
        while ((event = child_read(child, child_clock() + long_time, &line)) == CHILD_LINE)
            if (line[0] >= '0' && line[0] <= '9')
                heir = (pid_t)atoi(line);
        cr_assert_eq(event, CHILD_ENDED, "%s", heir_cases[i].rule);
        cr_assert_gt(heir, 0, "%s", heir_cases[i].rule);
        cr_assert_eq(finish(child), 3, "%s", heir_cases[i].rule);
        assert_gone(heir, heir_cases[i].rule);
    }
}

/* --- what it inherits ------------------------------------------------------------------------ */

Test(child, signals_are_as_new)
{
    sigset_t blocked;
    char status[1024] = "";
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
    sigfillset(&blocked);
    sigprocmask(SIG_BLOCK, &blocked, NULL);
    struct child *child = started("grep -E '^Sig(Blk|Ign)' /proc/self/status");
    for (int i = 0; i < 2; i++) {
        strcat(status, next(child));
        strcat(status, "\n");
    }
    assert_ended(child);
    finish(child);
    const char *ignored = strstr(status, "SigIgn:");
    cr_assert(strstr(status, "SigBlk:\t0000000000000000"), "%s", status);
    cr_assert_not_null(ignored, "%s", status);
    unsigned long mask = strtoul(ignored + strlen("SigIgn:"), NULL, 16);
    cr_assert_eq(mask & (1UL << (SIGINT - 1) | 1UL << (SIGTERM - 1) | 1UL << (SIGPIPE - 1)), 0,
                 "%s", status);
}

/* A child that held the other's input would keep it open. */
Test(child, no_descriptors_but_its_own)
{
    struct child *first = started("cat");
    struct child *second = started("sleep 600");
    child_close_input(first);
    assert_ended(first);
    child_end(second, 0, (char[CHILD_REASON_SIZE]){""});
    finish(first);
}

Test(child, standard_streams_that_this_process_has_closed)
{
    close(0);
    struct child *child = started("read line; echo \"got $line\"; echo error >&2");
    cr_assert_eq(child_send(child, "it\n", child_clock() + long_time), CHILD_LINE);
    cr_assert_str_eq(next(child), "got it");
    assert_ended(child);
    finish(child);
}

/* What is typed at our terminal is not for it. */
Test(child, a_process_group_of_its_own)
{
    struct child *child = started("read -r pid name state parent group rest </proc/$$/stat; "
                                  "echo $group; echo $$");
    int group = atoi(next(child));
    cr_assert_eq(group, atoi(next(child)));
    cr_assert_neq(group, (int)getpgrp());
    assert_ended(child);
    finish(child);
}

Test(child, ends_with_us)
{
    int ends[2];
    pid_t pid = 0;
    cr_assert_eq(pipe(ends), 0);
    pid_t parent = fork();
    if (parent == 0) {
        char *line;
        struct child *child = child_start("echo $$; exec sleep 600", NULL, NULL);
        if (child && child_read(child, child_clock() + long_time, &line) == CHILD_LINE)
            pid = (pid_t)atoi(line);
        if (write(ends[1], &pid, sizeof pid) != sizeof pid)
            _exit(1);
        raise(SIGKILL);
    }
    cr_assert_eq(read(ends[0], &pid, sizeof pid), (ssize_t)sizeof pid);
    waitpid(parent, NULL, 0);
    cr_assert_gt(pid, 0);
    assert_gone(pid, "the parent was killed");
}
