/* xqbench run */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command.h"
#include "measure/controls.h"
#include "run.h"
#include "select.h"

enum {
    KEY_BOARD = 0x100,
    KEY_ISA,
    KEY_WORKLOAD,
    KEY_POSITIONS,
    KEY_CLASS,
    KEY_QUICK,
    KEY_FULL,
    KEY_LAUNCHES,
    KEY_SEED,
    KEY_TRUST_ALL,
    KEY_NO_CURVES,
    KEY_COUNT_WITH,
    KEY_NO_COUNT,
    KEY_OUT
};

static void choose_effort(struct argp_state *state, struct run_request *run,
                          const struct effort *effort)
{
    if (run->effort != &effort_default && run->effort != effort)
        command_refuse(state, "--quick and --full exclude each other");
    run->effort = effort;
}

/* The path of a file that can be run, wherever a shell would look for the name. */
static const char *find_program(struct argp_state *state, const char *name)
{
    static char path[PATH_MAX];
    struct stat status;
    struct fault fault;
    if (realpath(name, path) && access(path, X_OK) == 0 && stat(path, &status) == 0) {
        if (S_ISREG(status.st_mode))
            return path;
        errno = EISDIR;
    }
    fault_set(&fault, "cannot run '%s': %s", name, strerror(errno));
    command_refuse(state, fault.text);
}

static error_t parse_option(int key, char *text, struct argp_state *state)
{
    struct run_request *run = state->input;
    struct fault fault;
    switch (key) {
    case KEY_BOARD:
        if (!select_from(text, "board", controls_board_name, select_all_boards(), &run->boards,
                         &fault))
            command_refuse(state, fault.text);
        return 0;
    case KEY_ISA:
        command_isa(state, text);
        return 0;
    case KEY_WORKLOAD:
        if (!select_from(text, "workload", select_workload_name, SIZE_MAX, &run->workloads, &fault))
            command_refuse(state, fault.text);
        return 0;
    case KEY_POSITIONS:
        run->positions = text;
        return 0;
    case KEY_CLASS:
        if (!select_from(text, "class", select_class_name, SIZE_MAX, &run->classes, &fault))
            command_refuse(state, fault.text);
        return 0;
    case KEY_QUICK:
        choose_effort(state, run, &effort_quick);
        return 0;
    case KEY_FULL:
        choose_effort(state, run, &effort_full);
        return 0;
    case KEY_LAUNCHES:
        run->launches = (size_t)command_number(state, "--launches", text, 1, RUN_MAX_LAUNCHES);
        return 0;
    case KEY_SEED:
        run->seed = command_number(state, "--seed", text, 0, INT64_MAX);
        return 0;
    case KEY_TRUST_ALL:
        run->trust_all = true;
        return 0;
    case KEY_NO_CURVES:
        run->no_curves = true;
        return 0;
    case KEY_COUNT_WITH:
        run->count_with = find_program(state, text);
        return 0;
    case KEY_NO_COUNT:
        run->no_count = true;
        return 0;
    case KEY_OUT:
        run->folder = text;
        return 0;
    case ARGP_KEY_END:
        if (run->no_count && run->count_with)
            command_refuse(state, "--count-with and --no-count exclude each other");
        return 0;
    case ARGP_KEY_ARG:
        command_refuse_word(state, text);
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {.name = "board", .key = KEY_BOARD, .arg = "LIST", .doc = "only these boards (all)"},
    {.name = "isa", .key = KEY_ISA, .arg = COMMAND_ISA_ARG, .doc = COMMAND_ISA_DOC},
    {.name = "workload", .key = KEY_WORKLOAD, .arg = "LIST", .doc = "only these workloads (all)"},
    {.name = "positions",
     .key = KEY_POSITIONS,
     .arg = "FILE.epd",
     .doc = "run over these positions (" RUN_DEFAULT_POSITIONS ")"},
    {.name = "class",
     .key = KEY_CLASS,
     .arg = "LIST",
     .doc = "only positions of these classes (all)"},
    {.name = "quick",
     .key = KEY_QUICK,
     .doc = "a first impression: " EFFORT_QUICK_TAKES ", not " EFFORT_DEFAULT_TAKES},
    {.name = "full",
     .key = KEY_FULL,
     .doc = "as many launches as it takes until all intervals are about 1 % wide, up to "
            "200: " EFFORT_FULL_TAKES},
    {.name = "launches",
     .key = KEY_LAUNCHES,
     .arg = "N",
     .doc = "fresh launches of this program to measure in (as many as verdicts take)"},
    {.name = "seed",
     .key = KEY_SEED,
     .arg = "N",
     .doc = "repeats the order of a run, which has printed it (a new one each time)"},
    {.name = "trust-all",
     .key = KEY_TRUST_ALL,
     .doc = "compare launches that other programs disturbed, too"},
    {.name = "no-curves",
     .key = KEY_NO_CURVES,
     .doc = "leave out the times by mobility and by depth, which are drawn only"},
    {.name = "count-with",
     .key = KEY_COUNT_WITH,
     .arg = "PROGRAM",
     .doc = "count the instructions of this build of xqbench, not of the one that is timed"},
    {.name = "no-count",
     .key = KEY_NO_COUNT,
     .doc = "leave out instructions, cycles and misses, which are counted after the timing"},
    {.name = "out",
     .key = KEY_OUT,
     .arg = "DIR",
     .doc = "folder of the results, whose files are replaced; without it, a new results/CPU-DATE"},
    {0},
};

static const struct argp argp = {
    .options = options,
    .parser = parse_option,
    .doc =
        "Times the boards side by side, after checking that they count right.\v"
        "LIST is names with commas between them; '" PROGRAM " list' shows them. Ratios refer to "
        "the first board of that list which takes part: above 1 is faster. More boards prove the "
        "measurement: 'twin' is the first board under another name, which nothing may call faster "
        "or slower; 'slowed-1', '-2', '-5', '-10' and '-25' are the same board, slower by so many "
        "percent. '" PROGRAM " selftest' compares them again and again.",
};

static int execute(int count, char **words, const volatile sig_atomic_t *stop)
{
    struct run_request request = {
        .boards = ((uint64_t)1 << select_all_boards()) - 1,
        .workloads = UINT64_MAX,
        .positions = positions_usual(),
        .effort = &effort_default,
        .seed = run_any_seed(),
        .out = stdout,
        .log = stderr,
        .progress = isatty(STDERR_FILENO) ? stderr : NULL,
        .stop = stop,
    };
    command_parse(&argp, count, words, &request);
    struct fault fault;
    enum status status = run(&request, &fault);
    if (status != STATUS_DONE)
        command_complain(fault.text);
    return (int)status;
}

const struct command command_run = {"run", "time the boards side by side", execute, false};
