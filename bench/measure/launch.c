#include "launch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fresh.h"

enum {
    FIXED_NUMBERS = 8,
    SWITCHES_A_SECOND = 50,
    FEW_SWITCHES = 10, /* that are no matter however short the launch is */
};

bool launch_is_trusted(const struct launch_facts *facts)
{
    double ticks = (double)sysconf(_SC_CLK_TCK) * facts->seconds;
    return (double)facts->switches <= FEW_SWITCHES + SWITCHES_A_SECOND * facts->seconds &&
           (double)facts->steal <= 1 + 0.01 * ticks;
}

bool launch_take_end(const char *line, struct launch_facts *facts)
{
    enum { SWITCHES, STEAL, LOAD, MICROSECONDS, COUNT };
    uint64_t said[COUNT];
    if (!fresh_numbers(line, said, COUNT))
        return false;
    facts->switches = said[SWITCHES];
    facts->steal = said[STEAL];
    facts->load = said[LOAD] == UINT64_MAX ? -1 : (double)said[LOAD] / 100;
    facts->seconds = (double)said[MICROSECONDS] / 1e6;
    facts->trusted = launch_is_trusted(facts);
    return true;
}

/* --- what it is told ------------------------------------------------------------------------- */

static const char **make_words(const struct launch_request *request, unsigned launch)
{
    const struct plan *plan = request->plan;
    uint64_t numbers[FIXED_NUMBERS + 2 * PLAN_MAX] = {
        request->classes, request->boards, request->workloads,          isa_chosen(), plan->rounds,
        plan->seed,       launch,          (uint64_t)(request->cpu + 1)};
    size_t count = FIXED_NUMBERS;
    for (size_t i = 0; i < plan->workload_count; i++) {
        numbers[count++] = plan->paces[i].result;
        numbers[count++] = plan->paces[i].passes;
    }
    return fresh_words(LAUNCH_COMMAND, request->positions, numbers, count, request->builds);
}

/* --- what it says ---------------------------------------------------------------------------- */

/* A launch that is heard out. */
struct hearing {
    const struct plan *plan;
    unsigned launch;
    struct sample *samples;
    struct launch_facts *facts;
    bool ended;
};

static bool take_sample(const struct hearing *hearing, const char *line)
{
    enum { WORKLOAD, CONTENDER, ROUND, ORDER, NS, COUNT };
    const struct plan *plan = hearing->plan;
    uint64_t said[COUNT];
    if (!fresh_numbers(line, said, COUNT) || said[WORKLOAD] >= plan->workload_count ||
        said[CONTENDER] >= plan->contender_count || said[ROUND] - 1 >= plan->rounds ||
        said[ORDER] - 1 >= plan->contender_count ||
        !plan_has(plan, (size_t)said[WORKLOAD], (size_t)said[CONTENDER]))
        return false;
    size_t row = (size_t)(said[ROUND] - 1) * plan->workload_count + (size_t)said[WORKLOAD];
    struct sample *sample =
        &hearing->samples[row * plan->contender_count + (size_t)said[ORDER] - 1];
    const struct pace *pace = &plan->paces[said[WORKLOAD]];
    if (sample->launch != 0) /* it has been taken */
        return false;
    *sample = (struct sample){
        .workload = (size_t)said[WORKLOAD],
        .contender = (size_t)said[CONTENDER],
        .launch = hearing->launch,
        .round = (unsigned)said[ROUND],
        .order = (unsigned)said[ORDER],
        .operations = pace->passes * pace->operations,
        .ns = said[NS],
    };
    return true;
}

/* In each round and workload, each of its contenders once. */
static bool is_complete(const struct plan *plan, const struct sample *samples)
{
    for (size_t i = 0; i < sampler_count(plan); i += plan->contender_count) {
        size_t workload = i / plan->contender_count % plan->workload_count;
        uint64_t seen = 0;
        for (size_t j = 0; j < plan->contender_count; j++)
            seen |= samples[i + j].launch ? (uint64_t)1 << samples[i + j].contender : 0;
        for (size_t j = 0; j < plan->contender_count; j++)
            if (!(seen >> j & 1) && plan_has(plan, workload, j))
                return false;
    }
    return true;
}

static bool take_line(void *context, const char *line)
{
    struct hearing *hearing = context;
    if (hearing->ended)
        return false;
    if (strncmp(line, "end ", 4) != 0)
        return take_sample(hearing, line);
    return hearing->ended = launch_take_end(line + 4, hearing->facts);
}

enum sampling launch_run(const struct launch_request *request, unsigned launch,
                         struct sample *samples, struct launch_facts *facts, struct fault *fault)
{
    memset(samples, 0, sampler_count(request->plan) * sizeof *samples);
    *facts = (struct launch_facts){.launch = launch, .attempt = 1};
    struct hearing hearing = {request->plan, launch, samples, facts, false};
    char what[32];
    snprintf(what, sizeof what, "launch %u", launch);
    const char **words = make_words(request, launch);
    if (words == NULL) {
        fault_set(fault, "%s cannot be started: no memory", what);
        return SAMPLING_FAILED;
    }
    const struct fresh fresh = {what, request->program, words, request->limit, request->stop};
    enum sampling outcome = fresh_run(&fresh, take_line, &hearing, fault);
    free(words);
    if (outcome != SAMPLING_DONE || (hearing.ended && is_complete(request->plan, samples)))
        return outcome;
    fault_set(fault, "%s ended before it had taken all samples", what);
    return SAMPLING_FAILED;
}
