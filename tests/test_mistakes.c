/*
 * Wrong generators, each proven to be wrong in the way it says and in no other: rows of small
 * positions with exactly the moves that it has too many or too few, by the rules.
 */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "board.h"
#include "each_position.h"
#include "fen.h"
#include "mistakes.h"
#include "oracle.h"

/* +MOVE is made and may not be, -MOVE may be made and is not. */
struct row {
    const char *name, *fen, *difference;
};

/* A king that may step to f0, one that may not to d0; and what else is there. */
#define KING_AND_ROOK_A1 "3k5/9/9/9/9/9/9/9/r8/4K4 w"
#define PIN_AND_ROOK_A1  "3k5/9/9/4r4/4P4/9/9/9/r8/4K4 w"
#define CHECK_AND_PAWN   "3k5/9/9/9/P3r4/9/9/9/9/4K4 w"
#define LONE_CHECK       "3k5/9/9/9/4r4/9/9/9/9/4K4 w"
#define PAWN_D1          "3k5/9/9/9/9/9/9/9/3p5/4K4 w"
#define ROOK_F5          "3k5/9/9/9/5r3/9/9/9/9/4K4 w"
#define HORSE_H1         "3k5/9/9/9/9/9/9/9/7n1/4K4 w"
#define HORSE_H1_PAWN_G1 "3k5/9/9/9/9/9/9/9/6pn1/4K4 w"
#define CANNON_F5        "3k5/9/9/9/5c3/9/9/9/9/4K4 w"
#define CANNON_OVER_PAWN "3k5/9/9/9/5c3/9/5p3/9/9/4K4 w"
#define PAWN_F0          "3k5/9/9/9/9/9/9/9/4K4/5p3 w"
#define TWO_EYES         "3k5/9/9/9/9/9/3c1N3/4B4/9/4K4 w"
#define TWO_LEGS         "3k5/9/9/9/4p4/4N4/4P4/9/9/4K4 w"
#define ELEPHANT_E2      "3k5/9/9/9/9/9/9/4B4/9/4K4 w"
#define BLACK_PAWNS      "3k5/9/9/9/4p4/9/2p6/9/9/5K3 b"

