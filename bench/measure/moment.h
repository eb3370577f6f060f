/* What a fresh process sees of its machine while it measures, and how it tells. */
#ifndef XQBENCH_MOMENT_H
#define XQBENCH_MOMENT_H

#include <stdint.h>
#include <stdio.h>

/* The clock that all times are taken with, in ns; it never goes back. */
uint64_t moment_ns(void);

/* What has been counted so far. */
struct moment {
    uint64_t switches; /* how often another process took this one's CPU away */
    uint64_t steal;    /* clock ticks that the host of a virtual machine took of the CPU */
    uint64_t ns;
};

/* `cpu` is the one whose steal counts, -1 for all. */
struct moment moment_now(int cpu);

/* The load average of the minute before, in hundredths; UINT64_MAX when it is unknown. */
uint64_t moment_load(void);

/* The line that launch_take_end() reads: "end SWITCHES STEAL LOAD MICROSECONDS". */
void moment_put_end(FILE *out, const struct moment *before, const struct moment *after,
                    uint64_t load);

#endif
