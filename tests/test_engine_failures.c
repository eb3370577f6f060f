/* Other programs' perft: how their failures are told, and that nothing waits for them too long. */
#include <inttypes.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

#include "engines.h"

/* --- failures -------------------------------------------------------------------------------- */

/* Asks once; a row of its own thread, as most of them wait for their timeout. */
struct failure_case {
    const char *rule, *command;
    bool script;
    double timeout;
    const char *reason; /* NULL when it is none */
    const char *last;   /* a part of one of the last lines; NULL when that does not matter */
};

#define MIS FAULTY " --misbehave "

static const double never = 60, soon = 2;

static const struct failure_case failures[] = {
    {"a missing program", "./no-such-engine", false, never,
     "could not be started: ./no-such-engine: not found", "not found"},
    {"the same of a script", "no_such_script", true, never,
     "could not be started: no_such_script: not found", "not found"},
    {"the same that the shell runs", "nosuchprogram; exit $?", false, never,
     "could not be started: sh: 1: nosuchprogram: not found", "not found"},
    {"a program of another kind", "true", false, never, "exited with status 0 when asked 'uci'",
     NULL},
    {"it ends by itself", MIS "exit-start", false, never, "exited with status 7 when asked 'uci'",
     "cannot read its evaluation file"},
    {"it crashes at its start", MIS "crash-start", false, never,
     "was ended by signal 11 (Segmentation fault) when asked 'uci'", NULL},
    {"it crashes when asked", MIS "crash-go", false, never,
     "was ended by signal 6 (Aborted) when asked 'go perft 1'", "Assertion"},
    {"it crashes in mid-list", MIS "crash-middle", false, never,
     "was ended by signal 6 (Aborted) when asked 'go perft 1', after 22 moves", "h2e"},
    {"its heir holds the pipes", MIS "grandchild", false, never,
     "was ended by signal 11 (Segmentation fault) when asked 'go perft 1'", NULL},
    {"it repeats everything", "cat", false, soon,
     "answered 'uci' with 'uci', but not with 'uciok' within 2 seconds", "uci"},
    {"it understands nothing", MIS "not-uci", false, soon, "but not with 'uciok' within 2 seconds",
     "I did not understand that"},
    {"it hangs at its start", MIS "hang-start", false, soon,
     "did not answer 'uci' within 2 seconds", NULL},
    {"it floods from the start", MIS "flood-start", false, soon,
     "but not with 'uciok' within 2 seconds", "thinking"},
    {"it hangs when asked", MIS "hang-go", false, soon,
     "did not answer 'go perft 1' within 2 seconds", NULL},
    {"it hangs in mid-list", MIS "hang-middle", false, soon,
     "listed 22 moves when asked 'go perft 1', but printed no total such as "
     "'Nodes searched: N' within 2 seconds",
     NULL},
    {"it floods", MIS "flood", false, soon, "but listed no moves within 2 seconds", "currmove"},
    {"it floods one line", MIS "flood-line", false, soon,
     "did not answer 'go perft 1' within 2 seconds", "h2e2 h2e2"},
    {"it closes its output", MIS "closes-output", false, never,
     "closed its output when asked 'go perft 1'", NULL},
    {"it has no perft", MIS "no-perft", false, never,
     "answered 'go perft 1' with 'bestmove h2e2': it seems to have no perft", "bestmove"},
    {"it has no total", MIS "no-total", false, soon, "listed 44 moves", NULL},
    {"it has no list", "printf 'uciok\\nreadyok\\nNodes: 44\\n'; sleep 600", false, soon,
     "printed a total when asked 'go perft 1', but did not list its moves", NULL},
    {"a word for a count", MIS "word-count", false, never,
     "said 'b2b4: many' where a count was expected", "many"},
    {"a count that is too large", MIS "huge-count", false, never,
     "said 'b2b4: 999999999999999999999999' where a count was expected", NULL},
    {"a negative count", MIS "negative-count", false, never,
     "said 'b2b4: -1' where a count was expected", NULL},
    {"too many moves", MIS "too-many", false, never, "more than the 260 moves", NULL},
    {"a script that fails", MIS "bad-status" SCRIPT, true, never,
     "exited with status 3 when called with depth 1, after 44 moves", NULL},
    {"a script that crashes", MIS "crash-go" SCRIPT, true, never,
     "was ended by signal 6 (Aborted) when called with depth 1", "Assertion"},
    {"a script that hangs", MIS "hang-go" SCRIPT, true, soon,
     "did not end within 2 seconds when called with depth 1", NULL},
    {"a script that does not end", MIS "ignore-quit" SCRIPT, true, soon,
     "did not end within 2 seconds when called with depth 1", NULL},
    {"a script that closes its output", MIS "closes-output" SCRIPT, true, soon,
     "did not end within 2 seconds when called with depth 1", NULL},
    {"a script without total", MIS "no-total" SCRIPT, true, never,
     "listed 44 moves when called with depth 1, but printed no total", NULL},
    {"a script that says nothing", "true", true, never, "said nothing when called with depth 1",
     NULL},
    {"a script of another kind", "echo", true, never,
     "said '1 rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1' "
     "when called with depth 1, but listed no moves",
     NULL},
    {"harmless: banners", MIS "banner", false, never, NULL, NULL},
    {"harmless: bytes that are no text", MIS "latin1", false, never, NULL, NULL},
    {"harmless: more after the answer", MIS "afterthoughts", false, never, NULL, NULL},
    {"harmless: a megabyte of errors", MIS "flood-stderr", false, never, NULL, NULL},
    {"harmless: it does not quit", MIS "ignore-quit", false, never, NULL, NULL},
    {"harmless: an heir at its end", MIS "grandchild-quit", false, never, NULL, NULL},
    {"harmless: the same of a script", MIS "grandchild-quit" SCRIPT, true, never, NULL, NULL},
};

