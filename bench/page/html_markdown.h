/*
 * The Markdown that this project's own reports use: paragraphs, line breaks (two blanks at the end
 * of a line), headings, lists with "-", tables, `code` and **strong**. Everything else, HTML too,
 * is text.
 */
#ifndef XQBENCH_HTML_MARKDOWN_H
#define XQBENCH_HTML_MARKDOWN_H

#include <stdio.h>

/* Writes it for a place below an <h2>: all headings are <h3>. A table is called by the line that
 * stands by itself before it, or by the latest heading, or by `caption` where there is neither; its
 * id is `id` with a '-' and its number. */
void html_markdown(FILE *out, const char *text, const char *id, const char *caption);

#endif
