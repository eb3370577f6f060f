/*
 * Rulings: which rule decides about a move, and in what words. The rows are facts of the rules; all
 * pairs of squares of the suites are asked beside the boards.
 */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "board.h"
#include "each_position.h"
#include "fen.h"
#include "rules.h"

#define START "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"

/* A square of "" is none. */
struct row {
    const char *fen, *move;
    bool legal;
    enum rule rule;
    const char *square, *text;
};

static const struct row rows[] = {
    {START, "e4e5", false, RULE_NO_PIECE, "", "no piece stands on e4"},
    {START, "a9a8", false, RULE_OPPONENTS_PIECE, "",
     "the rook on a9 is Black's, and it is Red's move"},
    {START, "a0a3", false, RULE_OWN_PIECE, "a3", "Red's own pawn stands on a3"},
    {START, "a0b0", false, RULE_OWN_PIECE, "b0", "Red's own horse stands on b0"},

    {"3k5/9/9/9/9/9/9/9/9/4K4 w", "e0f1", false, RULE_KING_STEP, "",
     "a king goes one step along a file or rank, but f1 is 1 file and 1 rank from e0"},
    {"3k5/9/9/9/9/9/9/9/9/4K4 w", "e0e2", false, RULE_KING_STEP, "",
     "a king goes one step along a file or rank, but e2 is 0 files and 2 ranks from e0"},
    {"3k5/9/9/9/9/9/9/9/9/5K3 w", "f0g0", false, RULE_PALACE, "",
     "g0 is outside Red's palace (d0 to f2)"},
    {"9/9/5k3/9/9/9/9/9/9/4K4 b", "f7f6", false, RULE_PALACE, "",
     "f6 is outside Black's palace (d7 to f9)"},
    {"3k5/9/9/9/9/9/9/9/9/4K4 w", "e0f0", true, RULE_PALACE, "",
     "the king on f0 stays in the palace and is attacked by nothing there"},
    {"3k5/9/9/9/9/9/9/9/4p4/4K4 w", "e0e1", true, RULE_PALACE, "",
     "the king on e1 stays in the palace and is attacked by nothing there, and it captures Black's "
     "pawn"},
    {"3k5/9/9/9/9/9/9/9/4A4/4K4 w", "e0e1", false, RULE_OWN_PIECE, "e1",
     "Red's own advisor stands on e1"},

    {"3k5/9/9/9/9/9/9/9/4A4/4K4 w", "e1e2", false, RULE_ADVISOR_STEP, "",
     "an advisor goes one step diagonally, but e2 is 0 files and 1 rank from e1"},
    {"3k5/9/9/9/9/9/9/3A5/9/4K4 w", "d2c3", false, RULE_PALACE, "",
     "c3 is outside Red's palace (d0 to f2)"},
    {"3k5/9/9/9/9/9/9/3A5/9/4K4 w", "d2e1", true, RULE_PALACE, "",
     "the advisor on e1 stays in the palace"},
    {"3k5/9/9/9/9/9/9/3A5/4n4/5K3 w", "d2e1", true, RULE_PALACE, "",
     "the advisor on e1 stays in the palace, and it captures Black's horse"},

    {"3k5/9/9/9/9/9/9/4B4/9/4K4 w", "e2d3", false, RULE_ELEPHANT_STEP, "",
     "an elephant goes two steps diagonally, but d3 is 1 file and 1 rank from e2"},
    {"3k5/9/9/9/9/2B6/9/9/9/4K4 w", "c4e6", false, RULE_RIVER, "",
     "e6 is across the river, where Red's elephants may not go"},
    {"3k5/9/9/9/2b6/9/9/9/9/4K4 b", "c5a3", false, RULE_RIVER, "",
     "a3 is across the river, where Black's elephants may not go"},
    {"3k5/9/9/9/9/9/3c5/4B4/9/4K4 w", "e2c4", false, RULE_ELEPHANT_EYE, "d3",
     "the elephant's eye on d3 is blocked by Black's cannon"},
    {"3k5/9/9/9/9/9/9/4B4/9/4K4 w", "e2c0", true, RULE_ELEPHANT_EYE, "d1", "its eye on d1 is free"},
    {"3k5/9/9/9/9/9/9/4B4/9/4K4 w", "e2g4", true, RULE_ELEPHANT_EYE, "f3",
     "its eye on f3 is free and g4 is on its side of the river"},
    {"3k5/9/4b4/9/9/9/9/9/9/4K4 b", "e7g5", true, RULE_ELEPHANT_EYE, "f6",
     "its eye on f6 is free and g5 is on its side of the river"},

    {"3k5/9/9/9/9/9/9/9/9/1N2K4 w", "b0b1", false, RULE_HORSE_STEP, "",
     "a horse goes one step along a file or rank and one diagonally onward, but b1 is 0 files and "
     "1 rank from b0"},
    {"3k5/9/9/9/9/9/9/9/9/1N2K4 w", "b0b3", false, RULE_HORSE_STEP, "",
     "a horse goes one step along a file or rank and one diagonally onward, but b3 is 0 files and "
     "3 ranks from b0"},
    {"3k5/9/9/9/9/9/9/9/1C7/1N2K4 w", "b0c2", false, RULE_HORSE_LEG, "b1",
     "the horse's leg on b1 is blocked by Red's cannon"},
    {"3k5/9/9/9/9/9/9/9/9/1Nr1K4 w", "b0d1", false, RULE_HORSE_LEG, "c0",
     "the horse's leg on c0 is blocked by Black's rook"},
    {"3k5/9/9/9/9/9/9/9/9/1N2K4 w", "b0c2", true, RULE_HORSE_LEG, "b1", "its leg on b1 is free"},
    {"3k5/9/9/9/9/9/9/9/9/1N2K4 w", "b0d1", true, RULE_HORSE_LEG, "c0", "its leg on c0 is free"},
    {"3k5/9/9/9/9/4N4/9/5p3/9/4K4 w", "e4f2", true, RULE_HORSE_LEG, "e3",
     "its leg on e3 is free, and it captures Black's pawn"},

    {"3k5/9/9/9/9/9/9/9/9/R3K4 w", "a0b1", false, RULE_ROOK_PATH, "",
     "a rook goes along a file or rank as far as it is free, but b1 is 1 file and 1 rank from a0"},
    {"3k5/9/9/9/9/9/9/9/9/R3K4 w", "a0a0", false, RULE_ROOK_PATH, "",
     "a rook goes along a file or rank as far as it is free, but this one would stay on a0"},
    {"3k5/9/9/n8/9/p8/9/9/9/R3K4 w", "a0a9", false, RULE_ROOK_PATH, "a4",
     "Black's pawn on a4 stands in its way"},
    {"3k5/9/9/9/9/R2p1n3/9/9/9/4K4 w", "a4f4", false, RULE_ROOK_PATH, "d4",
     "Black's pawn on d4 stands in its way"},
    {"3k5/9/9/9/9/n2p1R3/9/9/9/4K4 w", "f4a4", false, RULE_ROOK_PATH, "d4",
     "Black's pawn on d4 stands in its way"},
    {"3k5/9/9/9/9/9/9/9/9/R3K4 w", "a0a5", true, RULE_ROOK_PATH, "",
     "the file is free from a0 to a5"},
    {"3k5/9/9/9/9/9/9/9/9/R3K4 w", "a0d0", true, RULE_ROOK_PATH, "",
     "the rank is free from a0 to d0"},
    {"3k5/9/9/n8/9/9/9/9/9/R3K4 w", "a0a6", true, RULE_ROOK_PATH, "",
     "the file is free from a0 to a6, and it captures Black's horse"},

    {"3k5/9/9/9/9/C8/9/9/9/4K4 w", "a4b5", false, RULE_CANNON_PATH, "",
     "a cannon that captures nothing goes along a file or rank as far as it is free, but b5 is 1 "
     "file and 1 rank from a4"},
    {"3k5/9/9/9/9/C8/9/9/9/4K4 w", "a4a8", true, RULE_CANNON_PATH, "",
     "the file is free from a4 to a8"},
    {"3k5/1r7/9/9/9/1p7/9/9/1C7/4K4 w", "b1b6", false, RULE_CANNON_PATH, "b4",
     "it cannot jump without capturing: Black's pawn on b4 stands between"},
    {"1r1k5/9/9/9/9/1p7/9/9/1C7/4K4 w", "b1b9", true, RULE_CANNON_SCREEN, "b4",
     "one screen, Black's pawn on b4, stands between it and Black's rook on b9"},
    {"1r1k5/9/9/9/1P7/9/9/9/1C7/4K4 w", "b1b9", true, RULE_CANNON_SCREEN, "b5",
     "one screen, Red's pawn on b5, stands between it and Black's rook on b9"},
    {"1r1k5/9/9/1n7/9/1p7/9/9/1C7/4K4 w", "b1b9", false, RULE_CANNON_SCREEN, "b4",
     "it needs exactly one screen to capture, and there are 2: b4, b6"},
    {"1r1k5/9/9/9/9/9/9/9/1C7/4K4 w", "b1b9", false, RULE_CANNON_SCREEN, "",
     "it needs exactly one screen to capture, and there is none"},
    {"3k5/9/9/9/9/1R7/9/9/1C7/4K4 w", "b1b4", false, RULE_OWN_PIECE, "b4",
     "Red's own rook stands on b4"},
    {"3k5/9/9/1N7/9/1R7/9/9/1C7/4K4 w", "b1b6", false, RULE_OWN_PIECE, "b6",
     "Red's own horse stands on b6"},
    {"1N1k5/9/9/1N7/9/1R7/9/9/1C7/4K4 w", "b1b9", false, RULE_CANNON_SCREEN, "b4",
     "it needs exactly one screen to capture, and there are 2: b4, b6"},

    {"3k5/9/9/9/9/4P4/9/9/9/4K4 w", "e4e6", false, RULE_PAWN_STEP, "",
     "a pawn goes one step along a file or rank, but e6 is 0 files and 2 ranks from e4"},
    {"3k5/9/9/9/4P4/9/9/9/9/4K4 w", "e5e3", false, RULE_PAWN_STEP, "",
     "a pawn goes one step along a file or rank, but e3 is 0 files and 2 ranks from e5"},
    {"3k5/9/9/9/4P4/9/9/9/9/4K4 w", "e5e4", false, RULE_PAWN_BACKWARD, "",
     "from e5 to e4 is backward for Red's pawns"},
    {"3k5/9/9/9/4p4/9/9/9/9/5K3 b", "e5e6", false, RULE_PAWN_BACKWARD, "",
     "from e5 to e6 is backward for Black's pawns"},
    {"3k5/9/9/9/9/4P4/9/9/9/4K4 w", "e4d4", false, RULE_PAWN_SIDEWAYS, "",
     "the pawn on e4 has not crossed the river, so it may not step sideways"},
    {"3k5/9/9/9/4p4/9/9/9/9/5K3 b", "e5f5", false, RULE_PAWN_SIDEWAYS, "",
     "the pawn on e5 has not crossed the river, so it may not step sideways"},
    {"3k5/9/9/9/4P4/9/9/9/9/4K4 w", "e5d5", true, RULE_PAWN_SIDEWAYS, "",
     "it has crossed the river, so it may step sideways"},
    {"3k5/9/9/9/9/4p4/9/9/9/5K3 b", "e4d4", true, RULE_PAWN_SIDEWAYS, "",
     "it has crossed the river, so it may step sideways"},
    {"3k5/9/9/9/9/4P4/9/9/9/4K4 w", "e4e5", true, RULE_PAWN_STEP, "", "a pawn may step forward"},

    {"3k5/9/9/9/9/9/9/9/9/4K4 w", "e0d0", false, RULE_KINGS_FACING, "d9",
     "it leaves the kings on d0 and d9 facing each other with nothing between"},
    {"4k4/9/9/9/4P4/9/9/9/9/4K4 w", "e5d5", false, RULE_KINGS_FACING, "e9",
     "it leaves the kings on e0 and e9 facing each other with nothing between"},
    {"3k5/9/9/9/4r4/9/9/R8/9/4K4 w", "a2d2", false, RULE_CHECK, "e5",
     "it leaves Red's king on e0 in check by Black's rook on e5"},
    {"3k5/9/9/9/4r4/9/9/4R4/9/4K4 w", "e2d2", false, RULE_CHECK, "e5",
     "it leaves Red's king on e0 in check by Black's rook on e5"},
    {"3k5/9/9/9/9/9/9/9/3p5/4K4 w", "e0e1", false, RULE_CHECK, "d1",
     "it leaves Red's king on e1 in check by Black's pawn on d1"},
    {"3k5/9/9/9/9/4c4/9/9/R3A4/4K4 w", "e1d2", true, RULE_PALACE, "",
     "the advisor on d2 stays in the palace, and Red's king is in check no more"},
    {"3k5/9/9/9/9/4c4/9/9/9/R3K4 w", "a0a1", true, RULE_ROOK_PATH, "",
     "the file is free from a0 to a1"},
    {"3k5/9/9/9/4r4/9/9/R8/9/4K4 w", "a2e2", true, RULE_ROOK_PATH, "",
     "the rank is free from a2 to e2, and Red's king is in check no more"},
    {"3k5/9/9/9/R3r4/9/9/9/9/4K4 w", "a5e5", true, RULE_ROOK_PATH, "",
     "the rank is free from a5 to e5, and it captures Black's rook, and Red's king is in check no "
     "more"},
    /* The rook that takes its leave frees the leg of the horse beside it. */
    {"3k5/9/9/9/4r4/9/9/3n5/3R5/4K4 w", "d1a1", false, RULE_CHECK, "d2",
     "it leaves Red's king on e0 in check by Black's horse on d2 and Black's rook on e5"},
    {"3k5/9/9/9/4r4/9/9/3n1n3/3R1R3/4K4 w", "d1d0", false, RULE_CHECK, "d2",
     "it leaves Red's king on e0 in check by Black's horse on d2 and Black's rook on e5"},
    {"3k5/9/9/9/4r4/9/9/3n1n3/9/R3K4 w", "a0a1", false, RULE_CHECK, "d2",
     "it leaves Red's king on e0 in check by Black's horse on d2, Black's horse on f2 and Black's "
     "rook on e5"},
    {"3k5/9/9/9/4r4/9/9/3n1n3/2n3n2/R3K4 w", "a0a1", false, RULE_CHECK, "c1",
     "it leaves Red's king on e0 in check by Black's horse on c1, Black's horse on g1, Black's "
     "horse on d2, Black's horse on f2 and 1 more"},
    {"5k3/9/9/9/9/9/9/9/3r5/4K4 w", "e0d0", false, RULE_CHECK, "d1",
     "it leaves Red's king on d0 in check by Black's rook on d1"},
};

