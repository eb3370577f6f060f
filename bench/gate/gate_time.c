/* What launches say of time, against a limit: those of two builds in turn by the sign test, those
 * of two stored runs by the rank sum test. */
#include "gate.h"

#include <math.h>
#include <stdlib.h>

#include "stats/rate.h"
#include "stats/stats.h"

const struct gate_limits gate_usual_limits = {
    .instructions = 0.01,
    .time = 0.02,
    .sight = 0.05,
    .error = 0.01,
};

/* The one-sided p when so many launches are for a difference, and all others against it. */
static double sign_p(size_t launches_for, size_t launches)
{
    return launches > 0 ? rate_at_least(launches_for, launches, 0.5) : NAN;
}

/* Of an interval that may miss by the error of a row on either side. */
static double level_of(const struct gate_limits *limits, size_t rows)
{
    return 1 - 2 * limits->error / (double)rows;
}

struct gate_time gate_time_of(const double *log_ratios, size_t launches, size_t rows,
                              const struct gate_limits *limits, double *scratch)
{
    struct stats_estimate estimate =
        stats_estimate_of(log_ratios, launches, level_of(limits, rows), scratch);
    size_t slower = 0, faster = 0; /* by more than the limit, which is no tie */
    for (size_t i = 0; i < launches; i++) {
        if (!isfinite(log_ratios[i]))
            continue;
        slower += expm1(log_ratios[i]) > limits->time;
        faster += expm1(log_ratios[i]) < -limits->time;
    }
    return (struct gate_time){
        .launches = launches,
        .rise = expm1(estimate.median),
        .low = estimate.rank > 0 ? expm1(estimate.low) : -1,
        .high = estimate.rank > 0 ? expm1(estimate.high) : INFINITY,
        .p = sign_p(slower, launches),
        .adjusted_p = NAN,
        .p_faster = sign_p(faster, launches),
        .adjusted_p_faster = NAN,
    };
}

struct gate_time gate_time_of_runs(const struct gate_runs *runs, size_t rows,
                                   const struct gate_limits *limits, double *scratch)
{
    const double *base = runs->logs[GATE_BASE], *new = runs->logs[GATE_NEW],
                 *at_most = runs->at_most;
    size_t before = runs->launches[GATE_BASE], after = runs->launches[GATE_NEW];
    struct stats_estimate estimate =
        stats_shift_of(new, after, base, before, at_most, level_of(limits, rows), scratch);
    struct gate_time time = {
        .launches = before + after,
        .rise = expm1(estimate.median),
        .low = NAN,
        .high = NAN,
        .p = 1,
        .adjusted_p = NAN,
        .p_faster = 1,
        .adjusted_p_faster = NAN,
    };
    if (!(fabs(runs->machine) <= log1p(limits->time))) /* NaN is not, either */
        return time;
    double slowed = fmax(runs->machine, 0), sped = fmax(-runs->machine, 0);
    time.low = estimate.rank > 0 ? expm1(estimate.low - slowed) : -1;
    time.high = estimate.rank > 0 ? expm1(estimate.high + sped) : INFINITY;
    time.p = stats_shift_p(new, after, base, before, at_most, log1p(limits->time) + slowed);
    time.p_faster = stats_shift_p(base, before, new, after, at_most, sped - log1p(-limits->time));
    return time;
}

static struct gate_time *time_of(struct gate_row *row, bool again)
{
    return again ? &row->again : &row->first;
}

/* The p-values of the rows that were timed, one family for each direction. All three have room for
 * one of each row. */
static void adjust(struct gate *gate, bool again, bool faster, double *p, double *adjusted,
                   size_t *order)
{
    size_t count = 0;
    for (size_t i = 0; i < gate->row_count; i++) {
        const struct gate_time *time = time_of(&gate->rows[i], again);
        if (time->launches > 0)
            p[count++] = faster ? time->p_faster : time->p;
    }
    stats_holm(p, count, adjusted, order);
    for (size_t i = 0, next = 0; i < gate->row_count; i++) {
        struct gate_time *time = time_of(&gate->rows[i], again);
        if (time->launches > 0)
            *(faster ? &time->adjusted_p_faster : &time->adjusted_p) = adjusted[next++];
    }
}

bool gate_adjust(struct gate *gate, bool again)
{
    if (gate->row_count == 0)
        return true;
    double *p = calloc(gate->row_count, sizeof *p);
    double *adjusted = calloc(gate->row_count, sizeof *adjusted);
    size_t *order = calloc(gate->row_count, sizeof *order);
    bool room = p && adjusted && order;
    for (int faster = 0; faster <= 1 && room; faster++)
        adjust(gate, again, faster, p, adjusted, order);
    free(p);
    free(adjusted);
    free(order);
    return room;
}

bool gate_is_suspect(const struct gate *gate, const struct gate_row *row)
{
    return row->first.launches > 0 &&
           stats_significant(row->first.adjusted_p, 1 - gate->limits.error);
}
