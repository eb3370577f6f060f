/* Perft suites: EPD files read line by line, every problem reported with its place. */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "fen.h"
#include "name_set.h"
#include "suite.h"
#include "text.h"

struct suite_reader {
    const char *file;
    suite_report *report;
    void *context;
    bool failed;

    FILE *stream; /* NULL behind the end */
    FILE *copy;   /* of what cannot be read twice, or NULL */
    bool second;  /* it is read for the second time: what is unusual has been said */
    size_t count; /* positions */
    size_t errors, warnings;
    struct name_set names;
    bool full; /* of names, which was said */

    /* The line being read. */
    char *buffer;
    size_t size;
    int number;
    const char *line;
    struct suite_entry *entry;
    bool line_failed;
    bool has_id;
    size_t id_start;
};

/* A part of the line; `end` is the byte behind it. */
struct span {
    size_t start, end;
};

#define NO_COPY "it cannot be copied to a temporary file: "

static const struct span whole_line = {0, 0};

static void emit(struct suite_reader *reader, bool warning, int column, const char *text,
                 const char *reason)
{
    struct suite_problem problem = {warning, reader->file, reader->number, column, text, reason};
    size_t before = warning ? reader->warnings++ : reader->errors++;
    if (!warning)
        reader->failed = reader->line_failed = true;
    if (before == SUITE_MAX_REPORTS) {
        problem.column = 0;
        problem.text = "";
        problem.reason = warning ? "more is unusual from here on, which is not reported"
                                 : "more is wrong from here on; no more is read";
    }
    if (reader->report != NULL && !(warning && reader->second) && before <= SUITE_MAX_REPORTS)
        reader->report(reader->context, &problem);
}

__attribute__((format(printf, 4, 5))) static void report(struct suite_reader *reader, bool warning,
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
        text_printable(reader->line + part.start, part.end - part.start, text, sizeof text);
    emit(reader, warning, part.end > 0 ? column : 0, text, reason);
}

#define report_error(reader, ...)   report((reader), false, __VA_ARGS__)
#define report_warning(reader, ...) report((reader), true, __VA_ARGS__)

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

static void read_count(struct suite_reader *reader, uint64_t depth, struct span opcode,
                       struct span operand)
{
    uint64_t count = 0;
    const char *text = reader->line + operand.start;
    size_t length = operand.end - operand.start;
    if (length == 0) {
        report_error(reader, opcode, "the count of depth %" PRIu64 " is missing", depth);
        return;
    }
    switch (text_number(text, length, UINT64_MAX, &count)) {
    case NUMBER_MALFORMED:
        report_error(reader, operand, "the count of depth %" PRIu64 " is no whole number in digits",
                     depth);
        return;
    case NUMBER_TOO_LARGE:
        report_error(reader, operand, "the count of depth %" PRIu64 " is more than %" PRIu64, depth,
                     UINT64_MAX);
        return;
    case NUMBER_OK:
        break;
    }
    if (depth == 0 && count != 1)
        report_error(reader, operand, "the count of depth 0 is 1, always");
    else if (reader->entry->known >> depth & 1)
        report_error(reader, opcode, "depth %" PRIu64 " has a count already", depth);
    reader->entry->known |= UINT32_C(1) << depth;
    reader->entry->count[depth] = count;
}

static void read_depth(struct suite_reader *reader, struct span opcode, struct span operand)
{
    uint64_t depth = 0;
    struct span digits = {opcode.start + 1, opcode.end};
    enum number_result result = text_number(reader->line + digits.start, digits.end - digits.start,
                                            SUITE_MAX_DEPTH, &depth);
    if (result == NUMBER_TOO_LARGE)
        report_error(reader, opcode, "depths go up to D%d", SUITE_MAX_DEPTH);
    else if (result == NUMBER_MALFORMED)
        report_error(reader, opcode, "D and a depth in digits are expected, such as D1 44");
    else if (reader->line[opcode.start] == 'd')
        report_error(reader, opcode, "depths are written with a capital D, such as D1 44");
    else
        read_count(reader, depth, opcode, operand);
}

