#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "misbehave.h"
#include "quirks.h"

enum {
    LIFE = 600, /* seconds after which nothing of this is left */
    DAEMON_LIFE = 5,
    SIXTH = 6, /* an answer behind the usual greeting and first probes */
    TOO_MANY_MOVES = 2000,
    FLOOD_BYTES = 1 << 20,
};

static _Noreturn void flush_and_wait(void)
{
    fflush(stdout);
    for (;;)
        pause();
}

/* Also under a sanitizer, which would catch the signal. */
static _Noreturn void end_by(int signal_number)
{
    signal(signal_number, SIG_DFL);
    raise(signal_number);
    _exit(99);
}

_Noreturn void crash(void)
{
    end_by(SIGSEGV);
}

static void leave_a_child(bool own_session, unsigned seconds)
{
    fflush(stdout);
    if (fork() != 0)
        return;
    if (own_session)
        setsid();
    for (unsigned left = seconds; left;)
        left = sleep(left);
    _exit(0);
}

/* Goes on until the reader is gone. */
static _Noreturn void flood(const char *text)
{
    while (fputs(text, stdout) >= 0)
        ;
    exit(1);
}

static void banner(void)
{
    for (int i = 0; i < 13; i++)
        puts("\033[1;31m    _/_/_/  _/    _/\033[0m\n  \033[2m====[ 0.1: the e4 engine "
             "]====\033[0m\n"
             "h2e2 is the usual first move; 1. h2e2 h9g7 2. h0g2 is a game\n");
    puts("info depth 1 nodes 44 pv h2e2");
}

static void odd_bytes(void)
{
    static const char lines[] = "info string \xe9"
                                "chec et mat\n\xff\xfe\0\0\x80 h2e2\n\0\n";
    fwrite(lines, 1, sizeof lines - 1, stdout);
}

void misbehave_at_start(void)
{
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    alarm(LIFE);
    if (has(CRASH_START))
        crash();
    if (has(EXIT_START)) {
        fputs("faulty-engine: cannot read its evaluation file\n", stderr);
        exit(7);
    }
    if (has(HANG_START))
        flush_and_wait();
    if (has(FLOOD_START))
        flood("info string thinking about the opening\n");
    if (has(BANNER))
        banner();
    if (has(LATIN1))
        odd_bytes();
    for (int i = 0; has(IGNORE_QUIT) && i < 4; i++)
        signal((int[]){SIGTERM, SIGINT, SIGHUP, SIGPIPE}[i], SIG_IGN);
}

bool misbehave_at_line(const char *line)
{
    if (has(ECHO))
        puts(line);
    else if (has(NOT_UCI))
        puts("I am sorry, I did not understand that. Please type 'help' for help.");
    return has(ECHO) || has(NOT_UCI);
}

static void misbehave_at_sixth(void)
{
    static unsigned answers;
    if (++answers < SIXTH)
        return;
    if (has(CRASH_SIXTH))
        crash();
    if (has(HANG_SIXTH))
        flush_and_wait();
}

static void end_at_go(void)
{
    fflush(stdout);
    if (has(EXIT_GO))
        exit(0);
    if (has(GRANDCHILD)) {
        leave_a_child(false, LIFE);
        crash();
    }
    if (has(CRASH_GO)) {
        fputs("faulty-engine: generate.c:213: Assertion `king != NONE' failed.\n", stderr);
        end_by(SIGABRT);
    }
}

bool misbehave_at_go(void)
{
    end_at_go();
    misbehave_at_sixth();
    if (has(CLOSES_OUTPUT))
        close(STDOUT_FILENO);
    if (has(HANG_GO) || has(CLOSES_OUTPUT))
        flush_and_wait();
    if (has(FLOOD))
        flood("info depth 1 currmove h2e2 currmovenumber 1\n");
    if (has(FLOOD_LINE))
        flood("h2e2 ");
    for (int i = 0; has(FLOOD_STDERR) && i < FLOOD_BYTES / 16; i++)
        fputs("debug: no worry\n", stderr);
    if (has(BANNER))
        banner();
    if (has(LATIN1))
        odd_bytes();
    if (has(NO_PERFT))
        puts(
            "info depth 1 seldepth 1 score cp 13 nodes 44 nps 44000 time 1 pv h2e2\nbestmove h2e2");
    return has(NO_PERFT);
}

void misbehave_at_row(bool middle)
{
    if (has(TRICKLE)) {
        fflush(stdout);
        usleep(250000);
    }
    if (!middle)
        return;
    if (has(HANG_MIDDLE))
        flush_and_wait();
    if (has(CRASH_MIDDLE)) {
        fputs("h2e", stdout);
        fflush(stdout);
        end_by(SIGABRT);
    }
}

void count_write(uint64_t nodes, bool middle, char out[COUNT_TEXT_SIZE])
{
    if (middle && has(WORD_COUNT))
        strcpy(out, "many");
    else if (middle && has(HUGE_COUNT))
        strcpy(out, "999999999999999999999999");
    else if (middle && has(NEGATIVE_COUNT))
        strcpy(out, "-1");
    else
        snprintf(out, COUNT_TEXT_SIZE, "%" PRIu64, nodes);
}

void misbehave_at_total(void)
{
    if (has(HANG_TOTAL))
        flush_and_wait();
    if (has(STRAYS))
        puts("a9a10: 1\nj0i0: 1\n0000: 1");
    for (int i = 0; has(TOO_MANY) && i < TOO_MANY_MOVES; i++) {
        int from = i / 89, to = i % 89 + (i % 89 >= from);
        printf("%c%d%c%d: 1\n", 'a' + from % 9, from / 9, 'a' + to % 9, to / 9);
    }
}

void misbehave_after_answer(bool script)
{
    if (has(LATIN1))
        odd_bytes();
    if (has(AFTERTHOUGHTS))
        printf("Time: 12 ms\nNodes/second: 123456\n%s", script ? "" : "\nNodes searched: 7\n\n");
    fflush(stdout);
    if (has(NO_NEWLINE))
        exit(0);
}

int misbehave_at_end(void)
{
    if (has(GRANDCHILD_QUIT))
        leave_a_child(false, LIFE);
    if (has(DAEMON_QUIT))
        leave_a_child(true, DAEMON_LIFE);
    if (has(IGNORE_QUIT))
        flush_and_wait();
    return has(BAD_STATUS) ? 3 : 0;
}
