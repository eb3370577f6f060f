/* Input line by line, for a program that is spoken to: a signal ends the waiting. */
#ifndef XQPERFT_CLI_LINES_H
#define XQPERFT_CLI_LINES_H

#include "words.h"

/* A longer line is no command: a device or another kind of file is being read, and might not end.
 */
enum { LINE_LIMIT = 16 << 20 };

struct lines {
    int fd; /* that is read; 0 is standard input */
    char *buffer;
    size_t size, used;
    size_t taken;    /* of the used bytes, those of lines that were returned */
    size_t searched; /* no line ends before it */
    bool ended;
};

enum lines_result {
    LINES_LINE,
    LINES_END,
    LINES_SIGNAL, /* `interrupted` was set before a whole line had come */
    LINES_FAILED, /* errno says why; EFBIG for a line of more than LINE_LIMIT bytes */
};

/*
 * Reads the next line, without its line feed; the last may have none. It lasts until the next call.
 * Begin with a struct of zeros but for the descriptor, end with lines_free().
 */
enum lines_result lines_next(struct lines *lines, struct words *line);
void lines_free(struct lines *lines);

#endif
