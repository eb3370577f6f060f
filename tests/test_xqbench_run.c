/* xqbench run as its user runs it: what it prints and writes. Never how fast anything was. */
#include <criterion/criterion.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "measure/classes.h"
#include "measuring.h"
#include "output/report.h"
#include "results_file.h"
#include "shell.h"
#include "valgrind.h"

#define QUICK                                                                                      \
    "run --quick --no-curves --no-count --workload in-check --positions positions/start.epd "      \
    "--out \"$DIR\" "

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    cr_assert_not_null(text, "%s is no text", key);
    return text;
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
    cr_assert_str_eq(text_of(config, "positions_hash"), "7ea326944b5157b4",
                     "see test_bench_compare");
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
        cr_assert(json_is_integer(json_object_get(row, "outliers")));
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
    int status = xqbench(QUICK "--board bitboard,naive --trust-all --out \"$DIR/new\"");
    cr_assert_eq(status, 0, "status %d: %s", status, output);
    assert_says("ns per king", "the unit of time");
    assert_says("million kings/s", "the unit of the rate");
    assert_says("speed, naive = 1", "the reference");
    assert_says("±", "the spread");
    assert_says("6 launches of ", "launches");
    assert_says("seed ", "the seed");
    assert_says(folder, "where the files are");

    json_t *results = results_load("new/results.json"), *machine = results_load("new/machine.json");
    assert_results(results);
    cr_assert(json_equal(json_object_get(results, "machine"), machine));
    static const char *const facts[] = {"cpu",  "kernel", "compiler", "flags",
                                        "arch", "commit", "date"};
    for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++)
        cr_assert_neq(*text_of(machine, facts[i]), '\0', "%s is empty", facts[i]);
    json_decref(results);
    json_decref(machine);

    cr_assert_eq(shell("head -n 1 \"$DIR/new/samples.csv\""), 0);
    cr_assert_str_eq(output, "bench,board,launch,round,order,iterations,ns\n");
    cr_assert_eq(shell("sed 1d \"$DIR/new/samples.csv\" | grep -cvE "
                       "'^in-check,(naive|bitboard),[1-9],[0-9]+,[12],[0-9]+,[0-9]+$'"),
                 1, "lines that are no sample: %s", output);
    cr_assert_eq(shell("grep -cE '^Beyond 5 sigma of their median, and kept: [0-9]+ of [0-9]+ "
                       "samples(, most of them [(][0-9]+[)] in in-check on (naive|bitboard))?  $' "
                       "\"$DIR/new/table.md\""),
                 0, "%s", output);
    cr_assert_eq(shell("head -n 3 \"$DIR/new/table.md\""), 0);
    assert_says("| Workload | Figure | naive | bitboard |\n|---|---|---:|---:|\n| in-check |",
                "table");
    cr_assert_eq(shell("ls \"$DIR/new\""), 0);
    cr_assert_str_eq(
        output, "bencher.json\nbenchstat.txt\nbrief.md\nfigures.tsv\nmachine.json\nresults.json\n"
                "samples.csv\ntable.md\n");
}

/* What was counted of one board's row; NAN for null. */
static double counted(const json_t *results, size_t row, const char *key)
{
    json_t *value = json_object_get(json_array_get(json_object_get(results, "results"), row), key);
    cr_assert_not_null(value, "%s is missing", key);
    return json_is_null(value) ? NAN : json_number_value(value);
}

