/* Gates that never were, with figures known beforehand, and what the reports say of them. */
#ifndef XQPERFT_TESTS_GATE_MADE_H
#define XQPERFT_TESTS_GATE_MADE_H

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gate/gate_report.h"

enum { MADE_ROWS = 6 };

static char *said; /* by the last report */
static size_t said_size;

static inline FILE *begin_report(void)
{
    free(said);
    said = NULL;
    FILE *out = open_memstream(&said, &said_size);
    cr_assert_not_null(out);
    return out;
}

static inline const char *said_by(void (*report)(FILE *out, const struct gate *gate),
                                  const struct gate *gate)
{
    FILE *out = begin_report();
    report(out, gate);
    cr_assert(!ferror(out) && fclose(out) == 0);
    return said;
}

static inline const char *written_by(bool (*report)(FILE *out, const struct gate *gate),
                                     const struct gate *gate)
{
    FILE *out = begin_report();
    cr_assert(report(out, gate));
    cr_assert(!ferror(out) && fclose(out) == 0);
    return said;
}

static inline void assert_said(const char *part, const char *rule)
{
    cr_assert(strstr(said, part), "%s: '%s' is not in:\n%s", rule, part, said);
}

static inline void assert_unsaid(const char *part, const char *rule)
{
    cr_assert_null(strstr(said, part), "%s: '%s' is in:\n%s", rule, part, said);
}

static inline size_t times_said(const char *part)
{
    size_t count = 0;
    for (const char *at = strstr(said, part); at; at = strstr(at + 1, part))
        count++;
    return count;
}

static inline struct gate_time made_time(size_t launches, double rise, double low, double high)
{
    return (struct gate_time){.launches = launches,
                              .rise = rise,
                              .low = low,
                              .high = high,
                              .p = 0.5,
                              .adjusted_p = 0.75,
                              .p_faster = 0.25,
                              .adjusted_p_faster = 1};
}

/* One row of each kind. */
static const struct gate_row made_rows[MADE_ROWS] = {
    {.workload = "legal-list",
     .board = "padded",
     .instructions = {1000, 1000},
     .ns = {100, 100.1},
     .first = {40, 0.001, -0.004, 0.0075, 0.5, 1, 0.5, 1},
     .verdict = GATE_OK,
     .ground = GATE_BY_TIME,
     .reason = "+0.1 % time, at most +0.8 % in 40 launches"},
    {.workload = "legal-list",
     .board = "bitboard",
     .instructions = {1000, 1041},
     .ns = {50, 50},
     .first = {40, 0, -0.004, 0.0075, 0.5, 1, 0.5, 1},
     .verdict = GATE_REGRESSION,
     .ground = GATE_BY_INSTRUCTIONS,
     .reason = "+4.1 % instructions, limit +1.0 %"},
    {.workload = "copy",
     .board = "naive",
     .instructions = {1000, 900},
     .ns = {20, 20},
     .first = {40, 0, -0.004, 0.0075, 0.5, 1, 0.5, 1},
     .verdict = GATE_IMPROVED,
     .ground = GATE_BY_INSTRUCTIONS,
     .reason = "-10.0 % instructions, limit -1.0 %"},
    {.workload = "perft",
     .board = "naive",
     .instructions = {NAN, NAN},
     .ns = {NAN, NAN},
     .first = {4, 0.02, -1, INFINITY, 0.5, 1, 0.5, 1},
     .verdict = GATE_INCONCLUSIVE,
     .ground = GATE_BY_NOTHING,
     .reason = "time open: too few launches (4), not counted"},
    {.workload = "perft",
     .board = "padded",
     .instructions = {1000, 1000},
     .ns = {300, 309.6},
     .first = {40, 0.03, 0.021, 0.041, 1e-6, 1e-5, 1, 1},
     .again = {80, 0.032, 0.026, 0.039, 1e-9, 1e-8, 1, 1},
     .verdict = GATE_REGRESSION,
     .ground = GATE_BY_TIME,
     .reason = "+3.2 % time, at least +2.6 % in 80 launches of the second run"},
    {.workload = "copy",
     .board = "padded",
     .instructions = {1000, 1000},
     .ns = {10, 10.1},
     .first = {40, 0.01, -1, 0.07, 0.5, 1, 0.5, 1},
     .verdict = GATE_OK,
     .ground = GATE_BY_INSTRUCTIONS,
     .reason = "time open: at most +7.0 %, instructions 0.0 %"},
};

