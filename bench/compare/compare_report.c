#include "compare_report.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "compare_facts.h"
#include "stats/summary.h"
#include "text.h"

static const char *plural(size_t count)
{
    return count == 1 ? "" : "es";
}

static void put_run(FILE *out, const char *side, const struct stored *run)
{
    char file[512], commit[64], date[64];
    size_t disturbed = 0;
    for (size_t i = 0; i < run->launches; i++)
        disturbed += !run->trusted[i];
    text_printable(run->file, strlen(run->file), file, sizeof file);
    text_printable(run->commit, strlen(run->commit), commit, sizeof commit);
    text_printable(run->date, strlen(run->date), date, sizeof date);
    fprintf(out, "%-4s  %s\n      commit %s%s, %s, %zu launch%s", side, file, commit,
            run->dirty ? " with changes" : "", date, run->launches, plural(run->launches));
    if (disturbed > 0)
        fprintf(out, ", %zu of them disturbed", disturbed);
    fputc('\n', out);
}

/* --- the table ------------------------------------------------------------------------------- */

enum { NAME = 16, VALUE = 11, SPEED = 22, CELL_SIZE = 128 };

static int board_width(const struct comparison *comparison)
{
    size_t width = strlen("board");
    for (size_t i = 0; i < comparison->count; i++)
        if (strlen(comparison->rows[i].board) > width)
            width = strlen(comparison->rows[i].board);
    return (int)width;
}

static const char *value_cell(double value, char out[CELL_SIZE])
{
    out[0] = '\0';
    if (!isnan(value))
        snprintf(out, CELL_SIZE, "%.*f", value < 10 ? 3 : value < 100 ? 2 : 1, value);
    return out;
}

static const char *speed_cell(const struct stats_row *time, char out[CELL_SIZE])
{
    struct stats_speed speed = stats_speed_of(&time->ratio);
    if (isnan(speed.median))
        return strcpy(out, "unknown");
    if (time->ratio.rank == 0)
        snprintf(out, CELL_SIZE, "%.3f", speed.median);
    else
        snprintf(out, CELL_SIZE, "%.3f [%.3f, %.3f]", speed.median, speed.low, speed.high);
    return out;
}

static void put_row(FILE *out, const struct compare_row *row, int board)
{
    char base[CELL_SIZE], new[CELL_SIZE], speed[CELL_SIZE];
    const char *verdict =
        row->time->verdict == STATS_EQUAL ? "equal" : stats_verdict_name(row->time->verdict);
    fprintf(out, "%-*s %-*s %*s %*s  %-*s  %s\n", NAME, row->workload, board, row->board, VALUE,
            value_cell(row->value[COMPARE_BASE], base), VALUE,
            value_cell(row->value[COMPARE_NEW], new), SPEED, speed_cell(row->time, speed), verdict);
}

static void put_table(FILE *out, const struct comparison *comparison)
{
    int board = board_width(comparison);
    const char *unit = comparison->reference ? "speed" : "ns";
    char base[CELL_SIZE], new[CELL_SIZE];
    snprintf(base, sizeof base, "BASE %s", unit);
    snprintf(new, sizeof new, "NEW %s", unit);
    fprintf(out, "%-*s %-*s %*s %*s  %-*s  %s\n", NAME, "workload", board, "board", VALUE, base,
            VALUE, new, SPEED, "speed, BASE = 1", "verdict");
    for (size_t i = 0; i < comparison->count; i++)
        put_row(out, &comparison->rows[i], board);
}

/* --- below the table ------------------------------------------------------------------------- */

/* "HEADING: a, b", in lines of up to 100 columns; nothing without names. */
struct list {
    FILE *out;
    const char *heading;
    size_t count, column;
};

