/* What the two files of child.h share: the process (child.c) and its lines (child_lines.c). */
#ifndef XQPERFT_CHILD_PRIVATE_H
#define XQPERFT_CHILD_PRIVATE_H

#include <sys/types.h>

#include "child.h"

enum { CHILD_AHEAD_SIZE = 1 << 16 }; /* what may be read before it is asked for: a pipe's fill */

/* One of its two outputs. */
struct child_stream {
    int fd;            /* -1 once it has ended */
    size_t start, end; /* the part of `ahead` that no line was made of yet */
    char ahead[CHILD_AHEAD_SIZE];
    bool complete; /* the line was given out, and the next begins anew */
    size_t length;
    char line[CHILD_LINE_SIZE];
};

struct child {
    pid_t pid;
    int input; /* -1 when closed */
    const volatile sig_atomic_t *stop;
    double dead_since; /* when its death was first seen; 0 while it lives */
    struct child_stream out, error;

    size_t last_count; /* of all lines ever; the ring holds the last of them */
    char last[CHILD_LAST_LINES][CHILD_LAST_SIZE];
    char unfinished[2][CHILD_LAST_SIZE];
};

/* True once the process has ended. It is not reaped, so that its id stays its own. */
bool child_is_dead(struct child *child);

/*
 * Waits until something can be read (or written, when `writing`), a moment at most, and reads it
 * ahead; lines of standard error go to the last lines. CHILD_LINE when the wait may go on.
 */
enum child_event child_step(struct child *child, double deadline, bool writing);

/* Puts all that was read ahead among the last lines. */
void child_drop_output(struct child *child);

#endif
