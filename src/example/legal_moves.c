/*
 * Lists the legal moves of a position, with libxqperft:
 *
 *     cc legal_moves.c $(pkg-config --cflags --libs libxqperft) -o legal_moves
 *     ./legal_moves '3k5/9/9/9/9/9/9/9/4A4/4K4 w'
 */
#include <stdio.h>
#include <string.h>

#include <xqperft/board.h>
#include <xqperft/fen.h>
#include <xqperft/notation.h>

int main(int argc, char **argv)
{
    struct position position;
    struct fen_error error;
    if (argc != 2) {
        fprintf(stderr, "usage: %s FEN\n", argv[0]);
        return 2;
    }
    if (!fen_read(argv[1], strlen(argv[1]), &position, &error)) {
        fprintf(stderr, "%s: column %d: %s: '%s'\n", argv[0], error.column, error.reason,
                error.text);
        return 2;
    }

    xq_move moves[MAX_MOVES];
    char text[MOVE_TEXT_SIZE];
    const struct board *board = board_find("bitboard");
    size_t count = board->legal_moves(&position, moves);
    for (size_t i = 0; i < count; i++)
        puts(move_write(moves[i], RANKS_FROM_0, text));
    fprintf(stderr, "%zu legal moves\n", count);
    return 0;
}
