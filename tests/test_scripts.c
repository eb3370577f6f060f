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

/* --- a suite --------------------------------------------------------------------------------- */

/* Red has the move, then Black; 1920 and 836 at depth 2, 79666 and 21232 at depth 3. */
#define BLACK_FEN "2bk1ab1r/4a4/2n3n1c/p3p3p/2p6/6P2/P1P1P3P/2N5C/4A4/R1B1KABR1 b"
static const char suite[] = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 "
                            ";id \"first\"\n" BLACK_FEN " ;D1 24 ;id \"second\"\n";

#define SUITE VERSUS "--epd \"$DIR/suite\" "
#define FENS                                                                                       \
    "cut -d ';' -f 1 \"$DIR/suite\" >\"$DIR/fens\"; "                                              \
    "scripts/perft-of-engine.sh --timeout 1 --fens \"$DIR/fens\" "

/* The engine of make_engine() knows the starting position only; another does, in any dialect. */
static const struct script_case suite_cases[] = {
    {"a table of sums",
     SUITE "\"$BUILD/faulty-engine\" 2",
     0,
     {"perft of the 2 positions of /", " 2756 "}},
    {"machine-readable",
     SUITE "--tsv \"$BUILD/faulty-engine\" 2",
     0,
     {"\tnodes_per_second\tratio\tpositions\tepd\nfaulty-engine\t2\t2756\t",
      "/suite\npadded\t2\t2756\t"}},
    {"one ply more for what is quick",
     SUITE "--deeper --tsv \"$BUILD/faulty-engine\" 2",
     0,
     {"\nfaulty-engine\t2\t2756\t", "\npadded\t3\t100898\t"}},
    {"a path from where the user is",
     "here=$PWD; cd \"$DIR\"; \"$here\"/" VERSUS "--epd suite --tsv \"$BUILD/faulty-engine\" 2",
     0,
     {"\npadded\t2\t2756\t", "\t2\tsuite\n"}},
    {"other letters",
     SUITE "--tsv \"$BUILD/faulty-engine --dialect red-r-strict --dialect horse-h\" 2",
     0,
     {"\nfaulty-engine\t2\t2756\t", "\npadded\t2\t2756\t"}},
    {"a variant",
     SUITE "--tsv \"$BUILD/faulty-engine --dialect variant\" 2",
     0,
     {"\nfaulty-engine\t2\t2756\t", ""}},
    {"our own as the engine",
     SUITE "--tsv \"$BUILD/xqperft uci\" 2",
     0,
     {"\nxqperft\t2\t2756\t", ""}},
    {"a wrong count in one of them",
     SUITE "\"$BUILD/faulty-engine --fault cannon-two-screens\" 2",
     1,
     {"perft 1 of " BLACK_FEN " - - 0 1 is 24 by padded, and 25 by faulty-engine",
      "position 2 of /"}},
    {"what plays something else",
     SUITE "\"$BUILD/faulty-engine --dialect chess\" 2",
     3,
     {"chess", "cannot find out how"}},
    {"more than one board at once",
     "scripts/versus-engine.sh --rounds 1 --ours '--board all' --epd \"$DIR/suite\" "
     "\"$BUILD/faulty-engine\" 2",
     2,
     {"--board all printed", "and should print 2"}},
    {"all positions by one process",
     FENS "\"$BUILD/faulty-engine\" 2",
     0,
     {"nodes\nFaulty Engine 1.0\t2\t1920\nFaulty Engine 1.0\t2\t836\n", ""}},
    {"a crash: its last words, but not the rows before",
     "export CRASH=1; " FENS "\"$DIR/engine\" 2",
     3,
     {"when asked 'go perft 2' of 'position fen rnb", "I am undone"}},
    {"no answer",
     "export SILENT=1; " FENS "\"$DIR/engine\" 2",
     3,
     {"'go perft 2' of 'position fen rnb", "within 1 seconds"}},
    {"no positions for it", FENS "--fens /dev/null \"$DIR/engine\" 2", 2, {"no position", ""}},
    {"a missing file for it",
     FENS "--fens \"$DIR/none\" \"$DIR/engine\" 2",
     2,
     {"cannot read", "none"}},
};

/* None of them lets an engine start. */
static const struct script_case bad_suites[] = {
    {"missing",
     VERSUS "--epd \"$DIR/none\" \"$DIR/engine\" 2",
     2,
     {"/none: No such file", "cannot count"}},
    {"a folder", VERSUS "--epd \"$DIR\" \"$DIR/engine\" 2", 2, {"Is a directory", "cannot count"}},
    {"empty", VERSUS "--epd /dev/null \"$DIR/engine\" 2", 2, {"has no position", "cannot count"}},
    {"bad", VERSUS "--epd \"$DIR/engine\" \"$DIR/engine\" 2", 2, {"/engine:2:", "cannot count"}},
    {"read once only",
     "mkfifo \"$DIR/pipe\"; " VERSUS "--epd \"$DIR/pipe\" \"$DIR/engine\" 2",
     2,
     {"/pipe is a pipe", ""}},
    {"without a name", VERSUS "--epd '' \"$DIR/engine\" 2", 2, {"--epd wants a file", "usage"}},
    {"without a value", VERSUS "--epd", 2, {"--epd wants a value", "usage"}},
};

Test(scripts, versus_engine_over_a_suite, .init = make_engine, .fini = remove_folder)
{
    write_file("suite", suite);
    for (size_t i = 0; i < sizeof suite_cases / sizeof suite_cases[0]; i++)
        assert_case(&suite_cases[i]);
    cr_assert_eq(shell("rm -f \"$DIR/pid\""), 0, "%s", output);
    for (size_t i = 0; i < sizeof bad_suites / sizeof bad_suites[0]; i++)
        assert_case(&bad_suites[i]);
    cr_assert_eq(shell("[ ! -e \"$DIR/pid\" ]"), 0, "an engine was started");
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
