/*
 * Why a move is legal or not. Each kind of piece has a judge, which either allows what the piece
 * would do or names the first rule that forbids it; what holds for all pieces comes before and
 * after. Whatever decides last has the word.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules.h"

/* A move under judgement, seen from the side that makes it. */
struct question {
    const struct position *position;
    enum ranks ranks;
    int from, to;
    enum side side;
    enum kind kind;
    int wide, high; /* how many files and ranks it goes, never negative */
    int forward;    /* ranks away from home, negative towards it */
    int target;     /* the piece on `to`, or NO_PIECE */
    char from_name[SQUARE_TEXT_SIZE], to_name[SQUARE_TEXT_SIZE];
    struct ruling *ruling;
};

/* --- words ----------------------------------------------------------------------------------- */

static void append_list(struct ruling *ruling, const char *format, va_list arguments)
{
    size_t used = strlen(ruling->text);
    vsnprintf(ruling->text + used, sizeof ruling->text - used, format, arguments);
}

__attribute__((format(printf, 2, 3))) static void append(struct ruling *ruling, const char *format,
                                                         ...)
{
    va_list arguments;
    va_start(arguments, format);
    append_list(ruling, format, arguments);
    va_end(arguments);
}

/* Notes what was decided and why; returns the decision. */
__attribute__((format(printf, 5, 6))) static bool
decide(struct ruling *ruling, bool legal, enum rule rule, int square, const char *format, ...)
{
    va_list arguments;
    ruling->legal = legal;
    ruling->rule = rule;
    ruling->square = (uint8_t)square;
    ruling->text[0] = '\0';
    va_start(arguments, format);
    append_list(ruling, format, arguments);
    va_end(arguments);
    return legal;
}

enum { PIECE_TEXT_SIZE = 24 };

/* "Black's rook on e5" */
static const char *piece_write(const struct position *position, int square, enum ranks ranks,
                               char out[PIECE_TEXT_SIZE])
{
    char name[SQUARE_TEXT_SIZE];
    int piece = position->piece[square];
    snprintf(out, PIECE_TEXT_SIZE, "%s's %s on %s", side_name(piece_side(piece)),
             kind_name(piece_kind(piece)), square_write(square, ranks, name));
    return out;
}

/* The piece goes neither this far nor this way. */
static bool refuse_step(const struct question *question, enum rule rule)
{
    struct ruling *ruling = question->ruling;
    decide(ruling, false, rule, NO_SQUARE, "%s, ", rule_text(rule));
    if (question->wide == 0 && question->high == 0)
        append(ruling, "but this one would stay on %s", question->from_name);
    else
        append(ruling, "but %s is %d file%s and %d rank%s from %s", question->to_name,
               question->wide, question->wide == 1 ? "" : "s", question->high,
               question->high == 1 ? "" : "s", question->from_name);
    return false;
}

static bool refuse_block(const struct question *question, enum rule rule, const char *where,
                         int square)
{
    char name[SQUARE_TEXT_SIZE];
    int blocker = question->position->piece[square];
    return decide(question->ruling, false, rule, square, "the %s's %s on %s is blocked by %s's %s",
                  kind_name(question->kind), where, square_write(square, question->ranks, name),
                  side_name(piece_side(blocker)), kind_name(piece_kind(blocker)));
}

/* --- squares --------------------------------------------------------------------------------- */

/* The rank as its own side counts it: 0 is its home rank, 5 and more are across the river. */
static int rank_from_home(int square, enum side side)
{
    return square_rank(side == RED ? square : square_flip(square));
}

static bool in_palace(int square, enum side side)
{
    return position_reachable(piece_of(side, KING), square);
}

static bool is_occupied(const struct question *question, int square)
{
    return question->position->piece[square] != NO_PIECE;
}

