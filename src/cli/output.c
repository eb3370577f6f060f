#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "board.h"
#include "interrupt.h"
#include "output.h"
#include "text.h"
#include "version.h"

static bool output_failed;
static int output_errno; /* why, or 0 when that is not known */

bool output_flush(void)
{
    if (!output_failed && fflush(stdout) != 0) {
        output_errno = errno;
        output_failed = true;
    }
    if (!output_failed && ferror(stdout))
        output_failed = true;
    return !output_failed;
}

bool should_stop(void)
{
    return interrupted || !output_flush();
}

/* Runs at exit. A reader that left early (xqperft ... | head) has no need of a message. */
static void output_close(void)
{
    bool written = output_flush();
    if (written && fclose(stdout) != 0) { /* some file systems report a full disk only here */
        output_errno = errno;
        written = false;
    }
    if (written)
        return;
    output_failed = true;
    if (output_errno == EPIPE)
        interrupt_by_pipe();
    else
        complain("cannot write standard output%s%s", output_errno ? ": " : "",
                 output_errno ? strerror(output_errno) : "");
    _exit(STATUS_INPUT);
}

void output_open(void)
{
    /* The longest help fits, so that why it cannot be written is known when it is handed on: argp,
     * which prints it, does not tell. */
    static char buffer[1 << 16];
    /* Were 1 closed, the next file opened would become standard output. The mode is the wrong one
     * on purpose: writing to what was closed must fail. */
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY) != fd)
            _exit(STATUS_INPUT);
    if (!isatty(STDOUT_FILENO))
        setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    if (atexit(output_close) != 0)
        _exit(STATUS_INPUT);
}

void complain(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    output_flush(); /* first what was printed first, where both go to one terminal */
    fputs(PROGRAM ": ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
}

void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);
    if (!memory) {
        complain("out of memory");
        exit(STATUS_INPUT);
    }
    return memory;
}

/* Writes text, each character of `special` as the replacement at the same index. */
static void put_replaced(FILE *out, const char *text, const char *special,
                         const char *const *replacement)
{
    for (size_t left = strlen(text); left > 0;) {
        size_t size = text_character(text, left);
        const char *found = strchr(special, *text);
        if (found)
            fputs(replacement[found - special], out);
        else if (size == 0)
            fprintf(out, "\\x%02X", (unsigned char)*text);
        else
            fwrite(text, 1, size, out);
        size = size ? size : 1;
        text += size;
        left -= size;
    }
}

void put_printable(FILE *out, const char *text)
{
    put_replaced(out, text, "", NULL);
}

void put_tsv(FILE *out, const char *text)
{
    static const char *const replacement[] = {"\\\\", "\\t", "\\n", "\\r"};
    put_replaced(out, text, "\\\t\n\r", replacement);
}

void put_tap(FILE *out, const char *text)
{
    static const char *const replacement[] = {"\\\\", "\\#"};
    put_replaced(out, text, "\\#", replacement);
}

void put_xml(FILE *out, const char *text)
{
    static const char *const replacement[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#10;"};
    put_replaced(out, text, "&<>\"\n", replacement);
}

void put_shell(FILE *out, const char *text)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "-_./,:=+@%";
    if (*text && text[strspn(text, plain)] == '\0') {
        fputs(text, out);
        return;
    }
    fputc('\'', out);
    for (; *text; text++)
        if (*text == '\'')
            fputs("'\\''", out);
        else
            fputc(*text, out);
    fputc('\'', out);
}

int printable_width(const char *text)
{
    int width = 0;
    for (size_t left = strlen(text); left > 0;) {
        size_t size = text_character(text, left);
        width += size == 0 ? 4 : 1;
        size = size ? size : 1;
        text += size;
        left -= size;
    }
    return width;
}

void put_prefixed(FILE *out, const char *prefix, const char *text)
{
    while (*text) {
        size_t length = strcspn(text, "\n");
        fprintf(out, "%s%.*s\n", prefix, (int)length, text);
        text += length;
        text += *text == '\n';
    }
}

