/* The report of a results folder: what stands in it, and that it is whole, closed and harmless. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "markup.h"
#include "page/page_parts.h"
#include "results_file.h"
#include "scripts.h"

#define REPORT "'" XQBENCH "' report "

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { LAUNCHES = 6 };

static const struct results_row rows[] = {
    {"captures", "padded", false, 130, 1000}, {"captures", "naive", false, 390, 4000},
    {"perft-legal", "padded", false, 5, 50},  {"perft-legal", "naive", false, 4, 60},
    {"empty", "padded", true, 0.5, 4},        {"empty", "naive", true, 0.5, 4},
};

static char *page; /* the report that was read last */

/* --- results for a page ----------------------------------------------------------------------- */

static json_t *comparison(const char *workload, const char *verdict, const char *reason,
                          double ratio)
{
    return json_pack("{s:s, s:s, s:s, s:s, s:s?, s:f, s:f, s:f}", "workload", workload, "board",
                     "naive", "reference", "padded", "verdict", verdict, "reason", reason, "ratio",
                     ratio, "ratio_low", ratio * 0.9, "ratio_high", ratio * 1.1);
}

static json_t *results(void)
{
    json_t *root = results_make(rows, COUNT(rows), LAUNCHES);
    json_t *config = json_object_get(root, "config"), *facts, *figure;
    size_t i;
    json_object_update_new(config,
                           json_pack("{s:[s, s], s:f, s:f, s:i, s:I, s:s, s:n}", "boards", "padded",
                                     "naive", "level", 0.95, "equal_within", 0.02, "rounds", 12,
                                     "seed", (json_int_t)4711, "effort", "quick", "cpu"));
    json_array_foreach(json_object_get(root, "launches"), i, facts) json_object_update_new(
        facts, json_pack("{s:i, s:i, s:f, s:f}", "involuntary_switches", 3, "steal_ticks", 0,
                         "load_average", 0.25, "seconds", 1.5));
    json_array_foreach(json_object_get(root, "results"), i, figure)
        json_object_set_new(figure, "ns_mad", json_real(0.75));
    results_change(root, "results.2.policy", "\"legal\"");
    results_change(root, "results.2.depth", "2");
    results_change(root, "results.2.every", "8");
    json_object_set_new(
        root, "comparisons",
        json_pack("[o, o, o, o]",                                            /**/
                  comparison("captures", "slower", NULL, 1.0 / 3),           /**/
                  comparison("perft-legal", "faster", NULL, 1.25),           /**/
                  comparison("empty", "equal within the interval", NULL, 1), /**/
                  comparison("geometric mean", "inconclusive", "the interval is too wide", 0.645)));
    json_object_set_new(
        root, "boards",
        json_pack("[{s:s, s:i, s:i}]", "name", "padded", "state_bytes", 464, "table_bytes", 2048));
    return root;
}

static void read_page(void)
{
    free(page);
    page = read_file("report.html");
    markup_check(page);
    cr_assert_null(strstr(page, "http:"), "nothing is loaded");
    cr_assert_null(strstr(page, "https:"), "nothing is loaded");
}

static void make_page(void)
{
    int status = shell(REPORT "\"$DIR\"");
    cr_assert_eq(status, 0, "status %d: %s", status, output);
    assert_says("/report.html", "says where the page is");
    read_page();
}

static void assert_has(const char *part, const char *rule)
{
    cr_assert(strstr(page, part), "%s: '%s' is not in the page", rule, part);
}

/* --- what stands in it ------------------------------------------------------------------------ */

