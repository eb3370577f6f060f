/* A child process: its start, and its end under all circumstances. */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "child_private.h"

double child_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* --- start ----------------------------------------------------------------------------------- */

enum { INPUT, OUTPUT, ERROR, PIPE_COUNT }; /* as numbered in every process */

struct pipes {
    int ours[PIPE_COUNT], theirs[PIPE_COUNT]; /* -1 where there is none */
};

static void close_pipes(struct pipes *pipes)
{
    int error = errno;
    for (int i = 0; i < PIPE_COUNT; i++) {
        if (pipes->ours[i] >= 0)
            close(pipes->ours[i]);
        if (pipes->theirs[i] >= 0)
            close(pipes->theirs[i]);
    }
    errno = error;
}

/* Out of the way of the standard streams, should this process have closed its own. */
static bool raise_fd(int *fd)
{
    if (*fd > ERROR)
        return true;
    int raised = fcntl(*fd, F_DUPFD_CLOEXEC, ERROR + 1);
    if (raised < 0)
        return false;
    close(*fd);
    *fd = raised;
    return true;
}

static bool open_pipes(struct pipes *pipes)
{
    *pipes = (struct pipes){{-1, -1, -1}, {-1, -1, -1}};
    for (int i = 0; i < PIPE_COUNT; i++) {
        int ends[2];
        if (pipe2(ends, O_CLOEXEC) != 0)
            return false;
        pipes->ours[i] = ends[i == INPUT];
        pipes->theirs[i] = ends[i != INPUT];
        if (!raise_fd(&pipes->ours[i]) || !raise_fd(&pipes->theirs[i]) ||
            fcntl(pipes->ours[i], F_SETFL, O_NONBLOCK) != 0)
            return false;
    }
    return true;
}

/* What becomes of the new process. Between fork and exec, as in a signal handler, little is
 * allowed: no memory, no stdio. */
static _Noreturn void become(char *const *argv, const struct pipes *pipes, pid_t parent)
{
    static const int restored[] = {SIGINT, SIGTERM, SIGPIPE};
    sigset_t none;
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) /* it died before it could be told */
        _exit(127);
    for (int i = 0; i < PIPE_COUNT; i++)
        if (dup2(pipes->theirs[i], i) < 0)
            _exit(127);
    for (size_t i = 0; i < sizeof restored / sizeof restored[0]; i++)
        signal(restored[i], SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execv("/bin/sh", argv);
    _exit(127);
}

/* Signals wait meanwhile: no handler of ours shall run in the new process. */
static pid_t launch(char *const *argv, const struct pipes *pipes)
{
    sigset_t all, before;
    pid_t parent = getpid();
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t pid = fork();
    if (pid == 0)
        become(argv, pipes, parent);
    int error = errno;
    if (pid > 0)
        setpgid(pid, pid); /* both do it, so that it is done for both; one of them fails */
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return pid;
}

/*
 * Is the command one program and its arguments, for which the shell can make way? Then the program
 * itself is our child: its end is seen as it is, and it gets the signal when we die. No word of the
 * shell's own has one of these letters; what is not sure is left to the shell.
 */
static bool is_program(const char *command)
{
    size_t skipped = strspn(command, " \t");
    size_t length = strcspn(command + skipped, " \t");
    size_t letter = strcspn(command + skipped, "/-_0123456789");
    size_t setting = strcspn(command + skipped, "=");
    return letter < length && setting >= length && strpbrk(command, ";&|<>(){}`!#\n") == NULL;
}

/* The arguments of /bin/sh, in one piece of memory; the text of the script is `*script`. */
static char **shell_arguments(const char *command, const char *const *arguments, char **script)
{
    static char name[] = "sh", option[] = "-c";
    size_t count = 0;
    while (arguments && arguments[count])
        count++;
    char **argv = calloc(count + 5, sizeof *argv);
    if (!argv || asprintf(script, "%s%s%s", is_program(command) ? "exec " : "", command,
                          arguments ? " \"$@\"" : "") < 0) {
        free(argv);
        errno = ENOMEM;
        return NULL;
    }
    argv[0] = name;
    argv[1] = option;
    argv[2] = *script;
    argv[3] = arguments ? name : NULL;
    for (size_t i = 0; i < count; i++)
        argv[4 + i] = (char *)(uintptr_t)arguments[i]; /* execv changes none, and has no const */
    return argv;
}

