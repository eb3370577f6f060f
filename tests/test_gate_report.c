/* What a gate says to people: on the terminal, and in a comment. */
#include "gate_made.h"
#include "output/report.h"
#include "text.h"

#define FACTS                                                                                      \
    "Base: build/gate/base-abc1234, commit abc1234\n"                                              \
    "New: build/gate/head, commit def5678 with changes\n"                                          \
    "Both by: gcc 12.2.0, -O3\n"                                                                   \
    "Machine: Test CPU, 2026-01-02T03:04:05Z\n"                                                    \
    "Counts: checked, all are right\n"                                                             \
    "Instructions: counted with valgrind-3.19.0, x86-64-v3, -O2; limit +1.0 %\n"                   \
    "Time: median of 40 launches, of 80 more where they say slower; seed 7; limit +2.0 %; ok "     \
    "excludes a\n"                                                                                 \
    "    rise of +5.0 %; of the bounds in brackets all lower ones hold together at 99 %, and so "  \
    "do all\n"                                                                                     \
    "    upper ones\n"

/* --- on the terminal ------------------------------------------------------------------------- */

Test(gate_report, the_terminal_has_all_that_is_not_ok_first)
{
    struct gate gate = made_regression();
    said_by(gate_text, &gate);
    cr_assert_str_eq(said,
                     FACTS "\n"
                           "workload    board     instructions  time                 verdict\n"
                           "legal-list  bitboard  +4.10 %       0.0 % [-0.4, +0.8]   regression\n"
                           "    +4.1 % instructions, limit +1.0 %\n"
                           "perft       padded    0.00 %        +3.2 % [+2.6, +3.9]  regression\n"
                           "    +3.2 % time, at least +2.6 % in 80 launches of the second run\n"
                           "perft       naive     -             +2.0 % [open]        inconclusive\n"
                           "    time open: too few launches (4), not counted\n"
                           "copy        naive     -10.00 %      0.0 % [-0.4, +0.8]   improved\n"
                           "    -10.0 % instructions, limit -1.0 %\n"
                           "2 rows ok: 1 by time, 1 by instructions\n"
                           "\n"
                           "Note: Board twin is only in NEW.\n"
                           "Note: valgrind is missing.\n"
                           "Verdict: regression: 2 of 6 rows: regression\n");
    free(gate.rows);
}

/* Times of another program have neither boards nor instructions; then there is room for reasons. */
Test(gate_report, columns_with_nothing_are_left_out)
{
    struct gate gate = made_single(3);
    gate.rows[0].board[0] = '\0';
    gate.rows[0].first.high = 0.0712;
    gate.counted_with[0] = '\0';
    gate.seed = 0;
    said_by(gate_text, &gate);
    assert_said("\nInstructions: not counted\n", "what was not done");
    assert_said("\nTime: median of 40 launches, of 80 more where they say slower; limit",
                "no seed");
    assert_said("\nworkload  time                 verdict       reason\n"
                "perft     +2.0 % [open, +7.1]  inconclusive  time open: too few launches "
                "(4), not counted\nNo row is ok\n",
                "reasons beside the figures");
    free(gate.rows);
}

/* Only the rows that it has make a table wide. */
Test(gate_report, rows_that_are_ok_take_no_room)
{
    struct gate gate = made_regression();
    strcpy(gate.rows[0].workload, "a-longer-name");
    said_by(gate_text, &gate);
    assert_said("\nworkload    board  ", "the name of a row that is not shown");
    free(gate.rows);
}

Test(gate_report, reasons_are_broken_into_lines)
{
    struct gate gate = made_single(3);
    gate.rows[0].board[0] = '\0';
    strcpy(gate.rows[0].reason, "a reason that is much too long for the rest of one line is broken "
                                "between its words");
    said_by(gate_text, &gate);
    assert_said("inconclusive  a reason that is much too long for the rest of one line is\n"
                "                                       broken between its words\n",
                "the second line stands below the first");
    free(gate.rows);
}

Test(gate_report, the_terminal_says_when_all_is_well)
{
    struct gate gate = made_gate(1);
    strcpy(gate.reason, "1 of 1 rows: ok");
    said_by(gate_text, &gate);
    cr_assert_str_eq(said, FACTS "\n1 row ok: 1 by time\n\nVerdict: ok: 1 of 1 rows: ok\n");
    gate.reason[0] = '\0';
    said_by(gate_text, &gate);
    assert_said("\nVerdict: ok\n", "no reason, no colon");
    free(gate.rows);
}

