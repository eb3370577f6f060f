#include "check.h"

#include <inttypes.h>
#include <stdio.h>

#include "fen.h"

enum { CHECK_DEPTH = 3 }; /* what the suites know of every position, and still a second's work */

/* Where a count went wrong, so that it can be reproduced by hand. */
static enum check_verdict failed(const char *file, const struct suite_entry *entry,
                                 const char *what, struct fault *fault)
{
    char fen[FEN_SIZE];
    fen_write(&entry->position, fen);
    fault_set(fault,
              "%s\n"
              "  position %s:%d (%s)\n"
              "  %s\n"
              "  A board that miscounts gets no time.",
              what, file, entry->line, entry->id, fen);
    return CHECK_FAILED;
}

/* How deep the counts of a workload must be those that the suite knows; 0 when it knows none. */
static unsigned known_depth(const struct workload *workload)
{
    if (workload->depth == 0)
        return workload->counts_legal ? 1 : 0;
    return workload->policy >= POLICY_LEGAL ? CHECK_DEPTH : workload->depth;
}

static uint64_t count_of(const struct workload *workload, const struct contender *contender,
                         size_t index, unsigned depth)
{
    return workload->depth > 0 ? workload_perft(workload, contender, index, depth)
                               : workload_run_one(workload, contender, index);
}

/* One board against the counts that one line of the suite knows. */
static enum check_verdict check_known(const char *file, const struct contender *contender,
                                      const struct workload *workload, size_t index,
                                      struct fault *fault)
{
    const struct suite_entry *entry = &contender->suite->entries[index];
    for (unsigned depth = 1; depth <= known_depth(workload); depth++) {
        if (!(entry->known >> depth & 1))
            continue;
        uint64_t nodes = count_of(workload, contender, index, depth);
        if (nodes == entry->count[depth])
            continue;
        char what[256];
        snprintf(what, sizeof what,
                 "board %s miscounts in workload %s: perft %u is %" PRIu64 ", not %" PRIu64,
                 contender->board->name, workload->name, depth, nodes, entry->count[depth]);
        return failed(file, entry, what, fault);
    }
    return CHECK_PASSED;
}

/* Two results that must be the same; `column` says of what, and is "" when there is but one. */
static enum check_verdict compare(const char *file, const struct contender *reference,
                                  const struct contender *contender,
                                  const struct workload *workload, size_t index, const char *column,
                                  uint64_t result, uint64_t expected, struct fault *fault)
{
    if (result == expected)
        return CHECK_PASSED;
    char what[256];
    snprintf(what, sizeof what,
             "boards %s and %s differ in workload %s: %" PRIu64 " and %" PRIu64 "%s%s",
             contender->board->name, reference->board->name, workload->name, result, expected,
             *column ? " " : "", column);
    return failed(file, &contender->suite->entries[index], what, fault);
}

/* The boards against each other, in one workload and one position. */
static enum check_verdict check_alike(const char *file, const struct contender *reference,
                                      const struct contender *contender,
                                      const struct workload *workload, size_t index,
                                      struct fault *fault)
{
    if (!workload->stats)
        return compare(file, reference, contender, workload, index, "",
                       workload_run_one(workload, contender, index),
                       workload_run_one(workload, reference, index), fault);
    struct perft_stats result = workload_stats(workload, contender, index);
    struct perft_stats expected = workload_stats(workload, reference, index);
    enum check_verdict verdict = CHECK_PASSED;
    for (size_t i = 0; i < PERFT_STATS_COUNT && verdict == CHECK_PASSED; i++)
        verdict = compare(file, reference, contender, workload, index, perft_stats_columns[i].name,
                          perft_stats_value(&result, i), perft_stats_value(&expected, i), fault);
    return verdict;
}

static bool is_chosen(const struct workload *workload, const struct workload *const *workloads,
                      size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (workloads[i] == workload)
            return true;
    return false;
}

/* Known counts are asked for even when only kernels are timed, and of all positions even when the
 * timing leaves some out. */
static bool proves_board(const struct workload *workload)
{
    return workload->depth > 0 && workload->policy >= POLICY_LEGAL && workload->hash_bytes == 0;
}

static enum check_verdict check_board(const char *file, const struct contender *reference,
                                      const struct contender *contender,
                                      const struct workload *const *workloads,
                                      size_t workload_count, const volatile sig_atomic_t *stop,
                                      struct fault *fault)
{
    const struct suite *suite = contender->suite;
    enum check_verdict verdict = CHECK_PASSED;
    for (const struct workload *workload = all_workloads; workload->name; workload++) {
        if (!workload_has(workload, contender->board))
            continue;
        bool chosen = is_chosen(workload, workloads, workload_count);
        bool proves = proves_board(workload), known = chosen || proves;
        size_t step = proves ? 1 : workload_every(workload);
        for (size_t i = 0; known && i < suite->count; i += step) {
            if (*stop)
                return CHECK_STOPPED;
            verdict = check_known(file, contender, workload, i, fault);
            if (verdict == CHECK_PASSED && chosen)
                verdict = check_alike(file, reference, contender, workload, i, fault);
            if (verdict != CHECK_PASSED)
                return verdict;
        }
    }
    return CHECK_PASSED;
}

enum check_verdict check_counts(const char *file, const struct contender *reference,
                                const struct contender *contenders, size_t contender_count,
                                const struct workload *const *workloads, size_t workload_count,
                                const volatile sig_atomic_t *stop, struct fault *fault)
{
    enum check_verdict verdict = CHECK_PASSED;
    for (size_t i = 0; i < contender_count && verdict == CHECK_PASSED; i++)
        verdict =
            check_board(file, reference, &contenders[i], workloads, workload_count, stop, fault);
    return verdict;
}
