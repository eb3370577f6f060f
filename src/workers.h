/* Threads that share out work, and somebody who watches. */
#ifndef XQPERFT_WORKERS_H
#define XQPERFT_WORKERS_H

/*
 * Calls `work` on as many of the wanted threads as the system gives, at least on one and on no more
 * than PERFT_MAX_THREADS, and `watch`, unless it is NULL, in the calling thread about every 0.2
 * seconds meanwhile. Returns when every `work` has. A single one that nobody watches is called in
 * the calling thread: to start a thread takes as long as to count some 100,000 leaves.
 */
void workers_run(unsigned wanted, void (*work)(void *context), void (*watch)(void *context),
                 void *context);

#endif
