/* xqbench: times the board representations side by side. Commands, options and exit statuses. */
#include <argp.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "controls.h"
#include "launched.h"
#include "listing.h"
#include "run.h"
#include "select.h"
#include "text.h"

#define PROGRAM "xqbench"

const char *argp_program_version = PROGRAM " 0.1.0";

static volatile sig_atomic_t interrupted;

static void on_signal(int number)
{
    (void)number;
    interrupted = 1;
}

/* The first Ctrl-C asks for an orderly end, the second ends the program. */
static void catch_signals(void)
{
    static const int numbers[] = {SIGINT, SIGTERM};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        struct sigaction action = {.sa_handler = on_signal,
                                   .sa_flags = SA_RESTART | (int)SA_RESETHAND};
        struct sigaction before;
        sigemptyset(&action.sa_mask);
        /* Ignored from the start (nohup, a shell's background job): stays ignored. */
        if (sigaction(numbers[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(numbers[i], &action, NULL);
    }
    signal(SIGPIPE, SIG_IGN); /* a reader that left is a write error like others */
}

static void complain(const char *text)
{
    fprintf(stderr, PROGRAM ": %s\n", text);
}

/* Runs at exit, also after --help: what was printed must have arrived. A reader that left early
 * (xqbench list | head) has no need of a message. */
static void close_output(void)
{
    errno = 0;
    bool failed = ferror(stdout) || fflush(stdout) != 0;
    if (fclose(stdout) != 0) /* some file systems report a full disk only here */
        failed = true;
    if (!failed)
        return;
    if (errno != EPIPE)
        fprintf(stderr, PROGRAM ": cannot write standard output%s%s\n", errno ? ": " : "",
                errno ? strerror(errno) : "");
    _exit(RUN_IMPOSSIBLE);
}

/* Were 1 or 2 closed, the next file opened would take its place, and messages would go there. The
 * mode is the wrong one on purpose: writing to what was closed must fail. */
static void open_output(void)
{
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY) != fd)
            _exit(RUN_IMPOSSIBLE);
    if (atexit(close_output) != 0)
        _exit(RUN_IMPOSSIBLE);
}

enum {
    KEY_BOARD = 0x100,
    KEY_WORKLOAD,
    KEY_POSITIONS,
    KEY_CLASS,
    KEY_QUICK,
    KEY_FULL,
    KEY_LAUNCHES,
    KEY_SEED,
    KEY_TRUST_ALL,
    KEY_OUT,
    KEY_TSV
};

/* What the options of both commands say. */
struct options {
    struct run_request run;
    bool tsv;
};

__attribute__((noreturn)) static void refuse(struct argp_state *state, const char *text)
{
    complain(text);
    argp_state_help(state, stderr, ARGP_HELP_SEE);
    exit(argp_err_exit_status);
}

static void choose_effort(struct argp_state *state, struct run_request *run,
                          const struct effort *effort)
{
    if (run->effort != &effort_default && run->effort != effort)
        refuse(state, "--quick and --full exclude each other");
    run->effort = effort;
}

static uint64_t read_number(struct argp_state *state, const char *option, const char *text,
                            uint64_t least, uint64_t most)
{
    uint64_t number;
    if (text_number(text, strlen(text), most, &number) == NUMBER_OK && number >= least)
        return number;
    struct fault fault;
    fault_set(&fault, "%s is a whole number from %" PRIu64 " to %" PRIu64 ", not '%s'", option,
              least, most, text);
    refuse(state, fault.text);
}