static const struct part {
    const char *rule, *text;
} parts[] = {
    {"the language", "<html lang=\"en\">"},
    {"nothing may be loaded", "content=\"default-src 'none'; style-src 'unsafe-inline'"},
    {"fits a phone", "<meta name=\"viewport\" content=\"width=device-width"},
    {"who wins", "naive</span> is the fastest at 1 of 2: perft-legal</li>"},
    {"no winner of the mean", "Taken together, no board can be named the fastest"},
    {"the winner's lead", "1.25 <span class=\"interval\">[1.12, 1.38]</span></td>"},
    {"a ratio turned round", "3.00 <span class=\"interval\">[2.73, 3.33]</span></td>"},
    {"why there is none", "inconclusive: the interval is too wide"},
    {"a time", "130.0 ±0.8</td>"},
    {"the fastest in bold", "<td class=\"number strong\">4.00 ±0.75</td>"},
    {"a count", "<td class=\"number\">1000</td>"},
    {"a rate", "<th scope=\"row\">million captures/s</th><td class=\"number\">307.7</td>"},
    {"a setting", "perft-legal (legal, depth 2, 1/8)</th>"},
    {"a limit", "empty (limit)</th>"},
    {"equality", "[0.90, 1.10]</span> =</td>"},
    {"doubt", "[0.58, 0.71]</span> ?</td>"},
    {"what is inconclusive",
     "Inconclusive, the interval is too wide: geometric mean (naive beside"},
    {"faster with more instructions", "strong\">0.800</td><td class=\"number strong\">1.20</td>"},
    {"bytes", "<td class=\"number\">464</td><td class=\"number\">2048</td>"},
    {"the processor", "Test 1, 2 CPUs"},
    {"how many launches", "6 launches, each a fresh process"},
    {"how many rounds", "12 rounds"},
    {"how many comparisons", "All 4 comparisons are one family"},
    {"disturbance", "No launch was disturbed"},
    {"samples", "No sample of a launch is dropped; no launch was repeated."},
    {"what holds by itself",
     "Each interval and each = holds at 95 % by itself; differences hold at "
     "95 % for the whole table."},
    {"what holds for all", "which holds at 95 % for the whole table at once (Holm). Each interval, "
                           "in brackets, and each equality holds at 95 % by itself."},
    {"how to repeat it", "build/xqbench run --seed 4711 --launches 6 --quick --board padded,naive "
                         "--workload captures,perft-legal,empty --positions games.epd"},
    {"of which commit", "git checkout abc1234"},
    {"limits", "<h2 id=\"limits\">What this does not show</h2>"},
    {"a missing plot", "scripts/plot.sh draws it from samples.csv"},
    {"missing programs", "Not measured: scripts/hyperfine.sh does it."},
    {"missing compilers", "Not measured: make bench-compilers does it."},
    {"a missing self-test", "xqbench selftest"},
};

Test(bench_page, results_alone_make_a_page, .init = make_folder, .fini = remove_folder)
{
    results_write(results(), "results.json");
    make_page();
    for (size_t i = 0; i < COUNT(parts); i++)
        assert_has(parts[i].text, parts[i].rule);
}

Test(bench_page, takes_what_is_in_the_folder, .init = make_folder, .fini = remove_folder)
{
    static const char svg[] = "<svg viewBox=\"0 0 1 1\"><g id=\"gnuplot_canvas\"></g></svg>\n";
    static const char *const plots[] = {"ratios",   "times",  "launches",
                                        "mobility", "depths", "nodes-per-second"};
    results_write(results(), "results.json");
    for (size_t i = 0; i < COUNT(plots); i++) {
        char name[64];
        snprintf(name, sizeof name, "%s.svg", plots[i]);
        write_file(name, svg);
    }
    write_file("mobility.tsv", "workload\tns_per_move\ngenerate\t4.5\n");
    write_file("whole-program.md", "| Program |\n|---|\n| fairy-stockfish |\n");
    write_file("compilers.md", "| Build |\n|---|\n| clang <14> |\n");
    write_file("selftest.md", "No false alarm in 20 runs.\n");
    make_page();
    for (size_t i = 0; i < COUNT(plots); i++) {
        char id[64];
        snprintf(id, sizeof id, "<g id=\"%s-gnuplot_canvas\">", plots[i]);
        assert_has(id, "every plot, with ids of its own");
    }
    assert_has("<td>generate</td><td class=\"number\">4.50</td>", "the numbers of a plot");
    assert_has("Where a bar crosses the line, the board is not shown to differ", "no evidence");
    assert_has("<th scope=\"row\">fairy-stockfish</th>", "whole programs");
    assert_has("<th scope=\"row\">clang &lt;14&gt;</th>", "compilers");
    assert_has("<p>No false alarm in 20 runs.</p>", "the self-test");
    cr_assert_null(strstr(page, "Not measured"), "nothing is missing");
    cr_assert_null(strstr(page, "is missing"), "nothing is missing");
}

