/*
 * The gate: may this build take the place of that one? Counts come first, then instructions, which
 * are exact, then time. Each is a list of rows, one for each workload and board, and each row has
 * one verdict, its figures and a reason.
 *
 * What it must never do is to fail at random, or to pass what it could not have seen. So
 *
 *   - a row is slower only when the sign test over fresh launches says that its time rose by more
 *     than the limit, at a family error of 1 % over all rows, and a second, larger run says so
 *     again. Of two runs that are stored there is no second one, and the machine may have changed
 *     between them: there the bound of the row itself must be beyond the limit, and the machine
 *     have changed by less, as the limits among the workloads tell;
 *   - a row is ok only when a rise beyond what the gate promises to see is excluded, or when its
 *     instructions are known and did not rise: otherwise it is inconclusive.
 */
#ifndef XQBENCH_GATE_H
#define XQBENCH_GATE_H

#include <stdbool.h>
#include <stddef.h>

enum { GATE_TEXT_SIZE = 256, GATE_NAME_SIZE = 80 };

struct gate_limits {
    double instructions; /* a rise of more than this is a regression: 0.01 for 1 % */
    double time;         /* likewise, of time: 0.02 */
    double sight;        /* a rise of more than this must be excluded for "ok" by time: 0.05 */
    double error;        /* of all rows together: 0.01 */
};

extern const struct gate_limits gate_usual_limits;

enum gate_verdict { GATE_OK, GATE_IMPROVED, GATE_REGRESSION, GATE_INCONCLUSIVE };

/* What decided a row. */
enum gate_ground { GATE_BY_NOTHING, GATE_BY_COUNTS, GATE_BY_INSTRUCTIONS, GATE_BY_TIME };

/* What launches say of new time / base time - 1, by the sign test; those of two stored runs by the
 * rank sum test. */
struct gate_time {
    size_t launches;  /* 0: not timed; of stored runs, those of both */
    double rise;      /* the median; NaN when unknown */
    double low, high; /* the rise is above low but for a probability of error / rows, and below high
                         likewise; -1 and infinity where so few launches cannot say, NaN where the
                         machine changed between two runs */
    double p;         /* one-sided, of "the rise is at most the limit" */
    double adjusted_p;                  /* after Holm, over all rows that were timed together */
    double p_faster, adjusted_p_faster; /* of "time did not fall by more than the limit" */
};

struct gate_row {
    char workload[GATE_NAME_SIZE], board[GATE_NAME_SIZE];

    double instructions[2]; /* of one operation, base and new; NaN when not counted */
    double ns[2];           /* of one operation, medians; NaN when not timed */
    struct gate_time first; /* of the run over all rows */
    struct gate_time again; /* of the larger run over the rows that the first called slower */

    enum gate_verdict verdict; /* this and what follows by gate_judge() */
    enum gate_ground ground;
    char reason[GATE_TEXT_SIZE]; /* one clause for a person, never empty:
                                    "+4.1 % instructions, limit +1.0 %" */
};

/* What a build is, for tables and files. Empty: unknown. */
struct gate_side {
    char name[GATE_TEXT_SIZE];     /* how it was named: a commit, a folder, a command */
    char commit[GATE_TEXT_SIZE];   /* with "with changes" behind it for a dirty tree */
    char compiler[GATE_TEXT_SIZE]; /* version line */
    char flags[GATE_TEXT_SIZE];
};

enum { GATE_BASE, GATE_NEW };

struct gate {
    struct gate_limits limits;
    struct gate_side sides[2];
    char cpu[GATE_TEXT_SIZE], date[GATE_TEXT_SIZE];

    bool stored; /* all is of two runs that were made before, one after the other */

    bool counts_checked;
    bool counts_elsewhere; /* times of other programs: who took them had to look at their counts */
    char counts_differ[2048]; /* what miscounts, where, several lines; empty when all are right.
                                 Then nothing else was done, and there are no rows. */
    bool base_alone_differs;  /* and new is right: it mends what base does not, and there is nothing
                                 that its speed could be compared with */

    char counted_with[GATE_TEXT_SIZE];  /* "valgrind-3.19.0, x86-64-v3"; empty: not counted */
    char counted_flags[GATE_TEXT_SIZE]; /* of the compiler, of the builds that were counted */
    size_t launches, confirming; /* of the first and of the second run; of stored runs, both */
    unsigned long seed;

    struct gate_row *rows;
    size_t row_count;

    /* What was not compared or not done and why, one sentence each: a missing valgrind, a board
     * that only one side has. They do not change verdicts by themselves. */
    char notes[8][GATE_TEXT_SIZE];
    size_t note_count;

    enum gate_verdict verdict;   /* of all, by gate_judge() */
    char reason[GATE_TEXT_SIZE]; /* "2 of 51 rows: regression" */
};

/* "ok", "improved", "regression", "inconclusive"; "counts", "instructions", "time", "". */
const char *gate_verdict_name(enum gate_verdict verdict);
const char *gate_ground_name(enum gate_ground ground);

/* 0.041 for +4.1 %; NaN when either side was not counted. */
double gate_instructions_rise(const struct gate_row *row);

/*
 * What launches say, from their log ratios (new / base; what is not finite may have been anything),
 * for a table of so many rows. Room in `scratch`: `launches`.
 */
struct gate_time gate_time_of(const double *log_ratios, size_t launches, size_t rows,
                              const struct gate_limits *limits, double *scratch);

/* What two runs took that know nothing of each other. */
struct gate_runs {
    const double *logs[2]; /* of base and new, a logarithm a launch; not finite: unknown */
    size_t launches[2];    /* of base and new */
    const double *at_most; /* stats_rank_sum() of them */
    double machine;        /* the logarithm of how much more the same work took in new than in base:
                              a change of the machine; NaN: unknown */
};

/*
 * Likewise, of two runs. So much of a rise as the machine itself changed may be the machine's, and
 * bounds are wider by it. But rows differ in what a machine does to them, by about as much as it
 * changed: when that is more than the limit, or unknown, launches say nothing. Room in `scratch`:
 * the product of the launches.
 */
struct gate_time gate_time_of_runs(const struct gate_runs *runs, size_t rows,
                                   const struct gate_limits *limits, double *scratch);

/* Fills in adjusted_p and adjusted_p_faster of the times of all rows, or (`again`) of those that
 * have a second one. False without memory. */
bool gate_adjust(struct gate *gate, bool again);

/* Must the row be timed again, since the first run calls it slower? */
bool gate_is_suspect(const struct gate *gate, const struct gate_row *row);

/*
 * Gives each row and the whole a verdict with its reason. Of a row, in this order:
 *
 *   regression    instructions rose by more than the limit, unless time is known to have fallen
 *                 by more than its limit
 *   regression    time rose by more than the limit, in both runs; of stored runs, by a bound that
 *                 is beyond the limit
 *   inconclusive  the first run called it slower, and the second one did not, unless its rise is
 *                 within the limit and beyond `sight` is excluded; of stored runs, by Holm alone
 *   improved      instructions fell by more than the limit, or time did
 *   ok            a rise of time beyond `sight` is excluded, by the second run if there was one
 *   ok            time is open, but instructions are known not to have risen beyond the limit (the
 *                 reason says that time is open)
 *   inconclusive  otherwise
 *
 * The whole is a regression if counts differ or a row is one; but inconclusive if only base
 * miscounts. Else inconclusive if counts were not checked, here or elsewhere, there are no rows, a
 * row is inconclusive, or the time of more than half of the timed rows is open; else improved if a
 * row is; else ok.
 */
void gate_judge(struct gate *gate);

#endif
