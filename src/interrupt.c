#include "interrupt.h"

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

volatile sig_atomic_t interrupted;

/* Milliseconds. timeout(1) and terminals send one wish as several signals. */
enum { SAME_WISH = 1000 };

static struct timespec first;
static bool ends_by_pipe; /* it would have, had it not been ignored */

static long since_first(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (now.tv_sec - first.tv_sec) * 1000 + (now.tv_nsec - first.tv_nsec) / 1000000;
}

static void on_signal(int number)
{
    if (!interrupted) {
        clock_gettime(CLOCK_MONOTONIC, &first);
        interrupted = 1;
    } else if (since_first() > SAME_WISH) {
        signal(number, SIG_DFL);
        raise(number);
    }
}

void interrupt_install(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
        struct sigaction before;
        sigemptyset(&action.sa_mask);
        /* Ignored from the start (nohup, a shell's background job): stays ignored. */
        if (sigaction(numbers[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(numbers[i], &action, NULL);
    }
    interrupt_ignore_pipe();
}

void interrupt_ignore_pipe(void)
{
    if (signal(SIGPIPE, SIG_IGN) == SIG_DFL)
        ends_by_pipe = true;
}

void interrupt_by_pipe(void)
{
    if (!ends_by_pipe)
        return;
    signal(SIGPIPE, SIG_DFL);
    raise(SIGPIPE);
}
