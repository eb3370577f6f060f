#include "gate_stored.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/compare.h"
#include "compare/compare_facts.h"
#include "measure/controls.h"
#include "measure/workloads.h"

/* What is needed while two runs are judged. */
struct work {
    const struct gate_request *request;
    const struct stored *runs; /* base and new */
    const struct comparison *comparison;
    double *logs[2], *at_most, *scratch;
};

/* --- what was run ---------------------------------------------------------------------------- */

static void copy_fact(const struct stored *run, const char *key, char out[GATE_TEXT_SIZE])
{
    const char *text = json_string_value(json_object_get(run->machine, key));
    snprintf(out, GATE_TEXT_SIZE, "%s", text ? text : "");
}

static void describe(struct gate *gate, const struct gate_request *request,
                     const struct stored *runs)
{
    for (size_t i = 0; i < 2; i++) {
        struct gate_side *side = &gate->sides[i];
        snprintf(side->name, sizeof side->name, "%s", request->folders[i]);
        snprintf(side->commit, sizeof side->commit, "%.200s%s", runs[i].commit,
                 runs[i].dirty ? " with changes" : "");
        copy_fact(&runs[i], "compiler", side->compiler);
        copy_fact(&runs[i], "flags", side->flags);
    }
    copy_fact(&runs[GATE_NEW], "cpu", gate->cpu);
    snprintf(gate->date, sizeof gate->date, "%.100s and %.100s", runs[GATE_BASE].date,
             runs[GATE_NEW].date);
    gate->launches = runs[GATE_BASE].launches + runs[GATE_NEW].launches;
}

/* --- whether they can be compared ------------------------------------------------------------ */

enum { DIFFERENCES = 6 }; /* that there are notes for */

static bool note_differences(struct gate *gate, const json_t *differences)
{
    char *text = NULL, *save = NULL;
    size_t size, count = json_array_size(differences), noted = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return false;
    compare_differences_text(out, differences);
    bool whole = !ferror(out);
    whole = fclose(out) == 0 && whole;
    for (char *line = strtok_r(text, "\n", &save); line && noted < DIFFERENCES; noted++) {
        gate_note(gate, "The runs cannot be compared: %s.", line + strspn(line, " "));
        line = strtok_r(NULL, "\n", &save);
    }
    if (count > noted)
        gate_note(gate, "There are %zu more differences; `xqbench compare` names them all.",
                  count - noted);
    free(text);
    return whole;
}

/* --- notes on what is compared --------------------------------------------------------------- */

static void note_machine(struct gate *gate, double machine)
{
    double change = 100 * expm1(machine);
    gate_note(gate,
              "The runs were made one after the other, so that a change of the machine between "
              "them is in their times, and no second run can confirm what is slower: "
              "scripts/gate.sh times two builds in turn.");
    if (isnan(machine))
        gate_note(gate,
                  "The runs have no limit in common, such as the workload empty, which would tell "
                  "whether the machine itself changed: no time is judged.");
    else if (fabs(machine) > log1p(gate->limits.time))
        gate_note(
            gate,
            "The limits, which do the same in both runs, took %+.1f %% time: the machine itself "
            "changed by more than what is to be seen, and no time is judged.",
            change);
    else if (fabs(change) >= 0.05)
        gate_note(
            gate,
            "The limits, which do the same in both runs, took %+.1f %% time: the machine itself "
            "changed so far, and bounds are wider by it.",
            change);
}

static void note_disturbed(struct gate *gate, const struct stored *runs)
{
    size_t disturbed = 0;
    for (size_t i = 0; i < 2; i++)
        for (size_t j = 0; j < runs[i].launches; j++)
            disturbed += !runs[i].trusted[j];
    if (disturbed > 0)
        gate_note(gate,
                  "%zu of %zu launches were disturbed by the machine and may have been anything, "
                  "which makes bounds wider.",
                  disturbed, gate->launches);
}

static void note_warnings(struct gate *gate, const struct stored *runs)
{
    json_t *warnings = compare_warnings(&runs[GATE_BASE], &runs[GATE_NEW]), *warning;
    size_t index;
    json_array_foreach(warnings, index, warning)
    {
        gate_note(gate, "Warning: %s.", json_string_value(warning));
    }
    json_decref(warnings);
}

/* --- rows ------------------------------------------------------------------------------------ */

