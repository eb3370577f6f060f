#include "series.h"

#include <stdlib.h>

#include "child.h"

enum { ATTEMPTS = 2, STEP = 10 };

static const double narrow = 0.01; /* an interval's width that is narrow enough */

/* --- progress -------------------------------------------------------------------------------- */

/* `since` is when the first launch began, by child_clock(). */
static void show(const struct series_request *request, size_t done, double since)
{
    if (request->progress == NULL)
        return;
    size_t all = done < request->launches ? request->launches : request->max_launches;
    fprintf(request->progress, "\r\033[Klaunch %zu of %s%zu", done + 1,
            all > request->launches ? "up to " : "", all);
    if (done > 0) {
        unsigned left =
            (unsigned)((child_clock() - since) / (double)done * (double)(all - done) + 0.5);
        fprintf(request->progress, ", %u:%02u left", left / 60, left % 60);
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

/* Then there are no intervals, and more launches do not help. */
static bool is_spoilt(const struct series *series)
{
    for (size_t i = 0; i < series->launches; i++)
        if (!series->trusted[i])
            return true;
    return false;
}

/* Are there enough launches? Sums them up when there may be. */
static bool is_enough(const struct series_request *request, const struct series *series,
                      struct summary *summary, struct fault *fault, enum sampling *outcome)
{
    const struct plan *plan = request->launch->plan;
    size_t done = series->launches;
    if (done < request->launches ||
        (done < request->max_launches && (done - request->launches) % STEP != 0))
        return false;
    summary_free(summary);
    if (!summary_make(summary, plan, series->samples, series->trusted, done)) {
        fault_set(fault, "no memory for the figures");
        *outcome = SAMPLING_FAILED;
        return true;
    }
    return done >= request->max_launches || is_spoilt(series) ||
           summary_widest(plan, summary) <= narrow;
}

enum sampling series_run(const struct series_request *request, struct series *series,
                         struct summary *summary, struct fault *fault)
{
    size_t most = request->max_launches;
    size_t count = sampler_count(request->launch->plan);
    *series = (struct series){
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
    enum sampling outcome = SAMPLING_DONE;
    while (outcome == SAMPLING_DONE && !is_enough(request, series, summary, fault, &outcome)) {
        show(request, series->launches, since);
        outcome = run_next(request, series, fault);
    }
    end_show(request, outcome);
    if (outcome == SAMPLING_STOPPED)
        fault_set(fault, "interrupted after %zu of %zu launches; nothing was written",
                  series->launches, request->launches);
    return outcome;
}

void series_free(struct series *series)
{
    free(series->samples);
    free(series->trusted);
    free(series->facts);
    *series = (struct series){0};
}
