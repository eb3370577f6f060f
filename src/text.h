/* Text of unknown origin: exact whole numbers, and bytes made fit to be shown to a person. */
#ifndef XQPERFT_TEXT_H
#define XQPERFT_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#include "public.h"

XQPERFT_BEGIN

enum number_result { NUMBER_OK, NUMBER_MALFORMED, NUMBER_TOO_LARGE };

/*
 * Reads `length` bytes that must all be decimal digits, at least one, and make a number of at most
 * `max`. *value is set only when the result is NUMBER_OK.
 */
enum number_result text_number(const char *text, size_t length, uint64_t max, uint64_t *value);

/*
 * The number of bytes of the printable UTF-8 character at the start of the text, or 0 when there
 * is none: no text, a control or invisible character, or bytes that are not UTF-8.
 */
size_t text_character(const char *text, size_t length);

/*
 * Copies text to `out`, always terminated; bytes that are not printable become \xNN. What does not
 * fit `size` bytes (at least 4) is cut between characters and replaced by "...".
 */
void text_printable(const char *text, size_t length, char *out, size_t size);

/* A longer line is none of ours: a device or another kind of file is being read, and might not end.
 */
enum { TEXT_LINE_LIMIT = 16 << 20 };

/* As getline(), and gives up with EFBIG at a line of TEXT_LINE_LIMIT bytes or more. */
ssize_t text_line(char **line, size_t *size, FILE *stream);

/* As tmpfile(), and not open in programs that are started meanwhile. */
FILE *text_temporary(void);

XQPERFT_END

#endif
