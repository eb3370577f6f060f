#include "gate_run.h"

#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "count/callgrind.h"
#include "gate_baseline.h"
#include "gate_counts.h"
#include "gate_measure.h"
#include "measure/calibrate.h"
#include "measure/controls.h"
#include "measure/machine.h"
#include "measure/positions.h"

/* A launch takes as many rounds as fit in this, at least one block of the balanced order. */
static const uint64_t launch_ns = 1000000000;

/* What is made on the way and freed at the end. */
struct course {
    const struct gate_request *request;
    struct setup *setup, *names; /* of both builds in pairs; of this program's own boards */
    json_t *baseline;            /* or NULL */
    uint64_t boards;             /* that both sides have */
    int cpu;
};

void gate_note(struct gate *gate, const char *format, ...)
{
    va_list arguments;
    if (gate->note_count == sizeof gate->notes / sizeof gate->notes[0])
        return;
    va_start(arguments, format);
    vsnprintf(gate->notes[gate->note_count++], GATE_TEXT_SIZE, format, arguments);
    va_end(arguments);
}

/* --- the builds ------------------------------------------------------------------------------ */

static void describe(struct gate_side *side, const char *folder, const struct exported *exported)
{
    struct machine machine;
    machine_set_commit(&machine, exported->commit);
    snprintf(side->name, sizeof side->name, "%s", folder);
    snprintf(side->commit, sizeof side->commit, "%s%s", machine.commit,
             machine.dirty ? " with changes" : "");
    snprintf(side->compiler, sizeof side->compiler, "%s", exported->compiler);
    snprintf(side->flags, sizeof side->flags, "%s", exported->flags);
}

/* Looks at a build before it is used. */
static enum build_opening inspect(const char *folder, struct gate_side *side, struct build *build,
                                  struct fault *fault)
{
    char file[PATH_MAX];
    snprintf(file, sizeof file, "%s/%s", folder, GATE_BUILD);
    enum build_opening opening = build_open(build, file, fault);
    if (opening == BUILD_OPENED)
        describe(side, folder, build->exported);
    else
        snprintf(side->name, sizeof side->name, "%s", folder);
    return opening;
}

/* Boards that this program does not know either are not asked for. */
static void note_unknown_boards(const struct build *build, const char *side, struct gate *gate)
{
    const struct board *board;
    for (size_t i = 0; build->exported && (board = build->exported->board_at(i)); i++)
        if (board->variant_of == NULL && !board_find(board->name))
            gate_note(gate, "Board %.40s is in %s, but not in this program, and was not timed.",
                      board->name, side);
}

/* Of the boards that are asked for, those that both sides have. */
static uint64_t common_boards(const struct gate_request *request, const struct build builds[2],
                              struct gate *gate)
{
    uint64_t common = 0;
    note_unknown_boards(&builds[GATE_BASE], "base", gate);
    note_unknown_boards(&builds[GATE_NEW], "new", gate);
    for (size_t i = 0; i < PLAN_MAX && controls_board_at(i); i++) {
        const char *name = controls_board_name(i);
        bool has[2] = {false, false};
        for (size_t side = 0; side < 2; side++)
            has[side] = builds[side].exported == NULL || build_board(&builds[side], name);
        if (!(request->boards >> i & 1))
            continue;
        if (has[GATE_BASE] && has[GATE_NEW])
            common |= (uint64_t)1 << i;
        else
            gate_note(gate, "Board %s is not in %s, and was not compared.", name,
                      has[GATE_BASE] ? "new" : "base");
    }
    return common;
}

/* STATUS_INCONCLUSIVE when a build cannot be run beside this program. */
static enum status open_builds(struct course *course, struct gate *gate, struct fault *fault)
{
    struct build builds[2] = {{0}, {0}};
    enum build_opening opening = BUILD_OPENED;
    for (size_t i = 0; i < 2 && opening == BUILD_OPENED; i++)
        if (course->request->folders[i])
            opening = inspect(course->request->folders[i], &gate->sides[i], &builds[i], fault);
    if (opening == BUILD_OPENED)
        course->boards = common_boards(course->request, builds, gate);
    for (size_t i = 0; i < 2; i++)
        build_close(&builds[i]);
    if (opening == BUILD_FOREIGN)
        gate_note(gate, "%s.", fault->text);
    return opening == BUILD_OPENED    ? STATUS_DONE
           : opening == BUILD_FOREIGN ? STATUS_INCONCLUSIVE
                                      : STATUS_IMPOSSIBLE;
}

/* --- what is measured ------------------------------------------------------------------------ */

