/* What is said to a child process and what it says, in lines. */
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "child_private.h"
#include "text.h"

/* Seconds: the longest wait without a look at the stop flag; the same while only its death is
 * waited for, of which no pipe tells; what is waited for the words of a process that has died or
 * closed its output; and how long the heirs of its pipes are heard. */
static const double slice = 0.1, blind = 0.001, last_words = 0.05, heirs = 0.2;

/* --- lines ----------------------------------------------------------------------------------- */

static void finish_line(struct child_stream *stream)
{
    if (stream->length > 0 && stream->line[stream->length - 1] == '\r')
        stream->length--;
    for (size_t i = 0; i < stream->length; i++)
        if (stream->line[i] == '\0')
            stream->line[i] = '?';
    stream->line[stream->length] = '\0';
}

/* Makes a line of what was read ahead, or the beginning of one, in which case it returns false. */
static bool take_line(struct child_stream *stream)
{
    if (stream->complete)
        stream->length = 0;
    const char *text = stream->ahead + stream->start;
    size_t size = stream->end - stream->start;
    const char *newline = memchr(text, '\n', size);
    if (newline)
        size = (size_t)(newline - text);
    size_t room = CHILD_LINE_SIZE - 1 - stream->length;
    size_t kept = size < room ? size : room;
    memcpy(stream->line + stream->length, text, kept);
    stream->length += kept;
    stream->start += size + (newline != NULL);
    stream->complete = newline || (stream->fd < 0 && stream->length > 0);
    if (stream->complete)
        finish_line(stream);
    return stream->complete;
}

static void remember(struct child *child, const struct child_stream *stream)
{
    if (stream->length == 0)
        return;
    char *slot = child->last[child->last_count++ % CHILD_LAST_LINES];
    text_printable(stream->line, stream->length, slot, CHILD_LAST_SIZE);
}

static void drop(struct child *child, struct child_stream *stream)
{
    while (take_line(stream))
        remember(child, stream);
}

void child_drop_output(struct child *child)
{
    drop(child, &child->out);
}

size_t child_last_lines(struct child *child, const char *line[CHILD_LAST_LINES])
{
    const struct child_stream *streams[] = {&child->out, &child->error};
    size_t extra = 0;
    for (size_t i = 0; i < 2; i++)
        if (!streams[i]->complete && streams[i]->length > 0)
            text_printable(streams[i]->line, streams[i]->length, child->unfinished[extra++],
                           CHILD_LAST_SIZE);
    size_t count = CHILD_LAST_LINES - extra;
    if (count > child->last_count)
        count = child->last_count;
    for (size_t i = 0; i < count; i++)
        line[i] = child->last[(child->last_count - count + i) % CHILD_LAST_LINES];
    for (size_t i = 0; i < extra; i++)
        line[count + i] = child->unfinished[i];
    return count + extra;
}

/* --- waiting and reading --------------------------------------------------------------------- */

static void end_stream(struct child_stream *stream)
{
    if (stream->fd >= 0)
        close(stream->fd);
    stream->fd = -1;
}

/* Reads once; `ahead` has room, or it has not and is dropped. */
static void read_ahead(struct child *child, struct child_stream *stream)
{
    if (stream->start > 0) {
        stream->end -= stream->start;
        memmove(stream->ahead, stream->ahead + stream->start, stream->end);
        stream->start = 0;
    }
    if (stream->end == CHILD_AHEAD_SIZE) {
        drop(child, stream);
        stream->start = stream->end = 0;
    }
    ssize_t count = read(stream->fd, stream->ahead + stream->end, CHILD_AHEAD_SIZE - stream->end);
    if (count > 0)
        stream->end += (size_t)count;
    else if (count == 0 || (errno != EAGAIN && errno != EINTR))
        end_stream(stream);
}

/* The heirs of a dead process's pipes may keep them open, silent or not: they are not waited for.
 */
static void end_inherited(struct child *child, bool silent)
{
    if (!silent && child_clock() - child->dead_since < heirs)
        return;
    end_stream(&child->out);
    end_stream(&child->error);
}

enum child_event child_step(struct child *child, double deadline, bool writing)
{
    struct child_stream *streams[] = {&child->out, &child->error};
    struct pollfd polled[3] = {{child->out.fd, POLLIN, 0},
                               {child->error.fd, POLLIN, 0},
                               {writing ? child->input : -1, POLLOUT, 0}};
    if (child->stop && *child->stop)
        return CHILD_STOPPED;
    double wait = deadline - child_clock();
    if (wait <= 0)
        return CHILD_TIMEOUT;
    /* Asked before the reading: whatever a dead process has said can be read. */
    bool dead = child_is_dead(child);
    bool mute = child->out.fd < 0 && child->error.fd < 0;
    double longest = dead ? last_words : mute ? blind : slice;
    int ready = poll(polled, 3, 1 + (int)((wait < longest ? wait : longest) * 1000));
    for (size_t i = 0; i < 2; i++)
        if (ready > 0 && polled[i].revents != 0)
            read_ahead(child, streams[i]);
    if (dead && !mute)
        end_inherited(child, ready == 0);
    drop(child, &child->error);
    return CHILD_LINE;
}

/* What else it says on standard error when its output has ended. */
static void hear_last_words(struct child *child)
{
    double deadline = child_clock() + 2 * last_words;
    while (child->error.fd >= 0 && child_step(child, deadline, false) == CHILD_LINE) {
    }
}

enum child_event child_read(struct child *child, double deadline, char **line)
{
    while (!take_line(&child->out)) {
        if (child->out.fd < 0) {
            hear_last_words(child);
            return CHILD_ENDED;
        }
        enum child_event event = child_step(child, deadline, false);
        if (event != CHILD_LINE)
            return event;
    }
    remember(child, &child->out);
    *line = child->out.line;
    return CHILD_LINE;
}

/* --- writing --------------------------------------------------------------------------------- */

/* write(2) without the signal that a broken pipe raises; the caller's handling of it is kept. */
static ssize_t write_quietly(int fd, const char *text, size_t length)
{
    sigset_t pipe_signal, before, pending;
    sigemptyset(&pipe_signal);
    sigaddset(&pipe_signal, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
    sigpending(&pending);
    ssize_t count = write(fd, text, length);
    int error = errno;
    if (count < 0 && error == EPIPE && !sigismember(&pending, SIGPIPE))
        sigtimedwait(&pipe_signal, NULL, &(struct timespec){0});
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return count;
}

static enum child_event send_all(struct child *child, const char *text, double deadline)
{
    size_t length = strlen(text);
    while (length > 0) {
        ssize_t count = child->input < 0 ? -1 : write_quietly(child->input, text, length);
        if (count > 0) {
            text += count;
            length -= (size_t)count;
            continue;
        }
        if (child->input < 0 || (count < 0 && errno != EAGAIN && errno != EINTR))
            return CHILD_ENDED;
        enum child_event event = child_step(child, deadline, true);
        if (event != CHILD_LINE)
            return event;
        if (child_is_dead(child))
            return CHILD_ENDED;
    }
    return CHILD_LINE;
}

enum child_event child_send(struct child *child, const char *text, double deadline)
{
    enum child_event event = send_all(child, text, deadline);
    if (event == CHILD_ENDED) { /* read to the end of what it has said; it may have said why */
        double end = child_clock() + 2 * last_words;
        while (child->out.fd >= 0 && child_step(child, end, false) == CHILD_LINE)
            child_drop_output(child);
        hear_last_words(child);
    }
    if (event != CHILD_LINE)
        child_drop_output(child);
    return event;
}
