/* xqperft verify: suites of positions with known counts. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "count.h"
#include "differ.h"
#include "input.h"
#include "interrupt.h"
#include "output.h"
#include "perft.h"
#include "verify.h"

enum { WORTH_THREADS = 10000 };

/* Is the count of this depth known and to be compared? */
static bool is_wanted(const struct options *options, const struct suite_entry *entry,
                      unsigned depth)
{
    return (entry->known >> depth & 1) && depth <= options->max_depth && depth <= PERFT_MAX_DEPTH &&
           entry->count[depth] <= options->max_nodes;
}

static void plan_entry(const struct options *options, const struct suite_entry *entry,
                       struct suite_file *file)
{
    file->positions++;
    for (unsigned depth = 0; depth <= SUITE_MAX_DEPTH; depth++)
        if (is_wanted(options, entry, depth)) {
            file->planned += options->board_count;
            file->planned_nodes += (double)entry->count[depth] * (double)options->board_count;
        }
}

/* Reads every file, also after a faulty one: all problems are to be known at once, and before
 * anything is counted. *warn is for print_problem(). */
static bool check_files(struct verification *run, bool *warn)
{
    bool good = true;
    for (size_t i = 0; i < run->file_count && !should_stop(); i++) {
        struct suite_file *file = &run->files[i];
        struct suite_entry entry;
        file->name = run->options->files[i];
        file->reader = suite_open(file->name, true, print_problem, warn);
        while (file->reader && !should_stop() && suite_next(file->reader, &entry))
            plan_entry(run->options, &entry, file);
        good = good && file->reader && !suite_failed(file->reader);
        run->planned += file->planned;
    }
    return good;
}

/* Shows how far the file is when `nodes` more than those of its finished counts are counted. */
static void show_nodes(struct verification *run, const struct suite_file *file, uint64_t nodes)
{
    double sum = (double)file->nodes + (double)nodes;
    double part = file->planned_nodes > 0 ? sum / file->planned_nodes : 1;
    progress_show(&run->progress, part < 1 ? part : 1, perft_add(file->nodes, nodes));
}

static void show(void *context, size_t done, size_t total, uint64_t nodes)
{
    struct verification *run = context;
    (void)done;
    (void)total;
    show_nodes(run, run->current, nodes);
}

/* On one thread by the board alone, and on several what is worth it: to start them takes as long
 * as to count some thousand nodes. */
static uint64_t count_known(struct verification *run, const struct suite_entry *entry,
                            unsigned depth, size_t board)
{
    const struct options *options = run->options;
    struct perft_job job = {
        .board = options->boards[board],
        .position = &entry->position,
        .request = {.depth = depth,
                    .policy = options_policy(options, options->boards[board]),
                    .stop = &interrupted,
                    .hash = run->tables.hash[board]},
        .threads = options->threads,
        .progress = show,
        .context = run,
    };
    struct perft_result result;
    if (options->threads == 1 || entry->count[depth] < WORTH_THREADS)
        return job.board->perft(job.position, &job.request);
    if (!perft_run(&job, false, &result)) {
        progress_end(&run->progress);
        complain("out of memory");
        exit(STATUS_INPUT);
    }
    return result.nodes;
}

/* Counts with one board, judges, and tells. False when a signal came first. */
static bool judge(struct verification *run, struct suite_file *file,
                  const struct suite_entry *entry, unsigned depth, size_t board, uint64_t *nodes)
{
    const struct options *options = run->options;
    double start = clock_seconds();
    *nodes = count_known(run, entry, depth, board);
    if (interrupted) /* whatever was returned then says nothing */
        return false;
    const struct verdict verdict = {.file = file,
                                    .entry = entry,
                                    .depth = depth,
                                    .board = options->boards[board],
                                    .nodes = *nodes,
                                    .seconds = clock_seconds() - start,
                                    .ok =
                                        *nodes == entry->count[depth] && *nodes != PERFT_TOO_MANY};
    run->done++;
    file->done++;
    file->nodes = perft_add(file->nodes, *nodes);
    file->seconds += verdict.seconds;
    file->failed += !verdict.ok;
    run->failed += !verdict.ok;
    progress_end(&run->progress);
    verify_forms[options->format].verdict(run, &verdict);
    junit_verdict(run, &verdict);
    show_nodes(run, file, 0);
    return true;
}

/* One known count, with every board. False when there is to be no further one. */
static bool verify_depth(struct verification *run, struct suite_file *file,
                         const struct suite_entry *entry, unsigned depth)
{
    const struct options *options = run->options;
    bool equal = true;
    uint64_t first = 0, nodes;
    for (size_t i = 0; i < options->board_count; i++) {
        if (should_stop() || !judge(run, file, entry, depth, i, &nodes))
            return false;
        first = i == 0 ? nodes : first;
        equal = equal && nodes == first;
    }
    if (equal || run->differs || depth == 0)
        return true;
    run->differs = true;
    progress_end(&run->progress);
    run->difference =
        differ_report(options, &entry->position, depth, options->format == FORMAT_TAP ? "# " : "");
    return true;
}

