/* Deep counts as their user makes them: plans, work that is killed and goes on, what merge makes of
 * it.
 */
#include "scripts.h"

#define X "\"$BUILD/xqperft\" "
#define P "\"$DIR/p\" "
#define Q "\"$DIR/q\" "
#define R "\"$DIR/r\" "

#define START  "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
#define NEW(n) "rm -f " P "; " X "plan " n " --out " P ">/dev/null && "

/* merge prints what divide does, to the byte. */
#define IS_DIVIDE(files, depth)                                                                    \
    X "divide " depth " >\"$DIR/d\" && " X "merge " files ">\"$DIR/m\" && cmp \"$DIR/d\" "         \
      "\"$DIR/m\""

#define CASES(cases)                                                                               \
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)                                    \
    assert_case(&cases[i])

/* --- plans ------------------------------------------------------------------------------------ */

static const struct script_case plan_cases[] = {
    {"paths and units",
     NEW("5 --split 2") "head -n 8 " P,
     0,
     {"\npaths 1920\nunits 962\nunit 1 rnbakabnr/", " w 2 a0a1:1 i0i1:1\n"}},
    {"a result of one unit",
     X "work " P "962 --board vector && tail -n 1 " P,
     0,
     {"counted           1\n", " 962 1rbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/7C1/9/RNBAKABNR w 3 "
                               "46642 vector "}},
    {"in JSON", X "plan 2 --out " Q "--json", 0, {"\"units\": 23", "\"plan\": \""}},
    {"a file that is there stays", X "plan 5 --out " P, 2, {"File exists", ""}},
    {"no folder", X "plan 5 --out \"$DIR/none/p\"", 2, {"/none/p': No such file", ""}},
    {"no file", X "plan 5", 2, {"--out FILE", ""}},
    {"too many plies", X "plan 3 --split 4 --out " Q, 2, {"more than the depth, 3", ""}},
    {"several positions",
     X "plan 3 --epd positions/rules.epd --out \"$DIR/e\"",
     2,
     {"a plan is of one position, and the EPD file has ", ""}},
    {"one of several",
     X "plan 3 --epd positions/published.epd --id published-02 --out \"$DIR/e\"",
     0,
     {"paths             38\n", ""}},
    {"all boards", X "plan 3 --board all --out \"$DIR/b\"", 2, {"plan takes one board", ""}},
    {"nothing else was made", "ls \"$DIR\" | tr '\\n' ' '", 0, {"e p q ", ""}},
};

Test(xqperft_deep, plan, .init = make_folder, .fini = remove_folder)
{
    CASES(plan_cases);
}

/* Total and moves, for every split there is. */
Test(xqperft_deep, every_split_gives_the_same, .init = make_folder, .fini = remove_folder)
{
    static const char *const positions[] = {
        "--fen '" START "'", "--fen '3k5/R8/9/9/9/9/9/9/9/1R2K4 w'", /* mates inside the split */
        "--fen '3k5/9/9/9/9/9/9/9/3rr4/5K3 w'",                      /* no moves */
        "--fen '4ka3/4a4/9/9/4N4/p8/9/4C3c/7n1/2BK5' --moves d0e0",  /* Black begins */
    };
    char command[1024];
    for (size_t i = 0; i < sizeof positions / sizeof positions[0]; i++)
        for (unsigned depth = i == 0 ? 0 : 2; depth <= 3; depth += i == 0 ? 1 : 2)
            for (unsigned split = 0; split <= depth; split++) {
                snprintf(
                    command, sizeof command,
                    "rm -f " P "; " X "perft %u %s --tsv | tail -n 1 | cut -f 6 >\"$DIR/n\" && " X
                    "perft %u %s --split %u --checkpoint " P "--tsv | tail -n 1 | cut -f 7 | "
                    "cmp - \"$DIR/n\" && " X "merge " P ">\"$DIR/m\" && "
                    "tail -n 1 \"$DIR/m\" | sed 's/.*: //' | cmp - \"$DIR/n\" && "
                    "if [ %u -gt 0 ]; then " X "divide %u %s | cmp - \"$DIR/m\"; fi",
                    depth, positions[i], depth, positions[i], split, split, depth, positions[i]);
                cr_assert_eq(shell(command), 0, "%s, depth %u, split %u: %s", positions[i], depth,
                             split, output);
            }
}

/* --- work ------------------------------------------------------------------------------------- */

