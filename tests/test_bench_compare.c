/* Two runs beside each other: what may be compared, what follows, and how xqbench says it. */
#include <criterion/criterion.h>
#include <math.h>

#include "compare/compare.h"
#include "compare/compare_facts.h"
#include "fen.h"
#include "measure/positions.h"
#include "results_file.h"

enum { LAUNCHES = 8 };

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const struct results_row base_rows[] = {
    {"generate", "padded", false, 100, 1000}, {"generate", "naive", false, 300, 4000},
    {"perft", "padded", false, 20, 200},      {"perft", "naive", false, 40, 500},
    {"empty", "padded", true, 0.5, 0},        {"empty", "naive", true, 0.5, 0},
};

static struct stored runs[COMPARE_SIDES];

static void remove_runs(void)
{
    for (int side = 0; side < COMPARE_SIDES; side++)
        stored_free(&runs[side]);
    remove_folder();
}

/* The rows of BASE, with times and instructions multiplied. */
static json_t *base_times(double ns, double instructions, size_t launches)
{
    struct results_row rows[COUNT(base_rows)];
    for (size_t i = 0; i < COUNT(rows); i++) {
        rows[i] = base_rows[i];
        rows[i].ns *= ns;
        rows[i].instructions *= instructions;
    }
    return results_make(rows, COUNT(rows), launches);
}

/* Writes both, and reads them back. */
static void store(json_t *base, json_t *new)
{
    static const char *const files[] = {"base.json", "new.json"};
    json_t *both[] = {base, new};
    for (int side = 0; side < COMPARE_SIDES; side++) {
        struct fault fault = {""};
        char path[PATH_SIZE];
        results_write(both[side], files[side]);
        path_of(path, files[side]);
        stored_free(&runs[side]);
        cr_assert(stored_read(path, &runs[side], &fault), "%s", fault.text);
    }
}

static struct comparison compare(bool relative, bool trust_all)
{
    struct comparison comparison;
    cr_assert(
        comparison_make(&comparison, &runs[COMPARE_BASE], &runs[COMPARE_NEW], relative, trust_all));
    return comparison;
}

/* --- comparisons ----------------------------------------------------------------------------- */

/* The launches of a run are 0.1 % apart, those of the other have the same pattern: the median of
 * all differences is the logarithm of the factor. */
Test(bench_compare, speeds_of_all_rows, .init = make_folder, .fini = remove_runs)
{
    static const char *const names[] = {
        "generate/padded", "generate/naive", "perft/padded",          "perft/naive",
        "empty/padded",    "empty/naive",    "geometric mean/padded", "geometric mean/naive"};
    store(base_times(1, 1, LAUNCHES), base_times(0.8, 1.5, LAUNCHES));
    struct comparison comparison = compare(false, false);
    cr_assert_eq(comparison.count, COUNT(names));
    for (size_t i = 0; i < COUNT(names); i++) {
        const struct compare_row *row = &comparison.rows[i];
        char name[64];
        snprintf(name, sizeof name, "%s/%s", row->workload, row->board);
        cr_assert_str_eq(name, names[i]);
        struct stats_speed speed = stats_speed_of(&row->time->ratio);
        cr_assert(fabs(speed.median - 1.25) < 1e-6, "%s: %g", name, speed.median);
        cr_assert(speed.low < 1.25 && speed.low > 1.24 && speed.high > 1.25 && speed.high < 1.26);
        cr_assert_eq(row->time->verdict, STATS_FASTER, "%s", name);
        /* 2 / (16 over 8), and the smallest of eight p's is multiplied by eight */
        cr_assert(fabs(row->time->ratio.p - 2.0 / 12870) < 1e-12, "%s: %g", name,
                  row->time->ratio.p);
        cr_assert(fabs(row->time->adjusted_p - 16.0 / 12870) < 1e-12, "%s", name);
        cr_assert_eq(row->limit, i == 4 || i == 5);
    }
    cr_assert_eq(comparison.rows[1].value[COMPARE_BASE], 300);
    cr_assert_eq(comparison.rows[1].value[COMPARE_NEW], 240);
    cr_assert_eq(comparison.rows[1].instructions[COMPARE_NEW], 6000);
    cr_assert(isnan(comparison.rows[6].value[COMPARE_NEW]), "a mean has no time");
    cr_assert(fabs(compare_median_speed(&comparison, false) - 1.25) < 1e-6);
    cr_assert(fabs(compare_median_speed(&comparison, true) - 1.25) < 1e-6);
    comparison_free(&comparison);
}

