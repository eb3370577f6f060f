/* scripts/plot.sh as its user runs it: which plots it draws from which files, and what they show.
 */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shell.h"

static char *plot; /* the last plot that was read */

static const char *read_plot(const char *name)
{
    free(plot);
    return plot = read_file(name);
}

static void assert_shows(const char *name, const char *text)
{
    char element[128];
    snprintf(element, sizeof element, ">%s</text>", text);
    cr_assert(strstr(plot, element), "%s does not show '%s'", name, text);
}

static size_t count_of(const char *part)
{
    size_t count = 0;
    for (const char *at = strstr(plot, part); at; at = strstr(at + 1, part))
        count++;
    return count;
}

/* --- What is drawn --------------------------------------------------------------------------- */

#define FIGURES                                                                                    \
    "workload\tsetting\tboard\tlimit\toperation\tns\tmad\trate\tratio\tratio_low\tratio_high\t"    \
    "verdict\tinstructions\n"
#define DEPTHS   "mode\tboard\tdepth\tnodes\tns_per_node\tlow\thigh\n"
#define SAMPLES  "bench,board,launch,round,order,iterations,ns\n"
#define RATES    "board\tpolicy\tnodes\tuser_seconds\twall_seconds\tnodes_per_second\n"
#define PROGRAMS "contender\tpolicy\tboard\tdepth\tnodes\tns_per_node\n"

/* Three boards, of which the last is no default one; an underscore, which is no subscript. */
static const char figures[] =
    FIGURES "generate\t\tpadded\t0\tposition\t130\t1\t3e8\t1\t\t\t\t\n"
            "generate\t\tnaive\t0\tposition\t450\t1\t8e7\t0.29\t0.28\t0.30\tslower\t\n"
            "generate\t\tbitboard-subtract\t0\tposition\t120\t1\t3e8\t1.11\t1.1\t1.2\tfaster\t\n"
            "perft\tbulk, depth 2\tpadded\t0\tnode\t16\t1\t6e7\t1\t\t\t\t\n"
            "perft\tbulk, depth 2\tnaive\t0\tnode\t33\t1\t3e7\t0.49\t0.2\t1.1\tinconclusive\t\n"
            "perft\tbulk, depth 2\tbitboard-subtract\t0\tnode\t16\t1\t6e7\t1\t\t\tinconclusive\t\n"
            "geometric mean\t\tpadded\t0\t\t\t\t\t1\t\t\t\t\n"
            "geometric mean\t\tnaive\t0\t\t\t\t\t0.6\t0.5\t0.7\tslower\t\n"
            "geometric mean\t\tbitboard-subtract\t0\t\t\t\t\t1.1\t1.0\t1.2\tfaster\t\n";
static const char mobility[] =
    "workload\tboard\tfewest\tmost\tpositions\tmoves\tns_per_move\tlow\thigh\n"
    "generate\tpadded\t0\t9\t20\t5.5\t6\t5\t7\ngenerate\tpadded\t10\t19\t20\t15\t4\t3.9\t4.1\n"
    "generate\tnaive\t0\t9\t20\t5.5\t16\t15\t17\ngenerate\tnaive\t10\t19\t20\t15\t14\t13\t15\n"
    "generate\tbitboard-subtract\t0\t9\t20\t5.5\t5\t4\t6\n";
static const char depths[] =
    DEPTHS "plain\tpadded\t1\t44\t20\t19\t21\nplain\tpadded\t2\t1920\t16\t15\t17\n"
           "plain\tnaive\t1\t44\t40\t39\t41\nplain\tnaive\t2\t1920\t36\t35\t37\n"
           "plain\tbitboard-subtract\t1\t44\t30\t29\t31\n";
static const char rates[] = RATES "padded\tplain\t133312995\t1.7\t1.7\t79000000\n"
                                  "naive\tplain\t133312995\t3.8\t3.8\t35000000\n"
                                  "bitboard-subtract\tplain\t133312995\t2.5\t2.5\t5400000\n";
