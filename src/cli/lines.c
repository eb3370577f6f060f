#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "interrupt.h"
#include "lines.h"

enum { LEAST_ROOM = 4096 };

/* Waits for input; false when a signal came instead. The signals are let in only while waiting, for
 * one that came between the look at the flag and the wait would be waited through. */
static bool wait_for_input(int fd)
{
    struct pollfd input = {.fd = fd, .events = POLLIN};
    sigset_t signals, before;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &signals, &before);
    while (!interrupted && ppoll(&input, 1, NULL, &before) < 0 && errno == EINTR)
        ;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return !interrupted;
}

/* Room for more behind the used bytes, which move to the front. */
static bool make_room(struct lines *lines)
{
    if (lines->taken > 0) {
        memmove(lines->buffer, lines->buffer + lines->taken, lines->used - lines->taken);
        lines->used -= lines->taken;
        lines->searched -= lines->taken;
        lines->taken = 0;
    }
    if (lines->size - lines->used >= LEAST_ROOM)
        return true;
    if (lines->used > LINE_LIMIT) {
        errno = EFBIG;
        return false;
    }
    size_t size = 2 * (lines->size + LEAST_ROOM);
    char *buffer = realloc(lines->buffer, size);
    if (!buffer)
        return false;
    lines->buffer = buffer;
    lines->size = size;
    return true;
}

static bool take_line(struct lines *lines, struct words *line)
{
    if (lines->searched == lines->used && !lines->ended)
        return false;
    char *start = lines->buffer + lines->taken;
    char *from = lines->buffer + lines->searched;
    char *end = memchr(from, '\n', lines->used - lines->searched);
    lines->searched = lines->used;
    if (!end && (!lines->ended || lines->taken == lines->used))
        return false;
    size_t length = end ? (size_t)(end - start) : lines->used - lines->taken;
    *line = (struct words){start, length};
    lines->taken += length + (end ? 1 : 0);
    lines->searched = lines->taken;
    return true;
}

enum lines_result lines_next(struct lines *lines, struct words *line)
{
    while (!take_line(lines, line)) {
        if (lines->ended)
            return LINES_END;
        if (!make_room(lines))
            return LINES_FAILED;
        if (!wait_for_input(lines->fd))
            return LINES_SIGNAL;
        ssize_t got = read(lines->fd, lines->buffer + lines->used, lines->size - lines->used);
        if (got < 0 && errno != EINTR && errno != EAGAIN)
            return LINES_FAILED;
        lines->used += got > 0 ? (size_t)got : 0;
        lines->ended = got == 0;
    }
    return LINES_LINE;
}

void lines_free(struct lines *lines)
{
    free(lines->buffer);
    *lines = (struct lines){.fd = lines->fd};
}
