/* What a gate says to programs: JUnit's XML, and GitHub's commands. */
#include "gate_made.h"
#include "markup.h"
#include "shell.h"

/* --- JUnit ----------------------------------------------------------------------------------- */

static const char xml_head[] = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

static void check_totals(size_t tests, size_t failures, size_t skipped)
{
    char totals[100];
    snprintf(totals, sizeof totals, " tests=\"%zu\" failures=\"%zu\" errors=\"0\" skipped=\"%zu\">",
             tests, failures, skipped);
    assert_said(totals, "the totals");
    cr_assert_eq(times_said("<testcase "), tests);
    cr_assert_eq(times_said("<failure "), failures);
    cr_assert_eq(times_said("<skipped "), skipped);
}

/* Well-formed by the strict reader of the tests, and by another one where there is one. */
static void check_xml(void)
{
    cr_assert_eq(strncmp(said, xml_head, strlen(xml_head)), 0, "%.60s", said);
    markup_check(said + strlen(xml_head));
    write_file("gate.xml", said);
    cr_assert_eq(shell("if command -v xmllint >/dev/null; then xmllint --noout \"$DIR/gate.xml\";"
                       "elif command -v python3 >/dev/null; then python3 -c 'import sys, "
                       "xml.etree.ElementTree as tree; tree.parse(sys.argv[1])' \"$DIR/gate.xml\";"
                       "fi"),
                 0, "%s\n%s", output, said);
}

Test(gate_exports, junit_has_a_case_for_each_row, .init = make_folder, .fini = remove_folder)
{
    struct gate gate = made_regression();
    said_by(gate_junit, &gate);
    check_xml();
    check_totals(8, 3, 1);
    assert_said("    <testcase classname=\"gate\" name=\"counts\">\n"
                "      <system-out></system-out>\n    </testcase>\n",
                "counts are right");
    assert_said("    <testcase classname=\"padded\" name=\"legal-list\">\n"
                "      <system-out>instructions: 1000.0 to 1000.0 an operation, 0.00 %; time: "
                "100.0 to 100.1 ns, +0.1 % [-0.4, +0.8] in 40 launches; ok: +0.1 % time, at most "
                "+0.8 % in 40 launches\n</system-out>\n    </testcase>\n",
                "ok");
    assert_said("<system-out>instructions: 1000.0 to 900.0 an operation, -10.00 %; time: 20.00 to "
                "20.00 ns, 0.0 % [-0.4, +0.8] in 40 launches; improved: -10.0 % instructions, ",
                "improved");
    assert_said("    <testcase classname=\"padded\" name=\"perft\">\n"
                "      <failure message=\"+3.2 % time, at least +2.6 % in 80 launches of the "
                "second run\">instructions: 1000.0 to 1000.0 an operation, 0.00 %; time: 300.0 to "
                "309.6 ns, +3.2 % [+2.6, +3.9] in 80 launches\n</failure>\n    </testcase>\n",
                "a regression");
    assert_said("    <testcase classname=\"naive\" name=\"perft\">\n"
                "      <skipped message=\"time open: too few launches (4), not counted\"/>"
                "\n      <system-out>instructions: -; time: +2.0 % [open] in 4 launches\n",
                "inconclusive");
    assert_said("    <testcase classname=\"gate\" name=\"verdict\">\n"
                "      <failure message=\"regression: 2 of 6 rows: regression\">",
                "the verdict of all");
    assert_said("    <system-out>Base: build/gate/base-abc1234, commit abc1234\n", "how");
    assert_said("\nNote: Board twin is only in NEW.\nNote: valgrind is missing.\n</system-out>\n",
                "notes");
    free(gate.rows);
}

Test(gate_exports, junit_is_no_empty_success, .init = make_folder, .fini = remove_folder)
{
    struct gate gate = made_without_rows();
    said_by(gate_junit, &gate);
    check_xml();
    check_totals(2, 0, 1);
    assert_said("<skipped message=\"inconclusive: no row was compared\"/>", "inconclusive");
    gate.counts_checked = false;
    said_by(gate_junit, &gate);
    check_totals(2, 0, 2);
    assert_said("<skipped message=\"counts were not checked\"/>", "nor were counts");
    free(gate.rows);
}

