/* Suites: what an EPD file may hold, and that every problem of a file is reported with its place.
 */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "each_position.h"
#include "suite.h"

#define KINGS "4k4/9/9/9/9/9/9/9/9/3K5 w"
#define BOM   "\xEF\xBB\xBF"

/* A text with its length, which may hold NUL bytes. */
#define BYTES(text) text, sizeof(text) - 1

/* Problems as one text, a line each: LINE:COLUMN error|warning [text] reason. */
struct log {
    char text[4096];
    size_t count;
};

static void write_down(void *context, const struct suite_problem *problem)
{
    struct log *log = context;
    size_t used = strlen(log->text);
    cr_assert_not_null(problem->file, "a problem without its file");
    snprintf(log->text + used, sizeof log->text - used, "%d:%d %s [%s] %s\n", problem->line,
             problem->column, problem->warning ? "warning" : "error", problem->text,
             problem->reason);
    log->count++;
}

static bool read_bytes(const char *bytes, size_t length, struct suite *suite, struct log *log)
{
    char file[] = "/tmp/xqperft-suite-XXXXXX";
    int descriptor = mkstemp(file);
    cr_assert_geq(descriptor, 0, "no temporary file");
    cr_assert_eq(write(descriptor, bytes, length), (ssize_t)length, "the file is not written");
    close(descriptor);
    log->text[0] = '\0';
    log->count = 0;
    bool read = suite_read(file, suite, write_down, log);
    unlink(file);
    return read;
}

static const struct {
    const char *rule, *text;
    size_t length;
    size_t count; /* of positions */
    const char *id;
    int line; /* of the last position */
    const char *warnings;
} accepted[] = {
    {"one position", BYTES(KINGS " - - 0 1 ;D1 3 ;id \"kings\"\n"), 1, "kings", 1, ""},
    {"no line end after the last line", BYTES(KINGS " ;D1 3"), 1, "line 1", 1, ""},
    {"CRLF", BYTES("# head\r\n\r\n" KINGS " ;D1 3 ;id \"a\"\r\n"), 1, "a", 3, ""},
    {"a byte order mark", BYTES(BOM KINGS " ;D1 3\n"), 1, "line 1", 1, ""},
    {"a byte order mark before a comment", BYTES(BOM "# x\n" KINGS "\n"), 1, "line 2", 2, ""},
    {"tabs", BYTES("\t" KINGS "\t;D1\t3\t;id\t\"a\"\t\n"), 1, "a", 1, ""},
    {"blank lines and comments", BYTES("\n  \n\t\r\n#\n # indented\n" KINGS "\n\n"), 1, "line 6", 6,
     ""},
    {"no counts: a position of a corpus", BYTES(KINGS "\n"), 1, "line 1", 1, ""},
    {"no blanks round ;", BYTES(KINGS ";D1 3;D2 9;id \"a\""), 1, "a", 1, ""},
    {"a ; that ends the line, and an empty operation", BYTES(KINGS " ;D1 3; ;id \"a\";\n"), 1, "a",
     1, ""},
    {"a ; within an id", BYTES(KINGS " ;id \"a;D9 x\" ;D1 3\n"), 1, "a;D9 x", 1, ""},
    {"an id in Chinese", BYTES(KINGS " ;id \"\xE5\x85\xB5\"\n"), 1, "\xE5\x85\xB5", 1, ""},
    {"a # within an id", BYTES(KINGS " ;id \"# 1\"\n"), 1, "# 1", 1, ""},
    {"depth 0 with its only count", BYTES(KINGS " ;D0 1\n"), 1, "line 1", 1, ""},
    {"counts in any order", BYTES(KINGS " ;D3 5 ;D1 3\n"), 1, "line 1", 1, ""},
    {"the largest count and depth", BYTES(KINGS " ;D20 18446744073709551615\n"), 1, "line 1", 1,
     ""},
    {"a depth with a zero before it", BYTES(KINGS " ;D01 3\n"), 1, "line 1", 1, ""},
    {"two positions", BYTES(KINGS " ;id \"a\"\n" KINGS " ;id \"b\"\n"), 2, "b", 2, ""},
    {"an opcode of another program", BYTES(KINGS " ;bm h2e2 ;D1 3\n"), 1, "line 1", 1,
     "1:28 warning [bm] this opcode is not known here and is ignored\n"},
    {"dm and Draw are no depths", BYTES(KINGS " ;dm 5 ;Draw yes\n"), 1, "line 1", 1,
     "1:28 warning [dm] this opcode is not known here and is ignored\n"
     "1:34 warning [Draw] this opcode is not known here and is ignored\n"},
    {"three rooks are unusual", BYTES("4k4/9/9/9/9/9/9/RRR6/9/3K5 w ;D1 9\n"), 1, "line 1", 1,
     "1:0 warning [] Red has 3 rooks; a game starts with 2\n"},
};

