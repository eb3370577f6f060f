#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "hash.h"
#include "option_table.h"
#include "option_values.h"
#include "output.h"
#include "perft.h"

enum { MAX_TIMEOUT = 1000000 }; /* seconds, eleven days */

struct parse {
    const struct command *command;
    struct options *options;
    bool has_depth;
};

/* `-` is standard input, under its name. */
static char *input_name(char *text)
{
    return strcmp(text, "-") == 0 ? (char *)STANDARD_INPUT : text;
}

/* What is written to and read again. */
static const char *real_file(struct argp_state *state, const char *option, const char *text)
{
    if (strcmp(text, "-") == 0)
        usage_error(state, "%s: '-' is no file; standard output does not do", option);
    return text;
}

static void parse_operand(struct argp_state *state, struct parse *parse, char *text)
{
    struct options *options = parse->options;
    if (parse->command->operand == OPERAND_FILES) {
        options->files[options->file_count++] = input_name(text);
    } else if (parse->command->operand == OPERAND_DEPTH && !parse->has_depth) {
        options->depth = (unsigned)parse_number(state, "DEPTH", text, parse->command->min_depth,
                                                PERFT_MAX_DEPTH);
        parse->has_depth = true;
    } else {
        usage_error(state, "unexpected argument '%s'", text);
    }
}

/* Statistics are of last moves, each of which must be made to be looked at. */
static void check_stats(struct argp_state *state, const struct parse *parse)
{
    const struct options *options = parse->options;
    if (options->stats == STATS_NONE)
        return;
    if (options->hash_size > 0)
        usage_error(state, "--stats and --hash exclude each other: the hash keeps how many paths "
                           "there are, not what their last moves do");
    if (options->depth < 1)
        usage_error(state, "--stats needs a DEPTH of at least 1: a path of no moves has no last");
    if (options->policy != POLICY_COUNT && options->policy != POLICY_PLAIN)
        usage_error(state, "--stats makes every leaf, as --policy %s does; it cannot go with %s",
                    policy_name(POLICY_PLAIN), policy_name(options->policy));
}

static void check_engine(struct argp_state *state, const struct parse *parse)
{
    const struct options *options = parse->options;
    if (!(parse->command->accepts & OPTION_ENGINE))
        return;
    if (!options->engine == !options->script)
        usage_error(state, "%s needs %s --engine COMMAND or --script COMMAND", parse->command->name,
                    options->engine ? "only one of" : "either");
    const char *command = options->engine ? options->engine : options->script;
    if (command[strspn(command, " \t\n")] == '\0')
        usage_error(state, "--%s: the command is empty", options->engine ? "engine" : "script");
    if (options->script && options->engine_option_count > 0)
        usage_error(state, "--option needs --engine: a script has no options");
}

/* The parts of a deep count. */
static void check_deep(struct argp_state *state, const struct parse *parse)
{
    const struct options *options = parse->options;
    bool may_do_without = parse->command->accepts & OPTION_CHECKPOINT;
    if (options->split != SPLIT_NONE && options->split > options->depth)
        usage_error(state, "--split: %u plies are more than the depth, %u", options->split,
                    options->depth);
    if (options->checkpoint && options->stats != STATS_NONE)
        usage_error(state, "--checkpoint and --stats exclude each other: a file of units keeps how "
                           "many paths there are, not what their last moves do");
    if (options->split != SPLIT_NONE && may_do_without && !options->checkpoint)
        usage_error(state, "--split needs --checkpoint");
    if (options->board_count > 1 && (parse->command->one_board || options->checkpoint))
        usage_error(state, "%s takes one board, not all",
                    options->checkpoint ? "--checkpoint" : parse->command->name);
}

