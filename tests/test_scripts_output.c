/* What the scripts say when they cannot write, and when they are asked for help. */
#include "scripts.h"

/* $DIR has an engine, tables and a page, and programs that need no time; $TMPDIR is $DIR/tmp. */
static void make_everything(void)
{
    char path[4096];
    make_engine();
    make_program("hyperfine", "#!/bin/sh\n"
                              "for last; do :; done\n"
                              "while [ \"$1\" != --export-csv ]; do shift; done\n"
                              "printf 'mean,user,system\\n1,1,0\\n' >\"$2\"\n"
                              "sh -c \"$last\"\n");
    make_program("chromium", "#!/bin/sh\n"
                             "for last; do :; done\n"
                             "width=$(sed -n 's/.*iframe.* width=\"\\([0-9]*\\)\".*/\\1/p' "
                             "\"${last#file://}\")\n"
                             "echo \"<title>measured $width $width 1 1 1 0 0 0 0 0</title>\"\n"
                             "echo '</html>'\n");
    make_program("gcc", "#!/bin/sh\necho gcc 1.0\n");
    cr_assert_eq(shell("mkdir \"$DIR/tmp\" \"$DIR/tree\" && "
                       "cp -r scripts README.md \"$DIR/tree\" && "
                       "mkdir \"$DIR/tree/results\" && "
                       "cp -r results/reference \"$DIR/tree/results\""),
                 0, "%s", output);
    write_file("depths.tsv", "mode\tboard\tdepth\tnodes\tns_per_node\tlow\thigh\n"
                             "plain\tpadded\t1\t44\t20\t19\t21\n");
    write_file("page.html", "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
                            "'none'\">\n<body>\n</body>\n");
    snprintf(path, sizeof path, "%s:%s", folder, getenv("PATH"));
    cr_assert_eq(setenv("PATH", path, 1), 0);
    snprintf(path, sizeof path, "%s/tmp", folder);
    cr_assert_eq(setenv("TMPDIR", path, 1), 0);
    cr_assert_eq(setenv("RUNS", "1", 1), 0);
    cr_assert_eq(setenv("BOARDS", "padded", 1), 0);
    cr_assert_eq(setenv("POLICIES", "bulk", 1), 0);
}