/* Mistakes that are made in one place. */
static const struct row rows[] = {
    {"king-leaves-palace", "3k5/9/9/9/9/9/9/5K3/9/9 w", "+f2g2 +f2f3"},
    {"advisor-leaves-palace", "3k5/9/9/9/9/9/9/3A5/9/4K4 w", "+d2c1 +d2c3 +d2e3"},
    {"palace-ignored", "3k5/9/9/9/9/9/9/3A1K3/9/9 w", "+f2g2 +f2f3 +d2c1 +d2c3 +d2e3"},
    {"palace-wider-left", "5k3/9/9/9/9/9/9/3A5/9/3K5 w", "+d0c0 +d2c1"},
    {"palace-wider-right", "3k5/9/9/9/9/9/9/5A3/9/5K3 w", "+f0g0 +f2g1"},
    {"palace-wider", "4k4/9/9/9/9/9/9/3A5/9/5K3 w", "+f0g0 +d2c1"},
    {"palace-deeper", "3k5/9/9/9/9/9/9/3A1K3/9/9 w", "+f2f3 +d2e3"},
    {"palace-shallower", "3k5/9/9/9/9/9/9/9/4AK3/9 w", "-f1f2 -e1d2 -e1f2"},
    {"palace-shallower", "5k3/4a4/9/9/9/9/9/9/9/4K4 b", "-e8d7 -e8f7"},
    {"king-steps-diagonally", "3k5/9/9/9/9/9/9/9/9/4K4 w", "+e0f1"},
    {"king-captures-nothing", "3k5/9/9/9/9/9/9/9/4p4/4K4 w", "-e0e1"},
    {"advisor-steps-straight", "3k5/9/9/9/9/9/9/3A5/9/4K4 w", "+d2d1 +d2e2"},
    {"advisor-captures-nothing", "3k5/9/9/9/9/9/9/3A5/4n4/5K3 w", "-d2e1"},

    {"elephant-eye-ignored", TWO_EYES, "+e2c4 +e2g4"},
    {"elephant-eye-own-only", TWO_EYES, "+e2c4"},
    {"elephant-eye-enemy-only", TWO_EYES, "+e2g4"},
    {"elephant-crosses-river", "3k5/9/9/9/9/2B6/9/9/9/4K4 w", "+c4a6 +c4e6"},
    {"elephant-crosses-river", "3k5/9/9/9/2b6/9/9/9/9/4K4 b", "+c5a3 +c5e3"},
    {"elephant-river-early", ELEPHANT_E2, "-e2c4 -e2g4"},
    {"elephant-one-step", ELEPHANT_E2, "+e2d1 +e2f1 +e2d3 +e2f3"},
    {"elephant-captures-nothing", "3k5/9/9/9/9/2n6/9/4B4/9/4K4 w", "-e2c4"},

    {"horse-wraps", "3k5/9/9/9/9/8N/9/9/9/4K4 w", "+i4b4 +i4b6 +i4a3 +i4a7"},
    {"rook-stops-before-piece", "3k5/9/9/9/9/R2p5/9/9/9/4K4 w", "-a4c4"},
    {"cannon-jumps-quietly", "3k5/9/9/9/9/C2r5/9/9/9/4K4 w", "+a4e4 +a4f4 +a4g4 +a4h4 +a4i4"},
    {"pawn-always-sideways", "3k5/9/9/9/9/2P6/P8/9/9/4K4 w", "+c4b4 +c4d4 +a3b3"},
    {"pawn-river-early", "3k5/9/9/9/9/2P6/P8/9/9/4K4 w", "+c4b4 +c4d4"},
    {"pawn-river-late", "3k5/9/9/9/2P6/9/9/9/9/4K4 w", "-c5b5 -c5d5"},
    {"pawn-river-late", "3k5/9/9/2P6/9/9/9/9/9/4K4 w", ""},
    {"pawn-two-steps", "3k5/9/9/9/9/2P3n2/P5P2/9/9/4K4 w", "+a3a5"},
    {"pawn-wraps", "3k5/9/9/P7P/9/9/9/9/9/4K4 w", "+a6i5 +i6a7"},
    {"own-pieces-captured", "3k5/9/9/9/9/9/9/9/9/RN2K3R w", "+a0b0 +i0e0"},
    {"own-pieces-captured-but-king", "3k5/9/9/9/9/9/9/9/9/RN2K3R w", "+a0b0"},

    {"check-ignored", PIN_AND_ROOK_A1, "+e0e1 +e0d0 +e5d5 +e5f5"},
    {"attacks-ignored", PIN_AND_ROOK_A1, "+e0e1 +e5d5 +e5f5"},
    {"check-by-rook-unseen", PIN_AND_ROOK_A1, "+e0e1 +e5d5 +e5f5"},
    {"check-by-cannon-unseen", CANNON_OVER_PAWN, "+e0f0"},
    {"check-by-horse-unseen", HORSE_H1, "+e0f0"},
    {"check-by-pawn-unseen", PAWN_D1, "+e0e1 +e0d0"},
    {"check-by-pawn-reversed", PAWN_D1, "+e0d0"},
    {"check-by-pawn-reversed", PAWN_F0, "-e1f1"},
    {"check-along-rank-unseen", PIN_AND_ROOK_A1, "+e0e1"},
    {"check-along-file-unseen", PIN_AND_ROOK_A1, "+e5d5 +e5f5"},
    {"old-square-still-full", "3k5/9/9/4r4/4P4/9/9/9/9/4K4 w", "+e5d5 +e5f5"},
    {"old-square-still-full", "3k5/9/9/9/4r4/9/9/9/4K4/9 w", "+e1e0"},
    {"kings-old-square-still-full", "3k5/9/9/4r4/4P4/9/9/9/9/4K4 w", ""},
    {"kings-old-square-still-full", "3k5/9/9/9/4r4/9/9/9/4K4/9 w", "+e1e0"},
    {"king-tested-on-old-square", KING_AND_ROOK_A1, "+e0e1 +e0d0"},
    {"king-tested-on-old-square", LONE_CHECK, "-e0f0 +e0e1"},
    {"captured-piece-still-attacks", "3k5/9/9/9/R3r4/9/9/9/9/4K4 w", "-a5e5"},
    {"check-tested-before-move", PIN_AND_ROOK_A1, "+e0e1 +e0d0 +e5d5 +e5f5"},
    {"check-tested-before-move", LONE_CHECK, "-e0f0"},
    {"other-king-tested", "3k5/9/9/9/9/9/9/9/8r/R3K4 w", "+e0e1 -a0a9 -a0d0"},
    {"king-moves-untested", PIN_AND_ROOK_A1, "+e0e1 +e0d0"},
    {"only-king-moves-tested", PIN_AND_ROOK_A1, "+e5d5 +e5f5"},
    {"only-king-moves-tested", CHECK_AND_PAWN, "+a5a6 +a5b5"},
    {"pins-ignored", PIN_AND_ROOK_A1, "+e5d5 +e5f5"},
    {"pins-ignored", CHECK_AND_PAWN, ""},
    {"check-met-by-king-only", "3k5/9/9/9/4r4/9/9/9/R8/4K4 w", "-a1e1"},
    {"pinned-pieces-frozen", "3k5/9/9/4r4/4P4/9/9/9/9/4K4 w", "-e5e6"},
    {"pinned-pieces-frozen", "4k4/9/9/9/4P4/9/9/9/9/4K4 w", "-e5e6"},
    {"checks-forbidden", "3k5/9/9/9/9/9/9/9/9/R3K4 w", "-a0a9 -a0d0"},

    {"kings-facing-ignored", PIN_AND_ROOK_A1, "+e0d0"},
    {"kings-facing-through-pieces", "3k5/9/9/9/3n5/9/9/9/9/4K4 w", "-e0d0"},
    {"kings-facing-through-own-pieces", "3k5/9/9/9/3N5/9/9/9/9/4K4 w", "-e0d0"},
    {"kings-facing-through-own-pieces", "3k5/9/9/9/3n5/9/9/9/9/4K4 w", ""},
    {"kings-facing-through-enemy-pieces", "3k5/9/9/9/3n5/9/9/9/9/4K4 w", "-e0d0"},
    {"kings-facing-through-enemy-pieces", "3k5/9/9/9/3N5/9/9/9/9/4K4 w", ""},
    {"kings-facing-king-moves-only", "4k4/9/9/9/4P4/9/9/9/9/4K4 w", "+e5d5 +e5f5"},
    {"kings-facing-king-moves-only", KING_AND_ROOK_A1, ""},
    {"kings-facing-other-moves-only", KING_AND_ROOK_A1, "+e0d0"},
    {"kings-facing-other-moves-only", "4k4/9/9/9/4P4/9/9/9/9/4K4 w", ""},
};

