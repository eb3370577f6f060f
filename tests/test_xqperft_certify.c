/* Files of deep counts that are faulty, forged or too large: what merge and certify say of them. */
#include <inttypes.h>

#include <fcntl.h>

#include "deep/deep.h"
#include "fen.h"
#include "scripts.h"

#define X "\"$BUILD/xqperft\" "
#define P "\"$DIR/p\" "
#define Q "\"$DIR/q\" "

#define START "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"

#define CASES(cases)                                                                               \
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)                                    \
    assert_case(&cases[i])

static struct deep_plan start_plan(unsigned depth, unsigned split)
{
    struct deep_plan plan;
    struct position position;
    position_start(&position);
    cr_assert_eq(deep_plan_make(&plan, &position, depth, split, board_find("padded"), NULL),
                 DEEP_OK);
    return plan;
}

/* As $DIR/p. */
static void write_plan(struct deep_plan *plan)
{
    FILE *file = open_file("p", "w");
    cr_assert(deep_plan_write(plan, file) && fclose(file) == 0, "cannot write the plan");
}

/* Appends a line to $DIR/p, as if it were a result: what follows the word is the caller's. */
static void append(const char *format, uint64_t checksum)
{
    char line[256];
    int length = snprintf(line, sizeof line, "result %016" PRIx64 " %s", checksum, format);
    FILE *file = open_file("p", "a");
    fprintf(file, "%s %016" PRIx64 "\n", line, deep_sum(DEEP_SUM, line, (size_t)length));
    cr_assert_eq(fclose(file), 0);
}

/* A plan of depth 2 in 23 units. The first is where a0a1 and i0i1 lead to. */
#define FIRST "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/R8/1NBAKABNR b"

static uint64_t make_plan(void)
{
    struct deep_plan plan = start_plan(2, 1);
    write_plan(&plan);
    uint64_t checksum = plan.checksum;
    deep_plan_free(&plan);
    return checksum;
}

/* --- results ---------------------------------------------------------------------------------- */

static const struct {
    const char *rule, *result;
    int status;
    const char *says;
} results[] = {
    {"right", "1 " FIRST " 1 44 naive", 4, "22 of 23 units are not counted"},
    {"by a board of another version", "1 " FIRST " 1 44 quantum", 4, "22 of 23 units"},
    {"of another position", "2 " FIRST " 1 44 naive", 2, ":31: unit 2 is another position: rnb"},
    {"of another depth", "1 " FIRST " 2 44 naive", 2,
     ":31: units of this plan have depth 1, not 2"},
    {"of no unit", "0 " FIRST " 1 44 naive", 2, ":31: units are numbered from 1"},
    {"of a unit too many", "24 " FIRST " 1 44 naive", 2, ":31:25: the unit is more than 23: '24'"},
    {"no count", "1 " FIRST " 1 many naive", 2, "the count is no whole number: 'many'"},
    {"less than none", "1 " FIRST " 1 -44 naive", 2, "the count is no whole number: '-44'"},
    {"more than 128 bits", "1 " FIRST " 1 340282366920938463463374607431768211456 naive", 2,
     "the count is more than 340282366920938463463374607431768211455"},
    {"no board", "1 " FIRST " 1 44", 2, "the sum of the line is missing"},
};

Test(xqperft_certify, results_must_fit_the_plan, .init = make_folder, .fini = remove_folder)
{
    for (size_t i = 0; i < sizeof results / sizeof results[0]; i++) {
        append(results[i].result, make_plan());
        int status = shell(X "merge " P);
        cr_assert_eq(status, results[i].status, "%s: status %d: %s", results[i].rule, status,
                     output);
        assert_says(results[i].says, results[i].rule);
    }
    append("1 " FIRST " 1 44 naive", make_plan() ^ 1);
    cr_assert_eq(shell(X "merge " P), 2);
    assert_says(":31: this is a result of another plan", "another sum");
}

Test(xqperft_certify, a_unit_counted_twice_must_agree, .init = make_folder, .fini = remove_folder)
{
    uint64_t plan = make_plan();
    cr_assert_eq(shell(X "work " P), 0, "%s", output);
    append("1 " FIRST " 1 44 naive", plan);
    cr_assert_eq(shell(X "merge " P "--json"), 0, "%s", output);
    assert_says("\"repeated\": 1", "the same");
    append("1 " FIRST " 1 45 naive", plan);
    cr_assert_eq(shell(X "merge " P), 1, "%s", output);
    assert_says(":55: unit 1 differs: bitboard counted 44, and here naive 45\n", "another");
    cr_assert_null(strstr(output, "Nodes"), "no sum: %s", output);
    cr_assert_eq(shell(X "certify " P), 1, "%s", output);
    cr_assert_eq(shell(X "perft 2 --checkpoint " P), 1, "%s", output);
    cr_assert_eq(shell(X "work " P), 1, "%s", output);
    assert_says(":55: unit 1 differs: ", "work");
}

