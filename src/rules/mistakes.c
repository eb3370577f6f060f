/* The list of mistakes, and the generator that makes one of them. */
#include "mistakes.h"
#include "mistake_slips.h"

/*
 * X(name, rule, slip of moves, slip of the check test, text). Whoever finds checks by listing what
 * the other side could capture makes the same mistake in both; whoever has two pieces of code for
 * it may make it in either.
 */
#define BOTH(X, name, rule, slip, text)                                                            \
    X(name, rule, slip, slip, text ", in its moves and in its check test")                         \
    X(name "-in-moves", rule, slip, NO_SLIP, text ", in its moves, not in its check test")
#define EACH(X, name, rule, slip, text)                                                            \
    BOTH(X, name, rule, slip, text)                                                                \
    X(name "-in-checks", RULE_CHECK, NO_SLIP, slip, text ", in its check test, not in its moves")

#define PIECE_MISTAKES(X)                                                                          \
    X("king-leaves-palace", RULE_PALACE, KING_LEAVES_PALACE, NO_SLIP,                              \
      "lets a king leave the palace")                                                              \
    X("advisor-leaves-palace", RULE_PALACE, ADVISOR_LEAVES_PALACE, NO_SLIP,                        \
      "lets an advisor leave the palace")                                                          \
    X("palace-ignored", RULE_PALACE, PALACE_IGNORED, NO_SLIP,                                      \
      "lets king and advisors leave the palace")                                                   \
    X("palace-wider-left", RULE_PALACE, PALACE_WIDER_LEFT, NO_SLIP,                                \
      "takes files c to f for the palace")                                                         \
    X("palace-wider-right", RULE_PALACE, PALACE_WIDER_RIGHT, NO_SLIP,                              \
      "takes files d to g for the palace")                                                         \
    X("palace-wider", RULE_PALACE, PALACE_WIDER, NO_SLIP, "takes files c to g for the palace")     \
    X("palace-deeper", RULE_PALACE, PALACE_DEEPER, NO_SLIP, "makes the palace four ranks deep")    \
    X("palace-shallower", RULE_PALACE, PALACE_SHALLOWER, NO_SLIP,                                  \
      "makes the palace two ranks deep")                                                           \
    X("king-steps-diagonally", RULE_KING_STEP, KING_DIAGONALLY, NO_SLIP,                           \
      "lets a king also step diagonally")                                                          \
    X("king-captures-nothing", RULE_KING_STEP, KING_CAPTURES_NOTHING, NO_SLIP,                     \
      "never captures with a king")                                                                \
    X("advisor-steps-straight", RULE_ADVISOR_STEP, ADVISOR_STRAIGHT, NO_SLIP,                      \
      "lets an advisor also step along files and ranks")                                           \
    X("advisor-captures-nothing", RULE_ADVISOR_STEP, ADVISOR_CAPTURES_NOTHING, NO_SLIP,            \
      "never captures with an advisor")                                                            \
    X("elephant-eye-ignored", RULE_ELEPHANT_EYE, ELEPHANT_EYE_IGNORED, NO_SLIP,                    \
      "lets an elephant jump over its eye")                                                        \
    X("elephant-eye-own-only", RULE_ELEPHANT_EYE, ELEPHANT_EYE_OWN_ONLY, NO_SLIP,                  \
      "has an elephant's eye blocked by pieces of its own side only")                              \
    X("elephant-eye-enemy-only", RULE_ELEPHANT_EYE, ELEPHANT_EYE_ENEMY_ONLY, NO_SLIP,              \
      "has an elephant's eye blocked by pieces of the other side only")                            \
    X("elephant-crosses-river", RULE_RIVER, ELEPHANT_CROSSES_RIVER, NO_SLIP,                       \
      "lets an elephant cross the river")                                                          \
    X("elephant-river-early", RULE_RIVER, ELEPHANT_RIVER_EARLY, NO_SLIP,                           \
      "keeps elephants off the bank of the river, the fifth rank from home")                       \
    X("elephant-one-step", RULE_ELEPHANT_STEP, ELEPHANT_ONE_STEP, NO_SLIP,                         \
      "lets an elephant also go one step diagonally")                                              \
    X("elephant-captures-nothing", RULE_ELEPHANT_STEP, ELEPHANT_CAPTURES_NOTHING, NO_SLIP,         \
      "never captures with an elephant")                                                           \
    EACH(X, "horse-leg-ignored", RULE_HORSE_LEG, HORSE_LEG_IGNORED,                                \
         "lets a horse jump over its leg")                                                         \
    EACH(X, "horse-leg-at-target", RULE_HORSE_LEG, HORSE_LEG_AT_TARGET,                            \
         "takes the square diagonally before a horse, beside its target, for its leg")             \
    EACH(X, "horse-leg-short-way", RULE_HORSE_LEG, HORSE_LEG_SHORT_WAY,                            \
         "looks for a horse's leg along the shorter way")                                          \
    EACH(X, "horse-leg-two-ahead", RULE_HORSE_LEG, HORSE_LEG_TWO_AHEAD,                            \
         "looks for a horse's leg two squares ahead of it, not one")                               \
    EACH(X, "horse-leg-own-only", RULE_HORSE_LEG, HORSE_LEG_OWN_ONLY,                              \
         "has a horse's leg blocked by pieces of its own side only")                               \
    EACH(X, "horse-leg-enemy-only", RULE_HORSE_LEG, HORSE_LEG_ENEMY_ONLY,                          \
         "has a horse's leg blocked by pieces of the other side only")                             \
    X("horse-wraps", RULE_HORSE_STEP, HORSE_WRAPS, NO_SLIP,                                        \
      "lets a horse jump over the edge to the other side of the board")                            \
    BOTH(X, "horse-captures-nothing", RULE_HORSE_STEP, HORSE_CAPTURES_NOTHING,                     \
         "never captures with a horse")                                                            \
    EACH(X, "rook-passes-pieces", RULE_ROOK_PATH, ROOK_PASSES_PIECES, "lets a rook pass pieces")   \
    EACH(X, "rook-captures-over-one", RULE_ROOK_PATH, ROOK_CAPTURES_OVER_ONE,                      \
         "lets a rook also capture over one piece")                                                \
    EACH(X, "rook-stops-before-edge", RULE_ROOK_PATH, ROOK_STOPS_BEFORE_EDGE,                      \
         "stops a rook one square before the edge of the board")                                   \
    X("rook-stops-before-piece", RULE_ROOK_PATH, ROOK_STOPS_BEFORE_PIECE, NO_SLIP,                 \
      "stops a rook that captures nothing one square too early before a piece")                    \
    BOTH(X, "rook-captures-nothing", RULE_ROOK_PATH, ROOK_CAPTURES_NOTHING,                        \
         "never captures with a rook")                                                             \
    EACH(X, "cannon-as-rook", RULE_CANNON_SCREEN, CANNON_AS_ROOK,                                  \
         "lets a cannon capture as a rook does")                                                   \
    EACH(X, "cannon-needs-no-screen", RULE_CANNON_SCREEN, CANNON_NEEDS_NO_SCREEN,                  \
         "lets a cannon capture without a screen, too")                                            \
    EACH(X, "cannon-over-two", RULE_CANNON_SCREEN, CANNON_OVER_TWO,                                \
         "lets a cannon capture over two screens, too")                                            \
    EACH(X, "cannon-over-any", RULE_CANNON_SCREEN, CANNON_OVER_ANY,                                \
         "lets a cannon capture over any number of screens")                                       \
    EACH(X, "cannon-screen-own-only", RULE_CANNON_SCREEN, CANNON_SCREEN_OWN_ONLY,                  \
         "lets a cannon capture over a piece of its own side only")                                \
    EACH(X, "cannon-screen-enemy-only", RULE_CANNON_SCREEN, CANNON_SCREEN_ENEMY_ONLY,              \
         "lets a cannon capture over a piece of the other side only")                              \
    EACH(X, "cannon-lands-behind-screen", RULE_CANNON_SCREEN, CANNON_LANDS_BEHIND_SCREEN,          \
         "lets a cannon capture only right behind its screen")                                     \
    X("cannon-jumps-quietly", RULE_CANNON_PATH, CANNON_JUMPS_QUIETLY, NO_SLIP,                     \
      "lets a cannon jump over a screen without capturing")                                        \
    BOTH(X, "cannon-captures-nothing", RULE_CANNON_SCREEN, CANNON_CAPTURES_NOTHING,                \
         "never captures with a cannon")                                                           \
    X("pawn-always-sideways", RULE_PAWN_SIDEWAYS, PAWN_ALWAYS_SIDEWAYS, NO_SLIP,                   \
      "lets a pawn step sideways before the river")                                                \
    EACH(X, "pawn-never-sideways", RULE_PAWN_SIDEWAYS, PAWN_NEVER_SIDEWAYS,                        \
         "never lets a pawn step sideways")                                                        \
    X("pawn-river-early", RULE_PAWN_SIDEWAYS, PAWN_RIVER_EARLY, NO_SLIP,                           \
      "lets a pawn step sideways one rank before the river is crossed")                            \
    X("pawn-river-late", RULE_PAWN_SIDEWAYS, PAWN_RIVER_LATE, NO_SLIP,                             \
      "lets a pawn step sideways only from the second rank across the river")                      \
    EACH(X, "pawn-backward-across", RULE_PAWN_BACKWARD, PAWN_BACKWARD_ACROSS,                      \
         "lets a pawn that has crossed the river step backward")                                   \
    BOTH(X, "pawn-backward-always", RULE_PAWN_BACKWARD, PAWN_BACKWARD_ALWAYS,                      \
         "lets a pawn step backward")                                                              \
    X("pawn-two-steps", RULE_PAWN_STEP, PAWN_TWO_STEPS, NO_SLIP,                                   \
      "lets a pawn take two steps from where it starts")                                           \
    X("pawn-wraps", RULE_PAWN_STEP, PAWN_WRAPS, NO_SLIP,                                           \
      "lets a pawn step over the edge to the other side of the board")                             \
    EACH(X, "black-pawn-upward", RULE_PAWN_BACKWARD, BLACK_PAWN_UPWARD,                            \
         "moves Black's pawns upward, backward for them")                                          \
    BOTH(X, "black-pawn-as-red", RULE_PAWN_BACKWARD, BLACK_PAWN_AS_RED,                            \
         "moves Black's pawns as if they were Red's")                                              \
    BOTH(X, "black-pawn-river", RULE_PAWN_SIDEWAYS, BLACK_PAWN_RIVER,                              \
         "counts Black's pawns as across the river where Red's would be")                          \
    BOTH(X, "pawn-captures-nothing", RULE_PAWN_STEP, PAWN_CAPTURES_NOTHING,                        \
         "never captures with a pawn")                                                             \
    X("own-pieces-captured", RULE_OWN_PIECE, OWN_PIECES_CAPTURED, NO_SLIP,                         \
      "captures pieces of the own side, even the king")                                            \
    X("own-pieces-captured-but-king", RULE_OWN_PIECE, OWN_PIECES_CAPTURED_BUT_KING, NO_SLIP,       \
      "captures pieces of the own side, except the king")

