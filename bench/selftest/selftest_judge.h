/*
 * What a self-test finds. Its launches are cut into runs of equally many. In each run the reference
 * and one control (see controls.h) are a table of two boards, which is judged by summary.h. The
 * twin's is judged as `xqbench run` judges it. In a slowed board's all rows differ, which would
 * leave Holm nothing to correct; so each of its rows is judged as if it were the only different one
 * in the table of the other boards. Since the truth is known, so is which verdicts are wrong.
 */
#ifndef XQBENCH_SELFTEST_JUDGE_H
#define XQBENCH_SELFTEST_JUDGE_H

#include "stats/summary.h"

/* One row of the tables of one control: a workload, or the last one, the geometric mean. */
struct selftest_row {
    bool limit; /* the workload is one: no work of any board, and nothing is concluded from it */
    size_t verdicts[STATS_INCONCLUSIVE + 1]; /* how many runs say so, by enum stats_verdict */
    size_t intervals; /* how many runs have one: enough launches are to be trusted */
    size_t covered;   /* how many of these contain the true ratio */
    double slowdown;  /* as estimated, 0.05 for 5 %: the median over the runs; NaN for none */
};

struct selftest_control {
    const char *name;
    unsigned percent;          /* by which it is slower; 0 for the twin */
    size_t alarms;             /* runs to be trusted with at least one false row: it is called
                                  faster, or the twin slower */
    struct selftest_row *rows; /* row_count of them */
};

struct selftest {
    size_t runs;
    size_t trusted;       /* runs that have intervals: enough launches are to be trusted */
    size_t row_count;     /* of a table of two boards */
    size_t family;        /* selftest_family() */
    size_t control_count; /* at least two */
    struct selftest_control *controls; /* the twin first, the one that is slowed most last */
};

/* The share of runs with a false alarm that is promised: the rule's level holds for all rows of a
 * table together. */
double selftest_stated_rate(void);

/* How many rows the table of a run with all boards of the plan but the controls has. */
size_t selftest_family(const struct plan *plan);

/* Judges runs of so many launches, which lie behind each other as for summary_make(). The plan's
 * first contender is the reference; the last ones are the twin and the slowed boards. The others
 * only take their turns between them. False without memory. Free with selftest_free(), in any case.
 */
bool selftest_judge(struct selftest *selftest, const struct plan *plan,
                    const struct sample *samples, const bool *trusted, size_t runs,
                    size_t launches);
void selftest_free(struct selftest *selftest);

/* --- what follows: see selftest_findings.c --------------------------------------------------- */

/* How often something went wrong, and from which number on "no more often than stated" is rejected,
 * with an error of at most 1 %. */
struct selftest_bound {
    size_t worst;    /* trusted runs */
    size_t too_many; /* more than there are when they are too few to reject anything */
};

/* Of the twin: runs with a false alarm. */
struct selftest_bound selftest_alarms(const struct selftest *selftest);

/* Runs whose interval misses the truth, in the row and control with most of them; limits aside.
 * Rows of a run depend on each other, so each is tested by itself, with its part of the error. */
struct selftest_bound selftest_missed(const struct selftest *selftest);

/* Runs that call a board equal or faster which is slowed by more than may be called equal, in the
 * row and control with most of them; likewise. */
struct selftest_bound selftest_denied(const struct selftest *selftest);

/* The share of all rows of trusted runs in which the largest slowdown is seen; NaN when there are
 * none. */
double selftest_sight(const struct selftest *selftest);

/* The first of these that holds, in this order. */
enum selftest_verdict {
    SELFTEST_FALSE_ALARMS,   /* too many, see selftest_alarms() */
    SELFTEST_DENIES,         /* too often, see selftest_denied() */
    SELFTEST_MISSES,         /* too often, see selftest_missed() */
    SELFTEST_TOO_FEW_RUNS,   /* fewer than two runs are to be trusted, or than half of them */
    SELFTEST_BLIND,          /* the sight is not more than a half */
    SELFTEST_KEEPS_ITS_WORD, /* nothing is wrong, as far as is known */
};

enum selftest_verdict selftest_verdict_of(const struct selftest *selftest);

/* The row after the last, row_count, stands for all rows together in what follows. */

/* How many runs say so of a row. */
size_t selftest_count(const struct selftest *selftest, size_t control, size_t row,
                      enum stats_verdict verdict);

/* Their share of all runs, from 0 to 1. */
double selftest_share(const struct selftest *selftest, size_t control, size_t row,
                      enum stats_verdict verdict);

/* How often the same board is called faster or slower. */
size_t selftest_false_rows(const struct selftest *selftest, size_t row);

/* The share of the intervals of all controls that contain the truth; NaN when there are none. */
double selftest_covered(const struct selftest *selftest, size_t row);

/* The smallest slowdown, in percent, from which on every one that was tried was called slower in at
 * least 90 % of the runs; 0 when not even the largest was. Of all rows, the largest. */
unsigned selftest_smallest_seen(const struct selftest *selftest, size_t row);

#endif
