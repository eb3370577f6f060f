#include "interrupt.h"
#include "output.h"

volatile sig_atomic_t interrupted;

static void on_signal(int number)
{
    (void)number;
    interrupted = 1;
}

void interrupt_install(void)
{
    static const int numbers[] = {SIGINT, SIGTERM};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        struct sigaction action = {.sa_handler = on_signal,
                                   .sa_flags = (int)(SA_RESTART | SA_RESETHAND)};
        struct sigaction before;
        sigemptyset(&action.sa_mask);
        /* Ignored from the start (nohup, a shell's background job): stays ignored. */
        if (sigaction(numbers[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(numbers[i], &action, NULL);
    }
    /* A reader that left is seen as a write error, which ends the program in an orderly way. */
    signal(SIGPIPE, SIG_IGN);
}

bool should_stop(void)
{
    return interrupted || !output_flush();
}
