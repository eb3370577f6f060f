/*
 * A launch: a fresh process of this program that prepares the boards anew, takes the samples of a
 * plan and reports them in lines. Where code and data happen to lie differs from one launch to the
 * next, and with it the speed, which is why results come from several of them.
 *
 * A launch is told all it needs by its arguments, decimal numbers but for files:
 *
 *   FILE CLASSES BOARDS WORKLOADS ISA ROUNDS SEED LAUNCH CPU (RESULT PASSES)... [BASE NEW]
 *
 * with bits for classes, boards and workloads, an enum isa, a CPU one higher than its number (0 for
 * none), and
 * the pace of each workload. Behind them may stand the files of two builds whose boards take the
 * place of the program's (see setup_replace()). It prints, when all is done, a line for each sample
 *
 *   WORKLOAD CONTENDER ROUND ORDER NS
 *
 * with indices in the plan, round and order from 1, and then what it has seen:
 *
 *   end SWITCHES STEAL LOAD MICROSECONDS
 */
#ifndef XQBENCH_LAUNCH_H
#define XQBENCH_LAUNCH_H

#include <signal.h>

#include "sampler.h"

#define LAUNCH_COMMAND "sample" /* of xqbench, not for people */

/* What a launch saw of its machine while it took its samples. */
struct launch_facts {
    unsigned launch;   /* its number, from 1 */
    unsigned attempt;  /* 1, or 2 when it is the repetition of one that was not to be trusted */
    uint64_t switches; /* how often another process took its CPU away */
    uint64_t steal;    /* clock ticks that the host of this virtual machine took of the CPU */
    double load;       /* the load average of the minute before; negative when unknown */
    double seconds;
    bool trusted; /* neither was more than a few */
};

/* All that launches have in common. */
struct launch_request {
    const char *program; /* the command that starts xqbench; NULL for this very program */
    const struct plan *plan;
    const char *positions;
    uint64_t classes, boards, workloads; /* bits, as in struct run_request */
    const char *const *builds;           /* two files and NULL, or NULL for the program's boards */
    int cpu;                             /* to stay on; -1 for none */
    double limit;                        /* seconds it may take */
    const volatile sig_atomic_t *stop;
};

/* Is the work of a launch fit to be compared? Says no when steal is more than 1 % of its time, or
 * its CPU was taken away more than 50 times a second; a few are no matter. */
bool launch_is_trusted(const struct launch_facts *facts);

/* Reads what stands behind "end " in the last line of a process that measures (moment.h puts it),
 * and judges it. False when it is none. */
bool launch_take_end(const char *line, struct launch_facts *facts);

/* Runs the launch with this number to its end, and fills in sampler_count() samples, round by
 * round, each in the plan's order of workloads and then in the order of the round. A launch that
 * dies, or says what it should not, is SAMPLING_FAILED. */
enum sampling launch_run(const struct launch_request *request, unsigned launch,
                         struct sample *samples, struct launch_facts *facts, struct fault *fault);

#endif
