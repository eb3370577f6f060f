/* Figures for people, alike in all tables and on the page: with the digits that say something. */
#ifndef XQBENCH_DIGITS_H
#define XQBENCH_DIGITS_H

#include "stats/stats.h"

enum { DIGITS_TEXT_SIZE = 128 };

/* A number with three significant digits or more: "12345.6", "105.3", "4.56", "0.00256"; "unknown"
 * when it is none. */
const char *digits_number(double number, char out[DIGITS_TEXT_SIZE]);

/* A median and its deviation, which is not 0 for want of digits: "105.3 ±0.4", "105.302 ±0.004".
 * One that is 0, or unknown, is left out. */
const char *digits_spread(const struct stats_spread *spread, char out[DIGITS_TEXT_SIZE]);

/*
 * How many decimals a speed and its interval need, from 2 to 4: two digits of the interval's width,
 * and so many that no end of it which is not 1 seems to be.
 */
int digits_speed_decimals(const struct stats_speed *speed);

/* "1.14 [1.12, 1.15]", "1.003 [1.001, 1.006]"; without an interval "1.14". */
const char *digits_speed(const struct stats_speed *speed, char out[DIGITS_TEXT_SIZE]);

/* Stands behind a speed whose verdict is not a difference: " =", " ?"; else "". */
const char *digits_mark(enum stats_verdict verdict);

#endif
