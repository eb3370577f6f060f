/* How xqperft counts: --policy, --threads, --hash, --stats. */
#include <stdlib.h>
#include <string.h>

#include "board.h"
#include "perft_stats.h"
#include "program.h"

Test(xqperft_options, usage_errors_exit_with_2)
{
    static const struct expected rows[] = {
        {"threads: a word", "perft 1 --threads all", 2, "", "--threads: 'all' is not a whole"},
        {"threads: negative", "perft 1 --threads=-1", 2, "", "--threads: '-1' is not a whole"},
        {"threads: too many", "divide 1 --threads 1025", 2, "",
         "xqperft: --threads: 1025 is more than 1024"},
        {"threads: overflow", "verify x --threads 18446744073709551617", 2, "", "is more than"},
        {"threads of fen", "fen --threads 2", 2, "", "unrecognized option '--threads'"},
        {"hash: unit", "perft 1 --hash 12X", 2, "",
         "xqperft: --hash: '12X' is not a number of bytes, such as 4096K"},
        {"hash: two units", "perft 1 --hash 1MB", 2, "", "'1MB' is not a number of bytes"},
        {"hash: only a unit", "perft 1 --hash M", 2, "", "'M' is not a number of bytes"},
        {"hash: nothing", "perft 1 --hash ''", 2, "", "'' is not a number of bytes"},
        {"hash: negative", "perft 1 --hash=-1M", 2, "", "'-1M' is not a number of bytes"},
        {"hash: a fraction", "perft 1 --hash 1.5G", 2, "", "'1.5G' is not a number of bytes"},
        {"hash: a blank", "perft 1 --hash '1 G'", 2, "", "'1 G' is not a number of bytes"},
        {"hash: 0", "perft 1 --hash 0", 2, "", "xqperft: --hash: 0 is less than 4096 bytes"},
        {"hash: small", "divide 1 --hash 4095", 2, "", "--hash: 4095 is less than 4096 bytes"},
        {"hash: small unit", "verify x --hash 3K", 2, "", "--hash: 3K is less than 4096 bytes"},
        {"hash: overflow", "perft 1 --hash 18446744073709551616", 2, "",
         "--hash: 18446744073709551616 is more bytes than there are addresses"},
        {"hash: overflow by the unit", "perft 1 --hash 16777216T", 2, "",
         "--hash: 16777216T is more bytes than there are addresses"},
        {"hash: no memory", "perft 1 --hash 1000000T", 2, "",
         "xqperft: --hash: not enough memory for 1 table of 1,099,511,627,776,000,000 bytes: "},
        {"hash: no memory for verify", "verify positions/start.epd --hash 1000000T", 2, "",
         "xqperft: --hash: not enough memory"},
        {"no-mirror alone", "perft 1 --no-mirror", 2, "", "xqperft: --no-mirror needs --hash"},
        {"hash-check alone", "verify x --hash-check", 2, "", "xqperft: --hash-check needs --hash"},
        {"stats: a word", "perft 1 --stats=all", 2, "", "xqperft: --stats: 'all' is not full"},
        {"stats: a depth", "perft 0 --stats", 2, "", "--stats needs a DEPTH of at least 1"},
        {"stats: hash", "perft 3 --stats --hash 1M", 2, "",
         "xqperft: --stats and --hash exclude each other: the hash keeps how many paths"},
        {"stats: policy", "perft 3 --policy bulk --stats", 2, "", "it cannot go with bulk"},
        {"stats of divide", "divide 1 --stats", 2, "", "unrecognized option '--stats'"},
        {"stats of verify", "verify x --stats", 2, "", "unrecognized option '--stats'"},
    };
    EXPECT(rows);
}

