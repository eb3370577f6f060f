/* xqperft divide: a count per root move, in the form that other programs print and people diff. */
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "commands.h"
#include "fen.h"
#include "output.h"
#include "run.h"

static void text_begin(const struct run *run)
{
    (void)run;
}

static void text_row(struct run *run, const struct root *root, const struct board *board,
                     const struct count *count)
{
    char text[MOVE_TEXT_SIZE], number[NUMBER_SIZE], rate[NUMBER_SIZE], fen[FEN_SIZE];
    if (run->roots.count > 1 || run->options->board_count > 1) {
        fen_write(&root->position, fen);
        fputs("# ", stdout);
        put_printable(stdout, root->id);
        printf("%s%s, board %s, policy %s\n", *root->id ? ", " : "", fen, board->name,
               policy_name(options_policy(run->options, board)));
    }
    const struct perft_result *result = &count->result;
    for (size_t i = 0; i < result->root_count; i++)
        if (result->root[i].complete)
            printf("%s: %" PRIu64 "\n", move_write(result->root[i].move, run->options->ranks, text),
                   result->root[i].nodes);
    printf("\nNodes searched: %" PRIu64, result->nodes);
    run_print_unfinished(count);
    putchar('\n');
    if (run->roots.count > 1 || run->options->board_count > 1)
        putchar('\n');
    /* Beside what is compared with another program's output, and only for a person. */
    if (output_flush() && isatty(STDERR_FILENO)) {
        fprintf(stderr, "%s, %s: %s nodes in %.3f s, %s nodes/s\n", board->name,
                policy_name(options_policy(run->options, board)),
                number_write(result->nodes, number), count->seconds,
                rate_write(result->nodes, count->seconds, rate));
        tables_print_setting(&run->tables, stderr, "");
    }
}

static void text_end(struct run *run)
{
    tables_print_check(&run->tables, stdout, "# ");
    run_print_agreement(run);
}

static void tsv_begin(const struct run *run)
{
    (void)run;
    puts("id\tfen\tboard\tpolicy\tdepth\tmove\tnodes");
}

static void tsv_row(struct run *run, const struct root *root, const struct board *board,
                    const struct count *count)
{
    char text[MOVE_TEXT_SIZE], fen[FEN_SIZE];
    fen_write(&root->position, fen);
    for (size_t i = 0; i < count->result.root_count; i++) {
        const struct perft_root *row = &count->result.root[i];
        if (!row->complete)
            continue;
        put_tsv(stdout, root->id);
        printf("\t%s\t%s\t%s\t%u\t%s\t%" PRIu64 "\n", fen, board->name,
               policy_name(options_policy(run->options, board)), run->options->depth,
               move_write(row->move, run->options->ranks, text), row->nodes);
    }
}

static void json_count_row(struct run *run, const struct root *root, const struct board *board,
                           const struct count *count)
{
    char text[MOVE_TEXT_SIZE];
    json_t *moves = json_array();
    for (size_t i = 0; i < count->result.root_count; i++) {
        const struct perft_root *move = &count->result.root[i];
        if (move->complete)
            json_array_append_new(moves,
                                  json_pack("{s:s, s:o}", "move",
                                            move_write(move->move, run->options->ranks, text),
                                            "nodes", json_count(move->nodes)));
    }
    json_t *row = run_json_row(run, root, board, count);
    json_object_set_new(row, "moves", moves);
    json_row(row);
}

static void json_start(const struct run *run)
{
    (void)run;
    json_open("divide");
}

static void json_end(struct run *run)
{
    run_json_end(run);
}

static void tsv_end(struct run *run)
{
    tables_print_check(&run->tables, stderr, PROGRAM ": ");
}

static int divide_run(const struct options *options)
{
    static const struct form forms[FORMAT_COUNT] = {
        [FORMAT_TEXT] = {text_begin, text_row, text_end},
        [FORMAT_JSON] = {json_start, json_count_row, json_end},
        [FORMAT_TSV] = {tsv_begin, tsv_row, tsv_end},
    };
    return run_counts(options, forms);
}

const struct command divide_command = {
    .name = "divide",
    .summary = "count the paths of length DEPTH by their first move",
    .help =
        "Prints 'MOVE: COUNT' lines, sorted by move, and 'Nodes searched: SUM', to be compared "
        "with an engine's 'go perft'. With several positions or boards, a line that begins "
        "with # says which one follows. Follow a wrong count down with --moves.\n"
        "\n"
        "The counts are the same for every policy, number of threads and hash, see 'xqperft help "
        "perft'.\n"
        "\n"
        "In JSON, a count above 9223372036854775807 is a string of digits. Ctrl-C prints the "
        "moves finished by then.\n"
        "\n"
        "Examples:\n"
        "  xqperft divide 3\n"
        "  xqperft divide 2 --moves 'h2e2' --board naive\n"
        "  xqperft divide 3 --ranks 1 | diff - engine.txt\n"
        "  xqperft divide 6 --hash 1G --threads 0\n"
        "  xqperft divide 4 --board all --epd positions/rules.epd --json\n",
    .accepts = OPTIONS_POSITION | OPTIONS_COUNT | OPTIONS_FORMAT | OPTION_GLYPHS,
    .operand = OPERAND_DEPTH,
    .min_depth = 1,
    .run = divide_run,
};
