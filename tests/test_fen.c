/* FEN: what is read, what is refused and with which words, and that writing undoes reading. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "each_position.h"
#include "fen.h"

#define BOARD "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"

static const struct {
    const char *rule, *text, *normalised;
} accepted[] = {
    {"all six fields", BOARD " w - - 0 1", BOARD " w - - 0 1"},
    {"one field: Red moves, counters 0 and 1", BOARD, BOARD " w - - 0 1"},
    {"two fields", BOARD " b", BOARD " b - - 0 1"},
    {"three fields", BOARD " b -", BOARD " b - - 0 1"},
    {"four fields", BOARD " b - -", BOARD " b - - 0 1"},
    {"five fields", BOARD " b - - 7", BOARD " b - - 7 1"},
    {"side r is Red", BOARD " r - - 0 1", BOARD " w - - 0 1"},
    {"side R is Red", BOARD " R", BOARD " w - - 0 1"},
    {"side W is Red", BOARD " W", BOARD " w - - 0 1"},
    {"side B is Black", BOARD " B", BOARD " b - - 0 1"},
    {"full-move number 0 is read as 1", BOARD " w - - 0 0", BOARD " w - - 0 1"},
    {"the largest counters", BOARD " w - - 4294967295 4294967295",
     BOARD " w - - 4294967295 4294967295"},
    {"zeros before a number", BOARD " w - - 007 0000000000000000000000010", BOARD " w - - 7 10"},
    {"horse H and elephant E", "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w",
     BOARD " w - - 0 1"},
    {"both names in one text", "rhbakaenr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNEAKABHR w",
     BOARD " w - - 0 1"},
    {"tabs and several blanks", "\t" BOARD " \t w\t-   - 0\t1 ", BOARD " w - - 0 1"},
    {"a line end is white space", BOARD " w - - 0 1\r\n", BOARD " w - - 0 1"},
    {"only kings", "4k4/9/9/9/9/9/9/9/9/3K5 w", "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1"},
    {"sixteen pieces a side of any kinds", "4k4/9/4r4/9/RRRRRRRRR/RRRRRR3/9/9/9/3K5 w",
     "4k4/9/4r4/9/RRRRRRRRR/RRRRRR3/9/9/9/3K5 w - - 0 1"},
    {"the side to move may be in check", "4k4/4R4/9/9/9/9/9/9/9/3K5 b",
     "4k4/4R4/9/9/9/9/9/9/9/3K5 b - - 0 1"},
    {"one piece between the kings", "4k4/9/9/9/9/9/9/9/4A4/4K4 w",
     "4k4/9/9/9/9/9/9/9/4A4/4K4 w - - 0 1"},
};

Test(fen, what_is_read)
{
    for (size_t i = 0; i < sizeof accepted / sizeof accepted[0]; i++) {
        struct position position;
        struct fen_error error;
        char text[FEN_SIZE];
        cr_assert(fen_read(accepted[i].text, strlen(accepted[i].text), &position, &error),
                  "%s: column %d: %s: %s", accepted[i].rule, error.column, error.text,
                  error.reason);
        fen_write(&position, text);
        cr_assert_str_eq(text, accepted[i].normalised, "%s: %s", accepted[i].rule, text);
    }
}

/* A text with NUL bytes in it, and its length. */
#define BYTES(text) text, sizeof(text) - 1

