#include "gate_reason.h"

#include <math.h>
#include <stdio.h>

#include "gate_cells.h"

/* --- figures --------------------------------------------------------------------------------- */

enum { LEAST_DECIMALS = 1, MOST_DECIMALS = 4 };

/* In so many decimals the limit is written in full, and what is not the limit does not seem to be
 * it. */
static int decimals_of(double share, double limit)
{
    int decimals = LEAST_DECIMALS;
    for (double scale = 1000; decimals < MOST_DECIMALS; decimals++, scale *= 10) {
        double nearest = round(limit * scale);
        bool full = fabs(limit * scale - nearest) < 1e-6;
        if (full && (round(share * scale) != nearest || fabs(share - limit) < 1e-9))
            break;
    }
    return decimals;
}

struct figure {
    char text[GATE_PERCENT_SIZE + sizeof " %"];
};

static struct figure percent(double share, int decimals)
{
    struct figure figure;
    char number[GATE_PERCENT_SIZE];
    snprintf(figure.text, sizeof figure.text, "%s %%", gate_percent(share, decimals, number));
    return figure;
}

/* With the decimals that tell it from the limit. */
static struct figure percent_beside(double share, double limit)
{
    return percent(share, decimals_of(share, limit));
}

/* --- reasons --------------------------------------------------------------------------------- */

void gate_say_instructions(struct gate_row *row, double rise, double limit)
{
    int decimals = decimals_of(rise, limit);
    gate_add(row->reason, sizeof row->reason, "%s instructions, limit %s",
             percent(rise, decimals).text, percent(limit, decimals).text);
}

/* A rise of time and what is known of it: "at least" a bound, in so many launches. */
static void say_time(struct gate_row *row, double rise, const char *relation, struct figure bound,
                     size_t launches)
{
    gate_add(row->reason, sizeof row->reason, "%s time, %s %s in %zu launches",
             percent(rise, LEAST_DECIMALS).text, relation, bound.text, launches);
}

/* Holm may call a row slower or faster than the limit whose bound, which holds for all rows
 * together without Holm, is not beyond the limit. Then the limit is what is known. */

void gate_say_slower(struct gate_row *row, double limit)
{
    bool again = row->again.launches > 0;
    const struct gate_time *time = again ? &row->again : &row->first;
    bool beyond = time->low > limit;
    double bound = beyond ? time->low : limit;
    say_time(row, time->rise, beyond ? "at least" : "above", percent_beside(bound, limit),
             time->launches);
    if (again)
        gate_add(row->reason, sizeof row->reason, " of the second run");
}

void gate_say_faster(struct gate_row *row, const struct gate_limits *limits, double risen)
{
    const struct gate_time *time = &row->first;
    double limit = -limits->time;
    bool beyond = time->high < limit;
    double bound = beyond ? time->high : limit;
    say_time(row, time->rise, beyond ? "at most" : "below", percent_beside(bound, limit),
             time->launches);
    if (!isnan(risen))
        gate_add(row->reason, sizeof row->reason, ", in spite of %s instructions",
                 percent_beside(risen, limits->instructions).text);
}

/* Why launches give no bound. */
static void add_lack(struct gate_row *row, const struct gate_time *time)
{
    if (isnan(time->low))
        gate_add(row->reason, sizeof row->reason, ": the machine may have changed");
    else
        gate_add(row->reason, sizeof row->reason, ": too few launches (%zu)", time->launches);
}

void gate_say_unconfirmed(struct gate_row *row, double limit)
{
    const struct gate_time *time = &row->again;
    double rise = row->first.rise;
    if (time->launches > 0 && time->low > -1) {
        say_time(row, rise, "not confirmed by the second run: at least",
                 percent_beside(time->low, limit), time->launches);
        return;
    }
    gate_add(row->reason, sizeof row->reason, "%s time, not confirmed by a second run",
             percent(rise, LEAST_DECIMALS).text);
    if (time->launches > 0)
        add_lack(row, time);
}

void gate_say_unsure(struct gate_row *row, double limit)
{
    const struct gate_time *time = &row->first;
    say_time(row, time->rise, "only at least", percent_beside(time->low, limit), time->launches);
}

void gate_say_excluded(struct gate_row *row, const struct gate_time *time, double sight)
{
    say_time(row, time->rise, "at most", percent_beside(time->high, sight), time->launches);
    if (time == &row->again)
        gate_add(row->reason, sizeof row->reason, " of the second run");
}

void gate_say_open(struct gate_row *row, const struct gate_limits *limits, double rise)
{
    const struct gate_time *time = &row->first;
    gate_add(row->reason, sizeof row->reason, time->launches > 0 ? "time open" : "not timed");
    if (time->launches > 0 && isfinite(time->high))
        gate_add(row->reason, sizeof row->reason, ": at most %s",
                 percent_beside(time->high, limits->sight).text);
    else if (time->launches > 0)
        add_lack(row, time);
    if (isnan(rise))
        gate_add(row->reason, sizeof row->reason, ", not counted");
    else
        gate_add(row->reason, sizeof row->reason, ", instructions %s",
                 percent_beside(rise, limits->instructions).text);
}
