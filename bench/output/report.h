/* The results as tables for people: on the terminal, and in Markdown. */
#ifndef XQBENCH_REPORT_H
#define XQBENCH_REPORT_H

#include <stdio.h>

#include "count/counts.h"
#include "curves/curve.h"
#include "measure/machine.h"
#include "measure/series.h"

/* Everything there is to tell of a run. */
struct report {
    const struct machine *machine;
    const char *positions; /* the file */
    uint64_t classes;      /* of positions that were taken, see classes.h; 0 when all were */
    const char *effort;    /* "quick", "default", "full" */
    int cpu;               /* that it was pinned to, or -1 */
    bool trust_all;        /* disturbed launches were compared, too */
    const struct plan *plan;
    const struct series *series;
    const struct summary *summary;
    const struct counts *counts; /* NULL when nothing was counted */
    const struct curves *curves; /* NULL when none were to be measured */
};

/* What a table tells of a workload, one row each. */
enum report_row {
    ROW_TIME,
    ROW_INSTRUCTIONS, /* this and what follows, in the order of enum count_kind, where it is known
                       */
    ROW_CYCLES,
    ROW_RETIRED,
    ROW_BRANCH_MISSES,
    ROW_CACHE_MISSES,
    ROW_RATE,
    ROW_RATIO,
    ROW_COUNT
};

enum { REPORT_TEXT_SIZE = 128 };

/* Has the table this row? Those that count may have nothing to tell. */
bool report_has(const struct report *report, enum report_row row);

/* The unit of a row ("ns per position"), and one board's figure in it, as digits.h writes it, with
 * a mark behind a speed unless it is faster or slower. */
const char *report_unit(enum report_row row, const struct plan *plan, size_t workload,
                        char out[REPORT_TEXT_SIZE]);
const char *report_cell(enum report_row row, const struct figure *figure,
                        const struct stats_row *ratio, char out[REPORT_TEXT_SIZE]);

/* The same of a workload and board of a run. */
const char *report_figure(const struct report *report, enum report_row row, size_t workload,
                          size_t contender, char out[REPORT_TEXT_SIZE]);

/* How many columns of a terminal a UTF-8 text takes (no wide or combining characters). */
size_t report_width(const char *text);

/* Processor, system and build, two lines; `end` ends each. */
void report_machine(FILE *out, const struct machine *machine, const char *end);

/* Machine, build, positions and launches, likewise. */
void report_facts(FILE *out, const struct report *report, const char *end);

/* Write errors are left to the caller's ferror(). */
void report_text(FILE *out, const struct report *report);
void report_markdown(FILE *out, const struct report *report);

#endif
