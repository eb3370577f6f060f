#include "run.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "count/count.h"
#include "measure/calibrate.h"
#include "measure/check.h"
#include "measure/controls.h"
#include "measure/machine.h"
#include "measure/series.h"
#include "measure/setup.h"
#include "output/output_run.h"

const struct effort effort_quick = {"quick", 0.6, 6, 0, 3};
const struct effort effort_default = {"default", 2.6, 40, 0, 5};
const struct effort effort_full = {"full", 2.0, 40, 200, 10};

enum { FOLDER_SIZE = 256, LAUNCH_LIMIT = 1800 };

/* What is made on the way and freed at the end. */
struct course {
    const struct run_request *request;
    struct setup *setup;
    uint64_t workloads;         /* of those asked for, the ones that a board has */
    struct contender reference; /* the first of all boards, timed or not */
    struct series series;
    struct summary summary;
    struct curves curves;
    struct counts counts;
    int cpu;
    bool folder_made;
};

/* Makes the chosen boards and workloads ready. */
static bool prepare(struct course *course, struct fault *fault)
{
    struct setup *setup = course->setup;
    setup_choose(setup, course->request->boards, course->workloads);
    setup->plan.seed = course->request->seed;
    if (!contender_prepare(&course->reference, board_at(0), &setup->suite))
        return fault_set(fault, "no memory for %zu positions on every board", setup->suite.count);
    return setup_prepare(setup, NULL, fault);
}

static enum status check(const struct course *course, struct fault *fault)
{
    const struct plan *plan = &course->setup->plan;
    switch (check_counts(course->request->positions, &course->reference, plan->contenders,
                         plan->contender_count, plan->workloads, plan->workload_count,
                         course->request->stop, fault)) {
    case CHECK_PASSED:
        return STATUS_DONE;
    case CHECK_FAILED:
        return STATUS_CHECK_FAILED;
    case CHECK_STOPPED:
        break;
    }
    fault_set(fault, "interrupted while the counts were checked; nothing was written");
    return STATUS_INTERRUPTED;
}

/* As many as the effort wants, and as many as it takes before anything can be said of a table this
 * long. */
static size_t usual_launches(const struct course *course)
{
    size_t wanted = course->request->effort->launches;
    size_t needed =
        stats_launches_needed(summary_rule.level, summary_row_count(&course->setup->plan));
    return needed > wanted ? needed : wanted;
}

static enum sampling find_pace(struct course *course, struct fault *fault)
{
    const struct run_request *request = course->request;
    struct plan *plan = &course->setup->plan;
    uint64_t round_ns;
    enum sampling outcome =
        calibrate(plan, &course->cpu, &round_ns, request->log, request->stop, fault);
    double budget = request->effort->seconds * 1e9 * (double)plan->workload_count /
                    (double)usual_launches(course);
    plan->rounds = sampler_rounds(round_ns, (uint64_t)budget, plan->contender_count);
    return outcome;
}

static struct launch_request launch_of(const struct course *course)
{
    const struct run_request *request = course->request;
    return (struct launch_request){
        .plan = &course->setup->plan,
        .positions = request->positions,
        .classes = request->classes,
        .boards = request->boards,
        .workloads = course->workloads,
        .cpu = course->cpu,
        .limit = LAUNCH_LIMIT,
        .stop = request->stop,
    };
}

/* Of what failed: launches, or what comes before them. */
static enum status failure(size_t launches)
{
    return launches > 0 ? STATUS_OTHER_FAILED : STATUS_IMPOSSIBLE;
}

static enum status sample(struct course *course, struct fault *fault)
{
    const struct run_request *request = course->request;
    size_t launches = request->launches > 0 ? request->launches : usual_launches(course);
    enum sampling outcome = find_pace(course, fault);
    if (outcome == SAMPLING_DONE) {
        const struct launch_request what = launch_of(course);
        const struct series_request series = {
            .launch = &what,
            .launches = launches,
            .max_launches = request->launches == 0 && request->effort->max_launches > launches
                                ? request->effort->max_launches
                                : launches,
            .trust_all = request->trust_all,
            .progress = request->progress,
        };
        outcome = series_run(&series, &course->series, &course->summary, fault);
    }
    return status_of(outcome, failure(course->series.count));
}