/* The machine is 10 % slower, and naive's perft twice as fast. */
Test(bench_compare, relative_rows_know_no_machine, .init = make_folder, .fini = remove_runs)
{
    json_t *new = base_times(1.1, 1, LAUNCHES);
    for (size_t i = 0; i < LAUNCHES; i++) {
        char path[64], time[32];
        json_t *entry = json_array_get(json_object_get(new, "benchmarks"), 3 * (LAUNCHES + 1) + i);
        cr_assert_str_eq(json_string_value(json_object_get(entry, "run_name")), "perft/naive");
        snprintf(path, sizeof path, "benchmarks.%zu.real_time", 3 * (LAUNCHES + 1) + i);
        snprintf(time, sizeof time, "%.9g",
                 json_number_value(json_object_get(entry, "real_time")) / 2);
        results_change(new, path, time);
    }
    store(base_times(1, 1, LAUNCHES), new);
    struct comparison comparison = compare(true, false);
    cr_assert_str_eq(comparison.reference, "padded");
    cr_assert_eq(comparison.count, 4, "generate, perft, empty and the mean, all of naive");
    static const double speeds[] = {1, 2, 1, 1.41421356}, base[] = {1.0 / 3, 0.5, 1, 0.40824829};
    for (size_t i = 0; i < COUNT(speeds); i++) {
        const struct compare_row *row = &comparison.rows[i];
        cr_assert_str_eq(row->board, "naive");
        cr_assert(fabs(stats_speed_of(&row->time->ratio).median - speeds[i]) < 1e-6, "%s",
                  row->workload);
        cr_assert(fabs(row->value[COMPARE_BASE] - base[i]) < 1e-6, "%s: %g", row->workload,
                  row->value[COMPARE_BASE]);
        cr_assert_eq(row->time->verdict, speeds[i] > 1 ? STATS_FASTER : STATS_EQUAL);
        cr_assert(isnan(row->instructions[COMPARE_NEW]));
    }
    comparison_free(&comparison);
}

Test(bench_compare, disturbed_launches, .init = make_folder, .fini = remove_runs)
{
    json_t *new = base_times(0.5, 1, LAUNCHES);
    results_change(new, "launches.2.trusted", "false");
    store(base_times(1, 1, LAUNCHES), new);
    for (int trust_all = 0; trust_all <= 1; trust_all++) {
        struct comparison comparison = compare(false, trust_all);
        for (size_t i = 0; i < comparison.count; i++) {
            const struct stats_row *time = comparison.rows[i].time;
            cr_assert_eq(time->verdict, trust_all ? STATS_FASTER : STATS_INCONCLUSIVE);
            cr_assert_eq(time->reason, trust_all ? STATS_NO_REASON : STATS_UNTRUSTED);
            cr_assert(fabs(stats_speed_of(&time->ratio).median - 2) < 0.002, "what is left");
        }
        comparison_free(&comparison);
    }
}

/* Of sixteen launches one may be lost: the interval is wider, and the verdict holds. */
Test(bench_compare, one_disturbed_launch_of_many, .init = make_folder, .fini = remove_runs)
{
    json_t *new = base_times(0.5, 1, 16);
    results_change(new, "launches.2.trusted", "false");
    store(base_times(1, 1, 16), new);
    struct comparison one = compare(false, false), none = compare(false, true);
    for (size_t i = 0; i < one.count; i++) {
        const struct stats_estimate *ratio = &one.rows[i].time->ratio;
        cr_assert_eq(one.rows[i].time->verdict, STATS_FASTER, "row %zu", i);
        cr_assert_eq(ratio->untrusted, 1);
        cr_assert_lt(ratio->low, none.rows[i].time->ratio.low, "row %zu", i);
        cr_assert_gt(ratio->high, none.rows[i].time->ratio.high, "row %zu", i);
    }
    comparison_free(&one);
    comparison_free(&none);
}

Test(bench_compare, only_what_both_have, .init = make_folder, .fini = remove_runs)
{
    static const struct results_row other[] = {{"perft", "naive", false, 40, 0},
                                               {"perft", "bitboard", false, 40, 0},
                                               {"copy", "naive", false, 40, 0}};
    store(base_times(1, 1, LAUNCHES), results_make(other, COUNT(other), 3));
    struct comparison comparison = compare(false, false);
    cr_assert_eq(comparison.count, 1, "and no mean of one workload");
    cr_assert_str_eq(comparison.rows[0].workload, "perft");
    cr_assert_str_eq(comparison.rows[0].board, "naive");
    cr_assert_eq(comparison.rows[0].time->ratio.launches, LAUNCHES + 3);
    cr_assert(isnan(comparison.rows[0].instructions[COMPARE_NEW]), "counted on one side only");
    cr_assert(isnan(compare_median_speed(&comparison, true)));
    comparison_free(&comparison);
    comparison = compare(true, false);
    cr_assert_eq(comparison.count, 0, "without the reference nothing is beside it");
    comparison_free(&comparison);
}

