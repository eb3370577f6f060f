/* What boards are drawn with: --glyphs, and its default by the locale. */
#include <locale.h>
#include <wchar.h>

#include "../src/cli/draw.h"
#include "compare_program.h"

/* Each piece of either side, and the river. */
static const char letters[] = "\n"
                              "  9  r n b a k a b n r\n"
                              "  8  . . . . . . . . .\n"
                              "  7  . c . . . . . c .\n"
                              "  6  p . p . p . p . p\n"
                              "  5  . . . . . . . . .\n"
                              "     ~~~~~~~~~~~~~~~~~\n"
                              "  4  . . . . . . . . .\n"
                              "  3  P . P . P . P . P\n"
                              "  2  . C . . . . . C .\n"
                              "  1  . . . . . . . . .\n"
                              "  0  R N B A K A B N R\n"
                              "     a b c d e f g h i\n"
                              "\n";
static const char chinese[] = "\n"
                              "  9 車馬象士將士象馬車\n"
                              "  8 ・・・・・・・・・\n"
                              "  7 ・砲・・・・・砲・\n"
                              "  6 卒・卒・卒・卒・卒\n"
                              "  5 ・・・・・・・・・\n"
                              "    ～～楚河～漢界～～\n"
                              "  4 ・・・・・・・・・\n"
                              "  3 兵・兵・兵・兵・兵\n"
                              "  2 ・炮・・・・・炮・\n"
                              "  1 ・・・・・・・・・\n"
                              "  0 俥傌相仕帥仕相傌俥\n"
                              "    ａｂｃｄｅｆｇｈｉ\n"
                              "\n";

#define HORSE_JUMPS "--engine '" FAULTY " --fault horse-jumps'"

Test(glyphs, both_sets_are_drawn)
{
    const struct expected rows[] = {
        {"letters", "fen --glyphs ascii", 0, letters, ""},
        {"characters", "fen --glyphs cn", 0, chinese, ""},
        {"ranks from 1", "fen --glyphs cn --ranks 1", 0, "\n 10 車馬象士將士象馬車\n", ""},
        {"the report of compare", "compare 1 --glyphs cn " HORSE_JUMPS, 1, chinese, ""},
        {"compare by itself", "compare 1 " HORSE_JUMPS, 1, letters, ""},
        {"TAP, when asked for", "compare 1 --tap --glyphs cn " HORSE_JUMPS, 1,
         "\n#   9 車馬象士將士象馬車\n", ""},
        {"d of uci", "uci --glyphs cn <<end\nd\nend", 0, chinese, ""},
    };
    alarm(60);
    EXPECT(rows);
}

Test(glyphs, unknown_ones_exit_with_2)
{
    static const struct expected rows[] = {
        {"a word", "fen --glyphs chinese", 2, "",
         "xqperft: --glyphs: unknown glyphs 'chinese'; there are cn and ascii\n"},
        {"nothing", "perft 1 --glyphs ''", 2, "", "--glyphs: unknown glyphs ''"},
        {"a beginning", "divide 1 --glyphs c", 2, "", "--glyphs: unknown glyphs 'c'"},
        {"capitals", "verify x --glyphs CN", 2, "", "--glyphs: unknown glyphs 'CN'"},
        {"compare", "compare 1 --engine x --glyphs utf-8", 2, "", "unknown glyphs 'utf-8'"},
        {"uci", "uci --glyphs 0", 2, "", "--glyphs: unknown glyphs '0'"},
    };
    EXPECT(rows);
}

/* The columns of the line at `*text`, which moves behind it; -1 when not all of it is printable. */
static int line_width(const char **text)
{
    char line[256];
    wchar_t wide[256];
    size_t length = strcspn(*text, "\n");
    cr_assert_lt(length, sizeof line);
    snprintf(line, sizeof line, "%.*s", (int)length, *text);
    *text += length + 1;
    cr_assert_neq(mbstowcs(wide, line, 256), (size_t)-1, "no UTF-8: %s", line);
    return wcswidth(wide, 256);
}

/* 9 files of two columns behind the rank. */
static void assert_aligned(const char *drawing)
{
    int lines = 0;
    for (drawing++; *drawing != '\n'; lines++) {
        int width = line_width(&drawing);
        cr_assert_eq(width, 4 + 2 * FILE_COUNT, "line %d has %d columns", lines + 1, width);
    }
    cr_assert_eq(lines, RANK_COUNT + 2);
}

Test(glyphs, columns_are_aligned)
{
    if (!setlocale(LC_CTYPE, "C.UTF-8"))
        cr_skip_test("there is no locale C.UTF-8");
    assert_aligned(letters);
    assert_aligned(chinese);
}

Test(glyphs, sides_differ_without_colour)
{
    struct outcome outcome =
        run("fen --glyphs cn --fen '2bakab2/9/1c4n2/p3r4/9/9/P3R4/1C4N2/9/2BAKAB2 w'");
    static const char *const rows[] = {"\n  9 ・・象士將士象・・\n", "\n  7 ・砲・・・・馬・・\n",
                                       "\n  6 卒・・・車・・・・\n", "\n  3 兵・・・俥・・・・\n",
                                       "\n  2 ・炮・・・・傌・・\n", "\n  0 ・・相仕帥仕相・・\n"};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        cr_assert(strstr(outcome.out, rows[i]), "no '%s' in:\n%s", rows[i], outcome.out);
    outcome_free(&outcome);
}

