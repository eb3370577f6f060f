/* xqbench sample: for launch.h, not for people: no options, no help. The program that started it
 * says who speaks. */
#include <stdio.h>

#include "command.h"
#include "launched.h"

static int execute(int count, char **words, const volatile sig_atomic_t *stop)
{
    struct fault fault;
    switch (launched_run((size_t)count, words, stdout, stop, &fault)) {
    case SAMPLING_DONE:
        return STATUS_DONE;
    case SAMPLING_STOPPED:
        return STATUS_INTERRUPTED;
    case SAMPLING_MISCOUNTED:
        fprintf(stderr, "%s\n", fault.text);
        return STATUS_CHECK_FAILED;
    case SAMPLING_FAILED:
        break;
    }
    fprintf(stderr, "%s\n", fault.text);
    return STATUS_IMPOSSIBLE;
}

const struct command command_sample = {LAUNCH_COMMAND, NULL, execute};
