/* scripts/hyperfine.sh with a hyperfine that says what it is told to: $DIR/times has a line of mean
 * and user seconds for each call. */
#include <jansson.h>
#include <math.h>

#include "scripts.h"

#define HYPERFINE "scripts/hyperfine.sh \"$DIR/out\" "
#define ENGINE    "--engine \"$DIR/engine\" "

static void make_hyperfine(void)
{
    char path[4096];
    make_engine();
    make_program("hyperfine",
                 "#!/bin/sh\n"
                 "while [ $# -gt 1 ]; do\n"
                 "    case $1 in\n"
                 "    --command-name) name=$2 ;;\n"
                 "    --export-csv) file=$2 ;;\n"
                 "    --runs) [ \"$2\" = 1 ] || exit 9 ;;\n"
                 "    esac\n"
                 "    shift\n"
                 "done\n"
                 "sh -c \"$1\" || exit 1\n"
                 "echo \"$name\" >>\"$DIR/order\"\n"
                 "[ -s \"$DIR/times\" ] || echo 1,1 >\"$DIR/times\"\n"
                 "exec 3<\"$DIR/times\"\n"
                 "while read -r call; do IFS=, read -r mean user <&3 || { mean=1; user=1; }; done "
                 "<\"$DIR/order\"\n"
                 "{ echo 'command,mean,stddev,median,user,system,min,max'\n"
                 "  echo \"$name,$mean,0,$mean,$user,0.25,$mean,$mean\"; } >\"$file\"\n");
    snprintf(path, sizeof path, "%s:%s", folder, getenv("PATH"));
    cr_assert_eq(setenv("PATH", path, 1), 0);
    cr_assert_eq(setenv("BOARDS", "padded naive", 1), 0);
    cr_assert_eq(setenv("POLICIES", "bulk", 1), 0);
}

static const struct script_case hyperfine_cases[] = {
    {"no folder", "scripts/hyperfine.sh", 2, {"DIR is missing", "usage"}},
    {"a depth of 0", HYPERFINE "0", 2, {"DEPTH", "'0'"}},
    {"no pass", "RUNS=0 " HYPERFINE "2", 2, {"RUNS", "'0'"}},
    {"a third argument", HYPERFINE "2 3", 2, {"'3'", "usage"}},
    {"no command", HYPERFINE "--engine", 2, {"--engine", "usage"}},
    {"an unknown option", HYPERFINE "--fast", 2, {"--fast", "usage"}},
    {"a check of a folder", HYPERFINE "--check", 2, {"--check", "usage"}},
    {"a check without hyperfine",
     NO_PROGRAMS "scripts/hyperfine.sh --check",
     3,
     {"hyperfine is missing", ""}},
    {"a check of a missing engine",
     "scripts/hyperfine.sh --check --engine none-such",
     3,
     {"none-such", "no program"}},
    {"a check of all that is well", "scripts/hyperfine.sh --check " ENGINE, 0, {"", ""}},
    {"a folder that cannot be",
     "scripts/hyperfine.sh /dev/null/x 2",
     2,
     {"/dev/null", "no folder"}},
    {"no hyperfine", NO_PROGRAMS HYPERFINE "2", 3, {"hyperfine is missing", "package hyperfine"}},
    {"programs that were not built",
     "export BUILD=/none; " HYPERFINE "2",
     3,
     {"/none/xqbench", "run make"}},
    {"a wrong count", "export TWO=1921; " HYPERFINE ENGINE "2", 1, {"1921 by", "1920 by padded"}},
    {"a crash: its last words",
     "export CRASH=1; " HYPERFINE ENGINE "2",
     3,
     {"I am undone", "perft 2 by"}},
    {"no boards", "BOARDS=' ' " HYPERFINE "2", 2, {"BOARDS or POLICIES names nothing", "usage"}},
    {"a policy that the board has not",
     "export BOARDS=padded POLICIES=two-ply; " HYPERFINE "2",
     2,
     {"BOARDS or POLICIES names nothing", "usage"}},
    {"no answer",
     "export SILENT=1 TIMEOUT=1; " HYPERFINE ENGINE "2",
     3,
     {"go perft 2", "within 1 seconds"}},
    {"no such board: usage",
     "export BOARDS=nosuch; " HYPERFINE "2",
     2,
     {"'nosuch'", "nosuch bulk"}},
    {"a policy is no pattern of files",
     "export POLICIES='*'; " HYPERFINE "2",
     2,
     {"'*'", "padded *"}},
    {"a board is no pattern of files", "export BOARDS='*'; " HYPERFINE "2", 2, {"'*'", "* bulk"}},
    {"a missing engine", HYPERFINE "--engine none-such 2", 3, {"none-such", "no program"}},
};

