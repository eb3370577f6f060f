#include "report_brief.h"

#include <math.h>

#include "digits.h"
#include "report_verdicts.h"

/* How many times as fast as another board. */
static struct stats_speed speed_beside(const struct report *report, size_t workload, size_t board,
                                       size_t other)
{
    const struct plan *plan = report->plan;
    size_t first = board < other ? board : other, second = board < other ? other : board;
    size_t pair = stats_pair_index(second, first, plan->contender_count);
    const struct stats_row *row = &report->summary->rows[workload * report->summary->pairs + pair];
    struct stats_speed speed = stats_speed_of(&row->ratio);
    if (board == second)
        return speed;
    return (struct stats_speed){1 / speed.median, 1 / speed.high, 1 / speed.low};
}

/* The board that comes closest to the winner. */
static size_t next_to(const struct report *report, size_t workload, size_t winner)
{
    size_t next = report->plan->contender_count;
    double least = INFINITY;
    for (size_t i = 0; i < report->plan->contender_count; i++) {
        double ahead = i == winner ? NAN : speed_beside(report, workload, winner, i).median;
        if (ahead < least) {
            least = ahead;
            next = i;
        }
    }
    return next;
}

/* The median of a time, or of the mean's speed beside the first board. */
static const char *cell(const struct report *report, size_t workload, size_t board,
                        char out[REPORT_TEXT_SIZE])
{
    double number;
    if (workload < report->plan->workload_count && !plan_has(report->plan, workload, board))
        return "–";
    if (workload < report->plan->workload_count)
        number = summary_figure(report->plan, report->summary, workload, board)->ns.median;
    else
        number = board == 0 ? 1 : speed_beside(report, workload, board, 0).median;
    return digits_number(number, out);
}

static void put_row(FILE *out, const struct report *report, size_t workload)
{
    const struct plan *plan = report->plan;
    bool mean = workload == plan->workload_count;
    bool limit = !mean && plan->workloads[workload]->limit;
    size_t winner = limit ? plan->contender_count : summary_winner(plan, report->summary, workload);
    char setting[WORKLOAD_SETTING_SIZE] = "", text[REPORT_TEXT_SIZE];
    if (!mean)
        workload_setting(plan->workloads[workload], setting);
    fprintf(out, "| %s%s%s%s |", report_workload_name(plan, workload), *setting ? " (" : "",
            setting, *setting ? ")" : "");
    if (mean)
        fputs(" speed |", out);
    else
        fprintf(out, " %s |", report_unit(ROW_TIME, plan, workload, text));
    for (size_t i = 0; i < plan->contender_count; i++) {
        const char *bold = i == winner ? "**" : "";
        fprintf(out, " %s%s%s |", bold, cell(report, workload, i, text), bold);
    }
    if (winner < plan->contender_count) {
        size_t next = next_to(report, workload, winner);
        struct stats_speed ahead = speed_beside(report, workload, winner, next);
        fprintf(out, " %s, %s times as %s |\n", plan->contenders[winner].board->name,
                digits_speed(&ahead, text), plan->contenders[next].board->name);
    } else if (limit || !summary_compares(plan, workload)) {
        fputs(" |\n", out);
    } else {
        fputs(report_is_tie(report, workload) ? " equal |\n" : " undecided |\n", out);
    }
}

void report_brief(FILE *out, const struct report *report)
{
    const struct plan *plan = report->plan;
    fputs("| Workload | Figure |", out);
    for (size_t i = 0; i < plan->contender_count; i++)
        fprintf(out, " %s |", plan->contenders[i].board->name);
    fputs(" The fastest |\n|---|---|", out);
    for (size_t i = 0; i < plan->contender_count; i++)
        fputs("---:|", out);
    fputs("---|\n", out);
    for (size_t i = 0; i < plan->workload_count + (report->summary->mean_of > 0); i++)
        put_row(out, report, i);
    fputc('\n', out);
    static const char end[] = "  \n"; /* two blanks: a line break in Markdown */
    double level = summary_rule.level * 100;
    fprintf(
        out,
        "Times are medians. A board is named only where it is faster than every other, at "
        "%.0f %% for the whole table. Each interval in brackets and each \"equal\" (within %.0f "
        "%%) holds by itself at %.0f %%.%s",
        level, summary_rule.widest * 100, level, end);
    report_doubts(out, report, end);
    report_facts(out, report, end);
}