/* Mistakes that can be made in moves, in the check test, or in both: one position where it shows in
 * moves only, one where it shows in the check test only. */
static const struct {
    const char *name;
    const char *moves_fen, *moves_difference;
    const char *checks_fen, *checks_difference;
} twofold[] = {
    {"horse-leg-ignored", TWO_LEGS, "+e4d6 +e4f6 +e4d2 +e4f2", HORSE_H1_PAWN_G1, "-e0f0"},
    {"horse-leg-at-target", "3k5/9/9/9/3np4/4N4/9/9/9/4K4 w", "+e4f6 -e4c5",
     "3k5/9/9/9/9/9/9/9/7n1/4K1B2 w", "+e0f0"},
    {"horse-leg-short-way", "3k5/9/9/9/9/3rN4/9/9/9/4K4 w", "+e4c5 +e4c3 -e4d6 -e4d2",
     "3k5/9/9/9/9/9/9/9/7n1/4K2C1 w", "+e0f0"},
    {"horse-leg-two-ahead", "3k5/9/9/4n4/9/4N4/4P4/9/9/4K4 w", "-e4d6 -e4f6 +e4d2 +e4f2",
     "3k5/9/9/9/9/9/9/9/5C1n1/4K4 w", "+e0f0"},
    {"horse-leg-own-only", TWO_LEGS, "+e4d6 +e4f6", "3k5/9/9/9/9/9/9/9/6Cn1/4K4 w", "-e0f0"},
    {"horse-leg-enemy-only", TWO_LEGS, "+e4d2 +e4f2", HORSE_H1_PAWN_G1, "-e0f0"},
    {"horse-captures-nothing", "3k5/9/9/3r5/9/4N4/9/9/9/4K4 w", "-e4d6", HORSE_H1, "+e0f0"},
    {"rook-passes-pieces", "3k5/9/9/9/9/R2p5/9/9/9/4K4 w", "+a4e4 +a4f4 +a4g4 +a4h4 +a4i4",
     "3k5/9/9/9/5r3/5p3/5p3/9/9/4K4 w", "-e0f0"},
    {"rook-captures-over-one", "3k5/9/9/9/9/R2p1n1n1/9/9/9/4K4 w", "+a4f4",
     "3k5/9/9/9/5r3/9/5p3/9/9/4K4 w", "-e0f0"},
    {"rook-stops-before-edge", "3k5/9/9/9/9/9/9/9/1R7/4K4 w", "-b1a1 -b1i1 -b1b0 -b1b9", ROOK_F5,
     "+e0f0"},
    {"rook-captures-nothing", "3k5/9/9/9/9/R2p5/9/9/9/4K4 w", "-a4d4", ROOK_F5, "+e0f0"},
    {"cannon-as-rook", "3k5/9/9/9/9/C2r1r3/9/9/9/4K4 w", "+a4d4 -a4f4", CANNON_F5, "-e0f0"},
    {"cannon-as-rook", "3k5/9/9/9/9/C2r1r3/9/9/9/4K4 w", "+a4d4 -a4f4", CANNON_OVER_PAWN, "+e0f0"},
    {"cannon-needs-no-screen", "3k5/9/9/9/9/C2r1r3/9/9/9/4K4 w", "+a4d4", CANNON_F5, "-e0f0"},
    {"cannon-over-two", "3k5/9/9/9/9/C1nrpr3/9/9/9/4K4 w", "+a4e4",
     "3k5/9/9/9/5c3/9/5p3/5p3/9/4K4 w", "-e0f0"},
    {"cannon-over-any", "3k5/9/9/9/9/C1nrpr3/9/9/9/4K4 w", "+a4e4 +a4f4",
     "3k5/9/9/9/5c3/5p3/5p3/5p3/9/4K4 w", "-e0f0"},
    {"cannon-screen-own-only", "3k5/r8/9/p8/9/C2N1r3/9/9/9/4K4 w", "-a4a8",
     "3k5/9/9/9/5c3/9/5R3/9/9/4K4 w", "+e0f0"},
    {"cannon-screen-enemy-only", "3k5/r8/9/p8/9/C2N1r3/9/9/9/4K4 w", "-a4f4", CANNON_OVER_PAWN,
     "+e0f0"},
    {"cannon-lands-behind-screen", "3k5/r8/9/p8/9/C2rn4/9/9/9/4K4 w", "-a4a8", CANNON_OVER_PAWN,
     "+e0f0"},
    {"cannon-captures-nothing", "3k5/9/9/9/9/C2r1r3/9/9/9/4K4 w", "-a4f4", CANNON_OVER_PAWN,
     "+e0f0"},
    {"pawn-never-sideways", "3k5/9/9/9/4P4/9/9/9/9/4K4 w", "-e5d5 -e5f5", PAWN_D1, "+e0e1"},
    {"pawn-backward-across", "3k5/9/9/9/4P4/2P6/9/9/9/4K4 w", "+e5e4", PAWN_F0, "-e1f1"},
    {"pawn-backward-always", "3k5/9/9/9/4P4/2P6/9/9/9/4K4 w", "+e5e4 +c4c3", PAWN_F0, "-e1f1"},
    {"black-pawn-upward", BLACK_PAWNS, "-e5e4 +e5e6 -c3c2 +c3c4", PAWN_D1, "+e0d0"},
    {"black-pawn-as-red", BLACK_PAWNS, "-e5e4 +e5e6 +e5d5 +e5f5 -c3c2 +c3c4 -c3b3 -c3d3", PAWN_D1,
     "+e0d0 +e0e1"},
    {"black-pawn-river", BLACK_PAWNS, "+e5d5 +e5f5 -c3b3 -c3d3", PAWN_D1, "+e0e1"},
    {"pawn-captures-nothing", "3k5/9/9/4n4/4P4/9/9/9/9/4K4 w", "-e5e6", PAWN_D1, "+e0e1 +e0d0"},
};