/* Texts that a line of invalid.tsv cannot hold, and the columns of one fault of each family. */
static const struct {
    const char *rule, *text;
    size_t length; /* 0: up to the final zero */
    int column;
    const char *shown, *reason;
} refused[] = {
    {"no bytes at all", "", 0, 0, "", "the text is empty"},
    {"white space only", " \t\r\n", 0, 0, "", "the text is empty"},
    {"a NUL byte in the board", BYTES("4k4/9\0/9"), 1, "4k4/9\\x00/9",
     "the board has 3 ranks, not 10"},
    {"a NUL byte as a piece", BYTES("4k4/9/9/9/4\0004/9/9/9/9/3K5 w"), 12, "\\x00",
     "rank 5: \\x00 is no xiangqi piece"},
    {"a NUL byte as the side", BYTES(BOARD " \0"), 61, "\\x00", "side to move \\x00 is neither"},
    {"a NUL byte behind the side", BYTES(BOARD " w\0"), 61, "w\\x00",
     "side to move w\\x00 is neither"},
    {"an escape sequence is not sent to the terminal", "\033[31m9/9/9/9/9/9/9/9/9/9", 0, 1, "\\x1B",
     "rank 9: \\x1B is no xiangqi piece"},
    {"a line end within the text", "4k4/9/9/9/9/9/9/9/9/3K5\nw", 0, 24, "\\x0A",
     "rank 0: \\x0A is no xiangqi piece"},
    {"a byte order mark belongs to a file", "\xEF\xBB\xBF" BOARD, 0, 1, "\\xEF",
     "rank 9: \\xEF is no xiangqi piece"},
    {"half a UTF-8 sequence", "4k4/9/9/9/4\xE5\x85", 0, 1, "4k4/9/9/9/4\\xE5\\x85",
     "the board has 5 ranks, not 10"},
    {"bytes that are not UTF-8", "4k4/9/9/9/4\xFF\x34/9/9/9/9/3K5", 0, 12, "\\xFF",
     "rank 5: \\xFF is no xiangqi piece"},
    {"a Chinese piece name is shown whole", "4k4/9/9/9/4\xE5\x85\xB5\x34/9/9/9/9/3K5", 0, 12,
     "\xE5\x85\xB5", "rank 5: \xE5\x85\xB5 is no xiangqi piece"},
    {"columns count the blanks before", "  4k4/9/9/9/45/9/9/9/9/3K5", 0, 13, "45",
     "rank 5: two runs of empty squares in a row (45) is no FEN"},
    {"a counter in the place of a dash", "4k4/9/9/9/9/9/9/9/9/3K5 w 0 1", 0, 27, "0",
     "field 3 is 0 where - belongs: board, side, -, -, half-move counter, full-move number"},
    {"all text after the sixth field is blamed", "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1  a b ", 0, 36,
     "a b", "text after the sixth field: a b"},
    {"the second king is blamed", "3kk4/9/9/9/9/9/9/9/9/5K3 w", 0, 3, "k",
     "Black has two kings, the second on e9"},
    {"nobody is blamed for a king that is missing", "4k4/9/9/9/9/9/9/9/9/9 w", 0, 0, "",
     "Red has no king"},
    {"the attacker is blamed", "4k4/9/3N5/9/9/9/9/9/9/3K5 w", 0, 8, "N",
     "Black, who just moved, left its king in check (Red could capture the king with the horse "
     "on d7)"},
    {"the seventeenth piece is blamed", "4k4/9/9/9/RRRRRRRRR/RRRRRRR2/9/9/9/3K5 b", 0, 37, "K",
     "Red has 17 pieces, more than 16"},
    {"long text is cut", "99999999999999999999999999999999999999999999999999/9/9/9/9/9/9/9/9/9", 0,
     1, "99999999999999999999999999999999999999999999...",
     "rank 9 describes far more than 9 files (450)"},
};

Test(fen, what_is_refused_and_where)
{
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        struct position position;
        struct fen_error error;
        size_t length = refused[i].length > 0 ? refused[i].length : strlen(refused[i].text);
        cr_assert_not(fen_read(refused[i].text, length, &position, &error), "%s: accepted",
                      refused[i].rule);
        cr_assert_eq(error.column, refused[i].column, "%s: column %d", refused[i].rule,
                     error.column);
        cr_assert_str_eq(error.text, refused[i].shown, "%s: text '%s'", refused[i].rule,
                         error.text);
        cr_assert_not_null(strstr(error.reason, refused[i].reason), "%s: reason '%s'",
                           refused[i].rule, error.reason);
    }
}

