#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "line.h"
#include "notation.h"

struct writer {
    FILE *stream;
    uint64_t sum;
};

__attribute__((format(printf, 2, 3))) static void put(struct writer *writer, const char *format,
                                                      ...)
{
    char text[2 * FEN_SIZE];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    writer->sum = deep_sum(writer->sum, text, (size_t)length);
    fwrite(text, 1, (size_t)length, writer->stream);
}

void line_position(const struct deep_plan *plan, size_t unit, char out[FEN_SIZE])
{
    struct position position;
    deep_unit_position(plan, unit, &position);
    fen_write(&position, out);
    *strchr(strchr(out, ' ') + 1, ' ') = '\0';
}

size_t line_move_index(const struct deep_plan *plan, xq_move move)
{
    size_t index = 0;
    while (index < plan->move_count && plan->move[index] != move)
        index++;
    return index;
}

static void put_unit(struct writer *writer, const struct deep_plan *plan, size_t unit)
{
    char fen[FEN_SIZE], paths[WIDE_SIZE], move[MOVE_TEXT_SIZE];
    line_position(plan, unit, fen);
    put(writer, "unit %zu %s %s", unit + 1, fen, wide_write(deep_unit_paths(plan, unit), paths));
    for (uint32_t i = plan->unit[unit].first; i < plan->unit[unit + 1].first; i++)
        put(writer, " %s:%" PRIu64, move_write(plan->move[plan->path[i].move], RANKS_FROM_0, move),
            plan->path[i].paths);
    put(writer, "\n");
}

static void put_first(const struct deep_plan *plan, FILE *stream)
{
    fprintf(stream, DEEP_MAGIC " %d %0*" PRIx64 "\n", DEEP_VERSION, SUM_DIGITS, plan->checksum);
}

/* The first line is written again once the sum of the others is known. */
bool deep_plan_write(struct deep_plan *plan, FILE *stream)
{
    struct writer writer = {.stream = stream, .sum = DEEP_SUM};
    char fen[FEN_SIZE], paths[WIDE_SIZE], move[MOVE_TEXT_SIZE];
    put_first(plan, stream);
    fen_write(&plan->root, fen);
    put(&writer, "fen %s\ndepth %u\nsplit %u\nmoves", fen, plan->depth, plan->split);
    for (size_t i = 0; i < plan->move_count; i++)
        put(&writer, " %s", move_write(plan->move[i], RANKS_FROM_0, move));
    put(&writer, "\npaths %s\nunits %zu\n", wide_write(plan->paths, paths), plan->unit_count);
    for (size_t i = 0; i < plan->unit_count; i++)
        put_unit(&writer, plan, i);
    plan->checksum = writer.sum;
    if (fseek(stream, 0, SEEK_SET) != 0)
        return false;
    put_first(plan, stream);
    return fflush(stream) == 0 && !ferror(stream);
}

uint8_t deep_board_place(const struct board *board)
{
    const char *name = board->variant_of ? board->variant_of : board->name;
    uint8_t place = 0;
    while (strcmp(all_boards[place]->name, name) != 0)
        place++;
    return place;
}

bool deep_result_write(const struct deep_plan *plan, size_t unit, wide count, uint8_t place, int fd)
{
    char line[RESULT_SIZE], fen[FEN_SIZE], number[WIDE_SIZE];
    line_position(plan, unit, fen);
    int length = snprintf(line, sizeof line, "result %0*" PRIx64 " %zu %s %u %s %s", SUM_DIGITS,
                          plan->checksum, unit + 1, fen, plan->depth - plan->split,
                          wide_write(count, number), all_boards[place]->name);
    length += snprintf(line + length, sizeof line - (size_t)length, " %0*" PRIx64 "\n", SUM_DIGITS,
                       deep_sum(DEEP_SUM, line, (size_t)length));
    ssize_t written;
    do
        written = write(fd, line, (size_t)length);
    while (written < 0 && errno == EINTR);
    if (written >= 0 && written < length)
        errno = ENOSPC;
    return written == length;
}