/* The occupied squares between the ends of a move along a file or rank, the nearest first. */
static int squares_between(const struct question *question, int squares[RANK_COUNT])
{
    int step = question->high > 0 ? FILE_COUNT : 1;
    if (question->to < question->from)
        step = -step;
    int count = 0;
    for (int square = question->from + step; square != question->to; square += step)
        if (is_occupied(question, square))
            squares[count++] = square;
    return count;
}

/* --- the way each piece moves ---------------------------------------------------------------- */

static bool stays_in_palace(const struct question *question)
{
    enum side side = question->side;
    char low[SQUARE_TEXT_SIZE], high[SQUARE_TEXT_SIZE];
    if (in_palace(question->to, side))
        return true;
    square_write(square_of(3, side == RED ? 0 : 7), question->ranks, low);
    square_write(square_of(5, side == RED ? 2 : 9), question->ranks, high);
    return decide(question->ruling, false, RULE_PALACE, NO_SQUARE,
                  "%s is outside %s's palace (%s to %s)", question->to_name, side_name(side), low,
                  high);
}

static bool judge_king(const struct question *question)
{
    if (question->wide + question->high != 1)
        return refuse_step(question, RULE_KING_STEP);
    return stays_in_palace(question) &&
           decide(question->ruling, true, RULE_PALACE, NO_SQUARE,
                  "the king on %s stays in the palace and is attacked by nothing there",
                  question->to_name);
}

static bool judge_advisor(const struct question *question)
{
    if (question->wide != 1 || question->high != 1)
        return refuse_step(question, RULE_ADVISOR_STEP);
    return stays_in_palace(question) &&
           decide(question->ruling, true, RULE_PALACE, NO_SQUARE,
                  "the advisor on %s stays in the palace", question->to_name);
}

static bool judge_elephant(const struct question *question)
{
    char name[SQUARE_TEXT_SIZE];
    int rank = rank_from_home(question->to, question->side);
    if (question->wide != 2 || question->high != 2)
        return refuse_step(question, RULE_ELEPHANT_STEP);
    if (rank >= 5)
        return decide(question->ruling, false, RULE_RIVER, NO_SQUARE,
                      "%s is across the river, where %s's elephants may not go", question->to_name,
                      side_name(question->side));
    int eye = (question->from + question->to) / 2;
    if (is_occupied(question, eye))
        return refuse_block(question, RULE_ELEPHANT_EYE, "eye", eye);
    decide(question->ruling, true, RULE_ELEPHANT_EYE, eye, "its eye on %s is free",
           square_write(eye, question->ranks, name));
    if (rank == 4)
        append(question->ruling, " and %s is on its side of the river", question->to_name);
    return true;
}

static bool judge_horse(const struct question *question)
{
    char name[SQUARE_TEXT_SIZE];
    if (question->wide + question->high != 3 || question->wide == 0 || question->high == 0)
        return refuse_step(question, RULE_HORSE_STEP);
    int from = question->from, to = question->to;
    int leg = question->wide == 2
                  ? square_of((square_file(from) + square_file(to)) / 2, square_rank(from))
                  : square_of(square_file(from), (square_rank(from) + square_rank(to)) / 2);
    if (is_occupied(question, leg))
        return refuse_block(question, RULE_HORSE_LEG, "leg", leg);
    return decide(question->ruling, true, RULE_HORSE_LEG, leg, "its leg on %s is free",
                  square_write(leg, question->ranks, name));
}

static bool is_in_line(const struct question *question)
{
    return (question->wide == 0) != (question->high == 0);
}

static bool allow_free_line(const struct question *question, enum rule rule)
{
    return decide(question->ruling, true, rule, NO_SQUARE, "the %s is free from %s to %s",
                  question->wide == 0 ? "file" : "rank", question->from_name, question->to_name);
}

static bool judge_rook(const struct question *question)
{
    char blocker[PIECE_TEXT_SIZE];
    int squares[RANK_COUNT];
    if (!is_in_line(question))
        return refuse_step(question, RULE_ROOK_PATH);
    if (squares_between(question, squares) == 0)
        return allow_free_line(question, RULE_ROOK_PATH);
    return decide(question->ruling, false, RULE_ROOK_PATH, squares[0], "%s stands in its way",
                  piece_write(question->position, squares[0], question->ranks, blocker));
}

