/* xqbench as its user runs it: what it prints, writes and returns. Never how fast anything was. */
#include <criterion/criterion.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../bench/classes.h"
#include "../bench/report.h"

#define XQBENCH BUILD_DIR "/xqbench"
#define QUICK   "run --quick --workload in-check --positions positions/start.epd --out \"$OUT\" "

enum { OUTPUT_SIZE = 1 << 16 };

static char folder[64];          /* a folder of this test's own, $OUT in commands */
static char output[OUTPUT_SIZE]; /* what the last command printed, errors too */

static void make_folder(void)
{
    strcpy(folder, "/tmp/test-xqbench-XXXXXX");
    cr_assert_not_null(mkdtemp(folder));
    cr_assert_eq(setenv("OUT", folder, 1), 0);
}

/* Runs a shell command; returns its exit status. */
static int shell(const char *command)
{
    char line[1024];
    cr_assert_lt(snprintf(line, sizeof line, "exec 2>&1; %s", command), (int)sizeof line);
    FILE *pipe = popen(line, "r");
    cr_assert_not_null(pipe, "%s", command);
    output[fread(output, 1, sizeof output - 1, pipe)] = '\0';
    int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

static int xqbench(const char *arguments)
{
    char line[1024];
    cr_assert_lt(snprintf(line, sizeof line, "'" XQBENCH "' %s", arguments), (int)sizeof line);
    return shell(line);
}

static void remove_folder(void)
{
    cr_assert_eq(shell("rm -rf \"$OUT\""), 0, "%s", output);
}

static void assert_says(const char *what, const char *rule)
{
    cr_assert(strstr(output, what), "%s: '%s' is not in: %s", rule, what, output);
}

struct refusal {
    const char *rule;
    const char *arguments;
    const char *says[2];
};

static const struct refusal refusals[] = {
    {"no command", "", {"command", "--help"}},
    {"an unknown command", "walk", {"'walk'", "--help"}},
    {"an unknown option", "run --fast", {"--fast", "xqbench run"}},
    {"an argument too many", "run fast", {"'fast'", "--help"}},
    {"an unknown board: the boards", "run --board x,naive", {"'x'", "padded, naive"}},
    {"an unknown workload: the workloads", "run --workload x", {"'x'", "generate, captures"}},
    {"an unknown class: the classes", "run --class x", {"'x'", "opening, middlegame"}},
    {"a class without a position",
     "run --class endgame,in-check --positions positions/start.epd --out \"$OUT/a\"",
     {"positions/start.epd", "endgame, in-check"}},
    {"an empty name", "run --board padded,", {"''", "padded"}},
    {"contradictory options", "run --quick --full", {"--quick", "--full"}},
    {"no launches", "run --launches 0", {"--launches", "'0'"}},
    {"too many launches", "run --launches 1001", {"1000", "'1001'"}},
    {"a seed that is no number", "run --seed 0x1", {"--seed", "'0x1'"}},
    {"positions that cannot be read twice",
     "run --positions /dev/stdin --out \"$OUT/a\" </dev/null",
     {"/dev/stdin", "each launch"}},
    {"a command for itself", "sample positions/start.epd 0 1 1", {"xqbench itself", ""}},
    {"positions that are not there",
     "run --positions x.epd --out \"$OUT/a\"",
     {"x.epd", "No such"}},
    {"positions that are a folder", "run --positions . --out \"$OUT/a\"", {"positions", "."}},
    {"results in a file's place", "run --out Makefile", {"Makefile", "Not a directory"}},
    {"results below a file", "run --out Makefile/x", {"Makefile/x", "Not a directory"}},
    {"results in no place", "run --out ''", {"folder", "empty"}},
    {"results where none can be", "run --out /proc/x", {"/proc/x", "cannot"}},
    {"a list that does not arrive", "list >/dev/full", {"standard output", "No space"}},
    {"a help that does not arrive", "--help >/dev/full", {"standard output", "No space"}},
    {"closed output", "list >&-", {"standard output", "Bad file descriptor"}},
};

Test(xqbench, refusals_say_why, .init = make_folder, .fini = remove_folder)
{
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        const struct refusal *is = &refusals[i];
        int status = xqbench(is->arguments);
        cr_assert_eq(status, 2, "%s: status %d: %s", is->rule, status, output);
        assert_says(is->says[0], is->rule);
        assert_says(is->says[1], is->rule);
    }
    cr_assert_eq(shell("test -e \"$OUT/a\""), 1, "a refused run leaves no folder behind");
}

