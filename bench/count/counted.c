#include "counted.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "measure/controls.h"
#include "measure/machine.h"
#include "measure/positions.h"
#include "measure/setup.h"
#include "text.h"

enum { CLASSES, WORKLOADS, CPU, TOLD_COUNT };
enum { FILE_WORD, BOARDS_WORD, FIXED_WORDS = BOARDS_WORD + 1 + TOLD_COUNT };

/* --- what it is told ------------------------------------------------------------------------- */

static const struct board *find_board(const struct setup *setup, const char *name, size_t length)
{
    const struct exported *from = setup->builds[0].exported;
    const struct board *board;
    for (size_t i = 0; from && (board = from->board_at(i)); i++)
        if (strlen(board->name) == length && memcmp(board->name, name, length) == 0)
            return board;
    if (from)
        return NULL;

    const char *candidate;
    for (size_t i = 0; (candidate = controls_board_name(i)); i++)
        if (strlen(candidate) == length && memcmp(candidate, name, length) == 0)
            return controls_board_at(i);
    return NULL;
}

/* Is it a board that needs another processor? */
static bool is_foreign(const char *name, size_t length)
{
    for (const struct board *const *board = all_variants; *board; board++)
        if (strlen((*board)->name) == length && memcmp((*board)->name, name, length) == 0)
            return (*board)->available && !(*board)->available();
    return false;
}

/* The boards with these names, in this order, and the same one twice if it is named twice. In the
 * place of one that needs another processor is one that does not, and its bit is set in *foreign.
 */
static bool choose_boards(struct setup *setup, const char *names, uint64_t *foreign,
                          struct fault *fault)
{
    struct plan *plan = &setup->plan;
    *foreign = 0;
    for (const char *at = names;; at++) {
        size_t length = strcspn(at, ",");
        const struct board *board = find_board(setup, at, length);
        if (board == NULL && is_foreign(at, length)) {
            board = all_boards[0];
            *foreign |= (uint64_t)1 << plan->contender_count;
        }
        if (board == NULL || plan->contender_count == PLAN_MAX)
            return fault_set(fault, "there is no board '%.*s' on this processor", (int)length, at);
        setup->contenders[plan->contender_count++] =
            (struct contender){.board = board, .from = setup->builds[0].exported};
        at += length;
        if (*at == '\0')
            return true;
    }
}

static bool understand(struct setup *setup, size_t count, char *const *words,
                       uint64_t told[TOLD_COUNT], uint64_t *foreign, struct fault *fault)
{
    fault_set(fault, "this command is for xqbench itself");
    for (size_t i = 0; i < TOLD_COUNT; i++) {
        const char *word = count >= FIXED_WORDS ? words[BOARDS_WORD + 1 + i] : "";
        if (text_number(word, strlen(word), UINT64_MAX, &told[i]) != NUMBER_OK)
            return false;
    }
    setup_choose(setup, 0, told[WORKLOADS]);
    struct plan *plan = &setup->plan;
    size_t usual = FIXED_WORDS + plan->workload_count;
    if (plan->workload_count == 0 || (count != usual && count != usual + 1))
        return false;
    for (size_t i = 0; i < plan->workload_count; i++) {
        const char *word = words[FIXED_WORDS + i];
        if (text_number(word, strlen(word), UINT64_MAX, &plan->paces[i].passes) != NUMBER_OK)
            return false;
    }
    if (count > usual && build_open(&setup->builds[0], words[usual], fault) != BUILD_OPENED)
        return false;
    return choose_boards(setup, words[BOARDS_WORD], foreign, fault);
}

/* --- the work -------------------------------------------------------------------------------- */

/* The result goes through memory so that the last pass is a call, not a jump out of here. */
__attribute__((noinline)) void counted_passes(const struct workload *workload,
                                              const struct contender *contender, uint64_t passes,
                                              uint64_t *result)
{
    uint64_t sum = 0;
    for (uint64_t pass = 0; pass < passes; pass++)
        sum += workload->pass(workload, contender, contender->suite->count);
    *result = sum;
}

const char *counted_commit(const struct machine *machine, char out[COUNTS_TEXT_SIZE])
{
    snprintf(out, COUNTS_TEXT_SIZE, "%s%s", machine->commit, machine->dirty ? " with changes" : "");
    return out;
}

static void put_build(FILE *out)
{
    struct machine machine;
    char commit[COUNTS_TEXT_SIZE];
    machine_read(&machine);
    fprintf(out, "build compiler %s\nbuild flags %s\nbuild arch %s\nbuild commit %s\n",
            machine.compiler, machine.flags, machine.arch, counted_commit(&machine, commit));
    fflush(out);
}

/* Of a foreign board no pass is made, and its result is not known; the call is. So it is of one
 * that has not the workload. */
static void count_row(const struct plan *plan, size_t workload, size_t contender, bool foreign,
                      const struct counters *counters, FILE *out)
{
    const struct workload *what = plan->workloads[workload];
    const struct contender *who = &plan->contenders[contender];
    uint64_t result, counts[COUNTER_COUNT];
    if (!foreign)
        sampler_warm(what, who);
    counters_start(counters);
    counted_passes(what, who, foreign ? 0 : plan->paces[workload].passes, &result);
    counters_stop(counters, counts);
    fprintf(out, "%zu %zu %" PRIu64, workload, contender, foreign ? COUNTER_UNKNOWN : result);
    for (size_t i = 0; i < COUNTER_COUNT; i++)
        fprintf(out, " %" PRIu64, counts[i]);
    fputc('\n', out);
    fflush(out); /* whoever started it shows how far it is */
}

static enum sampling work(const struct plan *plan, uint64_t foreign,
                          const struct counter_event *events, FILE *out,
                          const volatile sig_atomic_t *stop)
{
    struct counters counters;
    counters_open(&counters, events);
    for (size_t i = 0; i < plan->workload_count && !*stop; i++)
        for (size_t j = 0; j < plan->contender_count && !*stop; j++)
            count_row(plan, i, j, (foreign >> j & 1) || !plan_has(plan, i, j), &counters, out);
    counters_close(&counters);
    if (*stop)
        return SAMPLING_STOPPED;
    fputs("end\n", out);
    return SAMPLING_DONE;
}

enum sampling counted_run(size_t count, char *const *words,
                          const struct counter_event events[COUNTER_COUNT], FILE *out,
                          const volatile sig_atomic_t *stop, struct fault *fault)
{
    uint64_t told[TOLD_COUNT], foreign;
    enum sampling outcome = SAMPLING_FAILED;
    struct setup *setup = calloc(1, sizeof *setup);
    put_build(out); /* first, so that another build, which may not understand, is known as one */
    if (setup == NULL)
        fault_set(fault, "no memory");
    else if (understand(setup, count, words, told, &foreign, fault) &&
             positions_read(words[FILE_WORD], told[CLASSES], NULL, &setup->suite, fault) &&
             sampler_stay((int)told[CPU] - 1, fault) && setup_prepare(setup, NULL, fault))
        outcome = work(&setup->plan, foreign, events, out, stop);
    setup_free(setup);
    return outcome;
}
