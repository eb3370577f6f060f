/* xqbench gate */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "gate/gate_kind.h"
#include "gate/gate_report.h"
#include "gate/gate_run.h"
#include "gate/gate_said.h"
#include "gate/gate_stored.h"
#include "measure/controls.h"
#include "measure/workloads.h"
#include "run.h"
#include "select.h"

enum {
    KEY_INSTRUCTIONS_LIMIT = 0x100,
    KEY_TIME_LIMIT,
    KEY_SIGHT,
    KEY_LAUNCHES,
    KEY_WORKLOAD,
    KEY_BOARD,
    KEY_ISA,
    KEY_POSITIONS,
    KEY_SEED,
    KEY_STRICT,
    KEY_NO_TIME,
    KEY_NO_COUNT,
    KEY_JSON,
    KEY_MARKDOWN,
    KEY_JUNIT,
    KEY_GITHUB,
    KEY_BASELINE,
    KEY_SAVE_BASELINE,
    KEY_PAIRS,
    KEY_AGAIN,
    KEY_SAVE_PAIRS,
    KEY_COUNTED,
    KEY_COUNTS_DIFFER,
    KEY_INCONCLUSIVE,
    KEY_NOTE,
    KEY_CHECK
};

/* Files of reports; the terminal's table is always printed. */
enum { JSON, MARKDOWN, JUNIT, REPORTS };

enum { MOST_NOTES = sizeof((struct gate *)0)->notes / sizeof((struct gate *)0)->notes[0] };

struct options {
    struct gate_request request;
    size_t folder_count;
    const char *reports[REPORTS];
    const char *pairs, *again, *save_pairs;
    struct gate_said said;
    const char *notes[MOST_NOTES];
    size_t note_count;
    bool strict, github, check;
    int measuring; /* the key of an option that says how to measure, or 0 */
};

/* A percentage as a share: 2 is 0.02. */
static double share(struct argp_state *state, const char *option, const char *text)
{
    char *end;
    double percent = strtod(text, &end);
    char reason[128];
    if (end != text && *end == '\0' && percent >= 0 && percent <= 1000)
        return percent / 100;
    snprintf(reason, sizeof reason, "%s takes a percentage from 0 to 1000, not '%.40s'", option,
             text);
    command_refuse(state, reason);
}

static void take_folder(struct argp_state *state, struct options *options, char *text)
{
    if (options->folder_count == 2)
        command_refuse_word(state, text);
    options->request.folders[options->folder_count++] = text;
}

/* Of all workloads, those that are no limits: these say nothing of a build. */
static uint64_t judged_workloads(void)
{
    uint64_t judged = 0;
    for (size_t i = 0; all_workloads[i].name; i++)
        judged |= (uint64_t)!all_workloads[i].limit << i;
    return judged;
}

static void check_said(struct argp_state *state, const struct options *options)
{
    const struct gate_said *said = &options->said;
    const struct gate_request *request = &options->request;
    bool judged = said->counts_differ || said->inconclusive;
    if (said->counts_differ && (said->inconclusive || said->counted))
        command_refuse(state, "--counts-differ excludes --inconclusive and --counted");
    if (judged && (options->pairs || request->baseline || request->save_baseline))
        command_refuse(state, "--counts-differ and --inconclusive are instead of what is compared");
    if (said->counted && !options->pairs && !said->inconclusive)
        command_refuse(state, "--counted is of --pairs or --inconclusive");
}

/* The file that a name stands for, also of one that is not there yet. What cannot be found is as it
 * is called. */
static const char *find_file(const char *name, char out[PATH_MAX])
{
    char folder[PATH_MAX], path[PATH_MAX];
    const char *slash = strrchr(name, '/'), *last = slash ? slash + 1 : name;
    if (realpath(name, out))
        return out;
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(last - name) : 1, slash ? name : ".");
    if (realpath(folder, path) == NULL ||
        (size_t)snprintf(out, PATH_MAX, "%s/%s", path, last) >= PATH_MAX)
        snprintf(out, PATH_MAX, "%s", name);
    return out;
}