Test(xqbench, without_the_usual_positions_it_says_where_to_run, .init = make_folder,
     .fini = remove_folder)
{
    int status = shell("top=$PWD; cd \"$OUT\" && case '" XQBENCH "' in /*) top=;; *) top=$top/;; "
                       "esac && \"$top\"'" XQBENCH "' run");
    cr_assert_eq(status, 2, "status %d: %s", status, output);
    assert_says("positions/games.epd", "names the file");
    assert_says("--positions", "names the option");
}

Test(xqbench, help_and_version)
{
    cr_assert_eq(xqbench("--help"), 0);
    assert_says("list ", "--help lists the commands");
    cr_assert_eq(xqbench("run --help"), 0);
    assert_says("--workload", "run --help lists the options");
    cr_assert_eq(xqbench("--version"), 0);
    assert_says("xqbench 0.", "--version");
}

Test(xqbench, list_names_every_board_and_workload)
{
    static const char *const formats[] = {"list", "list --tsv"};
    for (size_t i = 0; i < 2; i++) {
        cr_assert_eq(xqbench(formats[i]), 0, "%s", output);
        for (const struct board *const *board = all_boards; *board; board++) {
            assert_says((*board)->name, formats[i]);
            assert_says((*board)->summary, formats[i]);
        }
        for (const struct workload *workload = all_workloads; workload->name; workload++) {
            assert_says(workload->name, formats[i]);
            assert_says(workload->summary, formats[i]);
        }
        for (size_t j = 0; all_classes[j].name; j++) {
            char criterion[CLASS_TEXT_SIZE];
            assert_says(all_classes[j].name, formats[i]);
            assert_says(class_criterion(&all_classes[j], criterion), formats[i]);
        }
        static const char *const facts[] = {"plain, depth 2", "bulk, depth 2", "legal, depth 2",
                                            "limit", "results/"};
        for (size_t j = 0; j < sizeof facts / sizeof facts[0]; j++)
            assert_says(facts[j], formats[i]);
    }
    assert_says("\nmachine\tcpu\t", "--tsv: a kind in the first field");
    assert_says("\nclass\tin-check\tthe side to move is in check\t20\n", "--tsv: classes");
}

/* What a class means does not hang on a file, though how many positions it has does. */
Test(xqbench, list_does_without_the_usual_positions)
{
    cr_assert_eq(shell("top=$PWD; cd / && case '" XQBENCH "' in /*) top=;; *) top=$top/;; esac && "
                       "\"$top\"'" XQBENCH "' list && \"$top\"'" XQBENCH "' list --tsv"),
                 0, "%s", output);
    assert_says("17 to 27 pieces", "list");
    assert_says("\nclass\tmiddlegame\t17 to 27 pieces\t\n", "list --tsv");
}

Test(xqbench, a_reader_may_leave_early)
{
    cr_assert_eq(shell("'" XQBENCH "' list | head -n 1"), 0);
    cr_assert_null(strstr(output, "xqbench"), "no complaint: %s", output);
}

static json_t *load(const char *name)
{
    char path[128];
    json_error_t error;
    snprintf(path, sizeof path, "%s/new/%s", folder, name);
    json_t *value = json_load_file(path, 0, &error);
    cr_assert_not_null(value, "%s:%d: %s", path, error.line, error.text);
    return value;
}

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    cr_assert_not_null(text, "%s is no text", key);
    return text;
}