static struct position position_of(const char *fen)
{
    struct position position;
    struct fen_error error;
    cr_assert(fen_read(fen, strlen(fen), &position, &error), "%s: %s", fen, error.reason);
    return position;
}

static struct ruling ruling_of(const char *fen, const char *text, enum ranks ranks)
{
    struct position position = position_of(fen);
    struct ruling ruling;
    /* Not by move_read(), which refuses a move to its own square. */
    int from = square_of(text[0] - 'a', text[1] - '0');
    int to = square_of(text[2] - 'a', text[3] - '0');
    memset(&ruling, 0xff, sizeof ruling);
    rules_judge(&position, move_of(from, to), ranks, &ruling);
    return ruling;
}

Test(rulings, every_rule_in_words)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct row *row = &rows[i];
        char square[SQUARE_TEXT_SIZE];
        struct ruling ruling = ruling_of(row->fen, row->move, RANKS_FROM_0);
        square_write(ruling.square, RANKS_FROM_0, square);
        cr_expect_eq(ruling.legal, row->legal, "%s, %s", row->fen, row->move);
        cr_expect_eq(ruling.rule, row->rule, "%s, %s: rule %s, not %s", row->fen, row->move,
                     rule_name(ruling.rule), rule_name(row->rule));
        cr_expect_str_eq(square, *row->square ? row->square : "-", "%s, %s: square %s", row->fen,
                         row->move, square);
        cr_expect_str_eq(ruling.text, row->text, "%s, %s: '%s'", row->fen, row->move, ruling.text);
    }
}