Test(bench_compare, instructions_are_counted_alike_or_not_compared, .init = make_folder,
     .fini = remove_runs)
{
    json_t *new = base_times(1, 1, LAUNCHES);
    results_change(new, "counting.tool", "\"valgrind 2\"");
    store(base_times(1, 1, LAUNCHES), new);
    struct comparison comparison = compare(false, false);
    cr_assert(isnan(comparison.rows[0].instructions[COMPARE_BASE]));
    cr_assert_not(compare_counted_alike(&comparison));
    comparison_free(&comparison);
}

/* --- what time and instructions say ---------------------------------------------------------- */

Test(bench_compare, notes)
{
    static const struct {
        enum stats_verdict verdict;
        double time, instructions; /* NEW / BASE */
        const char *note;          /* NULL for none */
    } cases[] = {
        {STATS_SLOWER, 1.04, 1, "suspect layout, or the machine"},
        {STATS_SLOWER, 1.04, 1.0009, "suspect layout, or the machine"},
        {STATS_FASTER, 0.96, 0.9991, "suspect layout, or the machine"},
        {STATS_SLOWER, 1.04, 1.039, "more work"},
        {STATS_SLOWER, 1.04, 1.021, "more work"},
        {STATS_SLOWER, 1.3, 1.002,
         "the work explains less than half: suspect layout, or the machine"},
        {STATS_FASTER, 0.7, 0.99,
         "the work explains less than half: suspect layout, or the machine"},
        {STATS_FASTER, 0.8, 0.7, "less work"},
        {STATS_FASTER, 0.8, 1.2, "faster in spite of more work"},
        {STATS_SLOWER, 1.2, 0.9, "slower in spite of less work"},
        {STATS_EQUAL, 1.001, 1.1, "instructions changed, time did not"},
        {STATS_EQUAL, 1.001, 0.9, "instructions changed, time did not"},
        {STATS_EQUAL, 1, 1, NULL},
        {STATS_INCONCLUSIVE, 1.1, 1, NULL},
        {STATS_SLOWER, 1.1, NAN, NULL},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct stats_row time = {.verdict = cases[i].verdict, .ratio.median = log(cases[i].time)};
        struct compare_row row = {.instructions = {500, 500 * cases[i].instructions},
                                  .time = &time};
        const char *note = compare_note(&row);
        bool same =
            note && cases[i].note ? strcmp(note, cases[i].note) == 0 : note == cases[i].note;
        cr_assert(same, "time %g, instructions %g: %s", cases[i].time, cases[i].instructions,
                  note ? note : "nothing");
    }
}

/* --- apples and oranges ---------------------------------------------------------------------- */

static const struct orange {
    const char *path, *value, *what; /* NULL: may differ */
} oranges[] = {
    {"machine.cpu", "\"Test 2\"", "CPU"},
    {"machine.cpu", "null", "CPU"},
    {"machine.cpus", "4", "number of CPUs"},
    {"machine.caches.L1d", "\"48K\"", "caches"},
    {"machine.governor", "\"powersave\"", "governor"},
    {"machine.compiler", "\"cc 2\"", "compiler"},
    {"machine.flags", "\"-O2\"", "flags"},
    {"machine.flags", "null", "flags"},
    {"machine.arch", "\"x86-64-v3\"", "architecture"},
    {"config.positions", "\"other.epd\"", NULL}, /* the same positions, as the hash says */
    {"config.positions_hash", "\"af63dc4c8601ec8c\"", "hash of the positions"},
    {"config.positions_hash", NULL, "hash of the positions"},
    {"config.positions_hash", "null", "hash of the positions"},
    {"config.cpu", "1", "pinned to a CPU"},
    {"config.cpu", NULL, "pinned to a CPU"},
    {"config.level", "0.9", "level of intervals"},
    {"config.level", NULL, "level of intervals"},
    {"config.equal_within", "0.05", "width of what is called equal"},
    {"config.equal_within", NULL, "width of what is called equal"},
    {"config.effort", "\"quick\"", NULL},
    {"config.rounds", "6", NULL},
    {"config.seed", "7", NULL},
    {"config.trust_all", "true", NULL},
    {"config.classes", "[\"opening\"]", "classes of positions"},
    {"config.position_count", "300", "number of positions"},
    {"results.0.policy", "\"bulk\"", "policy of generate"},
    {"results.2.depth", "3", "depth of perft"},
    {"results.2.every", "16", "one position in of perft"},
    {"results.4.operation", "\"king\"", "operation of empty"},
    {"results.0.iterations", "1001", "operations of a sample of generate"},
    {"results.0.items_per_second", "4.01e8", "moves per position of generate"},
    {"results.0.items_per_second", "4.00001e8", NULL}, /* rounded */
    {"results.0.items_per_second", "0.0", "moves per position of generate"},
    {"results.0.every", NULL, "one position in of generate"},
    {"results.0.iterations", NULL, "operations of a sample of generate"},
    {"results.1.depth", "3", "depth of generate"}, /* not of its first board */
    {"results.1.items_per_second", "2e8", "moves per position of generate"},
    {"machine.kernel", "\"Linux 2\"", NULL},
    {"machine.commit", "\"fff\"", NULL},
    {"machine.dirty", "true", NULL},
    {"machine.date", "null", NULL},
    {"config.reference", "\"naive\"", NULL},
    {"boards.0.chosen", "\"padded-bitline\"", NULL}, /* runs did not always tell */
    {"boards.0.chosen", "null", NULL},
};

