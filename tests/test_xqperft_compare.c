/*
 * What `xqperft compare` finds out about wrong generators: every fault that the faulty engine can
 * make, which shares no code with xqperft. Other engines are in test_xqperft_engines.c and
 * test_xqperft_misbehaviour.c; options, output forms and signals in test_xqperft_compare_use.c.
 */
#include "compare_program.h"

enum { FAULTS = 48, AT_ONCE = 2, SMALL = 6 };

/* --- wrong moves ------------------------------------------------------------------------------ */

/* A position where a fault shows, and the moves that it adds (+) and leaves out (-), by the rules
 * and by hand. */
struct exhibit {
    const char *fault, *fen, *wrong;
};

static const struct exhibit exhibits[] = {
    /* own pieces, king and palace, advisors */
    {"own-capture", "9/4k4/4b4/9/9/9/9/4p4/9/3K5 b", "+e8e7"},
    {"king-diagonal", "9/5k3/9/9/9/9/9/9/3K5/9 w", "+d1e0 +d1e2"},
    {"king-leaves", "9/5k3/9/9/9/9/9/9/3K5/9 w", "+d1c1"},
    {"palace-wide", "9/5k3/9/9/9/9/9/9/3K5/9 w", "+d1c1"},
    {"palace-deep", "9/4a4/3k5/9/9/9/9/9/4K4/9 b", "+d7d6"},
    {"advisor-leaves", "9/9/4k4/9/9/9/5R3/9/9/3A1K3 w", "+d0c1"},
    {"advisor-straight", "9/4a4/3k5/9/9/9/9/9/4K4/9 b", "+e8d8 +e8e7 +e8e9 +e8f8"},
    /* elephants */
    {"elephant-short", "6b2/4k4/9/9/9/9/9/3K5/9/9 b", "+g9f8 +g9h8"},
    {"elephant-jumps", "3k5/9/9/9/9/2B6/1p7/9/9/4K4 w", "+c4a2"},
    {"elephant-crosses", "9/5k3/9/9/9/2B6/9/3K5/9/9 w", "+c4a6 +c4e6"},
    /* horses: the leg of e3d5 and e3f5 is e4, that of g4f6 and g4h6 is g5 */
    {"horse-straight", "9/5k3/9/9/9/5N3/9/9/3K5/9 w", "+f4d4 +f4f2 +f4f6 +f4h4"},
    {"horse-jumps", "9/3k5/6n2/9/6b2/6n2/9/3r5/9/4K4 b", "+g4f6 +g4h6"},
    {"horse-leg-at-target", "9/2n6/3k1a3/9/9/9/9/9/9/4K4 b", "-c8d6 -c8e7"},
    {"horse-passes-own", "9/3k5/6n2/9/6b2/6n2/9/3r5/9/4K4 b", "+g4f6 +g4h6"},
    {"horse-passes-enemy", "3k5/9/9/9/9/4p4/4N4/9/9/5K3 w", "+e3d5 +e3f5"},
    /* rooks and cannons on a0, with one, two or three pieces on the file before them */
    {"rook-jumps", "4k4/9/9/n8/9/9/9/p8/9/R4K3 w", "+a0a6"},
    {"rook-stops-short", "4k4/9/9/9/9/9/9/9/R8/5K3 w", "-a1a0 -a1a9 -a1i1"},
    {"cannon-jumps", "4k4/9/9/4p4/2rc5/9/9/9/4K4/9 b", "+d5a5 +d5b5"},
    {"cannon-like-rook", "4k4/9/9/n8/p8/9/9/9/9/C4K3 w", "+a0a5 -a0a6"},
    {"cannon-no-screen", "4k4/9/9/n8/p8/9/9/9/9/C4K3 w", "+a0a5"},
    {"cannon-two-screens", "4k4/r8/9/n8/p8/9/9/9/9/C4K3 w", "+a0a8"},
    {"cannon-own-screen", "4k4/9/9/n8/P8/9/9/9/9/C4K3 w", "-a0a6"},
    {"cannon-near-prey", "4k4/9/n8/9/p8/9/9/9/9/C4K3 w", "-a0a7"},
    /* pawns; ranks 0 to 4 are Red's side of the river */
    {"pawn-double-step", "4k4/9/9/4p4/9/9/2P6/9/9/4K4 w", "+c3c5"},
    {"pawn-backward", "4k4/9/9/9/4P4/9/9/9/9/4K4 w", "+e5e4"},
    {"pawn-black-up", "3k5/9/9/9/9/4p4/9/9/9/5K3 b", "+e4e5 -e4d4 -e4e3 -e4f4"},
    {"pawn-always-sideways", "4k4/9/9/4p4/9/9/2P6/9/9/4K4 w", "+c3b3 +c3d3"},
    {"pawn-never-sideways", "3k5/9/9/2P6/9/9/9/9/9/4K4 w", "-c6b6 -c6d6"},
    {"pawn-river-early", "4k4/9/9/4p4/9/2P6/9/9/9/4K4 w", "+c4b4 +c4d4"},
    {"pawn-river-late", "3k5/9/9/9/2P6/9/9/9/9/4K4 w", "-c5b5 -c5d5"},
    /* check: the king's step to the file e or d, which is attacked or seems to be */
    {"check-ignored", "5k3/9/9/9/9/9/9/4r4/9/3K5 w", "+d0e0"},
    {"check-rook-unseen", "5k3/9/9/9/9/9/9/4r4/9/3K5 w", "+d0e0"},
    {"check-cannon-unseen", "5k3/9/9/9/4c4/9/4p4/9/9/3K5 w", "+d0e0"},
    {"check-cannon-as-rook", "5k3/9/9/9/4c4/9/9/9/9/3K5 w", "-d0e0"},
    {"check-cannon-many", "5k3/9/9/9/4c4/4n4/4p4/9/9/3K5 w", "-d0e0"},
    {"check-horse-unseen", "5k3/9/9/9/9/9/9/4n4/9/4K4 w", "+e0d0"},
    {"check-horse-jumps", "5k3/9/9/9/9/9/9/4n4/4A4/4K4 w", "-e0d0"},
    {"check-horse-leg-at-king", "5k3/9/9/9/9/9/9/4n4/4A4/4K4 w", "-e0d0"},
    {"check-pawn-unseen", "3k5/9/9/9/9/9/9/9/3p5/4K4 w", "+e0d0 +e0e1"},
    {"check-pawn-side-unseen", "3k5/9/9/9/9/9/9/9/3p5/4K4 w", "+e0e1"},
    {"check-pawn-behind", "5k3/9/9/9/9/9/9/9/4K4/3p5 w", "-e1d1"},
    {"check-king-shadow", "5k3/9/9/9/4r4/9/9/9/4K4/9 w", "+e1e0"},
    {"check-king-only", "5k3/9/9/9/4r4/9/9/9/R8/4K4 w", "-a1e1"},
    /* kings facing; the pawn on e5 parts them */
    {"kings-face", "9/4k4/9/9/9/9/9/9/9/3K5 w", "+d0e0"},
    {"kings-see-through", "4k4/9/9/9/4P4/9/9/9/9/4K4 w", "-e0e1 -e5e6"},
    {"kings-see-through-own", "4k4/9/9/9/4P4/9/9/9/9/4K4 w", "-e0e1 -e5e6"},
    {"kings-face-unmoved", "4k4/9/9/9/4P4/9/9/9/9/4K4 w", "+e5d5 +e5f5"},
    /* no wrong move, but one too often */
    {"move-twice", "9/5k3/9/9/9/9/9/9/3K5/9 w", ""},
};