Test(bench_page, texts_of_the_results_are_never_markup, .init = make_folder, .fini = remove_folder)
{
    static const char hostile[] = "\"<script>alert('1')</script>&\\\"\\u202e\"";
    static const char *const places[] = {
        "machine.cpu",          "machine.kernel",   "machine.compiler", "machine.flags",
        "machine.commit",       "machine.date",     "machine.arch",     "machine.governor",
        "machine.caches.L1d",   "config.positions", "config.effort",    "counting.tool",
        "comparisons.3.reason", "results.2.policy",
    };
    json_t *root = results();
    for (size_t i = 0; i < COUNT(places); i++)
        results_change(root, places[i], hostile);
    results_change(root, "config.classes", "[\"<b>\"]");
    results_write(root, "results.json");
    write_file("selftest.md", "<img src=x onerror=y>\n| <i> |\n|---|\n");
    make_page();
    static const char *const tags[] = {"<script", "<b>", "<img", "<i>", "\xe2\x80\xae"};
    for (size_t i = 0; i < COUNT(tags); i++)
        cr_assert_null(strstr(page, tags[i]), "'%s' is in the page", tags[i]);
    assert_has("git checkout &#39;&lt;script&gt;alert(&#39;\\&#39;&#39;1&#39;\\&#39;&#39;)",
               "a word of a command is quoted");
}

Test(bench_page, what_is_unknown_says_so, .init = make_folder, .fini = remove_folder)
{
    static const char *const unknown[] = {"machine.cpu",
                                          "machine.commit",
                                          "machine.date",
                                          "config.positions",
                                          "comparisons.0.ratio",
                                          "comparisons.0.ratio_low",
                                          "comparisons.0.ratio_high",
                                          "launches.0.load_average",
                                          "results.0.ns_mad",
                                          "results.0.instructions"};
    json_t *root = results();
    for (size_t i = 0; i < COUNT(unknown); i++)
        results_change(root, unknown[i], "null");
    results_change(root, "counting", "null");
    results_change(root, "boards", NULL);
    results_change(root, "machine.dirty", "true");
    results_change(root, "machine.arch", "null");
    results_write(root, "results.json");
    make_page();
    assert_has("<td>unknown, with changes that are not in it</td>", "the commit");
    assert_has("<td class=\"number strong\">130.0</td>", "a time without its deviation");
    assert_has("<pre>make\nbuild/xqbench run --seed 4711 --launches 6 --quick --board padded,naive "
               "--workload captures,perft-legal,empty\n</pre>",
               "commands without what is unknown");
    cr_assert_null(strstr(page, "nan"), "no number that is none");
}

/* A launch after the others, which repeats the second one. */
static json_t *repeated(bool disturbed_again)
{
    json_t *root = results(), *launches = json_object_get(root, "launches");
    json_t *again = json_deep_copy(json_array_get(launches, 1));
    results_change(root, "launches.1.trusted", "false");
    json_object_set_new(again, "attempt", json_integer(2));
    json_object_set_new(again, "trusted", json_boolean(!disturbed_again));
    json_array_insert_new(launches, 2, again);
    return root;
}

