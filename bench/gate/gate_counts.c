#include "gate_counts.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fen.h"
#include "gate.h"
#include "measure/positions.h"

static const char *const side_names[] = {"base", "new"};

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

/* Of all boards of a build, and of all variants that this processor can run: any of them may be the
 * one that is chosen elsewhere. One that was chosen is a second name. */
static bool build_right(const char *file, const char *side, const struct exported *build,
                        const struct suite_entry *entry, struct fault *fault)
{
    const struct board *board;
    for (size_t i = 0; (board = build->board_at(i)); i++)
        if (board->chosen == NULL && !counts_right(file, side, board, entry, fault))
            return false;
    return true;
}

static size_t count_known(const struct suite_entry *entry)
{
    size_t known = 0;
    for (unsigned depth = 1; depth <= GATE_COUNTS_DEPTH; depth++)
        known += entry->known >> depth & 1;
    return known;
}

static enum check_verdict count_suite(const struct exported *build, const char *side,
                                      const char *file, const volatile sig_atomic_t *stop,
                                      struct gate_counting *counting, struct fault *fault)
{
    struct suite suite;
    enum check_verdict verdict = CHECK_FAILED;
    if (positions_read(file, 0, NULL, &suite, fault))
        verdict = CHECK_PASSED;
    for (size_t i = 0; i < suite.count && verdict == CHECK_PASSED; i++) {
        counting->known += count_known(&suite.entries[i]);
        if (*stop)
            verdict = CHECK_STOPPED;
        else if (!build_right(file, side, build, &suite.entries[i], fault))
            verdict = CHECK_FAILED;
    }
    suite_free(&suite);
    return verdict;
}

static int is_suite(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);
    return length > 4 && entry->d_name[0] != '.' && strcmp(entry->d_name + length - 4, ".epd") == 0;
}

/* All suites in the folder of this one. */
static enum check_verdict count_suites(const struct exported *build, const char *side,
                                       const char *positions, const volatile sig_atomic_t *stop,
                                       struct gate_counting *counting, struct fault *fault)
{
    const char *slash = strrchr(positions, '/');
    char folder[PATH_MAX], file[2 * PATH_MAX];
    struct dirent **suites;
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - positions) + 1 : 2,
             slash ? positions : "./");
    int count = scandir(folder, &suites, is_suite, alphasort);
    enum check_verdict verdict = CHECK_PASSED;
    if (count < 0) {
        fault_set(fault, "cannot list the suites in %s: %s", folder, strerror(errno));
        return CHECK_FAILED;
    }
    for (int i = 0; i < count; i++) {
        snprintf(file, sizeof file, "%s%s", slash ? folder : "", suites[i]->d_name);
        if (verdict == CHECK_PASSED)
            verdict = count_suite(build, side, file, stop, counting, fault);
        free(suites[i]);
    }
    free(suites);
    return verdict;
}

/* What the workloads find on the boards of one side, beside this program's first board. */
static enum check_verdict check_workloads(const struct setup *setup, size_t side,
                                          const char *positions, const volatile sig_atomic_t *stop,
                                          struct fault *fault)
{
    const struct plan *plan = &setup->plan;
    struct contender reference;
    struct fault reason;
    enum check_verdict verdict = CHECK_FAILED;
    if (!contender_prepare(&reference, board_at(0), &setup->suite))
        fault_set(fault, "no memory for the positions");
    else
        verdict = CHECK_PASSED;
    for (size_t i = side; i < plan->contender_count && verdict == CHECK_PASSED; i += 2) {
        verdict = check_counts(positions, &reference, &plan->contenders[i], 1, plan->workloads,
                               plan->workload_count, stop, &reason);
        if (verdict == CHECK_FAILED)
            fault_set(fault, "%s: %s", side_names[side], reason.text);
    }
    contender_free(&reference);
    return verdict;
}

static enum check_verdict check_side(const struct setup *setup, size_t side, const char *positions,
                                     const volatile sig_atomic_t *stop,
                                     struct gate_counting *counting, struct fault *fault)
{
    const struct exported *build = setup->builds[side].exported;
    enum check_verdict verdict =
        count_suites(build, side_names[side], positions, stop, counting, fault);
    return verdict == CHECK_PASSED ? check_workloads(setup, side, positions, stop, fault) : verdict;
}

enum check_verdict gate_counts(const struct setup *setup, const char *positions,
                               const volatile sig_atomic_t *stop, struct gate_counting *counting,
                               struct fault *fault)
{
    *counting = (struct gate_counting){0};
    enum check_verdict verdict = check_side(setup, GATE_NEW, positions, stop, counting, fault);
    /* Beside a baseline, and beside itself, the one build stands on both sides. */
    if (verdict != CHECK_PASSED ||
        setup->builds[GATE_BASE].exported == setup->builds[GATE_NEW].exported)
        return verdict;
    counting->known = 0;
    verdict = check_side(setup, GATE_BASE, positions, stop, counting, fault);
    counting->base_alone = verdict == CHECK_FAILED;
    return verdict;
}
