/* What surrounds the programs fails: readers that leave, file systems that are full, counts that do
 * not fit. (Other tests have faults of their own subject.) */
#include <signal.h>

#include "scripts.h"

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

/* Something else than a suite: so many errors are enough. */
Test(faults, a_file_that_is_no_suite)
{
    cr_assert_eq(
        shell("yes bad | head -n 200000 | \"$BUILD/xqperft\" verify - 2>\"$DIR/said\"; echo $?; "
              "wc -l <\"$DIR/said\"; tail -n 1 \"$DIR/said\""),
        0, "%s", output);
    cr_assert_str_eq(output, "2\n101\n"
                             "/dev/stdin:101: more is wrong from here on; no more is read\n");
    cr_assert_eq(shell("for i in $(seq 100); do echo bad; done | \"$BUILD/xqperft\" verify - 2>&1 "
                       "| tail -n 1"),
                 0, "%s", output);
    assert_says("/dev/stdin:100:1: not a position", "as many as are told");
    /* Three rooks: a warning each, and all positions count. */
    cr_assert_eq(shell("yes '3k5/9/9/9/9/9/9/9/9/RRR1K4 w' | head -n 300 | \"$BUILD/xqperft\" "
                       "perft 1 --tsv --epd - 2>\"$DIR/said\" | grep -c true; "
                       "wc -l <\"$DIR/said\"; tail -n 1 \"$DIR/said\""),
                 0, "%s", output);
    cr_assert_str_eq(output,
                     "300\n101\n/dev/stdin:101: warning: more is unusual from here on, which "
                     "is not reported\n");
}

static const struct script_case dash_cases[] = {
    {"a suite",
     "\"$BUILD/xqperft\" verify - <positions/start.epd --max-depth 1",
     0,
     {"1 count right", ""}},
    {"one position of it",
     "\"$BUILD/xqperft\" perft 1 --tsv --epd - <positions/start.epd | cut -f 6",
     0,
     {"44\n", ""}},
    {"a plan", "\"$BUILD/xqperft\" plan 2 --out -", 2, {"--out: '-' is no file", ""}},
    {"a checkpoint",
     "\"$BUILD/xqperft\" perft 2 --checkpoint -",
     2,
     {"--checkpoint: '-' is no file", ""}},
    {"what is appended to",
     "\"$BUILD/xqperft\" work - </dev/null",
     2,
     {"one from standard input needs --out", ""}},
};

Test(faults, dash_is_standard_input)
{
    for (size_t i = 0; i < sizeof dash_cases / sizeof dash_cases[0]; i++)
        assert_case(&dash_cases[i]);
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

/* Likewise where a suite has a count of that depth: whatever that says, it is not right. */
Test(faults, verify_knows_counts_of_more_than_64_bits)
{
    static const struct {
        const char *options, *says;
    } rows[] = {
        {"", "depth 20, board vector: expected 18446744073709551615, got 2^64 - 1 or more\n"},
        {"--tap", "\n# expected 18446744073709551615, got 2^64 - 1 or more\n"},
        {"--tsv", "\t18446744073709551615\t\t"},
        {"--json", "\"nodes\": null"},
        {"--junit /dev/stdout", "message=\"expected 18446744073709551615, got 2^64 - 1 or more\""},
    };
    char line[512];
    write_file("billions.epd",
               "3k5/9/b3b4/9/9/9/9/9/4R4/4K4 w ;D20 18446744073709551615 ;id \"billions\"\n");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        snprintf(line, sizeof line,
                 "\"$BUILD/xqperft\" verify --hash 64M --board vector \"$DIR/billions.epd\" %s",
                 rows[i].options);
        cr_assert_eq(shell(line), 1, "%s: %s", line, output);
        assert_says(rows[i].says, line);
    }
}

