/* Text, drawings, Markdown and tables as parts of a page: nothing in them may become markup, or
 * reach outside. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "markup.h"
#include "page/html.h"
#include "page/html_markdown.h"
#include "page/html_svg.h"
#include "page/html_tsv.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static char *made; /* what was written last */
static size_t made_size;

static FILE *begin(void)
{
    free(made);
    made = NULL;
    FILE *out = open_memstream(&made, &made_size);
    cr_assert_not_null(out);
    return out;
}

static void finish(FILE *out)
{
    cr_assert_eq(fclose(out), 0);
}

static const struct text_case {
    const char *rule, *text, *wanted;
} texts[] = {
    {"plain text stays", "bitboard 1.14", "bitboard 1.14"},
    {"what is markup is none", "<b>&\"'", "&lt;b&gt;&amp;&quot;&#39;"},
    {"an entity is text too", "&lt;", "&amp;lt;"},
    {"UTF-8 stays", "±帅", "±帅"},
    {"bytes that are no UTF-8 are shown", "a\xff", "a\\xFF"},
    {"controls are shown", "a\x1b[2J", "a\\x1B[2J"},
    {"marks that turn text round are shown", "a\xe2\x80\xae", "a\\xE2\\x80\\xAE"},
    {"lines are joined", "a\nb\tc", "a b c"},
};

Test(bench_html, text_is_never_markup)
{
    for (size_t i = 0; i < COUNT(texts); i++) {
        FILE *out = begin();
        html_text(out, texts[i].text);
        finish(out);
        cr_assert_str_eq(made, texts[i].wanted, "%s", texts[i].rule);
        out = begin();
        html_put(out, "%s|%d", texts[i].text, 7);
        finish(out);
        cr_assert(strncmp(made, texts[i].wanted, strlen(texts[i].wanted)) == 0, "%s",
                  texts[i].rule);
    }
}

Test(bench_html, a_table_has_headings_and_a_name)
{
    FILE *out = begin();
    html_section(out, "part", "Part <1>");
    html_table(out, "facts", "Facts & figures");
    html_heads(out);
    html_column(out, HTML_NUMBER, "%s", "a<b");
    html_heads_end(out);
    fputs("<tbody><tr>", out);
    html_row(out, "%d", 1);
    html_cell(out, HTML_STRONG, "%.2f", 0.5);
    html_cell(out, HTML_WORDS, "%s", "\"");
    fputs("</tr></tbody>", out);
    html_table_end(out);
    html_section_end(out);
    finish(out);
    markup_check(made);
    static const char *const parts[] = {
        "<h2 id=\"part\">Part &lt;1&gt;</h2>",
        "<caption id=\"facts\">Facts &amp; figures</caption>",
        "aria-labelledby=\"facts\"",
        "<th scope=\"col\" class=\"number\">a&lt;b</th>",
        "<th scope=\"row\">1</th><td class=\"number strong\">0.50</td>",
    };
    for (size_t i = 0; i < COUNT(parts); i++)
        cr_assert(strstr(made, parts[i]), "'%s' is not in: %s", parts[i], made);
}

/* --- drawings -------------------------------------------------------------------------------- */

/* As gnuplot writes them. */
static const char drawing[] =
    "<?xml version=\"1.0\" encoding=\"utf-8\"  standalone=\"no\"?>\n"
    "<svg \n width=\"800\" height=\"500\"\n viewBox=\"0 0 800 500\"\n"
    " xmlns=\"http://www.w3.org/2000/svg\"\n xmlns:xlink=\"http://www.w3.org/1999/xlink\"\n>\n\n"
    "<title>Gnuplot</title>\n<desc>Produced by GNUPLOT</desc>\n<!-- a <comment> -->\n"
    "<g id=\"canvas\">\n<defs>\n<circle id='gpDot' r='0.5'/>\n"
    "<use xlink:href='#gpDot' id='gpPt6' fill='currentColor'/>\n"
    "<filter id='textbox'><feFlood flood-color='#FFFFFF'/></filter>\n</defs>\n"
    "<rect x=\"0\" width=\"800\" fill = 'url(#textbox)' class=\"gridline\"/>\n"
    "<g font-family=\"DejaVu Sans\"><text><tspan font-family='\"A\"' >a &lt; b</tspan></text></g>\n"
    "</g>\n</svg>\n\n";

