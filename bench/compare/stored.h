/* The results of a run, read back from its results.json (see export.h). */
#ifndef XQBENCH_STORED_H
#define XQBENCH_STORED_H

#include <jansson.h>
#include <stdbool.h>

#include "fault.h"

/* One workload on one board. Texts belong to `json`. */
struct stored_figure {
    const char *workload, *board, *operation, *item; /* names, see KEYS_NAME */
    bool limit;
    json_t *json;        /* the object with all that was said of it */
    double ns;           /* of one operation, the median over all rounds */
    double items;        /* of one operation; says of most workloads what the positions are like */
    double instructions; /* of one operation; NaN when they were not counted */
    size_t state_bytes;  /* of a position of the board; 0 when it is not said */
    double *times;       /* of each launch: ns of one operation, the median over its rounds */
};

#define STORED_FILE "results.json" /* in a folder of results */

struct stored {
    char *file;                /* the file that was read */
    json_t *machine, *config;  /* objects, by the rules */
    json_t *counting;          /* how instructions were counted; NULL when they were not */
    const char *commit, *date; /* "unknown" when null */
    const char *reference;     /* the board that ratios refer to */
    bool dirty;                /* built from a tree with changes that are not in the commit */
    size_t launches;           /* that are compared: from 1 to RUN_MAX_LAUNCHES */
    bool *trusted;             /* which of them were not disturbed */
    struct stored_figure *figures;
    size_t figure_count;
    json_t *json;
};

/*
 * Reads a file, or results.json in a folder. What it needs must be there and complete, and all that
 * is there as stored_rules.c says; other keys are no matter. Only a regular file is read, so that
 * nothing is waited for. False with the file, the place and the reason in *fault. Free with
 * stored_free(), in any case.
 */
bool stored_read(const char *path, struct stored *stored, struct fault *fault);
void stored_free(struct stored *stored);

/* The first figure of a workload on a board, or NULL. NULL for a name is any. */
const struct stored_figure *stored_find(const struct stored *stored, const char *workload,
                                        const char *board);

/* The logarithm of what each launch took of a figure, and NaN of those that were disturbed, unless
 * all are trusted. Room in `logs`: the launches of the run. */
void stored_logs(const struct stored *stored, const struct stored_figure *figure, bool trust_all,
                 double *logs);

#endif
