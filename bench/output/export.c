#include "export.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <string.h>

#include "export_google.h"
#include "export_json.h"
#include "measure/classes.h"
#include "measure/positions.h"
#include "report_verdicts.h"

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
    for (size_t i = 0; i < report->series->launches * sampler_count(plan); i++) {
        const struct sample *sample = &report->series->samples[i];
        if (sample->launch == 0)
            continue;
        export_csv_field(out, plan->workloads[sample->workload]->name);
        fputc(',', out);
        export_csv_field(out, plan->contenders[sample->contender].board->name);
        fprintf(out, ",%u,%u,%u,%" PRIu64 ",%" PRIu64 "\n", sample->launch, sample->round,
                sample->order, sample->operations, sample->ns);
    }
    return true;
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

static json_t *positions_hash_json(const struct plan *plan)
{
    return json_sprintf("%016" PRIx64, positions_hash(plan->contenders[0].suite));
}

static json_t *config_json(const struct report *report)
{
    const struct plan *plan = report->plan;
    json_t *boards = json_array();
    for (size_t i = 0; i < plan->contender_count; i++)
        json_array_append_new(boards, json_string(plan->contenders[i].board->name));
    return json_pack("{s:o, s:o, s:o, s:I, s:s, s:I, s:I, s:I, s:o, s:s, s:o, s:f, s:f, s:b}", /**/
                     "positions", export_json_text(report->positions),                         /**/
                     "positions_hash", positions_hash_json(plan),                              /**/
                     "classes", classes_or_null(report->classes),                              /**/
                     "position_count", (json_int_t)plan->contenders[0].suite->count,           /**/
                     "effort", report->effort,                                                 /**/
                     "rounds", (json_int_t)plan->rounds,                                       /**/
                     "launches", (json_int_t)report->series->launches,                         /**/
                     "seed", (json_int_t)plan->seed,                                           /**/
                     "cpu", report->cpu < 0 ? json_null() : json_integer(report->cpu),         /**/
                     "reference", plan->contenders[0].board->name,                             /**/
                     "boards", boards,                                                         /**/
                     "level", summary_rule.level,                                              /**/
                     "equal_within", summary_rule.widest,                                      /**/
                     "trust_all", report->trust_all);
}

static json_t *launches_json(const struct report *report)
{
    json_t *launches = json_array();
    for (size_t i = 0; i < report->series->count; i++) {
        const struct launch_facts *facts = &report->series->facts[i];
        json_array_append_new(launches,
                              json_pack("{s:I, s:I, s:I, s:I, s:o, s:f, s:b}",                  /**/
                                        "launch", (json_int_t)facts->launch,                    /**/
                                        "attempt", (json_int_t)facts->attempt,                  /**/
                                        "involuntary_switches", (json_int_t)facts->switches,    /**/
                                        "steal_ticks", (json_int_t)facts->steal,                /**/
                                        "load_average",                                         /**/
                                        facts->load < 0 ? json_null() : json_real(facts->load), /**/
                                        "seconds", facts->seconds,                              /**/
                                        "trusted", facts->trusted));
    }
    return launches;
}

/* Adds what is known of a ratio to an object; the reference beside itself has no row. Beside a
 * reference that has not the workload nothing is known. */
static void add_ratio(json_t *object, const struct stats_row *row)
{
    struct stats_speed speed = {1, NAN, NAN};
    bool judged = row && row->verdict != STATS_NOT_COMPARED;
    if (row)
        speed = stats_speed_of(&row->ratio);
    json_object_set_new(object, "ratio", export_json_number(speed.median));
    json_object_set_new(object, "ratio_low", export_json_number(speed.low));
    json_object_set_new(object, "ratio_high", export_json_number(speed.high));
    json_object_set_new(object, "verdict",
                        judged ? json_string(stats_verdict_name(row->verdict)) : json_null());
    json_object_set_new(object, "reason",
                        export_json_text(judged ? stats_reason_text(row->reason) : ""));
}

/* Adds what was counted to an object. */
static void add_counts(json_t *object, const struct counts *counts, size_t workload, size_t board)
{
    static const char *const keys[COUNT_KINDS] = {
        [COUNT_INSTRUCTIONS] = "instructions",    [COUNT_CYCLES] = "cycles",
        [COUNT_RETIRED] = "instructions_retired", [COUNT_BRANCH_MISSES] = "branch_misses",
        [COUNT_CACHE_MISSES] = "cache_misses",
    };
    for (int kind = 0; kind < COUNT_KINDS; kind++)
        json_object_set_new(
            object, keys[kind],
            export_json_number(counts_of(counts, (enum count_kind)kind, workload, board)));
}

static json_t *result_json(const struct report *report, size_t workload, size_t contender)
{
    const struct plan *plan = report->plan;
    const struct workload *what = plan->workloads[workload];
    const struct pace *pace = &plan->paces[workload];
    const struct figure *figure = summary_figure(plan, report->summary, workload, contender);
    const char *policy = workload_policy(what);
    bool perft = what->depth > 0;
    json_t *result =
        json_pack("{s:s, s:s, s:b, s:o, s:o, s:I, s:s, s:o, s:o, s:I, s:s, s:o, s:I}", /**/
                  "workload", what->name,                                              /**/
                  "board", plan->contenders[contender].board->name,                    /**/
                  "limit", what->limit,                                                /**/
                  "policy", policy ? json_string(policy) : json_null(),                /**/
                  "depth", perft ? json_integer(what->depth) : json_null(),            /**/
                  "every", (json_int_t)workload_every(what),                           /**/
                  "operation", what->operation.one,                                    /**/
                  "ns_per_operation", export_json_number(figure->ns.median),           /**/
                  "ns_mad", export_json_number(figure->ns.mad),                        /**/
                  "outliers", (json_int_t)figure->outliers,                            /**/
                  "item", what->item.one,                                              /**/
                  "items_per_second", export_json_number(figure->rate),                /**/
                  "iterations", (json_int_t)(pace->passes * pace->operations));
    add_ratio(result, summary_row(plan, report->summary, workload, contender));
    add_counts(result, report->counts, workload, contender);
    return result;
}

