#include "export_benchstat.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "count/counts.h"
#include "measure/classes.h"
#include "text.h"

/* A key without a value would unset it. */
static void put_key(FILE *out, const char *key, const char *value)
{
    char printable[512];
    text_printable(value, strlen(value), printable, sizeof printable);
    if (*printable)
        fprintf(out, "%s: %s\n", key, printable);
}

static void put_keys(FILE *out, const struct report *report)
{
    const struct machine *machine = report->machine;
    char classes[CLASS_TEXT_SIZE];
    put_key(out, "pkg", "xqbench");
    put_key(out, "cpu", machine->cpu);
    put_key(out, "compiler", machine->compiler);
    put_key(out, "flags", machine->flags);
    put_key(out, "positions", report->positions);
    put_key(out, "classes", class_names(report->classes, classes));
    fprintf(out, "# commit %s%s, %s\n", machine->commit, machine->dirty ? " with changes" : "",
            machine->date);
}

/* Of every unit once; more per second is better, which nobody can guess. */
static void put_units(FILE *out, const struct plan *plan)
{
    for (size_t i = 0; i < plan->workload_count; i++) {
        size_t first = 0;
        while (strcmp(plan->workloads[first]->item.many, plan->workloads[i]->item.many) != 0)
            first++;
        if (first == i)
            fprintf(out, "Unit %s/s better=higher\n", plan->workloads[i]->item.many);
    }
}

/* "legal-list" becomes "LegalList", as Go's names are. */
static void put_name(FILE *out, const char *workload)
{
    bool upper = true;
    for (; *workload; workload++) {
        if (*workload != '-')
            fputc(upper ? toupper((unsigned char)*workload) : *workload, out);
        upper = *workload == '-';
    }
}

static void put_launch(FILE *out, const struct report *report, size_t workload, size_t contender,
                       double ns)
{
    const struct plan *plan = report->plan;
    const struct pace *pace = &plan->paces[workload];
    const struct figure *figure = summary_figure(plan, report->summary, workload, contender);
    fputs("Benchmark", out);
    put_name(out, plan->workloads[workload]->name);
    /* What stands behind the last dash is the number of processors: in "slowed-5", 5. */
    fprintf(out, "/board=%s-1 %" PRIu64 " %.6g ns/op %.6g %s/s",
            plan->contenders[contender].board->name, plan->rounds * pace->passes * pace->operations,
            ns, figure->rate * figure->ns.median / ns, plan->workloads[workload]->item.many);
    double instructions = counts_of(report->counts, COUNT_INSTRUCTIONS, workload, contender);
    if (isfinite(instructions))
        fprintf(out, " %.6g instructions/op", instructions);
    fputc('\n', out);
}

bool export_benchstat(FILE *out, const struct report *report)
{
    const struct plan *plan = report->plan;
    double *scratch = calloc(plan->rounds, sizeof *scratch);
    if (scratch == NULL)
        return false;
    put_keys(out, report);
    put_units(out, plan);
    for (size_t i = 0; i < plan->workload_count; i++)
        for (size_t j = 0; j < plan->contender_count; j++)
            for (size_t launch = 0; plan_has(plan, i, j) && launch < report->series->launches;
                 launch++)
                put_launch(out, report, i, j,
                           summary_launch_time(plan, report->summary, i, j, launch, scratch));
    free(scratch);
    return true;
}
