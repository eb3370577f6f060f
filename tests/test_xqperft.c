/* xqperft as its users run it: exit status, standard output and standard error. What the options
 * of counting do is in test_xqperft_options.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "board.h"
#include "program.h"
#include "version.h"

Test(xqperft, usage_errors_exit_with_2)
{
    static const struct expected rows[] = {
        {"no command", "", 2, "", "Usage: xqperft"},
        {"no command: the commands", "", 2, "", "\n  verify "},
        {"unknown command", "prft 3", 2, "", "xqperft: unknown command 'prft'\nCommands:\n"},
        {"a command's name is whole", "divid 3", 2, "", "unknown command 'divid'"},
        {"unknown option", "--frobnicate", 2, "", "xqperft: unrecognized option '--frobnicate'"},
        {"unknown option of a command", "perft 3 --frobnicate", 2, "",
         "xqperft: unrecognized option '--frobnicate'\nTry `xqperft perft --help'"},
        {"another command's option", "perft 3 --tap", 2, "", "unrecognized option '--tap'"},
        {"help for nothing known", "help prft", 2, "", "xqperft: unknown command 'prft'"},
        {"help for two", "help perft fen", 2, "", "xqperft: "},
        {"no depth", "perft", 2, "", "xqperft: perft needs a DEPTH"},
        {"two depths", "perft 1 2", 2, "", "xqperft: unexpected argument '2'"},
        {"no number", "perft 10abc", 2, "", "xqperft: DEPTH: '10abc' is not a whole number"},
        {"no digits", "perft ''", 2, "", "xqperft: DEPTH: '' is not a whole number"},
        {"a blank before", "perft ' 3'", 2, "", "xqperft: DEPTH: ' 3' is not a whole number"},
        {"negative", "perft -1", 2, "", "xqperft: "},
        {"negative, no option", "perft -- -1", 2, "", "xqperft: DEPTH: '-1' is not"},
        {"plus", "perft +1", 2, "", "xqperft: DEPTH: '+1' is not a whole number"},
        {"too deep", "perft 21", 2, "", "xqperft: DEPTH: 21 is more than 20"},
        {"overflow", "perft 18446744073709551617", 2, "", "is more than 20"},
        {"divide 0", "divide 0", 2, "", "xqperft: DEPTH: 0 is less than 1"},
        {"unknown board", "perft 1 --board x", 2, "",
         "xqperft: --board: unknown board 'x'; there are padded, naive, bitboard, "},
        {"unknown policy", "perft 1 --policy x", 2, "",
         "xqperft: --policy: unknown policy 'x'; there are plain, bulk, legal, two-ply"},
        {"a policy of another board", "perft 1 --policy two-ply", 2, "",
         "xqperft: --policy: two-ply is no policy of bitboard; the boards that have it are "
         "vector, "},
        {"a policy of some boards", "verify positions/start.epd --policy two-ply --board all", 2,
         "",
         "two-ply is no policy of padded, naive, bitboard; the boards that have it are vector, "},
        {"an instruction set of no board", "perft 1 --isa portable", 2, "",
         "xqperft: --isa: it is of the board vector, which is not asked for"},
        {"or of another", "perft 1 --isa portable --board vector-portable", 2, "",
         "xqperft: --isa: it is of the board vector, which is not asked for"},
        {"unknown instruction set", "perft 1 --isa sse", 2, "",
         "xqperft: --isa: there is no 'sse'; available here are portable"},
        {"ranks", "perft 1 --ranks 2", 2, "", "xqperft: --ranks: 2 is more than 1"},
        {"no value", "perft 1 --fen", 2, "", "xqperft: option '--fen' requires an argument"},
        {"fen and epd", "perft 1 --fen x --epd y", 2, "", "--fen and --epd exclude each other"},
        {"id alone", "perft 1 --id x", 2, "", "xqperft: --id needs --epd"},
        {"two formats", "perft 1 --json --tsv", 2, "", "only one output format"},
        {"two formats of verify", "verify x --tap --json", 2, "", "only one output format"},
        {"no file", "verify", 2, "", "xqperft: verify needs a FILE.epd"},
        {"depth for fen", "fen 3", 2, "", "xqperft: unexpected argument '3'"},
        {"limit", "verify x --max-depth 3x", 2, "", "--max-depth: '3x' is not a whole number"},
        {"limit overflows", "verify x --max-nodes 18446744073709551616", 2, "",
         "--max-nodes: 18446744073709551616 is more than 18446744073709551615"},
    };
    EXPECT(rows);
}

Test(xqperft, help_and_version)
{
    static const struct expected rows[] = {
        {"version", "--version", 0, "xqperft " XQPERFT_VERSION "\n", ""},
        {"help", "--help", 0, "\n  divide ", ""},
        {"help: exit status", "help", 0, "Exit status: 0 all well", ""},
        {"a command's help", "perft --help", 0, "Usage: xqperft perft [OPTION...] DEPTH\n", ""},
        {"the same by name", "help perft", 0, "Usage: xqperft perft [OPTION...] DEPTH\n", ""},
        {"examples", "help divide", 0, "Examples:\n  xqperft divide 3\n", ""},
        {"verify", "help verify", 0, "--junit=FILE", ""},
        {"fen", "help fen", 0, "--glyphs=cn|ascii", ""},
    };
    EXPECT(rows);
}

Test(xqperft, positions_and_moves_are_checked)
{
    static const struct expected rows[] = {
        {"short rank", "fen --fen 'rnbakabnr/9/1c5c1/p1p1p1p1p/8/9/P1P1P1P1P/1C5C1/9/RNBAKABNR'", 2,
         "", "rank 5 describes 8 files, not 9"},
        {"column and caret", "perft 1 --fen '4k4/9/9/9/9/9/9/9/9/4K3x w'", 2, "",
         "xqperft: --fen: column "},
        {"caret under the column", "fen --fen '4k4/9/9/9/9/9/9/9/9/3K5 y'", 2, "",
         "\n4k4/9/9/9/9/9/9/9/9/3K5 y\n                        ^\n"},
        {"empty", "fen --fen ''", 2, "", "xqperft: --fen: "},
        {"no such file", "perft 1 --epd /nonexistent.epd", 2, "",
         "xqperft: /nonexistent.epd: No such file or directory"},
        {"no such id", "perft 1 --epd positions/start.epd --id x", 2, "",
         "xqperft: --id: no position of positions/start.epd has the id 'x'"},
        {"no move", "perft 1 --moves 'h2e2 h9g7x'", 2, "",
         "xqperft: --moves: move 2, 'h9g7x': it is not two squares such as h2e2"},
        {"ranks from 1", "perft 1 --ranks 1 --moves 'h3e3 h0g7'", 2, "",
         "move 2, 'h0g7': it is not two squares such as h3e3"},
        {"empty square", "perft 1 --moves h5h6", 2, "", "move 1, 'h5h6': no piece stands on h5"},
        {"other side", "perft 1 --moves h9g7", 2, "",
         "the horse on h9 is Black's, and it is Red's move"},
        {"own piece", "perft 1 --moves a0a3", 2, "", "Red's own pawn stands on a3"},
        {"not so", "perft 1 --moves b0d1", 2, "",
         "the horse's leg on c0 is blocked by Red's elephant"},
        {"kings", "perft 1 --fen '4k4/9/9/9/4P4/9/9/9/9/4K4 w' --moves e5d5", 2, "",
         "it leaves the kings on e0 and e9 facing each other"},
        {"check", "perft 1 --fen '3k5/9/9/9/9/9/9/4r4/4R4/4K4 w' --moves e1d1", 2, "",
         "it leaves Red's king on e0 in check by Black's rook on e2"},
        {"a blank list", "perft 1 --moves ' '", 0, " 44 ", ""},
        {"warning", "perft 1 --fen '3k5/9/9/9/9/9/9/RRR6/9/4K4 w'", 0, "bitboard",
         "xqperft: --fen: warning: "},
    };
    EXPECT(rows);
}

Test(xqperft, every_invalid_text_is_refused_with_its_reason)
{
    char line[1024], arguments[1200];
    FILE *file = fopen("positions/invalid.tsv", "r");
    cr_assert(file, "run from the repository root");
    while (fgets(line, sizeof line, file)) {
        char *reason = strchr(line, '\t');
        if (*line == '#' || !reason || strchr(line, '\''))
            continue;
        *reason++ = '\0';
        reason[strcspn(reason, "\n")] = '\0';
        snprintf(arguments, sizeof arguments, "fen --fen '%s'", line);
        struct expected row = {"invalid.tsv", arguments, 2, "", reason};
        expect(&row, 1);
    }
    fclose(file);
}

Test(xqperft, perft_counts)
{
    static const struct expected rows[] = {
        {"depth 0", "perft 0 --tsv", 0, "\t0\t1\t", ""},
        {"depth 1", "perft 1 --tsv", 0, "\t1\t44\t", ""},
        {"depth 2", "perft 2 --board all --policy plain --tsv", 0, "\tplain\t2\t1920\t", ""},
        {"thousands", "perft 3 --board naive", 0, " 79,666 ", ""},
        {"agreement", "perft 3 --board all", 0, "All 4 boards agree.\n", ""},
        {"after moves", "perft 1 --moves 'h2e2  h9g7' --tsv", 0, "\t1\t35\t", ""},
        {"ranks from 1", "perft 1 --moves 'h3e3 h10g8' --ranks 1 --tsv", 0, "\t1\t35\t", ""},
        {"by id", "perft 2 --epd positions/start.epd --id start --tsv", 0, "\t2\t1920\t", ""},
        {"several", "perft 1 --epd positions/rules.epd", 0, "\ntotal ", ""},
        {"no move left", "perft 3 --fen '3k5/9/9/9/9/9/9/9/3p1p3/4K4 w' --tsv", 0, "\t3\t0\t", ""},
    };
    EXPECT(rows);
}

Test(xqperft, divide_prints_what_people_diff)
{
    struct outcome outcome = run("divide 2");
    cr_assert_eq(outcome.status, 0, "exit %d", outcome.status);
    cr_assert_eq(count_text(outcome.out, ": 4"), 44, "not 44 moves with 4x replies: %s",
                 outcome.out);
    cr_assert_eq(strncmp(outcome.out, "a0a1: 44\na0a2: 44\na3a4: 44\n", 27), 0, "order: %s",
                 outcome.out);
    cr_assert(strstr(outcome.out, "\ni3i4: 44\n\nNodes searched: 1920\n"), "end: %s", outcome.out);
    cr_assert_str_empty(outcome.err, "progress without a terminal: %s", outcome.err);
    outcome_free(&outcome);

    static const struct expected rows[] = {
        {"ranks from 1", "divide 1 --ranks 1", 0, "\nb3b10: 1\n", ""},
        {"only the form", "divide 1 --fen '3k5/9/9/9/9/9/9/4n4/9/4K4 w'", 0,
         "e0e1: 1\n\nNodes searched: 1\n", ""},
        {"boards", "divide 1 --board all", 0, ", board naive, policy legal\na0a1: 1\n", ""},
        {"tsv", "divide 2 --tsv", 0,
         "id\tfen\tboard\tpolicy\tdepth\tmove\tnodes\nstart\t" START
         "\tbitboard\tlegal\t2\ta0a1\t44\n",
         ""},
    };
    EXPECT(rows);
}

Test(xqperft, json_has_exact_counts)
{
    json_t *object = run_json("perft 3 --board all --json", 0);
    for (size_t i = 0; all_boards[i]; i++)
        cr_assert_eq(json_integer_value(result(object, i, "nodes")), 79666, "board %zu", i);
    cr_assert_str_eq(json_string_value(result(object, 3, "policy")), "legal", "policy");
    cr_assert(json_is_true(json_object_get(object, "complete")), "complete");
    cr_assert(json_is_true(json_object_get(object, "agree")), "agree");
    cr_assert_str_eq(json_string_value(result(object, 0, "fen")), START, "fen");
    cr_assert_str_eq(json_string_value(result(object, 1, "board")), "naive", "board");
    cr_assert_eq(json_integer_value(result(object, 0, "depth")), 3, "depth");
    cr_assert(json_is_real(result(object, 0, "seconds")), "seconds");
    json_decref(object);

    object = run_json("divide 3 --json", 0);
    json_int_t sum = 0;
    size_t index;
    json_t *row;
    json_array_foreach(result(object, 0, "moves"), index, row)
    {
        sum += json_integer_value(json_object_get(row, "nodes"));
    }
    cr_assert_eq(sum, 79666, "the moves sum up to %lld", (long long)sum);
    cr_assert_eq(json_array_size(result(object, 0, "moves")), 44, "number of moves");
    json_decref(object);

    object = run_json("fen --json --board all", 0);
    cr_assert_eq(json_integer_value(result(object, 0, "mobility")), 44, "mobility");
    cr_assert_eq(json_array_size(result(object, 0, "moves")), 44, "legal moves");
    cr_assert(json_is_false(result(object, 0, "in_check")), "in_check");
    json_decref(object);
}

Test(xqperft, fen_tells_what_is_known)
{
    static const struct expected rows[] = {
        {"normalised", "fen --fen 'rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r'",
         0, START "\n", ""},
        {"drawing", "fen", 0, "\n  0  R N B A K A B N R\n     a b c d e f g h i\n", ""},
        {"ranks from 1", "fen --ranks 1", 0, "\n 10  r n b a k a b n r\n", ""},
        {"mobility", "fen", 0, "\nRed to move, not in check\n44 legal moves:\n  a0a1 a0a2 ", ""},
        {"check", "fen --fen '3k5/9/9/9/9/9/9/4r4/9/4K4 w'", 0, "in check by the rook on e2\n", ""},
        {"double check", "fen --fen '3k5/9/9/9/9/9/4r4/3n5/9/4K4 w' --board all", 0,
         "in check by the horse on d2 and the rook on e3\n", ""},
        {"stalemate", "fen --fen '3k5/9/9/9/9/9/9/9/3p1p3/4K4 w'", 0,
         "no legal move: stalemate, Red has lost\n", ""},
        {"warning", "fen --fen '3k5/9/9/9/9/9/9/RRR6/9/4K4 w'", 0, "\nwarning: ", ""},
        {"sections", "fen --epd positions/rules.epd", 0, "\n# side letter r\n", ""},
        {"tsv", "fen --tsv", 0, "\tRed\tquiet\t\t44\ta0a1 a0a2 ", ""},
    };
    EXPECT(rows);
}

Test(xqperft, verify_judges)
{
    static const struct expected rows[] = {
        {"rules", "verify positions/rules.epd", 0, "counts right;", ""},
        {"all boards", "verify positions/rules.epd --board all --max-depth 3", 0, "4 boards, ", ""},
        {"two files", "verify positions/rules.epd positions/start.epd --max-nodes 2000", 0,
         "\ntotal: 2 files, ", ""},
        {"nothing to compare", "verify positions/start.epd --max-depth 0", 4, NULL,
         "xqperft: nothing was compared"},
        {"no file", "verify /nonexistent.epd positions/start.epd", 2, "",
         "xqperft: /nonexistent.epd: No such file"},
        {"JUnit not writable", "verify positions/start.epd --max-depth 1 --junit /nonexistent/x", 2,
         "", "xqperft: --junit: cannot write '/nonexistent/x': No such file or directory"},
        {"JUnit on a full disk", "verify positions/start.epd --max-depth 1 --junit /dev/full", 2,
         NULL, "xqperft: --junit: cannot write '/dev/full': No space left on device"},
    };
    EXPECT(rows);
}

static const char wrong_suite[] = START " ;D1 44 ;D2 1921 ;id \"<a> & # 'b'\"\n"
                                        "# a comment\n" START " ;D2 18446744073709551615\n";

/* Each format of verify with the suite above: 3 counts, 2 of them wrong. */
Test(xqperft, verify_reports_wrong_counts)
{
    char name[32], junit[32], arguments[128];
    write_file(name, wrong_suite);
    write_file(junit, "");

    snprintf(arguments, sizeof arguments, "verify %s --board naive --junit %s", name, junit);
    struct outcome outcome = run(arguments);
    cr_assert_eq(outcome.status, 1, "exit %d", outcome.status);
    cr_assert(strstr(outcome.out, ":1: <a> & # 'b', depth 2, board naive: expected 1921, got 1920"),
              "failure: %s", outcome.out);
    cr_assert(strstr(outcome.out, "xqperft divide 2 --board naive --fen '" START "'\n"),
              "next command: %s", outcome.out);
    cr_assert(strstr(outcome.out, "2 of 3 counts WRONG"), "summary: %s", outcome.out);
    outcome_free(&outcome);

    FILE *file = fopen(junit, "r");
    char *xml = read_all(file);
    fclose(file);
    cr_assert(strstr(xml, " tests=\"3\" failures=\"2\" errors=\"0\" "), "totals: %s", xml);
    cr_assert(strstr(xml, ":1: &lt;a&gt; &amp; # 'b', depth 2"), "escapes: %s", xml);
    cr_assert_eq(count_text(xml, "<failure message="), 2, "failures: %s", xml);
    cr_assert_eq(count_text(xml, "</failure>"), 2, "failures are closed: %s", xml);
    cr_assert(strstr(xml, "  </testsuite>\n</testsuites>\n"), "end: %s", xml);
    free(xml);

    snprintf(arguments, sizeof arguments, "verify %s --tap", name);
    outcome = run(arguments);
    cr_assert_eq(outcome.status, 1, "exit %d", outcome.status);
    cr_assert_eq(strncmp(outcome.out, "TAP version 13\n1..3\nok 1 - ", 27), 0, "%s", outcome.out);
    cr_assert(strstr(outcome.out, "\nnot ok 2 - "), "TAP: %s", outcome.out);
    cr_assert(strstr(outcome.out, "& \\# 'b', depth 2"), "escaped #: %s", outcome.out);
    cr_assert(strstr(outcome.out, "\n# policy: legal of bitboard\n"), "policy: %s", outcome.out);
    outcome_free(&outcome);

    snprintf(arguments, sizeof arguments, "verify %s --tsv", name);
    outcome = run(arguments);
    cr_assert_eq(outcome.status, 1, "exit %d", outcome.status);
    cr_assert_eq(count_text(outcome.out, "\n"), 4, "rows: %s", outcome.out);
    cr_assert_eq(count_text(outcome.out, "\t"), 4 * 10, "columns: %s", outcome.out);
    cr_assert(strstr(outcome.out, "\t2\tbitboard\tlegal\t1921\t1920\t"), "TSV: %s", outcome.out);
    outcome_free(&outcome);

    snprintf(arguments, sizeof arguments, "verify %s --json", name);
    json_t *object = run_json(arguments, 1);
    cr_assert(json_is_true(result(object, 0, "ok")), "first result");
    cr_assert(json_is_false(result(object, 1, "ok")), "second result");
    cr_assert_eq(json_integer_value(result(object, 1, "expected")), 1921, "expected");
    cr_assert_str_eq(json_string_value(result(object, 2, "expected")), "18446744073709551615",
                     "a count above 2^63 - 1 is a string");
    json_t *failed = json_object_get(json_object_get(object, "summary"), "failed");
    cr_assert_eq(json_integer_value(failed), 2, "summary");
    json_decref(object);
    unlink(name);
    unlink(junit);
}