/* Lines that count one move each, in which an id is as long as it may be. */
#define LONG_SUITE(lines)                                                                          \
    "awk 'BEGIN { for (i = 1; i <= " lines "; i++) "                                               \
    "printf \"4k4/9/9/9/9/9/9/9/9/3K5 w ;D1 1 ;id \\\"a position with a long name %d\\\"\\n\", i " \
    "}'"

/* What memory allows: far less than what the positions take. (A sanitizer takes more by itself.) */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define LIMITED(kilobytes) ""
#else
#define LIMITED(kilobytes) "ulimit -v " kilobytes "; "
#endif

/* Of 40,000 positions, one entry each would take 16 MB besides what the program takes, some 8, and
 * one outcome of compare 60. */
Test(faults, suites_are_read_in_constant_memory)
{
    static const struct {
        const char *command, *says;
    } rows[] = {
        {"xqperft verify \"$DIR/long.epd\" --junit \"$DIR/junit\" && tail -n 2 \"$DIR/junit\"",
         "40000 positions, board bitboard, 40,000 counts right; 40,000 nodes in "},
        {"xqperft verify /dev/stdin --json | tail -n 9", "\"compared\": 40000,"},
        {"xqperft perft 1 --epd \"$DIR/long.epd\" | tail -n 1", " 40,000 "},
        {"xqperft divide 1 --epd \"$DIR/long.epd\" --json | grep -c d0d1", "40000\n"},
        {"xqperft fen --epd \"$DIR/long.epd\" --tsv | tail -n 1", "long name 40000\t"},
        {"xqperft perft 1 --epd \"$DIR/long.epd\" --id 'a position with a long name 39999' --tsv",
         "name 39999\t"},
    };
    char line[1024];
    cr_assert_eq(shell(LONG_SUITE("40000") " >\"$DIR/long.epd\""), 0, "%s", output);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        snprintf(line, sizeof line, LIMITED("20000") "cat \"$DIR/long.epd\" | \"$BUILD\"/%s",
                 rows[i].command);
        cr_assert_eq(shell(line), 0, "%s: %s", line, output);
        assert_says(rows[i].says, line);
    }
}

/* A fault near the end shows before anything is counted, of a pipe, too, which is read once. */
Test(faults, all_of_a_suite_is_checked_before_it_is_counted)
{
    static const char *const commands[] = {"verify /dev/stdin", "perft 1 --epd /dev/stdin",
                                           "divide 1 --epd /dev/stdin --json",
                                           "fen --epd /dev/stdin"};
    char line[512];
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        snprintf(line, sizeof line, "{ %s; echo rubbish; } | \"$BUILD/xqperft\" %s",
                 LONG_SUITE("3000"), commands[i]);
        cr_assert_eq(shell(line), 2, "%s: %s", line, output);
        cr_assert_str_eq(output,
                         "/dev/stdin:3001:1: not a position: a board has 10 ranks separated "
                         "by /: 'rubbish'\n");
    }
}

/* The file is changed when it was checked and not counted: once so much of the second file is read
 * as no pipe holds, or of what is printed. */
Test(faults, a_suite_that_changes_meanwhile)
{
    cr_assert_eq(shell("cp positions/rules.epd \"$DIR/changes.epd\"; { head -c 1000000 /dev/zero | "
                       "tr '\\0' '\\n'; cp positions/start.epd \"$DIR/changes.epd\"; cat "
                       "positions/start.epd; } | \"$BUILD/xqperft\" verify --max-depth 1 "
                       "\"$DIR/changes.epd\" /dev/stdin"),
                 2, "%s", output);
    assert_says("/changes.epd changed while it was read\n", "verify");
    cr_assert_eq(
        shell(LONG_SUITE(
            "20000") " >\"$DIR/changes.epd\"; { \"$BUILD/xqperft\" fen --tsv "
                     "--epd \"$DIR/changes.epd\"; echo $? >\"$DIR/status\"; } | { read -r line; "
                     ": >\"$DIR/changes.epd\"; cat >/dev/null; }; cat \"$DIR/status\""),
        0, "%s", output);
    assert_says("/changes.epd changed while it was read\n2\n", "positions of --epd");
}