Test(xqperft_options, values_that_are_accepted)
{
    static const struct expected rows[] = {
        {"bytes", "perft 2 --hash 4096 --tsv", 0, "\t1920\t", ""},
        {"K", "perft 2 --hash 4K", 0, "hash of 4 KiB\n", ""},
        {"small letter", "perft 2 --hash 3m", 0, "1 thread; hash of 2 MiB\n", ""},
        {"G", "perft 2 --hash 1G", 0, "hash of 1 GiB\n", ""},
        {"of each board", "perft 2 --hash 1M --no-mirror --board all", 0,
         "1 thread; hash of 1 MiB for each board, mirror images apart\n", ""},
        {"all processors", "perft 3 --threads 0", 0, " 79,666 ", ""},
        {"threads", "perft 3 --threads 7", 0, "7 threads\n", ""},
        {"depth 0", "perft 0 --threads 7 --hash 1M --tsv", 0, "\t0\t1\t", ""},
        {"policy of stats", "perft 3 --policy plain --stats --tsv", 0, "\tplain\t3\t79666\t", ""},
        {"no-bulk", "perft 3 --no-bulk --tsv", 0, "\tplain\t3\t79666\t", ""},
        {"no-bulk of divide", "divide 1 --no-bulk --tsv", 0, "\tplain\t1\ta0a1\t1\n", ""},
        {"default policy", "perft 3 --tsv", 0, "\tlegal\t3\t79666\t", ""},
        {"of a board that has more", "perft 3 --board vector --tsv", 0, "\tlegal\t3\t79666\t", ""},
        {"one that it has", "perft 3 --board vector --policy two-ply --tsv", 0,
         "\tvector\ttwo-ply\t3\t79666\t", ""},
        {"of verify", "verify positions/start.epd --max-depth 3 --board all", 0,
         "policy: legal of padded, naive, bitboard, vector\n", ""},
        {"of verify for programs", "verify positions/start.epd --max-depth 3 --tsv", 0,
         "\tbitboard\tlegal\t79666\t79666\t", ""},
        {"of a list of moves", "divide 2 --board all", 0, ", board vector, policy legal\n", ""},
        {"stats of all boards", "perft 3 --board vector --stats --tsv", 0, "\tvector\tplain\t3\t",
         ""},
        {"a build of vector", "perft 3 --board vector --isa portable --json", 0,
         "\"variant\": \"vector-portable\"", ""},
        {"a build for uci", "uci --board vector --isa portable </dev/null", 0, "xqperft ", ""},
        {"a build of vector to compare with",
         "compare 2 --board vector --isa portable --engine " BUILD_DIR "/faulty-engine --json", 0,
         "\"variant\": \"vector-portable\"", ""},
        {"help", "help perft", 0, "perft 7 --hash 1G --threads 0\n", ""},
    };
    EXPECT(rows);
}

/* "plain|bulk|legal": made from the one list of names. */
Test(xqperft_options, help_names_every_policy)
{
    struct outcome outcome = run("help divide");
    for (int policy = 0; policy < POLICY_COUNT; policy++)
        cr_expect(strstr(outcome.out, policy_name((enum policy)policy)), "no %s in %s",
                  policy_name((enum policy)policy), outcome.out);
    outcome_free(&outcome);
}

static const char *const hashes[] = {"", "--hash 64K", "--hash 64K --no-mirror",
                                     "--hash 4M --hash-check"};
static const int threads[] = {1, 2, 7};

enum { HASHES = sizeof hashes / sizeof hashes[0], THREADS = sizeof threads / sizeof threads[0] };

Test(xqperft_options, counts_are_the_same_whatever_the_options)
{
    static const char *const counts[] = {"\t1920\t", "\t79666\t", "\t3290240\t"};
    char arguments[160];
    for (int policy = 0; policy < POLICY_COUNT; policy++)
        for (int i = 0; i < THREADS * HASHES; i++)
            for (int depth = 2; depth <= 4; depth++) {
                snprintf(arguments, sizeof arguments,
                         "perft %d --board %s --policy %s --threads %d %s --tsv", depth,
                         policy == POLICY_TWO_PLY ? "vector" : "bitboard",
                         policy_name((enum policy)policy), threads[i % THREADS],
                         hashes[i / THREADS]);
                struct outcome outcome = run(arguments);
                cr_assert_eq(outcome.status, 0, "%s: exit %d", arguments, outcome.status);
                cr_assert(strstr(outcome.out, counts[depth - 2]), "%s: %s", arguments, outcome.out);
                outcome_free(&outcome);
            }
}

Test(xqperft_options, divide_is_the_same_to_the_byte)
{
    char arguments[160];
    struct outcome first = run("divide 3 --moves 'h2e2 h9g7'");
    cr_assert_eq(first.status, 0);
    for (int i = 0; i < THREADS * HASHES; i++) {
        if (strstr(hashes[i / THREADS], "check"))
            continue;
        snprintf(arguments, sizeof arguments, "divide 3 --moves 'h2e2 h9g7' --threads %d %s",
                 threads[i % THREADS], hashes[i / THREADS]);
        struct outcome outcome = run(arguments);
        cr_expect_str_eq(outcome.out, first.out, "%s", arguments);
        outcome_free(&outcome);
    }
    outcome_free(&first);
}

