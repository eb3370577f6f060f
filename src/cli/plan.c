/* xqperft plan: a deep count as work units in a file. */
#include "commands.h"
#include "deep_run.h"
#include "facts.h"

static void print_plan(const struct deep_run *run)
{
    const struct deep_plan *plan = &run->plan;
    char sum[NUMBER_SIZE];
    snprintf(sum, sizeof sum, "%016llx", (unsigned long long)plan->checksum);
    const struct fact facts[] = {
        fact_text("file", run->options->out), fact_text("plan", sum),
        fact_count("depth", plan->depth),     fact_count("split", plan->split),
        fact_count("paths", plan->paths),     fact_count("units", plan->unit_count),
    };
    facts_print(stdout, run->options->format, "plan", facts, sizeof facts / sizeof facts[0]);
}

static int plan_run(const struct options *options)
{
    struct deep_run run = {.options = options};
    struct root root;
    if (!options->out) {
        complain("plan needs --out FILE, the file for the plan");
        return STATUS_INPUT;
    }
    int status = deep_run_root(options, &root);
    if (status == STATUS_OK)
        status = deep_run_plan(&run, &root.position, options->out);
    if (status == STATUS_OK)
        print_plan(&run);
    deep_run_free(&run);
    return status;
}

const struct command plan_command = {
    .name = "plan",
    .summary = "split a deep count into units of work, which several machines may count",
    .help = "Writes the positions that --split plies lead to into the file of --out, each as one "
            "unit with the number of paths to it from every root move. Positions that several "
            "orders of moves lead to, and mirror images, are one unit. 'xqperft work' counts "
            "units, 'xqperft merge' adds them up. The plan is the same for every board.\n"
            "\n"
            "A file that is there already is never written over.\n"
            "\n"
            "Examples:\n"
            "  xqperft plan 5 --split 2 --out start5.deep\n"
            "  xqperft work start5.deep --threads 0\n"
            "  xqperft merge start5.deep\n",
    .accepts =
        OPTIONS_POSITION | OPTION_SPLIT | OPTION_OUT | OPTION_BOARD | OPTION_ISA | OPTIONS_FORMAT,
    .operand = OPERAND_DEPTH,
    .one_board = true,
    .run = plan_run,
};
