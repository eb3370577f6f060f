#include "selftest.h"

#include <stdlib.h>
#include <unistd.h>

#include "measure/calibrate.h"
#include "measure/check.h"
#include "measure/controls.h"
#include "measure/positions.h"
#include "measure/series.h"
#include "measure/setup.h"
#include "output/output.h"
#include "run.h"
#include "select.h"
#include "selftest_report.h"

/* Slowdowns that decide what can be seen, and rounds of a launch: with more of either, a self-test
 * would take too long. A launch need not give each board each place, for places are drawn anew in
 * each. */
enum { LARGEST_SLOWDOWN = 5, ROUNDS = 3, LAUNCH_LIMIT = 1800 };

/* What is made on the way and freed at the end. */
struct course {
    const struct selftest_request *request;
    struct setup *setup;
    struct series series;
    struct summary summary; /* of all launches together, which nobody needs */
    struct selftest selftest;
    uint64_t boards, workloads;
    size_t launches; /* of each run */
    int cpu;
};

/* Those of a default run, and the controls. */
static uint64_t choose_boards(void)
{
    uint64_t boards = ((uint64_t)1 << select_all_boards()) - 1;
    for (size_t i = 0; controls_board_at(i); i++)
        if (board_at(i) == NULL && controls_slowdown(controls_board_at(i)) <= LARGEST_SLOWDOWN)
            boards |= (uint64_t)1 << i;
    return boards;
}

/* Of each run, which are not to be fewer than it takes to say anything. */
static bool choose_launches(struct course *course, struct fault *fault)
{
    const struct setup *setup = course->setup;
    size_t rows = selftest_family(&setup->plan);
    size_t needed = stats_launches_needed(summary_rule.level, rows);
    size_t usual = effort_default.launches > needed ? effort_default.launches : needed;
    course->launches = course->request->launches > 0 ? course->request->launches : usual;
    if (course->launches >= needed)
        return true;
    return fault_set(fault, "a table of %zu rows takes at least %zu launches, not %zu", rows,
                     needed, course->launches);
}

/* Workloads that the first board, which is judged, has not are left out. */
static bool prepare(struct course *course, struct fault *fault)
{
    struct setup *setup = course->setup;
    course->boards = choose_boards();
    course->workloads = setup_workloads(1, course->request->workloads);
    if (course->workloads == 0)
        return fault_set(fault, "%s has none of these workloads", board_at(0)->name);
    setup_choose(setup, course->boards, course->workloads);
    setup->plan.seed = course->request->seed;
    return choose_launches(course, fault) && setup_prepare(setup, NULL, fault);
}

/* Of the reference; what the others return is compared with it in each sample. */
static enum status check(const struct course *course, struct fault *fault)
{
    const struct plan *plan = &course->setup->plan;
    switch (check_counts(course->request->positions, &plan->contenders[0], plan->contenders, 1,
                         plan->workloads, plan->workload_count, course->request->stop, fault)) {
    case CHECK_PASSED:
        return STATUS_DONE;
    case CHECK_FAILED:
        return STATUS_CHECK_FAILED;
    case CHECK_STOPPED:
        break;
    }
    fault_set(fault, "interrupted while the counts were checked");
    return STATUS_INTERRUPTED;
}

/* --- launches -------------------------------------------------------------------------------- */

static void announce(const struct course *course, uint64_t round_ns)
{
    static const double start = 0.05; /* seconds until a launch has its boards ready */
    const struct selftest_request *request = course->request;
    if (request->progress == NULL)
        return;
    /* The warm-up takes about as long as a round. */
    double launch = start + (double)(course->setup->plan.rounds + 1) * (double)round_ns / 1e9;
    unsigned seconds = (unsigned)(launch * (double)(request->runs * course->launches) + 0.5);
    fprintf(request->progress, "%zu run%s of %zu launches take about %u:%02u\n", request->runs,
            request->runs == 1 ? "" : "s", course->launches, seconds / 60, seconds % 60);
}

static enum sampling run_launches(struct course *course, struct fault *fault)
{
    const struct selftest_request *request = course->request;
    const struct launch_request launch = {
        .plan = &course->setup->plan,
        .positions = request->positions,
        .boards = course->boards,
        .workloads = course->workloads,
        .cpu = course->cpu,
        .limit = LAUNCH_LIMIT,
        .stop = request->stop,
    };
    size_t launches = request->runs * course->launches;
    const struct series_request series = {
        .launch = &launch,
        .launches = launches,
        .max_launches = launches,
        .trust_all = request->trust_all,
        .progress = request->progress,
    };
    return series_run(&series, &course->series, &course->summary, fault);
}

