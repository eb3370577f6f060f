/* xqperft uci as other programs drive it. Counts are those of published tables. */
#include <inttypes.h>
#include <sys/stat.h>

#include "fen.h"
#include "program.h"
#include "suite.h"
#include "version.h"

#define BANNER "xqperft " XQPERFT_VERSION ", perft of xiangqi positions\n"
#define ERROR  "info string error: "

/* Red has one move and Black, in reply to it, 19: worked out by hand. */
#define ONE_MOVE "position fen 3k5/9/9/9/9/9/9/4r4/9/4K4 w\n"

/* Runs a session with this input, which may hold any bytes. */
static struct outcome say_bytes(const char *options, const char *input, size_t size)
{
    char name[32], arguments[160];
    write_file(name, "");
    FILE *file = fopen(name, "w");
    cr_assert(file && fwrite(input, 1, size, file) == size && fclose(file) == 0, "%s", name);
    snprintf(arguments, sizeof arguments, "uci %s <%s", options, name);
    struct outcome outcome = run(arguments);
    unlink(name);
    cr_assert_str_empty(outcome.err, "%.200s: %s", input, outcome.err);
    cr_assert_eq(outcome.status, 0, "%.200s: exit %d", input, outcome.status);
    cr_assert_eq(strncmp(outcome.out, BANNER, strlen(BANNER)), 0, "%.200s: begins with %s", input,
                 outcome.out);
    return outcome;
}

static struct outcome say(const char *options, const char *input)
{
    return say_bytes(options, input, strlen(input));
}

/* What is answered to the input, after the banner: all of it. */
static void expect_answer(const char *what, const char *input, const char *answer)
{
    struct outcome outcome = say("", input);
    cr_expect_str_eq(outcome.out + strlen(BANNER), answer, "%s", what);
    outcome_free(&outcome);
}

/* A part of what is answered. */
static void expect_said(const char *what, const char *options, const char *input, const char *part)
{
    struct outcome outcome = say(options, input);
    cr_expect(strstr(outcome.out, part), "%s: no '%s' in %s", what, part, outcome.out);
    outcome_free(&outcome);
}

