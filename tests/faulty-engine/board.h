/*
 * A mailbox: the board stands in a margin of two cells, so that a horse's move from any square ends
 * within the array. Cells hold FEN letters, EMPTY or WALL. a0 is the cell FIRST, b0 the next one,
 * a1 is WIDTH further on.
 */
#ifndef FAULTY_ENGINE_BOARD_H
#define FAULTY_ENGINE_BOARD_H

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    FILES = 9,
    RANKS = 10,
    WIDTH = FILES + 4,
    CELLS = WIDTH * (RANKS + 4),
    FIRST = 2 * WIDTH + 2,
    EMPTY = '.',
    WALL = '#',
};

struct move {
    uint8_t from, to; /* cells */
};

struct game {
    char cell[CELLS];
    bool red_moves;
    int king[2]; /* the cells of Black's and of Red's king, 0 for none */
    int ghost;   /* see MOVES_GHOST: its cell, 0 for none, and its letter */
    char ghost_piece;
};

/* Plays a move; returns what stood on its target, which unmake() wants. */
char make(struct game *game, struct move move);
void unmake(struct game *game, struct move move, char captured);

static const int straight[] = {1, -1, WIDTH, -WIDTH};
static const int diagonal[] = {WIDTH + 1, WIDTH - 1, -WIDTH + 1, -WIDTH - 1};

static inline int cell_of(int file, int rank)
{
    return FIRST + rank * WIDTH + file;
}

static inline int file_of(int cell)
{
    return cell % WIDTH - 2;
}

static inline int rank_of(int cell)
{
    return cell / WIDTH - 2;
}

/* The rank as its side sees it: 0 is the home rank of both. */
static inline int rank_seen(int cell, bool red)
{
    return red ? rank_of(cell) : RANKS - 1 - rank_of(cell);
}

static inline int forward(bool red)
{
    return red ? WIDTH : -WIDTH;
}

static inline bool is_piece(char letter)
{
    return letter != EMPTY && letter != WALL;
}

static inline bool is_of(char letter, bool red)
{
    return is_piece(letter) && (isupper((unsigned char)letter) != 0) == red;
}

static inline char kind_of(char letter)
{
    return (char)toupper((unsigned char)letter);
}

#endif
