/* xqperft perft --checkpoint: a count that survives. */
#ifndef XQPERFT_CLI_CHECKPOINT_H
#define XQPERFT_CLI_CHECKPOINT_H

#include "options.h"

/* Makes the plan unless the file has it, counts what is not counted yet, prints the sum. Returns
 * the exit status. */
int checkpoint_run(const struct options *options);

#endif