static void ignore_problem(void *context, const struct suite_problem *problem)
{
    (void)context;
    (void)problem;
}

/* Google Benchmark's schema, as its compare.py and others read it. */
static void assert_benchmarks(const json_t *results)
{
    size_t index, iterations = 0, aggregates = 0;
    json_t *context = json_object_get(results, "context"), *entry;
    cr_assert_neq(*text_of(context, "date"), '\0');
    cr_assert_gt(json_integer_value(json_object_get(context, "num_cpus")), 0);
    json_int_t launches =
        json_integer_value(json_object_get(json_object_get(results, "config"), "launches"));
    json_array_foreach(json_object_get(results, "benchmarks"), index, entry)
    {
        bool aggregate = strcmp(text_of(entry, "run_type"), "aggregate") == 0;
        const char *name = text_of(entry, "name"), *run_name = text_of(entry, "run_name");
        cr_assert_eq(strncmp(name, run_name, strlen(run_name)), 0, "%s of %s", name, run_name);
        cr_assert(strcmp(run_name, "in-check/naive") == 0 ||
                      strcmp(run_name, "in-check/bitboard") == 0,
                  "%s", run_name);
        cr_assert_eq(json_integer_value(json_object_get(entry, "repetitions")), launches);
        cr_assert_gt(json_integer_value(json_object_get(entry, "iterations")), 0);
        cr_assert(json_is_real(json_object_get(entry, "real_time")));
        cr_assert(json_is_real(json_object_get(entry, "cpu_time")));
        cr_assert_str_eq(text_of(entry, "time_unit"), "ns");
        if (aggregate)
            cr_assert_str_eq(name + strlen(run_name) + 1, text_of(entry, "aggregate_name"));
        else
            cr_assert_str_eq(text_of(entry, "run_type"), "iteration");
        aggregates += aggregate;
        iterations += !aggregate;
    }
    cr_assert_eq(iterations, 2 * (size_t)launches, "one a launch and board");
    cr_assert_eq(aggregates, 4, "median and deviation of each board");
}

static void assert_launches(const json_t *results)
{
    static const char *const numbers[] = {"launch", "attempt", "involuntary_switches",
                                          "steal_ticks", "seconds"};
    size_t index;
    json_t *launch, *launches = json_object_get(results, "launches");
    cr_assert_geq(json_array_size(launches), 6, "a verdict of one row takes six");
    json_array_foreach(launches, index, launch)
    {
        for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
            cr_assert(json_is_number(json_object_get(launch, numbers[i])), "%s", numbers[i]);
        cr_assert(json_is_boolean(json_object_get(launch, "trusted")));
    }
}

static void assert_results(const json_t *results)
{
    size_t index;
    json_t *config = json_object_get(results, "config"), *row;
    cr_assert_str_eq(text_of(config, "positions"), "positions/start.epd");
    cr_assert_str_eq(text_of(config, "effort"), "quick");
    cr_assert_str_eq(text_of(config, "reference"), "naive", "the first that takes part");
    cr_assert_eq(json_integer_value(json_object_get(config, "position_count")), 1);
    cr_assert(json_is_null(json_object_get(config, "classes")), "all positions");
    cr_assert_geq(json_integer_value(json_object_get(config, "rounds")), 5);

    json_t *rows = json_object_get(results, "results");
    cr_assert_eq(json_array_size(rows), 2, "one row a board");
    static const char *const boards[] = {"naive", "bitboard"};
    json_array_foreach(rows, index, row)
    {
        cr_assert_str_eq(text_of(row, "workload"), "in-check");
        cr_assert_str_eq(text_of(row, "board"), boards[index]);
        cr_assert_str_eq(text_of(row, "operation"), "king");
        cr_assert(json_is_null(json_object_get(row, "policy")));
        static const char *const figures[] = {"ns_per_operation", "items_per_second", "ratio"};
        for (size_t i = 0; i < 3; i++)
            cr_assert_gt(json_number_value(json_object_get(row, figures[i])), 0, "%s", figures[i]);
    }
    cr_assert_eq(json_number_value(json_object_get(json_array_get(rows, 0), "ratio")), 1,
                 "the reference is as fast as itself");
    cr_assert(json_is_null(json_object_get(json_array_get(rows, 0), "verdict")));
    cr_assert_neq(*text_of(json_array_get(rows, 1), "verdict"), '\0');
    json_t *comparison = json_array_get(json_object_get(results, "comparisons"), 0);
    cr_assert_str_eq(text_of(comparison, "board"), "bitboard");
    cr_assert_str_eq(text_of(comparison, "reference"), "naive");
    cr_assert_not_null(json_object_get(json_object_get(results, "winners"), "in-check"));
    assert_launches(results);
    assert_benchmarks(results);
}

