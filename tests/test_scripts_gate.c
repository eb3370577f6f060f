/* scripts/gate.sh in a repository of the test's own, whose Makefile compiles nothing, with an
 * xqbench that says what it is told; and make's part of it. */
#include "scripts.h"

#define MAKE "env -u MAKEFLAGS -u MAKELEVEL make "
#define GATE "unset MAKEFLAGS MAKELEVEL; cd \"$DIR/tree\" && scripts/gate.sh "

/* A build has the sources of its side; `built` is a list of what was made. */
static const char makefile[] =
    "BUILD ?= build\n"
    "TREE := .\n"
    "CC ?= cc\n"
    "$(BUILD)/xqbench: xqbench\n"
    "\t@mkdir -p $(BUILD) && cp xqbench $@\n"
    "gate-build:\n"
    "\t@mkdir -p $(BUILD) && echo '$(CC)' >$(BUILD)/flags\n"
    "\t@[ $(TREE) = . ] || [ -z \"$$SLEEP\" ] || { echo $$$$ >\"$$DIR/pid\"; sleep 60; }\n"
    "\t@grep -v broken $(TREE)/src/board.c >$(BUILD)/boards.so || { echo 'error: broken'; exit 1; "
    "}\n"
    "\t@echo \"$(BUILD)\" >>\"$$DIR/built\"\n"
    "counted:\n";

static const char fake_xqbench[] =
    "#!/bin/sh\n"
    "case \" $* \" in *' --nonsense '*) echo \"what is '--nonsense'?\" >&2; exit 2 ;; esac\n"
    "case \" $* \" in *' --usage '*) echo \"usage of it\"; exit ;; esac\n"
    "[ \"$2\" != --check ] || exit 0\n"
    "printf judged:; printf ' <%s>' \"$@\"; echo\n"
    "read -r base <\"$2/boards.so\" && read -r head <\"$3/boards.so\"\n"
    "echo \"$base becomes $head\"\n"
    "exit ${STATUS:-0}\n";

/* From here on in a command, there is all that the script needs up to there, but one. */
#define WITHOUT(program)                                                                           \
    "rm -rf \"$DIR/bare\"; mkdir \"$DIR/bare\"; for tool in git make flock setsid mktemp rm "      \
    "mkdir head sed nproc; do "                                                                    \
    "[ $tool = " program " ] || tools=\"$tools /usr/bin/$tool\"; done; "                           \
    "ln -s $tools \"$DIR/bare\"; " NO_PROGRAMS

/* What is committed, from the oldest on: one, broken, two. */
static void make_repository(void)
{
    make_folder();
    cr_assert_eq(shell("mkdir -p \"$DIR/tree/scripts\" \"$DIR/tree/src\" \"$DIR/tmp\" && "
                       "cp scripts/common.sh scripts/gate.sh \"$DIR/tree/scripts\""),
                 0, "%s", output);
    write_file("tree/Makefile", makefile);
    write_file("tree/.gitignore", "build/\n");
    make_program("tree/xqbench", fake_xqbench);
    cr_assert_eq(unsetenv("BUILD"), 0);
    cr_assert_eq(unsetenv("CC"), 0);
    static const char *const set[][2] = {
        {"GIT_CONFIG_GLOBAL", "/dev/null"},
        {"GIT_CONFIG_NOSYSTEM", "1"},
        {"GIT_AUTHOR_NAME", "A"},
        {"GIT_AUTHOR_EMAIL", "a@example.org"},
        {"GIT_COMMITTER_NAME", "A"},
        {"GIT_COMMITTER_EMAIL", "a@example.org"},
        {"GIT_CEILING_DIRECTORIES", "/tmp:/"},
    };
    for (size_t i = 0; i < sizeof set / sizeof set[0]; i++)
        cr_assert_eq(setenv(set[i][0], set[i][1], 1), 0);
    cr_assert_eq(shell("cd \"$DIR/tree\" && git init -q -b trunk && for text in one broken two; do "
                       "echo $text >src/board.c && git add . && git commit -q -m $text || exit; "
                       "done && git tag one HEAD~2 && git tag broken HEAD~1"),
                 0, "%s", output);
    char tmp[PATH_SIZE];
    path_of(tmp, "tmp");
    cr_assert_eq(setenv("TMPDIR", tmp, 1), 0);
}

