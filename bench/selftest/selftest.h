/*
 * The self-test: what `xqbench run` would say of a board beside itself, and beside itself slowed by
 * known amounts, again and again. Each launch samples them all, and all boards of a default run,
 * which push each other out of caches and predictors as they do there. It is as short as it may be:
 * launches are what verdicts rest on.
 */
#ifndef XQBENCH_SELFTEST_H
#define XQBENCH_SELFTEST_H

#include <signal.h>
#include <stdint.h>
#include <stdio.h>

#include "fault.h"
#include "status.h"

struct selftest_request {
    uint64_t workloads;    /* bits, as in struct run_request */
    const char *positions; /* an EPD file */
    size_t runs;           /* at least one */
    size_t launches;       /* of each run; 0 for as many as a run takes by default */
    bool trust_all;        /* judge launches that were disturbed, too */
    uint64_t seed;         /* of the order */
    const char *folder;    /* for selftest.json and selftest.md; NULL for no files */
    FILE *out;             /* receives the report */
    FILE *log;             /* receives warnings, and what is wrong with the positions */
    FILE *progress;        /* a terminal that receives how far it is, or NULL */
    const volatile sig_atomic_t *stop;
};

/*
 * Runs it all. STATUS_DONE: the instrument keeps what it states. STATUS_CHECK_FAILED: it does not
 * (see enum selftest_verdict), or a board miscounts. STATUS_INCONCLUSIVE: too few runs were to be
 * trusted. STATUS_INTERRUPTED, and STATUS_OTHER_FAILED when a launch failed: the runs that were
 * complete are reported, and no files are written. Unless it is STATUS_DONE, the reason is in
 * *fault.
 */
enum status selftest_run(const struct selftest_request *request, struct fault *fault);

#endif
