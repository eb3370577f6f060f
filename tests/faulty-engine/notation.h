/* Positions and moves as text, in the dialect that is switched on. */
#ifndef FAULTY_ENGINE_NOTATION_H
#define FAULTY_ENGINE_NOTATION_H

#include "moves.h"

void game_start(struct game *game);

/* Reads board and side of a FEN, and nothing behind them. False, with the game as it was, when the
 * board is not ten ranks of nine files with at most one king a side. */
bool game_read(struct game *game, const char *board, const char *side);

/* Writes board and side. */
enum { BOARD_TEXT_SIZE = FILES * RANKS + RANKS + 2 };
void game_write(const struct game *game, char out[BOARD_TEXT_SIZE]);

/* Plays moves separated by blanks, up to the first that is none of the side to move. Whether it is
 * legal is not asked. */
void game_play(struct game *game, const char *moves);

enum { MOVE_TEXT_SIZE = 8 };
void move_write(struct move move, char out[MOVE_TEXT_SIZE]);

#endif
