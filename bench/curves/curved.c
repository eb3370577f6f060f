#include "curved.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "curve_course.h"
#include "measure/moment.h"
#include "measure/order.h"
#include "measure/positions.h"
#include "measure/setup.h"
#include "text.h"

enum { CLASSES, BOARDS, WORKLOADS, ISA, SEED, LAUNCH, CPU, TOLD_COUNT };

static bool understand(struct curve_course *course, struct setup *setup, size_t count,
                       char *const *words, uint64_t told[TOLD_COUNT + PLAN_MAX])
{
    if (count < 1 + TOLD_COUNT || count > 1 + TOLD_COUNT + PLAN_MAX)
        return false;
    for (size_t i = 0; i + 1 < count; i++)
        if (text_number(words[i + 1], strlen(words[i + 1]), UINT64_MAX, &told[i]) != NUMBER_OK)
            return false;
    if (told[ISA] >= ISA_COUNT || !isa_force((enum isa)told[ISA]))
        return false;
    setup_choose(setup, told[BOARDS], told[WORKLOADS]);
    setup->plan.seed = told[SEED];
    if (count != 1 + TOLD_COUNT + setup->plan.workload_count || setup->plan.workload_count == 0 ||
        setup->plan.contender_count == 0 || told[LAUNCH] == 0 || told[LAUNCH] > UINT32_MAX)
        return false;
    course->plan = &setup->plan;
    course->launch = (unsigned)told[LAUNCH];
    for (size_t i = 0; i < setup->plan.workload_count; i++) {
        bool by_depth = curve_kind_of(setup->workloads[i]) == CURVE_DEPTHS;
        uint64_t deepest = told[TOLD_COUNT + i];
        if (deepest > CURVE_MAX_DEPTH || by_depth != (deepest > 0))
            return false;
        course->deepest[i] = (unsigned)deepest;
    }
    return true;
}

/* Reads the positions and loads them into the boards, on this CPU. */
static bool prepare(struct curve_course *course, struct setup *setup, const char *file,
                    uint64_t classes, int cpu, struct fault *fault)
{
    struct suite suite;
    bool arranged = false;
    if (positions_read(file, classes, NULL, &suite, fault)) {
        arranged = curve_arrange(&suite, &setup->suite, &course->bands);
        if (!arranged)
            fault_set(fault, "no memory for %zu positions", suite.count);
    }
    suite_free(&suite);
    uint8_t order[PLAN_MAX];
    order_of_loading(setup->plan.seed, course->launch, setup->plan.contender_count, order);
    if (!arranged || !sampler_stay(cpu, fault) || !setup_prepare(setup, order, fault))
        return false;
    return curve_course_prepare(course) || fault_set(fault, "no memory for the times");
}

/* Rounded; 0 when it is unknown. */
static uint64_t picoseconds(double ns)
{
    return ns > 0 ? (uint64_t)(ns * 1000 + 0.5) : 0;
}

static void put(FILE *out, const struct curve_course *course)
{
    for (size_t i = 0; i < course->plan->workload_count; i++)
        for (size_t step = 0; step < curve_course_steps(course, i); step++)
            for (size_t board = 0; board < course->plan->contender_count; board++)
                fprintf(out, "%zu %zu %zu %" PRIu64 "\n", i, step, board,
                        picoseconds(curve_course_time(course, i, step, board)));
}

/* Nothing is printed before all is measured: whoever reads would take part of the CPU. */
static enum sampling work(struct curve_course *course, int cpu, FILE *out,
                          const volatile sig_atomic_t *stop, struct fault *fault)
{
    uint64_t load = moment_load();
    struct moment before = moment_now(cpu);
    enum sampling outcome = curve_course_run(course, stop, fault);
    struct moment after = moment_now(cpu);
    if (outcome != SAMPLING_DONE)
        return outcome;
    put(out, course);
    moment_put_end(out, &before, &after, load);
    return SAMPLING_DONE;
}

enum sampling curved_run(size_t count, char *const *words, FILE *out,
                         const volatile sig_atomic_t *stop, struct fault *fault)
{
    uint64_t told[TOLD_COUNT + PLAN_MAX];
    enum sampling outcome = SAMPLING_FAILED;
    struct setup *setup = calloc(1, sizeof *setup);
    struct curve_course *course = calloc(1, sizeof *course);
    if (setup == NULL || course == NULL) {
        fault_set(fault, "no memory");
    } else if (!understand(course, setup, count, words, told)) {
        fault_set(fault, "this command is for xqbench itself");
    } else {
        int cpu = (int)told[CPU] - 1;
        if (prepare(course, setup, words[0], told[CLASSES], cpu, fault))
            outcome = work(course, cpu, out, stop, fault);
        curve_course_free(course);
    }
    free(course);
    setup_free(setup);
    return outcome;
}
