#include "count.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "callgrind.h"
#include "counted.h"
#include "counters.h"

enum {
    PROCESSOR_SAMPLES = 20, /* the passes of so many are counted together */
    LIMIT = 600,            /* seconds */
    BOARDS_SIZE = 2048,
};

/* --- what the process says ------------------------------------------------------------------- */

/* What was counted in the passes of one workload and board. */
struct row {
    uint64_t result, counters[COUNTER_COUNT];
};

/* A process that is heard out. */
struct hearing {
    const struct count_request *request;
    const char *what; /* it is doing */
    uint64_t passes[PLAN_MAX];
    struct row *rows; /* those of a workload behind each other */
    size_t row_count, said;
    struct counts_build build;
    bool by_valgrind; /* whose processor may be another */
    bool ended;
};

static bool take_build(struct counts_build *build, const char *line)
{
    static const char *const keys[] = {"compiler ", "flags ", "arch ", "commit "};
    char *const texts[] = {build->compiler, build->flags, build->arch, build->commit};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        size_t length = strlen(keys[i]);
        if (strncmp(line, keys[i], length) == 0)
            return snprintf(texts[i], COUNTS_TEXT_SIZE, "%s", line + length) < COUNTS_TEXT_SIZE;
    }
    return false;
}

/* In their order, which is also that of what callgrind writes. */
static bool take_row(struct hearing *hearing, const char *line)
{
    enum { WORKLOAD, CONTENDER, RESULT, COUNTERS, COUNT = COUNTERS + COUNTER_COUNT };
    size_t boards = hearing->request->plan->contender_count;
    FILE *progress = hearing->request->progress;
    uint64_t said[COUNT];
    if (hearing->said == hearing->row_count || !fresh_numbers(line, said, COUNT) ||
        said[WORKLOAD] != hearing->said / boards || said[CONTENDER] != hearing->said % boards)
        return false;
    struct row *row = &hearing->rows[hearing->said++];
    row->result = said[RESULT];
    memcpy(row->counters, said + COUNTERS, sizeof row->counters);
    if (progress) {
        fprintf(progress, "\r\033[K%s: %zu of %zu", hearing->what, hearing->said,
                hearing->row_count);
        fflush(progress);
    }
    return true;
}

static bool take_line(void *context, const char *line)
{
    struct hearing *hearing = context;
    if (hearing->ended)
        return false;
    if (strncmp(line, "build ", 6) == 0)
        return take_build(&hearing->build, line + 6);
    if (strcmp(line, "end") == 0)
        return hearing->ended = true;
    return take_row(hearing, line);
}

/* Was it this source that ran, as far as it has said? */
static bool is_the_same_source(const struct hearing *hearing, struct fault *fault)
{
    const struct count_request *request = hearing->request;
    char commit[COUNTS_TEXT_SIZE];
    if (strcmp(hearing->build.commit, counted_commit(request->machine, commit)) == 0)
        return true;
    return fault_set(fault, "%s is of commit %s, not %s",
                     request->program ? request->program : "this program", hearing->build.commit,
                     commit);
}

/* And did it do the work that was timed? */
static bool is_the_same_work(const struct hearing *hearing, struct fault *fault)
{
    const struct plan *plan = hearing->request->plan;
    if (!hearing->ended || hearing->said != hearing->row_count)
        return fault_set(fault, "%s ended before all was counted", hearing->what);
    if (!is_the_same_source(hearing, fault))
        return false;
    for (size_t i = 0; i < hearing->said; i++) {
        size_t workload = i / plan->contender_count, board = i % plan->contender_count;
        if (!plan_has(plan, workload, board))
            continue;
        if (hearing->rows[i].result == COUNTER_UNKNOWN) {
            if (hearing->by_valgrind)
                continue;
            return fault_set(fault, "there is no board '%s' on this processor",
                             plan->contenders[board].board->name);
        }
        if (hearing->rows[i].result != hearing->passes[workload] * plan->paces[workload].result)
            return fault_set(fault, "board %s gave another result than when it was timed, in %s",
                             plan->contenders[board].board->name, plan->workloads[workload]->name);
    }
    return true;
}

/* --- a process ------------------------------------------------------------------------------- */

/* The names of those that are timed: of a board that stands for a variant, the variant. */
static bool board_names(const struct plan *plan, char out[BOARDS_SIZE], struct fault *fault)
{
    size_t used = 0;
    for (size_t i = 0; i < plan->contender_count && used < BOARDS_SIZE; i++) {
        const struct board *board = plan->contenders[i].board;
        used += (size_t)snprintf(out + used, BOARDS_SIZE - used, "%s%s", i > 0 ? "," : "",
                                 board->chosen ? board->chosen->name : board->name);
    }
    return used < BOARDS_SIZE || fault_set(fault, "the names of the boards are too long");
}