Test(xqbench, instructions_stand_beside_times)
{
    skip_without_valgrind();
    make_folder();
    int status = xqbench(
        "run --quick --no-curves --launches 1 --workload in-check,empty --board naive,bitboard "
        "--positions positions/start.epd --out \"$DIR/new\"");
    cr_assert_eq(status, 0, "status %d: %s", status, output);
    assert_says("\n                       instructions  ", "a row of the first workload");
    assert_says("\nlimit                  instructions  ", "the setting stands in the second row");
    assert_says("counted by valgrind-", "by whom");
    assert_says("\nA position and all tables: naive 91 B and ", "sizes");

    json_t *results = results_load("new/results.json");
    double naive = counted(results, 0, "instructions"),
           bitboard = counted(results, 1, "instructions");
    cr_assert(naive > 1 && bitboard > 1, "%f, %f", naive, bitboard);
    cr_assert_lt(counted(results, 2, "instructions"), naive, "to do nothing is less");
    counted(results, 0, "cycles");
    counted(results, 0, "branch_misses");
    counted(results, 0, "cache_misses");
    json_t *counting = json_object_get(results, "counting");
    cr_assert_eq(strncmp(text_of(counting, "tool"), "valgrind-", 9), 0);
    cr_assert_neq(*text_of(counting, "compiler"), '\0');
    cr_assert_neq(*text_of(counting, "flags"), '\0');
    json_t *board = json_array_get(json_object_get(results, "boards"), 0);
    cr_assert_str_eq(text_of(board, "name"), "naive");
    cr_assert_eq(json_integer_value(json_object_get(board, "state_bytes")), 91);
    cr_assert_gt(json_integer_value(json_object_get(board, "table_bytes")), 0);
    json_decref(results);

    cr_assert_eq(shell("grep -c '^| in-check | instructions | [0-9.]* | [0-9.]* |$' "
                       "\"$DIR/new/table.md\""),
                 0, "%s", output);
    cr_assert_eq(
        shell("awk -F '\t' '$1 == \"empty\" { print ($NF > 0) }' \"$DIR/new/figures.tsv\""), 0);
    cr_assert_str_eq(output, "1\n1\n", "in figures.tsv");
    remove_folder();
}

Test(xqbench, nothing_is_counted_unasked, .init = make_folder, .fini = remove_folder)
{
    cr_assert_eq(xqbench(QUICK "--launches 1 --out \"$DIR/new\""), 0, "%s", output);
    cr_assert_null(strstr(output, "instructions"), "no row: %s", output);
    assert_says("\nA position and all tables: padded ", "sizes need no counting");
    json_t *results = results_load("new/results.json");
    cr_assert(isnan(counted(results, 0, "instructions")));
    cr_assert(json_is_null(json_object_get(results, "counting")));
    json_decref(results);
}

/* Times have been taken by then: a valgrind that fails, or is missing, is no end of the run. */
Test(xqbench, a_valgrind_that_fails_costs_no_results, .init = make_folder, .fini = remove_folder)
{
    cr_assert_eq(shell("printf '#!/bin/sh\n[ \"$1\" = --version ] && echo valgrind-0 || "
                       "{ echo no luck >&2; exit 5; }\n' >\"$DIR/valgrind\" && "
                       "chmod +x \"$DIR/valgrind\""),
                 0);
    static const char run[] =
        "run --quick --no-curves --launches 1 --workload in-check --board naive "
        "--positions positions/start.epd --out \"$DIR/new\"";
    char line[512];
    snprintf(line, sizeof line, "PATH=$DIR:$PATH exec '" XQBENCH "' %s", run);
    cr_assert_eq(shell(line), 0, "%s", output);
    assert_says(
        "warning: no instructions were counted: counting instructions exited with status 5: "
        "no luck",
        "why");
    assert_says("Results are in ", "results");
    snprintf(line, sizeof line, "PATH=/nonexistent exec '" XQBENCH "' %s", run);
    cr_assert_eq(shell(line), 0, "%s", output);
    assert_says("valgrind is missing (Debian's package valgrind)", "why");
    assert_says("Results are in ", "results");
}

Test(xqbench, positions_of_some_classes, .init = make_folder, .fini = remove_folder)
{
    int status =
        xqbench("run --quick --no-curves --no-count --workload in-check,empty --board padded "
                "--positions positions/games.epd --class crowded,in-check "
                "--out \"$DIR/new\"");
    cr_assert_eq(status, 0, "status %d: %s", status, output);
    assert_says("\nlimit ", "a limit is marked");
    struct suite games;
    cr_assert(suite_read("positions/games.epd", &games, ignore_problem, NULL));
    classes_keep(&games, (uint64_t)1 << 3 | (uint64_t)1 << 4);
    char expected[128];
    snprintf(expected, sizeof expected,
             "\n%zu positions of positions/games.epd, class in-check, crowded, ", games.count);
    assert_says(expected, "on the terminal");

    json_t *results = results_load("new/results.json"),
           *config = json_object_get(results, "config");
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
    cr_assert_eq(shell("grep -cF '| empty (limit) |' \"$DIR/new/table.md\""), 0, "%s", output);
    assert_says("3", "rows of a limit");
}

