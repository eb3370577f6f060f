#include "launch.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "child.h"
#include "text.h"

enum {
    FIXED_NUMBERS = 7,
    WORD_SIZE = 24,
    SWITCHES_A_SECOND = 50,
    FEW_SWITCHES = 10, /* that are no matter however short the launch is */
    MISCOUNTED = 1,    /* the exit status of such a launch */
};

bool launch_is_trusted(const struct launch_facts *facts)
{
    double ticks = (double)sysconf(_SC_CLK_TCK) * facts->seconds;
    return (double)facts->switches <= FEW_SWITCHES + SWITCHES_A_SECOND * facts->seconds &&
           (double)facts->steal <= 1 + 0.01 * ticks;
}

/* --- what it is told ------------------------------------------------------------------------- */

/* The words of a launch, in one piece of memory: a table of pointers, then the numbers. */
static const char **make_words(const struct launch_request *request, unsigned launch)
{
    const struct plan *plan = request->plan;
    const uint64_t fixed[] = {
        request->classes, request->boards, request->workloads,          plan->rounds,
        plan->seed,       launch,          (uint64_t)(request->cpu + 1)};
    size_t numbers = FIXED_NUMBERS + 2 * plan->workload_count;
    const char **words = calloc(1, (numbers + 3) * sizeof *words + numbers * WORD_SIZE);
    if (words == NULL)
        return NULL;
    char *text = (char *)(words + numbers + 3);
    words[0] = LAUNCH_COMMAND;
    words[1] = request->positions;
    for (size_t i = 0; i < numbers; i++, text += WORD_SIZE) {
        size_t of_pace = i - FIXED_NUMBERS;
        uint64_t number = i < FIXED_NUMBERS  ? fixed[i]
                          : of_pace % 2 == 0 ? plan->paces[of_pace / 2].result
                                             : plan->paces[of_pace / 2].passes;
        snprintf(text, WORD_SIZE, "%" PRIu64, number);
        words[i + 2] = text;
    }
    return words;
}

static struct child *start(const struct launch_request *request, unsigned launch,
                           struct fault *fault)
{
    /* Also when its file has been replaced meanwhile, as by make. */
    char self[64];
    snprintf(self, sizeof self, "/proc/%ld/exe", (long)getpid());
    const char **words = make_words(request, launch);
    struct child *child = NULL;
    errno = ENOMEM;
    if (words != NULL)
        child = child_start(request->program ? request->program : self, words, request->stop);
    if (child == NULL)
        fault_set(fault, "launch %u cannot be started: %s", launch, strerror(errno));
    free(words);
    return child;
}

/* --- what it says ---------------------------------------------------------------------------- */

/* Reads so many numbers with a blank between them, and nothing else. */
static bool read_numbers(const char *line, uint64_t *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t length = strcspn(line, " ");
        if (text_number(line, length, UINT64_MAX, &numbers[i]) != NUMBER_OK)
            return false;
        line += length;
        if (i + 1 < count && *line++ != ' ')
            return false;
    }
    return *line == '\0';
}

static bool take_sample(const struct plan *plan, unsigned launch, const char *line,
                        struct sample *samples)
{
    enum { WORKLOAD, CONTENDER, ROUND, ORDER, NS, COUNT };
    uint64_t said[COUNT];
    if (!read_numbers(line, said, COUNT) || said[WORKLOAD] >= plan->workload_count ||
        said[CONTENDER] >= plan->contender_count || said[ROUND] - 1 >= plan->rounds ||
        said[ORDER] - 1 >= plan->contender_count)
        return false;
    size_t row = (size_t)(said[ROUND] - 1) * plan->workload_count + (size_t)said[WORKLOAD];
    struct sample *sample = &samples[row * plan->contender_count + (size_t)said[ORDER] - 1];
    const struct pace *pace = &plan->paces[said[WORKLOAD]];
    if (sample->launch != 0) /* it has been taken */
        return false;
    *sample = (struct sample){
        .workload = (size_t)said[WORKLOAD],
        .contender = (size_t)said[CONTENDER],
        .launch = launch,
        .round = (unsigned)said[ROUND],
        .order = (unsigned)said[ORDER],
        .operations = pace->passes * pace->operations,
        .ns = said[NS],
    };
    return true;
}