/* Once the times are there, they are not lost by what is only drawn, or told beside them. */
static enum status measure_curves(struct course *course, struct fault *fault)
{
    const struct run_request *request = course->request;
    const struct launch_request what = launch_of(course);
    size_t usual = request->effort->curve_launches;
    const struct curve_request curves = {
        .launch = &what,
        .launches = request->launches > 0 && request->launches < usual ? request->launches : usual,
        .progress = request->progress,
    };
    enum sampling outcome = curve_run(&curves, &course->curves, fault);
    if (outcome == SAMPLING_DONE && course->curves.disturbed > 0 && !request->trust_all)
        fprintf(request->log,
                "warning: other programs disturbed %zu of %zu launches of the curves\n",
                course->curves.disturbed, course->curves.launches);
    if (outcome == SAMPLING_FAILED) {
        fprintf(request->log, "warning: there are no curves: %s\n", fault->text);
        return STATUS_DONE;
    }
    if (outcome == SAMPLING_STOPPED)
        fault_set(fault, "interrupted while the curves were measured; the results were saved "
                         "without them and without counts");
    return status_of(outcome, STATUS_OTHER_FAILED);
}

static struct count_request counting_of(const struct course *course, const struct machine *machine)
{
    const struct run_request *request = course->request;
    return (struct count_request){
        .plan = &course->setup->plan,
        .positions = request->positions,
        .classes = request->classes,
        .workloads = course->workloads,
        .cpu = course->cpu,
        .program = request->count_with,
        .events = counters_of_processor,
        .machine = machine,
        .log = request->log,
        .progress = request->progress,
        .stop = request->stop,
    };
}

static enum status count(struct course *course, const struct machine *machine, struct fault *fault)
{
    const struct count_request what = counting_of(course, machine);
    if (!counts_make(&course->counts, what.plan)) {
        fputs("warning: nothing was counted: no memory\n", what.log);
        return STATUS_DONE;
    }
    if (count_run(&what, &course->counts) == SAMPLING_DONE)
        return STATUS_DONE;
    fault_set(fault, "interrupted while instructions were counted; the results were saved without "
                     "what was not counted by then");
    return STATUS_INTERRUPTED;
}

/* A program that cannot count is better known now than after the timing. */
static enum status check_counting(const struct course *course, const struct machine *machine,
                                  struct fault *fault)
{
    const struct count_request what = counting_of(course, machine);
    if (what.program == NULL || course->request->no_count)
        return STATUS_DONE;
    switch (count_check(&what, fault)) {
    case SAMPLING_DONE:
        return STATUS_DONE;
    case SAMPLING_STOPPED:
        fault_set(fault, "interrupted before anything was timed; nothing was written");
        return STATUS_INTERRUPTED;
    default:
        return STATUS_IMPOSSIBLE;
    }
}

/* Files first: when the table cannot be printed, the run is not lost; nor is it when there is room
 * for nothing but the table. */
static bool save(struct course *course, const struct machine *machine, const char *folder,
                 struct fault *fault)
{
    const struct run_request *request = course->request;
    const struct report report = {
        .machine = machine,
        .positions = request->positions,
        .classes = request->classes,
        .effort = request->effort->name,
        .cpu = course->cpu,
        .trust_all = request->trust_all,
        .plan = &course->setup->plan,
        .series = &course->series,
        .summary = &course->summary,
        .curves = request->no_curves ? NULL : &course->curves,
        .counts = request->no_count ? NULL : &course->counts,
    };
    bool saved = output_run_save(folder, &report, fault);
    report_text(request->out, &report);
    if (saved)
        fprintf(request->out, "\nResults are in %s\n", folder);
    output_run_tell_kept(folder, request->log);
    return saved;
}