static void read_id(struct suite_reader *reader, struct span opcode, struct span operand)
{
    const char *line = reader->line;
    struct span text = {operand.start + 1, operand.end - 1};
    if (reader->has_id) {
        report_error(reader, opcode, "a second id for one position");
        return;
    }
    if (operand.end - operand.start < 2 || line[operand.start] != '"' || line[text.end] != '"' ||
        memchr(line + text.start, '"', text.end - text.start) != NULL) {
        report_error(reader, operand.start == operand.end ? opcode : operand,
                     "an id is one text in quotes, such as id \"start\"");
        return;
    }
    if (text.start == text.end) {
        report_error(reader, operand, "the id is empty");
        return;
    }
    if (text.end - text.start >= SUITE_ID_SIZE) {
        report_error(reader, operand, "the id has %zu bytes; it may have %d", text.end - text.start,
                     SUITE_ID_SIZE - 1);
        return;
    }
    for (size_t i = text.start, size; i < text.end; i += size) {
        size = text_character(line + i, text.end - i);
        if (size == 0) { /* ids go to terminals, JSON and XML as they are */
            report_error(reader, ((struct span){i, i + 1}),
                         "the id has a byte that is not printable UTF-8");
            return;
        }
    }
    memcpy(reader->entry->id, line + text.start, text.end - text.start);
    reader->entry->id[text.end - text.start] = '\0';
    reader->has_id = true;
    reader->id_start = operand.start;
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

static void read_operation(struct suite_reader *reader, struct span operation)
{
    const char *line = reader->line;
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
        report_error(reader, operand, "a quote is not closed");
    else if (length == 2 && memcmp(line + opcode.start, "id", 2) == 0)
        read_id(reader, opcode, operand);
    else if (length > 0 && names_depth(line + opcode.start, length))
        read_depth(reader, opcode, operand);
    else
        report_warning(reader, length > 0 ? opcode : operation,
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

static void read_position(struct suite_reader *reader, size_t length)
{
    struct fen_error error;
    char unusual[160];
    if (!fen_read(reader->line, length, &reader->entry->position, &error))
        emit(reader, false, error.column, error.text, error.reason);
    else if (position_unusual(&reader->entry->position, unusual, sizeof unusual))
        report_warning(reader, whole_line, "%s", unusual);
}

/* Remembers the id of the entry; false when there is no memory left. */
static bool note_id(struct suite_reader *reader, size_t length)
{
    struct span part = reader->has_id ? (struct span){reader->id_start, length} : whole_line;
    int before;
    switch (name_set_add(&reader->names, reader->entry->id, reader->number, &before)) {
    case NAME_KNOWN:
        report_error(reader, part, "the id of line %d is used again", before);
        return true;
    case NAME_SET_FULL:
        if (reader->has_id && !reader->full)
            report_warning(reader, part,
                           "from here on, no id is found to be used twice: a suite "
                           "of more than %d positions",
                           NAME_SET_MOST);
        reader->full = reader->full || reader->has_id;
        return true;
    case NAME_NO_MEMORY:
        report_error(reader, whole_line, "%s", strerror(ENOMEM));
        return false;
    default:
        return true;
    }
}

enum line_result { LINE_POSITION, LINE_NOTHING, LINE_LAST };

static enum line_result read_line(struct suite_reader *reader, const char *line, size_t length)
{
    struct span text = trimmed(line, (struct span){0, length});
    const char *nul = memchr(line, '\0', length);
    reader->line = line;
    reader->line_failed = false;
    if (nul != NULL) {
        size_t place = (size_t)(nul - line);
        report_error(reader, ((struct span){place, place + 1}),
                     "the line has a NUL byte: this is no text file");
        return LINE_NOTHING;
    }
    if (text.start == text.end || line[text.start] == '#')
        return LINE_NOTHING;

    memset(reader->entry, 0, sizeof *reader->entry);
    reader->has_id = false;
    reader->entry->line = reader->number;
    snprintf(reader->entry->id, sizeof reader->entry->id, "line %d", reader->number);
    size_t end = operation_end(line, 0, text.end);
    read_position(reader, end);
    while (end < text.end) {
        size_t start = end + 1;
        end = operation_end(line, start, text.end);
        read_operation(reader, (struct span){start, end});
    }
    if (!reader->second && !note_id(reader, text.end))
        return LINE_LAST;
    return reader->line_failed ? LINE_NOTHING : LINE_POSITION;
}

/* Says why the file as a whole cannot be read. */
static bool cannot_read(struct suite_reader *reader, const char *what, int error)
{
    reader->number = 0;
    report_error(reader, whole_line, "%s%s", what, strerror(error));
    return false;
}

/* For the second time. */
static bool copy_line(struct suite_reader *reader, size_t length)
{
    return fwrite(reader->buffer, 1, length, reader->copy) == length ||
           cannot_read(reader, NO_COPY, errno);
}

/* The next line, of which `skip` bytes are no text. False at the end, or when it cannot be read,
 * which is reported. */
static bool take_line(struct suite_reader *reader, size_t *length, size_t *skip)
{
    static const char byte_order_mark[] = {'\xEF', '\xBB', '\xBF'};
    errno = 0;
    ssize_t got = text_line(&reader->buffer, &reader->size, reader->stream);
    if (got < 0) {
        int error = errno;
        if (feof(reader->stream))
            return false;
        reader->number = error == EFBIG ? reader->number + 1 : 0;
        report_error(reader, whole_line, "%s",
                     error == EFBIG ? "longer than 16 MiB: no suite" : strerror(error));
        return false;
    }
    if (reader->number == INT_MAX) {
        report_error(reader, whole_line, "there are more lines than have numbers");
        return false;
    }
    reader->number++;
    *length = (size_t)got;
    *skip = 0;
    if (reader->number == 1 && *length >= sizeof byte_order_mark &&
        memcmp(reader->buffer, byte_order_mark, sizeof byte_order_mark) == 0)
        *skip = sizeof byte_order_mark; /* editors do not count it as a column */
    if (reader->copy && !reader->second)
        return copy_line(reader, *length);
    return true;
}

/* Behind the end only a copy is still needed. */
static void end_reading(struct suite_reader *reader)
{
    if (reader->stream && reader->stream != reader->copy)
        fclose(reader->stream);
    free(reader->buffer);
    name_set_free(&reader->names);
    reader->stream = NULL;
    reader->buffer = NULL;
    reader->size = 0;
}

bool suite_next(struct suite_reader *reader, struct suite_entry *entry)
{
    size_t length, skip;
    enum line_result result = LINE_NOTHING;
    reader->entry = entry;
    while (reader->stream && result != LINE_LAST && reader->errors <= SUITE_MAX_REPORTS &&
           take_line(reader, &length, &skip)) {
        result = read_line(reader, reader->buffer + skip, length - skip);
        if (result == LINE_POSITION) {
            reader->count++;
            return true;
        }
    }
    if (!reader->stream)
        return false;
    end_reading(reader);
    if (!reader->failed && reader->count == 0) {
        reader->number = 0;
        report_error(reader, whole_line, "the file has no position");
    }
    return false;
}

bool suite_failed(const struct suite_reader *reader)
{
    return reader->failed;
}

static bool open_stream(struct suite_reader *reader)
{
    reader->stream = fopen(reader->file, "re");
    return reader->stream || cannot_read(reader, "", errno);
}

/* Opens a copy of what will be gone once it is read. */
static bool open_copy(struct suite_reader *reader)
{
    struct stat stat;
    if (fstat(fileno(reader->stream), &stat) == 0 &&
        (S_ISREG(stat.st_mode) || S_ISDIR(stat.st_mode)))
        return true;
    reader->copy = text_temporary();
    return reader->copy || cannot_read(reader, NO_COPY, errno);
}

struct suite_reader *suite_open(const char *file, bool twice, suite_report *report_to,
                                void *context)
{
    struct suite_reader *reader = malloc(sizeof *reader);
    struct suite_reader start = {.file = file, .report = report_to, .context = context};
    if (!reader) {
        cannot_read(&start, "", ENOMEM);
        return NULL;
    }
    *reader = start;
    if (open_stream(reader) && (!twice || open_copy(reader)))
        return reader;
    suite_close(reader);
    return NULL;
}

bool suite_rewind(struct suite_reader *reader)
{
    end_reading(reader);
    reader->second = true;
    reader->count = 0;
    if (reader->copy) {
        errno = 0;
        if (fflush(reader->copy) != 0 || ferror(reader->copy))
            return cannot_read(reader, NO_COPY, errno ? errno : EIO);
        rewind(reader->copy);
        reader->stream = reader->copy;
    } else if (!open_stream(reader)) {
        return false;
    }
    reader->number = 0;
    return true;
}

void suite_close(struct suite_reader *reader)
{
    if (!reader)
        return;
    end_reading(reader);
    if (reader->copy)
        fclose(reader->copy);
    free(reader);
}

static bool append_entry(struct suite *suite, size_t *capacity, const struct suite_entry *entry)
{
    if (suite->count == *capacity) {
        size_t more = *capacity == 0 ? 64 : 2 * *capacity;
        struct suite_entry *grown = reallocarray(suite->entries, more, sizeof *grown);
        if (grown == NULL)
            return false;
        suite->entries = grown;
        *capacity = more;
    }
    suite->entries[suite->count++] = *entry;
    return true;
}

bool suite_read(const char *file, struct suite *suite, suite_report *report_to, void *context)
{
    struct suite_reader *reader = suite_open(file, false, report_to, context);
    struct suite_entry entry;
    size_t capacity = 0;
    bool all = true;
    *suite = (struct suite){0};
    if (!reader)
        return false;
    while (all && suite_next(reader, &entry)) {
        all = suite->count < SUITE_MAX_POSITIONS;
        if (!all)
            report_error(reader, whole_line, "a suite has at most %d positions: split it",
                         SUITE_MAX_POSITIONS);
        else if (!append_entry(suite, &capacity, &entry))
            all = cannot_read(reader, "", ENOMEM);
    }
    bool good = !reader->failed;
    suite_close(reader);
    if (!good)
        suite_free(suite);
    return good;
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
