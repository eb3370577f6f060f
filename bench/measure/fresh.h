/*
 * A fresh process of this program, by a command that is not for people: its arguments tell it all
 * it needs, and it answers in lines. Whoever measures gets a new one, because where code and data
 * happen to lie differs from one process to the next, and with it the speed.
 */
#ifndef XQBENCH_FRESH_H
#define XQBENCH_FRESH_H

#include "sampler.h"

struct fresh {
    const char *what;         /* what it is called in reasons: "launch 3" */
    const char *program;      /* the command that starts xqbench; NULL for this very program */
    const char *const *words; /* the arguments, the command first; NULL ends them */
    double limit;             /* seconds it may take */
    const volatile sig_atomic_t *stop;
};

enum { FRESH_SELF_SIZE = 64 };

/* A path of this very program, also when its file has been replaced meanwhile, as by make. Returns
 * `out`. */
const char *fresh_self(char out[FRESH_SELF_SIZE]);

enum { FRESH_NUMBER_SIZE = 24 }; /* of a number as an argument */

/* The words "COMMAND FILE NUMBER... TEXT...", ended by NULL, in one piece of memory, to be given to
 * free(); NULL without memory. Texts, which NULL ends, are not copied; `texts` may be NULL. */
const char **fresh_words(const char *command, const char *file, const uint64_t *numbers,
                         size_t count, const char *const *texts);

/* Takes a line of an answer; false when it is not one that the process should say. */
typedef bool fresh_take(void *context, const char *line);

/* Reads so many numbers with a blank between them, and nothing else. */
bool fresh_numbers(const char *line, uint64_t *numbers, size_t count);

/* Runs it to its end. SAMPLING_DONE when every line was taken and its exit status is 0; whether all
 * was said is for the caller to know. SAMPLING_MISCOUNTED when that is its exit status. Otherwise
 * the reason is in *fault, unless it was stopped. */
enum sampling fresh_run(const struct fresh *fresh, fresh_take *take, void *context,
                        struct fault *fault);

#endif
