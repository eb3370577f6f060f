/* What a gate says on a terminal. */
#include <string.h>

#include "gate_cells.h"
#include "gate_report.h"
#include "output/report.h"
#include "text.h"

/* Columns of the terminal; of names, so that the widest figures fit beside them; between columns;
 * and the least for a reason beside the figures: otherwise it stands below them. */
enum { WIDTH = 100, NAMES = 38, GAP = 2, REASON_LEAST = 30, INDENT = 4 };

/* --- words in lines -------------------------------------------------------------------------- */

struct lines {
    FILE *out;
    size_t column, indent;
    bool fresh; /* no word stands in this line yet */
};

static void break_line(struct lines *lines)
{
    fprintf(lines->out, "\n%*s", (int)lines->indent, "");
    lines->column = lines->indent;
    lines->fresh = true;
}

/* GitHub's workflows read what is printed, and take a line that begins so for a command. */
static bool is_command(const char *text)
{
    return strncmp(text, "::", 2) == 0;
}

/* A printable word; what is longer than a line is broken. */
static void put_word(struct lines *lines, const char *word)
{
    size_t width = report_width(word) + !lines->fresh;
    if (lines->column + width > WIDTH && lines->column > lines->indent)
        break_line(lines);
    if (!lines->fresh)
        lines->column += (size_t)fprintf(lines->out, " ");
    for (size_t left = strlen(word); left > 0;) {
        size_t bytes = text_character(word, left);
        if (lines->column == WIDTH)
            break_line(lines);
        if (lines->fresh && is_command(word))
            lines->column += (size_t)fprintf(lines->out, "\\x%02X", (unsigned char)*word);
        else
            lines->column += fwrite(word, 1, bytes, lines->out) > 0;
        lines->fresh = false;
        word += bytes;
        left -= bytes;
    }
}

/* Text of unknown origin from a column on; further lines are indented. */
static void put_words(FILE *out, const char *text, size_t column, size_t indent)
{
    struct lines lines = {out, column, indent, true};
    char shown[4 * GATE_LINE_SIZE], *rest = NULL;
    text_printable(text, strlen(text), shown, sizeof shown);
    for (char *word = strtok_r(shown, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        put_word(&lines, word);
    fputc('\n', out);
}

static void put_line(FILE *out, const char *line)
{
    put_words(out, line, 0, INDENT);
}

/* A line that is indented already stays so. */
static void put_count(FILE *out, const char *line)
{
    size_t blanks = strspn(line, " ");
    size_t indent = blanks < WIDTH / 2 ? blanks : WIDTH / 2;
    fprintf(out, "%*s", (int)indent, "");
    put_words(out, line + blanks, indent, indent + INDENT);
}

/* --- the table ------------------------------------------------------------------------------- */

struct table {
    FILE *out;
    size_t widths[GATE_REASON]; /* 0: a column with nothing in it */
    size_t name;                /* columns that a name may take */
    size_t reason;              /* the column that reasons begin in, or 0: below the figures */
};

/* A printable cell, the first in a line no command; a name is cut that is too long. */
static void make_cell(const struct table *table, const struct gate_row *row,
                      enum gate_column column, char out[4 * GATE_TEXT_SIZE])
{
    char cell[GATE_TEXT_SIZE];
    bool name = column == GATE_WORKLOAD || column == GATE_BOARD;
    gate_cell(row, column, cell);
    if (column == GATE_WORKLOAD && is_command(cell))
        snprintf(cell, sizeof cell, "\\x%02X%s", (unsigned char)row->workload[0],
                 row->workload + 1);
    text_printable(cell, strlen(cell), out, name ? table->name + 1 : 4 * GATE_TEXT_SIZE);
}

static size_t column_width(const struct table *table, const struct gate *gate,
                           enum gate_column column)
{
    size_t width = strlen(gate_column_name(column));
    char cell[4 * GATE_TEXT_SIZE];
    for (size_t i = 0; i < gate->row_count; i++) {
        if (gate->rows[i].verdict == GATE_OK)
            continue;
        make_cell(table, &gate->rows[i], column, cell);
        size_t cell_width = report_width(cell);
        width = cell_width > width ? cell_width : width;
    }
    return width;
}

static struct table make_table(FILE *out, const struct gate *gate)
{
    struct table table = {.out = out, .name = NAMES};
    size_t used = 0;
    if (gate_has_column(gate, GATE_BOARD))
        table.name = NAMES / 2;
    for (int i = 0; i < GATE_REASON; i++) {
        if (!gate_has_column(gate, (enum gate_column)i))
            continue;
        table.widths[i] = column_width(&table, gate, (enum gate_column)i);
        used += table.widths[i] + GAP;
    }
    table.reason = used + REASON_LEAST <= WIDTH ? used : 0;
    return table;
}

static void put_cell(const struct table *table, enum gate_column column, const char *text)
{
    size_t width = table->widths[column];
    if (width == 0)
        return;
    bool last = column == GATE_VERDICT && table->reason == 0;
    int blanks = last ? 0 : (int)(width + GAP - report_width(text));
    fprintf(table->out, "%s%*s", text, blanks, "");
}

static void put_heading(const struct table *table)
{
    for (int i = 0; i < GATE_REASON; i++)
        put_cell(table, (enum gate_column)i, gate_column_name((enum gate_column)i));
    fprintf(table->out, "%s\n", table->reason ? gate_column_name(GATE_REASON) : "");
}

static void put_row(const struct table *table, const struct gate_row *row)
{
    char cell[4 * GATE_TEXT_SIZE];
    for (int i = 0; i < GATE_REASON; i++) {
        make_cell(table, row, (enum gate_column)i, cell);
        put_cell(table, (enum gate_column)i, cell);
    }
    size_t column = table->reason ? table->reason : INDENT;
    if (table->reason == 0)
        fprintf(table->out, "\n%*s", INDENT, "");
    put_words(table->out, gate_cell(row, GATE_REASON, cell), column, column);
}

static void put_rows(FILE *out, const struct gate *gate)
{
    char text[GATE_TEXT_SIZE];
    if (gate_rows_with(gate, GATE_OK) < gate->row_count) {
        struct table table = make_table(out, gate);
        put_heading(&table);
        for (size_t told = 0; told < GATE_TOLD; told++)
            for (size_t i = 0; i < gate->row_count; i++)
                if (gate->rows[i].verdict == gate_told[told])
                    put_row(&table, &gate->rows[i]);
    }
    if (gate->row_count > 0)
        fprintf(out, "%s\n\n", gate_rows_ok(gate, text));
}

void gate_text(FILE *out, const struct gate *gate)
{
    char text[GATE_LINE_SIZE + GATE_TEXT_SIZE], summary[GATE_LINE_SIZE];
    gate_facts(out, gate, put_line);
    fputc('\n', out);
    gate_each_line(out, gate->counts_differ, put_count);
    put_rows(out, gate);
    for (size_t i = 0; i < gate->note_count; i++) {
        snprintf(text, sizeof text, "Note: %s", gate->notes[i]);
        put_line(out, text);
    }
    snprintf(text, sizeof text, "Verdict: %s", gate_summary(gate, summary));
    put_line(out, text);
}
