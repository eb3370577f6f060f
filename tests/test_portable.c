/*
 * What must be the same for every processor and compiler. `scripts/portability.sh`, which tries
 * other ones, is told here what to do by tools that compile nothing; with XQPERFT_DEEP=1 it is the
 * tool.
 */
#include <inttypes.h>

#include "hash.h"
#include "scripts.h"

/* --- what is written -------------------------------------------------------------------------- */

/* By hand: a king that may step aside or ahead, and its opponent. Of mirror images, that is written
 * whose squares, from a0 on, are empty for longer. The sums are FNV-1a of 64 bits, of all behind
 * the first line and of a result before its own, by another program. */
static const char plan[] = "xqperft-deep 1 254ceb430fbff37d\n"
                           "fen 3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1\n"
                           "depth 2\n"
                           "split 1\n"
                           "moves e0f0 e0e1\n"
                           "paths 2\n"
                           "units 2\n"
                           "unit 1 3k5/9/9/9/9/9/9/9/9/5K3 b 1 e0f0:1\n"
                           "unit 2 5k3/9/9/9/9/9/9/9/4K4/9 b 1 e0e1:1\n"
                           "result 254ceb430fbff37d 1 3k5/9/9/9/9/9/9/9/9/5K3 b 1 2 naive "
                           "8466e0627fc2b01e\n"
                           "result 254ceb430fbff37d 2 5k3/9/9/9/9/9/9/9/4K4/9 b 1 1 naive "
                           "35f58d74d2512590\n";

Test(portable, a_file_of_units_byte_by_byte, .init = make_folder, .fini = remove_folder)
{
    write_file("expected", plan);
    int status = shell("\"$BUILD/xqperft\" plan 2 --split 1 --fen '3k5/9/9/9/9/9/9/9/9/4K4 w' "
                       "--out \"$DIR/plan\" && "
                       "\"$BUILD/xqperft\" work \"$DIR/plan\" --board naive && "
                       "cmp \"$DIR/plan\" \"$DIR/expected\"");
    cr_assert_eq(status, 0, "%s", output);
    status = shell("\"$BUILD/xqperft\" merge \"$DIR/expected\"");
    cr_assert_eq(status, 0, "%s", output);
    assert_says("Nodes searched: 3\n", "one that was written elsewhere is read");
}

/* The first words of splitmix64 from 90, by another program, and those of Black to move. */
Test(portable, keys_of_the_hash)
{
    struct hash_key first = hash_piece_keys[1][0].own, black = hash_black_keys.own;
    cr_expect_eq(first.slot, UINT64_C(0xef96e022e649cec6), "%" PRIx64, first.slot);
    cr_expect_eq(first.check, UINT64_C(0xf95da216f8efc151), "%" PRIx64, first.check);
    cr_expect_eq(black.slot, UINT64_C(0x9bb3b71eb97aad88), "%" PRIx64, black.slot);
    cr_expect_eq(black.check, UINT64_C(0xbe7933a911863025), "%" PRIx64, black.check);
}

/* --- which flags a processor gets ---------------------------------------------------------------
 */

/* A compiler for $MACHINE that knows flags of x86 only when that is one, and builds nothing. */
static void make_compiler(void)
{
    make_folder();
    make_program("cc", "#!/bin/sh\n"
                       "case $* in\n"
                       "--version) echo 'cc 1.0' ;;\n"
                       "-dumpmachine) echo \"$MACHINE-linux-gnu\" ;;\n"
                       "*-march=x86* | *-mno-avx* | *-m*avx* | *-mbmi*) [ $MACHINE = x86_64 ] ;;\n"
                       "esac\n");
}

/* What make would do for $DIR/b/src/boards/FILE.o, its line of the compiler alone. */
#define COMPILES(arch, file)                                                                       \
    "flags=$(make -n V=1 CC=\"$DIR/cc\" ARCH=" arch " BUILD=\"$DIR/b\" \"$DIR/b/src/boards/" file  \
    ".o\" | grep -e ' -c -o ') || exit 9; "                                                        \
    "echo \"$flags\"; for flag in $flags; do echo \"$flag\"; done >\"$DIR/flags\"; "
/* The flags that tell of instructions, in their order. */
#define TELLS "grep -E '^-m(arch=|bmi|popcnt|avx|tune)' \"$DIR/flags\" | tr '\\n' ' '"
#define ON    "unset MAKEFLAGS MAKELEVEL BUILD; export MACHINE="