/* A name that stands for one of several builds. */
Test(bench_compare, what_a_board_stood_for_is_told, .init = make_folder, .fini = remove_runs)
{
    static const char *const chosen[] = {"\"vector-avx2\"", "\"vector-avx512\""};
    for (size_t i = 0; i < COUNT(chosen); i++) {
        json_t *base = base_times(1, 1, LAUNCHES + 1), *new = base_times(1, 1, LAUNCHES);
        results_change(base, "boards.0.chosen", chosen[0]);
        results_change(new, "boards.0.chosen", chosen[i]);
        store(base, new);
        json_t *found = compare_differences(&runs[COMPARE_BASE], &runs[COMPARE_NEW]);
        cr_assert_eq(json_array_size(found), i);
        const char *what = json_string_value(json_object_get(json_array_get(found, 0), "what"));
        if (i > 0)
            cr_assert_str_eq(what, "what padded stands for");
        json_decref(found);
    }
}

Test(bench_compare, oranges_are_told_from_apples, .init = make_folder, .fini = remove_runs)
{
    for (size_t i = 0; i < COUNT(oranges); i++) {
        json_t *new = base_times(1, 1, LAUNCHES);
        results_change(new, oranges[i].path, oranges[i].value);
        store(base_times(1, 1, LAUNCHES + 1), new);
        json_t *found = compare_differences(&runs[COMPARE_BASE], &runs[COMPARE_NEW]);
        cr_assert_eq(json_array_size(found), oranges[i].what != NULL, "%s", oranges[i].path);
        const char *what = json_string_value(json_object_get(json_array_get(found, 0), "what"));
        if (oranges[i].what)
            cr_assert_str_eq(what, oranges[i].what);
        json_decref(found);
    }
}

/* Positions are what they are, not where they lie. */
Test(bench_compare, positions_are_known_by_their_hash, .init = make_folder, .fini = remove_runs)
{
    static const struct {
        const char *rule, *positions, *base, *new, *what[2]; /* NULL: not there, no difference */
    } cases[] = {
        {"another path", "\"/x/games.epd\"", "\"a1\"", "\"a1\"", {NULL}},
        {"another file of the name",
         "\"games.epd\"",
         "\"a1\"",
         "\"a2\"",
         {"hash of the positions"}},
        {"one is older, elsewhere",
         "\"/x/games.epd\"",
         "\"a1\"",
         NULL,
         {"positions", "hash of the positions"}},
        {"the other is older", "\"games.epd\"", NULL, "\"a1\"", {"hash of the positions"}},
        {"both are older", "\"games.epd\"", NULL, NULL, {NULL}},
        {"both are older, elsewhere", "\"/x/games.epd\"", NULL, NULL, {"positions"}},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        json_t *base = base_times(1, 1, LAUNCHES), *new = base_times(1, 1, LAUNCHES);
        results_change(new, "config.positions", cases[i].positions);
        results_change(base, "config.positions_hash", cases[i].base);
        results_change(new, "config.positions_hash", cases[i].new);
        store(base, new);
        json_t *found = compare_differences(&runs[COMPARE_BASE], &runs[COMPARE_NEW]);
        for (size_t j = 0; j < 2; j++) {
            json_t *difference = json_array_get(found, j);
            const char *what = json_string_value(json_object_get(difference, "what"));
            cr_assert_eq(what != NULL, cases[i].what[j] != NULL, "%s: %zu", cases[i].rule, j);
            if (what)
                cr_assert_str_eq(what, cases[i].what[j], "%s", cases[i].rule);
        }
        json_decref(found);
    }
}

