/* The rules by name and in one sentence each. */
#include <string.h>

#include "rules.h"

static const struct {
    const char *name, *text;
} rule_table[RULE_COUNT] = {
    [RULE_NO_PIECE] = {"no-piece", "a move takes a piece from its square to another square"},
    [RULE_OPPONENTS_PIECE] = {"opponents-piece", "only pieces of the side to move may move"},
    [RULE_OWN_PIECE] = {"own-piece", "a piece may not capture a piece of its own side"},
    [RULE_KING_STEP] = {"king-step", "a king goes one step along a file or rank"},
    [RULE_PALACE] = {"palace", "kings and advisors stay in the palace of their side"},
    [RULE_ADVISOR_STEP] = {"advisor-step", "an advisor goes one step diagonally"},
    [RULE_ELEPHANT_STEP] = {"elephant-step", "an elephant goes two steps diagonally"},
    [RULE_ELEPHANT_EYE] = {"elephant-eye", "an elephant is blocked by a piece on its eye, the "
                                           "square between where it stands and where it goes"},
    [RULE_RIVER] = {"river", "an elephant does not cross the river"},
    [RULE_HORSE_STEP] = {"horse-step",
                         "a horse goes one step along a file or rank and one diagonally onward"},
    [RULE_HORSE_LEG] = {"horse-leg", "a horse is blocked by a piece on its leg, the square of "
                                     "its first step"},
    [RULE_ROOK_PATH] = {"rook-path", "a rook goes along a file or rank as far as it is free"},
    [RULE_CANNON_PATH] = {"cannon-path", "a cannon that captures nothing goes along a file or "
                                         "rank as far as it is free"},
    [RULE_CANNON_SCREEN] = {"cannon-screen", "to capture, a cannon jumps over exactly one piece "
                                             "of either side, its screen"},
    [RULE_PAWN_STEP] = {"pawn-step", "a pawn goes one step along a file or rank"},
    [RULE_PAWN_BACKWARD] = {"pawn-backward", "a pawn never goes backward"},
    [RULE_PAWN_SIDEWAYS] = {"pawn-sideways",
                            "a pawn goes sideways only when it has crossed the river"},
    [RULE_CHECK] = {"check", "a move may not leave the own king attacked"},
    [RULE_KINGS_FACING] = {"kings-facing",
                           "a move may not leave the kings on one file with nothing between them"},
};

const char *rule_name(enum rule rule)
{
    return rule_table[rule].name;
}

enum rule rule_find(const char *name)
{
    int rule = 0;
    while (rule < RULE_COUNT && strcmp(rule_table[rule].name, name) != 0)
        rule++;
    return (enum rule)rule;
}

const char *rule_text(enum rule rule)
{
    return rule_table[rule].text;
}
