/* For tests of the gate: a folder with a build that has nothing else in it, $DIR/self, and with one
 * suite, $DIR/start.epd, since all suites beside the positions that are timed are counted. */
#ifndef XQPERFT_TESTS_GATE_FOLDER_H
#define XQPERFT_TESTS_GATE_FOLDER_H

#include "shell.h"

static inline void make_gate(void)
{
    make_folder();
    cr_assert_eq(shell("mkdir \"$DIR/self\" && cp \"$BUILD/boards.so\" \"$DIR/self\" && "
                       "cp positions/start.epd \"$DIR\""),
                 0, "%s", output);
}

#endif
