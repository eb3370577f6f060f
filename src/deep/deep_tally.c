#include <stdlib.h>

#include "deep.h"

void deep_tally_add(struct deep_tally *tally, size_t unit, wide count, uint8_t place)
{
    if (tally->by[unit] == 0) {
        tally->count[unit] = count;
        tally->by[unit] = (uint8_t)(place + 1);
        tally->counted++;
    } else if (tally->count[unit] == count) {
        tally->repeated++;
    } else {
        tally->conflicting++;
    }
}

void deep_tally_free(struct deep_tally *tally)
{
    free(tally->count);
    free(tally->by);
    *tally = (struct deep_tally){0};
}

bool deep_total(const struct deep_plan *plan, const struct deep_tally *tally,
                struct deep_total *total)
{
    *total = (struct deep_total){0};
    for (size_t unit = 0; unit < plan->unit_count; unit++) {
        if (tally->by[unit] == 0)
            continue;
        if (!wide_add_product(&total->nodes, deep_unit_paths(plan, unit), tally->count[unit]))
            return false;
        for (uint32_t i = plan->unit[unit].first; i < plan->unit[unit + 1].first; i++)
            if (!wide_add_product(&total->move[plan->path[i].move], plan->path[i].paths,
                                  tally->count[unit]))
                return false;
    }
    return true;
}
