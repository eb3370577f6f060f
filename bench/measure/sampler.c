#include "sampler.h"

#include <errno.h>
#include <inttypes.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "controls.h"
#include "forget.h"
#include "moment.h"
#include "order.h"

enum {
    /* Of perft, of which some take part. With a fourth of this, perft-legal of the bitboard was
     * still 5 % slower after other work than after itself. */
    WARM_UP_POSITIONS = 128,
    ROUNDS_MIN = 5,
    ROUNDS_MAX = 400,
};

bool plan_has(const struct plan *plan, size_t workload, size_t contender)
{
    return workload_has(plan->workloads[workload], plan->contenders[contender].board);
}

size_t plan_boards(const struct plan *plan, size_t workload)
{
    size_t count = 0;
    for (size_t i = 0; i < plan->contender_count; i++)
        count += plan_has(plan, workload, i);
    return count;
}

size_t plan_first(const struct plan *plan, size_t workload)
{
    size_t first = 0;
    while (first < plan->contender_count && !plan_has(plan, workload, first))
        first++;
    return first;
}

size_t plan_cells(const struct plan *plan)
{
    size_t count = 0;
    for (size_t i = 0; i < plan->workload_count; i++)
        count += plan_boards(plan, i);
    return count;
}

int sampler_cpu(void)
{
    return sched_getcpu();
}

bool sampler_pin(int cpu)
{
    if (cpu < 0 || cpu >= CPU_SETSIZE) {
        errno = EINVAL;
        return false;
    }
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET((size_t)cpu, &set);
    return sched_setaffinity(0, sizeof set, &set) == 0;
}

uint64_t sampler_passes(const struct workload *workload, size_t positions)
{
    return (workload->sample_positions + positions - 1) / positions;
}

bool sampler_stay(int cpu, struct fault *fault)
{
    return cpu < 0 || sampler_pin(cpu) ||
           fault_set(fault, "cannot stay on CPU %d: %s", cpu, strerror(errno));
}

size_t sampler_rounds(uint64_t round_ns, uint64_t budget_ns, size_t contender_count)
{
    uint64_t rounds = budget_ns / (round_ns > 0 ? round_ns : 1);
    if (rounds < ROUNDS_MIN)
        rounds = ROUNDS_MIN;
    if (rounds > ROUNDS_MAX)
        rounds = ROUNDS_MAX;
    /* Only whole blocks are balanced. */
    return (rounds + contender_count - 1) / contender_count * contender_count;
}

uint64_t sampler_slow_down(uint64_t start, uint64_t end, unsigned percent, uint64_t (*clock)(void))
{
    uint64_t deadline = end + ((end - start) * percent + 50) / 100;
    uint64_t before = end;
    while (end < deadline) {
        before = end;
        end = clock();
    }
    return deadline - before < end - deadline ? before : end;
}

/* Times some passes, and what a slowed board waits; returns the sum of their results through
 * *result. */
static uint64_t time_passes(const struct workload *workload, const struct contender *contender,
                            uint64_t passes, uint64_t *result)
{
    size_t positions = contender->suite->count;
    unsigned percent = controls_slowdown(contender->board);
    uint64_t sum = 0;
    uint64_t start = moment_ns();
    for (uint64_t pass = 0; pass < passes; pass++)
        sum += workload->pass(workload, contender, positions);
    uint64_t end = moment_ns();
    *result = sum;
    return sampler_slow_down(start, end, percent, moment_ns) - start;
}

static bool set_pace(const struct workload *workload, const struct contender *contender,
                     struct pace *pace, struct fault *fault)
{
    time_passes(workload, contender, 1, &pace->result); /* the warm-up, too */
    pace->operations = unit_count(&workload->operation, contender, pace->result);
    pace->passes = sampler_passes(workload, contender->suite->count);
    return pace->operations > 0 ||
           fault_set(fault, "workload %s finds nothing to do in these positions", workload->name);
}

static enum sampling compare_results(const struct workload *workload,
                                     const struct contender *contender, uint64_t passes,
                                     uint64_t result, uint64_t expected, struct fault *fault)
{
    if (result == expected)
        return SAMPLING_DONE;
    fault_set(fault,
              "board %s changed its mind in workload %s: %" PRIu64 " passes gave %" PRIu64
              ", not %" PRIu64,
              contender->board->name, workload->name, passes, result, expected);
    return SAMPLING_MISCOUNTED;
}

void sampler_warm(const struct workload *workload, const struct contender *contender)
{
    size_t positions = contender->suite->count;
    bool all = workload->depth == 0 || positions < WARM_UP_POSITIONS;
    workload->pass(workload, contender, all ? positions : WARM_UP_POSITIONS);
}

void sampler_rehearse(const struct plan *plan, const struct workload *workload, size_t which)
{
    sampler_warm(workload, &plan->contenders[which]);
    forget();
    sampler_warm(workload, &plan->rehearsals[which]);
}

/* Every board gets the same orders, for each takes part in each round and workload once. */
static void shuffle(const struct plan *plan, const struct sample *sample)
{
    struct order_stream stream =
        order_of_positions(plan->seed, sample->launch, sample->round, sample->workload);
    contender_shuffle(&plan->contenders[sample->contender], &stream);
}