#define START "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
#define KINGS "4k4/9/9/9/9/9/9/9/9/3K5 b - - 3 20"

/* The hashes of no bytes, which is FNV's offset basis, and of these lines, by another program. */
Test(bench_compare, hash_of_positions)
{
    static const struct {
        const char *fens[2];
        size_t count;
        uint64_t hash;
    } cases[] = {{{NULL}, 0, 0xcbf29ce484222325},
                 {{START}, 1, 0x7ea326944b5157b4},
                 {{START, KINGS}, 2, 0x1219826f7e17b686},
                 {{KINGS, START}, 2, 0xfd7dd4ec2183d398}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        static struct suite_entry entries[2];
        struct suite suite = {entries, cases[i].count};
        struct fen_error error;
        for (size_t j = 0; j < suite.count; j++)
            cr_assert(
                fen_read(cases[i].fens[j], strlen(cases[i].fens[j]), &entries[j].position, &error));
        cr_assert_eq(positions_hash(&suite), cases[i].hash, "case %zu", i);
    }
}

/* --- the program ----------------------------------------------------------------------------- */

static void expect(const char *arguments, int status, const char *says)
{
    char line[256];
    snprintf(line, sizeof line, "cd \"$DIR\" && \"$BUILD/xqbench\" compare %s", arguments);
    int is = shell(line);
    cr_assert_eq(is, status, "compare %s: status %d: %s", arguments, is, output);
    assert_says(says, arguments);
}

Test(xqbench_compare, refusals_say_why, .init = make_folder, .fini = remove_runs)
{
    static const struct {
        const char *arguments, *says;
    } refusals[] = {
        {"", "BASE and NEW"},
        {"base.json", "BASE and NEW"},
        {"base.json new.json new.json", "unexpected argument 'new.json'"},
        {"--tsv --json base.json new.json", "--tsv and --json exclude each other"},
        {"--fast base.json new.json", "--fast"},
        {"base.json none.json", "none.json: No such file"},
        {"/dev/null new.json", "/dev/null: is a device"},
        {". new.json", "./results.json: No such file"},
        {"base.json new.json >/dev/full", "standard output"},
    };
    store(base_times(1, 1, LAUNCHES), base_times(1, 1, LAUNCHES));
    for (size_t i = 0; i < COUNT(refusals); i++)
        expect(refusals[i].arguments, 2, refusals[i].says);
    alarm(60);
    expect("base.json pipe", 2, "pipe: No such file");
    cr_assert_eq(shell("mkfifo \"$DIR/pipe\""), 0);
    expect("base.json pipe", 2, "pipe: is a pipe");
    expect("pipe base.json", 2, "pipe: is a pipe");
}

Test(xqbench_compare, oranges_need_a_word, .init = make_folder, .fini = remove_runs)
{
    json_t *new = base_times(0.5, 1, LAUNCHES);
    results_change(new, "machine.flags", "\"-O2\"");
    results_change(new, "results.2.depth", "3");
    store(base_times(1, 1, LAUNCHES), new);
    static const char flags[] = "  flags: BASE \"-O3\", NEW \"-O2\"\n",
                      depth[] = "  depth of perft: BASE none, NEW 3\n";
    expect("base.json new.json", 2, flags);
    cr_assert(strstr(output, depth) && strstr(output, "--anyway"), "%s", output);
    cr_assert_not(strstr(output, "workload"), "no table: %s", output);
    expect("--anyway base.json new.json", 0, flags);
    cr_assert(strstr(output, depth) && strstr(output, "2.000 ["), "%s", output);
    expect("--anyway --tsv base.json new.json", 0, flags);
    expect("--anyway --json base.json new.json", 0, "\"what\": \"flags\"");
}

/* What one run does not tell is a difference, which side it is is said; what neither tells is a
 * warning. */
