/* xqperft certify: counts a sample of the units of a finished file again, by another board. */
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "commands.h"
#include "count.h"
#include "deep_run.h"
#include "facts.h"
#include "fen.h"
#include "interrupt.h"
#include "output.h"

struct certificate {
    struct deep_run run;
    const struct board *board;
    uint32_t *unit; /* the sample, in ascending order */
    size_t count, counted, wrong;
    wide leaves; /* below the units that were counted again */
    double seconds;
};

static bool was_counted_by(const struct deep_run *run, size_t unit, const struct board *board)
{
    return run->tally.by[unit] == deep_board_place(board) + 1;
}

static size_t counted_by_others(const struct deep_run *run, const struct board *board)
{
    size_t count = 0;
    for (size_t i = 0; i < run->plan.unit_count; i++)
        count += !was_counted_by(run, i, board);
    return count;
}

/* The board that was asked for, or the one that has counted the least itself. */
static const struct board *choose_board(const struct deep_run *run)
{
    const struct board *best = all_boards[0];
    if (run->options->board_given)
        return run->options->boards[0];
    for (const struct board *const *board = all_boards; *board; board++)
        if (counted_by_others(run, *board) > counted_by_others(run, best))
            best = *board;
    return best;
}

/* Of those units that others counted, each with the same chance. */
static bool draw(struct certificate *certificate, uint64_t seed)
{
    const struct deep_run *run = &certificate->run;
    unsigned short state[3] = {0x330e, (unsigned short)seed, (unsigned short)(seed >> 16)};
    size_t left = counted_by_others(run, certificate->board);
    size_t wanted = run->options->sample < left ? (size_t)run->options->sample : left;
    certificate->unit = allocate(wanted, sizeof *certificate->unit);
    for (size_t i = 0; i < run->plan.unit_count && certificate->count < wanted; i++) {
        if (was_counted_by(run, i, certificate->board))
            continue;
        if (erand48(state) * (double)left-- < (double)(wanted - certificate->count))
            certificate->unit[certificate->count++] = (uint32_t)i;
    }
    if (wanted > 0 || run->plan.unit_count == 0)
        return true;
    complain("%s has counted every unit itself; --board names another", certificate->board->name);
    return false;
}

static bool judge(void *context, size_t unit, wide count)
{
    struct certificate *certificate = context;
    const struct deep_run *run = &certificate->run;
    struct position position;
    char fen[FEN_SIZE], was[WIDE_SIZE], is[WIDE_SIZE];
    certificate->counted++;
    /* A sum of parts of the total, which was found to fit. */
    certificate->leaves += deep_unit_paths(&run->plan, unit) * run->tally.count[unit];
    if (count == run->tally.count[unit])
        return true;
    certificate->wrong++;
    deep_unit_position(&run->plan, unit, &position);
    fen_write(&position, fen);
    complain("unit %zu differs: the file has %s, %s counted %s: perft %u of %s", unit + 1,
             wide_write(run->tally.count[unit], was), certificate->board->name,
             wide_write(count, is), run->plan.depth - run->plan.split, fen);
    return true;
}

/* Is the plan what the other board would make of its position? */
static int check_plan(const struct certificate *certificate)
{
    const struct deep_plan *plan = &certificate->run.plan;
    struct deep_plan again;
    switch (deep_plan_make(&again, &plan->root, plan->depth, plan->split, certificate->board,
                           &interrupted)) {
    case DEEP_OK:
        break;
    case DEEP_STOPPED:
        complain("interrupted; nothing was counted again");
        return STATUS_INTERRUPTED;
    default:
        complain("not enough memory to make the plan again");
        return STATUS_INPUT;
    }
    bool same = deep_plan_equal(plan, &again);
    deep_plan_free(&again);
    if (!same)
        complain("the plan differs from that which %s makes of its position",
                 certificate->board->name);
    return same ? STATUS_OK : STATUS_FAILED;
}

