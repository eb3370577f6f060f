/*
 * The commands of xqbench: one file, one command, and one line in the table of main.c. A command
 * parses its own words by argp, prints, and returns an enum status.
 */
#ifndef XQBENCH_COMMAND_H
#define XQBENCH_COMMAND_H

#include <argp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "status.h"

#define PROGRAM "xqbench"

struct command {
    const char *name;
    const char *summary; /* for the list of commands; NULL when it is not for people */

    /* `words` are those after the command; words[-1] is "xqbench NAME", for messages. A signal
     * handler sets *stop. Returns an enum status. */
    int (*execute)(int count, char **words, const volatile sig_atomic_t *stop);

    bool brief; /* has nothing to save when it is interrupted: signals end it as they end others */
};

extern const struct command command_run, command_list, command_compare, command_gate,
    command_selftest;
extern const struct command command_report, command_sample, command_count, command_curve;

/* Says on standard error what is wrong, with the program's name before it. */
void command_complain(const char *text);

/* The same of a wrong use; points to the help and ends the program. For argp's parsers. */
__attribute__((noreturn)) void command_refuse(struct argp_state *state, const char *text);

/* The number that is an option's value; refuses what is none, or not from `least` to `most`. */
uint64_t command_number(struct argp_state *state, const char *option, const char *text,
                        uint64_t least, uint64_t most);

/* The option --isa of those commands that run boards: makes "vector" stand for this build, or
 * refuses with those that may run here. */
#define COMMAND_ISA_ARG "portable|avx2|avx512"
#define COMMAND_ISA_DOC "the build that the board 'vector' stands for (the widest that runs here)"
void command_isa(struct argp_state *state, const char *name);

/* Refuses a word that is no option, by a command that takes none. */
__attribute__((noreturn)) void command_refuse_word(struct argp_state *state, const char *word);

/* How a command that is not for people ends: says the reason by itself, since the program that
 * started it says who speaks; returns the exit status. */
int command_answer(enum sampling outcome, const struct fault *fault);

/* argp_parse() of the words of a command, in any order. */
void command_parse(const struct argp *argp, int count, char **words, void *input);

#endif
