#include "summary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const struct stats_rule summary_rule = {.level = 0.95, .widest = 0.02};

static size_t pair_count(const struct plan *plan)
{
    return plan->contender_count * (plan->contender_count - 1) / 2;
}

/* The mean must be over the same workloads for all boards. */
static bool is_in_mean(const struct plan *plan, size_t workload)
{
    return !plan->workloads[workload]->limit &&
           plan_boards(plan, workload) == plan->contender_count;
}

/* How many workloads the geometric mean is over. */
static size_t mean_of(const struct plan *plan)
{
    size_t count = 0;
    for (size_t i = 0; i < plan->workload_count; i++)
        count += is_in_mean(plan, i);
    return count > 1 ? count : 0;
}

/* Places for rows. */
static size_t place_count(const struct plan *plan)
{
    return (plan->workload_count + (mean_of(plan) > 0)) * pair_count(plan);
}

size_t summary_row_count(const struct plan *plan)
{
    size_t count = mean_of(plan) > 0 ? pair_count(plan) : 0;
    for (size_t i = 0; i < plan->workload_count; i++) {
        size_t boards = plan_boards(plan, i);
        count += boards > 0 ? boards * (boards - 1) / 2 : 0;
    }
    return count;
}

bool summary_compares(const struct plan *plan, size_t workload)
{
    return workload == plan->workload_count ? plan->contender_count > 1
                                            : plan_boards(plan, workload) > 1;
}

static size_t times_index(const struct plan *plan, const struct summary *summary, size_t workload,
                          size_t contender, size_t launch)
{
    size_t figure = workload * plan->contender_count + contender;
    return (figure * summary->launches + launch) * plan->rounds;
}

const double *summary_times(const struct plan *plan, const struct summary *summary, size_t workload,
                            size_t contender, size_t launch)
{
    return summary->times + times_index(plan, summary, workload, contender, launch);
}

double summary_launch_time(const struct plan *plan, const struct summary *summary, size_t workload,
                           size_t contender, size_t launch, double *scratch)
{
    memcpy(scratch, summary_times(plan, summary, workload, contender, launch),
           plan->rounds * sizeof *scratch);
    return stats_median(scratch, plan->rounds);
}

const struct figure *summary_figure(const struct plan *plan, const struct summary *summary,
                                    size_t workload, size_t contender)
{
    return &summary->figures[workload * plan->contender_count + contender];
}

const struct stats_row *summary_row(const struct plan *plan, const struct summary *summary,
                                    size_t workload, size_t contender)
{
    if (contender == 0)
        return NULL;
    return &summary->rows[workload * summary->pairs +
                          stats_pair_index(contender, 0, plan->contender_count)];
}

size_t summary_winner(const struct plan *plan, const struct summary *summary, size_t workload)
{
    return stats_winner(summary->rows + workload * summary->pairs, plan->contender_count);
}

/* Puts the ns per operation of all samples into their places. */
static void sort_times(struct summary *summary, const struct plan *plan,
                       const struct sample *samples)
{
    for (size_t i = 0; i < summary->launches * sampler_count(plan); i++) {
        const struct sample *sample = &samples[i];
        if (sample->launch == 0)
            continue;
        size_t at = times_index(plan, summary, sample->workload, sample->contender,
                                i / sampler_count(plan));
        summary->times[at + sample->round - 1] = (double)sample->ns / (double)sample->operations;
    }
}

static void make_figures(struct summary *summary, const struct plan *plan, double *scratch)
{
    size_t count = summary->launches * plan->rounds;
    for (size_t i = 0; i < plan->workload_count; i++) {
        const struct pace *pace = &plan->paces[i];
        uint64_t items = unit_count(&plan->workloads[i]->item, &plan->contenders[0], pace->result);
        for (size_t j = 0; j < plan->contender_count; j++) {
            struct figure *figure = &summary->figures[i * plan->contender_count + j];
            if (!plan_has(plan, i, j)) {
                *figure = (struct figure){{NAN, NAN}, NAN, 0};
                continue;
            }
            struct stats_times times =
                stats_times_of(summary_times(plan, summary, i, j, 0), count, scratch);
            figure->ns = times.spread;
            figure->outliers = times.outliers;
            figure->rate = (double)items / (double)pace->operations * 1e9 / figure->ns.median;
        }
    }
}

