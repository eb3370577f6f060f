/* The processor's counters: what is made of a reading, and the way there. */
#include <criterion/criterion.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "count/counters.h"

#define UNKNOWN COUNTER_UNKNOWN

struct reading_case {
    const char *rule;
    int fd[COUNTER_COUNT]; /* -1 for what is absent */
    size_t words;
    uint64_t reading[7]; /* how many, ns enabled, ns running, values */
    uint64_t counts[COUNTER_COUNT];
};

static const struct reading_case reading_cases[] = {
    {"all", {3, 4, 5, 6}, 7, {4, 90, 90, 10, 20, 30, 40}, {10, 20, 30, 40}},
    {"nothing was missed", {3, 4, 5, 6}, 7, {4, 90, 90, 10, 20, 0, 0}, {10, 20, 0, 0}},
    {"some are absent", {-1, 4, -1, 6}, 5, {2, 90, 90, 20, 40}, {UNKNOWN, 20, UNKNOWN, 40}},
    {"took turns with others",
     {3, 4, 5, 6},
     7,
     {4, 90, 89, 10, 20, 30, 40},
     {UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN}},
    {"never counted", {3, -1, -1, -1}, 4, {1, 90, 0, 0}, {UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN}},
    {"never asked to", {3, -1, -1, -1}, 4, {1, 0, 0, 0}, {UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN}},
    {"could not be pinned", {3, 4, 5, 6}, 0, {0}, {UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN}},
    {"half a reading", {3, 4, -1, -1}, 4, {2, 90, 90, 10}, {UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN}},
    {"another number of values",
     {3, 4, -1, -1},
     5,
     {1, 90, 90, 10, 20},
     {UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN}},
    {"none there", {-1, -1, -1, -1}, 0, {0}, {UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN}},
};

Test(bench_counters, readings_count_only_what_was_counted_all_the_time)
{
    for (size_t i = 0; i < sizeof reading_cases / sizeof reading_cases[0]; i++) {
        const struct reading_case *is = &reading_cases[i];
        struct counters counters = {.cause = 0};
        uint64_t counts[COUNTER_COUNT];
        memcpy(counters.fd, is->fd, sizeof is->fd);
        counters_understand(&counters, is->reading, is->words, counts);
        for (size_t j = 0; j < COUNTER_COUNT; j++)
            cr_assert_eq(counts[j], is->counts[j], "%s: counter %zu", is->rule, j);
    }
}

/* The kernel's own counters go the same way as the processor's: the time on the processor, which
 * passes, and page faults, of which touching a new page makes one. */
static const struct counter_event events_of_kernel[COUNTER_COUNT] = {
    {PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK},
    {PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS},
    {PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_MIGRATIONS},
    {UINT32_MAX, 0}, /* there is no such thing */
};

enum { PAGE = 4096 };

static void touch(volatile char *pages, size_t size)
{
    for (size_t i = 0; i < size; i += PAGE)
        pages[i] = 1;
}

Test(bench_counters, count_what_happens_between_start_and_stop)
{
    enum { PAGES = 50 };
    struct counters counters;
    uint64_t first[COUNTER_COUNT], second[COUNTER_COUNT];
    if (counters_open(&counters, events_of_kernel) != 3)
        cr_skip_test("this system does not permit counters: %s", counters_absence(counters.cause));
    cr_assert_lt(counters.fd[3], 0);
    cr_assert_neq(counters.cause, 0, "why the last one is absent");
    volatile char *pages =
        mmap(NULL, 2 * PAGES * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    cr_assert_neq((void *)pages, MAP_FAILED);
    madvise((void *)pages, 2 * PAGES * PAGE, MADV_NOHUGEPAGE);
    counters_start(&counters);
    touch(pages, PAGES * PAGE);
    counters_stop(&counters, first);
    touch(pages + PAGES * PAGE, PAGES * PAGE); /* between them nothing counts */
    counters_start(&counters);
    counters_stop(&counters, second);
    counters_close(&counters);
    munmap((void *)pages, 2 * PAGES * PAGE);
    cr_assert_gt(first[0], 0, "time passes");
    cr_assert_neq(first[0], COUNTER_UNKNOWN);
    cr_assert_neq(first[1], COUNTER_UNKNOWN);
    cr_assert_geq(first[1], 1, "new pages");
    cr_assert_lt(second[1], first[1], "counted from 0 again, and nothing between");
    cr_assert_eq(first[3], COUNTER_UNKNOWN, "absent");
}

Test(bench_counters, absence_is_explained)
{
    cr_assert(strstr(counters_absence(EACCES), "perf_event_paranoid"));
    cr_assert(strstr(counters_absence(ENOENT), "virtual machines"));
    cr_assert_str_eq(counters_absence(EMFILE), strerror(EMFILE));
    struct counters counters;
    static const struct counter_event none[COUNTER_COUNT] = {
        {UINT32_MAX, 0}, {UINT32_MAX, 0}, {UINT32_MAX, 0}, {UINT32_MAX, 0}};
    uint64_t counts[COUNTER_COUNT] = {0};
    cr_assert_eq(counters_open(&counters, none), 0);
    counters_start(&counters);
    counters_stop(&counters, counts);
    counters_close(&counters);
    for (size_t i = 0; i < COUNTER_COUNT; i++)
        cr_assert_eq(counts[i], COUNTER_UNKNOWN, "counter %zu", i);
}