static const char programs[] = PROGRAMS "padded plain\tplain\tpadded\t5\t133312995\t12.66\n"
                                        "Some_Engine 2\t\t\t5\t133312995\t80\n";
static const char machine[] = "{\n  \"cpu\": \"Some CPU \\\"X\\\" & 2_1\",\n  \"cpus\": 2,\n"
                              "  \"governor\": null,\n  \"compiler\": \"cc 1.2\",\n"
                              "  \"arch\": \"native\",\n  \"date\": \"2020-01-02T03:04:05Z\"\n}\n";

/* Two workloads on three boards, two launches of 100 rounds: 200 samples. Every operation of a
 * board takes the same time; but two are 40 times as long, beyond every axis. */
static void write_samples(void)
{
    static const char *const boards[] = {"naive", "bitboard-subtract", "padded"};
    static char text[1 << 16];
    char *end = text + sprintf(text, SAMPLES);
    for (int launch = 1; launch <= 2; launch++)
        for (int round = 1; round <= 100; round++)
            for (int line = 0; line < 6; line++) {
                bool slow = line == 0 && launch == 2 && round <= 2;
                end += sprintf(end, "%s,%s,%d,%d,%d,10,%d\n", line < 3 ? "generate" : "perft",
                               boards[line % 3], launch, round, line % 3 + 1,
                               slow ? 48600 : 1215 + 100 * line);
            }
    write_file("samples.csv", text);
}

struct drawn {
    const char *name;
    size_t boards;         /* from the first of those below; ratios have no reference */
    const char *shows[10]; /* texts that must be there */
};

static const struct drawn plots[] = {
    {"times",
     3,
     {"generate", "perft (bulk, depth 2)", "ns per position", "ns per node", "121.5", "+2",
      "Time of one operation",
      "Some CPU \"X\" &amp; 2_1, cc 1.2, ARCH=native, 2020-01-02, 2 launches of 100 rounds"}},
    {"launches", 3, {"generate", "perft (bulk, depth 2)", "times the median", "+2"}},
    {"ratios",
     2,
     {"generate", "perft (bulk, depth 2)", "geometric mean", "Speed of each board, padded = 1"}},
    {"mobility", 3, {"generate", "ns per move", "legal moves of the position"}},
    {"depths", 3, {"plain", "million nodes per second", "depth"}},
    {"nodes-per-second",
     3,
     {"plain", "every leaf made", "79", "35", "5.4", "Some_Engine 2", "12",
      "million nodes per second",
      "Whole programs: perft 5 from the starting position, one thread"}},
};

/* Colours of Okabe and Ito, and ours; the legend names a board before it shows its colour. */
static const struct {
    const char *name, *colour;
} boards[] = {
    {"naive", "rgb( 86, 180, 233)"},
    {"bitboard-subtract", "rgb( 34,  34,  85)"},
    {"padded", "rgb(230, 159,   0)"},
};

static void assert_complete(const struct drawn *drawn)
{
    static const char end[] = "</svg>\n\n";
    char name[64];
    snprintf(name, sizeof name, "%s.png", drawn->name);
    cr_assert_eq(memcmp(read_plot(name), "\x89PNG", 4), 0, "%s is no PNG", name);
    snprintf(name, sizeof name, "%s.svg", drawn->name);
    read_plot(name);
    cr_assert_eq(strncmp(plot, "<?xml ", 6), 0, "%s is no XML", name);
    cr_assert_geq(strlen(plot), strlen(end));
    cr_assert_str_eq(plot + strlen(plot) - strlen(end), end, "%s is cut off", name);
    cr_assert_eq(count_of("<g "), count_of("</g>"), "%s: groups are open", name);
    cr_assert_eq(count_of("<text>"), count_of("</text>"), "%s: texts are open", name);
}