/* Whatever came of it, there is no worktree but the tree itself, and no other folder. */
static void assert_nothing_is_left(const char *rule)
{
    assert_empty("tree/.git/worktrees", rule);
    assert_empty("tmp", rule);
}

static const struct script_case gate_cases[] = {
    {"a base by its name", GATE "one", 0, {"base: one, commit ", "one becomes two\n"}},
    {"the head is the working tree as it is",
     "echo three >\"$DIR/tree/src/board.c\"; " GATE "one && git checkout -q .",
     0,
     {" with changes\n", "one becomes three\n"}},
    {"without changes, none are said", GATE "one | grep -c 'with changes'", 1, {"0\n", ""}},
    {"options are passed on",
     GATE "one --strict --json 'a b.json'",
     0,
     {"judged: <gate> <build/gate/base-", "> <build/gate/head> <--strict> <--json> <a b.json>\n"}},
    {"the folder says which commit",
     GATE "one >/dev/null && ls -d build/gate/base-$(git rev-parse --short=12 one)",
     0,
     {"build/gate/base-", ""}},
    {"from elsewhere",
     "cd / && \"$DIR/tree/scripts/gate.sh\" one",
     0,
     {"judged: <gate> <build/gate/base-", "one becomes two"}},
    {"a build folder",
     "export BUILD=\"$DIR/other\"; " GATE "one",
     0,
     {"/other/gate/head>", "one becomes two"}},
    {"its status: regression", "export STATUS=1; " GATE "one", 1, {"judged:", ""}},
    {"its status: input", "export STATUS=2; " GATE "one", 2, {"judged:", ""}},
    {"its status: another program", "export STATUS=3; " GATE "one", 3, {"judged:", ""}},
    {"its status: inconclusive", "export STATUS=4; " GATE "one", 4, {"judged:", ""}},
    {"an unknown base", GATE "none-such", 2, {"there is no commit 'none-such'\n", ""}},
    {"a base that is no commit", GATE "HEAD:src", 2, {"there is no commit 'HEAD:src'\n", ""}},
    {"a base that does not build: its last words",
     GATE "broken --strict",
     2,
     {"error: broken", "sources of broken do not build"}},
    {"HEAD~1 without a word", GATE, 2, {"base: HEAD~1", "sources of HEAD~1 do not build"}},
    {"an empty word is none", GATE "''", 2, {"base: HEAD~1", "sources of HEAD~1 do not build"}},
    {"options without a base",
     GATE "--strict",
     2,
     {"base: HEAD~1", "sources of HEAD~1 do not build"}},
    {"a head that does not build",
     "echo broken >\"$DIR/tree/src/board.c\"; " GATE "one; status=$?; git checkout -q .; exit "
     "$status",
     3,
     {"error: broken", "the working tree does not build"}},
    {"what xqbench refuses, before anything is built",
     "rm -rf \"$DIR/built\" \"$DIR/tree/build\"; " GATE "one --nonsense || { status=$?; "
     "[ ! -e \"$DIR/built\" ] && exit $status; }",
     2,
     {"'--nonsense'", "refuses an option"}},
    {"what xqbench only explains",
     "rm -rf \"$DIR/built\" \"$DIR/tree/build\"; " GATE "one --usage && [ ! -e \"$DIR/built\" ]",
     0,
     {"usage of it\n", ""}},
    {"another Makefile, which both are built by",
     "echo '# a rule' >>\"$DIR/tree/Makefile\"; " GATE "one --strict; git checkout -q .",
     0,
     {"note: Makefile differs: both are built by the tree's, so that a change of flags in it is "
      "not "
      "seen\n",
      "/head> <--note> <Makefile differs: both are built by the tree's, so that a change of flags "
      "in it is not seen.> <--strict>\n"}},
    {"the same Makefile", GATE "one | grep -c Makefile", 1, {"0\n", ""}},
    {"a build folder with a blank", "export BUILD='a b'; " GATE "one", 2, {"'a b'", "no blank"}},
    {"a full standard output", GATE "one >/dev/full", 2, {"cannot write standard output", ""}},
    {"a folder that another run builds in",
     "mkdir -p \"$DIR/tree/build/gate\"; exec 8<\"$DIR/tree/build/gate\"; flock 8; " GATE "one",
     2,
     {"another run builds in build/gate", ""}},
    {"called by a hook of another folder",
     "git init -q \"$DIR/hook\"; export GIT_DIR=\"$DIR/hook/.git\" "
     "GIT_WORK_TREE=\"$DIR/hook\"; " GATE "one",
     0,
     {"one becomes two\n", ""}},
    {"no git",
     "mkdir -p \"$DIR/bare\"; for tool in mktemp rm head; do ln -s \"$(command -v $tool)\" "
     "\"$DIR/bare\"; done; " NO_PROGRAMS GATE "one",
     3,
     {"git is missing; install Debian's package git\n", ""}},
    {"no make",
     WITHOUT("make") GATE "one",
     3,
     {"make is missing; install Debian's package make\n", ""}},
    {"no flock",
     WITHOUT("flock") GATE "one",
     3,
     {"flock is missing; install Debian's package util-linux\n", ""}},
    {"no setsid",
     WITHOUT("setsid") GATE "one",
     3,
     {"setsid is missing; install Debian's package util-linux\n", ""}},
};

