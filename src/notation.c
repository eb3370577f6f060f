/* Squares and moves to text and back. */
#include "notation.h"

static char *write_square(int square, enum ranks ranks, char *out)
{
    int rank = square_rank(square) + (int)ranks;
    *out++ = (char)('a' + square_file(square));
    if (rank >= 10)
        *out++ = '1';
    *out++ = (char)('0' + rank % 10);
    return out;
}

char *square_write(int square, enum ranks ranks, char out[SQUARE_TEXT_SIZE])
{
    if (square < 0 || square >= SQUARE_COUNT) {
        out[0] = '-';
        out[1] = '\0';
        return out;
    }
    *write_square(square, ranks, out) = '\0';
    return out;
}

char *move_write(xq_move move, enum ranks ranks, char out[MOVE_TEXT_SIZE])
{
    char *to = write_square(move_from(move) % SQUARE_COUNT, ranks, out);
    *write_square(move_to(move) % SQUARE_COUNT, ranks, to) = '\0';
    return out;
}

/* Reads one square; returns the text behind it, or NULL. */
static const char *read_square(const char *text, enum ranks ranks, int *square)
{
    int file = -1;
    if (*text >= 'a' && *text <= 'i')
        file = *text - 'a';
    else if (*text >= 'A' && *text <= 'I')
        file = *text - 'A';
    if (file < 0)
        return NULL;
    text++;
    if (*text < '0' || *text > '9')
        return NULL;
    int rank = *text++ - '0';
    if (ranks == RANKS_FROM_1 && rank == 1 && *text == '0') {
        rank = 10;
        text++;
    }
    rank -= (int)ranks;
    if (rank < 0 || rank >= RANK_COUNT)
        return NULL;
    *square = square_of(file, rank);
    return text;
}

static bool ends_word(char byte)
{
    return byte == '\0' || byte == ' ' || (byte >= '\t' && byte <= '\r');
}

size_t move_read(const char *text, enum ranks ranks, xq_move *move)
{
    int from, to;
    const char *end = read_square(text, ranks, &from);
    if (end != NULL)
        end = read_square(end, ranks, &to);
    if (end == NULL || !ends_word(*end) || from == to)
        return 0;
    *move = move_of(from, to);
    return (size_t)(end - text);
}