/* What is written is neither read nor written a second time. */
static void check_files(struct argp_state *state, const struct options *options)
{
    const char *const files[] = {
        options->reports[JSON], options->reports[MARKDOWN],     options->reports[JUNIT],
        options->save_pairs,    options->request.save_baseline, options->pairs,
        options->again,         options->request.baseline,
    };
    enum { FILES = sizeof files / sizeof files[0], WRITTEN = 5 };
    char one[PATH_MAX], other[PATH_MAX], reason[PATH_MAX + 64];
    for (size_t i = 0; i < WRITTEN; i++)
        for (size_t j = i + 1; j < FILES; j++) {
            if (files[i] == NULL || files[j] == NULL ||
                strcmp(find_file(files[i], one), find_file(files[j], other)) != 0)
                continue;
            snprintf(reason, sizeof reason, "%.200s would be %s", files[i],
                     j < WRITTEN ? "written twice" : "read and written");
            command_refuse(state, reason);
        }
}

/* With a baseline there is one folder, NEW; pairs have none, nor has what is only said. */
static void check(struct argp_state *state, struct options *options)
{
    bool judged = options->said.counts_differ || options->said.inconclusive;
    check_said(state, options);
    struct gate_request *request = &options->request;
    bool stored = request->baseline || request->save_baseline;
    size_t wanted = options->pairs || judged ? 0 : stored ? 1 : 2;
    if (request->baseline && request->save_baseline)
        command_refuse(state, "--baseline and --save-baseline exclude each other");
    if (stored && (options->pairs || request->no_count))
        command_refuse(state, "a baseline is of counted instructions");
    if (options->again && !options->pairs)
        command_refuse(state, "--again is of --pairs");
    if (options->pairs && (options->measuring || request->boards || request->workloads))
        command_refuse(state,
                       "--pairs takes no option of what is measured: it is measured already");
    if (options->folder_count != wanted)
        command_refuse(
            state, options->pairs ? "--pairs takes no builds"
                   : judged       ? "--counts-differ and --inconclusive take no builds"
                   : stored       ? "a baseline takes one build, NEW"
                            : "there have to be two builds, BASE and NEW, or two results of runs");
    if (stored) {
        request->folders[GATE_NEW] = request->folders[GATE_BASE];
        request->folders[GATE_BASE] = NULL;
    }
    check_files(state, options);
    if (request->limits.sight < request->limits.time)
        command_refuse(state, "--sight is at least --time-limit");
}

/* Text for reports, which is something. */
static const char *words(struct argp_state *state, const char *option, const char *text)
{
    char reason[64];
    if (text[strspn(text, " \t\r\n")] != '\0')
        return text;
    snprintf(reason, sizeof reason, "%s wants a text", option);
    command_refuse(state, reason);
}

static void take_note(struct argp_state *state, struct options *options, const char *text)
{
    if (options->note_count == MOST_NOTES)
        command_refuse(state, "there are too many notes");
    options->notes[options->note_count++] = words(state, "--note", text);
}

/* Does it say how to measure? Where results are compared nothing is. */
static bool is_of_measuring(int key)
{
    switch (key) {
    case KEY_LAUNCHES:
    case KEY_POSITIONS:
    case KEY_SEED:
    case KEY_ISA:
    case KEY_NO_TIME:
    case KEY_NO_COUNT:
    case KEY_SAVE_PAIRS:
        return true;
    default:
        return false;
    }
}

