#include "curve.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "child.h"
#include "measure/controls.h"
#include "measure/fresh.h"
#include "stats/stats.h"

enum { FIXED_NUMBERS = 7, ATTEMPTS = 2 };

/* Seconds that one perft of the first board may take: deep enough to see a curve level off, short
 * enough to be taken on every board in every launch. */
static const double longest = 0.08;

static const double unsaid = -1; /* a time */

/* --- of which boards ------------------------------------------------------------------------- */

static uint64_t without_slowed(uint64_t boards)
{
    for (size_t i = 0; i < PLAN_MAX && controls_board_at(i); i++)
        if (controls_slowdown(controls_board_at(i)) > 0)
            boards &= ~((uint64_t)1 << i);
    return boards;
}

static void take_plan(struct curves *curves, const struct plan *plan)
{
    curves->plan = *plan;
    curves->plan.contenders = curves->contenders;
    curves->plan.contender_count = 0;
    for (size_t i = 0; i < plan->contender_count; i++)
        if (controls_slowdown(plan->contenders[i].board) == 0)
            curves->contenders[curves->plan.contender_count++] = plan->contenders[i];
}

/* --- how deep -------------------------------------------------------------------------------- */

static enum sampling find_deepest(const struct workload *workload,
                                  const struct contender *contender, unsigned *deepest,
                                  struct fault *fault)
{
    size_t start = contender->suite->count - 1;
    double foreseen = 0;
    *deepest = 0;
    for (unsigned depth = 1; depth <= CURVE_MAX_DEPTH && (depth <= 2 || foreseen <= longest);
         depth++) {
        double since = child_clock();
        uint64_t nodes = workload_perft(workload, contender, start, depth);
        double taken = child_clock() - since;
        if (nodes != curve_start_nodes[depth]) {
            fault_set(fault,
                      "board %s miscounts in workload %s: perft %u of the starting position is "
                      "%" PRIu64 ", not %" PRIu64,
                      contender->board->name, workload->name, depth, nodes,
                      curve_start_nodes[depth]);
            return SAMPLING_MISCOUNTED;
        }
        *deepest = depth;
        if (depth < CURVE_MAX_DEPTH)
            foreseen =
                taken * (double)curve_start_nodes[depth + 1] / (double)curve_start_nodes[depth];
    }
    return SAMPLING_DONE;
}

static enum sampling no_memory(struct fault *fault)
{
    fault_set(fault, "no memory for the positions of the curves");
    return SAMPLING_FAILED;
}

static enum sampling find_deepest_on(const struct workload *workload, const struct board *board,
                                     const struct suite *suite, unsigned *deepest,
                                     struct fault *fault)
{
    struct contender contender;
    enum sampling outcome = contender_prepare(&contender, board, suite)
                                ? find_deepest(workload, &contender, deepest, fault)
                                : no_memory(fault);
    contender_free(&contender);
    return outcome;
}

/* Fills in bands and depths, each with the first board of the plan that has the workload. */
static enum sampling find_steps(const struct curve_request *request, struct curves *curves,
                                struct fault *fault)
{
    const struct plan *plan = &curves->plan;
    struct suite suite = {0};
    enum sampling outcome = SAMPLING_DONE;
    if (!curve_arrange(plan->contenders[0].suite, &suite, &curves->bands))
        outcome = no_memory(fault);
    for (size_t i = 0; i < plan->workload_count && outcome == SAMPLING_DONE; i++) {
        size_t board = plan_first(plan, i);
        if (*request->launch->stop)
            outcome = SAMPLING_STOPPED;
        else if (curve_kind_of(plan->workloads[i]) == CURVE_DEPTHS && board < plan->contender_count)
            outcome = find_deepest_on(plan->workloads[i], plan->contenders[board].board, &suite,
                                      &curves->deepest[i], fault);
    }
    suite_free(&suite);
    return outcome;
}

/* --- one launch ------------------------------------------------------------------------------ */

static size_t steps_of(const struct curves *curves, size_t workload)
{
    return curve_step_count(curves->plan.workloads[workload], &curves->bands,
                            curves->deepest[workload]);
}

