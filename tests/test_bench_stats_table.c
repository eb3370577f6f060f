/* Tables of ratios and what is said of them, against published examples and by hand. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdint.h>

#include "statistics.h"

enum { ROWS_MAX = 12 };

#define COUNT(array) (sizeof(array) / sizeof *(array))

Test(bench_table, holm)
{
    static const struct {
        const char *source;
        size_t count;
        double p[7], adjusted[7];
    } rows[] = {
        {"Wikipedia, Holm-Bonferroni method: H1 and H4 are rejected at 0.05",
         4,
         {.01, .04, .03, .005},
         {.03, .06, .06, .02}},
        {"R's p.adjust, stats.stackexchange.com question 470480",
         7,
         {.04, .008, .004, .0008, .0004, .00008, .00004},
         {.04, .016, .012, .0032, .0020, .00048, .00028}},
        {"pingouin's documentation, as R",
         5,
         {.50, .003, .32, .054, .0003},
         {.64, .012, .64, .162, .0015}},
        {"stdlib.io's documentation, as R",
         5,
         {.319, .201, .4, .374, .113},
         {.957, .804, .957, .957, .565}},
        {"one row is not adjusted", 1, {.04}, {.04}},
        {"never above 1", 2, {.9, .8}, {1, 1}},
        {"equal values stay equal", 3, {.01, .01, .01}, {.03, .03, .03}},
        {"NaN counts, and comes last", 4, {NAN, .01, NAN, .03}, {NAN, .04, NAN, .09}},
        {"what is no probability is NaN", 3, {-1, 2, .01}, {NAN, NAN, .03}},
        {"0 and 1", 2, {1, 0}, {1, 0}},
        {"no rows", 0, {0}, {0}},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        double adjusted[7];
        size_t order[7];
        stats_holm(rows[i].p, rows[i].count, adjusted, order);
        for (size_t j = 0; j < rows[i].count; j++)
            cr_assert(near(adjusted[j], rows[i].adjusted[j]) ||
                          (isnan(adjusted[j]) && isnan(rows[i].adjusted[j])),
                      "%s: p of %g became %g", rows[i].source, rows[i].p[j], adjusted[j]);
    }
}

/* A row of so many launches around a middle, of which the first `against` lie on the other side. */
static struct stats_row row_of(size_t launches, double middle, double spread, size_t against)
{
    double log_ratios[LAUNCHES_MAX];
    for (size_t i = 0; i < launches; i++) {
        double share = launches > 1 ? (double)i / (double)(launches - 1) - 0.5 : 0;
        log_ratios[i] = i < against ? -middle : middle + spread * share;
    }
    return (struct stats_row){.ratio = estimate_of(log_ratios, launches)};
}

static void judge(struct stats_row *rows, size_t count)
{
    static const struct stats_rule rule = {.level = 0.95, .widest = 0.02};
    double scratch[2 * ROWS_MAX];
    size_t order[ROWS_MAX];
    stats_judge(rows, count, &rule, scratch, order);
}

/* The row stands in a table with `others` that are all equal (p = 1). Of ten values, evenly spread,
 * the 2nd and the 9th are 7/18 of the spread from the middle. */