Test(xqperft_options, verify_counts_with_threads_and_hash)
{
    static const struct expected rows[] = {
        {"threads", "verify positions/rules.epd positions/start.epd --max-depth 4 --threads 2", 0,
         "\ntotal: 2 files, 40 counts right;", ""},
        {"hash", "verify positions/start.epd --max-depth 4 --board all --hash 1M --no-bulk", 0,
         "hash of 1 MiB for each board\npositions/start.epd: 1 position, 4 boards, 16 counts right",
         ""},
        {"both", "verify positions/start.epd --max-depth 5 --threads 7 --hash 4M --hash-check", 0,
         "counts from the hash counted again, all right\n", ""},
        {"in TAP", "verify positions/start.epd --max-depth 5 --hash 4M --hash-check --tap", 0,
         "\n# hash check: ", ""},
        {"in TSV", "verify positions/start.epd --max-depth 2 --hash 4M --hash-check --tsv", 0,
         "\t1920\t1920\t", "xqperft: hash check: 0 counts from the hash counted again"},
    };
    EXPECT(rows);
    char name[32], arguments[128];
    write_file(name, START " ;D4 3290241\n");
    snprintf(arguments, sizeof arguments, "verify %s --threads 2 --hash 1M", name);
    struct expected wrong = {"wrong", arguments, 1, "expected 3290241, got 3290240\n", ""};
    expect(&wrong, 1);
    unlink(name);
}

static json_int_t number_of(json_t *object, const char *key)
{
    json_t *value = json_object_get(object, key);
    cr_assert(json_is_integer(value), "no number %s", key);
    return json_integer_value(value);
}

Test(xqperft_options, json_tells_the_setting)
{
    json_t *object = run_json("perft 5 --hash 5M --threads 2 --hash-check --json", 0);
    cr_expect_eq(number_of(object, "threads"), 2);
    cr_expect_eq(number_of(object, "hash_bytes"), 4 << 20);
    json_t *check = json_object_get(object, "hash_check");
    cr_expect_gt(number_of(check, "checked"), 0);
    cr_expect_eq(number_of(check, "wrong"), 0);
    cr_expect_eq(json_integer_value(result(object, 0, "nodes")), 133312995);
    json_decref(object);
    object = run_json("verify positions/start.epd --max-depth 3 --json --hash 1M", 0);
    cr_expect_eq(number_of(object, "threads"), 1);
    cr_expect_eq(number_of(object, "hash_bytes"), 1 << 20);
    json_decref(object);
    object = run_json("divide 2 --json", 0);
    cr_expect_eq(number_of(object, "hash_bytes"), 0);
    json_decref(object);
}

/* --- statistics ------------------------------------------------------------------------------- */

Test(xqperft_options, stats_have_the_published_values)
{
    static const struct expected rows[] = {
        {"text", "perft 4 --stats", 0, "\n  captures                           115,365  last moves",
         ""},
        {"text of checks", "perft 4 --stats --threads 2", 0, " 19,380 ", ""},
        {"agreement", "perft 3 --stats --board all", 0, "All 4 boards agree.\n", ""},
        {"dead ends", "perft 4 --stats --fen '3k5/9/9/9/9/9/9/9/3rr4/5K3 w'", 0, "  dead_ends  ",
         ""},
        {"not without full", "perft 1 --stats --tsv", 0, "\tstalemates\tdead_ends\n", ""},
        {"several positions", "perft 2 --stats --epd positions/rules.epd", 0, "\ntotal ", ""},
    };
    EXPECT(rows);
    json_t *object = run_json("perft 4 --stats=full --json", 0);
    for (size_t i = 0; i < PERFT_STATS_COUNT; i++)
        result(object, 0, perft_stats_columns[i].name);
    cr_expect_eq(json_integer_value(result(object, 0, "nodes")), 3290240);
    cr_expect_eq(json_integer_value(result(object, 0, "captures")), 115365);
    cr_expect_eq(json_integer_value(result(object, 0, "checks")), 19380);
    json_decref(object);
}

