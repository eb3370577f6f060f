/* scripts/pgo.sh with compilers that compile nothing, and a make whose programs say what they are
 * told to; with XQPERFT_DEEP=1 also with the real ones. Never how fast anything was. */
#include "scripts.h"

#define PGO "scripts/pgo.sh --rounds 2 --ours '--board padded --policy plain' "

/* Notes what it builds in $DIR/built. Its gcc notes a profile, in its clang the programs do when
 * they run; $FAIL names the step that fails. */
static const char fake_make[] =
    "#!/bin/sh\n"
    "PROFILING=plain\n"
    "for word; do\n"
    "    case $word in CC=* | BUILD=* | PROFILING=*) export \"$word\" ;; esac\n"
    "done\n"
    "echo \"$PROFILING\" >>\"$DIR/built\"\n"
    "if [ \"$SLEEP\" = \"$PROFILING\" ]; then echo $$ >\"$DIR/pid\"; sleep 60; fi\n"
    "[ \"$FAIL\" != \"$PROFILING\" ] || { echo 'no rule to make haste'; exit 2; }\n"
    "mkdir -p \"$BUILD/src\"\n"
    "case $CC$PROFILING in gccgenerate) touch \"$BUILD/src/perft.gcda\" ;; esac\n"
    "case ${CC#env }$PROFILING in\n"
    "gccuse) [ -e \"$BUILD/src/perft.gcda\" ] || { echo 'no profile'; exit 2; } ;;\n"
    "clang*use) [ -e \"$BUILD/profdata\" ] || { echo 'no profile'; exit 2; } ;;\n"
    "esac\n"
    "{ echo '#!/bin/sh'; echo \"step=$PROFILING compiler='$CC'\"\n"
    "  cat <<'END'\n"
    "nodes=44\n"
    "case $1 in\n"
    "verify) exit ${VERIFY:-0} ;;\n"
    "perft)\n"
    "    if [ $step = generate ]; then\n"
    "        echo \"$@\" >>\"$DIR/trained\"\n"
    "        touch ${LLVM_PROFILE_FILE:+\"$(echo \"$LLVM_PROFILE_FILE\" | tr % m)\"}\n"
    "        case $compiler in gcc) touch \"${0%/*}/src/perft.gcda\" ;; esac\n"
    "    fi\n"
    "    [ \"$RUN\" != $step ] || { echo 'it does not run' >&2; exit 9; }\n"
    "    [ \"$WRONG\" != \"$step $2\" ] || nodes=45\n"
    "    printf 'id\\tnodes\\nstart\\t%s\\n' $nodes ;;\n"
    "list)\n"
    "    printf 'board\\tpadded\\tarray\\nvariant\\tpadded-x\\tarray\\n'\n"
    "    printf 'workload\\tgenerate\\tlist moves\\t\\tposition\\tmoves\\n'\n"
    "    printf "
    "'policy\\tpadded\\tbulk\\npolicy\\tpadded-x\\tbulk\\npolicy\\tpadded-x\\ttwo-ply\\n'\n"
    "    printf 'workload\\tperft\\tperft\\tbulk, depth 2, 1/8\\tnode\\tnodes\\n'\n"
    "    printf 'workload\\tperft\\tperft\\ttwo-ply, depth 2, 1/8\\tnode\\tnodes\\n'\n"
    "    printf 'machine\\tcpu\\tSome CPU\\nmachine\\tflags\\tof %s\\n' $step ;;\n"
    "esac\n"
    "END\n"
    "} >\"$BUILD/xqperft\"\n"
    "cp \"$BUILD/xqperft\" \"$BUILD/xqbench\"\n"
    "chmod +x \"$BUILD/xqbench\" \"$BUILD/xqperft\"\n";

static const char fake_compiler[] =
    "#!/bin/sh\n"
    "case \"${0##*/} $1\" in\n"
    "'gcc --version') echo 'gcc 1.0' ;;\n"
    "'clang --version') echo 'Debian clang version 99.0.1'; echo 'Target: any' ;;\n"
    "'clang -print-prog-name=llvm-profdata') echo \"${PROFDATA:-llvm-profdata}\" ;;\n"
    "esac\n";

