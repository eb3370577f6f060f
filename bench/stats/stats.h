/*
 * Robust statistics of samples: no clock, no files, only numbers.
 *
 * Boards are compared by their log ratio, the natural logarithm of (time of the board / time of the
 * reference): negative is faster, 0 equal, and swapping the two boards swaps the sign exactly. Both
 * times of a pair come from the same round, so that what slowed the machine in that round cancels.
 *
 * The launch of the program is the unit that counts. Rounds of one launch share where its code and
 * data happened to lie, so a thousand of them still say nothing about the next launch (Mytkowicz
 * and others, Producing wrong data without doing anything obviously wrong, ASPLOS 2009; Kalibera
 * and Jones, Rigorous benchmarking in reasonable time, ISMM 2013). A launch gives one number, the
 * median over its rounds; everything said about a ratio comes from these numbers, whose
 * distribution need not be known: only that launches do not influence each other.
 *
 * Times are above 0 and finite, all in one unit. Levels are between 0 and 1, both excluded: 0.95.
 * `scratch` is room that the caller lends, and meaningless afterwards. Nothing else is changed
 * unless it says so, nothing is allocated, and nothing fails: what cannot be known is NaN.
 */
#ifndef XQBENCH_STATS_H
#define XQBENCH_STATS_H

#include <stdbool.h>
#include <stddef.h>

/* --- one series of numbers ------------------------------------------------------------------- */

struct stats_spread {
    double median;
    double mad; /* median absolute deviation from the median, not scaled to a sigma */
};

/* The median; sorts the values. NaN when there are none, or one of them is NaN. Of an even number
 * of values it is the mean of the middle two, which is infinite beyond DBL_MAX / 2. */
double stats_median(double *values, size_t count);

/* Median and deviation; the values are used as scratch and meaningless afterwards. */
struct stats_spread stats_spread_of(double *values, size_t count);

/* Times of one operation: of a launch, or of all launches when they lie behind each other. */
struct stats_times {
    size_t count;
    struct stats_spread spread; /* in the unit of the times; NaN as for stats_median() */
    size_t outliers;            /* beyond the median by more than 5 sigma; counted, never dropped */
};

/* Sigma is estimated as 1.4826 MAD, as for a normal distribution. When more than half of the times
 * are equal it is 0, and all others are outliers. Room in `scratch`: `count`. */
struct stats_times stats_times_of(const double *times, size_t count, double *scratch);

/* --- a ratio, over launches ------------------------------------------------------------------ */

/*
 * What one launch says: the median over its rounds of the log ratio. Room in `scratch`: `rounds`.
 * NaN when there are no rounds, or a time is none (NaN, infinite, zero or negative): such a launch
 * is not to be trusted. Whoever mistrusts a launch for another reason puts NaN in its place.
 */
double stats_log_ratio(const double *board, const double *reference, size_t rounds,
                       double *scratch);

/*
 * The mean over workloads of each launch's log ratios, the logarithm of the geometric mean of the
 * ratios; all workloads weigh the same (Fleming and Wallace, How not to lie with statistics, CACM
 * 29, 1986). What workload w gave in launch l is log_ratios[w * launches + l]. Fills `means`, one
 * for each launch: NaN without workloads, or where one of them is NaN.
 */
void stats_mean_log_ratios(const double *log_ratios, size_t workloads, size_t launches,
                           double *means);

/*
 * What all launches say of a ratio, in logarithms.
 *
 * A launch without a finite log ratio is untrusted. It is not left out silently, because what
 * spoils a launch may well depend on its speed: it stays in the count, and may have had any value.
 * Of n values let k be unknown, and r the rank of the interval for n. The r-th smallest of all n is
 * the smallest when all k lie below the others: then it is the (r - k)-th of the n - k known ones.
 * The r-th largest is the largest when all k lie above: then it is the (r - k)-th largest known
 * one. This interval contains the one of all n values, whatever the k were, and its coverage is at
 * least theirs. There is none when k reaches r. p is the largest that the k could make: all of them
 * are counted on the smaller side. What k launches cost is k ranks on either side: little for one
 * of 60.
 */
struct stats_estimate {
    size_t launches;
    size_t untrusted; /* of them */
    double median;    /* over the launches that are trusted; NaN when there is none */

