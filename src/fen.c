/* FEN text to position and back. The parser refuses at the first fault, and says where it is. */
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "fen.h"
#include "text.h"

/* board, side, two dashes, half-move counter, full-move number */
enum { FIELD_MAX = 6 };

struct span {
    size_t start, length;
};

struct reader {
    const char *text;
    struct position *position;
    struct fen_error *error;
    size_t place[SQUARE_COUNT]; /* where the text names the piece of a square */
};

static const char letters[] = ".KABNRCPkabnrcp";

_Static_assert(sizeof letters == PIECE_COUNT + 1, "a letter for each piece code");

char fen_letter(int piece)
{
    return piece == NO_PIECE ? '.' : letters[piece];
}

/* The piece code of a letter, with the other names of horse and elephant; NO_PIECE for none. */
static int piece_of_letter(char letter)
{
    if (letter == 'H' || letter == 'E')
        letter = letter == 'H' ? 'N' : 'B';
    if (letter == 'h' || letter == 'e')
        letter = letter == 'h' ? 'n' : 'b';
    for (int piece = NO_PIECE + 1; piece < PIECE_COUNT; piece++)
        if (letters[piece] == letter)
            return piece;
    return NO_PIECE;
}

/* Points the error at a part of the text; returns that part, made printable. */
static const char *blame(struct reader *reader, struct span part)
{
    struct fen_error *error = reader->error;
    error->column = part.start < INT_MAX ? (int)part.start + 1 : INT_MAX;
    text_printable(reader->text + part.start, part.length, error->text, sizeof error->text);
    return error->text;
}

/* Notes the reason and returns false, what fen_read() then returns. */
__attribute__((format(printf, 2, 3))) static bool refuse(struct reader *reader, const char *format,
                                                         ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reader->error->reason, sizeof reader->error->reason, format, arguments);
    va_end(arguments);
    return false;
}

static bool is_blank(char byte)
{
    return byte == ' ' || byte == '\t';
}

static bool is_space(char byte)
{
    return is_blank(byte) || byte == '\r' || byte == '\n';
}

/* A byte of a rank that is neither a piece nor 1 to 9 empty squares. */
static bool refuse_byte(struct reader *reader, int rank, struct span rest)
{
    char byte = reader->text[rest.start];
    size_t size = text_character(reader->text + rest.start, rest.length);
    const char *shown = blame(reader, (struct span){rest.start, size == 0 ? 1 : size});
    if (byte == '0')
        return refuse(reader, "rank %d: 0 is no run of empty squares, which are 1 to 9", rank);
    return refuse(reader, "rank %d: %s is no xiangqi piece", rank, shown);
}

/* Refuses a rank that names other than 9 files, or the same number of them in a doubtful way. */
static bool check_rank(struct reader *reader, int rank, struct span part)
{
    size_t files = 0;
    struct span run = {part.start, 0}, doubtful = {0, 0};
    if (part.length == 0) {
        blame(reader, part);
        return refuse(reader, "rank %d is empty text; an empty rank is 9", rank);
    }
    for (size_t i = part.start; i < part.start + part.length; i++) {
        char byte = reader->text[i];
        bool digit = byte >= '1' && byte <= '9';
        if (!digit && piece_of_letter(byte) == NO_PIECE)
            return refuse_byte(reader, rank, (struct span){i, part.start + part.length - i});
        files += digit ? (size_t)(byte - '0') : 1;
        run = digit ? (struct span){run.start, run.length + 1} : (struct span){i + 1, 0};
        if (run.length > 1 && (doubtful.length == 0 || doubtful.start == run.start))
            doubtful = run;
    }
    if (files != FILE_COUNT) {
        blame(reader, part);
        if (files > 2 * FILE_COUNT)
            return refuse(reader, "rank %d describes far more than %d files (%zu)", rank,
                          FILE_COUNT, files);
        return refuse(reader, "rank %d describes %zu file%s, not %d", rank, files,
                      files == 1 ? "" : "s", FILE_COUNT);
    }
    if (doubtful.length > 0)
        return refuse(reader, "rank %d: two runs of empty squares in a row (%s) is no FEN", rank,
                      blame(reader, doubtful));
    return true;
}

static bool read_rank(struct reader *reader, int rank, struct span part)
{
    int file = 0;
    if (!check_rank(reader, rank, part))
        return false;
    for (size_t i = part.start; i < part.start + part.length; i++) {
        int piece = piece_of_letter(reader->text[i]);
        if (piece == NO_PIECE) {
            file += reader->text[i] - '0';
            continue;
        }
        reader->position->piece[square_of(file, rank)] = (uint8_t)piece;
        reader->place[square_of(file, rank)] = i;
        file++;
    }
    return true;
}

