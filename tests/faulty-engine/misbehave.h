/* What goes wrong around the answers: each is called at its time, and does what is switched on. */
#ifndef FAULTY_ENGINE_MISBEHAVE_H
#define FAULTY_ENGINE_MISBEHAVE_H

#include <stdbool.h>
#include <stdint.h>

#include "moves.h"

/* Ends the process by SIGSEGV, without a core file. */
_Noreturn void crash(void);

void misbehave_at_start(void);

/* True when the line has been answered so. */
bool misbehave_at_line(const char *line);

/* Before an answer. True when it has been given. */
bool misbehave_at_go(void);

/* Before a row of the answer; `middle` of one of them. */
void misbehave_at_row(bool middle);

/* The text of a count. */
enum { COUNT_TEXT_SIZE = 32 };
void count_write(uint64_t nodes, bool middle, char out[COUNT_TEXT_SIZE]);

/* Before the total, and behind the answer. */
void misbehave_at_total(void);
void misbehave_after_answer(bool script);

/* At the end of a script, on `quit` or the end of input; returns the exit status. */
int misbehave_at_end(void);

#endif