/* $DIR/llvm-profdata is of another version, $DIR/own/llvm-profdata of clang's. */
static void make_toolchain(void)
{
    char path[4096];
    make_folder();
    make_program("make", fake_make);
    make_program("gcc", fake_compiler);
    make_program("clang", fake_compiler);
    make_program("llvm-profdata", "#!/bin/sh\necho 'LLVM version 98.0.0'\n");
    cr_assert_eq(shell("mkdir \"$DIR/own\""), 0);
    make_program("own/llvm-profdata",
                 "#!/bin/sh\n"
                 "[ \"$1\" = --version ] && echo '  LLVM version 99.0.1' && exit\n"
                 "[ -z \"$UNREADABLE\" ] || { echo 'unsupported profile'; exit 1; }\n"
                 "echo \"$@\" >\"$DIR/merged\"\n"
                 "while [ \"$1\" != -o ]; do shift; done\n"
                 "touch \"$2\"\n");
    snprintf(path, sizeof path, "%s:%s", folder, getenv("PATH"));
    cr_assert_eq(setenv("PATH", path, 1), 0);
    snprintf(path, sizeof path, "%s/build", folder);
    cr_assert_eq(setenv("BUILD", path, 1), 0);
    cr_assert_eq(unsetenv("CC"), 0);
    cr_assert_eq(unsetenv("OURS"), 0);
}

static const struct script_case refusal_cases[] = {
    {"an unknown option", PGO "--fast", 2, {"--fast", "usage: scripts/pgo.sh"}},
    {"no value", "scripts/pgo.sh --rounds", 2, {"--rounds wants", "usage"}},
    {"no round", PGO "--rounds 0", 2, {"--rounds", "'0'"}},
    {"no arguments of ours", PGO "--ours ' '", 2, {"--ours wants", "usage"}},
    {"a depth of 0", PGO "0", 2, {"DEPTH", "'0'"}},
    {"two depths", PGO "4 5", 2, {"too many arguments", "'5'"}},
    {"a build folder with a blank", "export BUILD='a b'; " PGO, 2, {"'a b'", "no blank"}},
    {"a folder that another run builds in",
     "mkdir -p \"$BUILD/pgo\"; exec 8<\"$BUILD/pgo\"; flock 8; " PGO,
     2,
     {"another run builds in", "/build/pgo"}},
    {"no llvm-profdata of clang's version",
     "export CC=clang; " PGO,
     2,
     {"llvm-profdata of clang 99 is missing", "Debian's package llvm-99"}},
};

Test(scripts_pgo, refusals, .init = make_toolchain, .fini = remove_folder)
{
    for (size_t i = 0; i < sizeof refusal_cases / sizeof refusal_cases[0]; i++) {
        assert_case(&refusal_cases[i]);
        cr_assert_eq(shell("cat \"$DIR/built\""), 1, "%s: built: %s", refusal_cases[i].rule,
                     output);
    }
}

/* Programs of a run before must not seem to be of this one. */
static const struct script_case failure_cases[] = {
    {"a build that fails: its last words",
     "export FAIL=generate; " PGO,
     3,
     {"no rule to make haste", "the build failed: to be trained"}},
    {"the last build", "export FAIL=use; " PGO, 3, {"haste", "the build failed: with a profile"}},
    {"a training that fails",
     "export RUN=generate; " PGO,
     3,
     {"it does not run", "the training failed: xqperft perft 4 --board padded --policy bulk"}},
    {"a compiler that notes nothing",
     "cp \"$DIR/gcc\" \"$DIR/tcc\"; export CC=tcc; " PGO,
     3,
     {"tcc has noted nothing", ""}},
    {"a profile that cannot be merged",
     "export UNREADABLE=1 CC=clang PROFDATA=\"$DIR/own/llvm-profdata\"; " PGO,
     3,
     {"unsupported profile", "llvm-profdata failed"}},
    {"a build that miscounts",
     "export VERIFY=1; " PGO,
     1,
     {"the build with a profile miscounts", ""}},
    {"a build that cannot count",
     "export VERIFY=139; " PGO,
     3,
     {"the build with a profile cannot be checked", ""}},
    {"counts that differ",
     "export WRONG='use 5'; " PGO,
     1,
     {"counts differ: perft 5", "45 by padded plain, with a profile"}},
};