Test(rulings, ranks_from_1)
{
    static const struct {
        const char *fen, *move, *text;
    } from_1[] = {
        {"3k5/9/9/9/9/9/9/9/9/4K4 w", "e4e5", "no piece stands on e5"},
        {"3k5/9/9/9/9/9/9/9/9/5K3 w", "f0g0", "g1 is outside Red's palace (d1 to f3)"},
        {"9/9/5k3/9/9/9/9/9/9/4K4 b", "f7f6", "f7 is outside Black's palace (d8 to f10)"},
        {"3k5/9/9/9/9/9/9/9/1C7/1N2K4 w", "b0c2",
         "the horse's leg on b2 is blocked by Red's cannon"},
        {"3k5/9/9/9/9/9/9/9/9/R3K4 w", "a0a9", "the file is free from a1 to a10"},
        {"1r1k5/9/9/1n7/9/1p7/9/9/1C7/4K4 w", "b1b9",
         "it needs exactly one screen to capture, and there are 2: b5, b7"},
        {"3k5/9/9/9/9/9/9/9/9/4K4 w", "e0d0",
         "it leaves the kings on d1 and d10 facing each other with nothing between"},
        {"3k5/9/9/9/4r4/9/9/R8/9/4K4 w", "a2d2",
         "it leaves Red's king on e1 in check by Black's rook on e6"},
    };
    for (size_t i = 0; i < sizeof from_1 / sizeof from_1[0]; i++) {
        struct ruling ruling = ruling_of(from_1[i].fen, from_1[i].move, RANKS_FROM_1);
        cr_expect_str_eq(ruling.text, from_1[i].text, "%s, %s: '%s'", from_1[i].fen, from_1[i].move,
                         ruling.text);
    }
}

