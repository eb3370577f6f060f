/*
 * The curves (curve.h) for plots: tab-separated, with a heading line, a point in numbers. What is
 * unknown has no line.
 *
 * mobility.tsv has a line for each workload that lists or counts moves, band of mobility and board:
 *   workload, board
 *   fewest, most   legal moves of the positions in the band
 *   positions      how many there are
 *   moves          the mean of their numbers of legal moves
 *   ns_per_move    the time of one pass over the band, divided by the legal moves in it: also where
 *                  pseudo-legal moves are listed, so that all workloads share an axis. The median
 *                  over launches of the median over rounds
 *   low, high      the smallest and the largest launch
 *
 * depths.tsv has a line for each mode of perft, board and depth, all from the starting position:
 *   mode                      plain, bulk, legal, stats, hash
 *   board, depth, nodes
 *   ns_per_node, low, high    likewise
 */
#ifndef XQBENCH_EXPORT_CURVES_H
#define XQBENCH_EXPORT_CURVES_H

#include "report.h"

/* Is there something to write? Without, there is no file. */
bool export_has_mobility(const struct report *report);
bool export_has_depths(const struct report *report);

/* True. Write errors are left to the caller's ferror(). */
bool export_mobility(FILE *out, const struct report *report);
bool export_depths(FILE *out, const struct report *report);

#endif
