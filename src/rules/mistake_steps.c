/* The way each piece moves, and what can go wrong with it: a slip changes one condition. */
#include <stdlib.h>

#include "mistake_slips.h"

/* A move under examination, seen from the piece that makes it. */
struct step {
    const struct position *position;
    int from, to;
    enum side side;
    int files, ranks; /* to the right and upward */
    int wide, high;   /* the same, never negative */
    bool captures;
};

/* The rank as its own side counts it: 0 is its home rank, 5 and more are across the river. */
static int rank_from_home(int square, enum side side)
{
    int rank = square_rank(square);
    return side == RED ? rank : RANK_COUNT - 1 - rank;
}

static bool is_occupied(const struct position *position, int square)
{
    return position->piece[square] != NO_PIECE;
}

int slip_pieces_between(const struct position *position, int from, int to)
{
    int step = square_file(from) == square_file(to) ? FILE_COUNT : 1;
    int first = from < to ? from : to;
    int last = from < to ? to : from;
    int count = 0;
    for (int square = first + step; square < last; square += step)
        count += is_occupied(position, square);
    return count;
}

/* --- king, advisor, elephant ----------------------------------------------------------------- */

static bool in_palace(int square, enum side side, enum slip slip)
{
    int file = square_file(square), rank = rank_from_home(square, side);
    int left = slip == PALACE_WIDER_LEFT || slip == PALACE_WIDER ? 2 : 3;
    int right = slip == PALACE_WIDER_RIGHT || slip == PALACE_WIDER ? 6 : 5;
    int front = slip == PALACE_DEEPER ? 3 : slip == PALACE_SHALLOWER ? 1 : 2;
    return slip == PALACE_IGNORED || (file >= left && file <= right && rank <= front);
}

static bool is_straight_step(const struct step *step)
{
    return step->wide + step->high == 1;
}

static bool is_diagonal(const struct step *step, int steps)
{
    return step->wide == steps && step->high == steps;
}

static bool king_reaches(const struct step *step, enum slip slip)
{
    bool steps = is_straight_step(step) || (slip == KING_DIAGONALLY && is_diagonal(step, 1));
    return steps && (slip == KING_LEAVES_PALACE || in_palace(step->to, step->side, slip));
}

static bool advisor_reaches(const struct step *step, enum slip slip)
{
    bool steps = is_diagonal(step, 1) || (slip == ADVISOR_STRAIGHT && is_straight_step(step));
    return steps && (slip == ADVISOR_LEAVES_PALACE || in_palace(step->to, step->side, slip));
}

/* Does a piece on an eye or leg block, for a generator that may look for one side's pieces only? */
static bool blocks(const struct step *step, int square, bool own_only, bool enemy_only)
{
    if (!is_occupied(step->position, square))
        return false;
    bool own = piece_side(step->position->piece[square]) == step->side;
    return own ? !enemy_only : !own_only;
}

static bool elephant_reaches(const struct step *step, enum slip slip)
{
    int last_rank = slip == ELEPHANT_CROSSES_RIVER ? 9 : slip == ELEPHANT_RIVER_EARLY ? 3 : 4;
    if (rank_from_home(step->to, step->side) > last_rank)
        return false;
    if (slip == ELEPHANT_ONE_STEP && is_diagonal(step, 1))
        return true;
    int eye = (step->from + step->to) / 2;
    return is_diagonal(step, 2) &&
           (slip == ELEPHANT_EYE_IGNORED ||
            !blocks(step, eye, slip == ELEPHANT_EYE_OWN_ONLY, slip == ELEPHANT_EYE_ENEMY_ONLY));
}

/* --- horse ----------------------------------------------------------------------------------- */

static int leg_of(const struct step *step, enum slip slip)
{
    int along_file = step->ranks > 0 ? FILE_COUNT : -FILE_COUNT;
    int along_rank = step->files > 0 ? 1 : -1;
    int longer_way = step->wide == 2 ? along_rank : along_file;
    int shorter_way = step->wide == 2 ? along_file : along_rank;
    if (slip == HORSE_LEG_AT_TARGET)
        return step->to - longer_way;
    if (slip == HORSE_LEG_SHORT_WAY)
        return step->from + shorter_way;
    return step->from + (slip == HORSE_LEG_TWO_AHEAD ? 2 * longer_way : longer_way);
}

static bool horse_reaches(const struct step *step, enum slip slip)
{
    if (step->wide + step->high != 3 || step->wide == 0 || step->high == 0)
        return false;
    int leg = leg_of(step, slip);
    /* Over the edge, even a leg may be off the board. */
    return slip == HORSE_LEG_IGNORED || leg < 0 || leg >= SQUARE_COUNT ||
           !blocks(step, leg, slip == HORSE_LEG_OWN_ONLY, slip == HORSE_LEG_ENEMY_ONLY);
}

/* --- rook and cannon ------------------------------------------------------------------------- */

static bool is_in_line(const struct step *step, enum slip slip)
{
    if (step->wide > 0)
        return step->high == 0 && slip != ATTACKS_ALONG_RANKS_UNSEEN;
    return step->high > 0 && slip != ATTACKS_ALONG_FILES_UNSEEN;
}

/* Of the square behind the target, in the direction of the move; NO_SQUARE at the edge. */
static int next_square(const struct step *step)
{
    int file = square_file(step->to) + (step->files > 0) - (step->files < 0);
    int rank = square_rank(step->to) + (step->ranks > 0) - (step->ranks < 0);
    bool on_board = file >= 0 && file < FILE_COUNT && rank >= 0 && rank < RANK_COUNT;
    return on_board ? square_of(file, rank) : NO_SQUARE;
}

