#include "setup.h"

#include <stdlib.h>

#include "controls.h"
#include "positions.h"

void setup_choose(struct setup *setup, uint64_t boards, uint64_t workloads)
{
    struct plan *plan = &setup->plan;
    *plan = (struct plan){
        .workloads = setup->workloads,
        .contenders = setup->contenders,
        .rehearsals = setup->rehearsals,
        .paces = setup->paces,
    };
    for (size_t i = 0; i < PLAN_MAX && controls_board_at(i); i++)
        if (boards >> i & 1)
            setup->contenders[plan->contender_count++].board = controls_board_at(i);
    for (size_t i = 0; i < PLAN_MAX && all_workloads[i].name; i++)
        if (workloads >> i & 1)
            setup->workloads[plan->workload_count++] = &all_workloads[i];
}

bool setup_prepare(struct setup *setup, const uint8_t *order, struct fault *fault)
{
    bool ready = positions_mirror(&setup->suite, &setup->mirrored);
    for (size_t i = 0; i < setup->plan.contender_count && ready; i++) {
        size_t at = order ? order[i] : i;
        const struct board *board = setup->contenders[at].board;
        ready = contender_prepare(&setup->contenders[at], board, &setup->suite) &&
                contender_prepare(&setup->rehearsals[at], board, &setup->mirrored);
    }
    return ready ||
           fault_set(fault, "no memory for %zu positions on every board", setup->suite.count);
}

void setup_free(struct setup *setup)
{
    if (setup == NULL)
        return;
    for (size_t i = 0; i < setup->plan.contender_count; i++) {
        contender_free(&setup->contenders[i]);
        contender_free(&setup->rehearsals[i]);
    }
    suite_free(&setup->suite);
    suite_free(&setup->mirrored);
    free(setup);
}