/* Chooses boards and workloads, those of builds in the place of the program's own. */
static bool choose(struct setup *setup, const struct gate_request *request, uint64_t boards,
                   uint64_t workloads, bool builds, struct fault *fault)
{
    char paths[2][PATH_MAX];
    const char *files[2];
    size_t count = 0;
    setup_choose(setup, boards, workloads);
    setup->plan.seed = request->seed;
    for (size_t i = 0; i < 2 && builds; i++) {
        /* Beside a baseline there is one side: it stands on both, so that pairs are pairs. */
        const char *folder = request->folders[i] ? request->folders[i] : request->folders[1];
        snprintf(paths[count], PATH_MAX, "%s/%s", folder, GATE_BUILD);
        files[count] = paths[count];
        count++;
    }
    return count == 0 || setup_replace(setup, files, count, fault);
}

static enum status prepare(struct course *course, struct gate *gate, struct fault *fault)
{
    const struct gate_request *request = course->request;
    struct setup *setup = course->setup;
    if (!positions_read(request->positions, 0, request->log, &setup->suite, fault) ||
        !choose(setup, request, course->boards, request->workloads, true, fault) ||
        !choose(course->names, request, course->boards, request->workloads, false, fault) ||
        !setup_prepare(setup, NULL, fault))
        return STATUS_IMPOSSIBLE;
    if (gate_measure_rows(gate, &setup->plan))
        return STATUS_DONE;
    fault_set(fault, "no memory");
    return STATUS_IMPOSSIBLE;
}

/* Without them nothing else is done. */
static enum status check(struct course *course, struct gate *gate, struct fault *fault)
{
    struct fault reason;
    struct gate_counting counting;
    switch (gate_counts(course->setup, course->request->positions, course->request->stop, &counting,
                        &reason)) {
    case CHECK_PASSED:
        gate->counts_checked = counting.known > 0;
        if (!gate->counts_checked)
            gate_note(gate,
                      "No suite (*.epd) beside %.120s knows a count, so that none was checked.",
                      course->request->positions);
        return STATUS_DONE;
    case CHECK_FAILED:
        gate->counts_checked = true;
        gate->base_alone_differs = counting.base_alone;
        snprintf(gate->counts_differ, sizeof gate->counts_differ, "%s", reason.text);
        gate->row_count = 0;
        return STATUS_CHECK_FAILED;
    case CHECK_STOPPED:
        break;
    }
    fault_set(fault, "interrupted while the counts were checked");
    return STATUS_INTERRUPTED;
}

static enum status find_pace(struct course *course, struct fault *fault)
{
    const struct gate_request *request = course->request;
    struct plan *plan = &course->setup->plan;
    uint64_t round_ns;
    enum sampling outcome =
        calibrate(plan, &course->cpu, &round_ns, request->log, request->stop, fault);
    plan->rounds = sampler_rounds(round_ns, launch_ns, plan->contender_count);
    memcpy(course->names->paces, course->setup->paces, sizeof course->setup->paces);
    return status_of(outcome, STATUS_IMPOSSIBLE);
}

static enum status stopped_counting(struct fault *fault)
{
    fault_set(fault, "interrupted while instructions were counted");
    return STATUS_INTERRUPTED;
}

/* By the xqbench of the new build, which can run under valgrind wherever it was built; without one
 * by this program. */
static enum status count(struct course *course, struct gate *gate, struct fault *fault)
{
    const struct gate_request *request = course->request;
    char counter[PATH_MAX];
    snprintf(counter, sizeof counter, "%s/%s", request->folders[GATE_NEW], GATE_COUNTER);
    const struct plan *plan = &course->names->plan;
    bool usual = access(counter, X_OK) == 0;
    if (usual) {
        enum sampling outcome =
            gate_measure_counter(request, plan, request->folders[GATE_NEW], counter, gate);
        if (outcome != SAMPLING_DONE)
            return outcome == SAMPLING_STOPPED ? stopped_counting(fault) : STATUS_DONE;
    } else {
        gate_note(gate,
                  "Instructions are those of the builds for this machine, which valgrind may "
                  "not know: there is no %s.",
                  counter);
    }
    for (size_t side = 0; side < 2; side++) {
        if (request->folders[side] == NULL)
            continue;
        enum sampling outcome =
            gate_measure_instructions(request, &course->names->plan, request->folders[side],
                                      usual ? counter : NULL, side, gate);
        if (outcome == SAMPLING_STOPPED)
            return stopped_counting(fault);
        if (gate->counted_with[0] == '\0')
            break; /* the other side would say the same */
    }
    return STATUS_DONE;
}

/* The bits of what the suspects among the rows are. */
static bool suspects(const struct gate *gate, uint64_t *boards, uint64_t *workloads)
{
    *boards = *workloads = 0;
    for (size_t i = 0; i < gate->row_count; i++) {
        const struct gate_row *row = &gate->rows[i];
        if (!gate_is_suspect(gate, row))
            continue;
        for (size_t j = 0; j < PLAN_MAX && controls_board_at(j); j++)
            if (strcmp(controls_board_name(j), row->board) == 0)
                *boards |= (uint64_t)1 << j;
        for (size_t j = 0; j < PLAN_MAX && all_workloads[j].name; j++)
            if (strcmp(all_workloads[j].name, row->workload) == 0)
                *workloads |= (uint64_t)1 << j;
    }
    return *boards != 0;
}