Test(xqbench, policy_and_depth_stand_beside_perft, .init = make_folder, .fini = remove_folder)
{
    int status = xqbench("run --quick --no-curves --no-count --workload "
                         "perft,perft-plain,perft-legal --board padded "
                         "--positions positions/start.epd --out \"$DIR\"");
    cr_assert_eq(status, 0, "status %d: %s", status, output);
    assert_says("plain, depth 2, 1/8", "on the terminal");
    assert_says("bulk, depth 2, 1/8", "on the terminal");
    assert_says("legal, depth 2, 1/8", "on the terminal");
    cr_assert_eq(shell("cat \"$DIR/table.md\""), 0);
    assert_says("| perft-plain (plain, depth 2, 1/8) |", "in Markdown");
    assert_says("| perft (bulk, depth 2, 1/8) |", "in Markdown");
    assert_says("| perft-legal (legal, depth 2, 1/8) |", "in Markdown");
}

/* Only some boards have the policy: the others' cells are empty, and in files they are not there.
 */
Test(xqbench, a_workload_may_be_of_some_boards, .init = make_folder, .fini = remove_folder)
{
    int status =
        xqbench("run --quick --no-count --launches 2 --trust-all --isa portable --workload "
                "perft-legal,perft-two-ply,generate --board padded,vector "
                "--positions positions/start.epd --out \"$DIR\"");
    cr_assert_eq(status, 0, "status %d: %s", status, output);
    assert_says("vector (vector-portable) ", "what was run");
    json_t *results = results_load("results.json");
    cr_assert_eq(json_array_size(json_object_get(results, "results")), 5);
    cr_assert_eq(json_array_size(json_object_get(results, "comparisons")), 3, "and the mean");
    json_t *board = json_array_get(json_object_get(results, "boards"), 1);
    cr_assert_str_eq(json_string_value(json_object_get(board, "chosen")), "vector-portable");
    json_decref(results);
    cr_assert_eq(shell("grep -c 'perft-two-ply.* |' \"$DIR/brief.md\""), 0);
    cr_assert_eq(
        shell("grep '^| perft-two-ply (two-ply, depth 2, 1/8) | ns per node | – | [0-9.]* | |$' "
              "\"$DIR/brief.md\""),
        0, "the cell of padded");
    cr_assert_eq(shell("cd \"$DIR\" && grep -l 'two-ply.padded' samples.csv figures.tsv depths.tsv "
                       "bencher.json benchstat.txt"),
                 1, "it is in %s", output);
    cr_assert_eq(
        shell("cd \"$DIR\" && grep -l 'two-ply.vector' samples.csv depths.tsv bencher.json"), 0);
    assert_says("samples.csv\ndepths.tsv\nbencher.json\n", "where the other is");
    cr_assert_eq(xqbench("compare \"$DIR\" \"$DIR\""), 0, "%s", output);
    assert_says("perft-two-ply", "rows of both runs");
    cr_assert_eq(xqbench("report \"$DIR\""), 0, "%s", output);
    cr_assert_eq(shell("scripts/plot.sh \"$DIR\""), 0, "%s", output);
    assert_says("times launches ratios mobility depths\n", "plots");
}

/* What none of the boards has is left out, with a word where it was named. */
Test(xqbench, a_workload_of_no_board, .init = make_folder, .fini = remove_folder)
{
    cr_assert_eq(xqbench("run --board padded,naive --workload perft-two-ply --out \"$DIR/new\""),
                 2);
    assert_says("nothing to time: none of the boards has such a workload", "the reason");
    cr_assert_eq(shell("test -e \"$DIR/new\""), 1, "a folder is left");
    cr_assert_eq(
        xqbench("run --quick --no-count --no-curves --launches 1 --board padded --workload "
                "generate,perft-two-ply --positions positions/start.epd --out \"$DIR\""),
        0, "%s", output);
    assert_says("warning: none of the boards has perft-two-ply, which is left out\n", "the word");
}

