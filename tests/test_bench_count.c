/* Counting instead of timing: what valgrind tells of a pass, and that it is said only of the work
 * that was timed. */
#include <criterion/criterion.h>
#include <dirent.h>
#include <linux/perf_event.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "count/callgrind.h"
#include "count/count.h"
#include "count/counted.h"
#include "counting.h"
#include "measure/machine.h"
#include "scripts.h"
#include "statistics.h"
#include "valgrind.h"

/* --- what callgrind writes ------------------------------------------------------------------- */

#define AFTER      "desc: Trigger: --dump-after=counted_passes\n"
#define AT_THE_END "desc: Trigger: Program termination\n"
#define IR         "positions: line\nevents: Ir\n"
#define BODY       "summary: 7\n\nfn=(1) pass\n16 7\ncalls=1 0\n16 9\n"

struct dumps_case {
    const char *rule, *text;
    size_t count; /* of dumps there have to be */
    uint64_t instructions[2];
    const char *fault; /* NULL: they are read */
};

static const struct dumps_case dumps_cases[] = {
    {"each call has a dump, and the end of the program another",
     "version: 1\npart: 1\n" AFTER IR BODY "totals: 100\npart: 2\n" AFTER IR BODY
     "totals: 18446744073709551614\npart: 3\n" AT_THE_END IR "totals: 0\n",
     2,
     {100, 18446744073709551614U},
     NULL},
    {"no call", AT_THE_END IR "totals: 0\n", 1, {0}, "saw 0 calls of counted_passes, not 1"},
    {"too few", AFTER IR "totals: 100\n", 2, {0}, "saw 1 calls"},
    {"too many", AFTER IR "totals: 1\n" AFTER IR "totals: 2\n", 1, {0}, "in dump 1"},
    {"other events", AFTER "events: Ir Dr Dw\ntotals: 1 2 3\n", 1, {0}, "cannot be understood"},
    {"no number", AFTER IR "totals: 1x\n", 1, {0}, "cannot be understood"},
    {"a number too large",
     AFTER IR "totals: 18446744073709551616\n",
     1,
     {0},
     "cannot be understood"},
    {"cut off", AFTER IR "totals: 1\n" AFTER IR "summ", 2, {0}, "saw 1 calls"},
    {"nothing", "", 1, {0}, "saw 0 calls"},
};

Test(bench_count, dumps_are_read_exactly)
{
    for (size_t i = 0; i < sizeof dumps_cases / sizeof dumps_cases[0]; i++) {
        const struct dumps_case *is = &dumps_cases[i];
        uint64_t found[2] = {0};
        const struct callgrind_calls calls = {"counted_passes", found, is->count};
        struct fault fault;
        FILE *in = tmpfile();
        fputs(is->text, in);
        rewind(in);
        bool read = callgrind_read(in, &calls, &fault);
        fclose(in);
        cr_assert_eq(read, is->fault == NULL, "%s", is->rule);
        if (is->fault)
            cr_assert(strstr(fault.text, is->fault), "%s: %s", is->rule, fault.text);
        else
            cr_assert_arr_eq(found, is->instructions, is->count * sizeof *found, "%s", is->rule);
    }
}

/* --- a process that counts ------------------------------------------------------------------- */

/* No such thing: whatever this machine has, all is unknown. */
static const struct counter_event no_events[COUNTER_COUNT] = {
    {UINT32_MAX, 0}, {UINT32_MAX, 0}, {UINT32_MAX, 0}, {UINT32_MAX, 0}};

#define UNKNOWN " 18446744073709551615"

static char said[1 << 14]; /* what counted_run() printed */

static enum sampling counted(const char *const *words, size_t count,
                             const volatile sig_atomic_t *stop, struct fault *fault)
{
    FILE *out = tmpfile();
    enum sampling outcome = counted_run(count, (char *const *)words, no_events, out, stop, fault);
    rewind(out);
    said[fread(said, 1, sizeof said - 1, out)] = '\0';
    fclose(out);
    return outcome;
}