    /*
     * The interval that contains the true median (of all launches there could be) with at least the
     * probability `coverage`, whatever the distribution: from the rank-th smallest trusted value to
     * the rank-th largest. Rank 0: there is no interval, and low and high are NaN. Then `coverage`
     * is that of the widest interval, from the smallest to the largest value, which is too little;
     * it is NaN when there are untrusted launches.
     */
    size_t rank;
    double low, high;
    double coverage;

    double p;       /* stats_sign_p() of the launches; NaN when there are none */
    double least_p; /* the smallest p that so many launches, of which so many are untrusted, can
                       have at all; NaN likewise */
};

/* Estimates from the log ratios of all launches. Room in `scratch`: `launches`. */
struct stats_estimate stats_estimate_of(const double *log_ratios, size_t launches, double level,
                                        double *scratch);

/* An estimate the other way up: how many times as fast as the reference, low <= median <= high. */
struct stats_speed {
    double median, low, high;
};
struct stats_speed stats_speed_of(const struct stats_estimate *estimate);

/*
 * The rank of the narrowest interval for the median that has the level, by the sign test: of n
 * values in order, those of rank r and n + 1 - r enclose the median but for a probability of
 * 2 P(B < r), where B has the binomial distribution (n, 1/2). 0 when even the widest falls short:
 * five launches reach 93.75 %. *coverage as in struct stats_estimate. (Dixon and Mood, The
 * statistical sign test, JASA 41, 1946; tables in MacKinnon, JASA 59, 1964.)
 */
size_t stats_interval_rank(size_t launches, double level, double *coverage);

/*
 * The two-sided p-value of the sign test of "the median ratio is 1", from the numbers of launches
 * below, above and at 1. Ties stay in the count, half on either side, an odd one on the smaller
 * side: equal times are evidence for equality. Dropping them, as is common, would call six faster
 * launches and ninety-four equal ones a difference (p = 0.03), and contradict the interval, which
 * counts them too. (Dey, Manjourides and Randles, On zeroes in sign and signed rank tests, Pakistan
 * Journal of Statistics and Operation Research 15, 2019, argue for keeping them.) Launches of which
 * nothing is known are all on the smaller side. NaN for none.
 */
double stats_sign_p(size_t below, size_t above, size_t ties, size_t unknown);

/* Is p at most 1 - level? Values that are equal but for rounding are. False for NaN and for a level
 * outside its range. */
bool stats_significant(double p, double level);

/* How many launches it takes before a row of a table with so many rows can be faster or slower at
 * all: the least n with rows * 2^(1 - n) <= 1 - level. 0 for no rows, or a level that is none. */
size_t stats_launches_needed(double level, size_t rows);

/* --- a ratio of two runs --------------------------------------------------------------------- */

/*
 * P(U <= u) for u from 0 to a * b / 2, where U is Mann and Whitney's: of the a * b pairs of a value
 * of one sample and a value of the other, those in which the first is the smaller, when both
 * samples are of the same distribution without ties. `at_most` has room for a * b / 2 + 1; of empty
 * samples U is 0. (Mann and Whitney, On a test of whether one of two random variables is
 * stochastically larger than the other, Annals of Mathematical Statistics 18, 1947.)
 */
void stats_rank_sum(size_t a, size_t b, double *at_most);

/*
 * Like stats_estimate_of(), of two runs of a and b launches that know nothing of each other, from
 * one logarithm a launch of each run: what must be added to those of `base` to have those of
 * `values`. The estimate is the median of all a * b differences; the interval reaches from the
 * rank-th smallest difference to the rank-th largest (Hodges and Lehmann, Estimates of location
 * based on rank tests, Annals of Mathematical Statistics 34, 1963; Moses, Query 10, Technometrics
 * 7, 1965). It holds when the two distributions differ by a shift alone, whatever they are. p is
 * that of the two-sided rank sum test; ties are counted against a difference, so that the interval
 * excludes 0 exactly when p allows it. Of an untrusted launch all differences are unknown, and may
 * have been anything: they cost ranks, and are counted against a difference, as unknown launches
 * are in struct stats_estimate. `at_most` is stats_rank_sum(a, b). Room in `scratch`: a * b.
 */
struct stats_estimate stats_shift_of(const double *values, size_t a, const double *base, size_t b,
                                     const double *at_most, double level, double *scratch);