Test(xqbench_compare, what_is_unknown, .init = make_folder, .fini = remove_runs)
{
    static const char *const unknown[] = {"config.positions_hash", "config.cpu", "results.2.every"};
    json_t *base = base_times(1, 1, LAUNCHES), *new = base_times(1, 1, LAUNCHES);
    results_change(base, "config.level", NULL);
    results_change(new, "config.cpu", NULL);
    results_change(new, "results.3.every", NULL);
    store(base, new);
    expect("base.json new.json", 2, "  level of intervals: unknown in BASE, NEW 0.95\n");
    assert_says("  pinned to a CPU: BASE false, unknown in NEW\n", "the other side");
    assert_says("  one position in of perft: BASE 1, unknown in NEW\n", "a workload");
    expect("--anyway --json base.json new.json", 0, "\"unknown\": \"BASE\"");
    base = base_times(1, 1, LAUNCHES);
    new = base_times(1, 1, LAUNCHES);
    for (size_t i = 0; i < COUNT(unknown); i++) {
        results_change(base, unknown[i], NULL);
        results_change(new, unknown[i], NULL);
    }
    results_change(base, "machine.cpu", "null");
    results_change(new, "machine.cpu", "null");
    store(base, new);
    static const char says[] = "warning: unknown in both runs: CPU\n"
                               "warning: unknown in both runs: hash of the positions\n"
                               "warning: unknown in both runs: pinned to a CPU\n"
                               "warning: unknown in both runs: one position in\n";
    expect("base.json new.json", 0, says);
    expect("--tsv base.json new.json", 0, says);
    expect("--json base.json new.json", 0, "\"unknown in both runs: pinned to a CPU\"");
}

/* Control characters of a fact are shown, and do nothing. */
Test(xqbench_compare, facts_are_printable, .init = make_folder, .fini = remove_runs)
{
    json_t *new = base_times(1, 1, LAUNCHES);
    results_change(new, "machine.flags", "\"-O2\\u001b[2J\\u007f\\u009b\\u202e\"");
    store(base_times(1, 1, LAUNCHES), new);
    expect("base.json new.json", 2, "NEW \"-O2\\u001B[2J\\x7F\\u009B\\u202E\"\n");
}

Test(xqbench_compare, nothing_in_common, .init = make_folder, .fini = remove_runs)
{
    static const struct results_row other[] = {{"copy", "padded", false, 40, 0},
                                               {"generate", "bitboard", false, 100, 0}};
    store(base_times(1, 1, LAUNCHES), results_make(other, COUNT(other), 3));
    expect("base.json new.json", 4, "no workload of a board in common");
    expect("--relative base.json new.json", 4, "the reference board");
}

/* Boards, limits and all slower by 8 %, with as many instructions. */
Test(xqbench_compare, says_what_it_found, .init = make_folder, .fini = remove_runs)
{
    json_t *new = base_times(1.08, 1, LAUNCHES);
    results_change(new, "machine.dirty", "true");
    store(base_times(1, 1, LAUNCHES), new);
    expect("base.json new.json", 0,
           "commit abc1234 with changes, 2026-01-02T03:04:05Z, 8 launches");
    static const char *const says[] = {
        "generate         padded       100.0       108.0  0.926 [0.92",
        "geometric mean   naive                           0.926 [0.92",
        "  perft/naive: +8.0 % time, +0.0 % instructions: suspect layout, or the machine\n",
        "The limits moved, too, which do the same in both runs: empty/padded, empty/naive.\n",
        "  Their median speed is 0.926",
        "The median of all speeds is 0.926",
        "repeat both\nbefore you believe a small difference.\n",
    };
    for (size_t i = 0; i < COUNT(says); i++)
        cr_assert(strstr(output, says[i]), "'%s' is not in: %s", says[i], output);
    for (const char *line = output; *line; line += strcspn(line, "\n") + 1)
        cr_assert_leq(strcspn(line, "\n"), 100, "too wide: %s", line);
    expect("--relative base.json new.json", 0, "All speeds are beside padded in the same launch.");
    cr_assert(strstr(output, "perft            naive       0.500       0.500  1.000 [1.000, 1.000]"
                             "    equal\n"),
              "%s", output);
    cr_assert_not(strstr(output, "moved"), "%s", output);
}

/* A board whose state has other bytes may read them in another time: that tells nothing of the
 * machine. */
Test(xqbench_compare, a_board_that_changed_is_no_witness, .init = make_folder, .fini = remove_runs)
{
    json_t *new = base_times(1.08, 1, LAUNCHES);
    results_change(new, "boards.0.state_bytes", "50");
    store(base_times(1, 1, LAUNCHES), new);
    expect("base.json new.json", 0,
           "The limits moved, too, which do the same in both runs: empty/naive.\n");
    new = base_times(1.08, 1, LAUNCHES);
    results_change(new, "boards.0.state_bytes", "50");
    results_change(new, "boards.1", NULL);
    store(base_times(1, 1, LAUNCHES), new);
    expect("base.json new.json", 0, "The median of all speeds is 0.926");
    cr_assert_not(strstr(output, "The limits moved"), "%s", output);
    expect("--json base.json new.json", 0, "\"median_ratio_of_limits\": null");
}

