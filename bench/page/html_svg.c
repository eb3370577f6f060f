#include "html_svg.h"

#include <string.h>

#include "html.h"
#include "text.h"

enum { MAX_DEPTH = 64 };

/* A piece of the text. */
struct span {
    const char *text;
    size_t length;
};

struct reader {
    FILE *out;
    const char *start, *at; /* of the text, which is terminated */
    const char *prefix, *title;
    struct fault *fault;
    struct span open[MAX_DEPTH]; /* elements that have not ended */
    size_t depth;
    size_t hidden; /* the depth of the element that is left out with all in it, or 0 */
};

static bool is(struct span span, const char *name)
{
    return strlen(name) == span.length && memcmp(span.text, name, span.length) == 0;
}

static bool is_any(struct span span, const char *const *names)
{
    for (; *names; names++)
        if (is(span, *names))
            return true;
    return false;
}

static bool refuse(const struct reader *reader, const char *reason, struct span what)
{
    size_t line = 1;
    char shown[80];
    for (const char *at = reader->start; at < reader->at; at++)
        line += *at == '\n';
    text_printable(what.text, what.length, shown, sizeof shown);
    return fault_set(reader->fault, "line %zu: %s%s%s", line, reason, what.length ? ": " : "",
                     shown);
}

static const struct span nothing = {"", 0};

static void skip_blanks(struct reader *reader)
{
    reader->at += strspn(reader->at, " \t\r\n");
}

static struct span take_name(struct reader *reader)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.:";
    struct span name = {reader->at, strspn(reader->at, letters)};
    reader->at += name.length;
    return name;
}

/* Past the next `end`. */
static bool skip_to(struct reader *reader, const char *end)
{
    const char *found = strstr(reader->at, end);
    if (found == NULL)
        return refuse(reader, "the drawing is cut", nothing);
    reader->at = found + strlen(end);
    return true;
}