Test(bench_page, a_launch_that_was_repeated, .init = make_folder, .fini = remove_folder)
{
    results_write(repeated(false), "results.json");
    write_file("times.svg", "<svg viewBox=\"0 0 1 1\"></svg>\n");
    make_page();
    assert_has("by the host: 1 of 7 launches; repeated, none was disturbed again, and none is left "
               "out.",
               "the launches");
    assert_has("launches that were repeated: 1, of which only the repetition is kept.",
               "the method");
    assert_has("Launches that were repeated: 1; of these only the repetition is shown.",
               "the samples");
    assert_has("<td class=\"number strong\">disturbed</td>", "which one");
    cr_assert_null(strstr(page, "\"notice\""), "all is well");
}

Test(bench_page, a_launch_that_is_left_out, .init = make_folder, .fini = remove_folder)
{
    results_write(repeated(true), "results.json");
    make_page();
    assert_has("<p class=\"notice\">Disturbed by other programs or by the host: 2 of 7 launches; 1 "
               "of 6 was disturbed again when repeated, and left out of all comparisons.</p>",
               "at the top");
    cr_assert_null(strstr(page, "trust-all"), "nobody asked for that");
}

Test(bench_page, a_launch_that_is_compared_all_the_same, .init = make_folder, .fini = remove_folder)
{
    json_t *root = results();
    results_change(root, "launches.1.trusted", "false");
    results_change(root, "config.trust_all", "true");
    results_write(root, "results.json");
    make_page();
    assert_has("<p class=\"notice\">Disturbed by other programs or by the host: 1 of 6 launches, "
               "compared all the same (--trust-all).</p>",
               "at the top");
    assert_has("--launches 6 --quick --trust-all --board", "the command");
}

/* The build of the results is by "cc 1" with -O3. */
Test(bench_page, other_builds_are_told, .init = make_folder, .fini = remove_folder)
{
    json_t *root = results();
    results_change(root, "counting.compiler", "\"gcc 12\"");
    results_change(root, "counting.flags", "\"-O3\"");
    results_change(root, "machine.flags", "\"-O2 -fno-inline -march=native -mno-avx512f\"");
    results_write(root, "results.json");
    write_file("compilers.md", "| a |\n|---|\n| b |\n\nCommit 0000001\n");
    write_file("selftest.md", "| a |\n|---|\n| b |\n\ncc, commit abc1234\n");
    make_page();
    assert_has("That is another build than the one that was timed, by cc 1 with -O2 -fno-inline",
               "what was counted");
    assert_has("make ARCH=native CFLAGS=&#39;-O2 -fno-inline&#39;\n", "flags of its own");
    const char *notice = strstr(page, "This is of another build than the figures above");
    cr_assert_not_null(notice, "compilers");
    cr_assert(strstr(notice, "<h2 id=\"selftest\">"), "and not the self-test");
    cr_assert_null(strstr(notice + 1, "This is of another build"), "only the compilers");
}

/* The fastest of captures by name, by its equals, and by nobody. */
Test(bench_page, equal_is_not_undecided, .init = make_folder, .fini = remove_folder)
{
    json_t *root = results();
    results_change(root, "comparisons.0.verdict", "\"equal within the interval\"");
    results_change(root, "comparisons.3.verdict", "\"equal within the interval\"");
    results_change(root, "comparisons.1.verdict", "\"inconclusive\"");
    results_change(root, "comparisons.1.reason", "\"too few launches\"");
    results_write(root, "results.json");
    make_page();
    assert_has("Taken together, the fastest boards are equal", "the mean");
    assert_has("<li>The fastest boards are equal at 1 of 2: captures</li>", "a tie");
    assert_has("<td>all</td><td colspan=\"2\">equal within 2 %</td>", "a tie in the table");
    assert_has("<li>No board can be named the fastest at 1 of 2: perft-legal</li>", "undecided");
    assert_has("<td>undecided</td><td colspan=\"2\">inconclusive: too few launches</td>",
               "undecided in the table");
    cr_assert_null(strstr(page, "strong\">1.20"), "time and instructions: where nothing is known");
}