static const char *workload_name(size_t index)
{
    return all_workloads[index].name;
}

/* Is it one of those that are chosen by bits? */
static bool is_chosen(uint64_t bits, const char *(*name_at)(size_t), const char *name)
{
    const char *candidate;
    for (size_t i = 0; bits && (candidate = name_at(i)); i++)
        if (strcmp(candidate, name) == 0)
            return bits >> i & 1;
    return bits == 0;
}

static bool is_judged(const struct gate_request *request, const char *workload, const char *board,
                      bool limit)
{
    return !limit && is_chosen(request->workloads, workload_name, workload) &&
           is_chosen(request->boards, controls_board_name, board);
}

static void note_missing(struct gate *gate, const struct gate_request *request,
                         const struct stored *run, const struct stored *other, const char *side)
{
    const struct stored_figure *first = NULL;
    size_t count = 0;
    for (size_t i = 0; i < run->figure_count; i++) {
        const struct stored_figure *figure = &run->figures[i];
        if (!is_judged(request, figure->workload, figure->board, figure->limit) ||
            stored_find(other, figure->workload, figure->board))
            continue;
        first = first ? first : figure;
        count++;
    }
    if (count == 1)
        gate_note(gate, "%s on %s is only in %s, and was not compared.", first->workload,
                  first->board, side);
    else if (count > 1)
        gate_note(gate, "%s on %s and %zu more rows are only in %s, and were not compared.",
                  first->workload, first->board, count - 1, side);
}

/* The means of a comparison are no rows here: what is in them is in other rows. */
static bool add_rows(const struct work *work, struct gate *gate)
{
    const struct comparison *comparison = work->comparison;
    gate->rows = calloc(comparison->count + 1, sizeof *gate->rows);
    for (size_t i = 0; gate->rows && i < comparison->count; i++) {
        const struct compare_row *from = &comparison->rows[i];
        if (strcmp(from->workload, COMPARE_MEAN) == 0 ||
            !is_judged(work->request, from->workload, from->board, from->limit))
            continue;
        struct gate_row *row = &gate->rows[gate->row_count++];
        snprintf(row->workload, sizeof row->workload, "%s", from->workload);
        snprintf(row->board, sizeof row->board, "%s", from->board);
        memcpy(row->ns, from->value, sizeof row->ns);
        row->instructions[GATE_BASE] = row->instructions[GATE_NEW] = NAN;
        row->first.rise = row->again.rise = NAN;
    }
    return gate->rows != NULL;
}

/* --- instructions ---------------------------------------------------------------------------- */

/* Tool and flags; "alike" is not enough when neither run tells. */
static bool tells_how(const json_t *counting, struct gate *gate)
{
    const char *tool = json_string_value(json_object_get(counting, "tool"));
    const char *arch = json_string_value(json_object_get(counting, "arch"));
    const char *flags = json_string_value(json_object_get(counting, "flags"));
    if (!tool || !arch || !flags || !json_string_value(json_object_get(counting, "compiler")))
        return false;
    snprintf(gate->counted_with, sizeof gate->counted_with, "%.120s, %.120s", tool, arch);
    snprintf(gate->counted_flags, sizeof gate->counted_flags, "%s", flags);
    return true;
}

static void take_instructions(const struct work *work, struct gate *gate)
{
    const json_t *base = work->runs[GATE_BASE].counting, *new = work->runs[GATE_NEW].counting;
    if (base == NULL || new == NULL) {
        gate_note(gate, "Instructions are not compared: %s did not count them.",
                  base  ? "new"
                  : new ? "base"
                        : "both runs");
    } else if (!compare_counted_alike(work->comparison)) {
        gate_note(gate,
                  "Instructions are not compared: other tools, compilers or flags counted them.");
    } else if (!tells_how(new, gate)) {
        gate_note(gate, "Instructions are not compared: how they were counted is unknown.");
    } else {
        for (size_t i = 0; i < gate->row_count; i++)
            for (size_t side = 0; side < 2; side++) {
                struct gate_row *row = &gate->rows[i];
                row->instructions[side] =
                    stored_find(&work->runs[side], row->workload, row->board)->instructions;
            }
    }
}

/* --- times ----------------------------------------------------------------------------------- */

