/* Checks are looked for from the king outward, so that this does not rest on moves.c. */
#include "moves.h"
#include "quirks.h"

static bool cannon_checks(int passed)
{
    if (has(CHECK_CANNON_UNSEEN))
        return false;
    if (has(CHECK_CANNON_AS_ROOK))
        return passed == 0;
    return passed == 1 || (passed > 1 && has(CHECK_CANNON_MANY));
}

static bool checked_on_a_line(const struct game *game, int king, bool red)
{
    for (int i = 0; i < 4; i++) {
        int passed = 0;
        for (int cell = king + straight[i]; game->cell[cell] != WALL; cell += straight[i]) {
            char piece = game->cell[cell];
            if (piece == EMPTY)
                continue;
            bool enemy = is_of(piece, !red);
            if (enemy && kind_of(piece) == 'R' && passed == 0 && !has(CHECK_ROOK_UNSEEN))
                return true;
            if (enemy && kind_of(piece) == 'C' && cannon_checks(passed))
                return true;
            passed++;
        }
    }
    return false;
}

/* The horse comes by one step straight and one diagonally; its leg is where the first step ends,
 * which is diagonally beside the king. */
static bool checked_by_horse(const struct game *game, int king, bool red)
{
    char horse = red ? 'n' : 'N';
    for (int i = 0; i < 4; i++) {
        int aside = i < 2 ? WIDTH : 1;
        for (int turn = -1; turn <= 1; turn += 2) {
            int beside_king = king + straight[i], leg = beside_king + turn * aside;
            int tested = has(CHECK_HORSE_LEG_AT_KING) ? beside_king : leg;
            if (game->cell[leg + straight[i]] == horse &&
                (game->cell[tested] == EMPTY || has(CHECK_HORSE_JUMPS)))
                return true;
        }
    }
    return false;
}

static bool checked_by_pawn(const struct game *game, int king, bool red)
{
    char pawn = red ? 'p' : 'P';
    int ahead = forward(!red);
    if (game->cell[king - ahead] == pawn)
        return true;
    if (has(CHECK_PAWN_BEHIND) && game->cell[king + ahead] == pawn)
        return true;
    if (has(CHECK_PAWN_SIDE_UNSEEN) || rank_seen(king, !red) < 5)
        return false;
    return game->cell[king - 1] == pawn || game->cell[king + 1] == pawn;
}

static bool in_check(const struct game *game, bool red)
{
    int king = game->king[red];
    return king && (checked_on_a_line(game, king, red) ||
                    (!has(CHECK_HORSE_UNSEEN) && checked_by_horse(game, king, red)) ||
                    (!has(CHECK_PAWN_UNSEEN) && checked_by_pawn(game, king, red)));
}

/* Is the king of this side faced by the other? */
static bool kings_face(const struct game *game, bool red)
{
    int cell = game->king[red];
    char other = red ? 'k' : 'K';
    if (!cell || has(KINGS_FACE))
        return false;
    for (cell += forward(red); game->cell[cell] != WALL; cell += forward(red)) {
        if (game->cell[cell] == other)
            return true;
        bool transparent = game->cell[cell] == EMPTY || has(KINGS_SEE_THROUGH) ||
                           (has(KINGS_SEE_THROUGH_OWN) && is_of(game->cell[cell], red));
        if (!transparent)
            return false;
    }
    return false;
}

static bool is_legal(const struct game *game, struct move move)
{
    bool red = game->red_moves, king_moves = kind_of(game->cell[move.from]) == 'K';
    struct game next = *game;
    if (has(CHECK_IGNORED))
        return true;
    if (has(CHECK_KING_ONLY) && !king_moves && in_check(game, red))
        return false;
    make(&next, move);
    if (has(CHECK_KING_SHADOW) && king_moves)
        next.cell[move.from] = game->cell[move.from];
    if (in_check(&next, red))
        return false;
    return (has(KINGS_FACE_UNMOVED) && !king_moves) || !kings_face(&next, red);
}

void legal_moves(const struct game *game, struct move_list *list)
{
    size_t count = 0;
    pseudo_legal_moves(game, list);
    for (size_t i = 0; i < list->count; i++)
        if (is_legal(game, list->move[i]))
            list->move[count++] = list->move[i];
    list->count = count;
    if (has(MOVE_TWICE) && count > 0)
        move_add(list, list->move[0].from, list->move[0].to);
}
