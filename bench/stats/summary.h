/* From samples to the figures of the tables, and to what may be said about them. */
#ifndef XQBENCH_SUMMARY_H
#define XQBENCH_SUMMARY_H

#include "measure/launch.h"
#include "stats.h"

/* One workload on one board, over all rounds of all launches. */
struct figure {
    struct stats_spread ns; /* of one operation */
    double rate;            /* items a second, at the median */
    size_t outliers;        /* samples, see struct stats_times */
};

/*
 * The rows that are judged, one family: every pair of boards in every workload, ordered as by
 * stats_pair_index(), then every pair in the geometric mean over workloads. Limits are judged, and
 * have no part in the mean, nor have workloads that not all boards have; of less than two workloads
 * there is none. Where a board has not the workload, the pair has a row that is no part of the
 * family, and says STATS_NOT_COMPARED.
 */
struct summary {
    size_t launches;
    size_t pairs;       /* of boards */
    size_t mean_of;     /* workloads; 0 when there is no mean */
    size_t row_count;   /* also of those that are no part of the family */
    double *times;      /* ns of one operation: see summary_times() */
    double *log_ratios; /* of each row, that of each launch */
    struct figure *figures;
    struct stats_row *rows;
};

/* 95 %, and what is called equal is so within 2 %. */
extern const struct stats_rule summary_rule;

/* Of so many launches, which lie behind each other; those not trusted count for times alone. False
 * without memory. Free with summary_free(), in any case. */
bool summary_make(struct summary *summary, const struct plan *plan, const struct sample *samples,
                  const bool *trusted, size_t launches);
void summary_free(struct summary *summary);

/* How many rows the family of a plan has. */
size_t summary_row_count(const struct plan *plan);

/* The figure of one workload and contender; NaN where it has not the workload. */
const struct figure *summary_figure(const struct plan *plan, const struct summary *summary,
                                    size_t workload, size_t contender);

/* The times of a launch (from 0), one for each round. */
const double *summary_times(const struct plan *plan, const struct summary *summary, size_t workload,
                            size_t contender, size_t launch);

/* Their median. Room in `scratch`: the rounds of the plan. */
double summary_launch_time(const struct plan *plan, const struct summary *summary, size_t workload,
                           size_t contender, size_t launch, double *scratch);

/* Is there anything to compare in a workload? The one after the last is the mean. */
bool summary_compares(const struct plan *plan, size_t workload);

/* The row of a contender beside the first one, or NULL for the first one itself. The workload after
 * the last one is the geometric mean, if there is one. */
const struct stats_row *summary_row(const struct plan *plan, const struct summary *summary,
                                    size_t workload, size_t contender);

/* The contender that is faster than all others, or contender_count; likewise. */
size_t summary_winner(const struct plan *plan, const struct summary *summary, size_t workload);

/* The widest interval of all rows but those of limits, as (high / low - 1); infinite when a row has
 * none. */
double summary_widest(const struct plan *plan, const struct summary *summary);

#endif