static void assert_colours(const struct drawn *drawn)
{
    for (size_t i = 0; i < drawn->boards; i++) {
        char entry[64];
        snprintf(entry, sizeof entry, ">%s</text>", boards[i].name);
        const char *legend = strstr(plot, entry);
        cr_assert_not_null(legend, "%s: no legend of %s", drawn->name, boards[i].name);
        const char *colour = strstr(legend, "color='rgb");
        cr_assert(colour && strncmp(colour + 7, boards[i].colour, 18) == 0,
                  "%s: %s has another colour", drawn->name, boards[i].name);
        cr_assert_gt(count_of(boards[i].colour), 1, "%s: nothing of %s", drawn->name,
                     boards[i].name);
    }
}

Test(plots, everything, .init = make_folder, .fini = remove_folder)
{
    write_file("figures.tsv", figures);
    write_file("mobility.tsv", mobility);
    write_file("depths.tsv", depths);
    write_file("nodes-per-second.tsv", rates);
    write_file("whole-program.tsv", programs);
    write_file("machine.json", machine);
    write_samples();
    cr_assert_eq(shell("scripts/plot.sh \"$DIR\""), 0, "%s", output);
    char expected[256];
    snprintf(expected, sizeof expected,
             "Plots, each as .svg and .png in %s: "
             "times launches ratios mobility depths nodes-per-second\n",
             folder);
    cr_assert_str_eq(output, expected);
    for (size_t i = 0; i < sizeof plots / sizeof plots[0]; i++) {
        assert_complete(&plots[i]);
        for (size_t j = 0; plots[i].shows[j]; j++)
            assert_shows(plots[i].name, plots[i].shows[j]);
        assert_colours(&plots[i]);
    }
    cr_assert_eq(shell("ls -A \"$DIR\" | wc -l"), 0);
    cr_assert_str_eq(output, "19\n", "something is left over");
}

/* One board has circles, of which an SVG of gnuplot calls the hollow one 5 and the filled one 6,
 * the other triangles, 7 and 8. Of each board one verdict of three is inconclusive. A filled mark
 * in white is below each of the three, and the legend has one. */
Test(plots, inconclusive_is_hollow, .init = make_folder, .fini = remove_folder)
{
    write_file("figures.tsv", figures);
    cr_assert_eq(shell("scripts/plot.sh \"$DIR\""), 0, "%s", output);
    read_plot("ratios.svg");
    cr_assert_eq(count_of("#gpPt5' transform"), 1);
    cr_assert_eq(count_of("#gpPt6' transform"), 2 + 3 + 1);
    cr_assert_eq(count_of("#gpPt7' transform"), 1);
    cr_assert_eq(count_of("#gpPt8' transform"), 2 + 3 + 1);
}

/* One board, launch, round: no shape to draw, no ratio. A decimal comma is the reader's own. */
Test(plots, little, .init = make_folder, .fini = remove_folder)
{
    write_file("figures.tsv", FIGURES "load\t\tnaive\t0\tposition\t12\t0\t9e7\t1\t\t\t\t\n");
    write_file("samples.csv", SAMPLES "load,naive,1,1,1,1000,12345\n");
    cr_assert_eq(shell("mkdir \"$DIR/an odd 'name' \\\"\\$\" && mv \"$DIR\"/*.* \"$DIR\"/an* && "
                       "LC_ALL=de_DE.UTF-8 scripts/plot.sh \"$DIR\"/an*"),
                 0, "%s", output);
    assert_says("times launches\n", "drawn");
    assert_says("Not drawn: mobility (no mobility.tsv); depths (no depths.tsv); ", "missing files");
    assert_says("ratios (one board has none)", "nothing to compare");
    cr_assert_eq(shell("mv \"$DIR\"/an*/* \"$DIR\""), 0, "%s", output);
    read_plot("times.svg");
    assert_shows("times", "12.35");
    assert_shows("times", "1 launch of 1 round");
}