Test(glyphs, the_locale_decides)
{
    static const struct {
        const char *charset, *locale;
        enum glyphs glyphs;
    } rows[] = {
        {"UTF-8", "zh_CN.UTF-8", GLYPHS_CN},
        {"UTF-8", "zh_TW.utf8", GLYPHS_CN},
        {"UTF-8", "zh", GLYPHS_CN},
        {"UTF-8", "zh@euro", GLYPHS_CN},
        {"UTF-8", "zh.UTF-8", GLYPHS_CN},
        {"GB18030", "zh_CN.GB18030", GLYPHS_ASCII},
        {"GB2312", "zh_CN", GLYPHS_ASCII},
        {"ANSI_X3.4-1968", "zh_CN.UTF-8", GLYPHS_ASCII},
        {"UTF-8", "C.UTF-8", GLYPHS_ASCII},
        {"UTF-8", "en_US.UTF-8", GLYPHS_ASCII},
        {"UTF-8", "za_CN.UTF-8", GLYPHS_ASCII},
        {"UTF-8", "zhx_CN.UTF-8", GLYPHS_ASCII},
        {"UTF-8", "", GLYPHS_ASCII},
        {"ANSI_X3.4-1968", "C", GLYPHS_ASCII},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        cr_assert_eq(glyphs_of(rows[i].charset, rows[i].locale), rows[i].glyphs, "%s in %s",
                     rows[i].charset, rows[i].locale);
}

static void expect_in(const char *all, const char *ctype, const char *lang, const char *arguments,
                      int status, const char *out)
{
    char what[128];
    snprintf(what, sizeof what, "LC_ALL='%s' LC_CTYPE='%s' LANG='%s'", all, ctype, lang);
    setenv("LC_ALL", all, 1); /* an empty one counts as none */
    setenv("LC_CTYPE", ctype, 1);
    setenv("LANG", lang, 1);
    const struct expected row = {what, arguments, status, out, ""};
    expect(&row, 1);
}

Test(glyphs, locales_that_every_machine_has)
{
    expect_in("C", "", "", "fen", 0, letters);
    expect_in("POSIX", "zh_CN.UTF-8", "zh_CN.UTF-8", "fen", 0, letters);
    expect_in("C.UTF-8", "", "", "fen", 0, letters);
    expect_in("no_SUCH.locale", "", "", "fen", 0, letters);
    expect_in("C", "", "", "fen --glyphs cn", 0, chinese);
}

/* A folder with a locale zh_CN.UTF-8, which need not be installed: in what counts here, charset and
 * name, it differs from C.UTF-8 in its name alone. */
static void make_locale(char folder[static 32])
{
    char command[256];
    if (access("/usr/lib/locale/C.utf8/LC_CTYPE", R_OK) != 0)
        cr_skip_test("C.UTF-8 is not a folder of /usr/lib/locale");
    strcpy(folder, "/tmp/test-xqperft-XXXXXX");
    cr_assert_not_null(mkdtemp(folder), "no temporary folder");
    snprintf(command, sizeof command,
             "for name in C zh_CN zh_TW; do ln -s /usr/lib/locale/C.utf8 %s/$name.utf8; done",
             folder);
    cr_assert_eq(system(command), 0, "%s", command);
    setenv("LOCPATH", folder, 1);
}

static void remove_locale(const char *folder)
{
    char command[64];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    cr_assert_eq(system(command), 0, "%s", command);
}

Test(glyphs, a_chinese_locale_gets_characters)
{
    char folder[32];
    make_locale(folder);
    alarm(60);
    expect_in("zh_CN.UTF-8", "", "", "fen", 0, chinese);
    expect_in("zh_TW.utf8", "C", "C", "fen", 0, chinese);
    expect_in("", "zh_CN.UTF-8", "C.UTF-8", "fen", 0, chinese);
    expect_in("", "", "zh_CN.UTF-8", "fen", 0, chinese);
    expect_in("", "C.UTF-8", "zh_CN.UTF-8", "fen", 0, letters);
    expect_in("C.UTF-8", "zh_CN.UTF-8", "zh_CN.UTF-8", "fen", 0, letters);
    expect_in("zh_CN.UTF-8", "", "", "fen --glyphs ascii", 0, letters);
    expect_in("zh_CN.UTF-8", "", "", "compare 1 " HORSE_JUMPS, 1, chinese);
    remove_locale(folder);
}

/* Runs in both locales and asserts that the program prints the same. */
static void expect_same(const char *arguments)
{
    setenv("LC_ALL", "C", 1);
    struct outcome one = run(arguments);
    setenv("LC_ALL", "zh_CN.UTF-8", 1);
    struct outcome other = run(arguments);
    cr_assert_gt(strlen(one.out), 20, "%s: %s", arguments, one.out);
    cr_assert_str_eq(one.out, other.out, "%s", arguments);
    cr_assert_str_eq(one.err, other.err, "%s", arguments);
    cr_assert_eq(one.status, other.status, "%s", arguments);
    outcome_free(&one);
    outcome_free(&other);
}

Test(glyphs, nothing_else_depends_on_the_locale)
{
    static const char *const rows[] = {
        "fen --glyphs ascii",
        "fen --json",
        "fen --tsv",
        "fen --fen 'rnbakabnr/9/兵' --glyphs cn 2>&1",
        "divide 3",
        "compare 1 --tap " HORSE_JUMPS,
        "compare 1 --tsv " HORSE_JUMPS " | cut -f 1-8", /* behind them is time */
        "compare 1 --junit /dev/stderr " HORSE_JUMPS " 2>&1 >/dev/null | grep -v ' time='",
        "uci <<end\nposition startpos moves h2e2\nd\nend",
        "help compare",
    };
    char folder[32];
    make_locale(folder);
    alarm(60);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        expect_same(rows[i]);
    remove_locale(folder);
}