/* Leaves out what none of the boards has; that is said where it was asked for by its name. */
static bool choose_workloads(struct course *course, struct fault *fault)
{
    const struct run_request *request = course->request;
    uint64_t all = 0;
    course->workloads = setup_workloads(request->boards, request->workloads);
    for (size_t i = 0; all_workloads[i].name; i++)
        all |= (uint64_t)1 << i;
    for (size_t i = 0; all_workloads[i].name && (request->workloads & all) != all; i++)
        if (request->workloads >> i & 1 && !(course->workloads >> i & 1))
            fprintf(request->log, "warning: none of the boards has %s, which is left out\n",
                    all_workloads[i].name);
    return course->workloads != 0 ||
           fault_set(fault, "there is nothing to time: none of the boards has such a workload");
}

static enum status run_course(struct course *course, const struct machine *machine,
                              const char *folder, struct fault *fault)
{
    if (!choose_workloads(course, fault) || !prepare(course, fault))
        return STATUS_IMPOSSIBLE;
    enum status status = check_counting(course, machine, fault);
    if (status == STATUS_DONE)
        status = check(course, fault);
    if (status == STATUS_DONE)
        status = sample(course, fault);
    if (status != STATUS_DONE)
        return status;
    if (!course->request->no_curves)
        status = measure_curves(course, fault);
    if (status == STATUS_DONE && !course->request->no_count)
        status = count(course, machine, fault);
    if (status == STATUS_CHECK_FAILED)
        return status;
    return save(course, machine, folder, fault) ? status : STATUS_IMPOSSIBLE;
}

/* Of all launches that there may be. */
static size_t room_of(const struct run_request *request)
{
    const struct effort *effort = request->effort;
    size_t most = effort->max_launches > effort->launches ? effort->max_launches : effort->launches;
    size_t rows = 0;
    for (size_t i = 0; i < PLAN_MAX && controls_board_at(i); i++)
        for (size_t j = 0; j < PLAN_MAX && all_workloads[j].name; j++)
            rows += request->boards >> i & request->workloads >> j & 1;
    return output_run_room(request->launches > 0 ? request->launches : most, rows);
}

enum status run(const struct run_request *request, struct fault *fault)
{
    struct course course = {.request = request, .setup = calloc(1, sizeof *course.setup)};
    if (course.setup == NULL) {
        fault_set(fault, "no memory");
        return STATUS_IMPOSSIBLE;
    }
    struct machine machine;
    machine_read(&machine);
    char usual[FOLDER_SIZE];
    const char *folder = request->folder;
    if (folder == NULL) {
        run_default_folder(usual, sizeof usual);
        folder = usual;
    }

    enum status status = STATUS_IMPOSSIBLE;
    if (positions_read(request->positions, request->classes, request->log, &course.setup->suite,
                       fault) &&
        output_run_prepare(folder, room_of(request), &course.folder_made, fault))
        status = run_course(&course, &machine, folder, fault);
    if (status != STATUS_DONE && course.folder_made)
        rmdir(folder); /* it is empty, or this does nothing */

    contender_free(&course.reference);
    series_free(&course.series);
    summary_free(&course.summary);
    curve_free(&course.curves);
    counts_free(&course.counts);
    setup_free(course.setup);
    return status;
}

uint64_t run_any_seed(void)
{
    uint32_t seed;
    if (getrandom(&seed, sizeof seed, GRND_NONBLOCK) == sizeof seed)
        return seed;
    return (uint64_t)time(NULL);
}

void run_default_folder(char *out, size_t size)
{
    struct machine machine;
    char name[FOLDER_SIZE / 2];
    machine_read(&machine);
    machine_folder(&machine, name, sizeof name);
    snprintf(out, size, "results/%s", name);
    for (int number = 2; number < 1000 && access(out, F_OK) == 0; number++)
        snprintf(out, size, "results/%s-%d", name, number);
}
