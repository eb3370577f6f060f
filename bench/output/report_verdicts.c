#include "report_verdicts.h"

const char *report_workload_name(const struct plan *plan, size_t workload)
{
    return workload < plan->workload_count ? plan->workloads[workload]->name : "geometric mean";
}

void report_marks(FILE *out, const char *end)
{
    double level = summary_rule.level * 100;
    fprintf(out,
            "Each interval and each = holds by itself at %.0f %%; differences hold at %.0f %% for "
            "the whole table. = is equal within %.0f %%, ? inconclusive.%s",
            level, level, summary_rule.widest * 100, end);
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

bool report_is_tie(const struct report *report, size_t workload)
{
    const struct summary *summary = report->summary;
    return stats_is_tie(summary->rows + workload * summary->pairs, report->plan->contender_count);
}

/* What is said of a workload: who wins it, or one of these. */
enum outcome { TIE = PLAN_MAX, UNDECIDED };

static size_t outcome_of(const struct report *report, size_t workload)
{
    size_t winner = summary_winner(report->plan, report->summary, workload);
    return winner < report->plan->contender_count ? winner
           : report_is_tie(report, workload)      ? (size_t)TIE
                                                  : (size_t)UNDECIDED;
}

static void put_outcome(FILE *out, const struct report *report, size_t outcome, const char *end)
{
    const struct plan *plan = report->plan;
    struct list list = {out, "The fastest boards are equal", "", 0};
    if (outcome == UNDECIDED)
        list.heading = "Undecided which board is the fastest";
    else if (outcome != TIE)
        list = (struct list){out, "Fastest, ", plan->contenders[outcome].board->name, 0};
    for (size_t i = 0; i < workload_count(report); i++)
        if (!is_limit(plan, i) && summary_compares(plan, i) && outcome_of(report, i) == outcome)
            list_add(&list, report_workload_name(plan, i));
    list_end(&list, end);
}

void report_fastest(FILE *out, const struct report *report, const char *end)
{
    size_t boards = report->plan->contender_count;
    if (boards < 2)
        return;
    for (size_t board = 0; board < boards; board++)
        put_outcome(out, report, board, end);
    put_outcome(out, report, TIE, end);
    put_outcome(out, report, UNDECIDED, end);
}

static bool has_reason(const struct report *report, size_t workload, enum stats_reason reason)
{
    size_t pairs = report->summary->pairs;
    for (size_t pair = 0; pair < pairs; pair++) {
        const struct stats_row *row = &report->summary->rows[workload * pairs + pair];
        if (row->verdict == STATS_INCONCLUSIVE && row->reason == reason)
            return true;
    }
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
    const struct series *series = report->series;
    size_t disturbed = 0, left_out = 0;
    for (size_t i = 0; i < series->count; i++)
        disturbed += !series->facts[i].trusted;
    for (size_t i = 0; i < series->launches; i++)
        left_out += !series->trusted[i];
    if (disturbed == 0)
        return;
    fprintf(out, "Disturbed by other programs or by the host: %zu of %zu launches", disturbed,
            series->count);
    if (report->trust_all)
        fprintf(out, ", compared all the same (--trust-all)%s", end);
    else if (left_out == 0)
        fprintf(out, "; repeated, none was disturbed again, and none is left out%s", end);
    else
        fprintf(out,
                "; %zu of %zu %s disturbed again when repeated, and left out of all comparisons "
                "(wait until the machine is idle, or take them with --trust-all)%s",
                left_out, series->launches, left_out == 1 ? "was" : "were", end);
}

void report_doubts(FILE *out, const struct report *report, const char *end)
{
    static const enum stats_reason reasons[] = {STATS_UNTRUSTED, STATS_TOO_FEW_LAUNCHES,
                                                STATS_TOO_WIDE, STATS_LOST_BY_HOLM};
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++)
        put_inconclusive(out, report, reasons[i], end);
    put_disturbed(out, report, end);
}