static bool rook_reaches(const struct step *step, enum slip slip)
{
    if (!is_in_line(step, slip))
        return false;
    int next = next_square(step);
    if (slip == ROOK_STOPS_BEFORE_EDGE && next == NO_SQUARE)
        return false;
    if (slip == ROOK_STOPS_BEFORE_PIECE && !step->captures && next != NO_SQUARE &&
        is_occupied(step->position, next))
        return false;
    int between = slip_pieces_between(step->position, step->from, step->to);
    return between == 0 || slip == ROOK_PASSES_PIECES ||
           (slip == ROOK_CAPTURES_OVER_ONE && step->captures && between == 1);
}

/* The square of the only piece between the ends of the move. */
static int screen_of(const struct step *step)
{
    int along = step->wide > 0 ? 1 : FILE_COUNT;
    int square = step->from;
    do
        square += step->to > step->from ? along : -along;
    while (!is_occupied(step->position, square));
    return square;
}

static bool cannon_captures(const struct step *step, int between, enum slip slip)
{
    switch (slip) {
    case CANNON_AS_ROOK:
        return between == 0;
    case CANNON_NEEDS_NO_SCREEN:
        return between <= 1;
    case CANNON_OVER_TWO:
        return between == 1 || between == 2;
    case CANNON_OVER_ANY:
        return between >= 1;
    case CANNON_SCREEN_OWN_ONLY:
        return between == 1 && piece_side(step->position->piece[screen_of(step)]) == step->side;
    case CANNON_SCREEN_ENEMY_ONLY:
        return between == 1 && piece_side(step->position->piece[screen_of(step)]) != step->side;
    case CANNON_LANDS_BEHIND_SCREEN:
        return between == 1 && abs(step->to - screen_of(step)) == (step->wide > 0 ? 1 : FILE_COUNT);
    default:
        return between == 1;
    }
}

static bool cannon_reaches(const struct step *step, enum slip slip)
{
    if (!is_in_line(step, slip))
        return false;
    int between = slip_pieces_between(step->position, step->from, step->to);
    if (step->captures)
        return cannon_captures(step, between, slip);
    return between == 0 || (slip == CANNON_JUMPS_QUIETLY && between == 1);
}

/* --- pawn ------------------------------------------------------------------------------------ */

static bool pawn_goes_sideways(const struct step *step, enum slip slip)
{
    bool by_reds_count = slip == BLACK_PAWN_AS_RED || slip == BLACK_PAWN_RIVER;
    int rank = rank_from_home(step->from, by_reds_count ? RED : step->side);
    int river = slip == PAWN_RIVER_EARLY ? 4 : slip == PAWN_RIVER_LATE ? 6 : 5;
    return slip == PAWN_ALWAYS_SIDEWAYS || (rank >= river && slip != PAWN_NEVER_SIDEWAYS);
}

static bool pawn_goes_backward(const struct step *step, enum slip slip)
{
    return slip == PAWN_BACKWARD_ALWAYS ||
           (slip == PAWN_BACKWARD_ACROSS && rank_from_home(step->from, step->side) >= 5);
}

static bool pawn_reaches(const struct step *step, enum slip slip)
{
    bool upward = step->side == RED || slip == BLACK_PAWN_UPWARD || slip == BLACK_PAWN_AS_RED;
    int forward = upward != (slip == PAWN_REVERSED) ? step->ranks : -step->ranks;
    /* As in chess: from where it starts, over a free square to a free square. */
    if (slip == PAWN_TWO_STEPS && step->wide == 0 && forward == 2)
        return rank_from_home(step->from, step->side) == 3 && !step->captures &&
               slip_pieces_between(step->position, step->from, step->to) == 0;
    if (!is_straight_step(step))
        return false;
    if (step->wide == 1)
        return pawn_goes_sideways(step, slip);
    return forward == 1 || pawn_goes_backward(step, slip);
}

/* --- all ------------------------------------------------------------------------------------- */

/* How far it is when squares are numbered on over the edges: from i4 to a5 is one file. */
static void wrap(struct step *step)
{
    int over = (step->files > FILE_COUNT / 2) - (step->files < -FILE_COUNT / 2);
    step->files -= over * FILE_COUNT;
    step->ranks += over;
}

static struct step step_of(const struct position *position, int from, int to, bool captures,
                           enum slip slip)
{
    int piece = position->piece[from];
    struct step step = {
        .position = position,
        .from = from,
        .to = to,
        .side = piece_side(piece),
        .files = square_file(to) - square_file(from),
        .ranks = square_rank(to) - square_rank(from),
        .captures = captures,
    };
    if ((slip == HORSE_WRAPS && piece_kind(piece) == HORSE) ||
        (slip == PAWN_WRAPS && piece_kind(piece) == PAWN))
        wrap(&step);
    step.wide = abs(step.files);
    step.high = abs(step.ranks);
    return step;
}

bool slip_reaches(const struct position *position, int from, int to, bool captures, enum slip slip)
{
    static bool (*const reaches[KIND_COUNT])(const struct step *, enum slip) = {
        [KING] = king_reaches,   [ADVISOR] = advisor_reaches, [ELEPHANT] = elephant_reaches,
        [HORSE] = horse_reaches, [ROOK] = rook_reaches,       [CANNON] = cannon_reaches,
        [PAWN] = pawn_reaches,
    };
    enum kind kind = piece_kind(position->piece[from]);
    if (captures && (int)slip == (int)KING_CAPTURES_NOTHING + (int)kind)
        return false;
    struct step step = step_of(position, from, to, captures, slip);
    return reaches[kind](&step, slip);
}

bool slip_may_capture(const struct position *position, int target, enum slip slip)
{
    if (piece_side(target) != position->side || slip == OWN_PIECES_CAPTURED)
        return true;
    return slip == OWN_PIECES_CAPTURED_BUT_KING && piece_kind(target) != KING;
}
