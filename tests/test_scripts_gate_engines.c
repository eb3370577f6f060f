/* scripts/gate-engines.sh with engines whose time is what they say, and an xqbench that keeps what
 * it is given. */
#include "scripts.h"

#define ENGINES "scripts/gate-engines.sh \"$DIR/old\" \"$DIR/new\" "

/* $DIR/spent says who counted, to which depth, and how many milliseconds each ply takes above
 * the 5 for the first and the start. bash reads this `times` from $BASH_ENV. */
static const char fake_clock[] =
    "times() {\n"
    "    local ms=0 depth more\n"
    "    while read -r _ depth _ more; do ms=$((ms + 5 + (depth - 1) * more)); done "
    "<\"$DIR/spent\"\n"
    "    echo 0m0.000s 0m0.000s\n"
    "    printf '%dm%d.%03ds 0m0.000s\\n' $((ms / 60000)) $((ms / 1000 % 60)) $((ms % 1000))\n"
    "}\n";

static const char fake_xqbench[] =
    "#!/bin/sh\n"
    "for last; do :; done\n"
    "case \" $* \" in *' --nonsense '*) echo \"what is '--nonsense'?\" >&2; exit 2 ;; esac\n"
    "case \" $* \" in *' --usage '*) echo \"usage of it\"; exit ;; esac\n"
    "[ \"$2\" != --check ] || exit 0\n"
    "case $last in *first.json) echo \"\\\"ground\\\": $GROUND\" >\"$last\" ;; esac\n"
    "printf 'judged in %s:' \"${PWD##*/}\"; printf ' <%s>' \"$@\"; echo\n"
    "case $2 in --counts-differ) exit 1 ;; --inconclusive) exit ${STRICT:-4} ;; esac\n"
    "cat \"$3\"\n"
    "[ \"$4\" != --again ] || { echo again; cat \"$5\"; exit ${AGAIN:-0}; }\n"
    "exit ${FIRST:-0}\n";

#define WRONG_LATE(who)                                                                            \
    "[ \"$LATE\" != " who " ] || [ $(wc -l <\"$DIR/spent\") -lt 4 ] || export TWO=1000\n"

/* $DIR/old and $DIR/new are $DIR/engine, and take $OLD_MS and $NEW_MS to count. That of $LATE
 * counts wrong after the first four. */
static void make_engines(void)
{
    char path[PATH_SIZE];
    make_engine();
    make_program("old",
                 "#!/bin/sh\n"
                 "export TWO=$OLD_TWO CRASH=$OLD_CRASH SILENT=$OLD_SILENT\n"
                 "export SPENDS=\"old ${OLD_MS:-100}\"\n" WRONG_LATE("old") ". \"$DIR/engine\"\n");
    make_program("new",
                 "#!/bin/sh\n"
                 "export TWO=$NEW_TWO THREE=$NEW_THREE CRASH=$NEW_CRASH SILENT=$NEW_SILENT\n"
                 "export SPENDS=\"new ${NEW_MS:-100}\"\n" WRONG_LATE("new") ". \"$DIR/engine\"\n");
    write_file("spent", "");
    write_file("clock", fake_clock);
    cr_assert_eq(shell("mkdir \"$DIR/build\" \"$DIR/tmp\" && ln -s \"$BUILD/xqperft\" "
                       "\"$DIR/build\""),
                 0, "%s", output);
    make_program("build/xqbench", fake_xqbench);
    path_of(path, "build");
    cr_assert_eq(setenv("BUILD", path, 1), 0);
    path_of(path, "clock");
    cr_assert_eq(setenv("BASH_ENV", path, 1), 0);
    path_of(path, "tmp");
    cr_assert_eq(setenv("TMPDIR", path, 1), 0);
    cr_assert_eq(setenv("RUNS", "1", 1), 0);
    cr_assert_eq(unsetenv("PAIRS"), 0);
    cr_assert_eq(unsetenv("TIMEOUT"), 0);
}

#define PAIR_EQUAL  "perft 2\t0.100\t0.100\n"
#define PAIR_SLOWER "perft 2\t0.100\t0.150\n"