Test(xqbench, run_leaves_complete_files, .init = make_folder, .fini = remove_folder)
{
    /* The folder is made; the order of the boards is that of the list, not of the option. */
    int status = xqbench(QUICK "--board bitboard,naive --out \"$OUT/new\"");
    cr_assert_eq(status, 0, "status %d: %s", status, output);
    assert_says("ns per king", "the unit of time");
    assert_says("million kings/s", "the unit of the rate");
    assert_says("speed, naive = 1", "the reference");
    assert_says("±", "the spread");
    assert_says("6 launches of ", "launches");
    assert_says("seed ", "the seed");
    assert_says(folder, "where the files are");

    json_t *results = load("results.json"), *machine = load("machine.json");
    assert_results(results);
    cr_assert(json_equal(json_object_get(results, "machine"), machine));
    static const char *const facts[] = {"cpu",  "kernel", "compiler", "flags",
                                        "arch", "commit", "date"};
    for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++)
        cr_assert_neq(*text_of(machine, facts[i]), '\0', "%s is empty", facts[i]);
    json_decref(results);
    json_decref(machine);

    cr_assert_eq(shell("head -n 1 \"$OUT/new/samples.csv\""), 0);
    cr_assert_str_eq(output, "bench,board,launch,round,order,iterations,ns\n");
    cr_assert_eq(shell("sed 1d \"$OUT/new/samples.csv\" | grep -cvE "
                       "'^in-check,(naive|bitboard),[1-9],[0-9]+,[12],[0-9]+,[0-9]+$'"),
                 1, "lines that are no sample: %s", output);
    cr_assert_eq(shell("head -n 3 \"$OUT/new/table.md\""), 0);
    assert_says("| Workload | Figure | naive | bitboard |\n|---|---|---:|---:|\n| in-check |",
                "table");
    cr_assert_eq(shell("ls \"$OUT/new\""), 0);
    cr_assert_str_eq(output, "machine.json\nresults.json\nsamples.csv\ntable.md\n");
}

