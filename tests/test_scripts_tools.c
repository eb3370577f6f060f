/* Scripts for who builds, tests and publishes: on programs and files of the test's own. */
#include "scripts.h"

#define BARE "PATH=\"$DIR/bin\" " /* none but the programs that a test has put there */

/* A tree of $DIR/tree with a copy of a script. */
static void copy_script(const char *name)
{
    char command[256];
    snprintf(
        command, sizeof command,
        "mkdir -p \"$DIR/tree/scripts\" && cp scripts/common.sh scripts/%s \"$DIR/tree/scripts\"",
        name);
    cr_assert_eq(shell(command), 0, "%s", output);
}

/* --- readme-table.sh ------------------------------------------------------------------------- */

#define TABLE(file, lines)                                                                         \
    "<!-- results/reference/" file " -->\n" lines "<!-- end of the table -->\n"
#define README(a, b) "Before.\n\n" TABLE("a.md", a) "\nBetween.\n" TABLE("b.tsv", b) "After.\n"

/* A file with two tables, lines and a blank one at its end, and one that becomes a table. */
static const char several[] = "Words  \n\n| A |\n|---|\n| 1 |\n\n| B |\n|---|\n| 2 |\n\n";
static const char tsv[] = "name\tns\nnaive\t1.5\n";
static const char filled[] = README("Words  \n\n| A |\n|---|\n| 1 |\n\n| B |\n|---|\n| 2 |\n\n",
                                    "| name | ns |\n|---|---|\n| naive | 1.5 |\n");

static void make_tree(void)
{
    make_folder();
    copy_script("readme-table.sh");
    cr_assert_eq(shell("mkdir -p \"$DIR/tree/results/reference\""), 0, "%s", output);
    write_file("tree/results/reference/a.md", several);
    write_file("tree/results/reference/b.tsv", tsv);
}

struct readme_case {
    const char *rule, *readme, *arguments;
    int status;
    const char *says;
    const char *becomes; /* NULL: stays as it is */
};

static const struct readme_case readme_cases[] = {
    {"empty tables are filled", README("", ""), "", 0, "", filled},
    {"old tables are replaced", README("| old |\n\nold\n", "old\n"), "", 0, "", filled},
    {"full ones stay", filled, "", 0, "", filled},
    {"a check of full ones", filled, "--check", 0, "", NULL},
    {"a check of others", README("", ""), "--check", 1, "shows other tables", NULL},
    {"an end is missing", README("", "") "<!-- results/reference/a.md -->\n", "", 2,
     "a.md has no end", NULL},
    {"an end is missing before the next", "<!-- results/reference/b.tsv -->\n" README("", ""), "",
     2, "b.tsv has no end", NULL},
    {"an end too much", README("", "") "<!-- end of the table -->\n", "", 2, "did not begin", NULL},
    {"no file", README("", "") TABLE("none.md", ""), "", 2, "none.md is missing", NULL},
    {"no table", "Words.\n", "--check", 2, "no table", NULL},
    {"an unknown argument", README("", ""), "--chekc", 2, "usage: ", NULL},
    {"a second argument", README("", ""), "--check --check", 2, "usage: ", NULL},
};

/* The same with a translation: nothing is written unless both are in order. */
static const struct {
    struct readme_case is;
    const char *translation;
} translation_cases[] = {
    {{"both are filled", README("", ""), "", 0, "", filled}, README("old\n", "")},
    {{"a check of both", filled, "--check", 0, "", NULL}, filled},
    {{"a check of an old one", filled, "--check", 1, "README.zh-CN.md shows other tables", NULL},
     README("", "")},
    {{"an end is missing", README("", ""), "", 2, "README.zh-CN.md: the table of", NULL},
     "<!-- results/reference/a.md -->\n"},
};

static void assert_became(const char *name, const char *was, const struct readme_case *is)
{
    char *now = read_file(name);
    cr_assert_str_eq(now, is->becomes ? is->becomes : was, "%s: %s", is->rule, name);
    free(now);
}