static error_t parse_option(int key, char *text, struct argp_state *state)
{
    struct options *options = state->input;
    struct gate_request *request = &options->request;
    struct fault fault;
    if (is_of_measuring(key))
        options->measuring = key;
    switch (key) {
    case KEY_INSTRUCTIONS_LIMIT:
        request->limits.instructions = share(state, "--instructions-limit", text);
        return 0;
    case KEY_TIME_LIMIT:
        request->limits.time = share(state, "--time-limit", text);
        return 0;
    case KEY_SIGHT:
        request->limits.sight = share(state, "--sight", text);
        return 0;
    case KEY_LAUNCHES:
        request->launches =
            (size_t)command_number(state, "--launches", text, 1, RUN_MAX_LAUNCHES / 2);
        return 0;
    case KEY_WORKLOAD:
        if (!select_from(text, "workload", select_workload_name, SIZE_MAX, &request->workloads,
                         &fault))
            command_refuse(state, fault.text);
        request->workloads &= judged_workloads();
        if (request->workloads == 0)
            command_refuse(state, "limits say nothing of a build; there is no other workload");
        return 0;
    case KEY_BOARD:
        if (!select_from(text, "board", select_board_name, select_all_boards(), &request->boards,
                         &fault))
            command_refuse(state, fault.text);
        return 0;
    case KEY_ISA:
        command_isa(state, text);
        return 0;
    case KEY_POSITIONS:
        request->positions = text;
        return 0;
    case KEY_SEED:
        request->seed = command_number(state, "--seed", text, 0, INT64_MAX);
        return 0;
    case KEY_STRICT:
        options->strict = true;
        return 0;
    case KEY_NO_TIME:
        request->no_time = true;
        return 0;
    case KEY_NO_COUNT:
        request->no_count = true;
        return 0;
    case KEY_JSON:
    case KEY_MARKDOWN:
    case KEY_JUNIT:
        options->reports[key - KEY_JSON] = text;
        return 0;
    case KEY_GITHUB:
        options->github = true;
        return 0;
    case KEY_BASELINE:
        request->baseline = text;
        return 0;
    case KEY_SAVE_BASELINE:
        request->save_baseline = text;
        return 0;
    case KEY_PAIRS:
        options->pairs = text;
        return 0;
    case KEY_AGAIN:
        options->again = text;
        return 0;
    case KEY_SAVE_PAIRS:
        options->save_pairs = text;
        return 0;
    case KEY_COUNTED:
        options->said.counted = words(state, "--counted", text);
        return 0;
    case KEY_COUNTS_DIFFER:
        options->said.counts_differ = words(state, "--counts-differ", text);
        return 0;
    case KEY_INCONCLUSIVE:
        options->said.inconclusive = words(state, "--inconclusive", text);
        return 0;
    case KEY_NOTE:
        take_note(state, options, text);
        return 0;
    case KEY_CHECK:
        if (options->check) /* a script's own, which expects a verdict the next time */
            command_refuse(state, "--check is given twice");
        options->check = true;
        return 0;
    case ARGP_KEY_ARG:
        take_folder(state, options, text);
        return 0;
    case ARGP_KEY_END:
        check(state, options);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option argp_options[] = {
    {.name = "instructions-limit",
     .key = KEY_INSTRUCTIONS_LIMIT,
     .arg = "PERCENT",
     .doc = "more instructions than this are a regression (1)"},
    {.name = "time-limit",
     .key = KEY_TIME_LIMIT,
     .arg = "PERCENT",
     .doc = "more time than this is a regression, when it is sure (2)"},
    {.name = "sight",
     .key = KEY_SIGHT,
     .arg = "PERCENT",
     .doc = "time is ok when more than this is excluded (5)"},
    {.name = "launches",
     .key = KEY_LAUNCHES,
     .arg = "N",
     .doc = "fresh launches of the first run (40); the second has twice as many"},
    {.name = "workload", .key = KEY_WORKLOAD, .arg = "LIST", .doc = "only these workloads (all)"},
    {.name = "board", .key = KEY_BOARD, .arg = "LIST", .doc = "only these boards (all)"},
    {.name = "isa", .key = KEY_ISA, .arg = COMMAND_ISA_ARG, .doc = COMMAND_ISA_DOC},
    {.name = "positions",
     .key = KEY_POSITIONS,
     .arg = "FILE.epd",
     .doc = "time these positions, and count all suites beside them (" RUN_DEFAULT_POSITIONS ")"},
    {.name = "seed", .key = KEY_SEED, .arg = "N", .doc = "repeats the order of a run"},
    {.name = "strict", .key = KEY_STRICT, .doc = "inconclusive fails, too: status 1"},
    {.name = "no-time", .key = KEY_NO_TIME, .doc = "counts and instructions only"},
    {.name = "no-count", .key = KEY_NO_COUNT, .doc = "leave out instructions"},
    {.name = "json", .key = KEY_JSON, .arg = "FILE", .doc = "all of it for programs"},
    {.name = "markdown", .key = KEY_MARKDOWN, .arg = "FILE", .doc = "a comment for a pull request"},
    {.name = "junit", .key = KEY_JUNIT, .arg = "FILE", .doc = "JUnit's XML, a case for each row"},
    {.name = "github", .key = KEY_GITHUB, .doc = "print annotations for GitHub's workflows"},
    {.name = "baseline",
     .key = KEY_BASELINE,
     .arg = "FILE",
     .doc = "instructions only, beside those of this file"},
    {.name = "save-baseline",
     .key = KEY_SAVE_BASELINE,
     .arg = "FILE",
     .doc = "write such a file, and judge nothing"},
    {.name = "pairs",
     .key = KEY_PAIRS,
     .arg = "FILE.tsv",
     .doc = "judge times of other programs: lines \"benchmark <TAB> base <TAB> new\", in seconds"},
    {.name = "again",
     .key = KEY_AGAIN,
     .arg = "FILE.tsv",
     .doc = "those of the second run, of what the first calls slower"},
    {.name = "save-pairs",
     .key = KEY_SAVE_PAIRS,
     .arg = "FILE.tsv",
     .doc =
         "keep the times of the first run, a line for each launch and row, as --pairs reads them"},
    {.name = "counted",
     .key = KEY_COUNTED,
     .arg = "TEXT",
     .doc = "the counts that who timed the pairs has checked, all of which are right"},
    {.name = "counts-differ",
     .key = KEY_COUNTS_DIFFER,
     .arg = "TEXT",
     .doc = "compare nothing: what miscounts and where, for the reports"},
    {.name = "inconclusive",
     .key = KEY_INCONCLUSIVE,
     .arg = "TEXT",
     .doc = "compare nothing: why nothing can be, for the reports"},
    {.name = "note", .key = KEY_NOTE, .arg = "TEXT", .doc = "a note in all reports; repeatable"},
    {.name = "check",
     .key = KEY_CHECK,
     .doc = "only say whether these words are in order: status 2 when not"},
    {0},
};

static const struct argp argp = {
    .options = argp_options,
    .parser = parse_option,
    .args_doc = "BASE NEW\n--baseline=FILE "
                "NEW\n--pairs=FILE.tsv\n--counts-differ=TEXT\n--inconclusive=TEXT",
    .doc =
        "Says whether a build may take the place of another one: first by its counts, then by "
        "instructions, then by time.\v"
        "BASE and NEW are folders of builds, as 'make gate' makes them: boards.so, and, for the "
        "instructions, x86-64-v3/boards.so and (NEW) x86-64-v3/xqbench. Both are loaded into one "
        "process and take turns, once all boards and variants of both give all known counts. "
        "When only BASE miscounts, the verdict is inconclusive, since there is nothing to compare "
        "NEW with. A row is slower only when its time rose by more than the limit, "
        "at an error of 1 % over all rows together, and does so again in a second, larger run; it "
        "is ok only when a rise could have been seen.\n\n"
        "Or BASE and NEW are folders that 'xqbench run' has written, or their results.json. Then "
        "nothing is measured, and options of measuring are refused. Their launches, which did not "
        "take turns, are judged by the rank sum test with the same limits and error. There is no "
        "second run: a row is slower only when its lower bound is beyond the limit, and what the "
        "workloads that are limits took more or less, which is the machine's, is in the bounds. "
        "When "
        "that is more than --time-limit, or unknown, no time is judged. Instructions are compared "
        "where both runs counted them alike. Runs that 'xqbench compare' refuses are "
        "inconclusive.\n\n"
        "Exit status: 0 ok or improved; 1 a regression, or counts differ, or with --strict "
        "inconclusive; 2 usage, input or output error; 3 a launch of the program failed; 4 "
        "inconclusive; 130 interrupted.",
};

static bool write_report(size_t report, FILE *out, const struct gate *gate)
{
    switch (report) {
    case JSON:
        return gate_json(out, gate);
    case MARKDOWN:
        return gate_markdown(out, gate);
    default:
        gate_junit(out, gate);
        return true;
    }
}

/* Each file that was asked for; all are tried, and the first reason is kept. */
static bool write_reports(const struct options *options, const struct gate *gate,
                          struct fault *fault)
{
    bool good = true;
    for (size_t i = 0; i < REPORTS; i++) {
        const char *file = options->reports[i];
        if (file == NULL)
            continue;
        FILE *out = fopen(file, "w");
        bool written = out && write_report(i, out, gate) && fflush(out) == 0 && !ferror(out);
        int error = errno;
        if (out && fclose(out) != 0 && written) {
            written = false;
            error = errno;
        }
        if (!written && good)
            good = fault_set(fault, "cannot write %s: %s", file, strerror(error));
    }
    return good;
}

static enum status status_of_verdict(const struct options *options, const struct gate *gate)
{
    switch (gate->verdict) {
    case GATE_OK:
    case GATE_IMPROVED:
        return STATUS_DONE;
    case GATE_REGRESSION:
        return STATUS_CHECK_FAILED;
    default:
        return options->strict ? STATUS_CHECK_FAILED : STATUS_INCONCLUSIVE;
    }
}

static enum status report(const struct options *options, const struct gate *gate,
                          struct fault *fault)
{
    gate_text(stdout, gate);
    if (options->github)
        gate_github(stdout, gate);
    enum status status = status_of_verdict(options, gate);
    return write_reports(options, gate, fault) ? status : STATUS_IMPOSSIBLE;
}

static enum status gate_results(const struct options *options, struct gate *gate,
                                struct fault *fault)
{
    const struct argp_option *option = argp_options;
    if (options->request.baseline || options->request.save_baseline) {
        fault_set(fault, "a baseline takes a build, and %s has the results of a run",
                  options->request.folders[GATE_NEW]);
        return STATUS_IMPOSSIBLE;
    }
    while (option->name && option->key != options->measuring)
        option++;
    if (option->name == NULL)
        return gate_stored(&options->request, gate, fault);
    fault_set(fault, "--%s is of builds: of results of runs nothing is measured", option->name);
    return STATUS_IMPOSSIBLE;
}

/* The times are kept whatever they say. */
static enum status gate_builds(struct options *options, struct gate *gate, struct fault *fault)
{
    struct gate_request *request = &options->request;
    request->boards = request->boards ? request->boards : ((uint64_t)1 << select_all_boards()) - 1;
    request->workloads = request->workloads ? request->workloads : judged_workloads();
    const char *file = options->save_pairs;
    if (file && (request->pairs = fopen(file, "w")) == NULL) {
        fault_set(fault, "cannot write %s: %s", file, strerror(errno));
        return STATUS_IMPOSSIBLE;
    }
    enum status status = gate_run(request, gate, fault);
    if (file == NULL)
        return status;
    errno = 0;
    bool failed = ferror(request->pairs) || fflush(request->pairs) != 0;
    if (fclose(request->pairs) != 0 || failed) {
        fault_set(fault, "cannot write %s: %s", file, strerror(errno));
        return STATUS_IMPOSSIBLE;
    }
    return status;
}

static enum status gate_as_asked(struct options *options, struct gate *gate, struct fault *fault)
{
    enum gate_kind kind;
    const struct gate_said *said = &options->said;
    const struct gate_limits *limits = &options->request.limits;
    if (said->counts_differ || said->inconclusive) {
        gate_by_said(said, limits, gate);
        return STATUS_DONE;
    }
    if (options->pairs) {
        enum status status = gate_pairs(options->pairs, options->again, limits, gate, fault);
        if (status == STATUS_DONE && said->counted)
            gate_counted(said->counted, gate);
        return status;
    }
    if (!gate_kind_of(options->request.folders, &kind, fault))
        return STATUS_IMPOSSIBLE;
    return kind == GATE_IS_BUILD ? gate_builds(options, gate, fault)
                                 : gate_results(options, gate, fault);
}

static int execute(int count, char **words, const volatile sig_atomic_t *stop)
{
    struct options options = {
        .request =
            {
                .positions = positions_usual(),
                .limits = gate_usual_limits,
                .launches = GATE_LAUNCHES,
                .seed = run_any_seed(),
                .log = stderr,
                .progress = isatty(STDERR_FILENO) ? stderr : NULL,
                .stop = stop,
            },
    };
    command_parse(&argp, count, words, &options);
    if (options.check)
        return STATUS_DONE;
    struct gate gate = {0};
    struct fault fault = {.text = ""};
    enum status status = gate_as_asked(&options, &gate, &fault);
    for (size_t i = 0; i < options.note_count; i++)
        gate_note(&gate, "%s", options.notes[i]);
    if (status == STATUS_DONE && options.request.save_baseline)
        printf("The baseline is in %s: %zu rows of %s\n", options.request.save_baseline,
               gate.row_count, gate.sides[GATE_NEW].commit);
    else if (status == STATUS_DONE)
        status = report(&options, &gate, &fault);
    if (fault.text[0] != '\0')
        command_complain(fault.text);
    gate_free(&gate);
    return (int)status;
}

const struct command command_gate = {"gate", "say whether a build may take the place of another",
                                     execute, false};
