/*
 * The processor's own counters, by perf_event_open(2), of this process in user mode. Few virtual
 * machines have them: whatever the system refuses is absent.
 */
#ifndef XQBENCH_COUNTERS_H
#define XQBENCH_COUNTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum counter {
    COUNTER_CYCLES,
    COUNTER_INSTRUCTIONS,
    COUNTER_BRANCH_MISSES,
    COUNTER_CACHE_MISSES,
    COUNTER_COUNT
};

#define COUNTER_UNKNOWN UINT64_MAX

/* "cycles", "branch misses". */
const char *counter_name(enum counter counter);

/* An event as perf_event_open() knows it. */
struct counter_event {
    uint32_t type;
    uint64_t config;
};

/* Those of the processor, by enum counter. */
extern const struct counter_event counters_of_processor[COUNTER_COUNT];

/* Events that are counted together, all or none of them at any time. */
struct counters {
    int fd[COUNTER_COUNT]; /* -1 for those that are absent */
    int cause;             /* errno of the first that is absent, 0 when none is */
};

/* Opens what there is of these events; returns how many. Close with counters_close(), in any case.
 */
size_t counters_open(struct counters *counters, const struct counter_event events[COUNTER_COUNT]);
void counters_close(struct counters *counters);

/* Why one is absent, from its errno, as a clause. */
const char *counters_absence(int cause);

/* Counts from 0 between these two; what is absent or was not counted all the time is
 * COUNTER_UNKNOWN. */
void counters_start(const struct counters *counters);
void counters_stop(const struct counters *counters, uint64_t counts[COUNTER_COUNT]);

/* What a read of the group says: how many values, for how long they were to be counted and were
 * counted (in ns), and the values of those that are there. `words` is how many could be read. */
void counters_understand(const struct counters *counters, const uint64_t *reading, size_t words,
                         uint64_t counts[COUNTER_COUNT]);

#endif