Test(scripts_pgo, failures_leave_no_programs, .init = make_toolchain, .fini = remove_folder)
{
    for (size_t i = 0; i < sizeof failure_cases / sizeof failure_cases[0]; i++) {
        cr_assert_eq(shell("rm -rf \"$BUILD\"; mkdir -p \"$BUILD/pgo\"; "
                           "touch \"$BUILD/pgo/xqperft\" \"$BUILD/pgo/xqbench\""),
                     0, "%s", output);
        assert_case(&failure_cases[i]);
        shell("ls \"$BUILD/pgo\" | grep ^xq");
        cr_assert_str_eq(output, "", "%s: left: %s", failure_cases[i].rule, output);
    }
}

/* What is whole stays, though nobody could be told. */
Test(scripts_pgo, output, .init = make_toolchain, .fini = remove_folder)
{
    static const struct script_case full = {
        "a full output", PGO ">/dev/full", 2, {"cannot write standard output", ""}};
    static const struct script_case disk = {
        "a full disk", "trap '' XFSZ; ulimit -f 0; " PGO, 2, {"cannot write into ", ""}};
    assert_case(&full);
    cr_assert_eq(shell("[ -x \"$BUILD/pgo/xqperft\" ] && [ -x \"$BUILD/pgo/xqbench\" ]"), 0);
    assert_case(&disk);
    cr_assert_eq(shell("[ -e \"$BUILD/pgo/xqperft\" ] || [ -e \"$BUILD/pgo/xqbench\" ]"), 1);
}

#define AND_PROGRAMS " && [ -x \"$BUILD/pgo/xqperft\" ] && [ -x \"$BUILD/pgo/xqbench\" ]"

static const struct script_case shown_cases[] = {
    {"a table", PGO AND_PROGRAMS, 0, {"Some CPU\n", "\npadded plain         -         -   -\n"}},
    {"what the build says of itself", PGO, 0, {"of use", "rounds: 2"}},
    {"too little time", PGO "3", 0, {"perft 3 of", "less than 10 ms: padded plain;"}},
    {"machine-readable",
     PGO "--tsv 2>/dev/null",
     0,
     {"contender\tdepth\tnodes\tplain_seconds\tpgo_seconds\tspeed\tleast\tgreatest\n",
      "\npadded plain\t5\t44\t-\t-\t-\t-\t-\n"}},
    {"contenders of the listing: its boards", "scripts/pgo.sh", 0, {"\npadded bulk ", ""}},
    {"clang, whose llvm-profdata is its own",
     "export CC=clang PROFDATA=\"$DIR/own/llvm-profdata\"; " PGO AND_PROGRAMS
     "; cat \"$DIR/merged\"",
     0,
     {"\npadded plain ", "merge -o "}},
    {"clang in two words, whose llvm-profdata has its number",
     "mkdir \"$DIR/more\"; cp \"$DIR/own/llvm-profdata\" \"$DIR/more/llvm-profdata-99\"; "
     "export CC='env clang' PATH=\"$DIR/more:$PATH\"; " PGO AND_PROGRAMS,
     0,
     {"\npadded plain ", ""}},
};

Test(scripts_pgo, table, .init = make_toolchain, .fini = remove_folder)
{
    for (size_t i = 0; i < sizeof shown_cases / sizeof shown_cases[0]; i++) {
        cr_assert_eq(shell("rm -rf \"$BUILD\""), 0, "%s", output);
        assert_case(&shown_cases[i]);
    }
}

Test(scripts_pgo, steps, .init = make_toolchain, .fini = remove_folder)
{
    int status = shell(PGO);
    cr_assert_eq(status, 0, "status %d: %s", status, output);
    cr_assert_eq(shell("cat \"$DIR/built\""), 0);
    cr_assert_str_eq(output, "plain\ngenerate\nuse\n");
    cr_assert_eq(shell("cat \"$DIR/trained\""), 0);
    cr_assert_str_eq(output,
                     "perft 4 --board padded --policy bulk\n"
                     "perft 2 --epd positions/games.epd --board padded --policy bulk\n"
                     "perft 4 --board padded-x --policy bulk\n"
                     "perft 2 --epd positions/games.epd --board padded-x --policy bulk\n"
                     "perft 4 --board padded-x --policy two-ply\n"
                     "perft 2 --epd positions/games.epd --board padded-x --policy two-ply\n");
}

