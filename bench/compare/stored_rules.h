/* What a results.json must have, and in which range: all that is read of it, in one table. */
#ifndef XQBENCH_STORED_RULES_H
#define XQBENCH_STORED_RULES_H

#include <jansson.h>
#include <stdbool.h>

#include "fault.h"

/* Who reads: the report needs more. */
enum stored_reader { STORED_COMPARE = 1, STORED_REPORT = 2 };

/* Does all that the reader needs stand there, and is all that anyone reads legal? What numbers have
 * to do with each other is not looked at. False with the file, the place, the key and the reason in
 * *fault. */
bool stored_rules_check(const json_t *root, const char *file, enum stored_reader reader,
                        struct fault *fault);

/* Is the entry that of one launch? Others are of all of them, and not read. */
bool stored_is_launch(const json_t *benchmark);

#endif