static bool refuse_screens(const struct question *question, const int *squares, int count)
{
    struct ruling *ruling = question->ruling;
    char name[SQUARE_TEXT_SIZE];
    decide(ruling, false, RULE_CANNON_SCREEN, count == 0 ? NO_SQUARE : squares[0],
           "it needs exactly one screen to capture, and there ");
    if (count == 0)
        append(ruling, "is none");
    else
        append(ruling, "are %d:", count);
    for (int i = 0; i < count; i++)
        append(ruling, "%s %s", i == 0 ? "" : ",", square_write(squares[i], question->ranks, name));
    return false;
}

/* Onto a piece of its own side the way is right when it is so for either kind of move. */
static bool judge_cannon(const struct question *question)
{
    char first[PIECE_TEXT_SIZE], prey[PIECE_TEXT_SIZE];
    const struct position *position = question->position;
    int squares[RANK_COUNT];
    if (!is_in_line(question))
        return refuse_step(question, RULE_CANNON_PATH);
    int count = squares_between(question, squares);
    bool captures = question->target != NO_PIECE;
    bool captures_own = captures && piece_side(question->target) == question->side;
    if (count == 0 && (!captures || captures_own))
        return allow_free_line(question, RULE_CANNON_PATH);
    if (captures && count != 1)
        return refuse_screens(question, squares, count);
    piece_write(position, squares[0], question->ranks, first);
    if (!captures)
        return decide(question->ruling, false, RULE_CANNON_PATH, squares[0],
                      "it cannot jump without capturing: %s stands between", first);
    return decide(question->ruling, true, RULE_CANNON_SCREEN, squares[0],
                  "one screen, %s, stands between it and %s", first,
                  piece_write(position, question->to, question->ranks, prey));
}

static bool judge_pawn(const struct question *question)
{
    struct ruling *ruling = question->ruling;
    if (question->wide + question->high != 1)
        return refuse_step(question, RULE_PAWN_STEP);
    if (question->forward > 0)
        return decide(ruling, true, RULE_PAWN_STEP, NO_SQUARE, "a pawn may step forward");
    if (question->forward < 0)
        return decide(ruling, false, RULE_PAWN_BACKWARD, NO_SQUARE,
                      "from %s to %s is backward for %s's pawns", question->from_name,
                      question->to_name, side_name(question->side));
    if (rank_from_home(question->from, question->side) < 5)
        return decide(ruling, false, RULE_PAWN_SIDEWAYS, NO_SQUARE,
                      "the pawn on %s has not crossed the river, so it may not step sideways",
                      question->from_name);
    return decide(ruling, true, RULE_PAWN_SIDEWAYS, NO_SQUARE,
                  "it has crossed the river, so it may step sideways");
}

/* --- what holds for all pieces --------------------------------------------------------------- */

static bool is_own_piece(const struct position *position, xq_move move, enum ranks ranks,
                         struct ruling *ruling)
{
    char name[SQUARE_TEXT_SIZE];
    int from = move_from(move);
    if (from >= SQUARE_COUNT || move_to(move) >= SQUARE_COUNT)
        return decide(ruling, false, RULE_NO_PIECE, NO_SQUARE,
                      "one of its squares is not on the board");
    int piece = position->piece[from];
    square_write(from, ranks, name);
    if (piece == NO_PIECE)
        return decide(ruling, false, RULE_NO_PIECE, NO_SQUARE, "no piece stands on %s", name);
    if (piece_side(piece) != position->side)
        return decide(ruling, false, RULE_OPPONENTS_PIECE, NO_SQUARE,
                      "the %s on %s is %s's, and it is %s's move", kind_name(piece_kind(piece)),
                      name, side_name(piece_side(piece)), side_name((enum side)position->side));
    return true;
}