/* A trifle more instructions is none. */
Test(bench_page, time_and_instructions_part_by_a_percent, .init = make_folder,
     .fini = remove_folder)
{
    json_t *root = results();
    results_change(root, "results.2.instructions", "1000");
    results_change(root, "results.3.instructions", "1009");
    results_write(root, "results.json");
    make_page();
    assert_has("<td class=\"number\">0.800</td><td class=\"number\">1.01</td>", "no 1 %");
    root = results();
    results_change(root, "results.2.instructions", "1000");
    results_change(root, "results.3.instructions", "1011");
    results_write(root, "results.json");
    make_page();
    assert_has("<td class=\"number strong\">0.800</td><td class=\"number strong\">1.01</td>",
               "more than 1 %");
}

Test(bench_page, one_board_has_no_rival, .init = make_folder, .fini = remove_folder)
{
    json_t *root = results_make(rows, 1, 1), *whole = results();
    json_t *config = json_object_get(whole, "config"), *launch;
    results_change(whole, "config.boards", "[\"padded\"]");
    results_change(whole, "config.launches", "1");
    json_object_set(root, "config", config);
    launch = json_array_get(json_object_get(whole, "launches"), 0);
    json_object_set_new(root, "launches", json_pack("[O]", launch));
    json_object_set_new(root, "comparisons", json_array());
    json_decref(whole);
    results_write(root, "results.json");
    make_page();
    assert_has("One board was timed", "nothing to compare");
}

/* --- what it refuses -------------------------------------------------------------------------- */

static const struct mistake {
    const char *rule, *path, *value, *says;
} mistakes[] = {
    {"no boards", "config.boards", "[]", "config.boards: is not an array of 1 to 64"},
    {"boards that are no names", "config.boards", "[\"padded\", 2]", "config.boards"},
    {"a board twice", "config.boards", "[\"padded\", \"padded\"]", "not different names"},
    {"another reference", "config.boards", "[\"naive\", \"padded\"]", "not the first board"},
    {"a board without results", "config.boards", "[\"padded\", \"naive\", \"x\"]", "results"},
    {"results without a board", "config.boards", "[\"padded\"]", "results"},
    {"no rounds", "config.rounds", NULL, "config.rounds: is missing"},
    {"classes that are no names", "config.classes", "[1]", "config.classes"},
    {"no comparisons", "comparisons", NULL, "comparisons: is missing"},
    {"a comparison too few", "comparisons.1", NULL, "not of all boards in all workloads"},
    {"a comparison of nothing", "comparisons.1.workload", "\"x\"", "comparisons[1]"},
    {"a comparison twice", "comparisons.1.workload", "\"captures\"", "comparisons[1]"},
    {"a comparison with itself", "comparisons.1.reference", "\"naive\"", "comparisons[1]"},
    {"a verdict that is none", "comparisons.1.verdict", "\"better\"", "comparisons[1].verdict"},
    {"a ratio beyond its interval", "comparisons.1.ratio", "9",
     "comparisons[1].ratio: is not betw"},
    {"a board without bytes", "boards.0.state_bytes", NULL, "boards[0].state_bytes: is missing"},
    {"unknown bytes of tables", "boards.0.table_bytes", "null", "boards[0].table_bytes: is not a"},
    {"launches without facts", "launches.0.seconds", NULL, "launches[0].seconds: is missing"},
};

Test(bench_page, refuses_results_that_are_not_whole, .init = make_folder, .fini = remove_folder)
{
    for (size_t i = 0; i < COUNT(mistakes); i++) {
        json_t *root = results();
        results_change(root, mistakes[i].path, mistakes[i].value);
        results_write(root, "results.json");
        int status = shell(REPORT "\"$DIR\"");
        cr_assert_eq(status, 2, "%s: status %d: %s", mistakes[i].rule, status, output);
        assert_says(mistakes[i].says, mistakes[i].rule);
        assert_says("results.json", mistakes[i].rule);
    }
    cr_assert_eq(shell("ls \"$DIR\""), 0);
    cr_assert_str_eq(output, "results.json\n", "nothing was written");
}

