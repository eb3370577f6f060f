#include "stats.h"

#include <math.h>
#include <stdlib.h>

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double stats_median(double *values, size_t count)
{
    if (count == 0)
        return NAN;
    qsort(values, count, sizeof *values, ascending);
    size_t middle = count / 2;
    return count % 2 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

struct stats_spread stats_spread_of(double *values, size_t count)
{
    struct stats_spread spread = {.median = stats_median(values, count)};
    for (size_t i = 0; i < count; i++)
        values[i] = fabs(values[i] - spread.median);
    spread.mad = stats_median(values, count);
    return spread;
}

double stats_speed_ratio(const double *reference, const double *times, double *scratch,
                         size_t count)
{
    for (size_t i = 0; i < count; i++)
        scratch[i] = reference[i] / times[i];
    return stats_median(scratch, count);
}
