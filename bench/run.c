#include "run.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "classes.h"
#include "machine.h"
#include "output.h"

/* With all nineteen workloads, and the check before them: about 4, 25 and 75 seconds. */
const struct effort effort_quick = {"quick", 0.15};
const struct effort effort_default = {"default", 1.2};
const struct effort effort_full = {"full", 3.7};

enum { FOLDER_SIZE = 256, SELECTED_MAX = 64 };

/* What is made on the way and freed at the end. */
struct course {
    const struct run_request *request;
    struct suite suite;
    struct contender reference; /* the first of all boards, timed or not */
    struct contender contenders[SELECTED_MAX];
    const struct workload *workloads[SELECTED_MAX];
    struct pace paces[SELECTED_MAX];
    struct plan plan;
    struct sample *samples;
    struct figure *figures;
    int cpu;
    bool folder_made;
};

static void put_problem(void *context, const struct suite_problem *problem)
{
    FILE *log = context;
    fprintf(log, "%s", problem->file);
    if (problem->line > 0)
        fprintf(log, ":%d", problem->line);
    if (problem->column > 0)
        fprintf(log, ":%d", problem->column);
    fprintf(log, ": %s%s", problem->warning ? "warning: " : "", problem->reason);
    if (problem->text[0] != '\0')
        fprintf(log, ": '%s'", problem->text);
    fputc('\n', log);
}

/* Leaves the positions of the chosen classes. */
static bool choose_positions(struct course *course, struct fault *fault)
{
    const struct run_request *request = course->request;
    char names[CLASS_TEXT_SIZE];
    if (request->classes == 0)
        return true;
    classes_keep(&course->suite, request->classes);
    return course->suite.count > 0 ||
           fault_set(fault, "%s has no position of class %s", request->positions,
                     class_names(request->classes, names));
}

static bool read_positions(struct course *course, struct fault *fault)
{
    const struct run_request *request = course->request;
    if (suite_read(request->positions, &course->suite, put_problem, request->log))
        return choose_positions(course, fault);
    bool usual = strcmp(request->positions, RUN_DEFAULT_POSITIONS) == 0;
    return fault_set(fault, "no positions could be read from %s%s", request->positions,
                     usual ? "; run it in the project's folder, or name a file with --positions"
                           : "");
}

/* Makes the chosen boards and workloads ready. */
static bool make_plan(struct course *course, struct fault *fault)
{
    const struct run_request *request = course->request;
    struct plan *plan = &course->plan;
    bool prepared = contender_prepare(&course->reference, board_at(0), &course->suite);
    for (size_t i = 0; i < SELECTED_MAX && board_at(i) && prepared; i++)
        if (request->boards >> i & 1)
            prepared = contender_prepare(&course->contenders[plan->contender_count++], board_at(i),
                                         &course->suite);
    for (size_t i = 0; i < SELECTED_MAX && all_workloads[i].name; i++)
        if (request->workloads >> i & 1)
            course->workloads[plan->workload_count++] = &all_workloads[i];
    plan->workloads = course->workloads;
    plan->contenders = course->contenders;
    plan->paces = course->paces;
    return prepared ||
           fault_set(fault, "no memory for %zu positions on every board", course->suite.count);
}

static enum run_status check(const struct course *course, struct fault *fault)
{
    const struct plan *plan = &course->plan;
    switch (check_counts(course->request->positions, &course->reference, plan->contenders,
                         plan->contender_count, plan->workloads, plan->workload_count,
                         course->request->stop, fault)) {
    case CHECK_PASSED:
        return RUN_DONE;
    case CHECK_FAILED:
        return RUN_MISCOUNTED;
    case CHECK_STOPPED:
        break;
    }
    fault_set(fault, "interrupted while the counts were checked; nothing was written");
    return RUN_INTERRUPTED;
}

static void show_round(void *context, size_t done, size_t rounds)
{
    FILE *terminal = context;
    if (terminal == NULL)
        return;
    if (done < rounds)
        fprintf(terminal, "\rround %zu of %zu", done + 1, rounds);
    else
        fputs("\r\033[K", terminal); /* back to the start of the line, and clear it */
    fflush(terminal);
}

