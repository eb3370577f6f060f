/* Perft suites: EPD files read line by line, every problem reported with its place. */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <search.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fen.h"
#include "suite.h"
#include "text.h"

/* One id met so far; all are kept in a tree (tsearch) to find one that is used twice. */
struct known_id {
    char id[SUITE_ID_SIZE];
    int line;
};

struct reading {
    const char *file;
    suite_report *report;
    void *context;
    bool failed;

    struct suite suite;
    size_t capacity;
    void *ids;

    /* The line being read. */
    int number;
    const char *line;
    struct suite_entry entry;
    bool has_id;
    size_t id_start;
};

/* A part of the line; `end` is the byte behind it. */
struct span {
    size_t start, end;
};

static const struct span whole_line = {0, 0};

static void emit(struct reading *reading, bool warning, int column, const char *text,
                 const char *reason)
{
    struct suite_problem problem = {warning, reading->file, reading->number, column, text, reason};
    if (!warning)
        reading->failed = true;
    if (reading->report != NULL)
        reading->report(reading->context, &problem);
}

__attribute__((format(printf, 4, 5))) static void report(struct reading *reading, bool warning,
                                                         struct span part, const char *format, ...)
{
    char text[64] = "";
    char reason[256];
    int column = part.start < INT_MAX ? (int)part.start + 1 : INT_MAX;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    if (part.end > 0)
        text_printable(reading->line + part.start, part.end - part.start, text, sizeof text);
    emit(reading, warning, part.end > 0 ? column : 0, text, reason);
}

#define report_error(reading, ...)   report((reading), false, __VA_ARGS__)
#define report_warning(reading, ...) report((reading), true, __VA_ARGS__)

static bool is_space(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n';
}

static struct span trimmed(const char *line, struct span part)
{
    while (part.start < part.end && is_space(line[part.start]))
        part.start++;
    while (part.start < part.end && is_space(line[part.end - 1]))
        part.end--;
    return part;
}

static void read_count(struct reading *reading, uint64_t depth, struct span opcode,
                       struct span operand)
{
    uint64_t count = 0;
    const char *text = reading->line + operand.start;
    size_t length = operand.end - operand.start;
    if (length == 0) {
        report_error(reading, opcode, "the count of depth %" PRIu64 " is missing", depth);
        return;
    }
    switch (text_number(text, length, UINT64_MAX, &count)) {
    case NUMBER_MALFORMED:
        report_error(reading, operand,
                     "the count of depth %" PRIu64 " is no whole number in digits", depth);
        return;
    case NUMBER_TOO_LARGE:
        report_error(reading, operand, "the count of depth %" PRIu64 " is more than %" PRIu64,
                     depth, UINT64_MAX);
        return;
    case NUMBER_OK:
        break;
    }
    if (depth == 0 && count != 1)
        report_error(reading, operand, "the count of depth 0 is 1, always");
    else if (reading->entry.known >> depth & 1)
        report_error(reading, opcode, "depth %" PRIu64 " has a count already", depth);
    reading->entry.known |= UINT32_C(1) << depth;
    reading->entry.count[depth] = count;
}

static void read_depth(struct reading *reading, struct span opcode, struct span operand)
{
    uint64_t depth = 0;
    struct span digits = {opcode.start + 1, opcode.end};
    enum number_result result = text_number(reading->line + digits.start, digits.end - digits.start,
                                            SUITE_MAX_DEPTH, &depth);
    if (result == NUMBER_TOO_LARGE)
        report_error(reading, opcode, "depths go up to D%d", SUITE_MAX_DEPTH);
    else if (result == NUMBER_MALFORMED)
        report_error(reading, opcode, "D and a depth in digits are expected, such as D1 44");
    else if (reading->line[opcode.start] == 'd')
        report_error(reading, opcode, "depths are written with a capital D, such as D1 44");
    else
        read_count(reading, depth, opcode, operand);
}