#define CHECK_MISTAKE(X, name, slip, text) X(name, RULE_CHECK, NO_SLIP, slip, text)

#define CHECK_MISTAKES(X)                                                                          \
    CHECK_MISTAKE(X, "check-ignored", CHECK_UNTESTED,                                              \
                  "tests neither attacks on the own king nor whether the kings face each other")   \
    CHECK_MISTAKE(X, "attacks-ignored", ATTACKS_UNTESTED,                                          \
                  "tests no attack on the own king, only whether the kings face each other")       \
    CHECK_MISTAKE(X, "check-by-rook-unseen", ROOK_CAPTURES_NOTHING, "sees no check by a rook")     \
    CHECK_MISTAKE(X, "check-by-cannon-unseen", CANNON_CAPTURES_NOTHING,                            \
                  "sees no check by a cannon")                                                     \
    CHECK_MISTAKE(X, "check-by-horse-unseen", HORSE_CAPTURES_NOTHING, "sees no check by a horse")  \
    CHECK_MISTAKE(X, "check-by-pawn-unseen", PAWN_CAPTURES_NOTHING, "sees no check by a pawn")     \
    CHECK_MISTAKE(X, "check-by-pawn-reversed", PAWN_REVERSED,                                      \
                  "sees a check by a pawn from behind the king, not from before it")               \
    CHECK_MISTAKE(X, "check-along-rank-unseen", ATTACKS_ALONG_RANKS_UNSEEN,                        \
                  "looks for checks by rooks and cannons along the file only")                     \
    CHECK_MISTAKE(X, "check-along-file-unseen", ATTACKS_ALONG_FILES_UNSEEN,                        \
                  "looks for checks by rooks and cannons along the rank only")                     \
    CHECK_MISTAKE(X, "old-square-still-full", OLD_SQUARE_STILL_FULL,                               \
                  "tests check while the moved piece still stands on its old square, too")         \
    CHECK_MISTAKE(X, "kings-old-square-still-full", KINGS_OLD_SQUARE_STILL_FULL,                   \
                  "lets a king that has moved be shielded by itself on its old square")            \
    CHECK_MISTAKE(X, "king-tested-on-old-square", KING_TESTED_ON_OLD_SQUARE,                       \
                  "tests the square that a king has left, not the one it goes to")                 \
    CHECK_MISTAKE(X, "captured-piece-still-attacks", CAPTURED_PIECE_STILL_ATTACKS,                 \
                  "counts a captured piece as one that still gives check")                         \
    CHECK_MISTAKE(X, "check-tested-before-move", TESTED_BEFORE_MOVE,                               \
                  "tests check before the move, not after it")                                     \
    CHECK_MISTAKE(X, "other-king-tested", OTHER_KING_TESTED,                                       \
                  "tests whether the other side's king is in check, not the own king")             \
    CHECK_MISTAKE(X, "king-moves-untested", KING_MOVES_UNTESTED,                                   \
                  "does not test the moves of the king")                                           \
    CHECK_MISTAKE(X, "only-king-moves-tested", ONLY_KING_MOVES_TESTED,                             \
                  "tests the moves of the king only")                                              \
    CHECK_MISTAKE(X, "pins-ignored", PINS_UNTESTED,                                                \
                  "tests pieces other than the king only when the king is in check")               \
    CHECK_MISTAKE(X, "check-met-by-king-only", CHECK_MET_BY_KING_ONLY,                             \
                  "lets only the king move when it is in check")                                   \
    CHECK_MISTAKE(X, "pinned-pieces-frozen", PINNED_PIECES_FROZEN,                                 \
                  "never moves a pinned piece, not even along the pin")                            \
    CHECK_MISTAKE(X, "checks-forbidden", CHECKS_FORBIDDEN, "forbids moves that give check")