static const struct exhibit *find_exhibit(const char *fault)
{
    for (size_t i = 0; i < sizeof exhibits / sizeof exhibits[0]; i++)
        if (strcmp(exhibits[i].fault, fault) == 0)
            return &exhibits[i];
    cr_assert_fail("no position shows '%s' here: add one", fault);
    return NULL;
}

static void expect_wrong_moves(const struct exhibit *exhibit, json_t *found)
{
    json_t *moves = json_object_get(found, "wrong_moves"), *move;
    size_t index, count = 0;
    json_array_foreach(moves, index, move)
    {
        char text[16];
        bool missing = json_is_true(json_object_get(move, "legal"));
        snprintf(text, sizeof text, "%c%s", missing ? '-' : '+', text_at(move, "move"));
        cr_expect(strstr(exhibit->wrong, text), "%s: %s is not among %s", exhibit->fault, text,
                  exhibit->wrong);
    }
    for (const char *sign = exhibit->wrong; (sign = strpbrk(sign, "+-")); sign++)
        count++;
    cr_expect_eq(json_array_size(moves), count, "%s: %zu wrong moves in %s, not %s", exhibit->fault,
                 json_array_size(moves), exhibit->fen, exhibit->wrong);
}

/* A mistake that alone explains a finding is one of the rule that is named. */
static void expect_mistakes(const struct quirk *fault, json_t *finding)
{
    if (json_integer_value(json_object_get(finding, "mistake_count")) == 1)
        expect_text_at(finding, "mistakes.0.rule", fault->rule, fault->name);
}