static void read_id(struct reading *reading, struct span opcode, struct span operand)
{
    const char *line = reading->line;
    struct span text = {operand.start + 1, operand.end - 1};
    if (reading->has_id) {
        report_error(reading, opcode, "a second id for one position");
        return;
    }
    if (operand.end - operand.start < 2 || line[operand.start] != '"' || line[text.end] != '"' ||
        memchr(line + text.start, '"', text.end - text.start) != NULL) {
        report_error(reading, operand.start == operand.end ? opcode : operand,
                     "an id is one text in quotes, such as id \"start\"");
        return;
    }
    if (text.start == text.end) {
        report_error(reading, operand, "the id is empty");
        return;
    }
    if (text.end - text.start >= SUITE_ID_SIZE) {
        report_error(reading, operand, "the id has %zu bytes; it may have %d",
                     text.end - text.start, SUITE_ID_SIZE - 1);
        return;
    }
    for (size_t i = text.start, size; i < text.end; i += size) {
        size = text_character(line + i, text.end - i);
        if (size == 0) { /* ids go to terminals, JSON and XML as they are */
            report_error(reading, ((struct span){i, i + 1}),
                         "the id has a byte that is not printable UTF-8");
            return;
        }
    }
    memcpy(reading->entry.id, line + text.start, text.end - text.start);
    reading->entry.id[text.end - text.start] = '\0';
    reading->has_id = true;
    reading->id_start = operand.start;
}

/* Does this name look like a depth, be it well written or not? Others, such as "dm", are opcodes
 * of other programs. */
static bool names_depth(const char *name, size_t length)
{
    if (name[0] == 'd')
        return length > 1 && name[1] >= '0' && name[1] <= '9';
    return name[0] == 'D' &&
           (length == 1 || (name[1] >= '0' && name[1] <= '9') || name[1] == '-' || name[1] == '+');
}

static void read_operation(struct reading *reading, struct span operation)
{
    const char *line = reading->line;
    operation = trimmed(line, operation);
    if (operation.start == operation.end)
        return; /* EPD ends operations with ; as often as it begins them */
    struct span opcode = {operation.start, operation.start};
    while (opcode.end < operation.end && !is_space(line[opcode.end]) && line[opcode.end] != '"')
        opcode.end++;
    struct span operand = trimmed(line, (struct span){opcode.end, operation.end});
    size_t length = opcode.end - opcode.start;
    const char *quote = memchr(line + operand.start, '"', operand.end - operand.start);
    bool unterminated = false;
    for (size_t i = operand.start; quote != NULL && i < operand.end; i++)
        unterminated ^= line[i] == '"';

    if (unterminated)
        report_error(reading, operand, "a quote is not closed");
    else if (length == 2 && memcmp(line + opcode.start, "id", 2) == 0)
        read_id(reading, opcode, operand);
    else if (length > 0 && names_depth(line + opcode.start, length))
        read_depth(reading, opcode, operand);
    else
        report_warning(reading, length > 0 ? opcode : operation,
                       "this opcode is not known here and is ignored");
}

/* The end of the operation that starts at `start`: a ; outside quotes, or the end of the line. */
static size_t operation_end(const char *line, size_t start, size_t length)
{
    bool quoted = false;
    size_t i = start;
    for (; i < length && (quoted || line[i] != ';'); i++)
        quoted ^= line[i] == '"';
    return i;
}

static void read_position(struct reading *reading, size_t length)
{
    struct fen_error error;
    char unusual[160];
    if (!fen_read(reading->line, length, &reading->entry.position, &error))
        emit(reading, false, error.column, error.text, error.reason);
    else if (position_unusual(&reading->entry.position, unusual, sizeof unusual))
        report_warning(reading, whole_line, "%s", unusual);
}

static int compare_ids(const void *a, const void *b)
{
    return strcmp(((const struct known_id *)a)->id, ((const struct known_id *)b)->id);
}

/* Remembers the id of the entry; false when there is no memory left. */
static bool note_id(struct reading *reading, size_t length)
{
    struct known_id *id = malloc(sizeof *id);
    if (id == NULL)
        return false;
    memcpy(id->id, reading->entry.id, sizeof id->id);
    id->line = reading->number;
    struct known_id *const *known = tsearch(id, &reading->ids, compare_ids);
    if (known == NULL) {
        free(id);
        return false;
    }
    if (*known != id) {
        struct span part = reading->has_id ? (struct span){reading->id_start, length} : whole_line;
        report_error(reading, part, "the id of line %d is used again", (*known)->line);
        free(id);
    }
    return true;
}