static error_t parse_option(int key, char *text, struct argp_state *state)
{
    struct options *options = state->input;
    struct run_request *run = &options->run;
    struct fault fault;
    switch (key) {
    case KEY_BOARD:
        if (!select_from(text, "board", controls_board_name, select_all_boards(), &run->boards,
                         &fault))
            refuse(state, fault.text);
        return 0;
    case KEY_WORKLOAD:
        if (!select_from(text, "workload", select_workload_name, SIZE_MAX, &run->workloads, &fault))
            refuse(state, fault.text);
        return 0;
    case KEY_POSITIONS:
        run->positions = text;
        return 0;
    case KEY_CLASS:
        if (!select_from(text, "class", select_class_name, SIZE_MAX, &run->classes, &fault))
            refuse(state, fault.text);
        return 0;
    case KEY_QUICK:
        choose_effort(state, run, &effort_quick);
        return 0;
    case KEY_FULL:
        choose_effort(state, run, &effort_full);
        return 0;
    case KEY_LAUNCHES:
        run->launches = (size_t)read_number(state, "--launches", text, 1, RUN_MAX_LAUNCHES);
        return 0;
    case KEY_SEED:
        run->seed = read_number(state, "--seed", text, 0, INT64_MAX);
        return 0;
    case KEY_TRUST_ALL:
        run->trust_all = true;
        return 0;
    case KEY_OUT:
        run->folder = text;
        return 0;
    case KEY_TSV:
        options->tsv = true;
        return 0;
    case ARGP_KEY_ARG:
        fault_set(&fault, "unexpected argument '%s'", text);
        refuse(state, fault.text);
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option run_options[] = {
    {.name = "board", .key = KEY_BOARD, .arg = "LIST", .doc = "only these boards (all)"},
    {.name = "workload", .key = KEY_WORKLOAD, .arg = "LIST", .doc = "only these workloads (all)"},
    {.name = "positions",
     .key = KEY_POSITIONS,
     .arg = "FILE.epd",
     .doc = "run over these positions (" RUN_DEFAULT_POSITIONS ")"},
    {.name = "class",
     .key = KEY_CLASS,
     .arg = "LIST",
     .doc = "only positions of these classes (all)"},
    {.name = "quick", .key = KEY_QUICK, .doc = "a first impression: about 20 seconds, not 80"},
    {.name = "full",
     .key = KEY_FULL,
     .doc = "until all intervals are at most 1 % wide: up to 60 launches, about five minutes"},
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
    {.name = "out",
     .key = KEY_OUT,
     .arg = "DIR",
     .doc = "folder of the results, whose files are replaced; without it, a new results/CPU-DATE"},
    {0},
};

static const struct argp run_argp = {
    .options = run_options,
    .parser = parse_option,
    .doc =
        "Times the boards side by side, after checking that they count right.\v"
        "LIST is names with commas between them; '" PROGRAM " list' shows them. Ratios refer to "
        "the first board of that list which takes part: above 1 is faster. Two more boards prove "
        "the measurement: 'twin' is the first board under another name, which nothing may call "
        "faster or slower; 'slowed' is the same with a quarter more to do, perft twice.",
};

static const struct argp_option list_options[] = {
    {.name = "tsv", .key = KEY_TSV, .doc = "tab-separated, for scripts"},
    {0},
};

static const struct argp list_argp = {
    .options = list_options,
    .parser = parse_option,
    .doc = "Lists boards, workloads, classes of positions and this machine.",
};

static int do_run(const struct options *options)
{
    struct fault fault;
    enum run_status status = run(&options->run, &fault);
    if (status != RUN_DONE)
        complain(fault.text);
    return (int)status;
}

static int do_list(const struct options *options)
{
    (options->tsv ? listing_tsv : listing_text)(stdout);
    return RUN_DONE;
}

/* For launch.h, not for people: no options, no help. The program that started it says who speaks.
 */
static int do_sample(int count, char **words)
{
    struct fault fault;
    switch (launched_run((size_t)count, words, stdout, &interrupted, &fault)) {
    case SAMPLING_DONE:
        return RUN_DONE;
    case SAMPLING_STOPPED:
        return RUN_INTERRUPTED;
    case SAMPLING_MISCOUNTED:
        fprintf(stderr, "%s\n", fault.text);
        return RUN_MISCOUNTED;
    case SAMPLING_FAILED:
        break;
    }
    fprintf(stderr, "%s\n", fault.text);
    return RUN_IMPOSSIBLE;
}

static const struct command {
    const char *name;
    const char *summary;
    const struct argp *argp;
    int (*execute)(const struct options *);
} commands[] = {
    {"run", "time the boards side by side", &run_argp, do_run},
    {"list", "boards, workloads, classes of positions, this machine", &list_argp, do_list},
};

enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static const char about[] =
    "Times xiangqi (Chinese chess) board representations side by side.\v"
    "Every command: " PROGRAM " COMMAND --help.\n\n"
    "Exit status: 0 all well; 1 a board miscounts; 2 usage, input or output error; "
    "3 a launch of the program failed; 130 interrupted.";

/* Puts the list of commands before the end of the help text. argp frees what is returned. */
static char *add_commands(int key, const char *text, void *input)
{
    (void)input;
    char *help = NULL;
    size_t size = 0;
    FILE *out = key == ARGP_KEY_HELP_POST_DOC ? open_memstream(&help, &size) : NULL;
    if (out == NULL)
        return (char *)text;
    fputs("Commands:\n", out);
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        fprintf(out, "  %-8s %s\n", commands[i].name, commands[i].summary);
    fprintf(out, "\n%s", text);
    fclose(out);
    return help;
}

/* Stops at the first argument that is no option: the command. */
static error_t parse_command(int key, char *text, struct argp_state *state)
{
    int *at = state->input;
    if (key == ARGP_KEY_NO_ARGS)
        refuse(state, "the command is missing");
    if (key != ARGP_KEY_ARG)
        return ARGP_ERR_UNKNOWN;
    (void)text;
    *at = state->next - 1;
    state->next = state->argc;
    return 0;
}

static const struct argp main_argp = {
    .parser = parse_command,
    .args_doc = "COMMAND [OPTION...]",
    .doc = about,
    .help_filter = add_commands,
};

static const struct command *find_command(const char *name)
{
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

int main(int argc, char **argv)
{
    open_output();
    catch_signals();
    argp_err_exit_status = RUN_IMPOSSIBLE;

    int at = 0;
    argp_parse(&main_argp, argc, argv, ARGP_IN_ORDER, NULL, &at);
    if (strcmp(argv[at], LAUNCH_COMMAND) == 0)
        return do_sample(argc - at - 1, argv + at + 1);
    const struct command *command = find_command(argv[at]);
    if (command == NULL) {
        fprintf(stderr,
                PROGRAM ": there is no command '%s'\nTry '" PROGRAM " --help' for a list.\n",
                argv[at]);
        return RUN_IMPOSSIBLE;
    }

    struct options options = {.run = {.boards = ((uint64_t)1 << select_all_boards()) - 1,
                                      .workloads = UINT64_MAX,
                                      .positions = RUN_DEFAULT_POSITIONS,
                                      .effort = &effort_default,
                                      .seed = run_any_seed(),
                                      .out = stdout,
                                      .log = stderr,
                                      .progress = isatty(STDERR_FILENO) ? stderr : NULL,
                                      .stop = &interrupted}};
    char title[64]; /* what argp calls the program in help and messages */
    snprintf(title, sizeof title, PROGRAM " %s", command->name);
    argv[at] = title;
    argp_parse(command->argp, argc - at, argv + at, 0, NULL, &options);
    return command->execute(&options);
}
