/* What a gate says to GitHub's workflows: github.com/actions/toolkit, docs/commands.md. */
#include "gate_cells.h"
#include "gate_report.h"

enum { SHOWN = 10 }; /* of a kind, in one step of a workflow */

/* As the toolkit's escapeData() and escapeProperty() have it. */
static const char *const replacement[] = {"%25", "%0D", "%0A", "%3A", "%2C"};
static const struct gate_escapes of_message = {"%\r\n", replacement};
static const struct gate_escapes of_property = {"%\r\n:,", replacement};

static void begin(FILE *out, const char *kind, const char *title)
{
    fprintf(out, "::%s title=", kind);
    gate_escape(out, title, &of_property);
    fputs("::", out);
}

static void put_row(FILE *out, const char *kind, const struct gate_row *row)
{
    char title[GATE_TEXT_SIZE];
    snprintf(title, sizeof title, "%s%s%s: %s", row->workload, row->board[0] ? "/" : "", row->board,
             gate_verdict_name(row->verdict));
    begin(out, kind, title);
    gate_escape(out, row->reason, &of_message);
    fputc('\n', out);
}

static void put_rows(FILE *out, const struct gate *gate, const char *kind,
                     enum gate_verdict verdict)
{
    size_t count = gate_rows_with(gate, verdict), put = 0;
    size_t most = count > SHOWN ? SHOWN - 1 : count;
    for (size_t i = 0; i < gate->row_count && put < most; i++)
        if (gate->rows[i].verdict == verdict) {
            put_row(out, kind, &gate->rows[i]);
            put++;
        }
    if (count > most) {
        begin(out, kind, "gate");
        fprintf(out, "%zu more rows: %s\n", count - most, gate_verdict_name(verdict));
    }
}

void gate_github(FILE *out, const struct gate *gate)
{
    char summary[GATE_LINE_SIZE];
    if (gate->counts_differ[0] != '\0') {
        begin(out, gate->base_alone_differs ? "warning" : "error", "gate: counts differ");
        gate_escape(out, gate->counts_differ, &of_message);
        fputc('\n', out);
    }
    put_rows(out, gate, "error", GATE_REGRESSION);
    put_rows(out, gate, "warning", GATE_INCONCLUSIVE);
    begin(out, "notice", "gate");
    gate_escape(out, gate_summary(gate, summary), &of_message);
    for (size_t i = 0; i < gate->note_count; i++) {
        fputs("%0A", out);
        gate_escape(out, gate->notes[i], &of_message);
    }
    fputc('\n', out);
}