/* What can only be judged once everything was read. */
static void check_together(struct argp_state *state, const struct parse *parse)
{
    const struct options *options = parse->options;
    if (options->fen && options->epd)
        usage_error(state, "--fen and --epd exclude each other");
    if (options->id && !options->epd)
        usage_error(state, "--id needs --epd");
    if (parse->command->operand == OPERAND_DEPTH && !parse->has_depth)
        usage_error(state, "%s needs a DEPTH", parse->command->name);
    if (parse->command->operand == OPERAND_FILES && options->file_count == 0)
        usage_error(state, "%s needs a %.*s", parse->command->name,
                    (int)strcspn(parse->command->files, " "), parse->command->files);
    if (options->no_mirror && options->hash_size == 0)
        usage_error(state, "--no-mirror needs --hash");
    if (options->hash_check && options->hash_size == 0)
        usage_error(state, "--hash-check needs --hash");
    check_policy(state, options);
    if (parse->command != &uci_command) /* where another board can be chosen later */
        check_isa(state, options);
    check_stats(state, parse);
    check_engine(state, parse);
    check_deep(state, parse);
    if (parse->command == &plan_command && options->out)
        real_file(state, "--out", options->out);
    if (parse->command == &work_command && !options->out &&
        strcmp(options->files[0], STANDARD_INPUT) == 0)
        usage_error(state, "work appends to its PLAN: one from standard input needs --out");
}

