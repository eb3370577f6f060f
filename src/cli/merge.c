/* xqperft merge: what the counted units of a plan come to, in the form of divide. */
#include <inttypes.h>
#include <stdlib.h>

#include "commands.h"
#include "deep_run.h"
#include "facts.h"
#include "fen.h"
#include "moves.h"

struct row {
    xq_move move;
    wide nodes;
};

struct merge {
    const struct deep_run *run;
    char fen[FEN_SIZE];
    struct deep_total total;
    size_t count;
    struct row row[MAX_MOVES]; /* sorted as those of divide */
};

static int by_text(const void *a, const void *b)
{
    const struct row *left = a, *right = b;
    return moves_compare(left->move, right->move);
}

static void take_rows(struct merge *merge)
{
    const struct deep_plan *plan = &merge->run->plan;
    fen_write(&plan->root, merge->fen);
    merge->count = plan->move_count;
    for (size_t i = 0; i < plan->move_count; i++)
        merge->row[i] = (struct row){plan->move[i], merge->total.move[i]};
    qsort(merge->row, merge->count, sizeof merge->row[0], by_text);
}

static void print_text(const struct merge *merge)
{
    char move[MOVE_TEXT_SIZE], digits[WIDE_SIZE];
    for (size_t i = 0; i < merge->count; i++)
        printf("%s: %s\n", move_write(merge->row[i].move, merge->run->options->ranks, move),
               wide_write(merge->row[i].nodes, digits));
    printf("\nNodes searched: %s\n", wide_write(merge->total.nodes, digits));
}

static void print_tsv(const struct merge *merge)
{
    char move[MOVE_TEXT_SIZE], digits[WIDE_SIZE];
    unsigned depth = merge->run->plan.depth;
    puts("fen\tdepth\tmove\tnodes");
    for (size_t i = 0; i < merge->count; i++)
        printf("%s\t%u\t%s\t%s\n", merge->fen, depth,
               move_write(merge->row[i].move, merge->run->options->ranks, move),
               wide_write(merge->row[i].nodes, digits));
    printf("%s\t%u\ttotal\t%s\n", merge->fen, depth, wide_write(merge->total.nodes, digits));
}

static void print_json(const struct merge *merge)
{
    const struct deep_run *run = merge->run;
    const struct fact facts[] = {
        fact_text("fen", merge->fen),
        fact_count("depth", run->plan.depth),
        fact_count("split", run->plan.split),
        fact_count("units", run->plan.unit_count),
        fact_count("repeated", run->tally.repeated),
        fact_count("torn", run->tally.torn),
        fact_count("nodes", merge->total.nodes),
    };
    char text[MOVE_TEXT_SIZE];
    json_t *result = facts_json(facts, sizeof facts / sizeof facts[0]), *moves = json_array();
    for (size_t i = 0; i < merge->count; i++)
        json_array_append_new(moves,
                              json_pack("{s:s, s:o}", "move",
                                        move_write(merge->row[i].move, run->options->ranks, text),
                                        "nodes", json_count(merge->row[i].nodes)));
    json_object_set_new(result, "moves", run->plan.split > 0 ? moves : json_null());
    facts_print_json("merge", result);
}

static int merge_files(struct deep_run *run)
{
    const struct options *options = run->options;
    struct merge merge = {.run = run};
    int status = deep_run_read_all(run, &merge.total);
    if (status != STATUS_OK)
        return status;
    take_rows(&merge);
    if (options->format == FORMAT_JSON)
        print_json(&merge);
    else if (options->format == FORMAT_TSV)
        print_tsv(&merge);
    else
        print_text(&merge);
    return STATUS_OK;
}

static int merge_run(const struct options *options)
{
    struct deep_run run = {.options = options};
    int status = merge_files(&run);
    deep_run_free(&run);
    return status;
}

const struct command merge_command = {
    .name = "merge",
    .summary = "check the results of a plan, and add them up",
    .help = "Reads the plan and the results in its file and in further files, and prints what "
            "'xqperft divide' would. Exit status 1 when a unit was counted twice and not alike, 2 "
            "when a file is faulty or of another plan, or a position or depth is not the plan's, 4 "
            "when units are not counted yet; then no count is printed.\n"
            "\n"
            "A plan with --split 0 knows no root moves, and gives the total alone. Totals may have "
            "128 bits. In JSON, a count above 9223372036854775807 is a string of digits.\n"
            "\n"
            "Examples:\n"
            "  xqperft merge start7.deep\n"
            "  xqperft merge start7.deep start7.deep.[0-9]* --json\n",
    .accepts = OPTION_RANKS | OPTIONS_FORMAT,
    .operand = OPERAND_FILES,
    .files = "PLAN [RESULTS...]",
    .run = merge_run,
};
