/* What surrounds the programs fails: readers that leave, file systems that are full, counts that do
 * not fit. (Other tests have faults of their own subject.) */
#include "shell.h"

TestSuite(faults, .init = make_folder, .fini = remove_folder);

/* As coreutils and git do: silently, by SIGPIPE; a shell sees status 141, which is known not to be
 * a fault. */
Test(faults, a_reader_that_left)
{
    static const char *const commands[] = {
        "xqperft fen",
        "xqperft --help",
        "xqperft perft 1 --epd positions/games.epd --json",
        "xqperft divide 1 --epd positions/games.epd",
        "xqperft verify positions/games.epd --max-depth 1 --tap",
        "xqperft uci <positions/start.epd",
        "xqbench list",
        "xqbench --help",
    };
    char line[512];
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        snprintf(line, sizeof line,
                 "{ sleep 0.1; \"$BUILD\"/%s; echo $? >\"$DIR/status\"; } | true; cat "
                 "\"$DIR/status\"",
                 commands[i]);
        cr_assert_eq(shell(line), 0, "%s", output);
        cr_assert_str_eq(output, "141\n", "%s: %s", commands[i], output);
        snprintf(line, sizeof line,
                 "trap '' PIPE; { sleep 0.1; \"$BUILD\"/%s; echo $? >\"$DIR/status\"; } | true; "
                 "cat \"$DIR/status\"",
                 commands[i]);
        cr_assert_eq(shell(line), 0, "%s", output);
        cr_assert_str_eq(output, "2\n", "%s, SIGPIPE ignored: %s", commands[i], output);
    }
}

#define BILLIONS " --hash 64M --board vector --fen '3k5/9/b3b4/9/9/9/9/9/4R4/4K4 w'"

/* Some 2^65 paths, most of them to the same positions. */
Test(faults, counts_of_more_than_64_bits)
{
    static const struct {
        const char *command, *says;
        int status;
    } rows[] = {
        {"xqperft perft 20" BILLIONS, "xqperft: depth 20 has more paths than 64 bits can count", 2},
        {"xqperft divide 20" BILLIONS, "xqperft: depth 20 has more paths than 64 bits can count",
         2},
        {"xqperft perft 20 --json" BILLIONS, "\"complete\": false", 2},
        {"xqperft perft 19 --tsv" BILLIONS, "\ttrue\n", 0},
        {"xqperft perft 21" BILLIONS, "20", 2},
    };
    char line[512];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        snprintf(line, sizeof line, "\"$BUILD\"/%s", rows[i].command);
        cr_assert_eq(shell(line), rows[i].status, "%s: %s", line, output);
        assert_says(rows[i].says, line);
    }
    cr_assert_eq(shell("printf 'setoption name Hash value 64\\nsetoption name Board value vector\\n"
                       "position fen 3k5/9/b3b4/9/9/9/9/9/4R4/4K4 w\\ngo perft 20\\ngo perft "
                       "2\\n' >\"$DIR/said\"; \"$BUILD/xqperft\" uci <\"$DIR/said\""),
                 0, "%s", output);
    assert_says("info string error: go perft: depth 20 has more paths than 64 bits can count",
                "the session says so");
    assert_says("\nNodes searched: ", "and goes on");
}

/* A file system of 64 KB, which only this command sees. */
Test(faults, a_full_file_system)
{
    cr_assert_eq(shell("mkdir \"$DIR/small\""), 0);
#define SMALL(command)                                                                             \
    "unshare -Urm sh -c 'mount -t tmpfs -o size=64k none \"$DIR/small\" || exit 77; " command "'"
    if (shell(SMALL("exit 0")) != 0)
        cr_skip_test("no file system can be mounted here: %s", output);
    cr_assert_eq(shell(SMALL("\"$BUILD/xqperft\" divide 1 --epd positions/games.epd --json "
                             ">\"$DIR/small/out\"")),
                 2, "%s", output);
    assert_says("xqperft: cannot write standard output: No space left on device", "a redirection");
    cr_assert_eq(shell(SMALL("\"$BUILD/xqperft\" verify positions/games.epd --max-depth 2 "
                             "--junit \"$DIR/small/junit\"; status=$?; wc -c "
                             "<\"$DIR/small/junit\"; exit $status")),
                 2, "%s", output);
    assert_says("small/junit': No space left on device\n0\n", "a file, of which no part stays");
    cr_assert_eq(shell(SMALL("\"$BUILD/xqbench\" run --quick --out \"$DIR/small/results\"; "
                             "status=$?; ls -A \"$DIR/small/results\"; exit $status")),
                 2, "%s", output);
    assert_says("No space left on device", "before anything is timed");
    cr_assert_null(strstr(output, "results.json\n"), "something counts as a result: %s", output);
}