static bool make_room(struct work *work)
{
    size_t base = work->runs[GATE_BASE].launches, new = work->runs[GATE_NEW].launches;
    work->logs[GATE_BASE] = calloc(base, sizeof(double));
    work->logs[GATE_NEW] = calloc(new, sizeof(double));
    work->at_most = calloc(base * new / 2 + 1, sizeof(double));
    work->scratch = calloc(base * new, sizeof(double));
    return work->logs[GATE_BASE] && work->logs[GATE_NEW] && work->at_most && work->scratch;
}

/* STATUS_IMPOSSIBLE: without memory. */
static enum status take_times(struct work *work, double machine, struct gate *gate)
{
    if (!make_room(work))
        return STATUS_IMPOSSIBLE;
    const struct gate_runs runs = {
        .logs = {work->logs[GATE_BASE], work->logs[GATE_NEW]},
        .launches = {work->runs[GATE_BASE].launches, work->runs[GATE_NEW].launches},
        .at_most = work->at_most,
        .machine = machine,
    };
    stats_rank_sum(runs.launches[GATE_BASE], runs.launches[GATE_NEW], work->at_most);
    for (size_t i = 0; i < gate->row_count; i++) {
        struct gate_row *row = &gate->rows[i];
        if (*work->request->stop)
            return STATUS_INTERRUPTED;
        for (size_t side = 0; side < 2; side++) {
            const struct stored *run = &work->runs[side];
            stored_logs(run, stored_find(run, row->workload, row->board), false, work->logs[side]);
        }
        row->first = gate_time_of_runs(&runs, gate->row_count, &gate->limits, work->scratch);
    }
    return gate_adjust(gate, false) ? STATUS_DONE : STATUS_IMPOSSIBLE;
}

/* --- all of it ------------------------------------------------------------------------------- */

static enum status judge(struct work *work, struct gate *gate)
{
    /* Limits do the same work in both runs: what moves them is the machine. */
    double machine = -log(compare_median_speed(work->comparison, true));
    if (!add_rows(work, gate))
        return STATUS_IMPOSSIBLE;
    note_machine(gate, machine);
    take_instructions(work, gate);
    note_missing(gate, work->request, &work->runs[GATE_BASE], &work->runs[GATE_NEW], "base");
    note_missing(gate, work->request, &work->runs[GATE_NEW], &work->runs[GATE_BASE], "new");
    note_disturbed(gate, work->runs);
    note_warnings(gate, work->runs);
    return take_times(work, machine, gate);
}

static enum status compare(const struct gate_request *request, const struct stored runs[2],
                           struct gate *gate)
{
    struct comparison comparison = {0};
    struct work work = {.request = request, .runs = runs, .comparison = &comparison};
    json_t *differences = compare_differences(&runs[GATE_BASE], &runs[GATE_NEW]);
    enum status status = STATUS_IMPOSSIBLE;
    if (differences && json_array_size(differences) > 0) {
        status = note_differences(gate, differences) ? STATUS_DONE : STATUS_IMPOSSIBLE;
    } else if (differences && json_equal(runs[GATE_BASE].json, runs[GATE_NEW].json)) {
        gate_note(gate, "Both are the same run, which can say nothing of two builds.");
        status = STATUS_DONE;
    } else if (differences &&
               comparison_make(&comparison, &runs[GATE_BASE], &runs[GATE_NEW], false, false)) {
        status = judge(&work, gate);
    }
    json_decref(differences);
    comparison_free(&comparison);
    for (size_t side = 0; side < 2; side++)
        free(work.logs[side]);
    free(work.at_most);
    free(work.scratch);
    return status;
}

enum status gate_stored(const struct gate_request *request, struct gate *gate, struct fault *fault)
{
    struct stored runs[2] = {0};
    enum status status = STATUS_IMPOSSIBLE;
    /* A board that miscounts has no times in any results. */
    *gate = (struct gate){.limits = request->limits, .stored = true, .counts_checked = true};
    if (stored_read(request->folders[GATE_BASE], &runs[GATE_BASE], fault) &&
        stored_read(request->folders[GATE_NEW], &runs[GATE_NEW], fault)) {
        describe(gate, request, runs);
        status = compare(request, runs, gate);
        if (status == STATUS_DONE)
            gate_judge(gate);
        else
            fault_set(fault, status == STATUS_INTERRUPTED ? "interrupted" : "no memory");
    }
    for (size_t side = 0; side < 2; side++)
        stored_free(&runs[side]);
    return status;
}
