/* xqbench gate of two runs that are stored: what their launches say, and what it does with folders.
 */
#include <criterion/criterion.h>
#include <math.h>

#include "gate/gate.h"
#include "results_file.h"
#include "statistics.h"

enum { LAUNCHES = 8 };

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* --- two runs -------------------------------------------------------------------------------- */

/* Hollander and Wolfe, Nonparametric Statistical Methods, 1973, p. 69; the estimate is 0.305 and
 * the 95 % interval from -0.15 to 0.76, the one-sided p 0.1272. */
static const double at_term[] = {0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46};
static const double earlier[] = {1.15, 0.88, 0.90, 0.74, 1.21};

static struct gate_time time_of(double machine, size_t rows, double error, double limit)
{
    double at_most[COUNT(at_term) * COUNT(earlier) / 2 + 1], scratch[50];
    struct gate_limits limits = gate_usual_limits;
    const struct gate_runs runs = {
        {earlier, at_term}, {COUNT(earlier), COUNT(at_term)}, at_most, machine};
    limits.error = error;
    limits.time = limit;
    stats_rank_sum(COUNT(earlier), COUNT(at_term), at_most);
    return gate_time_of_runs(&runs, rows, &limits, scratch);
}

Test(gate_stored, bounds_of_the_textbook_example)
{
    struct gate_time is = time_of(0, 1, 0.025, 0);
    cr_assert_eq(is.launches, 15);
    cr_assert(near(is.rise, expm1(0.305)), "%g", is.rise);
    cr_assert(near(is.low, expm1(-0.15)) && near(is.high, expm1(0.76)), "%g %g", is.low, is.high);
    cr_assert(fabs(is.p - 0.1272) < 5e-5, "%g", is.p);
    cr_assert(is.p_faster > 0.8 && is.p_faster < 0.9, "the other side: %g", is.p_faster);
    cr_assert(isnan(is.adjusted_p) && isnan(is.adjusted_p_faster), "not adjusted yet");
    struct gate_time part = time_of(0, 10, 0.25, 0);
    cr_assert(part.low == is.low && part.high == is.high, "each of ten rows has a tenth");
    cr_assert(time_of(0, 57, 0.001, 0).low == -1 && isinf(time_of(0, 57, 0.001, 0).high),
              "too few");
    cr_assert_gt(time_of(0, 1, 0.025, 0.2).p, is.p, "a limit is harder to be above");
    cr_assert_gt(time_of(0, 1, 0.025, 0.2).p_faster, is.p_faster);
    cr_assert_eq(time_of(0, 1, 0.025, 10).p_faster, 1, "nothing falls by more than all");
}

/* What the machine did may be what a row did: it is taken off from a rise, but not from a fall.
 * When it is as much as the limit, or unknown, nothing is left. */
Test(gate_stored, a_change_of_the_machine_widens_bounds)
{
    struct gate_time none = time_of(0, 1, 0.025, 0.2), slower = time_of(0.1, 1, 0.025, 0.2),
                     faster = time_of(-0.1, 1, 0.025, 0.2);
    cr_assert(near(slower.low, expm1(-0.15 - 0.1)) && slower.high == none.high, "%g", slower.low);
    cr_assert(near(faster.high, expm1(0.76 + 0.1)) && faster.low == none.low, "%g", faster.high);
    cr_assert(slower.rise == none.rise && faster.rise == none.rise, "as it was seen");
    cr_assert(slower.p > none.p && slower.p_faster == none.p_faster);
    cr_assert(faster.p == none.p && faster.p_faster > none.p_faster);
    static const double unfit[] = {0.19, -0.19, NAN, INFINITY};
    for (size_t i = 0; i < COUNT(unfit); i++) {
        struct gate_time is = time_of(unfit[i], 1, 0.025, 0.2);
        cr_assert(isnan(is.low) && isnan(is.high) && is.p == 1 && is.p_faster == 1, "%g", unfit[i]);
        cr_assert(is.launches == none.launches && is.rise == none.rise, "as it was seen");
    }
}

