/* The part with every figure. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "html.h"
#include "measure/workloads.h"
#include "output/digits.h"
#include "output/report_counts.h"
#include "page_parts.h"

static const struct workload *find_workload(const char *name)
{
    for (const struct workload *workload = all_workloads; workload->name; workload++)
        if (strcmp(workload->name, name) == 0)
            return workload;
    return NULL;
}

/* What the stored workload was, as far as workload_setting() asks; 0 where it does not say. */
static const char *setting_of(const struct stored_figure *figure, char out[WORKLOAD_SETTING_SIZE])
{
    double depth = page_number(figure->json, "depth"), every = page_number(figure->json, "every");
    enum policy policy = policy_find(page_text(figure->json, "policy"));
    const struct workload workload = {
        .limit = figure->limit,
        .stats = policy == POLICY_COUNT, /* or whatever has none */
        .policy = policy < POLICY_COUNT ? policy : POLICY_LEGAL,
        .depth = depth >= 1 && depth < 100 ? (unsigned)depth : 0,
        .every = every >= 2 && every < 1e6 ? (size_t)every : 0,
    };
    return workload_setting(&workload, out);
}

/* --- all figures ----------------------------------------------------------------------------- */

enum row { ROW_OF_TIME, ROW_OF_COUNT, ROW_OF_RATE, ROW_OF_RATIO };

/* What may have been counted, as results.json has it. */
static const char *const count_keys[COUNT_KINDS] = {
    [COUNT_INSTRUCTIONS] = "instructions",    [COUNT_CYCLES] = "cycles",
    [COUNT_RETIRED] = "instructions_retired", [COUNT_BRANCH_MISSES] = "branch_misses",
    [COUNT_CACHE_MISSES] = "cache_misses",
};

/* Rows without any number are left out. */
static bool is_counted(const struct page *page, size_t workload, enum count_kind kind)
{
    for (size_t board = 0; board < page->board_count; board++)
        if (!isnan(page_number(page_json(page, workload, board), count_keys[kind])))
            return true;
    return false;
}

static void put_unit(FILE *out, const struct page *page, size_t workload, enum row row,
                     enum count_kind kind)
{
    const json_t *json =
        workload < page->workload_count ? page_any_figure(page, workload)->json : NULL;
    const struct workload *known = find_workload(page_workload(page, workload));
    switch (row) {
    case ROW_OF_TIME:
        html_row(out, "ns per %s", page_text(json, "operation"));
        break;
    case ROW_OF_RATE:
        html_row(out, "million %s%s/s", known ? known->item.many : page_text(json, "item"),
                 known ? "" : "s");
        break;
    case ROW_OF_COUNT:
        html_row(out, "%s", report_count_unit(kind));
        break;
    case ROW_OF_RATIO:
        html_row(out, "speed, %s = 1", page->boards[0]);
        break;
    }
}

static void put_figure(FILE *out, const struct page *page, size_t workload, size_t board,
                       enum row row, enum count_kind kind)
{
    const struct stored_figure *figure = page_figure(page, workload, board);
    if (figure == NULL) {
        html_cell(out, HTML_NUMBER, "–");
        return;
    }
    bool fastest = page_winner(page, workload) == board && !figure->limit;
    char text[REPORT_TEXT_SIZE];
    const struct stats_spread spread = {figure->ns, page_number(figure->json, "ns_mad")};
    switch (row) {
    case ROW_OF_TIME:
        html_cell(out, fastest ? HTML_STRONG : HTML_NUMBER, "%s", digits_spread(&spread, text));
        break;
    case ROW_OF_RATE:
        html_cell(out, HTML_NUMBER, "%s", digits_number(figure->items * 1e3 / figure->ns, text));
        break;
    case ROW_OF_COUNT:
        html_cell(out, HTML_NUMBER, "%s",
                  report_count_cell(page_number(figure->json, count_keys[kind]), text));
        break;
    case ROW_OF_RATIO:
        break;
    }
}

static void put_ratio(FILE *out, const struct page *page, size_t workload, size_t board)
{
    bool fastest = page_winner(page, workload) == board && !page_is_limit(page, workload);
    fprintf(out, "<td class=\"number%s\">", fastest ? " strong" : "");
    bool mean = workload == page->workload_count;
    if (!mean &&
        (page_figure(page, workload, board) == NULL || page_figure(page, workload, 0) == NULL))
        fputs("–", out);
    else if (board == 0)
        fputs("1.00", out);
    else
        page_speed(out, page_ratio(page, workload, board, 0), true);
    fputs("</td>", out);
}

