/* The Makefile: what it would do, and what it says to scripts. It compiles nothing here. */
#include "scripts.h"

#define MAKE "env -u MAKEFLAGS -u MAKELEVEL -u RESULTS -u ENGINE -u ENGINES make "

/* $DIR/tree has the Makefile, and scripts that say what they are told. */
static void make_tree(void)
{
    static const char *const scripts[] = {"hyperfine.sh", "plot.sh", "bench-compilers.sh",
                                          "versus-engine.sh", "pgo.sh"};
    make_folder();
    cr_assert_eq(shell("mkdir -p \"$DIR/tree/scripts\" \"$DIR/tree/build\" && "
                       "cp Makefile \"$DIR/tree\" && "
                       "cp scripts/common.sh scripts/run-bench.sh \"$DIR/tree/scripts\""),
                 0, "%s", output);
    for (size_t i = 0; i < sizeof scripts / sizeof scripts[0]; i++) {
        char path[PATH_SIZE];
        snprintf(path, sizeof path, "tree/scripts/%s", scripts[i]);
        make_program(path, "#!/bin/sh\n"
                           "echo \"${0##*/}:$(printf ' <%s>' \"$@\") engines <$ENGINES>\"\n"
                           "[ \"$FAIL\" != \"${0##*/} $1\" ] || exit 9\n"
                           "[ \"$AND\" != \"${0##*/} $1\" ] || exit 8\n");
    }
    make_program("tree/build/xqbench", "#!/bin/sh\n"
                                       "[ \"$1\" != list ] || printf 'results\\tresults/new\\n'\n"
                                       "[ \"$1\" = list ] || echo \"xqbench:$(printf ' <%s>' "
                                       "\"$@\")\"\n");
    cr_assert_eq(chdir(folder), 0);
    cr_assert_eq(chdir("tree"), 0);
    cr_assert_eq(unsetenv("BUILD"), 0);
}

/* -o: not to be made, for there is nothing to make it of. */
#define BENCH MAKE "-s -o all -o counted bench "