Test(gate_stored, one_run_decides_where_there_is_no_second)
{
    static const struct {
        double low, adjusted_p;
        enum gate_verdict verdict;
        const char *reason;
    } rulings[] = {
        {.026, 1e-8, GATE_REGRESSION, "+3.2 % time, at least +2.6 % in 16 launches"},
        {.019, .01, GATE_INCONCLUSIVE, "+3.2 % time, only at least +1.9 % in 16 launches"},
        {.019, .02, GATE_OK, "+3.2 % time, at most +3.8 % in 16 launches"},
    };
    for (size_t i = 0; i < COUNT(rulings); i++) {
        struct gate_row row = {
            .instructions = {NAN, NAN},
            .first = {16, .032, rulings[i].low, .038, .002, rulings[i].adjusted_p, 1, 1},
        };
        struct gate gate = {.limits = gate_usual_limits,
                            .stored = true,
                            .counts_checked = true,
                            .rows = &row,
                            .row_count = 1};
        gate_judge(&gate);
        cr_assert_eq(row.verdict, rulings[i].verdict, "%s", rulings[i].reason);
        cr_assert_str_eq(row.reason, rulings[i].reason);
    }
}

/* --- folders --------------------------------------------------------------------------------- */

static const struct results_row rows[] = {
    {"generate", "padded", false, 100, 1000}, {"generate", "twin", false, 300, 4000},
    {"perft", "padded", false, 20, 200},      {"perft", "twin", false, 40, 500},
    {"empty", "padded", true, 0.5, 0},        {"empty", "twin", true, 0.5, 0},
};

#define COUNTED                                                                                    \
    "{\"tool\": \"valgrind-3.19.0\", \"compiler\": \"cc 1\", \"flags\": \"-O2\", \"arch\": "       \
    "\"x86-64-v3\"}"

/* Times of boards and of limits, and instructions, so many times as in `rows`. */
struct factors {
    double one, others, limits, instructions; /* the first row's time, that of others */
};

static json_t *results(const struct factors *factors, size_t launches)
{
    struct results_row changed[COUNT(rows)];
    for (size_t i = 0; i < COUNT(rows); i++) {
        changed[i] = rows[i];
        changed[i].ns *= i == 0 ? factors->one : rows[i].limit ? factors->limits : factors->others;
        changed[i].instructions *= factors->instructions;
    }
    json_t *root = results_make(changed, COUNT(changed), launches);
    results_change(root, "counting", COUNTED);
    return root;
}

static const struct factors alike = {1, 1, 1, 1};

/* $DIR/base and $DIR/new, a day later. */
static void store(json_t *base, json_t *new)
{
    results_change(new, "machine.date", "\"2026-01-03T03:04:05Z\"");
    results_write(base, "base/results.json");
    results_write(new, "new/results.json");
}

static void make_folders(void)
{
    make_folder();
    cr_assert_eq(shell("cd \"$DIR\" && mkdir base new neither build both && "
                       "cp \"$BUILD/boards.so\" build && cp \"$BUILD/boards.so\" both && "
                       "echo '{}' >both/results.json"),
                 0, "%s", output);
    store(results(&alike, LAUNCHES), results(&alike, LAUNCHES));
}

static void expect(const char *arguments, int wanted, const char *says, const char *rule)
{
    char command[512];
    snprintf(command, sizeof command, "cd \"$DIR\"; \"$BUILD/xqbench\" gate %s", arguments);
    int status = shell(command);
    cr_assert_eq(status, wanted, "%s: status %d: %s", rule, status, output);
    /* Lines are broken at blanks. */
    for (char *at = output; (at = strchr(at, '\n')); at++)
        if (strncmp(at, "\n    ", 5) == 0)
            memmove(at + 1, at + 5, strlen(at + 5) + 1), *at = ' ';
    assert_says(says, rule);
}

#define TOO_MANY "There are 3 more differences"

