/*
 * The fuzz targets (tests/fuzz) without libFuzzer: all that was ever found, lines of the suites,
 * and changed copies of both. A target that fails is ended by a signal, and says at which copy.
 */
#include "shell.h"

#define FUZZ BUILD_DIR "/fuzz/"

static void make_seeds(void)
{
    make_folder();
    cr_assert_eq(shell("scripts/fuzz.sh --seeds \"$DIR/seeds\""), 0, "%s", output);
}

TestSuite(fuzz, .init = make_seeds, .fini = remove_folder);

static void run_target(const char *name, unsigned copies)
{
    char command[256], said[64];
    size_t inputs = 0, made = 0;
    snprintf(command, sizeof command, "%s%s --copies %u \"$DIR/seeds/%s\"", FUZZ, name, copies,
             name);
    cr_assert_eq(shell(command), 0, "%s: %s", command, output);
    cr_assert_eq(sscanf(output, "%zu inputs, %zu copies", &inputs, &made), 2, "%s", output);
    cr_assert_gt(inputs, 2, "%s: seeds are missing", name);
    cr_assert_eq(made, inputs * copies);
    snprintf(said, sizeof said, "ls tests/fuzz/corpus/%s | wc -l", name);
    cr_assert_eq(shell(said), 0);
    cr_assert_geq(inputs, strtoul(output, NULL, 10), "%s: what was found is missing", name);
}

Test(fuzz, fen)
{
    run_target("fen", 100);
}

Test(fuzz, uci)
{
    run_target("uci", 30);
}

Test(fuzz, engine)
{
    run_target("engine", 30);
}

Test(fuzz, results)
{
    run_target("results", 100);
}

Test(fuzz, deep)
{
    run_target("deep", 100);
}

Test(fuzz, boards)
{
    run_target("boards", 1);
}

/* What a target does not survive must not pass. */
Test(fuzz, a_driver_without_input_fails)
{
    cr_assert_eq(shell("mkdir \"$DIR/none\"; " FUZZ "fen \"$DIR/none\""), 2, "%s", output);
    assert_says("there is no input", "an empty folder");
    cr_assert_eq(shell(FUZZ "fen \"$DIR/missing\""), 2, "%s", output);
    assert_says("No such file", "a missing file");
    cr_assert_eq(shell(FUZZ "fen --copies x \"$DIR/seeds/fen\""), 2, "%s", output);
}

/* The same copy each time, which --write prints: so what failed can be kept. */
Test(fuzz, copies_are_repeatable)
{
    cr_assert_eq(shell("for i in 1 2; do for copy in 1 2 3; do " FUZZ
                       "uci --write $copy tests/fuzz/corpus/uci/session.txt "
                       "> \"$DIR/$i-$copy\" || exit 9; done; done; cd \"$DIR\"; "
                       "cmp 1-1 2-1 && cmp 1-2 2-2 && cmp 1-3 2-3 && ! cmp -s 1-1 1-2"),
                 0, "%s", output);
}
