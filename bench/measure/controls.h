/*
 * Controls: boards that prove the measurement, not themselves. `twin` is the first of all boards
 * under another name: whoever calls one of the two faster measures something else than boards.
 * `slowed-1` to `slowed-25` are the same board, slower by so many percent: whoever cannot tell one
 * from the first board cannot see a difference of that size.
 *
 * They do the same work, and the sampler lets the rest of the time go by (see sampler_slow_down()).
 * So the effect is exactly known, in every workload: to repeat a part of the work would cost what
 * caches and branch predictors make of it. It is a delay of whole samples, noise included; a board
 * that is slower because it misses its caches, or only in some positions, is not modelled.
 */
#ifndef XQBENCH_CONTROLS_H
#define XQBENCH_CONTROLS_H

#include "board.h"

/* All boards, variants and, after them, the controls; NULL past the last one. */
const struct board *controls_board_at(size_t index);

/* Their names, for select_from(). */
const char *controls_board_name(size_t index);

bool controls_has(const struct board *board);

/* By how many percent of its own time a board is to be slowed; 0 for all but `slowed-...`. */
unsigned controls_slowdown(const struct board *board);

#endif
