/* Builds that are loaded beside this program: $(BUILD)/boards.so is one, of the same sources. */
#include <criterion/criterion.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "builds/builds.h"
#include "gate/gate_baseline.h"
#include "gate_folder.h"
#include "measure/setup.h"
#include "valgrind.h"

static const char shared[] = BUILD_DIR "/boards.so";

Test(gate_builds, a_build_has_all_boards)
{
    struct build build;
    struct fault fault;
    cr_assert_eq(build_open(&build, shared, &fault), BUILD_OPENED, "%s", fault.text);
    struct position start;
    position_start(&start);
    const struct perft_request request = {.depth = 3};
    for (size_t i = 0; board_at(i); i++) {
        const struct board *board = build_board(&build, board_at(i)->name);
        cr_assert_not_null(board, "%s", board_at(i)->name);
        cr_assert_neq(board, board_at(i), "it is the build's own");
        cr_assert_neq(board->perft, board_at(i)->perft, "and so is its code");
        cr_assert_eq(board->perft(&start, &request), 79666, "%s", board->name);
    }
    cr_assert_null(build_board(&build, "walk"));
    build_close(&build);
    build_close(&build); /* once more is nothing */
}

Test(gate_builds, what_is_no_build, .init = make_folder, .fini = remove_folder)
{
    struct build build;
    struct fault fault;
    char path[PATH_SIZE];
    cr_assert_eq(build_open(&build, "/nonexistent/boards.so", &fault), BUILD_UNUSABLE);
    cr_assert(strstr(fault.text, "/nonexistent/boards.so: No such file"), "%s", fault.text);
    write_file("text", "no shared object\n");
    path_of(path, "text");
    cr_assert_eq(build_open(&build, path, &fault), BUILD_UNUSABLE);
    cr_assert(strstr(fault.text, path), "%s", fault.text);
    cr_assert_eq(shell("cd \"$DIR\" && echo 'int other;' >other.c && "
                       "echo 'char xqperft_exported[4096] = {1};' >foreign.c && "
                       "cc -shared -fPIC -o other.so other.c && "
                       "cc -shared -fPIC -o foreign.so foreign.c"),
                 0, "%s", output);
    path_of(path, "other.so");
    cr_assert_eq(build_open(&build, path, &fault), BUILD_UNUSABLE);
    cr_assert(strstr(fault.text, "is no build of the boards"), "%s", fault.text);
    build_close(&build);
    path_of(path, "foreign.so");
    cr_assert_eq(build_open(&build, path, &fault), BUILD_FOREIGN);
    cr_assert(strstr(fault.text, "cannot be run beside this program"), "%s", fault.text);
    build_close(&build);
}

Test(gate_builds, boards_come_in_pairs)
{
    struct setup *setup = calloc(1, sizeof *setup);
    const char *const files[] = {shared, shared};
    struct fault fault;
    setup_choose(setup, 7, 1);
    cr_assert(setup_replace(setup, files, 2, &fault), "%s", fault.text);
    cr_assert_eq(setup->plan.contender_count, 6);
    for (size_t i = 0; i < 6; i++) {
        cr_assert_str_eq(setup->contenders[i].board->name, all_boards[i / 2]->name);
        cr_assert_eq(setup->contenders[i].from, setup->builds[i % 2].exported);
    }
    setup_free(setup);
}

/* --- xqbench gate ---------------------------------------------------------------------------- */

/* Only the suites beside it are counted. */
#define GATE "gate --positions \"$DIR/start.epd\" --workload in-check --board padded "

