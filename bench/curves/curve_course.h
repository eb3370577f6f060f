/* What a launch of the curves (curve.h) measures, and how. */
#ifndef XQBENCH_CURVE_COURSE_H
#define XQBENCH_CURVE_COURSE_H

#include "curve_steps.h"
#include "measure/sampler.h"

/* How a step is timed. */
struct curve_pace {
    uint64_t passes; /* in one sample */
    size_t rounds;
};

struct curve_course {
    /* Filled in by the caller. */
    const struct plan *plan; /* its boards are loaded with an arranged suite; paces are not used */
    struct curve_bands bands;
    unsigned deepest[PLAN_MAX]; /* depth of each workload's curve by depth; 0 for others */
    unsigned launch;            /* its number, from 1 */

    /* Found by the first board of the plan. */
    struct curve_pace paces[PLAN_MAX][CURVE_MAX_STEPS]; /* that of all bands is the first one */
    uint64_t results[PLAN_MAX];                         /* of a kernel, over all bands */
    double clock_ns;                                    /* of reading the clock, by itself */

    size_t rounds; /* there is room for */
    double *times; /* ns of one pass: rounds of each board, of each step, of each workload */
};

/* How many steps the curve of a workload has. */
size_t curve_course_steps(const struct curve_course *course, size_t workload);

/* Finds the paces, with a warm-up. False without memory. Free with curve_course_free(). */
bool curve_course_prepare(struct curve_course *course);
void curve_course_free(struct curve_course *course);

/* Takes all times, round by round and in each the boards in the balanced order of order.h. Stops
 * between two of them once *stop is not 0. */
enum sampling curve_course_run(struct curve_course *course, const volatile sig_atomic_t *stop,
                               struct fault *fault);

/* The median time of one pass, in ns; not above 0 when it is less than reading the clock takes. The
 * order of the times is lost. */
double curve_course_time(const struct curve_course *course, size_t workload, size_t step,
                         size_t board);

#endif