static bool take_end(const char *line, struct launch_facts *facts)
{
    enum { SWITCHES, STEAL, LOAD, MICROSECONDS, COUNT };
    uint64_t said[COUNT];
    if (!read_numbers(line, said, COUNT))
        return false;
    facts->switches = said[SWITCHES];
    facts->steal = said[STEAL];
    facts->load = said[LOAD] == UINT64_MAX ? -1 : (double)said[LOAD] / 100;
    facts->seconds = (double)said[MICROSECONDS] / 1e6;
    facts->trusted = launch_is_trusted(facts);
    return true;
}

/* In each round and workload, each contender once. */
static bool is_complete(const struct plan *plan, const struct sample *samples)
{
    for (size_t i = 0; i < sampler_count(plan); i += plan->contender_count) {
        uint64_t seen = 0;
        for (size_t j = 0; j < plan->contender_count; j++)
            seen |= samples[i + j].launch ? (uint64_t)1 << samples[i + j].contender : 0;
        for (size_t j = 0; j < plan->contender_count; j++)
            if (!(seen >> j & 1))
                return false;
    }
    return true;
}

/* How hearing it out has ended. */
enum hearing { HEARD_ALL, HEARD_NO_END, HEARD_NONSENSE, HEARD_TOO_LATE, HEARD_STOPPED };

static enum hearing hear(struct child *child, const struct launch_request *request, unsigned launch,
                         struct sample *samples, struct launch_facts *facts, struct fault *fault)
{
    double deadline = child_clock() + request->limit;
    bool ended = false;
    for (;;) {
        char *line;
        switch (child_read(child, deadline, &line)) {
        case CHILD_LINE:
            break;
        case CHILD_ENDED:
            return ended && is_complete(request->plan, samples) ? HEARD_ALL : HEARD_NO_END;
        case CHILD_TIMEOUT:
            return HEARD_TOO_LATE;
        case CHILD_STOPPED:
            return HEARD_STOPPED;
        }
        bool understood = !ended && (strncmp(line, "end ", 4) == 0
                                         ? (ended = take_end(line + 4, facts))
                                         : take_sample(request->plan, launch, line, samples));
        if (understood)
            continue;
        char shown[80];
        text_printable(line, strlen(line), shown, sizeof shown);
        fault_set(fault, "launch %u says what is no sample: '%s'", launch, shown);
        return HEARD_NONSENSE;
    }
}

/* The last line it said is the reason it gave. */
static void last_word(struct child *child, char out[CHILD_LAST_SIZE])
{
    const char *lines[CHILD_LAST_LINES];
    size_t count = child_last_lines(child, lines);
    snprintf(out, CHILD_LAST_SIZE, "%s", count > 0 ? lines[count - 1] : "");
}

enum sampling launch_run(const struct launch_request *request, unsigned launch,
                         struct sample *samples, struct launch_facts *facts, struct fault *fault)
{
    memset(samples, 0, sampler_count(request->plan) * sizeof *samples);
    *facts = (struct launch_facts){.launch = launch, .attempt = 1};
    struct child *child = start(request, launch, fault);
    if (child == NULL)
        return SAMPLING_FAILED;
    enum hearing heard = hear(child, request, launch, samples, facts, fault);
    char reason[CHILD_LAST_SIZE], how[CHILD_REASON_SIZE];
    last_word(child, reason);
    int status = child_end(child, heard == HEARD_ALL || heard == HEARD_NO_END ? 1 : 0, how);
    if (heard == HEARD_STOPPED || *request->stop)
        return SAMPLING_STOPPED;
    if (heard == HEARD_ALL && status == 0)
        return SAMPLING_DONE;
    if (heard == HEARD_TOO_LATE)
        fault_set(fault, "launch %u was not done after %.0f seconds", launch, request->limit);
    else if (heard != HEARD_NONSENSE && status == 0)
        fault_set(fault, "launch %u ended before it had taken all samples", launch);
    else if (heard != HEARD_NONSENSE)
        fault_set(fault, "launch %u %s%s%s", launch, how, status > 0 && *reason ? ": " : "",
                  status > 0 ? reason : "");
    return heard == HEARD_NO_END && status == MISCOUNTED ? SAMPLING_MISCOUNTED : SAMPLING_FAILED;
}
