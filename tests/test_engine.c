/* Other programs' perft: what they are told, and how their answers are read. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engines.h"
#include "fen.h"

/* --- what is sent ---------------------------------------------------------------------------- */

/* A folder with a file of all that the engine was told. */
static char log_name[64];

static void make_log(void)
{
    strcpy(log_name, "/tmp/test-engine-XXXXXX");
    int fd = mkstemp(log_name);
    cr_assert_geq(fd, 0);
    close(fd);
    cr_assert_eq(setenv("LOG", log_name, 1), 0);
}

static void remove_log(void)
{
    unlink(log_name);
}

static const char *read_log(void)
{
    static char text[4096];
    FILE *file = fopen(log_name, "r");
    cr_assert_not_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

static struct position position_of(const char *fen)
{
    struct position position;
    struct fen_error error;
    cr_assert(fen_read(fen, strlen(fen), &position, &error), "%s: %s", fen, error.reason);
    return position;
}

static const char fen_after_cannon[] =
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 3 7";

Test(engine, uci_conversation, .init = make_log, .fini = remove_log)
{
    static const char *const options[] = {"Threads=2", "Clear Hash", "Book=a = b", "Nonsense=1"};
    struct engine_setup setup = {
        .command = "while read -r line; do echo \"$line\" >>\"$LOG\"; case $line in "
                   "uci) echo banner; echo 'id name Fake 1.2'; echo 'id author me'; "
                   "echo 'option name Threads type spin default 1 min 1 max 9'; "
                   "echo 'option name clear hash type button'; "
                   "echo 'option name Book type string default <empty>'; "
                   "echo 'option name UCI_Variant type combo default chess var chess var xiangqi'; "
                   "echo uciok;; isready) echo readyok;; "
                   "go*) printf 'h9g7: 2\\n\\nNodes searched: 2\\n\\n';; quit) exit;; esac; done",
        .timeout = long_time,
        .option_count = 4,
        .options = options,
    };
    static const char expected[] =
        "uci\n"
        "setoption name UCI_Variant value xiangqi\n"
        "setoption name Threads value 2\n"
        "setoption name Clear Hash\n"
        "setoption name Book value a = b\n"
        "setoption name Nonsense value 1\n"
        "ucinewgame\n"
        "isready\n"
        "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 3 7\n"
        "go perft 3\n"
        "isready\n"
        "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 3 7 "
        "moves h9g7 a0a1\n"
        "go perft 12\n"
        "isready\n"
        "quit\n";
    struct position position = position_of(fen_after_cannon);
    struct divide_list list;
    xq_move path[2];
    move_read("h9g7", RANKS_FROM_0, &path[0]);
    move_read("a0a1", RANKS_FROM_0, &path[1]);
    struct engine *engine = new_engine(&setup);
    assert_ok(engine, engine_start(engine), "it starts");
    cr_assert_str_eq(engine_name(engine), "Fake 1.2");
    cr_assert(engine_dialect(engine)->variant_offered);
    cr_assert_str_eq(engine_unknown_option(engine), "Nonsense=1");
    assert_ok(engine, engine_divide(engine, &position, NULL, 0, 3, &list), "without moves");
    cr_assert(list.count == 1 && list.row[0].move == path[0] && list.row[0].nodes == 2);
    cr_assert(list.has_total && list.total == 2);
    assert_ok(engine, engine_divide(engine, &position, path, 2, 12, &list), "with moves");
    cr_assert_eq(engine_questions(engine), 2);
    free_engine(engine, "a conversation");
    cr_assert_str_eq(read_log(), expected);
}

Test(engine, script_arguments, .init = make_log, .fini = remove_log)
{
    struct engine_setup setup = {
        .command = "said() { for word in \"$@\"; do echo \"<$word>\" >>\"$LOG\"; done; "
                   "printf 'h9g7 2\\n\\n2\\n'; }; said --my 'own words'",
        .script = true,
        .timeout = long_time,
    };
    static const char expected[] =
        "<--my>\n<own words>\n<3>\n"
        "<rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 3 7>\n"
        "<--my>\n<own words>\n<1>\n"
        "<rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 3 7>\n"
        "<h9g7 a0a1>\n";
    struct position position = position_of(fen_after_cannon);
    struct divide_list list;
    xq_move path[2];
    move_read("h9g7", RANKS_FROM_0, &path[0]);
    move_read("a0a1", RANKS_FROM_0, &path[1]);
    struct engine *engine = new_engine(&setup);
    assert_ok(engine, engine_start(engine), "nothing to start");
    assert_ok(engine, engine_divide(engine, &position, NULL, 0, 3, &list), "without moves");
    cr_assert(list.count == 1 && list.row[0].move == path[0] && list.row[0].nodes == 2);
    assert_ok(engine, engine_divide(engine, &position, path, 2, 1, &list), "with moves");
    free_engine(engine, "a script");
    cr_assert_str_eq(read_log(), expected);
}

/* --- what is read ---------------------------------------------------------------------------- */

/* An engine that answers 'go' by these shell commands, and 'isready' by those before. */
static struct engine *engine_saying(char command[static 2048], const char *go, const char *ready)
{
    snprintf(command, 2048,
             "number=0; while read -r word rest; do case $word in uci) echo uciok;; "
             "isready) echo readyok; %s;; go) number=$((number + 1)); %s;; quit) exit;; esac; done",
             ready, go);
    struct engine_setup setup = {.command = command, .timeout = long_time};
    struct engine *engine = new_engine(&setup);
    assert_ok(engine, engine_start(engine), go);
    return engine;
}

struct leftover_case {
    const char *rule, *go, *ready;
};

/* Every answer is one row of as many nodes as the question has a number. */
#define ROW   "printf \"h2e2: $number\\n\\n\"; "
#define TOTAL "echo \"Nodes searched: $number\"; "

static const struct leftover_case leftover_cases[] = {
    {"nothing", ROW TOTAL, ":"},
    {"times and speed", ROW TOTAL "echo; echo 'Time: 12 ms'; echo 'Nodes/second: 123'", ":"},
    {"a second total", ROW TOTAL "echo; echo 'Total: 99'", ":"},
    {"a second list", ROW TOTAL "printf 'h2d2: 99\\n\\nNodes searched: 99\\n'", ":"},
    {"a best move at its end", ROW TOTAL "echo 'bestmove (none)'", ":"},
    {"a best move of a slow thread", ROW TOTAL, "[ $number = 0 ] || echo 'bestmove (none)'"},
    {"a second total of a slow thread", ROW TOTAL, "[ $number = 0 ] || echo 'Total: 99'"},
    {"readyok twice", ROW TOTAL, "echo readyok"},
    {"a line that does not end", ROW TOTAL "printf 'ready> '; echo", ":"},
};

Test(engine, nothing_of_one_answer_is_taken_for_the_next)
{
    char command[2048];
    for (size_t i = 0; i < sizeof leftover_cases / sizeof leftover_cases[0]; i++) {
        const struct leftover_case *is = &leftover_cases[i];
        struct engine *engine = engine_saying(command, is->go, is->ready);
        for (uint64_t number = 1; number <= 3; number++) {
            struct divide_list list;
            assert_ok(engine, divide_start(engine, 1, &list), is->rule);
            cr_assert(list.count == 1 && list.row[0].nodes == number && list.total == number,
                      "%s: answer %" PRIu64 " has %zu rows, total %" PRIu64, is->rule, number,
                      list.count, list.total);
        }
        free_engine(engine, is->rule);
    }
}

Test(engine, no_moves)
{
    char command[2048];
    struct divide_list list;
    struct engine *engine = engine_saying(command, "printf '\\nNodes searched: 0\\n\\n'", ":");
    assert_ok(engine, divide_start(engine, 3, &list), "mate");
    cr_assert(list.count == 0 && list.has_total && list.total == 0);
    free_engine(engine, "mate");
}

Test(engine, that_exits_after_its_answer_has_answered)
{
    struct divide_list list;
    struct engine_setup setup = {.command = FAULTY " --misbehave no-newline", .timeout = long_time};
    struct engine *engine = new_engine(&setup);
    for (int i = 0; i < 2; i++) {
        assert_ok(engine, engine_start(engine), "started anew");
        assert_ok(engine, divide_start(engine, 2, &list), "the answer is complete");
        cr_assert(list.count == 44 && list.total == 1920);
        cr_assert_eq(divide_start(engine, 2, &list), ENGINE_FAILED);
        assert_says(engine_failure(engine), "exited with status 0 after its last answer", "gone");
    }
    free_engine(engine, "exits");
}

Test(engine, goes_on_after_a_failure)
{
    struct divide_list list;
    struct engine_setup setup = {.command = FAULTY " --misbehave crash-sixth --dialect ranks-1",
                                 .timeout = long_time};
    struct engine *engine = new_engine(&setup);
    assert_ok(engine, engine_meet(engine), "met");
    assert_ok(engine, divide_start(engine, 3, &list), "the fifth");
    cr_assert_eq(divide_start(engine, 3, &list), ENGINE_FAILED);
    cr_assert_str_eq(engine_failure(engine),
                     "was ended by signal 11 (Segmentation fault) when asked 'go perft 3'");
    assert_ok(engine, engine_start(engine), "started anew");
    assert_ok(engine, divide_start(engine, 3, &list), "in the same dialect");
    cr_assert(list.count == 44 && list.stray_count == 0 && list.total == 79666);
    free_engine(engine, "crashes");
}