static const struct script_case pair_cases[] = {
    {"equal ones", ENGINES "2", 0, {"judged in", "\n" PAIR_EQUAL}},
    {"the first depth that takes a while", ENGINES "--strict", 0, {"<--strict>", "\n" PAIR_EQUAL}},
    {"which may be deeper",
     "export OLD_MS=50 NEW_MS=50; " ENGINES,
     0,
     {"judged in", "\nperft 3\t0.100\t0.100\n"}},
    {"a slower one", "export NEW_MS=150; " ENGINES "2", 0, {"judged in", "\n" PAIR_SLOWER}},
    {"options are passed on",
     ENGINES "2 --strict --json 'a b'",
     0,
     {"<gate> <--pairs> <",
      "/pairs> <--counted> <perft 1 to 2 of the starting position, by both engines as by xqperft> "
      "<--strict> <--json> <a b>\n"}},
    {"relative paths are the user's",
     "here=$PWD; cd \"$DIR\"; PAIRS=kept \"$here/scripts/gate-engines.sh\" ./old ./new 2; "
     "cat \"$DIR/kept\"",
     0,
     {"judged in test-xqperft", PAIR_EQUAL PAIR_EQUAL}},
    {"as many pairs as are wanted", "RUNS=3 " ENGINES "2 | grep -c '^perft'", 0, {"3\n", ""}},
    {"what passes is not timed again", ENGINES "2 | grep -c again", 1, {"0\n", ""}},
    {"what seems slower is, with twice as many",
     "export GROUND='\"time\"' FIRST=4 AGAIN=1 NEW_MS=150; " ENGINES "2 --strict",
     1,
     {"/pairs> <--again> <", PAIR_SLOWER "again\n" PAIR_SLOWER PAIR_SLOWER}},
    {"only the last verdict is shown",
     "export GROUND='\"time\"' FIRST=1 AGAIN=4; " ENGINES
     "2 >\"$DIR/said\"; status=$?; grep -c judged "
     "\"$DIR/said\"; exit $status",
     4,
     {"1\n", ""}},
    {"what is open is not timed again",
     "export GROUND=null FIRST=4; " ENGINES "2 >\"$DIR/said\"; status=$?; grep -c again "
     "\"$DIR/said\"; exit $status",
     4,
     {"0\n", ""}},
    {"what xqbench cannot judge is not",
     "export FIRST=2; " ENGINES "2 >\"$DIR/said\"; status=$?; grep -c again \"$DIR/said\"; exit "
     "$status",
     2,
     {"0\n", ""}},
};

