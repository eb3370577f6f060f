/* The verdicts of the gate. */
#include "gate.h"

#include <math.h>
#include <stdio.h>

#include "gate_reason.h"
#include "stats/stats.h"

const char *gate_verdict_name(enum gate_verdict verdict)
{
    switch (verdict) {
    case GATE_OK:
        return "ok";
    case GATE_IMPROVED:
        return "improved";
    case GATE_REGRESSION:
        return "regression";
    case GATE_INCONCLUSIVE:
        break;
    }
    return "inconclusive";
}

const char *gate_ground_name(enum gate_ground ground)
{
    switch (ground) {
    case GATE_BY_COUNTS:
        return "counts";
    case GATE_BY_INSTRUCTIONS:
        return "instructions";
    case GATE_BY_TIME:
        return "time";
    case GATE_BY_NOTHING:
        break;
    }
    return "";
}

/* --- what is known of a row ------------------------------------------------------------------ */

static bool is_count(double instructions)
{
    return isfinite(instructions) && instructions > 0;
}

double gate_instructions_rise(const struct gate_row *row)
{
    const double *instructions = row->instructions;
    if (!is_count(instructions[GATE_BASE]) || !is_count(instructions[GATE_NEW]))
        return NAN;
    return instructions[GATE_NEW] / instructions[GATE_BASE] - 1;
}

/* A rise that is the limit but for rounding is not beyond it. False for NaN. */
static bool is_beyond(double rise, double limit)
{
    static const double rounding = 1e-9;
    return rise - limit > rounding;
}

static bool is_faster(const struct gate *gate, const struct gate_row *row)
{
    return row->first.launches > 0 &&
           stats_significant(row->first.adjusted_p_faster, 1 - gate->limits.error);
}

/* Does the second run call slower what the first one did? Where there can be none, does its bound,
 * which needs no Holm? */
static bool is_confirmed(const struct gate *gate, const struct gate_row *row)
{
    if (gate->stored)
        return is_beyond(row->first.low, gate->limits.time);
    return row->again.launches > 0 &&
           stats_significant(row->again.adjusted_p, 1 - gate->limits.error);
}

/* Does the second run find no rise beyond the limit, and could it have seen one? */
static bool is_cleared(const struct gate *gate, const struct gate_row *row)
{
    return row->again.launches > 0 && row->again.rise <= gate->limits.time &&
           row->again.high <= gate->limits.sight;
}

/* The last run that counts: a second one is the larger, but of suspects only. */
static const struct gate_time *last_time(const struct gate *gate, const struct gate_row *row)
{
    return row->again.launches > 0 && gate_is_suspect(gate, row) ? &row->again : &row->first;
}

static bool excludes_a_rise(const struct gate *gate, const struct gate_row *row)
{
    const struct gate_time *time = last_time(gate, row);
    return time->launches > 0 && time->high <= gate->limits.sight;
}

static bool is_open(const struct gate *gate, const struct gate_row *row)
{
    return row->first.launches > 0 && !is_faster(gate, row) && !excludes_a_rise(gate, row);
}

/* --- verdicts -------------------------------------------------------------------------------- */

static void decide(struct gate_row *row, enum gate_verdict verdict, enum gate_ground ground)
{
    row->verdict = verdict;
    row->ground = ground;
}

/* The order of the rules is that of gate.h. */
static void judge_row(const struct gate *gate, struct gate_row *row)
{
    const struct gate_limits *limits = &gate->limits;
    double rise = gate_instructions_rise(row);
    bool rose = is_beyond(rise, limits->instructions),
         fell = is_beyond(-rise, limits->instructions);
    bool faster = is_faster(gate, row), suspect = gate_is_suspect(gate, row);
    row->reason[0] = '\0';
    if (rose && !faster) {
        decide(row, GATE_REGRESSION, GATE_BY_INSTRUCTIONS);
        gate_say_instructions(row, rise, limits->instructions);
    } else if (suspect && is_confirmed(gate, row)) {
        decide(row, GATE_REGRESSION, GATE_BY_TIME);
        gate_say_slower(row, limits->time);
    } else if (suspect && !is_cleared(gate, row)) {
        decide(row, GATE_INCONCLUSIVE, GATE_BY_TIME);
        if (gate->stored)
            gate_say_unsure(row, limits->time);
        else
            gate_say_unconfirmed(row, limits->time);
    } else if (fell) {
        decide(row, GATE_IMPROVED, GATE_BY_INSTRUCTIONS);
        gate_say_instructions(row, rise, -limits->instructions);
    } else if (faster) {
        decide(row, GATE_IMPROVED, GATE_BY_TIME);
        gate_say_faster(row, limits, rose ? rise : NAN);
    } else if (excludes_a_rise(gate, row)) {
        decide(row, GATE_OK, GATE_BY_TIME);
        gate_say_excluded(row, last_time(gate, row), limits->sight);
    } else {
        decide(row, isnan(rise) ? GATE_INCONCLUSIVE : GATE_OK,
               isnan(rise) ? GATE_BY_NOTHING : GATE_BY_INSTRUCTIONS);
        gate_say_open(row, limits, rise);
    }
}

/* What the rows come to. */
struct tally {
    size_t rows[GATE_INCONCLUSIVE + 1]; /* of each verdict */
    size_t timed, open;
};

static bool has_counts(const struct gate *gate)
{
    return gate->counts_checked || gate->counts_elsewhere;
}

static enum gate_verdict verdict_of(const struct gate *gate, const struct tally *tally)
{
    if (gate->counts_differ[0] != '\0' && gate->base_alone_differs)
        return GATE_INCONCLUSIVE;
    if (gate->counts_differ[0] != '\0' || tally->rows[GATE_REGRESSION] > 0)
        return GATE_REGRESSION;
    if (!has_counts(gate) || gate->row_count == 0 || tally->rows[GATE_INCONCLUSIVE] > 0 ||
        2 * tally->open > tally->timed)
        return GATE_INCONCLUSIVE;
    return tally->rows[GATE_IMPROVED] > 0 ? GATE_IMPROVED : GATE_OK;
}

static void say_why(struct gate *gate, const struct tally *tally)
{
    char *out = gate->reason;
    size_t size = sizeof gate->reason, alike = tally->rows[gate->verdict];
    if (gate->counts_differ[0] != '\0')
        snprintf(out, size, "%s",
                 gate->base_alone_differs ? "base miscounts, and new does not" : "counts differ");
    else if (gate->verdict == GATE_INCONCLUSIVE && !has_counts(gate))
        snprintf(out, size, "counts were not checked");
    else if (gate->row_count == 0)
        snprintf(out, size, "no row was compared");
    else if (alike == 0) /* which no row is: all are well by their instructions */
        snprintf(out, size, "time of %zu of %zu rows is open", tally->open, tally->timed);
    else
        snprintf(out, size, "%zu of %zu rows: %s", alike, gate->row_count,
                 gate_verdict_name(gate->verdict));
}

void gate_judge(struct gate *gate)
{
    struct tally tally = {0};
    for (size_t i = 0; i < gate->row_count; i++) {
        struct gate_row *row = &gate->rows[i];
        judge_row(gate, row);
        tally.rows[row->verdict]++;
        tally.timed += row->first.launches > 0;
        tally.open += is_open(gate, row);
    }
    gate->verdict = verdict_of(gate, &tally);
    say_why(gate, &tally);
}