static void assert_readme(const struct readme_case *is, const char *translation)
{
    char command[128];
    write_file("tree/README.md", is->readme);
    if (translation)
        write_file("tree/README.zh-CN.md", translation);
    snprintf(command, sizeof command, "\"$DIR/tree/scripts/readme-table.sh\" %s", is->arguments);
    int status = shell(command);
    cr_assert_eq(status, is->status, "%s: status %d: %s", is->rule, status, output);
    assert_says(is->says, is->rule);
    assert_became("tree/README.md", is->readme, is);
    if (translation)
        assert_became("tree/README.zh-CN.md", translation, is);
    cr_assert_eq(shell("! ls \"$DIR/tree\" | grep new"), 0, "%s: %s", is->rule, output);
}

Test(scripts_tools, readme_table, .init = make_tree, .fini = remove_folder)
{
    for (size_t i = 0; i < sizeof readme_cases / sizeof readme_cases[0]; i++)
        assert_readme(&readme_cases[i], NULL);
    for (size_t i = 0; i < sizeof translation_cases / sizeof translation_cases[0]; i++)
        assert_readme(&translation_cases[i].is, translation_cases[i].translation);
    cr_assert_eq(shell("rm \"$DIR/tree/README.md\"; \"$DIR/tree/scripts/readme-table.sh\""), 2,
                 "without README.md: %s", output);
}

/* --- run-tests.sh ---------------------------------------------------------------------------- */

#define CLOSING(text) "scripts/run-tests.sh sh -c \"printf '" text "\\n'; exit ${STATUS:-0}\""

static const struct script_case closing_cases[] = {
    {"tests ran", CLOSING("[====] Synthesis: Tested: 42 | Passing: 42"), 0, {"Tested: 42", ""}},
    {"in colours",
     CLOSING("[====] Synthesis: Tested: \\033[0;34;1m7\\033[0m | Passing: 7"),
     0,
     {"Synthesis", "7"}},
    {"none ran, whatever else is counted",
     CLOSING("[====] Synthesis: Tested: 0 | Passing: 0 | Crashing: 3"),
     1,
     {"Tested: 0", "no test ran"}},
    {"none in colours",
     CLOSING("[====] Synthesis: Tested: \\033[0;34;1m0\\033[0m | Passing: 0"),
     1,
     {"Synthesis", "no test ran"}},
    {"no closing line", CLOSING("I have crashed"), 1, {"I have crashed", "no test ran"}},
    {"a test fails", "export STATUS=9; " CLOSING("Synthesis: Tested: 2"), 9, {"Tested: 2", ""}},
    {"no program", "scripts/run-tests.sh", 2, {"usage: ", ""}},
};

Test(scripts_tools, run_tests)
{
    for (size_t i = 0; i < sizeof closing_cases / sizeof closing_cases[0]; i++)
        assert_case(&closing_cases[i]);
}

/* --- install-deps.sh ------------------------------------------------------------------------- */

/* A machine without packages, whose apt-get notes what it is to install. */
static void make_machine(void)
{
    make_folder();
    cr_assert_eq(shell("mkdir \"$DIR/bin\" && for tool in id sort tr env sh; do "
                       "ln -s \"$(command -v $tool)\" \"$DIR/bin\" || exit; done"),
                 0, "%s", output);
    make_program("bin/dpkg-query", "#!/bin/sh\n");
    make_program("bin/sudo", "#!/bin/sh\nexec \"$@\"\n");
    make_program("bin/make", "#!/bin/sh\n");
    make_program("bin/apt-get",
                 "#!/bin/sh\n"
                 "[ \"$1\" = install ] || exit 0\n"
                 "shift\n"
                 "for word; do case $word in -*) ;; *) list=\"$list $word\" ;; esac; "
                 "done\n"
                 "echo \"apt:$list.\" >&2\n");
}

static const char compiler[] = "#!/bin/sh\n";
static const char ccache[] =
    "#!/bin/sh\ncase $1 in --version) ;; -*) exit 1 ;; esac\nexec \"$@\"\n";

#define INSTALL "scripts/install-deps.sh build"
#define HEADERS "libc6-dev libgsl-dev libjansson-dev"