/* Of the starting position, 44 moves, and generate is the first workload: its bit is 1. */
static const char *const told[] = {"positions/start.epd", "naive,padded", "0", "1", "0", "3"};

enum { TOLD = sizeof told / sizeof told[0] };

Test(bench_count, a_process_says_what_it_is_and_what_it_counted)
{
    struct fault fault;
    cr_assert_eq(bit_of_workload("generate"), 1);
    cr_assert_eq(counted(told, TOLD, &running, &fault), SAMPLING_DONE, "%s", fault.text);
    static const char *const lines[] = {"build compiler ",
                                        "\nbuild flags ",
                                        "\nbuild arch ",
                                        "\nbuild commit ",
                                        "\n0 0 132 ",
                                        "\n0 1 132 ",
                                        "0 1 132" UNKNOWN UNKNOWN UNKNOWN UNKNOWN "\nend\n"};
    const char *at = said;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        const char *found = strstr(at, lines[i]);
        cr_assert_not_null(found, "'%s' is not in: %s", lines[i], at);
        at = found + 1;
    }
}

Test(bench_count, a_process_refuses_what_it_was_not_told)
{
#define EPD "positions/start.epd"
    static const struct {
        const char *rule, *says;
        const char *words[8];
        size_t count;
    } cases[] = {
        {"no words", "xqbench itself", {0}, 0},
        {"too few", "xqbench itself", {EPD, "padded", "0", "1", "0"}, 5},
        {"too many", "xqbench itself", {EPD, "padded", "0", "1", "0", "3", "3", "3"}, 8},
        {"no build", "/nonexistent.so", {EPD, "padded", "0", "1", "0", "3", "/nonexistent.so"}, 7},
        {"no number", "xqbench itself", {EPD, "padded", "0", "1", "-1", "3"}, 6},
        {"no passes", "xqbench itself", {EPD, "padded", "0", "1", "0", "x"}, 6},
        {"no workload", "xqbench itself", {EPD, "padded", "0", "0", "0"}, 5},
        {"a strange board", "no board 'x'", {EPD, "padded,x", "0", "1", "0", "3"}, 6},
        {"no board", "no board ''", {EPD, "", "0", "1", "0", "3"}, 6},
        {"no positions", "/nonexistent.epd", {"/nonexistent.epd", "padded", "0", "1", "0", "3"}, 6},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct fault fault;
        cr_assert_eq(counted(cases[i].words, cases[i].count, &running, &fault), SAMPLING_FAILED,
                     "%s", cases[i].rule);
        cr_assert(strstr(fault.text, cases[i].says), "%s: %s", cases[i].rule, fault.text);
        size_t lines = 0;
        for (const char *at = said; (at = strchr(at, '\n')); at++)
            lines++;
        cr_assert(lines == 4 && strncmp(said, "build ", 6) == 0 && strstr(said, "\nbuild commit "),
                  "%s: only what it is of: %s", cases[i].rule, said);
    }
    struct fault fault;
    cr_assert_eq(counted(told, TOLD, &stopped, &fault), SAMPLING_STOPPED);
    cr_assert_null(strstr(said, "end"), "%s", said);
}

/* --- both sides ------------------------------------------------------------------------------ */

struct counting {
    struct setup *setup;
    struct machine machine;
    struct counts counts;
    char log[1024];
    enum sampling outcome;
};

/* The processor counts nothing unless there are `events`; then `timed` is the one that counts. */
static struct counting count_with(const struct counter_event *events, const char *timed,
                                  uint64_t boards, const char *program, const char *commit,
                                  uint64_t result, const volatile sig_atomic_t *stop)
{
    struct counting counting = {.setup = make_setup(boards)};
    machine_read(&counting.machine);
    if (commit) {
        snprintf(counting.machine.commit, sizeof counting.machine.commit, "%s", commit);
        counting.machine.dirty = false;
    }
    counting.setup->paces[1].result = result;
    cr_assert(counts_make(&counting.counts, &counting.setup->plan));
    FILE *log = fmemopen(counting.log, sizeof counting.log, "w");
    const struct count_request request = {
        .plan = &counting.setup->plan,
        .positions = "positions/start.epd",
        .workloads = bit_of_workload("generate") | bit_of_workload("perft"),
        .cpu = -1,
        .program = program,
        .timed = timed,
        .events = events,
        .machine = &counting.machine,
        .log = log,
        .stop = stop,
    };
    counting.outcome = count_run(&request, &counting.counts);
    fclose(log);
    return counting;
}

