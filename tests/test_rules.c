/*
 * The rules of xiangqi as a table of facts, each asked of every board: is this move legal here?
 * Expected values come from the rules, not from any program.
 */
#include <criterion/criterion.h>
#include <string.h>

#include "crosscheck.h"
#include "fen.h"
#include "notation.h"
#include "oracle.h"

#define FOR_EACH_BOARD(board) for (const struct board *const *board = all_boards; *board; board++)

#define START "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"

/* The moves are those of one position, separated by blanks. */
static const struct {
    const char *rule, *fen, *legal, *illegal;
} rows[] = {
    {"only one's own pieces move, and not onto each other", START, "a0a1 h2e2", "a6a5 e4e5 a0a3"},

    {"horse in all eight directions", "3k5/9/9/9/9/4N4/9/9/9/4K4 w",
     "e4d6 e4f6 e4c5 e4g5 e4c3 e4g3 e4d2 e4f2", "e4e5 e4d5 e4e6 e4c6 e4e2"},
    {"horse leg blocked ahead", "3k5/9/9/9/4p4/4N4/9/9/9/4K4 w", "e4c5 e4g5 e4d2 e4f2",
     "e4d6 e4f6"},
    {"horse leg blocked by an own piece", "3k5/9/9/9/4P4/4N4/9/9/9/4K4 w", "e4c5 e4g5",
     "e4d6 e4f6"},
    {"horse leg blocked on the rank", "3k5/9/9/9/9/3rN4/9/9/9/4K4 w", "e4d6 e4f6 e4g5",
     "e4c5 e4c3"},
    {"horse leg blocked behind", "3k5/9/9/9/9/4N4/4n4/9/9/4K4 w", "e4d6 e4c3", "e4d2 e4f2"},
    {"a diagonal neighbour is no leg", "3k5/9/9/9/5r3/4N4/9/9/9/4K4 w", "e4f6 e4g5", ""},
    {"horse does not wrap round the edge", "3k5/9/9/9/9/8N/9/9/9/4K4 w", "i4h6 i4g5 i4g3 i4h2",
     "i4a7 i4a6 i4b5 i4b6 i4a3 i4a2 i4b4"},
    {"black horse captures", "3k5/9/9/3P5/9/4n4/9/9/9/5K3 b", "e4d6 e4f2", "e4e6"},

    {"elephant two steps diagonally", "3k5/9/9/9/9/9/9/4B4/9/4K4 w", "e2c4 e2g4 e2c0 e2g0",
     "e2d3 e2f1 e2e4 e2c2"},
    {"elephant eye blocked", "3k5/9/9/9/9/2B6/3n5/9/9/4K4 w", "c4a2", "c4e2"},
    {"elephant stays at home", "3k5/9/9/9/9/2B6/9/9/9/4K4 w", "c4a2 c4e2", "c4a6 c4e6"},
    {"black elephant stays at home", "3k5/9/9/9/2b6/9/9/9/9/4K4 b", "c5a7 c5e7", "c5a3 c5e3"},
    {"elephant does not wrap round the edge", "3k5/9/9/9/9/9/9/8B/9/4K4 w", "i2g4 i2g0",
     "i2b5 i2b4 i2b1 i2b0"},

    {"advisor one step diagonally", "3k5/9/9/9/9/9/9/9/4A4/4K4 w", "e1d2 e1f2 e1d0 e1f0",
     "e1e2 e1d1 e1c3"},
    {"advisor in palace", "3k5/9/9/9/9/9/9/3A5/9/4K4 w", "d2e1", "d2c3 d2c1 d2e3"},
    {"black advisor in palace", "3k1a3/9/9/9/9/9/9/9/9/4K4 b", "f9e8", "f9g8 f9f8"},

    {"king in palace", "3k5/9/9/9/9/9/9/5K3/9/9 w", "f2e2 f2f1", "f2g2 f2f3 f2e1"},
    {"black king in palace", "9/9/3k5/9/9/9/9/9/9/4K4 b", "d7d8", "d7c7 d7d6 d7e8 d7e7"},
    {"kings facing: a king may not step there", "3k5/9/9/9/9/9/9/9/9/4K4 w", "e0e1 e0f0", "e0d0"},
    {"kings facing: it may when a piece is between", "3k5/9/9/9/3n5/9/9/9/9/4K4 w", "e0d0", ""},
    {"kings facing: the only piece between may not leave the file", "4k4/9/9/9/4P4/9/9/9/9/4K4 w",
     "e5e6 e0d0", "e5d5 e5f5"},
    {"kings facing: one of two pieces between may leave", "4k4/9/9/4n4/4P4/9/9/9/9/4K4 w",
     "e5d5 e5e6", ""},
    {"kings facing: the last piece between is not captured out of the way",
     "4k4/9/9/4n4/9/9/9/9/9/2R1K4 b", "e9d9", "e6d4 e6f4 e6c5 e6g7"},

    {"rook along rank and file", "3k5/9/9/9/9/R7R/9/9/9/4K4 w", "a4a9 a4a0 a4h4 i4b4 i4i9",
     "a4b5 a4i4 i4a5 a4c6"},
    {"rook captures the first piece and does not jump", "3k5/9/9/9/9/R2r1r3/9/9/9/4K4 w",
     "a4c4 a4d4", "a4e4 a4f4 a4g4"},
    {"rook does not capture its own", "3k5/9/9/9/9/R2N5/9/9/9/4K4 w", "a4c4", "a4d4 a4e4"},

    {"cannon needs one screen to capture", "3k5/9/9/9/9/C2r1r3/9/9/9/4K4 w", "a4c4 a4f4",
     "a4d4 a4e4 a4g4"},
    {"cannon captures nothing without a screen", "3k5/9/9/9/9/C4r3/9/9/9/4K4 w", "a4e4", "a4f4"},
    {"cannon cannot capture over two", "3k5/9/9/9/9/C1nr1r3/9/9/9/4K4 w", "a4d4", "a4c4 a4f4"},
    {"cannon does not jump onto an empty square", "3k5/9/9/9/9/C2r5/9/9/9/4K4 w", "a4c4",
     "a4e4 a4i4"},
    {"an own piece is a screen too", "3k5/9/9/9/9/C2N1r3/9/9/9/4K4 w", "a4f4", "a4d4"},
    {"cannon does not capture its own", "3k5/9/9/9/9/C2r1N3/9/9/9/4K4 w", "a4c4", "a4f4 a4d4"},
    {"cannon along a file", "3k5/9/9/r8/p8/9/9/C8/9/4K4 w", "a2a4 a2a6", "a2a5 a2a7"},
    {"screen and prey far away, at the edge", "3k4r/9/9/9/9/9/9/8n/9/4K3C w", "i0i1 i0i9",
     "i0i2 i0i3"},
    {"a king is a screen", "C2k1r3/9/9/9/9/9/9/9/9/4K4 w", "a9f9 a9c9", "a9d9 a9e9"},

    {"pawn sideways only after the river", "3k5/9/9/9/9/4P4/9/9/9/4K4 w", "e4e5",
     "e4d4 e4f4 e4e3 e4e6"},
    {"crossed pawn sideways and forward", "3k5/9/9/9/4P4/9/9/9/9/4K4 w", "e5d5 e5f5 e5e6",
     "e5e4 e5e7 e5c5 e5d6"},
    {"black pawn sideways only after the river", "3k5/9/9/9/4p4/9/9/9/9/5K3 b", "e5e4",
     "e5d5 e5f5 e5e6"},
    {"black crossed pawn", "3k5/9/9/9/9/4p4/9/9/9/5K3 b", "e4d4 e4f4 e4e3", "e4e5 e4e2"},
    {"pawn at the last rank moves sideways only", "1P1k5/9/9/9/9/9/9/9/9/4K4 w", "b9a9 b9c9",
     "b9b8"},
    {"black pawn at the last rank", "3k5/9/9/9/9/9/9/9/9/1p3K3 b", "b0a0 b0c0", "b0b1"},
    {"pawn does not wrap round the edge", "3k5/9/9/P7P/9/9/9/9/9/4K4 w", "a6b6 i6h6 a6a7",
     "i6a7 a6i5 i6a6 a6i6"},

    {"a check must be met", "3k5/9/9/9/4r4/9/9/R8/9/4K4 w", "a2e2 e0f0", "a2d2 a2a3 e0e1 e0d0"},
    {"captured piece was the checker", "3k5/9/9/9/R3r4/9/9/9/9/4K4 w", "a5e5", "a5a4 a5d5"},
    {"king captures the checker", "3k5/9/9/9/9/9/9/9/4r4/4K4 w", "e0e1", "e0d0"},
    {"king does not capture what is guarded", "3k5/9/9/9/4r4/9/9/9/4r4/4K4 w", "", "e0e1"},
    {"pinned rook moves along the pin", "3k5/9/9/9/4r4/9/9/4R4/9/4K4 w", "e2e4 e2e5 e2e1",
     "e2d2 e2i2"},
    {"a horse's leg may not be freed", "3k5/9/9/9/9/9/9/3n5/3R5/4K4 w", "d1d2 e0f0 e0d0",
     "d1a1 d1d0 d1e1"},
    {"stepping between cannon and king makes a screen", "3k5/9/9/9/4c4/9/9/R8/9/4K4 w", "a2d2",
     "a2e2"},
    {"the screen of a check may leave", "3k5/9/9/9/4c4/9/4N4/9/9/4K4 w", "e3d5 e3g4 e0f0", "e0e1"},
    {"a second screen stops a cannon", "3k5/9/9/9/4c4/9/4n4/9/R8/4K4 w", "a1e1", "a1d1"},
    {"capturing the screen leaves a screen", "3k5/9/9/9/4c4/R3n4/9/9/9/4K4 w", "e0f0", "a4e4 a4a5"},
    {"one of two screens may not leave", "3k5/9/9/9/4c4/9/4N4/4R4/9/4K4 w", "e0f0",
     "e2a2 e3d5 e2e5"},
    {"a pawn beside the palace guards sideways", "3k5/9/9/9/9/9/9/9/3p5/4K4 w", "e0f0",
     "e0e1 e0d0"},
    {"a pawn does not guard backwards", "3k5/9/9/9/9/9/9/9/9/4pK3 w", "f0e0 f0f1", ""},
};

