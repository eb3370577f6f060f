#include "report.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "digits.h"
#include "measure/classes.h"
#include "report_counts.h"
#include "report_curves.h"
#include "report_outliers.h"
#include "report_verdicts.h"

bool report_has(const struct report *report, enum report_row row)
{
    enum count_kind kind = report_count_kind(row);
    return kind == COUNT_KINDS || counts_have(report->counts, kind);
}

const char *report_unit(enum report_row row, const struct plan *plan, size_t workload,
                        char out[REPORT_TEXT_SIZE])
{
    out[0] = '\0';
    switch (row) {
    case ROW_TIME:
        snprintf(out, REPORT_TEXT_SIZE, "ns per %s", plan->workloads[workload]->operation.one);
        break;
    case ROW_RATE:
        snprintf(out, REPORT_TEXT_SIZE, "million %s/s", plan->workloads[workload]->item.many);
        break;
    case ROW_RATIO:
        snprintf(out, REPORT_TEXT_SIZE, "speed, %s = 1", plan->contenders[0].board->name);
        break;
    default:
        snprintf(out, REPORT_TEXT_SIZE, "%s", report_count_unit(report_count_kind(row)));
        break;
    }
    return out;
}

/* Of what is not there. */
static const char *no_cell(char out[REPORT_TEXT_SIZE])
{
    snprintf(out, REPORT_TEXT_SIZE, "–");
    return out;
}

/* The reference has no row. */
static const char *ratio_cell(const struct stats_row *row, char out[REPORT_TEXT_SIZE])
{
    char text[DIGITS_TEXT_SIZE];
    struct stats_speed speed = {1, NAN, NAN};
    if (row && row->verdict == STATS_NOT_COMPARED)
        return no_cell(out);
    if (row)
        speed = stats_speed_of(&row->ratio);
    snprintf(out, REPORT_TEXT_SIZE, "%.40s%s", digits_speed(&speed, text),
             row ? digits_mark(row->verdict) : "");
    return out;
}

const char *report_cell(enum report_row row, const struct figure *figure,
                        const struct stats_row *ratio, char out[REPORT_TEXT_SIZE])
{
    switch (row) {
    case ROW_TIME:
        return digits_spread(&figure->ns, out);
    case ROW_RATE:
        return digits_number(figure->rate / 1e6, out);
    case ROW_RATIO:
        return ratio_cell(ratio, out);
    default:
        return "";
    }
}

const char *report_figure(const struct report *report, enum report_row row, size_t workload,
                          size_t contender, char out[REPORT_TEXT_SIZE])
{
    const struct plan *plan = report->plan;
    enum count_kind kind = report_count_kind(row);
    if (workload < plan->workload_count && !plan_has(plan, workload, contender))
        return no_cell(out);
    if (kind != COUNT_KINDS)
        return report_count_cell(counts_of(report->counts, kind, workload, contender), out);
    /* The geometric mean has only a ratio. */
    const struct figure *figure =
        row == ROW_RATIO ? NULL : summary_figure(plan, report->summary, workload, contender);
    return report_cell(row, figure, summary_row(plan, report->summary, workload, contender), out);
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
    int blanks = width > have ? (int)(width - have) : 1;
    if (to_the_right)
        fprintf(out, "%*s%s", blanks, "", text);
    else
        fprintf(out, "%s%*s", text, blanks, "");
}

static const char *plural(size_t count)
{
    return count == 1 ? "" : "s";
}

void report_machine(FILE *out, const struct machine *machine, const char *end)
{
    fprintf(out, "%s, %ld CPU%s, %s%s", machine->cpu, machine->cpus, plural((size_t)machine->cpus),
            machine->kernel, end);
    fprintf(out, "%s, %s, commit %s%s%s", machine->compiler, machine->flags, machine->commit,
            machine->dirty ? " with changes" : "", end);
}

void report_facts(FILE *out, const struct report *report, const char *end)
{
    const struct machine *machine = report->machine;
    const struct plan *plan = report->plan;
    size_t positions = plan->contenders[0].suite->count, launches = report->series->launches;
    char classes[CLASS_TEXT_SIZE];
    report_machine(out, machine, end);
    fprintf(out, "%zu position%s of %s%s%s, %s", positions, plural(positions), report->positions,
            report->classes ? ", class " : "", class_names(report->classes, classes),
            machine->date);
    if (report->cpu >= 0)
        fprintf(out, ", pinned to CPU %d%s", report->cpu, end);
    else
        fprintf(out, ", not pinned to a CPU%s", end);
    fprintf(out, "%zu launch%s of %zu rounds (%s), seed %" PRIu64 "%s", launches,
            launches == 1 ? "" : "es", plan->rounds, report->effort, plan->seed, end);
}

/* How the figures were made, and the marks beside them. */
static void put_legend(FILE *out, const struct report *report, const char *end)
{
    fprintf(out,
            "Times are medians over all rounds, ± the median absolute deviation; speeds are "
            "medians over the launches, with their %.0f %% intervals.%s",
            summary_rule.level * 100, end);
    report_marks(out, end);
    report_counting(out, report, end);
}

