#include "html_markdown.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "html.h"

enum { MAX_COLUMNS = 64, NAME_SIZE = 512 };

struct line {
    const char *text;
    size_t length;
};

struct reader {
    FILE *out;
    const char *rest; /* of the text */
    struct line line; /* the one that is looked at; its text is NULL after the last */
    const char *id, *caption;
    char heading[NAME_SIZE]; /* the latest one since the last table, or the line right before a
                                table */
    unsigned tables;
};

static void next_line(struct reader *reader)
{
    size_t length = strcspn(reader->rest, "\n");
    reader->line = (struct line){*reader->rest ? reader->rest : NULL, length};
    reader->rest += length + (reader->rest[length] == '\n');
    if (length > 0 && reader->line.text[length - 1] == '\r')
        reader->line.length--;
}

static bool begins_with(struct line line, const char *text)
{
    return line.length >= strlen(text) && memcmp(line.text, text, strlen(text)) == 0;
}

static struct line trimmed(struct line line)
{
    while (line.length > 0 && strchr(" \t", line.text[0])) {
        line.text++;
        line.length--;
    }
    while (line.length > 0 && strchr(" \t", line.text[line.length - 1]))
        line.length--;
    return line;
}

static bool is_blank(struct line line)
{
    return trimmed(line).length == 0;
}

static void put_plain(FILE *out, struct line text)
{
    html_put(out, "%.*s", (int)text.length, text.text);
}

/* What stands between two marks, if both are there. */
static bool take_marked(struct line *rest, const char *mark, struct line *inner)
{
    size_t size = strlen(mark);
    if (!begins_with(*rest, mark))
        return false;
    const char *end = memmem(rest->text + size, rest->length - size, mark, size);
    if (end == NULL || end == rest->text + size)
        return false;
    *inner = (struct line){rest->text + size, (size_t)(end - rest->text) - size};
    rest->length -= inner->length + 2 * size;
    rest->text += inner->length + 2 * size;
    return true;
}

/* Text with code and strong words in it; "\|" is a bar that ends no cell. */
static void put_inline(FILE *out, struct line rest)
{
    struct line inner;
    while (rest.length > 0) {
        size_t plain = 0;
        while (plain < rest.length && strchr("`*\\", rest.text[plain]) == NULL)
            plain++;
        put_plain(out, (struct line){rest.text, plain});
        rest = (struct line){rest.text + plain, rest.length - plain};
        if (rest.length == 0)
            return;
        const char *tag = rest.text[0] == '`' ? "code" : "strong";
        if (take_marked(&rest, "`", &inner) || take_marked(&rest, "**", &inner)) {
            fprintf(out, "<%s>", tag);
            put_plain(out, inner);
            fprintf(out, "</%s>", tag);
            continue;
        }
        size_t escape = begins_with(rest, "\\|");
        put_plain(out, (struct line){rest.text + escape, 1});
        rest = (struct line){rest.text + escape + 1, rest.length - escape - 1};
    }
}

/* --- tables ---------------------------------------------------------------------------------- */

/* Splits "| a | b |" into cells; returns how many. */
static size_t split(struct line line, struct line cells[MAX_COLUMNS])
{
    size_t count = 0, from = 1;
    line = trimmed(line);
    for (size_t i = 1; i < line.length && count < MAX_COLUMNS; i++) {
        if (line.text[i] != '|' || line.text[i - 1] == '\\')
            continue;
        cells[count++] = trimmed((struct line){line.text + from, i - from});
        from = i + 1;
    }
    if (from < line.length && count < MAX_COLUMNS)
        cells[count++] = trimmed((struct line){line.text + from, line.length - from});
    return count;
}

/* The line below the headings of a table. */
static bool is_rule(struct line line)
{
    line = trimmed(line);
    for (size_t i = 0; i < line.length; i++)
        if (strchr("|-: ", line.text[i]) == NULL)
            return false;
    return begins_with(line, "|") && memchr(line.text, '-', line.length);
}

static bool is_table(const struct reader *reader)
{
    size_t length = strcspn(reader->rest, "\r\n");
    return begins_with(reader->line, "|") && is_rule((struct line){reader->rest, length});
}

static void put_cells(FILE *out, const struct line *cells, size_t count, const bool *right,
                      bool heads)
{
    for (size_t i = 0; i < count; i++) {
        bool head = heads || i == 0;
        fprintf(out, "<%s%s%s>", head ? "th" : "td",
                heads    ? " scope=\"col\""
                : i == 0 ? " scope=\"row\""
                         : "",
                right[i] ? " class=\"number\"" : "");
        put_inline(out, cells[i]);
        fprintf(out, "</%s>", head ? "th" : "td");
    }
}

