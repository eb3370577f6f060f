#include "sampler.h"

#include <errno.h>
#include <inttypes.h>
#include <sched.h>
#include <stdlib.h>
#include <time.h>

enum {
    SAMPLE_NS = 1500000,     /* long against the clock's grain, short against a scheduler's slice */
    CALIBRATION_NS = 300000, /* timed long enough to foretell SAMPLE_NS within some percent */
    WARM_UP_POSITIONS = 32,  /* bring code and tables back into the caches before each sample */
    ROUNDS_MIN = 5,
    ROUNDS_MAX = 2000,
};

static uint64_t now_ns(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000U + (uint64_t)time.tv_nsec;
}

int sampler_pin(void)
{
    int cpu = sched_getcpu();
    if (cpu < 0)
        return -1;
    if (cpu >= CPU_SETSIZE) {
        errno = EINVAL;
        return -1;
    }
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET((size_t)cpu, &set);
    return sched_setaffinity(0, sizeof set, &set) == 0 ? cpu : -1;
}

uint64_t sampler_passes(uint64_t pass_ns, uint64_t target_ns)
{
    if (pass_ns == 0)
        pass_ns = 1;
    uint64_t passes = target_ns / pass_ns + (target_ns % pass_ns >= pass_ns - pass_ns / 2);
    return passes > 0 ? passes : 1;
}

size_t sampler_rounds(uint64_t round_ns, uint64_t budget_ns)
{
    uint64_t rounds = budget_ns / (round_ns > 0 ? round_ns : 1);
    return rounds < ROUNDS_MIN ? ROUNDS_MIN : rounds > ROUNDS_MAX ? ROUNDS_MAX : (size_t)rounds;
}

size_t sampler_turn(size_t round, size_t place, size_t contender_count)
{
    return (round + place) % contender_count;
}

/* Times some passes; returns the sum of their results through *result. */
static uint64_t time_passes(const struct workload *workload, const struct contender *contender,
                            uint64_t passes, uint64_t *result)
{
    size_t positions = contender->suite->count;
    uint64_t sum = 0;
    uint64_t start = now_ns();
    for (uint64_t pass = 0; pass < passes; pass++)
        sum += workload->pass(workload, contender, positions);
    uint64_t end = now_ns();
    *result = sum;
    return end - start;
}

/* The pace of a workload, found with the reference. */
static bool find_pace(const struct workload *workload, const struct contender *contender,
                      struct pace *pace, struct fault *fault)
{
    time_passes(workload, contender, 1, &pace->result); /* the warm-up */
    pace->operations = unit_count(&workload->operation, contender, pace->result);
    if (pace->operations == 0)
        return fault_set(fault, "workload %s finds nothing to do in these positions",
                         workload->name);
    uint64_t ns, passes = 1, result;
    while ((ns = time_passes(workload, contender, passes, &result)) < CALIBRATION_NS)
        passes *= 2;
    pace->passes = sampler_passes(ns / passes, SAMPLE_NS);
    return true;
}

static enum sampling take(const struct plan *plan, struct sample *sample, struct fault *fault)
{
    const struct workload *workload = plan->workloads[sample->workload];
    const struct contender *contender = &plan->contenders[sample->contender];
    const struct pace *pace = &plan->paces[sample->workload];
    size_t positions = contender->suite->count;
    workload->pass(workload, contender,
                   positions < WARM_UP_POSITIONS ? positions : WARM_UP_POSITIONS);

    uint64_t result;
    sample->ns = time_passes(workload, contender, pace->passes, &result);
    sample->operations = pace->passes * pace->operations;
    if (result == pace->passes * pace->result)
        return SAMPLING_DONE;
    fault_set(fault,
              "board %s changed its mind in workload %s, round %u: %" PRIu64 " passes gave %" PRIu64
              ", not %" PRIu64,
              contender->board->name, workload->name, sample->round, pace->passes, result,
              pace->passes * pace->result);
    return SAMPLING_FAILED;
}

/* One round, whose number is from 0; samples are stored at `samples`. */
static enum sampling take_round(const struct plan *plan, size_t round, struct sample *samples,
                                const volatile sig_atomic_t *stop, struct fault *fault)
{
    for (size_t workload = 0; workload < plan->workload_count; workload++) {
        for (size_t place = 0; place < plan->contender_count; place++) {
            if (*stop)
                return SAMPLING_STOPPED;
            *samples = (struct sample){
                .workload = workload,
                .contender = sampler_turn(round, place, plan->contender_count),
                .launch = 1,
                .round = (unsigned)round + 1,
                .order = (unsigned)place + 1,
            };
            enum sampling outcome = take(plan, samples++, fault);
            if (outcome != SAMPLING_DONE)
                return outcome;
        }
    }
    return SAMPLING_DONE;
}

enum sampling sampler_calibrate(struct plan *plan, uint64_t budget_ns,
                                const volatile sig_atomic_t *stop, struct fault *fault)
{
    for (size_t i = 0; i < plan->workload_count; i++) {
        if (*stop)
            return SAMPLING_STOPPED;
        if (!find_pace(plan->workloads[i], &plan->contenders[0], &plan->paces[i], fault))
            return SAMPLING_FAILED;
    }
    /* A round that is thrown away warms up the other boards and tells how long rounds are. */
    struct sample *rehearsal =
        calloc(plan->workload_count * plan->contender_count, sizeof *rehearsal);
    if (rehearsal == NULL) {
        fault_set(fault, "no memory for the samples");
        return SAMPLING_FAILED;
    }
    uint64_t start = now_ns();
    enum sampling outcome = take_round(plan, 0, rehearsal, stop, fault);
    plan->rounds = sampler_rounds(now_ns() - start, budget_ns);
    free(rehearsal);
    return outcome;
}

size_t sampler_count(const struct plan *plan)
{
    return plan->rounds * plan->workload_count * plan->contender_count;
}

enum sampling sampler_run(const struct plan *plan, struct sample *samples,
                          const volatile sig_atomic_t *stop, sampler_progress *progress,
                          void *context, size_t *rounds, struct fault *fault)
{
    size_t per_round = plan->workload_count * plan->contender_count;
    for (*rounds = 0; *rounds < plan->rounds; ++*rounds) {
        progress(context, *rounds, plan->rounds);
        enum sampling outcome =
            take_round(plan, *rounds, samples + *rounds * per_round, stop, fault);
        if (outcome != SAMPLING_DONE)
            return outcome;
    }
    progress(context, *rounds, plan->rounds);
    return SAMPLING_DONE;
}
