/*
 * Another program as a child process, spoken to in lines. It may crash, hang, flood, or close its
 * output early: nothing here waits longer than it was told to, grows without bound, or leaves a
 * process behind.
 */
#ifndef XQPERFT_CHILD_H
#define XQPERFT_CHILD_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

enum {
    CHILD_LINE_SIZE = 4096, /* of a longer line, the rest is dropped */
    CHILD_LAST_LINES = 8,   /* remembered of what it said, standard error too */
    CHILD_LAST_SIZE = 200,  /* of each of them, made printable */
    CHILD_REASON_SIZE = 160,
};

struct child;

/*
 * Starts `command` by /bin/sh, in a process group of its own, with pipes for its standard input,
 * output and error. `arguments` (NULL for none, else ended by NULL) are appended to the command as
 * words that the shell does not look into. `stop`, when not NULL, is looked at while waiting (a
 * signal handler may set it). The process ends with the thread that has started it. NULL with errno
 * set when there can be no process.
 */
struct child *child_start(const char *command, const char *const *arguments,
                          const volatile sig_atomic_t *stop);

/* Seconds of the clock that deadlines are given in; it never goes back. */
double child_clock(void);

enum child_event {
    CHILD_LINE,    /* a line was read */
    CHILD_ENDED,   /* its output has ended, or it has */
    CHILD_TIMEOUT, /* the deadline has passed */
    CHILD_STOPPED, /* the stop flag was set */
};

/*
 * Sends text, with lines ended as given. CHILD_LINE when all of it was taken; what it prints
 * meanwhile is put aside; of what piles up, all but the last lines are dropped. With any other
 * result, what it has said is to be found in its last lines only.
 */
enum child_event child_send(struct child *child, const char *text, double deadline);

/* Nothing more will be sent: it reads the end of its input. */
void child_close_input(struct child *child);

/*
 * Reads the next line of its standard output without its end (LF or CRLF; the last may have none).
 * The line is the child's and lasts until the next call. NUL bytes become '?'. Lines that have been
 * read by then are given out after the deadline, too.
 */
enum child_event child_read(struct child *child, double deadline, char **line);

/* The last lines it said that are not empty, the oldest first, one not ended yet as the last;
 * returns how many. They last until the next call. */
size_t child_last_lines(struct child *child, const char *line[CHILD_LAST_LINES]);

enum { CHILD_BY_SIGNAL = -1, CHILD_FORCED = -2 };

/*
 * Closes its input, gives it `grace` seconds to end by itself (less when the stop flag is set),
 * ends the whole process group, and frees the child. Writes how it ended as the end of a sentence
 * that begins with its name: "exited with status 1", "was ended by signal 11 (Segmentation fault)",
 * or "did not end by itself". Returns its exit status, CHILD_BY_SIGNAL, or CHILD_FORCED when it did
 * not end by itself.
 */
int child_end(struct child *child, double grace, char how[CHILD_REASON_SIZE]);

#endif