/* With XQPERFT_DEEP=1. */
Test(faults, ten_million_positions, .timeout = SLOWEST)
{
    const char *deep = getenv("XQPERFT_DEEP");
    if (!deep || strcmp(deep, "1") != 0)
        cr_skip_test("XQPERFT_DEEP=1 is not set");
    cr_assert_eq(shell(LIMITED("120000") LONG_SUITE("10000000") " | \"$BUILD/xqperft\" verify "
                                                                "/dev/stdin"),
                 0, "%s", output);
    assert_says("from here on, no id is found to be used twice", "memory is bounded");
    assert_says("10000000 positions, board bitboard, 10,000,000 counts right", "all are counted");
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

Test(faults, a_read_only_file_system)
{
    static const char *const commands[] = {
        "\"$BUILD/xqperft\" plan 2 --out \"$DIR/small/plan\"",
        "\"$BUILD/xqperft\" perft 2 --checkpoint \"$DIR/small/plan\"",
        "\"$BUILD/xqperft\" verify positions/start.epd --max-depth 1 --junit \"$DIR/small/junit\"",
        "\"$BUILD/xqperft\" compare 1 --script true --save \"$DIR/small/saved.epd\"",
        "\"$BUILD/xqbench\" run --quick --out \"$DIR/small/results\"",
        "\"$BUILD/xqbench\" report \"$DIR/small\"",
    };
    char line[512];
#define READ_ONLY(command)                                                                         \
    "unshare -Urm sh -c 'mount -t tmpfs none \"$DIR/small\" && cp results/reference/results.json " \
    "\"$DIR/small\" && mount -o remount,ro \"$DIR/small\" || exit 77; " command "'"
    cr_assert_eq(shell("mkdir \"$DIR/small\""), 0);
    if (shell(READ_ONLY("exit 0")) != 0)
        cr_skip_test("no file system can be mounted here: %s", output);
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        snprintf(line, sizeof line, READ_ONLY("%s"), commands[i]);
        cr_assert_eq(shell(line), 2, "%s: %s", line, output);
        assert_says(": Read-only file system", line);
    }
}

/* A limit on the size of files ends a program while it writes, as a kill does. */
Test(faults, a_plan_that_is_killed_while_it_is_written)
{
    static const struct {
        const char *before, *says;
        int status;
    } rows[] = {
        {"", "", 128 + SIGXFSZ},
        {"trap \"\" XFSZ; ", "/plan': File too large\n", 2},
    };
    char line[512];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        snprintf(
            line, sizeof line,
            "mkdir -p \"$DIR/plans\"; sh -c '%sulimit -f 64; \"$BUILD/xqperft\" plan 5 --split 3 "
            "--out \"$DIR/plans/plan\"; exit $?'; status=$?; ls -A \"$DIR/plans\" | wc -l; exit "
            "$status",
            rows[i].before);
        cr_assert_eq(shell(line), rows[i].status, "%s: %s", line, output);
        assert_says(rows[i].says, line);
        assert_says("0\n", "nothing is left");
    }
}

/* Neither the copy of a suite from a pipe nor the test cases that JUnit waits for. */
Test(faults, an_engine_has_none_of_our_files)
{
    shell("cat positions/start.epd | \"$BUILD/xqperft\" compare 1 --epd /dev/stdin --junit "
          "\"$DIR/junit.xml\" --script 'ls -l /proc/$$/fd >\"$DIR/files\"; false'");
    /* Criterion hands on some of its own, in /dev/shm. */
    cr_assert_eq(shell("grep -v /dev/shm/ \"$DIR/files\""), 0, "%s", output);
    assert_says("pipe:", "its own");
    cr_assert_null(strstr(output, "deleted"), "temporary files: %s", output);
    cr_assert_null(strstr(output, "junit.xml"), "the report: %s", output);
}
