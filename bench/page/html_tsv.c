#include "html_tsv.h"

#include <stdlib.h>
#include <string.h>

#include "html.h"
#include "output/digits.h"

/* A field, and what ends it: '\t', '\n' or '\0'. */
struct field {
    char *text;
    char end;
};

/* The fields of a text lie behind each other; each gets an end of its own. */
static struct field take_field(char **rest)
{
    size_t length = strcspn(*rest, "\t\n");
    struct field field = {*rest, (*rest)[length]};
    if (length > 0 && field.end == '\n' && field.text[length - 1] == '\r')
        field.text[length - 1] = '\0';
    field.text[length] = '\0';
    *rest += length + (field.end != '\0');
    return field;
}

static bool is_number(const char *text, double *number)
{
    char *end;
    if (strspn(text, "+-.0123456789eE") != strlen(text))
        return false;
    *number = strtod(text, &end);
    return end != text && *end == '\0';
}

/* What is unknown stands among numbers. */
static enum html_cell kind_of(const char *text)
{
    double number;
    return *text == '\0' || is_number(text, &number) ? HTML_NUMBER : HTML_LEFT;
}

static void put_field(FILE *out, const char *text)
{
    double number;
    char digits[DIGITS_TEXT_SIZE];
    if (*text == '\0')
        html_cell(out, HTML_NUMBER, "–");
    else if (strchr(text, '.') && is_number(text, &number))
        html_cell(out, HTML_NUMBER, "%s", digits_number(number, digits));
    else
        html_cell(out, kind_of(text), "%s", text);
}

/* Headings stand as what is below them in the first line, and say how many fields a line has. */
static size_t put_heads(FILE *out, char **rest, char *below)
{
    size_t count = 0;
    struct field field;
    html_heads(out);
    do {
        field = take_field(rest);
        for (char *blank = field.text; *blank; blank++)
            if (*blank == '_')
                *blank = ' ';
        html_column(out, kind_of(take_field(&below).text), "%s", field.text);
        count++;
    } while (field.end == '\t');
    html_heads_end(out);
    return count;
}

static bool put_lines(FILE *out, char *rest, size_t columns, struct fault *fault)
{
    for (size_t line = 2; *rest; line++) {
        size_t count = 0;
        struct field field;
        fputs("<tr>", out);
        do {
            field = take_field(&rest);
            put_field(out, field.text);
            count++;
        } while (field.end == '\t');
        fputs("</tr>\n", out);
        if (count != columns)
            return fault_set(fault, "line %zu: %zu fields, and not the %zu of the headings", line,
                             count, columns);
    }
    return true;
}

bool html_tsv(FILE *out, const char *text, const char *id, const char *caption, struct fault *fault)
{
    size_t first = strcspn(text, "\n");
    char *copy = strdup(text), *rest = copy;
    char *below = strdup(text + first + (text[first] == '\n'));
    bool good = copy && below;
    if (good) {
        html_table(out, id, caption);
        size_t columns = put_heads(out, &rest, below);
        fputs("<tbody>\n", out);
        good = put_lines(out, rest, columns, fault);
        fputs("</tbody>\n", out);
        html_table_end(out);
    } else {
        fault_set(fault, "no memory");
    }
    free(copy);
    free(below);
    return good;
}