/* Who is told to count. */
enum who { TIMED, COUNTED, COUNTED_BY_CALLGRIND };

/* Runs the process and hears it out. */
static enum sampling run(struct hearing *hearing, enum who who, const struct callgrind_calls *calls,
                         struct fault *fault)
{
    enum { PROGRAM_WORD, COMMAND_WORD, TEXTS = 4, NUMBERS = 3 };
    const struct count_request *request = hearing->request;
    const uint64_t fixed[NUMBERS] = {request->classes, request->workloads,
                                     (uint64_t)(request->cpu + 1)};
    char boards[BOARDS_SIZE], numbers[NUMBERS + PLAN_MAX][FRESH_NUMBER_SIZE];
    const char *words[TEXTS + NUMBERS + PLAN_MAX + 2] = {request->program, COUNT_COMMAND,
                                                         request->positions, boards};
    if (!board_names(request->plan, boards, fault))
        return SAMPLING_FAILED;
    for (size_t i = 0; i < NUMBERS + request->plan->workload_count; i++) {
        snprintf(numbers[i], sizeof numbers[i], "%" PRIu64,
                 i < NUMBERS ? fixed[i] : hearing->passes[i - NUMBERS]);
        words[TEXTS + i] = numbers[i];
    }
    words[TEXTS + NUMBERS + request->plan->workload_count] = request->build;
    struct fresh fresh = {hearing->what, request->timed, words + COMMAND_WORD, LIMIT,
                          request->stop};
    if (who == COUNTED) { /* a path, which the shell must not read as a command */
        fresh.program = "exec";
        fresh.words = words + PROGRAM_WORD;
    } else if (who == COUNTED_BY_CALLGRIND) {
        fresh.program = request->program;
    }
    enum sampling outcome = who == COUNTED_BY_CALLGRIND
                                ? callgrind_run(&fresh, calls, take_line, hearing, fault)
                                : fresh_run(&fresh, take_line, hearing, fault);
    if (request->progress)
        fputs(outcome == SAMPLING_STOPPED ? "\n" : "\r\033[K", request->progress);
    if (outcome == SAMPLING_DONE && !is_the_same_work(hearing, fault))
        outcome = SAMPLING_FAILED;
    return outcome;
}

static bool prepare(struct hearing *hearing, const struct count_request *request, const char *what,
                    struct fault *fault)
{
    size_t count = request->plan->workload_count * request->plan->contender_count;
    *hearing = (struct hearing){
        .request = request,
        .what = what,
        .rows = calloc(count, sizeof(struct row)),
        .row_count = count,
    };
    return hearing->rows || fault_set(fault, "%s: no memory", what);
}

/* --- the counts ------------------------------------------------------------------------------ */

/* Of an operation, of so many passes. */
static void set(struct counts *counts, enum count_kind kind, const struct hearing *hearing,
                size_t row, uint64_t count)
{
    const struct plan *plan = hearing->request->plan;
    size_t workload = row / plan->contender_count;
    double operations =
        (double)hearing->passes[workload] * (double)plan->paces[workload].operations;
    counts_set(counts, kind, workload, row % plan->contender_count, (double)count / operations);
}

static enum sampling find_valgrind(const struct count_request *request,
                                   char version[CALLGRIND_VERSION_SIZE], struct fault *fault)
{
    return callgrind_version(version, CALLGRIND_PATIENCE, request->stop, fault);
}

/* No pass of anything: what it says of itself is enough. When it is of another source, what else it
 * says is no matter. */
enum sampling count_ask(const struct count_request *request, struct fault *fault)
{
    struct hearing hearing;
    if (!prepare(&hearing, request, request->program, fault))
        return SAMPLING_FAILED;
    enum sampling outcome = run(&hearing, COUNTED, NULL, fault);
    if (outcome == SAMPLING_FAILED && hearing.build.commit[0] != '\0')
        is_the_same_source(&hearing, fault);
    free(hearing.rows);
    return outcome;
}

enum sampling count_check(const struct count_request *request, struct fault *fault)
{
    char version[CALLGRIND_VERSION_SIZE];
    enum sampling outcome = find_valgrind(request, version, fault);
    return outcome == SAMPLING_DONE ? count_ask(request, fault) : outcome;
}

/* Was it left out, as what the board has not or this processor cannot run? */
static bool is_foreign(const struct hearing *hearing, size_t row)
{
    return hearing->rows[row].result == COUNTER_UNKNOWN;
}

/* Of all that it has, which is asked first. */
static bool is_foreign_board(const struct hearing *hearing, size_t board)
{
    const struct plan *plan = hearing->request->plan;
    size_t workload = 0;
    while (workload < plan->workload_count && !plan_has(plan, workload, board))
        workload++;
    return workload < plan->workload_count &&
           is_foreign(hearing, workload * plan->contender_count + board);
}

