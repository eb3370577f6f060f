/* A gate of two runs that were made before: results that `xqbench run` has written. */
#ifndef XQBENCH_GATE_STORED_H
#define XQBENCH_GATE_STORED_H

#include "gate_run.h"

/*
 * Judges what both runs have, but no limits: rows that compare.h finds, times by their launches
 * (see gate_time_of_runs()), instructions where both counted them alike. Of the request these
 * count: folders, which may also be files; boards and workloads, 0 for all; limits; stop. Runs that
 * differ in what compare_facts.h forbids have no rows, and notes that say why; nor has a run beside
 * itself.
 *
 * STATUS_DONE when there is a verdict, whatever it is; otherwise the reason is in *fault. Free with
 * gate_free(), in any case.
 */
enum status gate_stored(const struct gate_request *request, struct gate *gate, struct fault *fault);

#endif
