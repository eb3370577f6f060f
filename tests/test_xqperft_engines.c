/*
 * `xqperft compare` with engines that want to be spoken to in another way, with scripts, and with
 * well-known engines that are right. What it finds out about wrong generators is in
 * test_xqperft_compare.c; engines that fail are in test_xqperft_misbehaviour.c.
 */
#include <glob.h>

#include "compare_program.h"

/* --- dialects --------------------------------------------------------------------------------- */

/* Ways of speaking, alone and together, and what must be found out about them. */
struct speech {
    const char *dialects; /* each is a "--dialect" of the faulty engine */
    int first_rank;
    const char *red, *horse;
    bool ignores_moves, variant_set;
};

static const struct speech speeches[] = {
    {"", 0, "w", "N", false, false},
    {"ranks-1", 1, "w", "N", false, false},
    {"red-r", 0, "r", "N", false, false},
    {"red-r-strict", 0, "r", "N", false, false},
    {"horse-h", 0, "w", "H", false, false},
    {"variant", 0, "w", "N", false, true},
    {"ignores-moves", 0, "w", "N", true, false},
    {"crlf", 0, "w", "N", false, false},
    {"equals", 0, "w", "N", false, false},
    {"nodes-colon", 0, "w", "N", false, false},
    {"bare", 0, "w", "N", false, false},
    {"dashes", 0, "w", "N", false, false},
    {"upper", 0, "w", "N", false, false},
    {"info-string", 0, "w", "N", false, false},
    {"ranks-1 red-r", 1, "r", "N", false, false},
    {"ranks-1 variant equals", 1, "w", "N", false, true},
    {"ranks-1 upper dashes info-string crlf", 1, "w", "N", false, false},
    {"horse-h red-r-strict ranks-1", 1, "r", "H", false, false},
    {"horse-h red-r variant upper crlf dashes", 0, "r", "H", false, true},
    {"horse-h ignores-moves ranks-1 info-string bare", 1, "w", "H", true, false},
    {"ranks-1 red-r horse-h variant ignores-moves nodes-colon upper crlf", 1, "r", "H", true, true},
};

/* Those that cannot be compared with, and why not. */
static const struct {
    const char *dialect, *reason;
} refusals[] = {
    {"chess", "plays western chess: it lists a2a3, b1c3 and e2e4"},
    {"variant-none", "offers the variants chess, crazyhouse but no xiangqi"},
    {"ignores-side", "ignores the side to move: with Black to move it lists Red's moves"},
    {"ignores-fen", "ignores the FEN: for a position that has no such move it lists a0a1"},
};

enum {
    SPEECHES = sizeof speeches / sizeof speeches[0],
    REFUSALS = sizeof refusals / sizeof refusals[0],
};

static void expect_every_dialect(void)
{
    static struct quirk quirks[QUIRK_LIMIT];
    size_t count = read_quirks("dialect", quirks);
    for (size_t i = 0; i < count; i++) {
        size_t seen = 0;
        for (size_t j = 0; j < SPEECHES; j++)
            seen += strcmp(speeches[j].dialects, quirks[i].name) == 0;
        for (size_t j = 0; j < REFUSALS; j++)
            seen += strcmp(refusals[j].dialect, quirks[i].name) == 0;
        cr_assert_gt(seen, 0, "nothing is expected of '%s' here: add a row", quirks[i].name);
    }
}

/* "a b" becomes " --dialect a --dialect b". */
static void write_dialects(const char *names, char out[ARGUMENTS_SIZE / 2])
{
    size_t used = 0;
    *out = '\0';
    for (; *names; names += strcspn(names, " "), names += strspn(names, " "))
        used += (size_t)snprintf(out + used, ARGUMENTS_SIZE / 2 - used, " --dialect %.*s",
                                 (int)strcspn(names, " "), names);
}

static void expect_speech(const struct speech *speech, json_t *engine, const char *what)
{
    cr_expect_eq(json_integer_value(json_object_get(engine, "first_rank")), speech->first_rank,
                 "%s: ranks", what);
    expect_text_at(engine, "red", speech->red, what);
    expect_text_at(engine, "horse", speech->horse, what);
    cr_expect_eq(json_is_true(json_object_get(engine, "ignores_moves")), speech->ignores_moves,
                 "%s: moves", what);
    cr_expect_eq(json_is_true(json_object_get(engine, "variant_set")), speech->variant_set,
                 "%s: variant", what);
}

Test(xqperft_engines, every_dialect_is_found_out)
{
    char arguments[ARGUMENTS_SIZE], dialects[ARGUMENTS_SIZE / 2];
    expect_every_dialect();
    alarm(60);
    for (size_t i = 0; i < SPEECHES; i++) {
        write_dialects(speeches[i].dialects, dialects);
        struct outcome outcome = run_in(
            arguments, "compare 2 --json --moves 'h2e2 h9g7' --engine '" FAULTY "%s'", dialects);
        expect_status(&outcome, 0, speeches[i].dialects, arguments);
        json_t *object = take_json(&outcome, speeches[i].dialects);
        expect_speech(&speeches[i], json_object_get(object, "engine"), speeches[i].dialects);
        cr_expect_eq(json_integer_value(json_at(last_result(object), "nodes")), 1419, "%s",
                     speeches[i].dialects);
        json_decref(object);
    }
    for (size_t i = 0; i < REFUSALS; i++) {
        snprintf(arguments, sizeof arguments, "compare 1 --engine '" FAULTY " --dialect %s'",
                 refusals[i].dialect);
        struct expected row = {refusals[i].dialect, arguments, 3, "", refusals[i].reason};
        expect(&row, 1);
    }
}