/* --- plans ------------------------------------------------------------------------------------ */

#define CHANGED(change) "sed '" change "' " P ">" Q "; ! cmp -s " P Q "|| exit 9; " X "merge " Q

static const struct script_case plan_cases[] = {
    {"another version", CHANGED("1s/deep 1/deep 2/"), 2, {":1: version 2 of the format", ""}},
    {"no sum", CHANGED("1s/ [0-9a-f]*$//"), 2, {":1: the sum of the plan is missing", ""}},
    {"a sum of other digits", CHANGED("1s/.$/X/"), 2, {"not 16 hexadecimal digits: '", ""}},
    {"another sum",
     CHANGED("1s/ [0-9a-f]*$/ 0123456789abcdef/"),
     2,
     {":1: the plan has another sum", ""}},
    {"no position", CHANGED("2s/^fen .*/fen 9/"), 2, {":2:5: ", ""}},
    {"no fen", CHANGED("2d"), 2, {":2:1: here belongs the line 'fen' of a plan: 'depth'", ""}},
    {"too deep", CHANGED("3s/2/21/"), 2, {":3:7: depth is more than 20: '21'", ""}},
    {"more plies than depth", CHANGED("4s/1/3/"), 2, {":4:7: split is more than 2: '3'", ""}},
    {"more than a number", CHANGED("4s/1/1 2/"), 2, {":4:9: there is more in the line", ""}},
    {"no moves", CHANGED("5s/a0a1/a0z1/"), 2, {":5:7: this is no move", ""}},
    {"moves in another order", CHANGED("5s/a0a1 b2b1/b2b1 a0a1/"), 2, {"not in their order", ""}},
    {"other paths", CHANGED("6s/44/45/"), 2, {"the paths of the units have another sum", ""}},
    {"more units", CHANGED("7s/23/24/"), 2, {"the plan is not whole: it ends after line 30", ""}},
    {"units without end",
     CHANGED("7s/23/2147483646/"),
     2,
     {"the plan is not whole: it ends after line 30", ""}},
    {"a unit is missing", CHANGED("10d"), 2, {":10: here belongs unit 3", ""}},
    {"a unit is of another position",
     CHANGED("8s/1NBAKABNR b/1NBAKANR b/"),
     2,
     {":8:8: rank 0 describes 8 files", ""}},
    {"of the other side",
     CHANGED("8s/ b / w /"),
     2,
     {":8:8: a unit of this plan would be written", ""}},
    {"of a king in check",
     CHANGED("8s/p1p1p1p1p/p1p3p1p/; 8s/P1P1P1P1P/P1P3P1P/"),
     2,
     {":8:", "king"}},
    {"a move that the root has not", CHANGED("8s/a0a1:1/a0a9:1/"), 2, {"is not MOVE:PATHS", ""}},
    {"no paths of a move", CHANGED("8s/a0a1:1/a0a1/"), 2, {"is not MOVE:PATHS", ""}},
    {"another sum of a unit",
     CHANGED("8s/a0a1:1/a0a1:2/"),
     2,
     {":8: the paths of the moves have", ""}},
    {"a move twice", CHANGED("8s/i0i1:1/a0a1:1/"), 2, {"not in their order: 'a0a1:1'", ""}},
    {"a position that differs in a piece",
     CHANGED("8s/1NBAKABNR b/1NBAKABRN b/"),
     2,
     {"another sum", ""}},
    {"cut",
     "head -c 1000 " P ">" Q "; " X "merge " Q,
     2,
     {"the plan is not whole: it ends after", ""}},
    {"empty", "true >" Q "; " X "merge " Q, 2, {"q: this is no plan: it does not begin with", ""}},
    {"a folder", X "work \"$DIR\"", 2, {"Is a directory", ""}},
    {"no file", X "certify \"$DIR/none\"", 2, {"none: No such file", ""}},
    {"no results", X "merge " P "README.md", 2, {"README.md: there is no result in it", ""}},
    {"no end", X "merge " P "/dev/zero", 2, {"/dev/zero:1: longer than 16 MiB: no plan", ""}},
    {"nor of a line of the plan",
     "head -n 9 " P ">" Q "; head -c 17M /dev/zero >>" Q "; " X "merge " Q,
     2,
     {"q:10: longer than 16 MiB: no plan", ""}},
    {"another plan",
     X "plan 2 --out \"$DIR/o\" --moves h2e2 >/dev/null; " X "merge " P "\"$DIR/o\"",
     2,
     {"o:1: this is another plan", ""}},
};

Test(xqperft_certify, plans_must_be_whole, .init = make_folder, .fini = remove_folder)
{
    make_plan();
    CASES(plan_cases);
}

