/* The curves of xqbench: which there are, bands of positions, and what a run leaves. Never how fast
 * anything was. */
#include <criterion/criterion.h>
#include <string.h>

#include "curves/curve.h"
#include "measuring.h"
#include "results_file.h"
#include "shell.h"

/* --- what is measured ------------------------------------------------------------------------ */

enum { MAX_RUNS = 4, MAX_BANDS = 3 };

static const struct bands_case {
    const char *rule;
    struct {
        unsigned positions, moves;
    } runs[MAX_RUNS]; /* so many positions with so many moves each */
    struct curve_band bands[MAX_BANDS];
    size_t count;
} bands_cases[] = {
    {"no positions", {{0, 0}}, {{0}}, 0},
    {"a single one", {{1, 44}}, {{0, 1, 44, 44, 44}}, 1},
    {"8 moves and 9 are apart", {{8, 8}, {8, 9}}, {{0, 8, 8, 8, 64}, {8, 8, 9, 9, 72}}, 2},
    {"9 moves and 16 are not", {{8, 9}, {8, 16}}, {{0, 16, 9, 16, 200}}, 1},
    {"the first has too few", {{7, 5}, {9, 12}}, {{0, 16, 5, 12, 143}}, 1},
    {"the last has too few", {{8, 5}, {7, 20}}, {{0, 15, 5, 20, 180}}, 1},
    {"one between has too few",
     {{8, 1}, {4, 12}, {9, 20}, {8, 30}},
     {{0, 8, 1, 1, 8}, {8, 13, 12, 20, 228}, {21, 8, 30, 30, 240}},
     3},
    {"the last two together have enough",
     {{8, 1}, {4, 12}, {4, 20}},
     {{0, 8, 1, 1, 8}, {8, 8, 12, 20, 128}},
     2},
    {"equals stay together", {{8, 1}, {30, 40}}, {{0, 8, 1, 1, 8}, {8, 30, 40, 40, 1200}}, 2},
    {"no moves beside a few", {{8, 0}, {2, 3}}, {{0, 10, 0, 3, 6}}, 1},
    {"no moves at all", {{9, 0}}, {{0}}, 0},
    {"a band without a move is left out", {{9, 0}, {8, 20}}, {{9, 8, 20, 20, 160}}, 1},
};

Test(bench_curves, bands_are_eight_moves_wide_and_have_eight_positions)
{
    for (size_t i = 0; i < sizeof bands_cases / sizeof bands_cases[0]; i++) {
        const struct bands_case *is = &bands_cases[i];
        struct curve_bands bands;
        unsigned moves[64];
        size_t count = 0;
        for (size_t run = 0; run < MAX_RUNS; run++)
            for (unsigned j = 0; j < is->runs[run].positions; j++)
                moves[count++] = is->runs[run].moves;
        curve_make_bands(moves, count, &bands);
        cr_assert_eq(bands.count, is->count, "%s: %zu bands", is->rule, bands.count);
        for (size_t j = 0; j < is->count; j++) {
            cr_assert_eq(bands.band[j].first, is->bands[j].first, "%s: band %zu", is->rule, j);
            cr_assert_eq(bands.band[j].count, is->bands[j].count, "%s: band %zu", is->rule, j);
            cr_assert_eq(bands.band[j].fewest, is->bands[j].fewest, "%s: band %zu", is->rule, j);
            cr_assert_eq(bands.band[j].most, is->bands[j].most, "%s: band %zu", is->rule, j);
            cr_assert_eq(bands.band[j].moves, is->bands[j].moves, "%s: band %zu", is->rule, j);
        }
    }
}

