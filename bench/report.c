#include "report.h"

#include <string.h>

#include "classes.h"

const char *report_unit(enum report_row row, const struct plan *plan, size_t workload,
                        char out[REPORT_TEXT_SIZE])
{
    const struct workload *what = plan->workloads[workload];
    switch (row) {
    case ROW_TIME:
        snprintf(out, REPORT_TEXT_SIZE, "ns per %s", what->operation.one);
        break;
    case ROW_RATE:
        snprintf(out, REPORT_TEXT_SIZE, "million %s/s", what->item.many);
        break;
    case ROW_RATIO:
        snprintf(out, REPORT_TEXT_SIZE, "speed, %s = 1", plan->contenders[0].board->name);
        break;
    case ROW_COUNT:
        out[0] = '\0';
    }
    return out;
}

const char *report_cell(enum report_row row, const struct figure *figure,
                        char out[REPORT_TEXT_SIZE])
{
    int decimals = figure->ns.median < 100 ? 2 : 1;
    switch (row) {
    case ROW_TIME:
        snprintf(out, REPORT_TEXT_SIZE, "%.*f ±%.*f", decimals, figure->ns.median, decimals,
                 figure->ns.mad);
        break;
    case ROW_RATE:
        snprintf(out, REPORT_TEXT_SIZE, "%.1f", figure->rate / 1e6);
        break;
    case ROW_RATIO:
        snprintf(out, REPORT_TEXT_SIZE, "%.2f", figure->ratio);
        break;
    case ROW_COUNT:
        out[0] = '\0';
    }
    return out;
}

size_t report_width(const char *text)
{
    size_t width = 0;
    for (; *text; text++)
        width += ((unsigned char)*text & 0xc0) != 0x80;
    return width;
}

/* printf() pads by bytes, which is too little for a text with a ± in it. */
static void put_padded(FILE *out, const char *text, size_t width, bool to_the_right)
{
    size_t have = report_width(text);
    int blanks = width > have ? (int)(width - have) : 0;
    if (to_the_right)
        fprintf(out, "%*s%s", blanks, "", text);
    else
        fprintf(out, "%s%*s", text, blanks, "");
}

static void put_facts(FILE *out, const struct report *report, const char *start, const char *end)
{
    const struct machine *machine = report->machine;
    const struct plan *plan = report->plan;
    char classes[CLASS_TEXT_SIZE];
    fprintf(out, "%s%s, %ld CPU%s, %s%s", start, machine->cpu, machine->cpus,
            machine->cpus == 1 ? "" : "s", machine->kernel, end);
    fprintf(out, "%s%s, %s, commit %s%s", start, machine->compiler, machine->flags, machine->commit,
            end);
    fprintf(out, "%s%zu position%s of %s%s%s, %zu rounds (%s), %s", start,
            plan->contenders[0].suite->count, plan->contenders[0].suite->count == 1 ? "" : "s",
            report->positions, report->classes ? ", class " : "",
            class_names(report->classes, classes), plan->rounds, report->effort, machine->date);
    if (report->cpu >= 0)
        fprintf(out, ", pinned to CPU %d%s", report->cpu, end);
    else
        fprintf(out, ", not pinned to a CPU%s", end);
    fprintf(out, "%sTimes are medians over the rounds, ± the median absolute deviation.%s", start,
            end);
}

/* Of a board's column; names of variants may need more than figures do. */
static size_t cell_width(const struct plan *plan, size_t contender)
{
    enum { CELL = 16 };
    size_t width = report_width(plan->contenders[contender].board->name) + 2;
    return width > CELL ? width : CELL;
}

void report_text(FILE *out, const struct report *report)
{
    enum { NAME = 18, UNIT = 20 };
    const struct plan *plan = report->plan;
    put_facts(out, report, "", "\n");

    fputc('\n', out);
    put_padded(out, "workload", NAME, false);
    put_padded(out, "figure", UNIT, false);
    for (size_t i = 0; i < plan->contender_count; i++)
        put_padded(out, plan->contenders[i].board->name, cell_width(plan, i), true);
    fputc('\n', out);

    for (size_t i = 0; i < plan->workload_count; i++) {
        const struct workload *workload = plan->workloads[i];
        char setting[WORKLOAD_SETTING_SIZE], text[REPORT_TEXT_SIZE];
        workload_setting(workload, setting);
        const char *const names[ROW_COUNT] = {workload->name, setting, ""};
        for (int row = 0; row < ROW_COUNT; row++) {
            put_padded(out, names[row], NAME, false);
            put_padded(out, report_unit((enum report_row)row, plan, i, text), UNIT, false);
            for (size_t j = 0; j < plan->contender_count; j++) {
                const struct figure *figure = summary_figure(plan, report->figures, i, j);
                put_padded(out, report_cell((enum report_row)row, figure, text),
                           cell_width(plan, j), true);
            }
            fputc('\n', out);
        }
        if (i + 1 < plan->workload_count)
            fputc('\n', out);
    }
}

void report_markdown(FILE *out, const struct report *report)
{
    const struct plan *plan = report->plan;
    fputs("| Workload | Figure |", out);
    for (size_t i = 0; i < plan->contender_count; i++)
        fprintf(out, " %s |", plan->contenders[i].board->name);
    fputs("\n|---|---|", out);
    for (size_t i = 0; i < plan->contender_count; i++)
        fputs("---:|", out);
    fputc('\n', out);

    for (size_t i = 0; i < plan->workload_count; i++) {
        char setting[WORKLOAD_SETTING_SIZE], text[REPORT_TEXT_SIZE];
        workload_setting(plan->workloads[i], setting);
        for (int row = 0; row < ROW_COUNT; row++) {
            fprintf(out, "| %s%s%s%s | %s |", plan->workloads[i]->name, *setting ? " (" : "",
                    setting, *setting ? ")" : "", report_unit((enum report_row)row, plan, i, text));
            for (size_t j = 0; j < plan->contender_count; j++) {
                const struct figure *figure = summary_figure(plan, report->figures, i, j);
                fprintf(out, " %s |", report_cell((enum report_row)row, figure, text));
            }
            fputc('\n', out);
        }
    }
    fputc('\n', out);
    put_facts(out, report, "", "  \n"); /* two blanks: a line break in Markdown */
}