Test(bench_table, verdicts)
{
    static const struct {
        const char *rule;
        size_t launches;
        double middle, spread;
        size_t against, others;
        enum stats_verdict verdict;
        enum stats_reason reason;
    } rows[] = {
        {"all below", 10, -0.1, 0.01, 0, 0, STATS_FASTER, STATS_NO_REASON},
        {"all above", 10, 0.1, 0.01, 0, 0, STATS_SLOWER, STATS_NO_REASON},
        {"a wide interval that excludes 1", 10, 2, 3, 0, 0, STATS_SLOWER, STATS_NO_REASON},
        {"all at 1", 10, 0, 0, 0, 0, STATS_EQUAL, STATS_NO_REASON},
        {"about 1", 10, 0, 0.01, 0, 0, STATS_EQUAL, STATS_NO_REASON},
        {"a median below 1 is not enough", 10, -0.001, 0.01, 0, 0, STATS_EQUAL, STATS_NO_REASON},
        {"up to 1.99 %: ln 1.0199 = 0.0197", 10, 0, 18 / 7.0 * 0.0197, 0, 0, STATS_EQUAL,
         STATS_NO_REASON},
        {"up to 2.01 %: ln 1.0201 = 0.0199", 10, 0, 18 / 7.0 * 0.0199, 0, 0, STATS_INCONCLUSIVE,
         STATS_TOO_WIDE},
        {"narrow, but on one side up to 2.2 %", 10, 0.01, 18 / 7.0 * 0.012, 0, 0,
         STATS_INCONCLUSIVE, STATS_TOO_WIDE},
        {"huge and about 1", 10, 0, 1e300, 0, 0, STATS_INCONCLUSIVE, STATS_TOO_WIDE},
        {"about 1, wider than 2 %", 10, 0, 0.1, 0, 0, STATS_INCONCLUSIVE, STATS_TOO_WIDE},
        {"six launches are enough alone", 6, -0.1, 0, 0, 0, STATS_FASTER, STATS_NO_REASON},
        {"five are not", 5, -0.1, 0, 0, 0, STATS_INCONCLUSIVE, STATS_TOO_FEW_LAUNCHES},
        {"one", 1, -0.1, 0, 0, 0, STATS_INCONCLUSIVE, STATS_TOO_FEW_LAUNCHES},
        {"none", 0, 0, 0, 0, 0, STATS_INCONCLUSIVE, STATS_TOO_FEW_LAUNCHES},
        {"nor are six in a table of two", 6, 1, 0, 0, 1, STATS_INCONCLUSIVE,
         STATS_TOO_FEW_LAUNCHES},
        {"seven are", 7, 1, 0, 0, 1, STATS_SLOWER, STATS_NO_REASON},
        {"equal in a table of two", 6, 0, 0, 0, 1, STATS_EQUAL, STATS_NO_REASON},
        {"nine of ten: p = 0.0215", 10, -0.1, 0.01, 1, 0, STATS_FASTER, STATS_NO_REASON},
        {"... of two: 0.043", 10, -0.1, 0.01, 1, 1, STATS_FASTER, STATS_NO_REASON},
        {"... of three: 0.064", 10, -0.1, 0.01, 1, 2, STATS_INCONCLUSIVE, STATS_LOST_BY_HOLM},
        {"... and all within 2 %", 10, -0.01, 0.001, 1, 2, STATS_EQUAL, STATS_NO_REASON},
        {"a small difference that holds", 10, -0.01, 0.001, 1, 1, STATS_FASTER, STATS_NO_REASON},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct stats_row table[ROWS_MAX];
        table[0] = row_of(rows[i].launches, rows[i].middle, rows[i].spread, rows[i].against);
        for (size_t j = 1; j <= rows[i].others; j++)
            table[j] = row_of(10, 0, 0, 0);
        judge(table, 1 + rows[i].others);
        cr_assert(table[0].verdict == rows[i].verdict && table[0].reason == rows[i].reason,
                  "%s: %s, %s", rows[i].rule, stats_verdict_name(table[0].verdict),
                  stats_reason_text(table[0].reason));
    }
}

Test(bench_table, holm_steps_down)
{
    /* p = 2/1024, 22/1024 and 22/1024: times 3, 2 and 1, and not below the one before. */
    struct stats_row rows[] = {row_of(10, 1, 0, 1), row_of(10, -1, 0, 0), row_of(10, 1, 0, 1)};
    judge(rows, 3);
    cr_assert(near(rows[1].adjusted_p, 6 / 1024.0) && near(rows[0].adjusted_p, 44 / 1024.0) &&
              near(rows[2].adjusted_p, 44 / 1024.0));
    cr_assert(rows[0].verdict == STATS_SLOWER && rows[1].verdict == STATS_FASTER &&
              rows[2].verdict == STATS_SLOWER);
    judge(NULL, 0);
}

/* Of ten launches with rank 2, one that is untrusted leaves p = 2 * 11 / 1024, enough for a table
 * of two and not of three; two leave no interval. */
Test(bench_table, untrusted_launches_are_no_evidence)
{
    double log_ratios[] = {-1, -1, -1, -1, NAN, -1, -1, -1, -1, -1};
    struct stats_row rows[] = {row_of(10, -1, 0, 1), row_of(10, -1, 0, 1), row_of(10, -1, 0, 1)};
    rows[0].ratio = estimate_of(log_ratios, 10);
    judge(rows, 2);
    cr_assert_eq(rows[0].verdict, STATS_FASTER);
    judge(rows, 3);
    cr_assert(rows[0].verdict == STATS_INCONCLUSIVE && rows[0].reason == STATS_UNTRUSTED);
    cr_assert(near(rows[0].adjusted_p, 66 / 1024.0), "%g", rows[0].adjusted_p);
    cr_assert_eq(rows[1].reason, STATS_LOST_BY_HOLM, "the untrusted row is still one of three");
    log_ratios[0] = NAN;
    rows[0].ratio = estimate_of(log_ratios, 10);
    judge(rows, 1);
    cr_assert(rows[0].verdict == STATS_INCONCLUSIVE && rows[0].reason == STATS_UNTRUSTED);
}

