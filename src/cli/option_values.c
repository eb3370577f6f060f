#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "option_table.h"
#include "option_values.h"
#include "output.h"
#include "perft.h"
#include "text.h"

void usage_error(struct argp_state *state, const char *format, ...)
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

uint64_t parse_number(struct argp_state *state, const char *what, const char *text, uint64_t min,
                      uint64_t max)
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

size_t parse_size(struct argp_state *state, const char *what, const char *text, size_t min)
{
    static const char units[] = "KMGTkmgt";
    size_t length = strlen(text);
    const char *unit = length > 0 ? strchr(units, text[length - 1]) : NULL;
    unsigned shift = unit ? 10 * (unsigned)((unit - units) % 4 + 1) : 0;
    uint64_t value = 0;
    enum number_result result =
        text_number(text, length - (unit ? 1 : 0), SIZE_MAX >> shift, &value);
    if (result == NUMBER_MALFORMED)
        usage_error(state, "%s: '%s' is not a number of bytes, such as 4096K, 256M, 1G or 65536",
                    what, text);
    if (result == NUMBER_TOO_LARGE)
        usage_error(state, "%s: %s is more bytes than there are addresses", what, text);
    if (value << shift < min)
        usage_error(state, "%s: %s is less than %zu bytes", what, text, min);
    return (size_t)value << shift;
}

void set_boards(struct options *options, const struct board *only)
{
    options->board_count = 0;
    if (only) /* it may be a variant, which the list does not have */
        options->boards[options->board_count++] = only;
    for (const struct board *const *board = all_boards; *board && !only; board++)
        if (options->board_count < COMPARE_MAX_BOARDS)
            options->boards[options->board_count++] = *board;
    options->boards[options->board_count] = NULL;
}

void parse_board(struct argp_state *state, struct options *options, const char *name)
{
    char names[256] = "";
    const struct board *board = board_find(name);
    if (board || strcmp(name, "all") == 0) {
        set_boards(options, board);
        return;
    }
    for (size_t i = 0; (board = board_at(i)); i++) {
        strncat(names, board->name, sizeof names - strlen(names) - 1);
        strncat(names, ", ", sizeof names - strlen(names) - 1);
    }
    usage_error(state, "--board: unknown board '%s'; there are %sand all", name, names);
}

void parse_policy(struct argp_state *state, struct options *options, const char *name)
{
    options->policy = policy_find(name);
    char names[64];
    if (options->policy != POLICY_COUNT)
        return;
    policies_listed(", ", names, sizeof names);
    usage_error(state, "--policy: unknown policy '%s'; there are %s", name, names);
}

static void add_name(char names[BOARD_NAMES_SIZE], const char *name)
{
    size_t used = strlen(names);
    snprintf(names + used, BOARD_NAMES_SIZE - used, "%s%s", used > 0 ? ", " : "", name);
}

const char *boards_with(enum policy policy, char names[BOARD_NAMES_SIZE])
{
    const struct board *board;
    *names = '\0';
    for (size_t i = 0; (board = board_at(i)); i++)
        if (board_has(board, policy))
            add_name(names, board->name);
    return names;
}

void check_policy(struct argp_state *state, const struct options *options)
{
    char lacking[BOARD_NAMES_SIZE] = "", having[BOARD_NAMES_SIZE];
    if (options->policy == POLICY_COUNT)
        return;
    for (size_t i = 0; i < options->board_count; i++)
        if (!board_has(options->boards[i], options->policy))
            add_name(lacking, options->boards[i]->name);
    if (*lacking)
        usage_error(state, "--policy: %s is no policy of %s; the boards that have it are %s",
                    policy_name(options->policy), lacking, boards_with(options->policy, having));
}

void parse_isa(struct argp_state *state, const char *name)
{
    enum isa isa = isa_find(name);
    char names[ISA_NAMES_SIZE];
    if (!isa_force(isa))
        usage_error(state, "--isa: %s '%s'; available here are %s",
                    isa == ISA_COUNT ? "there is no" : "this machine cannot run", name,
                    isa_names_here(names));
}

/* Of other boards it would change nothing, and whoever gives it means vector. */
void check_isa(struct argp_state *state, const struct options *options)
{
    const struct board *vector = board_find("vector");
    for (size_t i = 0; i < options->board_count; i++)
        if (options->boards[i] == vector)
            return;
    if (options->isa_given)
        usage_error(state, "--isa: it is of the board vector, which is not asked for");
}

void parse_threads(struct argp_state *state, struct options *options, const char *text)
{
    options->threads = (unsigned)parse_number(state, "--threads", text, 0, PERFT_MAX_THREADS);
    if (options->threads == 0)
        options->threads = perft_processors();
}

void parse_stats(struct argp_state *state, struct options *options, const char *text)
{
    if (text && strcmp(text, "full") != 0)
        usage_error(state, "--stats: '%s' is not full, the only word it may be given", text);
    options->stats = text ? STATS_FULL : STATS_COMMON;
}

void parse_ranks(struct argp_state *state, struct options *options, const char *text)
{
    uint64_t ranks = parse_number(state, "--ranks", text, 0, 1);
    options->ranks = ranks ? RANKS_FROM_1 : RANKS_FROM_0;
    options->ranks_given = true;
}

void parse_glyphs(struct argp_state *state, struct options *options, const char *name)
{
    options->glyphs = glyphs_find(name);
    if (options->glyphs == GLYPHS_COUNT)
        usage_error(state, "--glyphs: unknown glyphs '%s'; there are cn and ascii", name);
}

/* A name with something in it, and no line end, which would be a second command. */
void parse_engine_option(struct argp_state *state, struct options *options, const char *text)
{
    if (strcspn(text, "=") == 0 || strpbrk(text, "\r\n"))
        usage_error(state, "--option: '%s' is not NAME=VALUE", text);
    options->engine_options[options->engine_option_count++] = text;
}

void parse_format(struct argp_state *state, struct options *options, enum format format)
{
    if (options->format != FORMAT_TEXT && options->format != format)
        usage_error(state, "only one output format can be printed");
    options->format = format;
}
