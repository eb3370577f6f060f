/* xqperft perft: one number per position and board. */
#include <inttypes.h>
#include <stdio.h>

#include "commands.h"
#include "fen.h"
#include "output.h"
#include "run.h"

enum { MAX_ID_WIDTH = 64 };

/* The width of the id column: none for a single position. */
static int id_width(const struct run *run)
{
    int width = (int)sizeof "position" - 1;
    if (run->roots.count < 2)
        return 0;
    for (size_t i = 0; i < run->roots.count; i++) {
        int own = printable_width(run->roots.item[i].id);
        width = own > width ? own : width;
    }
    return width < MAX_ID_WIDTH ? width : MAX_ID_WIDTH;
}

static void print_id(const struct run *run, const char *id)
{
    int width = id_width(run);
    if (width == 0)
        return;
    put_printable(stdout, id);
    int own = printable_width(id);
    printf("%*s", (own < width ? width - own : 0) + 2, "");
}

static void text_begin(const struct run *run)
{
    print_id(run, "position");
    printf("%-10s %-6s %5s %20s %10s %15s\n", "board", "policy", "depth", "nodes", "seconds",
           "nodes/s");
}

static void print_numbers(const struct run *run, const char *board, uint64_t nodes, double seconds)
{
    char number[NUMBER_SIZE], rate[NUMBER_SIZE];
    printf("%-10s %-6s %5u %20s %10.3f %15s", board, policy_name(run->options->policy),
           run->options->depth, number_write(nodes, number), seconds,
           rate_write(nodes, seconds, rate));
}

static void text_row(struct run *run, const struct root *root, const struct board *board,
                     const struct count *count)
{
    print_id(run, root->id);
    print_numbers(run, board->name, count->nodes, count->seconds);
    run_print_unfinished(count);
    putchar('\n');
}

static void text_end(struct run *run)
{
    for (size_t i = 0; run->roots.count > 1 && i < run->options->board_count; i++) {
        print_id(run, "total");
        print_numbers(run, run->options->boards[i]->name, run->nodes[i], run->seconds[i]);
        putchar('\n');
    }
    run_print_agreement(run);
}

static void tsv_begin(const struct run *run)
{
    (void)run;
    puts("id\tfen\tboard\tpolicy\tdepth\tnodes\tseconds\tnodes_per_second\tcomplete");
}

static void tsv_row(struct run *run, const struct root *root, const struct board *board,
                    const struct count *count)
{
    char fen[FEN_SIZE];
    fen_write(&root->position, fen);
    put_tsv(stdout, root->id);
    printf("\t%s\t%s\t%s\t%u\t%" PRIu64 "\t%.9f\t", fen, board->name,
           policy_name(run->options->policy), run->options->depth, count->nodes, count->seconds);
    if (count->seconds > 0)
        printf("%" PRIu64, rate_of(count->nodes, count->seconds));
    printf("\t%s\n", count->complete ? "true" : "false");
}

static void json_row(struct run *run, const struct root *root, const struct board *board,
                     const struct count *count)
{
    run_json_row(run, root, board, count, NULL);
}

static void json_end(struct run *run)
{
    run_json_end(run, "perft");
}

static void nothing(const struct run *run)
{
    (void)run;
}

static void nothing_more(struct run *run)
{
    (void)run;
}

static int perft_run(const struct options *options)
{
    static const struct form forms[FORMAT_COUNT] = {
        [FORMAT_TEXT] = {text_begin, text_row, text_end},
        [FORMAT_JSON] = {nothing, json_row, json_end},
        [FORMAT_TSV] = {tsv_begin, tsv_row, nothing_more},
    };
    return run_counts(options, forms);
}

const struct command perft_command = {
    .name = "perft",
    .summary = "count the legal move paths of length DEPTH",
    .help = "Without a position, the starting position is counted. --board all exits with 1 when "
            "boards differ, and shows the first position where they do.\n"
            "\n"
            "In JSON, a count above 9223372036854775807 is a string of digits. Ctrl-C prints the "
            "sum of the root moves finished by then, marked as not complete.\n"
            "\n"
            "Examples:\n"
            "  xqperft perft 5\n"
            "  xqperft perft 4 --board all --moves 'h2e2 h9g7'\n"
            "  xqperft perft 3 --epd positions/rules.epd --tsv\n"
            "  xqperft perft 4 --fen '4k4/9/9/9/9/9/9/9/4R4/3K5 w' --json\n",
    .accepts = OPTIONS_POSITION | OPTION_BOARD | OPTION_POLICY | OPTIONS_FORMAT,
    .operand = OPERAND_DEPTH,
    .min_depth = 0,
    .run = perft_run,
};