static void expect_findings(const struct quirk *fault, json_t *object)
{
    const char *rule = strcmp(fault->rule, "-") == 0 ? "perft" : fault->rule;
    json_t *first = first_difference(object), *result;
    size_t index;
    cr_assert(first, "%s was not found", fault->name);
    json_array_foreach(json_object_get(object, "results"), index, result)
    {
        if (strcmp(text_at(result, "state"), "differs") != 0)
            continue;
        expect_text_at(result, "finding.rule", rule, fault->name);
        expect_mistakes(fault, json_object_get(result, "finding"));
    }
    const char *smallest = text_at(first, "finding.smallest.fen");
    size_t pieces = fen_piece_count(smallest);
    cr_expect(pieces >= 2 && pieces <= SMALL, "%s: the smallest position is %s", fault->name,
              smallest);
}

/* A wrong generator is not mistaken for one that wants to be spoken to in another way. */
static void expect_usual_dialect(const struct quirk *fault, json_t *object)
{
    cr_expect_eq(json_integer_value(json_at(object, "engine.first_rank")), 0, "%s", fault->name);
    expect_text_at(object, "engine.red", "w", fault->name);
    expect_text_at(object, "engine.horse", "N", fault->name);
    cr_expect(json_is_false(json_at(object, "engine.ignores_moves")), "%s", fault->name);
}

static void judge_fault(const struct quirk *fault, struct job job)
{
    const struct exhibit *exhibit = find_exhibit(fault->name);
    struct outcome outcome = finish(job);
    expect_status(&outcome, 1, fault->name, job.arguments);
    json_t *object = take_json(&outcome, fault->name);
    json_t *found = json_at(last_result(object), "finding.found");
    expect_findings(fault, object);
    expect_usual_dialect(fault, object);
    cr_expect_eq(strncmp(text_at(found, "fen"), exhibit->fen, strlen(exhibit->fen)), 0,
                 "%s: found at %s, not %s", fault->name, text_at(found, "fen"), exhibit->fen);
    expect_wrong_moves(exhibit, found);
    json_decref(object);
}

Test(xqperft_compare, every_fault_is_found_and_its_rule_named)
{
    static struct quirk faults[QUIRK_LIMIT];
    static char arguments[AT_ONCE][ARGUMENTS_SIZE];
    struct job jobs[AT_ONCE];
    size_t count = read_quirks("fault", faults);
    cr_assert_geq(count, FAULTS, "only %zu faults", count);
    alarm(120);
    for (size_t i = 0; i < count + AT_ONCE; i++) {
        if (i >= AT_ONCE && i - AT_ONCE < count)
            judge_fault(&faults[i - AT_ONCE], jobs[i % AT_ONCE]);
        if (i < count)
            jobs[i % AT_ONCE] =
                start_in(arguments[i % AT_ONCE],
                         "compare 1 --json --engine '" FAULTY " --fault %s' --fen '%s'",
                         faults[i].name, find_exhibit(faults[i].name)->fen);
    }
}

