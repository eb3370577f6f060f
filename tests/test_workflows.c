/* The workflows for GitHub: in order, and all that they name is there. */
#include "scripts.h"

#define CI     ".github/workflows/ci.yml"
#define ENGINE "scripts/ci/engine-gate.yml"

#define LINT "$PYTHON tests/workflows.py "

/* A copy of the workflow, with a change by sed that makes it wrong. */
#define CHANGED(file, change)                                                                      \
    "sed '" change "' " file " >\"$DIR/ci.yml\"; ! cmp -s " file                                   \
    " \"$DIR/ci.yml\" || exit 9; " LINT "\"$DIR/ci.yml\""

static const struct script_case cases[] = {
    {"both are in order", LINT CI " " ENGINE, 0, {"", ""}},
    {"no YAML", CHANGED(CI, "s/^jobs:/jobs: [/"), 1, {"ci.yml: ", "while parsing"}},
    {"no file", LINT "\"$DIR/none.yml\"", 1, {"none.yml", "No such file"}},
    {"no jobs", CHANGED(CI, "/^jobs:/,$d"), 1, {"it has no jobs", ""}},
    {"no time", CHANGED(CI, "/^on:/,/pull_request/d"), 1, {"not when to run", ""}},
    {"no machine", CHANGED(CI, "/runs-on/d"), 1, {"job gate: it has no runs-on", "job bench"}},
    {"no steps", CHANGED(CI, "/^    steps:/,/^$/d"), 1, {"it has no steps", ""}},
    {"a key that the matrix lacks",
     CHANGED(CI, "s/^        compiler:/        compilers:/"),
     1,
     {"job check: its matrix has no compiler\n", "job sanitizers"}},
    {"a key of a job that is none",
     CHANGED(CI, "s/timeout-minutes/time-out/"),
     1,
     {"job check: it has a key that is none: time-out\n", ""}},
    {"a key of a step that is none",
     CHANGED(CI, "s/if: always/unless: never/"),
     1,
     {"job gate: step 4: it has a key that is none: unless\n", ""}},
    {"a step that does nothing",
     CHANGED(CI, "s/^      - run: .*/      - name: nothing/"),
     1,
     {"step 2: it is neither a command nor an action", ""}},
    {"an action without a version",
     CHANGED(CI, "s/checkout@v4/checkout/"),
     1,
     {"actions/checkout is none of", ""}},
    {"what no shell can read",
     CHANGED(CI, "s/^          status=0/          if status=0/"),
     1,
     {"job gate: step 3: no shell can read it", "syntax error"}},
    {"an expression in a command",
     CHANGED(CI, "s/\\$BASE_REF/${{ github.base_ref }}/"),
     1,
     {"job gate: step 3: it has an expression", ""}},
    {"a script that is not there",
     CHANGED(CI, "s,scripts/check.sh,scripts/test.sh,"),
     1,
     {"there is no script scripts/test.sh", ""}},
    {"a target that make does not know",
     CHANGED(CI, "s/ sanitized$/ sanitised/"),
     1,
     {"job sanitizers: step 3: make knows no sanitised", ""}},
    {"a script in another folder",
     CHANGED(ENGINE, "s/gate-engines.sh/gate-engine.sh/"),
     1,
     {"there is no script scripts/gate-engine.sh", ""}},
    {"a target in another folder",
     CHANGED(ENGINE, "s/-j2 all/-j2 both/"),
     1,
     {"make knows no both", ""}},
    {"a file in another folder",
     CHANGED(ENGINE, "s/games.epd/game.epd/"),
     1,
     {"there is no file positions/game.epd", ""}},
};

/* $PYTHON is whichever has the parser; scripts/install-deps.sh sees to it. */
static void find_python(void)
{
    make_folder();
    bool usual = shell("/usr/bin/python3 -c 'import yaml'") == 0;
    cr_assert_eq(setenv("PYTHON", usual ? "/usr/bin/python3" : "python3", 1), 0);
}

Test(workflows, cases, .init = find_python, .fini = remove_folder)
{
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_case(&cases[i]);
    cr_assert_eq(shell(LINT CI " " ENGINE), 0);
    cr_assert_str_eq(output, "", "of what is in order, nothing is said: %s", output);
}