Test(scripts_hyperfine, refusals, .init = make_hyperfine, .fini = remove_folder)
{
    for (size_t i = 0; i < sizeof hyperfine_cases / sizeof hyperfine_cases[0]; i++) {
        assert_case(&hyperfine_cases[i]);
        cr_assert_eq(shell("[ ! -e \"$DIR/order\" ] && [ ! -e \"$DIR/out\" ]"), 0,
                     "%s: it was timed, or left something", hyperfine_cases[i].rule);
    }
}

/* A count that is wrong only at the depth that is timed. */
Test(scripts_hyperfine, a_wrong_count_of_a_timed_run_leaves_nothing, .init = make_hyperfine,
     .fini = remove_folder)
{
    static const struct script_case is = {
        "a wrong count", HYPERFINE ENGINE "4", 1, {"is 7 by Fake 1", "3290240 by padded bulk"}};
    assert_case(&is);
    cr_assert_eq(shell("[ -s \"$DIR/order\" ] && [ ! -e \"$DIR/out\" ]"), 0, "something was left");
}

/* What an earlier call has left does not survive one that fails; what is no business of it does. */
Test(scripts_hyperfine, nothing_of_an_earlier_call, .init = make_hyperfine, .fini = remove_folder)
{
    cr_assert_eq(
        shell(
            "mkdir \"$DIR/out\" && cd \"$DIR/out\" && touch hyperfine.json hyperfine.csv "
            "nodes-per-second.tsv whole-program.tsv whole-program.md table.md nodes-per-second.svg "
            "nodes-per-second.png"),
        0, "%s", output);
    static const struct script_case is = {
        "a wrong count", "export TWO=1921; " HYPERFINE ENGINE "2", 1, {"1921 by", "1920 by"}};
    assert_case(&is);
    cr_assert_eq(shell("ls \"$DIR/out\""), 0);
    cr_assert_str_eq(output, "table.md\n");
}

Test(scripts_hyperfine, no_half_file_is_left, .init = make_hyperfine, .fini = remove_folder)
{
    make_program("cp", "#!/bin/sh\necho half >\"$2\"\nexit 1\n");
    static const struct script_case is = {
        "no room", HYPERFINE "2", 2, {"cannot write", "hyperfine.json"}};
    assert_case(&is);
    cr_assert_eq(shell("[ ! -e \"$DIR/out\" ]"), 0, "something was left");
}

Test(scripts_hyperfine, ends_with_its_engine, .init = make_hyperfine, .fini = remove_folder)
{
    assert_ends_with("export SILENT=1; scripts/hyperfine.sh \"$DIR/out/of/none\" " ENGINE "2",
                     "the engine ends");
    cr_assert_eq(shell("[ ! -e \"$DIR/out\" ]"), 0, "something was left");
}

/* By hand: of padded 0.2 and 0.4 seconds, of naive 0.4 and 0.8, of the engine 2 and 1, backward in
 * the second pass. The naive board has half the speed in both passes; the engine 0.1 and 0.4. */
#define TIMES                                                                                      \
    "printf '%s\\n' 0.3,0.2 0.5,0.4 2.5,2 1.5,1 0.9,0.8 0.5,0.4 >\"$DIR/times\"; rm -f "           \
    "\"$DIR/order\"; "

/* The same in six passes. */
#define THRICE "cd \"$DIR\" && cat times times times >thrice && mv thrice times && cd \"$OLDPWD\"; "

