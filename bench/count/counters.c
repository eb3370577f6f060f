#include "counters.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { VALUES, ENABLED, RUNNING, FIRST_VALUE }; /* of a reading, in words */

const struct counter_event counters_of_processor[COUNTER_COUNT] = {
    [COUNTER_CYCLES] = {PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES},
    [COUNTER_INSTRUCTIONS] = {PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS},
    [COUNTER_BRANCH_MISSES] = {PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES},
    [COUNTER_CACHE_MISSES] = {PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES},
};

const char *counter_name(enum counter counter)
{
    static const char *const names[COUNTER_COUNT] = {
        [COUNTER_CYCLES] = "cycles",
        [COUNTER_INSTRUCTIONS] = "instructions",
        [COUNTER_BRANCH_MISSES] = "branch misses",
        [COUNTER_CACHE_MISSES] = "cache misses",
    };
    return names[counter];
}

const char *counters_absence(int cause)
{
    switch (cause) {
    case EACCES:
    case EPERM:
        return "not permitted, see /proc/sys/kernel/perf_event_paranoid";
    case ENODEV:
    case ENOENT:
    case EOPNOTSUPP:
        return "it shows none, as in most virtual machines";
    default:
        return strerror(cause);
    }
}

/* The first one that there is leads the group; -1 without one. */
static int leader_of(const struct counters *counters)
{
    for (size_t i = 0; i < COUNTER_COUNT; i++)
        if (counters->fd[i] >= 0)
            return counters->fd[i];
    return -1;
}

/* The leader is pinned: the group has the processor's counters to itself, or says that it has not,
 * instead of taking turns. */
static int open_event(const struct counter_event *event, int leader)
{
    struct perf_event_attr attributes = {
        .size = sizeof attributes,
        .type = event->type,
        .config = event->config,
        .read_format =
            PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING,
        .disabled = leader < 0,
        .pinned = leader < 0,
        .exclude_kernel = 1,
        .exclude_hv = 1,
    };
    return (int)syscall(SYS_perf_event_open, &attributes, 0, -1, leader, PERF_FLAG_FD_CLOEXEC);
}

size_t counters_open(struct counters *counters, const struct counter_event events[COUNTER_COUNT])
{
    size_t opened = 0;
    *counters = (struct counters){.fd = {-1, -1, -1, -1}};
    for (size_t i = 0; i < COUNTER_COUNT; i++) {
        counters->fd[i] = open_event(&events[i], leader_of(counters));
        if (counters->fd[i] >= 0)
            opened++;
        else if (counters->cause == 0)
            counters->cause = errno;
    }
    return opened;
}

void counters_close(struct counters *counters)
{
    for (size_t i = 0; i < COUNTER_COUNT; i++) {
        if (counters->fd[i] >= 0)
            close(counters->fd[i]);
        counters->fd[i] = -1;
    }
}

void counters_start(const struct counters *counters)
{
    int leader = leader_of(counters);
    if (leader < 0)
        return;
    ioctl(leader, PERF_EVENT_IOC_RESET, PERF_IOC_FLAG_GROUP);
    ioctl(leader, PERF_EVENT_IOC_ENABLE, PERF_IOC_FLAG_GROUP);
}

void counters_stop(const struct counters *counters, uint64_t counts[COUNTER_COUNT])
{
    uint64_t reading[FIRST_VALUE + COUNTER_COUNT];
    int leader = leader_of(counters);
    ssize_t bytes = 0;
    if (leader >= 0) {
        ioctl(leader, PERF_EVENT_IOC_DISABLE, PERF_IOC_FLAG_GROUP);
        bytes = read(leader, reading, sizeof reading); /* the end of file: it could not be pinned */
    }
    counters_understand(counters, reading, bytes > 0 ? (size_t)bytes / sizeof *reading : 0, counts);
}

void counters_understand(const struct counters *counters, const uint64_t *reading, size_t words,
                         uint64_t counts[COUNTER_COUNT])
{
    size_t expected = 0, at = FIRST_VALUE;
    for (size_t i = 0; i < COUNTER_COUNT; i++) {
        counts[i] = COUNTER_UNKNOWN;
        expected += counters->fd[i] >= 0;
    }
    if (words != FIRST_VALUE + expected || reading[VALUES] != expected || reading[RUNNING] == 0 ||
        reading[RUNNING] < reading[ENABLED])
        return;
    for (size_t i = 0; i < COUNTER_COUNT; i++)
        if (counters->fd[i] >= 0)
            counts[i] = reading[at++];
}