Test(scripts_pgo, a_signal_ends_it, .init = make_toolchain, .fini = remove_folder)
{
    static const char *const steps[] = {"plain", "generate", "use"};
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        cr_assert_eq(shell("rm -f \"$DIR/pid\"; mkdir -p \"$BUILD/pgo\"; "
                           "touch \"$BUILD/pgo/xqperft\" \"$BUILD/pgo/xqbench\""),
                     0, "%s", output);
        cr_assert_eq(setenv("SLEEP", steps[i], 1), 0);
        assert_ends_with("exec " PGO, steps[i]);
        shell("ls \"$BUILD/pgo\" | grep ^xq");
        cr_assert_str_eq(output, "", "%s: left: %s", steps[i], output);
    }
}

/* --- its table ------------------------------------------------------------------------------- */

#define TABLE "awk -F '\t' -f scripts/samples.awk -f scripts/pgo-table.awk "

/* By hand. The first: 2 and 1, 3 and 2, 4 and 1 seconds, so that its speeds are 2, 1.5 and 4. The
 * second is once below 10 ms. */
static const char samples[] = "0\tpadded plain\t5\t44\t2000\t1\n1\tx\t5\t44\t1000\t1\n"
                              "2\tquick\t5\t44\t20\t1\n3\tx\t5\t44\t10\t1\n"
                              "1\tx\t5\t44\t2000\t1\n0\tpadded plain\t5\t44\t3000\t1\n"
                              "3\tx\t5\t44\t9\t1\n2\tquick\t5\t44\t20\t1\n"
                              "0\tpadded plain\t5\t44\t4000\t1\n1\tx\t5\t44\t1000\t1\n"
                              "2\tquick\t5\t44\t20\t1\n3\tx\t5\t44\t11\t1\n";

static const struct script_case table_cases[] = {
    {"the median of ratios, not the ratio of medians",
     TABLE "\"$DIR/samples\"",
     0,
     {"contender    without s    with s   speed\n",
      "padded plain     3.000     1.000   2.000 [1.500, 4.000]\n"}},
    {"what cannot be measured",
     TABLE "\"$DIR/samples\"",
     0,
     {"quick            0.020     0.010   -\n", "less than 10 ms: quick; a greater"}},
    {"machine-readable",
     TABLE "-v tsv=1 \"$DIR/samples\" 2>/dev/null",
     0,
     {"\npadded plain\t5\t44\t3.0000\t1.0000\t2.000\t1.500\t4.000\nquick\t5\t44\t0.0200\t",
      "\t-\t-\t-\n"}},
};

Test(scripts_pgo, figures, .init = make_folder, .fini = remove_folder)
{
    write_file("samples", samples);
    for (size_t i = 0; i < sizeof table_cases / sizeof table_cases[0]; i++)
        assert_case(&table_cases[i]);
}

/* --- the real compiler ----------------------------------------------------------------------- */

/* Its build is whole, says what it is, and was guided: only where a compiler knows which functions
 * are called often it puts them together. A profile that is not found is no error of gcc's. */
Test(scripts_pgo, a_real_build, .init = make_folder, .fini = remove_folder)
{
    if (getenv("XQPERFT_DEEP") == NULL)
        cr_skip_test("builds everything three times; XQPERFT_DEEP=1 runs it");
    alarm(6 * SLOWEST);
    int status =
        shell("env -u MAKEFLAGS -u MAKELEVEL make -s " BUILD_MAKE " BUILD=\"$DIR/build\" pgo "
              "PGO=\"--rounds 1 --tsv --ours '--board padded --policy plain' 4\"");
    cr_assert_eq(status, 0, "status %d: %s", status, output);
    assert_says("\npadded plain\t4\t3290240\t", "the table");
    status = shell("cd \"$DIR/build\" && pgo/xqbench list --tsv | grep flags && "
                   "! grep -q profile flags && "
                   "grep -qa '[.]text[.]hot' pgo/built/src/boards/padded.o && "
                   "! grep -qa '[.]text[.]hot' src/boards/padded.o");
    cr_assert_eq(status, 0, "status %d: %s", status, output);
    assert_says("-fprofile-", "the flags of the build");
    cr_assert_eq(strstr(output, folder), NULL, "the flags name a folder: %s", output);
}