/* Every number that is read, with one that is too large for it beside those that none may be. */
static const struct number {
    const char *path, *place, *large;
} numbers[] = {
    {"machine.cpus", "machine.cpus", "1000001"},
    {"config.position_count", "config.position_count", "1000000001"},
    {"config.rounds", "config.rounds", "1000000001"},
    {"config.launches", "config.launches", "1001"},
    {"config.seed", "config.seed", "1e18"}, /* no whole number is too large */
    {"config.cpu", "config.cpu", "1000001"},
    {"config.level", "config.level", "1"},
    {"config.equal_within", "config.equal_within", "1.5"},
    {"boards.0.state_bytes", "boards[0].state_bytes", "9223372036854775807"},
    {"boards.0.table_bytes", "boards[0].table_bytes", "9223372036854775807"},
    {"launches.1.launch", "launches[1].launch", "1001"},
    {"launches.1.attempt", "launches[1].attempt", "3"},
    {"launches.1.involuntary_switches", "launches[1].involuntary_switches", "9223372036854775807"},
    {"launches.1.steal_ticks", "launches[1].steal_ticks", "9223372036854775807"},
    {"launches.1.load_average", "launches[1].load_average", "1e7"},
    {"launches.1.seconds", "launches[1].seconds", "1e8"},
    {"results.1.depth", "results[1].depth", "100"},
    {"results.1.every", "results[1].every", "1000001"},
    {"results.1.ns_per_operation", "results[1].ns_per_operation", "1e13"},
    {"results.1.ns_mad", "results[1].ns_mad", "1e13"},
    {"results.1.items_per_second", "results[1].items_per_second", "1e16"},
    {"results.1.iterations", "results[1].iterations", "9223372036854775807"},
    {"results.1.instructions", "results[1].instructions", "1e13"},
    {"results.1.cycles", "results[1].cycles", "1e13"},
    {"results.1.instructions_retired", "results[1].instructions_retired", "1e13"},
    {"results.1.branch_misses", "results[1].branch_misses", "1e13"},
    {"results.1.cache_misses", "results[1].cache_misses", "1e13"},
    {"comparisons.1.ratio", "comparisons[1].ratio", "1e10"},
    {"comparisons.1.ratio_low", "comparisons[1].ratio_low", "1e10"},
    {"comparisons.1.ratio_high", "comparisons[1].ratio_high", "1e10"},
    {"benchmarks.1.repetition_index", "benchmarks[1].repetition_index", "1000"},
    {"benchmarks.1.real_time", "benchmarks[1].real_time", "1e13"},
};

static void assert_number_refused(const struct number *number, const char *value)
{
    struct page read;
    struct fault fault = {""};
    char says[PATH_SIZE];
    json_t *root = results();
    results_change(root, number->path, value);
    results_write(root, "results.json");
    bool good = page_read(&read, folder, &fault);
    page_free(&read);
    cr_assert_not(good, "%s: %s is not refused", number->path, value);
    snprintf(says, sizeof says, "/results.json: %s: is not a", number->place);
    cr_assert(strstr(fault.text, says), "%s: %s: '%s' is not in: %s", number->path, value, says,
              fault.text);
}

Test(bench_page, numbers_have_ranges, .init = make_folder, .fini = remove_folder)
{
    static const char *const none[] = {"1e308", "-1e308", "-1", "\"1\"", "[1]", "true"};
    for (size_t i = 0; i < COUNT(numbers); i++) {
        assert_number_refused(&numbers[i], numbers[i].large);
        for (size_t j = 0; j < COUNT(none); j++)
            assert_number_refused(&numbers[i], none[j]);
    }
}