static int count_again(struct certificate *certificate)
{
    struct options options = *certificate->run.options;
    struct tables tables;
    bool too_large;
    options.boards[0] = certificate->board;
    if (!tables_open(&options, &tables))
        return STATUS_INPUT;
    struct deep_job job = {
        .plan = &certificate->run.plan,
        .board = certificate->board,
        .request = {.policy = options_policy(&options, certificate->board),
                    .stop = &interrupted,
                    .hash = tables.hash[0]},
        .threads = options.threads,
        .unit = certificate->unit,
        .unit_count = certificate->count,
        .counted = judge,
        .context = certificate,
    };
    double start = clock_seconds();
    bool all = deep_count(&job, &too_large);
    certificate->seconds = clock_seconds() - start;
    tables_close(&tables);
    tables_print_check(&tables, stderr, PROGRAM ": ");
    if (!all && !too_large) {
        complain("interrupted; %zu of %zu units were counted again", certificate->counted,
                 certificate->count);
        return STATUS_INTERRUPTED;
    }
    return certificate->wrong > 0 || too_large || tables.check.wrong > 0 ? STATUS_FAILED
                                                                         : STATUS_OK;
}

static void print_certificate(const struct certificate *certificate, const struct deep_total *total,
                              uint64_t seed)
{
    const struct deep_run *run = &certificate->run;
    char fen[FEN_SIZE];
    fen_write(&run->plan.root, fen);
    double share = total->nodes > 0 ? (double)certificate->leaves / (double)total->nodes : 1;
    const struct fact facts[] = {
        fact_text("fen", fen),
        fact_count("depth", run->plan.depth),
        fact_count("nodes", total->nodes),
        fact_count("units", run->plan.unit_count),
        fact_text("board", certificate->board->name),
        fact_text("variant", options_variant(certificate->board)),
        fact_name("seed", seed),
        fact_count("counted_again", certificate->counted),
        fact_count("differ", certificate->wrong),
        fact_count("leaves", certificate->leaves),
        fact_real("share_of_leaves", share),
        fact_real("seconds", certificate->seconds),
    };
    facts_print(stdout, run->options->format, "certify", facts, sizeof facts / sizeof facts[0]);
}

static uint64_t seed_of(const struct options *options)
{
    uint32_t seed = 1;
    if (options->seed_given)
        return options->seed;
    if (getrandom(&seed, sizeof seed, 0) != sizeof seed)
        complain("no random numbers here; the seed is %u", seed);
    return seed;
}

static int certify(struct certificate *certificate)
{
    struct deep_run *run = &certificate->run;
    struct deep_total total;
    uint64_t seed = seed_of(run->options);
    int status = deep_run_read_all(run, &total);
    if (status != STATUS_OK)
        return status;
    certificate->board = choose_board(run);
    if (!draw(certificate, seed))
        return STATUS_INPUT;
    status = check_plan(certificate);
    if (status == STATUS_OK)
        status = count_again(certificate);
    if (status != STATUS_INPUT)
        print_certificate(certificate, &total, seed);
    return status;
}

static int certify_run(const struct options *options)
{
    struct certificate certificate = {.run = {.options = options}};
    int status = certify(&certificate);
    free(certificate.unit);
    deep_run_free(&certificate.run);
    return status;
}

const struct command certify_command = {
    .name = "certify",
    .summary = "count a sample of a finished file again, by another board",
    .help = "Makes the plan again with another board than counted, and lets it count --sample "
            "units again, drawn at random. Says how large a share of all leaves lies below them. "
            "Exit status 1 at a difference, 4 when units are not counted yet.\n"
            "\n"
            "--board names the board (the first that has counted least of the file itself); units "
            "that it has counted are not drawn. --seed repeats a draw; without it, another is "
            "made each time.\n"
            "\n"
            "Examples:\n"
            "  xqperft certify start7.deep\n"
            "  xqperft certify start7.deep --sample 100 --threads 0\n"
            "  xqperft certify start7.deep --board naive --seed 1 --json\n",
    .accepts = OPTIONS_COUNT | OPTION_SAMPLE | OPTION_SEED | OPTIONS_FORMAT,
    .operand = OPERAND_FILES,
    .files = "FILE [RESULTS...]",
    .one_board = true,
    .run = certify_run,
};