Test(gate_stored, verdicts, .init = make_folders, .fini = remove_folder)
{
    static const struct {
        const char *rule;
        struct factors factors;
        size_t launches;
        int status;
        const char *says[2];
    } cases[] = {
        {"as fast", {1, 1, 1, 1}, 8, 0, {"Verdict: ok: 4 of 4 rows", "4 rows ok: 4 by time"}},
        {"one is slower",
         {1.1, 1, 1, 1},
         8,
         1,
         {"+10.0 % time, at least +9.", "1 of 4 rows: regression"}},
        {"one is within the limits",
         {1.019, 1, 1, 1},
         8,
         0,
         {"Verdict: ok", "no second run can confirm"}},
        {"one is between limit and sight", {1.03, 1, 1, 1}, 8, 1, {"+3.0 % time", "regression"}},
        {"one is faster", {0.9, 1, 1, 1}, 8, 0, {"1 of 4 rows: improved", "-10.0 % time"}},
        {"more instructions", {1, 1, 1, 1.04}, 8, 1, {"+4.0 % instructions, limit +1.0 %", ""}},
        {"fewer instructions", {1, 1, 1, .96}, 8, 0, {"4 of 4 rows: improved", ""}},
        {"too few launches", {1.5, 1, 1, 1}, 3, 4, {"time of 4 of 4 rows is open", ""}},
        {"the machine is slower",
         {1.1, 1.1, 1.1, 1},
         8,
         4,
         {"time of 4 of 4 rows is open",
          "took +10.0 % time: the machine itself changed by more than"}},
        {"the machine is slower, and the build more so",
         {1.1, 1.01, 1.01, 1},
         8,
         1,
         {"1 of 4 rows: regression", "took +1.0 % time: the machine itself changed so far"}},
        {"the machine is slower, and the build seems to be",
         {1.03, 1.015, 1.015, 1},
         8,
         0,
         {"4 of 4 rows: ok", "took +1.5 % time"}},
        {"the machine is faster, which hides what the build does",
         {1, 1, .9, 1},
         8,
         4,
         {"time of 4 of 4 rows is open", "took -10.0 % time"}},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        store(results(&alike, cases[i].launches), results(&cases[i].factors, cases[i].launches));
        expect("base new", cases[i].status, cases[i].says[0], cases[i].rule);
        assert_says(cases[i].says[1], cases[i].rule);
        assert_says("Counts: each run checked them", cases[i].rule);
    }
}