static bool append_entry(struct reading *reading)
{
    struct suite *suite = &reading->suite;
    if (suite->count == reading->capacity) {
        size_t capacity = reading->capacity == 0 ? 64 : 2 * reading->capacity;
        struct suite_entry *grown = reallocarray(suite->entries, capacity, sizeof *grown);
        if (grown == NULL)
            return false;
        suite->entries = grown;
        reading->capacity = capacity;
    }
    suite->entries[suite->count++] = reading->entry;
    return true;
}

/* Reads one line; false when there can be no further one, which is reported. */
static bool read_line(struct reading *reading, const char *line, size_t length)
{
    struct span text = trimmed(line, (struct span){0, length});
    const char *nul = memchr(line, '\0', length);
    reading->line = line;
    if (nul != NULL) {
        size_t place = (size_t)(nul - line);
        report_error(reading, ((struct span){place, place + 1}),
                     "the line has a NUL byte: this is no text file");
        return true;
    }
    if (text.start == text.end || line[text.start] == '#')
        return true;
    if (reading->suite.count == SUITE_MAX_POSITIONS) {
        report_error(reading, whole_line, "a suite has at most %d positions: split it",
                     SUITE_MAX_POSITIONS);
        return false;
    }

    memset(&reading->entry, 0, sizeof reading->entry);
    reading->has_id = false;
    reading->entry.line = reading->number;
    snprintf(reading->entry.id, sizeof reading->entry.id, "line %d", reading->number);
    size_t end = operation_end(line, 0, text.end);
    read_position(reading, end);
    while (end < text.end) {
        size_t start = end + 1;
        end = operation_end(line, start, text.end);
        read_operation(reading, (struct span){start, end});
    }
    if (note_id(reading, text.end) && append_entry(reading))
        return true;
    report_error(reading, whole_line, "%s", strerror(ENOMEM));
    return false;
}

static void read_lines(struct reading *reading, FILE *stream)
{
    static const char byte_order_mark[] = {'\xEF', '\xBB', '\xBF'};
    char *line = NULL;
    size_t size = 0;
    ssize_t got;
    errno = 0;
    while ((got = text_line(&line, &size, stream)) >= 0) {
        size_t length = (size_t)got;
        size_t skip = 0;
        if (reading->number == INT_MAX) {
            report_error(reading, whole_line, "there are more lines than have numbers");
            break;
        }
        reading->number++;
        if (reading->number == 1 && length >= sizeof byte_order_mark &&
            memcmp(line, byte_order_mark, sizeof byte_order_mark) == 0)
            skip = sizeof byte_order_mark; /* editors do not count it as a column */
        if (!read_line(reading, line + skip, length - skip))
            break;
    }
    if (got < 0 && !feof(stream)) {
        int error = errno;
        reading->number = error == EFBIG ? reading->number + 1 : 0;
        report_error(reading, whole_line, "%s",
                     error == EFBIG ? "longer than 16 MiB: no suite" : strerror(error));
    }
    free(line);
}

bool suite_read(const char *file, struct suite *suite, suite_report *report_to, void *context)
{
    struct reading reading = {.file = file, .report = report_to, .context = context};
    FILE *stream = fopen(file, "re");
    if (stream == NULL) {
        report_error(&reading, whole_line, "%s", strerror(errno));
    } else {
        read_lines(&reading, stream);
        fclose(stream);
    }
    reading.number = 0;
    if (!reading.failed && reading.suite.count == 0)
        report_error(&reading, whole_line, "the file has no position");
    tdestroy(reading.ids, free);
    if (reading.failed)
        suite_free(&reading.suite);
    *suite = reading.suite;
    return !reading.failed;
}

void suite_free(struct suite *suite)
{
    free(suite->entries);
    *suite = (struct suite){0};
}

const struct suite_entry *suite_find(const struct suite *suite, const char *id)
{
    for (size_t i = 0; i < suite->count; i++)
        if (strcmp(suite->entries[i].id, id) == 0)
            return &suite->entries[i];
    return NULL;
}
