/* Scripts as their user runs them. Never how fast anything was. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

enum { OUTPUT_SIZE = 1 << 14 };

static char folder[64];          /* a folder of this test's own, $DIR in commands */
static char output[OUTPUT_SIZE]; /* what the last command printed, errors too */

/* Runs a shell command; returns its exit status. */
static int shell(const char *command)
{
    char line[2048];
    cr_assert_lt(snprintf(line, sizeof line, "exec 2>&1 </dev/null; %s", command),
                 (int)sizeof line);
    FILE *pipe = popen(line, "r");
    cr_assert_not_null(pipe, "%s", command);
    output[fread(output, 1, sizeof output - 1, pipe)] = '\0';
    int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

static void assert_says(const char *what, const char *rule)
{
    cr_assert(strstr(output, what), "%s: '%s' is not in: %s", rule, what, output);
}

/* --- versus-engine.sh ------------------------------------------------------------------------ */

/* Knows perft 1 and 2 of the starting position; $TWO and the rest make it a bad engine. */
static const char fake_engine[] =
    "#!/bin/sh\n"
    "echo $$ >\"$DIR/pid\"\n"
    "while read -r word rest; do\n"
    "    case $word in\n"
    "    uci)\n"
    "        echo 'id name Fake 1'\n"
    "        [ -z \"$VARIANTS\" ] || echo \"option name UCI_Variant type combo $VARIANTS\"\n"
    "        echo uciok ;;\n"
    "    isready) echo readyok ;;\n"
    "    setoption) [ \"$VARIANTS\" ] || { echo \"no option $rest\"; exit 9; } ;;\n"
    "    go)\n"
    "        [ -z \"$CRASH\" ] || { echo 'I am undone'; kill -SEGV $$; }\n"
    "        [ -z \"$SILENT\" ] || sleep 60\n"
    "        echo 'a0a1: 1'\n"
    "        [ \"$rest\" = 'perft 1' ] && echo 'Nodes searched: 44' ||\n"
    "            echo \"Nodes searched: ${TWO:-1920}\" ;;\n"
    "    quit) exit 0 ;;\n"
    "    esac\n"
    "done\n";

static void make_engine(void)
{
    strcpy(folder, "/tmp/test-scripts-XXXXXX");
    cr_assert_not_null(mkdtemp(folder), "no temporary folder");
    cr_assert_eq(setenv("DIR", folder, 1), 0);
    cr_assert_eq(setenv("BUILD", BUILD_DIR, 1), 0);
    char path[128];
    snprintf(path, sizeof path, "%s/engine", folder);
    FILE *file = fopen(path, "w");
    cr_assert(file && fputs(fake_engine, file) >= 0 && fclose(file) == 0, "cannot write %s", path);
    cr_assert_eq(shell("chmod +x \"$DIR/engine\""), 0, "%s", output);
}

static void remove_engine(void)
{
    cr_assert_eq(shell("rm -rf \"$DIR\""), 0, "%s", output);
}

#define VERSUS "scripts/versus-engine.sh --rounds 1 --ours '--board padded' "

struct versus_case {
    const char *rule;
    const char *command;
    int status;
    const char *says[2];
};

static const struct versus_case versus_cases[] = {
    {"equal counts: a table", VERSUS "\"$DIR/engine\" 2", 0, {"engine: Fake 1", "1920"}},
    {"a variant is set where variants are",
     "export VARIANTS='var chess var xiangqi'; " VERSUS "\"$DIR/engine\" 2",
     0,
     {"engine: Fake 1", "\npadded "}},
    {"machine-readable",
     VERSUS "--tsv \"$DIR/engine\" 2",
     0,
     {"contender\tdepth\tnodes\tuser_seconds", "\npadded\t2\t1920\t"}},
    {"one ply more for what is quick",
     VERSUS "--deeper --tsv \"$DIR/engine\" 2",
     0,
     {"\nengine\t2\t1920\t", "\npadded\t3\t79666\t"}},
    {"contenders of the environment",
     "OURS='--board naive --policy plain' scripts/versus-engine.sh --rounds 1 \"$DIR/engine\" 2",
     0,
     {"\nengine ", "\nnaive plain "}},
    {"a wrong count: both", "export TWO=1921; " VERSUS "\"$DIR/engine\" 2", 1, {"1920", "1921"}},
    {"a missing engine", VERSUS "\"$DIR/none\" 2", 3, {"/none", "no program"}},
    {"a crash: its last words",
     "export CRASH=1; " VERSUS "\"$DIR/engine\" 2",
     3,
     {"I am undone", "go perft 1"}},
    {"no answer",
     "export SILENT=1; " VERSUS "--timeout 1 \"$DIR/engine\" 2",
     3,
     {"go perft 1", "within 1 seconds"}},
    {"what is no engine", VERSUS "/bin/true 2", 3, {"/bin/true", "ended"}},
    {"an engine without this game",
     "export VARIANTS='var chess var minixiangqi'; " VERSUS "\"$DIR/engine\" 2",
     3,
     {"/engine", "no xiangqi"}},
    {"our own bad argument",
     VERSUS "--ours '--board none' \"$DIR/engine\" 2",
     2,
     {"none", "--board none failed"}},
    {"an unknown option", VERSUS "--fast", 2, {"--fast", "usage"}},
    {"a depth of 0", VERSUS "\"$DIR/engine\" 0", 2, {"DEPTH", "'0'"}},
};

Test(scripts, versus_engine, .init = make_engine, .fini = remove_engine)
{
    for (size_t i = 0; i < sizeof versus_cases / sizeof versus_cases[0]; i++) {
        const struct versus_case *is = &versus_cases[i];
        int status = shell(is->command);
        cr_assert_eq(status, is->status, "%s: status %d: %s", is->rule, status, output);
        assert_says(is->says[0], is->rule);
        assert_says(is->says[1], is->rule);
    }
}

/* Waits for the engine to be there, ends the script, and waits for the engine to be gone: a zombie
 * that nobody has collected yet is gone. */
Test(scripts, versus_engine_ends_with_its_engine, .init = make_engine, .fini = remove_engine)
{
    int status = shell("export SILENT=1; " VERSUS "\"$DIR/engine\" 2 & script=$!; "
                       "i=0; while ! [ -s \"$DIR/pid\" ] && [ $i -lt 100 ]; do "
                       "sleep 0.1; i=$((i + 1)); done; "
                       "pid=$(cat \"$DIR/pid\") || exit 8; kill -TERM $script; wait $script; "
                       "echo \"script: $?\"; i=0; "
                       "while grep -q '^State:.[^ZX]' /proc/$pid/status 2>/dev/null; do "
                       "[ $i -lt 100 ] || exit 9; sleep 0.1; i=$((i + 1)); done");
    cr_assert_eq(status, 0, "%s: status %d: %s",
                 status == 9 ? "the engine lives on" : "the engine did not start", status, output);
    assert_says("script: 130", "the script says that it was ended");
}