/* Without 10 ranks no rank has a number, so they are counted before any is read. */
static bool read_board(struct reader *reader, struct span board)
{
    struct span ranks[RANK_COUNT];
    struct span surplus = {0, 0};
    size_t end = board.start + board.length;
    size_t count = 0;
    for (size_t i = board.start, start = i; i <= end; i++) {
        if (i < end && reader->text[i] != '/')
            continue;
        if (count < RANK_COUNT)
            ranks[count] = (struct span){start, i - start};
        else if (count == RANK_COUNT)
            surplus = (struct span){start, end - start};
        count++;
        start = i + 1;
    }
    if (count != RANK_COUNT) {
        blame(reader, count > RANK_COUNT ? surplus : board);
        if (count == 1)
            return refuse(reader, "not a position: a board has %d ranks separated by /",
                          RANK_COUNT);
        return refuse(reader, "the board has %zu ranks, not %d%s", count, RANK_COUNT,
                      reader->text[end - 1] == '/' ? " (it ends with /)" : "");
    }
    for (int i = 0; i < RANK_COUNT; i++)
        if (!read_rank(reader, RANK_COUNT - 1 - i, ranks[i]))
            return false;
    return true;
}

static bool read_side(struct reader *reader, struct span field)
{
    char letter = reader->text[field.start];
    if (field.length == 1 && strchr("wWrR", letter) != NULL && letter != '\0')
        reader->position->side = RED;
    else if (field.length == 1 && (letter == 'b' || letter == 'B'))
        reader->position->side = BLACK;
    else
        return refuse(reader, "side to move %s is neither w (or r) for Red nor b for Black",
                      blame(reader, field));
    return true;
}

/* The castling and en-passant fields that xiangqi inherited from chess. */
static bool read_dash(struct reader *reader, int number, struct span field)
{
    if (field.length == 1 && reader->text[field.start] == '-')
        return true;
    return refuse(reader,
                  "field %d is %s where - belongs: board, side, -, -, half-move counter, "
                  "full-move number",
                  number, blame(reader, field));
}

static bool read_counter(struct reader *reader, const char *name, struct span field,
                         uint32_t *counter)
{
    const char *text = reader->text + field.start;
    uint64_t value = 0;
    enum number_result result = text_number(text, field.length, UINT32_MAX, &value);
    if (result == NUMBER_OK) {
        *counter = (uint32_t)value;
        return true;
    }
    const char *shown = blame(reader, field);
    if (result == NUMBER_TOO_LARGE)
        return refuse(reader, "%s %s is more than %" PRIu32, name, shown, UINT32_MAX);
    if (text[0] == '-' &&
        text_number(text + 1, field.length - 1, UINT64_MAX, &value) != NUMBER_MALFORMED)
        return refuse(reader, "negative counter: the %s is %s", name, shown);
    return refuse(reader, "%s %s is no whole number in digits", name, shown);
}

static bool read_fields(struct reader *reader, const struct span field[FIELD_MAX], size_t count)
{
    struct position *position = reader->position;
    bool read =
        read_board(reader, field[0]) && (count < 2 || read_side(reader, field[1])) &&
        (count < 3 || read_dash(reader, 3, field[2])) &&
        (count < 4 || read_dash(reader, 4, field[3])) &&
        (count < 5 || read_counter(reader, "half-move counter", field[4], &position->halfmove)) &&
        (count < 6 || read_counter(reader, "full-move number", field[5], &position->fullmove));
    if (position->fullmove == 0)
        position->fullmove = 1;
    return read;
}

static bool validate(struct reader *reader)
{
    struct position_fault fault;
    if (position_validate(reader->position, &fault))
        return true;
    if (fault.square != NO_SQUARE)
        blame(reader, (struct span){reader->place[fault.square], 1});
    return refuse(reader, "%s", fault.reason);
}

bool fen_read(const char *text, size_t length, struct position *position, struct fen_error *error)
{
    struct fen_error unread;
    struct reader reader = {.text = text, .position = position};
    struct span field[FIELD_MAX];
    size_t count = 0, end = 0;
    reader.error = error != NULL ? error : &unread;
    memset(reader.error, 0, sizeof *reader.error);
    memset(position, 0, sizeof *position);
    while (length > 0 && is_space(text[length - 1]))
        length--;
    while (end < length && is_space(text[end]))
        end++;
    if (end == length)
        return refuse(&reader, "the text is empty: no position");
    while (end < length) {
        size_t start = end;
        while (end < length && !is_blank(text[end]))
            end++;
        if (count == FIELD_MAX)
            return refuse(&reader, "text after the sixth field: %s",
                          blame(&reader, (struct span){start, length - start}));
        field[count++] = (struct span){start, end - start};
        while (end < length && is_blank(text[end]))
            end++;
    }
    return read_fields(&reader, field, count) && validate(&reader);
}

void fen_write(const struct position *position, char out[FEN_SIZE])
{
    char *at = out;
    for (int rank = RANK_COUNT - 1; rank >= 0; rank--) {
        int empty = 0;
        for (int file = 0; file < FILE_COUNT; file++) {
            int piece = position->piece[square_of(file, rank)];
            if (piece == NO_PIECE) {
                empty++;
                continue;
            }
            if (empty > 0)
                *at++ = (char)('0' + empty);
            empty = 0;
            *at++ = fen_letter(piece);
        }
        if (empty > 0)
            *at++ = (char)('0' + empty);
        if (rank > 0)
            *at++ = '/';
    }
    snprintf(at, FEN_SIZE - (size_t)(at - out), " %c - - %" PRIu32 " %" PRIu32,
             position->side == RED ? 'w' : 'b', position->halfmove, position->fullmove);
}