Test(xqbench, positions_of_some_classes, .init = make_folder, .fini = remove_folder)
{
    int status = xqbench("run --quick --workload in-check,empty --board padded "
                         "--positions positions/games.epd --class crowded,in-check "
                         "--out \"$OUT/new\"");
    cr_assert_eq(status, 0, "status %d: %s", status, output);
    assert_says("\nlimit ", "a limit is marked");
    struct suite games;
    cr_assert(suite_read("positions/games.epd", &games, ignore_problem, NULL));
    classes_keep(&games, (uint64_t)1 << 3 | (uint64_t)1 << 4);
    char expected[128];
    snprintf(expected, sizeof expected,
             "\n%zu positions of positions/games.epd, class in-check, crowded, ", games.count);
    assert_says(expected, "on the terminal");

    json_t *results = load("results.json"), *config = json_object_get(results, "config");
    json_t *classes = json_object_get(config, "classes");
    cr_assert_eq(json_array_size(classes), 2);
    cr_assert_str_eq(json_string_value(json_array_get(classes, 0)), "in-check");
    cr_assert_str_eq(json_string_value(json_array_get(classes, 1)), "crowded");
    cr_assert_eq(json_integer_value(json_object_get(config, "position_count")),
                 (json_int_t)games.count);
    json_t *rows = json_object_get(results, "results");
    cr_assert(json_is_false(json_object_get(json_array_get(rows, 0), "limit")), "in-check");
    cr_assert(json_is_true(json_object_get(json_array_get(rows, 1), "limit")), "empty");
    json_decref(results);
    suite_free(&games);
    cr_assert_eq(shell("grep -cF '| empty (limit) |' \"$OUT/new/table.md\""), 0, "%s", output);
    assert_says("3", "rows of a limit");
}

Test(xqbench, policy_and_depth_stand_beside_perft, .init = make_folder, .fini = remove_folder)
{
    int status = xqbench("run --quick --workload perft,perft-plain,perft-legal --board padded "
                         "--positions positions/start.epd --out \"$OUT\"");
    cr_assert_eq(status, 0, "status %d: %s", status, output);
    assert_says("plain, depth 2", "on the terminal");
    assert_says("bulk, depth 2", "on the terminal");
    assert_says("legal, depth 2", "on the terminal");
    cr_assert_eq(shell("cat \"$OUT/table.md\""), 0);
    assert_says("| perft-plain (plain, depth 2) |", "in Markdown");
    assert_says("| perft (bulk, depth 2) |", "in Markdown");
    assert_says("| perft-legal (legal, depth 2) |", "in Markdown");
}

/* The three boards of the side-by-side table, and no variant unless asked for: what a terminal of
 * 92 columns shows without breaking a line. */
Test(xqbench, tables_fit_a_terminal, .init = make_folder, .fini = remove_folder)
{
    int status = xqbench(
        "run --quick --positions positions/start.epd "
        "--workload in-check,legal-list,make-unmake,perft-plain,perft-stats,read --out \"$OUT\"");
    cr_assert_eq(status, 0, "status %d: %s", status, output);
    const char *table = strstr(output, "\nworkload ");
    cr_assert_not_null(table, "no table: %s", output);
    cr_expect_null(strstr(table, "bitboard-"), "a variant: %s", table);
    for (char *line = strtok((char *)table, "\n"); line && strncmp(line, "geometric mean", 14) != 0;
         line = strtok(NULL, "\n"))
        cr_assert_leq(report_width(line), 92, "%zu columns: %s", report_width(line), line);
}

Test(xqbench, a_miscount_is_found_before_the_clock_starts, .init = make_folder,
     .fini = remove_folder)
{
    cr_assert_eq(shell("printf '%s\\n%s\\n' '# wrong on purpose' "
                       "'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 "
                       ";D1 44 ;D2 1921 ;id \"wrong\"' >\"$OUT/wrong.epd\""),
                 0);
    int status = xqbench("run --positions \"$OUT/wrong.epd\" --out \"$OUT/results\"");
    cr_assert_eq(status, 1, "status %d: %s", status, output);
    assert_says("padded", "the board");
    assert_says("workload perft", "the workload");
    assert_says("1920, not 1921", "both counts");
    assert_says("wrong.epd:2 (wrong)", "the place");
    assert_says("rnbakabnr/9/1c5c1", "the position");
    cr_assert_eq(shell("test -e \"$OUT/results\""), 1, "no results");
}

