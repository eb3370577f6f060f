/* Scripts as their user runs them. Never how fast anything was. */
#include "scripts.h"

#define VERSUS "scripts/versus-engine.sh --rounds 1 --ours '--board padded' "

static const struct script_case versus_cases[] = {
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
    {"an engine with arguments",
     VERSUS "--tsv \"$DIR/engine --mode perft\" 2",
     0,
     {"\nengine\t2\t1920\t", "\npadded\t2\t"}},
    {"a path from where the user is",
     "here=$PWD; cd \"$DIR\"; \"$here\"/" VERSUS "--tsv ./engine 2",
     0,
     {"\nengine\t2\t1920\t", "\npadded\t2\t"}},
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

Test(scripts, versus_engine, .init = make_engine, .fini = remove_folder)
{
    for (size_t i = 0; i < sizeof versus_cases / sizeof versus_cases[0]; i++)
        assert_case(&versus_cases[i]);
}

Test(scripts, versus_engine_ends_with_its_engine, .init = make_engine, .fini = remove_folder)
{
    assert_ends_with("export SILENT=1; " VERSUS "\"$DIR/engine\" 2", "the engine ends");
}