static const struct script_case work_cases[] = {
    {"nothing is counted yet",
     NEW("4 --split 2") X "merge " P,
     4,
     {"962 of 962 units are not counted yet, the first of them 1", "xqperft work /"}},
    {"units, and ranges",
     X "work " P "3 5-7 --tsv | tail -n 1 | cut -f 5-7; grep -c '^result' " P,
     0,
     {"4\t0\t4\n4\n", ""}},
    {"what is counted is not counted again",
     X "work " P "1-10 --tsv | tail -n 1 | cut -f 5-7; grep -c '^result' " P,
     0,
     {"10\t4\t6\n10\n", ""}},
    {"what is missing is named",
     X "merge " P,
     4,
     {"952 of 962 units are not counted yet, the first of them 11", " 11-962\n"}},
    {"a part, into another file",
     X "work " P "1/3 --out " R ">/dev/null && grep -c . " R,
     0,
     {"310\n", ""}},
    {"which goes on there",
     X "work " P "1-321 --out " R "| grep counted && grep -c . " R,
     0,
     {"counted before    320\ncounted           1\n", "\n311\n"}},
    {"parts have each unit once",
     "for part in 1 2 3 4 5 6 7; do " X "work " P "$part/7 --out -; done >\"$DIR/s\"; "
     "sort -u \"$DIR/s\" | wc -l; wc -l <\"$DIR/s\"; " IS_DIVIDE(P "\"$DIR/s\"", "4"),
     0,
     {"952\n952\n", ""}},
    {"results from a pipe, and once more",
     "cat \"$DIR/s\" \"$DIR/s\" | " X "merge " P "/dev/stdin --json",
     0,
     {"\"repeated\": 952", "\"nodes\": 3290240"}},
    {"more parts than units",
     NEW("3 --split 1") "for part in 1 2 3 30; do " X "work " P "$part/30 >/dev/null; done; " X
                        "work " P " | grep counted",
     0,
     {"counted before    3\ncounted           20\n", ""}},
    {"a copy of the plan has other results",
     NEW("4 --split 2") "cp " P Q "&& " X "work " P "1-500 >/dev/null && " X "work " Q
                        "501-962 >/dev/null && " IS_DIVIDE(P Q, "4"),
     0,
     {"", ""}},
    {"no unit 0", X "work " P "0", 2, {"'0' names no units: there are 1 to 962", ""}},
    {"nor one behind the last", X "work " P "963", 2, {"'963' names no units", ""}},
    {"backwards", X "work " P "5-3", 2, {"'5-3' names no units", ""}},
    {"a word", X "work " P "all", 2, {"'all' names no units", ""}},
    {"no end", X "work " P "3-", 2, {"'3-' names no units", ""}},
    {"a part of none", X "work " P "1/0", 2, {"'1/0' names no units", ""}},
    {"a part too many", X "work " P "3/2", 2, {"'3/2' names no units", ""}},
    {"no plan", X "work", 2, {"work needs a PLAN", ""}},
    {"all boards", X "work " P "--board all", 2, {"work takes one board", ""}},
    {"a full disk",
     NEW("4 --split 2") X "work " P "1-3 --out /dev/full",
     2,
     {"/dev/full': No space left", ""}},
    {"a file that keeps nothing", /* says so only when it is asked to */
     X "work " P "1-3 --out /proc/self/comm",
     2,
     {"cannot write '/proc/self/comm': Invalid argument", ""}},
    {"a reader that left",
     "{ " X "work " P "--out -; echo $? >\"$DIR/status\"; } | head -n 1 >/dev/null; "
     "cat \"$DIR/status\"",
     0,
     {"141\n", ""}},
    {"a full disk left the first result torn",
     "printf 'result %.5s' \"$(sed '1s/.* //;q' " P ")\" >" R "; " X "work " P "1-3 --out " R
     " && sed -n '1s/ .*/ torn/p; $=' " R,
     0,
     {"r:1: warning: 1 line is not as it was written", "result torn\n4\n"}},
    {"two forms on one output", X "work " P "--json --out -", 2, {"neither --json nor --tsv", ""}},
};

Test(xqperft_deep, work, .init = make_folder, .fini = remove_folder)
{
    CASES(work_cases);
}

/* Three at a time, each on two threads, whose units overlap. */
Test(xqperft_deep, several_append_to_one_file, .init = make_folder, .fini = remove_folder)
{
    static const struct script_case cases[] = {
        {"together",
         NEW("4 --split 2") X "work " P "--threads 2 >/dev/null & " X "work " P
                              "400-962 --threads 2 --hash 1M >/dev/null & " X "work " P
                              "1-700 --threads 2 >/dev/null; wait; " IS_DIVIDE(P, "4"),
         0,
         {"", ""}},
        {"no line is torn",
         "sed 1,969d " P "| grep -vcE '^result [0-9a-f]{16} [0-9]+ [^ ]+ w 2 [0-9]+ bitboard "
         "[0-9a-f]{16}$'",
         1,
         {"0\n", ""}},
    };
    for (int round = 0; round < 2; round++)
        CASES(cases);
}

