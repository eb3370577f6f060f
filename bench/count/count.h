/*
 * Counts what an operation takes: instructions exactly, by callgrind.h; cycles and misses where the
 * processor has counters, by counters.h. What is counted are passes over all positions, as they are
 * timed: neither loading nor a warm-up.
 *
 * A fresh process of xqbench runs the passes. It is told all by its arguments,
 *
 *   FILE BOARDS CLASSES WORKLOADS CPU PASSES... [BUILD]
 *
 * names of boards with commas between, bits for classes and workloads, a CPU one higher than its
 * number (0 for none), for each workload how many passes to count, and perhaps the file of a build
 * that has the boards (see setup_replace()). Names, because the processor that valgrind shows may
 * have other boards, and another variant behind "bitboard". It says, the build even when it does
 * not understand the arguments,
 *
 *   build compiler|flags|arch|commit TEXT
 *   WORKLOAD CONTENDER RESULT CYCLES INSTRUCTIONS BRANCH-MISSES CACHE-MISSES
 *   end
 *
 * with indices in the plan, the boards of a workload behind each other, and the sum of the passes'
 * results; COUNTER_UNKNOWN for what is absent, and as result of a board that needs another
 * processor. Valgrind's has no AVX-512: a board that does is timed, and not counted.
 */
#ifndef XQBENCH_COUNT_H
#define XQBENCH_COUNT_H

#include <stdio.h>

#include "counters.h"
#include "counts.h"
#include "measure/machine.h"

#define COUNT_COMMAND "count" /* of xqbench, not for people */

struct count_request {
    const struct plan *plan; /* with its paces */
    const char *positions;
    uint64_t classes, workloads; /* bits, as in struct run_request */
    int cpu;                     /* to stay on; -1 for none */
    const char *program; /* path of the xqbench whose instructions are counted; NULL: this one */
    const char *build; /* file of a build whose boards are counted by that xqbench; NULL: its own */
    const char *timed; /* the command that starts the one that is timed, as in launch.h */
    /* What its processor is asked for: counters_of_processor, which a process of it counts. */
    const struct counter_event *events;
    const struct machine *machine; /* tells the commit that it must be of */
    FILE *log;                     /* receives warnings */
    FILE *progress;                /* a terminal that receives how far it is, or NULL */
    const volatile sig_atomic_t *stop;
};

/* Is the program that counts xqbench, of this commit, and does it know the boards? Asks it, without
 * valgrind. SAMPLING_DONE, SAMPLING_STOPPED, or SAMPLING_FAILED with the reason. */
enum sampling count_ask(const struct count_request *request, struct fault *fault);

/* Likewise, and can it count: a valgrind that is missing or fails is a reason, too. */
enum sampling count_check(const struct count_request *request, struct fault *fault);

/* Counts instructions in one pass of everything; those of boards that valgrind's processor cannot
 * run stay unknown, as `log` receives. With SAMPLING_FAILED the reason is in *fault. */
enum sampling count_instructions(const struct count_request *request, struct counts *counts,
                                 struct fault *fault);

/*
 * The same, and what this processor can count in this build. What cannot be counted stays unknown:
 * `log` receives why, unless the processor just has no counters. What was counted before it was
 * stopped is there. SAMPLING_DONE, or SAMPLING_STOPPED.
 */
enum sampling count_run(const struct count_request *request, struct counts *counts);

#endif
