/* A table of ratios, judged as one family. */
#include <gsl/gsl_sort.h>
#include <math.h>

#include "stats.h"

static bool is_probability(double p)
{
    return p >= 0 && p <= 1;
}

void stats_holm(const double *p, size_t count, double *adjusted, size_t *order)
{
    for (size_t i = 0; i < count; i++)
        adjusted[i] = is_probability(p[i]) ? p[i] : 1; /* what is unknown comes last */
    gsl_sort_index(order, adjusted, 1, count);
    double before = 0;
    for (size_t i = 0; i < count; i++) {
        double *here = &adjusted[order[i]];
        before = fmax(before, fmin(1, (double)(count - i) * *here));
        *here = is_probability(p[order[i]]) ? before : NAN;
    }
}

/* Does the interval exclude 1, and does that hold for the whole table? */
static bool is_different(const struct stats_row *row, const struct stats_rule *rule)
{
    return (row->ratio.low > 0 || row->ratio.high < 0) &&
           stats_significant(row->adjusted_p, rule->level);
}

/* Does the interval allow no ratio that is further from 1 than may be called equal? */
static bool is_within(const struct stats_estimate *ratio, double widest)
{
    return fmax(-ratio->low, ratio->high) <= log1p(widest);
}

static enum stats_reason doubt(const struct stats_row *row, size_t count,
                               const struct stats_rule *rule)
{
    const struct stats_estimate *ratio = &row->ratio;
    enum stats_reason too_few = ratio->untrusted > 0 ? STATS_UNTRUSTED : STATS_TOO_FEW_LAUNCHES;
    if (ratio->rank == 0)
        return too_few;
    if (is_different(row, rule) || is_within(ratio, rule->widest))
        return STATS_NO_REASON;
    if (ratio->low <= 0 && ratio->high >= 0)
        return STATS_TOO_WIDE;
    return stats_significant((double)count * ratio->least_p, rule->level) ? STATS_LOST_BY_HOLM
                                                                          : too_few;
}

static enum stats_verdict verdict_of(const struct stats_row *row, const struct stats_rule *rule)
{
    if (row->reason != STATS_NO_REASON)
        return STATS_INCONCLUSIVE;
    if (!is_different(row, rule))
        return STATS_EQUAL;
    return row->ratio.high < 0 ? STATS_FASTER : STATS_SLOWER;
}

void stats_judge(struct stats_row *rows, size_t count, const struct stats_rule *rule,
                 double *scratch, size_t *order)
{
    double *p = scratch, *adjusted = scratch + count;
    for (size_t i = 0; i < count; i++)
        p[i] = rows[i].ratio.p;
    stats_holm(p, count, adjusted, order);
    for (size_t i = 0; i < count; i++) {
        struct stats_row *row = &rows[i];
        row->adjusted_p = adjusted[i];
        row->reason = doubt(row, count, rule);
        row->verdict = verdict_of(row, rule);
    }
}

const char *stats_verdict_name(enum stats_verdict verdict)
{
    switch (verdict) {
    case STATS_FASTER:
        return "faster";
    case STATS_SLOWER:
        return "slower";
    case STATS_EQUAL:
        return "equal within the interval";
    case STATS_NOT_COMPARED:
        return "not compared";
    case STATS_INCONCLUSIVE:
        break;
    }
    return "inconclusive";
}

const char *stats_reason_text(enum stats_reason reason)
{
    switch (reason) {
    case STATS_UNTRUSTED:
        return "too many launches are not to be trusted";
    case STATS_TOO_FEW_LAUNCHES:
        return "too few launches";
    case STATS_TOO_WIDE:
        return "the interval is too wide";
    case STATS_LOST_BY_HOLM:
        return "a difference by itself, but not in a table of this length";
    case STATS_NO_REASON:
        break;
    }
    return "";
}

size_t stats_pair_index(size_t board, size_t reference, size_t boards)
{
    /* Before this reference: boards - 1 pairs, boards - 2, ... */
    return reference * (2 * boards - reference - 1) / 2 + board - reference - 1;
}

static enum stats_verdict verdict_between(const struct stats_row *pairs, size_t one, size_t other,
                                          size_t boards)
{
    return pairs[stats_pair_index(one > other ? one : other, one > other ? other : one, boards)]
        .verdict;
}

static bool beats(const struct stats_row *pairs, size_t winner, size_t loser, size_t boards)
{
    return verdict_between(pairs, winner, loser, boards) ==
           (winner > loser ? STATS_FASTER : STATS_SLOWER);
}

size_t stats_winner(const struct stats_row *pairs, size_t boards)
{
    for (size_t winner = 0; winner < boards && boards > 1; winner++) {
        size_t others = 0, beaten = 0;
        for (size_t loser = 0; loser < boards; loser++) {
            if (loser == winner ||
                verdict_between(pairs, winner, loser, boards) == STATS_NOT_COMPARED)
                continue;
            others++;
            beaten += beats(pairs, winner, loser, boards);
        }
        if (others > 0 && beaten == others)
            return winner;
    }
    return boards;
}

bool stats_is_beaten(const struct stats_row *pairs, size_t board, size_t boards)
{
    for (size_t other = 0; other < boards; other++)
        if (other != board && beats(pairs, other, board, boards))
            return true;
    return false;
}

bool stats_is_tie(const struct stats_row *pairs, size_t boards)
{
    size_t equals = 0;
    for (size_t board = 1; board < boards; board++)
        for (size_t other = 0; other < board; other++) {
            if (stats_is_beaten(pairs, board, boards) || stats_is_beaten(pairs, other, boards) ||
                verdict_between(pairs, board, other, boards) == STATS_NOT_COMPARED)
                continue;
            if (pairs[stats_pair_index(board, other, boards)].verdict != STATS_EQUAL)
                return false;
            equals++;
        }
    return equals > 0;
}
