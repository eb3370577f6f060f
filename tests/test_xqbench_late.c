/* xqbench run after its times are taken: what fails then, or is interrupted, costs no results. And
 * what is asked to count must be able to, before anything is timed. */
#include <criterion/criterion.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "results_file.h"
#include "scripts.h"
#include "valgrind.h"

/* --- a run that can be met on its way -------------------------------------------------------- */

/* Starts a quick run into $DIR/new; what it says goes to $DIR/log. The folder comes first among
 * those with programs, and holds temporary files in $DIR/tmp. */
static pid_t start_run(const char *options)
{
    char line[1024];
    snprintf(
        line, sizeof line,
        "mkdir \"$DIR/tmp\" && export TMPDIR=\"$DIR/tmp\" PATH=\"$DIR:$PATH\" && exec '" XQBENCH
        "' run --quick --launches 1 --board padded,naive --out \"$DIR/new\" %s "
        ">\"$DIR/log\" 2>&1",
        options);
    pid_t run = fork();
    cr_assert_geq(run, 0);
    if (run > 0)
        return run;
    signal(SIGINT, SIG_DFL); /* a shell's background job would ignore them */
    signal(SIGHUP, SIG_DFL);
    execl("/bin/sh", "sh", "-c", line, (char *)NULL);
    _exit(127);
}

/* The process that it has started with this command, once there is one. */
static pid_t wait_for_child(pid_t run, const char *command)
{
    char path[64], arguments[512], word[32];
    long child;
    snprintf(path, sizeof path, "/proc/%ld/task/%ld/children", (long)run, (long)run);
    for (int i = 0; i < 60000; i++) {
        FILE *file = fopen(path, "r");
        if (file == NULL)
            cr_skip_test("this kernel does not tell of children");
        bool any = fscanf(file, "%ld", &child) == 1;
        fclose(file);
        char name[64];
        snprintf(name, sizeof name, "/proc/%ld/cmdline", any ? child : -1);
        if (any && (file = fopen(name, "r"))) {
            size_t size = fread(arguments, 1, sizeof arguments, file);
            fclose(file);
            size_t length = (size_t)snprintf(word, sizeof word, "%c%s%c", 0, command, 0);
            if (memmem(arguments, size, word, length))
                return (pid_t)child;
        }
        usleep(1000);
    }
    cr_assert_fail("it does not come to %s", command);
    return -1;
}

static void assert_ends(pid_t run, int expected, const char *says)
{
    int result;
    cr_assert_eq(waitpid(run, &result, 0), run);
    cr_assert_eq(shell("cat \"$DIR/log\""), 0);
    cr_assert(WIFEXITED(result) && WEXITSTATUS(result) == expected, "ended with %#x: %s",
              (unsigned)result, output);
    assert_says(says, "why");
    assert_says("\nResults are in ", "the results are there");
    cr_assert_eq(shell("ls \"$DIR/tmp\""), 0);
    cr_assert_str_eq(output, "", "temporary files");
}

/* Is the key of the whole or of the first result null? */
static bool is_null(const json_t *results, const char *key)
{
    const json_t *row = json_array_get(json_object_get(results, "results"), 0);
    const json_t *value = json_object_get(results, key);
    value = value ? value : json_object_get(row, key);
    cr_assert_not_null(value, "%s is missing", key);
    return json_is_null(value);
}

static void assert_no_curves(void)
{
    json_t *results = results_load("new/results.json");
    cr_assert_not(is_null(results, "ns_per_operation"));
    cr_assert(is_null(results, "curves") && is_null(results, "counting"));
    json_decref(results);
    cr_assert_eq(shell("test -e \"$DIR/new/depths.tsv\""), 1, "a curve");
}

/* --- what fails or is interrupted ------------------------------------------------------------ */

Test(xqbench_late, a_launch_of_the_curves_that_dies_is_a_warning, .init = make_folder,
     .fini = remove_folder)
{
    pid_t run = start_run("--no-count --workload perft-plain");
    kill(wait_for_child(run, "curve"), SIGKILL);
    assert_ends(run, 0, "warning: there are no curves: launch 1 of the curves was ended by signal");
    assert_no_curves();
}

