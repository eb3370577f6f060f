#include "export.h"

#include <inttypes.h>
#include <jansson.h>
#include <string.h>

#include "classes.h"

void export_csv_field(FILE *out, const char *text)
{
    if (text[strcspn(text, ",\"\r\n")] == '\0') {
        fputs(text, out);
        return;
    }
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

bool export_samples(FILE *out, const struct report *report)
{
    const struct plan *plan = report->plan;
    fputs("bench,board,launch,round,order,iterations,ns\n", out);
    for (size_t i = 0; i < sampler_count(plan); i++) {
        const struct sample *sample = &report->samples[i];
        export_csv_field(out, plan->workloads[sample->workload]->name);
        fputc(',', out);
        export_csv_field(out, plan->contenders[sample->contender].board->name);
        fprintf(out, ",%u,%u,%u,%" PRIu64 ",%" PRIu64 "\n", sample->launch, sample->round,
                sample->order, sample->operations, sample->ns);
    }
    return true;
}

/* Writes and releases the value; false when it could not be made or written. */
static bool dump(FILE *out, json_t *value)
{
    if (value == NULL)
        return false;
    int failed = json_dumpf(value, out, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
    json_decref(value);
    fputc('\n', out);
    return failed == 0 || ferror(out);
}

/* What the system calls itself need not be UTF-8, which JSON must be. */
static json_t *text_or_null(const char *text)
{
    json_t *value = text[0] ? json_string(text) : NULL;
    return value ? value : json_null();
}

static json_t *machine_json(const struct machine *machine)
{
    json_t *caches = json_object();
    for (size_t i = 0; i < machine->cache_count; i++)
        json_object_set_new(caches, machine->caches[i].name, text_or_null(machine->caches[i].size));
    return json_pack("{s:o, s:I, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", /**/
                     "cpu", text_or_null(machine->cpu),                    /**/
                     "cpus", (json_int_t)machine->cpus,                    /**/
                     "caches", caches,                                     /**/
                     "governor", text_or_null(machine->governor),          /**/
                     "kernel", text_or_null(machine->kernel),              /**/
                     "compiler", text_or_null(machine->compiler),          /**/
                     "flags", text_or_null(machine->flags),                /**/
                     "arch", text_or_null(machine->arch),                  /**/
                     "commit", text_or_null(machine->commit),              /**/
                     "date", text_or_null(machine->date));
}

static json_t *classes_or_null(uint64_t classes)
{
    json_t *names = json_array();
    for (size_t i = 0; all_classes[i].name; i++)
        if (classes >> i & 1)
            json_array_append_new(names, json_string(all_classes[i].name));
    if (classes != 0)
        return names;
    json_decref(names);
    return json_null();
}

static json_t *config_json(const struct report *report)
{
    const struct plan *plan = report->plan;
    json_t *boards = json_array();
    for (size_t i = 0; i < plan->contender_count; i++)
        json_array_append_new(boards, json_string(plan->contenders[i].board->name));
    return json_pack("{s:o, s:o, s:I, s:s, s:I, s:i, s:o, s:s, s:o}",                  /**/
                     "positions", text_or_null(report->positions),                     /**/
                     "classes", classes_or_null(report->classes),                      /**/
                     "position_count", (json_int_t)plan->contenders[0].suite->count,   /**/
                     "effort", report->effort,                                         /**/
                     "rounds", (json_int_t)plan->rounds,                               /**/
                     "launches", 1,                                                    /**/
                     "cpu", report->cpu < 0 ? json_null() : json_integer(report->cpu), /**/
                     "reference", plan->contenders[0].board->name,                     /**/
                     "boards", boards);
}

static json_t *result_json(const struct plan *plan, const struct figure *figures, size_t workload,
                           size_t contender)
{
    const struct workload *what = plan->workloads[workload];
    const struct pace *pace = &plan->paces[workload];
    const struct figure *figure = summary_figure(plan, figures, workload, contender);
    bool perft = what->depth > 0;
    return json_pack("{s:s, s:s, s:b, s:o, s:o, s:s, s:f, s:f, s:s, s:f, s:f, s:I}",         /**/
                     "workload", what->name,                                                 /**/
                     "board", plan->contenders[contender].board->name,                       /**/
                     "limit", what->limit,                                                   /**/
                     "policy", perft ? json_string(policy_name(what->policy)) : json_null(), /**/
                     "depth", perft ? json_integer(what->depth) : json_null(),               /**/
                     "operation", what->operation.one,                                       /**/
                     "ns_per_operation", figure->ns.median,                                  /**/
                     "ns_mad", figure->ns.mad,                                               /**/
                     "item", what->item.one,                                                 /**/
                     "items_per_second", figure->rate,                                       /**/
                     "ratio", figure->ratio,                                                 /**/
                     "iterations", (json_int_t)(pace->passes * pace->operations));
}

bool export_results(FILE *out, const struct report *report)
{
    const struct plan *plan = report->plan;
    json_t *results = json_array();
    for (size_t i = 0; i < plan->workload_count; i++)
        for (size_t j = 0; j < plan->contender_count; j++)
            json_array_append_new(results, result_json(plan, report->figures, i, j));
    return dump(out, json_pack("{s:o, s:o, s:o}",                        /**/
                               "machine", machine_json(report->machine), /**/
                               "config", config_json(report),            /**/
                               "results", results));
}

bool export_machine(FILE *out, const struct report *report)
{
    return dump(out, machine_json(report->machine));
}