static void ask(const struct board *board, const struct position *position, const char *rule,
                const char *moves, bool expected)
{
    struct move_list list;
    list.count = board->legal_moves(position, list.move);
    move_list_sort(&list);
    for (size_t length; *moves; moves += length + strspn(moves + length, " ")) {
        xq_move move;
        length = move_read(moves, RANKS_FROM_0, &move);
        cr_assert_gt(length, 0, "%s: '%s' is no move", rule, moves);
        cr_assert_eq(board->is_legal(position, move), expected, "%s: %s says %s of %.*s", rule,
                     board->name, expected ? "illegal" : "legal", (int)length, moves);
        cr_assert_eq(move_list_has(&list, move), expected, "%s: %s %s %.*s", rule, board->name,
                     expected ? "does not list" : "lists", (int)length, moves);
    }
}

static struct position position_of(const char *fen)
{
    struct position position;
    struct fen_error error;
    cr_assert(fen_read(fen, strlen(fen), &position, &error), "%s: %s", fen, error.reason);
    return position;
}

Test(rules, every_rule_on_every_board)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct position position = position_of(rows[i].fen);
        FOR_EACH_BOARD(board)
        {
            ask(*board, &position, rows[i].rule, rows[i].legal, true);
            ask(*board, &position, rows[i].rule, rows[i].illegal, false);
        }
    }
}

