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

static bool is_false(const struct selftest_control *control, enum stats_verdict verdict)
{
    return verdict == STATS_FASTER || (verdict == STATS_SLOWER && control->percent == 0);
}

/* Counts the table of one run, whose estimates go to one place for each row, `stride` apart. */
static void count_rows(struct selftest_control *control, const struct stats_row *rows, size_t count,
                       double *estimates, size_t stride)
{
    bool alarm = false;
    for (size_t i = 0; i < count; i++) {
        const struct stats_estimate *ratio = &rows[i].ratio;
        struct selftest_row *row = &control->rows[i];
        row->verdicts[rows[i].verdict]++;
        alarm |= is_false(control, rows[i].verdict);
        if (ratio->rank == 0)
            continue;
        row->covered += ratio->low <= truth(control) && truth(control) <= ratio->high;
        estimates[i * stride + row->intervals++] = ratio->median;
    }
    control->alarms += alarm;
}

/* Judges all runs of one control; `estimates` has room for one of each row and run. */
static bool judge_control(struct selftest *selftest, struct pair *pair, size_t contender,
                          const struct plan *plan, const struct sample *samples,
                          const bool *trusted, size_t launches, double *estimates)
{
    struct selftest_control *control = &selftest->controls[contender - 1];
    size_t count = launches * sampler_count(plan);
    choose_pair(pair, plan, contender);
    for (size_t run = 0; run < selftest->runs; run++) {
        struct summary summary;
        choose_samples(pair, samples + run * count, count, contender);
        bool made =
            summary_make(&summary, &pair->plan, pair->samples, trusted + run * launches, launches);
        if (made)
            count_rows(control, summary.rows, selftest->row_count, estimates, selftest->runs);
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

static size_t count_trusted(const bool *trusted, size_t runs, size_t launches)
{
    size_t count = 0;
    for (size_t run = 0; run < runs; run++) {
        bool all = true;
        for (size_t i = 0; i < launches; i++)
            all &= trusted[run * launches + i];
        count += all;
    }
    return count;
}

size_t selftest_row_count(const struct plan *plan)
{
    struct pair pair;
    choose_pair(&pair, plan, 1);
    return summary_row_count(&pair.plan);
}

static bool make_controls(struct selftest *selftest, const struct plan *plan)
{
    selftest->controls = calloc(selftest->control_count, sizeof *selftest->controls);
    if (selftest->controls == NULL)
        return false;
    for (size_t i = 0; i < selftest->control_count; i++) {
        const struct board *board = plan->contenders[i + 1].board;
        selftest->controls[i] = (struct selftest_control){
            .name = board->name,
            .percent = controls_slowdown(board),
            .rows = calloc(selftest->row_count, sizeof(struct selftest_row)),
        };
        if (selftest->controls[i].rows == NULL)
            return false;
    }
    return true;
}

bool selftest_judge(struct selftest *selftest, const struct plan *plan,
                    const struct sample *samples, const bool *trusted, size_t runs, size_t launches)
{
    struct pair pair;
    choose_pair(&pair, plan, 1);
    *selftest = (struct selftest){
        .runs = runs,
        .trusted = count_trusted(trusted, runs, launches),
        .row_count = selftest_row_count(plan),
        .control_count = plan->contender_count - 1,
    };
    pair.samples = calloc(launches * sampler_count(&pair.plan), sizeof *pair.samples);
    double *estimates = calloc(selftest->row_count * runs, sizeof *estimates);
    bool judged = pair.samples && estimates && make_controls(selftest, plan);
    for (size_t i = 1; i < plan->contender_count && judged; i++)
        judged = judge_control(selftest, &pair, i, plan, samples, trusted, launches, estimates);
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
