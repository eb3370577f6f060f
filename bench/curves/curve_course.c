#include "curve_course.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "measure/moment.h"
#include "measure/order.h"
#include "stats/stats.h"

enum {
    BAND_ROUNDS = 48,    /* at least, as below: in whole blocks of the balanced order */
    DEPTH_ROUNDS = 12,   /* each is a longer time, and so a steadier one */
    SAMPLE_NODES = 4000, /* of one depth, at least; for the reason that sampler_passes() has */
    SHORT_NS = 50000,    /* a perft that is timed beforehand */
    LONG_NS = 5000000,   /* a perft that takes longer evens out disturbances by itself: once */
    WARM_UP_DEPTH = 2,   /* of perft, which goes through all of its code with it */
};

static double *times_of(const struct curve_course *course, size_t workload, size_t step,
                        size_t contender)
{
    size_t cell = (workload * CURVE_MAX_STEPS + step) * course->plan->contender_count + contender;
    return course->times + cell * course->rounds;
}

size_t curve_course_steps(const struct curve_course *course, size_t workload)
{
    return curve_step_count(course->plan->workloads[workload], &course->bands,
                            course->deepest[workload]);
}

/* So many rounds or a few more, which are balanced. */
static size_t whole_blocks(const struct curve_course *course, size_t rounds)
{
    size_t boards = course->plan->contender_count;
    return (rounds + boards - 1) / boards * boards;
}

static enum sampling check(const struct workload *workload, const struct contender *contender,
                           uint64_t result, uint64_t expected, struct fault *fault)
{
    if (result == expected)
        return SAMPLING_DONE;
    fault_set(fault, "board %s miscounts in workload %s: %" PRIu64 ", not %" PRIu64,
              contender->board->name, workload->name, result, expected);
    return SAMPLING_MISCOUNTED;
}

/* --- bands ----------------------------------------------------------------------------------- */

static uint64_t run_band(const struct workload *workload, const struct contender *contender,
                         const struct curve_band *band)
{
    const struct board *board = contender->board;
    char *slots = (char *)contender->slots + band->first * board->slot_bytes;
    const char *extras = (const char *)contender->extras + band->first * board->extra_bytes;
    return board->kernel[workload->kernel](slots, band->count, extras);
}

/*
 * Passes over all bands, which are timed one by one on the way; returns the sum of their results.
 * A band by itself, repeated until there is enough to be timed, is soon known by heart to the
 * branch predictor, a small one better than a large one. Here each comes upon the processor as in
 * the pass over all positions that the tables tell of.
 */
static uint64_t traverse(const struct curve_course *course, const struct workload *workload,
                         const struct contender *contender, uint64_t passes,
                         uint64_t ns[CURVE_MAX_STEPS])
{
    uint64_t sum = 0;
    memset(ns, 0, CURVE_MAX_STEPS * sizeof *ns);
    for (uint64_t pass = 0; pass < passes; pass++) {
        uint64_t before = moment_ns();
        for (size_t i = 0; i < course->bands.count; i++) {
            sum += run_band(workload, contender, &course->bands.band[i]);
            uint64_t after = moment_ns();
            ns[i] += after - before;
            before = after;
        }
    }
    return sum;
}

static void find_pace_of_bands(struct curve_course *course, size_t workload)
{
    const struct workload *what = course->plan->workloads[workload];
    const struct contender *first = &course->plan->contenders[0];
    uint64_t ns[CURVE_MAX_STEPS];
    course->results[workload] = traverse(course, what, first, 1, ns); /* the warm-up */
    course->paces[workload][0] =
        (struct curve_pace){sampler_passes(what, first->suite->count), course->rounds};
}

static enum sampling take_bands(struct curve_course *course, size_t workload, size_t board,
                                size_t round, struct fault *fault)
{
    const struct workload *what = course->plan->workloads[workload];
    const struct contender *contender = &course->plan->contenders[board];
    uint64_t passes = course->paces[workload][0].passes, ns[CURVE_MAX_STEPS];
    sampler_rehearse(course->plan, what, board);
    uint64_t result = traverse(course, what, contender, passes, ns);
    for (size_t i = 0; i < course->bands.count; i++)
        times_of(course, workload, i, board)[round] =
            (double)ns[i] / (double)passes - course->clock_ns;
    return check(what, contender, result, passes * course->results[workload], fault);
}

/* --- depths ---------------------------------------------------------------------------------- */

static uint64_t count_nodes(const struct workload *workload, const struct contender *contender,
                            unsigned depth)
{
    return workload_perft(workload, contender, contender->suite->count - 1, depth);
}