#define FACING_MISTAKE(X, name, slip, text) X(name, RULE_KINGS_FACING, NO_SLIP, slip, text)

#define FACING_MISTAKES(X)                                                                         \
    FACING_MISTAKE(X, "kings-facing-ignored", FACING_UNTESTED, "lets the kings face each other")   \
    FACING_MISTAKE(X, "kings-facing-through-pieces", FACING_THROUGH_PIECES,                        \
                   "takes the kings for facing each other even through pieces")                    \
    FACING_MISTAKE(X, "kings-facing-through-own-pieces", FACING_THROUGH_OWN_PIECES,                \
                   "takes the kings for facing each other even through pieces of its own side")    \
    FACING_MISTAKE(X, "kings-facing-through-enemy-pieces", FACING_THROUGH_ENEMY_PIECES,            \
                   "takes the kings for facing each other even through pieces of the other side")  \
    FACING_MISTAKE(X, "kings-facing-king-moves-only", FACING_TESTED_OF_KING_MOVES_ONLY,            \
                   "tests whether the kings face each other after moves of the king only")         \
    FACING_MISTAKE(X, "kings-facing-other-moves-only", FACING_UNTESTED_OF_KING_MOVES,              \
                   "tests whether the kings face each other after moves of other pieces only")

#define ALL_MISTAKES(X) PIECE_MISTAKES(X) CHECK_MISTAKES(X) FACING_MISTAKES(X)

