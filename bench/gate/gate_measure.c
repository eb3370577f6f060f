#include "gate_measure.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "count/count.h"
#include "measure/machine.h"
#include "measure/series.h"
#include "stats/stats.h"

enum { LAUNCH_LIMIT = 1800 };

static const char *const side_names[] = {"base", "new"};

/* --- rows ------------------------------------------------------------------------------------ */

bool gate_measure_rows(struct gate *gate, const struct plan *plan)
{
    size_t pairs = plan->contender_count / 2;
    gate->rows = calloc(plan->workload_count * pairs + 1, sizeof *gate->rows);
    for (size_t i = 0; gate->rows && i < plan->workload_count; i++)
        for (size_t j = 0; j < pairs; j++) {
            if (!plan_has(plan, i, 2 * j) || !plan_has(plan, i, 2 * j + 1))
                continue;
            struct gate_row *row = &gate->rows[gate->row_count++];
            snprintf(row->workload, sizeof row->workload, "%s", plan->workloads[i]->name);
            snprintf(row->board, sizeof row->board, "%s", plan->contenders[2 * j].board->name);
            row->instructions[GATE_BASE] = row->instructions[GATE_NEW] = NAN;
            row->ns[GATE_BASE] = row->ns[GATE_NEW] = NAN;
            row->first.rise = row->again.rise = NAN;
        }
    return gate->rows != NULL;
}

/* That of a workload and a contender of the plan, or NULL. */
static struct gate_row *find_row(struct gate *gate, const struct plan *plan, size_t workload,
                                 size_t contender)
{
    const char *board = plan->contenders[contender].board->name;
    for (size_t i = 0; i < gate->row_count; i++)
        if (strcmp(gate->rows[i].workload, plan->workloads[workload]->name) == 0 &&
            strcmp(gate->rows[i].board, board) == 0)
            return &gate->rows[i];
    return NULL;
}

/* --- instructions ---------------------------------------------------------------------------- */

static void take_counts(struct gate *gate, const struct plan *plan, const struct counts *counts,
                        size_t side)
{
    for (size_t i = 0; i < plan->workload_count; i++)
        for (size_t j = 0; j < plan->contender_count; j++) {
            struct gate_row *row = find_row(gate, plan, i, j);
            if (row)
                row->instructions[side] = counts_of(counts, COUNT_INSTRUCTIONS, i, j);
        }
}

static struct count_request counting_of(const struct gate_request *request, const struct plan *plan,
                                        const char *counter, const struct machine *machine)
{
    return (struct count_request){
        .plan = plan,
        .positions = request->positions,
        .workloads = request->workloads,
        .cpu = -1, /* what is counted is the same on all */
        .program = counter,
        .machine = machine,
        .log = request->log,
        .progress = request->progress,
        .stop = request->stop,
    };
}

/* Reasons begin with its path, which is said in another way. */
static void note_counter(struct gate *gate, const char *folder, const char *counter,
                         const char *reason)
{
    size_t length = strlen(counter);
    if (strncmp(reason, counter, length) == 0)
        reason += length;
    gate_note(
        gate,
        "No instructions were counted: new's " GATE_COUNTER " is of another build than this "
        "program, since it %.90s; scripts/gate.sh or 'make BUILD=%.50s counted' makes it again.",
        reason + strspn(reason, " :"), folder);
}

enum sampling gate_measure_counter(const struct gate_request *request, const struct plan *plan,
                                   const char *folder, const char *counter, struct gate *gate)
{
    struct machine machine;
    struct fault fault;
    machine_read(&machine);
    const struct count_request what = counting_of(request, plan, counter, &machine);
    enum sampling outcome = count_ask(&what, &fault);
    if (outcome == SAMPLING_DONE || outcome == SAMPLING_STOPPED)
        return outcome;
    note_counter(gate, folder, counter, fault.text);
    return SAMPLING_FAILED;
}

enum sampling gate_measure_instructions(const struct gate_request *request, struct plan *plan,
                                        const char *folder, const char *counter, size_t side,
                                        struct gate *gate)
{
    char build[PATH_MAX];
    struct machine machine;
    struct counts counts;
    struct fault fault;
    snprintf(build, sizeof build, "%s/%s", folder, counter ? GATE_COUNTED_BUILD : GATE_BUILD);
    machine_read(&machine);
    struct count_request what = counting_of(request, plan, counter, &machine);
    what.build = build;
    enum sampling outcome = SAMPLING_FAILED;
    if (!counts_make(&counts, plan))
        fault_set(&fault, "no memory");
    else
        outcome = count_instructions(&what, &counts, &fault);
    if (outcome == SAMPLING_DONE) {
        take_counts(gate, plan, &counts, side);
        snprintf(gate->counted_with, sizeof gate->counted_with, "%.*s, %.*s", GATE_TEXT_SIZE / 2,
                 counts.tool, GATE_TEXT_SIZE / 2 - 4, counts.build.arch);
        snprintf(gate->counted_flags, sizeof gate->counted_flags, "%s", counts.build.flags);
    } else if (outcome != SAMPLING_STOPPED) {
        gate_note(gate, "No instructions of %s were counted: %s.", side_names[side], fault.text);
    }
    counts_free(&counts);
    return outcome == SAMPLING_STOPPED ? outcome : SAMPLING_DONE;
}