Test(scripts_gate, cases, .init = make_repository, .fini = remove_folder)
{
    for (size_t i = 0; i < sizeof gate_cases / sizeof gate_cases[0]; i++) {
        assert_case(&gate_cases[i]);
        assert_nothing_is_left(gate_cases[i].rule);
    }
}

static const struct script_case base_cases[] = {
    {"origin/main before HEAD~1",
     "git -C \"$DIR/tree\" update-ref refs/remotes/origin/main one; " GATE,
     0,
     {"base: origin/main, commit ", "one becomes two\n"}},
    {"but not when it is the working tree",
     "git -C \"$DIR/tree\" update-ref refs/remotes/origin/main HEAD; " GATE,
     2,
     {"base: HEAD~1, ", "sources of HEAD~1"}},
    {"which it is no more with a change",
     "echo three >\"$DIR/tree/src/board.c\"; " GATE "; git checkout -q .",
     0,
     {"base: origin/main, ", "two becomes three\n"}},
    {"a shallow clone has no HEAD~1",
     "git clone -q --depth 1 \"file://$DIR/tree\" \"$DIR/shallow\"; "
     "\"$DIR/shallow/scripts/gate.sh\"",
     2,
     {"BASE is missing", "'git fetch --unshallow' gets the rest\n"}},
    {"nor has a first commit",
     "git -C \"$DIR/tree\" update-ref -d refs/remotes/origin/main; "
     "git -C \"$DIR/tree\" checkout -q one; " GATE,
     2,
     {"BASE is missing", "neither origin/main nor HEAD~1\n"}},
    {"no commit at all",
     "cd \"$DIR/tree\" && git checkout -q --orphan none; scripts/gate.sh one",
     2,
     {"there is no commit yet", ""}},
    {"no repository",
     "rm -rf \"$DIR/tree/.git\"; " GATE "one",
     2,
     {"fatal: not a git repository", "git knows no commits of this folder"}},
};

Test(scripts_gate, bases, .init = make_repository, .fini = remove_folder)
{
    for (size_t i = 0; i < sizeof base_cases / sizeof base_cases[0]; i++) {
        assert_case(&base_cases[i]);
        assert_nothing_is_left(base_cases[i].rule);
    }
}

/* $DIR/built has a line for each build: how many of the base? */
static void assert_builds(const char *command, long count, const char *rule)
{
    cr_assert_eq(shell(command), 0, "%s: %s", rule, output);
    assert_says("one becomes two", rule);
    cr_assert_eq(shell("grep -c base- \"$DIR/built\""), 0, "%s", output);
    cr_assert_eq(atol(output), count, "%s: %s", rule, output);
}