/* Timed where it is short; deeper, a node takes about as long. */
static void find_pace_of_depths(struct curve_course *course, size_t workload)
{
    const struct workload *what = course->plan->workloads[workload];
    const struct contender *first = &course->plan->contenders[plan_first(course->plan, workload)];
    double ns = 0;
    for (unsigned depth = 1; depth <= course->deepest[workload]; depth++) {
        if (ns < SHORT_NS) {
            count_nodes(what, first, depth); /* the warm-up */
            uint64_t since = moment_ns();
            count_nodes(what, first, depth);
            ns = (double)(moment_ns() - since);
        } else {
            ns *= (double)curve_start_nodes[depth] / (double)curve_start_nodes[depth - 1];
        }
        course->paces[workload][depth - 1] =
            (struct curve_pace){SAMPLE_NODES / curve_start_nodes[depth] + 1,
                                ns > LONG_NS ? 1 : whole_blocks(course, DEPTH_ROUNDS)};
    }
}

static enum sampling take_depth(struct curve_course *course, size_t workload, unsigned depth,
                                size_t board, size_t round, struct fault *fault)
{
    const struct workload *what = course->plan->workloads[workload];
    const struct contender *contender = &course->plan->contenders[board];
    uint64_t passes = course->paces[workload][depth - 1].passes, nodes = 0;
    count_nodes(what, contender, depth < WARM_UP_DEPTH ? depth : WARM_UP_DEPTH);
    uint64_t since = moment_ns();
    for (uint64_t pass = 0; pass < passes; pass++)
        nodes += count_nodes(what, contender, depth);
    double ns = (double)(moment_ns() - since);
    times_of(course, workload, depth - 1, board)[round] = ns / (double)passes;
    return check(what, contender, nodes, passes * curve_start_nodes[depth], fault);
}

/* --- all of it ------------------------------------------------------------------------------- */

/* The least of many, for a disturbed one takes longer. */
static double time_of_clock(void)
{
    enum { TRIES = 1000 };
    uint64_t least = UINT64_MAX, before = moment_ns();
    for (int i = 0; i < TRIES; i++) {
        uint64_t after = moment_ns();
        if (after - before < least)
            least = after - before;
        before = after;
    }
    return (double)least;
}

/* One board's turn in one step of a round; all bands are one step in this. */
static enum sampling take(struct curve_course *course, size_t workload, size_t step, size_t board,
                          size_t round, struct fault *fault)
{
    if (round >= course->paces[workload][step].rounds || !plan_has(course->plan, workload, board))
        return SAMPLING_DONE;
    if (curve_kind_of(course->plan->workloads[workload]) == CURVE_MOBILITY)
        return take_bands(course, workload, board, round, fault);
    return take_depth(course, workload, (unsigned)step + 1, board, round, fault);
}

static enum sampling take_round(struct curve_course *course, size_t round,
                                const volatile sig_atomic_t *stop, struct fault *fault)
{
    uint8_t square[PLAN_MAX * PLAN_MAX];
    size_t boards = course->plan->contender_count;
    order_square(course->plan->seed, course->launch, round / boards, boards, square);
    const uint8_t *turns = square + round % boards * boards;
    for (size_t workload = 0; workload < course->plan->workload_count; workload++) {
        for (size_t i = 0; i < curve_course_steps(course, workload) * boards; i++) {
            if (*stop)
                return SAMPLING_STOPPED;
            enum sampling outcome =
                take(course, workload, i / boards, turns[i % boards], round, fault);
            if (outcome != SAMPLING_DONE)
                return outcome;
        }
    }
    return SAMPLING_DONE;
}

bool curve_course_prepare(struct curve_course *course)
{
    const struct plan *plan = course->plan;
    course->rounds = whole_blocks(course, BAND_ROUNDS);
    course->clock_ns = time_of_clock();
    for (size_t i = 0; i < plan->workload_count; i++) {
        if (curve_kind_of(plan->workloads[i]) == CURVE_MOBILITY)
            find_pace_of_bands(course, i);
        else if (curve_kind_of(plan->workloads[i]) == CURVE_DEPTHS)
            find_pace_of_depths(course, i);
    }
    course->times = calloc(plan->workload_count * CURVE_MAX_STEPS * plan->contender_count,
                           course->rounds * sizeof *course->times);
    return course->times != NULL;
}

void curve_course_free(struct curve_course *course)
{
    free(course->times);
    course->times = NULL;
}

enum sampling curve_course_run(struct curve_course *course, const volatile sig_atomic_t *stop,
                               struct fault *fault)
{
    enum sampling outcome = SAMPLING_DONE;
    for (size_t round = 0; round < course->rounds && outcome == SAMPLING_DONE; round++)
        outcome = take_round(course, round, stop, fault);
    return outcome;
}

double curve_course_time(const struct curve_course *course, size_t workload, size_t step,
                         size_t board)
{
    bool bands = curve_kind_of(course->plan->workloads[workload]) == CURVE_MOBILITY;
    return stats_median(times_of(course, workload, step, board),
                        course->paces[workload][bands ? 0 : step].rounds);
}
