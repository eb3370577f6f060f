/*
 * Private to the mistakes: what a generator with one changed condition does. The right rules are
 * written out once more here, each with the slips that can happen to it.
 */
#ifndef XQPERFT_MISTAKE_SLIPS_H
#define XQPERFT_MISTAKE_SLIPS_H

#include "position.h"

enum slip {
    NO_SLIP,

    /* king and advisors */
    KING_LEAVES_PALACE,
    ADVISOR_LEAVES_PALACE,
    PALACE_IGNORED,     /* by both */
    PALACE_WIDER_LEFT,  /* files c to f */
    PALACE_WIDER_RIGHT, /* files d to g */
    PALACE_WIDER,       /* files c to g */
    PALACE_DEEPER,      /* four ranks */
    PALACE_SHALLOWER,   /* two ranks */
    KING_DIAGONALLY,
    ADVISOR_STRAIGHT,

    /* elephant */
    ELEPHANT_EYE_IGNORED,
    ELEPHANT_EYE_OWN_ONLY,
    ELEPHANT_EYE_ENEMY_ONLY,
    ELEPHANT_CROSSES_RIVER,
    ELEPHANT_RIVER_EARLY, /* the bank is taken for water */
    ELEPHANT_ONE_STEP,

    /* horse */
    HORSE_LEG_IGNORED,
    HORSE_LEG_AT_TARGET, /* the square beside the target, along the longer way */
    HORSE_LEG_SHORT_WAY, /* the square beside the horse, along the shorter way */
    HORSE_LEG_TWO_AHEAD, /* the second square along the longer way */
    HORSE_LEG_OWN_ONLY,
    HORSE_LEG_ENEMY_ONLY,
    HORSE_WRAPS, /* squares are numbered on over the edges of the board */

    /* rook */
    ROOK_PASSES_PIECES,
    ROOK_CAPTURES_OVER_ONE,
    ROOK_STOPS_BEFORE_EDGE,
    ROOK_STOPS_BEFORE_PIECE, /* on a way without capture */

    /* cannon */
    CANNON_AS_ROOK,
    CANNON_NEEDS_NO_SCREEN,
    CANNON_OVER_TWO,
    CANNON_OVER_ANY,
    CANNON_SCREEN_OWN_ONLY,
    CANNON_SCREEN_ENEMY_ONLY,
    CANNON_LANDS_BEHIND_SCREEN,
    CANNON_JUMPS_QUIETLY,

    /* pawn */
    PAWN_ALWAYS_SIDEWAYS,
    PAWN_NEVER_SIDEWAYS,
    PAWN_RIVER_EARLY,
    PAWN_RIVER_LATE,
    PAWN_BACKWARD_ACROSS,
    PAWN_BACKWARD_ALWAYS,
    PAWN_TWO_STEPS,
    PAWN_WRAPS,
    PAWN_REVERSED, /* backward, not forward */
    BLACK_PAWN_UPWARD,
    BLACK_PAWN_AS_RED, /* upward, and across the river where Red's pawns are */
    BLACK_PAWN_RIVER,  /* downward, but across the river where Red's pawns are */

    /* in the order of enum kind */
    KING_CAPTURES_NOTHING,
    ADVISOR_CAPTURES_NOTHING,
    ELEPHANT_CAPTURES_NOTHING,
    HORSE_CAPTURES_NOTHING,
    ROOK_CAPTURES_NOTHING,
    CANNON_CAPTURES_NOTHING,
    PAWN_CAPTURES_NOTHING,

    OWN_PIECES_CAPTURED,
    OWN_PIECES_CAPTURED_BUT_KING,

    /* in the check test only */
    ATTACKS_ALONG_RANKS_UNSEEN, /* those of rooks and cannons */
    ATTACKS_ALONG_FILES_UNSEEN,
    CHECK_UNTESTED,   /* nor whether the kings face each other */
    ATTACKS_UNTESTED, /* only whether the kings face each other */
    FACING_UNTESTED,
    FACING_THROUGH_PIECES,
    FACING_THROUGH_OWN_PIECES,
    FACING_THROUGH_ENEMY_PIECES,
    FACING_TESTED_OF_KING_MOVES_ONLY,
    FACING_UNTESTED_OF_KING_MOVES,
    OLD_SQUARE_STILL_FULL,
    KINGS_OLD_SQUARE_STILL_FULL,
    KING_TESTED_ON_OLD_SQUARE,
    CAPTURED_PIECE_STILL_ATTACKS,
    TESTED_BEFORE_MOVE,
    OTHER_KING_TESTED,
    KING_MOVES_UNTESTED,
    ONLY_KING_MOVES_TESTED,
    PINS_UNTESTED, /* pieces other than the king are tested in check only */
    CHECK_MET_BY_KING_ONLY,
    PINNED_PIECES_FROZEN,
    CHECKS_FORBIDDEN,
};

/* Could the piece on `from` go to another square `to`, capturing whatever would stand there or
 * capturing nothing? */
bool slip_reaches(const struct position *position, int from, int to, bool captures, enum slip slip);

/* May a piece of the side to move capture this piece? */
bool slip_may_capture(const struct position *position, int target, enum slip slip);

/* Does this move, which its piece can make, leave the own king as safe as the check test wants? */
bool slip_king_safe(const struct position *position, xq_move move, enum slip slip);

/* How many pieces stand strictly between two squares of one rank or file. */
int slip_pieces_between(const struct position *position, int from, int to);

#endif
