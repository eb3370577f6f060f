/* Deep counts past one process: GNU parallel, and Slurm, whose one-node cluster `make check-deep`
 * starts. */
#include "scripts.h"

#define X "\"$BUILD/xqperft\" "
#define P "\"$DIR/a plan\""

/* 962 units; perft 4 is 3,290,240. */
static void make_plan(void)
{
    make_folder();
    cr_assert_eq(shell(X "plan 4 --split 2 --out " P), 0, "%s", output);
    /* It notes which parts it is asked for. The first time it dies in the middle of $KILLED;
     * $FAILS is never done, nor is $SKIPPED, which it calls well done. */
    make_program("worker",
                 "#!/bin/sh\n"
                 "[ \"$1\" != work ] || echo \"$3\" >>\"$DIR/parts\"\n"
                 "[ \"$3\" != \"${FAILS:-none}\" ] || exit 9\n"
                 "[ \"$3\" != \"${SKIPPED:-none}\" ] || exit 0\n"
                 "if [ \"$3\" = \"${KILLED:-none}\" ] && mkdir \"$DIR/killed\" 2>/dev/null; then\n"
                 "    \"$BUILD/xqperft\" \"$@\" | head -n 20\n"
                 "    kill -KILL $$\n"
                 "fi\n"
                 "exec \"$BUILD/xqperft\" \"$@\"\n");
}

#define PARALLEL "scripts/deep-parallel.sh --jobs 2 --parts 5 "
#define WORKER   PARALLEL "--program \"$DIR/worker\" " P

static const struct script_case parallel_cases[] = {
    {"a part that never ends well",
     "FAILS=4/5 " WORKER " --board vector",
     3,
     {"not all parts are counted; started again, this goes on", ""}},
    {"has three tries, others one",
     "sort \"$DIR/parts\" | uniq -c | tr -s ' \\n' ' '; rm \"$DIR/parts\"",
     0,
     {" 1 1/5 1 2/5 1 3/5 3 4/5 1 5/5 ", ""}},
    {"started again, only that is done; a worker is killed",
     "KILLED=4/5 " WORKER,
     0,
     {"h2h9: 60221\n", "\nNodes searched: 3290240\n"}},
    {"and tried again",
     "tr '\\n' ' ' <\"$DIR/parts\"; ls -d \"$DIR/killed\"",
     0,
     {"4/5 4/5 ", "killed"}},
    {"every unit is there once, and the plan still is, too",
     "grep -c ^result " P "; " X "merge " P " --json",
     0,
     {"962\n", "\"repeated\": 0"}},
    {"nothing is left to do",
     "rm \"$DIR/parts\"; " WORKER "; ls \"$DIR/parts\"",
     2,
     {"Nodes searched: 3290240\n", "parts"}},
    {"no plan", PARALLEL "README.md", 2, {"README.md is no plan", ""}},
    {"no file", PARALLEL "\"$DIR/none\"", 2, {"cannot read ", "/none\n"}},
    {"no such option", "scripts/deep-parallel.sh --part 5 " P, 2, {"no option '--part'", "usage"}},
    {"two in one word",
     "scripts/deep-parallel.sh '--jobs parts' 5 " P,
     2,
     {"no option '--jobs ", ""}},
    {"a short one", "scripts/deep-parallel.sh -jobs 5 " P, 2, {"no option '-jobs'", ""}},
    {"no value", "scripts/deep-parallel.sh --hosts", 2, {"--hosts wants a value", ""}},
    {"help", "scripts/deep-parallel.sh --jobs 2 --help", 0, {"Counts the units", ""}},
    {"nothing", PARALLEL, 2, {"PLAN is missing", "usage"}},
    {"no parts", "scripts/deep-parallel.sh --parts 0 " P, 2, {"--parts is a whole number", ""}},
    {"a bad option of work",
     "scripts/deep-parallel.sh --parts 1 " P " --board none",
     3,
     {"unknown board 'none'", "not all parts"}},
    {"no parallel", NO_PROGRAMS PARALLEL P, 3, {"parallel is missing", "package parallel"}},
};

Test(scripts_deep, parallel, .init = make_plan, .fini = remove_folder)
{
    for (size_t i = 0; i < sizeof parallel_cases / sizeof parallel_cases[0]; i++)
        assert_case(&parallel_cases[i]);
}

/* What is in the file counts, not what is said of it. */
static const struct script_case missing_cases[] = {
    {"a part that was only said to be done",
     "SKIPPED=2/5 " WORKER,
     4,
     {"192 of 962 units are not counted yet, the first of them 193",
      "started again, this goes on"}},
    {"is done at the next start, behind a torn line",
     "printf 'result 0' >>" P "; " WORKER,
     0,
     {"Nodes searched: 3290240\n", ""}},
};

Test(scripts_deep, parts_that_are_missing, .init = make_plan, .fini = remove_folder)
{
    for (size_t i = 0; i < sizeof missing_cases / sizeof missing_cases[0]; i++)
        assert_case(&missing_cases[i]);
}

/* Hosts that parallel reaches by ssh: here by a program that stays on this machine, in a folder of
 * its own for each. It has a shell of its own as sshd gives one, for the machine of the tests need
 * not name any: parallel does nothing on a host without, and calls that success. */
