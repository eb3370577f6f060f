/* xqbench as its user runs it: what it refuses, lists and says, and how it ends. */
#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "measure/classes.h"
#include "measure/workloads.h"
#include "shell.h"

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
     "run --class endgame,in-check --positions positions/start.epd --out \"$DIR/a\"",
     {"positions/start.epd", "endgame, in-check"}},
    {"an empty name", "run --board padded,", {"''", "padded"}},
    {"contradictory options", "run --quick --full", {"--quick", "--full"}},
    {"no launches", "run --launches 0", {"--launches", "'0'"}},
    {"too many launches", "run --launches 1001", {"1000", "'1001'"}},
    {"a seed that is no number", "run --seed 0x1", {"--seed", "'0x1'"}},
    {"a program to count with that is not there",
     "run --count-with \"$DIR/x\"",
     {"/x'", "No such file"}},
    {"positions that cannot be read twice",
     "run --positions /dev/stdin --out \"$DIR/a\" </dev/null",
     {"/dev/stdin", "each launch"}},
    {"a command for itself", "sample positions/start.epd 0 1 1", {"xqbench itself", ""}},
    {"another one", "count positions/start.epd padded 0 1 0", {"xqbench itself", ""}},
    {"positions that are not there",
     "run --positions x.epd --out \"$DIR/a\"",
     {"x.epd", "No such"}},
    {"positions that are a folder", "run --positions . --out \"$DIR/a\"", {"positions", "."}},
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
    cr_assert_eq(shell("test -e \"$DIR/a\""), 1, "a refused run leaves no folder behind");
}

Test(xqbench, without_the_usual_positions_it_says_where_to_run, .init = make_folder,
     .fini = remove_folder)
{
    int status = shell("cd \"$DIR\" && \"$BUILD/xqbench\" run");
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
                                            "limit",          "results/",      "instructions"};
        for (size_t j = 0; j < sizeof facts / sizeof facts[0]; j++)
            assert_says(facts[j], formats[i]);
    }
    assert_says("\nmachine\tcpu\t", "--tsv: a kind in the first field");
    assert_says("\nclass\tin-check\tthe side to move is in check\t20\n", "--tsv: classes");
}

/* What a class means does not hang on a file, though how many positions it has does. */
Test(xqbench, list_does_without_the_usual_positions, .init = make_folder, .fini = remove_folder)
{
    cr_assert_eq(shell("cd \"$DIR\" && \"$BUILD/xqbench\" list && \"$BUILD/xqbench\" list --tsv"),
                 0, "%s", output);
    assert_says("17 to 27 pieces", "list");
    assert_says("\nclass\tmiddlegame\t17 to 27 pieces\t\n", "list --tsv");
}

Test(xqbench, a_reader_may_leave_early)
{
    cr_assert_eq(shell("'" XQBENCH "' list | head -n 1"), 0);
    cr_assert_null(strstr(output, "xqbench"), "no complaint: %s", output);
}

Test(xqbench, a_miscount_is_found_before_the_clock_starts, .init = make_folder,
     .fini = remove_folder)
{
    cr_assert_eq(shell("printf '%s\\n%s\\n' '# wrong on purpose' "
                       "'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 "
                       ";D1 44 ;D2 1921 ;id \"wrong\"' >\"$DIR/wrong.epd\""),
                 0);
    int status = xqbench("run --positions \"$DIR/wrong.epd\" --out \"$DIR/results\"");
    cr_assert_eq(status, 1, "status %d: %s", status, output);
    assert_says("padded", "the board");
    assert_says("workload perft", "the workload");
    assert_says("1920, not 1921", "both counts");
    assert_says("wrong.epd:2 (wrong)", "the place");
    assert_says("rnbakabnr/9/1c5c1", "the position");
    cr_assert_eq(shell("test -e \"$DIR/results\""), 1, "no results");
}

Test(xqbench, earlier_results_survive_a_full_disk, .init = make_folder, .fini = remove_folder)
{
    cr_assert_eq(shell("echo earlier >\"$DIR/samples.csv\""), 0);
    /* A limit on file size fails like a full disk does. */
    int status = shell("ulimit -f 0; exec '" XQBENCH
                       "' run --quick --no-count --workload in-check --positions "
                       "positions/start.epd --out \"$DIR\"");
    cr_assert_eq(status, 2, "status %d: %s", status, output);
    assert_says("cannot write in the results folder", "where");
    assert_says(": File too large", "why");
    cr_assert_null(strstr(output, "ns per king"), "it is known beforehand: %s", output);
    cr_assert_eq(shell("ls \"$DIR\"; cat \"$DIR/samples.csv\""), 0);
    cr_assert_str_eq(output, "samples.csv\nearlier\n", "nothing new, nothing lost");
}

/* Whom nobody hears: the results are there all the same. */
Test(xqbench, results_are_saved_before_they_are_told, .init = make_folder, .fini = remove_folder)
{
    static const struct {
        const char *streams;
        int status;
        const char *says;
    } cases[] = {
        {">/dev/full", 2, "cannot write standard output: No space left"},
        {">&-", 2, "cannot write standard output: Bad file descriptor"},
        {"2>&-", 0, "Results are in "},
        {"2>/dev/full", 0, "Results are in "},
        {">&- 2>&-", 2, ""},
        {"<&-", 0, "Results are in "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char line[512];
        snprintf(line, sizeof line,
                 "run --quick --no-count --no-curves --launches 1 --workload in-check --board "
                 "naive --positions positions/start.epd --out \"$DIR/new\" %s",
                 cases[i].streams);
        int status = xqbench(line);
        cr_assert_eq(status, cases[i].status, "%s: status %d: %s", line, status, output);
        assert_says(cases[i].says, cases[i].streams);
        cr_assert_eq(shell("cd \"$DIR/new\" && ls | wc -l && rm -r \"$DIR/new\""), 0);
        cr_assert_str_eq(output, "8\n", "%s: files: %s", cases[i].streams, output);
    }
}

/* Starts a run with many launches in the background; its messages go to $DIR/log. */
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
    cr_assert_eq(shell("cat \"$DIR/log\""), 0);
    cr_assert(WIFEXITED(result) && WEXITSTATUS(result) == expected, "ended with %#x: %s",
              (unsigned)result, output);
    assert_says(says, "why");
    cr_assert_neq(stat(out, &status), 0, "the folder is still there");
}

Test(xqbench, ctrl_c_ends_the_launch_too, .init = make_folder, .fini = remove_folder)
{
    static const int signals[] = {SIGINT, SIGTERM};
    char out[128];
    snprintf(out, sizeof out, "%s/results", folder);
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        pid_t run = start_run(out);
        pid_t launch = launch_of(run);
        cr_assert_eq(kill(run, signals[i]), 0);
        assert_ends(run, 130, "interrupted after", out);
        cr_assert_neq(kill(launch, 0), 0, "the launch is still there");
    }
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

/* Writing to a pipe that is full, it waits; a signal ends it. */
Test(xqbench, what_has_nothing_to_save_ends_at_a_signal, .init = make_folder, .fini = remove_folder)
{
    int status = shell("{ timeout 0.3 cat /dev/zero; timeout -k 20 0.3 '" XQBENCH "' list; "
                       "echo $? >\"$DIR/status\"; } | "
                       "until [ -s \"$DIR/status\" ]; do sleep 0.1; done; "
                       "exit \"$(cat \"$DIR/status\")\"");
    cr_assert_eq(status, 124, "status %d (137: it had to be killed): %s", status, output);
}