/* --- the way to them -------------------------------------------------------------------------- */

/* A fault that shows behind moves only: the path to it, where it is wrong there, and the moves. The
 * other answers of Black change what is wrong, or come later in the list. */
struct way {
    const char *what, *fault, *depth, *fen, *path, *found, *wrong;
};

static const struct way ways[] = {
    {"the elephant needs two moves to the eye", "elephant-jumps", "3",
     "3k5/9/9/9/9/9/1p7/4B4/9/4K4 w", "e2c4 d9d8", "9/3k5/9/9/9/2B6/1p7/9/9/4K4 w - - 2 2",
     "+c4a2"},
    {"one ply before the leaves", "pawn-never-sideways", "2", "3k5/9/9/9/9/9/4p4/9/9/5K3 w", "f0e0",
     "3k5/9/9/9/9/9/4p4/9/9/4K4 b - - 1 1", "-e3d3 -e3f3"},
    {"at the root, whatever the depth", "pawn-never-sideways", "3", "3k5/9/9/2P6/9/9/9/9/9/4K4 w",
     "", "3k5/9/9/2P6/9/9/9/9/9/4K4 w - - 0 1", "-c6b6 -c6d6"},
};

static void expect_path(const struct way *way, json_t *path)
{
    char text[128] = "";
    size_t index;
    json_t *move;
    json_array_foreach(path, index, move)
    {
        if (index > 0)
            strcat(text, " ");
        strncat(text, json_string_value(move), 8);
        cr_assert_lt(index, 8, "%s: a long way", way->what);
    }
    cr_expect_str_eq(text, way->path, "%s: by %s", way->what, text);
}

Test(xqperft_compare, goes_down_to_the_first_wrong_position)
{
    static char arguments[ARGUMENTS_SIZE];
    alarm(60);
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        const struct way *way = &ways[i];
        struct exhibit exhibit = {way->fault, way->found, way->wrong};
        struct outcome outcome =
            run_in(arguments, "compare %s --json --engine '" FAULTY " --fault %s' --fen '%s'",
                   way->depth, way->fault, way->fen);
        expect_status(&outcome, 1, way->what, arguments);
        json_t *object = take_json(&outcome, way->what);
        json_t *finding = json_object_get(last_result(object), "finding");
        expect_text_at(finding, "found.fen", way->found, way->what);
        expect_path(way, json_at(finding, "found.path"));
        expect_wrong_moves(&exhibit, json_object_get(finding, "found"));
        cr_expect(json_is_false(json_object_get(finding, "only_behind_moves")), "%s", way->what);
        cr_expect_eq(json_array_size(json_at(finding, "smallest.path")), 0,
                     "%s: the smallest position is one, without moves", way->what);
        json_decref(object);
    }
}

/* --- wrong counts ----------------------------------------------------------------------------- */

/* Faults that are no wrong lists of moves: at which depth, from which position and behind which
 * moves they show, and as what. */
struct miscount {
    const char *what, *fault, *arguments;
    int status;
    const char *kind;       /* NULL where it depends on what is asked before */
    bool only_behind_moves; /* from a FEN, all is well */
    const char *at, *is;    /* a text of the finding, unless NULL */
};

#define SCREEN "--fen '3k5/9/9/4P4/9/3C5/9/9/9/4K4 w'"
/* 66098 paths follow f0f1, fewer than 65536 every other move (so says fairy-stockfish, too). */
#define ROOKS "--fen '3k4r/9/9/9/9/9/9/9/9/R4K3 w'"
/* After the king's step to f1, a check on the rank of f0 is none. */
#define STEP "--fen '3k5/9/9/9/1r7/9/P8/9/9/5K3 w' --moves 'f0f1 b5b0'"