Test(gate_report, the_terminal_says_what_miscounts)
{
    struct gate gate = made_miscount();
    said_by(gate_text, &gate);
    assert_said("\nCounts: they differ, so nothing else was done\n\n"
                "NEW miscounts:\n  padded, games.epd:3, depth 2: 43, not 44\n"
                "Verdict: counts differ\n",
                "what miscounts, and that it decides");
    strcpy(gate.counts_differ, "  a count that is told at such length that it takes two lines has "
                               "the second one further to the right");
    said_by(gate_text, &gate);
    assert_said("\n  a count that is told at such length that it takes two lines has the second "
                "one further to the\n      right\n",
                "lines are indented as they were");
    assert_unsaid("Time:", "nothing was timed");
    assert_unsaid("row", "there are none");
    free(gate.rows);
}

Test(gate_report, the_terminal_says_when_nothing_was_compared)
{
    struct gate gate = made_without_rows();
    gate.counts_checked = false;
    gate.launches = 0;
    gate.sides[GATE_BASE].name[0] = gate.sides[GATE_BASE].commit[0] = '\0';
    strcpy(gate.sides[GATE_NEW].flags, "-O2");
    said_by(gate_text, &gate);
    assert_said("Base: unknown, gcc 12.2.0, -O3\nNew: build/gate/head, commit def5678 with "
                "changes, gcc 12.2.0, -O2\nMachine",
                "builds that differ have their own flags");
    assert_said("\nCounts: not checked\n", "counts");
    assert_said("\nTime: not measured\n\nVerdict: inconclusive: no row was compared\n", "no table");
    free(gate.rows);
}

Test(gate_report, limits_are_not_rounded_away)
{
    struct gate gate = made_gate(1);
    gate.limits = (struct gate_limits){0.0005, 0.015, 0.1, 0.001};
    gate.confirming = 0;
    said_by(gate_text, &gate);
    assert_said("; limit +0.050 %\n", "instructions");
    assert_said("Time: median of 40 launches; seed 7; limit +1.5 %; ok excludes a rise of +10.0 %",
                "time");
    assert_said("99.9 %", "the error");
    free(gate.rows);
}

/* Narrow bounds have more decimals, and no table has room for all digits of what is beyond all
 * measure. */
Test(gate_report, figures_have_the_digits_that_matter)
{
    struct gate gate = made_single(4);
    gate.rows[0].again = made_time(80, 0.0321, 0.0305, 0.034);
    said_by(gate_text, &gate);
    assert_said(" +3.21 % [+3.05, +3.40]  regression", "two decimals");
    gate.rows[0].again = made_time(80, 1e12, 0.03, 1e13);
    gate.rows[0].instructions[GATE_NEW] = 1e20;
    said_by(gate_text, &gate);
    assert_said(" +1e+19 % ", "instructions");
    assert_said(" +1e+14 % [+3.0, +1e+15]", "time");
    gate.rows[0].again.rise = NAN;
    gate.rows[0].instructions[GATE_BASE] = 0;
    said_by(gate_text, &gate);
    assert_said("\nworkload  board   time     verdict     reason\nperft     padded  unknown  reg",
                "rises of which nothing is known");
    free(gate.rows);
}

/* Every character is printable, every line fits, none is a command to what reads it. */
static void check_lines(size_t most)
{
    size_t length;
    for (const char *line = said; *line; line += length + 1) {
        char copy[4096];
        length = strcspn(line, "\n");
        cr_assert(length < sizeof copy && line[length] == '\n', "a line without an end: %s", line);
        snprintf(copy, sizeof copy, "%.*s", (int)length, line);
        cr_assert_leq(report_width(copy), most, "%s", copy);
        cr_assert(strncmp(copy + strspn(copy, " "), "::", 2) != 0, "a command: %s", copy);
        for (size_t i = 0, bytes; i < length; i += bytes) {
            bytes = text_character(line + i, length - i);
            cr_assert_gt(bytes, 0, "byte %02X in %s", (unsigned char)line[i], copy);
        }
    }
}

Test(gate_report, the_terminal_is_not_told_what_to_do)
{
    struct gate gate = made_hostile();
    said_by(gate_text, &gate);
    check_lines(100);
    assert_said("\nwwwwwwwwwwwwwwww...  ::error::|`<b>&\"...  +4.10 % ", "a long name is cut");
    assert_said("\nVerdict: regression: ::error::|`<b>&\"'\\x0A\\x0D\\x09%0A,: @all",
                "bytes are shown");
    assert_said("\n    \\x3A:error::|`<b>", "a command that begins a line is none");
    memset(gate.reason, ':', sizeof gate.reason - 1);
    strcpy(gate.rows[1].workload, "::error::");
    said_by(gate_text, &gate);
    check_lines(100);
    strcpy(gate.counts_differ, "one\n\n" HOSTILE "\n");
    memset(gate.counts_differ + strlen(gate.counts_differ), ' ', 300);
    said_by(gate_text, &gate);
    check_lines(100);
    free(gate.rows);
}
