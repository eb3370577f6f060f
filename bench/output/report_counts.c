#include "report_counts.h"

#include <math.h>

const double report_noteworthy = 1.01;

enum count_kind report_count_kind(enum report_row row)
{
    return row >= ROW_INSTRUCTIONS && row <= ROW_CACHE_MISSES
               ? (enum count_kind)((int)row - ROW_INSTRUCTIONS)
               : COUNT_KINDS;
}

const char *report_count_unit(enum count_kind kind)
{
    static const char *const units[COUNT_KINDS] = {
        [COUNT_INSTRUCTIONS] = "instructions",    [COUNT_CYCLES] = "cycles",
        [COUNT_RETIRED] = "instructions retired", [COUNT_BRANCH_MISSES] = "branch misses",
        [COUNT_CACHE_MISSES] = "cache misses",
    };
    return units[kind];
}

const char *report_count_cell(double count, char out[REPORT_TEXT_SIZE])
{
    int decimals = count >= 1000 ? 0 : count >= 100 ? 1 : count >= 1 ? 2 : 3;
    if (isnan(count))
        snprintf(out, REPORT_TEXT_SIZE, "unknown");
    else
        snprintf(out, REPORT_TEXT_SIZE, "%.*f", decimals, count);
    return out;
}

void report_counting(FILE *out, const struct report *report, const char *end)
{
    const struct counts *counts = report->counts;
    if (counts_have(counts, COUNT_INSTRUCTIONS))
        fprintf(out, "Instructions are those of one operation, counted by %s: %s, %s%s",
                counts->tool, counts->build.compiler, counts->build.flags, end);
    bool by_processor = false;
    for (int kind = COUNT_CYCLES; kind < COUNT_KINDS; kind++)
        by_processor |= counts_have(counts, (enum count_kind)kind);
    if (by_processor)
        fprintf(out,
                "Cycles and misses are those of one operation in user mode, counted by the "
                "processor%s",
                end);
}

static const char *size_text(size_t bytes, char out[REPORT_TEXT_SIZE])
{
    if (bytes < 1024)
        snprintf(out, REPORT_TEXT_SIZE, "%zu B", bytes);
    else if (bytes < 1024 * 1024)
        snprintf(out, REPORT_TEXT_SIZE, "%.1f KB", (double)bytes / 1024);
    else
        snprintf(out, REPORT_TEXT_SIZE, "%.1f MB", (double)bytes / (1024 * 1024));
    return out;
}

void report_sizes(FILE *out, const struct report *report, const char *end)
{
    const struct plan *plan = report->plan;
    for (size_t i = 0; i < plan->contender_count; i++) {
        const struct board *board = plan->contenders[i].board;
        char state[REPORT_TEXT_SIZE], tables[REPORT_TEXT_SIZE];
        fprintf(out, "%s %s", i == 0 ? "A position and all tables:" : ",", board->name);
        if (board->chosen)
            fprintf(out, " (%s)", board->chosen->name);
        fprintf(out, " %s and %s", size_text(board->state_bytes, state),
                size_text(board->table_bytes, tables));
    }
    fputs(end, out);
}

/* The board with the fewest instructions in this workload; contender_count without any. */
static size_t fewest(const struct report *report, size_t workload)
{
    size_t boards = report->plan->contender_count, found = boards;
    double least = INFINITY;
    for (size_t i = 0; i < boards; i++) {
        double count = counts_of(report->counts, COUNT_INSTRUCTIONS, workload, i);
        if (count < least) {
            least = count;
            found = i;
        }
    }
    return found;
}

void report_disagreements(FILE *out, const struct report *report, const char *end)
{
    const struct plan *plan = report->plan;
    size_t boards = plan->contender_count, said = 0;
    for (size_t i = 0; i < plan->workload_count; i++) {
        size_t winner = summary_winner(plan, report->summary, i), least = fewest(report, i);
        if (plan->workloads[i]->limit || winner == boards || least == boards)
            continue;
        double times = counts_of(report->counts, COUNT_INSTRUCTIONS, i, winner) /
                       counts_of(report->counts, COUNT_INSTRUCTIONS, i, least);
        if (times >= report_noteworthy)
            fprintf(out, "%s %s %s (%.2f times those of %s)",
                    said++ == 0 ? "Fastest with more instructions than another board:" : ",",
                    plan->workloads[i]->name, plan->contenders[winner].board->name, times,
                    plan->contenders[least].board->name);
    }
    if (said > 0)
        fputs(end, out);
}