/* Characters that a page can have, and no '&' but that of an entity which XML knows. */
static bool is_plain(const struct reader *reader, struct span text)
{
    static const char *const entities[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;", "&#"};
    for (size_t i = 0; i < text.length;) {
        const char *at = text.text + i;
        bool entity = *at != '&';
        for (size_t j = 0; j < sizeof entities / sizeof entities[0] && !entity; j++)
            entity = strncmp(at, entities[j], strlen(entities[j])) == 0;
        size_t size = strchr("\t\r\n", *at) ? 1 : text_character(at, text.length - i);
        if (!entity || size == 0)
            return refuse(reader, "a character that cannot stand there",
                          (struct span){at, size ? size : 1});
        i += size;
    }
    return true;
}

/* --- attributes ------------------------------------------------------------------------------ */

/* Writes a value in which "url(#name)" may refer to a part of the drawing, and to nothing else. */
static bool put_value(const struct reader *reader, struct span value)
{
    const char *at = value.text, *end = value.text + value.length;
    for (const char *url; (url = memmem(at, (size_t)(end - at), "url(", 4)); at = url + 5) {
        if (end - url < 5 || url[4] != '#')
            return refuse(reader, "a reference to something outside", value);
        fwrite(at, 1, (size_t)(url + 5 - at), reader->out);
        fprintf(reader->out, "%s-", reader->prefix);
    }
    for (; at < end; at++) /* the value may have stood between apostrophes */
        fputs(*at == '"' ? "&quot;" : (char[]){*at, '\0'}, reader->out);
    return true;
}

static bool put_attribute(const struct reader *reader, struct span name, struct span value)
{
    static const char *const dropped[] = {"class", "xml:space", "version", NULL};
    static const char *const size[] = {"width", "height", NULL};
    bool root = reader->depth == 0;
    if ((name.length >= 5 && memcmp(name.text, "xmlns", 5) == 0) || is_any(name, dropped) ||
        (root && is_any(name, size)))
        return true;
    if (name.length > 2 && memcmp(name.text, "on", 2) == 0)
        return refuse(reader, "a script", name);
    if (is(name, "href") || is(name, "xlink:href")) {
        if (value.length < 2 || value.text[0] != '#')
            return refuse(reader, "a reference to something outside", value);
        fprintf(reader->out, " href=\"#%s-", reader->prefix);
        value.text++;
        value.length--;
    } else {
        fprintf(reader->out, " %.*s=\"", (int)name.length, name.text);
        if (is(name, "id"))
            fprintf(reader->out, "%s-", reader->prefix);
    }
    bool good = put_value(reader, value);
    fputc('"', reader->out);
    return good;
}

/* The attributes of an element, up to its '>' or "/>". */
static bool take_attributes(struct reader *reader, bool *has_view)
{
    for (skip_blanks(reader); *reader->at != '>' && *reader->at != '/'; skip_blanks(reader)) {
        struct span name = take_name(reader);
        skip_blanks(reader);
        if (name.length == 0 || *reader->at != '=')
            return refuse(reader, "not an attribute", name);
        reader->at++;
        skip_blanks(reader);
        char quote = *reader->at;
        const char *end = quote == '"' || quote == '\'' ? strchr(reader->at + 1, quote) : NULL;
        if (end == NULL)
            return refuse(reader, "an attribute without a value", name);
        struct span value = {reader->at + 1, (size_t)(end - reader->at - 1)};
        if (memchr(value.text, '<', value.length) || !is_plain(reader, value))
            return refuse(reader, "not a value of an attribute", name);
        if (reader->hidden == 0 && !put_attribute(reader, name, value))
            return false;
        *has_view |= is(name, "viewBox");
        reader->at = end + 1;
    }
    return true;
}

/* --- elements -------------------------------------------------------------------------------- */

static bool end_element(struct reader *reader, struct span name)
{
    struct span open = reader->open[--reader->depth];
    if (open.length != name.length || memcmp(open.text, name.text, name.length) != 0)
        return refuse(reader, "an element ends that is not the last one", name);
    if (reader->hidden == 0)
        fprintf(reader->out, "</%.*s>", (int)name.length, name.text);
    if (reader->hidden == reader->depth + 1)
        reader->hidden = 0;
    return true;
}

static bool take_end(struct reader *reader)
{
    reader->at += 2;
    struct span name = take_name(reader);
    skip_blanks(reader);
    if (*reader->at != '>' || reader->depth == 0)
        return refuse(reader, "not the end of an element", name);
    reader->at++;
    return end_element(reader, name);
}

static bool begin_element(struct reader *reader, struct span name)
{
    static const char *const drawn[] = {
        "svg",  "g",       "defs",     "path",     "rect",   "circle",  "ellipse",
        "line", "polygon", "polyline", "use",      "text",   "tspan",   "linearGradient",
        "stop", "filter",  "feFlood",  "clipPath", "symbol", "pattern", "feComposite",
        NULL};
    static const char *const words[] = {"title", "desc", NULL};
    if (reader->depth == MAX_DEPTH)
        return refuse(reader, "elements are nested too deeply", name);
    if (is(name, "svg") != (reader->depth == 0) || !(is_any(name, drawn) || is_any(name, words)))
        return refuse(reader, "an element that does not belong there", name);
    if (reader->hidden == 0 && is_any(name, words))
        reader->hidden = reader->depth + 1;
    if (reader->hidden == 0)
        fprintf(reader->out, "<%.*s", (int)name.length, name.text);
    return true;
}

static void put_title(const struct reader *reader)
{
    fprintf(reader->out, "<title id=\"%s-title\">", reader->prefix);
    html_text(reader->out, reader->title);
    fputs("</title>", reader->out);
}

static bool take_element(struct reader *reader)
{
    reader->at++;
    struct span name = take_name(reader);
    bool root = reader->depth == 0, has_view = false;
    if (!begin_element(reader, name) || !take_attributes(reader, &has_view))
        return false;
    if (root && !has_view)
        return refuse(reader, "the drawing has no viewBox", nothing);
    if (root)
        fprintf(reader->out, " role=\"img\" aria-labelledby=\"%s-title\"", reader->prefix);
    bool empty = *reader->at == '/';
    reader->at += empty;
    if (*reader->at != '>')
        return refuse(reader, "an element is not closed", name);
    reader->at++;
    reader->open[reader->depth++] = name;
    if (reader->hidden == 0)
        fputc('>', reader->out);
    if (root)
        put_title(reader);
    return !empty || end_element(reader, name);
}

static bool take_words(struct reader *reader)
{
    struct span words = {reader->at, strcspn(reader->at, "<")};
    if (reader->depth == 0 && strspn(reader->at, " \t\r\n") < words.length)
        return refuse(reader, "text outside the drawing", nothing);
    if (!is_plain(reader, words))
        return false;
    reader->at += words.length;
    if (reader->depth > 0 && reader->hidden == 0)
        fwrite(words.text, 1, words.length, reader->out);
    return true;
}

static bool take_next(struct reader *reader)
{
    if (*reader->at != '<')
        return take_words(reader);
    if (strncmp(reader->at, "<?", 2) == 0)
        return skip_to(reader, "?>");
    if (strncmp(reader->at, "<!--", 4) == 0)
        return skip_to(reader, "-->");
    if (strncmp(reader->at, "<!DOCTYPE", 9) == 0 && reader->depth == 0)
        return skip_to(reader, ">");
    return strncmp(reader->at, "</", 2) == 0 ? take_end(reader) : take_element(reader);
}

bool html_svg(FILE *out, const char *drawing, const char *prefix, const char *title,
              struct fault *fault)
{
    struct reader reader = {.out = out,
                            .start = drawing,
                            .at = drawing,
                            .fault = fault,
                            .prefix = prefix,
                            .title = title};
    bool begun = false;
    if (strncmp(reader.at, "\xef\xbb\xbf", 3) == 0) /* a byte order mark */
        reader.at += 3;
    while (*reader.at) {
        if (begun && reader.depth == 0 && strncmp(reader.at, "<", 1) == 0 &&
            strncmp(reader.at, "<!--", 4) != 0)
            return refuse(&reader, "something follows the drawing", nothing);
        if (!take_next(&reader))
            return false;
        begun |= reader.depth > 0;
    }
    if (!begun || reader.depth > 0)
        return refuse(&reader, begun ? "the drawing is cut" : "there is no drawing", nothing);
    return true;
}