/* What may have moved times, and forbids nothing. */
Test(xqbench_compare, warnings, .init = make_folder, .fini = remove_runs)
{
    static const char neighbours[] = "warning: other boards or workloads were measured beside",
                      trust[] = "warning: only NEW was run with --trust-all";
    store(base_times(1, 1, LAUNCHES), base_times(1, 1, LAUNCHES));
    expect("base.json new.json", 0, "equal");
    cr_assert_not(strstr(output, "warning"), "%s", output);
    json_t *new = results_make(base_rows, COUNT(base_rows) - 1, LAUNCHES);
    results_change(new, "config.trust_all", "true");
    store(base_times(1, 1, LAUNCHES), new);
    static const char *const forms[] = {"base.json new.json", "--tsv base.json new.json"};
    for (size_t i = 0; i < COUNT(forms); i++) {
        expect(forms[i], 0, neighbours);
        assert_says(trust, forms[i]);
    }
    expect("--json base.json new.json", 0, "\"only NEW was run with --trust-all");
    new = base_times(1, 1, LAUNCHES);
    results_change(new, "launches.2.trusted", "false");
    store(base_times(1, 1, LAUNCHES), new);
    expect("base.json new.json", 0, "8 launches, 1 of them disturbed");
}

/* A slower limit is no slower board. */
Test(xqbench_compare, fails_where_something_is_slower, .init = make_folder, .fini = remove_runs)
{
    static const struct results_row slower[] = {{"generate", "padded", false, 100, 0},
                                                {"perft", "padded", false, 21, 0}};
    static const struct results_row limit[] = {{"generate", "padded", false, 90, 0},
                                               {"empty", "padded", true, 0.6, 0}};
    store(base_times(1, 1, LAUNCHES), results_make(slower, COUNT(slower), LAUNCHES));
    expect("base.json new.json", 0, "slower");
    static const char *const forms[] = {"", "--tsv ", "--json "};
    for (size_t i = 0; i < COUNT(forms); i++) {
        char arguments[64];
        snprintf(arguments, sizeof arguments, "--fail-slower %sbase.json new.json", forms[i]);
        expect(arguments, 1, "slower");
    }
    expect("--fail-slower --relative base.json new.json", 4, "the reference board");
    store(base_times(1, 1, LAUNCHES), results_make(limit, COUNT(limit), LAUNCHES));
    expect("--fail-slower base.json new.json", 0, "slower");
    expect("--fail-slower base.json none.json", 2, "none.json");
}

Test(xqbench_compare, too_few_launches, .init = make_folder, .fini = remove_runs)
{
    store(base_times(1, 1, 4), base_times(0.5, 1, 4));
    expect("base.json new.json", 0, "Inconclusive, too few launches: generate/padded");
    cr_assert(strstr(output, "A table of 8 rows takes at least 6 launches of each run.\n"), "%s",
              output);
}

/* A gate that could not have seen a slower board does not say that all is well. */
Test(xqbench_compare, nothing_decided_is_not_well, .init = make_folder, .fini = remove_runs)
{
    static const struct results_row limits[] = {{"empty", "padded", true, 0.5, 0},
                                                {"empty", "naive", true, 0.5, 0}};
    store(base_times(1, 1, LAUNCHES), base_times(1, 1, LAUNCHES));
    expect("--fail-slower base.json new.json", 0, "equal");
    expect("--fail-slower --relative base.json new.json", 0, "equal");
    store(base_times(1, 1, 3), base_times(1, 1, 3));
    expect("base.json new.json", 0, "inconclusive");
    static const char few[] =
        "xqbench: --fail-slower: whether a board is slower is unknown: 6 of 6 "
        "rows may hide that it is by more than 10 %: too few launches (6)\n";
    static const char *const forms[] = {"", "--tsv ", "--json "};
    for (size_t i = 0; i < COUNT(forms); i++) {
        char arguments[64];
        snprintf(arguments, sizeof arguments, "--fail-slower %sbase.json new.json", forms[i]);
        expect(arguments, 4, few);
    }
    store(results_make(limits, COUNT(limits), LAUNCHES), results_make(limits, 2, LAUNCHES));
    expect("--fail-slower base.json new.json", 4, "unknown: only limits are compared\n");
}

/* Puts the times of naive's perft, which takes 40 ns, so many percent to either side in turn. */
static json_t *wide_times(double percent)
{
    json_t *new = base_times(1, 1, LAUNCHES);
    for (size_t i = 0; i < LAUNCHES; i++) {
        char path[64], time[32];
        snprintf(path, sizeof path, "benchmarks.%zu.real_time", 3 * (LAUNCHES + 1) + i);
        snprintf(time, sizeof time, "%.9g", 40 * (1 + (i % 2 ? percent : -percent) / 100));
        results_change(new, path, time);
    }
    return new;
}

