#include <langinfo.h>
#include <locale.h>
#include <string.h>

#include "draw.h"
#include "fen.h"

static const char *const glyph_names[GLYPHS_COUNT] = {
    [GLYPHS_ASCII] = "ascii",
    [GLYPHS_CN] = "cn",
};

/* All as wide as a Chinese character, in every locale. Each side has its own characters, as on
 * wooden pieces, so that neither needs a colour. */
static const char *const characters[PIECE_COUNT] = {"・", "帥", "仕", "相", "傌", "俥", "炮", "兵",
                                                    "將", "士", "象", "馬", "車", "砲", "卒"};
static const char *const wide_files[FILE_COUNT] = {"ａ", "ｂ", "ｃ", "ｄ", "ｅ",
                                                   "ｆ", "ｇ", "ｈ", "ｉ"};
static const char *const rivers[GLYPHS_COUNT] = {
    [GLYPHS_ASCII] = " ~~~~~~~~~~~~~~~~~",
    [GLYPHS_CN] = "～～楚河～漢界～～",
};

static void draw_rank(FILE *out, const struct position *position, int rank, enum glyphs glyphs)
{
    for (int file = 0; file < FILE_COUNT; file++) {
        int piece = position->piece[square_of(file, rank)];
        if (glyphs == GLYPHS_CN)
            fputs(characters[piece], out);
        else
            fprintf(out, " %c", fen_letter(piece));
    }
}

void draw_board(FILE *out, const struct position *position, enum ranks ranks, enum glyphs glyphs)
{
    for (int rank = RANK_COUNT - 1; rank >= 0; rank--) {
        fprintf(out, " %2d ", rank + (int)ranks);
        draw_rank(out, position, rank, glyphs);
        fputc('\n', out);
        if (rank == RANK_COUNT / 2)
            fprintf(out, "    %s\n", rivers[glyphs]);
    }
    fputs("    ", out);
    for (int file = 0; file < FILE_COUNT; file++)
        if (glyphs == GLYPHS_CN)
            fputs(wide_files[file], out);
        else
            fprintf(out, " %c", 'a' + file);
    fputc('\n', out);
}

enum glyphs glyphs_find(const char *name)
{
    int glyphs = 0;
    while (glyphs < GLYPHS_COUNT && strcmp(glyph_names[glyphs], name) != 0)
        glyphs++;
    return (enum glyphs)glyphs;
}

enum glyphs glyphs_of(const char *charset, const char *locale)
{
    bool chinese = strcspn(locale, "_.@") == 2 && strncmp(locale, "zh", 2) == 0;
    return chinese && strcmp(charset, "UTF-8") == 0 ? GLYPHS_CN : GLYPHS_ASCII;
}

/* By newlocale() the program would keep its own for all the time, but with LOCPATH glibc leaks
 * there. */
enum glyphs glyphs_of_user(void)
{
    enum glyphs glyphs = GLYPHS_ASCII;
    const char *locale = setlocale(LC_CTYPE, ""); /* NULL where there is none of that name */
    if (locale)
        glyphs = glyphs_of(nl_langinfo(CODESET), locale);
    setlocale(LC_CTYPE, "C");
    return glyphs;
}
