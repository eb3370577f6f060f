/* The files of a run for other programs: in the form that these read, and in agreement with
 * results.json. */
#include <criterion/criterion.h>
#include <ctype.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "measure/machine.h"
#include "results_file.h"

#define RUN                                                                                        \
    "run --quick --no-curves --launches 2 --board padded,naive --positions "                       \
    "positions/start.epd --workload generate,in-check,perft-legal,empty"

enum { WORKLOADS = 4, BOARDS = 2, LAUNCHES = 2, LINE_SIZE = 1024 };

static json_t *results;

static void run(void)
{
    make_folder();
    cr_assert_eq(xqbench(RUN " --out \"$DIR\""), 0, "%s", output);
    results = results_load("results.json");
}

static void clean_up(void)
{
    json_decref(results);
    remove_folder();
}

static double number_at(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    cr_assert(json_is_number(value), "%s is no number", key);
    return json_number_value(value);
}

/* Written with six digits. */
static bool same(double a, double b)
{
    return fabs(a / b - 1) < 2e-5;
}

/* --- benchstat.txt --------------------------------------------------------------------------- */

static bool is_key_line(const char *line)
{
    size_t length = strcspn(line, ":");
    for (size_t i = 0; i < length; i++)
        if (isspace((unsigned char)line[i]) || isupper((unsigned char)line[i]))
            return false;
    return islower((unsigned char)line[0]) && line[length] == ':' && line[length + 1] == ' ' &&
           line[length + 2] != '\0';
}

/* Takes GOMAXPROCS off a name, as readers of this format do: what is behind the last dash, when
 * these are digits; 0 without. */
static long strip_processors(char *name)
{
    char *dash = strrchr(name, '-');
    if (dash == NULL || dash[1] == '\0' || dash[1 + strspn(dash + 1, "0123456789")] != '\0')
        return 0;
    *dash = '\0';
    return strtol(dash + 1, NULL, 10);
}

/* "BenchmarkName/key=value COUNT NUMBER UNIT NUMBER UNIT", and perhaps one more number and unit:
 * returns the first number. */
static double parse_launch(const char *line)
{
    char name[64], ns_unit[16], rate_unit[32], *end;
    unsigned long count;
    double ns, rate, instructions;
    int used = 0;
    int fields = sscanf(line, "Benchmark%63s %lu %lf %15s %lf %31s%n", name, &count, &ns, ns_unit,
                        &rate, rate_unit, &used);
    cr_assert_eq(fields, 6, "not a result: %s", line);
    if (line[used] != '\0') {
        int more = 0;
        fields = sscanf(line + used, " %lf instructions/op%n", &instructions, &more);
        cr_assert(fields == 1 && more > 0 && line[used + more] == '\0', "%s", line);
        cr_assert_gt(instructions, 0, "%s", line);
    }
    cr_assert_eq(strip_processors(name), 1, "processors: %s", line);
    cr_assert(isupper((unsigned char)name[0]) && strchr(name, '-') == NULL, "name: %s", line);
    cr_assert(strstr(name, "/board=padded") || strstr(name, "/board=naive"), "board: %s", line);
    cr_assert(count > 0 && ns > 0 && rate > 0, "%s", line);
    cr_assert_str_eq(ns_unit, "ns/op");
    end = strchr(rate_unit, '/');
    cr_assert(end && strcmp(end, "/s") == 0, "unit: %s", line);
    return ns;
}

/* Of run_type "iteration", the index-th. */
static const json_t *launch_entry(size_t index)
{
    size_t i;
    json_t *entry;
    json_array_foreach(json_object_get(results, "benchmarks"), i, entry)
    {
        const char *type = json_string_value(json_object_get(entry, "run_type"));
        if (strcmp(type, "iteration") == 0 && index-- == 0)
            return entry;
    }
    return NULL;
}

