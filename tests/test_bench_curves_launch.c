/* The launches that measure the curves of xqbench: those that fail, what is made of the others, and
 * the files of it. Never how fast anything was. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "curves/curve.h"
#include "measure/controls.h"
#include "measure/setup.h"
#include "measuring.h"
#include "output/export_curves.h"
#include "output/report_curves.h"
#include "shell.h"

/* --- launches -------------------------------------------------------------------------------- */

/* Workloads on the first two boards, loaded with the starting position, and what measures them. */
struct stage {
    struct setup *setup;
    struct launch_request launch;
    struct curve_request request;
    struct curves curves;
    struct fault fault;
};

static void set_up(struct stage *stage, uint64_t workloads, const char *program, size_t launches)
{
    *stage = (struct stage){.setup = calloc(1, sizeof *stage->setup)};
    struct setup *setup = stage->setup;
    cr_assert(suite_read("positions/start.epd", &setup->suite, ignore_problem, NULL));
    setup_choose(setup, 3, workloads);
    cr_assert(setup_prepare(setup, NULL, &stage->fault), "%s", stage->fault.text);
    stage->launch = request_of(&setup->plan, workloads, program);
    stage->request = (struct curve_request){.launch = &stage->launch, .launches = launches};
}

static enum sampling measure(struct stage *stage)
{
    return curve_run(&stage->request, &stage->curves, &stage->fault);
}

static void tear_down(struct stage *stage)
{
    curve_free(&stage->curves);
    setup_free(stage->setup);
}

static char *text_of(bool (*export)(FILE *, const struct report *), const struct report *report)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    cr_assert(export(out, report));
    fclose(out);
    return text;
}

#define TIMES "0 0 1 88000\\n0 0 0 44000\\n"

static const struct failing_launch {
    const char *rule, *program;
    enum sampling outcome;
    const char *says;
} failing_launches[] = {
    {"it is not there", "/nonexistent/xqbench", SAMPLING_FAILED, "exited with status 127"},
    {"it dies", SAYS("", "kill -9 $$"), SAMPLING_FAILED, "signal 9"},
    {"it fails", SAYS("", "echo no memory >&2; exit 2"), SAMPLING_FAILED, "status 2: no memory"},
    {"it miscounts", SAYS("", "echo board x >&2; exit 1"), SAMPLING_MISCOUNTED, "board x"},
    {"it says nothing", SAYS("", ":"), SAMPLING_FAILED, "before it had told all"},
    {"it says no end", SAYS(TIMES, ":"), SAMPLING_FAILED, "before it had told all"},
    {"a time is missing", SAYS("0 0 1 5\\nend 0 0 0 9\\n", ":"), SAMPLING_FAILED,
     "before it had told all"},
    {"a time comes twice", SAYS("0 0 1 5\\n0 0 1 5\\n", ":"), SAMPLING_FAILED, "'0 0 1 5'"},
    {"a time comes late", SAYS(TIMES "end 0 0 0 9\\n0 0 1 5\\n", ":"), SAMPLING_FAILED,
     "'0 0 1 5'"},
    {"no such workload", SAYS("1 0 0 5\\n", ":"), SAMPLING_FAILED, "'1 0 0 5'"},
    {"no such step", SAYS("0 1 0 5\\n", ":"), SAMPLING_FAILED, "'0 1 0 5'"},
    {"no such board", SAYS("0 0 2 5\\n", ":"), SAMPLING_FAILED, "'0 0 2 5'"},
    {"too few numbers", SAYS("0 0 1\\n", ":"), SAMPLING_FAILED, "'0 0 1'"},
    {"too many numbers", SAYS("0 0 1 5 5\\n", ":"), SAMPLING_FAILED, "'0 0 1 5 5'"},
    {"no number", SAYS("0 0 1 nan\\n", ":"), SAMPLING_FAILED, "'0 0 1 nan'"},
    {"no end", SAYS("end\\n", ":"), SAMPLING_FAILED, "'end'"},
    {"words", SAYS("hello\\n", "sleep 60"), SAMPLING_FAILED, "'hello'"},
};

Test(bench_curves, failures_of_a_launch_have_a_reason)
{
    for (size_t i = 0; i < sizeof failing_launches / sizeof failing_launches[0]; i++) {
        const struct failing_launch *is = &failing_launches[i];
        struct stage stage;
        set_up(&stage, bit_of_workload("mobility"), is->program, 2);
        cr_assert_eq(measure(&stage), is->outcome, "%s: %s", is->rule, stage.fault.text);
        cr_assert(strstr(stage.fault.text, is->says), "%s: %s", is->rule, stage.fault.text);
        cr_assert(strstr(stage.fault.text, "launch 1 of the curves"), "%s: %s", is->rule,
                  stage.fault.text);
        cr_assert_eq(stage.curves.attempts, 1, "%s", is->rule);
        cr_assert_eq(stage.curves.launches, 0, "%s", is->rule);
        cr_assert_not(curve_has(&stage.curves, CURVE_MOBILITY), "%s", is->rule);
        tear_down(&stage);
    }
}