/* Names that nobody foresaw have a colour as well; the known ones keep theirs. */
Test(plots, unknown_boards, .init = make_folder, .fini = remove_folder)
{
    write_file("depths.tsv", DEPTHS "plain\tmy_board\t1\t44\t20\t19\t21\n"
                                    "plain\ttwin\t1\t44\t40\t39\t41\n"
                                    "plain\tpadded\t1\t44\t40\t39\t41\n");
    cr_assert_eq(shell("scripts/plot.sh \"$DIR\""), 0, "%s", output);
    read_plot("depths.svg");
    assert_shows("depths", "my_board");
    assert_shows("depths", "twin");
    cr_assert_gt(count_of("rgb(230, 159,   0)"), 1, "padded");
    cr_assert_gt(count_of("rgb(170, 170, 170)"), 1, "the last colour");
    cr_assert_gt(count_of("rgb( 34,  34,  85)"), 1, "the last but one");
}

/* A policy that only some boards have: the others have no line, and nothing is drawn for them. */
Test(plots, what_some_boards_have_not, .init = make_folder, .fini = remove_folder)
{
    write_file("depths.tsv", DEPTHS "legal\tpadded\t1\t44\t20\t19\t21\n"
                                    "legal\tvector\t1\t44\t10\t9\t11\n"
                                    "two-ply\tvector\t1\t44\t5\t4\t6\n");
    write_file("nodes-per-second.tsv", RATES "padded\tlegal\t1920\t1\t1\t1000000\n"
                                             "vector\tlegal\t1920\t1\t1\t2000000\n"
                                             "vector\ttwo-ply\t1920\t1\t1\t3000000\n");
    write_file("figures.tsv",
               FIGURES "perft-two-ply\ttwo-ply, depth 2\tvector\t0\tnode\t2\t0\t9e7\t\t\t\t\t\n"
                       "load\t\tpadded\t0\tposition\t12\t0\t9e7\t1\t\t\t\t\n"
                       "load\t\tvector\t0\tposition\t9\t0\t9e7\t1.3\t1.2\t1.4\tfaster\t\n");
    write_file("samples.csv",
               SAMPLES "load,padded,1,1,1,1000,12345\nload,vector,1,1,2,1000,9345\n"
                       "perft-two-ply,vector,1,1,2,1000,2345\nload,padded,2,1,1,1000,12345\n"
                       "load,vector,2,1,2,1000,9345\nperft-two-ply,vector,2,1,2,1000,2345\n");
    cr_assert_eq(shell("scripts/plot.sh \"$DIR\""), 0, "%s", output);
    cr_assert_eq(strncmp(output, "Plots, ", 7), 0, "gnuplot says something: %s", output);
    assert_says("times launches ratios depths nodes-per-second\n", "drawn");
    read_plot("depths.svg");
    assert_shows("depths", "two-ply");
    read_plot("nodes-per-second.svg");
    assert_shows("nodes-per-second", "two plies summed");
    assert_shows("nodes-per-second", "3.0");
    read_plot("ratios.svg");
    assert_shows("ratios", "Speed of each board, padded = 1");
    cr_assert_null(strstr(plot, "perft-two-ply"), "a row without ratios");
    read_plot("times.svg");
    assert_shows("times", "perft-two-ply (two-ply, depth 2)");
    assert_shows("times", "2.345");
}

/* --- What is refused ------------------------------------------------------------------------- */

struct refusal {
    const char *rule;
    const char *table, *text; /* a file and what is in it; NULL for none */
    const char *command;      /* NULL for the usual one */
    int status;
    const char *says;
};

#define LINE "plain\tpadded\t1\t44\t20\t19\t21\n"

/* With a gnuplot that leaves a file and is content. */
#define HALF(text)                                                                                 \
    "mkdir \"$DIR/bin\" && cat >\"$DIR/bin/gnuplot\" <<'END'\n#!/bin/sh\n" text "\nEND\n"          \
    "chmod +x \"$DIR/bin/gnuplot\" && PATH=\"$DIR/bin:$PATH\" scripts/plot.sh \"$DIR\""

