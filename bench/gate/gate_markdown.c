/* What a gate says in a comment on GitHub. */
#include <stdlib.h>
#include <string.h>

#include "gate_cells.h"
#include "gate_report.h"

/* A comment has 65,536 characters at most; this many bytes are never more. Without rows it takes
 * less, whatever its texts are: they are 7 kB, and a character becomes 8 at most. */
enum { MOST = 65000 };

/* Behind @ and # an empty character, so that nobody is told and no issue is linked. */
static const char *const replacement[] = {"\\\\", "\\`",   "\\*",      "\\_",     "\\|",
                                          "\\[",  "\\]",   "\\~",      "\\$",     "&lt;",
                                          "&gt;", "&amp;", "@&#8203;", "#&#8203;"};
static const struct gate_escapes of_text = {"\\`*_|[]~$<>&@#", replacement};
static const struct gate_escapes of_code = {"", NULL};

static void put_line(FILE *out, const char *line)
{
    gate_escape(out, line, &of_text);
    fputs("  \n", out); /* two blanks: a line break */
}

static void put_code(FILE *out, const char *line)
{
    gate_escape(out, line, &of_code);
    fputc('\n', out);
}

/* What miscounts, between marks that no text in it can end. */
static void put_counts(FILE *out, const char *text)
{
    size_t marks = 2;
    for (const char *at = strchr(text, '`'); at; at = strchr(at, '`')) {
        size_t run = strspn(at, "`");
        marks = run > marks ? run : marks;
        at += run;
    }
    char fence[sizeof((struct gate *)0)->counts_differ + 2];
    memset(fence, '`', marks + 1);
    fence[marks + 1] = '\0';
    fprintf(out, "%s\n", fence);
    gate_each_line(out, text, put_code);
    fprintf(out, "%s\n\n", fence);
}

/* --- tables ---------------------------------------------------------------------------------- */

/* The rows that there is room for. */
struct choice {
    bool *told;   /* those that are not ok */
    bool *listed; /* in the table of all rows */
};

static void put_row(FILE *out, const struct gate *gate, const struct gate_row *row)
{
    char cell[GATE_TEXT_SIZE];
    for (int i = 0; i < GATE_COLUMNS; i++) {
        if (!gate_has_column(gate, (enum gate_column)i))
            continue;
        fputs("| ", out);
        gate_escape(out, gate_cell(row, (enum gate_column)i, cell), &of_text);
        fputc(' ', out);
    }
    fputs("|\n", out);
}

static void put_heading(FILE *out, const struct gate *gate)
{
    for (int i = 0; i < GATE_COLUMNS; i++)
        if (gate_has_column(gate, (enum gate_column)i))
            fprintf(out, "| %s ", gate_column_name((enum gate_column)i));
    fputs("|\n", out);
    for (int i = 0; i < GATE_COLUMNS; i++)
        if (gate_has_column(gate, (enum gate_column)i))
            fputs(i == GATE_INSTRUCTIONS || i == GATE_TIME ? "|---:" : "|---", out);
    fputs("|\n", out);
}

static void put_told(FILE *out, const struct gate *gate, const bool *chosen)
{
    size_t left = gate->row_count - gate_rows_with(gate, GATE_OK);
    if (left == 0)
        return;
    put_heading(out, gate);
    for (size_t told = 0; told < GATE_TOLD; told++)
        for (size_t i = 0; i < gate->row_count; i++)
            if (chosen[i] && gate->rows[i].verdict == gate_told[told]) {
                put_row(out, gate, &gate->rows[i]);
                left--;
            }
    if (left > 0)
        fprintf(out, "\n%zu more rows that are not ok: there is no room for them here.\n", left);
    fputc('\n', out);
}

static void put_all(FILE *out, const struct gate *gate, const bool *chosen)
{
    size_t left = gate->row_count;
    fprintf(out, "<details><summary>All rows: %zu</summary>\n\n", gate->row_count);
    put_heading(out, gate);
    for (size_t i = 0; i < gate->row_count; i++)
        if (chosen[i]) {
            put_row(out, gate, &gate->rows[i]);
            left--;
        }
    if (left > 0)
        fprintf(out, "\n%zu more rows, first those that are ok: there is no room for them here.\n",
                left);
    fputs("\n</details>\n\n", out);
}

static void put_comment(FILE *out, const struct gate *gate, const struct choice *choice)
{
    char text[GATE_LINE_SIZE];
    fputs("### Gate: ", out);
    gate_escape(out, gate_summary(gate, text), &of_text);
    fputs("\n\n", out);
    if (gate->counts_differ[0] != '\0')
        put_counts(out, gate->counts_differ);
    put_told(out, gate, choice->told);
    if (gate->row_count > 0)
        fprintf(out, "%s\n\n", gate_rows_ok(gate, text));
    for (size_t i = 0; i < gate->note_count; i++) {
        fputs("Note: ", out);
        gate_escape(out, gate->notes[i], &of_text);
        fputs("  \n", out);
    }
    if (gate->note_count > 0)
        fputc('\n', out);
    if (gate->row_count > 0)
        put_all(out, gate, choice->listed);
    fputs("<details><summary>How it was measured</summary>\n\n", out);
    gate_facts(out, gate, put_line);
    fputs("\n</details>\n", out);
}

/* --- what there is room for ------------------------------------------------------------------ */

/* The bytes of a row, or of the comment when it is NULL; none when they are unknown. */
static bool measure(const struct gate *gate, const struct gate_row *row,
                    const struct choice *choice, size_t *bytes)
{
    char *text = NULL;
    FILE *memory = open_memstream(&text, bytes);
    if (!memory)
        return false;
    if (row)
        put_row(memory, gate, row);
    else
        put_comment(memory, gate, choice);
    bool complete = !ferror(memory);
    complete &= fclose(memory) == 0;
    free(text);
    return complete;
}

/* Chooses rows of a verdict in their order, as long as they fit into what is left. */
static bool choose(const struct gate *gate, enum gate_verdict verdict, bool *chosen, size_t *left)
{
    for (size_t i = 0; i < gate->row_count; i++) {
        size_t bytes;
        if (gate->rows[i].verdict != verdict)
            continue;
        if (!measure(gate, &gate->rows[i], NULL, &bytes))
            return false;
        chosen[i] = bytes <= *left;
        *left -= chosen[i] ? bytes : 0;
    }
    return true;
}

/* What is told goes before what is listed, and a grave row before others. */
static bool choose_all(const struct gate *gate, struct choice *choice)
{
    size_t used, left;
    if (!measure(gate, NULL, choice, &used))
        return false;
    left = used < MOST ? MOST - used : 0;
    for (size_t i = 0; i < GATE_TOLD; i++)
        if (!choose(gate, gate_told[i], choice->told, &left))
            return false;
    for (size_t i = 0; i < GATE_TOLD; i++)
        if (!choose(gate, gate_told[i], choice->listed, &left))
            return false;
    return choose(gate, GATE_OK, choice->listed, &left);
}

bool gate_markdown(FILE *out, const struct gate *gate)
{
    struct choice choice = {calloc(gate->row_count + 1, sizeof(bool)),
                            calloc(gate->row_count + 1, sizeof(bool))};
    bool chosen = choice.told && choice.listed && choose_all(gate, &choice);
    if (chosen)
        put_comment(out, gate, &choice);
    free(choice.told);
    free(choice.listed);
    return chosen;
}
