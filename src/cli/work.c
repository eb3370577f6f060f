/* xqperft work: counts units of a plan. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "commands.h"
#include "deep_run.h"
#include "facts.h"
#include "text.h"

/* Two numbers around a sign. False when this is something else. */
static bool read_pair(const char *text, char sign, size_t *first, size_t *second)
{
    const char *middle = strchr(text, sign);
    uint64_t one, two;
    if (!middle || text_number(text, (size_t)(middle - text), UINT32_MAX, &one) != NUMBER_OK ||
        text_number(middle + 1, strlen(middle + 1), UINT32_MAX, &two) != NUMBER_OK)
        return false;
    *first = (size_t)one;
    *second = (size_t)two;
    return true;
}

/* N, N-M or PART/PARTS; units before `*end` and from `*begin` on, both from 0. */
static bool read_range(const char *text, size_t units, size_t *begin, size_t *end)
{
    size_t first, last;
    uint64_t one;
    if (read_pair(text, '/', &first, &last)) {
        if (first < 1 || first > last)
            return false;
        *begin = (first - 1) * units / last;
        *end = first * units / last;
        return true;
    }
    if (text_number(text, strlen(text), UINT32_MAX, &one) == NUMBER_OK)
        first = last = (size_t)one;
    else if (!read_pair(text, '-', &first, &last))
        return false;
    *begin = first - 1;
    *end = last;
    return first >= 1 && first <= last && last <= units;
}

/* The units that the arguments name, or all, in their order; to be freed. NULL after saying what is
 * wrong. */
static uint32_t *named_units(const struct deep_run *run, size_t *count)
{
    const struct options *options = run->options;
    size_t units = run->plan.unit_count, begin, end;
    bool *named = allocate(units, sizeof *named);
    memset(named, options->file_count == 1, units);
    for (size_t i = 1; i < options->file_count; i++) {
        if (!read_range(options->files[i], units, &begin, &end)) {
            complain("'%s' names no units: there are 1 to %zu, in the form N, FIRST-LAST or "
                     "PART/PARTS",
                     options->files[i], units);
            free(named);
            return NULL;
        }
        memset(named + begin, true, end - begin);
    }
    uint32_t *unit = allocate(units, sizeof *unit);
    *count = 0;
    for (size_t i = 0; i < units; i++)
        if (named[i])
            unit[(*count)++] = (uint32_t)i;
    free(named);
    return unit;
}

static void print_work(const struct deep_run *run, size_t named)
{
    const struct board *board = run->options->boards[0];
    const struct fact facts[] = {
        fact_text("board", board->name),
        fact_text("variant", options_variant(board)),
        fact_text("policy", policy_name(options_policy(run->options, board))),
        fact_count("depth", run->plan.depth - run->plan.split),
        fact_count("units", named),
        fact_count("counted_before", named - run->asked),
        fact_count("counted", run->counted),
        fact_count("nodes", run->nodes),
        fact_real("seconds", run->seconds),
    };
    facts_print(stdout, run->options->format, "work", facts, sizeof facts / sizeof facts[0]);
}

/* What another run has put into the file of --out need not be counted again. */
static bool has_results(const struct deep_run *run, const char *out)
{
    struct stat status;
    return strcmp(out, run->options->files[0]) != 0 && strcmp(out, "-") != 0 &&
           stat(out, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0;
}

static int read_files(struct deep_run *run, const char *out)
{
    char *results = (char *)out;
    int status = deep_run_read(run, run->options->files, 1);
    return status == STATUS_OK && has_results(run, out) ? deep_run_read(run, &results, 1) : status;
}

static int work_run(const struct options *options)
{
    struct deep_run run = {.options = options};
    const char *out = options->out ? options->out : options->files[0];
    uint32_t *unit = NULL;
    size_t count;
    bool on_output = strcmp(out, "-") == 0;
    if (on_output && options->format != FORMAT_TEXT) {
        complain("--out - has standard output for the results; neither --json nor --tsv can be "
                 "there");
        return STATUS_INPUT;
    }
    int status = read_files(&run, out);
    if (status == STATUS_OK) {
        unit = named_units(&run, &count);
        status = unit ? deep_run_count(&run, unit, count, out) : STATUS_INPUT;
        if (status != STATUS_INPUT && !on_output)
            print_work(&run, count);
    }
    free(unit);
    deep_run_free(&run);
    return status;
}

const struct command work_command = {
    .name = "work",
    .summary = "count units of a plan",
    .help =
        "Counts the units that are named and have no result yet: a number, FIRST-LAST, or "
        "PART/PARTS, such as 2/8 for the second eighth; all of them when none is named. Each "
        "result is appended as a line to the plan's file, or to that of --out, as soon as it is "
        "known; several runs may append to one file at the same time, except over a network's file "
        "system. A run that was killed or interrupted goes on when it is started again; a line "
        "that it left torn does not count. Exit status 1, and nothing is counted, when the files "
        "have a unit twice and not alike.\n"
        "\n"
        "Units are shared among threads. --policy, --threads and --hash are those of 'xqperft "
        "perft'.\n"
        "\n"
        "Examples:\n"
        "  xqperft work start7.deep --threads 0 --hash 1G\n"
        "  xqperft work start7.deep 1-500 817 --board vector\n"
        "  xqperft work start7.deep 2/8 --out start7.deep.2\n",
    .accepts = OPTIONS_COUNT | OPTION_OUT | OPTIONS_FORMAT,
    .operand = OPERAND_FILES,
    .files = "PLAN [UNITS...]",
    .one_board = true,
    .run = work_run,
};