/* --- large counts ----------------------------------------------------------------------------- */

Test(xqperft_certify, totals_of_128_bits, .init = make_folder, .fini = remove_folder)
{
    struct deep_plan plan = start_plan(20, 1);
    char path[PATH_SIZE];
    write_plan(&plan);
    path_of(path, "p");
    int fd = open(path, O_WRONLY | O_APPEND);
    for (size_t unit = 0; unit < plan.unit_count; unit++)
        cr_assert(deep_result_write(&plan, unit, (wide)1 << 122, 0, fd));
    static const struct script_case cases[] = {
        {"text",
         X "merge " P,
         0,
         {"\nh2e2: 5316911983139663491615228241121378304\n",
          "\nNodes searched: 233944127258145193631070042609340645376\n"}},
        {"TSV",
         X "merge " P "--tsv",
         0,
         {"\ttotal\t233944127258145193631070042609340645376\n", ""}},
        {"JSON, as digits",
         X "merge " P "--json",
         0,
         {"\"nodes\": \"233944127258145193631070042609340645376\"",
          "\"nodes\": \"5316911983139663491615228241121378304\""}},
        {"in groups",
         X "perft 20 --checkpoint " P,
         0,
         {"nodes             233,944,127,258,145,193,631,070,042,609,340,645,376\n", ""}},
    };
    CASES(cases);
    write_plan(&plan);
    for (size_t unit = 0; unit < plan.unit_count; unit++)
        cr_assert(deep_result_write(&plan, unit, (wide)1 << 123, 0, fd));
    close(fd);
    cr_assert_eq(shell(X "merge " P), 2, "%s", output);
    assert_says("the sum of the counts has more than 128 bits", "too large");
    deep_plan_free(&plan);
}

/* --- certificates ----------------------------------------------------------------------------- */

static const struct script_case certify_cases[] = {
    {"not counted yet", X "certify " P, 4, {"23 of 23 units are not counted yet", ""}},
    {"counted by itself",
     X "work " P "--board padded >/dev/null; " X "certify " P "--board padded",
     2,
     {"padded has counted every unit itself", ""}},
    {"nor by a variant",
     X "certify " P "--board padded-bitline",
     2,
     {"has counted every unit", ""}},
    {"by another board",
     X "certify " P "--sample 23",
     0,
     {"board             naive\n", "\nshare of leaves   1\n"}},
    {"a sample",
     X "certify " P "--board bitboard --sample 5 --seed 7 --json",
     0,
     {"\"counted_again\": 5", "\"differ\": 0"}},
    {"is repeated by its seed",
     "for seed in 7 7 8; do " X "certify " P
     "--sample 5 --seed $seed --tsv | tail -n 1 | cut -f 1-10; done | "
     "uniq | wc -l",
     0,
     {"2\n", ""}},
    {"of none", X "certify " P "--sample 0", 2, {"--sample: 0 is less than 1", ""}},
    {"all boards", X "certify " P "--board all", 2, {"certify takes one board", ""}},
};

Test(xqperft_certify, a_sample_is_counted_again, .init = make_folder, .fini = remove_folder)
{
    make_plan();
    CASES(certify_cases);
}

Test(xqperft_certify, a_wrong_count_is_found, .init = make_folder, .fini = remove_folder)
{
    append("1 " FIRST " 1 45 vector", make_plan());
    cr_assert_eq(shell(X "work " P), 0, "%s", output);
    cr_assert_eq(shell(X "merge " P), 0, "merge cannot know: %s", output);
    assert_says("Nodes searched: 1922\n", "two paths lead there");
    cr_assert_eq(shell(X "certify " P "--sample 23"), 1, "%s", output);
    assert_says("unit 1 differs: the file has 45, padded counted 44: perft 1 of " FIRST, "unit");
    assert_says("differ            1\n", "how many");
    cr_assert_eq(shell(X "certify " P "--sample 23 --board bitboard --tsv"), 1, "%s", output);
    assert_says("\tbitboard\t", "of the only unit by others");
    assert_says("\t1\t1\t90\t", "one counted again, one differs, 2 * 45 leaves");
}

/* One path too many, under a right sum. */
Test(xqperft_certify, a_wrong_plan_is_found, .init = make_folder, .fini = remove_folder)
{
    struct deep_plan plan = start_plan(2, 1);
    plan.path[0].paths++;
    plan.paths++;
    write_plan(&plan);
    deep_plan_free(&plan);
    cr_assert_eq(shell(X "work " P "--board vector"), 0, "%s", output);
    cr_assert_eq(shell(X "merge " P), 0, "merge cannot know: %s", output);
    assert_says("Nodes searched: 1964\n", "44 more");
    cr_assert_eq(shell(X "certify " P), 1, "%s", output);
    assert_says("the plan differs from that which padded makes of its position", "the plan");
}
