#include "export_bencher.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>

#include "count/counts.h"
#include "export_json.h"

struct launch_range {
    double least, most; /* medians of launches: ns of one operation */
};

static struct launch_range range_of(const struct report *report, size_t workload, size_t contender,
                                    double *scratch)
{
    struct launch_range range = {INFINITY, 0};
    for (size_t launch = 0; launch < report->series->launches; launch++) {
        double ns = summary_launch_time(report->plan, report->summary, workload, contender, launch,
                                        scratch);
        range.least = fmin(range.least, ns);
        range.most = fmax(range.most, ns);
    }
    return range;
}

static json_t *metric(double value, double lower, double upper)
{
    return json_pack("{s:o, s:o, s:o}", "value", export_json_number(value), "lower_value",
                     export_json_number(lower), "upper_value", export_json_number(upper));
}

static json_t *benchmark(const struct report *report, size_t workload, size_t contender,
                         double *scratch)
{
    const struct figure *figure =
        summary_figure(report->plan, report->summary, workload, contender);
    struct launch_range range = range_of(report, workload, contender, scratch);
    double ns = figure->ns.median, items = figure->rate * ns; /* in as many seconds as ns */
    double instructions = counts_of(report->counts, COUNT_INSTRUCTIONS, workload, contender);
    json_t *object =
        json_pack("{s:o, s:o}", "latency", metric(ns, range.least, range.most), "throughput",
                  metric(figure->rate, items / range.most, items / range.least));
    if (object && isfinite(instructions))
        json_object_set_new(object, "instructions", json_pack("{s:f}", "value", instructions));
    return object;
}

bool export_bencher(FILE *out, const struct report *report)
{
    const struct plan *plan = report->plan;
    double *scratch = calloc(plan->rounds, sizeof *scratch);
    json_t *all = scratch ? json_object() : NULL;
    for (size_t i = 0; all && i < plan->workload_count; i++) {
        for (size_t j = 0; j < plan->contender_count; j++) {
            if (!plan_has(plan, i, j))
                continue;
            char name[2 * REPORT_TEXT_SIZE];
            snprintf(name, sizeof name, "%s/%s", plan->workloads[i]->name,
                     plan->contenders[j].board->name);
            json_object_set_new(all, name, benchmark(report, i, j, scratch));
        }
    }
    free(scratch);
    return export_json_write(out, all);
}