static size_t cell_of(const struct curves *curves, size_t workload, size_t step, size_t contender)
{
    return (workload * CURVE_MAX_STEPS + step) * curves->plan.contender_count + contender;
}

static size_t cell_count(const struct curves *curves)
{
    return cell_of(curves, curves->plan.workload_count, 0, 0);
}

/* Moves or nodes of one pass over a step. */
static uint64_t units_of(const struct curves *curves, size_t workload, size_t step)
{
    return curve_kind_of(curves->plan.workloads[workload]) == CURVE_MOBILITY
               ? curves->bands.band[step].moves
               : curve_start_nodes[step + 1];
}

/* A launch that is heard out. */
struct hearing {
    const struct curves *curves;
    double *times; /* ns of one unit in each cell; 0: unknown */
    struct launch_facts *facts;
    bool ended;
};

static bool take_time(const struct hearing *hearing, const char *line)
{
    enum { WORKLOAD, STEP, CONTENDER, PICOSECONDS, COUNT };
    const struct curves *curves = hearing->curves;
    uint64_t said[COUNT];
    if (!fresh_numbers(line, said, COUNT) || said[WORKLOAD] >= curves->plan.workload_count ||
        said[STEP] >= steps_of(curves, (size_t)said[WORKLOAD]) ||
        said[CONTENDER] >= curves->plan.contender_count)
        return false;
    size_t workload = (size_t)said[WORKLOAD], step = (size_t)said[STEP];
    double *time = &hearing->times[cell_of(curves, workload, step, (size_t)said[CONTENDER])];
    if (*time != unsaid)
        return false;
    *time = (double)said[PICOSECONDS] / 1000 / (double)units_of(curves, workload, step);
    return true;
}

static bool take_line(void *context, const char *line)
{
    struct hearing *hearing = context;
    if (hearing->ended)
        return false;
    if (strncmp(line, "end ", 4) != 0)
        return take_time(hearing, line);
    return hearing->ended = launch_take_end(line + 4, hearing->facts);
}

static bool is_complete(const struct curves *curves, const double *times)
{
    for (size_t i = 0; i < curves->plan.workload_count; i++)
        for (size_t j = 0; j < steps_of(curves, i) * curves->plan.contender_count; j++)
            if (times[cell_of(curves, i, 0, 0) + j] == unsaid)
                return false;
    return true;
}

static const char **make_words(const struct launch_request *launch, const struct curves *curves,
                               size_t number)
{
    uint64_t numbers[FIXED_NUMBERS + PLAN_MAX] = {launch->classes,
                                                  without_slowed(launch->boards),
                                                  launch->workloads,
                                                  isa_chosen(),
                                                  launch->plan->seed,
                                                  number,
                                                  (uint64_t)(launch->cpu + 1)};
    size_t count = FIXED_NUMBERS;
    for (size_t i = 0; i < launch->plan->workload_count; i++)
        numbers[count++] = curves->deepest[i];
    return fresh_words(CURVE_COMMAND, launch->positions, numbers, count, NULL);
}

/* Runs the launch with this number (from 1), once. */
static enum sampling run_one(const struct launch_request *launch, const struct curves *curves,
                             size_t number, double *times, struct launch_facts *facts,
                             struct fault *fault)
{
    struct hearing hearing = {curves, times, facts, false};
    char what[40];
    snprintf(what, sizeof what, "launch %zu of the curves", number);
    for (size_t i = 0; i < cell_count(curves); i++)
        times[i] = unsaid;
    const char **words = make_words(launch, curves, number);
    if (words == NULL) {
        fault_set(fault, "%s cannot be started: no memory", what);
        return SAMPLING_FAILED;
    }
    const struct fresh fresh = {what, launch->program, words, launch->limit, launch->stop};
    enum sampling outcome = fresh_run(&fresh, take_line, &hearing, fault);
    free(words);
    if (outcome != SAMPLING_DONE || (hearing.ended && is_complete(curves, times)))
        return outcome;
    fault_set(fault, "%s ended before it had told all times", what);
    return SAMPLING_FAILED;
}

/* --- all launches ---------------------------------------------------------------------------- */

