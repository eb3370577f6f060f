#include <argp.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "options.h"
#include "output.h"
#include "text.h"

enum { FIRST_KEY = 0x100 }; /* of argp; below are short options, which we have none of */

enum { GROUP_POSITION = 1, GROUP_COUNT, GROUP_OUTPUT };

/* The key of an option is FIRST_KEY plus its place here, its bit 1 shifted by the same. */
static const struct argp_option table[] = {
    {.name = "fen", .arg = "FEN", .doc = "the position to start from", .group = GROUP_POSITION},
    {.name = "epd",
     .arg = "FILE",
     .doc = "the positions of this EPD file, one after the other",
     .group = GROUP_POSITION},
    {.name = "id",
     .arg = "ID",
     .doc = "only the position of the EPD file with this id",
     .group = GROUP_POSITION},
    {.name = "moves",
     .arg = "MOVES",
     .doc = "play these moves first, such as \"h2e2 h9g7\"",
     .group = GROUP_POSITION},
    {.name = "ranks",
     .arg = "0|1",
     .doc = "number of Red's home rank in moves, read and printed (0)",
     .group = GROUP_POSITION},
    {.name = "board",
     .arg = "NAME|all",
     .doc = "the board representation; all runs each and compares (bitboard)",
     .group = GROUP_COUNT},
    {.name = "policy",
     .arg = "plain|bulk",
     .doc = "make every leaf, or count the legal moves at depth 1 (bulk)",
     .group = GROUP_COUNT},
    {.name = "max-depth",
     .arg = "N",
     .doc = "leave out counts of a greater depth",
     .group = GROUP_COUNT},
    {.name = "max-nodes",
     .arg = "N",
     .doc = "leave out counts expected to be greater",
     .group = GROUP_COUNT},
    {.name = "json", .doc = "print one JSON object", .group = GROUP_OUTPUT},
    {.name = "tsv", .doc = "print tab-separated values under a heading", .group = GROUP_OUTPUT},
    {.name = "tap", .doc = "print the Test Anything Protocol, version 13", .group = GROUP_OUTPUT},
    {.name = "junit",
     .arg = "FILE",
     .doc = "write JUnit XML to this file as well",
     .group = GROUP_OUTPUT},
    {.name = "chinese", .doc = "draw the board with Chinese characters", .group = GROUP_OUTPUT},
};

enum { TABLE_SIZE = sizeof table / sizeof table[0] };

_Static_assert(OPTION_CHINESE == 1 << (TABLE_SIZE - 1), "a bit and a line for each option");

struct parse {
    const struct command *command;
    struct options *options;
    bool has_depth;
};

/* Prints the message and where to find help, and exits. */
__attribute__((format(printf, 2, 3), noreturn)) static void usage_error(struct argp_state *state,
                                                                        const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs(PROGRAM ": ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    argp_state_help(state, stderr, ARGP_HELP_SEE);
    exit(STATUS_INPUT);
}

static uint64_t parse_number(struct argp_state *state, const char *what, const char *text,
                             uint64_t min, uint64_t max)
{
    uint64_t value = 0;
    enum number_result result = text_number(text, strlen(text), UINT64_MAX, &value);
    if (result == NUMBER_MALFORMED)
        usage_error(state, "%s: '%s' is not a whole number", what, text);
    if (result == NUMBER_TOO_LARGE || value > max)
        usage_error(state, "%s: %s is more than %llu", what, text, (unsigned long long)max);
    if (value < min)
        usage_error(state, "%s: %s is less than %llu", what, text, (unsigned long long)min);
    return value;
}

static void set_boards(struct options *options, const struct board *only)
{
    options->board_count = 0;
    for (const struct board *const *board = all_boards; *board; board++)
        if ((!only || only == *board) && options->board_count < COMPARE_MAX_BOARDS)
            options->boards[options->board_count++] = *board;
    options->boards[options->board_count] = NULL;
}

static void parse_board(struct argp_state *state, struct options *options, const char *name)
{
    char names[256] = "";
    const struct board *board = board_find(name);
    if (board || strcmp(name, "all") == 0) {
        set_boards(options, board);
        return;
    }
    for (const struct board *const *each = all_boards; *each; each++) {
        strncat(names, (*each)->name, sizeof names - strlen(names) - 1);
        strncat(names, ", ", sizeof names - strlen(names) - 1);
    }
    usage_error(state, "--board: unknown board '%s'; there are %sand all", name, names);
}

static void parse_policy(struct argp_state *state, struct options *options, const char *name)
{
    options->policy = policy_find(name);
    if (options->policy == POLICY_COUNT)
        usage_error(state, "--policy: unknown policy '%s'; there are plain and bulk", name);
}

static void parse_ranks(struct argp_state *state, struct options *options, const char *text)
{
    uint64_t ranks = parse_number(state, "--ranks", text, 0, 1);
    options->ranks = ranks ? RANKS_FROM_1 : RANKS_FROM_0;
}

static void parse_format(struct argp_state *state, struct options *options, enum format format)
{
    if (options->format != FORMAT_TEXT && options->format != format)
        usage_error(state, "only one output format can be printed");
    options->format = format;
}

static void parse_operand(struct argp_state *state, struct parse *parse, char *text)
{
    struct options *options = parse->options;
    if (parse->command->operand == OPERAND_FILES) {
        options->files[options->file_count++] = text;
    } else if (parse->command->operand == OPERAND_DEPTH && !parse->has_depth) {
        options->depth = (unsigned)parse_number(state, "DEPTH", text, parse->command->min_depth,
                                                PERFT_MAX_DEPTH);
        parse->has_depth = true;
    } else {
        usage_error(state, "unexpected argument '%s'", text);
    }
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
        usage_error(state, "%s needs a FILE.epd", parse->command->name);
}

static error_t parse_option(struct argp_state *state, struct options *options, unsigned option,
                            char *text)
{
    switch (option) {
    case OPTION_FEN:
        options->fen = text;
        break;
    case OPTION_EPD:
        options->epd = text;
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
        break;
    case OPTION_POLICY:
        parse_policy(state, options, text);
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
    case OPTION_CHINESE:
        options->chinese = true;
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
        if (key < FIRST_KEY || key >= FIRST_KEY + TABLE_SIZE)
            return ARGP_ERR_UNKNOWN;
        return parse_option(state, parse->options, 1U << (key - FIRST_KEY), text);
    }
}

static void options_default(struct options *options, int argc)
{
    *options = (struct options){
        .policy = POLICY_DEFAULT,
        .max_depth = UINT32_MAX,
        .max_nodes = UINT64_MAX,
        .files = allocate((size_t)argc, sizeof(char *)),
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
    static const char *const operands[] = {
        [OPERAND_NONE] = NULL,
        [OPERAND_DEPTH] = "DEPTH",
        [OPERAND_FILES] = "FILE.epd...",
    };
    struct argp_option accepted[TABLE_SIZE + 1] = {0};
    for (int i = 0, count = 0; i < TABLE_SIZE; i++)
        if (command->accepts & 1U << i) {
            accepted[count] = table[i];
            accepted[count++].key = FIRST_KEY + i;
        }

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

void options_free(struct options *options)
{
    free(options->files);
}