static json_t *counting_json(const struct report *report)
{
    const struct counts *counts = report->counts;
    if (!counts_have(counts, COUNT_INSTRUCTIONS))
        return json_null();
    return json_pack("{s:s, s:o, s:o, s:o}",                               /**/
                     "tool", counts->tool,                                 /**/
                     "compiler", export_json_text(counts->build.compiler), /**/
                     "flags", export_json_text(counts->build.flags),       /**/
                     "arch", export_json_text(counts->build.arch));
}

static json_t *curves_json(const struct curves *curves)
{
    if (curves == NULL || curves->launches == 0)
        return json_null();
    return json_pack("{s:I, s:I, s:I}",                        /**/
                     "launches", (json_int_t)curves->launches, /**/
                     "attempts", (json_int_t)curves->attempts, /**/
                     "disturbed", (json_int_t)curves->disturbed);
}

static json_t *boards_json(const struct plan *plan)
{
    json_t *boards = json_array();
    for (size_t i = 0; i < plan->contender_count; i++) {
        const struct board *board = plan->contenders[i].board;
        json_array_append_new(boards,
                              json_pack("{s:s, s:s?, s:I, s:I}", "name", board->name,         /**/
                                        "chosen", board->chosen ? board->chosen->name : NULL, /**/
                                        "state_bytes", (json_int_t)board->state_bytes,        /**/
                                        "table_bytes", (json_int_t)board->table_bytes));
    }
    return boards;
}

static json_t *results_json(const struct report *report)
{
    json_t *results = json_array();
    for (size_t i = 0; i < report->plan->workload_count; i++)
        for (size_t j = 0; j < report->plan->contender_count; j++)
            if (plan_has(report->plan, i, j))
                json_array_append_new(results, result_json(report, i, j));
    return results;
}

static const struct stats_row *row_between(const struct report *report, size_t workload,
                                           size_t board, size_t reference)
{
    size_t pair = stats_pair_index(board, reference, report->plan->contender_count);
    return &report->summary->rows[workload * report->summary->pairs + pair];
}

static bool is_compared(const struct report *report, size_t workload, size_t board,
                        size_t reference)
{
    return row_between(report, workload, board, reference)->verdict != STATS_NOT_COMPARED;
}

static json_t *comparison_json(const struct report *report, size_t workload, size_t board,
                               size_t reference)
{
    const struct plan *plan = report->plan;
    const struct stats_row *row = row_between(report, workload, board, reference);
    json_t *comparison = json_pack("{s:s, s:s, s:s, s:o, s:o, s:o}",                     /**/
                                   "workload", report_workload_name(plan, workload),     /**/
                                   "board", plan->contenders[board].board->name,         /**/
                                   "reference", plan->contenders[reference].board->name, /**/
                                   "coverage", export_json_number(row->ratio.coverage),  /**/
                                   "p", export_json_number(row->ratio.p),                /**/
                                   "adjusted_p", export_json_number(row->adjusted_p));
    add_ratio(comparison, row);
    return comparison;
}

/* Everything that was judged, as one family. */
static json_t *comparisons_json(const struct report *report)
{
    json_t *comparisons = json_array();
    size_t boards = report->plan->contender_count;
    size_t workloads = report->plan->workload_count + (report->summary->mean_of > 0);
    for (size_t i = 0; i < workloads; i++)
        for (size_t reference = 0; reference < boards; reference++)
            for (size_t board = reference + 1; board < boards; board++)
                if (is_compared(report, i, board, reference))
                    json_array_append_new(comparisons,
                                          comparison_json(report, i, board, reference));
    return comparisons;
}

/* The fastest board of each workload; null where there is none. */
static json_t *winners_json(const struct report *report)
{
    const struct plan *plan = report->plan;
    json_t *winners = json_object();
    for (size_t i = 0; i < plan->workload_count + (report->summary->mean_of > 0); i++) {
        if (i < plan->workload_count && plan->workloads[i]->limit)
            continue;
        size_t winner = summary_winner(plan, report->summary, i);
        json_object_set_new(winners, report_workload_name(plan, i),
                            winner < plan->contender_count
                                ? json_string(plan->contenders[winner].board->name)
                                : json_null());
    }
    return winners;
}

bool export_results(FILE *out, const struct report *report)
{
    return export_json_write(
        out, json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", /**/
                       "context", export_context(report),                         /**/
                       "machine", export_json_machine(report->machine),           /**/
                       "config", config_json(report),                             /**/
                       "boards", boards_json(report->plan),                       /**/
                       "counting", counting_json(report),                         /**/
                       "curves", curves_json(report->curves),                     /**/
                       "launches", launches_json(report),                         /**/
                       "results", results_json(report),                           /**/
                       "comparisons", comparisons_json(report),                   /**/
                       "winners", winners_json(report),                           /**/
                       "benchmarks", export_benchmarks(report)));
}

bool export_machine(FILE *out, const struct report *report)
{
    return export_json_write(out, export_json_machine(report->machine));
}