static const struct script_case failure_cases[] = {
    {"new counts differ",
     "export NEW_TWO=1921; " ENGINES "2 --strict",
     1,
     {"<--counts-differ> <perft 2 of the starting position is 1920 by xqperft, and 1921 by the new "
      "engine (/",
      "/new)> <--strict>\n"}},
    {"both have the same wrong count",
     "export OLD_TWO=1921 NEW_TWO=1921; " ENGINES "2",
     1,
     {"<--counts-differ> <perft 2", "by the new engine"}},
    {"those of old earlier: both are told",
     "export OLD_TWO=1919 NEW_THREE=7; " ENGINES "3",
     1,
     {"<--counts-differ> <perft 2 of the starting position is 1920 by xqperft, and 1919 by the old "
      "engine (/",
      "/old)\nperft 3 of the starting position is 79666 by xqperft, and 7 by the new"}},
    {"only those of old: that is repaired",
     "export OLD_TWO=1919; " ENGINES "2 --json a",
     4,
     {"<--inconclusive> <the old engine miscounts, and the new one does not; ",
      "<--note> <perft 2 of the starting position is 1920 by xqperft, and 1919 by the old engine "
      "(/"}},
    {"which is known when new has counted for a while",
     ": >\"$DIR/spent\"; export OLD_TWO=1919 OLD_MS=20 NEW_MS=60; " ENGINES
     "&& exit 9; grep -c new \"$DIR/spent\"",
     0,
     {"<--inconclusive> <the old engine miscounts", "\n3\n"}},
    {"old is asked no more then",
     ": >\"$DIR/spent\"; export OLD_TWO=1919; " ENGINES "3; grep -c old \"$DIR/spent\"",
     0,
     {"<--inconclusive> <the old engine miscounts", "\n2\n"}},
    {"old counts differ while it is timed",
     ": >\"$DIR/spent\"; export LATE=old; " ENGINES "2",
     4,
     {"<--inconclusive> <the old engine miscounts", "and 1000 by the old engine"}},
    {"new counts differ while it is timed",
     ": >\"$DIR/spent\"; export LATE=new; " ENGINES "2",
     1,
     {"<--counts-differ> <perft 2", "and 1000 by the new engine"}},
    {"counts of less depth are checked, too",
     "export NEW_TWO=1921; " ENGINES "3",
     1,
     {"perft 2", "1921 by the new"}},
    {"nothing is timed then",
     ": >\"$DIR/spent\"; export NEW_TWO=1921; " ENGINES "2 | grep -c judged; wc -l "
     "<\"$DIR/spent\"",
     0,
     {"1\n3\n", ""}},
    {"a crash",
     "export NEW_CRASH=1; " ENGINES "2",
     3,
     {"I am undone", "perft 1 of the new engine (/"}},
    {"a crash of the old one",
     "export OLD_CRASH=1; " ENGINES "2",
     3,
     {"I am undone", "perft 1 of the old engine (/"}},
    {"is in the reports",
     "export OLD_CRASH=1; " ENGINES "2 --json a 2>/dev/null",
     3,
     {"<--inconclusive> <perft 1 of the old engine (/", "/old) failed> <--json> <a>\n"}},
    {"one that hangs",
     "export NEW_SILENT=1 TIMEOUT=1; " ENGINES "2",
     3,
     {"within 1 seconds", "/new) failed"}},
    {"one that is missing",
     "scripts/gate-engines.sh \"$DIR/old\" \"$DIR/none\" 2",
     3,
     {"/none", "no program"}},
    {"too quick to be compared",
     "export NEW_MS=9; " ENGINES "2",
     4,
     {"<--inconclusive> <perft 2 takes less than 10 ms",
      "DEPTH should be 3 or more> <--counted> <perft 1 to 2 of"}},
    {"for which --strict has another status",
     "export NEW_MS=9 STRICT=1; " ENGINES "2 --strict",
     1,
     {"<--inconclusive> <perft 2 takes", "> <--strict>\n"}},
    {"what xqbench refuses, before an engine is started",
     ": >\"$DIR/spent\"; " ENGINES "2 --nonsense || { status=$?; [ ! -s \"$DIR/spent\" ] && "
     "exit $status; }",
     2,
     {"'--nonsense'", "refuses an option"}},
    {"what xqbench only explains",
     ": >\"$DIR/spent\"; " ENGINES "2 --usage && [ ! -s \"$DIR/spent\" ]",
     0,
     {"usage of it\n", ""}},
};

static const struct script_case refusal_cases[] = {
    {"no engine", "scripts/gate-engines.sh", 2, {"OLD and NEW are wanted", "usage: "}},
    {"one engine", "scripts/gate-engines.sh a --strict", 2, {"OLD and NEW are wanted", "usage: "}},
    {"an engine without a name", "scripts/gate-engines.sh a ' '", 2, {"is empty", "usage: "}},
    {"a third engine", "scripts/gate-engines.sh a b 5 c", 2, {"'c'", "usage: "}},
    {"a depth of 0", "scripts/gate-engines.sh a b 0", 2, {"DEPTH", "'0'"}},
    {"no runs", "RUNS=0 scripts/gate-engines.sh a b", 2, {"RUNS", "'0'"}},
    {"no timeout", "TIMEOUT=x scripts/gate-engines.sh a b", 2, {"TIMEOUT", "'x'"}},
    {"pairs that cannot be kept",
     "PAIRS=/dev/null/x " ENGINES "2",
     2,
     {"cannot write /dev/null/x", ""}},
    {"no program", "BUILD=\"$DIR\" " ENGINES "2", 3, {"there is no ", "/xqperft; run make"}},
};

static void assert_cases(const struct script_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        assert_case(&cases[i]);
        assert_empty("tmp", cases[i].rule);
    }
}

Test(scripts_gate_engines, pairs, .init = make_engines, .fini = remove_folder)
{
    assert_cases(pair_cases, sizeof pair_cases / sizeof pair_cases[0]);
}