char *wide_group(wide number, char out[WIDE_GROUP_SIZE])
{
    char digits[WIDE_SIZE];
    size_t length = strlen(wide_write(number, digits));
    char *end = out;
    for (size_t i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            *end++ = ',';
        *end++ = digits[i];
    }
    *end = '\0';
    return out;
}

static const char too_many[] = "2^64 - 1 or more";

void put_nodes(FILE *out, uint64_t nodes)
{
    char digits[WIDE_SIZE];
    fputs(nodes == PERFT_TOO_MANY ? too_many : wide_write(nodes, digits), out);
}

char *number_write(uint64_t number, char out[NUMBER_SIZE])
{
    char text[WIDE_GROUP_SIZE];
    if (number == PERFT_TOO_MANY)
        return strcpy(out, too_many);
    return strcpy(out, wide_group(number, text));
}

uint64_t rate_of(uint64_t nodes, double seconds)
{
    double rate = seconds > 0 ? (double)nodes / seconds : 0;
    return rate < 0x1p63 ? (uint64_t)rate : 0;
}

char *rate_write(uint64_t nodes, double seconds, char out[NUMBER_SIZE])
{
    if (seconds > 0)
        return number_write(rate_of(nodes, seconds), out);
    return strcpy(out, "-");
}

json_t *json_text(const char *text)
{
    if (*text == '\0')
        return json_null();
    json_t *value = json_string(text);
    if (value)
        return value;
    size_t size = 4 * strlen(text) + 1;
    char *readable = allocate(size, 1);
    text_printable(text, strlen(text), readable, size);
    value = json_string(readable);
    free(readable);
    return value;
}

json_t *json_count(wide count)
{
    char digits[WIDE_SIZE];
    if (count <= INT64_MAX)
        return json_integer((json_int_t)count);
    return json_string(wide_write(count, digits));
}

json_t *json_nodes(uint64_t nodes)
{
    return nodes == PERFT_TOO_MANY ? json_null() : json_count(nodes);
}

json_t *json_begin(const char *command)
{
    return json_pack("{s:s, s:s}", "command", command, "version", XQPERFT_VERSION);
}

enum { JSON_FORM = JSON_INDENT(2) | JSON_REAL_PRECISION(9) };

void json_print(json_t *object)
{
    json_dumpf(object, stdout, JSON_FORM);
    putchar('\n');
    json_decref(object);
}

/* Prints a value that stands deeper than its text says, and frees it. */
static void json_put_indented(json_t *value, const char *indent)
{
    char *text = json_dumps(value, JSON_FORM | JSON_ENCODE_ANY);
    json_decref(value);
    for (const char *line = text; line && *line;) {
        size_t length = strcspn(line, "\n");
        printf("%s%.*s", line > text ? indent : "", (int)length, line);
        line += length;
        if (*line == '\n')
            putchar(*line++);
    }
    free(text);
}

static bool json_has_row;

void json_open(const char *command)
{
    json_t *object = json_begin(command);
    const char *name;
    json_t *value;
    putchar('{');
    json_object_foreach(object, name, value)
        printf("\n  \"%s\": \"%s\",", name, json_string_value(value));
    fputs("\n  \"results\": [", stdout);
    json_decref(object);
    json_has_row = false;
}

void json_row(json_t *row)
{
    fputs(json_has_row ? ",\n    " : "\n    ", stdout);
    json_put_indented(row, "    ");
    json_has_row = true;
}

void json_close(json_t *rest)
{
    const char *name;
    json_t *value;
    fputs(json_has_row ? "\n  ]" : "]", stdout);
    json_object_foreach(rest, name, value)
    {
        printf(",\n  \"%s\": ", name);
        json_put_indented(json_incref(value), "  ");
    }
    puts("\n}");
    json_decref(rest);
}