/* Go's proposal 14313: keys begin with a lower-case letter and have neither blanks nor capitals. */
static void check_benchstat(void)
{
    FILE *file = open_file("benchstat.txt", "r");
    char line[LINE_SIZE];
    size_t launches = 0, keys = 0, units = 0;
    while (fgets(line, sizeof line, file)) {
        cr_assert_not_null(strchr(line, '\n'), "a line without an end: %s", line);
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, "Benchmark", 9) == 0) {
            const json_t *entry = launch_entry(launches++);
            cr_assert(entry && same(parse_launch(line), number_at(entry, "real_time")), "%s", line);
        } else if (strncmp(line, "Unit ", 5) == 0) {
            units++;
            cr_assert(strstr(line, "/s better=higher"), "%s", line);
        } else if (line[0] != '#') {
            keys++;
            cr_assert(is_key_line(line), "neither key nor result: %s", line);
            cr_assert(launches == 0, "keys come first: %s", line);
        }
    }
    fclose(file);
    cr_assert_eq(launches, WORKLOADS * BOARDS * LAUNCHES);
    cr_assert_eq(units, 4, "moves, kings, nodes, positions, each once");
    cr_assert_geq(keys, 5);
}

/* --- bencher.json ---------------------------------------------------------------------------- */

static void check_metric(const json_t *benchmark, const char *measure, double value)
{
    const json_t *metric = json_object_get(benchmark, measure);
    double is = number_at(metric, "value");
    cr_assert(same(is, value), "%s: %g, not %g", measure, is, value);
    cr_assert_leq(number_at(metric, "lower_value"), is * 1.00001);
    cr_assert_geq(number_at(metric, "upper_value"), is / 1.00001);
}

/* The schema at bencher.dev/docs/reference/bencher-metric-format: benchmarks of measures of
 * numbers. */
static void check_bencher(void)
{
    json_t *bencher = results_load("bencher.json"), *result;
    size_t i;
    cr_assert_eq(json_object_size(bencher), WORKLOADS * BOARDS);
    json_array_foreach(json_object_get(results, "results"), i, result)
    {
        char name[64];
        snprintf(name, sizeof name, "%s/%s", json_string_value(json_object_get(result, "workload")),
                 json_string_value(json_object_get(result, "board")));
        const json_t *benchmark = json_object_get(bencher, name);
        check_metric(benchmark, "latency", number_at(result, "ns_per_operation"));
        check_metric(benchmark, "throughput", number_at(result, "items_per_second"));
        const json_t *counted = json_object_get(benchmark, "instructions");
        const json_t *instructions = json_object_get(result, "instructions");
        cr_assert_eq(counted != NULL, json_is_number(instructions));
        if (counted)
            cr_assert(same(number_at(counted, "value"), json_number_value(instructions)));
    }
    json_decref(bencher);
}

/* --- figures.tsv ----------------------------------------------------------------------------- */

enum { COLUMNS = 13 };

/* Splits a line at its tabs. */
static void split(char *line, char *columns[COLUMNS])
{
    line[strcspn(line, "\n")] = '\0';
    for (int i = 0; i < COLUMNS; i++) {
        columns[i] = line;
        line = strchr(line, '\t');
        cr_assert_eq(line != NULL, i + 1 < COLUMNS, "%d columns", i + 1);
        if (line)
            *line++ = '\0';
    }
}

/* A column is empty where results.json has null. */
static void check_column(const char *column, const json_t *value)
{
    if (json_is_number(value))
        cr_assert(same(strtod(column, NULL), json_number_value(value)), "'%s'", column);
    else
        cr_assert_str_eq(column, json_is_string(value) ? json_string_value(value) : "");
}

