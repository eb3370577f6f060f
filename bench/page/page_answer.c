/* The part that is read first: which board is the fastest at what. */
#include <math.h>
#include <string.h>

#include "html.h"
#include "measure/workloads.h"
#include "page_parts.h"

void page_speed(FILE *out, const struct page_ratio *ratio, bool marked)
{
    if (isnan(ratio->speed.median))
        fputs("unknown", out);
    else
        fprintf(out, "%.2f", ratio->speed.median);
    if (!isnan(ratio->speed.low) && !isnan(ratio->speed.high))
        fprintf(out, " <span class=\"interval\">[%.2f, %.2f]</span>", ratio->speed.low,
                ratio->speed.high);
    if (marked && ratio->verdict == STATS_EQUAL)
        fputs(" =", out);
    if (marked && ratio->verdict == STATS_INCONCLUSIVE)
        fputs(" ?", out);
}

/* --- in one sentence ------------------------------------------------------------------------- */

static void put_mean(FILE *out, const struct page *page)
{
    size_t mean = page->workload_count, winner = page_winner(page, mean);
    fputs("<p class=\"lead\">", out);
    if (winner < page->board_count) {
        size_t next = page_next(page, mean, winner);
        fputs("Taken together, ", out);
        page_board(out, page, winner);
        fputs(" is the fastest: ", out);
        page_speed(out, page_ratio(page, mean, winner, next), false);
        fputs(" times as fast as ", out);
        page_board(out, page, next);
    } else {
        fputs("Taken together, no board is the fastest", out);
    }
    html_put(out, " (geometric mean of %zu workloads, which weigh the same).", page_mean_of(page));
    fputs("</p>\n", out);
}

/* The workloads that a board wins; those that none wins for one past the last. */
static void put_wins(FILE *out, const struct page *page, size_t board)
{
    size_t wins = 0;
    for (size_t i = 0; i < page->workload_count; i++)
        wins += !page_is_limit(page, i) && page_winner(page, i) == board;
    if (wins == 0)
        return;
    fputs("<li>", out);
    if (board < page->board_count)
        page_board(out, page, board);
    else
        fputs("No board", out);
    html_put(out, " is the fastest at %zu of %zu:", wins, page_mean_of(page));
    const char *separator = " ";
    for (size_t i = 0; i < page->workload_count; i++) {
        if (page_is_limit(page, i) || page_winner(page, i) != board)
            continue;
        html_put(out, "%s%s", separator, page->workloads[i]);
        separator = ", ";
    }
    fputs("</li>\n", out);
}

/* --- the table of winners -------------------------------------------------------------------- */

static const char *summary_of(const char *name)
{
    for (const struct workload *workload = all_workloads; workload->name; workload++)
        if (strcmp(workload->name, name) == 0)
            return workload->summary;
    return "";
}

static bool is_beaten(const struct page *page, size_t workload, size_t board)
{
    for (size_t other = 0; other < page->board_count; other++)
        if (page_ratio(page, workload, board, other)->verdict == STATS_SLOWER)
            return true;
    return false;
}

/* Those that no other is faster than, unless they are all. */
static void put_candidates(FILE *out, const struct page *page, size_t workload)
{
    size_t beaten = 0;
    for (size_t board = 0; board < page->board_count; board++)
        beaten += is_beaten(page, workload, board);
    if (beaten == 0)
        fputs("none", out);
    const char *separator = "";
    for (size_t board = 0; board < page->board_count && beaten > 0; board++) {
        if (is_beaten(page, workload, board))
            continue;
        fputs(separator, out);
        page_board(out, page, board);
        separator = " or ";
    }
}

/* Why none of them is the fastest. All reasons stand below the table of all figures. */
static const char *why_undecided(const struct page *page, size_t workload)
{
    for (size_t board = 1; board < page->board_count; board++)
        for (size_t other = 0; other < board; other++) {
            const struct page_ratio *ratio = page_ratio(page, workload, board, other);
            if (ratio->verdict == STATS_INCONCLUSIVE && !is_beaten(page, workload, board) &&
                !is_beaten(page, workload, other))
                return ratio->reason;
        }
    return NULL;
}

static void put_answer_row(FILE *out, const struct page *page, size_t workload)
{
    size_t winner = page_winner(page, workload);
    fputs("<tr>", out);
    html_row(out, "%s", page_workload(page, workload));
    fputs("<td>", out);
    if (winner < page->board_count) {
        size_t next = page_next(page, workload, winner);
        page_board(out, page, winner);
        fputs("</td><td class=\"number\">", out);
        page_speed(out, page_ratio(page, workload, winner, next), false);
        fputs("</td><td>", out);
        page_board(out, page, next);
        fputs("</td>", out);
    } else {
        const char *reason = why_undecided(page, workload);
        put_candidates(out, page, workload);
        fputs("</td><td colspan=\"2\">", out);
        html_put(out, "%s%s", reason ? "inconclusive: " : "equal within the interval",
                 reason ? reason : "");
        fputs("</td>", out);
    }
    html_cell(out, HTML_WORDS, "%s",
              workload < page->workload_count ? summary_of(page->workloads[workload])
                                              : "all of them together");
    fputs("</tr>\n", out);
}

static void put_answer_table(FILE *out, const struct page *page)
{
    html_table(out, "winners", "The fastest board of each workload, and how far it is ahead");
    html_heads(out);
    html_column(out, HTML_LEFT, "Workload");
    html_column(out, HTML_LEFT, "Fastest");
    html_column(out, HTML_NUMBER, "times as fast");
    html_column(out, HTML_LEFT, "as the next");
    html_column(out, HTML_LEFT, "What is timed");
    html_heads_end(out);
    fputs("<tbody>\n", out);
    for (size_t i = 0; i < page->workload_count; i++)
        if (!page_is_limit(page, i))
            put_answer_row(out, page, i);
    if (page->has_mean)
        put_answer_row(out, page, page->workload_count);
    fputs("</tbody>\n", out);
    html_table_end(out);
}

void page_answer(FILE *out, const struct page *page)
{
    html_section(out, "answer", "The answer");
    if (page->board_count == 1) {
        html_paragraph(out, "One board was timed: there is nothing to compare it with.");
        html_section_end(out);
        return;
    }
    if (page->has_mean)
        put_mean(out, page);
    fputs("<ul>\n", out);
    for (size_t board = 0; board <= page->board_count; board++)
        put_wins(out, page, board);
    fputs("</ul>\n", out);
    put_answer_table(out, page);
    html_paragraph(out,
                   "In brackets are %.0f %% intervals. A board is named only where it is faster "
                   "than each of the others, and that holds for the whole table at once (Holm).",
                   page->level * 100);
    html_section_end(out);
}