/* Is it still the file that was checked? */
static void see_changes(struct verification *run, const struct suite_file *file)
{
    if (!suite_failed(file->reader) && file->done == file->planned)
        return;
    run->changed = true;
    fputs(PROGRAM ": ", stderr);
    put_printable(stderr, file->name);
    fputs(" changed while it was read\n", stderr);
}

static bool verify_file(struct verification *run, struct suite_file *file)
{
    struct suite_entry entry;
    bool go_on = true;
    run->current = file;
    progress_begin(&run->progress);
    bool open = suite_rewind(file->reader);
    while (open && go_on && suite_next(file->reader, &entry))
        for (unsigned depth = 0; go_on && depth <= SUITE_MAX_DEPTH; depth++)
            if (is_wanted(run->options, &entry, depth))
                go_on = verify_depth(run, file, &entry, depth);
    progress_end(&run->progress);
    if (go_on)
        see_changes(run, file);
    verify_forms[run->options->format].file(run, file);
    junit_file(run, file);
    return go_on && !run->changed;
}

static int verify_status(const struct verification *run, bool junit_written)
{
    if (interrupted && run->done < run->planned) {
        complain("interrupted; %zu of %zu counts were compared", run->done, run->planned);
        return STATUS_INTERRUPTED;
    }
    if (!junit_written || run->changed)
        return STATUS_INPUT;
    if (run->planned == 0) {
        bool limited =
            run->options->max_depth != UINT32_MAX || run->options->max_nodes != UINT64_MAX;
        complain("nothing was compared: %s",
                 limited ? "no known count is within --max-depth and --max-nodes"
                         : "no position has a known count, such as ;D1 44");
        return STATUS_INCONCLUSIVE;
    }
    bool right = run->failed == 0 && !run->differs && run->done == run->planned &&
                 run->tables.check.wrong == 0;
    return right ? STATUS_OK : STATUS_FAILED;
}

static void verify_files(struct verification *run)
{
    bool go_on = true;
    verify_forms[run->options->format].begin(run);
    for (size_t i = 0; i < run->file_count; i++)
        if (go_on)
            go_on = verify_file(run, &run->files[i]);
        else
            junit_file(run, &run->files[i]); /* which has to say what was not compared */
    tables_close(&run->tables);
    verify_forms[run->options->format].end(run);
}

static int verify_suites(struct verification *run)
{
    bool warn = true;
    bool good = check_files(run, &warn);
    if (interrupted) {
        complain("interrupted; nothing was compared");
        return STATUS_INTERRUPTED;
    }
    if (!good || !tables_open(run->options, &run->tables))
        return STATUS_INPUT;
    int status = STATUS_INPUT;
    if (junit_open(run->options, &run->junit)) {
        verify_files(run);
        status = verify_status(run, junit_close(run->options, &run->junit));
    }
    tables_close(&run->tables);
    return status;
}

static int verify_run(const struct options *options)
{
    struct verification run = {
        .options = options,
        .file_count = options->file_count,
        .files = allocate(options->file_count, sizeof *run.files),
    };
    int status = verify_suites(&run);
    for (size_t i = 0; i < run.file_count; i++)
        suite_close(run.files[i].reader);
    json_decref(run.difference);
    free(run.files);
    return status;
}

const struct command verify_command = {
    .name = "verify",
    .summary = "compare the counts of EPD suites with the boards' counts",
    .help =
        "A suite has one position a line, followed by its known counts: 'FEN ;D1 44 ;D2 1920'. "
        "Every known count is compared, unless --max-depth or --max-nodes leave it out. Exit "
        "status 1 if a count is wrong or boards differ, 2 if a file is faulty (then nothing "
        "is counted), 4 if there was nothing to compare.\n"
        "\n"
        "--threads and --hash shorten long suites and change no count, see 'xqperft help "
        "perft'; counts of less than ten thousand are taken by one thread.\n"
        "\n"
        "A file may have any number of positions, and be a pipe: it is read twice, first to see "
        "that all of it is well, a pipe by way of a temporary file. That an id is used twice is "
        "found among the first million positions.\n"
        "\n"
        "In JSON, a count above 9223372036854775807 is a string of digits, and one that does "
        "not fit 64 bits, which is never right, is null; in TSV that is an empty field.\n"
        "\n"
        "Examples:\n"
        "  xqperft verify positions/rules.epd\n"
        "  xqperft verify positions/*.epd --board all --max-nodes 10000000\n"
        "  xqperft verify positions/*.epd --threads 0 --hash 256M\n"
        "  xqperft verify positions/rules.epd --max-depth 3 --tap\n"
        "  xqperft verify positions/rules.epd --junit verify.xml\n",
    .accepts = OPTIONS_COUNT | OPTION_MAX_DEPTH | OPTION_MAX_NODES | OPTIONS_FORMAT | OPTION_TAP |
               OPTION_JUNIT | OPTION_GLYPHS,
    .operand = OPERAND_FILES,
    .files = "FILE.epd...",
    .run = verify_run,
};
