#include "html.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

static const char *entity(char c)
{
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return NULL;
    }
}

void html_text(FILE *out, const char *text)
{
    size_t left = strlen(text);
    while (left > 0) {
        size_t bytes = text_character(text, left);
        const char *escaped = entity(*text);
        if (escaped)
            fputs(escaped, out);
        else if (bytes > 0)
            fwrite(text, 1, bytes, out);
        else if (*text == '\n' || *text == '\r' || *text == '\t')
            fputc(' ', out);
        else
            fprintf(out, "\\x%02X", (unsigned char)*text);
        bytes += bytes == 0;
        text += bytes;
        left -= bytes;
    }
}

static void put_text(FILE *out, const char *format, va_list arguments)
{
    char *text = NULL;
    if (vasprintf(&text, format, arguments) < 0)
        return; /* the stream is in memory, too, and will say so */
    html_text(out, text);
    free(text);
}

void html_put(FILE *out, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    put_text(out, format, arguments);
    va_end(arguments);
}

void html_paragraph(FILE *out, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("<p>", out);
    put_text(out, format, arguments);
    fputs("</p>\n", out);
    va_end(arguments);
}

/* --- tables ---------------------------------------------------------------------------------- */

void html_table(FILE *out, const char *id, const char *caption)
{
    /* What scrolls must be reachable by keys, and then has a name. */
    fprintf(out,
            "<div class=\"scroll\" role=\"group\" tabindex=\"0\" aria-labelledby=\"%s\">\n"
            "<table>\n<caption id=\"%s\">",
            id, id);
    html_text(out, caption);
    fputs("</caption>\n", out);
}

void html_table_end(FILE *out)
{
    fputs("</table>\n</div>\n", out);
}

void html_heads(FILE *out)
{
    fputs("<thead>\n<tr>", out);
}

void html_heads_end(FILE *out)
{
    fputs("</tr>\n</thead>\n", out);
}

static const char *class_of(enum html_cell kind)
{
    switch (kind) {
    case HTML_WORDS:
        return " class=\"words\"";
    case HTML_NUMBER:
        return " class=\"number\"";
    case HTML_STRONG:
        return " class=\"number strong\"";
    case HTML_LEFT:
        break;
    }
    return "";
}

void html_column(FILE *out, enum html_cell kind, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(out, "<th scope=\"col\"%s>", class_of(kind));
    put_text(out, format, arguments);
    fputs("</th>", out);
    va_end(arguments);
}

void html_row(FILE *out, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("<th scope=\"row\">", out);
    put_text(out, format, arguments);
    fputs("</th>", out);
    va_end(arguments);
}

void html_cell(FILE *out, enum html_cell kind, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(out, "<td%s>", class_of(kind));
    put_text(out, format, arguments);
    fputs("</td>", out);
    va_end(arguments);
}

void html_section(FILE *out, const char *id, const char *heading)
{
    fprintf(out, "<section>\n<h2 id=\"%s\">", id);
    html_text(out, heading);
    fputs("</h2>\n", out);
}

void html_section_end(FILE *out)
{
    fputs("</section>\n", out);
}