/* What each launch says of one pair in one workload. */
static void ratios_of_pair(struct summary *summary, const struct plan *plan, size_t workload,
                           size_t board, size_t reference, const bool *trusted, double *scratch)
{
    size_t row =
        workload * summary->pairs + stats_pair_index(board, reference, plan->contender_count);
    bool compared = plan_has(plan, workload, board) && plan_has(plan, workload, reference);
    if (!compared)
        summary->rows[row].verdict = STATS_NOT_COMPARED;
    for (size_t launch = 0; launch < summary->launches; launch++)
        summary->log_ratios[row * summary->launches + launch] =
            trusted[launch] && compared
                ? stats_log_ratio(summary_times(plan, summary, workload, board, launch),
                                  summary_times(plan, summary, workload, reference, launch),
                                  plan->rounds, scratch)
                : NAN;
}

/* The last rows: one for each pair. */
static void ratios_of_means(struct summary *summary, const struct plan *plan, double *scratch)
{
    size_t launches = summary->launches;
    for (size_t pair = 0; pair < summary->pairs && summary->mean_of > 0; pair++) {
        size_t collected = 0;
        for (size_t i = 0; i < plan->workload_count; i++) {
            size_t row = i * summary->pairs + pair;
            if (is_in_mean(plan, i))
                memcpy(scratch + launches * collected++, summary->log_ratios + row * launches,
                       launches * sizeof *scratch);
        }
        size_t row = plan->workload_count * summary->pairs + pair;
        stats_mean_log_ratios(scratch, collected, launches, summary->log_ratios + row * launches);
    }
}

/* `family` has room for all rows. */
static void judge(struct summary *summary, struct stats_row *family, double *scratch, size_t *order)
{
    size_t count = 0;
    for (size_t row = 0; row < summary->row_count; row++) {
        summary->rows[row].ratio =
            stats_estimate_of(summary->log_ratios + row * summary->launches, summary->launches,
                              summary_rule.level, scratch);
        if (summary->rows[row].verdict != STATS_NOT_COMPARED)
            family[count++] = summary->rows[row];
    }
    stats_judge(family, count, &summary_rule, scratch, order);
    for (size_t row = 0, next = 0; row < summary->row_count; row++)
        if (summary->rows[row].verdict != STATS_NOT_COMPARED)
            summary->rows[row] = family[next++];
}

static void fill(struct summary *summary, const struct plan *plan, const struct sample *samples,
                 const bool *trusted, struct stats_row *family, double *scratch, size_t *order)
{
    sort_times(summary, plan, samples);
    make_figures(summary, plan, scratch);
    for (size_t i = 0; i < plan->workload_count; i++)
        for (size_t reference = 0; reference < plan->contender_count; reference++)
            for (size_t board = reference + 1; board < plan->contender_count; board++)
                ratios_of_pair(summary, plan, i, board, reference, trusted, scratch);
    ratios_of_means(summary, plan, scratch);
    judge(summary, family, scratch, order);
}

bool summary_make(struct summary *summary, const struct plan *plan, const struct sample *samples,
                  const bool *trusted, size_t launches)
{
    size_t figures = plan->workload_count * plan->contender_count;
    size_t rows = place_count(plan);
    *summary = (struct summary){
        .launches = launches,
        .pairs = pair_count(plan),
        .mean_of = mean_of(plan),
        .row_count = rows,
        .times = calloc(figures * launches * plan->rounds, sizeof(double)),
        .log_ratios = calloc(rows * launches + 1, sizeof(double)), /* of one board there are none */
        .figures = calloc(figures, sizeof(struct figure)),
        .rows = calloc(rows + 1, sizeof(struct stats_row)),
    };
    /* Room for the rounds of all launches, the launches of all workloads, and two for each row. */
    double *scratch =
        calloc(launches * (plan->rounds + plan->workload_count) + 2 * rows + 1, sizeof *scratch);
    size_t *order = calloc(rows + 1, sizeof *order);
    struct stats_row *family = calloc(rows + 1, sizeof *family);
    bool made = summary->times && summary->log_ratios && summary->figures && summary->rows &&
                scratch && order && family;
    if (made)
        fill(summary, plan, samples, trusted, family, scratch, order);
    free(family);
    free(scratch);
    free(order);
    return made;
}

void summary_free(struct summary *summary)
{
    free(summary->times);
    free(summary->log_ratios);
    free(summary->figures);
    free(summary->rows);
    *summary = (struct summary){0};
}

double summary_widest(const struct plan *plan, const struct summary *summary)
{
    double widest = 0;
    for (size_t row = 0; row < summary->row_count; row++) {
        size_t workload = row / summary->pairs;
        if (workload < plan->workload_count && plan->workloads[workload]->limit)
            continue;
        if (summary->rows[row].verdict == STATS_NOT_COMPARED)
            continue;
        const struct stats_estimate *ratio = &summary->rows[row].ratio;
        widest = fmax(widest, ratio->rank > 0 ? expm1(ratio->high - ratio->low) : INFINITY);
    }
    return widest;
}
