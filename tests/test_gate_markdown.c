/* What a gate says in a comment of a pull request. */
#include <ctype.h>

#include "gate_made.h"

enum { COMMENT_MOST = 65536 };

#define HEADING                                                                                    \
    "| workload | board | instructions | time | verdict | reason |\n"                              \
    "|---|---|---:|---:|---|---|\n"
#define REGRESSIONS                                                                                \
    "| legal-list | bitboard | +4.10 % | 0.0 % \\[-0.4, +0.8\\] | regression | "                   \
    "+4.1 % instructions, limit +1.0 % |\n"
#define BY_TIME                                                                                    \
    "| perft | padded | 0.00 % | +3.2 % \\[+2.6, +3.9\\] | regression | "                          \
    "+3.2 % time, at least +2.6 % in 80 launches of the second run |\n"
#define OPEN                                                                                       \
    "| perft | naive | - | +2.0 % \\[open\\] | inconclusive | "                                    \
    "time open: too few launches (4), not counted |\n"
#define IMPROVED                                                                                   \
    "| copy | naive | -10.00 % | 0.0 % \\[-0.4, +0.8\\] | improved | "                             \
    "-10.0 % instructions, limit -1.0 % |\n"

Test(gate_markdown, begins_with_the_verdict_and_folds_away_the_rest)
{
    struct gate gate = made_regression();
    written_by(gate_markdown, &gate);
    cr_assert_str_eq(
        said,
        "### Gate: regression: 2 of 6 rows: regression\n\n" HEADING REGRESSIONS BY_TIME OPEN
            IMPROVED "\n2 rows ok: 1 by time, 1 by instructions\n\n"
        "Note: Board twin is only in NEW.  \nNote: valgrind is missing.  \n\n"
        "<details><summary>All rows: 6</summary>\n\n" HEADING
        "| legal-list | padded | 0.00 % | +0.1 % \\[-0.4, +0.8\\] | ok | "
        "+0.1 % time, at most +0.8 % in 40 launches |\n" REGRESSIONS IMPROVED OPEN BY_TIME
        "| copy | padded | 0.00 % | +1.0 % \\[open, +7.0\\] | ok | "
        "time open: at most +7.0 %, instructions 0.0 % |\n"
        "\n</details>\n\n"
        "<details><summary>How it was measured</summary>\n\n"
        "Base: build/gate/base-abc1234, commit abc1234  \n"
        "New: build/gate/head, commit def5678 with changes  \n"
        "Both by: gcc 12.2.0, -O3  \n"
        "Machine: Test CPU, 2026-01-02T03:04:05Z  \n"
        "Counts: checked, all are right  \n"
        "Instructions: counted with valgrind-3.19.0, x86-64-v3, -O2; limit +1.0 %  \n"
        "Time: median of 40 launches, of 80 more where they say slower; seed 7; limit +2.0 %; ok "
        "excludes a rise of +5.0 %; of the bounds in brackets all lower ones hold together at 99 "
        "%, and so do all upper ones  \n"
        "\n</details>\n");
    free(gate.rows);
}

Test(gate_markdown, has_no_table_of_what_is_not_there)
{
    struct gate gate = made_gate(1);
    strcpy(gate.reason, "1 of 1 rows: ok");
    written_by(gate_markdown, &gate);
    assert_said("### Gate: ok: 1 of 1 rows: ok\n\n1 row ok: 1 by time\n\n<details>", "all is well");
    free(gate.rows);
    gate = made_without_rows();
    written_by(gate_markdown, &gate);
    assert_said("### Gate: inconclusive: no row was compared\n\n<details><summary>How", "no rows");
    cr_assert_eq(times_said("<details>"), 1);
    free(gate.rows);
}

Test(gate_markdown, shows_what_miscounts_as_it_is)
{
    struct gate gate = made_miscount();
    written_by(gate_markdown, &gate);
    assert_said("### Gate: counts differ\n\n```\nNEW miscounts:\n  padded, games.epd:3, depth 2: "
                "43, not 44\n```\n\n<details>",
                "a block of code");
    strcpy(gate.counts_differ, "a ```` b\n```\n</details>\x1b@all");
    written_by(gate_markdown, &gate);
    assert_said("\n\n`````\na ```` b\n```\n</details>\\x1B@all\n`````\n\n",
                "nothing in it ends the block");
    free(gate.rows);
}

/* --- texts of unknown origin ----------------------------------------------------------------- */

/* Is the character at this place one that a backslash makes plain? */
static bool is_escaped(const char *text, size_t at)
{
    size_t marks = 0;
    while (marks < at && text[at - 1 - marks] == '\\')
        marks++;
    return marks % 2 == 1;
}

