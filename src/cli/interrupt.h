/* Ctrl-C, SIGTERM, SIGHUP and SIGQUIT: the first asks what runs to stop; another, from a second
 * later on, ends the program. */
#ifndef XQPERFT_CLI_INTERRUPT_H
#define XQPERFT_CLI_INTERRUPT_H

#include <signal.h>
#include <stdbool.h>

/* Not 0 once a signal came; what perft_request.stop points to. */
extern volatile sig_atomic_t interrupted;

void interrupt_install(void);

/* Is there no point in counting on: interrupted, or standard output cannot be written? */
bool should_stop(void);

#endif
