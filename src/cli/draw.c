#include "draw.h"
#include "fen.h"

/* All as wide as a Chinese character, two columns of a terminal. */
static const char *const characters[PIECE_COUNT] = {"．", "帅", "仕", "相", "马", "车", "炮", "兵",
                                                    "将", "士", "象", "馬", "車", "砲", "卒"};
static const char *const wide_files[FILE_COUNT] = {"ａ", "ｂ", "ｃ", "ｄ", "ｅ",
                                                   "ｆ", "ｇ", "ｈ", "ｉ"};

static void draw_rank(FILE *out, const struct position *position, int rank, bool chinese)
{
    for (int file = 0; file < FILE_COUNT; file++) {
        int piece = position->piece[square_of(file, rank)];
        if (chinese)
            fputs(characters[piece], out);
        else
            fprintf(out, " %c", fen_letter(piece));
    }
}

void draw_board(FILE *out, const struct position *position, enum ranks ranks, bool chinese)
{
    for (int rank = RANK_COUNT - 1; rank >= 0; rank--) {
        fprintf(out, " %2d ", rank + (int)ranks);
        draw_rank(out, position, rank, chinese);
        fputc('\n', out);
        if (rank == RANK_COUNT / 2)
            fputs(chinese ? "    ~~~~~~~~~~~~~~~~~~\n" : "     ~~~~~~~~~~~~~~~~~\n", out);
    }
    fputs("    ", out);
    for (int file = 0; file < FILE_COUNT; file++)
        if (chinese)
            fputs(wide_files[file], out);
        else
            fprintf(out, " %c", 'a' + file);
    fputc('\n', out);
}