enum { ROWS = sizeof rows / sizeof rows[0], TWOFOLD = sizeof twofold / sizeof twofold[0] };

static struct position position_of(const char *fen)
{
    struct position position;
    struct fen_error error;
    cr_assert(fen_read(fen, strlen(fen), &position, &error), "%s: %s", fen, error.reason);
    return position;
}

/* MISTAKE_NONE when there is none of this name. */
static int mistake_find(const char *name)
{
    for (int mistake = 0; mistakes[mistake].name; mistake++)
        if (strcmp(mistakes[mistake].name, name) == 0)
            return mistake;
    return MISTAKE_NONE;
}

static bool holds(const xq_move *list, size_t count, xq_move move)
{
    for (size_t i = 0; i < count; i++)
        if (list[i] == move)
            return true;
    return false;
}

/* "+e0f1 -e0e1", in ascending order of the moves. */
static void write_difference(const struct position *position, int mistake, char *out, size_t size)
{
    struct move_list right;
    xq_move wrong[MISTAKE_MOVES];
    size_t count = mistake_moves(position, mistake, wrong), used = 0;
    oracle_legal(position, &right);
    *out = '\0';
    for (int value = 0; value <= UINT16_MAX; value++) {
        char text[MOVE_TEXT_SIZE];
        xq_move move = (xq_move)value;
        bool has = holds(wrong, count, move), may = move_list_has(&right, move);
        if (has != may)
            used += (size_t)snprintf(out + used, size - used, "%s%c%s", used > 0 ? " " : "",
                                     has ? '+' : '-', move_write(move, RANKS_FROM_0, text));
        cr_assert_lt(used, size);
    }
}