Test(xqbench, the_build_of_vector_can_be_chosen)
{
    cr_assert_eq(xqbench("list --tsv --isa portable"), 0, "%s", output);
    assert_says("\nchosen\tvector\tvector-portable\n", "what vector stands for");
    assert_says("\nisa\tportable\tchosen\tvector-portable\n", "which one it is");
    assert_says("\npolicy\tvector\ttwo-ply\n", "what it has");
    cr_assert_null(strstr(output, "\npolicy\tpadded\ttwo-ply\n"), "what padded has not");
    cr_assert_eq(xqbench("list --isa portable"), 0, "%s", output);
    assert_says("\n  portable      chosen\n", "for a person");
    static const char *const commands[] = {"list", "run", "selftest", "gate a b"};
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        char line[64];
        snprintf(line, sizeof line, "%s --isa sse", commands[i]);
        cr_assert_eq(xqbench(line), 2, "%s: %s", line, output);
        assert_says("--isa: there is no 'sse'; available here are portable", line);
    }
}

/* The four boards of the side-by-side table, and no variant unless asked for: what a terminal of
 * 140 columns shows without breaking a line. */
Test(xqbench, tables_fit_a_terminal, .init = make_folder, .fini = remove_folder)
{
    int status = xqbench(
        "run --quick --no-curves --no-count --positions positions/start.epd "
        "--workload in-check,legal-list,make-unmake,perft-plain,perft-stats,read --out \"$DIR\"");
    cr_assert_eq(status, 0, "status %d: %s", status, output);
    char *table = strstr(output, "\nworkload ");
    cr_assert_not_null(table, "no table: %s", output);
    char *behind = strstr(table, "\nA position and all tables: "); /* which names variants */
    cr_assert_not_null(behind, "no end: %s", output);
    *behind = '\0';
    cr_expect_null(strstr(table, "bitboard-"), "a variant: %s", table);
    for (char *line = strtok(table, "\n"); line && strncmp(line, "geometric mean", 14) != 0;
         line = strtok(NULL, "\n"))
        cr_assert_leq(report_width(line), 140, "%zu columns: %s", report_width(line), line);
}

/* The first field of each sample that depends on no clock, of the first rounds. */
static void order_of_run(const char *seed, char out[OUTPUT_SIZE])
{
    char line[512];
    snprintf(line, sizeof line, QUICK "--launches 2 --seed %s", seed);
    cr_assert_eq(xqbench(line), 0, "%s", output);
    cr_assert_eq(shell("awk -F, '$4 <= 5' \"$DIR/samples.csv\" | cut -d, -f 1-5"), 0);
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
    assert_says("Undecided which board is the fastest: in-check", "no winner");
    assert_says("Inconclusive, too few launches: in-check", "the reason");
    cr_assert_eq(shell("cat \"$DIR/table.md\""), 0);
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

/* A quarter more time is in the shortest samples of most launches, whatever disturbs the others and
 * however the processor's clock moves between launches; a board that is as fast wins by chance less
 * than once in a hundred times, not again and again. */
Test(xqbench, controls_prove_the_measurement, .init = make_folder, .fini = remove_folder)
{
    bool slower = false, beaten = true;
    for (int attempt = 0; attempt < 6 && (!slower || beaten); attempt++) {
        cr_assert_eq(xqbench(QUICK "--board padded,twin,slowed-25 --launches 8 --trust-all "
                                   "--out \"$DIR/new\""),
                     0, "%s", output);
        slower = slower || shell("awk -F , 'NR > 1 && (!(($3, $2) in least) || $7 < least[$3, $2]) "
                                 "{ least[$3, $2] = $7; launch[$3] } END { for (i in launch) "
                                 "more += least[i, \"slowed-25\"] >= 1.15 * least[i, \"padded\"]; "
                                 "exit more < 5 }' \"$DIR/new/samples.csv\"") == 0;
        json_t *results = results_load("new/results.json");
        comparison_of(results, "slowed-25", "padded");
        comparison_of(results, "twin", "padded");
        const char *winner =
            json_string_value(json_object_get(json_object_get(results, "winners"), "in-check"));
        beaten = beaten && winner && strcmp(winner, "twin") == 0;
        json_decref(results);
    }
    cr_assert(slower, "a quarter more time is not in most launches");
    cr_assert_not(beaten, "a board beats itself");
}