/* Every column after `nodes`, which stands in its own place, in the order of the list. */
Test(xqperft_options, stats_columns_of_tsv)
{
    char heading[1024] =
        "id\tfen\tboard\tpolicy\tdepth\tnodes\tseconds\tnodes_per_second\tcomplete";
    for (size_t i = 1; i < PERFT_STATS_COUNT; i++) {
        strcat(heading, "\t");
        strcat(heading, perft_stats_columns[i].name);
    }
    strcat(heading, "\n");
    struct outcome outcome = run("perft 3 --stats=full --tsv --board all");
    cr_assert_eq(strncmp(outcome.out, heading, strlen(heading)), 0, "%s", outcome.out);
    cr_expect_eq(count_text(outcome.out, "\ttrue\t3159\t384\t0\t0\t0\t0\t0\t0\t0\t0\t0\t"), 4, "%s",
                 outcome.out);
    cr_expect_eq(count_text(outcome.out, "\t"), 5 * (8 + PERFT_STATS_COUNT - 1), "%s", outcome.out);
    outcome_free(&outcome);
}

/* --- interrupts and progress ------------------------------------------------------------------ */

/* One of its root moves mates, and is counted at once: the others never are. */
#define MATE_IN_ONE "3k5/R8/9/9/9/9/9/9/9/1R2K4 w"

Test(xqperft_options, interrupts_are_answered_by_every_thread, .timeout = 60)
{
    struct outcome outcome = interrupt("divide 15 --threads 7 --fen '" MATE_IN_ONE "'", "", SIGINT);
    cr_expect(strstr(outcome.out, "b0b9: 0\n"), "the finished move: %s", outcome.out);
    cr_expect(strstr(outcome.out, "\nNodes searched: 0 (interrupted: "), "the sum: %s",
              outcome.out);
    outcome_free(&outcome);
    outcome = interrupt("perft 15 --threads 7 --stats", "", SIGINT);
    cr_expect(strstr(outcome.out, "(interrupted: 0 of 44 root moves)\n"), "%s", outcome.out);
    outcome_free(&outcome);
    outcome = interrupt("perft 15 --threads 7 --hash 64M --json", "", SIGTERM);
    cr_expect(strstr(outcome.out, "\"complete\": false"), "%s", outcome.out);
    outcome_free(&outcome);
    char name[32], arguments[128];
    write_file(name, START " ;D1 44 ;D15 1000000\n");
    snprintf(arguments, sizeof arguments, "verify %s --threads 2 --hash 1M --tap", name);
    outcome = interrupt(arguments, "\nok 1 ", SIGINT);
    cr_expect(strstr(outcome.out, "Bail out! interrupted after 1 of 2"), "%s", outcome.out);
    outcome_free(&outcome);
    unlink(name);
}

/* Standard error on a terminal of its own: what it gets. */
static void expect_progress(const char *command)
{
    char arguments[256], text[1 << 16] = "";
    int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    if (terminal < 0 || access(ptsname(terminal), R_OK | W_OK) != 0)
        cr_skip_test("this system gives no pseudo-terminals, as a bare chroot");
    cr_assert(grantpt(terminal) == 0 && unlockpt(terminal) == 0, "no terminal");
    snprintf(arguments, sizeof arguments, "%s 2>%s", command, ptsname(terminal));
    int keep = open(ptsname(terminal), O_RDWR | O_NOCTTY); /* or what was written would be lost */
    struct outcome outcome = run(arguments);
    cr_assert_eq(outcome.status, 0, "%s: exit %d", command, outcome.status);
    fcntl(terminal, F_SETFL, O_NONBLOCK);
    ssize_t size = read(terminal, text, sizeof text - 1);
    cr_assert_gt(size, 0, "%s: no progress", command);
    cr_expect(strstr(text, " %, ") && strstr(text, " nodes/s, ") && strstr(text, " left"), "%s: %s",
              command, text);
    cr_expect(strstr(text, "\r\033[K"), "%s: not erased: %s", command, text);
    cr_expect_null(strchr(outcome.out, '%'), "%s: on standard output: %s", command, outcome.out);
    outcome_free(&outcome);
    close(keep);
    close(terminal);
}

Test(xqperft_options, progress_on_a_terminal)
{
    expect_progress("perft 5 --policy plain --moves 'h2e2 h9g7' --fen '" START "'");
    expect_progress("verify positions/start.epd --max-depth 5 --policy plain --threads 2");
}