/* The length of the line without its end; the second column starts behind the tab. */
static void check_invalid_line(char *line, int number)
{
    struct position position;
    struct fen_error error;
    char *tab = strchr(line, '\t');
    cr_assert_not_null(tab, "line %d has no second column", number);
    const char *fact = tab + 1;
    line[strcspn(line, "\n")] = '\0';
    cr_assert_gt(strlen(fact), 4, "line %d has no reason", number);
    cr_assert_not(fen_read(line, (size_t)(tab - line), &position, &error), "line %d is accepted",
                  number);
    cr_assert_not_null(strstr(error.reason, fact), "line %d: '%s' does not say '%s'", number,
                       error.reason, fact);
    bool nowhere = strstr(fact, "no king") != NULL || strstr(fact, "text is empty") != NULL;
    cr_assert_eq(error.column == 0, nowhere, "line %d: column %d", number, error.column);
}

Test(fen, every_line_of_invalid_tsv_is_refused_with_its_reason)
{
    char *line = NULL;
    size_t size = 0;
    int number = 0, checked = 0;
    FILE *stream = fopen("positions/invalid.tsv", "r");
    cr_assert_not_null(stream, "run from the repository root");
    while (getline(&line, &size, stream) > 0) {
        number++;
        if (line[0] == '#')
            continue;
        check_invalid_line(line, number);
        checked++;
    }
    free(line);
    fclose(stream);
    cr_assert_gt(checked, 100, "only %d lines", checked);
}

Test(fen, huge_texts_are_refused)
{
    static const struct {
        const char *pattern, *reason;
    } rows[] = {
        {"9", "not a position"},    {"/", "ranks, not 10"},
        {"k/", "ranks, not 10"},    {"k ", "text after the sixth field"},
        {" ", "the text is empty"}, {"\xE5\x85\xB5", "not a position"},
    };
    size_t size = 4 << 20;
    char *text = malloc(size);
    cr_assert_not_null(text, "no memory");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct position position;
        struct fen_error error;
        size_t length = strlen(rows[i].pattern);
        for (size_t at = 0; at < size; at++)
            text[at] = rows[i].pattern[at % length];
        cr_assert_not(fen_read(text, size, &position, &error), "'%s' is accepted", rows[i].pattern);
        cr_assert_not_null(strstr(error.reason, rows[i].reason), "'%s': '%s'", rows[i].pattern,
                           error.reason);
        cr_assert_lt(strlen(error.text), sizeof error.text, "'%s': no end", rows[i].pattern);
    }
    free(text);
}

static void survives_writing_and_reading(const char *file, const struct suite_entry *entry)
{
    struct position again;
    struct fen_error error;
    char text[FEN_SIZE];
    char rewritten[FEN_SIZE];
    fen_write(&entry->position, text);
    cr_assert(fen_read(text, strlen(text), &again, &error), "%s, %s: %s: %s", file, entry->id, text,
              error.reason);
    cr_assert(position_equal(&entry->position, &again), "%s, %s: %s", file, entry->id, text);
    fen_write(&again, rewritten);
    cr_assert_str_eq(text, rewritten, "%s, %s: %s", file, entry->id, rewritten);
}

Test(fen, every_suite_position_survives_writing_and_reading)
{
    size_t count = each_position(survives_writing_and_reading);
    cr_assert_geq(count, 1754, "only %zu positions", count);
}

Test(fen, start_and_letters)
{
    struct position start;
    char text[FEN_SIZE];
    position_start(&start);
    fen_write(&start, text);
    cr_assert_str_eq(text, BOARD " w - - 0 1", "the start is %s", text);
    for (int piece = NO_PIECE; piece < PIECE_COUNT; piece++)
        cr_assert_eq(fen_letter(piece), ".KABNRCPkabnrcp"[piece], "piece %d", piece);
}

Test(fen, longest_text_fits)
{
    struct position crowded;
    char text[FEN_SIZE];
    memset(&crowded, 0, sizeof crowded);
    for (int square = 0; square < SQUARE_COUNT; square++)
        crowded.piece[square] = (uint8_t)piece_of(BLACK, ROOK);
    crowded.halfmove = crowded.fullmove = UINT32_MAX;
    fen_write(&crowded, text);
    cr_assert_str_eq(text + strlen(text) - 10, "4294967295", "%s is cut", text);
}
