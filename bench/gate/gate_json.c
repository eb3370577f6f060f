/* What a gate says to programs; gate_report.h describes it. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "gate_report.h"
#include "output/export_json.h"
#include "text.h"

/* Null for an empty text; bytes that are not UTF-8 become \xNN, since a name must not be lost. */
static json_t *any_text(const char *text)
{
    char shown[4 * sizeof((struct gate *)0)->counts_differ];
    json_t *value = export_json_text(text);
    if (text[0] == '\0' || json_is_string(value))
        return value;
    json_decref(value);
    text_printable(text, strlen(text), shown, sizeof shown);
    return json_string(shown);
}

/* JSON's integers have a sign here: a seed beyond them is a text of its digits. */
static json_t *seed_json(unsigned long seed)
{
    return seed > INT64_MAX ? json_sprintf("%lu", seed) : json_integer((json_int_t)seed);
}

static json_t *limits_json(const struct gate_limits *limits)
{
    return json_pack("{s:o, s:o, s:o, s:o}",                                   /**/
                     "instructions", export_json_number(limits->instructions), /**/
                     "time", export_json_number(limits->time),                 /**/
                     "sight", export_json_number(limits->sight),               /**/
                     "error", export_json_number(limits->error));
}

static json_t *side_json(const struct gate_side *side)
{
    return json_pack("{s:o, s:o, s:o, s:o}",               /**/
                     "name", any_text(side->name),         /**/
                     "commit", any_text(side->commit),     /**/
                     "compiler", any_text(side->compiler), /**/
                     "flags", any_text(side->flags));
}

static json_t *time_json(const struct gate_time *time)
{
    if (time->launches == 0)
        return json_null();
    double low = time->low > -1 ? time->low : NAN; /* nothing takes less than no time */
    return json_pack("{s:I, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",         /**/
                     "launches", (json_int_t)time->launches,             /**/
                     "rise", export_json_number(time->rise),             /**/
                     "low", export_json_number(low),                     /**/
                     "high", export_json_number(time->high),             /**/
                     "p", export_json_number(time->p),                   /**/
                     "adjusted_p", export_json_number(time->adjusted_p), /**/
                     "p_faster", export_json_number(time->p_faster),     /**/
                     "adjusted_p_faster", export_json_number(time->adjusted_p_faster));
}

static json_t *row_json(const struct gate_row *row)
{
    double base = row->instructions[GATE_BASE], new = row->instructions[GATE_NEW];
    return json_pack("{s:o, s:o, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "workload",
                     any_text(row->workload),                                              /**/
                     "board", any_text(row->board),                                        /**/
                     "verdict", gate_verdict_name(row->verdict),                           /**/
                     "ground", any_text(gate_ground_name(row->ground)),                    /**/
                     "reason", any_text(row->reason),                                      /**/
                     "base_instructions", export_json_number(base),                        /**/
                     "new_instructions", export_json_number(new),                          /**/
                     "instructions_rise", export_json_number(gate_instructions_rise(row)), /**/
                     "base_ns", export_json_number(row->ns[GATE_BASE]),                    /**/
                     "new_ns", export_json_number(row->ns[GATE_NEW]),                      /**/
                     "first", time_json(&row->first),                                      /**/
                     "again", time_json(&row->again));
}

/* NULL without memory, since a row that is missing would pass for one that is ok. */
static json_t *rows_json(const struct gate *gate)
{
    json_t *rows = json_array();
    for (size_t i = 0; i < gate->row_count; i++)
        if (json_array_append_new(rows, row_json(&gate->rows[i])) != 0) {
            json_decref(rows);
            return NULL;
        }
    return rows;
}

static json_t *notes_json(const struct gate *gate)
{
    json_t *notes = json_array();
    for (size_t i = 0; i < gate->note_count; i++)
        json_array_append_new(notes, any_text(gate->notes[i]));
    return notes;
}

bool gate_json(FILE *out, const struct gate *gate)
{
    json_t *object = json_pack("{s:s, s:o, s:b, s:b, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:I, "
                               "s:I, s:o, s:o, s:o}",                          /**/
                               "verdict", gate_verdict_name(gate->verdict),    /**/
                               "reason", any_text(gate->reason),               /**/
                               "stored", gate->stored,                         /**/
                               "counts_checked", gate->counts_checked,         /**/
                               "counts_differ", any_text(gate->counts_differ), /**/
                               "limits", limits_json(&gate->limits),           /**/
                               "base", side_json(&gate->sides[GATE_BASE]),     /**/
                               "new", side_json(&gate->sides[GATE_NEW]),       /**/
                               "cpu", any_text(gate->cpu),                     /**/
                               "date", any_text(gate->date),                   /**/
                               "counted_with", any_text(gate->counted_with),   /**/
                               "counted_flags", any_text(gate->counted_flags), /**/
                               "launches", (json_int_t)gate->launches,         /**/
                               "confirming", (json_int_t)gate->confirming,     /**/
                               "seed", seed_json(gate->seed),                  /**/
                               "notes", notes_json(gate),                      /**/
                               "rows", rows_json(gate));
    return export_json_write(out, object);
}