static struct counting count(uint64_t boards, const char *program, const char *commit,
                             uint64_t result, const volatile sig_atomic_t *stop)
{
    return count_with(no_events, NULL, boards, program, commit, result, stop);
}

static void counting_free(struct counting *counting)
{
    counts_free(&counting->counts);
    setup_free(counting->setup);
}

static double instructions(const struct counting *counting, size_t workload, size_t contender)
{
    return counts_of(&counting->counts, COUNT_INSTRUCTIONS, workload, contender);
}

static size_t left_behind(void)
{
    size_t count = 0;
    DIR *files = opendir(folder);
    while (readdir(files))
        count++;
    closedir(files);
    return count - 2; /* itself and its parent */
}

Test(bench_count, the_same_program_has_the_same_instructions_twice)
{
    skip_without_valgrind();
    make_folder();
    setenv("TMPDIR", folder, 1);
    struct counting once = count(7, XQBENCH, NULL, 1920, &running);
    struct counting twice = count(7, XQBENCH, NULL, 1920, &running);
    cr_assert_eq(once.outcome, SAMPLING_DONE);
    cr_assert_str_eq(once.log, "");
    cr_assert_eq(strncmp(once.counts.tool, "valgrind-", 9), 0, "%s", once.counts.tool);
    cr_assert_str_eq(once.counts.build.compiler, once.machine.compiler);
    cr_assert_str_eq(once.counts.build.flags, once.machine.flags);
    cr_assert_str_eq(once.counts.build.arch, once.machine.arch);
    for (size_t i = 0; i < 2; i++)
        for (size_t j = 0; j < 3; j++) {
            cr_assert_eq(instructions(&once, i, j), instructions(&twice, i, j),
                         "workload %zu, board %zu: %f and %f", i, j, instructions(&once, i, j),
                         instructions(&twice, i, j));
            cr_assert_gt(instructions(&once, i, j), 1, "workload %zu, board %zu", i, j);
        }
    /* Each of 44 moves is found and stored, which no board does in less than two instructions; the
     * start of the process and the loading of positions would be hundreds of thousands. */
    for (size_t j = 0; j < 3; j++) {
        cr_assert_gt(instructions(&once, 0, j), 88, "board %zu", j);
        cr_assert_lt(instructions(&once, 0, j), 44 * 1000, "board %zu", j);
    }
    cr_assert_eq(left_behind(), 0, "temporary files");
    counting_free(&once);
    counting_free(&twice);
    remove_folder();
}

/* "bitboard" is a name for what was chosen on this processor; that variant is what is counted,
 * whatever valgrind's processor would choose. */
Test(bench_count, the_variant_that_is_timed_is_counted)
{
    skip_without_valgrind();
    const struct board *bitboard = board_find("bitboard");
    uint64_t boards = 0;
    for (size_t i = 0; board_at(i); i++)
        if (board_at(i) == bitboard || board_at(i) == bitboard->chosen)
            boards |= (uint64_t)1 << i;
    struct counting counting = count(boards, XQBENCH, NULL, 1920, &running);
    cr_assert_eq(counting.setup->plan.contender_count, 2);
    cr_assert_str_eq(counting.log, "");
    for (size_t i = 0; i < 2; i++)
        cr_assert_eq(instructions(&counting, i, 0), instructions(&counting, i, 1), "workload %zu",
                     i);
    counting_free(&counting);
}

static uint64_t bit_of_board(const char *name)
{
    for (size_t i = 0; board_at(i); i++)
        if (strcmp(board_at(i)->name, name) == 0)
            return (uint64_t)1 << i;
    return 0;
}

