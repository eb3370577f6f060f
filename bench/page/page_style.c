/* How the page looks: one style sheet, for screens of any width, light or dark, and for paper. */
#include <string.h>

#include "html.h"
#include "page_parts.h"

const struct page_colour page_colours[PAGE_COLOURS] = {
    {"padded", "#E69F00"},
    {"naive", "#56B4E9"},
    {"bitboard", "#009E73"},
    {"vector", "#4B0092"},
    {"padded-bitline", "#D55E00"},
    {"bitboard-rotated", "#0072B2"},
    {"bitboard-pext", "#CC79A7"},
    {"bitboard-magic", "#661100"},
    {"bitboard-subtract", "#222255"},
    {"", "#AAAAAA"},
};

static const char sheet[] =
    ":root{color-scheme:light dark;--paper:#fff;--ink:#1b1c1e;--quiet:#55595f;--line:#d9dce1;"
    "--shade:#f4f5f7;--link:#0b57d0;--mark:#fff3c4}\n"
    "@media(prefers-color-scheme:dark){:root{--paper:#16181c;--ink:#e6e8eb;--quiet:#a9b0ba;"
    "--line:#3a3f47;--shade:#1f2227;--link:#8ab4f8;--mark:#4a3f10}}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0 auto;max-width:76rem;padding:1rem;background:var(--paper);color:var(--ink);"
    "font:1rem/1.5 system-ui,-apple-system,\"Segoe UI\",Roboto,\"DejaVu Sans\",sans-serif}\n"
    "h1{font-size:1.6rem;line-height:1.2;margin:.2rem 0}\n"
    "h2{font-size:1.25rem;line-height:1.3;margin:2.2rem 0 .6rem;border-bottom:1px solid "
    "var(--line)}\n"
    "main>section:first-child>h2{margin-top:1rem}\n"
    "h3{font-size:1.05rem;margin:1.4rem 0 .4rem}\n"
    "p,ul,ol{margin:.5rem 0;max-width:56rem;overflow-wrap:anywhere}\n"
    "ul{padding-left:1.2rem}\n"
    "a{color:var(--link)}\n"
    "nav{font-size:.9rem;margin:.4rem 0}\n"
    "nav a{margin-right:.8rem;white-space:nowrap}\n"
    ".quiet,figcaption,caption{color:var(--quiet)}\n"
    ".lead{font-size:1.15rem}\n"
    ".notice{background:var(--mark);padding:.4rem .7rem;border-radius:.3rem}\n"
    ".scroll{overflow-x:auto;margin:.8rem 0}\n"
    "table{border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums}\n"
    "caption{text-align:left;padding-bottom:.3rem;font-size:.9rem}\n"
    "th,td{padding:.15rem .6rem;text-align:left;vertical-align:top;font-weight:normal}\n"
    "thead th{border-bottom:2px solid var(--line);font-weight:600;vertical-align:bottom}\n"
    "thead th[scope=colgroup]{text-align:center;border-bottom:0}\n"
    "tbody tr{border-bottom:1px solid var(--line)}\n"
    "tbody tr:hover{background:var(--shade)}\n"
    "tbody th[scope=rowgroup]{font-weight:600}\n"
    ".number{text-align:right;white-space:nowrap}\n"
    ".words{min-width:28rem}\n"
    "tbody th{white-space:nowrap}\n"
    ".strong{font-weight:700}\n"
    ".interval{color:var(--quiet);font-weight:normal}\n"
    ".board{white-space:nowrap}\n"
    ".board::before{content:\"\";display:inline-block;width:.7em;height:.7em;margin-right:.35em;"
    "border-radius:.15em;border:1px solid var(--quiet);background:var(--colour)}\n"
    "figure{margin:1.2rem 0}\n"
    ".plot{overflow-x:auto;background:#fff;border:1px solid var(--line);border-radius:.4rem;"
    "padding:.4rem}\n"
    ".plot svg{display:block;width:100%;min-width:44rem;height:auto}\n"
    "figcaption{font-size:.9rem;max-width:56rem;margin-top:.3rem}\n"
    "summary{cursor:pointer;color:var(--link)}\n"
    "code,pre{font-family:ui-monospace,\"DejaVu Sans Mono\",monospace;font-size:.9em}\n"
    "pre{background:var(--shade);border:1px solid var(--line);border-radius:.3rem;padding:.6rem;"
    "overflow-x:auto}\n"
    "@media print{:root{--paper:#fff;--ink:#000;--quiet:#333;--line:#999;--shade:#fff;"
    "--link:#000;--mark:#fff}\n"
    "body{max-width:none;padding:0;font-size:10pt}\n"
    "nav{display:none}\n"
    ".scroll,.plot{overflow:visible}\n"
    ".plot svg{min-width:0}\n"
    ".board::before{-webkit-print-color-adjust:exact;print-color-adjust:exact}\n"
    "figure,tr,pre{break-inside:avoid}\n"
    "h2,h3{break-after:avoid}}\n";

void page_style(FILE *out)
{
    fputs("<style>\n", out);
    fputs(sheet, out);
    for (size_t i = 0; i < PAGE_COLOURS; i++)
        fprintf(out, ".c%zu{--colour:%s}\n", i, page_colours[i].colour);
    fputs("</style>\n", out);
}

/* The colour that a board has by its name, or PAGE_COLOURS. */
static size_t own_colour(const char *board)
{
    size_t colour = 0;
    while (colour < PAGE_COLOURS && strcmp(page_colours[colour].board, board) != 0)
        colour++;
    return colour;
}

static bool is_taken(const struct page *page, size_t colour)
{
    for (size_t i = 0; i < page->board_count; i++)
        if (own_colour(page->boards[i]) == colour)
            return true;
    return false;
}

static size_t colour_of(const struct page *page, size_t board)
{
    size_t own = own_colour(page->boards[board]);
    if (own < PAGE_COLOURS)
        return own;
    size_t before = 0; /* other boards without a colour of their own */
    for (size_t i = 0; i < board; i++)
        before += own_colour(page->boards[i]) == PAGE_COLOURS;
    for (size_t colour = PAGE_COLOURS; colour-- > 0;)
        if (!is_taken(page, colour) && before-- == 0)
            return colour;
    return PAGE_COLOURS - 1; /* all are taken: the rest share the last one */
}

void page_board(FILE *out, const struct page *page, size_t board)
{
    fprintf(out, "<span class=\"board c%zu\">", colour_of(page, board));
    html_text(out, page->boards[board]);
    fputs("</span>", out);
}
