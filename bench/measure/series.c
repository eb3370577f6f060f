#include "series.h"

#include <math.h>
#include <stdlib.h>

#include "child.h"

enum { ATTEMPTS = 2, LENGTH_SIZE = 40 };

static const double narrow = 0.01; /* an interval's width that is narrow enough */

size_t series_length(size_t first, double widest, size_t most)
{
    if (!isfinite(widest) || widest <= narrow)
        return first;
    double needed = ceil((double)first * pow(widest / narrow, 2));
    return needed < (double)most ? (size_t)needed : most;
}

/* --- progress -------------------------------------------------------------------------------- */

/* How many launches there will be is decided after the first. */
static bool is_undecided(const struct series_request *request, const struct series *series)
{
    return series->launches < request->launches && request->max_launches > request->launches;
}

static const char *length_text(const struct series_request *request, const struct series *series,
                               char out[LENGTH_SIZE])
{
    if (is_undecided(request, series))
        snprintf(out, LENGTH_SIZE, "up to %zu", request->max_launches);
    else
        snprintf(out, LENGTH_SIZE, "%zu", series->planned);
    return out;
}

/* `since` is when the first launch began, by child_clock(). The time left is that of what is
 * decided. */
static void show(const struct series_request *request, const struct series *series, double since)
{
    char length[LENGTH_SIZE];
    size_t done = series->launches;
    if (request->progress == NULL)
        return;
    fprintf(request->progress, "\r\033[Klaunch %zu of %s", done + 1,
            length_text(request, series, length));
    if (done > 0) {
        unsigned left =
            (unsigned)((child_clock() - since) / (double)done * (double)(series->planned - done) +
                       0.5);
        fprintf(request->progress, ", %s%u:%02u left",
                is_undecided(request, series) ? "at least " : "", left / 60, left % 60);
    }
    fflush(request->progress);
}

/* Back to the start of the line, and clear it; what was interrupted stays to be seen. */
static void end_show(const struct series_request *request, enum sampling outcome)
{
    if (request->progress)
        fputs(outcome == SAMPLING_DONE ? "\r\033[K" : "\n", request->progress);
}

/* --- launches -------------------------------------------------------------------------------- */

/* Runs the launch after those that are done, and once more when it was disturbed. */
static enum sampling run_next(const struct series_request *request, struct series *series,
                              struct fault *fault)
{
    size_t at = series->launches;
    enum sampling outcome = SAMPLING_DONE;
    struct sample *samples = series->samples + at * sampler_count(request->launch->plan);
    for (unsigned attempt = 1; attempt <= ATTEMPTS && outcome == SAMPLING_DONE; attempt++) {
        struct launch_facts *facts = &series->facts[series->count++];
        outcome = launch_run(request->launch, (unsigned)at + 1, samples, facts, fault);
        facts->attempt = attempt;
        series->trusted[at] = facts->trusted || request->trust_all;
        if (series->trusted[at])
            break;
    }
    series->launches += outcome == SAMPLING_DONE;
    return outcome;
}

/* Runs launches until there are as many as planned, and sums all of them up. */
static enum sampling run_planned(const struct series_request *request, struct series *series,
                                 double since, struct summary *summary, struct fault *fault)
{
    enum sampling outcome = SAMPLING_DONE;
    while (outcome == SAMPLING_DONE && series->launches < series->planned) {
        show(request, series, since);
        outcome = run_next(request, series, fault);
    }
    if (outcome != SAMPLING_DONE)
        return outcome;
    summary_free(summary);
    if (summary_make(summary, request->launch->plan, series->samples, series->trusted,
                     series->launches))
        return SAMPLING_DONE;
    fault_set(fault, "no memory for the figures");
    return SAMPLING_FAILED;
}

enum sampling series_run(const struct series_request *request, struct series *series,
                         struct summary *summary, struct fault *fault)
{
    size_t most = request->max_launches;
    size_t count = sampler_count(request->launch->plan);
    *series = (struct series){
        .planned = request->launches,
        .samples = calloc(most * count, sizeof(struct sample)),
        .trusted = calloc(most, sizeof(bool)),
        .facts = calloc(ATTEMPTS * most, sizeof(struct launch_facts)),
    };
    *summary = (struct summary){0};
    if (!series->samples || !series->trusted || !series->facts) {
        fault_set(fault, "no memory for the samples of %zu launches", most);
        return SAMPLING_FAILED;
    }
    double since = child_clock();
    enum sampling outcome = run_planned(request, series, since, summary, fault);
    if (outcome == SAMPLING_DONE)
        series->planned =
            series_length(request->launches, summary_widest(request->launch->plan, summary), most);
    if (series->planned > series->launches && outcome == SAMPLING_DONE)
        outcome = run_planned(request, series, since, summary, fault);
    end_show(request, outcome);
    char length[LENGTH_SIZE];
    if (outcome == SAMPLING_STOPPED)
        fault_set(fault, "interrupted after %zu of %s launches; nothing was written",
                  series->launches, length_text(request, series, length));
    return outcome;
}

void series_free(struct series *series)
{
    free(series->samples);
    free(series->trusted);
    free(series->facts);
    *series = (struct series){0};
}