Test(scripts_gate_engines, failures, .init = make_engines, .fini = remove_folder)
{
    assert_cases(failure_cases, sizeof failure_cases / sizeof failure_cases[0]);
}

Test(scripts_gate_engines, refusals, .init = make_engines, .fini = remove_folder)
{
    assert_cases(refusal_cases, sizeof refusal_cases / sizeof refusal_cases[0]);
}

/* Two counts, a warm-up pair and three pairs, each of two processes a turn. */
Test(scripts_gate_engines, they_take_turns, .init = make_engines, .fini = remove_folder)
{
    cr_assert_eq(shell("RUNS=3 " ENGINES "2"), 0, "%s", output);
    cr_assert_eq(shell("cut -d ' ' -f 3 \"$DIR/spent\" | tr '\\n' ' '"), 0);
    cr_assert_str_eq(output, "new old new old " /* depths 1 and 2 */
                             "new new old old " /* warming up */
                             "new new old old old old new new new new old old ");
}

/* From here on, xqbench is that of this build. */
static void use_xqbench(void)
{
    cr_assert_eq(shell("ln -sf \"$(dirname \"$(realpath \"$DIR/build/xqperft\")\")/xqbench\" "
                       "\"$DIR/build/xqbench\""),
                 0, "%s", output);
}

/* Early ends with the xqbench of this build: all reports that were asked for, none of an earlier
 * run, and the status of --strict. */
Test(scripts_gate_engines, early_ends_are_reported, .init = make_engines, .fini = remove_folder)
{
    static const struct {
        const char *set;
        int status, strict;
        const char *says;
    } cases[] = {
        {"NEW_TWO=1921", 1, 1, "counts differ"},
        {"OLD_TWO=1919", 4, 1, "the old engine miscounts"},
        {"NEW_MS=9", 4, 1, "perft 2 takes less than 10 ms"},
        {"NEW_CRASH=1", 3, 3, "perft 1 of the new engine ("},
        {"OLD_CRASH=1", 3, 3, "perft 1 of the old engine ("},
    };
    static const char *const files[] = {"json", "md", "xml"};
    use_xqbench();
    for (size_t i = 0; i < 2 * (sizeof cases / sizeof cases[0]); i++) {
        const char *set = cases[i / 2].set;
        char command[512];
        int wanted = i % 2 ? cases[i / 2].strict : cases[i / 2].status;
        for (size_t file = 0; file < 3; file++)
            write_file(files[file], "of an earlier run");
        snprintf(command, sizeof command,
                 "export %s; " ENGINES "2 %s --github --json \"$DIR/json\" --markdown \"$DIR/md\" "
                 "--junit \"$DIR/xml\"",
                 set, i % 2 ? "--strict" : "");
        int status = shell(command);
        cr_assert_eq(status, wanted, "%s: status %d: %s", command, status, output);
        assert_says("\n::notice title=gate::", command);
        if (cases[i / 2].status == 1)
            assert_says("\n::error title=gate%3A counts differ::perft 2 of ", command);
        for (size_t file = 0; file < 3; file++) {
            char *text = read_file(files[file]);
            cr_assert(strstr(text, cases[i / 2].says), "%s: %s", command, text);
            cr_assert_null(strstr(text, "of an earlier run"), "%s: %s", command, text);
            free(text);
        }
    }
}

/* Reports of a whole run say who checked the counts, and skip no case of them. */
Test(scripts_gate_engines, counts_are_reported, .init = make_engines, .fini = remove_folder)
{
    use_xqbench();
    cr_assert_eq(shell("RUNS=10 " ENGINES "2 --junit \"$DIR/xml\""), 0, "%s", output);
    assert_says("Counts: checked, all are right\n", "what was checked");
    assert_says("perft 1 to 2 of the starting position", "which");
    char *text = read_file("xml");
    cr_assert(strstr(text, "skipped=\"0\""), "%s", text);
    free(text);
}

Test(scripts_gate_engines, end_with_a_signal, .init = make_engines, .fini = remove_folder)
{
    assert_ends_with("export OLD_SILENT=1; " ENGINES "2", "an engine that is asked ends");
}
