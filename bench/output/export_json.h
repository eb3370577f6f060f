/* What the files of results in JSON have in common: null for what is not known. */
#ifndef XQBENCH_EXPORT_JSON_H
#define XQBENCH_EXPORT_JSON_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

#include "measure/machine.h"

/* Null for an empty text, and for one that is not UTF-8, as JSON must be: what a system calls
 * itself need not be. */
json_t *export_json_text(const char *text);

/* Null for NaN and infinities. */
json_t *export_json_number(double number);

/* See machine.json in export.h. */
json_t *export_json_machine(const struct machine *machine);

/* Writes and releases the value; false when it is NULL, for want of memory. Write errors are left
 * to the caller's ferror(). */
bool export_json_write(FILE *out, json_t *value);

#endif