Test(xqperft, verify_reports_every_problem_of_its_files)
{
    char name[32], arguments[128], part[64];
    write_file(name, START " ;D1 44\n4k4/9 w ;D1 1\n\n" START " ;D1 4x\n");
    snprintf(arguments, sizeof arguments, "verify positions/start.epd %s --max-depth 1", name);
    struct outcome outcome = run(arguments);
    cr_assert_eq(outcome.status, 2, "exit %d", outcome.status);
    cr_assert_str_empty(outcome.out, "counted in spite of it: %s", outcome.out);
    snprintf(part, sizeof part, "%s:2:1: ", name);
    cr_assert(strstr(outcome.err, part), "no %s in %s", part, outcome.err);
    snprintf(part, sizeof part, "%s:4:", name);
    cr_assert(strstr(outcome.err, part), "no %s in %s", part, outcome.err);
    cr_assert_null(strstr(outcome.err, "warning"), "%s", outcome.err);
    outcome_free(&outcome);
    unlink(name);
}

Test(xqperft, output_that_cannot_be_written_is_an_error)
{
    static const char full[] = "xqperft: cannot write standard output: No space left on device\n";
    static const struct expected rows[] = {
        {"perft", "perft 1 >/dev/full", 2, "", full},
        {"json", "divide 1 --json >/dev/full", 2, "", full},
        {"verify", "verify positions/start.epd --max-depth 1 >/dev/full", 2, "", full},
        {"fen", "fen >/dev/full", 2, "", full},
        {"help", "--help >/dev/full", 2, "", full},
        {"a command's help", "help perft >/dev/full", 2, "", full},
        {"closed", "perft 1 >&-", 2, "", "xqperft: cannot write standard output: Bad file"},
        {"a reader that left", "perft 1 | true", 0, "", ""},
    };
    EXPECT(rows);
}