Test(xqbench_late, interrupted_curves_leave_the_times, .init = make_folder, .fini = remove_folder)
{
    pid_t run = start_run("--workload perft-plain");
    wait_for_child(run, "curve");
    kill(run, SIGINT);
    assert_ends(run, 130,
                "xqbench: interrupted while the curves were measured; the results were saved "
                "without them and without counts\n");
    assert_no_curves();
}

/* Also by what a terminal sends when it is closed, and by the same wish sent twice. */
Test(xqbench_late, interrupted_counting_leaves_times_and_curves, .init = make_folder,
     .fini = remove_folder)
{
    make_program("valgrind", "#!/bin/sh\n"
                             "[ \"$1\" != --version ] || { echo valgrind-0; exit; }\n"
                             "touch \"$DIR/counts\"\n"
                             "sleep 60\n");
    pid_t run = start_run("--workload perft-plain");
    char path[PATH_SIZE];
    path_of(path, "counts");
    for (int i = 0; i < 60000 && access(path, F_OK) != 0; i++)
        usleep(1000);
    kill(run, SIGHUP);
    usleep(1000);
    kill(run, SIGHUP);
    assert_ends(run, 130, "xqbench: interrupted while instructions were counted; the results were");
    json_t *results = results_load("new/results.json");
    cr_assert_not(is_null(results, "ns_per_operation") || is_null(results, "curves"));
    cr_assert(is_null(results, "counting"));
    json_decref(results);
    cr_assert_eq(shell("test -e \"$DIR/new/depths.tsv\""), 0, "the curves");
}

/* --- a valgrind that does not answer --------------------------------------------------------- */

#define HANGS "#!/bin/sh\ntouch \"$DIR/asked\"\nexec sleep 60\n"

static void wait_for_file(const char *name)
{
    char path[PATH_SIZE];
    path_of(path, name);
    for (int i = 0; i < 60000 && access(path, F_OK) != 0; i++)
        usleep(1000);
}

Test(xqbench_late, asking_for_valgrind_can_be_interrupted, .init = make_folder,
     .fini = remove_folder)
{
    make_program("valgrind", HANGS);
    pid_t run = start_run("--no-curves --workload in-check --positions positions/start.epd");
    wait_for_file("asked");
    kill(run, SIGTERM);
    assert_ends(run, 130, "xqbench: interrupted while instructions were counted; the results were");
}

Test(xqbench_late, asking_for_valgrind_can_be_interrupted_before_the_clock_starts,
     .init = make_folder, .fini = remove_folder)
{
    int result;
    make_program("valgrind", HANGS);
    pid_t run = start_run("--count-with '" XQBENCH "'");
    wait_for_file("asked");
    kill(run, SIGINT);
    cr_assert_eq(waitpid(run, &result, 0), run);
    cr_assert_eq(shell("cat \"$DIR/log\""), 0);
    cr_assert(WIFEXITED(result) && WEXITSTATUS(result) == 130, "ended with %#x: %s",
              (unsigned)result, output);
    assert_says("xqbench: interrupted before anything was timed; nothing was written\n", "why");
    cr_assert_eq(shell("test -e \"$DIR/new\""), 1, "there are results");
}

Test(xqbench_late, a_valgrind_that_fails_is_told_by_what, .init = make_folder,
     .fini = remove_folder)
{
    make_program("valgrind", "#!/bin/sh\necho 'no libc' >&2\nexit 3\n");
    cr_assert_eq(shell("PATH=$DIR:$PATH exec '" XQBENCH "' list"), 0);
    assert_says("no instructions: valgrind --version exited with status 3: no libc\n", "a list");
    assert_ends(start_run("--no-curves --workload in-check --positions positions/start.epd"), 0,
                "warning: no instructions were counted: valgrind --version exited with status 3: "
                "no libc\n");
}

/* --- what happens to the folder meanwhile ---------------------------------------------------- */