/* With no program. */
#define BARE "PATH=\"$DIR/bin\" /bin/sh "

static const struct refusal refusals[] = {
    {"no folder is named", NULL, NULL, "scripts/plot.sh", 2, "usage: "},
    {"two folders", NULL, NULL, "scripts/plot.sh \"$DIR\" \"$DIR\"", 2, "usage: "},
    {"an option", NULL, NULL, "scripts/plot.sh --fast", 2, "usage: "},
    {"help is no error", NULL, NULL, "scripts/plot.sh --help", 0, "  scripts/plot.sh DIR  "},
    {"no such folder", NULL, NULL, "scripts/plot.sh \"$DIR/x\"", 2, "no folder '/tmp/test-xqperft"},
    {"an empty folder", NULL, NULL, NULL, 2, "nothing to draw"},
    {"an empty file", "depths.tsv", "", NULL, 2, "depths.tsv: there is no line"},
    {"a heading only", "depths.tsv", DEPTHS, NULL, 2, "depths.tsv: there is no line"},
    {"a column is missing", "depths.tsv", "mode\tboard\nplain\tpadded\n", NULL, 2, "'depth'"},
    {"cut within a line", "depths.tsv", DEPTHS LINE "plain\tnai", NULL, 2, "cut off"},
    {"a field is missing", "depths.tsv", DEPTHS LINE "plain\tnaive\n", NULL, 2,
     "line 3: 2 columns"},
    {"an empty number", "depths.tsv", DEPTHS "plain\tpadded\t1\t44\t\t19\t21\n", NULL, 2,
     "line 2: ns_per_node is empty"},
    {"not a number", "depths.tsv", DEPTHS "plain\tpadded\t1\t44\tnan\t19\t21\n", NULL, 2,
     "ns_per_node is 'nan'"},
    {"a decimal comma", "depths.tsv", DEPTHS "plain\tpadded\t1\t44\t2,5\t19\t21\n", NULL, 2,
     "ns_per_node is '2,5'"},
    {"no time at all", "depths.tsv", DEPTHS "plain\tpadded\t1\t44\t0\t19\t21\n", NULL, 2,
     "ns_per_node is '0'"},
    {"quotes", "depths.tsv", DEPTHS "plain\t\"padded\"\t1\t44\t20\t19\t21\n", NULL, 2, "quotes"},
    {"a board with a blank", "depths.tsv", DEPTHS "plain\tmy board\t1\t44\t20\t19\t21\n", NULL, 2,
     "'my board'"},
    {"a board is missing in some mode", "depths.tsv",
     DEPTHS LINE "bulk\tpadded\t1\t44\t20\t19\t21\nbulk\tnaive\t1\t44\t20\t19\t21\n", NULL, 2,
     "plain on naive"},
    {"a board without samples", "samples.csv",
     SAMPLES "load,padded,1,1,1,9,99\ncopy,padded,1,1,1,9,99\nload,naive,1,1,1,9,99\n", NULL, 2,
     "no sample of naive in copy"},
    {"no gnuplot", "depths.tsv", DEPTHS LINE, BARE "scripts/plot.sh \"$DIR\"", 3, "gnuplot-nox"},
    {"no gnuplot, and no plot that would do", "depths.tsv", DEPTHS LINE,
     BARE "scripts/plot.sh --keep \"$DIR\"", 3, "gnuplot-nox"},
    {"a check of no gnuplot", NULL, NULL, BARE "scripts/plot.sh --check", 3, "gnuplot-nox"},
    {"a check of gnuplot", NULL, NULL, "scripts/plot.sh --check", 0, ""},
    {"half an SVG", "depths.tsv", DEPTHS LINE, HALF("echo '<svg>' >\"$5.$6\""), 3,
     "could not draw depths.svg"},
    {"half a PNG", "depths.tsv", DEPTHS LINE,
     HALF("[ $6 = png ] && echo PNG >$5.png || echo '<svg></svg>' >$5.svg"), 3,
     "could not draw depths.png"},
    {"gnuplot fails", "depths.tsv", DEPTHS LINE,
     "mkdir \"$DIR/bin\" && printf '#!/bin/sh\\nexit 1\\n' >\"$DIR/bin/gnuplot\" && "
     "chmod +x \"$DIR/bin/gnuplot\" && "
     "PATH=\"$DIR/bin:$PATH\" scripts/plot.sh \"$DIR\"",
     3, "could not draw depths.svg"},
};

