/* What follows from the verdicts of all runs of a self-test. */
#include <math.h>

#include "selftest_judge.h"
#include "stats/rate.h"

double selftest_stated_rate(void)
{
    return 1 - summary_rule.level;
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

/* --- the verdict ----------------------------------------------------------------------------- */

static const double error = 0.01; /* of each test: of calling a sound instrument unsound */

/* What has the stated rate, the worst of so many tests. */
static struct selftest_bound bound_of(const struct selftest *selftest, size_t worst, size_t tests)
{
    return (struct selftest_bound){
        .worst = worst,
        .too_many = rate_too_many(selftest->trusted, selftest_stated_rate(), error / (double)tests),
    };
}

struct selftest_bound selftest_alarms(const struct selftest *selftest)
{
    return bound_of(selftest, selftest->controls[0].alarms, 1);
}

struct selftest_bound selftest_missed(const struct selftest *selftest)
{
    size_t worst = 0, tests = 0;
    for (size_t control = 0; control < selftest->control_count; control++)
        for (size_t i = 0; i < selftest->row_count; i++) {
            const struct selftest_row *row = &selftest->controls[control].rows[i];
            size_t missed = row->intervals - row->covered;
            if (row->limit)
                continue;
            worst = missed > worst ? missed : worst;
            tests++;
        }
    return bound_of(selftest, worst, tests > 0 ? tests : 1);
}

struct selftest_bound selftest_denied(const struct selftest *selftest)
{
    size_t worst = 0, tests = 0;
    for (size_t control = 0; control < selftest->control_count; control++) {
        if (selftest->controls[control].percent / 100.0 <= summary_rule.widest)
            continue;
        for (size_t row = 0; row < selftest->row_count; row++) {
            size_t denied = selftest_count(selftest, control, row, STATS_EQUAL) +
                            selftest_count(selftest, control, row, STATS_FASTER);
            worst = denied > worst ? denied : worst;
            tests++;
        }
    }
    return bound_of(selftest, worst, tests > 0 ? tests : 1);
}

double selftest_sight(const struct selftest *selftest)
{
    size_t seen =
        selftest_count(selftest, selftest->control_count - 1, selftest->row_count, STATS_SLOWER);
    return (double)seen / (double)(selftest->trusted * selftest->row_count);
}

static bool is_broken(struct selftest_bound bound)
{
    return bound.worst >= bound.too_many;
}

enum selftest_verdict selftest_verdict_of(const struct selftest *selftest)
{
    static const double most = 0.5;
    if (is_broken(selftest_alarms(selftest)))
        return SELFTEST_FALSE_ALARMS;
    if (is_broken(selftest_denied(selftest)))
        return SELFTEST_DENIES;
    if (is_broken(selftest_missed(selftest)))
        return SELFTEST_MISSES;
    if (selftest->trusted < 2 || 2 * selftest->trusted < selftest->runs)
        return SELFTEST_TOO_FEW_RUNS;
    return selftest_sight(selftest) > most ? SELFTEST_KEEPS_ITS_WORD : SELFTEST_BLIND;
}
