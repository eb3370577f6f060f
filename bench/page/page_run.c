/* The parts about how the results came to be: machine, method, launches, limits. */
#include <math.h>
#include <string.h>

#include "html.h"
#include "page_parts.h"

/* --- the machine ----------------------------------------------------------------------------- */

static void put_fact(FILE *out, const char *what, const char *value)
{
    fputs("<tr>", out);
    html_row(out, "%s", what);
    html_cell(out, HTML_LEFT, "%s", value);
    fputs("</tr>\n", out);
}

static void put_caches(FILE *out, const json_t *machine)
{
    const char *name, *separator = "";
    json_t *size;
    fputs("<tr>", out);
    html_row(out, "Caches");
    fputs("<td>", out);
    json_object_foreach(json_object_get(machine, "caches"), name, size)
    {
        const char *text = json_string_value(size);
        html_put(out, "%s%s %s", separator, name, text ? text : "unknown");
        separator = ", ";
    }
    fputs("</td></tr>\n", out);
}

void page_machine(FILE *out, const struct page *page)
{
    static const struct {
        const char *what, *key;
    } texts[] = {
        {"Kernel", "kernel"},     {"Frequency governor", "governor"},
        {"Compiler", "compiler"}, {"Flags", "flags"},
        {"Built for", "arch"},
    };
    const json_t *machine = page->stored.machine, *config = page->stored.config;
    double cpu = page_number(config, "cpu");
    char text[200];
    html_section(out, "machine", "Machine and build");
    html_table(out, "machine-facts", "What it was measured on");
    fputs("<tbody>\n", out);
    snprintf(text, sizeof text, "%.100s, %.0f CPUs", page_text(machine, "cpu"),
             page_number(machine, "cpus"));
    put_fact(out, "Processor", text);
    put_caches(out, machine);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        put_fact(out, texts[i].what, page_text(machine, texts[i].key));
    snprintf(text, sizeof text, "%.100s%s", page->stored.commit,
             page->stored.dirty ? ", with changes that are not in it" : "");
    put_fact(out, "Commit", text);
    put_fact(out, "Date", page->stored.date);
    snprintf(text, sizeof text, isnan(cpu) ? "to no CPU" : "to CPU %.0f", cpu);
    put_fact(out, "Pinned", text);
    fputs("</tbody>\n", out);
    html_table_end(out);
    html_section_end(out);
}

/* --- the method ------------------------------------------------------------------------------ */

static void put_positions(FILE *out, const struct page *page)
{
    const json_t *config = page->stored.config;
    json_t *classes = json_object_get(config, "classes");
    html_put(out, "%.0f positions of %s", page_number(config, "position_count"),
             page_text(config, "positions"));
    for (size_t i = 0; i < json_array_size(classes); i++)
        html_put(out, "%s%s", i == 0 ? ", of class " : ", ",
                 json_string_value(json_array_get(classes, i)));
}

void page_method(FILE *out, const struct page *page)
{
    html_section(out, "method", "Method");
    fputs("<ol>\n<li>Every board has the same driver text, flags and positions (", out);
    put_positions(out, page);
    fputs("), and has counted right before it was timed.</li>\n", out);
    fprintf(out,
            "<li>%zu launches, each a fresh process, in which code and data lie elsewhere; in each "
            "of them %zu rounds. In a round every workload runs on every board, in balanced order: "
            "each board is as often in each place.</li>\n",
            page->stored.launches, page->rounds);
    fputs(
        "<li>A launch gives one number for each pair of boards: the median over its rounds of the "
        "logarithm of their times' ratio. Both times are of the same round, so that what slowed "
        "the machine cancels.</li>\n",
        out);
    fprintf(out,
            "<li>Over the launches: the median, and the %.0f %% interval by the sign test, which "
            "assumes nothing about the distribution. No sample of a launch is dropped; ",
            page->level * 100);
    if (page->repeated == 0)
        fputs("no launch was repeated.</li>\n", out);
    else
        fprintf(out,
                "launches that were repeated: %zu, of which only the repetition is kept.</li>\n",
                page->repeated);
    fprintf(out,
            "<li>All %zu comparisons are one family: by Holm's method, the probability of even one "
            "false difference among them is at most %.0f %%. Equal means "
            "that by its own interval a ratio is within %.0f %% of 1.</li>\n",
            page->judged, (1 - page->level) * 100, page->equal_within * 100);
    if (page->trust_all)
        fputs("<li>This run was told to compare launches, too, from which another program or the "
              "host took too much of the CPU (--trust-all).</li>\n</ol>\n",
              out);
    else
        fputs("<li>A launch from which another program or the host took too much of the CPU is "
              "repeated once; if that is disturbed too, it is left out of all comparisons.</li>\n"
              "</ol>\n",
              out);
    html_section_end(out);
}

