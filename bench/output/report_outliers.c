#include "report_outliers.h"

void report_outliers(FILE *out, const struct report *report, const char *end)
{
    const struct plan *plan = report->plan;
    size_t samples = report->series->launches * plan->rounds * plan_cells(plan), outliers = 0;
    size_t most = 0, workload = 0, board = 0;
    for (size_t i = 0; i < plan->workload_count; i++) {
        for (size_t j = 0; j < plan->contender_count; j++) {
            size_t here = summary_figure(plan, report->summary, i, j)->outliers;
            outliers += here;
            if (here > most) {
                most = here;
                workload = i;
                board = j;
            }
        }
    }
    fprintf(out, "Beyond 5 sigma of their median, and kept: %zu of %zu samples", outliers, samples);
    if (most > 0)
        fprintf(out, ", most of them (%zu) in %s on %s", most, plan->workloads[workload]->name,
                plan->contenders[board].board->name);
    fputs(end, out);
}