/* The eighth word is the number of the launch; 44 moves take as many ns. */
Test(bench_curves, figures_are_median_and_extremes_over_launches)
{
    struct stage stage;
    set_up(&stage, bit_of_workload("mobility"),
           "sh -c 'echo 0 0 1 $(($8 * 88000)); echo 0 0 0 $(($8 * 44000)); echo end 0 0 0 9' fake",
           5);
    cr_assert_eq(measure(&stage), SAMPLING_DONE, "%s", stage.fault.text);
    for (size_t board = 0; board < 2; board++) {
        const struct curve_figure *figure = curve_figure(&stage.curves, 0, 0, board);
        double factor = board == 0 ? 1 : 2;
        cr_assert_float_eq(figure->low, 1 * factor, 1e-9, "%f", figure->low);
        cr_assert_float_eq(figure->ns, 3 * factor, 1e-9, "%f", figure->ns);
        cr_assert_float_eq(figure->high, 5 * factor, 1e-9, "%f", figure->high);
    }
    cr_assert_eq(stage.curves.attempts, 5);
    cr_assert_eq(stage.curves.disturbed, 0);
    cr_assert(curve_has(&stage.curves, CURVE_MOBILITY));
    cr_assert_not(curve_has(&stage.curves, CURVE_DEPTHS));
    tear_down(&stage);
}

/* The second of three launches cannot tell the time of the first board. */
Test(bench_curves, a_time_too_short_for_the_clock_is_unknown)
{
    struct stage stage;
    set_up(&stage, bit_of_workload("mobility"),
           "sh -c 'echo 0 0 0 $((($8 - 2) * ($8 - 2) * 44000)); echo 0 0 1 $(($8 * 44000)); "
           "echo end 0 0 0 9' fake",
           3);
    cr_assert_eq(measure(&stage), SAMPLING_DONE, "%s", stage.fault.text);
    const struct curve_figure *unknown = curve_figure(&stage.curves, 0, 0, 0);
    cr_assert(isnan(unknown->ns) && isnan(unknown->low) && isnan(unknown->high), "%f", unknown->ns);
    cr_assert_float_eq(curve_figure(&stage.curves, 0, 0, 1)->ns, 2, 1e-9);
    cr_assert(curve_has(&stage.curves, CURVE_MOBILITY), "of the other board");
    tear_down(&stage);

    set_up(&stage, bit_of_workload("mobility"), SAYS("0 0 0 0\\n0 0 1 0\\nend 0 0 0 9\\n", ":"), 3);
    cr_assert_eq(measure(&stage), SAMPLING_DONE, "%s", stage.fault.text);
    cr_assert_not(curve_has(&stage.curves, CURVE_MOBILITY), "nothing to draw");
    tear_down(&stage);
}

/* They are slow in the sampler alone: here they would be the first board under another name. */
Test(bench_curves, boards_that_are_slowed_have_none)
{
    struct stage stage;
    uint64_t boards = 0, shown = 0;
    for (size_t i = 0; controls_board_name(i); i++) {
        const char *name = controls_board_name(i);
        bool shows = strcmp(name, "padded") == 0 || strcmp(name, "twin") == 0;
        shown |= (uint64_t)shows << i;
        boards |= (uint64_t)(shows || strncmp(name, "slowed-", 7) == 0) << i;
    }
    char program[256]; /* the fourth word is the boards */
    snprintf(program, sizeof program,
             "sh -c 'test $4 = %" PRIu64 " || exit 3; printf \"" TIMES "end 0 0 0 9\\n\"' fake",
             shown);
    set_up(&stage, bit_of_workload("mobility"), program, 1);
    for (size_t i = 0; i < 2; i++) {
        contender_free(&stage.setup->contenders[i]);
        contender_free(&stage.setup->rehearsals[i]);
    }
    suite_free(&stage.setup->mirrored);
    setup_choose(stage.setup, boards, bit_of_workload("mobility"));
    cr_assert(setup_prepare(stage.setup, NULL, &stage.fault), "%s", stage.fault.text);
    stage.launch.boards = boards;
    cr_assert_eq(measure(&stage), SAMPLING_DONE, "%s", stage.fault.text);
    const struct report report = {.plan = &stage.setup->plan, .curves = &stage.curves};
    char *mobility = text_of(export_mobility, &report);
    cr_assert_str_eq(mobility,
                     "workload\tboard\tfewest\tmost\tpositions\tmoves\tns_per_move\tlow\thigh\n"
                     "mobility\tpadded\t44\t44\t1\t44.00\t1.0000\t1.0000\t1.0000\n"
                     "mobility\ttwin\t44\t44\t1\t44.00\t2.0000\t2.0000\t2.0000\n");
    free(mobility);
    tear_down(&stage);
}

