/*
 * Curves: the time of one move against the mobility of the position, and that of one node against
 * the depth of perft. They are drawn and not judged: no verdict hangs on them, and so fewer
 * launches do than for a table.
 *
 * A launch of the curves is a fresh process as in launch.h. It is told
 *
 *   FILE CLASSES BOARDS WORKLOADS ISA SEED LAUNCH CPU DEEPEST...
 *
 * where DEEPEST is the depth of the last step of each workload's curve by depth, and 0 for others.
 * It prints, when all is done, a line for each workload, step (from 0, see curve_steps.h) and board
 *
 *   WORKLOAD STEP CONTENDER PICOSECONDS
 *
 * with the median time of one pass over the step, 0 when it is less than the clock can tell, and
 * then the end line of launch.h.
 */
#ifndef XQBENCH_CURVE_H
#define XQBENCH_CURVE_H

#include <stdio.h>

#include "curve_steps.h"
#include "measure/launch.h"

#define CURVE_COMMAND "curve" /* of xqbench, not for people */

struct curve_request {
    const struct launch_request *launch; /* its plan has its boards loaded; paces are not used */
    size_t launches;
    FILE *progress; /* a terminal that receives how far it is, or NULL */
};

/* The time of one move or node in ns: median, least and most over the launches. NaN: a launch could
 * not tell. */
struct curve_figure {
    double ns, low, high;
};

struct curves {
    struct plan plan; /* that of the run, but for the controls that are slowed */
    struct contender contenders[PLAN_MAX]; /* its boards */
    struct curve_bands bands;
    unsigned deepest[PLAN_MAX];   /* depth of each workload's curve by depth; 0 for others */
    size_t launches;              /* that are done; 0 when there is no curve */
    size_t attempts;              /* to launch, also one that failed */
    size_t disturbed;             /* launches whose repetition was not to be trusted either */
    struct curve_figure *figures; /* see curve_figure() */
};

/*
 * Measures all curves that the workloads of the plan have. Boards that are slowed have none: they
 * are so in the sampler alone. Depths go as far as the first board
 * takes no longer than some hundredths of a second, 2 at least, and are the same for all boards. A
 * launch that is not to be trusted is repeated once, and the repetition counts, whatever it is
 * like. With any result but SAMPLING_DONE there is no curve, and the reason is in *fault. The
 * curves are not to be moved. Free with curve_free(), in any case.
 */
enum sampling curve_run(const struct curve_request *request, struct curves *curves,
                        struct fault *fault);
void curve_free(struct curves *curves);

/* Is a figure of a curve of this kind known? False for NULL. */
bool curve_has(const struct curves *curves, enum curve_kind kind);

/* The figure of one step, from 0 to below curve_step_count(). */
const struct curve_figure *curve_figure(const struct curves *curves, size_t workload, size_t step,
                                        size_t contender);

#endif