static const struct script_case flag_cases[] = {
    {"any x86-64", ON "x86_64; " COMPILES("x86-64", "naive") TELLS, 0, {"\n-march=x86-64 ", ""}},
    {"and no more",
     ON "x86_64; " COMPILES("x86-64", "naive") "! grep -E '^-m(bmi|popcnt|avx)' \"$DIR/flags\"",
     0,
     {"-march=x86-64", ""}},
    {"PEXT is in a file of its own",
     ON "x86_64; " COMPILES("x86-64", "bitboard_pext") TELLS,
     0,
     {"\n-march=x86-64 -mbmi2 ", ""}},
    {"so is AVX2",
     ON "x86_64; " COMPILES("x86-64-v3", "vector/vector_avx2") TELLS,
     0,
     {"\n-march=x86-64-v3 -march=x86-64 -mpopcnt -mbmi -mbmi2 -mavx2 ", ""}},
    {"the portable build is for any x86-64, whatever the others are for",
     ON "x86_64; " COMPILES("x86-64-v3", "vector/vector_portable") TELLS,
     0,
     {"\n-march=x86-64-v3 -march=x86-64 ", ""}},
    {"another processor has none of it: PEXT",
     ON "aarch64; " COMPILES("", "bitboard_pext") "! grep '^-m' \"$DIR/flags\"",
     0,
     {"-c -o", ""}},
    {"nor AVX2",
     ON "aarch64; " COMPILES("", "vector/vector_avx2") "! grep '^-m' \"$DIR/flags\"",
     0,
     {"-c -o", ""}},
    {"nor AVX-512",
     ON "aarch64; " COMPILES("", "vector/vector_avx512") "! grep '^-m' \"$DIR/flags\"",
     0,
     {"-c -o", ""}},
    {"it is built for what is named",
     ON "aarch64; " COMPILES("armv8.2-a", "vector/vector_portable") TELLS,
     0,
     {"\n-march=armv8.2-a ", ""}},
};

Test(portable, flags_of_a_processor, .init = make_compiler, .fini = remove_folder)
{
    for (size_t i = 0; i < sizeof flag_cases / sizeof flag_cases[0]; i++)
        assert_case(&flag_cases[i]);
}

/* --- scripts/portability.sh ------------------------------------------------------------------- */

#define PORTABILITY "scripts/portability.sh "

/* $FAIL is a target that does not build, $WRONG is what its programs fail in, and $CHOSEN what they
 * choose. Programs say the same wherever they run, but for what $STRANGE is asked. */
static const char fake_make[] =
    "#!/bin/sh\n"
    "for word; do case $word in BUILD=*) build=${word#BUILD=} ;; esac; done\n"
    "echo \"$@\" >>\"$DIR/made\"\n"
    "[ \"${build##*/}\" != \"$FAIL\" ] || { echo 'no rule to make haste'; exit 2; }\n"
    "mkdir -p \"$build/fuzz\"\n"
    "cat >\"$build/xqperft\" <<'END'\n"
    "#!/bin/sh\n"
    "name=${0%/*} name=${name##*/} command=$1\n"
    "[ \"$name $1\" != \"$WRONG\" ] || { echo 'it does not run'; exit 9; }\n"
    "while [ $# -gt 0 ]; do\n"
    "    case $1 in --out) [ -d \"$2\" ] || echo a plan >\"$2\" ;; list) list=yes ;; esac\n"
    "    [ \"$name $1\" != \"$STRANGE\" ] || echo strange\n"
    "    shift\n"
    "done\n"
    "[ \"$command\" = divide ] || echo $$ seconds\n"
    "[ -z \"$list\" ] || printf "
    "'board\\tpadded\\tx\\nchosen\\tbitboard\\t%s\\nchosen\\tvector\\t%s\\n' "
    "${CHOSEN:-bitboard-magic vector-portable}\n"
    "END\n"
    "chmod +x \"$build/xqperft\"\n"
    "cp \"$build/xqperft\" \"$build/xqbench\"\n"
    "for name in fen uci engine results deep boards; do cp \"$build/xqperft\" "
    "\"$build/fuzz/$name\"; "
    "done\n"
    "cp \"$build/xqperft\" \"$build/run-tests\"\n";