Test(rules, positions_of_the_table_are_cross_checked)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct position position = position_of(rows[i].fen);
        char reason[CROSSCHECK_REASON_SIZE];
        cr_assert(crosscheck_position(&position, CROSSCHECK_FULL, reason, sizeof reason), "%s: %s",
                  rows[i].rule, reason);
    }
}

Test(rules, the_end_of_a_game)
{
    static const struct {
        const char *rule, *fen;
        size_t mobility;
        bool in_check;
    } ends[] = {
        {"stalemate is no move", "3k5/4P4/9/9/9/9/9/9/9/4K4 b", 0, false},
        {"mate by two rooks", "R2k5/1R7/9/9/9/9/9/9/9/4K4 b", 0, true},
        {"mate with the help of the other king", "3k5/9/9/9/9/9/9/9/9/3RK4 b", 0, true},
        {"mate of Red by a horse and a rook", "4k4/9/9/9/9/9/9/2n6/r8/3K5 w", 0, true},
        {"a check that a king can leave", "3k5/9/9/9/9/9/9/9/9/3R1K3 b", 1, true},
    };
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        struct position position = position_of(ends[i].fen);
        FOR_EACH_BOARD(board)
        {
            struct perft_request request = {.depth = 3};
            xq_move moves[MAX_MOVES];
            size_t mobility = (*board)->mobility(&position);
            cr_assert_eq(mobility, ends[i].mobility, "%s: %s says %zu", ends[i].rule,
                         (*board)->name, mobility);
            cr_assert_eq((*board)->legal_moves(&position, moves), mobility, "%s: list of %s",
                         ends[i].rule, (*board)->name);
            cr_assert_eq((*board)->in_check(&position, (enum side)position.side), ends[i].in_check,
                         "%s: in_check of %s", ends[i].rule, (*board)->name);
            if (mobility == 0)
                cr_assert_eq((*board)->perft(&position, &request), 0, "%s: %s goes on",
                             ends[i].rule, (*board)->name);
        }
    }
}