Test(bench_table, ties_are_no_difference)
{
    /* Nine of ten below, one equal: p = 22/1024, from the 2nd to the 9th value: faster. With eight
     * below, p is the same, but the 9th value is 0. */
    double log_ratios[] = {-1, -1, -1, -1, -1, -1, -1, -1, -1, 0};
    struct stats_row row = {.ratio = estimate_of(log_ratios, 10)};
    judge(&row, 1);
    cr_assert(row.verdict == STATS_FASTER && near(row.ratio.p, 22 / 1024.0));
    log_ratios[0] = 0;
    row.ratio = estimate_of(log_ratios, 10);
    judge(&row, 1);
    cr_assert(near(row.ratio.p, 22 / 1024.0) && row.ratio.high == 0);
    cr_assert(row.verdict == STATS_INCONCLUSIVE && row.reason == STATS_TOO_WIDE);
}

Test(bench_table, a_false_difference_is_as_rare_as_promised)
{
    enum { TABLES = 5000, LAUNCHES = 10 };
    uint64_t state = 12;
    size_t wrong = 0;
    for (size_t table = 0; table < TABLES; table++) {
        struct stats_row rows[ROWS_MAX];
        for (size_t i = 0; i < ROWS_MAX; i++) {
            double log_ratios[LAUNCHES];
            for (size_t j = 0; j < LAUNCHES; j++)
                log_ratios[j] = skew(&state);
            rows[i].ratio = estimate_of(log_ratios, LAUNCHES);
        }
        judge(rows, ROWS_MAX);
        bool any = false;
        for (size_t i = 0; i < ROWS_MAX; i++)
            any |= rows[i].verdict == STATS_FASTER || rows[i].verdict == STATS_SLOWER;
        wrong += any;
    }
    /* Those with a row of ten equal signs, counted by another program. */
    cr_assert_eq(wrong, 123, "%zu", wrong);
    cr_assert((double)wrong <= TABLES * 0.05 + 3 * sigma(0.05, TABLES));
}

Test(bench_table, pairs_are_numbered_in_order)
{
    for (size_t boards = 0; boards <= 7; boards++) {
        size_t expected = 0;
        for (size_t reference = 0; reference < boards; reference++)
            for (size_t board = reference + 1; board < boards; board++, expected++)
                cr_assert_eq(stats_pair_index(board, reference, boards), expected,
                             "%zu to %zu of %zu", board, reference, boards);
    }
}

/* Pairs in the order 1 to 0, 2 to 0, 2 to 1: f faster, s slower, e equal, i inconclusive, - not
 * compared. */
Test(bench_table, a_winner_beats_everyone)
{
    static const struct {
        const char *pairs;
        size_t boards, winner; /* as many as boards: none */
    } rows[] = {
        {"sss", 3, 0}, {"sse", 3, 0}, {"fss", 3, 1}, {"fes", 3, 1}, {"sff", 3, 2}, {"fff", 3, 2},
        {"eff", 3, 2}, {"ess", 3, 3}, {"sis", 3, 3}, {"fsi", 3, 3}, {"fsf", 3, 3}, {"eee", 3, 3},
        {"iii", 3, 3}, {"f", 2, 1},   {"s", 2, 0},   {"e", 2, 2},   {"", 1, 1},    {"", 0, 0},
        {"--f", 3, 2}, {"--s", 3, 1}, {"-s-", 3, 0}, {"--e", 3, 3}, {"---", 3, 3}, {"-", 2, 2},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct stats_row pairs[3] = {0};
        for (size_t j = 0; rows[i].pairs[j]; j++)
            pairs[j].verdict = rows[i].pairs[j] == 'f'   ? STATS_FASTER
                               : rows[i].pairs[j] == 's' ? STATS_SLOWER
                               : rows[i].pairs[j] == 'e' ? STATS_EQUAL
                               : rows[i].pairs[j] == '-' ? STATS_NOT_COMPARED
                                                         : STATS_INCONCLUSIVE;
        cr_assert_eq(stats_winner(pairs, rows[i].boards), rows[i].winner, "%s of %zu: %zu",
                     rows[i].pairs, rows[i].boards, stats_winner(pairs, rows[i].boards));
    }
}

Test(bench_table, words)
{
    cr_assert_str_eq(stats_verdict_name(STATS_FASTER), "faster");
    cr_assert_str_eq(stats_verdict_name(STATS_SLOWER), "slower");
    cr_assert_str_eq(stats_verdict_name(STATS_EQUAL), "equal within the interval");
    cr_assert_str_eq(stats_verdict_name(STATS_INCONCLUSIVE), "inconclusive");
    cr_assert_str_eq(stats_verdict_name(STATS_NOT_COMPARED), "not compared");
    cr_assert_str_empty(stats_reason_text(STATS_NO_REASON));
    for (enum stats_reason reason = STATS_UNTRUSTED; reason <= STATS_LOST_BY_HOLM; reason++)
        cr_assert_str_not_empty(stats_reason_text(reason));
}
