/* The smallest position that still has a property. */
#ifndef XQPERFT_SHRINK_H
#define XQPERFT_SHRINK_H

#include "position.h"

enum shrink_answer { SHRINK_NO, SHRINK_YES, SHRINK_GAVE_UP };

/* Does this position, which satisfies position_validate(), still have the property? */
typedef enum shrink_answer shrink_test(void *context, const struct position *position);

/*
 * Takes away pieces other than kings, many at a time and then one at a time, for as long as the
 * property stays; a position from which no single piece can be taken any more is the result (the
 * last phase of Zeller's delta debugging, https://doi.org/10.1109/32.988498). Asks at most `limit`
 * times. *position has the property before and after, also when the test gave up; false then.
 */
bool shrink_position(struct position *position, size_t limit, shrink_test *test, void *context);

#endif