Test(bench_html, a_drawing_is_made_a_part)
{
    struct fault fault;
    FILE *out = begin();
    fputs("<div>", out);
    cr_assert(html_svg(out, drawing, "one", "Times & \"more\"", &fault), "%s", fault.text);
    cr_assert(html_svg(out, drawing, "two", "The same again", &fault), "%s", fault.text);
    fputs("</div>", out);
    finish(out);
    markup_check(made); /* also: no id stands twice */
    static const char *const parts[] = {
        "role=\"img\" aria-labelledby=\"one-title\"",
        "<title id=\"one-title\">Times &amp; &quot;more&quot;</title>",
        "<circle id=\"one-gpDot\" r=\"0.5\"></circle>",
        "<use href=\"#one-gpDot\" id=\"one-gpPt6\"",
        "fill=\"url(#one-textbox)\"",
        "x=\"0\" width=\"800\"",
        "font-family=\"&quot;A&quot;\"",
        ">a &lt; b</tspan>",
        "href=\"#two-gpDot\"",
        "viewBox=\"0 0 800 500\"",
    };
    for (size_t i = 0; i < COUNT(parts); i++)
        cr_assert(strstr(made, parts[i]), "'%s' is not in: %s", parts[i], made);
    static const char *const dropped[] = {"http",    "<?xml", "<!--",    "Gnuplot",
                                          "GNUPLOT", "class", "height=", "xlink"};
    for (size_t i = 0; i < COUNT(dropped); i++)
        cr_assert_null(strstr(made, dropped[i]), "'%s' is in: %s", dropped[i], made);
}

#define SVG(inside) "<svg viewBox=\"0 0 1 1\">\n" inside "</svg>"

static const struct refusal {
    const char *rule, *drawing, *says;
} refusals[] = {
    {"no drawing", "", "there is no drawing"},
    {"another text", "Not found", "text outside"},
    {"another element", "<html></html>", "does not belong there: html"},
    {"no size", "<svg></svg>", "no viewBox"},
    {"cut between elements", "<svg viewBox=\"0 0 1 1\"><g>", "cut"},
    {"cut in an element", "<svg viewBox=\"0 0 1 1\"><g", "line 1"},
    {"cut in a value", "<svg viewBox=\"0 0 1", "without a value"},
    {"cut in a comment", "<svg viewBox=\"0 0 1 1\"><!-- ", "cut"},
    {"two drawings", SVG("") SVG(""), "something follows"},
    {"a drawing in the drawing", SVG(SVG("")), "does not belong there: svg"},
    {"wrong nesting", SVG("<g><text></g></text>"), "line 2: an element ends"},
    {"an end too many", SVG("</g>"), "an element ends"},
    {"a script", SVG("<script>x</script>"),
     "line 2: an element that does not belong there: script"},
    {"a style", SVG("<style>x</style>"), "style"},
    {"foreign markup", SVG("<foreignObject/>"), "foreignObject"},
    {"a picture", SVG("<image href='x.png'/>"), "image"},
    {"a script in an attribute", SVG("<g onload='x'/>"), "a script: onload"},
    {"a reference to a file", SVG("<use href='a.svg#x'/>"), "outside: a.svg#x"},
    {"a reference to a place", SVG("<use xlink:href='http://x/'/>"), "outside"},
    {"a fill from a file", SVG("<g fill='url(x.svg#y)'/>"), "outside"},
    {"a fill that is cut", SVG("<g fill='url('/>"), "outside"},
    {"a value without quotes", SVG("<g fill=red/>"), "without a value: fill"},
    {"a name alone", SVG("<g fill/>"), "not an attribute: fill"},
    {"an entity of its own", SVG("<text>&nbsp;</text>"), "cannot stand there: &"},
    {"a byte that is no UTF-8", SVG("<text>\xff</text>"), "cannot stand there: \\xFF"},
    {"characters as they are", SVG("<![CDATA[<b>]]>"), "line 2"},
};

Test(bench_html, a_drawing_that_is_more_is_refused)
{
    for (size_t i = 0; i < COUNT(refusals); i++) {
        struct fault fault = {""};
        FILE *out = begin();
        bool good = html_svg(out, refusals[i].drawing, "p", "Title", &fault);
        finish(out);
        cr_assert_not(good, "%s: not refused: %s", refusals[i].rule, made);
        cr_assert(strstr(fault.text, refusals[i].says), "%s: '%s' is not in: %s", refusals[i].rule,
                  refusals[i].says, fault.text);
    }
}

Test(bench_html, a_drawing_is_nested_within_reason)
{
    static char deep[4096] = "<svg viewBox=\"0 0 1 1\">";
    for (int i = 0; i < 100; i++)
        strcat(deep, "<g>");
    struct fault fault = {""};
    FILE *out = begin();
    cr_assert_not(html_svg(out, deep, "p", "Title", &fault));
    finish(out);
    cr_assert(strstr(fault.text, "too deeply"), "%s", fault.text);
}

/* --- Markdown and tables ---------------------------------------------------------------------- */