/* The texts of one line: no character of them is markup, and no cell is one too many. */
static void check_line(const char *line, size_t length)
{
    size_t bars = 0;
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)line[i];
        bars += c == '|' && !is_escaped(line, i);
        cr_assert(!iscntrl(c), "byte %02X in %.*s", c, (int)length, line);
        cr_assert(!strchr("`*_[]~$", c) || is_escaped(line, i), "%c in %.*s", c, (int)length, line);
        cr_assert(c != '<' && c != '>', "%c in %.*s", c, (int)length, line);
        if (c == '@' || (c == '#' && line[i - 1] != '&'))
            cr_assert(strncmp(line + i + 1, "&#8203;", 7) == 0, "%.*s", (int)length, line);
        if (c == '&')
            cr_assert(strchr("lga#", line[i + 1]), "%.*s", (int)length, line);
    }
    cr_assert(bars == 0 || bars == 7, "%zu bars in %.*s", bars, (int)length, line);
}

Test(gate_markdown, texts_are_never_markup)
{
    struct gate gate = made_hostile();
    size_t length, checked = 0;
    written_by(gate_markdown, &gate);
    for (const char *line = said; *line; line += length + 1) {
        length = strcspn(line, "\n");
        bool own = line[0] == '<' || strncmp(line, "### ", 4) == 0;
        size_t skipped = own && line[0] == '#' ? 4 : 0;
        if (own && line[0] == '<')
            continue;
        check_line(line + skipped, length - skipped);
        checked++;
    }
    cr_assert_gt(checked, 20);
    assert_said("| ::error::\\|\\`&lt;b&gt;&amp;\"'\\x0A\\x0D\\x09%0A,: @&#8203;all #&#8203;12 "
                "\\*a\\* \\_b\\_ \\[c\\](d",
                "a name");
    assert_said("\\~\\$\\\\\\| \\x1B\\[2J \\xFF \xe5\x85\xb5 --&gt;", "a reason");
    free(gate.rows);
}

/* --- how long a comment may be --------------------------------------------------------------- */

Test(gate_markdown, rows_that_are_ok_are_the_first_to_go)
{
    struct gate gate = made_regression();
    many_rows(&gate, 2000, made_rows[0]);
    written_by(gate_markdown, &gate);
    cr_assert_lt(said_size, COMMENT_MOST);
    cr_assert_gt(said_size, COMMENT_MOST - 1000, "there is room for more: %zu", said_size);
    cr_assert_eq(times_said(REGRESSIONS), 2, "told and listed");
    cr_assert_eq(times_said(OPEN), 2, "told and listed");
    cr_assert_eq(times_said(BY_TIME), 2, "told and listed");
    assert_unsaid("more rows that are not ok", "none of them is missing");
    const char *left = strstr(said, " more rows, first those that are ok: there is no room");
    cr_assert_not_null(left);
    while (isdigit((unsigned char)left[-1]))
        left--;
    size_t listed = times_said("| ok |") + 4;
    cr_assert_eq(strtoul(left, NULL, 10), gate.row_count - listed, "%.60s", left);
    free(gate.rows);
}

Test(gate_markdown, grave_rows_are_the_last_to_go)
{
    struct gate gate = made_gate(1);
    many_rows(&gate, 1000, made_rows[3]);
    many_rows(&gate, 20, made_rows[1]);
    written_by(gate_markdown, &gate);
    cr_assert_lt(said_size, COMMENT_MOST);
    cr_assert_eq(times_said("| regression |"), 20, "told; there is no room to list them, too");
    cr_assert_lt(strstr(said, "| regression-19 |"), strstr(said, "| inconclusive-0 |"));
    size_t told = times_said("| regression |") + times_said("| inconclusive |");
    char left[80];
    snprintf(left, sizeof left, "\n%zu more rows that are not ok: there is no room", 1020 - told);
    assert_said(left, "those that are missing are counted");
    free(gate.rows);
}

/* The longest texts of the worst characters. */
Test(gate_markdown, no_text_makes_a_comment_too_long)
{
    struct gate gate = made_hostile();
    char text[GATE_TEXT_SIZE];
    memset(text, '@', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    gate.note_count = sizeof gate.notes / sizeof gate.notes[0];
    say_everywhere(&gate, text);
    gate.sides[GATE_NEW].flags[0] = '#'; /* and so each side has its own */
    strcpy(gate.rows[1].reason, text);
    many_rows(&gate, 100, gate.rows[1]);
    for (int again = 0; again < 2; again++) {
        written_by(gate_markdown, &gate);
        cr_assert_lt(said_size, COMMENT_MOST);
        assert_said("| regression-0 |", "there is room for rows nevertheless");
        assert_said("\n</details>\n", "the end is there");
        memset(gate.counts_differ, '\x1b', sizeof gate.counts_differ - 1);
    }
    free(gate.rows);
}