Test(bench_curves, a_failure_leaves_no_curve, .init = make_folder, .fini = remove_folder)
{
    struct stage stage;
    set_up(&stage, bit_of_workload("mobility"),
           "sh -c 'test $8 = 1 || exit 3; printf \"" TIMES "end 0 0 0 9\\n\"' fake", 2);
    cr_assert_eq(measure(&stage), SAMPLING_FAILED);
    cr_assert(strstr(stage.fault.text, "launch 2 of the curves"), "%s", stage.fault.text);
    cr_assert_not(curve_has(&stage.curves, CURVE_MOBILITY), "of one launch out of two");
    tear_down(&stage);
}

Test(bench_curves, a_disturbed_launch_is_repeated_once, .init = make_folder, .fini = remove_folder)
{
    struct stage stage;
    set_up(&stage, bit_of_workload("mobility"), SAYS(TIMES "end 100000 0 0 1000000\\n", ":"), 3);
    cr_assert_eq(measure(&stage), SAMPLING_DONE, "%s", stage.fault.text);
    cr_assert_eq(stage.curves.attempts, 6);
    cr_assert_eq(stage.curves.launches, 3);
    cr_assert_eq(stage.curves.disturbed, 3);
    tear_down(&stage);

    set_up(&stage, bit_of_workload("mobility"), DISTURBED_ONCE(TIMES), 3);
    cr_assert_eq(measure(&stage), SAMPLING_DONE, "%s", stage.fault.text);
    cr_assert_eq(stage.curves.attempts, 4, "one of them twice");
    cr_assert_eq(stage.curves.disturbed, 0, "the repetition counts");
    tear_down(&stage);
}

Test(bench_curves, they_can_be_stopped)
{
    static const char *const workloads[] = {"mobility", "perft"};
    for (size_t i = 0; i < 2; i++) {
        struct stage stage;
        set_up(&stage, bit_of_workload(workloads[i]), SAYS("", "sleep 60"), 3);
        stage.launch.stop = &stopped;
        cr_assert_eq(measure(&stage), SAMPLING_STOPPED, "%s", workloads[i]);
        cr_assert(strstr(stage.fault.text, "interrupted"), "%s", stage.fault.text);
        tear_down(&stage);
    }
}

Test(bench_curves, without_a_curve_nothing_is_launched)
{
    struct stage stage;
    set_up(&stage, bit_of_workload("in-check"), "/nonexistent/xqbench", 3);
    cr_assert_eq(measure(&stage), SAMPLING_DONE, "%s", stage.fault.text);
    cr_assert_eq(stage.curves.attempts, 0);
    cr_assert_not(curve_has(&stage.curves, CURVE_MOBILITY));
    cr_assert_not(curve_has(&stage.curves, CURVE_DEPTHS));
    cr_assert_not(curve_has(NULL, CURVE_DEPTHS));
    tear_down(&stage);
}

static uint64_t perft_and_one(const struct position *position, const struct perft_request *request)
{
    return all_boards[0]->perft(position, request) + 1;
}

Test(bench_curves, a_board_that_miscounts_is_found)
{
    struct stage stage;
    struct board liar = *all_boards[0];
    liar.name = "liar";
    liar.perft = perft_and_one;
    set_up(&stage, bit_of_workload("perft-legal"), XQBENCH, 3);
    stage.setup->contenders[0].board = &liar;
    cr_assert_eq(measure(&stage), SAMPLING_MISCOUNTED);
    cr_assert(strstr(stage.fault.text, "board liar") && strstr(stage.fault.text, "45, not 44"),
              "%s", stage.fault.text);
    tear_down(&stage);
}

