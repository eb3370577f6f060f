#include "page.h"

#include "html.h"
#include "page_parts.h"

static void put_head(FILE *out, const struct page *page)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
          /* Nothing is loaded, whatever stands in the page. */
          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
          "style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\"/>\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>",
          out);
    html_put(out, "Xiangqi boards side by side: %s, %.10s", page_text(page->stored.machine, "cpu"),
             page->stored.date);
    fputs("</title>\n", out);
    page_style(out);
    fputs("</head>\n", out);
}

static void put_top(FILE *out, const struct page *page)
{
    static const struct {
        const char *id, *name;
    } parts[] = {
        {"answer", "Answer"},      {"figures", "Figures"},   {"work", "Work"},
        {"plots", "Plots"},        {"programs", "Programs"}, {"compilers", "Compilers"},
        {"selftest", "Self-test"}, {"machine", "Machine"},   {"method", "Method"},
        {"launches", "Launches"},  {"limits", "Not shown"},  {"repeat", "Repeat"},
    };
    fputs("<header>\n<h1>Which xiangqi board is fastest at what?</h1>\n<p class=\"quiet\">", out);
    html_put(out, "xqbench on %s, %.10s: %zu launches of %zu rounds",
             page_text(page->stored.machine, "cpu"), page->stored.date, page->stored.launches,
             page->rounds);
    fputs("</p>\n<nav aria-label=\"Parts of this page\">\n", out);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        fprintf(out, "<a href=\"#%s\">%s</a>\n", parts[i].id, parts[i].name);
    fputs("</nav>\n", out);
    if (page->left_out > 0 || (page->trust_all && page->disturbed > 0)) {
        fputs("<p class=\"notice\">", out);
        page_disturbance(out, page);
        fputs("</p>\n", out);
    }
    fputs("</header>\n", out);
}

static bool put_parts(FILE *out, const struct page *page, struct fault *fault)
{
    page_answer(out, page);
    page_figures(out, page);
    page_work(out, page);
    if (!page_plots(out, page, fault) || !page_programs(out, page, fault) ||
        !page_compilers(out, page, fault) || !page_selftest(out, page, fault))
        return false;
    page_machine(out, page);
    page_method(out, page);
    page_launches(out, page);
    page_limits(out, page);
    page_repeat(out, page);
    return true;
}

bool page_write(FILE *out, const char *folder, struct fault *fault)
{
    struct page page;
    bool good = page_read(&page, folder, fault);
    if (good) {
        put_head(out, &page);
        fputs("<body>\n", out);
        put_top(out, &page);
        fputs("<main>\n", out);
        good = put_parts(out, &page, fault);
        fputs("</main>\n<footer>\n<p class=\"quiet\">", out);
        html_put(out, "Made by xqbench report from the results.json of %s.", page.stored.date);
        fputs("</p>\n</footer>\n</body>\n</html>\n", out);
    }
    page_free(&page);
    return good;
}