#define AS_MISTAKE(name, rule, moves, checks, text) {name, rule, text},
const struct mistake mistakes[] = {ALL_MISTAKES(AS_MISTAKE){NULL, RULE_COUNT, NULL}};

#define AS_SLIPS(name, rule, moves, checks, text) {moves, checks},
static const struct slips {
    enum slip moves, checks;
} slips_of[] = {ALL_MISTAKES(AS_SLIPS)};

static_assert(sizeof slips_of / sizeof slips_of[0] < MISTAKE_LIMIT, "as mistakes.h promises");

size_t mistake_moves(const struct position *position, int mistake, xq_move out[MISTAKE_MOVES])
{
    struct slips slips = {NO_SLIP, NO_SLIP};
    size_t count = 0;
    if (mistake != MISTAKE_NONE)
        slips = slips_of[mistake];
    for (int to = 0; to < SQUARE_COUNT; to++) {
        int target = position->piece[to];
        if (target != NO_PIECE && !slip_may_capture(position, target, slips.moves))
            continue;
        for (int from = 0; from < SQUARE_COUNT; from++) {
            int piece = position->piece[from];
            xq_move move = move_of(from, to);
            if (piece != NO_PIECE && piece_side(piece) == position->side &&
                slip_reaches(position, from, to, target != NO_PIECE, slips.moves) &&
                slip_king_safe(position, move, slips.checks))
                out[count++] = move;
        }
    }
    return count;
}