/* --- killed ----------------------------------------------------------------------------------- */

/* Kills by this signal once there are so many results. */
#define KILLED(signal, results, command)                                                           \
    command " & pid=$!; until [ \"$(grep -c '^result' " P " 2>/dev/null)\" -ge " results           \
            " ]; do sleep 0.01; done; kill -" signal " $pid; wait $pid; echo \"status $?\"; "

#define COUNT X "perft 5 --split 2 --checkpoint " P "--board naive --policy plain "

static const struct script_case killed_cases[] = {
    {"killed", KILLED("KILL", "20", COUNT), 0, {"status 137", ""}},
    {"on two threads", KILLED("KILL", "40", COUNT "--threads 2"), 0, {"status 137", ""}},
    {"ended", KILLED("TERM", "60", COUNT), 0, {"status 130", " units were counted, and are kept"}},
    {"with what is known",
     KILLED("TERM", "80", COUNT "--tsv >\"$DIR/o\"") "cut -f 6,9,10,11 \"$DIR/o\"",
     0,
     {"status 130", "5\tfalse\t2\t962\n"}},
    {"and goes on to the end",
     X "perft 5 --checkpoint " P "--board vector --json",
     0,
     {"\"nodes\": 133312995", "\"complete\": true"}},
    {"no unit was lost or counted twice", "grep -c '^result' " P, 0, {"962\n", ""}},
    {"the moves, too", IS_DIVIDE(P, "5"), 0, {"", ""}},
    {"nothing is left to do",
     COUNT "--tsv | tail -n 1 | cut -f 7,9-13",
     0,
     {"133312995\ttrue\t2\t962\t962\t0\n", ""}},
};

Test(xqperft_deep, goes_on_when_killed, .init = make_folder, .fini = remove_folder)
{
    CASES(killed_cases);
}

/* Cut at every kind of place in its last line. */
Test(xqperft_deep, a_torn_line_is_no_result, .init = make_folder, .fini = remove_folder)
{
    char command[1024];
    cr_assert_eq(
        shell(NEW("3 --split 1") X "work " P ">/dev/null && " X "merge " P ">\"$DIR/all\""), 0,
        "%s", output);
    for (int bytes = 1; bytes <= 110; bytes += bytes < 3 ? 1 : 13) {
        snprintf(command, sizeof command,
                 "head -c -%d " P ">" Q "; " X "merge " Q "&& exit 9; " X "work " Q "; " X
                 "merge " Q "2>/dev/null | cmp - \"$DIR/all\"",
                 bytes);
        int status = shell(command);
        cr_assert_eq(status, 0, "%d bytes: status %d: %s", bytes, status, output);
        assert_says("units are not counted yet", command);
        assert_says("counted           1\n", command);
        assert_says(":53: warning: 1 line is not as it was written, this one", command);
    }
}

/* --- options ---------------------------------------------------------------------------------- */

#define C "--checkpoint " P

static const struct script_case checkpoint_cases[] = {
    {"a count", X "perft 3 " C, 0, {"nodes             79,666\n", "complete          yes\n"}},
    {"its columns",
     X "perft 3 --tsv " C,
     0,
     {"id\tfen\tboard\tvariant\tpolicy\tdepth\tnodes\tseconds\tcomplete\tsplit\tunits\tcounted_"
      "before\tcounted\n",
      "start\t" START "\tbitboard\t"}},
    {"the file is of another depth", X "perft 4 " C, 2, {"the file is of depth 3, not 4", ""}},
    {"of another position",
     X "perft 3 --moves h2e2 " C,
     2,
     {"the file is of another position: rnbakabnr/", ""}},
    {"of another split", X "perft 3 --split 2 " C, 2, {"a split of 1 plies, not 2", ""}},
    {"of something else",
     X "perft 3 --checkpoint README.md",
     2,
     {"README.md: this is no plan", ""}},
    {"statistics", X "perft 3 --stats " C, 2, {"--checkpoint and --stats exclude each other", ""}},
    {"all boards", X "perft 3 --board all " C, 2, {"--checkpoint takes one board", ""}},
    {"several positions", X "perft 3 --epd positions/rules.epd " C, 2, {"of one position", ""}},
    {"a split alone", X "perft 3 --split 1", 2, {"--split needs --checkpoint", ""}},
    {"a hash that is checked",
     X "perft 5 --hash 1M --hash-check --checkpoint " Q,
     0,
     {"nodes             133,312,995\n", "hash check: "}},
};

Test(xqperft_deep, checkpoint, .init = make_folder, .fini = remove_folder)
{
    CASES(checkpoint_cases);
}
