#include "launched.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "moment.h"
#include "order.h"
#include "positions.h"
#include "select.h"
#include "setup.h"
#include "text.h"

enum { CLASSES, BOARDS, WORKLOADS, ISA, ROUNDS, SEED, LAUNCH, CPU, TOLD_COUNT };

/* *builds is where the files of builds begin, if there are some. */
static bool understand(struct setup *setup, size_t count, char *const *words,
                       uint64_t told[TOLD_COUNT], char *const **builds)
{
    size_t fixed = 1 + TOLD_COUNT;
    for (size_t i = 0; i < TOLD_COUNT; i++)
        if (i + 1 >= count ||
            text_number(words[i + 1], strlen(words[i + 1]), UINT64_MAX, &told[i]) != NUMBER_OK)
            return false;
    if (told[ISA] >= ISA_COUNT || !isa_force((enum isa)told[ISA]))
        return false;
    setup_choose(setup, told[BOARDS], told[WORKLOADS]);
    struct plan *plan = &setup->plan;
    plan->rounds = (size_t)told[ROUNDS];
    plan->seed = told[SEED];
    size_t usual = fixed + 2 * plan->workload_count;
    if (plan->rounds == 0 || plan->rounds > UINT32_MAX || told[LAUNCH] == 0 ||
        told[LAUNCH] > UINT32_MAX || plan->workload_count == 0 || plan->contender_count == 0 ||
        (count != usual && count != usual + SETUP_BUILDS))
        return false;
    *builds = count > usual ? words + usual : NULL;
    for (size_t i = 0; i < 2 * plan->workload_count; i++) {
        struct pace *pace = &plan->paces[i / 2];
        const char *word = words[fixed + i];
        if (text_number(word, strlen(word), UINT64_MAX, i % 2 == 0 ? &pace->result : &pace->passes))
            return false;
    }
    return true;
}

static void put(FILE *out, const struct plan *plan, const struct sample *samples,
                const struct moment *before, const struct moment *after, uint64_t load)
{
    for (size_t i = 0; i < sampler_count(plan); i++)
        if (samples[i].launch > 0)
            fprintf(out, "%zu %zu %u %u %" PRIu64 "\n", samples[i].workload, samples[i].contender,
                    samples[i].round, samples[i].order, samples[i].ns);
    moment_put_end(out, before, after, load);
}

/* Nothing is printed before all is sampled: whoever reads would take part of the CPU. */
static enum sampling work(const struct plan *plan, unsigned launch, int cpu, FILE *out,
                          const volatile sig_atomic_t *stop, struct fault *fault)
{
    uint64_t load = moment_load();
    struct sample *samples = calloc(sampler_count(plan), sizeof *samples);
    if (samples == NULL) {
        fault_set(fault, "no memory for %zu samples", sampler_count(plan));
        return SAMPLING_FAILED;
    }
    memset(samples, 1, sampler_count(plan) * sizeof *samples); /* its pages are there from now on */
    enum sampling outcome = sampler_warm_up(plan, stop, fault);
    struct moment before = moment_now(cpu);
    if (outcome == SAMPLING_DONE)
        outcome = sampler_run(plan, launch, samples, stop, fault);
    struct moment after = moment_now(cpu);
    if (outcome == SAMPLING_DONE)
        put(out, plan, samples, &before, &after, load);
    free(samples);
    return outcome;
}

enum sampling launched_run(size_t count, char *const *words, FILE *out,
                           const volatile sig_atomic_t *stop, struct fault *fault)
{
    uint64_t told[TOLD_COUNT];
    char *const *builds;
    enum sampling outcome = SAMPLING_FAILED;
    struct setup *setup = calloc(1, sizeof *setup);
    if (setup == NULL)
        fault_set(fault, "no memory");
    else if (!understand(setup, count, words, told, &builds))
        fault_set(fault, "this command is for xqbench itself");
    else if ((builds == NULL ||
              setup_replace(setup, (const char *const *)builds, SETUP_BUILDS, fault)) &&
             positions_read(words[0], told[CLASSES], NULL, &setup->suite, fault)) {
        int cpu = (int)told[CPU] - 1;
        uint8_t order[PLAN_MAX];
        order_of_loading(told[SEED], (unsigned)told[LAUNCH], setup->plan.contender_count, order);
        if (sampler_stay(cpu, fault) && setup_prepare(setup, order, fault))
            outcome = work(&setup->plan, (unsigned)told[LAUNCH], cpu, out, stop, fault);
    }
    setup_free(setup);
    return outcome;
}
