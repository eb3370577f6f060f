/* For tests of what measures: the workloads that are chosen, and programs in place of xqbench. */
#ifndef XQPERFT_TESTS_MEASURING_H
#define XQPERFT_TESTS_MEASURING_H

#include <criterion/criterion.h>
#include <signal.h>
#include <string.h>

#include "measure/launch.h"
#include "measure/workloads.h"
#include "suite.h"

/* What a measurement is told to look at: is it to end? */
static const volatile sig_atomic_t running = 0, stopped = 1;

static inline uint64_t bit_of_workload(const char *name)
{
    for (size_t i = 0; all_workloads[i].name; i++)
        if (strcmp(all_workloads[i].name, name) == 0)
            return (uint64_t)1 << i;
    cr_assert_fail("no workload %s", name);
    return 0;
}

static inline void ignore_problem(void *context, const struct suite_problem *problem)
{
    (void)context;
    (void)problem;
}

/* Launches of a program with workloads on the first two boards and the starting position. */
static inline struct launch_request request_of(const struct plan *plan, uint64_t workloads,
                                               const char *program)
{
    return (struct launch_request){
        .program = program,
        .plan = plan,
        .positions = "positions/start.epd",
        .boards = 3,
        .workloads = workloads,
        .cpu = -1,
        .limit = 60,
        .stop = &running,
    };
}

/* A program that prints lines and does more, whatever it is told. */
#define SAYS(lines, more) "sh -c 'printf \"" lines "\"; " more "' fake"

/* A launch with these lines, which was disturbed the first time; the folder of shell.h is there. */
#define DISTURBED_ONCE(lines)                                                                      \
    SAYS(lines, "mkdir \"$DIR/seen\" 2>/dev/null && echo end 9999 0 0 9 || echo end 0 0 0 9")

#endif
