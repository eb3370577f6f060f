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
    {"no arguments of ours", VERSUS "--ours ' ' \"$DIR/engine\" 2", 2, {"--ours wants", "usage"}},
    {"the name of ours is that of the engine",
     "cp \"$DIR/engine\" \"$DIR/padded\"; " VERSUS "--tsv \"$DIR/padded\" 2 | grep -c '^padded'",
     0,
     {"2\n", ""}},
    {"an unknown option", VERSUS "--fast", 2, {"--fast", "usage"}},
    {"a depth of 0", VERSUS "\"$DIR/engine\" 0", 2, {"DEPTH", "'0'"}},
};

Test(scripts, versus_engine, .init = make_engine, .fini = remove_folder)
{
    for (size_t i = 0; i < sizeof versus_cases / sizeof versus_cases[0]; i++)
        assert_case(&versus_cases[i]);
}

/* --- the table of versus-engine.sh ----------------------------------------------------------- */

#define TABLE "awk -F '\t' -v clock=user -f scripts/samples.awk -f scripts/versus-table.awk "

/* By hand: of the engine 1, 2 and 3 seconds, of the first contender half of them; the second takes
 * less than it takes to start, the third 9 ms. */
static const char samples[] = "0\tengine\t2\t1000\t2000\t2100\n0\tengine\t2\t1000\t1000\t1100\n"
                              "0\tengine\t2\t1000\t3000\t3100\n1\tours\t2\t1000\t500\t600\n"
                              "1\tours\t2\t1000\t1000\t1100\n1\tours\t2\t1000\t1500\t1600\n"
                              "2\tquick\t2\t1000\t-1\t-2\n3\tbrief\t2\t1000\t9\t10\n";

static const struct script_case table_cases[] = {
    {"a ratio of medians",
     TABLE "\"$DIR/samples\"",
     0,
     {"     2.000        0.0     1.00\n", "    2.00\n"}},
    {"what cannot be measured",
     TABLE "\"$DIR/samples\"",
     0,
     {"         -          -        -\n", "less than 10 ms: quick, brief;"}},
    {"machine-readable",
     TABLE "-v tsv=1 \"$DIR/samples\" 2>/dev/null",
     0,
     {"\nours\t2\t1000\t1.0000\t1.1000\t1000\t2.00\nquick\t2\t1000\t-\t-\t-\t-\n",
      "\nbrief\t2\t1000\t-\t0.0100\t-\t-\n"}},
    {"by elapsed time",
     TABLE "-v tsv=1 -v clock=wall \"$DIR/samples\"",
     0,
     {"\t0.0100\t100000\t210.00\n", ": quick;"}},
    {"nothing to refer to",
     "sed 1,6d \"$DIR/samples\" >\"$DIR/short\"; " TABLE "-v tsv=1 -v clock=wall \"$DIR/short\"",
     0,
     {"\nbrief\t2\t1000\t-\t0.0100\t100000\t-\n", ": quick;"}},
};

Test(scripts, versus_table, .init = make_folder, .fini = remove_folder)
{
    write_file("samples", samples);
    for (size_t i = 0; i < sizeof table_cases / sizeof table_cases[0]; i++)
        assert_case(&table_cases[i]);
}

Test(scripts, versus_engine_ends_with_its_engine, .init = make_engine, .fini = remove_folder)
{
    assert_ends_with("export SILENT=1; " VERSUS "\"$DIR/engine\" 2", "the engine ends");
}