Test(bench_curves, bands_fit_whatever_positions_have)
{
    enum { COUNT = CURVE_BAND_LEAST * MAX_MOVES };
    static unsigned moves[COUNT];
    struct curve_bands bands;
    for (unsigned i = 0; i < COUNT; i++)
        moves[i] = i / CURVE_BAND_LEAST + 1;
    curve_make_bands(moves, COUNT, &bands);
    cr_assert_leq(bands.count, CURVE_MAX_STEPS);
    cr_assert_eq(bands.band[bands.count - 1].most, MAX_MOVES);
}

/* The counts of depth 1 come from the suite's file. */
Test(bench_curves, positions_are_arranged_by_their_moves)
{
    struct suite games, arranged;
    struct curve_bands bands;
    struct position start;
    position_start(&start);
    cr_assert(suite_read("positions/games.epd", &games, ignore_problem, NULL));
    cr_assert(curve_arrange(&games, &arranged, &bands));
    cr_assert_eq(arranged.count, games.count + 1);
    cr_assert_eq(memcmp(&arranged.entries[games.count].position, &start, sizeof start), 0,
                 "the last is the starting position");
    size_t next = 0;
    for (size_t i = 0; i < bands.count; i++) {
        const struct curve_band *band = &bands.band[i];
        uint64_t moves = 0;
        cr_assert_eq(band->first, next, "band %zu begins where the one before it ends", i);
        cr_assert_geq(band->count, CURVE_BAND_LEAST, "band %zu", i);
        cr_assert(i == 0 || band->fewest > bands.band[i - 1].most, "band %zu", i);
        for (next = band->first; next < band->first + band->count; next++) {
            const struct suite_entry *entry = &arranged.entries[next];
            cr_assert(entry->known >> 1 & 1, "%s", entry->id);
            cr_assert_geq(entry->count[1], band->fewest, "%s", entry->id);
            cr_assert_leq(entry->count[1], band->most, "%s", entry->id);
            cr_assert_not_null(suite_find(&games, entry->id));
            moves += entry->count[1];
        }
        cr_assert_eq(moves, band->moves, "band %zu", i);
    }
    cr_assert_eq(next, games.count, "all positions are in bands");
    suite_free(&games);
    suite_free(&arranged);
}

Test(bench_curves, the_starting_position_has_its_published_counts)
{
    struct suite start;
    cr_assert(suite_read("positions/start.epd", &start, ignore_problem, NULL));
    for (unsigned depth = 1; depth <= CURVE_MAX_DEPTH; depth++)
        cr_assert_eq(curve_start_nodes[depth], start.entries[0].count[depth], "depth %u", depth);
    cr_assert_eq(curve_start_nodes[0], 1);
    suite_free(&start);
}

