/* The positions of a run, read in the same way by the run and by each of its launches. */
#ifndef XQBENCH_POSITIONS_H
#define XQBENCH_POSITIONS_H

#include <stdio.h>

#include "fault.h"
#include "suite.h"

#define RUN_DEFAULT_POSITIONS "positions/games.epd"

/* The file of this name; where there is none, that which was installed with this program, if it is
 * there. The path lasts, and is the same each time. */
const char *positions_usual(void);

/* Reads an EPD file; of its positions, keeps those of these classes (bits, see classes.h; 0 for
 * all). `log` receives what is wrong with lines, NULL when it shall not be said. False when there
 * are none. Free with suite_free(), in any case. */
bool positions_read(const char *file, uint64_t classes, FILE *log, struct suite *suite,
                    struct fault *fault);

/* The same positions with left and right exchanged, which have the same counts: other positions to
 * the processor. False without memory. Free with suite_free(), in any case. */
bool positions_mirror(const struct suite *suite, struct suite *mirrored);

/* Tells positions from others, whatever their file is called: FNV-1a (64 bits; Fowler, Noll and Vo)
 * of the FENs in order, a line feed behind each. */
uint64_t positions_hash(const struct suite *suite);

#endif
