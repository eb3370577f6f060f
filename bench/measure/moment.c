#include "moment.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "text.h"

uint64_t moment_ns(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000U + (uint64_t)time.tv_nsec;
}

/* The eighth number of a line of /proc/stat, in clock ticks: of this CPU, or of all (-1). */
static uint64_t read_steal(int cpu)
{
    char name[16], line[512];
    uint64_t steal = 0;
    snprintf(name, sizeof name, cpu >= 0 ? "cpu%d" : "cpu", cpu);
    FILE *file = fopen("/proc/stat", "re");
    while (file && fgets(line, sizeof line, file)) {
        char *rest = line;
        if (strcmp(strsep(&rest, " "), name) != 0)
            continue;
        char *word = NULL;
        for (int found = 0; found < 8 && rest;)
            found += *(word = strsep(&rest, " \n")) != '\0';
        if (word)
            text_number(word, strlen(word), UINT64_MAX, &steal);
        break;
    }
    if (file)
        fclose(file);
    return steal;
}

struct moment moment_now(int cpu)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (struct moment){
        .switches = (uint64_t)usage.ru_nivcsw,
        .steal = read_steal(cpu),
        .ns = moment_ns(),
    };
}

uint64_t moment_load(void)
{
    double load;
    return getloadavg(&load, 1) == 1 ? (uint64_t)(load * 100 + 0.5) : UINT64_MAX;
}

void moment_put_end(FILE *out, const struct moment *before, const struct moment *after,
                    uint64_t load)
{
    fprintf(out, "end %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n",
            after->switches - before->switches, after->steal - before->steal, load,
            (after->ns - before->ns) / 1000);
}