/* Those that the first run calls slower must be slower in a second, larger one. */
static enum status time_again(struct course *course, struct gate *gate, struct fault *fault)
{
    const struct gate_request *request = course->request;
    uint64_t boards, workloads;
    if (!suspects(gate, &boards, &workloads))
        return STATUS_DONE;
    gate->confirming = 2 * request->launches;
    struct setup *setup = calloc(1, sizeof *setup);
    if (setup == NULL) {
        fault_set(fault, "no memory");
        return STATUS_IMPOSSIBLE;
    }
    enum status status = STATUS_IMPOSSIBLE;
    if (choose(setup, request, boards, workloads, true, fault)) {
        const struct plan *first = &course->setup->plan;
        struct plan *plan = &setup->plan;
        plan->seed = request->seed + 1; /* another order */
        plan->rounds = (first->rounds + plan->contender_count - 1) / plan->contender_count *
                       plan->contender_count;
        for (size_t i = 0; i < plan->workload_count; i++)
            for (size_t j = 0; j < first->workload_count; j++)
                if (plan->workloads[i] == first->workloads[j])
                    plan->paces[i] = first->paces[j];
        const struct gate_timing timing = {setup,       boards,           workloads,
                                           course->cpu, gate->confirming, true};
        status = status_of(gate_measure_times(request, &timing, gate, fault), STATUS_OTHER_FAILED);
    }
    setup_free(setup);
    return status;
}

static enum status time_all(struct course *course, struct gate *gate, struct fault *fault)
{
    const struct gate_request *request = course->request;
    const struct gate_timing timing = {course->setup, course->boards,    request->workloads,
                                       course->cpu,   request->launches, false};
    gate->launches = request->launches;
    enum status status =
        status_of(gate_measure_times(request, &timing, gate, fault), STATUS_OTHER_FAILED);
    return status == STATUS_DONE ? time_again(course, gate, fault) : status;
}

/* --- all of it ------------------------------------------------------------------------------- */

static enum status measure(struct course *course, struct gate *gate, struct fault *fault)
{
    const struct gate_request *request = course->request;
    enum status status = check(course, gate, fault);
    if (status == STATUS_DONE)
        status = find_pace(course, fault);
    if (status == STATUS_DONE && request->no_count)
        gate_note(gate, "Instructions were not counted, as asked for.");
    else if (status == STATUS_DONE)
        status = count(course, gate, fault);
    if (status != STATUS_DONE)
        return status;
    if (request->save_baseline)
        return gate_baseline_save(request->save_baseline, gate, course->setup, fault)
                   ? STATUS_DONE
                   : STATUS_IMPOSSIBLE;
    if (course->baseline)
        gate_baseline_use(course->baseline, request->baseline, gate, course->setup);
    else if (!request->no_time)
        return time_all(course, gate, fault);
    else
        gate_note(gate, "Nothing was timed, as asked for.");
    return STATUS_DONE;
}

enum status gate_run(const struct gate_request *asked, struct gate *gate, struct fault *fault)
{
    struct gate_request had = *asked, *request = &had;
    had.workloads = setup_workloads(asked->boards, asked->workloads);
    struct course course = {
        .request = request,
        .setup = calloc(1, sizeof(struct setup)),
        .names = calloc(1, sizeof(struct setup)),
        .cpu = -1,
    };
    struct machine machine;
    machine_read(&machine);
    *gate = (struct gate){.limits = request->limits, .seed = request->seed};
    snprintf(gate->cpu, sizeof gate->cpu, "%s", machine.cpu);
    snprintf(gate->date, sizeof gate->date, "%s", machine.date);
    enum status status = STATUS_IMPOSSIBLE;
    if (course.setup == NULL || course.names == NULL)
        fault_set(fault, "no memory");
    else if (request->workloads == 0)
        fault_set(fault, "none of the boards has these workloads");
    else if (request->baseline == NULL ||
             (course.baseline = gate_baseline_read(request->baseline, fault)) != NULL)
        status = open_builds(&course, gate, fault);
    if (status == STATUS_DONE)
        status = prepare(&course, gate, fault);
    if (status == STATUS_DONE)
        status = measure(&course, gate, fault);
    setup_free(course.setup);
    setup_free(course.names);
    json_decref(course.baseline);
    if (status != STATUS_DONE && status != STATUS_CHECK_FAILED && status != STATUS_INCONCLUSIVE)
        return status;
    if (request->save_baseline && status != STATUS_DONE) {
        fault_set(fault, "no baseline was written: %s",
                  gate->counts_differ[0] ? gate->counts_differ : gate->notes[0]);
        return status;
    }
    gate_judge(gate);
    return STATUS_DONE;
}

void gate_free(struct gate *gate)
{
    free(gate->rows);
    *gate = (struct gate){0};
}