/* A game starts with two of a kind at most, a position may have 15. */
Test(rules, more_than_two_of_a_kind)
{
    static const char *const many[] = {
        "3k5/9/9/9/9/CCCCC4/9/9/9/4K4 w",           "3k5/9/9/9/9/RRR1RRRRR/RRR1RRRR1/9/9/4K4 w",
        "4k4/rrrr1rrrr/rrr2rrrr/9/9/9/9/9/9/3K5 w", "3k5/9/9/9/CCC1CCCCC/9/C1C1C1C1C/9/9/C3KC3 w",
        "3k5/9/9/9/NNNNNNNNN/9/NNNNNN3/9/9/4K4 w",  "3k5/9/9/PPPPPP3/PPPPPPPPP/9/9/9/9/4K4 w",
        "3k5/9/9/9/9/9/9/3A1A3/4A4/3AKA3 w",        "3k5/9/9/9/9/2B3B2/9/B3B3B/9/2B1K1B2 w",
    };
    for (size_t i = 0; i < sizeof many / sizeof many[0]; i++) {
        struct position position = position_of(many[i]);
        char reason[CROSSCHECK_REASON_SIZE];
        cr_assert(crosscheck_position(&position, CROSSCHECK_FULL, reason, sizeof reason), "%s",
                  reason);
    }
}

/* A board that does not look may see, say, the rook in place of a square behind the edge. */
Test(rules, squares_off_the_board_are_never_legal)
{
    static const char *const fens[] = {
        START,
        "3k5/9/9/9/9/9/9/9/9/RRR1KRRRR w",
        "rrrk1rrrr/9/9/9/9/9/9/9/9/4K4 b",
        "3k5/9/9/9/R7R/R7R/R7R/R7R/9/4K4 w",
    };
    for (size_t i = 0; i < sizeof fens / sizeof fens[0]; i++) {
        struct position position = position_of(fens[i]);
        FOR_EACH_BOARD(board)
        for (int on = 0; on < 256; on++)
            for (int off = SQUARE_COUNT; off < 256; off++) {
                cr_assert_not((*board)->is_legal(&position, move_of(on, off)), "%s: %d to %d",
                              (*board)->name, on, off);
                cr_assert_not((*board)->is_legal(&position, move_of(off, on)), "%s: %d to %d",
                              (*board)->name, off, on);
            }
    }
}