/* First a position that is soon counted, for its side is stalemated, then one that never is. */
static const char endless_suite[] =
    "3k5/9/9/9/9/9/9/9/3rr4/5K3 w ;D15 0 ;id \"none\"\n" START " ;D15 1 ;id \"endless\"\n";

Test(xqperft, interrupted_runs_print_what_is_known, .timeout = 60)
{
    char name[32], junit[32], arguments[128];
    json_error_t error;
    write_file(name, endless_suite);
    write_file(junit, "");

    snprintf(arguments, sizeof arguments, "perft 15 --epd %s --tsv", name);
    struct outcome outcome = interrupt(arguments, "\nnone\t", SIGINT);
    cr_assert_eq(count_text(outcome.out, "\n"), 3, "rows: %s", outcome.out);
    cr_assert(strstr(outcome.out, "\ttrue\nendless\t"), "first row: %s", outcome.out);
    cr_assert(strstr(outcome.out, "\tfalse\n"), "second row: %s", outcome.out);
    outcome_free(&outcome);

    outcome = interrupt("divide 15", "", SIGINT);
    cr_assert(strstr(outcome.out, " of 44 root moves)\n"), "text: %s", outcome.out);
    outcome_free(&outcome);

    snprintf(arguments, sizeof arguments, "divide 15 --epd %s --json", name);
    outcome = interrupt(arguments, "", SIGTERM);
    json_t *object = json_loads(outcome.out, 0, &error);
    cr_assert(object, "%s: %s", error.text, outcome.out);
    cr_assert(json_is_false(json_object_get(object, "complete")), "complete: %s", outcome.out);
    json_decref(object);
    outcome_free(&outcome);

    snprintf(arguments, sizeof arguments, "verify %s --tap --junit %s", name, junit);
    outcome = interrupt(arguments, "\nok 1 ", SIGINT);
    cr_assert(strstr(outcome.out, "Bail out! interrupted after 1 of 2 counts\n"), "TAP: %s",
              outcome.out);
    outcome_free(&outcome);
    FILE *file = fopen(junit, "r");
    char *xml = read_all(file);
    fclose(file);
    cr_assert(strstr(xml, " tests=\"2\" failures=\"0\" errors=\"1\" "), "totals: %s", xml);
    cr_assert(strstr(xml, "</testsuites>\n"), "end: %s", xml);
    free(xml);
    unlink(name);
    unlink(junit);
}
