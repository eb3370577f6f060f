#include "compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stats/summary.h"

const char *const compare_side_names[COMPARE_SIDES] = {"BASE", "NEW"};

/* What is needed while a comparison is made. */
struct work {
    struct comparison *comparison;
    bool trust_all;
    size_t row_launches; /* of both runs */
    double *logs;        /* of each row: those of all launches of BASE, then those of NEW */
    double *at_most, *scratch;
    size_t *order;
};

static double *logs_of(const struct work *work, size_t row, int side)
{
    double *logs = work->logs + row * work->row_launches;
    return side == COMPARE_BASE ? logs : logs + work->comparison->runs[COMPARE_BASE]->launches;
}

/* The logarithm of what each launch says of a board: its time, or its time beside the reference's.
 */
static void take_logs(const struct stored *run, const struct stored_figure *figure,
                      const struct stored_figure *reference, bool trust_all, double *logs)
{
    stored_logs(run, figure, trust_all, logs);
    for (size_t i = 0; reference && i < run->launches; i++)
        logs[i] -= log(reference->times[i]);
}

bool compare_counted_alike(const struct comparison *comparison)
{
    const json_t *base = comparison->runs[COMPARE_BASE]->counting;
    const json_t *new = comparison->runs[COMPARE_NEW]->counting;
    return base == NULL || new == NULL || json_equal(base, new);
}

/* Of the launches that are to be trusted. */
static double median_speed(const double *logs, size_t count, double *scratch)
{
    size_t trusted = 0;
    for (size_t i = 0; i < count; i++)
        if (isfinite(logs[i]))
            scratch[trusted++] = logs[i];
    return exp(-stats_median(scratch, trusted));
}

/* Adds a row when both runs have this workload on this board, and on the reference. */
static void add_row(struct work *work, const struct stored_figure *base)
{
    struct comparison *comparison = work->comparison;
    const char *reference = comparison->reference;
    struct compare_row *row = &comparison->rows[comparison->count];
    *row = (struct compare_row){base->workload, base->board, .limit = base->limit};
    for (int side = 0; side < COMPARE_SIDES; side++) {
        const struct stored *run = comparison->runs[side];
        const struct stored_figure *figure = stored_find(run, base->workload, base->board);
        const struct stored_figure *beside =
            reference ? stored_find(run, base->workload, reference) : NULL;
        if (figure == NULL || figure == beside || (reference && beside == NULL))
            return;
        double *logs = logs_of(work, comparison->count, side);
        take_logs(run, figure, beside, work->trust_all, logs);
        row->value[side] =
            reference ? median_speed(logs, run->launches, work->scratch) : figure->ns;
        row->instructions[side] =
            !reference && compare_counted_alike(comparison) ? figure->instructions : NAN;
        row->witness =
            base->limit && base->state_bytes > 0 && figure->state_bytes == base->state_bytes;
    }
    comparison->count++;
}

static size_t collect(const struct work *work, size_t rows, const char *board, int side)
{
    const struct comparison *comparison = work->comparison;
    size_t launches = comparison->runs[side]->launches, collected = 0;
    for (size_t i = 0; i < rows; i++)
        if (!comparison->rows[i].limit && strcmp(comparison->rows[i].board, board) == 0)
            memcpy(work->scratch + launches * collected++, logs_of(work, i, side),
                   launches * sizeof *work->scratch);
    return collected;
}

/* Adds the mean of a board's rows, of which there are so many with all others. */
static void add_mean(struct work *work, size_t rows, const char *board)
{
    struct comparison *comparison = work->comparison;
    struct compare_row *row = &comparison->rows[comparison->count];
    *row = (struct compare_row){COMPARE_MEAN, board, .instructions = {NAN, NAN}};
    for (int side = 0; side < COMPARE_SIDES; side++) {
        size_t launches = comparison->runs[side]->launches;
        size_t workloads = collect(work, rows, board, side);
        if (workloads < 2)
            return;
        double *logs = logs_of(work, comparison->count, side);
        stats_mean_log_ratios(work->scratch, workloads, launches, logs);
        row->value[side] =
            comparison->reference ? median_speed(logs, launches, work->scratch) : NAN;
    }
    comparison->count++;
}