Test(suite, what_is_read)
{
    for (size_t i = 0; i < sizeof accepted / sizeof accepted[0]; i++) {
        struct suite suite;
        struct log log;
        cr_assert(read_bytes(accepted[i].text, accepted[i].length, &suite, &log), "%s: %s",
                  accepted[i].rule, log.text);
        cr_assert_str_eq(log.text, accepted[i].warnings, "%s: %s", accepted[i].rule, log.text);
        cr_assert_eq(suite.count, accepted[i].count, "%s: %zu positions", accepted[i].rule,
                     suite.count);
        const struct suite_entry *last = &suite.entries[suite.count - 1];
        cr_assert_str_eq(last->id, accepted[i].id, "%s: id '%s'", accepted[i].rule, last->id);
        cr_assert_eq(last->line, accepted[i].line, "%s: line %d", accepted[i].rule, last->line);
        suite_free(&suite);
    }
}

Test(suite, counts_are_exact)
{
    struct suite suite;
    struct log log;
    cr_assert(read_bytes(BYTES(KINGS " ;D0 1 ;D2 18446744073709551615 ;D20 7\n"), &suite, &log),
              "%s", log.text);
    const struct suite_entry *entry = &suite.entries[0];
    cr_assert_eq(entry->known, 1u << 0 | 1u << 2 | 1u << 20, "known %x", entry->known);
    cr_assert_eq(entry->count[0], 1, "depth 0");
    cr_assert_eq(entry->count[2], UINT64_MAX, "depth 2");
    cr_assert_eq(entry->count[20], 7, "depth 20");
    suite_free(&suite);
}

#define TEXT_40  "0123456789012345678901234567890123456789"
#define TEXT_119 TEXT_40 TEXT_40 "012345678901234567890123456789012345678"