static void check_figures(void)
{
    /* In results.json; the setting and whether it is a limit have another form there. */
    static const char *const keys[COLUMNS] = {"workload",    NULL,
                                              "board",       NULL,
                                              "operation",   "ns_per_operation",
                                              "ns_mad",      "items_per_second",
                                              "ratio",       "ratio_low",
                                              "ratio_high",  "verdict",
                                              "instructions"};
    FILE *file = open_file("figures.tsv", "r");
    char line[LINE_SIZE], *columns[COLUMNS];
    cr_assert_not_null(fgets(line, sizeof line, file));
    cr_assert_str_eq(line, "workload\tsetting\tboard\tlimit\toperation\tns\tmad\trate\tratio\t"
                           "ratio_low\tratio_high\tverdict\tinstructions\n");
    for (size_t i = 0; i < WORKLOADS * BOARDS; i++) {
        const json_t *result = json_array_get(json_object_get(results, "results"), i);
        cr_assert_not_null(fgets(line, sizeof line, file));
        split(line, columns);
        for (int column = 0; column < COLUMNS; column++)
            if (keys[column])
                check_column(columns[column], json_object_get(result, keys[column]));
        cr_assert_str_eq(columns[3], json_is_true(json_object_get(result, "limit")) ? "1" : "0");
        cr_assert_eq(strcmp(columns[1], "legal, depth 2, 1/8") == 0,
                     strcmp(columns[0], "perft-legal") == 0);
    }
    for (int board = 0; board < BOARDS; board++) {
        cr_assert_not_null(fgets(line, sizeof line, file));
        split(line, columns);
        cr_assert_str_eq(columns[0], "geometric mean");
        cr_assert_str_eq(columns[2], board == 0 ? "padded" : "naive");
        for (int column = 4; column < 8; column++)
            cr_assert_str_empty(columns[column]);
        cr_assert_eq(columns[11][0] == '\0', board == 0, "the reference has no verdict");
    }
    cr_assert_null(fgets(line, sizeof line, file));
    fclose(file);
}

Test(bench_exports, agree_with_the_results, .init = run, .fini = clean_up)
{
    check_benchstat();
    check_bencher();
    check_figures();
}

Test(bench_exports, benchstat_keeps_the_names_of_boards, .init = make_folder, .fini = remove_folder)
{
    cr_assert_eq(xqbench("run --quick --no-curves --no-count --launches 1 --workload in-check "
                         "--board padded,bitboard-subtract,twin,slowed-5 --positions "
                         "positions/start.epd --out \"$DIR\""),
                 0, "%s", output);
    static const char *const boards[] = {"padded", "bitboard-subtract", "twin", "slowed-5"};
    cr_assert_eq(shell("grep ^Benchmark \"$DIR/benchstat.txt\" | cut -d ' ' -f 1"), 0);
    char *name = strtok(output, "\n");
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++, name = strtok(NULL, "\n")) {
        char expected[64];
        snprintf(expected, sizeof expected, "BenchmarkInCheck/board=%s", boards[i]);
        cr_assert_not_null(name, "%s is missing", boards[i]);
        cr_assert_eq(strip_processors(name), 1, "%s", name);
        cr_assert_str_eq(name, expected);
    }
    cr_assert_null(name, "one more: %s", name);
}

/* --- files of an earlier run ------------------------------------------------------------------ */

/* What scripts/plot.sh, scripts/hyperfine.sh and `xqbench report` say that they write. */
static const char *const stale[] = {
    "times.svg",
    "times.png",
    "launches.svg",
    "launches.png",
    "ratios.svg",
    "ratios.png",
    "mobility.svg",
    "mobility.png",
    "depths.svg",
    "depths.png",
    "nodes-per-second.svg",
    "nodes-per-second.png",
    "nodes-per-second.tsv",
    "whole-program.tsv",
    "whole-program.md",
    "hyperfine.json",
    "hyperfine.csv",
    "report.html",
    "mobility.tsv",
    "depths.tsv",
};

static const char *const kept[] = {"selftest.md", "selftest.json", "compilers.md", "compilers.tsv",
                                   "notes.txt"};

static const char *const kept_texts[] = {"| a |\n\ngcc 12, commit a30d433-dirty  \n",
                                         "{\"machine\": {\n\"commit\": \"b30d433\",\n", "old",
                                         "old", "old"};