static bool is_first_of_board(const struct compare_row *rows, size_t row)
{
    for (size_t i = 0; i < row; i++)
        if (strcmp(rows[i].board, rows[row].board) == 0)
            return false;
    return true;
}

static void add_rows(struct work *work)
{
    struct comparison *comparison = work->comparison;
    const struct stored *base = comparison->runs[COMPARE_BASE];
    for (size_t i = 0; i < base->figure_count; i++)
        add_row(work, &base->figures[i]);
    size_t rows = comparison->count;
    for (size_t i = 0; i < rows; i++)
        if (is_first_of_board(comparison->rows, i))
            add_mean(work, rows, comparison->rows[i].board);
}

static void judge(struct work *work)
{
    struct comparison *comparison = work->comparison;
    size_t base = comparison->runs[COMPARE_BASE]->launches;
    size_t new = comparison->runs[COMPARE_NEW]->launches;
    stats_rank_sum(new, base, work->at_most);
    for (size_t i = 0; i < comparison->count; i++) {
        comparison->times[i].ratio =
            stats_shift_of(logs_of(work, i, COMPARE_NEW), new, logs_of(work, i, COMPARE_BASE), base,
                           work->at_most, summary_rule.level, work->scratch);
        comparison->rows[i].time = &comparison->times[i];
    }
    stats_judge(comparison->times, comparison->count, &summary_rule, work->scratch, work->order);
}

bool comparison_make(struct comparison *comparison, const struct stored *base,
                     const struct stored *new, bool relative, bool trust_all)
{
    size_t rows = 2 * base->figure_count; /* at most: a mean for each */
    size_t row_launches = base->launches + new->launches;
    *comparison = (struct comparison){
        .runs = {base, new},
        .reference = relative ? base->reference : NULL,
        .rows = calloc(rows, sizeof *comparison->rows),
        .times = calloc(rows, sizeof *comparison->times),
    };
    struct work work = {
        .comparison = comparison,
        .trust_all = trust_all,
        .row_launches = row_launches,
        .logs = calloc(rows * row_launches, sizeof(double)),
        .at_most = calloc(base->launches * new->launches / 2 + 1, sizeof(double)),
        /* Room for all pairs of launches, for all launches of a board, and for two a row. */
        .scratch = calloc(base->launches * new->launches + rows *row_launches, sizeof(double)),
        .order = calloc(rows, sizeof(size_t)),
    };
    bool made = comparison->rows && comparison->times && work.logs && work.at_most &&
                work.scratch && work.order;
    if (made) {
        add_rows(&work);
        judge(&work);
    }
    free(work.logs);
    free(work.at_most);
    free(work.scratch);
    free(work.order);
    return made;
}

void comparison_free(struct comparison *comparison)
{
    free(comparison->rows);
    free(comparison->times);
    *comparison = (struct comparison){0};
}

/* A row need not be decided: in a table of many rows there nearly always is one whose interval is a
 * little too wide, even when nothing changed. */
const double compare_unseen = 0.1;

bool compare_hides_slowdown(const struct compare_row *row)
{
    const struct stats_estimate *ratio = &row->time->ratio;
    return ratio->rank == 0 || ratio->high > log1p(compare_unseen);
}

enum stats_verdict compare_verdict(const struct comparison *comparison)
{
    bool decided = false, hidden = false;
    for (size_t i = 0; i < comparison->count; i++) {
        const struct compare_row *row = &comparison->rows[i];
        if (row->limit)
            continue;
        if (row->time->verdict == STATS_SLOWER)
            return STATS_SLOWER;
        decided |= row->time->verdict != STATS_INCONCLUSIVE;
        hidden |= compare_hides_slowdown(row);
    }
    return decided && !hidden ? STATS_EQUAL : STATS_INCONCLUSIVE;
}

double compare_median_speed(const struct comparison *comparison, bool witnesses)
{
    double *logs = calloc(comparison->count + 1, sizeof *logs);
    size_t count = 0;
    for (size_t i = 0; logs && i < comparison->count; i++) {
        const struct compare_row *row = &comparison->rows[i];
        bool wanted = witnesses ? row->witness : !row->limit;
        if (wanted && strcmp(row->workload, COMPARE_MEAN) != 0 && isfinite(row->time->ratio.median))
            logs[count++] = row->time->ratio.median;
    }
    double speed = exp(-stats_median(logs, count));
    free(logs);
    return speed;
}