/* Numbers that nothing can be divided by, and what is next to them. */
Test(bench_page, some_numbers_are_above_0, .init = make_folder, .fini = remove_folder)
{
    static const char *const paths[] = {"config.level", "config.equal_within",
                                        "results.1.ns_per_operation", "comparisons.1.ratio",
                                        "benchmarks.1.real_time"};
    static const char *const small[] = {"0", "0.0", "-0.0", "5e-324", "1e-300"};
    for (size_t i = 0; i < COUNT(paths); i++) {
        const struct number *number = numbers;
        while (strcmp(number->path, paths[i]) != 0)
            number++;
        for (size_t j = 0; j < COUNT(small); j++)
            assert_number_refused(number, small[j]);
    }
}

/* The largest of everything still is a table. */
Test(bench_page, no_number_is_wider_than_a_table, .init = make_folder, .fini = remove_folder)
{
    static const struct {
        const char *path, *value;
    } extremes[] = {
        {"results.0.ns_per_operation", "1e12"},
        {"results.1.ns_per_operation", "1e-6"},
        {"results.0.ns_mad", "1e12"},
        {"results.1.ns_mad", "5e-324"},
        {"results.0.items_per_second", "1e15"},
        {"results.0.instructions", "1e12"},
        {"results.1.instructions", "0.001"},
        {"results.0.cycles", "1e12"},
        {"comparisons.1.ratio", "1e-9"},
        {"comparisons.1.ratio_low", "1e-9"},
        {"comparisons.1.ratio_high", "1e9"},
        {"launches.0.involuntary_switches", "1000000000000"},
        {"config.seed", "9223372036854775807"},
    };
    json_t *root = results();
    for (size_t i = 0; i < COUNT(extremes); i++)
        results_change(root, extremes[i].path, extremes[i].value);
    results_write(root, "results.json");
    make_page();
    assert_has("--seed 9223372036854775807", "an exact seed");
    size_t digits = 0, most = 0;
    for (const char *c = page; *c; c++) {
        digits = *c >= '0' && *c <= '9' ? digits + 1 : 0;
        most = digits > most ? digits : most;
    }
    cr_assert_leq(most, 19, "%zu digits", most);
    cr_assert_null(strstr(page, ">nan"));
    cr_assert_null(strstr(page, ">inf"));
}

Test(bench_page, pipes_are_not_waited_for, .init = make_folder, .fini = remove_folder)
{
    alarm(60);
    cr_assert_eq(shell("mkfifo \"$DIR/results.json\" && " REPORT "\"$DIR\""), 2, "%s", output);
    assert_says("results.json: is a pipe", "the results");
    cr_assert_eq(shell("rm \"$DIR/results.json\" && mkfifo \"$DIR/times.svg\""), 0);
    results_write(results(), "results.json");
    cr_assert_eq(shell(REPORT "\"$DIR\""), 2, "%s", output);
    assert_says("times.svg: is a pipe", "a plot");
}

static const struct script_case uses[] = {
    {"no folder", REPORT, 2, {"folder", "--help"}},
    {"two folders", REPORT "a b", 2, {"'b'", "--help"}},
    {"a folder that is not there", REPORT "\"$DIR/x\"", 2, {"results.json", "No such"}},
    {"no results", REPORT "/proc/self", 2, {"results.json", "No such"}},
    {"no place for it",
     "ulimit -f 0; " REPORT "\"$DIR\"",
     2,
     {"cannot write", "report.html: File too large"}},
    {"nothing to check", "scripts/check-report.sh", 2, {"usage", "FILE"}},
    {"a page that is not there", "scripts/check-report.sh x.html", 2, {"x.html", "no file"}},
    {"no browser",
     NO_PROGRAMS "scripts/check-report.sh README.md",
     3,
     {"Chromium is missing", "package chromium"}},
    {"help", REPORT "--help", 0, {"report.html", "results.json"}},
};