static const struct script_case bench_cases[] = {
    {"an engine with quotes, a folder with a blank",
     BENCH "ENGINE=\"./it's 'an engine'\" RESULTS='a b'",
     0,
     {"plot.sh: <--check> engines <./it's 'an engine'>\n"
      "hyperfine.sh: <--check> engines <./it's 'an engine'>\nxqbench: <run> <--out> <a b>\n",
      "hyperfine.sh: <a b> engines <./it's 'an engine'>\nplot.sh: <a b>"}},
    {"engines of the environment",
     "ENGINES='one two'; export ENGINES; make() { env -u MAKEFLAGS -u MAKELEVEL -u RESULTS -u "
     "ENGINE "
     "make \"$@\"; }; make -s -o all -o counted bench",
     0,
     {"hyperfine.sh: <--check> engines <one two>", "<results/new> engines <one two>"}},
    {"what cannot be timed is found out first",
     "export FAIL='hyperfine.sh --check'; " BENCH "|| ! echo failed",
     1,
     {"hyperfine.sh: <--check>", "engines <>\nmake: "}},
    {"as is what cannot be drawn",
     "export FAIL='plot.sh --check'; " BENCH "| grep -v '^make: '",
     0,
     {"plot.sh: <--check> engines <>\n", ""}},
    {"options of the run",
     BENCH "BENCH=\"--quick --board 'a b'\"",
     0,
     {"xqbench: <run> <--quick> <--board> <a b> <--out> <results/new>\n", ""}},
    {"what is counted",
     "mkdir -p build/x86-64-v3; touch build/x86-64-v3/xqbench; chmod +x build/x86-64-v3/xqbench; "
     "cp \"$DIR/tree/build/xqbench\" \"$DIR/valgrind\"; PATH=\"$DIR:$PATH\"; " BENCH,
     0,
     {"xqbench: <run> <--count-with> <build/x86-64-v3/xqbench> <--out> <results/new>\n", ""}},
    {"or not",
     BENCH "BENCH=--no-count",
     0,
     {"xqbench: <run> <--no-count> <--out> <results/new>\n", ""}},
    {"a folder in two ways", BENCH "BENCH='--out x' RESULTS=y", 2, {"RESULTS=dir says", "'--out'"}},
    {"a folder by its option alone", BENCH "BENCH=--ou=x", 2, {"RESULTS=dir says", "'--ou=x'"}},
    {"a folder that looks like an option",
     BENCH "RESULTS=-x",
     2,
     {"RESULTS is '-x'", "like an option"}},
    {"also without make",
     "RESULTS=-x scripts/run-bench.sh",
     2,
     {"RESULTS is '-x'", "like an option"}},
    {"plots are drawn all the same",
     "export FAIL='hyperfine.sh results/new'; " BENCH,
     2,
     {"plot.sh: <results/new>", "Error 9"}},
    {"the first failure is what counts",
     "export FAIL='hyperfine.sh results/new' AND='plot.sh results/new'; " BENCH,
     2,
     {"plot.sh: <results/new>", "Error 9"}},
    {"plots that cannot be drawn", "export FAIL='plot.sh results/new'; " BENCH, 2, {"Error 9", ""}},
    {"a folder with a blank for compilers",
     MAKE "-s bench-compilers COMPILERS=--quick RESULTS='a b'",
     0,
     {"bench-compilers.sh: <--quick> <a b>", ""}},
    {"no folder for compilers",
     MAKE "-s bench-compilers",
     0,
     {"bench-compilers.sh: <> engines", ""}},
    {"an engine with quotes beside ours",
     MAKE "-s -o all versus ENGINE=\"./it's 'an engine'\" DEPTH=4",
     0,
     {"versus-engine.sh: <./it's 'an engine'> <4>", ""}},
    {"options of what a profile gains, and the compiler",
     MAKE "-s pgo PGO=\"--ours 'a b' 4\" CC='env gcc'",
     0,
     {"pgo.sh: <--ours> <a b> <4> engines", ""}},
    {"a suite beside an engine",
     MAKE "-s -o all versus VERSUS='--epd positions/games.epd'",
     0,
     {"versus-engine.sh: <--epd> <positions/games.epd> <fairy-stockfish>", ""}},
    {"no folder to report on: the reference is none",
     "mkdir -p results/reference; touch results/reference/results.json; " MAKE
     "-s -o build/xqbench report",
     2,
     {"there are no results", "make bench"}},
    {"the newest to report on",
     "mkdir -p results/old; touch -d 2020-01-01 results/old/results.json; " MAKE
     "-s -o build/xqbench report PATH=/usr/bin:/bin:$DIR",
     0,
     {"plot.sh: <--keep> <results/old>", "xqbench: <report> <results/old>"}},
};

Test(scripts_make, tells_scripts, .init = make_tree, .fini = remove_folder)
{
    make_program("tree/scripts/check-report.sh", "#!/bin/sh\n");
    for (size_t i = 0; i < sizeof bench_cases / sizeof bench_cases[0]; i++)
        assert_case(&bench_cases[i]);
}

/* make ends what its recipes have started; xqbench saves what there is before all is over. */
Test(scripts_make, a_signal_ends_the_bench, .init = make_tree, .fini = remove_folder)
{
    make_program("tree/build/xqbench",
                 "#!/bin/sh\n"
                 "[ \"$1\" = list ] && exit\n"
                 "trap 'kill $!; sleep 0.2; touch \"$DIR/saved\"; exit 130' TERM\n"
                 "sleep 60 &\n"
                 "echo $$ >\"$DIR/pid\"\n"
                 "wait\n");
    int status =
        shell("unset MAKEFLAGS MAKELEVEL; "
              "make -s -o all -o counted bench RESULTS=some & make=$!; i=0; "
              "while ! [ -s \"$DIR/pid\" ] && [ $i -lt 100 ]; do sleep 0.1; i=$((i + 1)); done; "
              "kill -TERM $make; wait $make; [ -e \"$DIR/saved\" ]");
    cr_assert_eq(status, 0, "status %d: %s", status, output);
}

/* Debian's old name of Chromium, and nothing else of it. */
Test(scripts_make, chromium_by_another_name, .init = make_tree, .fini = remove_folder)
{
    make_program("chromium-browser", "#!/bin/sh\n");
    make_program("tree/scripts/check-report.sh", "#!/bin/sh\necho \"checked: $1\"\n");
    cr_assert_eq(shell("mkdir \"$DIR/bin\" && for tool in env make sh git grep head sed ls gcc; do "
                       "ln -s \"$(command -v $tool)\" \"$DIR/bin\"; done; "
                       "mv \"$DIR/chromium-browser\" \"$DIR/bin\""),
                 0, "%s", output);
    static const struct script_case is = {"another name",
                                          "PATH=\"$DIR/bin\"; " MAKE
                                          "-s -o build/xqbench report RESULTS=some",
                                          0,
                                          {"checked: some/report.html", ""}};
    assert_case(&is);
}