static const struct miscount miscounts[] = {
    {"rows that are right", "total-plus-one", "2", 1, "totals", false, NULL, NULL},
    {"leaves are not tested for check", "bulk-pseudo", "2", 1, "counts", false, NULL, NULL},
    {"a mated node in the last ply has no moves", "dead-ends-count", "2 " SCREEN, 0, NULL, false,
     NULL, NULL},
    {"a mated node with a ply to go", "dead-ends-count", "3 " SCREEN, 1, "counts", false,
     "found.culprit.move", "e6d6"},
    {"kings do not move and come back", "king-not-unmade", "2", 0, NULL, false, NULL, NULL},
    {"kings do", "king-not-unmade", "3", 1, "counts", false, NULL, NULL},
    {"no count of more than 65535 behind a move", "counts-of-16-bits", "4 " ROOKS, 0, NULL, false,
     NULL, NULL},
    {"a count of 66098", "counts-of-16-bits", "5 " ROOKS, 1, "counts", false, "found.culprit.move",
     "f0f1"},
    {"few positions for one key", "hash-of-16-bits", "2", 0, NULL, false, NULL, NULL},
    {"more of them", "hash-of-16-bits", "3", 1, "counts", false, NULL, NULL},
    {"a row that is lost looks like a move that is", "row-lost", "1", 1, NULL, false, NULL, NULL},
    {"no answer like the one before", "restless", "1", 1, NULL, false, NULL, NULL},
    {"one ply more", "depth-plus-one", "1", 1, "counts", false, NULL, NULL},
    {"the king's square is not kept behind moves", "moves-king-stale", "1 " STEP, 1, "moves", true,
     "found.wrong_moves.0.move", "a3a4"},
    {"a king that has not moved", "moves-king-stale", "1 --moves 'h2e2 h9g7'", 0, NULL, false, NULL,
     NULL},
    {"a captured piece that moves", "moves-ghost", "1 --moves 'b2b9 a9b9'", 1, "moves", true,
     "found.path.0", "b2b9"},
    {"nothing is captured", "moves-ghost", "1 --moves 'h2e2 h9g7'", 0, NULL, false, NULL, NULL},
    {"whose move it is", "moves-side", "1 --moves h2e2", 1, "moves", true, NULL, NULL},
};

static void judge_miscount(const struct miscount *row, json_t *object)
{
    json_t *result = first_difference(object);
    cr_assert_eq(result != NULL, row->status == 1, "%s", row->what);
    json_t *finding = json_object_get(result, "finding");
    if (row->kind)
        expect_text_at(finding, "kind", row->kind, row->what);
    if (row->kind)
        expect_text_at(finding, "rule", row->only_behind_moves ? "moves" : "perft", row->what);
    if (row->at)
        expect_text_at(json_object_get(last_result(object), "finding"), row->at, row->is,
                       row->what);
    if (finding)
        cr_expect_eq(json_is_true(json_object_get(finding, "only_behind_moves")),
                     row->only_behind_moves, "%s: only behind moves?", row->what);
    cr_expect_eq(json_integer_value(json_object_get(finding, "mistake_count")), 0,
                 "%s: no mistake in the rules explains it", row->what);
}

Test(xqperft_compare, every_miscount_is_found_where_it_shows)
{
    static struct quirk faults[QUIRK_LIMIT];
    static char arguments[ARGUMENTS_SIZE];
    size_t count = read_quirks("perft-fault", faults), rows = sizeof miscounts / sizeof *miscounts;
    alarm(120);
    for (size_t i = 0; i < count; i++) {
        size_t seen = 0;
        for (size_t j = 0; j < rows; j++)
            seen += miscounts[j].status == 1 && strcmp(miscounts[j].fault, faults[i].name) == 0;
        cr_assert_gt(seen, 0, "no position shows '%s' here: add one", faults[i].name);
    }
    for (size_t i = 0; i < rows; i++) {
        const struct miscount *row = &miscounts[i];
        struct outcome outcome =
            run_in(arguments, "compare --json --engine '" FAULTY " --fault %s' %s", row->fault,
                   row->arguments);
        expect_status(&outcome, row->status, row->what, arguments);
        json_t *object = take_json(&outcome, row->what);
        judge_miscount(row, object);
        json_decref(object);
    }
}

/* An engine that is right when it is asked again was wrong all the same. The commands spoil the
 * first answer that has such a row. */