static const struct script_case install_cases[] = {
    {"gcc without a word", BARE INSTALL, 0, {"apt: gcc " HEADERS ".", ""}},
    {"clang when CC is", "CC=clang " BARE INSTALL, 0, {"apt: clang " HEADERS ".", ""}},
    {"a version", "CC='clang-14 -m64' " BARE INSTALL, 0, {"apt: clang-14 " HEADERS ".", ""}},
    {"cc is gcc", "CC=cc " BARE INSTALL, 0, {"apt: gcc " HEADERS ".", ""}},
    {"a wrapper", "CC='ccache gcc' " BARE INSTALL, 0, {"apt: ccache gcc " HEADERS ".", ""}},
};

Test(scripts_tools, install, .init = make_machine, .fini = remove_folder)
{
    for (size_t i = 0; i < sizeof install_cases / sizeof install_cases[0]; i++)
        assert_case(&install_cases[i]);
    make_program("bin/gcc", compiler);
    make_program("bin/ccache", ccache);
    cr_assert_eq(shell("CC='ccache gcc -m64' " BARE INSTALL), 0, "%s", output);
    cr_assert_str_eq(output, "", "all was there");
}

/* --- bench.sh -------------------------------------------------------------------------------- */

Test(scripts_tools, bench_is_quick, .init = make_folder, .fini = remove_folder)
{
    copy_script("bench.sh");
    cr_assert_eq(shell("mkdir \"$DIR/bin\""), 0, "%s", output);
    make_program("tree/scripts/install-deps.sh", "#!/bin/sh\n");
    make_program("bin/make", "#!/bin/sh\necho \"make $* RUNS=$RUNS.\"\n");
    make_program("xqperft", "#!/bin/sh\necho \"checked: $1\"\n");
    static const char bench[] = "unset RUNS; BUILD=\"$DIR\" PATH=\"$DIR/bin:$PATH\" "
                                "\"$DIR/tree/scripts/bench.sh\" ";
    char command[256];
    snprintf(command, sizeof command, "%s--quick", bench);
    struct script_case is = {"quick", command, 0, {"checked: verify", "BENCH=--quick RUNS=1."}};
    assert_case(&is);
    is = (struct script_case){"by default", bench, 0, {"checked: verify", "BENCH= RUNS=."}};
    assert_case(&is);
}

/* --- perft-of-engine.sh ---------------------------------------------------------------------- */

/* An answer counts that was given in time and read later: here the reader takes 9 seconds more, by
 * the clock that it asks. */
Test(scripts_tools, an_answer_at_the_deadline, .init = make_engine, .fini = remove_folder)
{
    write_file("clock",
               "read() {\n"
               "    builtin read \"$@\" || return\n"
               "    case ${line:-} in uciok | readyok | Nodes*) SECONDS=$((SECONDS + 9)) ;; "
               "esac\n"
               "}\n");
    static const struct script_case is = {
        "at the deadline",
        "BASH_ENV=\"$DIR/clock\" scripts/perft-of-engine.sh --timeout 9 \"$DIR/engine\" 2",
        0,
        {"engine\tdepth\tnodes\n", "Fake 1\t2\t1920\n"}};
    assert_case(&is);
}

/* --- no room --------------------------------------------------------------------------------- */

static const char *const without_room[] = {
    "bench-compilers.sh \"$DIR/out\"",
    "hyperfine.sh --check",
    "versus-engine.sh true 1",
    "check-report.sh \"$DIR/a\"",
    "gate.sh HEAD",
    "gate-engines.sh true true 1",
    "readme-table.sh --check",
    "run-tests.sh true",
    "plot.sh \"$DIR\"",
    "portability.sh",
};

Test(scripts_tools, no_temporary_folder, .init = make_folder, .fini = remove_folder)
{
    make_program("hyperfine", "#!/bin/sh\n");
    make_program("chromium", "#!/bin/sh\n");
    make_program("mktemp", "#!/bin/sh\necho 'no room' >&2\nexit 1\n");
    write_file("a", "a\n");
    for (size_t i = 0; i < sizeof without_room / sizeof without_room[0]; i++) {
        char command[128];
        snprintf(command, sizeof command, "export PATH=\"$DIR:$PATH\"; scripts/%s",
                 without_room[i]);
        int status = shell(command);
        cr_assert_eq(status, 2, "%s: status %d: %s", without_room[i], status, output);
        assert_says("no room", without_room[i]);
    }
}