/* --- times ----------------------------------------------------------------------------------- */

/* Room for what is made of the launches of a row, and who wants to have them. */
struct workshop {
    double *ratios, *scratch, *rounds;
    FILE *pairs;
};

/* A launch of a row as a pair of times. Medians of both sides need not have the ratio that is
 * judged, the median of the rounds' ratios: this is in the second. */
static void put_pair(const struct workshop *room, const struct gate_row *row, double ns,
                     double log_ratio)
{
    fprintf(room->pairs, "%s/%s\t%.9g\t%.9g\n", row->board, row->workload, ns / 1e9,
            ns / 1e9 * exp(log_ratio));
}

static void take_time(struct gate *gate, const struct plan *plan, const struct series *series,
                      const struct summary *summary, size_t workload, size_t pair, size_t rows,
                      bool again, const struct workshop *room)
{
    struct gate_row *row = find_row(gate, plan, workload, 2 * pair);
    if (row == NULL || (again && !gate_is_suspect(gate, row)))
        return;
    size_t base = 2 * pair, new = base + 1;
    for (size_t i = 0; i < series->launches; i++) {
        const double *before = summary_times(plan, summary, workload, base, i);
        const double *after = summary_times(plan, summary, workload, new, i);
        room->ratios[i] = stats_log_ratio(after, before, plan->rounds, room->rounds);
        if (room->pairs)
            put_pair(room, row, summary_launch_time(plan, summary, workload, base, i, room->rounds),
                     room->ratios[i]);
    }
    *(again ? &row->again : &row->first) =
        gate_time_of(room->ratios, series->launches, rows, &gate->limits, room->scratch);
    if (again)
        return;
    row->ns[GATE_BASE] = summary_figure(plan, summary, workload, base)->ns.median;
    row->ns[GATE_NEW] = summary_figure(plan, summary, workload, new)->ns.median;
}

static size_t count_suspects(const struct gate *gate)
{
    size_t count = 0;
    for (size_t i = 0; i < gate->row_count; i++)
        count += gate_is_suspect(gate, &gate->rows[i]);
    return count;
}

static bool take_times(struct gate *gate, const struct plan *plan, const struct series *series,
                       const struct summary *summary, bool again, FILE *pairs)
{
    size_t launches = series->launches;
    size_t rows = again ? count_suspects(gate) : gate->row_count;
    double *all = calloc(2 * launches + plan->rounds, sizeof *all);
    const struct workshop room = {all, all + launches, all + 2 * launches, again ? NULL : pairs};
    if (all == NULL)
        return false;
    for (size_t i = 0; i < plan->workload_count; i++)
        for (size_t j = 0; j < plan->contender_count / 2; j++)
            take_time(gate, plan, series, summary, i, j, rows, again, &room);
    free(all);
    return gate_adjust(gate, again);
}

/* Launches that the machine disturbed are judged like others: base and new take turns in each of
 * them, so that it cannot favour one of them. It only widens what is known. */
static void note_disturbed(const struct series *series, struct gate *gate)
{
    size_t disturbed = 0;
    for (size_t i = 0; i < series->count; i++)
        disturbed += !series->facts[i].trusted;
    if (disturbed > 0)
        gate_note(gate,
                  "%zu of %zu launches were disturbed by the machine, which makes the bounds "
                  "wider.",
                  disturbed, series->count);
}

enum sampling gate_measure_times(const struct gate_request *request,
                                 const struct gate_timing *timing, struct gate *gate,
                                 struct fault *fault)
{
    const struct plan *plan = &timing->setup->plan;
    char files[2][PATH_MAX];
    const char *const builds[] = {files[GATE_BASE], files[GATE_NEW], NULL};
    for (size_t i = 0; i < 2; i++)
        snprintf(files[i], sizeof files[i], "%s/%s", request->folders[i], GATE_BUILD);
    const struct launch_request launch = {
        .plan = plan,
        .positions = request->positions,
        .boards = timing->boards,
        .workloads = timing->workloads,
        .builds = builds,
        .cpu = timing->cpu,
        .limit = LAUNCH_LIMIT,
        .stop = request->stop,
    };
    const struct series_request what = {
        .launch = &launch,
        .launches = timing->launches,
        .max_launches = timing->launches,
        .trust_all = true,
        .progress = request->progress,
    };
    struct series series;
    struct summary summary;
    enum sampling outcome = series_run(&what, &series, &summary, fault);
    if (outcome == SAMPLING_DONE &&
        !take_times(gate, plan, &series, &summary, timing->again, request->pairs)) {
        fault_set(fault, "no memory for the times");
        outcome = SAMPLING_FAILED;
    }
    if (outcome == SAMPLING_DONE)
        note_disturbed(&series, gate);
    series_free(&series);
    summary_free(&summary);
    return outcome;
}
