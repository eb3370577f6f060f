#include "export_figures.h"

#include <math.h>

#include "report_verdicts.h"

static void put_number(FILE *out, double number)
{
    fputc('\t', out);
    if (isfinite(number))
        fprintf(out, "%.6g", number);
}

static void put_ratio(FILE *out, const struct stats_row *row)
{
    struct stats_speed speed = {1, NAN, NAN};
    if (row)
        speed = stats_speed_of(&row->ratio);
    put_number(out, speed.median);
    put_number(out, speed.low);
    put_number(out, speed.high);
    bool judged = row && row->verdict != STATS_NOT_COMPARED;
    fprintf(out, "\t%s", judged ? stats_verdict_name(row->verdict) : "");
}

static void put_line(FILE *out, const struct report *report, size_t workload, size_t contender)
{
    const struct plan *plan = report->plan;
    const char *board = plan->contenders[contender].board->name;
    if (workload < plan->workload_count) {
        const struct workload *what = plan->workloads[workload];
        const struct figure *figure = summary_figure(plan, report->summary, workload, contender);
        char setting[WORKLOAD_SETTING_SIZE];
        fprintf(out, "%s\t%s\t%s\t%d\t%s", what->name, workload_setting(what, setting), board,
                what->limit, what->operation.one);
        put_number(out, figure->ns.median);
        put_number(out, figure->ns.mad);
        put_number(out, figure->rate);
    } else {
        fprintf(out, "%s\t\t%s\t0\t\t\t\t", report_workload_name(plan, workload), board);
    }
    put_ratio(out, summary_row(plan, report->summary, workload, contender));
    put_number(out, counts_of(report->counts, COUNT_INSTRUCTIONS, workload, contender));
    fputc('\n', out);
}

bool export_figures(FILE *out, const struct report *report)
{
    size_t lines = report->plan->workload_count + (report->summary->mean_of > 0);
    fputs(
        "workload\tsetting\tboard\tlimit\toperation\tns\tmad\trate\tratio\tratio_low\tratio_high\t"
        "verdict\tinstructions\n",
        out);
    for (size_t i = 0; i < lines; i++)
        for (size_t j = 0; j < report->plan->contender_count; j++)
            if (i == report->plan->workload_count || plan_has(report->plan, i, j))
                put_line(out, report, i, j);
    return true;
}
