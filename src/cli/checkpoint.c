#include <stdlib.h>
#include <unistd.h>

#include "checkpoint.h"
#include "deep_run.h"
#include "facts.h"
#include "fen.h"

/* Is the plan of the file the one that is asked for? */
static bool is_asked_for(const struct deep_run *run, const struct position *root)
{
    const struct options *options = run->options;
    const struct deep_plan *plan = &run->plan;
    char fen[FEN_SIZE];
    fen_write(&plan->root, fen);
    if (!position_equal(&plan->root, root))
        complain("--checkpoint: the file is of another position: %s", fen);
    else if (plan->depth != options->depth)
        complain("--checkpoint: the file is of depth %u, not %u", plan->depth, options->depth);
    else if (options->split != SPLIT_NONE && plan->split != options->split)
        complain("--checkpoint: the file has a split of %u plies, not %u", plan->split,
                 options->split);
    else
        return true;
    return false;
}

static void print_count(const struct deep_run *run, const char *id, size_t before,
                        const struct deep_total *total)
{
    const struct options *options = run->options;
    const struct deep_plan *plan = &run->plan;
    char fen[FEN_SIZE];
    fen_write(&plan->root, fen);
    const struct fact facts[] = {
        fact_text("id", id),
        fact_text("fen", fen),
        fact_text("board", options->boards[0]->name),
        fact_text("variant", options_variant(options->boards[0])),
        fact_text("policy", policy_name(options_policy(options, options->boards[0]))),
        fact_count("depth", plan->depth),
        fact_count("nodes", total->nodes),
        fact_real("seconds", run->seconds),
        fact_flag("complete", run->tally.counted == plan->unit_count),
        fact_count("split", plan->split),
        fact_count("units", plan->unit_count),
        fact_count("counted_before", before),
        fact_count("counted", run->counted),
    };
    facts_print(stdout, options->format, "perft", facts, sizeof facts / sizeof facts[0]);
}

/* Every unit's index; to be freed. */
static uint32_t *all_units(const struct deep_plan *plan)
{
    uint32_t *unit = allocate(plan->unit_count, sizeof *unit);
    for (size_t i = 0; i < plan->unit_count; i++)
        unit[i] = (uint32_t)i;
    return unit;
}

static int count_file(struct deep_run *run, const struct root *root)
{
    char *file = (char *)run->options->checkpoint;
    struct deep_total total;
    int status = STATUS_OK;
    if (access(file, F_OK) != 0) {
        status = deep_run_plan(run, &root->position, file);
        deep_plan_free(&run->plan); /* to be read as by the next run */
    }
    if (status != STATUS_OK)
        return status;
    status = deep_run_read(run, &file, 1);
    if (status != STATUS_OK)
        return status;
    if (!is_asked_for(run, &root->position))
        return STATUS_INPUT;
    size_t before = run->tally.counted;
    uint32_t *unit = all_units(&run->plan);
    status = deep_run_count(run, unit, run->plan.unit_count, file);
    free(unit);
    if (!deep_run_total(run, &total))
        return STATUS_INPUT;
    if (status != STATUS_INPUT)
        print_count(run, root->id, before, &total);
    return status;
}

int checkpoint_run(const struct options *options)
{
    struct deep_run run = {.options = options};
    struct root root;
    int status = deep_run_root(options, &root);
    if (status == STATUS_OK)
        status = count_file(&run, &root);
    deep_run_free(&run);
    return status;
}