/* The rule named is the first in the order that rules.h tells. */
Test(rulings, several_rules_forbid)
{
    static const struct {
        const char *fen, *move;
        enum rule rule;
    } both[] = {
        /* the opponent's king, which would also leave its palace */
        {"3k5/9/9/9/9/9/9/9/9/4K4 w", "d9c9", RULE_OPPONENTS_PIECE},
        /* two ranks out of the palace; diagonally out of it; out of it onto an own piece */
        {"3k5/9/9/9/9/9/9/4K4/9/9 w", "e2e4", RULE_KING_STEP},
        {"3k5/9/9/9/9/9/9/5K3/9/9 w", "f2g3", RULE_KING_STEP},
        {"3k5/9/9/9/9/9/9/5KR2/9/9 w", "f2g2", RULE_PALACE},
        /* across the river over a blocked eye; over a blocked eye onto an own piece */
        {"3k5/9/9/9/3n5/2B6/9/9/9/4K4 w", "c4e6", RULE_RIVER},
        {"3k5/9/9/9/9/2N6/3p5/4B4/9/4K4 w", "e2c4", RULE_ELEPHANT_EYE},
        /* over a blocked leg onto an own piece, and into check */
        {"3k5/9/9/9/4r4/9/9/2R6/1c7/1N2K4 w", "b0c2", RULE_HORSE_LEG},
        {"3k5/9/9/9/4r4/9/9/2R6/9/1N2K4 w", "b0c2", RULE_OWN_PIECE},
        /* through a piece, without a screen, backward: each in check */
        {"3k5/9/9/9/4r4/9/9/9/p8/R3K4 w", "a0a5", RULE_ROOK_PATH},
        {"3k5/9/9/r8/4r4/9/9/9/9/C3K4 w", "a0a6", RULE_CANNON_SCREEN},
        {"3k5/9/9/9/P3r4/9/9/9/9/4K4 w", "a5a4", RULE_PAWN_BACKWARD},
        /* kings facing, and in check by a horse */
        {"4k4/9/9/9/4P4/9/9/3n5/9/4K4 w", "e5d5", RULE_KINGS_FACING},
        /* a move to its own square is none of any piece */
        {START, "a0a0", RULE_ROOK_PATH},
        {START, "b0b0", RULE_HORSE_STEP},
        {START, "c0c0", RULE_ELEPHANT_STEP},
        {START, "d0d0", RULE_ADVISOR_STEP},
        {START, "e0e0", RULE_KING_STEP},
        {START, "b2b2", RULE_CANNON_PATH},
        {START, "a3a3", RULE_PAWN_STEP},
        {START, "a4a4", RULE_NO_PIECE},
        {START, "a6a6", RULE_OPPONENTS_PIECE},
    };
    for (size_t i = 0; i < sizeof both / sizeof both[0]; i++) {
        struct ruling ruling = ruling_of(both[i].fen, both[i].move, RANKS_FROM_0);
        cr_expect_not(ruling.legal, "%s, %s", both[i].fen, both[i].move);
        cr_expect_eq(ruling.rule, both[i].rule, "%s, %s: rule %s, not %s", both[i].fen,
                     both[i].move, rule_name(ruling.rule), rule_name(both[i].rule));
    }
}