Test(bench_page, wrong_uses_say_why, .init = make_folder, .fini = remove_folder)
{
    results_write(results(), "results.json");
    for (size_t i = 0; i < COUNT(uses); i++)
        assert_case(&uses[i]);
}

Test(bench_page, a_damaged_file_is_named, .init = make_folder, .fini = remove_folder)
{
    static const struct {
        const char *name, *text, *says;
    } files[] = {
        {"times.svg", "<svg viewBox=\"0 0 1 1\">\n<script/></svg>", "times.svg: line 2"},
        {"depths.tsv", "a\tb\n1\n", "depths.tsv: line 2"},
        {"compilers.md", "", "compilers.md: the file is empty"},
    };
    results_write(results(), "results.json");
    make_page();
    for (size_t i = 0; i < COUNT(files); i++) {
        write_file(files[i].name, files[i].text);
        cr_assert_eq(shell(REPORT "\"$DIR\""), 2, "%s: %s", files[i].name, output);
        assert_says(files[i].says, files[i].name);
        char command[128];
        snprintf(command, sizeof command, "rm \"$DIR/%s\"", files[i].name);
        cr_assert_eq(shell(command), 0);
    }
    cr_assert_eq(shell("printf 'a\\0b' >\"$DIR/selftest.md\"; " REPORT "\"$DIR\""), 2);
    assert_says("selftest.md: is not a text", "a file that is none");
    read_page(); /* the earlier page is as it was */
}

/* The second board has a policy that the first one has not: there is no figure of that, and nothing
 * to compare. */
Test(bench_page, a_workload_may_be_of_some_boards, .init = make_folder, .fini = remove_folder)
{
    json_t *root = results(), *figures = json_object_get(root, "results");
    json_t *entries = json_object_get(root, "benchmarks");
    json_t *figure = json_deep_copy(json_array_get(figures, 3));
    cr_assert_str_eq(json_string_value(json_object_get(figure, "board")), "naive");
    char name[64];
    snprintf(name, sizeof name, "%s/naive", json_string_value(json_object_get(figure, "workload")));
    json_object_set_new(figure, "workload", json_string("perft-two-ply"));
    json_object_set_new(figure, "policy", json_string("two-ply"));
    json_object_set_new(figure, "depth", json_integer(2));
    json_array_append_new(figures, figure);
    for (size_t i = 0, count = json_array_size(entries); i < count; i++) {
        json_t *entry = json_array_get(entries, i);
        if (strcmp(json_string_value(json_object_get(entry, "run_name")), name) != 0)
            continue;
        entry = json_deep_copy(entry);
        json_object_set_new(entry, "run_name", json_string("perft-two-ply/naive"));
        json_array_append_new(entries, entry);
    }
    results_write(root, "results.json");
    make_page();
    cr_assert_not_null(strstr(page, "perft-two-ply (two-ply, depth 2"), "its name");
    cr_assert_not_null(strstr(page, "–</td>"), "the cell of padded");
    cr_assert_not_null(strstr(page, "(geometric mean of 2 workloads"), "it is not in the mean");
}

/* A board has the same colour in the page and in the plots. */
Test(bench_page, colours_are_those_of_the_plots)
{
    FILE *file = fopen("scripts/plots/style.gnuplot", "r");
    char line[256], colour[16], board[64];
    size_t count = 0;
    cr_assert_not_null(file);
    while (fgets(line, sizeof line, file)) {
        if (sscanf(line, "set linetype %*u linecolor rgb \"%15[#0-9A-F]\"", colour) != 1)
            continue;
        cr_assert_eq(sscanf(strrchr(line, '#'), "# %63s", board), 1, "%s", line);
        cr_assert_lt(count, PAGE_COLOURS);
        cr_assert_str_eq(page_colours[count].colour, colour);
        if (page_colours[count].board[0])
            cr_assert_str_eq(page_colours[count].board, board);
        count++;
    }
    fclose(file);
    cr_assert_eq(count, PAGE_COLOURS);
}
