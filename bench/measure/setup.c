#include "setup.h"

#include <stdlib.h>

#include "controls.h"
#include "positions.h"

uint64_t setup_workloads(uint64_t boards, uint64_t workloads)
{
    uint64_t had = 0;
    for (size_t i = 0; i < PLAN_MAX && controls_board_at(i); i++)
        for (size_t j = 0; j < PLAN_MAX && all_workloads[j].name; j++)
            if (boards >> i & 1 && workload_has(&all_workloads[j], controls_board_at(i)))
                had |= (uint64_t)1 << j;
    return workloads & had;
}

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

/* From the last one on, so that none is overwritten before it is replaced. */
static bool replace_boards(struct setup *setup, size_t builds, const char *const *files,
                           struct fault *fault)
{
    for (size_t i = setup->plan.contender_count; i-- > 0;) {
        const char *name = setup->contenders[i].board->name;
        for (size_t side = builds; side-- > 0;) {
            struct contender *contender = &setup->contenders[builds * i + side];
            contender->board = build_board(&setup->builds[side], name);
            contender->from = setup->builds[side].exported;
            if (contender->board == NULL)
                return fault_set(fault, "%s has no board '%s'", files[side], name);
        }
    }
    setup->plan.contender_count *= builds;
    return true;
}

bool setup_replace(struct setup *setup, const char *const *files, size_t count, struct fault *fault)
{
    if (count > SETUP_BUILDS || count * setup->plan.contender_count > PLAN_MAX)
        return fault_set(fault, "too many boards");
    for (size_t i = 0; i < count; i++)
        if (build_open(&setup->builds[i], files[i], fault) != BUILD_OPENED)
            return false;
    return replace_boards(setup, count, files, fault);
}

bool setup_prepare(struct setup *setup, const uint8_t *order, struct fault *fault)
{
    bool ready = positions_mirror(&setup->suite, &setup->mirrored);
    for (size_t i = 0; i < setup->plan.contender_count && ready; i++) {
        size_t at = order ? order[i] : i;
        const struct board *board = setup->contenders[at].board;
        const struct exported *from = setup->contenders[at].from;
        ready = contender_prepare(&setup->contenders[at], board, &setup->suite) &&
                contender_prepare(&setup->rehearsals[at], board, &setup->mirrored);
        setup->contenders[at].from = setup->rehearsals[at].from = from;
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
    for (size_t i = 0; i < SETUP_BUILDS; i++)
        build_close(&setup->builds[i]);
    free(setup);
}
