/* What a page is made of: the stored results, with every comparison and every file at hand. */
#ifndef XQBENCH_PAGE_DATA_H
#define XQBENCH_PAGE_DATA_H

#include "compare/stored.h"
#include "measure/sampler.h"
#include "stats/stats.h"

/* A board beside another in one workload. */
struct page_ratio {
    bool stored;              /* false for a board beside itself */
    struct stats_speed speed; /* NaN where it is not known */
    enum stats_verdict verdict;
    const char *reason; /* of an inconclusive one; "" */
};

struct page {
    const char *folder;
    struct stored stored;
    const char *boards[PLAN_MAX];    /* the first is the reference */
    const char *workloads[PLAN_MAX]; /* in the order of the run; limits too */
    size_t board_count, workload_count;
    bool has_mean;             /* see page_is_in_mean() */
    struct page_ratio *ratios; /* see page_ratio() */
    struct stats_row *pairs;   /* their verdicts alone, by stats_pair_index() in each workload */
    double level;              /* of intervals and verdicts */
    double equal_within;       /* how wide an interval may be that is called equal */
    size_t rounds;             /* of each launch */
    size_t judged;             /* comparisons, which are one family */
    bool trust_all;            /* launches were compared although they were disturbed */
    size_t attempts;           /* at launches; some are repeated */
    size_t disturbed;          /* of the attempts */
    size_t repeated;           /* launches of which the repetition counts */
    size_t left_out;           /* launches that are not compared, since that was disturbed too */
};

/* Reads and checks the results.json of a folder. False with a reason. Free with page_free(), in any
 * case. */
bool page_read(struct page *page, const char *folder, struct fault *fault);
void page_free(struct page *page);

/* One workload on one board, or NULL: not all boards have all policies. One board has it. */
const struct stored_figure *page_figure(const struct page *page, size_t workload, size_t board);
const struct stored_figure *page_any_figure(const struct page *page, size_t workload);

/* What was said of it, with all that results.json has; NULL without. */
const json_t *page_json(const struct page *page, size_t workload, size_t board);

/* How many boards have a workload; in the mean are those that all have, and that are no limits. */
size_t page_boards(const struct page *page, size_t workload);
bool page_is_in_mean(const struct page *page, size_t workload);

/* How many times as fast a board is as another. The workload after the last is the geometric mean,
 * when there is one. */
const struct page_ratio *page_ratio(const struct page *page, size_t workload, size_t board,
                                    size_t other);

/* The name of a workload, that one too. */
const char *page_workload(const struct page *page, size_t workload);

/* Is there a board to compare with another, and no limit? The mean is such a workload. */
bool page_compares(const struct page *page, size_t workload);

/* A limit is there to be compared with, and has no part in the mean. */
bool page_is_limit(const struct page *page, size_t workload);

/* The board that is faster than all others, or board_count; is there none because the best are
 * equal? and is another faster than this board? See stats.h. */
size_t page_winner(const struct page *page, size_t workload);
bool page_is_tie(const struct page *page, size_t workload);
bool page_is_beaten(const struct page *page, size_t workload, size_t board);

/* The fastest but the winner: the board which the winner is least ahead of. */
size_t page_next(const struct page *page, size_t workload, size_t winner);

/* How many workloads there are, with the mean; how many have more than one board and are not
 * limits; and how many are in the mean. */
size_t page_rows(const struct page *page);
size_t page_compared(const struct page *page);
size_t page_mean_of(const struct page *page);

/* A number of an object, or NaN when it is null or not there. */
double page_number(const json_t *object, const char *key);

/* A text of an object; "unknown" when it is null or not there. */
const char *page_text(const json_t *object, const char *key);

/*
 * Reads a text file of the folder. *text is NULL when there is no such file. False with a reason
 * when it cannot be read or is no text. Free the text.
 */
bool page_file(const struct page *page, const char *name, char **text, struct fault *fault);

#endif
