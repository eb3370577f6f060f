/*
 * Markup for a page that is at once HTML5 and well-formed XML. Whatever is text goes through
 * html_text() or html_put(); only markup of the program itself is written directly.
 *
 * Write errors are left to the caller's ferror().
 */
#ifndef XQBENCH_HTML_H
#define XQBENCH_HTML_H

#include <stdbool.h>
#include <stdio.h>

/* Text, so that no character of it is markup, in an attribute neither. Bytes that cannot be shown
 * become \xNN; line ends become blanks. */
void html_text(FILE *out, const char *text);

/* The same of a formatted text. */
void html_put(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A paragraph of formatted text. */
void html_paragraph(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A table in a box of its own, which scrolls where the table is too wide. The id is the program's,
 * and stands only once in a page. Rows belong into html_rows() or <tbody>. */
void html_table(FILE *out, const char *id, const char *caption);
void html_table_end(FILE *out);

/* The row of headings: begins <thead>, ends it. */
void html_heads(FILE *out);
void html_heads_end(FILE *out);

enum html_cell {
    HTML_LEFT,   /* a text */
    HTML_WORDS,  /* a long one, which may be broken into lines */
    HTML_NUMBER, /* to the right */
    HTML_STRONG, /* a number that stands out */
};

/* The heading of a column, the heading of a row, and a cell, of formatted text. */
void html_column(FILE *out, enum html_cell kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void html_row(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
void html_cell(FILE *out, enum html_cell kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* A part of the page, with its heading; the id is what links lead to. */
void html_section(FILE *out, const char *id, const char *heading);
void html_section_end(FILE *out);

#endif