/* The real program: one workload of each way of timing, and one without a curve between them. */
Test(bench_curves, fresh_processes_of_the_program)
{
    struct stage stage;
    set_up(&stage,
           bit_of_workload("generate") | bit_of_workload("copy") | bit_of_workload("mobility") |
               bit_of_workload("perft-stats") | bit_of_workload("perft-hash"),
           "'" XQBENCH "'", 2);
    cr_assert_eq(measure(&stage), SAMPLING_DONE, "%s", stage.fault.text);
    cr_assert_eq(stage.curves.bands.count, 1);
    cr_assert_eq(stage.curves.launches, 2);
    for (size_t i = 0; i < stage.setup->plan.workload_count; i++) {
        const struct workload *workload = stage.setup->workloads[i];
        unsigned deepest = stage.curves.deepest[i];
        cr_assert_eq(deepest >= 2, workload->depth > 0, "%s: depth %u", workload->name, deepest);
        size_t steps = curve_step_count(workload, &stage.curves.bands, deepest);
        for (size_t j = 0; j < 2 * steps; j++) {
            const struct curve_figure *figure = curve_figure(&stage.curves, i, j / 2, j % 2);
            cr_assert_gt(figure->low, 0, "%s, step %zu", workload->name, j / 2);
            cr_assert(figure->low <= figure->ns && figure->ns <= figure->high, "%s, step %zu",
                      workload->name, j / 2);
        }
    }
    tear_down(&stage);
}

/* --- files ----------------------------------------------------------------------------------- */

Test(bench_curves, files_have_a_line_for_each_step_and_board)
{
    struct stage stage;
    set_up(&stage,
           bit_of_workload("mobility") | bit_of_workload("copy") | bit_of_workload("perft-legal"),
           "/nonexistent/xqbench", 1);
    struct curves *curves = &stage.curves;
    struct report report = {.plan = &stage.setup->plan, .curves = curves};
    cr_assert_not(export_has_mobility(&report), "nothing was measured yet");
    *curves = (struct curves){.plan = stage.setup->plan,
                              .bands = {1, {{0, 2, 43, 45, 88}}},
                              .deepest = {0, 0, 2},
                              .launches = 1};
    curves->figures = calloc(3 * CURVE_MAX_STEPS * 2, sizeof *curves->figures);
    const struct made_up {
        size_t workload, step, board;
        struct curve_figure figure;
    } made_up[] = {
        {0, 0, 0, {1, 0.5, 1.25}},     {0, 0, 1, {2, 2, 2}},          {2, 0, 0, {10, 9, 11}},
        {2, 0, 1, {20.00004, 19, 21}}, {2, 1, 0, {1234.5, 1e3, 2e6}}, {2, 1, 1, {4, 3, 5}},
    };
    for (size_t i = 0; i < sizeof made_up / sizeof made_up[0]; i++)
        *(struct curve_figure *)curve_figure(curves, made_up[i].workload, made_up[i].step,
                                             made_up[i].board) = made_up[i].figure;
    cr_assert(export_has_mobility(&report) && export_has_depths(&report));
    char *mobility = text_of(export_mobility, &report), *depths = text_of(export_depths, &report);
    cr_assert_str_eq(mobility,
                     "workload\tboard\tfewest\tmost\tpositions\tmoves\tns_per_move\tlow\thigh\n"
                     "mobility\tpadded\t43\t45\t2\t44.00\t1.0000\t0.5000\t1.2500\n"
                     "mobility\tnaive\t43\t45\t2\t44.00\t2.0000\t2.0000\t2.0000\n");
    cr_assert_str_eq(depths, "mode\tboard\tdepth\tnodes\tns_per_node\tlow\thigh\n"
                             "legal\tpadded\t1\t44\t10.0000\t9.0000\t11.0000\n"
                             "legal\tpadded\t2\t1920\t1234.5000\t1000.0000\t2000000.0000\n"
                             "legal\tnaive\t1\t44\t20.0000\t19.0000\t21.0000\n"
                             "legal\tnaive\t2\t1920\t4.0000\t3.0000\t5.0000\n");
    free(mobility);
    free(depths);
    tear_down(&stage);
}

Test(bench_curves, the_report_says_where_they_come_from)
{
    static const struct {
        size_t launches, attempts, disturbed;
        const char *says;
    } cases[] = {
        {0, 0, 0, ""},
        {0, 1, 0, ""},
        {1, 1, 0, "Curves by mobility and depth: 1 launch of their own\n"},
        {5, 5, 0, "Curves by mobility and depth: 5 launches of their own\n"},
        {5, 7, 0,
         "Curves by mobility and depth: 5 launches of their own, 2 repeated after other programs "
         "or "
         "the host disturbed them\n"},
        {5, 7, 1,
         "Curves by mobility and depth: 5 launches of their own, 2 repeated after other programs "
         "or "
         "the host disturbed them, 1 disturbed again\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct curves curves = {.launches = cases[i].launches,
                                      .attempts = cases[i].attempts,
                                      .disturbed = cases[i].disturbed};
        const struct report report = {.curves = &curves};
        char text[512] = "";
        FILE *out = fmemopen(text, sizeof text, "w");
        report_curves(out, &report, "\n");
        fclose(out);
        cr_assert_str_eq(text, cases[i].says);
    }
}