Test(uci, commands_and_their_answers)
{
    static const struct {
        const char *what, *input, *answer;
    } rows[] = {
        {"nothing said", "", ""},
        {"isready", "isready\n", "readyok\n"},
        {"the last line may have no end", "isready", "readyok\n"},
        {"CRLF", "isready\r\nisready\r\n", "readyok\nreadyok\n"},
        {"blanks around", " \t isready  \n", "readyok\n"},
        {"empty lines", "\n \t\n\r\nisready\n\n", "readyok\n"},
        {"quit", "quit\nisready\n", ""},
        {"what only an engine that searches heeds",
         "stop\nponderhit\ndebug on\nregister later\nucinewgame\n", ""},
        {"options and positions are silent",
         "setoption name Hash value 1\nposition startpos moves h2e2\n", ""},
        {"perft", ONE_MOVE "go perft 1\n", "e0f0: 1\n\nNodes searched: 1\n\n"},
        {"perft 2", ONE_MOVE " go\tperft  2\r\n", "e0f0: 19\n\nNodes searched: 19\n\n"},
        {"perft 0", "go perft 0\n", "\nNodes searched: 1\n\n"},
        {"no legal move", "position fen 3k5/9/9/9/9/9/9/9/3p1p3/4K4 w\ngo perft 3\n",
         "\nNodes searched: 0\n\n"},
        {"ranks from 1", "setoption name Coordinates value 1-10\n" ONE_MOVE "go perft 1\n",
         "e1f1: 1\n\nNodes searched: 1\n\n"},
        {"quit waits for the count", ONE_MOVE "go perft 1\nquit\n",
         "e0f0: 1\n\nNodes searched: 1\n\n"},
        {"the drawing", ONE_MOVE "d\n",
         "\n  9  . . . k . . . . .\n  8  . . . . . . . . .\n  7  . . . . . . . . .\n"
         "  6  . . . . . . . . .\n  5  . . . . . . . . .\n     ~~~~~~~~~~~~~~~~~\n"
         "  4  . . . . . . . . .\n  3  . . . . . . . . .\n  2  . . . . r . . . .\n"
         "  1  . . . . . . . . .\n  0  . . . . K . . . .\n     a b c d e f g h i\n\n"
         "Fen: 3k5/9/9/9/9/9/9/4r4/9/4K4 w - - 0 1\nCheckers: e2 \n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        expect_answer(rows[i].what, rows[i].input, rows[i].answer);
    expect_said("no checker", "", "d\n", "\nFen: " START "\nCheckers: \n");
    expect_said("two checkers, ranks from 1", "--ranks 1",
                "position fen 3k5/9/9/9/9/9/4c4/3nr4/9/4K4 w\nd\n", "\nCheckers: d3 e3 e4 \n");
}

/* Without moves: perft 1, 2 and 3 of the start; after two moves: perft 1. */
Test(uci, positions)
{
    static const struct {
        const char *what, *input, *total;
    } rows[] = {
        {"at the beginning", "go perft 3", "79666"},
        {"startpos", "position startpos\ngo perft 2", "1920"},
        {"startpos and no moves", "position startpos moves\ngo perft 1", "44"},
        {"startpos and moves", "position startpos moves h2e2 h9g7\ngo perft 1", "35"},
        {"FEN of six fields", "position fen " START "\ngo perft 2", "1920"},
        {"FEN of two fields",
         "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w\ngo perft 2",
         "1920"},
        {"FEN and moves", "position fen " START " moves h2e2 h9g7\ngo perft 1", "35"},
        {"blanks between", "\tposition \t fen  " START "\t moves\th2e2  h9g7 \r\ngo perft 1", "35"},
        {"ranks from 1",
         "setoption name Coordinates value 1-10\nposition startpos moves h3e3 h10g8\ngo perft 1",
         "35"},
        {"the position is the last one said",
         "position startpos moves h2e2 h9g7\nposition startpos\ngo perft 1", "44"},
    };
    char part[64];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        snprintf(part, sizeof part, "\nNodes searched: %s\n\n", rows[i].total);
        expect_said(rows[i].what, "", rows[i].input, part);
    }
}

/* Each is answered by one line, and the position before it stays. */
Test(uci, errors_say_what_and_leave_the_position)
{
    static const struct {
        const char *what, *line, *error;
    } rows[] = {
        {"no such command", "perft 3", "unknown command 'perft'; there are uci, isready, "},
        {"commands are in small letters", "UCI", "unknown command 'UCI'"},
        {"not UTF-8",
         "a\xff"
         "b",
         "unknown command 'a\\xFF"
         "b'"},
        {"a terminal's colours", "\x1b[31mgo", "unknown command '\\x1B[31mgo'"},
        {"a search", "go depth 3", "only 'go perft N' is known\n"},
        {"go alone", "go", "only 'go perft N' is known\n"},
        {"no depth", "go perft", "go perft: expected a whole number of 0 to 20, got nothing\n"},
        {"a number and more", "go perft 3x",
         "go perft: expected a whole number of 0 to 20, got '3x'"},
        {"too deep", "go perft 21", "of 0 to 20, got '21'\n"},
        {"overflow", "go perft 18446744073709551617", "got '18446744073709551617'\n"},
        {"negative", "go perft -1", "got '-1'\n"},
        {"more than a depth", "go perft 3 4",
         "go perft: expected nothing after the depth, got '4'"},
        {"no position", "position", "position: expected 'startpos' or 'fen FEN', got nothing\n"},
        {"another position", "position start",
         "position: expected 'startpos' or 'fen FEN', got 'start'"},
        {"no moves", "position startpos h2e2", "position: expected 'moves', got 'h2e2'\n"},
        {"no FEN", "position fen", "position: fen: "},
        {"no FEN but moves", "position fen moves h2e2", "position: fen: "},
        {"short rank", "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/8/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
         "position: fen, column 29: rank 5 describes 8 files, not 9: '8'\n"},
        {"no king", "position fen 4k4/9/9/9/9/9/9/9/9/9 w moves h2e2", "Red has no king"},
        {"no move", "position startpos moves h2e2 h9g7x b0c2",
         "position: move 2, 'h9g7x': it is not two squares such as h2e2\n"},
        {"no move: other ranks", "position startpos moves h3e3 h10g8",
         "position: move 1, 'h3e3': no piece stands on h3\n"},
        {"not UTF-8 in a move", "position startpos moves h2\xff", "move 1, 'h2\\xFF': it is not"},
        {"illegal second move", "position startpos moves h2e2 h2e2",
         "position: move 2, 'h2e2': no piece stands on h2\n"},
        {"illegal after a FEN", "position fen 4k4/9/9/9/4P4/9/9/9/9/4K4 w moves e5d5",
         "position: move 1, 'e5d5': it leaves the kings on e0 and e9 facing each other"},
        {"no option", "setoption", "setoption: expected 'name NAME value VALUE'\n"},
        {"no name", "setoption name value 3", "setoption: expected 'name NAME value VALUE'\n"},
        {"no such option", "setoption name Clear Hash",
         "unknown option 'Clear Hash'; there are Board, Policy, Threads, Hash, "},
        {"no such option, with value", "setoption name  a  b value x y", "unknown option 'a  b'; "},
        {"no value", "setoption name Hash", "Hash: expected 'value VALUE', got nothing\n"},
        {"no number", "setoption name Threads value 2x",
         "Threads: expected a whole number of 1 to 1024, got '2x'\n"},
        {"below the range", "setoption name Threads value 0", "of 1 to 1024, got '0'\n"},
        {"above the range", "setoption name Hash value 1048577",
         "of 0 to 1048576, got '1048577'\n"},
        {"no such board", "setoption name Board value all",
         "Board: unknown value 'all'; there are padded, naive, bitboard, "},
        {"two words", "setoption name Board value padded naive",
         "Board: unknown value 'padded naive'; "},
        {"no such coordinates", "setoption name Coordinates value 1-9",
         "Coordinates: unknown value '1-9'; there are 0-9, 1-10\n"},
        {"no such policy", "setoption name Policy value fast",
         "Policy: unknown value 'fast'; there are plain, bulk, legal, two-ply\n"},
        {"a policy that the board has not", "setoption name Policy value two-ply",
         "Policy: bitboard has no two-ply; the boards that have it are vector, vector-portable"},
        {"another game", "setoption name UCI_Variant value chess",
         "UCI_Variant: unknown value 'chess'; there are xiangqi\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char input[512];
        snprintf(input, sizeof input, ONE_MOVE "%s\ngo perft 2\n", rows[i].line);
        struct outcome outcome = say("", input);
        const char *error = outcome.out + strlen(BANNER);
        char *end = strchr(error, '\n');
        cr_assert_eq(strncmp(error, ERROR, strlen(ERROR)), 0, "%s: %s", rows[i].what, error);
        cr_expect(strstr(error, rows[i].error), "%s: no '%s' in %s", rows[i].what, rows[i].error,
                  error);
        cr_expect_str_eq(end + 1, "e0f0: 19\n\nNodes searched: 19\n\n", "%s", rows[i].what);
        outcome_free(&outcome);
    }
}

Test(uci, zero_bytes_are_no_ends)
{
    static const char input[] =
        "isr\0eady\ngo perft 1\0\nposition startpos moves h2e2\0h\nisready\n";
    struct outcome outcome = say_bytes("", input, sizeof input - 1);
    cr_expect_str_eq(strstr(outcome.out, ERROR "go"),
                     ERROR "go perft: expected a whole number of 0 to 20, got '1\\x00'\n" ERROR
                           "position: move 1, 'h2e2\\x00h': it is not two squares such as h2e2\n"
                           "readyok\n");
    cr_expect(strstr(outcome.out, "unknown command 'isr\\x00eady'"), "%s", outcome.out);
    outcome_free(&outcome);
}

/* --- options ---------------------------------------------------------------------------------- */

Test(uci, options_are_told_and_set)
{
    static const struct {
        const char *what, *options, *input, *part;
    } rows[] = {
        {"who", "", "uci",
         "\nid name xqperft " XQPERFT_VERSION "\nid author the xqperft authors\noption name "},
        {"the end", "", "uci", "\nuciok\n"},
        {"Board", "", "uci",
         "\noption name Board type combo default bitboard var padded var naive var bitboard"},
        {"a variant", "", "uci", " var bitboard-magic"},
        {"Policy", "", "uci",
         "\noption name Policy type combo default legal var plain var bulk var legal var "
         "two-ply\n"},
        {"the last is not the fastest", "--board vector", "uci",
         " Policy type combo default legal "},
        {"one that a board has", "--board vector", "setoption name Policy value two-ply\nuci",
         " Policy type combo default two-ply "},
        {"a policy that is lost", "--board vector --policy two-ply",
         "setoption name Board value naive\nuci", " Policy type combo default legal "},
        {"and said to be", "--board vector --policy two-ply", "setoption name Board value naive",
         ERROR "Policy: naive has no two-ply; it is legal now\n"},
        {"Threads", "", "uci", "\noption name Threads type spin default 1 min 1 max 1024\n"},
        {"Hash", "", "uci", "\noption name Hash type spin default 0 min 0 max 1048576\n"},
        {"Coordinates", "", "uci",
         "\noption name Coordinates type combo default 0-9 var 0-9 var 1-10\n"},
        {"variant", "", "uci",
         "\noption name UCI_Variant type combo default xiangqi var xiangqi\n"},
        {"--board", "--board naive", "uci", " default naive var padded var naive "},
        {"--policy", "--policy bulk", "uci", " default bulk var plain "},
        {"--threads", "--threads 7", "uci", " Threads type spin default 7 min"},
        {"--hash", "--hash 16M", "uci", " Hash type spin default 16 min"},
        {"--ranks", "--ranks 1", "uci", " default 1-10 var 0-9 "},
        {"set", "", "setoption name Threads value 2\nuci", " Threads type spin default 2 min"},
        {"names in any letters", "", "setoption name hASH value 4\nuci",
         " Hash type spin default 4 min"},
        {"values in any letters", "", "setoption name board value Padded\nuci",
         " default padded var padded "},
        {"blanks", "", " setoption  name \tPolicy  value  plain \r\nuci",
         " default plain var plain "},
        {"what is refused changes nothing", "", "setoption name Threads value 2000\nuci",
         " Threads type spin default 1 min"},
        {"xiangqi", "", "setoption name UCI_Variant value xiangqi\nisready", BANNER "readyok\n"},
        {"no memory", "", "setoption name Hash value 1048576\nuci",
         "\noption name Hash type spin "},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        expect_said(rows[i].what, rows[i].options, rows[i].input, rows[i].part);
}

Test(uci, usage_errors_exit_with_2)
{
    static const struct expected rows[] = {
        {"an operand", "uci 3", 2, "", "xqperft: unexpected argument '3'"},
        {"another command's option", "uci --fen x", 2, "", "unrecognized option '--fen'"},
        {"all boards", "uci --board all", 2, "", "xqperft: --board: uci counts with one board"},
        {"no memory", "uci --hash 1000000T", 2, "", "xqperft: --hash: not enough memory"},
        {"a device", "uci </dev/zero", 2, BANNER,
         "xqperft: cannot read standard input: a line is longer than 16 MiB"},
        {"a folder", "uci <.", 2, BANNER, "xqperft: cannot read standard input: Is a directory"},
        {"closed", "uci <&-", 2, BANNER, "xqperft: cannot read standard input: Bad file"},
        {"a full disk", "uci >/dev/full", 2, "",
         "xqperft: cannot write standard output: No space left on device"},
        {"help", "uci --help", 0, "  > go perft 3\n  a0a1: 1749\n", ""},
    };
    EXPECT(rows);
}

/* The counts of `divide`, byte for byte, whatever the setting, and also where the hash is that of
 * counts before. */
Test(uci, counts_are_those_of_divide)
{
    static const char *const settings[] = {
        "setoption name Board value padded",        "setoption name Hash value 1",
        "setoption name Board value naive",         "setoption name Threads value 3",
        "setoption name Policy value bulk",         "ucinewgame",
        "setoption name UCI_Variant value xiangqi", "setoption name Hash value 0",
    };
    char input[1024] = "position startpos moves h2e2 h9g7\ngo perft 3\n";
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++)
        sprintf(input + strlen(input), "%s\ngo perft 3\n", settings[i]);
    struct outcome divide = run("divide 3 --moves 'h2e2 h9g7'"), session = say("", input);
    const char *at = session.out + strlen(BANNER);
    size_t length = strlen(divide.out), answers = 0;
    for (; strncmp(at, divide.out, length) == 0 && at[length] == '\n'; at += length + 1)
        answers++;
    cr_expect_str_empty(at, "after %zu answers: %s", answers, at);
    cr_expect_eq(answers, 1 + sizeof settings / sizeof settings[0]);
    outcome_free(&divide);
    outcome_free(&session);
}

static void no_problem(void *context, const struct suite_problem *problem)
{
    (void)context;
    (void)problem;
}

/* Every published count that is soon taken, asked for in one session. */
Test(uci, published_counts)
{
    char fen[FEN_SIZE], *input = NULL;
    size_t size = 0, asked = 0;
    uint64_t expected[256];
    struct suite suite;
    cr_assert(suite_read("positions/published.epd", &suite, no_problem, NULL));
    FILE *memory = open_memstream(&input, &size);
    for (size_t i = 0; i < suite.count; i++)
        for (unsigned depth = 1; depth <= 3; depth++) {
            const struct suite_entry *entry = &suite.entries[i];
            if (!(entry->known >> depth & 1) || asked == sizeof expected / sizeof expected[0])
                continue;
            fen_write(&entry->position, fen);
            fprintf(memory, "position fen %s\ngo perft %u\n", fen, depth);
            expected[asked++] = entry->count[depth];
        }
    fclose(memory);
    cr_assert_geq(asked, 30);
    struct outcome outcome = say("--hash 4M", input);
    const char *at = outcome.out;
    for (size_t i = 0; i < asked; i++) {
        at = strstr(at, "Nodes searched: ");
        cr_assert(at, "%zu answers", i);
        at += strlen("Nodes searched: ");
        cr_expect_eq(strtoull(at, NULL, 10), expected[i], "answer %zu: not %" PRIu64, i,
                     expected[i]);
    }
    cr_expect_eq(count_text(outcome.out, "Nodes searched: "), asked);
    outcome_free(&outcome);
    suite_free(&suite);
    free(input);
}

/* --- long lines ------------------------------------------------------------------------------- */

enum { ROUNDS = 20000 };

/* Four moves that lead back to where they began, again and again: 400 kB of them. */
static char *long_position(const char *last)
{
    static const char around[] = " b0c2 b9c7 c2b0 c7b9";
    char *input = calloc(ROUNDS * strlen(around) + 256, 1);
    char *end = stpcpy(input, "position startpos moves");
    for (int i = 0; i < ROUNDS; i++)
        end = stpcpy(end, around);
    sprintf(end, "%s\ngo perft 1\nisready", last);
    return input;
}

Test(uci, lines_may_be_long)
{
    char *input = long_position(" h2e2 h9g7"), error[64];
    expect_said("80002 moves", "", input, "\nNodes searched: 35\n\nreadyok\n");
    free(input);
    input = long_position(" h2e9");
    snprintf(error, sizeof error, ERROR "position: move %d, 'h2e9': ", 4 * ROUNDS + 1);
    expect_said("which move", "", input, error);
    expect_said("the start stays", "", input, "\nNodes searched: 44\n\nreadyok\n");
    memset(input, 'x', strcspn(input, "\n"));
    expect_said("a long word is cut", "", input, "xxx...'; there are uci, ");
    memset(input, ' ', strcspn(input, "\n"));
    expect_said("a line of blanks", "", input, BANNER "a0a1: 1\n");
    free(input);
}
