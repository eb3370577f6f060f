/* The chosen boards and workloads, made ready to be timed: by a run, and by each of its launches.
 */
#ifndef XQBENCH_SETUP_H
#define XQBENCH_SETUP_H

#include "builds/builds.h"
#include "sampler.h"

enum { SETUP_BUILDS = 2 };

struct setup {
    struct suite suite, mirrored;
    struct contender contenders[PLAN_MAX], rehearsals[PLAN_MAX];
    const struct workload *workloads[PLAN_MAX];
    struct pace paces[PLAN_MAX];
    struct plan plan; /* of these */
    struct build builds[SETUP_BUILDS];
};

/* Those of the workloads that one of these boards has, bits likewise; launches are told of no
 * other.
 */
uint64_t setup_workloads(uint64_t boards, uint64_t workloads);

/* Chooses what the bits stand for, those of boards as in controls.h. The setup is not to be moved
 * any more. */
void setup_choose(struct setup *setup, uint64_t boards, uint64_t workloads);

/* Puts boards of the same name from builds (files, see builds.h) in the place of each that was
 * chosen: with two of them, a board of the first is followed by its other self of the second. */
bool setup_replace(struct setup *setup, const char *const *files, size_t count,
                   struct fault *fault);

/* Loads the suite and its mirror images into all boards, in this order (indices of contenders; NULL
 * for their own). */
bool setup_prepare(struct setup *setup, const uint8_t *order, struct fault *fault);

/* Frees it with its suite; NULL is allowed. */
void setup_free(struct setup *setup);

#endif