static const struct script_case story_cases[] = {
    {"the same order",
     "naive\\t9\\t0.6\\t0.5\\t0.7",
     0,
     {"order the boards alike", "No range of speed is apart"}},
    {"the same order, another size",
     "naive\\t9\\t0.6\\t0.51\\t0.7",
     0,
     {"order the boards alike", "interval of xqbench are apart: naive bulk\n"}},
    {"another order",
     "naive\\t9\\t1.5\\t1.4\\t1.6",
     0,
     {"padded bulk is faster than naive bulk in whole programs, slower by xqbench.", "9.00"}},
    {"another order, perhaps",
     "naive\\t9\\t1.5\\t0.4\\t1.6",
     0,
     {"slower by xqbench, but their ranges or intervals overlap.", "1.50 [0.40, 1.60]"}},
    {"another order, without an interval",
     "naive\\t9\\t1.5\\t\\t",
     0,
     {"slower by xqbench, but their ranges or intervals overlap.", " 1.50 |"}},
    {"figures that refer to another board",
     "naive\\t4\\t1\\t\\t\\nbulk, depth 2\\tpadded\\t8\\t0.5\\t0.4\\t0.6",
     0,
     {"slower by xqbench, but", " 2.00 |"}},
};

/* DIR has a figures.tsv of which one line is the case's, and the last is of no policy. */
#define STORY                                                                                      \
    "rm -rf \"$DIR/out\"; mkdir -p \"$DIR/out\"; printf '%b\\n' "                                  \
    "'setting\\tboard\\tns\\tratio\\tratio_low\\tratio_high' "                                     \
    "'bulk, depth 2\\tpadded\\t8\\t1\\t\\t' \"bulk, depth 2\\t$NAIVE\" "                           \
    "'\\tnaive\\t1\\t1\\t1\\t1' >\"$DIR/out/figures.tsv\"; "

Test(scripts_hyperfine, story, .init = make_hyperfine, .fini = remove_folder)
{
    for (size_t i = 0; i < sizeof story_cases / sizeof story_cases[0]; i++) {
        struct script_case is = story_cases[i];
        cr_assert_eq(setenv("NAIVE", is.command, 1), 0);
        is.command = TIMES THRICE STORY "export RUNS=6; " HYPERFINE "2 " ENGINE;
        assert_case(&is);
    }
}

/* MACHINE: one by which this build names itself, or another. */
#define MACHINE                                                                                    \
    "here() { \"$BUILD/xqbench\" list --tsv | awk -F '\\t' -v key=$1 '$2 == key { print $3 }'; "   \
    "}; "                                                                                          \
    "machine() { printf '  \"%s\": \"%s\",\\n' cpu \"${CPU-$(here cpu)}\" compiler "               \
    "\"$(here compiler)\" flags \"${FLAGS-$(here flags)}\" commit "                                \
    "\"${COMMIT-$(here commit | sed 's/-dirty$//')}\"; here commit | grep -q dirty && "            \
    "echo '  \"dirty\": true,'; echo; } >\"$DIR/out/machine.json\"; "

static const struct script_case provenance_cases[] = {
    {"too few passes for an order",
     TIMES THRICE STORY "RUNS=5 " HYPERFINE "2 ",
     0,
     {"Too few passes to tell", "No range of speed is apart"}},
    {"machine and commit", TIMES HYPERFINE "2", 0, {", commit ", " -march="}},
    {"the same machine and build",
     STORY MACHINE "machine; " HYPERFINE "2",
     0,
     {" 0.60 [0.50, 0.70] |", "Too few passes to tell"}},
    {"another commit",
     STORY MACHINE "COMMIT=abcdef1; machine; " HYPERFINE "2",
     0,
     {"|            |               |\n", "of another commit: left out."}},
    {"another machine and flags",
     STORY MACHINE "CPU='Other' FLAGS=-O0; machine; " HYPERFINE "2",
     0,
     {"|            |               |\n", "of another cpu, flags: left out."}},
};

Test(scripts_hyperfine, provenance, .init = make_hyperfine, .fini = remove_folder)
{
    cr_assert_eq(setenv("NAIVE", "naive\\t9\\t0.6\\t0.5\\t0.7", 1), 0);
    for (size_t i = 0; i < sizeof provenance_cases / sizeof provenance_cases[0]; i++)
        assert_case(&provenance_cases[i]);
}

struct line_case {
    const char *rule, *file, *line;
};