static const struct script_case folder_cases[] = {
    {"empty is build", "BUILD= " MAKE "-n clean", 0, {"rm -rf 'build'\n", ""}},
    {"blank on the command line", MAKE "-n clean BUILD=' '", 0, {"rm -rf 'build'\n", ""}},
    {"another folder", MAKE "-n clean BUILD=other", 0, {"rm -rf 'other'\n", ""}},
    {"a sanitizer, and a compiler of two words",
     MAKE "-n clean SANITIZE=undefined CC='env gcc'",
     0,
     {"rm -rf 'build/gcc-sanitize'\n", ""}},
    {"the tree itself is not removed", MAKE "clean BUILD=.", 2, {"BUILD is .,", "Error 2"}},
    {"nor what it is in", MAKE "clean BUILD=../", 2, {"BUILD is ../,", "Error 2"}},
    {"nor a folder that no build made",
     "mkdir mine; touch mine/work; " MAKE "clean BUILD=mine",
     2,
     {"BUILD is mine,", "Error 2"}},
    {"a blank", MAKE "-n all BUILD='a b'", 2, {"BUILD is 'a b'", "no blank"}},
    {"a blank in front", "export BUILD=' b'; " MAKE "-n all", 2, {"BUILD is ' b'", "no blank"}},
    {"quotes", MAKE "-n all BUILD=\"it's\"", 2, {"BUILD is 'it's'", "quote"}},
    {"more quotes", MAKE "-n all BUILD='a\"b'", 2, {"BUILD is 'a\"b'", "quote"}},
    {"an option", MAKE "-n all BUILD=-x", 2, {"BUILD is '-x'", "character"}},
    {"a rule", MAKE "-n all BUILD=a:b", 2, {"BUILD is 'a:b'", "character"}},
    {"unusual, and well", MAKE "-n clean BUILD=../é,x+y@z~1", 0, {"rm -rf '../é,x+y@z~1'\n", ""}},
    {"nor all", MAKE "-n clean BUILD=/ | grep -c \"case '.*/' in ''/\"", 0, {"1", ""}},
};

/* Builds for several compilers are below BUILD, which may have nothing else. */
Test(scripts_make, clean_after_compilers, .init = make_tree, .fini = remove_folder)
{
    static const char command[] =
        "mkdir -p other/compilers/gcc; " MAKE "-s bench-compilers BUILD=other && " MAKE
        "-s clean BUILD=other && [ ! -e other ]";
    int status = shell(command);
    cr_assert_eq(status, 0, "status %d: %s", status, output);
}

Test(scripts_make, build_folder, .init = make_tree, .fini = remove_folder)
{
    for (size_t i = 0; i < sizeof folder_cases / sizeof folder_cases[0]; i++)
        assert_case(&folder_cases[i]);
    cr_assert_eq(shell("[ -e Makefile ] && [ -e mine/work ]"), 0, "the tree is gone");
}

/* --- an upgraded compiler -------------------------------------------------------------------- */

Test(scripts_make, another_version_rebuilds, .init = make_tree, .fini = remove_folder)
{
    static const char flags[] = MAKE "-s CC=\"$DIR/cc\" build/flags && cp -p build/flags flags.was";
    static const char same[] =
        MAKE "-s CC=\"$DIR/cc\" build/flags && [ ! build/flags -nt flags.was ]";
    make_program("cc", "#!/bin/sh\necho 'cc 1.0'\n");
    cr_assert_eq(shell(flags), 0, "%s", output);
    cr_assert_eq(shell(same), 0, "the same compiler: %s", output);
    make_program("cc", "#!/bin/sh\necho 'cc 1.1'\n");
    cr_assert_eq(shell(MAKE "-s CC=\"$DIR/cc\" build/flags && ! cmp -s build/flags flags.was"), 0,
                 "another version: %s", output);
    cr_assert_eq(shell("grep -qx 'cc 1.1' build/flags && [ ! -e build/flags.new ]"), 0);
}
