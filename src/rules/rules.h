/*
 * The rules of movement in words: which of them decides whether a move is legal, and how it applies
 * to the squares at hand. Works on neutral positions and shares nothing with the boards.
 */
#ifndef XQPERFT_RULES_H
#define XQPERFT_RULES_H

#include "notation.h"
#include "position.h"

XQPERFT_BEGIN

enum rule {
    RULE_NO_PIECE,        /* a move takes a piece from its square */
    RULE_OPPONENTS_PIECE, /* one of the side to move */
    RULE_OWN_PIECE,       /* it may not enter a square of a piece of its own side */
    RULE_KING_STEP,       /* a king goes one step along a file or rank */
    RULE_PALACE,          /* kings and advisors stay in the palace */
    RULE_ADVISOR_STEP,    /* an advisor goes one step diagonally */
    RULE_ELEPHANT_STEP,   /* an elephant goes two steps diagonally */
    RULE_ELEPHANT_EYE,    /* ... unless a piece stands between */
    RULE_RIVER,           /* ... and does not cross the river */
    RULE_HORSE_STEP,      /* a horse goes one step straight and one diagonally onward */
    RULE_HORSE_LEG,       /* ... unless a piece stands on the square of its first step */
    RULE_ROOK_PATH,       /* a rook goes along a free file or rank */
    RULE_CANNON_PATH,     /* so does a cannon that captures nothing */
    RULE_CANNON_SCREEN,   /* to capture, a cannon jumps over exactly one piece */
    RULE_PAWN_STEP,       /* a pawn goes one step */
    RULE_PAWN_BACKWARD,   /* ... never backward */
    RULE_PAWN_SIDEWAYS,   /* ... sideways only across the river */
    RULE_CHECK,           /* a move may not leave the own king attacked */
    RULE_KINGS_FACING,    /* nor the kings facing each other on an open file */
    RULE_COUNT
};

/* A name for programs: "no-piece", "horse-leg", "kings-facing" (the constant's, in small letters).
 * And the rule of a name, or RULE_COUNT. */
const char *rule_name(enum rule rule);
enum rule rule_find(const char *name);

/* The rule as one clause, without a full stop: "a horse is blocked by a piece on its leg, ...". */
const char *rule_text(enum rule rule);

enum { RULING_SIZE = 240 };

struct ruling {
    bool legal;
    enum rule rule;         /* the rule that forbids the move; of a legal one, that which most
                             * nearly might have forbidden it */
    uint8_t square;         /* the leg, eye, screen, blocker or attacker; NO_SQUARE for none */
    char text[RULING_SIZE]; /* a clause for this move, such as "the horse's leg on b1 is blocked by
                             * Red's cannon", "it leaves Red's king on e0 in check by Black's rook
                             * on e5", "its leg on b1 is free" */
};

/*
 * Judges any two squares, also such as are one or are not on the board, in a position that
 * satisfies position_validate(). Of several rules that forbid a move, the first of these is named:
 * whose piece it is, how far and which way the piece goes, palace or river, what stands in its way,
 * an own piece on the target, kings facing, check. Squares in the text have these ranks.
 */
void rules_judge(const struct position *position, xq_move move, enum ranks ranks,
                 struct ruling *ruling);

XQPERFT_END

#endif
