/* `xqperft compare` with engines that crash, hang, flood and talk nonsense: it ends in time and
 * says what happened, and nothing of them is left. */
#include <sys/resource.h>

#include "peer.h"

/* Two failures, after five answers each, fit into the longer one. */
static const char four[] = FOUR_POSITIONS;
static const char twelve[] = FOUR_POSITIONS FOUR_POSITIONS FOUR_POSITIONS;

/* How its run is bounded: it ends by itself, waits for a timeout, or prints without end until then.
 */
enum manner { QUICK, WAITS, FLOODS, MANNERS };

struct misbehaviour {
    const char *name;
    enum manner manner;
    int status;
    const char *happened, *said; /* in words, and the last of its own that must be shown */
};

static const struct misbehaviour misbehaviours[] = {
    {"crash-start", QUICK, 3, "was ended by signal 11", "it said nothing"},
    {"exit-start", QUICK, 3, "exited with status 7", "cannot read its evaluation file\n"},
    {"hang-start", WAITS, 3, "did not answer 'uci' within 1 second", "it said nothing"},
    {"flood-start", FLOODS, 3, "but not with 'uciok' within 1 second", "about the opening\n"},
    {"not-uci", WAITS, 3, "but not with 'uciok' within 1 second", "Please type 'help' for help.\n"},
    {"echo", WAITS, 3, "but not with 'uciok' within 1 second", "  uci\n"},
    {"no-perft", QUICK, 3, "it seems to have no perft", "  bestmove h2e2\n"},
    {"exit-go", QUICK, 3, "exited with status 0 when asked 'go perft 1'", "  readyok\n"},
    {"crash-go", QUICK, 3, "was ended by signal 6", "Assertion `king != NONE' failed.\n"},
    {"crash-sixth", QUICK, 3, "was ended by signal 11", "  readyok\n"},
    {"crash-middle", QUICK, 3, "was ended by signal 6", "  h2e\n"},
    {"hang-go", WAITS, 3, "did not answer 'go perft 1' within 1 second", "  readyok\n"},
    {"hang-sixth", WAITS, 3, "did not answer 'go perft 1' within 1 second", "  readyok\n"},
    {"hang-middle", WAITS, 3, "listed 22 moves when asked 'go perft 1', but", "  b2b3: 1\n"},
    {"hang-total", WAITS, 3, "listed 44 moves when asked 'go perft 1', but", "  i3i4: 1\n"},
    {"trickle", WAITS, 3, "printed no total such as 'Nodes searched: N'", "  a0a1: 1\n"},
    {"flood", FLOODS, 3, "but listed no moves within 1 second", "currmovenumber 1\n"},
    {"flood-line", FLOODS, 3, "did not answer 'go perft 1' within 1 second", "  h2e2 h2e2 h2e2 "},
    {"closes-output", WAITS, 3, "closed its output when asked 'go perft 1'", "  readyok\n"},
    {"grandchild", QUICK, 3, "was ended by signal 11", "  readyok\n"},
    {"no-total", WAITS, 3, "listed 44 moves when asked 'go perft 1', but", "  i3i4: 1\n"},
    {"no-newline", QUICK, 3, "exited with status 0 after its last answer", "searched: 44\n"},
    {"word-count", QUICK, 3, "'b2b4: many' where a count was expected", "  b2b4: many\n"},
    {"huge-count", QUICK, 3, "999999' where a count was expected", "  b2b3: 1\n"},
    {"negative-count", QUICK, 3, "'b2b4: -1' where a count was expected", "  b2b4: -1\n"},
    {"too-many", QUICK, 3, "listed more than the ", "moves that a position can have"},
    {"strays", QUICK, 1, "'a9a10' is no move on this board", "'0000' is no move on this board"},
    {"bad-status", QUICK, 0, "4 agree", ""},
    {"banner", QUICK, 0, "4 agree", ""},
    {"latin1", QUICK, 0, "4 agree", "Ch\\xE2teauroux"},
    {"afterthoughts", QUICK, 0, "4 agree", ""},
    {"double-ok", QUICK, 0, "4 agree", ""},
    {"flood-stderr", QUICK, 0, "4 agree", ""},
    {"ignore-quit", QUICK, 0, "4 agree", ""},
    {"grandchild-quit", QUICK, 0, "4 agree", ""},
    {"daemon-quit", QUICK, 0, "4 agree", ""},
};