static void make_toolchain(void)
{
    char path[4096];
    make_folder();
    make_program("make", fake_make);
    make_program("gcc", "#!/bin/sh\n");
    make_program("clang", "#!/bin/sh\n");
    make_program("qemu-x86_64", "#!/bin/sh\n"
                                "echo \"$2\" >>\"$DIR/processors\"\n"
                                "shift 2\n"
                                "if [ \"$SLEEP\" ]; then echo $$ >\"$DIR/pid\"; sleep 60; fi\n"
                                "exec \"$@\"\n");
    snprintf(path, sizeof path, "%s:%s", folder, getenv("PATH"));
    cr_assert_eq(setenv("PATH", path, 1), 0);
    snprintf(path, sizeof path, "%s/build", folder);
    cr_assert_eq(setenv("BUILD", path, 1), 0);
}

static const struct script_case portability_cases[] = {
    {"an unknown option", PORTABILITY "--fast", 2, {"no option '--fast'", "usage: "}},
    {"an unknown target", PORTABILITY "vax", 2, {"no target 'vax'", "usage: "}},
    {"a build folder with a blank",
     "export BUILD=\"$DIR/a b\"; " PORTABILITY "gcc-x86-64",
     2,
     {"/a b'", "no blank"}},
    {"two that are well",
     PORTABILITY "gcc-x86-64 clang-x86-64",
     0,
     {"well: gcc-x86-64\nwell: clang-x86-64\n", ""}},
    {"how they were built",
     "tail -n 1 \"$DIR/made\"",
     0,
     {" CC=clang AR=ar ARCH=x86-64 BUILD=", "/build/portable/clang-x86-64 all fuzzers\n"}},
    {"what ran them", "sort -u \"$DIR/processors\"", 0, {"Conroe\n", ""}},
    {"unit tests",
     PORTABILITY "--tests gcc-x86-64; tail -n 1 \"$DIR/made\"",
     0,
     {"no test ran", "/gcc-x86-64/run-tests\n"}},
    {"one that is not built: its last words, and then the others",
     "export FAIL=gcc-x86-64; " PORTABILITY "gcc-x86-64 clang-x86-64",
     1,
     {"no rule to make haste\n",
      "well: clang-x86-64\nscripts/portability.sh: not well: gcc-x86-64\n"}},
    {"one that miscounts",
     "export WRONG='clang-x86-64 verify'; " PORTABILITY "clang-x86-64",
     1,
     {"it does not run\n", "clang-x86-64: verify --board padded: status 9\n"}},
    {"one whose fuzz target fails",
     "export WRONG='fuzz --copies'; " PORTABILITY "clang-x86-64",
     1,
     {"clang-x86-64: fuzz boards: status 9\n", ""}},
    {"one that chooses what the processor has not",
     "export CHOSEN='bitboard-pext vector-avx2'; " PORTABILITY "gcc-x86-64",
     1,
     {"bitboard and vector are 'bitboard-pext vector-avx2', not 'bitboard-magic", ""}},
    {"one that does not choose what it has",
     PORTABILITY "gcc-x86-64-v3",
     1,
     {"are 'bitboard-magic vector-portable', not 'bitboard-pext vector-avx2'", ""}},
    {"another sum of units",
     "export STRANGE='gcc-x86-64 merge'; " PORTABILITY "gcc-x86-64",
     1,
     {"gcc-x86-64: the sum of units differs: ", ""}},
    {"other JSON",
     "export STRANGE='gcc-x86-64 fen'; " PORTABILITY "gcc-x86-64",
     1,
     {"gcc-x86-64: a position in JSON differs: ", ""}},
    {"none for this machine",
     "export FAIL=build; " PORTABILITY "gcc-x86-64",
     3,
     {"no rule to make haste\n", "the build for this machine failed"}},
    {"no compiler",
     "rm \"$DIR/clang\"; mkdir \"$DIR/bare\"; cp \"$DIR/make\" \"$DIR/bare\"; for tool in cat "
     "chmod "
     "cp dirname flock grep head mkdir mktemp nproc rm sed setsid sh tail; do "
     "ln -s \"$(command -v $tool)\" \"$DIR/bare\"; done; PATH=\"$DIR/bare\"; " PORTABILITY
     "clang-x86-64",
     3,
     {"skipped: clang-x86-64: clang is missing; Debian's package is clang\n",
      "nothing could be checked"}},
};

Test(portable, script, .init = make_toolchain, .fini = remove_folder)
{
    for (size_t i = 0; i < sizeof portability_cases / sizeof portability_cases[0]; i++)
        assert_case(&portability_cases[i]);
}

Test(portable, script_ends_at_once, .init = make_toolchain, .fini = remove_folder)
{
    assert_ends_with("export SLEEP=1; " PORTABILITY "gcc-x86-64", "the program ends");
}
