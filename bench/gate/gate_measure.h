/* What a gate measures: instructions and times of both builds. */
#ifndef XQBENCH_GATE_MEASURE_H
#define XQBENCH_GATE_MEASURE_H

#include "gate_run.h"
#include "measure/setup.h"

/* Makes a row, of which nothing is known, for each workload and pair of the plan that both sides
 * have. False without memory. */
bool gate_measure_rows(struct gate *gate, const struct plan *plan);

/*
 * Is `counter`, that of the build in `folder`, of the same source as this program, so that each
 * knows what the other says? SAMPLING_DONE, SAMPLING_STOPPED, or SAMPLING_FAILED with a note, which
 * says how to make it again.
 */
enum sampling gate_measure_counter(const struct gate_request *request, const struct plan *plan,
                                   const char *folder, const char *counter, struct gate *gate);

/*
 * Counts instructions of an operation in one build, of the boards and workloads of `plan`, whose
 * paces must be known, and stores them as those of this side. What cannot be counted stays NaN,
 * with a note. `folder` is the build's, `counter` the path of the xqbench that counts, or NULL for
 * this program, which then counts the build that is timed. SAMPLING_DONE or SAMPLING_STOPPED.
 */
enum sampling gate_measure_instructions(const struct gate_request *request, struct plan *plan,
                                        const char *folder, const char *counter, size_t side,
                                        struct gate *gate);

/* What is timed, and how often. */
struct gate_timing {
    const struct setup *setup;  /* of both builds, with paces and rounds */
    uint64_t boards, workloads; /* bits of what it has */
    int cpu;                    /* to stay on; -1 for none */
    size_t launches;
    bool again; /* it is the second run */
};

/* Times both builds and stores what launches say: as `first` of all rows, or as `again` of those
 * that are suspects. */
enum sampling gate_measure_times(const struct gate_request *request,
                                 const struct gate_timing *timing, struct gate *gate,
                                 struct fault *fault);

#endif