/* Valgrind has no AVX-512: such a board is left out, others are counted all the same. */
Test(bench_count, a_board_that_valgrind_cannot_run_is_left_out)
{
    skip_without_valgrind();
    uint64_t foreign = bit_of_board("vector-avx512");
    if (foreign == 0)
        cr_skip_test("this processor cannot run it either");
    struct counting counting =
        count(bit_of_board("padded") | foreign, XQBENCH, NULL, 1920, &running);
    cr_assert_eq(counting.setup->plan.contender_count, 2);
    cr_assert_eq(counting.outcome, SAMPLING_DONE);
    cr_assert_str_eq(counting.log, "warning: no instructions of vector-avx512 were counted: "
                                   "valgrind cannot run it\n");
    for (size_t i = 0; i < 2; i++) {
        cr_assert_gt(instructions(&counting, i, 0), 1, "workload %zu", i);
        cr_assert(isnan(instructions(&counting, i, 1)), "workload %zu", i);
    }
    counting_free(&counting);

    counting = count(foreign, XQBENCH, NULL, 1920, &running);
    cr_assert_eq(counting.outcome, SAMPLING_DONE);
    cr_assert_str_eq(counting.log, "warning: no instructions were counted: valgrind cannot run "
                                   "vector-avx512\n");
    counting_free(&counting);
}

#define SH "#!/bin/sh\n"

struct refused_case {
    const char *rule, *script, *commit; /* NULL: what is true */
    uint64_t result;
    const char *says;
};

static const struct refused_case refused_cases[] = {
    {"another commit", NULL, "fedcba9", 1920, "not fedcba9"},
    {"another result", NULL, NULL, 1921, "board padded gave another result than when it was timed"},
    {"one that fails", SH "echo 'too hot' >&2; exit 2", NULL, 1920, "too hot"},
    {"one that dies", SH "kill -9 $$", NULL, 1920, "signal 9"},
    {"one that talks", SH "echo hello", NULL, 1920, "'hello'"},
    {"one that says nothing", SH "exit 0", NULL, 1920, "saw 0 calls of counted_passes, not 2"},
    {"rows in another order", SH "echo 1 0 1920 1 1 1 1", NULL, 1920, "says what it should not"},
};

Test(bench_count, counts_of_other_work_are_refused)
{
    skip_without_valgrind();
    make_folder();
    for (size_t i = 0; i < sizeof refused_cases / sizeof refused_cases[0]; i++) {
        const struct refused_case *is = &refused_cases[i];
        char program[PATH_SIZE] = XQBENCH;
        if (is->script) {
            make_program("script", is->script);
            path_of(program, "script");
        }
        struct counting counting = count(1, program, is->commit, is->result, &running);
        cr_assert_eq(counting.outcome, SAMPLING_DONE, "%s: times stay", is->rule);
        cr_assert(strstr(counting.log, "warning: no instructions were counted"), "%s: %s", is->rule,
                  counting.log);
        cr_assert(strstr(counting.log, is->says), "%s: %s", is->rule, counting.log);
        cr_assert_not(counts_have(&counting.counts, COUNT_INSTRUCTIONS), "%s", is->rule);
        cr_assert_str_eq(counting.counts.tool, "", "%s", is->rule);
        counting_free(&counting);
    }
    remove_folder();
}

Test(bench_count, without_valgrind_nothing_is_counted)
{
    setenv("PATH", "/nonexistent", 1);
    struct counting counting = count(1, NULL, NULL, 1920, &running);
    cr_assert_eq(counting.outcome, SAMPLING_DONE);
    cr_assert(strstr(counting.log, "valgrind is missing (Debian's package valgrind)"), "%s",
              counting.log);
    cr_assert(isnan(instructions(&counting, 0, 0)));
    counting_free(&counting);
}

struct version_case {
    const char *rule, *script; /* NULL: there is none */
    double limit;
    const char *says; /* NULL: it is found */
};