Test(xqbench, earlier_results_survive_a_full_disk, .init = make_folder, .fini = remove_folder)
{
    cr_assert_eq(shell("echo earlier >\"$OUT/samples.csv\""), 0);
    /* A limit on file size fails like a full disk does, once its signal is ignored. */
    int status = shell("trap '' XFSZ; ulimit -f 0; exec '" XQBENCH "' " QUICK);
    cr_assert_eq(status, 2, "status %d: %s", status, output);
    assert_says("samples.csv", "the file");
    cr_assert_eq(shell("ls \"$OUT\"; cat \"$OUT/samples.csv\""), 0);
    cr_assert_str_eq(output, "samples.csv\nearlier\n", "nothing new, nothing lost");
}

/* The first field of each sample that depends on no clock, of the first rounds. */
static void order_of_run(const char *seed, char out[OUTPUT_SIZE])
{
    char line[512];
    snprintf(line, sizeof line, QUICK "--launches 2 --seed %s", seed);
    cr_assert_eq(xqbench(line), 0, "%s", output);
    cr_assert_eq(shell("awk -F, '$4 <= 5' \"$OUT/samples.csv\" | cut -d, -f 1-5"), 0);
    strcpy(out, output);
}

Test(xqbench, a_seed_repeats_the_order, .init = make_folder, .fini = remove_folder)
{
    static char first[OUTPUT_SIZE], again[OUTPUT_SIZE], other[OUTPUT_SIZE];
    order_of_run("7", first);
    order_of_run("8", other);
    order_of_run("7", again);
    cr_assert_str_eq(first, again);
    cr_assert_str_neq(first, other);
    cr_assert_eq(xqbench(QUICK "--launches 2 --seed 7"), 0);
    assert_says("2 launches of ", "launches");
    assert_says("seed 7\n", "the seed");
}

Test(xqbench, one_launch_says_nothing_of_others, .init = make_folder, .fini = remove_folder)
{
    cr_assert_eq(xqbench(QUICK "--launches 1 --trust-all"), 0, "%s", output);
    assert_says("1 launch of ", "launches");
    assert_says("No fastest board: in-check", "no winner");
    assert_says("Inconclusive, too few launches: in-check", "the reason");
    cr_assert_eq(shell("cat \"$OUT/table.md\""), 0);
    assert_says("Inconclusive, too few launches: in-check", "in Markdown");
}

static const json_t *comparison_of(const json_t *results, const char *board, const char *reference)
{
    size_t index;
    json_t *comparison;
    json_array_foreach(json_object_get(results, "comparisons"), index, comparison)
    {
        if (strcmp(text_of(comparison, "board"), board) == 0 &&
            strcmp(text_of(comparison, "reference"), reference) == 0)
            return comparison;
    }
    cr_assert_fail("%s beside %s is missing", board, reference);
    return NULL;
}

/* Twice the work is seen. The same work under another name wins by chance less than once in a
 * hundred times: not again and again. */
Test(xqbench, controls_prove_the_measurement, .init = make_folder, .fini = remove_folder)
{
    bool won = true;
    for (int attempt = 0; attempt < 4 && won; attempt++) {
        cr_assert_eq(xqbench("run --quick --workload in-check --positions positions/start.epd "
                             "--board padded,twin,slowed --launches 8 --trust-all "
                             "--out \"$OUT/new\""),
                     0, "%s", output);
        json_t *results = load("results.json");
        const json_t *slowed = comparison_of(results, "slowed", "padded");
        cr_assert_str_eq(text_of(slowed, "verdict"), "slower", "%s", output);
        cr_assert_lt(json_number_value(json_object_get(slowed, "ratio_high")), 1);
        comparison_of(results, "twin", "padded");
        const char *winner =
            json_string_value(json_object_get(json_object_get(results, "winners"), "in-check"));
        won = winner && strcmp(winner, "twin") == 0;
        json_decref(results);
    }
    cr_assert_not(won, "a board beats itself");
}