Test(gate_exports, junit_fails_when_counts_differ, .init = make_folder, .fini = remove_folder)
{
    struct gate gate = made_miscount();
    said_by(gate_junit, &gate);
    check_xml();
    check_totals(2, 2, 0);
    assert_said("name=\"counts\">\n      <failure message=\"counts differ\">NEW miscounts:\n"
                "  padded, games.epd:3, depth 2: 43, not 44\n</failure>",
                "what miscounts");
    assert_said("name=\"verdict\">\n      <failure message=\"counts differ\">", "the verdict");
    free(gate.rows);
}

Test(gate_exports, junit_is_well_formed_whatever_is_said, .init = make_folder,
     .fini = remove_folder)
{
    struct gate gate = made_hostile();
    for (int again = 0; again < 2; again++) {
        said_by(gate_junit, &gate);
        check_xml();
        assert_said("&lt;b&gt;&amp;&quot;&#39;", "what is markup is none");
        assert_said("\\x1B[2J \\xFF \xe5\x85\xb5 --&gt;", "bytes are shown");
        strcpy(gate.counts_differ, "]]>\n" HOSTILE);
    }
    free(gate.rows);
    gate = made_single(1);
    gate.rows[0].board[0] = '\0';
    said_by(gate_junit, &gate);
    assert_said("classname=\"gate\" name=\"legal-list\"", "no board");
    free(gate.rows);
}

/* --- GitHub ---------------------------------------------------------------------------------- */

Test(gate_exports, github_has_a_line_for_what_is_wrong)
{
    struct gate gate = made_regression();
    said_by(gate_github, &gate);
    cr_assert_str_eq(
        said,
        "::error title=legal-list/bitboard%3A regression::+4.1 %25 instructions, limit +1.0 %25\n"
        "::error title=perft/padded%3A regression::+3.2 %25 time, at least +2.6 %25 in 80 launches "
        "of the second run\n"
        "::warning title=perft/naive%3A inconclusive::time open: too few launches (4), "
        "not counted\n"
        "::notice title=gate::regression: 2 of 6 rows: regression%0ABoard twin is only in NEW."
        "%0Avalgrind is missing.\n");
    free(gate.rows);
}

Test(gate_exports, github_is_told_of_counts_and_of_nothing)
{
    struct gate gate = made_miscount();
    said_by(gate_github, &gate);
    cr_assert_str_eq(said, "::error title=gate%3A counts differ::NEW miscounts:%0A  padded, "
                           "games.epd:3, depth 2: 43, not 44%0A\n"
                           "::notice title=gate::counts differ\n");
    free(gate.rows);
    gate = made_without_rows();
    said_by(gate_github, &gate);
    cr_assert_str_eq(said, "::notice title=gate::inconclusive: no row was compared\n");
    free(gate.rows);
    gate = made_single(1);
    gate.rows[0].board[0] = '\0';
    said_by(gate_github, &gate);
    assert_said("::error title=legal-list%3A regression::", "a benchmark without a board");
    free(gate.rows);
}

/* It shows ten of a kind. */
Test(gate_exports, github_is_told_how_many_more_there_are)
{
    struct gate gate = made_gate(1);
    many_rows(&gate, 10, made_rows[1]);
    many_rows(&gate, 11, made_rows[3]);
    said_by(gate_github, &gate);
    cr_assert_eq(times_said("::error "), 10);
    assert_said("::error title=regression-9/bitboard%3A regression::", "the tenth of ten");
    cr_assert_eq(times_said("::warning "), 10);
    assert_said("::warning title=inconclusive-8/naive%3A inconclusive::", "the ninth of eleven");
    assert_said("::warning title=gate::2 more rows: inconclusive\n", "the last says how many");
    free(gate.rows);
}

Test(gate_exports, github_takes_no_command_from_a_text)
{
    struct gate gate = made_hostile();
    said_by(gate_github, &gate);
    size_t lines = 0, length;
    for (const char *line = said; *line; line += length + 1, lines++) {
        length = strcspn(line, "\n");
        cr_assert_eq(line[length], '\n');
        cr_assert(strncmp(line, "::error ", 8) == 0 || strncmp(line, "::warning ", 10) == 0 ||
                      strncmp(line, "::notice ", 9) == 0,
                  "%.60s", line);
        cr_assert_null(memchr(line, '\r', length));
    }
    cr_assert_eq(lines, 4);
    assert_said("w/%3A%3Aerror%3A%3A|`<b>&\"'%0A%0D\\x09%250A%2C%3A @all #12", "in a title");
    assert_said("%3A regression::::error::|`<b>&\"'%0A%0D\\x09%250A,: @all", "in a message");
    free(gate.rows);
}