Test(xqperft_compare, a_wrong_answer_that_comes_once_is_wrong)
{
    static const struct expected rows[] = {
        {"a count, to a question of the canary",
         "compare 1 --engine \"" FAULTY " | sed -u '0,/^a0a1: 1/s//a0a1: 2/'\"", 1, NULL, ""},
        {"a count, two plies deep, to a question of the canary",
         "compare 1 --engine \"" FAULTY " | sed -u '0,/^a0a1: 44/s//a0a1: 45/'\"", 1, NULL, ""},
        {"a count",
         "compare 2 --moves 'h2e2 h9g7' --engine \"" FAULTY
         " | sed -u '0,/^a0a1: 41/s//a0a1: 42/'\"",
         1, "its answers cannot be relied on", ""},
        {"a move",
         "compare 1 --fen '3k5/9/9/9/9/9/7n1/9/9/4K4 b' --engine \"" FAULTY
         " | sed -u '0,/^h3i5: 1/s//h3i6: 1/'\"",
         1, "its answers cannot be relied on", ""},
    };
    alarm(60);
    EXPECT(rows);
}

/* --- in words --------------------------------------------------------------------------------- */

Test(xqperft_compare, says_what_is_wrong_and_where)
{
    static const struct expected rows[] = {
        {"the move and its rule", "compare 1 --engine '" FAULTY " --fault horse-jumps'", 1,
         "b0d1   is not legal: the horse's leg on c0 is blocked by Red's elephant (horse-leg)\n",
         ""},
        {"in the engine's own ranks",
         "compare 1 --engine '" FAULTY " --fault horse-jumps --dialect ranks-1'", 1,
         "b1d2   is not legal: the horse's leg on c1 is blocked by Red's elephant (horse-leg)\n",
         ""},
        {"in those that are wanted",
         "compare 1 --ranks 0 --engine '" FAULTY " --fault horse-jumps --dialect ranks-1'", 1,
         "b0d1   is not legal: the horse's leg on c0", ""},
        {"a missing move", "compare 1 --engine '" FAULTY " --fault rook-stops-short'", 1,
         "is missing: ", ""},
        {"what the mistake is",
         "compare 1 --engine '" FAULTY " --fault check-king-only' --fen "
         "'5k3/9/9/9/4r4/9/9/9/R8/4K4 w'",
         1, "Rule (check): ", ""},
        {"the smallest position", "compare 1 --engine '" FAULTY " --fault pawn-double-step'", 1,
         "The smallest position that shows it, with 3 pieces:\n", ""},
        {"a command to go on",
         "compare 1 --engine '" FAULTY " --fault king-leaves' --fen "
         "'9/5k3/9/9/9/9/9/9/3K5/9 w'",
         1, "xqperft divide 1 --fen '9/5k3/9/9/9/9/9/9/3K5/9 w - - 0 1'\n", ""},
        {"what is played",
         "compare 1 --engine '" FAULTY " --fault moves-ghost' --moves "
         "'b2b9 a9b9'",
         1, "look at what making b2b9 changes.\n", ""},
        {"a total", "compare 2 --engine '" FAULTY " --fault total-plus-one'", 1,
         "its total of perft 2 is 1,921, not 1,920\n", ""},
        {"what is right behind a wrong canary",
         "compare 2 --engine '" FAULTY " --fault horse-jumps' --fen '3k5/9/9/9/9/9/9/9/9/4K4 w'", 1,
         "\nok     3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1, depth 2: 3 nodes", ""},
        {"a move too often", "compare 1 --engine '" FAULTY " --fault move-twice'", 1,
         "a0a1 is listed more than once\n", ""},
        {"a count", "compare 1 --engine '" FAULTY " --fault depth-plus-one'", 1,
         "not of its rules.\n", ""},
        {"what is no move", "compare 1 --engine '" FAULTY " --misbehave strays'", 1,
         "'a9a10' is no move on this board\n", ""},
        {"nothing", "compare 1 --engine " FAULTY, 0, "1 agree, 0 differ; it was asked 5 times\n",
         ""},
    };
    alarm(60);
    EXPECT(rows);
}
