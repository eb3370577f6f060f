/* What `xqbench list` says. */
#ifndef XQBENCH_LISTING_H
#define XQBENCH_LISTING_H

#include <stdio.h>

/* For a person. */
void listing_text(FILE *out);

/*
 * For scripts: tab-separated lines, the first field saying what the others are.
 *
 *     board     name, summary, bytes of a position, bytes of all tables
 *     variant   the same, and the board that it is a variant of
 *     chosen    name, the variant that it stands for here
 *     isa       name, "chosen", "available" or "not here", the build of vector
 *     policy    name of a board or variant, a policy of perft that it has
 *     workload  name, summary, setting, operation, items
 *     class     name, criterion, how many positions of positions/games.epd are of it ("" when they
 *               cannot be read from here)
 *     counter   what can be counted here, by whom ("valgrind-3.19.0", "processor")
 *     machine   cpu|compiler|flags|arch|commit|date, text
 *     results   the folder that the next run writes to by default
 */
void listing_tsv(FILE *out);

#endif
