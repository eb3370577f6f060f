/* xqbench count: for count.h, not for people: no options, no help. The program that started it says
 * who speaks. */
#include <stdio.h>

#include "command.h"
#include "count/count.h"
#include "count/counted.h"

static int execute(int count, char **words, const volatile sig_atomic_t *stop)
{
    struct fault fault;
    return command_answer(
        counted_run((size_t)count, words, counters_of_processor, stdout, stop, &fault), &fault);
}

const struct command command_count = {COUNT_COMMAND, NULL, execute, false};
