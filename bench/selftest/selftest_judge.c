#include "selftest_judge.h"

#include <math.h>
#include <stdlib.h>

#include "measure/controls.h"

/* --- one table of two boards ----------------------------------------------------------------- */

/* The plan and the samples of one run as if only the reference and one control had taken part. */
struct pair {
    struct contender contenders[2];
    struct plan plan;
    struct sample *samples;
};

static void choose_pair(struct pair *pair, const struct plan *plan, size_t contender)
{
    pair->contenders[0] = plan->contenders[0];
    pair->contenders[1] = plan->contenders[contender];
    pair->plan = *plan;
    pair->plan.contenders = pair->contenders;
    pair->plan.contender_count = 2;
}

static void choose_samples(struct pair *pair, const struct sample *samples, size_t count,
                           size_t contender)
{
    struct sample *next = pair->samples;
    for (size_t i = 0; i < count; i++) {
        if (samples[i].contender != 0 && samples[i].contender != contender)
            continue;
        *next = samples[i];
        next->contender = samples[i].contender != 0;
        next++;
    }
}

/* --- what its rows say ----------------------------------------------------------------------- */

/* The true log ratio of a control. */
static double truth(const struct selftest_control *control)
{
    return log1p(control->percent / 100.0);
}

/* Does the interval contain the truth? A control ends its wait at the look at the clock that is
 * nearest to the right moment, and looks are some 30 ns apart, in a sample of 50 us: so far its own
 * slowdown is known, and no further. The twin has none. */
static bool is_covered(const struct selftest_control *control, const struct stats_estimate *ratio)
{
    double accuracy = control->percent > 0 ? 0.0003 : 0;
    return ratio->low - accuracy <= truth(control) && truth(control) <= ratio->high + accuracy;
}

static bool is_false(const struct selftest_control *control, enum stats_verdict verdict)
{
    return verdict == STATS_FASTER || (verdict == STATS_SLOWER && control->percent == 0);
}

/* Of a row that is the only different one in a table with so many rows: Holm multiplies its p by
 * their number. */
static enum stats_verdict judge_alone(struct stats_row row, size_t family)
{
    double scratch[2];
    size_t order;
    row.ratio.p = fmin(1, (double)family * row.ratio.p);
    row.ratio.least_p = fmin(1, (double)family * row.ratio.least_p);
    stats_judge(&row, 1, &summary_rule, scratch, &order);
    return row.verdict;
}

/* Counts the table of one run, whose estimates go to one place for each row and run. */
static void count_rows(const struct selftest *selftest, struct selftest_control *control,
                       const struct stats_row *rows, double *estimates)
{
    bool alarm = false;
    for (size_t i = 0; i < selftest->row_count; i++) {
        const struct stats_estimate *ratio = &rows[i].ratio;
        struct selftest_row *row = &control->rows[i];
        enum stats_verdict verdict =
            control->percent > 0 ? judge_alone(rows[i], selftest->family) : rows[i].verdict;
        row->verdicts[verdict]++;
        alarm |= is_false(control, verdict);
        if (ratio->rank == 0)
            continue;
        row->covered += is_covered(control, ratio);
        estimates[i * selftest->runs + row->intervals++] = ratio->median;
    }
    control->alarms += alarm;
}

/* What is judged: see selftest_judge(). */
struct material {
    const struct plan *plan;
    const struct sample *samples;
    const bool *trusted;
    size_t launches; /* of each run */
};

/* Judges all runs of one control; `estimates` has room for one of each row and run. */
static bool judge_control(const struct selftest *selftest, struct selftest_control *control,
                          struct pair *pair, size_t contender, const struct material *material,
                          double *estimates)
{
    size_t launches = material->launches, count = launches * sampler_count(material->plan);
    choose_pair(pair, material->plan, contender);
    for (size_t run = 0; run < selftest->runs; run++) {
        struct summary summary;
        choose_samples(pair, material->samples + run * count, count, contender);
        bool made = summary_make(&summary, &pair->plan, pair->samples,
                                 material->trusted + run * launches, launches);
        if (made)
            count_rows(selftest, control, summary.rows, estimates);
        summary_free(&summary);
        if (!made)
            return false;
    }
    for (size_t i = 0; i < selftest->row_count; i++)
        control->rows[i].slowdown =
            expm1(stats_median(estimates + i * selftest->runs, control->rows[i].intervals));
    return true;
}

/* --- all of them ----------------------------------------------------------------------------- */

/* Where the controls begin: after all other boards. */
static size_t first_control(const struct plan *plan)
{
    size_t first = 0;
    while (first < plan->contender_count && !controls_has(plan->contenders[first].board))
        first++;
    return first;
}

size_t selftest_family(const struct plan *plan)
{
    struct plan others = *plan;
    others.contender_count = first_control(plan);
    return summary_row_count(&others);
}

static bool make_controls(struct selftest *selftest, const struct plan *plan, size_t first)
{
    selftest->controls = calloc(selftest->control_count, sizeof *selftest->controls);
    if (selftest->controls == NULL)
        return false;
    for (size_t i = 0; i < selftest->control_count; i++) {
        const struct board *board = plan->contenders[first + i].board;
        selftest->controls[i] = (struct selftest_control){
            .name = board->name,
            .percent = controls_slowdown(board),
            .rows = calloc(selftest->row_count, sizeof(struct selftest_row)),
        };
        if (selftest->controls[i].rows == NULL)
            return false;
        for (size_t j = 0; j < plan->workload_count; j++)
            selftest->controls[i].rows[j].limit = plan->workloads[j]->limit;
    }
    return true;
}

bool selftest_judge(struct selftest *selftest, const struct plan *plan,
                    const struct sample *samples, const bool *trusted, size_t runs, size_t launches)
{
    const struct material material = {plan, samples, trusted, launches};
    size_t first = first_control(plan);
    struct pair pair;
    choose_pair(&pair, plan, first);
    *selftest = (struct selftest){
        .runs = runs,
        .row_count = summary_row_count(&pair.plan),
        .family = selftest_family(plan),
        .control_count = plan->contender_count - first,
    };
    pair.samples = calloc(launches * sampler_count(&pair.plan), sizeof *pair.samples);
    double *estimates = calloc(selftest->row_count * runs, sizeof *estimates);
    bool judged = pair.samples && estimates && make_controls(selftest, plan, first);
    for (size_t i = 0; i < selftest->control_count && judged; i++)
        judged =
            judge_control(selftest, &selftest->controls[i], &pair, first + i, &material, estimates);
    if (judged)
        selftest->trusted = selftest->controls[0].rows[0].intervals;
    free(pair.samples);
    free(estimates);
    return judged;
}

void selftest_free(struct selftest *selftest)
{
    for (size_t i = 0; selftest->controls && i < selftest->control_count; i++)
        free(selftest->controls[i].rows);
    free(selftest->controls);
    *selftest = (struct selftest){0};
}