static const struct text_case markdown[] = {
    {"a paragraph", "One\nand two.", "<p>One\nand two.</p>"},
    {"a line break", "One  \ntwo", "<p>One<br/>\ntwo</p>"},
    {"a heading", "## Part `1`\nText", "<h3>Part <code>1</code></h3>\n<p>Text</p>"},
    {"a list", "- one\n  more\n- two\n", "<ul>\n<li>one more</li>\n<li>two</li>\n</ul>"},
    {"strong words", "a **b** c*d", "<p>a <strong>b</strong> c*d</p>"},
    {"marks that are not closed", "a ** b ` c", "<p>a ** b ` c</p>"},
    {"HTML is text", "<script>", "<p>&lt;script&gt;</p>"},
    {"code is text too", "`<b>`", "<p><code>&lt;b&gt;</code></p>"},
    {"a bar without a table", "| a |", "<p>| a |</p>"},
    {"lines that end as elsewhere", "One\r\n\r\nTwo\r\n", "<p>One</p>\n<p>Two</p>"},
    {"a table's name", "|a|b|\n|---|---:|\n|c|1|", "<caption id=\"id-1\">Caption</caption>"},
    {"a table's heading", "# H\n|a|\n|---|\n|c|", "<caption id=\"id-1\">H</caption>"},
    {"a line of its own before a table", "ns < 1\n\n|a|\n|---|\n|c|",
     "<caption id=\"id-1\">ns &lt; 1</caption>"},
    {"lines before a table", "a\nb\n\n|a|\n|---|\n", "<p>a\nb</p>"},
    {"a second table", "|a|\n|---|\n\n|a|\n|---|\n",
     "<caption id=\"id-2\">Caption, table 2</caption>"},
    {"a second table without the first one's line", "One\n\n|a|\n|---|\n\n|a|\n|---|\n",
     "<caption id=\"id-2\">Caption, table 2</caption>"},
    {"a second table with a line of its own", "One\n\n|a|\n|---|\n\nTwo\n\n|a|\n|---|\n",
     "<caption id=\"id-2\">Two</caption>"},
    {"columns", "| a | b |\n|:--|--:|\n",
     "<th scope=\"col\">a</th><th scope=\"col\" class=\"number\">b</th>"},
    {"cells", "| a | b |\n|---|---:|\n| c<d | **1** |\n",
     "<tr><th scope=\"row\">c&lt;d</th><td class=\"number\"><strong>1</strong></td></tr>"},
    {"an empty cell", "| a | b |\n|---|---|\n| c | |\n", "<th scope=\"row\">c</th><td></td>"},
    {"a bar in a cell", "| a |\n|---|\n| c\\|d |\n", "<th scope=\"row\">c|d</th></tr>"},
    {"text after a table", "|a|\n|---|\n|b|\nText", "</div>\n<p>Text</p>"},
};

Test(bench_html, markdown_of_reports)
{
    for (size_t i = 0; i < COUNT(markdown); i++) {
        FILE *out = begin();
        html_markdown(out, markdown[i].text, "id", "Caption");
        finish(out);
        markup_check(made);
        cr_assert(strstr(made, markdown[i].wanted), "%s: '%s' is not in: %s", markdown[i].rule,
                  markdown[i].wanted, made);
    }
}

Test(bench_html, tables_of_values)
{
    struct fault fault;
    FILE *out = begin();
    cr_assert(html_tsv(out,
                       "board\tns_per_node\tlow\thigh\na<b\t1.23456\t\t12345.6\n"
                       "c\t1e9\t3290240\t0.001234\n",
                       "id", "Caption", &fault));
    finish(out);
    markup_check(made);
    cr_assert(strstr(made, "<th scope=\"col\">board</th>"
                           "<th scope=\"col\" class=\"number\">ns per node</th>"
                           "<th scope=\"col\" class=\"number\">low</th>"),
              "headings stand as what is below: %s", made);
    cr_assert(strstr(made, "<td>a&lt;b</td><td class=\"number\">1.23</td>"
                           "<td class=\"number\">–</td><td class=\"number\">12345.6</td></tr>"),
              "%s", made);
    cr_assert(strstr(made, "<td class=\"number\">3290240</td><td class=\"number\">0.00123</td>"),
              "%s", made);

    out = begin();
    cr_assert(html_tsv(out, "a\tb\n", "id", "Caption", &fault), "no lines: %s", fault.text);
    finish(out);
    markup_check(made);

    out = begin();
    cr_assert_not(html_tsv(out, "a\tb\n1\t2\n3\n", "id", "Caption", &fault));
    finish(out);
    cr_assert_str_eq(fault.text, "line 3: 1 fields, and not the 2 of the headings");
}
