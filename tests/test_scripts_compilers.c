/* scripts/bench-compilers.sh with compilers that compile nothing, and a make whose programs say
 * what they are told to. */
#include "scripts.h"

#define BENCH "scripts/bench-compilers.sh "
/* Four builds of a fake xqbench, which needs a time for each and no processor. */
#define FOUR BENCH "--arch native --workload generate --seed 7 "

/* In its n-th launch a build takes n ns more than its base: gcc -O3 100, gcc -O2 200, clang -O3 50,
 * clang -O2 53 (too near to be told apart). Of three rounds the first is the median. */
static const char fake_make[] =
    "#!/bin/sh\n"
    "for word; do\n"
    "    case $word in CC=* | OPTIMISE=* | ARCH=* | BUILD=*) export \"$word\" ;; esac\n"
    "done\n"
    "[ \"$FAIL\" != \"$CC$OPTIMISE\" ] || { echo 'no rule to make haste'; exit 2; }\n"
    "mkdir -p \"$BUILD\"\n"
    "case $CC$OPTIMISE in gcc-O3) base=100 ;; gcc-O2) base=200 ;; clang-O3) base=50 ;; *) base=53 "
    ";;\n"
    "esac\n"
    "printf '#!/bin/sh\\nexit ${VERIFY:-0}\\n' >\"$BUILD/xqperft\"\n"
    "{ echo '#!/bin/sh'; echo \"name=$CC$OPTIMISE base=$base calls='$BUILD/calls'\"\n"
    "  cat <<'END'\n"
    "if [ \"$1\" = list ]; then\n"
    "    printf 'board\\tpadded\\tarray\\n'\n"
    "    printf 'workload\\tgenerate\\tlist moves\\t\\tposition\\tmoves\\n'\n"
    "    printf 'machine\\tcpu\\tSome CPU\\n'\n"
    "    exit 0\n"
    "fi\n"
    "for last; do :; done\n"
    "if [ \"$last\" = --help ]; then\n"
    "    case \" $* \" in *\" $REFUSES \"*) echo \"no '$REFUSES'\"; exit 2 ;; esac\n"
    "    exit 0\n"
    "fi\n"
    "[ -z \"$RUN\" ] || { echo 'it does not run'; exit \"$RUN\"; }\n"
    "if [ \"$SLEEP\" ]; then echo $$ >\"$DIR/pid\"; sleep 60; fi\n"
    "echo \"$name\" >>\"$DIR/order\"\n"
    "call=0; [ ! -e \"$calls\" ] || read -r call <\"$calls\"\n"
    "call=$((call + 1)); echo $call >\"$calls\"\n"
    "ns=$((base + call))\n"
    "while [ \"$1\" != --out ]; do shift; done\n"
    "[ -d \"$2\" ] || mkdir -p \"$2\"\n"
    "{ echo bench,board,launch,round,order,iterations,ns\n"
    "  for more in 0 45 -20; do\n"
    "      echo generate,padded,1,1,1,10,$((ns * 10 + more)); done; } >\"$2/samples.csv\"\n"
    "good=true; [ \"$name\" != \"$NOISY\" ] || [ $call -gt $OFTEN ] || good=false\n"
    "for trusted in ${FIRST-false} $good; do echo \"      \\\"trusted\\\": $trusted\"; done "
    ">\"$2/results.json\"\n"
    "END\n"
    "} >\"$BUILD/xqbench\"\n"
    "chmod +x \"$BUILD/xqbench\" \"$BUILD/xqperft\"\n";

static const char fake_compiler[] = "#!/bin/sh\n"
                                    "case \"$*\" in\n"
                                    "--version) echo \"${0##*/} 1.0\"; echo 'Copyright' ;;\n"
                                    "*-march=strange*) exit 1 ;;\n"
                                    "esac\n";

static void make_toolchain(void)
{
    char path[4096];
    make_folder();
    make_program("make", fake_make);
    make_program("gcc", fake_compiler);
    make_program("clang", fake_compiler);
    snprintf(path, sizeof path, "%s:%s", folder, getenv("PATH"));
    cr_assert_eq(setenv("PATH", path, 1), 0);
    snprintf(path, sizeof path, "%s/build", folder);
    cr_assert_eq(setenv("BUILD", path, 1), 0);
}

