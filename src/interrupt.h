/* Ctrl-C, SIGTERM, SIGHUP and SIGQUIT: the first asks what runs to stop; another, from a second
 * later on, ends the program. */
#ifndef XQPERFT_INTERRUPT_H
#define XQPERFT_INTERRUPT_H

#include <signal.h>

/* Not 0 once a signal came; what perft_request.stop points to. */
extern volatile sig_atomic_t interrupted;

/* A signal that is ignored from the start stays so, and SIGPIPE is from now on: a reader that left
 * is seen as a write error. */
void interrupt_install(void);

/* For SIGPIPE alone. */
void interrupt_ignore_pipe(void);

/* Ends the program as SIGPIPE would have, as it ends other programs whose reader has left; returns
 * when that signal was ignored from the start. */
void interrupt_by_pipe(void);

#endif
