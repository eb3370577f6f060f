/* A drawing in SVG, such as gnuplot writes, made a part of an HTML page. */
#ifndef XQBENCH_HTML_SVG_H
#define XQBENCH_HTML_SVG_H

#include <stdbool.h>
#include <stdio.h>

#include "fault.h"

/*
 * Writes the drawing without what only a file of its own has (prolog, comments, namespaces, fixed
 * size, its own title). Names of its parts, and what refers to them, get the prefix and a '-', so
 * that several drawings can stand in one page; `title` is what is read aloud in its place.
 *
 * Only what draws is taken: a drawing that is not well-formed, has scripts, styles or foreign
 * elements, or refers to anything outside itself is refused, with a reason in *fault. What was
 * written by then is of no use.
 */
bool html_svg(FILE *out, const char *drawing, const char *prefix, const char *title,
              struct fault *fault);

#endif
