/* The parts that take files of the folder: drawings, and what other programs have measured. */
#include <stdlib.h>
#include <string.h>

#include "html.h"
#include "html_markdown.h"
#include "html_svg.h"
#include "html_tsv.h"
#include "page_parts.h"

struct plot {
    const char *name, *title, *drawn_from;
    const char *reading; /* how to read it, and what it does not show */
    bool numbers;        /* the file that it is drawn from is short enough to be shown */
};

static const struct plot plots[] = {
    {"ratios", "Speed of each board beside the first one", "figures.tsv",
     "A point is the median over the launches, its bar the interval; right of the line at 1 is "
     "faster. Where a bar crosses the line, the board is not shown to differ; that it is equal is "
     "said only where the table of all figures marks it so. The scale is logarithmic, so that "
     "twice and half as fast lie equally far from 1. It does not show how long anything takes.",
     false},
    {"times", "Time of one operation: every sample", "samples.csv",
     "The wider a shape, the more samples took that long; outliers are dots, and none is left out. "
     "Each panel has its own scale. A second bulge is a second state: of the machine, or of where "
     "code happened to "
     "lie. Shapes that overlap do not mean that boards are equal: boards are compared within a "
     "round, where what slowed the machine cancels.",
     false},
    {"launches", "Samples in the order in which they were taken", "samples.csv",
     "Level is good. A slope is a machine that warms up or slows down; a step at the border of a "
     "launch is what a fresh process changes, and why launches count and rounds do not; points far "
     "above are disturbances, which are kept.",
     false},
    {"mobility", "Time per move against the number of legal moves", "mobility.tsv",
     "Where a curve falls, a fixed cost of the position is shared by more moves; where it is "
     "level, "
     "each move costs the same. Bars reach from the smallest to the largest launch. Nothing is "
     "judged here.",
     true},
    {"depths", "Nodes per second of perft, by mode and depth", "depths.tsv",
     "From the starting position. Compare boards within one mode; modes do different work for a "
     "node. Shallow depths are dominated by what a call costs. Nothing is judged here.",
     true},
};

static const struct plot programs_plot = {
    "nodes-per-second", "Nodes per second of whole programs", "nodes-per-second.tsv",
    "Each bar is a program from its start to its end, timed by hyperfine, with start-up in it. "
    "Compare boards within one policy: policies do different work for a node.",
    false};

/* Puts into the reason which file it is about. */
static bool blame(const struct page *page, const char *file, struct fault *fault)
{
    struct fault reason = *fault;
    return fault_set(fault, "%s/%s: %s", page->folder, file, reason.text);
}

static bool put_numbers(FILE *out, const struct page *page, const struct plot *plot,
                        struct fault *fault)
{
    char *text, id[64], caption[128];
    bool good = page_file(page, plot->drawn_from, &text, fault);
    if (good && text) {
        snprintf(id, sizeof id, "%s-numbers", plot->name);
        snprintf(caption, sizeof caption, "%s, in numbers", plot->title);
        fputs("<details>\n<summary>The numbers</summary>\n", out);
        good = html_tsv(out, text, id, caption, fault) || blame(page, plot->drawn_from, fault);
        fputs("</details>\n", out);
    }
    free(text);
    return good;
}

static bool put_plot(FILE *out, const struct page *page, const struct plot *plot,
                     struct fault *fault)
{
    char *drawing, file[64];
    snprintf(file, sizeof file, "%s.svg", plot->name);
    fputs("<h3>", out);
    html_text(out, plot->title);
    fputs("</h3>\n", out);
    bool good = page_file(page, file, &drawing, fault);
    if (good && drawing) {
        fputs("<figure>\n<div class=\"plot\" role=\"group\" tabindex=\"0\" aria-label=\"", out);
        html_text(out, plot->title);
        fputs("\">", out);
        good = html_svg(out, drawing, plot->name, plot->title, fault) || blame(page, file, fault);
        fputs("</div>\n<figcaption>", out);
        html_text(out, plot->reading);
        if (strcmp(plot->drawn_from, "samples.csv") == 0 && page->repeated > 0)
            html_put(out,
                     " Launches that were repeated: %zu; of these only the repetition is shown.",
                     page->repeated);
        fputs("</figcaption>\n</figure>\n", out);
    } else if (good) {
        html_paragraph(out, "This plot is missing: scripts/plot.sh draws it from %s.",
                       plot->drawn_from);
    }
    free(drawing);
    return good && (!plot->numbers || put_numbers(out, page, plot, fault));
}

bool page_plots(FILE *out, const struct page *page, struct fault *fault)
{
    html_section(out, "plots", "Plots");
    bool good = true;
    for (size_t i = 0; i < sizeof plots / sizeof plots[0] && good; i++)
        good = put_plot(out, page, &plots[i], fault);
    html_section_end(out);
    return good;
}

/* --- reports of others ----------------------------------------------------------------------- */

/* A report in Markdown, or who makes it. */
static bool put_report(FILE *out, const struct page *page, const char *name, const char *caption,
                       const char *maker, struct fault *fault)
{
    char file[64], *text;
    snprintf(file, sizeof file, "%s.md", name);
    bool good = page_file(page, file, &text, fault);
    if (good && text)
        html_markdown(out, text, name, caption);
    else if (good)
        html_paragraph(out, "Not measured: %s does it.", maker);
    free(text);
    return good;
}

/* A report that was made by itself, and may be older or newer than the results: it says of which
 * date and commit it is. */
static bool put_own_report(FILE *out, const struct page *page, const char *name,
                           const char *caption, const char *maker, struct fault *fault)
{
    char file[64], *text;
    snprintf(file, sizeof file, "%s.md", name);
    bool good = page_file(page, file, &text, fault);
    if (good && text && strstr(text, page->stored.commit) == NULL)
        html_paragraph(out,
                       "This is of another build than the figures above, which are of commit "
                       "%s: its own date and commit, if it has them, stand below its tables.",
                       page->stored.commit);
    free(text);
    return good && put_report(out, page, name, caption, maker, fault);
}

bool page_programs(FILE *out, const struct page *page, struct fault *fault)
{
    html_section(out, "programs", "Beside it: whole programs");
    html_paragraph(out, "Another instrument on the same boards: hyperfine times whole processes. "
                        "Both should tell the same story.");
    bool good = put_report(out, page, "whole-program", "Whole programs, beside xqbench",
                           "scripts/hyperfine.sh", fault) &&
                put_plot(out, page, &programs_plot, fault);
    html_section_end(out);
    return good;
}

bool page_compilers(FILE *out, const struct page *page, struct fault *fault)
{
    html_section(out, "compilers", "Compilers");
    bool good =
        put_own_report(out, page, "compilers", "Builds by compiler, optimisation and processor",
                       "make bench-compilers", fault);
    html_section_end(out);
    return good;
}

bool page_selftest(FILE *out, const struct page *page, struct fault *fault)
{
    html_section(out, "selftest", "Self-test of the instrument");
    html_paragraph(out, "The same board against itself, where nothing may be called a difference, "
                        "and against itself slowed by known amounts.");
    bool good = put_own_report(out, page, "selftest", "False alarms, and the smallest effect seen",
                               "xqbench selftest, with --out and the folder of this page,", fault);
    html_section_end(out);
    return good;
}
