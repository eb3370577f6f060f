/* xqbench selftest */
#include <stdio.h>
#include <unistd.h>

#include "command.h"
#include "run.h"
#include "select.h"
#include "selftest/selftest.h"

enum { DEFAULT_RUNS = 20, MAX_RUNS = 1000 };

enum {
    KEY_RUNS = 0x100,
    KEY_LAUNCHES,
    KEY_WORKLOAD,
    KEY_ISA,
    KEY_POSITIONS,
    KEY_SEED,
    KEY_TRUST_ALL,
    KEY_OUT
};

static error_t parse_option(int key, char *text, struct argp_state *state)
{
    struct selftest_request *request = state->input;
    struct fault fault;
    switch (key) {
    case KEY_RUNS:
        request->runs = (size_t)command_number(state, "--runs", text, 1, MAX_RUNS);
        return 0;
    case KEY_LAUNCHES:
        request->launches = (size_t)command_number(state, "--launches", text, 1, RUN_MAX_LAUNCHES);
        return 0;
    case KEY_ISA:
        command_isa(state, text);
        return 0;
    case KEY_WORKLOAD:
        if (!select_from(text, "workload", select_workload_name, SIZE_MAX, &request->workloads,
                         &fault))
            command_refuse(state, fault.text);
        return 0;
    case KEY_POSITIONS:
        request->positions = text;
        return 0;
    case KEY_SEED:
        request->seed = command_number(state, "--seed", text, 0, INT64_MAX);
        return 0;
    case KEY_TRUST_ALL:
        request->trust_all = true;
        return 0;
    case KEY_OUT:
        request->folder = text;
        return 0;
    case ARGP_KEY_ARG:
        command_refuse_word(state, text);
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {.name = "runs",
     .key = KEY_RUNS,
     .arg = "N",
     .doc = "how many runs to judge (20: some ten minutes; 100: about 50)"},
    {.name = "launches",
     .key = KEY_LAUNCHES,
     .arg = "N",
     .doc = "fresh launches of this program in each run (40, as in a default run)"},
    {.name = "isa", .key = KEY_ISA, .arg = COMMAND_ISA_ARG, .doc = COMMAND_ISA_DOC},
    {.name = "workload", .key = KEY_WORKLOAD, .arg = "LIST", .doc = "only these workloads (all)"},
    {.name = "positions",
     .key = KEY_POSITIONS,
     .arg = "FILE.epd",
     .doc = "run over these positions (" RUN_DEFAULT_POSITIONS ")"},
    {.name = "seed",
     .key = KEY_SEED,
     .arg = "N",
     .doc = "repeats the order of a self-test, which has printed it (a new one each time)"},
    {.name = "trust-all",
     .key = KEY_TRUST_ALL,
     .doc = "judge launches that other programs disturbed, too"},
    {.name = "out",
     .key = KEY_OUT,
     .arg = "DIR",
     .doc = "folder for selftest.json and selftest.md (no files)"},
    {0},
};

static const struct argp argp = {
    .options = options,
    .parser = parse_option,
    .doc =
        "Proves the measurement on this machine: how often it calls a board faster or slower "
        "than itself, and how small a difference it sees.\v"
        "Each run judges the first board beside 'twin', the same board under another name, and "
        "beside the same board slowed by 1, 2 and 5 percent, while the other boards take their "
        "turns between them as in a default run. Verdicts hold at 95 %, so that at most 5 % of "
        "the runs may give a false alarm, and of each row's intervals may miss the truth.\n\n"
        "Exit status: 0 the measurement keeps that, as far as so few runs can tell, and sees 5 % "
        "in most rows; 1 it does not, or calls a board that is slowed by 5 % equal or faster too "
        "often, or a board miscounts; 2 usage, input or output error; 3 a launch of the program "
        "failed; 4 too few runs were undisturbed; 130 interrupted. After 3 and 130 the runs that "
        "were complete are reported, without files.",
};

static int execute(int count, char **words, const volatile sig_atomic_t *stop)
{
    struct selftest_request request = {
        .workloads = UINT64_MAX,
        .positions = positions_usual(),
        .runs = DEFAULT_RUNS,
        .seed = run_any_seed(),
        .out = stdout,
        .log = stderr,
        .progress = isatty(STDERR_FILENO) ? stderr : NULL,
        .stop = stop,
    };
    command_parse(&argp, count, words, &request);
    struct fault fault;
    enum status status = selftest_run(&request, &fault);
    if (status != STATUS_DONE)
        command_complain(fault.text);
    return (int)status;
}

const struct command command_selftest = {"selftest", "prove the measurement on this machine",
                                         execute, false};
