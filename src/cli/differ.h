/* Where boards differ, for a person and for a program. */
#ifndef XQPERFT_CLI_DIFFER_H
#define XQPERFT_CLI_DIFFER_H

#include <jansson.h>

#include "options.h"

/*
 * Looks for the first node at which the boards of the options differ and reports it: on standard
 * output in text form, each line after `prefix`; on standard error for JSON and TSV. For JSON also
 * returned as an object, else NULL.
 */
json_t *differ_report(const struct options *options, const struct position *position,
                      unsigned depth, const char *prefix);

#endif
