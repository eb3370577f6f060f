#include "selftest_report.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>

#include "output/report.h"
#include "output/report_verdicts.h"
#include "stats/rate.h"

const char *selftest_verdict_text(const struct selftest *selftest, char out[SELFTEST_TEXT_SIZE])
{
    switch (selftest_verdict_of(selftest)) {
    case SELFTEST_KEEPS_ITS_WORD:
        snprintf(out, SELFTEST_TEXT_SIZE,
                 "the measurement keeps what it states, as far as %zu runs can tell",
                 selftest->trusted);
        break;
    case SELFTEST_FALSE_ALARMS:
        snprintf(out, SELFTEST_TEXT_SIZE,
                 "this machine, or this instrument, gives more false alarms than stated");
        break;
    case SELFTEST_DENIES:
        snprintf(out, SELFTEST_TEXT_SIZE,
                 "this machine, or this instrument, calls slowed boards equal or faster too often");
        break;
    case SELFTEST_MISSES:
        snprintf(out, SELFTEST_TEXT_SIZE,
                 "intervals of this machine, or this instrument, miss the truth too often");
        break;
    case SELFTEST_BLIND:
        snprintf(out, SELFTEST_TEXT_SIZE,
                 "this machine, or this instrument, does not see %u %% in most rows",
                 selftest->controls[selftest->control_count - 1].percent);
        break;
    case SELFTEST_TOO_FEW_RUNS:
        snprintf(out, SELFTEST_TEXT_SIZE, "too few runs are to be trusted: %zu of %zu",
                 selftest->trusted, selftest->runs);
        break;
    }
    return out;
}

/* --- the table ------------------------------------------------------------------------------- */

enum { CELL_SIZE = 24, CELL_MAX = 24, NAME_WIDTH = 17, CELL_WIDTH = 8 };

struct line {
    char cells[CELL_MAX][CELL_SIZE];
    size_t count;
};

__attribute__((format(printf, 2, 3))) static void add(struct line *line, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    vsnprintf(line->cells[line->count++], CELL_SIZE, format, values);
    va_end(values);
}

static void add_percent(struct line *line, int decimals, double share)
{
    if (isnan(share))
        add(line, "-");
    else
        add(line, "%.*f %%", decimals, 100 * share);
}

/* In two lines, which on the terminal stand above each other. */
static void make_heading(const struct selftest *selftest, struct line *top, struct line *bottom)
{
    static const char *const repeated[] = {"seen", "about"};
    *top = *bottom = (struct line){.count = 0};
    add(top, "%s", "");
    add(bottom, "workload");
    add(top, "false");
    add(bottom, "alarms");
    add(top, "equal");
    add(bottom, "at 0 %%");
    for (size_t i = 0; i < sizeof repeated / sizeof repeated[0]; i++)
        for (size_t j = 1; j < selftest->control_count; j++) {
            add(top, "%s", repeated[i]);
            add(bottom, "at %u %%", selftest->controls[j].percent);
        }
    add(top, "right");
    add(bottom, "range");
    add(top, "seen");
    add(bottom, "from");
}

/* The row after the last is about all of them. */
static void make_row(const struct selftest_report *report, size_t row, struct line *line)
{
    const struct selftest *selftest = report->selftest;
    bool all = row == selftest->row_count;
    unsigned smallest = selftest_smallest_seen(selftest, row);
    *line = (struct line){.count = 0};
    add(line, "%s", all ? "all rows" : report_workload_name(report->plan, row));
    add(line, "%zu", selftest_false_rows(selftest, row));
    add_percent(line, 0, selftest_share(selftest, 0, row, STATS_EQUAL));
    for (size_t i = 1; i < selftest->control_count; i++)
        add_percent(line, 0, selftest_share(selftest, i, row, STATS_SLOWER));
    for (size_t i = 1; i < selftest->control_count; i++)
        if (all)
            add(line, "%s", "");
        else
            add_percent(line, 2, selftest->controls[i].rows[row].slowdown);
    add_percent(line, 1, selftest_covered(selftest, row));
    if (smallest > 0)
        add(line, "%u %%", smallest);
    else
        add(line, "-");
}

