/* What the reports of a gate have in common: the same figures in the same words. */
#ifndef XQBENCH_GATE_CELLS_H
#define XQBENCH_GATE_CELLS_H

#include <stdbool.h>
#include <stdio.h>

#include "gate.h"

enum gate_column {
    GATE_WORKLOAD,
    GATE_BOARD,
    GATE_INSTRUCTIONS, /* their change, and that of time with its bounds */
    GATE_TIME,
    GATE_VERDICT,
    GATE_REASON,
    GATE_COLUMNS
};

enum { GATE_LINE_SIZE = 2048, GATE_PERCENT_SIZE = 32 };

/* Adds to a text that has room for `size` bytes. */
void gate_add(char *line, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* A share as percents: "+4.1", "0.0"; of what no table has room for, the digits that matter. */
const char *gate_percent(double share, int decimals, char out[GATE_PERCENT_SIZE]);

/* The heading of a column, and one row in it; "-" for nothing. */
const char *gate_column_name(enum gate_column column);
const char *gate_cell(const struct gate_row *row, enum gate_column column,
                      char out[GATE_TEXT_SIZE]);

/* Has a row anything in this column? */
bool gate_has_column(const struct gate *gate, enum gate_column column);

/* The change and the figures behind it, base and new. */
const char *gate_details(const struct gate_row *row, char out[GATE_LINE_SIZE]);

size_t gate_rows_with(const struct gate *gate, enum gate_verdict verdict);

/* The verdicts that a report shows first, the gravest first: all but ok. */
enum { GATE_TOLD = 3 };
extern const enum gate_verdict gate_told[GATE_TOLD];

/* "regression: 2 of 51 rows: regression"; "counts differ". */
const char *gate_summary(const struct gate *gate, char out[GATE_LINE_SIZE]);

/* "49 rows ok: 40 by time, 9 by instructions"; "No row is ok". */
const char *gate_rows_ok(const struct gate *gate, char out[GATE_TEXT_SIZE]);

/* Puts what was compared, on which machine and how, a line at a time. */
void gate_facts(FILE *out, const struct gate *gate, void (*put)(FILE *out, const char *line));

/* Puts each line of a text that is shorter than GATE_LINE_SIZE. */
void gate_each_line(FILE *out, const char *text, void (*put)(FILE *out, const char *line));

/* Each character of `special` is written as the replacement at the same index. */
struct gate_escapes {
    const char *special;
    const char *const *replacement;
};

/* Writes a text like that, and bytes that cannot be shown as \xNN. */
void gate_escape(FILE *out, const char *text, const struct gate_escapes *escapes);

#endif
