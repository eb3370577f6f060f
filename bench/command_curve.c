/* xqbench curve: for curve.h, not for people: no options, no help. The program that started it says
 * who speaks. */
#include <stdio.h>

#include "command.h"
#include "curves/curved.h"

static int execute(int count, char **words, const volatile sig_atomic_t *stop)
{
    struct fault fault;
    return command_answer(curved_run((size_t)count, words, stdout, stop, &fault), &fault);
}

const struct command command_curve = {CURVE_COMMAND, NULL, execute, false};