/* --- on the terminal ------------------------------------------------------------------------- */

enum { NAME = 23, UNIT = 21 };

static size_t wider(size_t width, const char *text)
{
    size_t other = report_width(text) + 2;
    return other > width ? other : width;
}

/* The width of a board's column. */
static size_t cell_width(const struct report *report, size_t contender)
{
    const struct plan *plan = report->plan;
    size_t width = wider(0, plan->contenders[contender].board->name);
    char text[REPORT_TEXT_SIZE];
    for (size_t i = 0; i < plan->workload_count; i++)
        for (int row = 0; row < ROW_COUNT; row++)
            if (report_has(report, (enum report_row)row))
                width =
                    wider(width, report_figure(report, (enum report_row)row, i, contender, text));
    if (report->summary->mean_of > 0)
        width =
            wider(width, report_figure(report, ROW_RATIO, plan->workload_count, contender, text));
    return width;
}

static void text_row(FILE *out, const struct report *report, const char *name, size_t workload,
                     enum report_row row)
{
    const struct plan *plan = report->plan;
    char text[REPORT_TEXT_SIZE];
    put_padded(out, name, NAME, false);
    put_padded(out, report_unit(row, plan, workload, text), UNIT, false);
    for (size_t i = 0; i < plan->contender_count; i++)
        put_padded(out, report_figure(report, row, workload, i, text), cell_width(report, i), true);
    fputc('\n', out);
}

void report_text(FILE *out, const struct report *report)
{
    const struct plan *plan = report->plan;
    report_facts(out, report, "\n");
    put_legend(out, report, "\n");

    fputc('\n', out);
    put_padded(out, "workload", NAME, false);
    put_padded(out, "figure", UNIT, false);
    for (size_t i = 0; i < plan->contender_count; i++)
        put_padded(out, plan->contenders[i].board->name, cell_width(report, i), true);
    fputc('\n', out);

    for (size_t i = 0; i < plan->workload_count; i++) {
        char setting[WORKLOAD_SETTING_SIZE];
        workload_setting(plan->workloads[i], setting);
        const char *const names[] = {plan->workloads[i]->name, setting, ""};
        size_t rows = 0;
        for (int row = 0; row < ROW_COUNT; row++)
            if (report_has(report, (enum report_row)row))
                text_row(out, report, names[rows < 2 ? rows++ : 2], i, (enum report_row)row);
        fputc('\n', out);
    }
    if (report->summary->mean_of > 0) {
        text_row(out, report, "geometric mean", plan->workload_count, ROW_RATIO);
        fprintf(out, "of %zu workloads\n\n", report->summary->mean_of);
    }
    report_sizes(out, report, "\n");
    report_fastest(out, report, "\n");
    report_doubts(out, report, "\n");
    report_disagreements(out, report, "\n");
    report_curves(out, report, "\n");
}

/* --- in Markdown ----------------------------------------------------------------------------- */

static void markdown_row(FILE *out, const struct report *report, const char *name,
                         const char *setting, size_t workload, enum report_row row)
{
    const struct plan *plan = report->plan;
    char text[REPORT_TEXT_SIZE];
    fprintf(out, "| %s%s%s%s | %s |", name, *setting ? " (" : "", setting, *setting ? ")" : "",
            report_unit(row, plan, workload, text));
    for (size_t i = 0; i < plan->contender_count; i++)
        fprintf(out, " %s |", report_figure(report, row, workload, i, text));
    fputc('\n', out);
}

void report_markdown(FILE *out, const struct report *report)
{
    static const char end[] = "  \n"; /* two blanks: a line break in Markdown */
    const struct plan *plan = report->plan;
    fputs("| Workload | Figure |", out);
    for (size_t i = 0; i < plan->contender_count; i++)
        fprintf(out, " %s |", plan->contenders[i].board->name);
    fputs("\n|---|---|", out);
    for (size_t i = 0; i < plan->contender_count; i++)
        fputs("---:|", out);
    fputc('\n', out);

    for (size_t i = 0; i < plan->workload_count; i++) {
        char setting[WORKLOAD_SETTING_SIZE];
        workload_setting(plan->workloads[i], setting);
        for (int row = 0; row < ROW_COUNT; row++)
            if (report_has(report, (enum report_row)row))
                markdown_row(out, report, plan->workloads[i]->name, setting, i,
                             (enum report_row)row);
    }
    if (report->summary->mean_of > 0) {
        char setting[REPORT_TEXT_SIZE];
        snprintf(setting, sizeof setting, "of %zu workloads", report->summary->mean_of);
        markdown_row(out, report, "geometric mean", setting, plan->workload_count, ROW_RATIO);
    }
    fputc('\n', out);
    report_sizes(out, report, end);
    report_fastest(out, report, end);
    report_doubts(out, report, end);
    report_disagreements(out, report, end);
    report_outliers(out, report, end);
    report_curves(out, report, end);
    report_facts(out, report, end);
    put_legend(out, report, end);
}