Test(gate_builds, wrong_uses_say_why, .init = make_gate, .fini = remove_folder)
{
    static const struct {
        const char *arguments, *says;
    } refusals[] = {
        {"gate", "two builds, BASE and NEW"},
        {"gate a", "two builds, BASE and NEW"},
        {"gate a b c", "'c'"},
        {"gate a b --time-limit x", "'x'"},
        {"gate a b --time-limit=-1", "'-1'"},
        {"gate a b --instructions-limit nan", "'nan'"},
        {"gate a b --sight 1", "--sight"},
        {"gate a b --board twin", "'twin'"},
        {"gate a b --workload walk", "'walk'"},
        {"gate a b --launches 0", "--launches"},
        {"gate a b --again x", "--again"},
        {"gate a --pairs x", "--pairs takes no builds"},
        {"gate --baseline x", "one build"},
        {"gate a b --baseline x", "one build"},
        {"gate a --baseline x --save-baseline y", "exclude each other"},
        {"gate a --baseline x --no-count", "baseline"},
        {"gate --pairs x --launches 3", "--pairs takes no option of what is measured"},
        {"gate --pairs x --save-pairs y", "--pairs takes no option of what is measured"},
        {"gate --pairs x --board naive", "--pairs takes no option of what is measured"},
        {"gate --pairs x --workload copy", "--pairs takes no option of what is measured"},
        {"gate a b --json x --junit x", "x would be written twice"},
        {"gate a b --json \"$DIR/x\" --markdown \"$DIR/../${DIR##*/}/x\"", "written twice"},
        {"gate a b --json x --save-pairs ./x", "written twice"},
        {"gate --pairs \"$DIR/start.epd\" --json \"$DIR//start.epd\"", "read and written"},
        {"gate --pairs x --again y --junit y", "y would be read and written"},
        {"gate a --baseline x --markdown x", "x would be read and written"},
        {"gate --pairs /nonexistent", "/nonexistent"},
        {"gate \"$DIR/self\" /nonexistent", "/nonexistent/boards.so"},
        {"gate \"$DIR/self\" \"$DIR/self\" --positions /nonexistent", "/nonexistent"},
    };
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        int status = xqbench(refusals[i].arguments);
        cr_assert_eq(status, 2, "%s: status %d: %s", refusals[i].arguments, status, output);
        assert_says(refusals[i].says, refusals[i].arguments);
    }
}

/* Whether this machine is quiet enough for "ok" is up to it, but nothing can be slower than itself
 * by a third, twice. */
Test(gate_builds, a_build_is_not_slower_than_itself, .init = make_gate, .fini = remove_folder)
{
    int status = xqbench(GATE "--no-count --launches 12 --time-limit 33 --sight 33 \"$DIR/self\" "
                              "\"$DIR/self\" --json \"$DIR/gate.json\" --junit \"$DIR/gate.xml\" "
                              "--markdown \"$DIR/gate.md\" --github");
    cr_assert(status == 0 || status == 4, "status %d: %s", status, output);
    char *json = read_file("gate.json"), *junit = read_file("gate.xml"),
         *markdown = read_file("gate.md");
    cr_assert(strstr(json, "in-check") && strstr(junit, "in-check") &&
              strstr(markdown, "in-check"));
    assert_says("::notice", "annotations");
    assert_says("Verdict: ", "the verdict");
    free(json);
    free(junit);
    free(markdown);
}

/* By instructions it is the same, to the last one. */
Test(gate_builds, a_build_has_its_own_instructions, .init = make_gate, .fini = remove_folder)
{
    skip_without_valgrind();
    int status = xqbench(GATE "--no-time --instructions-limit 0 \"$DIR/self\" \"$DIR/self\"");
    cr_assert_eq(status, 0, "status %d: %s", status, output);
    assert_says("Verdict: ok", "the same build");
}

Test(gate_builds, files_that_cannot_be_written, .init = make_gate, .fini = remove_folder)
{
    int status = xqbench(GATE "--no-count --no-time \"$DIR/self\" \"$DIR/self\" --json /dev/full");
    cr_assert_eq(status, 2, "status %d: %s", status, output);
    assert_says("cannot write /dev/full", "which file");
    status = xqbench(GATE "--no-count --no-time --strict \"$DIR/self\" \"$DIR/self\"");
    cr_assert_eq(status, 1, "nothing is known, which --strict calls a failure: %d", status);
    status = xqbench(GATE "--no-count --no-time \"$DIR/self\" \"$DIR/self\"");
    cr_assert_eq(status, 4, "nothing is known: status %d: %s", status, output);
}