/* A gate with the first of these rows, without a verdict. They are released with free(). */
static inline struct gate made_gate(size_t rows)
{
    struct gate gate = {
        .limits = {0.01, 0.02, 0.05, 0.01},
        .sides = {{"build/gate/base-abc1234", "abc1234", "gcc 12.2.0", "-O3"},
                  {"build/gate/head", "def5678 with changes", "gcc 12.2.0", "-O3"}},
        .cpu = "Test CPU",
        .date = "2026-01-02T03:04:05Z",
        .counts_checked = true,
        .counted_with = "valgrind-3.19.0, x86-64-v3",
        .counted_flags = "-O2",
        .launches = 40,
        .confirming = 80,
        .seed = 7,
        .rows = calloc(MADE_ROWS, sizeof(struct gate_row)),
        .row_count = rows,
    };
    cr_assert(gate.rows && rows <= MADE_ROWS);
    memcpy(gate.rows, made_rows, sizeof made_rows);
    return gate;
}

/* All of them, which are a regression. */
static inline struct gate made_regression(void)
{
    struct gate gate = made_gate(MADE_ROWS);
    gate.verdict = GATE_REGRESSION;
    strcpy(gate.reason, "2 of 6 rows: regression");
    strcpy(gate.notes[0], "Board twin is only in NEW.");
    strcpy(gate.notes[1], "valgrind is missing.");
    gate.note_count = 2;
    return gate;
}

/* The row alone, whose verdict is that of all. */
static inline struct gate made_single(size_t row)
{
    struct gate gate = made_gate(1);
    gate.rows[0] = made_rows[row];
    gate.verdict = made_rows[row].verdict;
    snprintf(gate.reason, sizeof gate.reason, "1 of 1 rows: %s", gate_verdict_name(gate.verdict));
    return gate;
}

static inline struct gate made_without_rows(void)
{
    struct gate gate = made_gate(0);
    gate.verdict = GATE_INCONCLUSIVE;
    strcpy(gate.reason, "no row was compared");
    return gate;
}

static inline struct gate made_miscount(void)
{
    struct gate gate = made_gate(0);
    gate.verdict = GATE_REGRESSION;
    strcpy(gate.reason, "counts differ");
    strcpy(gate.counts_differ, "NEW miscounts:\n  padded, games.epd:3, depth 2: 43, not 44\n");
    return gate;
}

/* What is markup, a command, a mention, a line's end or no text at all, somewhere. */
#define HOSTILE                                                                                    \
    "::error::|`<b>&\"'\n\r\t%0A,: @all #12 *a* _b_ [c](d) ~$\\| \x1b[2J \xff \xe5\x85\xb5 -->"
#define HOSTILE_SHOWN                                                                              \
    "::error::|`<b>&\"'\\x0A\\x0D\\x09%0A,: @all #12 *a* _b_ [c](d) ~$\\| \\x1B[2J \\xFF "         \
    "\xe5\x85\xb5 -->"

/* Puts it into every text of the gate, but not of its rows. */
static inline void say_everywhere(struct gate *gate, const char *text)
{
    for (size_t i = 0; i < 2; i++) {
        struct gate_side *side = &gate->sides[i];
        char *const texts[] = {side->name, side->commit, side->compiler, side->flags};
        for (size_t j = 0; j < sizeof texts / sizeof texts[0]; j++)
            snprintf(texts[j], GATE_TEXT_SIZE, "%s", text);
    }
    char *const texts[] = {gate->cpu, gate->date, gate->counted_with, gate->counted_flags,
                           gate->reason};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        snprintf(texts[i], GATE_TEXT_SIZE, "%s", text);
    for (size_t i = 0; i < gate->note_count; i++)
        snprintf(gate->notes[i], GATE_TEXT_SIZE, "%s", text);
}

/* Every text of the gate is like that, and names are as long as they can be. */
static inline struct gate made_hostile(void)
{
    struct gate gate = made_regression();
    say_everywhere(&gate, HOSTILE);
    for (size_t i = 0; i < gate.row_count; i++) {
        memset(gate.rows[i].workload, 'w', GATE_NAME_SIZE - 1);
        if (i % 2 == 0)
            snprintf(gate.rows[i].workload, GATE_NAME_SIZE, "%s", HOSTILE);
        snprintf(gate.rows[i].board, GATE_NAME_SIZE, "%s", HOSTILE);
        snprintf(gate.rows[i].reason, GATE_TEXT_SIZE, "%s%s", HOSTILE, HOSTILE);
    }
    return gate;
}

/* So many rows like the first of the gate, each with a number in its name. */
static inline void many_rows(struct gate *gate, size_t count, struct gate_row like)
{
    gate->rows = realloc(gate->rows, (gate->row_count + count) * sizeof *gate->rows);
    cr_assert_not_null(gate->rows);
    for (size_t i = 0; i < count; i++) {
        struct gate_row *row = &gate->rows[gate->row_count++];
        *row = like;
        snprintf(row->workload, sizeof row->workload, "%s-%zu", gate_verdict_name(like.verdict), i);
    }
}

#endif