static const struct script_case refusal_cases[] = {
    {"an unknown option", BENCH "--fast", 2, {"--fast", "usage"}},
    {"no value", BENCH "--passes", 2, {"--passes", "usage"}},
    {"no pass", BENCH "--passes 0", 2, {"--passes", "'0'"}},
    {"a seed that is no number", BENCH "--seed x", 2, {"--seed", "'x'"}},
    {"two folders", BENCH "\"$DIR/a\" \"$DIR/b\"", 2, {"/b", "usage"}},
    {"a folder that cannot be", BENCH "/dev/null/x", 2, {"/dev/null", "no folder"}},
    {"no compiler",
     FOUR "--compiler none-such \"$DIR/out\"",
     3,
     {"none-such is missing", "nothing was built"}},
    {"a build that fails: its last words",
     "export FAIL=clang-O3; " FOUR "\"$DIR/out\"",
     3,
     {"no rule to make haste", "the build clang -O3 native failed"}},
    {"a build that miscounts",
     "export VERIFY=1; " FOUR "\"$DIR/out\"",
     1,
     {"gcc -O3 native", "miscounts"}},
    {"a build that cannot count",
     "export VERIFY=139; " FOUR "\"$DIR/out\"",
     3,
     {"gcc -O3 native", "cannot be checked"}},
    {"a launch that miscounts", "export RUN=1; " FOUR "\"$DIR/out\"", 1, {"it does not run", "-O"}},
    {"what xqbench refuses, by the first build",
     "export REFUSES=nosuch FAIL=gcc-O2; " FOUR "--workload nosuch \"$DIR/out\"",
     2,
     {"no 'nosuch'", "refuses an option"}},
    {"a compiler is no pattern of files",
     FOUR "--compiler '*' \"$DIR/out\"",
     3,
     {"* is missing", ""}},
    {"a build folder with a blank",
     "export BUILD=\"$DIR/a b\"; " FOUR "\"$DIR/out\"",
     2,
     {"/a b'", "no blank"}},
    {"a build folder with a quote",
     "export BUILD=\"$DIR/it's\"; " FOUR "\"$DIR/out\"",
     2,
     {"/it's'", "quote"}},
    {"a folder that another run builds in",
     "mkdir -p \"$BUILD/compilers\"; exec 8<\"$BUILD/compilers\"; flock 8; " FOUR "\"$DIR/out\"",
     2,
     {"another run builds in", "/build/compilers"}},
    {"a launch that fails", "export RUN=3; " FOUR "\"$DIR/out\"", 3, {"it does not run", "failed"}},
};

Test(scripts_compilers, refusals, .init = make_toolchain, .fini = remove_folder)
{
    for (size_t i = 0; i < sizeof refusal_cases / sizeof refusal_cases[0]; i++) {
        assert_case(&refusal_cases[i]);
        cr_assert_eq(shell("[ ! -e \"$DIR/out\" ]"), 0, "%s: something was left",
                     refusal_cases[i].rule);
    }
}

Test(scripts_compilers, ends_at_once, .init = make_toolchain, .fini = remove_folder)
{
    assert_ends_with("export SLEEP=1; " FOUR "\"$DIR/out/of/none\"", "the launch ends");
    cr_assert_eq(shell("[ ! -e \"$DIR/out\" ]"), 0, "something was left");
}

/* By hand, of six passes: medians are base + 3.5, intervals by the sign test base + 1 to base + 6;
 * the speed of gcc -O2 is the median of (100 + n) / (200 + n), that of clang -O3 of (100 + n) / (50
 * + n). */
static const char *const lines[] = {
    "generate\t\tposition\tpadded\tgcc\tgcc 1.0\t-O3\tnative\t6\t103.5000\t101.0000\t106.0000\t"
    "1.0000\t1.0000\t1.0000\t0\t0\n",
    "generate\t\tposition\tpadded\tgcc\tgcc 1.0\t-O2\tnative\t6\t203.5000\t201.0000\t206.0000\t"
    "0.5086\t0.5025\t0.5146\t0\t0\n",
    "generate\t\tposition\tpadded\tclang\tclang 1.0\t-O3\tnative\t6\t53.5000\t51.0000\t56.0000\t"
    "1.9347\t1.8929\t1.9804\t0\t0\n",
};

static const struct script_case shown_cases[] = {
    {"none is the fastest when two overlap",
     FOUR "--quick \"$DIR/out\"",
     0,
     {"| gcc -O3 native   | 103.5 ±2.4% 1.00 |", "| clang -O3 native | 53.50 ±4.7% 1.93 |"}},
    {"the fastest beyond intervals",
     FOUR "--quick --level -O3 \"$DIR/out\"",
     0,
     {"| **53.50 ±4.7% 1.93** |", "seed 7"}},
    {"the seed and the machine", FOUR "--quick \"$DIR/out\"", 0, {"seed 7", "Some CPU"}},
    {"a launch of six that was disturbed",
     "export NOISY=gcc-O3 OFTEN=1; " FOUR "--quick --level -O3 \"$DIR/out\"",
     0,
     {"| **53.50 ±4.7% 1.93** |", "1 of 12 launches were disturbed by other programs twice"}},
    {"two of six, more than a fifth: none is the fastest",
     "export NOISY=gcc-O3 OFTEN=2; " FOUR "--quick --level -O3 \"$DIR/out\"",
     0,
     {"| 53.50 ±4.7% 1.93 |", "2 of 12 launches were disturbed by other programs twice"}},
    {"too few passes",
     FOUR "--passes 5 --level -O3 \"$DIR/out\"",
     0,
     {"too few passes for intervals", "| 53.00 "}},
    {"a compiler that is missing",
     FOUR "--quick --compiler none-such,gcc \"$DIR/out\"",
     0,
     {"skipped: none-such is missing", "gcc -O2 native"}},
    {"an architecture that a compiler does not know",
     FOUR "--quick --arch strange,native \"$DIR/out\"",
     0,
     {"skipped: gcc does not know -march=strange", "gcc -O2 native"}},
};

