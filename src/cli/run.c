#include <stdlib.h>

#include "differ.h"
#include "fen.h"
#include "interrupt.h"
#include "output.h"
#include "run.h"

json_t *run_json_row(const struct run *run, const struct root *root, const struct board *board,
                     const struct count *count)
{
    char fen[FEN_SIZE];
    uint64_t nodes = count->result.nodes;
    fen_write(&root->position, fen);
    json_t *rate = count->seconds > 0 ? json_count(rate_of(nodes, count->seconds)) : json_null();
    return json_pack(
        "{s:o, s:s, s:s, s:s, s:s, s:i, s:o, s:f, s:o, s:b}", "id", json_text(root->id), "fen", fen,
        "board", board->name, "variant", options_variant(board), "policy",
        policy_name(options_policy(run->options, board)), "depth", (int)run->options->depth,
        "nodes", json_count(nodes), "seconds", count->seconds, "nodes_per_second", rate, "complete",
        (int)count->result.complete);
}

void run_json_end(struct run *run)
{
    json_t *object = json_object();
    json_object_set_new(object, "complete", json_boolean(run->complete));
    if (run->options->board_count > 1)
        json_object_set_new(object, "agree",
                            run->complete || run->differs ? json_boolean(!run->differs)
                                                          : json_null());
    tables_json(&run->tables, object);
    if (run->difference)
        json_object_set(object, "difference", run->difference);
    json_close(object);
}

void run_print_agreement(const struct run *run)
{
    if (run->options->board_count > 1 && run->complete && !run->differs)
        printf("All %zu boards agree.\n", run->options->board_count);
}

void run_print_unfinished(const struct count *count)
{
    if (!count->result.complete)
        printf(" (interrupted: %zu of %zu root moves)", count->finished, count->result.root_count);
}

/* The first column in which two boards' statistics differ, or PERFT_STATS_COUNT. */
static size_t stats_difference(const struct count *a, const struct count *b)
{
    size_t column = 0;
    while (column < PERFT_STATS_COUNT && perft_stats_value(&a->result.stats, column) ==
                                             perft_stats_value(&b->result.stats, column))
        column++;
    return column;
}

/* Says in which column these two boards differ. */
static void report_stats(struct run *run, const struct root *root, size_t column,
                         const struct board *const board[2], const struct count *const count[2])
{
    const char *name = perft_stats_columns[column].name;
    enum format format = run->options->format;
    char fen[FEN_SIZE], number[2][NUMBER_SIZE];
    uint64_t value[2];
    for (size_t i = 0; i < 2; i++)
        value[i] = perft_stats_value(&count[i]->result.stats, column);
    fen_write(&root->position, fen);
    fprintf(format == FORMAT_TEXT ? stdout : stderr,
            "The boards differ in %s: %s for %s, %s for %s\n  fen   %s\n", name,
            number_write(value[0], number[0]), board[0]->name, number_write(value[1], number[1]),
            board[1]->name, fen);
    if (format == FORMAT_JSON)
        run->difference =
            json_pack("{s:s, s:s, s:{s:o, s:o}}", "fen", fen, "column", name, "values",
                      board[0]->name, json_count(value[0]), board[1]->name, json_count(value[1]));
}

/* Do the boards agree on a position that all have counted? Says where not. */
static bool boards_agree(struct run *run, const struct root *root, const struct count *counts)
{
    const struct options *options = run->options;
    for (size_t i = 1; i < options->board_count; i++) {
        size_t column = stats_difference(&counts[0], &counts[i]);
        if (!count_equal(&counts[0], &counts[i])) {
            run->difference = differ_report(options, &root->position, options->depth, "");
            return false;
        }
        if (column < PERFT_STATS_COUNT) {
            report_stats(run, root, column,
                         (const struct board *const[]){options->boards[0], options->boards[i]},
                         (const struct count *const[]){&counts[0], &counts[i]});
            return false;
        }
    }
    return true;
}

static void say_too_many(struct run *run, const struct root *root)
{
    char fen[FEN_SIZE];
    fen_write(&root->position, fen);
    complain(COUNT_TOO_MANY ": %s", run->options->depth, fen);
    run->too_many = true;
}

/* Counts one position with every board. False when there is to be no further one. */
static bool run_position(struct run *run, const struct form *form, const struct root *root,
                         struct count *counts)
{
    const struct options *options = run->options;
    bool last = run->roots.taken == run->roots.count;
    for (size_t i = 0; i < options->board_count; i++) {
        if (should_stop())
            return false;
        count_run(options, options->boards[i], &root->position, run->tables.hash[i], &counts[i]);
        if (last) /* so that of a single position, one table at a time takes memory */
            tables_release(&run->tables, i);
        if (counts[i].result.nodes == PERFT_TOO_MANY) {
            say_too_many(run, root);
            return false;
        }
        run->total[i].nodes = perft_add(run->total[i].nodes, counts[i].result.nodes);
        run->total[i].seconds += counts[i].seconds;
        perft_stats_add(&run->total[i].stats, &counts[i].result.stats);
        form->row(run, root, options->boards[i], &counts[i]);
        output_flush();
        if (!counts[i].result.complete)
            return false;
    }
    run->differs = !boards_agree(run, root, counts);
    return !run->differs;
}

static int run_status(const struct run *run)
{
    if (interrupted && !run->complete) {
        complain("interrupted; the results above are what was known by then");
        return STATUS_INTERRUPTED;
    }
    if (run->too_many || run->changed)
        return STATUS_INPUT;
    bool right = run->complete && !run->differs && run->tables.check.wrong == 0;
    return right ? STATUS_OK : STATUS_FAILED;
}

/* Counts them all, as far as that is possible. */
static void run_roots(struct run *run, const struct form *form)
{
    struct root root;
    size_t done = 0;
    struct count *counts = allocate(run->options->board_count, sizeof *counts);
    form->begin(run);
    while (roots_next(&run->roots, &root) && run_position(run, form, &root, counts))
        done++;
    /* A difference at the last position leaves nothing uncounted. */
    run->complete = done + (run->differs ? 1 : 0) == run->roots.count;
    run->changed = done == run->roots.taken && !run->complete;
    tables_close(&run->tables);
    form->end(run);
    json_decref(run->difference);
    free(counts);
}

int run_counts(const struct options *options, const struct form forms[FORMAT_COUNT])
{
    struct run run = {.options = options};
    int status = (int)roots_open(options, true, &run.roots);
    if (status == STATUS_OK && !tables_open(options, &run.tables))
        status = STATUS_INPUT;
    if (status == STATUS_OK) {
        run_roots(&run, &forms[options->format]);
        status = run_status(&run);
    }
    roots_close(&run.roots);
    return status;
}
