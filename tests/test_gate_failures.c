/* xqbench gate when what it starts fails: a launch that dies, and a counter of another build. */
#include <criterion/criterion.h>

#include "gate_folder.h"
#include "valgrind.h"

#define GATE "gate --positions \"$DIR/start.epd\" --workload in-check --board padded "

/* --- launches -------------------------------------------------------------------------------- */

/* A build that is right in the gate itself, which counts and calibrates, and ends each process that
 * takes samples as it is loaded there, by the title that main.c gives it. What it shows is that of
 * the real one, which it needs. */
static const char trap[] =
    "#include <signal.h>\n"
    "#include <string.h>\n"
    "#include <unistd.h>\n"
    "__attribute__((constructor)) static void spring(int count, char **words)\n"
    "{\n"
    "    if (count > 1 && strcmp(words[1], \"xqbench sample\") == 0)\n"
    "        END;\n"
    "}\n";

Test(gate_failures, a_launch_that_fails, .init = make_gate, .fini = remove_folder)
{
    static const struct {
        const char *end, *says;
    } cases[] = {
        {"raise(SIGKILL)", "launch 1 was ended by signal 9"},
        {"_exit(7)", "launch 1 exited with status 7"},
        {"_exit(0)", "launch 1 ended before it had taken all samples"},
    };
    write_file("trap.c", trap);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char command[256];
        snprintf(command, sizeof command,
                 "cd \"$DIR\" && mkdir -p trap && cc -shared -fPIC -D'END=%s' -o trap/boards.so "
                 "trap.c -Wl,--no-as-needed \"$BUILD/boards.so\"",
                 cases[i].end);
        cr_assert_eq(shell(command), 0, "%s", output);
        int status = xqbench(GATE "--no-count --launches 1 \"$DIR/self\" \"$DIR/trap\" "
                                  "--json \"$DIR/gate.json\"");
        cr_assert_eq(status, 3, "%s: status %d: %s", cases[i].end, status, output);
        assert_says(cases[i].says, cases[i].end);
        cr_assert_null(strstr(output, "Verdict"), "there is none: %s", output);
        cr_assert_eq(shell("ls \"$DIR/gate.json\""), 2, "nor a report: %s", output);
    }
}

/* --- counters -------------------------------------------------------------------------------- */

/* $DIR/self with an x86-64-v3/xqbench that the command makes. */
static void make_counter(const char *command, const char *rule)
{
    cr_assert_eq(shell("mkdir -p \"$DIR/self/x86-64-v3\""), 0, "%s", output);
    cr_assert_eq(shell(command), 0, "%s: %s", rule, output);
    cr_assert_eq(shell("chmod +x \"$DIR/self/x86-64-v3/xqbench\" && "
                       "cp \"$BUILD/boards.so\" \"$DIR/self/x86-64-v3\""),
                 0, "%s", output);
}

Test(gate_failures, a_counter_of_this_build_is_used, .init = make_gate, .fini = remove_folder)
{
    skip_without_valgrind();
    make_counter("cp \"$BUILD/xqbench\" \"$DIR/self/x86-64-v3/xqbench\"", "this build");
    int status = xqbench(GATE "--no-time \"$DIR/self\" \"$DIR/self\"");
    cr_assert_eq(status, 0, "status %d: %s", status, output);
    assert_says("Instructions: counted with valgrind", "by it");
}

static void assert_stale(const char *arguments, const char *says, const char *rule)
{
    char command[256];
    snprintf(command, sizeof command, GATE "--no-time %s >\"$DIR/out\" 2>&1", arguments);
    int status = xqbench(command);
    shell("tr -s '\\n ' '  ' <\"$DIR/out\"");
    cr_assert_eq(status, 4, "%s: status %d: %s", rule, status, output);
    assert_says("is of another build than this program", rule);
    assert_says(says, rule);
    assert_says("scripts/gate.sh or 'make BUILD=", "how to make it again");
    cr_assert_null(strstr(output, "valgrind may not know"), "%s: %s", rule, output);
}

/* Its commit is in it as a text; one of the same length takes its place. */
Test(gate_failures, a_counter_of_another_commit, .init = make_gate, .fini = remove_folder)
{
    static const char of_another[] =
        "commit=$(cat \"$BUILD/identity\") && other=$(echo \"$commit\" | tr 'a-z0-9' 'b-za1-90') "
        "&& "
        "LC_ALL=C sed \"s/$commit/$other/g\" \"$BUILD/xqbench\" >\"$DIR/self/x86-64-v3/xqbench\"";
    make_counter(of_another, "another commit");
    assert_stale("\"$DIR/self\" \"$DIR/self\"", "since it is of commit ", "another commit");
}

/* Older and newer ones may not understand what they are told, and say nothing else. */
Test(gate_failures, a_counter_that_speaks_otherwise, .init = make_gate, .fini = remove_folder)
{
    static const struct {
        const char *rule, *lines, *says;
    } cases[] = {
        {"an older one", "echo 'this command is for xqbench itself' >&2; exit 2",
         "since it exited with status 2: this command is for xqbench itself"},
        {"a newer one that tells its commit", "echo 'build commit fff'; echo wrong >&2; exit 2",
         "since it is of commit fff, not "},
        {"other lines", "echo 'build commit fff'; echo what", "since it is of commit fff, not "},
        {"another program", "echo what", "since it says what it should not: 'what'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char command[256];
        snprintf(command, sizeof command,
                 "printf '#!/bin/sh\\n%%s\\n' \"%s\" >\"$DIR/self/x86-64-v3/xqbench\"",
                 cases[i].lines);
        make_counter(command, cases[i].rule);
        assert_stale("\"$DIR/self\" \"$DIR/self\"", cases[i].says, cases[i].rule);
    }
    int status = xqbench(GATE "\"$DIR/self\" --save-baseline \"$DIR/new.json\"");
    cr_assert_eq(status, 2, "status %d: %s", status, output);
    assert_says("no baseline was written: No instructions were counted: new's x86-64-v3/xqbench is "
                "of another build",
                "why");
}
