/* The file that --junit names. */
#ifndef XQPERFT_CLI_JUNIT_H
#define XQPERFT_CLI_JUNIT_H

#include <stdio.h>

#include "options.h"

/* Opens it before anything is counted, so that a wrong name does not cost the counts; *junit is
 * NULL without --junit. False after saying why it cannot be written. */
bool junit_open(const struct options *options, FILE **junit);

/* Closes it, if it is open. False after saying why it was not written to its end. */
bool junit_close(const struct options *options, FILE *junit);

#endif
