/* The part with time beside the work that was done for it, and room in the cache. */
#include <math.h>
#include <string.h>

#include "board.h"
#include "html.h"
#include "output/digits.h"
#include "output/report_counts.h"
#include "page_parts.h"

/* NaN where they are not known, or the board has not the workload. */
static double instructions(const struct page *page, size_t workload, size_t board)
{
    const struct stored_figure *figure = page_figure(page, workload, board);
    return figure ? figure->instructions : NAN;
}

static bool any_counted(const struct page *page)
{
    for (size_t i = 0; i < page->workload_count; i++)
        for (size_t board = 0; board < page->board_count; board++)
            if (!isnan(instructions(page, i, board)))
                return true;
    return false;
}

/* Two headings for each board but the reference: its speed, and its work. */
static void put_heads(FILE *out, const struct page *page)
{
    fputs("<thead>\n<tr><th scope=\"col\" rowspan=\"2\">Workload</th>", out);
    for (size_t board = 1; board < page->board_count; board++) {
        fputs("<th scope=\"colgroup\" colspan=\"2\" class=\"number\">", out);
        page_board(out, page, board);
        fputs("</th>", out);
    }
    fputs("</tr>\n<tr>", out);
    for (size_t board = 1; board < page->board_count; board++) {
        html_column(out, HTML_NUMBER, "time");
        html_column(out, HTML_NUMBER, "instructions");
    }
    html_heads_end(out);
}

static void put_share(FILE *out, double share, bool odd)
{
    char text[DIGITS_TEXT_SIZE];
    if (isnan(share))
        html_cell(out, HTML_NUMBER, "–");
    else
        html_cell(out, odd ? HTML_STRONG : HTML_NUMBER, "%s", digits_number(share, text));
}

/* Beyond doubt faster with more instructions, or slower with fewer. */
static bool disagree(enum stats_verdict verdict, double work)
{
    return (verdict == STATS_FASTER && work >= report_noteworthy) ||
           (verdict == STATS_SLOWER && work <= 1 / report_noteworthy);
}

/* As shares of what the reference needs: the inverse of its speed, so that both read alike. */
static void put_shares(FILE *out, const struct page *page)
{
    char caption[200];
    snprintf(caption, sizeof caption, "Time and instructions of one operation, %.80s = 1",
             page->boards[0]);
    html_table(out, "shares", caption);
    put_heads(out, page);
    fputs("<tbody>\n", out);
    for (size_t i = 0; i < page->workload_count; i++) {
        fputs("<tr>", out);
        html_row(out, "%s", page->workloads[i]);
        for (size_t board = 1; board < page->board_count; board++) {
            const struct page_ratio *ratio = page_ratio(page, i, board, 0);
            double work = instructions(page, i, board) / instructions(page, i, 0);
            put_share(out, 1 / ratio->speed.median, disagree(ratio->verdict, work));
            put_share(out, work, disagree(ratio->verdict, work));
        }
        fputs("</tr>\n", out);
    }
    fputs("</tbody>\n", out);
    html_table_end(out);
}

static bool is_same(const json_t *a, const json_t *b, const char *key)
{
    return strcmp(page_text(a, key), page_text(b, key)) == 0;
}

static void put_counting(FILE *out, const struct page *page)
{
    const json_t *counting = page->stored.counting, *timed = page->stored.machine;
    html_paragraph(out,
                   "Instructions do not explain all of a time: what waits for memory or for each "
                   "other, and branches that are guessed wrong, are not to be seen in their "
                   "number. In bold: faster with at least %.0f %% more instructions, or slower "
                   "with so many fewer, where that is no matter of chance (see the figures).",
                   (report_noteworthy - 1) * 100);
    html_paragraph(out, "Counted by %s in the timed kernel alone, compiled by %s with %s.",
                   page_text(counting, "tool"), page_text(counting, "compiler"),
                   page_text(counting, "flags"));
    if (!is_same(counting, timed, "compiler") || !is_same(counting, timed, "flags"))
        html_paragraph(out,
                       "That is another build than the one that was timed, by %s with %s: where "
                       "time and instructions part, the reason may lie there.",
                       page_text(timed, "compiler"), page_text(timed, "flags"));
}

/* Also of variants that ran on another processor and cannot on this one; board_find() has those
 * that can. */
static const char *summary_of(const char *name)
{
    const struct board *const *const lists[] = {all_boards, all_variants};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        for (const struct board *const *board = lists[i]; *board; board++)
            if (strcmp((*board)->name, name) == 0)
                return (*board)->summary;
    return "";
}

static void put_bytes(FILE *out, const json_t *boards)
{
    html_table(out, "bytes", "What a board keeps in the caches");
    html_heads(out);
    html_column(out, HTML_LEFT, "Board");
    html_column(out, HTML_NUMBER, "bytes of a position");
    html_column(out, HTML_NUMBER, "bytes of tables");
    html_column(out, HTML_LEFT, "What it is");
    html_heads_end(out);
    fputs("<tbody>\n", out);
    for (size_t i = 0; i < json_array_size(boards); i++) {
        const json_t *facts = json_array_get(boards, i);
        const char *name = page_text(facts, "name");
        const char *chosen = json_string_value(json_object_get(facts, "chosen"));
        fputs("<tr>", out);
        html_row(out, "%s%s%s%s", name, chosen ? " (" : "", chosen ? chosen : "",
                 chosen ? ")" : "");
        html_cell(out, HTML_NUMBER, "%.0f", page_number(facts, "state_bytes"));
        html_cell(out, HTML_NUMBER, "%.0f", page_number(facts, "table_bytes"));
        html_cell(out, HTML_WORDS, "%s", summary_of(chosen ? chosen : name));
        fputs("</tr>\n", out);
    }
    fputs("</tbody>\n", out);
    html_table_end(out);
}

void page_work(FILE *out, const struct page *page)
{
    const json_t *boards = json_object_get(page->stored.json, "boards");
    html_section(out, "work", "Work and room");
    if (any_counted(page) && page->board_count > 1)
        put_shares(out, page);
    if (any_counted(page))
        put_counting(out, page);
    else
        html_paragraph(out, "Instructions were not counted: xqbench run counts them where valgrind "
                            "is installed (Debian package valgrind).");
    if (json_array_size(boards) > 0)
        put_bytes(out, boards);
    html_section_end(out);
}