/* A table without a name of its own has that of the whole, and not the one of another table. */
static void put_table_start(struct reader *reader, const char *id)
{
    char caption[NAME_SIZE + 16];
    if (reader->heading[0])
        snprintf(caption, sizeof caption, "%s", reader->heading);
    else if (reader->tables == 1)
        snprintf(caption, sizeof caption, "%s", reader->caption);
    else
        snprintf(caption, sizeof caption, "%s, table %u", reader->caption, reader->tables);
    html_table(reader->out, id, caption);
    reader->heading[0] = '\0';
}

static void put_table(struct reader *reader)
{
    struct line heads[MAX_COLUMNS], cells[MAX_COLUMNS];
    bool right[MAX_COLUMNS] = {false};
    char id[NAME_SIZE];
    snprintf(id, sizeof id, "%s-%u", reader->id, ++reader->tables);
    size_t head_count = split(reader->line, heads);
    next_line(reader);
    size_t count = split(reader->line, cells);
    for (size_t i = 0; i < count; i++)
        right[i] = cells[i].length > 1 && cells[i].text[cells[i].length - 1] == ':';

    put_table_start(reader, id);
    html_heads(reader->out);
    put_cells(reader->out, heads, head_count, right, true);
    html_heads_end(reader->out);
    fputs("<tbody>\n", reader->out);
    for (next_line(reader); reader->line.text && begins_with(reader->line, "|");
         next_line(reader)) {
        fputs("<tr>", reader->out);
        put_cells(reader->out, cells, split(reader->line, cells), right, false);
        fputs("</tr>\n", reader->out);
    }
    fputs("</tbody>\n", reader->out);
    html_table_end(reader->out);
}

/* --- the rest -------------------------------------------------------------------------------- */

static void put_heading(struct reader *reader)
{
    size_t marks = 0;
    while (marks < reader->line.length && reader->line.text[marks] == '#')
        marks++;
    struct line heading =
        trimmed((struct line){reader->line.text + marks, reader->line.length - marks});
    snprintf(reader->heading, sizeof reader->heading, "%.*s", (int)heading.length, heading.text);
    fputs("<h3>", reader->out);
    put_inline(reader->out, heading);
    fputs("</h3>\n", reader->out);
    next_line(reader);
}

static void put_list(struct reader *reader)
{
    fputs("<ul>\n", reader->out);
    while (reader->line.text && begins_with(reader->line, "- ")) {
        fputs("<li>", reader->out);
        put_inline(reader->out,
                   trimmed((struct line){reader->line.text + 2, reader->line.length - 2}));
        for (next_line(reader); reader->line.text && begins_with(reader->line, "  ");
             next_line(reader)) {
            fputc(' ', reader->out);
            put_inline(reader->out, trimmed(reader->line));
        }
        fputs("</li>\n", reader->out);
    }
    fputs("</ul>\n", reader->out);
}

/* A line by itself before a table is what the table is called. */
static bool is_caption(const struct reader *reader)
{
    const char *next = reader->rest + strspn(reader->rest, "\r\n");
    const char *rule = next + strcspn(next, "\n");
    rule += *rule == '\n';
    return next[0] == '|' && is_rule((struct line){rule, strcspn(rule, "\r\n")});
}

static void take_caption(struct reader *reader)
{
    snprintf(reader->heading, sizeof reader->heading, "%.*s", (int)reader->line.length,
             reader->line.text);
    next_line(reader);
}

static bool ends_paragraph(const struct reader *reader)
{
    struct line line = reader->line;
    return line.text == NULL || is_blank(line) || is_table(reader) || begins_with(line, "#") ||
           begins_with(line, "- ");
}

static void put_paragraph(struct reader *reader)
{
    fputs("<p>", reader->out);
    do {
        struct line line = reader->line;
        bool breaks = line.length > 2 && memcmp(line.text + line.length - 2, "  ", 2) == 0;
        put_inline(reader->out, trimmed(line));
        next_line(reader);
        if (!ends_paragraph(reader))
            fputs(breaks ? "<br/>\n" : "\n", reader->out);
    } while (!ends_paragraph(reader));
    fputs("</p>\n", reader->out);
}

void html_markdown(FILE *out, const char *text, const char *id, const char *caption)
{
    struct reader reader = {.out = out, .rest = text, .id = id, .caption = caption};
    next_line(&reader);
    while (reader.line.text) {
        if (is_blank(reader.line))
            next_line(&reader);
        else if (is_table(&reader))
            put_table(&reader);
        else if (begins_with(reader.line, "#"))
            put_heading(&reader);
        else if (begins_with(reader.line, "- "))
            put_list(&reader);
        else if (is_caption(&reader))
            take_caption(&reader);
        else
            put_paragraph(&reader);
    }
}