static const struct {
    const char *rule, *text;
    size_t length;
    const char *problems;
} refused[] = {
    {"an empty file", BYTES(""), "0:0 error [] the file has no position\n"},
    {"comments only", BYTES("# a\n\n# b\n"), "0:0 error [] the file has no position\n"},
    {"a byte order mark only", BYTES(BOM), "0:0 error [] the file has no position\n"},
    {"a broken FEN", BYTES("# a\n4k4/45/9/9/9/9/9/9/9/3K5 w ;D1 3\n"),
     "2:5 error [45] rank 8: two runs of empty squares in a row (45) is no FEN\n"},
    {"columns do not count a byte order mark", BYTES(BOM "4k4/45/9/9/9/9/9/9/9/3K5 w\n"),
     "1:5 error [45] rank 8: two runs of empty squares in a row (45) is no FEN\n"},
    {"operations without a FEN", BYTES(" ;D1 3\n"),
     "1:0 error [] the text is empty: no position\n"},
    {"EPD without ; before the first operation", BYTES(KINGS " D1 3; D2 9;\n"),
     "1:27 error [D1] field 3 is D1 where - belongs: board, side, -, -, half-move counter, "
     "full-move number\n"},
    {"a count is missing", BYTES(KINGS " ;D1 ;D2 9\n"),
     "1:28 error [D1] the count of depth 1 is missing\n"},
    {"a negative count", BYTES(KINGS " ;D1 -3\n"),
     "1:31 error [-3] the count of depth 1 is no whole number in digits\n"},
    {"a count with a sign", BYTES(KINGS " ;D1 +3\n"),
     "1:31 error [+3] the count of depth 1 is no whole number in digits\n"},
    {"junk behind a count", BYTES(KINGS " ;D1 3x\n"),
     "1:31 error [3x] the count of depth 1 is no whole number in digits\n"},
    {"two counts", BYTES(KINGS " ;D1 3 4\n"),
     "1:31 error [3 4] the count of depth 1 is no whole number in digits\n"},
    {"separated thousands", BYTES(KINGS " ;D3 79,666\n"),
     "1:31 error [79,666] the count of depth 3 is no whole number in digits\n"},
    {"a count in quotes", BYTES(KINGS " ;D1 \"3\"\n"),
     "1:31 error [\"3\"] the count of depth 1 is no whole number in digits\n"},
    {"a fraction", BYTES(KINGS " ;D1 3.0\n"),
     "1:31 error [3.0] the count of depth 1 is no whole number in digits\n"},
    {"a comment behind a count", BYTES(KINGS " ;D1 3 # three\n"),
     "1:31 error [3 # three] the count of depth 1 is no whole number in digits\n"},
    {"a count of more than 64 bits", BYTES(KINGS " ;D9 18446744073709551616\n"),
     "1:31 error [18446744073709551616] the count of depth 9 is more than 18446744073709551615\n"},
    {"a count of far more than 64 bits", BYTES(KINGS " ;D9 99999999999999999999999999999999\n"),
     "1:31 error [99999999999999999999999999999999] the count of depth 9 is more than "
     "18446744073709551615\n"},
    {"depth 0 with another count", BYTES(KINGS " ;D0 3\n"),
     "1:31 error [3] the count of depth 0 is 1, always\n"},
    {"a depth too deep", BYTES(KINGS " ;D21 3\n"), "1:28 error [D21] depths go up to D20\n"},
    {"a depth that overflows", BYTES(KINGS " ;D4294967297 3\n"),
     "1:28 error [D4294967297] depths go up to D20\n"},
    {"a negative depth", BYTES(KINGS " ;D-1 3\n"),
     "1:28 error [D-1] D and a depth in digits are expected, such as D1 44\n"},
    {"a depth apart from its D", BYTES(KINGS " ;D 1 3\n"),
     "1:28 error [D] D and a depth in digits are expected, such as D1 44\n"},
    {"junk behind a depth", BYTES(KINGS " ;D1=3\n"),
     "1:28 error [D1=3] D and a depth in digits are expected, such as D1 44\n"},
    {"a small d would lose its count", BYTES(KINGS " ;d1 3\n"),
     "1:28 error [d1] depths are written with a capital D, such as D1 44\n"},
    {"a depth twice", BYTES(KINGS " ;D1 3 ;D1 3\n"),
     "1:34 error [D1] depth 1 has a count already\n"},
    {"an id without quotes", BYTES(KINGS " ;id kings\n"),
     "1:31 error [kings] an id is one text in quotes, such as id \"start\"\n"},
    {"an id without text", BYTES(KINGS " ;id\n"),
     "1:28 error [id] an id is one text in quotes, such as id \"start\"\n"},
    {"an empty id", BYTES(KINGS " ;id \"\"\n"), "1:31 error [\"\"] the id is empty\n"},
    {"a quote is not closed", BYTES(KINGS " ;id \"a ;D1 3\n"),
     "1:31 error [\"a ;D1 3] a quote is not closed\n"},
    {"text behind an id", BYTES(KINGS " ;id \"a\" b\n"),
     "1:31 error [\"a\" b] an id is one text in quotes, such as id \"start\"\n"},
    {"two ids in one operation", BYTES(KINGS " ;id \"a\" \"b\"\n"),
     "1:31 error [\"a\" \"b\"] an id is one text in quotes, such as id \"start\"\n"},
    {"two ids of one position", BYTES(KINGS " ;id \"a\" ;id \"b\"\n"),
     "1:36 error [id] a second id for one position\n"},
    {"an id too long", BYTES(KINGS " ;id \"" TEXT_119 "x\"\n"),
     "1:31 error [\"01234567890123456789012345678901234567890123456789012345678...] the id has 120 "
     "bytes; it may have 119\n"},
    {"a control byte in an id", BYTES(KINGS " ;id \"a\033[2J\"\n"),
     "1:33 error [\\x1B] the id has a byte that is not printable UTF-8\n"},
    {"an id that is not UTF-8", BYTES(KINGS " ;id \"a\xFF\"\n"),
     "1:33 error [\\xFF] the id has a byte that is not printable UTF-8\n"},
    {"an id used twice", BYTES(KINGS " ;id \"a\"\n\n" KINGS " ;D1 3 ;id \"a\"\n"),
     "3:37 error [\"a\"] the id of line 1 is used again\n"},
    {"an id that is another line's name", BYTES(KINGS " ;id \"line 2\"\n" KINGS "\n"),
     "2:0 error [] the id of line 1 is used again\n"},
    {"a NUL byte in a FEN", BYTES("4k4/9/9/9/9/9/9/9/9/3K5 w\0 ;D1 3\n"),
     "1:26 error [\\x00] the line has a NUL byte: this is no text file\n"},
    {"a NUL byte in a count",
     BYTES(KINGS " ;D1 3\0"
                 "4\n" KINGS "\n"),
     "1:32 error [\\x00] the line has a NUL byte: this is no text file\n"},
    {"a NUL byte in a comment", BYTES("# a\0\n" KINGS "\n"),
     "1:4 error [\\x00] the line has a NUL byte: this is no text file\n"},
    {"all problems of a line and of a file",
     BYTES("45 w ;D1 x ;D1 4 ;D2 ;bm x ;D30 1\n" KINGS " ;D1 3\nfoobar\n" KINGS " ;id b\n"),
     "1:1 error [45] not a position: a board has 10 ranks separated by /\n"
     "1:10 error [x] the count of depth 1 is no whole number in digits\n"
     "1:19 error [D2] the count of depth 2 is missing\n"
     "1:23 warning [bm] this opcode is not known here and is ignored\n"
     "1:29 error [D30] depths go up to D20\n"
     "3:1 error [foobar] not a position: a board has 10 ranks separated by /\n"
     "4:31 error [b] an id is one text in quotes, such as id \"start\"\n"},
};

