#include "gate_counts.h"

#include <glob.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "fen.h"
#include "measure/positions.h"

/* Beside a baseline, the one build stands on both sides. */
static const char *side_of(const struct plan *plan, size_t contender)
{
    const struct contender *pair = &plan->contenders[contender - contender % 2];
    return contender % 2 == 0 && pair[0].from != pair[1].from ? "base" : "new";
}

/* Of one position. */
static bool counts_right(const char *file, const char *side, const struct board *board,
                         const struct suite_entry *entry, struct fault *fault)
{
    for (unsigned depth = 1; depth <= GATE_COUNTS_DEPTH; depth++) {
        if (!(entry->known >> depth & 1))
            continue;
        const struct perft_request request = {.depth = depth};
        uint64_t nodes = board->perft(&entry->position, &request);
        char fen[FEN_SIZE];
        if (nodes == entry->count[depth])
            continue;
        fen_write(&entry->position, fen);
        return fault_set(fault,
                         "%s: board %s miscounts: perft %u is %" PRIu64 ", not %" PRIu64 "\n"
                         "  position %s:%d (%s)\n"
                         "  %s",
                         side, board->name, depth, nodes, entry->count[depth], file, entry->line,
                         entry->id, fen);
    }
    return true;
}

static enum check_verdict count_suite(const struct plan *plan, const char *file,
                                      const volatile sig_atomic_t *stop, struct fault *fault)
{
    struct suite suite;
    enum check_verdict verdict = CHECK_FAILED;
    if (positions_read(file, 0, NULL, &suite, fault))
        verdict = CHECK_PASSED;
    for (size_t i = 0; i < suite.count && verdict == CHECK_PASSED; i++) {
        if (*stop)
            verdict = CHECK_STOPPED;
        for (size_t j = 0; j < plan->contender_count && verdict == CHECK_PASSED; j++)
            if (!counts_right(file, side_of(plan, j), plan->contenders[j].board, &suite.entries[i],
                              fault))
                verdict = CHECK_FAILED;
    }
    suite_free(&suite);
    return verdict;
}

/* All suites in the folder of this one. */
static enum check_verdict count_suites(const struct plan *plan, const char *positions,
                                       const volatile sig_atomic_t *stop, struct fault *fault)
{
    const char *slash = strrchr(positions, '/');
    char pattern[4096];
    glob_t found;
    enum check_verdict verdict = CHECK_PASSED;
    snprintf(pattern, sizeof pattern, "%.*s*.epd", slash ? (int)(slash - positions) + 1 : 0,
             positions);
    if (glob(pattern, 0, NULL, &found) == 0) {
        for (size_t i = 0; i < found.gl_pathc && verdict == CHECK_PASSED; i++)
            verdict = count_suite(plan, found.gl_pathv[i], stop, fault);
        globfree(&found);
    }
    return verdict;
}

/* What the workloads find, beside this program's first board. */
static enum check_verdict check_workloads(const struct setup *setup, const char *positions,
                                          const volatile sig_atomic_t *stop, struct fault *fault)
{
    const struct plan *plan = &setup->plan;
    struct contender reference;
    struct fault reason;
    enum check_verdict verdict = CHECK_FAILED;
    if (!contender_prepare(&reference, board_at(0), &setup->suite))
        fault_set(fault, "no memory for the positions");
    else
        verdict = CHECK_PASSED;
    for (size_t i = 0; i < plan->contender_count && verdict == CHECK_PASSED; i++) {
        verdict = check_counts(positions, &reference, &plan->contenders[i], 1, plan->workloads,
                               plan->workload_count, stop, &reason);
        if (verdict == CHECK_FAILED)
            fault_set(fault, "%s: %s", side_of(plan, i), reason.text);
    }
    contender_free(&reference);
    return verdict;
}

enum check_verdict gate_counts(struct setup *setup, const char *positions,
                               const volatile sig_atomic_t *stop, struct fault *fault)
{
    enum check_verdict verdict = count_suites(&setup->plan, positions, stop, fault);
    return verdict == CHECK_PASSED ? check_workloads(setup, positions, stop, fault) : verdict;
}
