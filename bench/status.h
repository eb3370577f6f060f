/* How a command ends: the exit statuses of xqbench, those of xqperft too. */
#ifndef XQBENCH_STATUS_H
#define XQBENCH_STATUS_H

#include "measure/sampler.h"

enum status {
    STATUS_DONE = 0,
    STATUS_CHECK_FAILED = 1, /* a board counts wrong, or is slower where that fails */
    STATUS_IMPOSSIBLE = 2,   /* usage, or input cannot be read, or results cannot be written */
    STATUS_OTHER_FAILED = 3, /* another program is missing or failed, a launch of this one too */
    STATUS_INCONCLUSIVE = 4, /* nothing was compared, or what was asked is not decided */
    STATUS_INTERRUPTED = 130,
};

/* The status of what has ended so; `failed` is that of SAMPLING_FAILED. */
enum status status_of(enum sampling outcome, enum status failed);

#endif
