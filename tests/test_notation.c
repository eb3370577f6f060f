/* Moves and squares as text, with ranks counted from 0 and from 1. */
#include <criterion/criterion.h>

#include "notation.h"

struct read_case {
    const char *rule;
    const char *text;
    enum ranks ranks;
    size_t length; /* 0 when the text is no move */
    int from, to;
};

static const struct read_case read_cases[] = {
    {"a plain move", "h2e2", RANKS_FROM_0, 4, 2 * 9 + 7, 2 * 9 + 4},
    {"lowest and highest square", "a0i9", RANKS_FROM_0, 4, 0, 89},
    {"the same squares from 1", "a1i10", RANKS_FROM_1, 5, 0, 89},
    {"two ranks of two digits", "a10b10", RANKS_FROM_1, 6, 81, 82},
    {"10 before a digit of its own", "a10a1", RANKS_FROM_1, 5, 81, 0},
    {"rank 1 before a file", "a1b1", RANKS_FROM_1, 4, 0, 1},
    {"upper-case files, as some programs write them", "H2E2", RANKS_FROM_0, 4, 25, 22},
    {"a blank ends the move", "h2e2 h9g7", RANKS_FROM_0, 4, 25, 22},
    {"a tab ends the move", "h2e2\tx", RANKS_FROM_0, 4, 25, 22},
    {"a carriage return ends the move", "h2e2\r\n", RANKS_FROM_0, 4, 25, 22},

    {"no text", "", RANKS_FROM_0, 0, 0, 0},
    {"a blank before the move is the caller's", " h2e2", RANKS_FROM_0, 0, 0, 0},
    {"half a move", "h2", RANKS_FROM_0, 0, 0, 0},
    {"three quarters of a move", "h2e", RANKS_FROM_0, 0, 0, 0},
    {"no file j", "j0a0", RANKS_FROM_0, 0, 0, 0},
    {"no second file j", "a0j0", RANKS_FROM_0, 0, 0, 0},
    {"no rank 10 from 0", "a10b10", RANKS_FROM_0, 0, 0, 0},
    {"no second rank 10 from 0", "a9a10", RANKS_FROM_0, 0, 0, 0},
    {"no rank 0 from 1", "a0a1", RANKS_FROM_1, 0, 0, 0},
    {"no second rank 0 from 1", "a1a0", RANKS_FROM_1, 0, 0, 0},
    {"no rank 11", "a11b1", RANKS_FROM_1, 0, 0, 0},
    {"no rank 00", "a00b1", RANKS_FROM_0, 0, 0, 0},
    {"no rank 01", "a01b1", RANKS_FROM_1, 0, 0, 0},
    {"no rank 100", "a100b1", RANKS_FROM_1, 0, 0, 0},
    {"a promotion letter glued on", "h2e2x", RANKS_FROM_0, 0, 0, 0},
    {"a digit glued on", "h2e22", RANKS_FROM_0, 0, 0, 0},
    {"a digit glued on to 10", "a1a100", RANKS_FROM_1, 0, 0, 0},
    {"a comma glued on", "h2e2,", RANKS_FROM_0, 0, 0, 0},
    {"a dash between the squares", "h2-e2", RANKS_FROM_0, 0, 0, 0},
    {"a negative rank", "h-2e2", RANKS_FROM_0, 0, 0, 0},
    {"the null move of UCI", "0000", RANKS_FROM_0, 0, 0, 0},
    {"a move to its own square", "e4e4", RANKS_FROM_0, 0, 0, 0},
    {"a byte that is no ASCII", "\xE5\x85\xB5", RANKS_FROM_0, 0, 0, 0},
};

Test(notation, moves_are_read)
{
    for (size_t i = 0; i < sizeof read_cases / sizeof read_cases[0]; i++) {
        const struct read_case *row = &read_cases[i];
        xq_move move = NO_MOVE;
        size_t length = move_read(row->text, row->ranks, &move);
        cr_assert_eq(length, row->length, "%s: '%s' gave %zu bytes, not %zu", row->rule, row->text,
                     length, row->length);
        if (row->length == 0)
            continue;
        cr_assert_eq(move_from(move), row->from, "%s: from %d", row->rule, move_from(move));
        cr_assert_eq(move_to(move), row->to, "%s: to %d", row->rule, move_to(move));
    }
}

Test(notation, known_squares)
{
    static const struct {
        int square;
        const char *from_0, *from_1;
    } rows[] = {{0, "a0", "a1"},   {8, "i0", "i1"},   {22, "e2", "e3"},
                {81, "a9", "a10"}, {89, "i9", "i10"}, {NO_SQUARE, "-", "-"}};
    char text[SQUARE_TEXT_SIZE];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cr_assert_str_eq(square_write(rows[i].square, RANKS_FROM_0, text), rows[i].from_0,
                         "square %d from 0 is %s", rows[i].square, text);
        cr_assert_str_eq(square_write(rows[i].square, RANKS_FROM_1, text), rows[i].from_1,
                         "square %d from 1 is %s", rows[i].square, text);
    }
}

Test(notation, every_move_survives_writing_and_reading)
{
    static const enum ranks both[] = {RANKS_FROM_0, RANKS_FROM_1};
    for (size_t i = 0; i < 2; i++) {
        for (int from = 0; from < SQUARE_COUNT; from++) {
            for (int to = 0; to < SQUARE_COUNT; to++) {
                char text[MOVE_TEXT_SIZE];
                xq_move move = move_of(from, to), again = NO_MOVE;
                size_t length = move_read(move_write(move, both[i], text), both[i], &again);
                if (from == to) {
                    cr_assert_eq(length, 0, "%s is read as a move", text);
                    continue;
                }
                cr_assert_eq(length, strlen(text), "%s: %zu bytes read", text, length);
                cr_assert_eq(again, move, "%s: read as another move", text);
            }
        }
    }
}