Test(scripts_gate, the_base_is_kept, .init = make_repository, .fini = remove_folder)
{
    assert_builds(GATE "one", 1, "the first time");
    assert_builds(GATE "one", 1, "the second time");
    assert_builds("export CC=other; " GATE "one", 2, "another compiler");
    assert_builds("export CC=other; " GATE "one", 2, "the same again");
    assert_builds("export LDFLAGS=-s CC=other; " GATE "one", 3, "other flags of the linker");
    assert_builds("echo '# a rule' >>\"$DIR/tree/Makefile\"; " GATE "one", 4, "other rules");
    assert_builds("rm \"$DIR\"/tree/build/gate/base-*/boards.so; " GATE "one", 5, "what is lost");
    assert_builds("rm \"$DIR\"/tree/build/gate/base-*/made; " GATE "one", 6, "what was left half");
    /* Where instructions can be counted since, both sides have the build for it. */
    assert_builds("mkdir -p \"$DIR/tree/build/gate/head/x86-64-v3\"; "
                  "touch \"$DIR/tree/build/gate/head/x86-64-v3/boards.so\"; " GATE "one",
                  7, "what is counted");
}

/* A project inside of another repository. */
Test(scripts_gate, a_folder_of_a_repository, .init = make_repository, .fini = remove_folder)
{
    static const struct script_case is = {
        "a folder",
        "cd \"$DIR\" && mkdir outer && rm -rf tree/.git && echo one >tree/src/board.c && "
        "mv tree outer/inner && cd outer && git init -q && git add . && git commit -q -m a && "
        "echo two >inner/src/board.c && inner/scripts/gate.sh HEAD && "
        "git worktree list | sed 1d && ls -A \"$DIR/tmp\"",
        0,
        {" with changes\n", "one becomes two\n"}};
    assert_case(&is);
}

Test(scripts_gate, a_signal_leaves_no_worktree, .init = make_repository, .fini = remove_folder)
{
    assert_ends_with("export SLEEP=1; cd \"$DIR/tree\" || exit; scripts/gate.sh one",
                     "a signal while the base is built");
    assert_nothing_is_left("after a signal");
    assert_builds(GATE "one", 1, "then it is built from the start");
}

/* Starts a gate in a build folder, and kills it with all that it started while it builds the base:
 * its worktree is left. */
static void kill_a_gate(const char *build)
{
    char command[640];
    snprintf(command, sizeof command,
             "cd \"$DIR/tree\" && rm -f \"$DIR/pid\" && export SLEEP=1 BUILD=\"%s\" && "
             "{ setsid scripts/gate.sh one >/dev/null 2>&1 & } && script=$! && i=0 && "
             "while ! [ -s \"$DIR/pid\" ] && [ $i -lt 100 ]; do sleep 0.1; i=$((i + 1)); done; "
             "session=$(cut -d ' ' -f 6 /proc/$(cat \"$DIR/pid\")/stat) && kill -KILL $script "
             "-$session; "
             "wait $script; rm -rf \"$DIR\"/tmp/* && git worktree list | grep -c xqperft-gate-base",
             build);
    int status = shell(command);
    cr_assert_eq(status, 0, "%s: status %d: %s", build, status, output);
}

Test(scripts_gate, a_killed_run_is_cleaned_up, .init = make_repository, .fini = remove_folder)
{
    kill_a_gate("build");
    assert_builds(GATE "one", 1, "the next run");
    assert_nothing_is_left("of the same folder");
    cr_assert_eq(shell("mkdir \"$DIR/tree/build/gate/xqperft-gate-base\" && "
                       "touch \"$DIR/tree/build/gate/xqperft-gate-base/x\""),
                 0, "%s", output);
    assert_builds("rm -r \"$DIR\"/tree/build/gate/base-*; " GATE "one", 2, "not registered");
    kill_a_gate("$DIR/other");
    assert_builds(GATE "one", 2, "the next run elsewhere");
    assert_nothing_is_left("of a folder that nobody has locked");
    kill_a_gate("$DIR/other");
    cr_assert_eq(shell("rm -rf \"$DIR/other\""), 0);
    assert_builds(GATE "one", 2, "the next run elsewhere");
    assert_nothing_is_left("of a folder that is gone");
}

/* That of a run which goes on, whose folder is locked, is not touched. */
Test(scripts_gate, worktrees_of_running_gates_stay, .init = make_repository, .fini = remove_folder)
{
    kill_a_gate("$DIR/other");
    assert_builds("exec 8<\"$DIR/other/gate\"; flock 8; " GATE "one", 1, "beside it");
    cr_assert_eq(shell("ls \"$DIR/other/gate/xqperft-gate-base/src\" && "
                       "git -C \"$DIR/tree\" worktree list"),
                 0, "%s", output);
    assert_says("board.c\n", "its files");
    assert_says("/other/gate/xqperft-gate-base ", "it is registered");
}

