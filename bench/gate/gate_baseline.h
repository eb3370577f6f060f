/*
 * A stored baseline: the instructions of a build, for a gate without a base to build. An object:
 *
 *   baseline       1, the version of this form
 *   compiler, flags, counted_with   how it was built and counted: others count otherwise
 *   commit, date   of the build, for people
 *   positions_hash, position_count  what it was counted over (see positions_hash())
 *   instructions   of one operation, by workload and board: {"captures": {"padded": 1234.5}}
 */
#ifndef XQBENCH_GATE_BASELINE_H
#define XQBENCH_GATE_BASELINE_H

#include <jansson.h>

#include "gate.h"
#include "measure/setup.h"

/* Writes what was counted of the new side, to another name first. False with the reason; nothing
 * that was not counted is a baseline. */
bool gate_baseline_save(const char *file, const struct gate *gate, const struct setup *setup,
                        struct fault *fault);

/* Reads one; NULL with the reason when the file is none. Release it with json_decref(). */
json_t *gate_baseline_read(const char *file, struct fault *fault);

/* Takes it as the base of all rows, and describes the base side by it. What was built or counted
 * otherwise is no base: it gets a note, with the command that makes a new one, and the rows stay
 * without. Rows that only one of them has get one, too. */
void gate_baseline_use(const json_t *baseline, const char *file, struct gate *gate,
                       const struct setup *setup);

#endif