__attribute__((format(printf, 2, 3))) static void list_add(struct list *list, const char *format,
                                                           ...)
{
    char name[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(name, sizeof name, format, arguments);
    va_end(arguments);
    if (list->count++ == 0)
        list->column = (size_t)fprintf(list->out, "%s: ", list->heading);
    else if (list->column + strlen(name) + 2 < 98)
        list->column += (size_t)fprintf(list->out, ", ");
    else
        list->column = (size_t)fprintf(list->out, ",\n  ") - 2;
    list->column += (size_t)fprintf(list->out, "%s", name);
}

static void list_end(const struct list *list, const char *end)
{
    if (list->count > 0)
        fprintf(list->out, "%s\n", end);
}

/* A board or workload that the other run does not have at all is named once. */
static void put_only(FILE *out, const struct stored *run, const struct stored *other,
                     const char *heading)
{
    struct list list = {.out = out, .heading = heading};
    for (size_t i = 0; i < run->figure_count; i++) {
        const struct stored_figure *figure = &run->figures[i];
        const char *workload = figure->workload, *board = figure->board;
        bool new_board = !stored_find(other, NULL, board);
        bool new_workload = !stored_find(other, workload, NULL);
        if (new_board && stored_find(run, NULL, board) == figure)
            list_add(&list, "board %s", board);
        if (new_workload && stored_find(run, workload, NULL) == figure)
            list_add(&list, "workload %s", workload);
        if (!new_board && !new_workload && !stored_find(other, workload, board))
            list_add(&list, "%s/%s", workload, board);
    }
    list_end(&list, "");
}

static void put_inconclusive(FILE *out, const struct comparison *comparison)
{
    for (int reason = STATS_UNTRUSTED; reason <= STATS_LOST_BY_HOLM; reason++) {
        char heading[100];
        snprintf(heading, sizeof heading, "Inconclusive, %s",
                 stats_reason_text((enum stats_reason)reason));
        struct list list = {.out = out, .heading = heading};
        for (size_t i = 0; i < comparison->count; i++)
            if (comparison->rows[i].time->reason == (enum stats_reason)reason)
                list_add(&list, "%s/%s", comparison->rows[i].workload, comparison->rows[i].board);
        list_end(&list, reason == STATS_UNTRUSTED ? " (--trust-all takes them)" : "");
        if (list.count > 0 && reason == STATS_TOO_FEW_LAUNCHES)
            fprintf(out, "A table of %zu rows takes at least %zu launches of each run.\n",
                    comparison->count,
                    stats_shift_launches_needed(summary_rule.level, comparison->count));
    }
}

void compare_inconclusive_text(FILE *out, const struct comparison *comparison)
{
    size_t rows = 0, hidden = 0;
    for (size_t i = 0; i < comparison->count; i++) {
        rows += !comparison->rows[i].limit;
        hidden += !comparison->rows[i].limit && compare_hides_slowdown(&comparison->rows[i]);
    }
    fputs("whether a board is slower is unknown: ", out);
    if (rows == 0)
        fputs("only limits are compared", out);
    else if (hidden == 0)
        fputs("all rows are inconclusive", out);
    else
        fprintf(out, "%zu of %zu rows may hide that it is by more than %.0f %%", hidden, rows,
                compare_unseen * 100);
    const char *separator = ": ";
    for (int reason = STATS_UNTRUSTED; reason <= STATS_LOST_BY_HOLM; reason++) {
        size_t count = 0;
        for (size_t i = 0; i < comparison->count; i++) {
            const struct compare_row *row = &comparison->rows[i];
            count += !row->limit && row->time->reason == (enum stats_reason)reason &&
                     (hidden == 0 || compare_hides_slowdown(row));
        }
        if (count == 0)
            continue;
        fprintf(out, "%s%s (%zu)", separator, stats_reason_text((enum stats_reason)reason), count);
        separator = ", ";
    }
    fputc('\n', out);
}

/* What two runs cannot tell from a faster board: a faster machine. Did it move? */
static bool put_drift(FILE *out, const struct comparison *comparison)
{
    struct list moved = {.out = out,
                         .heading = "The limits moved, too, which do the same in both runs"};
    for (size_t i = 0; i < comparison->count; i++) {
        const struct compare_row *row = &comparison->rows[i];
        bool differs = row->time->verdict == STATS_FASTER || row->time->verdict == STATS_SLOWER;
        if (row->witness && differs)
            list_add(&moved, "%s/%s", row->workload, row->board);
    }
    if (moved.count > 0)
        fprintf(out,
                ".\n  Their median speed is %.3f: the machine itself changed; --relative compares "
                "without it.\n",
                compare_median_speed(comparison, true));
    double all = compare_median_speed(comparison, false);
    if (fabs(log(all)) > log1p(summary_rule.widest))
        fprintf(
            out,
            "The median of all speeds is %.3f: where all move together, it may be the machine;\n"
            "  --relative compares without it.\n",
            all);
    return moved.count > 0;
}

/* "-0.0" would be a change of nothing. */
static double percent(double ratio)
{
    double tenths = round((ratio - 1) * 1000);
    return tenths == 0 ? 0 : tenths / 10;
}

static void put_notes(FILE *out, const struct comparison *comparison, bool moved)
{
    const char *heading = moved ? "Time and instructions, the machine's own change included:\n"
                                : "Time and instructions:\n";
    bool any = false;
    if (!compare_counted_alike(comparison))
        fputs("Instructions are not compared: other tools or builds counted them.\n", out);
    for (size_t i = 0; i < comparison->count; i++) {
        const struct compare_row *row = &comparison->rows[i];
        const char *note = compare_note(row);
        if (note == NULL)
            continue;
        fprintf(out, "%s  %s/%s: %+.1f %% time, %+.1f %% instructions: %s\n", any ? "" : heading,
                row->workload, row->board, percent(exp(row->time->ratio.median)),
                percent(row->instructions[COMPARE_NEW] / row->instructions[COMPARE_BASE]), note);
        any = true;
    }
}

void compare_text(FILE *out, const struct comparison *comparison, const json_t *differences)
{
    const struct stored *base = comparison->runs[COMPARE_BASE];
    const struct stored *new = comparison->runs[COMPARE_NEW];
    put_run(out, compare_side_names[COMPARE_BASE], base);
    put_run(out, compare_side_names[COMPARE_NEW], new);
    if (comparison->reference)
        fprintf(out, "All speeds are beside %s in the same launch.\n", comparison->reference);
    if (json_array_size(differences) > 0)
        fputs("Compared nevertheless, though these differ:\n", out);
    compare_differences_text(out, differences);
    compare_warnings_text(out, base, new);
    fputc('\n', out);
    put_table(out, comparison);
    fputc('\n', out);
    put_only(out, base, new, "Only in BASE");
    put_only(out, new, base, "Only in NEW");
    put_inconclusive(out, comparison);
    bool moved = !comparison->reference && put_drift(out, comparison);
    put_notes(out, comparison, moved);
    fprintf(out,
            "Speeds are estimated over pairs of launches, with 95 %% intervals by the rank sum "
            "test.\nVerdicts hold at 95 %%, differences for the whole table; equal is within "
            "%.0f %%.\n"
            "All this holds for the machine and the builds as they were in these two runs: repeat "
            "both\nbefore you believe a small difference.\n",
            summary_rule.widest * 100);
}