/* What is the interface of boards to a program may change: then there is nothing to compare. */
/* Names that a pattern would read otherwise; and a suite that knows no count proves nothing. */
Test(gate_builds, counts_that_are_known, .init = make_gate, .fini = remove_folder)
{
    static const struct {
        const char *name, *edit;
        int status;
        const char *says;
    } suites[] = {
        {"[x]y", "s/x/x/", 1, "miscounts: perft 2 is 1920, not 1921"},
        {"none", "s/;.*//", 4, "Note: No suite (*.epd) beside"},
    };
    for (size_t i = 0; i < sizeof suites / sizeof suites[0]; i++) {
        char command[512];
        snprintf(command, sizeof command,
                 "mkdir \"$DIR/%s\" && sed -e 's/D2 1920/D2 1921/' -e '%s' positions/start.epd > "
                 "\"$DIR/%s/suite.epd\" && '" XQBENCH "' gate --positions \"$DIR/%s/suite.epd\" "
                 "--no-time --no-count \"$DIR/self\" \"$DIR/self\"",
                 suites[i].name, suites[i].edit, suites[i].name, suites[i].name);
        int status = shell(command);
        cr_assert_eq(status, suites[i].status, "%s: status %d: %s", suites[i].name, status, output);
        assert_says(suites[i].says, suites[i].name);
    }
}

Test(gate_builds, another_interface_is_inconclusive, .init = make_gate, .fini = remove_folder)
{
    cr_assert_eq(shell("cd \"$DIR\" && echo 'char xqperft_exported[4096] = {1};' >x.c && "
                       "cc -shared -fPIC -o boards.so x.c"),
                 0, "%s", output);
    int status = xqbench(GATE "\"$DIR\" \"$DIR/self\"");
    cr_assert_eq(status, 4, "status %d: %s", status, output);
    assert_says("cannot be run beside this program", "why");
}

/* --- baselines ------------------------------------------------------------------------------- */