/* The one-sided p of the same test, of "what must be added is at most `least`". Swapped runs have
 * that of "at least -least". What is unknown, and ties with `least`, are counted against a rise. */
double stats_shift_p(const double *values, size_t a, const double *base, size_t b,
                     const double *at_most, double least);

/* How many launches each of two runs needs before a row of a table with so many rows can be faster
 * or slower at all: the least n with rows * 2 / (2n over n) <= 1 - level. 0 likewise. */
size_t stats_shift_launches_needed(double level, size_t rows);

/* --- a table of ratios ----------------------------------------------------------------------- */

/*
 * Holm's step-down: p-values adjusted so that among all rows with adjusted[i] <= alpha there is a
 * false one with a probability of at most alpha, however the rows depend on each other (Holm, A
 * simple sequentially rejective multiple test procedure, Scandinavian Journal of Statistics 6,
 * 1979). In the order of p, the k-th smallest of m is multiplied by m + 1 - k, and no result is
 * below the one before it or above 1. A p that is NaN or outside 0 to 1 gets NaN and still counts
 * in m, because its test was part of the plan. `order` has room for `count` indices.
 */
void stats_holm(const double *p, size_t count, double *adjusted, size_t *order);

enum stats_verdict {
    STATS_FASTER, /* the interval is wholly below a ratio of 1, and it holds after Holm */
    STATS_SLOWER, /* ... above 1 ... */
    STATS_EQUAL,  /* no difference holds, and the interval lies close to 1: equal within it */
    STATS_INCONCLUSIVE,
    STATS_NOT_COMPARED /* not by stats_judge(): there is nothing to judge, and no such row */
};

enum stats_reason {
    STATS_NO_REASON,        /* there is a verdict */
    STATS_UNTRUSTED,        /* too few launches are left of those that may be trusted */
    STATS_TOO_FEW_LAUNCHES, /* for an interval, or for any difference in a table this long */
    STATS_TOO_WIDE,         /* the interval contains 1, and what may not be called equal */
    STATS_LOST_BY_HOLM,     /* likewise, but excludes 1, which does not hold in a table this long */
};

struct stats_rule {
    double level;  /* of the intervals; 1 - level is the family error of all rows together */
    double widest; /* called equal is what lies within 1 / (1 + this) and 1 + this: 0.02 is 2 % */
};

struct stats_row {
    struct stats_estimate ratio; /* made with the rule's level */
    double adjusted_p;           /* this and what follows are filled in by stats_judge() */
    enum stats_verdict verdict;
    enum stats_reason reason;
};

/*
 * Judges all rows of a table as one family. Every comparison that anything is said about belongs
 * into one family: where winners are named, all pairs of all workloads, not those with the
 * reference alone, so that nothing in a report contradicts anything else in it.
 * Differences hold for the whole family; "equal" is what one row's own interval says.
 * Room in `scratch`: 2 * count; in `order`: count.
 */
void stats_judge(struct stats_row *rows, size_t count, const struct stats_rule *rule,
                 double *scratch, size_t *order);

/* For people: "faster", "slower", "equal within the interval", "inconclusive"; and the reason as a
 * clause, empty for STATS_NO_REASON. */
const char *stats_verdict_name(enum stats_verdict verdict);
const char *stats_reason_text(enum stats_reason reason);

/* The pairs of a workload's boards are ordered by reference: 1 to 0, 2 to 0, ..., 2 to 1, 3 to 1,
 * ... The place of (board, reference), where reference < board < boards; their number is
 * boards * (boards - 1) / 2, and the first boards - 1 are those with board 0 as the reference. */
size_t stats_pair_index(size_t board, size_t reference, size_t boards);

/* The board that the verdicts of all pairs of one workload call faster than every other that it is
 * compared with. `boards` when there is none, and when there is nobody to win against. */
size_t stats_winner(const struct stats_row *pairs, size_t boards);

/* Is another board called faster than this one? */
bool stats_is_beaten(const struct stats_row *pairs, size_t board, size_t boards);

/* Are there several boards that none is faster than, and are all of them called equal? Where there
 * is neither a winner nor a tie, it is undecided which board is the fastest. */
bool stats_is_tie(const struct stats_row *pairs, size_t boards);

#endif
