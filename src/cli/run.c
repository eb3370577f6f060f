#include <stdlib.h>

#include "differ.h"
#include "fen.h"
#include "interrupt.h"
#include "output.h"
#include "run.h"

void run_json_row(struct run *run, const struct root *root, const struct board *board,
                  const struct count *count, json_t *moves)
{
    char fen[FEN_SIZE];
    fen_write(&root->position, fen);
    json_t *rate =
        count->seconds > 0 ? json_count(rate_of(count->nodes, count->seconds)) : json_null();
    json_t *row =
        json_pack("{s:o, s:s, s:s, s:s, s:i, s:o, s:f, s:o, s:b}", "id", json_text(root->id), "fen",
                  fen, "board", board->name, "policy", policy_name(run->options->policy), "depth",
                  (int)run->options->depth, "nodes", json_count(count->nodes), "seconds",
                  count->seconds, "nodes_per_second", rate, "complete", (int)count->complete);
    if (moves)
        json_object_set_new(row, "moves", moves);
    json_array_append_new(run->results, row);
}

void run_json_end(struct run *run, const char *command)
{
    json_t *object = json_begin(command);
    json_object_set_new(object, "complete", json_boolean(run->complete));
    if (run->options->board_count > 1)
        json_object_set_new(object, "agree",
                            run->complete || run->differs ? json_boolean(!run->differs)
                                                          : json_null());
    json_object_set(object, "results", run->results);
    if (run->difference)
        json_object_set(object, "difference", run->difference);
    json_print(object);
}

void run_print_agreement(const struct run *run)
{
    if (run->options->board_count > 1 && run->complete && !run->differs)
        printf("All %zu boards agree.\n", run->options->board_count);
}

void run_print_unfinished(const struct count *count)
{
    if (!count->complete)
        printf(" (interrupted: %zu of %zu root moves)", count->rows, count->root_moves);
}

/* Counts one position with every board. False when there is to be no further one. */
static bool run_position(struct run *run, const struct form *form, const struct root *root,
                         struct count *counts)
{
    const struct options *options = run->options;
    bool equal = true;
    for (size_t i = 0; i < options->board_count; i++) {
        if (should_stop())
            return false;
        count_run(options->boards[i], &root->position, options->depth, options->policy, &counts[i]);
        run->nodes[i] += counts[i].nodes;
        run->seconds[i] += counts[i].seconds;
        form->row(run, root, options->boards[i], &counts[i]);
        output_flush();
        if (!counts[i].complete)
            return false;
        equal = equal && count_equal(&counts[0], &counts[i]);
    }
    if (!equal) {
        run->differs = true;
        run->difference = differ_report(options, &root->position, options->depth, "");
    }
    return equal;
}

static int run_status(const struct run *run)
{
    if (interrupted && !run->complete) {
        complain("interrupted; the results above are what was known by then");
        return STATUS_INTERRUPTED;
    }
    return run->complete && !run->differs ? STATUS_OK : STATUS_FAILED;
}

int run_counts(const struct options *options, const struct form forms[FORMAT_COUNT])
{
    const struct form *form = &forms[options->format];
    struct run run = {.options = options};
    if (!roots_read(options, true, &run.roots))
        return STATUS_INPUT;
    struct count *counts = allocate(options->board_count, sizeof *counts);
    run.results = json_array();
    form->begin(&run);
    size_t done = 0;
    while (done < run.roots.count && run_position(&run, form, &run.roots.item[done], counts))
        done++;
    /* A difference at the last position leaves nothing uncounted. */
    run.complete = done + (run.differs ? 1 : 0) == run.roots.count;
    form->end(&run);
    json_decref(run.results);
    json_decref(run.difference);
    free(counts);
    roots_free(&run.roots);
    return run_status(&run);
}