/* Every move of one text is in the other, whatever their order. */
static bool same_difference(const char *a, const char *b)
{
    if (strlen(a) != strlen(b))
        return false;
    for (; *a; a += strcspn(a, " "), a += strspn(a, " ")) {
        char signed_move[1 + MOVE_TEXT_SIZE];
        snprintf(signed_move, sizeof signed_move, "%.*s", (int)strcspn(a, " "), a);
        if (!strstr(b, signed_move))
            return false;
    }
    return true;
}

static void expect_difference(const char *name, const char *fen, const char *expected)
{
    char difference[1000];
    struct position position = position_of(fen);
    int mistake = mistake_find(name);
    cr_assert_neq(mistake, MISTAKE_NONE, "no mistake is called %s", name);
    write_difference(&position, mistake, difference, sizeof difference);
    cr_expect(same_difference(difference, expected), "%s at %s: '%s', not '%s'", name, fen,
              difference, expected);
}

/* --- each mistake ---------------------------------------------------------------------------- */

Test(mistakes, each_does_what_it_says)
{
    for (size_t i = 0; i < ROWS; i++)
        expect_difference(rows[i].name, rows[i].fen, rows[i].difference);
}

Test(mistakes, in_moves_in_checks_or_in_both)
{
    for (size_t i = 0; i < TWOFOLD; i++) {
        char in_moves[80], in_checks[80];
        snprintf(in_moves, sizeof in_moves, "%s-in-moves", twofold[i].name);
        snprintf(in_checks, sizeof in_checks, "%s-in-checks", twofold[i].name);
        expect_difference(twofold[i].name, twofold[i].moves_fen, twofold[i].moves_difference);
        expect_difference(twofold[i].name, twofold[i].checks_fen, twofold[i].checks_difference);
        expect_difference(in_moves, twofold[i].moves_fen, twofold[i].moves_difference);
        expect_difference(in_moves, twofold[i].checks_fen, "");
        if (mistake_find(in_checks) == MISTAKE_NONE)
            continue;
        expect_difference(in_checks, twofold[i].moves_fen, "");
        expect_difference(in_checks, twofold[i].checks_fen, twofold[i].checks_difference);
    }
}

static bool has_row(const char *name)
{
    for (size_t i = 0; i < ROWS; i++)
        if (strcmp(rows[i].name, name) == 0 && *rows[i].difference)
            return true;
    for (size_t i = 0; i < TWOFOLD; i++) {
        size_t length = strlen(twofold[i].name);
        const char *rest = name + length;
        if (strncmp(twofold[i].name, name, length) == 0 &&
            (*rest == '\0' || strcmp(rest, "-in-moves") == 0 || strcmp(rest, "-in-checks") == 0))
            return true;
    }
    return false;
}

Test(mistakes, the_list)
{
    int count = 0;
    for (; mistakes[count].name; count++) {
        const struct mistake *mistake = &mistakes[count];
        cr_expect(has_row(mistake->name), "no row proves %s", mistake->name);
        cr_expect_eq(mistake_find(mistake->name), count, "%s is there twice", mistake->name);
        cr_expect_lt(mistake->rule, RULE_COUNT, "%s", mistake->name);
        cr_expect(mistake->text[0] >= 'a' && mistake->text[0] <= 'z', "%s: '%s'", mistake->name,
                  mistake->text);
        for (int other = 0; other < count; other++)
            cr_expect_str_neq(mistakes[other].text, mistake->text, "%s and %s read alike",
                              mistakes[other].name, mistake->name);
    }
    cr_expect_lt(count, MISTAKE_LIMIT);
}

/* --- no mistake ------------------------------------------------------------------------------ */

