/* xqperft perft: one number per position and board. */
#include <inttypes.h>
#include <stdio.h>

#include "checkpoint.h"
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
    width = run->roots.id_width > width ? run->roots.id_width : width;
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
    tables_print_setting(&run->tables, stdout, "");
    print_id(run, "position");
    printf("%-17s %-7s %5s %20s %10s %15s\n", "board", "policy", "depth", "nodes", "seconds",
           "nodes/s");
}

static void print_numbers(const struct run *run, const struct board *board, uint64_t nodes,
                          double seconds)
{
    char number[NUMBER_SIZE], rate[NUMBER_SIZE];
    printf("%-17s %-7s %5u %20s %10.3f %15s", board->name,
           policy_name(options_policy(run->options, board)), run->options->depth,
           number_write(nodes, number), seconds, rate_write(nodes, seconds, rate));
}

/* Is this column printed? Not `nodes`, the first of them: every row has it anyway. */
static bool is_shown(const struct run *run, size_t column)
{
    _Static_assert(offsetof(struct perft_stats, nodes) == 0, "nodes is the first column");
    enum stats stats = run->options->stats;
    return column > 0 &&
           (stats == STATS_FULL || (stats == STATS_COMMON && !perft_stats_columns[column].full));
}

/* A line for each column, the number under that of the row where no id stands before it. */
static void print_stats(const struct run *run, const struct perft_stats *stats)
{
    char number[NUMBER_SIZE];
    for (size_t i = 0; i < PERFT_STATS_COUNT; i++)
        if (is_shown(run, i))
            printf("  %-21s %20s  %s\n", perft_stats_columns[i].name,
                   number_write(perft_stats_value(stats, i), number),
                   perft_stats_columns[i].meaning);
}

static void text_row(struct run *run, const struct root *root, const struct board *board,
                     const struct count *count)
{
    print_id(run, root->id);
    print_numbers(run, board, count->result.nodes, count->seconds);
    run_print_unfinished(count);
    putchar('\n');
    print_stats(run, &count->result.stats);
}

static void text_end(struct run *run)
{
    for (size_t i = 0; run->roots.count > 1 && i < run->options->board_count; i++) {
        print_id(run, "total");
        print_numbers(run, run->options->boards[i], run->total[i].nodes, run->total[i].seconds);
        putchar('\n');
        print_stats(run, &run->total[i].stats);
    }
    tables_print_check(&run->tables, stdout, "");
    run_print_agreement(run);
}

static void tsv_begin(const struct run *run)
{
    fputs("id\tfen\tboard\tpolicy\tdepth\tnodes\tseconds\tnodes_per_second\tcomplete", stdout);
    for (size_t i = 0; i < PERFT_STATS_COUNT; i++)
        if (is_shown(run, i))
            printf("\t%s", perft_stats_columns[i].name);
    putchar('\n');
}

static void tsv_row(struct run *run, const struct root *root, const struct board *board,
                    const struct count *count)
{
    char fen[FEN_SIZE];
    fen_write(&root->position, fen);
    put_tsv(stdout, root->id);
    printf("\t%s\t%s\t%s\t%u\t%" PRIu64 "\t%.9f\t", fen, board->name,
           policy_name(options_policy(run->options, board)), run->options->depth,
           count->result.nodes, count->seconds);
    if (count->seconds > 0)
        printf("%" PRIu64, rate_of(count->result.nodes, count->seconds));
    printf("\t%s", count->result.complete ? "true" : "false");
    for (size_t i = 0; i < PERFT_STATS_COUNT; i++)
        if (is_shown(run, i))
            printf("\t%" PRIu64, perft_stats_value(&count->result.stats, i));
    putchar('\n');
}

static void tsv_end(struct run *run)
{
    tables_print_check(&run->tables, stderr, PROGRAM ": ");
}

static void json_count_row(struct run *run, const struct root *root, const struct board *board,
                           const struct count *count)
{
    json_t *row = run_json_row(run, root, board, count);
    for (size_t i = 0; i < PERFT_STATS_COUNT; i++)
        if (is_shown(run, i))
            json_object_set_new(row, perft_stats_columns[i].name,
                                json_count(perft_stats_value(&count->result.stats, i)));
    json_row(row);
}

static void json_end(struct run *run)
{
    run_json_end(run);
}

static void json_start(const struct run *run)
{
    (void)run;
    json_open("perft");
}

static int run_perft(const struct options *options)
{
    static const struct form forms[FORMAT_COUNT] = {
        [FORMAT_TEXT] = {text_begin, text_row, text_end},
        [FORMAT_JSON] = {json_start, json_count_row, json_end},
        [FORMAT_TSV] = {tsv_begin, tsv_row, tsv_end},
    };
    return options->checkpoint ? checkpoint_run(options) : run_counts(options, forms);
}

const struct command perft_command = {
    .name = "perft",
    .summary = "count the legal move paths of length DEPTH",
    .help =
        "Without a position, the starting position is counted. --board all exits with 1 when "
        "boards differ, and shows the first position where they do.\n"
        "\n"
        "--policy, --threads and --hash change how long it takes, never what is counted. Each "
        "thread takes shares of the tree until none is left. The hash keeps the counts of "
        "subtrees, for the many positions that more than one order of moves leads to; a "
        "position and its mirror image share a count unless --no-mirror is given. Its size is "
        "a number of bytes, or of K, M, G or T; what is used is the next lower power of 2. "
        "Give it most of the memory there is, and from depth 6 on it pays by far. "
        "--hash-check says how many counts of the hash were counted again, and exits with 1 "
        "when one was wrong. With --board all each board has a table of its own, so that none "
        "can profit from, or repeat, another's error.\n"
        "\n"
        "--stats counts what the last moves do, in the columns of the public tables: "
        "captures, checks, checks by several pieces, mates and stalemates given, and dead "
        "ends, the paths one move shorter that end for want of a legal move. --stats=full "
        "adds what kinds of check and dead end they are. Every leaf is made for it, and no "
        "hash can be used.\n"
        "\n"
        "--checkpoint keeps the counts of parts of the tree in a file as soon as they are known, "
        "and a run that finds the file goes on from there. The parts are those of 'xqperft "
        "plan', so that 'xqperft merge' has the count of every root move in the end, and "
        "'xqperft certify' counts a sample again. Without a --split it is half the depth, at "
        "most 4 plies.\n"
        "\n"
        "In JSON, a count above 9223372036854775807 is a string of digits. Ctrl-C prints the "
        "sum of the root moves finished by then, marked as not complete.\n"
        "\n"
        "Examples:\n"
        "  xqperft perft 5\n"
        "  xqperft perft 7 --hash 1G --threads 0\n"
        "  xqperft perft 8 --hash 4G --threads 0 --checkpoint start8.deep\n"
        "  xqperft perft 4 --stats\n"
        "  xqperft perft 4 --board all --moves 'h2e2 h9g7'\n"
        "  xqperft perft 3 --epd positions/rules.epd --tsv\n"
        "  xqperft perft 4 --fen '4k4/9/9/9/9/9/9/9/4R4/3K5 w' --json\n",
    .accepts = OPTIONS_POSITION | OPTIONS_COUNT | OPTION_STATS | OPTION_CHECKPOINT | OPTION_SPLIT |
               OPTIONS_FORMAT | OPTION_GLYPHS,
    .operand = OPERAND_DEPTH,
    .min_depth = 0,
    .run = run_perft,
};