Test(bench_curves, workloads_have_their_curve)
{
    static const struct {
        const char *workload;
        enum curve_kind kind;
        const char *mode;
    } cases[] = {
        {"generate", CURVE_MOBILITY, NULL},
        {"legal-list", CURVE_MOBILITY, NULL},
        {"mobility", CURVE_MOBILITY, NULL},
        {"captures", CURVE_NONE, NULL},
        {"make-unmake", CURVE_NONE, NULL},
        {"empty", CURVE_NONE, NULL},
        {"read", CURVE_NONE, NULL},
        {"perft-plain", CURVE_DEPTHS, "plain"},
        {"perft", CURVE_DEPTHS, "bulk"},
        {"perft-legal", CURVE_DEPTHS, "legal"},
        {"perft-stats", CURVE_DEPTHS, "stats"},
        {"perft-hash", CURVE_DEPTHS, "hash"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct workload *workload = all_workloads;
        while (workload->name && strcmp(workload->name, cases[i].workload) != 0)
            workload++;
        cr_assert_not_null(workload->name, "%s", cases[i].workload);
        cr_assert_eq(curve_kind_of(workload), cases[i].kind, "%s", cases[i].workload);
        if (cases[i].mode)
            cr_assert_str_eq(curve_mode(workload), cases[i].mode);
    }
}

/* --- the program ----------------------------------------------------------------------------- */

#define RUN "run --quick --launches 1 --no-count --board padded,bitboard --out \"$DIR\" "

Test(bench_curves, a_run_leaves_the_curves_of_its_workloads, .init = make_folder,
     .fini = remove_folder)
{
    cr_assert_eq(xqbench(RUN "--workload legal-list,perft-stats,copy"), 0, "%s", output);
    assert_says("\nCurves by mobility and depth: 1 launch of their own", "on the terminal");
    cr_assert_eq(shell("grep -c '^Curves by mobility and depth: 1 launch of their own' "
                       "\"$DIR/table.md\""),
                 0, "in Markdown");
    json_t *results = results_load("results.json"), *curves = json_object_get(results, "curves");
    cr_assert_eq(json_integer_value(json_object_get(curves, "launches")), 1);
    json_int_t attempts = json_integer_value(json_object_get(curves, "attempts"));
    cr_assert(attempts == 1 || attempts == 2);
    cr_assert_leq(json_integer_value(json_object_get(curves, "disturbed")), attempts - 1);
    json_decref(results);
    cr_assert_eq(shell("cut -f 1,2 \"$DIR/mobility.tsv\" | uniq | head -n 3"), 0);
    cr_assert_str_eq(output, "workload\tboard\nlegal-list\tpadded\nlegal-list\tbitboard\n");
    cr_assert_eq(shell("awk 'NR > 1 && $2 == \"padded\" { n += $5; moves += $5 * $6 } "
                       "END { print n, int(moves / n) }' \"$DIR/mobility.tsv\"; "
                       "awk -F '\t' 'NF != 9 || (NR > 1 && !($8 <= $7 && $7 <= $9))' "
                       "\"$DIR/mobility.tsv\""),
                 0);
    cr_assert_str_eq(output, "307 34\n", "all positions, and numbers in order: %s", output);
    cr_assert_eq(shell("cut -f 1-4 \"$DIR/depths.tsv\" | head -n 3"), 0);
    cr_assert_str_eq(output, "mode\tboard\tdepth\tnodes\nstats\tpadded\t1\t44\n"
                             "stats\tpadded\t2\t1920\n");

    /* Another run in the same folder, without them. */
    cr_assert_eq(xqbench(RUN "--workload legal-list,perft --no-curves"), 0, "%s", output);
    results = results_load("results.json");
    cr_assert(json_is_null(json_object_get(results, "curves")));
    json_decref(results);
    cr_assert_eq(shell("test -e \"$DIR/mobility.tsv\""), 1, "it is not of this run");
    cr_assert_eq(shell("test -e \"$DIR/depths.tsv\""), 1, "it is not of this run");
}

Test(bench_curves, what_it_is_told_must_fit, .init = make_folder, .fini = remove_folder)
{
    /* FILE CLASSES BOARDS WORKLOADS ISA SEED LAUNCH CPU DEEPEST...; the first workload is a kernel.
     */
    static const char *const words[] = {
        "",
        "positions/start.epd",
        "positions/start.epd 0 1 1 0 0 1 0",
        "positions/start.epd 0 1 1 0 0 1 0 2",
        "positions/start.epd 0 1 1 0 0 1 0 0 0",
        "positions/start.epd 0 1 1 0 0 0 0 0",
        "positions/start.epd 0 1 0 0 0 1 0",
        "positions/start.epd 0 0 1 0 0 1 0 0",
        "positions/start.epd 0 1 1 0 x 1 0 0",
        "positions/start.epd 0 1 1 3 0 1 0 0",
    };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        char line[256];
        snprintf(line, sizeof line, "curve %s", words[i]);
        cr_assert_eq(xqbench(line), 2, "%s: %s", words[i], output);
        cr_assert(strstr(output, "for xqbench itself"), "%s: %s", words[i], output);
    }
    cr_assert_eq(xqbench("curve positions/start.epd 0 1 1 0 0 1 0 0"), 0, "%s", output);
}
