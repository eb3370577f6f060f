/* Is the own king safe after a move? And what can go wrong with asking. */
#include "mistake_slips.h"

/* The board after a move as the check test sees it. */
struct scene {
    struct position position;
    enum side side; /* whose king may be in danger */
    int king;       /* where that king is looked for; NO_SQUARE when it was captured */
    bool king_moved;
};

static struct scene scene_after(const struct position *before, xq_move move, enum slip slip)
{
    int piece = before->piece[move_from(move)];
    struct scene scene = {.position = *before, .side = (enum side)before->side};
    scene.king_moved = piece_kind(piece) == KING;
    position_apply(&scene.position, move);
    scene.king = position_king(&scene.position, scene.side);
    if (slip == KING_TESTED_ON_OLD_SQUARE && scene.king_moved)
        scene.king = move_from(move);
    if (slip == OLD_SQUARE_STILL_FULL || (slip == KINGS_OLD_SQUARE_STILL_FULL && scene.king_moved))
        scene.position.piece[move_from(move)] = (uint8_t)piece;
    return scene;
}

static bool is_attacked(const struct position *position, int square, enum side by, enum slip slip)
{
    for (int from = 0; from < SQUARE_COUNT; from++) {
        int piece = position->piece[from];
        if (piece != NO_PIECE && piece_side(piece) == by &&
            slip_reaches(position, from, square, true, slip))
            return true;
    }
    return false;
}

/* Would the piece that was captured on `square` attack the king from there? */
static bool captured_attacks(const struct scene *scene, int square, int captured)
{
    struct position position = scene->position;
    if (captured == NO_PIECE)
        return false;
    position.piece[square] = (uint8_t)captured;
    return slip_reaches(&position, square, scene->king, true, NO_SLIP);
}

/* The same when the pieces of one side are not there. */
static bool is_facing_without(const struct scene *scene, int other, enum slip slip)
{
    struct position position = scene->position;
    enum side unseen = slip == FACING_THROUGH_OWN_PIECES ? scene->side : side_other(scene->side);
    for (int square = 0; square < SQUARE_COUNT; square++) {
        int piece = position.piece[square];
        if (piece != NO_PIECE && piece_side(piece) == unseen && piece_kind(piece) != KING)
            position.piece[square] = NO_PIECE;
    }
    return slip_pieces_between(&position, scene->king, other) == 0;
}

static bool is_facing(const struct scene *scene, enum slip slip)
{
    int other = position_king(&scene->position, side_other(scene->side));
    if (other == NO_SQUARE || square_file(other) != square_file(scene->king))
        return false;
    switch (slip) {
    case FACING_UNTESTED:
        return false;
    case FACING_THROUGH_PIECES:
        return true;
    case FACING_THROUGH_OWN_PIECES:
    case FACING_THROUGH_ENEMY_PIECES:
        return is_facing_without(scene, other, slip);
    case FACING_TESTED_OF_KING_MOVES_ONLY:
        if (!scene->king_moved)
            return false;
        break;
    case FACING_UNTESTED_OF_KING_MOVES:
        if (scene->king_moved)
            return false;
        break;
    default:
        break;
    }
    return slip_pieces_between(&scene->position, scene->king, other) == 0;
}

static bool is_safe_after(const struct position *before, xq_move move, enum slip slip)
{
    struct scene scene = scene_after(before, move, slip);
    if (scene.king == NO_SQUARE)
        return true;
    if (slip == CAPTURED_PIECE_STILL_ATTACKS &&
        captured_attacks(&scene, move_to(move), before->piece[move_to(move)]))
        return false;
    if (is_facing(&scene, slip))
        return false;
    return slip == ATTACKS_UNTESTED ||
           !is_attacked(&scene.position, scene.king, side_other(scene.side), slip);
}

/* --- slips that ask something else ----------------------------------------------------------- */

static bool in_check_before(const struct position *position)
{
    return position_in_check(position, (enum side)position->side);
}

static bool gives_check(const struct position *before, xq_move move)
{
    struct position after = *before;
    position_apply(&after, move);
    return position_in_check(&after, (enum side)after.side);
}

/* Would the king be attacked by a piece that does not attack it now, or face the other king, if
 * this piece were not there? */
static bool is_pinned(const struct position *position, int square)
{
    uint8_t now[MAX_PIECES], then[MAX_PIECES];
    enum side side = (enum side)position->side;
    int king = position_king(position, side);
    struct position without = *position;
    without.piece[square] = NO_PIECE;
    if (position_kings_face(&without))
        return true;
    size_t now_count = position_attackers(position, king, side_other(side), now);
    size_t then_count = position_attackers(&without, king, side_other(side), then);
    for (size_t i = 0; i < then_count; i++) {
        bool is_new = true;
        for (size_t j = 0; j < now_count; j++)
            is_new = is_new && now[j] != then[i];
        if (is_new)
            return true;
    }
    return false;
}

bool slip_king_safe(const struct position *position, xq_move move, enum slip slip)
{
    bool of_king = piece_kind(position->piece[move_from(move)]) == KING;
    switch (slip) {
    case CHECK_UNTESTED:
        return true;
    case TESTED_BEFORE_MOVE:
        return !in_check_before(position);
    case OTHER_KING_TESTED:
        return !gives_check(position, move);
    case KING_MOVES_UNTESTED:
        return of_king || is_safe_after(position, move, slip);
    case ONLY_KING_MOVES_TESTED:
        return !of_king || is_safe_after(position, move, slip);
    case PINS_UNTESTED:
        return (!of_king && !in_check_before(position)) || is_safe_after(position, move, slip);
    case CHECK_MET_BY_KING_ONLY:
        return (of_king || !in_check_before(position)) && is_safe_after(position, move, slip);
    case PINNED_PIECES_FROZEN:
        return (of_king || !is_pinned(position, move_from(move))) &&
               is_safe_after(position, move, slip);
    case CHECKS_FORBIDDEN:
        return !gives_check(position, move) && is_safe_after(position, move, slip);
    default:
        return is_safe_after(position, move, slip);
    }
}