static void put_line(FILE *out, const struct line *line)
{
    fprintf(out, "%-*s", NAME_WIDTH, line->cells[0]);
    for (size_t i = 1; i < line->count; i++)
        fprintf(out, "%*s", CELL_WIDTH, line->cells[i]);
    fputc('\n', out);
}

static void put_table(FILE *out, const struct selftest_report *report)
{
    struct line top, line;
    make_heading(report->selftest, &top, &line);
    put_line(out, &top);
    put_line(out, &line);
    for (size_t row = 0; row <= report->selftest->row_count; row++) {
        make_row(report, row, &line);
        put_line(out, &line);
    }
}

static void put_markdown_table(FILE *out, const struct selftest_report *report)
{
    struct line top, line;
    make_heading(report->selftest, &top, &line);
    for (size_t i = 0; i < line.count; i++)
        fprintf(out, "| %s%s%s ", top.cells[i], top.cells[i][0] ? " " : "", line.cells[i]);
    fputs("|\n|---", out);
    for (size_t i = 1; i < line.count; i++)
        fputs("|---:", out);
    fputs("|\n", out);
    for (size_t row = 0; row <= report->selftest->row_count; row++) {
        make_row(report, row, &line);
        for (size_t i = 0; i < line.count; i++)
            fprintf(out, "| %s ", line.cells[i]);
        fputs("|\n", out);
    }
}

/* --- what stands around it ------------------------------------------------------------------- */

static void put_facts(FILE *out, const struct selftest_report *report, const char *end)
{
    const struct plan *plan = report->plan;
    const struct selftest *selftest = report->selftest;
    size_t positions = plan->contenders[0].suite->count;
    report_machine(out, report->machine, end);
    fprintf(out, "%zu position%s of %s, %s", positions, positions == 1 ? "" : "s",
            report->positions, report->machine->date);
    if (report->cpu >= 0)
        fprintf(out, ", pinned to CPU %d%s", report->cpu, end);
    else
        fprintf(out, ", not pinned to a CPU%s", end);
    fprintf(out, "%zu run%s of %zu launches of %zu rounds, seed %" PRIu64 "%s", selftest->runs,
            selftest->runs == 1 ? "" : "s", report->launches, plan->rounds, plan->seed, end);
    if (report->cut_short)
        fprintf(out, "%s: %zu of %zu runs were complete%s", report->cut_short, selftest->runs,
                report->planned, end);
}