static const struct version_case version_cases[] = {
    {"a version", SH "echo valgrind-3.99; echo more", 60, NULL},
    {"none", NULL, 60, "valgrind is missing (Debian's package valgrind)"},
    {"one that fails", SH "echo 'no libc' >&2; exit 127", 60, "exited with status 127: no libc"},
    {"one that fails after all", SH "echo valgrind-3.99; exit 3", 60, "exited with status 3"},
    {"one that dies", SH "kill -9 $$", 60, "was ended by signal 9"},
    {"one that says nothing", SH "exit 0", 60, "valgrind --version says nothing"},
    {"one that is another", SH "echo hello", 60, "says what it should not: 'hello'"},
    {"one that cannot be run", "#!/nonexistent\n", 60, "exited with status 12"},
    {"one that hangs", SH "/bin/sleep 60", 0.2, "valgrind --version was not done after 0 seconds"},
    {"and ends by no signal", SH "trap '' INT TERM; /bin/sleep 60", 0.2, "was not done after"},
    {"and has told its version", SH "echo valgrind-3.99; /bin/sleep 60", 0.2, "was not done after"},
};

Test(bench_count, a_valgrind_that_fails_is_not_missing, .init = make_folder, .fini = remove_folder)
{
    char path[PATH_MAX];
    for (size_t i = 0; i < sizeof version_cases / sizeof version_cases[0]; i++) {
        const struct version_case *is = &version_cases[i];
        char version[CALLGRIND_VERSION_SIZE];
        struct fault fault = {""};
        if (is->script)
            make_program("valgrind", is->script);
        snprintf(path, sizeof path, is->script ? "%s" : "%s/none", folder);
        cr_assert_eq(setenv("PATH", path, 1), 0);
        enum sampling outcome = callgrind_version(version, is->limit, NULL, &fault);
        cr_assert_eq(outcome, is->says ? SAMPLING_FAILED : SAMPLING_DONE, "%s: %s", is->rule,
                     fault.text);
        if (is->says)
            cr_assert(strstr(fault.text, is->says), "%s: %s", is->rule, fault.text);
        else
            cr_assert_str_eq(version, "valgrind-3.99", "%s", is->rule);
    }
    char version[CALLGRIND_VERSION_SIZE];
    struct fault fault;
    cr_assert_eq(callgrind_version(version, 60, &stopped, &fault), SAMPLING_STOPPED);
    cr_assert_eq(setenv("PATH", "/usr/bin:/bin", 1), 0);
}

/* Those of the kernel: it has them on every machine, unless they are not permitted. */
static const struct counter_event events_of_kernel[COUNTER_COUNT] = {
    {PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK},
    {PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS},
    {PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_MIGRATIONS},
    {PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES},
};

static void skip_without_counters(void)
{
    struct counters counters;
    size_t available = counters_open(&counters, events_of_kernel);
    counters_close(&counters);
    if (available == 0)
        cr_skip_test("this system does not permit counters: %s", counters_absence(counters.cause));
}

/* Counts on the first board: the passes of generate are its seventh word, those of perft the
 * eighth; they return 44 and 1920. */
#define COUNTS(generate, perft)                                                                    \
    "sh -c 'echo build commit fedcba9; echo 0 0 $(($7 * 44)) " generate "; "                       \
    "echo 1 0 $(($8 * 1920)) " perft "; echo end' fake"