Test(rulings, names_are_unique_and_found)
{
    static const char *const few[] = {"no-piece", "horse-leg", "elephant-eye", "kings-facing"};
    static const enum rule rule_of_few[] = {RULE_NO_PIECE, RULE_HORSE_LEG, RULE_ELEPHANT_EYE,
                                            RULE_KINGS_FACING};
    for (enum rule rule = RULE_NO_PIECE; rule < RULE_COUNT; rule++) {
        cr_assert(rule_name(rule) && rule_text(rule), "rule %d", (int)rule);
        cr_assert_eq(rule_find(rule_name(rule)), rule, "%s", rule_name(rule));
    }
    for (size_t i = 0; i < sizeof few / sizeof few[0]; i++)
        cr_assert_eq(rule_find(few[i]), rule_of_few[i], "%s", few[i]);
    cr_assert_eq(rule_find("castling"), RULE_COUNT);
    cr_assert_eq(rule_find(""), RULE_COUNT);
}

Test(rulings, squares_off_the_board_hold_no_piece)
{
    struct position position = position_of(START);
    for (int on = 0; on < 256; on++)
        for (int off = SQUARE_COUNT; off < 256; off++) {
            struct ruling ruling;
            rules_judge(&position, move_of(on, off), RANKS_FROM_0, &ruling);
            cr_assert(!ruling.legal && ruling.rule == RULE_NO_PIECE, "%d to %d", on, off);
            rules_judge(&position, move_of(off, on), RANKS_FROM_1, &ruling);
            cr_assert(!ruling.legal && ruling.rule == RULE_NO_PIECE, "%d to %d", off, on);
        }
}

