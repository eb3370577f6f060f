#include "run.h"

#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "check.h"
#include "machine.h"
#include "output.h"
#include "series.h"
#include "setup.h"

/* With all nineteen workloads and three boards, the check before them included: about 20 and 80
 * seconds, and up to four minutes. */
const struct effort effort_quick = {"quick", 0.8, 6, 0};
const struct effort effort_default = {"default", 3.7, 20, 0};
const struct effort effort_full = {"full", 3.7, 20, 60};

enum { FOLDER_SIZE = 256, LAUNCH_LIMIT = 1800 };

/* What is made on the way and freed at the end. */
struct course {
    const struct run_request *request;
    struct setup *setup;
    struct contender reference; /* the first of all boards, timed or not */
    struct series series;
    struct summary summary;
    int cpu;
    bool folder_made;
};

/* Makes the chosen boards and workloads ready. */
static bool prepare(struct course *course, struct fault *fault)
{
    struct setup *setup = course->setup;
    setup_choose(setup, course->request->boards, course->request->workloads);
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

/* Paces and rounds are found on the CPU that the launches will have to themselves. */
static enum sampling calibrate(struct course *course, struct fault *fault)
{
    const struct run_request *request = course->request;
    struct plan *plan = &course->setup->plan;
    cpu_set_t allowed;
    bool known = sched_getaffinity(0, sizeof allowed, &allowed) == 0;
    course->cpu = sampler_cpu();
    if (course->cpu < 0 || !sampler_pin(course->cpu)) {
        course->cpu = -1;
        fprintf(request->log, "warning: cannot stay on one CPU (%s), so times may vary more\n",
                strerror(errno));
    }
    uint64_t round_ns = 0;
    enum sampling outcome = sampler_calibrate(plan, &round_ns, request->stop, fault);
    double budget = request->effort->seconds * 1e9 * (double)plan->workload_count /
                    (double)usual_launches(course);
    plan->rounds = sampler_rounds(round_ns, (uint64_t)budget, plan->contender_count);
    if (known)
        sched_setaffinity(0, sizeof allowed, &allowed);
    if (outcome == SAMPLING_STOPPED)
        fault_set(fault, "interrupted during the warm-up; nothing was written");
    return outcome;
}

static enum status sample(struct course *course, struct fault *fault)
{
    const struct run_request *request = course->request;
    size_t launches = request->launches > 0 ? request->launches : usual_launches(course);
    enum sampling outcome = calibrate(course, fault);
    if (outcome == SAMPLING_DONE) {
        const struct launch_request what = {
            .plan = &course->setup->plan,
            .positions = request->positions,
            .classes = request->classes,
            .boards = request->boards,
            .workloads = request->workloads,
            .cpu = course->cpu,
            .limit = LAUNCH_LIMIT,
            .stop = request->stop,
        };
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
    switch (outcome) {
    case SAMPLING_DONE:
        return STATUS_DONE;
    case SAMPLING_STOPPED:
        return STATUS_INTERRUPTED;
    case SAMPLING_MISCOUNTED:
        return STATUS_CHECK_FAILED;
    case SAMPLING_FAILED:
        break;
    }
    return course->series.count > 0 ? STATUS_OTHER_FAILED : STATUS_IMPOSSIBLE;
}

/* Files first: when the table cannot be printed, the run is not lost. */
static enum status save(struct course *course, const struct machine *machine, const char *folder,
                        struct fault *fault)
{
    const struct run_request *request = course->request;
    const struct report report = {
        .machine = machine,
        .positions = request->positions,
        .classes = request->classes,
        .effort = request->effort->name,
        .cpu = course->cpu,
        .plan = &course->setup->plan,
        .series = &course->series,
        .summary = &course->summary,
    };
    bool saved = output_save(folder, &report, fault);
    report_text(request->out, &report);
    if (saved)
        fprintf(request->out, "\nResults are in %s: %s\n", folder, output_names());
    return saved ? STATUS_DONE : STATUS_IMPOSSIBLE;
}

static enum status run_course(struct course *course, const struct machine *machine,
                              const char *folder, struct fault *fault)
{
    if (!prepare(course, fault))
        return STATUS_IMPOSSIBLE;
    enum status status = check(course, fault);
    if (status == STATUS_DONE)
        status = sample(course, fault);
    if (status == STATUS_DONE)
        status = save(course, machine, folder, fault);
    return status;
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
        output_prepare(folder, &course.folder_made, fault))
        status = run_course(&course, &machine, folder, fault);
    if (status != STATUS_DONE && course.folder_made)
        rmdir(folder); /* it is empty, or this does nothing */

    contender_free(&course.reference);
    series_free(&course.series);
    summary_free(&course.summary);
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
