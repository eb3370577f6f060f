/* A gate of which another program knows more than this one measures. */
#ifndef XQBENCH_GATE_SAID_H
#define XQBENCH_GATE_SAID_H

#include "gate.h"

/* What it said; NULL: nothing. */
struct gate_said {
    const char *counts_differ; /* what miscounts and where: a regression */
    const char *inconclusive;  /* why nothing could be compared */
    const char *counted;       /* the counts that it checked, all of which are right */
};

/* A gate without rows, of counts that differ or of what is inconclusive. */
void gate_by_said(const struct gate_said *said, const struct gate_limits *limits,
                  struct gate *gate);

/* In a gate of times of other programs, before it is judged or after: counts were checked. */
void gate_counted(const char *counted, struct gate *gate);

#endif