static void put_row(FILE *out, const struct page *page, size_t workload, enum row row,
                    enum count_kind kind)
{
    put_unit(out, page, workload, row, kind);
    for (size_t board = 0; board < page->board_count; board++)
        if (row == ROW_OF_RATIO)
            put_ratio(out, page, workload, board);
        else
            put_figure(out, page, workload, board, row, kind);
    fputs("</tr>\n", out);
}

static void put_next_row(FILE *out, const struct page *page, size_t workload, enum row row,
                         enum count_kind kind)
{
    fputs("<tr>", out);
    put_row(out, page, workload, row, kind);
}

static void put_workload(FILE *out, const struct page *page, size_t workload)
{
    const struct stored_figure *figure = page_any_figure(page, workload);
    char setting[WORKLOAD_SETTING_SIZE];
    size_t rows = 3;
    for (int kind = 0; kind < COUNT_KINDS; kind++)
        rows += is_counted(page, workload, (enum count_kind)kind);
    fprintf(out, "<tbody>\n<tr><th scope=\"rowgroup\" rowspan=\"%zu\">", rows);
    html_text(out, figure->workload);
    if (setting_of(figure, setting)[0])
        html_put(out, " (%s)", setting);
    fputs("</th>", out);
    put_row(out, page, workload, ROW_OF_TIME, COUNT_KINDS);
    for (int kind = 0; kind < COUNT_KINDS; kind++)
        if (is_counted(page, workload, (enum count_kind)kind))
            put_next_row(out, page, workload, ROW_OF_COUNT, (enum count_kind)kind);
    put_next_row(out, page, workload, ROW_OF_RATE, COUNT_KINDS);
    put_next_row(out, page, workload, ROW_OF_RATIO, COUNT_KINDS);
    fputs("</tbody>\n", out);
}

static void put_heads(FILE *out, const struct page *page)
{
    html_heads(out);
    html_column(out, HTML_LEFT, "Workload");
    html_column(out, HTML_LEFT, "Figure");
    for (size_t board = 0; board < page->board_count; board++) {
        fputs("<th scope=\"col\" class=\"number\">", out);
        page_board(out, page, board);
        fputs("</th>", out);
    }
    html_heads_end(out);
}

static bool is_inconclusive(const struct page_ratio *ratio, const char *reason)
{
    return ratio->verdict == STATS_INCONCLUSIVE && strcmp(ratio->reason, reason) == 0;
}

/* The comparisons that are inconclusive for this reason; by name, unless they are all. */
static void put_inconclusive(FILE *out, const struct page *page, const char *reason)
{
    char *names = NULL;
    size_t size = 0, count = 0;
    FILE *list = open_memstream(&names, &size);
    if (list == NULL)
        return; /* nor will there be memory for the page */
    for (size_t i = 0; i < page_rows(page); i++)
        for (size_t board = 1; board < page->board_count; board++)
            for (size_t other = 0; other < board; other++)
                if (is_inconclusive(page_ratio(page, i, board, other), reason))
                    fprintf(list, "%s%s (%s beside %s)", count++ > 0 ? ", " : "",
                            page_workload(page, i), page->boards[board], page->boards[other]);
    if (fclose(list) == 0 && count > 0)
        html_paragraph(out, "Inconclusive, %s: %s.", reason,
                       count < page->judged ? names : "all comparisons");
    free(names);
}

void page_figures(FILE *out, const struct page *page)
{
    static const enum stats_reason reasons[] = {STATS_UNTRUSTED, STATS_TOO_FEW_LAUNCHES,
                                                STATS_TOO_WIDE, STATS_LOST_BY_HOLM};
    html_section(out, "figures", "All figures");
    html_table(out, "all-figures", "Time, rate and speed of every workload on every board");
    put_heads(out, page);
    for (size_t i = 0; i < page->workload_count; i++)
        put_workload(out, page, i);
    if (page->has_mean) {
        fputs("<tbody>\n<tr><th scope=\"rowgroup\">", out);
        html_put(out, "geometric mean (of %zu workloads)", page_mean_of(page));
        fputs("</th>", out);
        put_row(out, page, page->workload_count, ROW_OF_RATIO, COUNT_KINDS);
        fputs("</tbody>\n", out);
    }
    html_table_end(out);
    html_paragraph(
        out,
        "Times are medians over all rounds, ± the median absolute deviation. Speeds are "
        "medians over the launches, with their intervals; above 1 is faster. = is equal "
        "within %.0f %%, ? is inconclusive. Each interval and each = holds at %.0f %% by "
        "itself; differences hold at %.0f %% for the whole table. Limits stand there to "
        "be compared with: what is near them says little about a board. In bold: the "
        "fastest.",
        page->equal_within * 100, page->level * 100, page->level * 100);
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++)
        put_inconclusive(out, page, stats_reason_text(reasons[i]));
    html_section_end(out);
}