/* What ends well with all that is there; readme-table.sh prints nothing. */
static const char *const commands[] = {
    "scripts/versus-engine.sh --rounds 1 --ours '--board padded' \"$DIR/engine\" 2",
    "scripts/versus-engine.sh --rounds 1 --ours '--board padded' --tsv \"$DIR/engine\" 2",
    "scripts/perft-of-engine.sh \"$DIR/engine\" 2",
    "scripts/hyperfine.sh \"$DIR/out\" 2",
    "scripts/plot.sh \"$DIR\"",
    "scripts/check-report.sh \"$DIR/page.html\"",
    "scripts/run-tests.sh echo 'Synthesis: Tested: 1'",
    "\"$DIR/tree/scripts/readme-table.sh\"",
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

static void assert_command(const char *before, const char *command, const char *after, int status,
                           const char *says)
{
    char line[512];
    snprintf(line, sizeof line, "%s%s%s", before, command, after);
    int is = shell(line);
    cr_assert_eq(is, status, "%s: status %d: %s", line, is, output);
    assert_says(says, line);
    is = shell("ls -A \"$TMPDIR\"; ls -A \"$DIR\" | grep plots-");
    cr_assert_str_eq(output, "", "%s: something is left: %s", line, output);
}

Test(scripts_output, a_full_standard_output, .init = make_everything, .fini = remove_folder)
{
    for (size_t i = 0; i + 1 < COMMANDS; i++) {
        assert_command("", commands[i], "", 0, "");
        assert_command("", commands[i], " >/dev/full", 2, "cannot write standard output");
    }
    assert_command("", "scripts/bench-compilers.sh --compiler gcc", " >/dev/full", 2,
                   "cannot write standard output");
}

/* A reader that left early is no reason to complain. */
Test(scripts_output, a_reader_that_left, .init = make_everything, .fini = remove_folder)
{
    for (size_t i = 0; i + 1 < COMMANDS; i++) {
        char line[512];
        snprintf(line, sizeof line, "{ sleep 0.3; %s; } | true", commands[i]);
        shell(line);
        cr_assert(!strstr(output, "cannot write"), "%s: %s", line, output);
    }
    shell("ls -A \"$TMPDIR\"; ls -A \"$DIR\" | grep plots-");
    cr_assert_str_eq(output, "", "something is left: %s", output);
}

/* A limit of the size of files is as good as a full disk: folders can be made, files not filled. */
#define FULL "trap '' XFSZ; ulimit -f 0; "

Test(scripts_output, a_full_disk, .init = make_everything, .fini = remove_folder)
{
    for (size_t i = 0; i < COMMANDS; i++)
        if (!strstr(commands[i], "perft-of")) /* which writes no file */
            assert_command(FULL, commands[i], "", 2, "cannot write");
    assert_command(FULL, "scripts/bench-compilers.sh \"$DIR/new/out\"", "", 2,
                   "cannot write into ");
    cr_assert_eq(shell("[ ! -e \"$DIR/new\" ] && [ ! -e \"$DIR/out\" ]"), 0, "something is left");
    cr_assert_eq(shell("cmp README.md \"$DIR/tree/README.md\""), 0, "%s", output);
}

/* Programs that fail because there is no room, and do not say so. */
Test(scripts_output, a_program_without_room, .init = make_everything, .fini = remove_folder)
{
    make_program("head", "#!/bin/sh\n[ \"$1\" != -c ] || { echo 'head: no room' >&2; exit 1; }\n");
    make_program("gnuplot", "#!/bin/sh\nexit 1\n");
    make_program("chromium", "#!/bin/sh\nexit 1\n");
    assert_command("", "scripts/plot.sh \"$DIR\"", "", 2, ": no room");
    assert_command("", "scripts/check-report.sh \"$DIR/page.html\"", "", 2, ": no room");
}

static const char *const scripts[] = {
    "bench-compilers.sh", "bench.sh",      "check-report.sh",    "check.sh",      "fuzz.sh",
    "deep-parallel.sh",   "deep-slurm.sh", "gate-engines.sh",    "gate-proof.sh", "gate.sh",
    "hyperfine.sh",       "plot.sh",       "perft-of-engine.sh", "pgo.sh",        "portability.sh",
    "install-deps.sh",    "man-page.sh",   "readme-table.sh",    "run-bench.sh",  "run-tests.sh",
    "versus-engine.sh",
};

Test(scripts_output, help, .init = make_folder, .fini = remove_folder)
{
    cr_assert_eq(shell("ls scripts/*.sh | wc -l"), 0);
    cr_assert_eq((size_t)atol(output), 1 + sizeof scripts / sizeof scripts[0],
                 "some script is not asked; common.sh is none");
    for (size_t i = 0; i < sizeof scripts / sizeof scripts[0]; i++) {
        char line[256], usage[64];
        snprintf(usage, sizeof usage, "\n  scripts/%s", scripts[i]);
        snprintf(line, sizeof line,
                 "scripts/%s --help >\"$DIR/help\" && scripts/%s -h 2>/dev/null | "
                 "cmp - \"$DIR/help\" && cat \"$DIR/help\"",
                 scripts[i], scripts[i]);
        cr_assert_eq(shell(line), 0, "%s: %s", line, output);
        assert_says(usage, line);
        snprintf(line, sizeof line, "scripts/%s --help >/dev/full", scripts[i]);
        int status = shell(line);
        cr_assert_eq(status, 2, "%s: status %d: %s", line, status, output);
    }
}

Test(scripts_output, unknown_options, .init = make_folder, .fini = remove_folder)
{
    for (size_t i = 0; i < sizeof scripts / sizeof scripts[0]; i++) {
        char line[256];
        if (strcmp(scripts[i], "run-bench.sh") == 0 || strcmp(scripts[i], "gate.sh") == 0)
            continue; /* what it does not know is for xqbench */
        snprintf(line, sizeof line, "scripts/%s --no-such", scripts[i]);
        int status = shell(line);
        cr_assert_eq(status, 2, "%s: status %d: %s", line, status, output);
        assert_says("'--no-such'", line);
    }
}
