/* The part that is read first: which board is the fastest at what. */
#include <string.h>

#include "html.h"
#include "measure/workloads.h"
#include "output/digits.h"
#include "page_parts.h"

void page_speed(FILE *out, const struct page_ratio *ratio, bool marked)
{
    char text[DIGITS_TEXT_SIZE];
    digits_speed(&ratio->speed, text);
    size_t figure = strcspn(text, " ");
    fprintf(out, "%.*s", (int)figure, text);
    if (text[figure])
        fprintf(out, " <span class=\"interval\">%s</span>", text + figure + 1);
    if (marked)
        fputs(digits_mark(ratio->verdict), out);
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
    } else if (page_is_tie(page, mean)) {
        fputs("Taken together, the fastest boards are equal", out);
    } else {
        fputs("Taken together, no board can be named the fastest", out);
    }
    html_put(out, " (geometric mean of %zu workloads, which weigh the same).", page_mean_of(page));
    fputs("</p>\n", out);
}

/* What is said of a workload: which board wins it, or one of these. */
enum outcome { TIE = PLAN_MAX, UNDECIDED };

static size_t outcome_of(const struct page *page, size_t workload)
{
    size_t winner = page_winner(page, workload);
    return winner < page->board_count    ? winner
           : page_is_tie(page, workload) ? (size_t)TIE
                                         : (size_t)UNDECIDED;
}

/* All workloads with this outcome. */
static void put_outcome(FILE *out, const struct page *page, size_t outcome)
{
    const char *separator = "";
    size_t count = 0;
    for (size_t i = 0; i < page->workload_count; i++)
        count += page_compares(page, i) && outcome_of(page, i) == outcome;
    if (count == 0)
        return;
    fputs("<li>", out);
    if (outcome < page->board_count)
        page_board(out, page, outcome);
    html_put(out, "%s at %zu of %zu: ",
             outcome == TIE         ? "The fastest boards are equal"
             : outcome == UNDECIDED ? "No board can be named the fastest"
                                    : " is the fastest",
             count, page_compared(page));
    for (size_t i = 0; i < page->workload_count; i++) {
        if (!page_compares(page, i) || outcome_of(page, i) != outcome)
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

/* Those that no other is faster than, unless they are all. */
static void put_candidates(FILE *out, const struct page *page, size_t workload)
{
    size_t beaten = 0;
    for (size_t board = 0; board < page->board_count; board++)
        beaten += page_is_beaten(page, workload, board);
    if (beaten == 0)
        fputs(page_is_tie(page, workload) ? "all" : "undecided", out);
    const char *separator = "";
    for (size_t board = 0; board < page->board_count && beaten > 0; board++) {
        if (page_is_beaten(page, workload, board))
            continue;
        fputs(separator, out);
        page_board(out, page, board);
        separator = page_is_tie(page, workload) ? " and " : " or ";
    }
}

/* A reason why none of them can be named. All reasons stand below the table of all figures. */
static const char *why_undecided(const struct page *page, size_t workload)
{
    for (size_t board = 1; board < page->board_count; board++)
        for (size_t other = 0; other < board; other++) {
            const struct page_ratio *ratio = page_ratio(page, workload, board, other);
            if (ratio->verdict == STATS_INCONCLUSIVE && ratio->reason[0] &&
                !(page_is_beaten(page, workload, board) && page_is_beaten(page, workload, other)))
                return ratio->reason;
        }
    return "the comparisons leave it open";
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
        put_candidates(out, page, workload);
        fputs("</td><td colspan=\"2\">", out);
        if (page_is_tie(page, workload))
            html_put(out, "equal within %.0f %%", page->equal_within * 100);
        else
            html_put(out, "inconclusive: %s", why_undecided(page, workload));
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
        if (page_compares(page, i))
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
    for (size_t board = 0; board < page->board_count; board++)
        put_outcome(out, page, board);
    put_outcome(out, page, TIE);
    put_outcome(out, page, UNDECIDED);
    fputs("</ul>\n", out);
    put_answer_table(out, page);
    html_paragraph(out,
                   "A board is named only where it is faster than each of the others, which holds "
                   "at %.0f %% for the whole table at once (Holm). Each interval, in brackets, and "
                   "each equality holds at %.0f %% by itself.",
                   page->level * 100, page->level * 100);
    html_section_end(out);
}
