/* The options as argp and --help know them. For options.c. */
#ifndef XQPERFT_CLI_OPTION_TABLE_H
#define XQPERFT_CLI_OPTION_TABLE_H

#include <argp.h>

#include "options.h"

/* The key of an option is FIRST_KEY plus the place of its bit; below are short options, of which
 * there are none. */
enum { FIRST_KEY = 0x100 };

/* Writes the lines of those options whose OPTION_ bits are set, at most OPTION_COUNT. */
void option_table_take(unsigned accepted, struct argp_option *out);

/* The names of all policies. */
void policies_listed(const char *separator, char *out, size_t size);

#endif
