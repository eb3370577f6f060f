/* xqperft verify: suites of positions with known counts. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "count.h"
#include "differ.h"
#include "input.h"
#include "interrupt.h"
#include "junit.h"
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

static void plan(const struct options *options, struct suite_file *file)
{
    for (size_t i = 0; i < file->suite.count; i++)
        for (unsigned depth = 0; depth <= SUITE_MAX_DEPTH; depth++)
            if (is_wanted(options, &file->suite.entries[i], depth)) {
                file->planned += options->board_count;
                file->planned_nodes +=
                    (double)file->suite.entries[i].count[depth] * (double)options->board_count;
            }
}

/* Reads every file, also after a faulty one: all problems are to be known at once. */
static bool read_files(struct verification *run)
{
    bool warn = true, good = true;
    for (size_t i = 0; i < run->file_count; i++) {
        struct suite_file *file = &run->files[i];
        file->name = run->options->files[i];
        good = suite_read(file->name, &file->suite, print_problem, &warn) && good;
        plan(run->options, file);
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

/* Counts with one board and judges. False when a signal came first. */
static bool judge(struct verification *run, struct suite_file *file,
                  const struct suite_entry *entry, unsigned depth, size_t board)
{
    double start = clock_seconds();
    uint64_t nodes = count_known(run, entry, depth, board);
    if (interrupted) /* whatever was returned then says nothing */
        return false;
    struct verdict *verdict = &run->verdicts[run->done++];
    *verdict = (struct verdict){.file = file,
                                .entry = entry,
                                .depth = depth,
                                .board = run->options->boards[board],
                                .nodes = nodes,
                                .seconds = clock_seconds() - start,
                                .ok = nodes == entry->count[depth] && nodes != PERFT_TOO_MANY};
    file->done++;
    file->nodes = perft_add(file->nodes, nodes);
    file->seconds += verdict->seconds;
    file->failed += !verdict->ok;
    run->failed += !verdict->ok;
    return true;
}

/* One known count, with every board. False when there is to be no further one. */
static bool verify_depth(struct verification *run, struct suite_file *file,
                         const struct suite_entry *entry, unsigned depth)
{
    const struct options *options = run->options;
    bool equal = true;
    for (size_t i = 0; i < options->board_count; i++) {
        if (should_stop() || !judge(run, file, entry, depth, i))
            return false;
        const struct verdict *verdict = &run->verdicts[run->done - 1];
        equal = equal && verdict->nodes == verdict[-(ptrdiff_t)i].nodes;
        progress_end(&run->progress);
        verify_forms[options->format].verdict(run, verdict);
        show_nodes(run, file, 0);
    }
    if (equal || run->differs || depth == 0)
        return true;
    run->differs = true;
    progress_end(&run->progress);
    run->difference =
        differ_report(options, &entry->position, depth, options->format == FORMAT_TAP ? "# " : "");
    return true;
}

static bool verify_file(struct verification *run, struct suite_file *file)
{
    bool go_on = true;
    run->current = file;
    progress_begin(&run->progress);
    for (size_t i = 0; go_on && i < file->suite.count; i++)
        for (unsigned depth = 0; go_on && depth <= SUITE_MAX_DEPTH; depth++)
            if (is_wanted(run->options, &file->suite.entries[i], depth))
                go_on = verify_depth(run, file, &file->suite.entries[i], depth);
    progress_end(&run->progress);
    verify_forms[run->options->format].file(run, file);
    return go_on;
}

static int verify_status(const struct verification *run, bool junit_written)
{
    if (interrupted && run->done < run->planned) {
        complain("interrupted; %zu of %zu counts were compared", run->done, run->planned);
        return STATUS_INTERRUPTED;
    }
    if (!junit_written)
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

static int verify_suites(struct verification *run)
{
    const struct verify_form *form = &verify_forms[run->options->format];
    FILE *junit;
    if (!read_files(run) || !tables_open(run->options, &run->tables))
        return STATUS_INPUT;
    if (!junit_open(run->options, &junit)) {
        tables_close(&run->tables);
        return STATUS_INPUT;
    }
    run->verdicts = allocate(run->planned, sizeof *run->verdicts);
    form->begin(run);
    for (size_t i = 0; i < run->file_count && verify_file(run, &run->files[i]); i++)
        ;
    tables_close(&run->tables);
    form->end(run);
    if (junit)
        junit_write(junit, run);
    return verify_status(run, junit_close(run->options, junit));
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
        suite_free(&run.files[i].suite);
    json_decref(run.difference);
    free(run.files);
    free(run.verdicts);
    return status;
}

const struct command verify_command = {
    .name = "verify",
    .summary = "compare the counts of EPD suites with the boards' counts",
    .help = "A suite has one position a line, followed by its known counts: 'FEN ;D1 44 ;D2 1920'. "
            "Every known count is compared, unless --max-depth or --max-nodes leave it out. Exit "
            "status 1 if a count is wrong or boards differ, 2 if a file is faulty (then nothing "
            "is counted), 4 if there was nothing to compare.\n"
            "\n"
            "--threads and --hash shorten long suites and change no count, see 'xqperft help "
            "perft'; counts of less than ten thousand are taken by one thread.\n"
            "\n"
            "In JSON, a count above 9223372036854775807 is a string of digits.\n"
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