/* Runs the launch after those that are done, and once more when it was disturbed. */
static enum sampling run_next(const struct curve_request *request, struct curves *curves,
                              double *times, struct fault *fault)
{
    struct launch_facts facts = {.trusted = false};
    enum sampling outcome = SAMPLING_DONE;
    for (int attempt = 1; attempt <= ATTEMPTS && !facts.trusted; attempt++) {
        curves->attempts++;
        outcome = run_one(request->launch, curves, curves->launches + 1, times, &facts, fault);
        if (outcome != SAMPLING_DONE)
            return outcome;
    }
    curves->launches++;
    curves->disturbed += !facts.trusted;
    return outcome;
}

/* Of each cell, what all launches say together. Those that are no step are unknown, too. */
static void sum_up(struct curves *curves, const double *times, double *scratch)
{
    size_t cells = cell_count(curves);
    for (size_t cell = 0; cell < cells; cell++) {
        for (size_t i = 0; i < curves->launches; i++)
            scratch[i] = times[i * cells + cell];
        double median = stats_median(scratch, curves->launches); /* they are in order now */
        curves->figures[cell] =
            scratch[0] > 0
                ? (struct curve_figure){median, scratch[0], scratch[curves->launches - 1]}
                : (struct curve_figure){NAN, NAN, NAN};
    }
}

static enum sampling run_all(const struct curve_request *request, struct curves *curves,
                             double *times, struct fault *fault)
{
    enum sampling outcome = SAMPLING_DONE;
    while (curves->launches < request->launches && outcome == SAMPLING_DONE) {
        if (request->progress) {
            fprintf(request->progress, "\r\033[Kcurves: launch %zu of %zu", curves->launches + 1,
                    request->launches);
            fflush(request->progress);
        }
        outcome = run_next(request, curves, times + curves->launches * cell_count(curves), fault);
    }
    if (request->progress)
        fputs(outcome == SAMPLING_DONE ? "\r\033[K" : "\n", request->progress);
    return outcome;
}

static bool has_any(const struct plan *plan)
{
    for (size_t i = 0; i < plan->workload_count && plan->contender_count > 0; i++)
        if (curve_kind_of(plan->workloads[i]) != CURVE_NONE)
            return true;
    return false;
}

enum sampling curve_run(const struct curve_request *request, struct curves *curves,
                        struct fault *fault)
{
    *curves = (struct curves){0};
    take_plan(curves, request->launch->plan);
    if (!has_any(&curves->plan))
        return SAMPLING_DONE;
    enum sampling outcome = find_steps(request, curves, fault);
    if (outcome == SAMPLING_DONE) {
        size_t cells = cell_count(curves);
        double *times = calloc(cells * request->launches, sizeof *times);
        double *scratch = calloc(request->launches, sizeof *scratch);
        curves->figures = calloc(cells, sizeof *curves->figures);
        if (times && scratch && curves->figures) {
            outcome = run_all(request, curves, times, fault);
        } else {
            outcome = SAMPLING_FAILED;
            fault_set(fault, "no memory for the times of the curves");
        }
        if (outcome == SAMPLING_DONE)
            sum_up(curves, times, scratch);
        free(times);
        free(scratch);
    }
    if (outcome == SAMPLING_STOPPED)
        fault_set(fault, "interrupted while the curves were measured");
    if (outcome != SAMPLING_DONE)
        curves->launches = 0;
    return outcome;
}

void curve_free(struct curves *curves)
{
    free(curves->figures);
    curves->figures = NULL;
}

bool curve_has(const struct curves *curves, enum curve_kind kind)
{
    for (size_t i = 0; curves && curves->launches > 0 && i < curves->plan.workload_count; i++)
        for (size_t j = 0; j < steps_of(curves, i) * curves->plan.contender_count; j++)
            if (curve_kind_of(curves->plan.workloads[i]) == kind &&
                !isnan(curves->figures[cell_of(curves, i, 0, 0) + j].ns))
                return true;
    return false;
}

const struct curve_figure *curve_figure(const struct curves *curves, size_t workload, size_t step,
                                        size_t contender)
{
    return &curves->figures[cell_of(curves, workload, step, contender)];
}
