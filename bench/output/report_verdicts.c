#include "report_verdicts.h"

const char *report_workload_name(const struct plan *plan, size_t workload)
{
    return workload < plan->workload_count ? plan->workloads[workload]->name : "geometric mean";
}

void report_marks(FILE *out, const char *end)
{
    fprintf(out,
            "All intervals and verdicts hold at 95 %%, those of differences for the whole table; "
            "= is equal within %.0f %%, ? inconclusive.%s",
            summary_rule.widest * 100, end);
}

/* Workloads that the summary has; those with a winner are not limits. */
static size_t workload_count(const struct report *report)
{
    return report->plan->workload_count + (report->summary->mean_of > 0);
}

static bool is_limit(const struct plan *plan, size_t workload)
{
    return workload < plan->workload_count && plan->workloads[workload]->limit;
}

/* One line with a heading and names, and no line without a name. */
struct list {
    FILE *out;
    const char *heading, *what;
    size_t count;
};

static void list_add(struct list *list, const char *name)
{
    if (list->count++ == 0)
        fprintf(list->out, "%s%s: %s", list->heading, list->what, name);
    else
        fprintf(list->out, ", %s", name);
}

static void list_end(const struct list *list, const char *end)
{
    if (list->count > 0)
        fputs(end, list->out);
}

/* `board` may be one past the last: where none is the fastest. */
static void put_fastest(FILE *out, const struct report *report, size_t board, const char *end)
{
    const struct plan *plan = report->plan;
    bool any = board < plan->contender_count;
    struct list list = {out, any ? "Fastest, " : "No fastest board",
                        any ? plan->contenders[board].board->name : "", 0};
    for (size_t i = 0; i < workload_count(report); i++)
        if (!is_limit(plan, i) && summary_winner(plan, report->summary, i) == board)
            list_add(&list, report_workload_name(plan, i));
    list_end(&list, end);
}

static bool has_reason(const struct report *report, size_t workload, enum stats_reason reason)
{
    const struct stats_row *rows = report->summary->rows + workload * report->summary->pairs;
    for (size_t pair = 0; pair < report->summary->pairs; pair++)
        if (rows[pair].verdict == STATS_INCONCLUSIVE && rows[pair].reason == reason)
            return true;
    return false;
}

static void put_inconclusive(FILE *out, const struct report *report, enum stats_reason reason,
                             const char *end)
{
    struct list list = {out, "Inconclusive, ", stats_reason_text(reason), 0};
    for (size_t i = 0; i < workload_count(report); i++)
        if (has_reason(report, i, reason))
            list_add(&list, report_workload_name(report->plan, i));
    list_end(&list, end);
}

static void put_disturbed(FILE *out, const struct report *report, const char *end)
{
    size_t disturbed = 0, left_out = 0;
    for (size_t i = 0; i < report->series->count; i++)
        disturbed += !report->series->facts[i].trusted;
    for (size_t i = 0; i < report->series->launches; i++)
        left_out += !report->series->trusted[i];
    if (disturbed > 0)
        fprintf(out,
                "Disturbed by other programs or by the host: %zu of %zu launches; after repeating "
                "them, %zu are not compared%s%s",
                disturbed, report->series->count, left_out,
                left_out > 0 ? " (wait until the machine is idle, or take them with --trust-all)"
                             : "",
                end);
}

void report_verdicts(FILE *out, const struct report *report, const char *end)
{
    static const enum stats_reason reasons[] = {STATS_UNTRUSTED, STATS_TOO_FEW_LAUNCHES,
                                                STATS_TOO_WIDE, STATS_LOST_BY_HOLM};
    size_t boards = report->plan->contender_count;
    for (size_t board = 0; boards > 1 && board <= boards; board++)
        put_fastest(out, report, board, end);
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++)
        put_inconclusive(out, report, reasons[i], end);
    put_disturbed(out, report, end);
}
