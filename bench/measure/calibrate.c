#include "calibrate.h"

#include <errno.h>
#include <sched.h>
#include <string.h>

enum sampling calibrate(struct plan *plan, int *cpu, uint64_t *round_ns, FILE *log,
                        const volatile sig_atomic_t *stop, struct fault *fault)
{
    cpu_set_t allowed;
    bool known = sched_getaffinity(0, sizeof allowed, &allowed) == 0;
    *cpu = sampler_cpu();
    if (*cpu < 0 || !sampler_pin(*cpu)) {
        *cpu = -1;
        fprintf(log, "warning: cannot stay on one CPU (%s), so times may vary more\n",
                strerror(errno));
    }
    *round_ns = 0;
    enum sampling outcome = sampler_calibrate(plan, round_ns, stop, fault);
    if (known)
        sched_setaffinity(0, sizeof allowed, &allowed);
    if (outcome == SAMPLING_STOPPED)
        fault_set(fault, "interrupted during the warm-up; nothing was written");
    return outcome;
}