Test(scripts_deep, hosts, .init = make_plan, .fini = remove_folder)
{
    if (shell("command -v rsync") != 0)
        cr_skip_test("rsync, which brings the plan to other hosts, is missing");
    make_program("ssh",
                 "#!/bin/sh\n"
                 "while [ \"${1#-}\" != \"$1\" ]; do case $1 in -l) shift ;; esac; shift; done\n"
                 "mkdir -p \"$DIR/$1\" && cd \"$DIR/$1\" || exit\n"
                 "shift\n"
                 "[ \"$1\" != -- ] || shift\n"
                 "SHELL=/bin/sh exec sh -c \"$*\"\n");
    static const struct script_case cases[] = {
        {"two and this one",
         "unset SHELL; mv " P
         " \"$DIR/plan\"; PARALLEL_SSH=\"$DIR/ssh\" RSYNC_RSH=\"$DIR/ssh\" " PARALLEL
         "--hosts one,two,: \"$DIR/plan\"",
         0,
         {"\nNodes searched: 3290240\n", ""}},
        {"each had its part",
         "cut -f 2 \"$DIR\"/plan.*.joblog | sort -u | tr '\\n' ' '; ls \"$DIR/one\" | wc -l; ls "
         "\"$DIR/plan\"",
         0,
         {": Host one two 0\n", "/plan\n"}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_case(&cases[i]);
}

/* --- Slurm ------------------------------------------------------------------------------------ */

#define SLURM  "scripts/deep-slurm.sh --parts 3 "
#define MERGED X "merge " P " " P ".[0-9]*"

/* Does in turn what sbatch is asked for. */
static const char sbatch[] =
    "#!/bin/sh\n"
    "printf '%s\\n' \"$@\" >\"$DIR/asked\"\n"
    "while [ $# -gt 0 ]; do\n"
    "    case $1 in --array) array=$2 ;; --wrap) wrap=$2 ;; esac\n"
    "    shift\n"
    "done\n"
    "for task in $(seq ${array#1-}); do\n"
    "    SLURM_ARRAY_TASK_ID=$task SLURM_CPUS_PER_TASK=2 sh -c \"$wrap\" >>\"$DIR/said\" || exit\n"
    "done\n"
    "echo 17\n";

#define FAKE "PATH=\"$DIR:$PATH\"; "

static const struct script_case array_cases[] = {
    {"an array", FAKE SLURM P " --board vector -- --time 10", 0, {"17\n", ""}},
    {"what it is",
     "tr '\\n' ' ' <\"$DIR/asked\"",
     0,
     {"--array 1-3 --requeue ", ".log-%a --time 10 --wrap "}},
    {"a file for each part",
     "cd \"$DIR\"; wc -l 'a plan'.[0-9]*",
     0,
     {"320 a plan.1\n", " 962 total"}},
    {"which come together", MERGED, 0, {"Nodes searched: 3290240\n", ""}},
    {"and are not counted again",
     FAKE SLURM P " >/dev/null; grep before \"$DIR/said\" | tail -n 1",
     0,
     {" 321\n", ""}},
    {"no plan", FAKE SLURM "README.md", 2, {"README.md is no plan", ""}},
    {"nothing", SLURM, 2, {"PLAN is missing", "usage"}},
    {"no Slurm", NO_PROGRAMS SLURM P, 3, {"sbatch is missing", "package slurm-wlm"}},
};

Test(scripts_deep, array, .init = make_plan, .fini = remove_folder)
{
    make_program("sbatch", sbatch);
    for (size_t i = 0; i < sizeof array_cases / sizeof array_cases[0]; i++)
        assert_case(&array_cases[i]);
}

/* The second part is taken away from its node after ten units, and queued again. */
Test(scripts_deep, cluster, .init = make_plan, .fini = remove_folder)
{
    if (!getenv("XQPERFT_DEEP"))
        cr_skip_test("only by make check-deep: a cluster takes its time to start");
    make_program("requeued", "#!/bin/sh\n"
                             "if [ \"$3\" = 2/3 ] && mkdir \"$DIR/once\" 2>/dev/null; then\n"
                             "    \"$BUILD/xqperft\" work \"$2\" 400-409 --out \"$5\"\n"
                             "    scontrol requeue \"$SLURM_JOB_ID\"\n"
                             "    sleep 100\n"
                             "fi\n"
                             "exec \"$BUILD/xqperft\" \"$@\"\n");
    /* Slurm would let it wait two minutes before it starts it again. */
    make_program("submit", "#!/bin/sh\n"
                           "\"$@\" || exit\n"
                           "until [ -z \"$(squeue --noheader)\" ]; do\n"
                           "    sleep 0.2\n"
                           "    squeue --noheader --format '%i %r' | sed -n 's/ BeginTime//p' |\n"
                           "        while read -r job; do\n"
                           "            scontrol update \"JobId=$job\" StartTime=now\n"
                           "        done\n"
                           "done\n");
    int status = shell("tests/slurm-node.sh \"$DIR/cluster\" \"$DIR/submit\" " SLURM
                       "--program \"$DIR/requeued\" " P " --hash 16M");
    if (status == 77)
        cr_skip_test("%s", output);
    cr_assert_eq(status, 0, "status %d: %s", status, output);
    static const struct script_case cases[] = {
        {"all was counted", MERGED " --json", 0, {"\"nodes\": 3290240", "\"repeated\": 0"}},
        {"it went on where it was",
         "cat " P ".log-2",
         0,
         {"counted before    10\ncounted           311\n", ""}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_case(&cases[i]);
}
