/* A comparison for programs. */
#include <math.h>
#include <string.h>

#include "compare_facts.h"
#include "compare_report.h"
#include "output/export_json.h"

/* Empty when it is not known. */
static void put_number(FILE *out, double number)
{
    fputc('\t', out);
    if (isfinite(number))
        fprintf(out, "%.6g", number);
}

static const char *or_empty(const char *text)
{
    return text ? text : "";
}

void compare_tsv(FILE *out, const struct comparison *comparison)
{
    const char *unit = comparison->reference ? "speed" : "ns";
    fprintf(out,
            "workload\tboard\tbase_%s\tnew_%s\tratio\tratio_low\tratio_high\tp\tadjusted_p\t"
            "verdict\treason\tbase_instructions\tnew_instructions\tnote\tlimit\n",
            unit, unit);
    for (size_t i = 0; i < comparison->count; i++) {
        const struct compare_row *row = &comparison->rows[i];
        struct stats_speed speed = stats_speed_of(&row->time->ratio);
        fprintf(out, "%s\t%s", row->workload, row->board);
        put_number(out, row->value[COMPARE_BASE]);
        put_number(out, row->value[COMPARE_NEW]);
        put_number(out, speed.median);
        put_number(out, speed.low);
        put_number(out, speed.high);
        put_number(out, row->time->ratio.p);
        put_number(out, row->time->adjusted_p);
        fprintf(out, "\t%s\t%s", stats_verdict_name(row->time->verdict),
                stats_reason_text(row->time->reason));
        put_number(out, row->instructions[COMPARE_BASE]);
        put_number(out, row->instructions[COMPARE_NEW]);
        fprintf(out, "\t%s\t%s\n", or_empty(compare_note(row)), row->limit ? "yes" : "no");
    }
}

static json_t *run_json(const struct stored *run)
{
    return json_pack("{s:o, s:s, s:O, s:s, s:I}", "file", export_json_text(run->file), "commit",
                     run->commit, "dirty", run->dirty ? json_true() : json_false(), "date",
                     run->date, "launches", (json_int_t)run->launches);
}

static json_t *row_json(const struct compare_row *row, bool relative)
{
    struct stats_speed speed = stats_speed_of(&row->time->ratio);
    double base = row->value[COMPARE_BASE], new = row->value[COMPARE_NEW];
    return json_pack("{s:s, s:s, s:b, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:s, s:o, s:o, "
                     "s:o, s:o}",
                     "workload", row->workload,                                                /**/
                     "board", row->board,                                                      /**/
                     "limit", row->limit,                                                      /**/
                     "base_ns", export_json_number(relative ? NAN : base),                     /**/
                     "new_ns", export_json_number(relative ? NAN : new),                       /**/
                     "base_speed", export_json_number(relative ? base : NAN),                  /**/
                     "new_speed", export_json_number(relative ? new : NAN),                    /**/
                     "ratio", export_json_number(speed.median),                                /**/
                     "ratio_low", export_json_number(speed.low),                               /**/
                     "ratio_high", export_json_number(speed.high),                             /**/
                     "p", export_json_number(row->time->ratio.p),                              /**/
                     "adjusted_p", export_json_number(row->time->adjusted_p),                  /**/
                     "verdict", stats_verdict_name(row->time->verdict),                        /**/
                     "reason", export_json_text(stats_reason_text(row->time->reason)),         /**/
                     "base_instructions", export_json_number(row->instructions[COMPARE_BASE]), /**/
                     "new_instructions", export_json_number(row->instructions[COMPARE_NEW]),   /**/
                     "note", export_json_text(or_empty(compare_note(row))));
}

static json_t *rows_json(const struct comparison *comparison)
{
    json_t *rows = json_array();
    for (size_t i = 0; i < comparison->count; i++)
        json_array_append_new(rows, row_json(&comparison->rows[i], comparison->reference != NULL));
    return rows;
}

static json_t *only_json(const struct stored *run, const struct stored *other)
{
    json_t *names = json_array();
    for (size_t i = 0; i < run->figure_count; i++) {
        const struct stored_figure *figure = &run->figures[i];
        if (!stored_find(other, figure->workload, figure->board))
            json_array_append_new(names, json_sprintf("%s/%s", figure->workload, figure->board));
    }
    return names;
}

bool compare_json(FILE *out, const struct comparison *comparison, json_t *differences)
{
    const struct stored *base = comparison->runs[COMPARE_BASE];
    const struct stored *new = comparison->runs[COMPARE_NEW];
    json_t *object = json_pack(
        "{s:o, s:o, s:o, s:O, s:o, s:o, s:o, s:o, s:o, s:o}",           /**/
        "base", run_json(base),                                         /**/
        "new", run_json(new),                                           /**/
        "reference", export_json_text(or_empty(comparison->reference)), /**/
        "differences", differences,                                     /**/
        "warnings", compare_warnings(base, new),                        /**/
        "rows", rows_json(comparison),                                  /**/
        "only_base", only_json(base, new),                              /**/
        "only_new", only_json(new, base),                               /**/
        "median_ratio", export_json_number(compare_median_speed(comparison, false)),
        "median_ratio_of_limits", export_json_number(compare_median_speed(comparison, true)));
    return export_json_write(out, object);
}