Test(scripts_compilers, matrix, .init = make_toolchain, .fini = remove_folder)
{
    for (size_t i = 0; i < sizeof shown_cases / sizeof shown_cases[0]; i++) {
        cr_assert_eq(shell("rm -rf \"$BUILD\" \"$DIR/out\""), 0, "%s", output);
        assert_case(&shown_cases[i]);
    }
}

Test(scripts_compilers, figures, .init = make_toolchain, .fini = remove_folder)
{
    int status = shell(FOUR "--quick \"$DIR/out\"");
    cr_assert_eq(status, 0, "status %d: %s", status, output);
    cr_assert_eq(shell("cat \"$DIR/out/compilers.tsv\""), 0);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        assert_says(lines[i], "figures");
    cr_assert_eq(shell("ls \"$DIR/out\" | tr '\\n' ' '"), 0);
    cr_assert_str_eq(output, "compilers.md compilers.tsv ");
}

/* Each build once in each pass, in an order that the seed repeats and another does not. */
Test(scripts_compilers, order, .init = make_toolchain, .fini = remove_folder)
{
    int status =
        shell("for seed in 7 7 8; do rm -f \"$DIR/order\"; " BENCH
              "--arch native --workload generate --quick --seed $seed \"$DIR/out\" || exit; "
              "split -l 4 \"$DIR/order\" \"$DIR/pass.\"; "
              "for pass in \"$DIR\"/pass.*; do "
              "[ \"$(sort -u \"$pass\" | wc -l)\" = 4 ] || exit 9; done; "
              "n=$((n + 1)); mv \"$DIR/order\" \"$DIR/order.$n\"; done >/dev/null; "
              "cmp \"$DIR/order.1\" \"$DIR/order.2\" || exit 8; "
              "! cmp -s \"$DIR/order.1\" \"$DIR/order.3\"");
    cr_assert_eq(status, 0, "status %d: %s", status, output);
}

/* Two of one name are two compilers: the first takes 100 + n ns and the second, by its path, 53 +
 * n. */
Test(scripts_compilers, one_name_of_two, .init = make_toolchain, .fini = remove_folder)
{
    cr_assert_eq(shell("mkdir \"$DIR/other\" && cp \"$DIR/gcc\" \"$DIR/other\""), 0, "%s", output);
    int status = shell(FOUR "--quick --level -O3 --compiler \"gcc,$DIR/other/gcc\" \"$DIR/out\"");
    cr_assert_eq(status, 0, "status %d: %s", status, output);
    assert_says(" 103.5 ±2.4% 1.00 |", "the first");
    assert_says("| **56.50 ±4.4% 1.83** |", "the second");
    cr_assert_eq(shell("ls \"$BUILD/compilers\" | wc -l"), 0);
    cr_assert_str_eq(output, "2\n");
}

/* What the builds started, such as a server of a compiler's cache, may outlive the run. */
Test(scripts_compilers, the_lock_ends_with_the_run, .init = make_toolchain, .fini = remove_folder)
{
    make_program("gcc", "#!/bin/sh\n[ \"$1\" = --version ] || exit 0\n"
                        "sleep 60 >/dev/null 2>&1 & echo $! >>\"$DIR/servers\"; echo gcc 1.0\n");
    int status =
        shell("for call in 1 2; do " FOUR "--compiler gcc --quick \"$DIR/out\" || exit; done "
              ">/dev/null; status=$?; kill $(cat \"$DIR/servers\"); exit $status");
    cr_assert_eq(status, 0, "status %d: %s", status, output);
}

Test(scripts_compilers, no_half_file_is_left, .init = make_toolchain, .fini = remove_folder)
{
    make_program("cp", "#!/bin/sh\necho half >\"$2\"\nexit 1\n");
    static const struct script_case is = {
        "no room", FOUR "--quick \"$DIR/out\"", 2, {"cannot write", "compilers.tsv"}};
    assert_case(&is);
    cr_assert_eq(shell("[ ! -e \"$DIR/out\" ]"), 0, "something was left");
}

Test(scripts_compilers, other_processors_are_native_only, .init = make_toolchain,
     .fini = remove_folder)
{
    make_program("uname", "#!/bin/sh\necho aarch64\n");
    int status = shell(BENCH "--workload generate --quick \"$DIR/out\" | grep -c '^building'");
    cr_assert_eq(status, 0, "%s", output);
    cr_assert_str_eq(output, "4\n");
}