Test(bench_exports, nothing_stale_is_left, .init = make_folder, .fini = remove_folder)
{
    for (size_t i = 0; i < sizeof stale / sizeof *stale; i++)
        write_file(stale[i], "old");
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        write_file(kept[i], kept_texts[i]);
    cr_assert_eq(xqbench("run --quick --no-curves --no-count --launches 1 --board padded "
                         "--positions positions/start.epd --workload captures --out \"$DIR\""),
                 0, "%s", output);
    assert_says("note: not of this run, but kept: selftest.md (commit a30d433-dirty), "
                "selftest.json (commit b30d433), compilers.md, compilers.tsv in /tmp/",
                "what is kept");
    for (size_t i = 0; i < sizeof stale / sizeof *stale; i++) {
        char path[PATH_SIZE];
        path_of(path, stale[i]);
        cr_assert_neq(access(path, F_OK), 0, "%s is of an earlier run", stale[i]);
    }
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        char *text = read_file(kept[i]);
        cr_assert_str_eq(text, kept_texts[i], "%s is not of a run", kept[i]);
        free(text);
    }
}

/* Whatever a run writes or removes, it cannot do with a folder. */
Test(bench_exports, what_is_in_the_way_is_told_beforehand, .init = make_folder,
     .fini = remove_folder)
{
    static const char *const written[] = {"samples.csv",  "results.json",  "table.md",
                                          "machine.json", "benchstat.txt", "brief.md",
                                          "bencher.json", "figures.tsv"};
    enum { WRITTEN = sizeof written / sizeof *written };
    for (size_t i = 0; i < WRITTEN + sizeof stale / sizeof *stale; i++) {
        const char *name = i < WRITTEN ? written[i] : stale[i - WRITTEN];
        char line[256];
        snprintf(line, sizeof line, "mkdir \"$DIR/%s\"", name);
        cr_assert_eq(shell(line), 0, "%s", output);
        cr_assert_eq(xqbench("run --quick --no-curves --no-count --launches 1 --board padded "
                             "--positions positions/start.epd --workload captures --out \"$DIR\""),
                     2, "%s: %s", name, output);
        snprintf(line, sizeof line, "/%s is a folder", name);
        assert_says(line, "what is in the way");
        cr_assert_null(strstr(output, "ns per "), "something was timed: %s", output);
        cr_assert_eq(shell("rmdir \"$DIR\"/* && ls \"$DIR\""), 0, "%s", output);
        cr_assert_str_eq(output, "", "%s: something was written", name);
    }
}

/* Told to trust all or not, the results say so. */
Test(bench_exports, the_results_say_what_was_trusted, .init = run, .fini = clean_up)
{
    const json_t *config = json_object_get(results, "config");
    cr_assert(json_is_false(json_object_get(config, "trust_all")));
    cr_assert_eq(
        xqbench("run --quick --no-curves --no-count --launches 1 --board padded --trust-all "
                "--positions positions/start.epd --workload captures --out \"$DIR\""),
        0, "%s", output);
    cr_assert_null(strstr(output, "note: "), "nothing is kept: %s", output);
    json_decref(results);
    results = results_load("results.json");
    config = json_object_get(results, "config");
    cr_assert(json_is_true(json_object_get(config, "trust_all")));
}

/* --- machine.json ---------------------------------------------------------------------------- */

Test(bench_exports, commits_with_changes)
{
    static const struct {
        const char *description, *commit;
        bool dirty;
    } cases[] = {{"a30d433", "a30d433", false},
                 {"a30d433-dirty", "a30d433", true},
                 {"v1.0-3-gabc", "v1.0-3-gabc", false},
                 {"v1.0-dirty", "v1.0", true},
                 {"unknown", "unknown", false},
                 {"", "", false},
                 {"-dirty", "", true},
                 {"dirty", "dirty", false},
                 {"a-dirty-b", "a-dirty-b", false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct machine machine;
        machine_set_commit(&machine, cases[i].description);
        cr_assert_str_eq(machine.commit, cases[i].commit);
        cr_assert_eq(machine.dirty, cases[i].dirty, "%s", cases[i].description);
    }
}