/* --- launches -------------------------------------------------------------------------------- */

static void put_launch(FILE *out, const json_t *facts)
{
    double load = page_number(facts, "load_average");
    bool trusted = json_is_true(json_object_get(facts, "trusted"));
    fputs("<tr>", out);
    html_row(out, "%.0f", page_number(facts, "launch"));
    html_cell(out, HTML_NUMBER, "%.0f", page_number(facts, "attempt"));
    html_cell(out, HTML_NUMBER, "%.2f", page_number(facts, "seconds"));
    html_cell(out, HTML_NUMBER, "%.0f", page_number(facts, "involuntary_switches"));
    html_cell(out, HTML_NUMBER, "%.0f", page_number(facts, "steal_ticks"));
    if (isnan(load))
        html_cell(out, HTML_NUMBER, "–");
    else
        html_cell(out, HTML_NUMBER, "%.2f", load);
    html_cell(out, trusted ? HTML_LEFT : HTML_STRONG, "%s", trusted ? "yes" : "disturbed");
    fputs("</tr>\n", out);
}

/* All launches, or the disturbed ones only. */
static void put_launches(FILE *out, const json_t *launches, bool all)
{
    html_table(out, all ? "all-launches" : "disturbed",
               all ? "All launches" : "Launches that were disturbed");
    html_heads(out);
    html_column(out, HTML_LEFT, "Launch");
    html_column(out, HTML_NUMBER, "attempt");
    html_column(out, HTML_NUMBER, "seconds");
    html_column(out, HTML_NUMBER, "involuntary switches");
    html_column(out, HTML_NUMBER, "steal ticks");
    html_column(out, HTML_NUMBER, "load before");
    html_column(out, HTML_LEFT, "quiet enough");
    html_heads_end(out);
    fputs("<tbody>\n", out);
    for (size_t i = 0; i < json_array_size(launches); i++) {
        const json_t *facts = json_array_get(launches, i);
        if (all || !json_is_true(json_object_get(facts, "trusted")))
            put_launch(out, facts);
    }
    fputs("</tbody>\n", out);
    html_table_end(out);
}

void page_disturbance(FILE *out, const struct page *page)
{
    html_put(out, "Disturbed by other programs or by the host: %zu of %zu launches",
             page->disturbed, page->attempts);
    if (page->trust_all)
        fputs(", compared all the same (--trust-all).", out);
    else if (page->left_out == 0)
        fputs("; repeated, none was disturbed again, and none is left out.", out);
    else
        html_put(out,
                 "; %zu of %zu %s disturbed again when repeated, and left out of all "
                 "comparisons.",
                 page->left_out, page->stored.launches, page->left_out == 1 ? "was" : "were");
}

void page_launches(FILE *out, const struct page *page)
{
    const json_t *launches = json_object_get(page->stored.json, "launches");
    html_section(out, "launches", "Launches");
    if (page->disturbed == 0) {
        html_paragraph(out, "No launch was disturbed by other programs or by the host.");
    } else {
        fputs("<p>", out);
        page_disturbance(out, page);
        fputs("</p>\n", out);
        put_launches(out, launches, false);
    }
    fputs("<details>\n<summary>All launches</summary>\n", out);
    put_launches(out, launches, true);
    fputs("</details>\n", out);
    html_section_end(out);
}

/* --- limits ---------------------------------------------------------------------------------- */

void page_limits(FILE *out, const struct page *page)
{
    static const char *const limits[] = {
        "Other machines: another processor, compiler or flags may turn the order round.",
        "Absolute times: on a shared machine they move with its load and clock by more than the "
        "intervals here. Compare ratios of one run.",
        "How fast an engine is: search, evaluation and hash tables take most of its time, and may "
        "want a board that is slower here.",
        "Crowded caches: the kernels run again and again with nothing beside them, so that their "
        "tables stay where they are quick to reach.",
        "More than one thread: nothing here shares a core or the way to memory.",
        "Other positions: run --positions and --class show what they change.",
        "The best of each representation: another programmer may write any of them faster.",
    };
    (void)page;
    html_section(out, "limits", "What this does not show");
    fputs("<ul>\n", out);
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        fputs("<li>", out);
        html_text(out, limits[i]);
        fputs("</li>\n", out);
    }
    fputs("</ul>\n", out);
    html_section_end(out);
}