static enum sampling take(const struct plan *plan, struct sample *sample, struct fault *fault)
{
    const struct workload *workload = plan->workloads[sample->workload];
    const struct contender *contender = &plan->contenders[sample->contender];
    const struct pace *pace = &plan->paces[sample->workload];
    uint64_t result;
    shuffle(plan, sample);
    sampler_rehearse(plan, workload, sample->contender);
    sample->ns = time_passes(workload, contender, pace->passes, &result);
    sample->operations = pace->passes * pace->operations;
    return compare_results(workload, contender, pace->passes, result, pace->passes * pace->result,
                           fault);
}

/* Is it the same code, or nearly: a variant under two names, a control, a board of two builds? */
static bool are_alike(const struct board *one, const struct board *other)
{
    return one->perft == other->perft || strcmp(one->name, other->name) == 0;
}

/* How many boards of the same code have their turn before this place. */
static size_t count_alike(const struct plan *plan, const uint8_t *turns, size_t place)
{
    size_t count = 0;
    for (size_t i = 0; i < place; i++)
        count += are_alike(plan->contenders[turns[i]].board, plan->contenders[turns[place]].board);
    return count;
}

/* The turns of a workload's boards that have so many of their own code before them. */
static enum sampling take_turns(const struct plan *plan, const struct sample *first,
                                const uint8_t *turns, size_t alike, struct sample *samples,
                                const volatile sig_atomic_t *stop, struct fault *fault)
{
    for (size_t place = 0; place < plan->contender_count; place++) {
        if (count_alike(plan, turns, place) != alike)
            continue;
        if (*stop)
            return SAMPLING_STOPPED;
        if (!plan_has(plan, first->workload, turns[place])) {
            samples[place] = (struct sample){0};
            continue;
        }
        samples[place] = *first;
        samples[place].contender = turns[place];
        samples[place].order = (unsigned)place + 1;
        enum sampling outcome = take(plan, &samples[place], fault);
        if (outcome != SAMPLING_DONE)
            return outcome;
    }
    return SAMPLING_DONE;
}

/*
 * One round of a launch, whose number is from 0; samples are stored at `samples`. Of boards of the
 * same code each follows the one before it as soon as the next workload has been in between. Side
 * by side, what the processor learns from one of them would make the next one faster, by up to a
 * half; and what is far apart in time is not alike on a machine with other guests, whose speed may
 * change by a half within the round.
 */
static enum sampling take_round(const struct plan *plan, unsigned launch, size_t round,
                                struct sample *samples, const volatile sig_atomic_t *stop,
                                struct fault *fault)
{
    uint8_t square[PLAN_MAX * PLAN_MAX];
    size_t boards = plan->contender_count;
    order_square(plan->seed, launch, round / boards, boards, square);
    const uint8_t *turns = square + round % boards * boards;
    for (size_t step = 0; step < plan->workload_count + boards; step++) {
        for (size_t alike = 0; alike <= step; alike++) {
            size_t workload = step - alike;
            if (workload >= plan->workload_count)
                continue;
            const struct sample first = {
                .workload = workload, .launch = launch, .round = (unsigned)round + 1};
            enum sampling outcome =
                take_turns(plan, &first, turns, alike, samples + workload * boards, stop, fault);
            if (outcome != SAMPLING_DONE)
                return outcome;
        }
    }
    return SAMPLING_DONE;
}

enum sampling sampler_calibrate(struct plan *plan, uint64_t *round_ns,
                                const volatile sig_atomic_t *stop, struct fault *fault)
{
    for (size_t i = 0; i < plan->workload_count; i++) {
        if (*stop)
            return SAMPLING_STOPPED;
        size_t first = plan_first(plan, i);
        if (first < plan->contender_count &&
            !set_pace(plan->workloads[i], &plan->contenders[first], &plan->paces[i], fault))
            return SAMPLING_FAILED;
    }
    struct sample *rehearsal =
        calloc(plan->workload_count * plan->contender_count, sizeof *rehearsal);
    if (rehearsal == NULL) {
        fault_set(fault, "no memory for the samples");
        return SAMPLING_FAILED;
    }
    enum sampling outcome = take_round(plan, 0, 0, rehearsal, stop, fault);
    uint64_t start = moment_ns();
    if (outcome == SAMPLING_DONE) /* the other boards are warm now */
        outcome = take_round(plan, 0, 0, rehearsal, stop, fault);
    *round_ns = moment_ns() - start;
    free(rehearsal);
    return outcome;
}

size_t sampler_count(const struct plan *plan)
{
    return plan->rounds * plan->workload_count * plan->contender_count;
}

enum sampling sampler_warm_up(const struct plan *plan, const volatile sig_atomic_t *stop,
                              struct fault *fault)
{
    enum sampling outcome = SAMPLING_DONE;
    for (size_t i = 0; i < plan->workload_count; i++) {
        for (size_t j = 0; j < plan->contender_count && outcome == SAMPLING_DONE; j++) {
            if (*stop)
                return SAMPLING_STOPPED;
            if (!plan_has(plan, i, j))
                continue;
            uint64_t result;
            time_passes(plan->workloads[i], &plan->contenders[j], 1, &result);
            outcome = compare_results(plan->workloads[i], &plan->contenders[j], 1, result,
                                      plan->paces[i].result, fault);
        }
    }
    return outcome;
}

enum sampling sampler_run(const struct plan *plan, unsigned launch, struct sample *samples,
                          const volatile sig_atomic_t *stop, struct fault *fault)
{
    size_t per_round = plan->workload_count * plan->contender_count;
    enum sampling outcome = SAMPLING_DONE;
    for (size_t round = 0; round < plan->rounds && outcome == SAMPLING_DONE; round++)
        outcome = take_round(plan, launch, round, samples + round * per_round, stop, fault);
    return outcome;
}