/* As many attackers, and as many pieces between, as there can be. */
Test(rulings, the_longest_text_fits)
{
    static const struct {
        const char *fen, *move, *end;
    } longest[] = {
        {"3k5/9/4c4/9/4r4/P8/3n1n3/2n3n2/cr2K2rc/2n3n2 w", "a4a5", " and 8 more"},
        {"1r1k5/1n7/1n7/1n7/1n7/1n7/1n7/1n7/1n7/1C2K4 w", "b0b9", " b8, b9"},
    };
    for (size_t i = 0; i < sizeof longest / sizeof longest[0]; i++) {
        struct ruling ruling = ruling_of(longest[i].fen, longest[i].move, RANKS_FROM_1);
        size_t length = strlen(ruling.text), end = strlen(longest[i].end);
        cr_expect(length > end && strcmp(ruling.text + length - end, longest[i].end) == 0, "'%s'",
                  ruling.text);
    }
}

/* --- beside the boards ----------------------------------------------------------------------- */

/* With XQPERFT_DEEP=1 every position is asked, else, for the sake of time, one of these. */
enum { ASK_EVERY = 40 };
static size_t every = ASK_EVERY, entries_seen;

static void judge_all_pairs(const char *file, const struct suite_entry *entry)
{
    if (entries_seen++ % every != 0)
        return;
    for (int from = 0; from < SQUARE_COUNT; from++)
        for (int to = 0; to < SQUARE_COUNT; to++) {
            xq_move move = move_of(from, to);
            struct ruling ruling;
            rules_judge(&entry->position, move, RANKS_FROM_1, &ruling);
            cr_assert(*ruling.text && strlen(ruling.text) < RULING_SIZE - 1, "%s:%d: %d to %d",
                      file, entry->line, from, to);
            cr_assert(ruling.rule < RULE_COUNT && ruling.square <= NO_SQUARE, "%s:%d: %d to %d",
                      file, entry->line, from, to);
            for (const struct board *const *board = all_boards; *board; board++)
                cr_assert_eq((*board)->is_legal(&entry->position, move), ruling.legal,
                             "%s:%d: %d to %d: %s does not agree: %s", file, entry->line, from, to,
                             (*board)->name, ruling.text);
        }
}

Test(rulings, agree_with_every_board_on_all_pairs_of_squares)
{
    const char *deep = getenv("XQPERFT_DEEP");
    if (deep && strcmp(deep, "1") == 0)
        every = 1;
    cr_assert_gt(each_position(judge_all_pairs), 1000, "suites are missing");
}
