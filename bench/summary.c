#include "summary.h"

#include <stdlib.h>

/* Collects the ns per operation of one workload and board, at the index of their round. */
static size_t collect(const struct sample *samples, size_t count, size_t workload, size_t contender,
                      double *times)
{
    size_t rounds = 0;
    for (size_t i = 0; i < count; i++) {
        if (samples[i].workload != workload || samples[i].contender != contender)
            continue;
        times[samples[i].round - 1] = (double)samples[i].ns / (double)samples[i].operations;
        rounds++;
    }
    return rounds;
}

struct figure *summary_make(const struct plan *plan, const struct sample *samples, size_t count)
{
    size_t contenders = plan->contender_count;
    struct figure *figures = calloc(plan->workload_count * contenders, sizeof *figures);
    double *buffers = calloc(3 * plan->rounds, sizeof *buffers);
    if (figures == NULL || buffers == NULL) {
        free(figures);
        free(buffers);
        return NULL;
    }
    double *reference = buffers, *times = reference + plan->rounds, *scratch = times + plan->rounds;
    for (size_t i = 0; i < plan->workload_count; i++) {
        const struct workload *workload = plan->workloads[i];
        const struct pace *pace = &plan->paces[i];
        uint64_t items = unit_count(&workload->item, &plan->contenders[0], pace->result);
        collect(samples, count, i, 0, reference);
        for (size_t j = 0; j < contenders; j++) {
            struct figure *figure = &figures[i * contenders + j];
            size_t rounds = collect(samples, count, i, j, times);
            figure->ratio = stats_speed_ratio(reference, times, scratch, rounds);
            figure->ns = stats_spread_of(times, rounds);
            figure->rate = (double)items / (double)pace->operations * 1e9 / figure->ns.median;
        }
    }
    free(buffers);
    return figures;
}

const struct figure *summary_figure(const struct plan *plan, const struct figure *figures,
                                    size_t workload, size_t contender)
{
    return &figures[workload * plan->contender_count + contender];
}