/* One thing is otherwise in NEW. */
Test(gate_stored, runs_that_differ, .init = make_folders, .fini = remove_folder)
{
    static const struct {
        const char *path, *value;
        int status;
        const char *says;
    } cases[] = {
        {"machine.cpu", "\"Test 2\"", 4,
         "cannot be compared: CPU: BASE \"Test 1\", NEW \"Test 2\""},
        {"config.positions_hash", "\"af63dc4c8601ec8c\"", 4, "compared: hash of the positions"},
        {"machine.flags", "null", 4, "compared: flags: BASE \"-O3\", unknown in NEW"},
        {"results.0.iterations", "1001", 4, "compared: operations of a sample of generate"},
        {"results.0.items_per_second", "4.01e8", 4, "compared: moves per position of generate"},
        {"machine.commit", "\"fff\"", 0, "new, commit fff"},
        {"counting", "null", 0, "Instructions are not compared: new did not count them"},
        {"counting.tool", "\"valgrind-9\"", 0, "Instructions are not compared: other tools"},
        {"counting.flags", "\"-O9\"", 0, "Instructions are not compared: other tools"},
        {"launches.2.trusted", "false", 4, "1 of 16 launches were disturbed"},
        {"config.trust_all", "true", 0, "Warning: only NEW was run with --trust-all"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        json_t *new = results(&alike, LAUNCHES);
        results_change(new, cases[i].path, cases[i].value);
        store(results(&alike, LAUNCHES), new);
        expect("base new", cases[i].status, cases[i].says, cases[i].path);
    }
    json_t *new = results(&alike, LAUNCHES), *base = results(&alike, LAUNCHES);
    results_change(base, "counting", "{}");
    results_change(new, "counting", "{}");
    store(base, new);
    expect("base new", 0, "how they were counted is unknown", "alike is not enough");
    new = results(&alike, LAUNCHES);
    static const char *const paths[] = {"cpu", "compiler", "flags", "arch"};
    for (size_t i = 0; i < COUNT(paths); i++) {
        char path[32];
        snprintf(path, sizeof path, "machine.%s", paths[i]);
        results_change(new, path, "\"other\"");
    }
    results_change(new, "machine.cpus", "99");
    results_change(new, "machine.governor", "\"other\"");
    results_change(new, "config.classes", "[\"opening\"]");
    results_change(new, "config.position_count", "5");
    results_change(new, "config.level", "0.9");
    store(results(&alike, LAUNCHES), new);
    expect("base new", 4, TOO_MANY, "more than there is room for");
    expect("base new --strict", 1, "no row was compared", "inconclusive fails");
}

Test(gate_stored, rows_that_are_not_compared, .init = make_folders, .fini = remove_folder)
{
    static const struct results_row few[] = {{"perft", "twin", false, 40, 0}};
    store(results(&alike, LAUNCHES), results_make(few, 1, LAUNCHES));
    expect("base new", 4, "generate on padded and 2 more rows are only in base", "both have it");
    assert_says("no limit in common", "nothing tells of the machine");
    assert_says("time open: the machine may have changed, not counted", "nor of the build");
    assert_says("1 of 1 rows", "the others have no verdict");
    expect("new base", 4, "generate on padded and 2 more rows are only in new", "swapped");
    expect("base new --workload generate", 4, "no row was compared", "nothing in common");
    expect("base base", 4, "Both are the same run", "a run beside itself");
    store(results(&alike, LAUNCHES), results(&(struct factors){1.1, 1, 1, 1}, LAUNCHES));
    expect("base new --board padded", 1, "1 of 2 rows: regression", "of one board");
    expect("base new --workload perft", 0, "2 of 2 rows: ok", "of one workload");
    expect("base new --time-limit 20 --sight 20", 0, "4 of 4 rows: ok", "another limit");
    expect("base/results.json new", 1, "1 of 4 rows", "the file itself");
}

Test(gate_stored, reports, .init = make_folders, .fini = remove_folder)
{
    store(results(&alike, LAUNCHES), results(&(struct factors){1.1, 1, 1, 1}, LAUNCHES));
    expect("base new --github --json gate.json --junit gate.xml --markdown gate.md", 1,
           "::error title=generate/padded%3A regression::+10.0 %25 time", "annotations");
    json_t *root = results_load("gate.json");
    const json_t *row = json_array_get(json_object_get(root, "rows"), 0);
    cr_assert_str_eq(json_string_value(json_object_get(root, "verdict")), "regression");
    cr_assert(json_is_true(json_object_get(root, "stored")));
    cr_assert_eq(json_integer_value(json_object_get(root, "launches")), 2 * LAUNCHES);
    cr_assert_str_eq(json_string_value(json_object_get(root, "date")),
                     "2026-01-02T03:04:05Z and 2026-01-03T03:04:05Z");
    cr_assert_str_eq(json_string_value(json_object_get(root, "counted_with")),
                     "valgrind-3.19.0, x86-64-v3");
    cr_assert(near(json_number_value(json_object_get(row, "new_ns")), 110));
    cr_assert(json_is_null(json_object_get(row, "again")));
    json_decref(root);
    static const struct {
        const char *file, *says;
    } files[] = {
        {"gate.xml", "tests=\"6\" failures=\"2\" errors=\"0\" skipped=\"0\""},
        {"gate.md", "### Gate: regression: 1 of 4 rows: regression"},
    };
    for (size_t i = 0; i < COUNT(files); i++) {
        char *text = read_file(files[i].file);
        cr_assert(strstr(text, files[i].says), "%s: %s", files[i].file, text);
        free(text);
    }
}

Test(gate_stored, what_is_no_pair, .init = make_folders, .fini = remove_folder)
{
    static const struct {
        const char *arguments, *says;
    } cases[] = {
        {"build new", "build is a build, with boards.so, and new is results of a run"},
        {"base build", "base is results of a run, results.json, and build is a build"},
        {"both new", "both is a build"},
        {"neither new", "BASE is neither a build nor results of a run: there is no "
                        "neither/boards.so and no neither/results.json"},
        {"base neither", "NEW is neither"},
        {"base nonexistent", "no nonexistent/boards.so"},
        {"base new/nonexistent", "NEW is neither"},
        {"base both/results.json", "both/results.json: is not the results.json"},
        {"base /dev/null", "/dev/null: is a device"},
        {"new --baseline x", "a baseline takes a build"},
        {"new --save-baseline x", "a baseline takes a build"},
        {"base new --launches 3", "--launches is of builds"},
        {"base new --seed 3", "--seed is of builds"},
        {"base new --positions x", "--positions is of builds"},
        {"base new --no-time", "--no-time is of builds"},
        {"base new --no-count", "--no-count is of builds"},
        {"base new --save-pairs x", "--save-pairs is of builds"},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        expect(cases[i].arguments, 2, cases[i].says, cases[i].arguments);
    cr_assert_eq(shell("ls \"$DIR\"/x"), 2, "nothing was written: %s", output);
}