static bool launch_shell(struct child *child, const char *command, const char *const *arguments)
{
    struct pipes pipes;
    char *script = NULL;
    char **argv = shell_arguments(command, arguments, &script);
    if (!argv)
        return false;
    child->pid = -1;
    if (open_pipes(&pipes))
        child->pid = launch(argv, &pipes);
    if (child->pid > 0) {
        child->input = pipes.ours[INPUT];
        child->out.fd = pipes.ours[OUTPUT];
        child->error.fd = pipes.ours[ERROR];
        for (int i = 0; i < PIPE_COUNT; i++)
            pipes.ours[i] = -1;
    }
    close_pipes(&pipes);
    free(script);
    free(argv);
    return child->pid > 0;
}

struct child *child_start(const char *command, const char *const *arguments,
                          const volatile sig_atomic_t *stop)
{
    struct child *child = calloc(1, sizeof *child);
    if (child && !launch_shell(child, command, arguments)) {
        int error = errno;
        free(child);
        child = NULL;
        errno = error;
    }
    if (child)
        child->stop = stop;
    return child;
}

/* --- end ------------------------------------------------------------------------------------- */

bool child_is_dead(struct child *child)
{
    siginfo_t info = {0};
    if (child->dead_since > 0)
        return true;
    /* An error means that somebody else has reaped it. */
    if (waitid(P_PID, (id_t)child->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
        info.si_pid == 0)
        return false;
    child->dead_since = child_clock();
    return true;
}

void child_close_input(struct child *child)
{
    if (child->input >= 0)
        close(child->input);
    child->input = -1;
}

/* Lets it end by itself, and takes from it what it still has to say. */
static bool wait_for_death(struct child *child, double grace)
{
    double deadline = child_clock() + grace;
    while (!child_is_dead(child)) {
        if (child_step(child, deadline, false) != CHILD_LINE)
            return false;
        child_drop_output(child);
    }
    return true;
}

/* A shell tells by a status of 128 and more which signal ended its command. */
static int describe(int status, char how[CHILD_REASON_SIZE])
{
    if (WIFSIGNALED(status)) {
        snprintf(how, CHILD_REASON_SIZE, "was ended by signal %d (%s)", WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
        return CHILD_BY_SIGNAL;
    }
    int code = WEXITSTATUS(status);
    if (code > 128 && code <= 128 + SIGSYS)
        snprintf(how, CHILD_REASON_SIZE, "exited with status %d (signal %d, %s)", code, code - 128,
                 strsignal(code - 128));
    else
        snprintf(how, CHILD_REASON_SIZE, "exited with status %d", code);
    return code;
}

int child_end(struct child *child, double grace, char how[CHILD_REASON_SIZE])
{
    int status = 0;
    child_close_input(child);
    bool by_itself = wait_for_death(child, grace);
    kill(-child->pid, SIGKILL); /* also what it has started and left behind */
    pid_t reaped;
    do
        reaped = waitpid(child->pid, &status, 0);
    while (reaped < 0 && errno == EINTR);
    int result = CHILD_FORCED;
    if (!by_itself)
        snprintf(how, CHILD_REASON_SIZE, "did not end by itself");
    else if (reaped == child->pid)
        result = describe(status, how);
    else
        snprintf(how, CHILD_REASON_SIZE, "has ended"); /* how, only its reaper knows */
    if (child->out.fd >= 0)
        close(child->out.fd);
    if (child->error.fd >= 0)
        close(child->error.fd);
    free(child);
    return result;
}