Test(suite, what_is_refused_and_where)
{
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        struct suite suite;
        struct log log;
        cr_assert_not(read_bytes(refused[i].text, refused[i].length, &suite, &log), "%s: accepted",
                      refused[i].rule);
        cr_assert_str_eq(log.text, refused[i].problems, "%s:\n%s", refused[i].rule, log.text);
        cr_assert_eq(suite.count, 0, "%s: %zu positions left", refused[i].rule, suite.count);
        cr_assert_null(suite.entries, "%s: entries left", refused[i].rule);
    }
}

Test(suite, the_longest_id_fits)
{
    struct suite suite;
    struct log log;
    cr_assert(read_bytes(BYTES(KINGS " ;id \"" TEXT_119 "\"\n"), &suite, &log), "%s", log.text);
    cr_assert_not_null(suite_find(&suite, TEXT_119), "not found");
    suite_free(&suite);
}

Test(suite, files_that_cannot_be_read)
{
    static const struct {
        const char *file, *problem;
    } rows[] = {
        {"/nonexistent/suite.epd", "0:0 error [] No such file or directory\n"},
        {"positions/README.md/x", "0:0 error [] Not a directory\n"},
        {"positions", "0:0 error [] Is a directory\n"},
        {"", "0:0 error [] No such file or directory\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct suite suite;
        struct log log = {.text = ""};
        cr_assert_not(suite_read(rows[i].file, &suite, write_down, &log), "%s is read",
                      rows[i].file);
        cr_assert_str_eq(log.text, rows[i].problem, "%s: %s", rows[i].file, log.text);
        cr_assert_eq(suite.count, 0, "%s: %zu positions", rows[i].file, suite.count);
    }
}

Test(suite, nobody_has_to_listen)
{
    struct suite suite;
    cr_assert_not(suite_read("/nonexistent/suite.epd", &suite, NULL, NULL), "it is read");
    suite_free(&suite);
    cr_assert_null(suite_find(&suite, "a"), "an empty suite has no entries");
}

Test(suite, very_long_lines)
{
    static const char head[] = KINGS " ;D1 3 ;c0 \"";
    static const char tail[] = "\" ;id \"long\"\n";
    size_t size = 4 << 20;
    struct suite suite;
    struct log log;
    char *line = malloc(size);
    cr_assert_not_null(line, "no memory");
    memset(line, ';', size);
    memcpy(line, head, sizeof head - 1);
    memcpy(line + size - (sizeof tail - 1), tail, sizeof tail - 1);
    cr_assert(read_bytes(line, size, &suite, &log), "%s", log.text);
    cr_assert_eq(log.count, 1, "%s", log.text);
    cr_assert_not_null(suite_find(&suite, "long"), "the end of the line is not read");
    suite_free(&suite);
    free(line);
}

/* It has no end, and is given up before memory is. */
Test(suite, a_line_without_end)
{
    struct suite suite;
    struct log log = {0};
    cr_assert_not(suite_read("/dev/zero", &suite, write_down, &log), "it is read");
    cr_assert_not_null(strstr(log.text, "longer than 16 MiB"), "%s", log.text);
    suite_free(&suite);
}

Test(suite, many_positions)
{
    enum { COUNT = 5000 };
    char *text = NULL;
    size_t size = 0;
    struct suite suite;
    struct log log;
    FILE *stream = open_memstream(&text, &size);
    for (int i = 0; i < COUNT; i++)
        fprintf(stream, KINGS " ;D1 %d ;id \"n%d\"\n", i, i);
    fclose(stream);
    cr_assert(read_bytes(text, size, &suite, &log), "%s", log.text);
    cr_assert_eq(suite.count, COUNT, "%zu positions", suite.count);
    for (size_t i = 0; i < COUNT; i++)
        cr_assert_eq(suite.entries[i].count[1], i, "entry %zu", i);
    cr_assert_eq(suite_find(&suite, "n4999"), &suite.entries[4999], "the last id");
    cr_assert_null(suite_find(&suite, "n5000"), "an id that is none");
    suite_free(&suite);
    free(text);
}

Test(suite, the_suites_of_the_project_are_as_large_as_their_readme_says)
{
    static const struct {
        const char *file;
        size_t count;
        const char *id;  /* of the last */
        size_t warnings; /* two uncrossed pawns on one file, in random placements */
    } rows[] = {
        {"positions/start.epd", 1, "start", 0},
        {"positions/rules.epd", 9, "side letter r", 0},
        {"positions/published.epd", 33, "published-33", 0},
        {"positions/games.epd", 307, "games-307", 0},
        {"positions/composed.epd", 252, "composed-252", 0},
        {"positions/random-play.epd", 600, "random-play-600", 0},
        {"positions/diagrams.epd", 552, "diagrams-552", 5},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct suite suite;
        struct log log = {.text = ""};
        cr_assert(suite_read(rows[i].file, &suite, write_down, &log), "%s: %s", rows[i].file,
                  log.text);
        cr_assert_eq(log.count, rows[i].warnings, "%s: %s", rows[i].file, log.text);
        cr_assert_eq(suite.count, rows[i].count, "%s: %zu positions", rows[i].file, suite.count);
        const struct suite_entry *last = &suite.entries[suite.count - 1];
        cr_assert_str_eq(last->id, rows[i].id, "%s: '%s'", rows[i].file, last->id);
        suite_free(&suite);
    }
}

static void knows_a_count(const char *file, const struct suite_entry *entry)
{
    cr_assert_neq(entry->known, 0, "%s, %s: no count is known", file, entry->id);
}

Test(suite, every_position_of_the_project_has_a_count)
{
    cr_assert_gt(each_position(knows_a_count), 0, "no positions");
}

/* With XQPERFT_DEEP=1, for it takes some 600 MB. The last line is a comment, which is no position.
 */
Test(suite, has_at_most_so_many_positions, .timeout = 600)
{
    const char *deep = getenv("XQPERFT_DEEP");
    char file[] = "/tmp/xqperft-suite-XXXXXX";
    struct suite suite;
    struct log log = {.text = ""};
    if (!deep || strcmp(deep, "1") != 0)
        cr_skip_test("XQPERFT_DEEP=1 is not set");
    FILE *out = fdopen(mkstemp(file), "w");
    cr_assert_not_null(out, "no temporary file");
    for (int i = 0; i < SUITE_MAX_POSITIONS; i++)
        fputs(KINGS " ;D1 3\n", out);
    fputs("# the end\n", out);
    cr_assert_eq(fflush(out), 0, "the file is not written");
    cr_assert(suite_read(file, &suite, write_down, &log), "%s", log.text);
    cr_assert_eq(suite.count, SUITE_MAX_POSITIONS);
    suite_free(&suite);
    fputs(KINGS " ;D1 3\n" KINGS " ;D1 x\n", out);
    cr_assert_eq(fclose(out), 0, "the file is not written");
    cr_assert_not(suite_read(file, &suite, write_down, &log), "one more");
    cr_assert_str_eq(log.text,
                     "1000002:0 error [] a suite has at most 1000000 positions: split it\n");
    unlink(file);
}