static void put_explanation(FILE *out, const struct selftest_report *report, const char *end)
{
    static const char *const lines[] = {
        "false alarms: runs that call the same board faster or slower; equal: those that call it "
        "equal",
        "seen: runs that call the board slower which is, by so much; about: the median of their "
        "estimates",
        "right range: the share of intervals that contain the truth, to be 95 % or more",
        "seen from: the least of these slowdowns that 90 % of the runs see; - for none",
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        fprintf(out, "%s%s", lines[i], end);
    fprintf(out,
            "To be seen, a row has to stand out as the only one that differs in a table of %zu "
            "rows,%sthat of a run with all boards.%s",
            report->selftest->family, end[0] == '\n' ? "\n" : " ", end);
}

/* "; 5 would be too many" */
static void put_too_many(FILE *out, const struct selftest *selftest, struct selftest_bound bound,
                         const char *end)
{
    if (bound.too_many <= selftest->trusted)
        fprintf(out, "; %zu would be too many%s", bound.too_many, end);
    else
        fprintf(out, "; too few runs to tell%s", end);
}

static void put_alarms(FILE *out, const struct selftest_report *report, const char *end)
{
    const struct selftest *selftest = report->selftest;
    size_t alarms = selftest->controls[0].alarms, trusted = selftest->trusted;
    size_t all = selftest->row_count;
    struct rate_interval rate = rate_interval_of(alarms, trusted, 0.95);
    fprintf(out, "False alarms of %s: in %zu of %zu runs", report->plan->contenders[0].board->name,
            alarms, trusted);
    if (trusted > 0)
        fprintf(out, ", %.1f %% [%.1f %%, %.1f %%]", 100.0 * (double)alarms / (double)trusted,
                100 * rate.low, 100 * rate.high);
    fprintf(out, "; stated: %.0f %%", 100 * selftest_stated_rate());
    put_too_many(out, selftest, selftest_alarms(selftest), end);
    fprintf(out,
            "Of its %zu rows %zu are faster or slower, %zu equal within %.0f %%, %zu "
            "inconclusive%s",
            selftest->runs * all, selftest_false_rows(selftest, all),
            selftest_count(selftest, 0, all, STATS_EQUAL), 100 * summary_rule.widest,
            selftest_count(selftest, 0, all, STATS_INCONCLUSIVE), end);
}

/* What is wrong with the worst row. */
static void put_worst(FILE *out, const struct selftest *selftest, const char *end)
{
    struct selftest_bound missed = selftest_missed(selftest), denied = selftest_denied(selftest);
    fprintf(out, "Most intervals of one row without the truth, limits aside: %zu of %zu",
            missed.worst, selftest->trusted);
    put_too_many(out, selftest, missed, end);
    fprintf(out, "Most runs of one row that call more than %.0f %% equal or faster: %zu of %zu",
            100 * summary_rule.widest, denied.worst, selftest->trusted);
    put_too_many(out, selftest, denied, end);
}

/* How many rows see each of the slowdowns, and whether one was taken for the contrary. */
static void put_sight(FILE *out, const struct selftest *selftest, const char *end)
{
    size_t all = selftest->row_count, faster = 0;
    fputs("Seen in 90 % of the runs: ", out);
    for (size_t i = 1; i < selftest->control_count; i++) {
        size_t seen = 0;
        for (size_t row = 0; row < all; row++) {
            unsigned smallest = selftest_smallest_seen(selftest, row);
            seen += smallest > 0 && smallest <= selftest->controls[i].percent;
        }
        faster += selftest_count(selftest, i, all, STATS_FASTER);
        fprintf(out, "%u %% in %zu rows%s", selftest->controls[i].percent, seen,
                i + 1 < selftest->control_count ? ", " : "");
    }
    fprintf(out, " of %zu%s", all, end);
    if (selftest->trusted > 0)
        fprintf(out, "%u %% is seen in %.1f %% of all rows; half of them would be too few%s",
                selftest->controls[selftest->control_count - 1].percent,
                100 * selftest_sight(selftest), end);
    fprintf(out, "Slowed boards called faster: in %zu of %zu rows%s", faster,
            (selftest->control_count - 1) * selftest->runs * all, end);
}

static void put_findings(FILE *out, const struct selftest_report *report, const char *end)
{
    const struct selftest *selftest = report->selftest;
    char text[SELFTEST_TEXT_SIZE];
    put_alarms(out, report, end);
    put_worst(out, selftest, end);
    put_sight(out, selftest, end);
    if (selftest->trusted < selftest->runs)
        fprintf(
            out,
            "Disturbed by other programs or by the host, and so inconclusive: %zu of %zu runs%s",
            selftest->runs - selftest->trusted, selftest->runs, end);
    fprintf(out, "Verdict: %s%s", selftest_verdict_text(selftest, text), end);
}

void selftest_report_text(FILE *out, const struct selftest_report *report)
{
    put_facts(out, report, "\n");
    fputc('\n', out);
    put_table(out, report);
    fputc('\n', out);
    put_explanation(out, report, "\n");
    fputc('\n', out);
    put_findings(out, report, "\n");
}

void selftest_report_markdown(FILE *out, const struct selftest_report *report)
{
    static const char end[] = "  \n"; /* two blanks: a line break in Markdown */
    put_markdown_table(out, report);
    fputc('\n', out);
    put_findings(out, report, end);
    fputc('\n', out);
    put_explanation(out, report, end);
    put_facts(out, report, end);
}