/* A row may be inconclusive, as one of many always is, but not hide a large slowdown. */
Test(xqbench_compare, what_an_open_row_hides, .init = make_folder, .fini = remove_runs)
{
    store(base_times(1, 1, LAUNCHES), wide_times(5));
    expect("--fail-slower base.json new.json", 0,
           "Inconclusive, the interval is too wide: perft/naive");
    store(base_times(1, 1, LAUNCHES), wide_times(15));
    expect("--fail-slower base.json new.json", 4,
           "1 of 6 rows may hide that it is by more than 10 %: the interval is too wide (1)\n");
    assert_says("equal\n", "others are decided");
    json_t *new = wide_times(15);
    for (size_t i = 0; i < LAUNCHES; i++) {
        char path[64];
        snprintf(path, sizeof path, "benchmarks.%zu.real_time", i);
        results_change(new, path, "200");
    }
    store(base_times(1, 1, LAUNCHES), new);
    expect("--fail-slower base.json new.json", 1, "slower");
}

/* By naive's perft alone, which is not decided, nobody knows anything. */
Test(xqbench_compare, an_open_row_alone_is_not_well, .init = make_folder, .fini = remove_runs)
{
    json_t *base = results_make(&base_rows[3], 1, LAUNCHES), *new = wide_times(5);
    store(base, new);
    expect("--fail-slower base.json new.json", 4,
           "unknown: all rows are inconclusive: the interval is too wide (1)\n");
}

/* Every line has a value, or none, for each column. */
Test(xqbench_compare, tab_separated, .init = make_folder, .fini = remove_runs)
{
    store(base_times(1, 1, LAUNCHES), base_times(2, 1.1, LAUNCHES));
    expect(
        "--tsv base.json new.json", 0,
        "workload\tboard\tbase_ns\tnew_ns\tratio\tratio_low\tratio_high\tp\tadjusted_p\tverdict\t"
        "reason\tbase_instructions\tnew_instructions\tnote\tlimit\ngenerate\tpadded\t100\t200\t0."
        "5\t");
    cr_assert(strstr(output, "\tslower\t\t4000\t4400\tthe work explains less than half"), "%s",
              output);
    size_t lines = 0, tabs = 0;
    for (const char *at = output; *at; at++) {
        tabs += *at == '\t';
        lines += *at == '\n';
    }
    cr_assert_eq(lines, 9, "a heading and 8 rows");
    cr_assert_eq(tabs, 9 * 14);
    cr_assert(strstr(output, "\tno\nempty\tpadded\t0.5\t1\t") && strstr(output, "\tyes\n"), "%s",
              output);
    expect("--tsv --relative base.json new.json", 0, "\tbase_speed\tnew_speed\t");
}

Test(xqbench_compare, one_object, .init = make_folder, .fini = remove_runs)
{
    static const struct results_row other[] = {{"perft", "padded", false, 10, 0},
                                               {"copy", "padded", false, 40, 0}};
    store(base_times(1, 1, LAUNCHES), results_make(other, COUNT(other), LAUNCHES));
    expect("--json base.json new.json", 0, "{");
    json_t *object = json_loads(output, 0, NULL);
    cr_assert_not_null(object, "%s", output);
    const char *file, *verdict;
    double ratio, median;
    int launches, dirty;
    json_t *only_base, *only_new, *rows, *reference, *limits;
    int failed =
        json_unpack(object, "{s:{s:s, s:i, s:b}, s:o, s:o, s:o, s:o, s:f, s:o}", "base", "file",
                    &file, "launches", &launches, "dirty", &dirty, "rows", &rows, "only_base",
                    &only_base, "only_new", &only_new, "reference", &reference, "median_ratio",
                    &median, "median_ratio_of_limits", &limits);
    cr_assert_eq(failed, 0, "%s", output);
    cr_assert_str_eq(file, "base.json");
    cr_assert_eq(launches, LAUNCHES);
    cr_assert(!dirty && json_is_null(reference) && json_is_null(limits));
    cr_assert(json_array_size(rows) == 1 && json_array_size(only_base) == 5);
    cr_assert_str_eq(json_string_value(json_array_get(only_new, 0)), "copy/padded");
    failed =
        json_unpack(json_array_get(rows, 0), "{s:f, s:s}", "ratio", &ratio, "verdict", &verdict);
    cr_assert_eq(failed, 0, "%s", output);
    cr_assert(ratio == 2 && median == 2, "%g, %g", ratio, median);
    cr_assert_str_eq(verdict, "faster");
    json_decref(object);
}