static bool moves_rightly(const struct question *question)
{
    static bool (*const judge[KIND_COUNT])(const struct question *) = {
        [KING] = judge_king,   [ADVISOR] = judge_advisor, [ELEPHANT] = judge_elephant,
        [HORSE] = judge_horse, [ROOK] = judge_rook,       [CANNON] = judge_cannon,
        [PAWN] = judge_pawn,
    };
    return judge[question->kind](question);
}

static bool spares_own_piece(const struct question *question)
{
    if (question->target == NO_PIECE || piece_side(question->target) != question->side)
        return true;
    return decide(question->ruling, false, RULE_OWN_PIECE, question->to, "%s's own %s stands on %s",
                  side_name(question->side), kind_name(piece_kind(question->target)),
                  question->to_name);
}

/* More attackers of one king than this are counted, not named. */
enum { ATTACKERS_NAMED = 4 };

static bool refuse_check(const struct question *question, const struct position *after, int king,
                         const uint8_t *attackers, int count)
{
    struct ruling *ruling = question->ruling;
    char name[SQUARE_TEXT_SIZE], piece[PIECE_TEXT_SIZE];
    decide(ruling, false, RULE_CHECK, attackers[0], "it leaves %s's king on %s in check by ",
           side_name(question->side), square_write(king, question->ranks, name));
    int named = count > ATTACKERS_NAMED ? ATTACKERS_NAMED : count;
    for (int i = 0; i < named; i++)
        append(ruling, "%s%s",
               i == 0          ? ""
               : i + 1 < count ? ", "
                               : " and ",
               piece_write(after, attackers[i], question->ranks, piece));
    if (count > named)
        append(ruling, " and %d more", count - named);
    return false;
}

static bool leaves_king_safe(const struct question *question)
{
    uint8_t attackers[MAX_PIECES];
    char own[SQUARE_TEXT_SIZE], other[SQUARE_TEXT_SIZE];
    struct position after = *question->position;
    position_apply(&after, move_of(question->from, question->to));
    int king = position_king(&after, question->side);
    if (position_kings_face(&after)) {
        int facing = position_king(&after, side_other(question->side));
        return decide(question->ruling, false, RULE_KINGS_FACING, facing,
                      "it leaves the kings on %s and %s facing each other with nothing between",
                      square_write(king, question->ranks, own),
                      square_write(facing, question->ranks, other));
    }
    size_t count = position_attackers(&after, king, side_other(question->side), attackers);
    return count == 0 || refuse_check(question, &after, king, attackers, (int)count);
}

/* What else a legal move does, and a wrong generator might not have seen. */
static void append_effects(const struct question *question)
{
    struct ruling *ruling = question->ruling;
    int target = question->target;
    /* The screen's sentence has named it already. */
    if (target != NO_PIECE && question->kind != CANNON)
        append(ruling, ", and it captures %s's %s", side_name(piece_side(target)),
               kind_name(piece_kind(target)));
    if (question->kind != KING && position_in_check(question->position, question->side))
        append(ruling, ", and %s's king is in check no more", side_name(question->side));
}

void rules_judge(const struct position *position, xq_move move, enum ranks ranks,
                 struct ruling *ruling)
{
    if (!is_own_piece(position, move, ranks, ruling))
        return;
    int from = move_from(move), to = move_to(move);
    enum side side = (enum side)position->side;
    struct question question = {
        .position = position,
        .ranks = ranks,
        .from = from,
        .to = to,
        .side = side,
        .kind = piece_kind(position->piece[from]),
        .wide = abs(square_file(to) - square_file(from)),
        .high = abs(square_rank(to) - square_rank(from)),
        .forward = rank_from_home(to, side) - rank_from_home(from, side),
        .target = position->piece[to],
        .ruling = ruling,
    };
    square_write(from, ranks, question.from_name);
    square_write(to, ranks, question.to_name);
    if (moves_rightly(&question) && spares_own_piece(&question) && leaves_king_safe(&question))
        append_effects(&question);
}