static void no_mistake(const char *file, const struct suite_entry *entry)
{
    struct move_list right;
    xq_move moves[MISTAKE_MOVES];
    size_t count = mistake_moves(&entry->position, MISTAKE_NONE, moves);
    if (entry->known & 1u << 1)
        cr_assert_eq(count, entry->count[1], "%s:%d: %zu moves", file, entry->line, count);
    for (const struct board *const *board = all_boards; *board; board++) {
        right.count = (*board)->legal_moves(&entry->position, right.move);
        move_list_sort(&right);
        cr_assert(count == right.count && memcmp(moves, right.move, count * sizeof *moves) == 0,
                  "%s:%d: not the moves of %s", file, entry->line, (*board)->name);
    }
}

Test(mistakes, without_one_the_moves_are_right)
{
    cr_assert_gt(each_position(no_mistake), 1000, "suites are missing");
}

static uint64_t perft(const struct position *position, unsigned depth)
{
    xq_move moves[MISTAKE_MOVES];
    size_t count = mistake_moves(position, MISTAKE_NONE, moves);
    if (depth == 1)
        return count;
    uint64_t nodes = 0;
    for (size_t i = 0; i < count; i++) {
        struct position next = *position;
        position_apply(&next, moves[i]);
        nodes += perft(&next, depth - 1);
    }
    return nodes;
}

static void small_counts(const char *file, const struct suite_entry *entry)
{
    enum { SMALL = 3000 };
    if (strcmp(file, "positions/start.epd") != 0 && strcmp(file, "positions/rules.epd") != 0 &&
        strcmp(file, "positions/published.epd") != 0)
        return;
    for (unsigned depth = 1; depth <= SUITE_MAX_DEPTH; depth++)
        if (entry->known >> depth & 1 && entry->count[depth] <= SMALL)
            cr_assert_eq(perft(&entry->position, depth), entry->count[depth], "%s:%d: depth %u",
                         file, entry->line, depth);
}

Test(mistakes, without_one_small_published_counts_are_met)
{
    struct position start;
    cr_assert_gt(each_position(small_counts), 1000, "suites are missing");
    position_start(&start);
    cr_assert_eq(perft(&start, 3), 79666);
}

/* --- which of them is it? -------------------------------------------------------------------- */

/* Of the lists that a generator gives for all positions: equal only if all of them are. The last
 * one is of no mistake. */
static uint64_t signature[MISTAKE_LIMIT + 1];
static int mistake_count;
static size_t entries_seen;

static void sign(const struct position *position)
{
    for (int i = 0; i <= mistake_count; i++) {
        xq_move moves[MISTAKE_MOVES];
        size_t count = mistake_moves(position, i < mistake_count ? i : MISTAKE_NONE, moves);
        cr_assert_leq(count, (size_t)MISTAKE_MOVES);
        uint64_t hash = signature[i] ^ count;
        for (size_t j = 0; j < count; j++) {
            hash = (hash ^ moves[j]) * UINT64_C(0x9e3779b97f4a7c15);
            hash ^= hash >> 29;
            cr_assert(j == 0 || moves[j - 1] < moves[j], "%s: moves out of order",
                      mistakes[i].name);
            cr_assert(move_from(moves[j]) < SQUARE_COUNT && move_to(moves[j]) < SQUARE_COUNT);
        }
        signature[i] = hash * UINT64_C(0xbf58476d1ce4e5b9);
    }
}

static void sign_some(const char *file, const struct suite_entry *entry)
{
    enum { SIGN_EVERY = 12 };
    (void)file;
    if (entries_seen++ % SIGN_EVERY == 0)
        sign(&entry->position);
}

Test(mistakes, no_two_are_alike)
{
    while (mistakes[mistake_count].name)
        mistake_count++;
    for (size_t i = 0; i < ROWS; i++) {
        struct position position = position_of(rows[i].fen);
        sign(&position);
    }
    for (size_t i = 0; i < TWOFOLD; i++) {
        struct position moves = position_of(twofold[i].moves_fen);
        struct position checks = position_of(twofold[i].checks_fen);
        sign(&moves);
        sign(&checks);
    }
    each_position(sign_some);
    for (int i = 0; i <= mistake_count; i++)
        for (int j = 0; j < i; j++)
            cr_expect_neq(signature[i], signature[j], "%s and %s are alike everywhere",
                          i < mistake_count ? mistakes[i].name : "no mistake", mistakes[j].name);
}
