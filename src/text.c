/* Text of unknown origin: exact whole numbers, and bytes made fit to be shown to a person. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

enum number_result text_number(const char *text, size_t length, uint64_t max, uint64_t *value)
{
    uint64_t number = 0;
    bool too_large = false;
    if (length == 0)
        return NUMBER_MALFORMED;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return NUMBER_MALFORMED;
        uint64_t digit = (uint64_t)(text[i] - '0');
        if (digit > max || number > (max - digit) / 10)
            too_large = true; /* junk further on is the graver fault, so read on */
        else
            number = number * 10 + digit;
    }
    if (too_large)
        return NUMBER_TOO_LARGE;
    *value = number;
    return NUMBER_OK;
}

/* Decodes one UTF-8 sequence; returns its length, or 0 when it is malformed or overlong. */
static size_t utf8_decode(const unsigned char *byte, size_t length, uint32_t *code)
{
    static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    if (length == 0)
        return 0;
    *code = byte[0];
    if (byte[0] < 0x80)
        return 1;
    size_t size = byte[0] >= 0xf0 ? 4 : byte[0] >= 0xe0 ? 3 : 2;
    if (byte[0] < 0xc2 || byte[0] > 0xf4 || length < size)
        return 0;
    *code = byte[0] & (0x7fU >> size);
    for (size_t i = 1; i < size; i++) {
        if ((byte[i] & 0xc0) != 0x80)
            return 0;
        *code = *code << 6 | (byte[i] & 0x3fU);
    }
    return *code < smallest[size] || *code > 0x10ffff ? 0 : size;
}

/* Control characters, and those that show nothing or reorder the text around them. */
static bool is_invisible(uint32_t code)
{
    static const struct {
        uint32_t first, last;
    } invisible[] = {
        {0x00, 0x1f},     {0x7f, 0x9f},     {0xad, 0xad},     {0x200b, 0x200f}, {0x2028, 0x202e},
        {0x2060, 0x206f}, {0xd800, 0xf8ff}, {0xfeff, 0xfeff}, {0xfff0, 0xffff},
    };
    for (size_t i = 0; i < sizeof invisible / sizeof invisible[0]; i++)
        if (code >= invisible[i].first && code <= invisible[i].last)
            return true;
    return false;
}

size_t text_character(const char *text, size_t length)
{
    uint32_t code;
    size_t size = utf8_decode((const unsigned char *)text, length, &code);
    return size == 0 || is_invisible(code) ? 0 : size;
}

void text_printable(const char *text, size_t length, char *out, size_t size)
{
    static const char ellipsis[] = "...";
    size_t used = 0;
    size_t cut = 0; /* the last place where the ellipsis still fits */
    for (size_t i = 0; i < length;) {
        char escape[5];
        const char *piece = text + i;
        size_t taken = text_character(piece, length - i);
        size_t shown = taken;
        if (taken == 0) {
            snprintf(escape, sizeof escape, "\\x%02X", (unsigned char)text[i]);
            piece = escape;
            taken = 1;
            shown = sizeof escape - 1;
        }
        if (used + sizeof ellipsis <= size)
            cut = used;
        if (used + shown >= size) {
            memcpy(out + cut, ellipsis, sizeof ellipsis);
            return;
        }
        memcpy(out + used, piece, shown);
        used += shown;
        i += taken;
    }
    out[used] = '\0';
}

ssize_t text_line(char **line, size_t *size, FILE *stream)
{
    size_t length = 0;
    int byte = 0;
    while (byte != '\n' && (byte = getc_unlocked(stream)) != EOF) {
        if (length + 1 >= *size) { /* one more for the zero */
            size_t more = *size ? 2 * *size : 256;
            char *grown = *size < TEXT_LINE_LIMIT ? realloc(*line, more) : NULL;
            if (!grown) {
                errno = *size < TEXT_LINE_LIMIT ? ENOMEM : EFBIG;
                return -1;
            }
            *line = grown;
            *size = more;
        }
        (*line)[length++] = (char)byte;
    }
    if (length == 0 || ferror(stream))
        return -1;
    (*line)[length] = '\0';
    return (ssize_t)length;
}

FILE *text_temporary(void)
{
    FILE *file = tmpfile();
    if (file)
        fcntl(fileno(file), F_SETFD, FD_CLOEXEC);
    return file;
}
