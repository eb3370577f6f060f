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
#include "progress.h"
#include "verify.h"

/* Is the count of this depth known and to be compared? */
static bool is_wanted(const struct options *options, const struct suite_entry *entry,
                      unsigned depth)
{
    return (entry->known >> depth & 1) && depth <= options->max_depth && depth <= PERFT_MAX_DEPTH &&
           entry->count[depth] <= options->max_nodes;
}

static size_t plan(const struct options *options, const struct suite *suite)
{
    size_t wanted = 0;
    for (size_t i = 0; i < suite->count; i++)
        for (unsigned depth = 0; depth <= SUITE_MAX_DEPTH; depth++)
            wanted += is_wanted(options, &suite->entries[i], depth);
    return wanted * options->board_count;
}

/* Reads every file, also after a faulty one: all problems are to be known at once. */
static bool read_files(struct verification *run)
{
    bool warn = true, good = true;
    for (size_t i = 0; i < run->file_count; i++) {
        struct suite_file *file = &run->files[i];
        file->name = run->options->files[i];
        good = suite_read(file->name, &file->suite, print_problem, &warn) && good;
        file->planned = plan(run->options, &file->suite);
        run->planned += file->planned;
    }
    return good;
}

/* Counts with one board and judges. False when a signal came first. */
static bool judge(struct verification *run, struct suite_file *file,
                  const struct suite_entry *entry, unsigned depth, const struct board *board)
{
    struct perft_request request = {
        .depth = depth, .policy = run->options->policy, .stop = &interrupted};
    double start = clock_seconds();
    uint64_t nodes = board->perft(&entry->position, &request);
    if (interrupted) /* whatever was returned then says nothing */
        return false;
    struct verdict *verdict = &run->verdicts[run->done++];
    *verdict = (struct verdict){.file = file,
                                .entry = entry,
                                .depth = depth,
                                .board = board,
                                .nodes = nodes,
                                .seconds = clock_seconds() - start,
                                .ok = nodes == entry->count[depth]};
    file->done++;
    file->nodes += nodes;
    file->seconds += verdict->seconds;
    file->failed += !verdict->ok;
    run->failed += !verdict->ok;
    return true;
}

/* One known count, with every board. False when there is to be no further one. */
static bool verify_depth(struct verification *run, struct suite_file *file,
                         const struct suite_entry *entry, unsigned depth, struct progress *progress)
{
    const struct options *options = run->options;
    bool equal = true;
    for (size_t i = 0; i < options->board_count; i++) {
        if (should_stop() || !judge(run, file, entry, depth, options->boards[i]))
            return false;
        const struct verdict *verdict = &run->verdicts[run->done - 1];
        equal = equal && verdict->nodes == verdict[-(ptrdiff_t)i].nodes;
        progress_end(progress);
        verify_forms[options->format].verdict(run, verdict);
        progress_show(progress, file->done, file->nodes);
    }
    if (equal || run->differs || depth == 0)
        return true;
    run->differs = true;
    progress_end(progress);
    run->difference =
        differ_report(options, &entry->position, depth, options->format == FORMAT_TAP ? "# " : "");
    return true;
}

static bool verify_file(struct verification *run, struct suite_file *file)
{
    struct progress progress;
    bool go_on = true;
    progress_begin(&progress, "counts", file->planned);
    for (size_t i = 0; go_on && i < file->suite.count; i++)
        for (unsigned depth = 0; go_on && depth <= SUITE_MAX_DEPTH; depth++)
            if (is_wanted(run->options, &file->suite.entries[i], depth))
                go_on = verify_depth(run, file, &file->suite.entries[i], depth, &progress);
    progress_end(&progress);
    verify_forms[run->options->format].file(run, file);
    return go_on;
}

/* Opened before anything is counted, so that a wrong name does not cost the counts. */
static bool open_junit(const struct options *options, FILE **junit)
{
    *junit = options->junit ? fopen(options->junit, "w") : NULL;
    if (options->junit && !*junit)
        complain("--junit: cannot write '%s': %s", options->junit, strerror(errno));
    return *junit || !options->junit;
}

/* True when the file, if one is wanted, was written to its end. */
static bool close_junit(const struct verification *run, FILE *junit)
{
    if (!junit)
        return true;
    junit_write(junit, run);
    errno = 0;
    bool written = !ferror(junit) && fflush(junit) == 0;
    int reason = errno;
    if (fclose(junit) != 0 && written) {
        written = false;
        reason = errno;
    }
    if (!written)
        complain("--junit: cannot write '%s'%s%s", run->options->junit, reason ? ": " : "",
                 reason ? strerror(reason) : "");
    return written;
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
        complain("nothing was compared: no known count is within --max-depth and --max-nodes");
        return STATUS_INCONCLUSIVE;
    }
    bool right = run->failed == 0 && !run->differs && run->done == run->planned;
    return right ? STATUS_OK : STATUS_FAILED;
}

static int verify_suites(struct verification *run)
{
    const struct verify_form *form = &verify_forms[run->options->format];
    FILE *junit;
    if (!read_files(run) || !open_junit(run->options, &junit))
        return STATUS_INPUT;
    run->verdicts = allocate(run->planned, sizeof *run->verdicts);
    form->begin(run);
    for (size_t i = 0; i < run->file_count && verify_file(run, &run->files[i]); i++)
        ;
    form->end(run);
    return verify_status(run, close_junit(run, junit));
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
            "In JSON, a count above 9223372036854775807 is a string of digits.\n"
            "\n"
            "Examples:\n"
            "  xqperft verify positions/rules.epd\n"
            "  xqperft verify positions/*.epd --board all --max-nodes 10000000\n"
            "  xqperft verify positions/rules.epd --max-depth 3 --tap\n"
            "  xqperft verify positions/rules.epd --junit verify.xml\n",
    .accepts = OPTION_BOARD | OPTION_POLICY | OPTION_MAX_DEPTH | OPTION_MAX_NODES | OPTIONS_FORMAT |
               OPTION_TAP | OPTION_JUNIT,
    .operand = OPERAND_FILES,
    .run = verify_run,
};
