#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "misbehave.h"
#include "notation.h"
#include "quirks.h"

static const char start[] = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";

/* The letters of FEN, in the order of ours. */
static const char ours[] = "KABNRCP", with_horse[] = "KAEHRCP";

static const char *letters(void)
{
    return has(HORSE_H) ? with_horse : ours;
}

/* The letter at the same place of another row of letters, 0 when it is not in the first. */
static char translate(char letter, const char *from, const char *to)
{
    char upper = (char)toupper((unsigned char)letter);
    const char *found = upper ? strchr(from, upper) : NULL;
    if (!found)
        return 0;
    char other = to[found - from];
    return islower((unsigned char)letter) ? (char)tolower((unsigned char)other) : other;
}

/* False when there is such a king already. */
static bool put(struct game *game, int cell, char piece)
{
    game->cell[cell] = piece;
    if (piece != 'K' && piece != 'k')
        return true;
    bool first = game->king[piece == 'K'] == 0;
    game->king[piece == 'K'] = cell;
    return first;
}

static bool board_read(struct game *game, const char *board, const char *known)
{
    int file = 0, rank = RANKS - 1;
    memset(game, 0, sizeof *game);
    memset(game->cell, WALL, sizeof game->cell);
    for (int i = 0; i < RANKS; i++)
        memset(game->cell + cell_of(0, i), EMPTY, FILES);
    for (; *board; board++) {
        char piece = translate(*board, known, ours);
        if (*board == '/') {
            if (file != FILES || rank-- == 0)
                return false;
            file = 0;
        } else if (*board >= '1' && *board <= '9') {
            file += *board - '0';
        } else if (file >= FILES || (piece && !put(game, cell_of(file, rank), piece))) {
            return false;
        } else {
            file++; /* a letter that is not known leaves its square empty */
        }
        if (file > FILES)
            return false;
    }
    return rank == 0 && file == FILES;
}

void game_start(struct game *game)
{
    board_read(game, start, ours);
    game->red_moves = true;
}

bool game_read(struct game *game, const char *board, const char *side)
{
    struct game read;
    bool red_is_r = has(RED_R) || has(RED_R_STRICT);
    if (has(RED_R_STRICT) && side[0] == 'w')
        crash();
    if (has(IGNORES_FEN)) {
        game_start(game);
        return true;
    }
    if (!board_read(&read, board, letters()))
        return false;
    /* What is not Red's letter is taken for Black's, as engines do that know two. */
    read.red_moves = has(IGNORES_SIDE) || side[0] == (red_is_r ? 'r' : 'w');
    *game = read;
    return true;
}

void game_write(const struct game *game, char out[BOARD_TEXT_SIZE])
{
    for (int rank = RANKS - 1; rank >= 0; rank--) {
        int empty = 0;
        for (int file = 0; file < FILES; file++) {
            char piece = game->cell[cell_of(file, rank)];
            if (piece == EMPTY) {
                empty++;
                continue;
            }
            if (empty)
                *out++ = (char)('0' + empty);
            empty = 0;
            *out++ = translate(piece, ours, letters());
        }
        if (empty)
            *out++ = (char)('0' + empty);
        *out++ = rank ? '/' : ' ';
    }
    *out++ = !game->red_moves ? 'b' : has(RED_R) || has(RED_R_STRICT) ? 'r' : 'w';
    *out = '\0';
}

/* Reads one square; returns what follows it, or NULL. */
static const char *cell_read(const char *text, int *cell)
{
    int file = text[0] - 'a', rank = 0, digits = 0;
    if (!*text)
        return NULL;
    for (text++; digits < 2 && isdigit((unsigned char)*text); digits++)
        rank = rank * 10 + *text++ - '0';
    rank -= has(RANKS_1);
    *cell = cell_of(file, rank);
    return file >= 0 && file < FILES && digits && rank >= 0 && rank < RANKS ? text : NULL;
}

static const char *move_read(const char *text, struct move *move)
{
    int from, to;
    text = cell_read(text, &from);
    text = text ? cell_read(text, &to) : NULL;
    if (!text || (*text && *text != ' '))
        return NULL;
    *move = (struct move){(uint8_t)from, (uint8_t)to};
    return text;
}

static void play(struct game *game, struct move move)
{
    int king[] = {game->king[0], game->king[1]};
    char captured = make(game, move);
    if (has(MOVES_KING_STALE))
        memcpy(game->king, king, sizeof king);
    if (has(MOVES_GHOST) && captured != EMPTY) {
        game->ghost = move.to;
        game->ghost_piece = captured;
    }
}

void game_play(struct game *game, const char *moves)
{
    bool red_moved = game->red_moves;
    struct move move;
    if (has(IGNORES_MOVES))
        return;
    while (moves += strspn(moves, " "), *moves) {
        moves = move_read(moves, &move);
        char piece = moves ? game->cell[move.from] : EMPTY;
        if (piece == EMPTY || (isupper((unsigned char)piece) != 0) != game->red_moves)
            break;
        play(game, move);
    }
    if (has(MOVES_SIDE))
        game->red_moves = red_moved;
}

static char *cell_write(int cell, char *out)
{
    return out + sprintf(out, "%c%d", 'a' + file_of(cell), rank_of(cell) + has(RANKS_1));
}

void move_write(struct move move, char out[MOVE_TEXT_SIZE])
{
    char *end = cell_write(move.from, out);
    end += has(DASHES) ? sprintf(end, "-") : 0;
    cell_write(move.to, end);
    for (; has(UPPER) && *out; out++)
        *out = (char)toupper((unsigned char)*out);
}