/* Says which boards were left out; false, with a reason, when all were. */
static bool note_foreign(const struct hearing *hearing, struct fault *fault)
{
    const struct plan *plan = hearing->request->plan;
    size_t foreign = 0;
    for (size_t i = 0; i < plan->contender_count; i++)
        foreign += is_foreign_board(hearing, i);
    if (foreign == plan->contender_count)
        return fault_set(fault, "valgrind cannot run %s", plan->contenders[0].board->name);
    for (size_t i = 0; i < plan->contender_count; i++)
        if (is_foreign_board(hearing, i))
            fprintf(hearing->request->log,
                    "warning: no instructions of %s were counted: valgrind cannot run it\n",
                    plan->contenders[i].board->name);
    return true;
}

enum sampling count_instructions(const struct count_request *request, struct counts *counts,
                                 struct fault *fault)
{
    char version[CALLGRIND_VERSION_SIZE];
    struct hearing hearing;
    enum sampling outcome = find_valgrind(request, version, fault);
    if (outcome != SAMPLING_DONE)
        return outcome;
    outcome = SAMPLING_FAILED;
    if (!prepare(&hearing, request, "counting instructions", fault))
        return outcome;
    hearing.by_valgrind = true;
    for (size_t i = 0; i < request->plan->workload_count; i++)
        hearing.passes[i] = 1;
    struct callgrind_calls calls = {
        .function = COUNTED_FUNCTION,
        .instructions = calloc(hearing.row_count, sizeof(uint64_t)),
        .count = hearing.row_count,
    };
    if (calls.instructions)
        outcome = run(&hearing, COUNTED_BY_CALLGRIND, &calls, fault);
    else
        fault_set(fault, "%s: no memory", hearing.what);
    if (outcome == SAMPLING_DONE && !note_foreign(&hearing, fault))
        outcome = SAMPLING_FAILED;
    for (size_t i = 0; i < hearing.row_count && outcome == SAMPLING_DONE; i++)
        if (!is_foreign(&hearing, i))
            set(counts, COUNT_INSTRUCTIONS, &hearing, i, calls.instructions[i]);
    if (outcome == SAMPLING_DONE) {
        counts->build = hearing.build;
        strcpy(counts->tool, version);
    }
    free(calls.instructions);
    free(hearing.rows);
    return outcome;
}

/* Returns how many of them are known. */
static size_t set_counters(struct counts *counts, const struct hearing *hearing, size_t row)
{
    static const enum count_kind kinds[COUNTER_COUNT] = {
        [COUNTER_CYCLES] = COUNT_CYCLES,
        [COUNTER_INSTRUCTIONS] = COUNT_RETIRED,
        [COUNTER_BRANCH_MISSES] = COUNT_BRANCH_MISSES,
        [COUNTER_CACHE_MISSES] = COUNT_CACHE_MISSES,
    };
    size_t known = 0;
    for (size_t i = 0; i < COUNTER_COUNT && !is_foreign(hearing, row); i++) {
        if (hearing->rows[row].counters[i] == COUNTER_UNKNOWN)
            continue;
        set(counts, kinds[i], hearing, row, hearing->rows[row].counters[i]);
        known++;
    }
    return known;
}

static enum sampling count_by_processor(const struct count_request *request, struct counts *counts,
                                        struct fault *fault)
{
    struct counters counters;
    size_t available = counters_open(&counters, request->events), known = 0;
    counters_close(&counters);
    if (available == 0)
        return SAMPLING_DONE;
    struct hearing hearing;
    if (!prepare(&hearing, request, "counting cycles", fault))
        return SAMPLING_FAILED;
    for (size_t i = 0; i < request->plan->workload_count; i++)
        hearing.passes[i] = request->plan->paces[i].passes * PROCESSOR_SAMPLES;
    enum sampling outcome = run(&hearing, TIMED, NULL, fault);
    for (size_t i = 0; i < hearing.row_count && outcome == SAMPLING_DONE; i++)
        known += set_counters(counts, &hearing, i);
    free(hearing.rows);
    if (outcome == SAMPLING_DONE && known == 0) {
        fault_set(fault, "other programs, or the system, used the processor's counters");
        return SAMPLING_FAILED;
    }
    return outcome;
}

enum sampling count_run(const struct count_request *request, struct counts *counts)
{
    struct fault fault;
    enum sampling outcome = count_instructions(request, counts, &fault);
    if (outcome == SAMPLING_STOPPED)
        return outcome;
    if (outcome != SAMPLING_DONE)
        fprintf(request->log, "warning: no instructions were counted: %s\n", fault.text);
    outcome = count_by_processor(request, counts, &fault);
    if (outcome == SAMPLING_STOPPED)
        return outcome;
    if (outcome != SAMPLING_DONE)
        fprintf(request->log, "warning: no cycles were counted: %s\n", fault.text);
    return SAMPLING_DONE;
}