Test(xqperft_engines, scripts_have_dialects_too)
{
    static const struct speech rows[] = {
        {"", 0, "w", "N", false, false},
        {"ranks-1 red-r", 1, "r", "N", false, false},
        {"horse-h equals dashes", 0, "w", "H", false, false},
        {"ignores-moves crlf", 0, "w", "N", true, false},
    };
    char arguments[ARGUMENTS_SIZE], dialects[ARGUMENTS_SIZE / 2];
    alarm(60);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        write_dialects(rows[i].dialects, dialects);
        struct outcome outcome = run_in(
            arguments, "compare 2 --json --moves 'h2e2 h9g7' --script '" FAULTY "%s --script'",
            dialects);
        expect_status(&outcome, 0, rows[i].dialects, arguments);
        json_t *object = take_json(&outcome, rows[i].dialects);
        expect_speech(&rows[i], json_object_get(object, "engine"), rows[i].dialects);
        expect_text_at(object, "engine.protocol", "script", rows[i].dialects);
        json_decref(object);
    }
}

/* --- right ones ------------------------------------------------------------------------------- */

/* A perft script as perftree calls it. It wants two arguments where no moves are played. */
static const char script[] =
    "[ $# -eq 2 ] || [ -n \"$3\" ] || exit 9\n"
    "all=$(" PROGRAM " divide \"$1\" --fen \"$2\" --moves \"$3\") || exit\n"
    "echo \"$all\" | sed -n 's/^\\([a-i0-9]*\\): /\\1 /p'\n"
    "echo\n"
    "echo \"$all\" | sed -n 's/^Nodes searched: //p'\n";

Test(xqperft_engines, right_ones_agree)
{
    char name[32], by_script[ARGUMENTS_SIZE], after_moves[ARGUMENTS_SIZE];
    alarm(60);
    write_file(name, script);
    snprintf(by_script, sizeof by_script, "compare 3 --epd positions/rules.epd --script 'sh %s'",
             name);
    snprintf(after_moves, sizeof after_moves, "compare 2 --moves 'h2e2 h9g7 h0g2' --script 'sh %s'",
             name);
    const struct expected rows[] = {
        {"ourselves", "compare 4 --engine '" PROGRAM " uci'", 0, " ranks 0-9, ", ""},
        {"ourselves on suites", "compare 3 --epd positions/rules.epd --engine '" PROGRAM " uci'", 0,
         "9 agree, 0 differ", ""},
        {"ourselves, ranks 1-10 by an option",
         "compare 3 --engine '" PROGRAM " uci' --option Coordinates=1-10", 0, " ranks 1-10, ", ""},
        {"and by its command line", "compare 3 --engine '" PROGRAM " uci --ranks 1'", 0,
         " ranks 1-10, ", ""},
        {"moves are sent as it reads them",
         "compare 2 --moves 'h2e2 h9g7' --ranks 0 --engine '" PROGRAM " uci --ranks 1'", 0,
         "1,419 nodes", ""},
        {"threads and a hash on both sides",
         "compare 4 --threads 2 --hash 1M --engine '" PROGRAM
         " uci' --option Threads=2 --option hash=1",
         0, "3,290,240 nodes", ""},
        {"each board", "compare 3 --board naive --engine '" PROGRAM " uci --board padded'", 0,
         "79,666 nodes", ""},
        {"no legal move",
         "compare 2 --fen '3k5/9/9/9/9/9/9/9/3p1p3/4K4 w' --engine '" PROGRAM " uci'", 0,
         "depth 2: 0 nodes", ""},
        {"a command of the shell", "compare 1 --engine 'true && " PROGRAM " uci'", 0, "1 agree",
         ""},
        {"the faulty engine without a fault",
         "compare 2 --epd positions/published.epd --engine " FAULTY, 0, "33 agree, 0 differ", ""},
        {"a script", by_script, 0, "9 agree, 0 differ", ""},
        {"a script that is given moves", after_moves, 0, "1 agree", ""},
    };
    EXPECT(rows);
    unlink(name);
}

/* Every suite; in depth with XQPERFT_DEEP=1. */
Test(xqperft_engines, fairy_stockfish_agrees_on_every_suite)
{
    const char *deep = getenv("XQPERFT_DEEP"), *path = getenv("PATH");
    char arguments[ARGUMENTS_SIZE], *wider;
    glob_t suites;
    cr_assert_gt(asprintf(&wider, "%s:/usr/games", path ? path : "/usr/bin:/bin"), 0);
    setenv("PATH", wider, 1);
    free(wider);
    if (system("command -v fairy-stockfish >/dev/null") != 0)
        cr_skip_test("fairy-stockfish is not installed (scripts/install-deps.sh check)");
    bool all = deep && strcmp(deep, "1") == 0;
    alarm(all ? 3600 : 60);
    cr_assert_eq(glob("positions/*.epd", 0, NULL, &suites), 0, "run from the repository root");
    cr_assert_geq(suites.gl_pathc, 7, "only %zu suites", suites.gl_pathc);
    for (size_t i = 0; i < suites.gl_pathc; i++) {
        snprintf(arguments, sizeof arguments, "compare %d --engine fairy-stockfish --epd %s",
                 all ? 3 : 2, suites.gl_pathv[i]);
        struct expected row = {"a suite", arguments, 0, " agree, 0 differ; ", NULL};
        expect(&row, 1);
    }
    globfree(&suites);
    static const struct expected start = {"the start", "compare 5 --engine fairy-stockfish", 0,
                                          "133,312,995 nodes", ""};
    if (all)
        expect(&start, 1);
}
