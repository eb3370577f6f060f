/* Tab-separated values, such as this project's files have, as a table of an HTML page. */
#ifndef XQBENCH_HTML_TSV_H
#define XQBENCH_HTML_TSV_H

#include <stdbool.h>
#include <stdio.h>

#include "fault.h"

/*
 * The first line is the headings, in which '_' stands for a blank. An empty field is shown as a
 * dash; a number with a point in it to four digits. False when a line has more or fewer fields than
 * the headings, with the line in *fault. The id is the program's.
 */
bool html_tsv(FILE *out, const char *text, const char *id, const char *caption,
              struct fault *fault);

#endif
