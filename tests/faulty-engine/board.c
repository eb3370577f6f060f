#include "board.h"
#include "quirks.h"

char make(struct game *game, struct move move)
{
    char piece = game->cell[move.from], captured = game->cell[move.to];
    game->cell[move.to] = piece;
    game->cell[move.from] = EMPTY;
    if (kind_of(piece) == 'K')
        game->king[is_of(piece, true)] = move.to;
    if (kind_of(captured) == 'K')
        game->king[is_of(captured, true)] = 0;
    game->red_moves = !game->red_moves;
    return captured;
}

void unmake(struct game *game, struct move move, char captured)
{
    char piece = game->cell[move.to];
    game->cell[move.from] = piece;
    game->cell[move.to] = captured;
    if (kind_of(piece) == 'K' && !has(KING_NOT_UNMADE))
        game->king[is_of(piece, true)] = move.from;
    if (kind_of(captured) == 'K')
        game->king[is_of(captured, true)] = move.to;
    game->red_moves = !game->red_moves;
}
