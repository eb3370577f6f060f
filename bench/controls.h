/*
 * Controls: boards that prove the measurement, not themselves. `twin` is the first of all boards
 * under another name: whoever calls one of the two faster measures something else than boards.
 * `slowed` is the same board with a quarter more to do in every kernel, and twice perft: whoever
 * cannot tell it from the first measures too coarsely.
 */
#ifndef XQBENCH_CONTROLS_H
#define XQBENCH_CONTROLS_H

#include "board.h"

/* All boards, variants and, after them, the controls; NULL past the last one. */
const struct board *controls_board_at(size_t index);

/* Their names, for select_from(). */
const char *controls_board_name(size_t index);

#endif
