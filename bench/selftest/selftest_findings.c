/* What follows from the verdicts of all runs of a self-test. */
#include <math.h>

#include "selftest_judge.h"
#include "stats/rate.h"

double selftest_stated_rate(void)
{
    return 1 - summary_rule.level;
}

enum selftest_verdict selftest_verdict_of(const struct selftest *selftest)
{
    static const double error = 0.01; /* of calling a sound instrument unsound */
    size_t alarms = selftest->controls[0].alarms;
    if (rate_at_least(alarms, selftest->trusted, selftest_stated_rate()) <= error)
        return SELFTEST_FALSE_ALARMS;
    return selftest->trusted < 2 || 2 * selftest->trusted < selftest->runs
               ? SELFTEST_TOO_FEW_RUNS
               : SELFTEST_KEEPS_ITS_WORD;
}

/* The rows that a row stands for. */
struct span {
    size_t from, end;
};

static struct span span_of(const struct selftest *selftest, size_t row)
{
    if (row < selftest->row_count)
        return (struct span){row, row + 1};
    return (struct span){0, selftest->row_count};
}

size_t selftest_count(const struct selftest *selftest, size_t control, size_t row,
                      enum stats_verdict verdict)
{
    size_t count = 0;
    struct span span = span_of(selftest, row);
    for (size_t i = span.from; i < span.end; i++)
        count += selftest->controls[control].rows[i].verdicts[verdict];
    return count;
}

double selftest_share(const struct selftest *selftest, size_t control, size_t row,
                      enum stats_verdict verdict)
{
    struct span span = span_of(selftest, row);
    return (double)selftest_count(selftest, control, row, verdict) /
           (double)(selftest->runs * (span.end - span.from));
}

size_t selftest_false_rows(const struct selftest *selftest, size_t row)
{
    return selftest_count(selftest, 0, row, STATS_FASTER) +
           selftest_count(selftest, 0, row, STATS_SLOWER);
}

double selftest_covered(const struct selftest *selftest, size_t row)
{
    size_t covered = 0, intervals = 0;
    struct span span = span_of(selftest, row);
    for (size_t control = 0; control < selftest->control_count; control++)
        for (size_t i = span.from; i < span.end; i++) {
            covered += selftest->controls[control].rows[i].covered;
            intervals += selftest->controls[control].rows[i].intervals;
        }
    return intervals > 0 ? (double)covered / (double)intervals : NAN;
}

static unsigned smallest_of_row(const struct selftest *selftest, size_t row)
{
    static const double often = 0.9;
    unsigned smallest = 0;
    for (size_t i = selftest->control_count - 1;
         i > 0 && selftest_share(selftest, i, row, STATS_SLOWER) >= often; i--)
        smallest = selftest->controls[i].percent;
    return smallest;
}

unsigned selftest_smallest_seen(const struct selftest *selftest, size_t row)
{
    unsigned largest = 0;
    struct span span = span_of(selftest, row);
    for (size_t i = span.from; i < span.end; i++) {
        unsigned smallest = smallest_of_row(selftest, i);
        if (smallest == 0)
            return 0;
        largest = smallest > largest ? smallest : largest;
    }
    return largest;
}