enum { MISBEHAVIOURS = sizeof misbehaviours / sizeof misbehaviours[0] };

static void expect_every_misbehaviour(void)
{
    static struct quirk quirks[QUIRK_LIMIT];
    size_t count = read_quirks("misbehaviour", quirks);
    for (size_t i = 0; i < count; i++) {
        const struct misbehaviour *row = NULL;
        for (size_t j = 0; j < MISBEHAVIOURS && !row; j++)
            if (strcmp(misbehaviours[j].name, quirks[i].name) == 0)
                row = &misbehaviours[j];
        cr_assert(row, "nothing is expected of '%s' here: add a row", quirks[i].name);
        cr_assert(row->status == 0 || strncmp(quirks[i].text, "harmless", 8) != 0,
                  "'%s' is harmless", row->name);
    }
}

static void judge_misbehaviour(const struct misbehaviour *row, struct job job)
{
    struct outcome outcome = finish(job);
    expect_status(&outcome, row->status, row->name, job.arguments);
    cr_expect(strstr(outcome.out, row->happened) || strstr(outcome.err, row->happened),
              "%s: no '%s' in\n%s%s", row->name, row->happened, outcome.out, outcome.err);
    cr_expect(strstr(outcome.out, row->said) || strstr(outcome.err, row->said),
              "%s: no '%s' in\n%s%s", row->name, row->said, outcome.out, outcome.err);
    outcome_free(&outcome);
}

/* Those of one manner, side by side. What a daemon in a session of its own leaves is not ours to
 * find. */
static void run_misbehaviours(const struct peer *peer, enum manner manner)
{
    static char arguments[MISBEHAVIOURS][ARGUMENTS_SIZE];
    struct job jobs[MISBEHAVIOURS];
    for (size_t i = 0; i < MISBEHAVIOURS; i++) {
        const struct misbehaviour *row = &misbehaviours[i];
        bool leaves = strcmp(row->name, "daemon-quit") == 0;
        if (row->manner != manner)
            continue;
        jobs[i] = start_in(
            arguments[i], "compare 1 --epd %s --timeout %d --engine '%s --misbehave %s'",
            peer->suite, manner == QUICK ? 60 : 1, leaves ? FAULTY : peer->engine, row->name);
    }
    for (size_t i = 0; i < MISBEHAVIOURS; i++)
        if (misbehaviours[i].manner == manner)
            judge_misbehaviour(&misbehaviours[i], jobs[i]);
}

Test(xqperft_misbehaviour, every_misbehaviour_ends_with_its_reason)
{
    struct rusage usage;
    struct peer peer;
    expect_every_misbehaviour();
    peer_make(&peer, four);
    for (int manner = QUICK; manner < MANNERS; manner++) {
        alarm(60); /* some ask four times, and wait a second for the answer and one for the end */
        run_misbehaviours(&peer, (enum manner)manner);
        expect_no_process(&peer, "at the end");
    }
    cr_assert_eq(getrusage(RUSAGE_CHILDREN, &usage), 0);
    cr_expect_lt(usage.ru_maxrss, 512 * 1024L, "%ld KiB: what it prints is kept", usage.ru_maxrss);
    peer_remove(&peer);
}

