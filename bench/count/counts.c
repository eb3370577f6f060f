#include "counts.h"

#include <math.h>
#include <stdlib.h>

bool counts_make(struct counts *counts, const struct plan *plan)
{
    size_t size = COUNT_KINDS * plan->workload_count * plan->contender_count;
    *counts = (struct counts){
        .workloads = plan->workload_count,
        .contenders = plan->contender_count,
        .values = calloc(size, sizeof(double)),
    };
    if (counts->values == NULL)
        return false;
    for (size_t i = 0; i < size; i++)
        counts->values[i] = NAN;
    return true;
}

void counts_free(struct counts *counts)
{
    free(counts->values);
    *counts = (struct counts){0};
}

static size_t place(const struct counts *counts, enum count_kind kind, size_t workload,
                    size_t contender)
{
    return ((size_t)kind * counts->workloads + workload) * counts->contenders + contender;
}

double counts_of(const struct counts *counts, enum count_kind kind, size_t workload,
                 size_t contender)
{
    if (counts == NULL || counts->values == NULL || workload >= counts->workloads)
        return NAN;
    return counts->values[place(counts, kind, workload, contender)];
}

void counts_set(struct counts *counts, enum count_kind kind, size_t workload, size_t contender,
                double value)
{
    counts->values[place(counts, kind, workload, contender)] = value;
}

bool counts_have(const struct counts *counts, enum count_kind kind)
{
    for (size_t i = 0; counts && i < counts->workloads; i++)
        for (size_t j = 0; j < counts->contenders; j++)
            if (!isnan(counts_of(counts, kind, i, j)))
                return true;
    return false;
}