static enum run_status sample(struct course *course, struct fault *fault)
{
    const struct run_request *request = course->request;
    struct plan *plan = &course->plan;
    uint64_t budget = (uint64_t)(request->effort->seconds * 1e9 * (double)plan->workload_count);
    enum sampling outcome = sampler_calibrate(plan, budget, request->stop, fault);
    size_t rounds = 0;
    if (outcome == SAMPLING_DONE) {
        course->samples = calloc(sampler_count(plan), sizeof *course->samples);
        if (course->samples == NULL) {
            fault_set(fault, "no memory for %zu samples", sampler_count(plan));
            return RUN_IMPOSSIBLE;
        }
        outcome = sampler_run(plan, course->samples, request->stop, show_round, request->progress,
                              &rounds, fault);
        if (outcome != SAMPLING_DONE && request->progress)
            fputc('\n', request->progress);
    }
    if (outcome == SAMPLING_STOPPED && plan->rounds > 0)
        fault_set(fault, "interrupted after %zu of %zu rounds; nothing was written", rounds,
                  plan->rounds);
    else if (outcome == SAMPLING_STOPPED)
        fault_set(fault, "interrupted during the warm-up; nothing was written");
    return outcome == SAMPLING_DONE      ? RUN_DONE
           : outcome == SAMPLING_STOPPED ? RUN_INTERRUPTED
                                         : RUN_IMPOSSIBLE;
}

/* Files first: when the table cannot be printed, the run is not lost. */
static enum run_status save(struct course *course, const struct machine *machine,
                            const char *folder, struct fault *fault)
{
    const struct run_request *request = course->request;
    course->figures = summary_make(&course->plan, course->samples, sampler_count(&course->plan));
    if (course->figures == NULL) {
        fault_set(fault, "no memory for the figures");
        return RUN_IMPOSSIBLE;
    }
    const struct report report = {
        .machine = machine,
        .positions = request->positions,
        .classes = request->classes,
        .effort = request->effort->name,
        .cpu = course->cpu,
        .plan = &course->plan,
        .samples = course->samples,
        .figures = course->figures,
    };
    bool saved = output_save(folder, &report, fault);
    report_text(request->out, &report);
    if (saved)
        fprintf(request->out, "\nResults are in %s: %s\n", folder, output_names());
    return saved ? RUN_DONE : RUN_IMPOSSIBLE;
}

static enum run_status run_course(struct course *course, const struct machine *machine,
                                  const char *folder, struct fault *fault)
{
    if (!make_plan(course, fault))
        return RUN_IMPOSSIBLE;
    course->cpu = sampler_pin();
    if (course->cpu < 0)
        fprintf(course->request->log,
                "warning: cannot stay on one CPU (%s), so times may vary more\n", strerror(errno));
    enum run_status status = check(course, fault);
    if (status == RUN_DONE)
        status = sample(course, fault);
    if (status == RUN_DONE)
        status = save(course, machine, folder, fault);
    return status;
}

enum run_status run(const struct run_request *request, struct fault *fault)
{
    struct course *course = calloc(1, sizeof *course);
    if (course == NULL) {
        fault_set(fault, "no memory");
        return RUN_IMPOSSIBLE;
    }
    course->request = request;
    struct machine machine;
    machine_read(&machine);
    char usual[FOLDER_SIZE];
    const char *folder = request->folder;
    if (folder == NULL) {
        run_default_folder(usual, sizeof usual);
        folder = usual;
    }

    enum run_status status = RUN_IMPOSSIBLE;
    if (read_positions(course, fault) && output_prepare(folder, &course->folder_made, fault))
        status = run_course(course, &machine, folder, fault);
    if (status != RUN_DONE && course->folder_made)
        rmdir(folder); /* it is empty, or this does nothing */

    contender_free(&course->reference);
    for (size_t i = 0; i < course->plan.contender_count; i++)
        contender_free(&course->contenders[i]);
    suite_free(&course->suite);
    free(course->samples);
    free(course->figures);
    free(course);
    return status;
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
