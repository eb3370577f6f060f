/* The course of a gate: what is measured, and in which order. What it means is judged by gate.h. */
#ifndef XQBENCH_GATE_RUN_H
#define XQBENCH_GATE_RUN_H

#include <signal.h>
#include <stdint.h>
#include <stdio.h>

#include "gate.h"
#include "status.h"

/* A folder of a build has these; the last one counts instructions of both sides, and only that of
 * NEW is asked for. */
#define GATE_BUILD         "boards.so"
#define GATE_COUNTED_BUILD "x86-64-v3/boards.so"
#define GATE_COUNTER       "x86-64-v3/xqbench"

enum { GATE_LAUNCHES = 40 };

struct gate_request {
    const char *folders[2];     /* of the builds; the first is NULL with a baseline */
    const char *baseline;       /* instructions only, beside those of this file; or NULL */
    const char *save_baseline;  /* write them there instead of judging anything; or NULL */
    const char *positions;      /* that are timed; suites in the same folder are counted, too */
    uint64_t boards, workloads; /* bits; boards as in controls.h, workloads without limits */
    struct gate_limits limits;
    size_t launches; /* of the first run; the second has twice as many */
    uint64_t seed;
    bool no_count, no_time;
    FILE *pairs; /* receives the launches of the first run, as gate_pairs() reads them; or NULL */
    FILE *log;   /* receives warnings */
    FILE *progress; /* a terminal that receives how far it is, or NULL */
    const volatile sig_atomic_t *stop;
};

/*
 * Measures and judges. STATUS_DONE when there is a verdict, whatever it is; otherwise the reason is
 * in *fault. Free with gate_free(), in any case.
 */
enum status gate_run(const struct gate_request *request, struct gate *gate, struct fault *fault);

/*
 * The same of times that another program measured: lines "BENCHMARK <TAB> BASE <TAB> NEW", in
 * seconds, each a pair of runs one after the other; lines that begin with # are skipped. `again`
 * has those of the second run, or is NULL.
 */
enum status gate_pairs(const char *file, const char *again, const struct gate_limits *limits,
                       struct gate *gate, struct fault *fault);

void gate_free(struct gate *gate);

/* Adds a note; those that have no room are lost. */
void gate_note(struct gate *gate, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
