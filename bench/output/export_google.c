#include "export_google.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* "L1d" of "32K" */
static json_t *cache_json(const char *name, const char *size)
{
    const char *type = strchr(name, 'd') ? "Data" : strchr(name, 'i') ? "Instruction" : "Unified";
    char *unit;
    unsigned long bytes = strtoul(size, &unit, 10);
    bytes <<= *unit == 'K' ? 10 : *unit == 'M' ? 20 : 0;
    return json_pack("{s:s, s:i, s:I}", "type", type, "level", name[0] ? name[1] - '0' : 0, "size",
                     (json_int_t)bytes);
}

json_t *export_context(const struct report *report)
{
    const struct machine *machine = report->machine;
    json_t *caches = json_array(), *load = json_array();
    for (size_t i = 0; i < machine->cache_count; i++)
        json_array_append_new(caches, cache_json(machine->caches[i].name, machine->caches[i].size));
    if (report->series->count > 0 && report->series->facts[0].load >= 0)
        json_array_append_new(load, json_real(report->series->facts[0].load));
    bool scaling = machine->governor[0] && strcmp(machine->governor, "performance") != 0;
    return json_pack("{s:s, s:s, s:I, s:b, s:o, s:o, s:s}", /**/
                     "date", machine->date,                 /**/
                     "executable", "xqbench",               /**/
                     "num_cpus", (json_int_t)machine->cpus, /**/
                     "cpu_scaling_enabled", scaling,        /**/
                     "caches", caches,                      /**/
                     "load_avg", load,                      /**/
                     "library_build_type", "release");
}

/* What one workload on one board is called, and the numbers of its entries. */
struct series_of {
    const struct report *report;
    size_t workload, contender;
    char name[2 * REPORT_TEXT_SIZE];
};

static json_t *entry_json(const struct series_of *of, const char *suffix, const char *run_type,
                          size_t iterations, double ns)
{
    char name[3 * REPORT_TEXT_SIZE];
    snprintf(name, sizeof name, "%s%s", of->name, suffix);
    return json_pack("{s:s, s:I, s:I, s:s, s:s, s:I, s:i, s:I, s:f, s:f, s:s}", /**/
                     "name", name,                                              /**/
                     "family_index", (json_int_t)of->workload,                  /**/
                     "per_family_instance_index", (json_int_t)of->contender,    /**/
                     "run_name", of->name,                                      /**/
                     "run_type", run_type,                                      /**/
                     "repetitions", (json_int_t)of->report->series->launches,   /**/
                     "threads", 1,                                              /**/
                     "iterations", (json_int_t)iterations,                      /**/
                     "real_time", isfinite(ns) ? ns : 0,                        /**/
                     "cpu_time", isfinite(ns) ? ns : 0,                         /**/
                     "time_unit", "ns");
}

static void add_launch(json_t *entries, const struct series_of *of, size_t launch, double *scratch)
{
    const struct plan *plan = of->report->plan;
    const struct pace *pace = &plan->paces[of->workload];
    json_t *entry =
        entry_json(of, "", "iteration", (size_t)(plan->rounds * pace->passes * pace->operations),
                   summary_launch_time(plan, of->report->summary, of->workload, of->contender,
                                       launch, scratch));
    json_object_set_new(entry, "repetition_index", json_integer((json_int_t)launch));
    json_array_append_new(entries, entry);
}

static void add_aggregate(json_t *entries, const struct series_of *of, const char *name, double ns)
{
    char suffix[16];
    snprintf(suffix, sizeof suffix, "_%s", name);
    json_t *entry = entry_json(of, suffix, "aggregate", of->report->series->launches, ns);
    json_object_set_new(entry, "aggregate_name", json_string(name));
    json_object_set_new(entry, "aggregate_unit", json_string("time"));
    json_array_append_new(entries, entry);
}

json_t *export_benchmarks(const struct report *report)
{
    const struct plan *plan = report->plan;
    double *scratch = calloc(plan->rounds, sizeof *scratch);
    json_t *entries = scratch ? json_array() : NULL;
    for (size_t i = 0; entries && i < plan->workload_count; i++) {
        for (size_t j = 0; j < plan->contender_count; j++) {
            if (!plan_has(plan, i, j))
                continue;
            struct series_of of = {.report = report, .workload = i, .contender = j};
            snprintf(of.name, sizeof of.name, "%s/%s", plan->workloads[i]->name,
                     plan->contenders[j].board->name);
            for (size_t launch = 0; launch < report->series->launches; launch++)
                add_launch(entries, &of, launch, scratch);
            const struct figure *figure = summary_figure(plan, report->summary, i, j);
            add_aggregate(entries, &of, "median", figure->ns.median);
            add_aggregate(entries, &of, "mad", figure->ns.mad);
        }
    }
    free(scratch);
    return entries;
}
