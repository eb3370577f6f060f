#include "moves.h"
#include "quirks.h"

static bool in_palace(int cell, bool red)
{
    return file_of(cell) >= (has(PALACE_WIDE) ? 2 : 3) && file_of(cell) <= 5 &&
           rank_seen(cell, red) <= (has(PALACE_DEEP) ? 3 : 2);
}

void move_add(struct move_list *list, int from, int to)
{
    if (list->count < MOVE_LIMIT)
        list->move[list->count++] = (struct move){(uint8_t)from, (uint8_t)to};
}

static bool may_capture(const struct game *game, int cell)
{
    char target = game->cell[cell];
    return is_of(target, !game->red_moves) ||
           (has(OWN_CAPTURE) && is_piece(target) && kind_of(target) != 'K');
}

static bool may_enter(const struct game *game, int cell)
{
    return game->cell[cell] == EMPTY || may_capture(game, cell);
}

/* One step in each of four directions. */
static void palace_moves(const struct game *game, struct move_list *list, int from,
                         const int directions[4], bool anywhere)
{
    for (int i = 0; i < 4; i++) {
        int to = from + directions[i];
        if (may_enter(game, to) && (anywhere || in_palace(to, game->red_moves)))
            move_add(list, from, to);
    }
}

static void elephant_moves(const struct game *game, struct move_list *list, int from)
{
    for (int i = 0; i < 4; i++) {
        int eye = from + diagonal[i], to = eye + diagonal[i];
        bool at_home = rank_seen(to, game->red_moves) <= 4 || has(ELEPHANT_CROSSES);
        bool free = game->cell[eye] == EMPTY || has(ELEPHANT_JUMPS);
        if (may_enter(game, to) && at_home && free)
            move_add(list, from, to);
        if (has(ELEPHANT_SHORT) && may_enter(game, eye))
            move_add(list, from, eye);
    }
}

static bool leg_is_free(const struct game *game, int leg)
{
    char piece = game->cell[leg];
    return piece == EMPTY || has(HORSE_JUMPS) ||
           (has(HORSE_PASSES_OWN) && is_of(piece, game->red_moves)) ||
           (has(HORSE_PASSES_ENEMY) && is_of(piece, !game->red_moves));
}

static void horse_moves(const struct game *game, struct move_list *list, int from)
{
    for (int i = 0; i < 4; i++) {
        int leg = from + straight[i], aside = i < 2 ? WIDTH : 1;
        for (int turn = -1; turn <= 1; turn += 2) {
            int to = leg + straight[i] + turn * aside;
            int tested = has(HORSE_LEG_AT_TARGET) ? leg + turn * aside : leg;
            if (may_enter(game, to) && leg_is_free(game, tested))
                move_add(list, from, to);
        }
        if (has(HORSE_STRAIGHT) && leg_is_free(game, leg) && may_enter(game, leg + straight[i]))
            move_add(list, from, leg + straight[i]);
    }
}

static void rook_moves(const struct game *game, struct move_list *list, int from)
{
    for (int i = 0; i < 4; i++) {
        int step = straight[i], to = from + step;
        for (; game->cell[to] == EMPTY; to += step)
            if (!has(ROOK_STOPS_SHORT) || game->cell[to + step] == EMPTY)
                move_add(list, from, to);
        if (may_capture(game, to))
            move_add(list, from, to);
        if (!has(ROOK_JUMPS) || game->cell[to] == WALL)
            continue;
        for (to += step; game->cell[to] == EMPTY;)
            to += step;
        if (may_capture(game, to))
            move_add(list, from, to);
    }
}

/* May a cannon capture this piece? `passed` pieces are on the way, the last on the cell `screen`.
 */
static bool cannon_captures(const struct game *game, int to, int passed, int screen, int step)
{
    if (has(CANNON_LIKE_ROOK))
        return passed == 0;
    if (passed == 0)
        return has(CANNON_NO_SCREEN);
    if (has(CANNON_OWN_SCREEN) && is_of(game->cell[screen], game->red_moves))
        return false;
    if (has(CANNON_NEAR_PREY) && to != screen + step)
        return false;
    return passed == 1 || (passed == 2 && has(CANNON_TWO_SCREENS));
}

static void cannon_moves(const struct game *game, struct move_list *list, int from)
{
    for (int i = 0; i < 4; i++) {
        int step = straight[i], passed = 0, screen = 0;
        for (int to = from + step; game->cell[to] != WALL; to += step) {
            if (game->cell[to] == EMPTY) {
                if (passed == 0 || (passed == 1 && has(CANNON_JUMPS)))
                    move_add(list, from, to);
                continue;
            }
            if (may_capture(game, to) && cannon_captures(game, to, passed, screen, step))
                move_add(list, from, to);
            passed++;
            screen = to;
        }
    }
}

static bool steps_sideways(int from, bool red)
{
    int line = has(PAWN_RIVER_EARLY) ? 4 : has(PAWN_RIVER_LATE) ? 6 : 5;
    return !has(PAWN_NEVER_SIDEWAYS) && (has(PAWN_ALWAYS_SIDEWAYS) || rank_seen(from, red) >= line);
}

static void pawn_moves(const struct game *game, struct move_list *list, int from)
{
    bool as_red = game->red_moves || has(PAWN_BLACK_UP);
    int ahead = forward(as_red);
    if (may_enter(game, from + ahead))
        move_add(list, from, from + ahead);
    if (has(PAWN_DOUBLE_STEP) && rank_seen(from, as_red) == 3 &&
        game->cell[from + ahead] == EMPTY && game->cell[from + 2 * ahead] == EMPTY)
        move_add(list, from, from + 2 * ahead);
    if (has(PAWN_BACKWARD) && rank_seen(from, as_red) >= 5 && may_enter(game, from - ahead))
        move_add(list, from, from - ahead);
    for (int aside = -1; aside <= 1; aside += 2)
        if (steps_sideways(from, as_red) && may_enter(game, from + aside))
            move_add(list, from, from + aside);
}

static void piece_moves(const struct game *game, struct move_list *list, char piece, int from)
{
    switch (kind_of(piece)) {
    case 'K':
        palace_moves(game, list, from, straight, has(KING_LEAVES));
        if (has(KING_DIAGONAL))
            palace_moves(game, list, from, diagonal, has(KING_LEAVES));
        break;
    case 'A':
        palace_moves(game, list, from, diagonal, has(ADVISOR_LEAVES));
        if (has(ADVISOR_STRAIGHT))
            palace_moves(game, list, from, straight, has(ADVISOR_LEAVES));
        break;
    case 'B':
        elephant_moves(game, list, from);
        break;
    case 'N':
        horse_moves(game, list, from);
        break;
    case 'R':
        rook_moves(game, list, from);
        break;
    case 'C':
        cannon_moves(game, list, from);
        break;
    case 'P':
        pawn_moves(game, list, from);
        break;
    }
}

void pseudo_legal_moves(const struct game *game, struct move_list *list)
{
    list->count = 0;
    for (int cell = FIRST; cell < CELLS - FIRST; cell++)
        if (is_of(game->cell[cell], game->red_moves))
            piece_moves(game, list, game->cell[cell], cell);
    if (game->ghost && is_of(game->ghost_piece, game->red_moves))
        piece_moves(game, list, game->ghost_piece, game->ghost);
}