/* A base that is used again is new again; what else is in the folder stays. */
Test(scripts_gate, old_builds_go, .init = make_repository, .fini = remove_folder)
{
    static const struct script_case is = {
        "a fifth base",
        "cd \"$DIR/tree\" && mkdir -p build/gate/other && for i in 1 2 3 4; do "
        "git commit -q --allow-empty -m $i && git tag base-$i && "
        "scripts/gate.sh base-$i >/dev/null || exit; made=$(git rev-parse --short=12 base-$i); "
        "touch -d 2001-01-0$i build/gate/base-$made; done; "
        "ls build/gate | grep -c ^base-; "
        "scripts/gate.sh base-1 >/dev/null && scripts/gate.sh one >/dev/null || exit; "
        "ls build/gate | grep -c ^base-; ls -d build/gate/other && "
        "for kept in 1 3 4; do ls -d build/gate/base-$(git rev-parse --short=12 base-$kept); done",
        0,
        {"4\n4\nbuild/gate/other\n", ""}};
    assert_case(&is);
    assert_builds(GATE "one", 5, "what is new is kept");
}

/* A worktree of the user's that is not there, as on a disk that is away, is not forgotten. */
Test(scripts_gate, worktrees_of_others_stay, .init = make_repository, .fini = remove_folder)
{
    cr_assert_eq(shell("cd \"$DIR/tree\" && git worktree add -q \"$DIR/away\" one && "
                       "mv \"$DIR/away\" \"$DIR/elsewhere\" && scripts/gate.sh one >/dev/null; "
                       "git worktree list"),
                 0, "%s", output);
    assert_says("/away ", "the user's");
    cr_assert_eq(shell("ls -A \"$DIR/tmp\""), 0);
    cr_assert_str_eq(output, "");
}

/* --- make ------------------------------------------------------------------------------------ */

/* The Makefile itself, with scripts that say what they are told. */
static void make_tree(void)
{
    make_folder();
    cr_assert_eq(shell("mkdir -p \"$DIR/tree/scripts\" \"$DIR/tree/build\" && "
                       "cp Makefile \"$DIR/tree\""),
                 0, "%s", output);
    make_program("tree/scripts/gate.sh", "#!/bin/sh\n"
                                         "echo \"in $BUILD:$(printf ' <%s>' \"$@\")\"\n"
                                         "exit ${STATUS:-0}\n");
    make_program("tree/build/xqbench", "#!/bin/sh\necho \"xqbench:$(printf ' <%s>' \"$@\")\"\n");
    cr_assert_eq(unsetenv("BUILD"), 0);
    cr_assert_eq(unsetenv("BASE"), 0);
}

#define IN_TREE "cd \"$DIR/tree\" && " MAKE

static const struct script_case make_cases[] = {
    {"a base and options",
     IN_TREE "-s gate BASE=HEAD~2 GATE=\"--strict --json 'a b'\"",
     0,
     {"in build: <HEAD~2> <--strict> <--json> <a b>\n", ""}},
    {"a base with quotes", IN_TREE "-s gate BASE=\"it's\"", 0, {"in build: <it's>\n", ""}},
    {"no base", IN_TREE "-s gate", 0, {"in build: <>\n", ""}},
    {"another folder", IN_TREE "-s gate BUILD=other", 0, {"in other: <>\n", ""}},
    {"a verdict", "export STATUS=4; " IN_TREE "-s gate", 2, {"Error 4", ""}},
    {"a baseline",
     IN_TREE "-s -o build/xqbench baseline MAKE=true",
     0,
     {"xqbench: <gate> <build/gate/head> <--save-baseline> <results/baseline.json>\n", ""}},
};

Test(scripts_gate, make_says, .init = make_tree, .fini = remove_folder)
{
    for (size_t i = 0; i < sizeof make_cases / sizeof make_cases[0]; i++)
        assert_case(&make_cases[i]);
}