/* Starts a run with many launches in the background; its messages go to $OUT/log. */
static pid_t start_run(const char *out)
{
    char log[128];
    snprintf(log, sizeof log, "%s/log", folder);
    pid_t run = fork();
    cr_assert_geq(run, 0);
    if (run > 0)
        return run;
    if (!freopen(log, "w", stderr))
        _exit(126);
    signal(SIGINT, SIG_DFL); /* a shell's background job would ignore it */
    execl(XQBENCH, "xqbench", "run", "--workload", "in-check", "--positions", "positions/start.epd",
          "--launches", "1000", "--out", out, (char *)NULL);
    _exit(127);
}

/* The process of a launch, once there is one. */
static pid_t launch_of(pid_t run)
{
    char path[64];
    long launch = 0;
    snprintf(path, sizeof path, "/proc/%ld/task/%ld/children", (long)run, (long)run);
    for (int i = 0; i < 3000 && launch == 0; i++) {
        FILE *file = fopen(path, "r");
        char line[64] = "";
        if (file == NULL)
            cr_skip_test("this kernel does not tell of children");
        if (fgets(line, sizeof line, file))
            launch = strtol(line, NULL, 10);
        fclose(file);
        usleep(10000);
    }
    cr_assert_gt(launch, 0, "there is no launch");
    return (pid_t)launch;
}

static void assert_ends(pid_t run, int expected, const char *says, const char *out)
{
    int result;
    struct stat status;
    cr_assert_eq(waitpid(run, &result, 0), run);
    cr_assert_eq(shell("cat \"$OUT/log\""), 0);
    cr_assert(WIFEXITED(result) && WEXITSTATUS(result) == expected, "ended with %#x: %s",
              (unsigned)result, output);
    assert_says(says, "why");
    cr_assert_neq(stat(out, &status), 0, "the folder is still there");
}

Test(xqbench, ctrl_c_ends_the_launch_too, .init = make_folder, .fini = remove_folder)
{
    char out[128];
    snprintf(out, sizeof out, "%s/results", folder);
    pid_t run = start_run(out);
    pid_t launch = launch_of(run);
    cr_assert_eq(kill(run, SIGINT), 0);
    assert_ends(run, 130, "interrupted after", out);
    cr_assert_neq(kill(launch, 0), 0, "the launch is still there");
}

/* The launch that was found may have ended by now; then the next one is killed. */
Test(xqbench, a_launch_that_dies_is_reported, .init = make_folder, .fini = remove_folder)
{
    char out[128];
    siginfo_t info = {0};
    snprintf(out, sizeof out, "%s/results", folder);
    pid_t run = start_run(out);
    for (int i = 0; i < 100 && info.si_pid == 0; i++) {
        kill(launch_of(run), SIGKILL);
        usleep(100000);
        cr_assert_eq(waitid(P_PID, (id_t)run, &info, WEXITED | WNOHANG | WNOWAIT), 0);
    }
    assert_ends(run, 3, "was ended by signal 9", out);
}

Test(xqbench, ctrl_c_writes_nothing, .init = make_folder, .fini = remove_folder)
{
    char out[128];
    snprintf(out, sizeof out, "%s/results", folder);
    pid_t child = fork();
    cr_assert_geq(child, 0);
    if (child == 0) {
        if (!freopen("/dev/null", "w", stderr))
            _exit(126);
        signal(SIGINT, SIG_DFL); /* a shell's background job would ignore it */
        execl(XQBENCH, "xqbench", "run", "--full", "--out", out, (char *)NULL);
        _exit(127);
    }
    /* Once its folder is there, it listens; there are minutes left to run. */
    struct stat status;
    for (int i = 0; i < 3000 && stat(out, &status) != 0; i++)
        usleep(10000);
    cr_assert_eq(kill(child, SIGINT), 0);
    int result;
    cr_assert_eq(waitpid(child, &result, 0), child);
    cr_assert(WIFEXITED(result) && WEXITSTATUS(result) == 130, "ended with %#x", (unsigned)result);
    cr_assert_neq(stat(out, &status), 0, "the folder is still there");
}
