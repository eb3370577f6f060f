/* What the processor remembers. */
#ifndef XQBENCH_FORGET_H
#define XQBENCH_FORGET_H

/*
 * Makes the branch predictor forget most of what it has learnt, and leaves the data caches alone.
 *
 * The positions of a run come again in each round, and predictors recognise them: a board that
 * lists captures of the same 300 positions, again and again, takes half of the time that it takes
 * for positions that it has never seen, and how much of this is left after other work depends on
 * the predictor, on that work and on the board. A search sees new positions all the time.
 *
 * It runs branches that nothing can foretell: each is a misprediction half of the time, for which a
 * predictor makes room at the cost of what it knew. That is half a millisecond's work.
 */
void forget(void);

#endif