/* A position of generate is an operation, and each of the 1920 nodes of perft. */
Test(bench_count, the_processor_counts_operations)
{
    skip_without_counters();
    setenv("PATH", "/usr/bin:/bin", 1);
    struct counting counting = count_with(events_of_kernel,
                                          COUNTS("$(($7 * 130)) $(($7 * 260)) $(($7 / 2)) 0",
                                                 "$(($8 * 3840))" UNKNOWN " $(($8 * 960))" UNKNOWN),
                                          1, "/bin/false", "fedcba9", 1920, &running);
    static const struct {
        enum count_kind kind;
        double generate, perft;
    } cases[] = {{COUNT_CYCLES, 130, 2},
                 {COUNT_RETIRED, 260, NAN},
                 {COUNT_BRANCH_MISSES, 0.5, 0.5},
                 {COUNT_CACHE_MISSES, 0, NAN}};
    cr_assert_eq(counting.outcome, SAMPLING_DONE);
    cr_assert_null(strstr(counting.log, "no cycles"), "%s", counting.log);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double generate = counts_of(&counting.counts, cases[i].kind, 0, 0),
               perft = counts_of(&counting.counts, cases[i].kind, 1, 0);
        cr_assert(near(generate, cases[i].generate), "case %zu: generate %f", i, generate);
        cr_assert(isnan(cases[i].perft) ? isnan(perft) : near(perft, cases[i].perft),
                  "case %zu: perft %f", i, perft);
    }
    counting_free(&counting);
}

/* There are counters, and others have them. */
Test(bench_count, lost_counters_are_a_warning)
{
    skip_without_counters();
#define LOST UNKNOWN UNKNOWN UNKNOWN UNKNOWN
    struct counting counting = count_with(events_of_kernel, COUNTS(LOST, LOST), 1, "/bin/false",
                                          "fedcba9", 1920, &running);
    cr_assert_eq(counting.outcome, SAMPLING_DONE);
    cr_assert(strstr(counting.log, "warning: no cycles were counted: other programs"), "%s",
              counting.log);
    for (int kind = COUNT_CYCLES; kind < COUNT_KINDS; kind++)
        cr_assert_not(counts_have(&counting.counts, (enum count_kind)kind));
    counting_free(&counting);
}

/* --- before anything is timed ---------------------------------------------------------------- */

static const struct refused_case unfit_cases[] = {
    {"this one", NULL, NULL, 1920, NULL},
    {"another commit", NULL, "fedcba9", 1920, ", not fedcba9"},
    {"one that fails", SH "echo 'too hot' >&2; exit 2", NULL, 1920, "too hot"},
    {"one that dies", SH "kill -9 $$", NULL, 1920, "signal 9"},
    {"one that miscounts", SH "exit 1", NULL, 1920, "exited with status 1"},
    {"one that talks", SH "echo hello", NULL, 1920, "'hello'"},
    {"one that says nothing", SH "exit 0", NULL, 1920, "ended before all was counted"},
};

Test(bench_count, a_program_that_cannot_count_is_found_beforehand)
{
    skip_without_valgrind();
    make_folder();
    for (size_t i = 0; i < sizeof unfit_cases / sizeof unfit_cases[0]; i++) {
        const struct refused_case *is = &unfit_cases[i];
        char program[PATH_SIZE] = XQBENCH;
        struct machine machine;
        struct fault fault = {""};
        struct setup *setup = make_setup(1);
        if (is->script) {
            make_program("a script", is->script);
            path_of(program, "a script");
        }
        machine_read(&machine);
        if (is->commit)
            snprintf(machine.commit, sizeof machine.commit, "%s", is->commit);
        const struct count_request request = {
            .plan = &setup->plan,
            .positions = "positions/start.epd",
            .workloads = bit_of_workload("generate") | bit_of_workload("perft"),
            .cpu = -1,
            .program = program,
            .events = no_events,
            .machine = &machine,
            .stop = &running,
        };
        enum sampling outcome = count_check(&request, &fault);
        cr_assert_eq(outcome == SAMPLING_DONE, is->says == NULL, "%s: %s", is->rule, fault.text);
        if (is->says)
            cr_assert(strstr(fault.text, is->says), "%s: %s", is->rule, fault.text);
        if (is->says)
            cr_assert_not_null(strstr(fault.text, program), "%s: %s", is->rule, fault.text);
        setup_free(setup);
    }
    remove_folder();
}

Test(bench_count, stops_when_asked)
{
    skip_without_valgrind();
    struct counting counting = count(1, XQBENCH, NULL, 1920, &stopped);
    cr_assert_eq(counting.outcome, SAMPLING_STOPPED);
    counting_free(&counting);
}