enum { FAILURE_COUNT = sizeof failures / sizeof failures[0] };

/* What came of it. Assertions are for the test's own thread. */
struct failure_result {
    pthread_t thread;
    const struct failure_case *is;
    enum engine_result result;
    size_t count;
    uint64_t total;
    double seconds;
    char reason[ENGINE_REASON_SIZE];
    char last[ENGINE_LAST_LINES * 200];
};

static void *ask_once(void *context)
{
    struct failure_result *came = context;
    struct divide_list list = {.count = 0};
    const char *line[ENGINE_LAST_LINES];
    struct engine_setup setup = {
        .command = came->is->command, .script = came->is->script, .timeout = came->is->timeout};
    double begin = child_clock();
    struct engine *engine = engine_new(&setup);
    came->result = engine_start(engine);
    if (came->result == ENGINE_OK)
        came->result = divide_start(engine, 1, &list);
    came->count = list.count;
    came->total = list.total;
    strcpy(came->reason, engine_failure(engine));
    size_t count = engine_last_lines(engine, line);
    for (size_t i = 0; i < count; i++)
        strcat(came->last, line[i]);
    engine_free(engine);
    came->seconds = child_clock() - begin;
    return NULL;
}

static void assert_failure(const struct failure_result *came)
{
    const struct failure_case *is = came->is;
    cr_assert_lt(came->seconds, long_time, "%s: ends after %g s", is->rule, came->seconds);
    if (!is->reason) {
        cr_assert_eq(came->result, ENGINE_OK, "%s: it %s", is->rule, came->reason);
        cr_assert(came->count == 44 && came->total == 44, "%s", is->rule);
        return;
    }
    cr_assert_eq(came->result, ENGINE_FAILED, "%s", is->rule);
    assert_says(came->reason, is->reason, is->rule);
    if (is->last)
        assert_says(came->last, is->last, is->rule);
}

Test(engine, failures_have_a_reason)
{
    static struct failure_result results[FAILURE_COUNT];
    for (size_t i = 0; i < FAILURE_COUNT; i++) {
        results[i].is = &failures[i];
        cr_assert_eq(pthread_create(&results[i].thread, NULL, ask_once, &results[i]), 0);
    }
    for (size_t i = 0; i < FAILURE_COUNT; i++)
        pthread_join(results[i].thread, NULL);
    for (size_t i = 0; i < FAILURE_COUNT; i++)
        assert_failure(&results[i]);
    cr_assert(waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD, "a process is left");
}

static volatile sig_atomic_t stop;

static void set_stop(int signal_number)
{
    (void)signal_number;
    stop = 1;
}

Test(engine, stop_flag)
{
    static const char *const commands[] = {MIS "hang-go", MIS "hang-start", MIS "flood",
                                           MIS "hang-go" SCRIPT, MIS "ignore-quit" SCRIPT};
    sigaction(SIGALRM, &(struct sigaction){.sa_handler = set_stop, .sa_flags = SA_RESTART}, NULL);
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        struct engine_setup setup = {.command = commands[i],
                                     .script = strstr(commands[i], SCRIPT) != NULL,
                                     .timeout = 10 * long_time,
                                     .stop = &stop};
        double begin = child_clock();
        struct engine *engine = new_engine(&setup);
        stop = 0;
        ualarm(200000, 0);
        cr_assert_eq(engine_meet(engine), ENGINE_STOPPED, "%s", commands[i]);
        free_engine(engine, commands[i]);
        cr_assert_lt(child_clock() - begin, long_time, "%s", commands[i]);
    }
}