/* A script is a process for each answer: how it ends counts, and that it ends. */
Test(xqperft_misbehaviour, misbehaving_scripts)
{
    static const struct misbehaviour rows[] = {
        {"exit-start", QUICK, 3, "exited with status 7", "cannot read its evaluation file\n"},
        {"exit-go", QUICK, 3, "said nothing when called with depth 1", "it said nothing"},
        {"crash-go", QUICK, 3, "was ended by signal 6", "Assertion `king != NONE' failed.\n"},
        {"no-total", QUICK, 3, "but printed no total", "  i3i4 1\n"},
        {"bad-status", QUICK, 3, "exited with status 3 when called with depth 1", "  i3i4 1\n"},
        {"grandchild", QUICK, 3, "was ended by signal 11", "it said nothing"},
        {"hang-go", WAITS, 3, "did not end within 1 second when called with depth 1", "nothing"},
        {"ignore-quit", WAITS, 3, "did not end within 1 second", "  i3i4 1\n"},
        {"banner", QUICK, 0, "4 agree", ""},
        {"no-newline", QUICK, 0, "4 agree", ""},
        {"afterthoughts", QUICK, 0, "4 agree", ""},
        {"grandchild-quit", QUICK, 0, "4 agree", ""},
    };
    enum { ROWS = sizeof rows / sizeof rows[0] };
    static char arguments[ROWS][ARGUMENTS_SIZE];
    struct job jobs[ROWS];
    struct peer peer;
    alarm(60);
    peer_make(&peer, four);
    for (size_t i = 0; i < ROWS; i++)
        jobs[i] = start_in(arguments[i],
                           "compare 1 --epd %s --timeout %d --script '%s --misbehave %s --script'",
                           peer.suite, rows[i].manner == QUICK ? 60 : 1, peer.engine, rows[i].name);
    for (size_t i = 0; i < ROWS; i++)
        judge_misbehaviour(&rows[i], jobs[i]);
    expect_no_process(&peer, "at the end");
    peer_remove(&peer);
}

/* Every sixth answer of a process fails: one failure is survived, two are not. */
Test(xqperft_misbehaviour, an_engine_is_started_once_more)
{
    static const struct {
        const char *what, *suite, *misbehaviour;
        json_int_t failures;
        bool complete;
    } rows[] = {
        {"a crash", four, "crash-sixth", 1, true},
        {"no answer", four, "hang-sixth", 1, true},
        {"a second crash", twelve, "crash-sixth", 2, false},
        {"no second answer", twelve, "hang-sixth", 2, false},
    };
    char arguments[ARGUMENTS_SIZE];
    alarm(60);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct peer peer;
        peer_make(&peer, rows[i].suite);
        struct outcome outcome =
            run_in(arguments, "compare 1 --json --epd %s --timeout 1 --engine '%s --misbehave %s'",
                   peer.suite, peer.engine, rows[i].misbehaviour);
        expect_status(&outcome, 3, rows[i].what, arguments);
        json_t *object = take_json(&outcome, rows[i].what);
        json_t *summary = json_object_get(object, "summary"), *results;
        json_int_t compared = json_integer_value(json_object_get(summary, "compared"));
        results = json_object_get(object, "results");
        cr_expect_eq(json_integer_value(json_object_get(summary, "engine_failures")),
                     rows[i].failures, "%s", rows[i].what);
        cr_expect_eq(json_integer_value(json_object_get(summary, "agree")),
                     compared - rows[i].failures, "%s: all others agree", rows[i].what);
        cr_expect_eq(json_array_size(results), (size_t)compared, "%s", rows[i].what);
        cr_expect_eq(json_is_true(json_object_get(object, "complete")), rows[i].complete, "%s",
                     rows[i].what);
        json_t *last = json_array_get(results, rows[i].complete ? 1 : (size_t)compared - 1);
        expect_text_at(last, "state", "failed", rows[i].what);
        cr_expect(*text_at(last, "failure.reason") != '(', "%s: no reason", rows[i].what);
        json_decref(object);
        expect_no_process(&peer, rows[i].what);
        peer_remove(&peer);
    }
}