/* Times have been taken by the time that valgrind is asked; this one does something then. */
static void run_with(const char *what, int expected, const char *says)
{
    char script[256];
    snprintf(script, sizeof script, "#!/bin/sh\n%s\nexit 3\n", what);
    make_program("valgrind", script);
    cr_assert_eq(shell("PATH=$DIR:$PATH exec '" XQBENCH
                       "' run --quick --no-curves --launches 1 --workload in-check --board naive "
                       "--positions positions/start.epd --out \"$DIR/new\""),
                 expected, "%s: %s", what, output);
    assert_says("ns per king", "the table");
    assert_says(says, what);
}

Test(xqbench_late, a_folder_that_goes_is_made_anew, .init = make_folder, .fini = remove_folder)
{
    run_with("rm -r \"$DIR/new\"", 0, "\nResults are in ");
    cr_assert_eq(shell("ls \"$DIR/new\" | wc -l"), 0);
    cr_assert_str_eq(output, "8\n");
    run_with("rm -r \"$DIR/new\"; touch \"$DIR/new\"", 2, "/new: Not a directory");
}

Test(xqbench_late, what_cannot_be_saved_leaves_the_rest, .init = make_folder, .fini = remove_folder)
{
    run_with("mkdir \"$DIR/new/samples.csv\"", 2, "; missing in ");
    assert_says(": samples.csv; results.json is complete: xqbench report and compare need no more, "
                "the rest takes another run\n",
                "what to do");
    cr_assert_eq(xqbench("report \"$DIR/new\""), 0, "%s", output);
    cr_assert_eq(xqbench("compare \"$DIR/new\" \"$DIR/new\""), 0, "%s", output);
    cr_assert_eq(shell("ls \"$DIR/new\" | tr '\n' ' '"), 0);
    cr_assert_str_eq(output, "bencher.json benchstat.txt brief.md figures.tsv machine.json "
                             "report.html results.json samples.csv table.md ");
}

/* --- what is to count ------------------------------------------------------------------------ */

#define RUN                                                                                        \
    "run --quick --no-curves --launches 1 --workload in-check --board naive --positions "          \
    "positions/start.epd --out \"$DIR/new\" --count-with "

Test(xqbench_late, what_cannot_count_is_refused_before_the_clock_starts)
{
    skip_without_valgrind();
    make_folder();
    make_program("true", "#!/bin/sh\nexit 0\n");
    make_program("old", "#!/bin/sh\necho build commit 1234567\n"
                        "echo 0 0 0 1 1 1 1\necho end\n");
    write_file("text", "nothing that runs\n");
    static const struct {
        const char *rule, *program;
        const char *says[2];
    } cases[] = {
        {"not there", "\"$DIR/none\"", {"cannot run '", "No such file"}},
        {"no program", "\"$DIR/text\"", {"cannot run '", "Permission denied"}},
        {"a folder", "\"$DIR\"", {"cannot run '", "Is a directory"}},
        {"a name that a shell would find", "sh", {"cannot run 'sh'", "No such file"}},
        {"another program", "\"$DIR/true\"", {"/true ended before", "all was counted"}},
        {"another commit", "\"$DIR/old\"", {"/old is of commit 1234567, not ", ""}},
        {"and not to count", "'" XQBENCH "' --no-count", {"exclude each other", ""}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char line[512];
        snprintf(line, sizeof line, RUN "%s", cases[i].program);
        cr_assert_eq(xqbench(line), 2, "%s: %s", cases[i].rule, output);
        assert_says(cases[i].says[0], cases[i].rule);
        assert_says(cases[i].says[1], cases[i].rule);
        cr_assert_eq(shell("test -e \"$DIR/new\""), 1, "%s: there are results", cases[i].rule);
    }
    remove_folder();
}

/* In the folder it is run from, a name is enough. */
Test(xqbench_late, this_very_program_can_count)
{
    skip_without_valgrind();
    make_folder();
    cr_assert_eq(shell("ln -s \"$PWD/positions\" \"$DIR\" && cp '" XQBENCH "' \"$DIR/xqbench\" && "
                       "cd \"$DIR\" && ./xqbench " RUN "xqbench"),
                 0, "%s", output);
    assert_says("counted by valgrind-", "instructions");
    remove_folder();
}