Test(gate_builds, a_baseline_is_a_base, .init = make_gate, .fini = remove_folder)
{
    skip_without_valgrind();
    cr_assert_eq(xqbench(GATE "\"$DIR/self\" --save-baseline \"$DIR/base.json\""), 0, "%s", output);
    cr_assert_eq(xqbench(GATE "\"$DIR/self\" --baseline \"$DIR/base.json\""), 0, "%s", output);
    assert_says("Verdict: ok", "the same build");
    static const struct {
        const char *rule, *change;
        int status;
        const char *says;
    } cases[] = {
        {"fewer instructions than now", "s/\"padded\": [0-9.]*/\"padded\": 1.5/", 1, "regression"},
        {"more", "s/\"padded\": [0-9.]*/\"padded\": 1e9/", 0, "improved"},
        {"another compiler", "s/\"compiler\": \"/&tcc /", 4, "make baseline"},
        {"other flags", "s/\"flags\": \"/&-O9 /", 4, "make baseline"},
        {"other positions", "s/\"positions_hash\": \"./&0/", 4, "make baseline"},
        {"another workload", "s/in-check/captures/", 4, "inconclusive"},
        {"no number", "s/\"padded\": [0-9.]*/\"padded\": \"x\"/", 2, "padded"},
        {"not above 0", "s/\"padded\": [0-9.]*/\"padded\": 0/", 2, "padded"},
        {"a row that is gone", "s/\"instructions\": {/&\"gone\": {\"naive\": 7},/", 0,
         "1 rows of the baseline are of boards or workloads that are gone"},
        {"a board that is gone", "s/\"padded\": /\"fourth\": 7, &/", 0, "on fourth"},
        {"another version", "s/\"baseline\": 1/\"baseline\": 2/", 2, "baseline"},
        {"no JSON", "s/{/[/", 2, "changed.json:2"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char command[512];
        snprintf(command, sizeof command,
                 "sed '%s' \"$DIR/base.json\" >\"$DIR/changed.json\" && "
                 "! cmp -s \"$DIR/base.json\" \"$DIR/changed.json\" && "
                 "'" XQBENCH "' " GATE "\"$DIR/self\" --baseline \"$DIR/changed.json\"",
                 cases[i].change);
        int status = shell(command);
        cr_assert_eq(status, cases[i].status, "%s: status %d: %s", cases[i].rule, status, output);
        assert_says(cases[i].says, cases[i].rule);
    }
}

Test(gate_builds, baselines_that_are_none, .init = make_gate, .fini = remove_folder)
{
    skip_without_valgrind();
    cr_assert_eq(xqbench(GATE "\"$DIR/self\" --baseline /nonexistent"), 2, "%s", output);
    assert_says("/nonexistent", "the file");
    cr_assert_eq(xqbench(GATE "\"$DIR/self\" --save-baseline /nonexistent/base.json"), 2);
    assert_says("/nonexistent/base.json", "the file");
    cr_assert_eq(shell("PATH=/nonexistent; '" XQBENCH "' " GATE
                       "\"$DIR/self\" --save-baseline \"$DIR/base.json\""),
                 2, "%s", output);
    assert_says("valgrind is missing", "what is needed");
    cr_assert_eq(access("base.json", F_OK), -1);
}

/* --- pairs ----------------------------------------------------------------------------------- */

/* So many pairs, the new one so much slower. */
static void write_pairs(const char *name, int count, double rise)
{
    FILE *file = open_file(name, "w");
    fputs("# benchmark\tbase\tnew\n", file);
    for (int i = 0; i < count; i++)
        fprintf(file, "perft 5\t%.6f\t%.6f\n", 1 + 0.001 * (i % 7),
                (1 + rise) * (1 + 0.001 * (i % 5)));
    fclose(file);
}

Test(gate_builds, times_of_other_programs, .init = make_gate, .fini = remove_folder)
{
    write_pairs("same", 30, 0);
    write_pairs("slow", 30, 0.1);
    write_pairs("fast", 30, -0.1);
    write_pairs("few", 3, 0.1);
    static const struct {
        const char *arguments;
        int status;
        const char *says;
    } cases[] = {
        {"--pairs \"$DIR/same\"", 0, "Verdict: ok"},
        {"--pairs \"$DIR/fast\"", 0, "Verdict: improved"},
        {"--pairs \"$DIR/few\"", 4, "Verdict: inconclusive"},
        {"--pairs \"$DIR/slow\"", 4, "Verdict: inconclusive"},
        {"--pairs \"$DIR/slow\" --again \"$DIR/same\"", 0, "Verdict: ok"},
        {"--pairs \"$DIR/slow\" --again \"$DIR/slow\"", 1, "Verdict: regression"},
        {"--pairs \"$DIR/slow\" --time-limit 20 --sight 20", 0, "Verdict: ok"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char command[256];
        snprintf(command, sizeof command, "gate %s", cases[i].arguments);
        int status = xqbench(command);
        cr_assert_eq(status, cases[i].status, "%s: status %d: %s", command, status, output);
        assert_says(cases[i].says, command);
        assert_says("Counts: not looked at here", "nothing is said of counts");
    }
}

Test(gate_builds, pairs_that_are_none, .init = make_gate, .fini = remove_folder)
{
    static const struct {
        const char *line, *says;
    } lines[] = {
        {"perft 5\t1", ":1: is no pair"},       {"perft 5\t1\tx", ":1: is no pair"},
        {"perft 5\t1\t0", ":1: is no pair"},    {"perft 5\t1\t-1", ":1: is no pair"},
        {"perft 5\t1\t1\t1", ":1: is no pair"}, {"perft 5 1 1", ":1: is no pair"},
        {"perft 5\t1\t1\r2", ":1: is no pair"}, {"perft 5\tinf\t1", ":1: is no pair"},
        {"#\na\t1\t1\na\t2", ":3: is no pair"},
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        write_file("pairs", lines[i].line);
        cr_assert_eq(xqbench("gate --pairs \"$DIR/pairs\""), 2, "%s: %s", lines[i].line, output);
        assert_says(lines[i].says, lines[i].line);
    }
    write_file("pairs", "a\t1\t1\n");
    write_file("again", "b\t1\t1\n");
    cr_assert_eq(xqbench("gate --pairs \"$DIR/pairs\" --again \"$DIR/again\""), 2);
    assert_says("again:1: 'b' was not in the first run", "which one");
    cr_assert_eq(shell("printf 'a\\t1\\t1\\000x\\nb\\033\\t1\\t1\\n' >\"$DIR/pairs\""), 0);
    cr_assert_eq(xqbench("gate --pairs \"$DIR/pairs\""), 2, "%s", output);
    assert_says("pairs:1: has a NUL byte", "nothing behind it is lost");
    cr_assert_eq(shell("printf 'b\\033\\t1\\t1\\n' >\"$DIR/again\"; printf 'a\\t1\\t1\\n' "
                       ">\"$DIR/pairs\""),
                 0);
    cr_assert_eq(xqbench("gate --pairs \"$DIR/pairs\" --again \"$DIR/again\""), 2);
    assert_says("'b\\x1B' was not in the first run", "no terminal obeys a name");
    write_file("pairs", "# none\n");
    cr_assert_eq(xqbench("gate --pairs \"$DIR/pairs\""), 4, "nothing is known: %s", output);
}
