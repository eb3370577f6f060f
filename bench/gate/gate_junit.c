/* What a gate says to what reads JUnit's XML. */
#include <string.h>

#include "gate_cells.h"
#include "gate_report.h"
#include "page/html.h"

static void put_line(FILE *out, const char *line)
{
    html_text(out, line);
    fputc('\n', out);
}

static void begin_case(FILE *out, const char *class, const char *name)
{
    fputs("    <testcase classname=\"", out);
    html_text(out, class);
    fputs("\" name=\"", out);
    html_text(out, name);
    fputs("\">\n", out);
}

/* What the case comes to, as its verdict says, with the lines of a text. */
static void end_case(FILE *out, enum gate_verdict verdict, const char *message, const char *text)
{
    const char *element = verdict == GATE_REGRESSION ? "failure" : "system-out";
    if (verdict == GATE_INCONCLUSIVE) {
        fputs("      <skipped message=\"", out);
        html_text(out, message);
        fputs("\"/>\n", out);
    }
    fprintf(out, "      <%s", element);
    if (verdict == GATE_REGRESSION) {
        fputs(" message=\"", out);
        html_text(out, message);
        fputc('"', out);
    }
    fputc('>', out);
    gate_each_line(out, text, put_line);
    fprintf(out, "</%s>\n    </testcase>\n", element);
}

static void put_row(FILE *out, const struct gate_row *row)
{
    char details[GATE_LINE_SIZE], reason[GATE_TEXT_SIZE];
    gate_details(row, details);
    gate_cell(row, GATE_REASON, reason);
    if (row->verdict == GATE_OK || row->verdict == GATE_IMPROVED)
        gate_add(details, sizeof details, "; %s: %s", gate_verdict_name(row->verdict), reason);
    begin_case(out, row->board[0] ? row->board : "gate", row->workload);
    end_case(out, row->verdict, reason, details);
}

static enum gate_verdict counts_verdict(const struct gate *gate)
{
    if (gate->counts_differ[0] != '\0')
        return gate->base_alone_differs ? GATE_INCONCLUSIVE : GATE_REGRESSION;
    return gate->counts_checked ? GATE_OK : GATE_INCONCLUSIVE;
}

static void put_counts(FILE *out, const struct gate *gate)
{
    enum gate_verdict verdict = counts_verdict(gate);
    begin_case(out, "gate", "counts");
    end_case(out, verdict,
             gate->base_alone_differs     ? gate->reason
             : verdict == GATE_REGRESSION ? "counts differ"
                                          : "counts were not checked",
             gate->counts_differ);
}

static void put_verdict(FILE *out, const struct gate *gate)
{
    char summary[GATE_LINE_SIZE];
    begin_case(out, "gate", "verdict");
    gate_summary(gate, summary);
    end_case(out, gate->verdict, summary, summary);
}

static size_t cases_with(const struct gate *gate, enum gate_verdict verdict)
{
    return gate_rows_with(gate, verdict) + (counts_verdict(gate) == verdict) +
           (gate->verdict == verdict);
}

void gate_junit(FILE *out, const struct gate *gate)
{
    fprintf(out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
            "  <testsuite name=\"xqbench gate\" tests=\"%zu\" failures=\"%zu\" errors=\"0\" "
            "skipped=\"%zu\">\n",
            gate->row_count + 2, cases_with(gate, GATE_REGRESSION),
            cases_with(gate, GATE_INCONCLUSIVE));
    put_counts(out, gate);
    for (size_t i = 0; i < gate->row_count; i++)
        put_row(out, &gate->rows[i]);
    put_verdict(out, gate);
    fputs("    <system-out>", out);
    gate_facts(out, gate, put_line);
    for (size_t i = 0; i < gate->note_count; i++) {
        html_put(out, "Note: %s", gate->notes[i]);
        fputc('\n', out);
    }
    fputs("</system-out>\n  </testsuite>\n</testsuites>\n", out);
}
