/*
 * Two stored runs beside each other, workload by workload and board by board.
 *
 * The launches of two runs are independent samples, so a row is judged by ranks (stats_shift_of()),
 * and all rows as one family. What the machine itself did between the runs is in every time. It
 * cancels in relative comparisons: there a launch says how long a board took beside the reference
 * board of the same launch.
 */
#ifndef XQBENCH_COMPARE_H
#define XQBENCH_COMPARE_H

#include "stats/stats.h"
#include "stored.h"

enum { COMPARE_BASE, COMPARE_NEW, COMPARE_SIDES };

/* "BASE", "NEW" */
extern const char *const compare_side_names[COMPARE_SIDES];

struct compare_row {
    const char *workload; /* COMPARE_MEAN for the geometric mean over the others of this board */
    const char *board;
    bool limit;

    /* A limit that does the same in both runs, so that it tells of the machine alone: the state of
     * the board, which some limits read, has as many bytes. */
    bool witness;

    /* ns of one operation (NaN for the mean), or how many times as fast as the reference. */
    double value[COMPARE_SIDES];
    double instructions[COMPARE_SIDES]; /* of one operation; NaN when they cannot be compared */
    const struct stats_row *time;       /* that of NEW / that of BASE */
};

#define COMPARE_MEAN "geometric mean"

struct comparison {
    const struct stored *runs[COMPARE_SIDES]; /* borrowed */
    const char *reference;                    /* the board; NULL when times are compared */
    struct compare_row *rows;
    struct stats_row *times; /* what the rows point to */
    size_t count;
};

/*
 * Compares what both runs have: of each board all workloads in the order of BASE, limits too, and
 * after them the geometric means of boards with several workloads. `relative`: beside the reference
 * of BASE, which has no rows. `trust_all`: disturbed launches, too. False without memory. Free with
 * comparison_free(), in any case; the runs must live as long.
 */
bool comparison_make(struct comparison *comparison, const struct stored *base,
                     const struct stored *new, bool relative, bool trust_all);
void comparison_free(struct comparison *comparison);

/* How many times as fast NEW is in the median of the rows that are witnesses, or of those that are
 * neither limits nor means; NaN when there are none, or without memory. */
double compare_median_speed(const struct comparison *comparison, bool witnesses);

/* So much slower a board may be, and no more, where nothing is said: 0.1 is 10 %. */
extern const double compare_unseen;

/* Does the interval of a row, or the want of one, leave it open that the board is slower by more
 * than that? */
bool compare_hides_slowdown(const struct compare_row *row);

/*
 * Is a board slower? Of all rows but the limits: STATS_SLOWER when one is; otherwise
 * STATS_INCONCLUSIVE when one hides a slowdown, or none has a verdict; and STATS_EQUAL when
 * neither is so.
 */
enum stats_verdict compare_verdict(const struct comparison *comparison);

/* False when instructions were counted in both runs, but with other tools or builds. */
bool compare_counted_alike(const struct comparison *comparison);

/* What time and instructions say together: "suspect layout, or the machine". NULL when that is
 * nothing, or unknown.
 */
const char *compare_note(const struct compare_row *row);

#endif
