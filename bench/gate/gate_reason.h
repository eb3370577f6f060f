/*
 * Why a row of the gate has its verdict: one clause for a person, with figures, added to `reason`
 * of the row. Shares are written as percentages: 0.041 as "+4.1 %". A rise of instructions is NaN
 * when it is not known.
 */
#ifndef XQBENCH_GATE_REASON_H
#define XQBENCH_GATE_REASON_H

#include "gate.h"

/* They rose or, with a limit below 0, fell by more than the limit:
 * "+4.1 % instructions, limit +1.0 %". */
void gate_say_instructions(struct gate_row *row, double rise, double limit);

/* Both runs call it slower: "+3.2 % time, at least +2.6 % in 60 launches of the second run"; or two
 * stored runs do: "+3.2 % time, at least +2.6 % in 80 launches". */
void gate_say_slower(struct gate_row *row, double limit);

/* Only the first run does: "+3.2 % time, not confirmed by the second run: at least +0.4 % in ...".
 */
void gate_say_unconfirmed(struct gate_row *row, double limit);

/* Two stored runs do, but not beyond the limit by their bound: "+2.6 % time, only at least +1.9 %
 * in 80 launches". */
void gate_say_unsure(struct gate_row *row, double limit);

/* "-6.0 % time, at most -4.1 % in 30 launches", and if instructions rose beyond their limit, by
 * how much. */
void gate_say_faster(struct gate_row *row, const struct gate_limits *limits, double risen);

/* A rise beyond sight is excluded: "+0.3 % time, at most +2.1 % in 30 launches". */
void gate_say_excluded(struct gate_row *row, const struct gate_time *time, double sight);

/* It is not: "time open: at most +7.0 %, instructions 0.0 %". */
void gate_say_open(struct gate_row *row, const struct gate_limits *limits, double rise);

#endif