static enum status sample(struct course *course, struct fault *fault)
{
    const struct selftest_request *request = course->request;
    struct plan *plan = &course->setup->plan;
    uint64_t round_ns;
    enum sampling outcome =
        calibrate(plan, &course->cpu, &round_ns, request->log, request->stop, fault);
    if (outcome == SAMPLING_DONE) {
        plan->rounds = ROUNDS;
        announce(course, round_ns);
        outcome = run_launches(course, fault);
    }
    return status_of(outcome, course->series.count > 0 ? STATUS_OTHER_FAILED : STATUS_IMPOSSIBLE);
}

/* --- results --------------------------------------------------------------------------------- */

static const char *file_name(size_t index)
{
    return index == 0 ? "selftest.json" : "selftest.md";
}

static bool write_file(FILE *out, size_t index, const void *content)
{
    if (index == 0)
        return selftest_report_json(out, content);
    selftest_report_markdown(out, content);
    return true;
}

static struct output_files files_of(const struct selftest_report *report)
{
    return (struct output_files){
        .count = 2,
        .name = file_name,
        .write = write_file,
        .content = report,
        .remedy = "its tables take another self-test",
    };
}

static enum status conclude(const struct selftest *selftest, struct fault *fault)
{
    char text[SELFTEST_TEXT_SIZE];
    fault_set(fault, "%s", selftest_verdict_text(selftest, text));
    switch (selftest_verdict_of(selftest)) {
    case SELFTEST_KEEPS_ITS_WORD:
        return STATUS_DONE;
    case SELFTEST_FALSE_ALARMS:
    case SELFTEST_DENIES:
    case SELFTEST_MISSES:
    case SELFTEST_BLIND:
        return STATUS_CHECK_FAILED;
    case SELFTEST_TOO_FEW_RUNS:
        break;
    }
    return STATUS_INCONCLUSIVE;
}

/* Files first: when the report cannot be printed, the work is not lost. */
static enum status tell(struct course *course, const struct machine *machine, enum status sampled,
                        struct fault *fault)
{
    const struct selftest_request *request = course->request;
    bool complete = sampled == STATUS_DONE;
    const struct selftest_report report = {
        .machine = machine,
        .positions = request->positions,
        .cpu = course->cpu,
        .plan = &course->setup->plan,
        .launches = course->launches,
        .planned = request->runs,
        .cut_short = complete                        ? NULL
                     : sampled == STATUS_INTERRUPTED ? "INTERRUPTED"
                                                     : "FAILED",
        .selftest = &course->selftest,
    };
    const struct output_files files = files_of(&report);
    bool wanted = complete && request->folder;
    bool saved = wanted && output_save_files(request->folder, &files, fault);
    selftest_report_text(request->out, &report);
    if (saved)
        fprintf(request->out, "\nResults are in %s: %s, %s\n", request->folder, file_name(0),
                file_name(1));
    if (wanted && !saved)
        return STATUS_IMPOSSIBLE;
    return complete ? conclude(&course->selftest, fault) : sampled;
}

/* All runs, or those that were complete when it was interrupted or a launch failed. */
static enum status judge(struct course *course, const struct machine *machine, enum status sampled,
                         struct fault *fault)
{
    const struct series *series = &course->series;
    size_t runs = series->launches / course->launches;
    if (sampled != STATUS_DONE && runs == 0)
        return sampled;
    if (selftest_judge(&course->selftest, &course->setup->plan, series->samples, series->trusted,
                       runs, course->launches))
        return tell(course, machine, sampled, fault);
    fault_set(fault, "no memory for the figures");
    return STATUS_IMPOSSIBLE;
}

static enum status run_course(struct course *course, const struct machine *machine,
                              struct fault *fault)
{
    if (!prepare(course, fault))
        return STATUS_IMPOSSIBLE;
    enum status status = check(course, fault);
    return status == STATUS_DONE ? judge(course, machine, sample(course, fault), fault) : status;
}

enum status selftest_run(const struct selftest_request *request, struct fault *fault)
{
    struct course course = {.request = request, .setup = calloc(1, sizeof *course.setup)};
    if (course.setup == NULL) {
        fault_set(fault, "no memory");
        return STATUS_IMPOSSIBLE;
    }
    struct machine machine;
    machine_read(&machine);
    bool folder_made = false;
    const struct output_files files = files_of(NULL);
    enum status status = STATUS_IMPOSSIBLE;
    if (positions_read(request->positions, 0, request->log, &course.setup->suite, fault) &&
        (request->folder == NULL || output_prepare(request->folder, &files, &folder_made, fault)))
        status = run_course(&course, &machine, fault);
    if (folder_made)
        rmdir(request->folder); /* does nothing unless it is empty */

    selftest_free(&course.selftest);
    series_free(&course.series);
    summary_free(&course.summary);
    setup_free(course.setup);
    return status;
}