Test(plots, refusals)
{
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        const struct refusal *is = &refusals[i];
        make_folder();
        if (is->table)
            write_file(is->table, is->text);
        int status = shell(is->command ? is->command : "scripts/plot.sh \"$DIR\"");
        cr_assert_eq(status, is->status, "%s: status %d: %s", is->rule, status, output);
        assert_says(is->says, is->rule);
        cr_assert_eq(shell("ls -A \"$DIR\" | grep -c plot"), 1, "%s: something is left over: %s",
                     is->rule, output);
        cr_assert_eq(shell("find \"$DIR\" -name '*.svg' -o -name '*.png'"), 0, "%s", is->rule);
        cr_assert_str_eq(output, "", "%s: a plot is there", is->rule);
        remove_folder();
    }
}

/* Plots of a file that is not there, as samples.csv of README's results is not, are all that is
 * left of it; those of one that has nothing to show are of another run. */
Test(plots, what_cannot_be_drawn_again_stays, .init = make_folder, .fini = remove_folder)
{
    write_file("figures.tsv", FIGURES "load\t\tnaive\t0\tposition\t12\t0\t9e7\t1\t\t\t\t\n");
    write_file("nodes-per-second.tsv", rates);
    cr_assert_eq(
        shell("cd \"$DIR\" && touch times.svg times.png launches.svg ratios.svg ratios.png "
              "mobility.png depths.svg notes.svg"),
        0, "%s", output);
    cr_assert_eq(shell("scripts/plot.sh \"$DIR\""), 0, "%s", output);
    assert_says("times (no samples.csv, kept as it is)", "what is kept");
    cr_assert_eq(shell("cd \"$DIR\" && echo *.svg *.png"), 0);
    cr_assert_str_eq(
        output, "depths.svg launches.svg nodes-per-second.svg notes.svg times.svg mobility.png "
                "nodes-per-second.png times.png\n");
}

/* Without gnuplot a page can be made of the plots that are there. */
Test(plots, plots_that_are_there, .init = make_folder, .fini = remove_folder)
{
    write_file("depths.tsv", DEPTHS LINE);
    write_file("depths.svg", "earlier\n");
    cr_assert_eq(shell(BARE "scripts/plot.sh --keep \"$DIR\""), 0, "%s", output);
    assert_says("gnuplot is missing. Plots that are there: depths\n", "what there is");
    cr_assert_str_eq(read_plot("depths.svg"), "earlier\n");
    cr_assert_eq(shell("scripts/plot.sh --keep \"$DIR\""), 0, "%s", output);
    assert_complete(&(struct drawn){.name = "depths"});
}

/* One damaged file keeps no other plot from being drawn, and the earlier plot stays. */
Test(plots, damage_is_local, .init = make_folder, .fini = remove_folder)
{
    write_file("depths.tsv", DEPTHS LINE "plain\tpadded");
    write_file("depths.svg", "earlier\n");
    write_file("nodes-per-second.tsv", rates);
    cr_assert_eq(shell("scripts/plot.sh \"$DIR\""), 2, "%s", output);
    assert_says("depths.tsv: the last line is cut off", "the damage");
    assert_says(": nodes-per-second\n", "what was drawn");
    cr_assert_str_eq(read_plot("depths.svg"), "earlier\n");
    read_plot("nodes-per-second.svg");
    assert_shows("nodes-per-second",
                 "Whole programs: perft from the starting position, one thread");
}
