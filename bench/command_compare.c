/* xqbench compare */
#include <stdbool.h>
#include <stdio.h>

#include "command.h"
#include "compare/compare_facts.h"
#include "compare/compare_report.h"

enum { KEY_RELATIVE = 0x100, KEY_ANYWAY, KEY_TRUST_ALL, KEY_FAIL_SLOWER, KEY_TSV, KEY_JSON };

struct request {
    const char *paths[COMPARE_SIDES];
    int path_count;
    bool relative, anyway, trust_all, fail_slower, tsv, json;
};

static error_t parse_option(int key, char *text, struct argp_state *state)
{
    struct request *request = state->input;
    switch (key) {
    case KEY_RELATIVE:
        request->relative = true;
        return 0;
    case KEY_ANYWAY:
        request->anyway = true;
        return 0;
    case KEY_TRUST_ALL:
        request->trust_all = true;
        return 0;
    case KEY_FAIL_SLOWER:
        request->fail_slower = true;
        return 0;
    case KEY_TSV:
        request->tsv = true;
        return 0;
    case KEY_JSON:
        request->json = true;
        return 0;
    case ARGP_KEY_ARG:
        if (request->path_count < COMPARE_SIDES) {
            request->paths[request->path_count++] = text;
            return 0;
        }
        command_refuse_word(state, text);
    case ARGP_KEY_END:
        if (request->path_count < COMPARE_SIDES)
            command_refuse(state, "two results are compared: BASE and NEW");
        if (request->tsv && request->json)
            command_refuse(state, "--tsv and --json exclude each other");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {.name = "relative",
     .key = KEY_RELATIVE,
     .doc = "compare how fast boards are beside BASE's reference board, not how fast they are: "
            "what the machine did between the runs cancels"},
    {.name = "anyway",
     .key = KEY_ANYWAY,
     .doc = "compare runs that differ in more than the boards, and say in what"},
    {.name = "trust-all",
     .key = KEY_TRUST_ALL,
     .doc = "compare launches that other programs disturbed, too"},
    {.name = "fail-slower",
     .key = KEY_FAIL_SLOWER,
     .doc =
         "exit with status 1 when a board is slower in a workload, or in the mean of them, and "
         "with 4 when none is, but that a board is slower by more than 10 % cannot be ruled out"},
    {.name = "tsv", .key = KEY_TSV, .doc = "tab-separated, for scripts"},
    {.name = "json", .key = KEY_JSON, .doc = "the same as one JSON object"},
    {0},
};

static const struct argp argp = {
    .options = options,
    .parser = parse_option,
    .args_doc = "BASE NEW",
    .doc = "Compares two runs, each a results folder or its results.json (a file, not a pipe): for "
           "every workload and board, how many times as fast NEW is.\v"
           "Runs with another processor, governor, compiler, other flags, positions or settings of "
           "workloads are refused, and when only one was pinned to a CPU; another commit is the "
           "point. What only one of them tells is a difference, what neither tells is a warning. "
           "Two runs at different times have different states of the machine in them: when "
           "everything moved, and the limits too, look at --relative.\n\n"
           "Exit status: 0 compared, whatever came out; with --fail-slower, nothing is slower, and "
           "by its "
           "own interval no row is by more than 10 %; 1 with --fail-slower, something is slower; 2 "
           "not readable, or refused; 4 the runs have nothing in common; with --fail-slower, "
           "nothing is slower, but the interval of a row reaches beyond 10 % or is unknown, or all "
           "rows are inconclusive. For --fail-slower limits do not count, and what only one of the "
           "runs has is not looked at.",
};

/* The status of --fail-slower. */
static int slower_status(const struct comparison *comparison)
{
    switch (compare_verdict(comparison)) {
    case STATS_SLOWER:
        return STATUS_CHECK_FAILED;
    case STATS_INCONCLUSIVE:
        fputs(PROGRAM ": --fail-slower: ", stderr);
        compare_inconclusive_text(stderr, comparison);
        return STATUS_INCONCLUSIVE;
    default:
        return STATUS_DONE;
    }
}

static int report(const struct request *request, const struct stored runs[], json_t *differences)
{
    struct comparison comparison;
    bool good = comparison_make(&comparison, &runs[COMPARE_BASE], &runs[COMPARE_NEW],
                                request->relative, request->trust_all);
    int status = STATUS_DONE;
    if (good && comparison.count == 0) {
        command_complain(request->relative
                             ? "the runs have no workload with the reference board and another one "
                               "in common"
                             : "the runs have no workload of a board in common");
        status = STATUS_INCONCLUSIVE;
    } else if (good && request->json) {
        good = compare_json(stdout, &comparison, differences);
    } else if (good && request->tsv) {
        compare_tsv(stdout, &comparison);
        compare_warnings_text(stderr, &runs[COMPARE_BASE], &runs[COMPARE_NEW]);
    } else if (good) {
        compare_text(stdout, &comparison, differences);
    }
    if (!good)
        command_complain("no memory");
    if (request->fail_slower && good && status == STATUS_DONE)
        status = slower_status(&comparison);
    comparison_free(&comparison);
    return good ? status : STATUS_IMPOSSIBLE;
}

static int compare(const struct request *request, const struct stored runs[])
{
    json_t *differences = compare_differences(&runs[COMPARE_BASE], &runs[COMPARE_NEW]);
    if (differences == NULL) {
        command_complain("no memory");
        return STATUS_IMPOSSIBLE;
    }
    bool alike = json_array_size(differences) == 0;
    if (!alike && !request->anyway)
        command_complain("the runs differ in more than the boards (--anyway compares them):");
    else if (!alike && request->tsv)
        command_complain("compared nevertheless, though these differ:");
    int status = STATUS_IMPOSSIBLE;
    if (!alike && (!request->anyway || request->tsv))
        compare_differences_text(stderr, differences);
    if (alike || request->anyway)
        status = report(request, runs, differences);
    json_decref(differences);
    return status;
}

static int execute(int count, char **words, const volatile sig_atomic_t *stop)
{
    struct fault fault;
    (void)stop;
    struct request request = {0};
    command_parse(&argp, count, words, &request);

    struct stored runs[COMPARE_SIDES] = {0};
    bool good = true;
    for (int side = 0; side < COMPARE_SIDES && good; side++)
        good = stored_read(request.paths[side], &runs[side], &fault);
    int status = STATUS_IMPOSSIBLE;
    if (good)
        status = compare(&request, runs);
    else
        command_complain(fault.text);
    for (int side = 0; side < COMPARE_SIDES; side++)
        stored_free(&runs[side]);
    return status;
}

const struct command command_compare = {"compare", "two runs beside each other", execute, true};