static error_t parse_option(struct argp_state *state, struct options *options, unsigned option,
                            char *text)
{
    switch (option) {
    case OPTION_FEN:
        options->fen = text;
        break;
    case OPTION_EPD:
        options->epd = input_name(text);
        break;
    case OPTION_ID:
        options->id = text;
        break;
    case OPTION_MOVES:
        options->moves = text;
        break;
    case OPTION_RANKS:
        parse_ranks(state, options, text);
        break;
    case OPTION_BOARD:
        parse_board(state, options, text);
        options->board_given = true;
        break;
    case OPTION_ISA:
        parse_isa(state, text);
        options->isa_given = true;
        break;
    case OPTION_POLICY:
        parse_policy(state, options, text);
        break;
    case OPTION_NO_BULK:
        options->policy = POLICY_PLAIN;
        break;
    case OPTION_THREADS:
        parse_threads(state, options, text);
        break;
    case OPTION_HASH:
        options->hash_size = parse_size(state, "--hash", text, HASH_MIN_BYTES);
        break;
    case OPTION_NO_MIRROR:
        options->no_mirror = true;
        break;
    case OPTION_HASH_CHECK:
        options->hash_check = true;
        break;
    case OPTION_STATS:
        parse_stats(state, options, text);
        break;
    case OPTION_MAX_DEPTH:
        options->max_depth = (unsigned)parse_number(state, "--max-depth", text, 0, UINT32_MAX);
        break;
    case OPTION_MAX_NODES:
        options->max_nodes = parse_number(state, "--max-nodes", text, 0, UINT64_MAX);
        break;
    case OPTION_JSON:
        parse_format(state, options, FORMAT_JSON);
        break;
    case OPTION_TSV:
        parse_format(state, options, FORMAT_TSV);
        break;
    case OPTION_TAP:
        parse_format(state, options, FORMAT_TAP);
        break;
    case OPTION_JUNIT:
        options->junit = text;
        break;
    case OPTION_GLYPHS:
        parse_glyphs(state, options, text);
        break;
    case OPTION_ENGINE:
        options->engine = text;
        break;
    case OPTION_SCRIPT:
        options->script = text;
        break;
    case OPTION_OPTION:
        parse_engine_option(state, options, text);
        break;
    case OPTION_TIMEOUT:
        options->timeout = (double)parse_number(state, "--timeout", text, 1, MAX_TIMEOUT);
        break;
    case OPTION_SAVE:
        options->save = text;
        break;
    case OPTION_SPLIT:
        options->split = (unsigned)parse_number(state, "--split", text, 0, PERFT_MAX_DEPTH);
        break;
    case OPTION_OUT:
        options->out = text;
        break;
    case OPTION_CHECKPOINT:
        options->checkpoint = real_file(state, "--checkpoint", text);
        break;
    case OPTION_SAMPLE:
        options->sample = parse_number(state, "--sample", text, 1, UINT32_MAX);
        break;
    case OPTION_SEED:
        options->seed = parse_number(state, "--seed", text, 0, UINT32_MAX);
        options->seed_given = true;
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static error_t parse_key(int key, char *text, struct argp_state *state)
{
    struct parse *parse = state->input;
    switch (key) {
    case ARGP_KEY_ARG:
        parse_operand(state, parse, text);
        return 0;
    case ARGP_KEY_END:
        check_together(state, parse);
        return 0;
    default:
        if (key < FIRST_KEY || key >= FIRST_KEY + OPTION_COUNT)
            return ARGP_ERR_UNKNOWN;
        return parse_option(state, parse->options, 1U << (key - FIRST_KEY), text);
    }
}

static void options_default(struct options *options, int argc)
{
    *options = (struct options){
        .policy = POLICY_COUNT,
        .glyphs = GLYPHS_COUNT,
        .threads = 1,
        .max_depth = UINT32_MAX,
        .max_nodes = UINT64_MAX,
        .files = allocate((size_t)argc, sizeof(char *)),
        .engine_options = allocate((size_t)argc, sizeof(char *)),
        .timeout = 300,
        .split = SPLIT_NONE,
        .sample = 20,
    };
    set_boards(options, board_find("bitboard"));
}

/* Runs argp such that messages begin with the program's name and help with that of the command:
 * this hidden option of argp changes the one and not the other. */
static void parse_as(const char *name, const struct argp *argp, int argc, char **argv,
                     struct parse *parse)
{
    char program[] = PROGRAM, title[64];
    char **arguments = allocate((size_t)argc + 2, sizeof *arguments);
    snprintf(title, sizeof title, "--program-name=" PROGRAM " %s", name);
    arguments[0] = program;
    arguments[1] = title;
    for (int i = 1; i < argc; i++)
        arguments[i + 1] = argv[i];
    char *invocation = program_invocation_name, *short_name = program_invocation_short_name;
    argp_parse(argp, argc + 1, arguments, 0, NULL, parse);
    program_invocation_name = invocation;
    program_invocation_short_name = short_name;
    free(arguments);
}

void options_read(const struct command *command, int argc, char **argv, struct options *options)
{
    const char *const operands[] = {
        [OPERAND_NONE] = NULL,
        [OPERAND_DEPTH] = "DEPTH",
        [OPERAND_FILES] = command->files,
    };
    struct argp_option accepted[OPTION_COUNT + 1] = {0};
    option_table_take(command->accepts, accepted);

    struct parse parse = {.command = command, .options = options};
    char *doc = NULL;
    if (asprintf(&doc, "%s\v%s", command->summary, command->help) < 0)
        exit(STATUS_INPUT);
    struct argp argp = {.options = accepted,
                        .parser = parse_key,
                        .args_doc = operands[command->operand],
                        .doc = doc};
    options_default(options, argc);
    parse_as(command->name, &argp, argc, argv, &parse);
    free(doc);
}

const char *options_variant(const struct board *board)
{
    return board->chosen ? board->chosen->name : board->name;
}

enum policy options_policy(const struct options *options, const struct board *board)
{
    if (options->policy != POLICY_COUNT)
        return options->policy;
    return options->stats ? POLICY_PLAIN : board->fastest;
}

enum policy options_common_policy(const struct options *options)
{
    enum policy latest = POLICY_PLAIN;
    for (size_t i = 0; i < options->board_count; i++) {
        enum policy policy = options_policy(options, options->boards[i]);
        latest = policy > latest ? policy : latest;
    }
    return latest;
}

enum glyphs options_glyphs(const struct options *options, bool for_person)
{
    if (options->glyphs != GLYPHS_COUNT)
        return options->glyphs;
    return for_person ? glyphs_of_user() : GLYPHS_ASCII;
}

void options_free(struct options *options)
{
    free(options->files);
    free(options->engine_options);
}
