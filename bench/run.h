/* One run from positions to results: read, check, calibrate, sample, summarise, write. */
#ifndef XQBENCH_RUN_H
#define XQBENCH_RUN_H

#include <signal.h>
#include <stdio.h>

#include "fault.h"
#include "measure/positions.h"
#include "status.h"

enum { RUN_MAX_LAUNCHES = 1000 };

/* How long to measure. */
struct effort {
    const char *name;
    double seconds;        /* for each workload, over all boards and the usual launches */
    size_t launches;       /* at least; more when the table is too long for a verdict otherwise */
    size_t max_launches;   /* when more than that: as many as narrow intervals take */
    size_t curve_launches; /* of those that measure curves */
};

extern const struct effort effort_quick, effort_default, effort_full;

/* What these take with all workloads and three boards, check, curves and counting included. */
#define EFFORT_QUICK_TAKES   "about 20 seconds"
#define EFFORT_DEFAULT_TAKES "60"
#define EFFORT_FULL_TAKES    "about four minutes"

struct run_request {
    uint64_t boards, workloads; /* bit i is the i-th of the list, see controls.h and select.h */
    const char *positions;      /* an EPD file */
    uint64_t classes;           /* positions of these only, likewise; 0 for all positions */
    const struct effort *effort;
    size_t launches; /* exactly so many, of curves at most; 0 for as many as the effort says */
    bool trust_all;  /* compare launches that were disturbed, too */
    bool no_curves;  /* leave out the curves */
    bool no_count;   /* leave out the counting */
    const char *count_with; /* the xqbench whose instructions are counted; NULL for this one */
    uint64_t seed;          /* of the order */
    const char *folder;     /* for the results; NULL is run_default_folder() */
    FILE *out;              /* receives the table */
    FILE *log;              /* receives warnings, and what is wrong with the positions */
    FILE *progress;         /* a terminal that receives how far the run is, or NULL */
    const volatile sig_atomic_t *stop;
};

/*
 * Runs it all. Unless the result is STATUS_DONE, the reason is in *fault. No results are written
 * then, but for two cases: STATUS_INTERRUPTED once the times are complete leaves them, without the
 * curves or counts that are not, and STATUS_IMPOSSIBLE those files for which there was room. Curves
 * or counts that fail are a warning.
 */
enum status run(const struct run_request *request, struct fault *fault);

/* A seed that is not likely to have been used before, short enough to be typed. */
uint64_t run_any_seed(void);

/* Where results go when nothing is said: results/CPU-DATE, with a number behind it when there are
 * results of this day already. */
void run_default_folder(char *out, size_t size);

#endif
