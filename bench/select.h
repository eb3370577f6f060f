/* "padded,naive" or "all": which of a list of named things the user wants. */
#ifndef XQBENCH_SELECT_H
#define XQBENCH_SELECT_H

#include <stddef.h>
#include <stdint.h>

#include "fault.h"

/* The name of the thing with this index, NULL past the last one. */
typedef const char *select_name(size_t index);

/* The lists there are. The variants of boards come after the boards, and are not meant by
 * "all": so many of the list are. */
const char *select_board_name(size_t index);
size_t select_all_boards(void);
const char *select_workload_name(size_t index);
const char *select_class_name(size_t index);

/*
 * Sets bit i of *chosen when the i-th thing is in the comma-separated list; "all" is the first
 * `all` of them.
 * False, with a reason that calls the things `what` and lists their names, when a name is unknown
 * or empty.
 */
bool select_from(const char *list, const char *what, select_name *name, size_t all,
                 uint64_t *chosen, struct fault *fault);

#endif