static const struct line_case line_cases[] = {
    {"a board", "whole-program.tsv",
     "padded bulk\tbulk\tpadded\t2\t1920\t0.300000\t0.400000\t0.300000\t0.500000\t156250.0000\t"
     "1.0000\t\t\t1.0000\t1.0000\t\t"},
    {"another: half as fast", "whole-program.tsv",
     "naive bulk\tbulk\tnaive\t2\t1920\t0.600000\t0.700000\t0.500000\t0.900000\t312500.0000\t"
     "0.5000\t\t\t0.5000\t0.5000\t\t"},
    {"an engine", "whole-program.tsv",
     "Fake 1\t\t\t2\t1920\t1.500000\t2.000000\t1.500000\t2.500000\t781250.0000\t"
     "0.2500\t\t\t0.1000\t0.4000\t\t"},
    {"boards alone", "nodes-per-second.tsv", "naive\tbulk\t1920\t0.600000\t0.700000\t3200"},
    {"hyperfine's form", "hyperfine.csv", "Fake 1,2,0.707106781,2,1.5,0.25,1.5,2.5"},
    {"for people", "whole-program.md", "| naive bulk  | 312500.00 | 0.50 [0.50, 0.50] |"},
    {"no xqbench", "whole-program.md", "There is no measurement by xqbench to stand beside this."},
};

Test(scripts_hyperfine, figures, .init = make_hyperfine, .fini = remove_folder)
{
    int status = shell(TIMES HYPERFINE "2 " ENGINE);
    cr_assert_eq(status, 0, "status %d: %s", status, output);
    for (size_t i = 0; i < sizeof line_cases / sizeof line_cases[0]; i++) {
        char command[128];
        snprintf(command, sizeof command, "cat \"$DIR/out/%s\"", line_cases[i].file);
        cr_assert_eq(shell(command), 0, "%s: %s", line_cases[i].rule, output);
        assert_says(line_cases[i].line, line_cases[i].rule);
    }
    cr_assert_eq(shell("tr '\\n' ' ' <\"$DIR/order\""), 0);
    assert_says("1 2 3 3 2 1 ", "forward, then backward");
    cr_assert_eq(shell("ls \"$DIR/out\" | wc -l"), 0);
    assert_says("5", "five files and no more");
}

/* A single pass has no range, rather than one of no width. */
Test(scripts_hyperfine, a_single_pass, .init = make_hyperfine, .fini = remove_folder)
{
    int status =
        shell(TIMES "RUNS=1 " HYPERFINE "2 " ENGINE "&& cat \"$DIR/out/whole-program.tsv\"");
    cr_assert_eq(status, 0, "status %d: %s", status, output);
    assert_says("of one pass: no range is known", "the heading");
    assert_says("| naive bulk  |  208333.33 |  0.50 |", "for people");
    assert_says(
        "\nnaive bulk\tbulk\tnaive\t2\t1920\t0.400000\t0.500000\t\t\t208333.3333\t0.5000\t\t\t"
        "\t\t\t\n",
        "for programs");
}

/* The same in hyperfine's JSON. */
Test(scripts_hyperfine, json, .init = make_hyperfine, .fini = remove_folder)
{
    int status = shell("export NAME='a\\b \"c\"'; " TIMES HYPERFINE "2 " ENGINE
                       "; cat \"$DIR/out/hyperfine.json\" >\"$DIR/json\"");
    cr_assert_eq(status, 0, "status %d: %s", status, output);
    char path[128];
    snprintf(path, sizeof path, "%s/json", folder);
    json_error_t error;
    json_t *root = json_load_file(path, 0, &error);
    cr_assert(root, "%s in line %d", error.text, error.line);
    json_t *results = json_object_get(root, "results");
    cr_assert_eq(json_array_size(results), 3);
    json_t *naive = json_array_get(results, 1);
    json_t *times = json_object_get(naive, "times");
    cr_assert_str_eq(json_string_value(json_object_get(naive, "command")), "naive bulk");
    cr_assert_str_eq(json_string_value(json_object_get(json_array_get(results, 2), "command")),
                     "a/b 'c'", "as gnuplot can write it");
    cr_assert_eq(json_array_size(times), 2);
    cr_assert_float_eq(json_real_value(json_array_get(times, 1)), 0.9, 1e-9);
    cr_assert_float_eq(json_real_value(json_object_get(naive, "mean")), 0.7, 1e-9);
    cr_assert_float_eq(json_real_value(json_object_get(naive, "stddev")), 0.4 / sqrt(2), 1e-9);
    cr_assert_float_eq(json_real_value(json_object_get(naive, "user")), 0.6, 1e-9);
    cr_assert_float_eq(json_real_value(json_object_get(naive, "min")), 0.5, 1e-9);
    cr_assert_eq(json_array_size(json_object_get(naive, "exit_codes")), 2);
    json_decref(root);
}
