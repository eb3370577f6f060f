#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "count.h"
#include "deep_run.h"
#include "interrupt.h"
#include "output.h"

static int cannot(const char *file, const char *why)
{
    fputs(PROGRAM ": cannot write '", stderr);
    put_printable(stderr, file);
    fprintf(stderr, "': %s\n", why);
    return STATUS_INPUT;
}

/* --- the plan --------------------------------------------------------------------------------- */

int deep_run_root(const struct options *options, struct root *root)
{
    struct roots roots;
    int status = (int)roots_open(options, true, &roots);
    if (status == STATUS_OK && roots.count != 1) {
        complain("a plan is of one position, and the EPD file has %zu; --id chooses", roots.count);
        status = STATUS_INPUT;
    }
    if (status == STATUS_OK)
        *root = roots.only;
    roots_close(&roots);
    return status;
}

unsigned deep_run_split(const struct options *options)
{
    enum { MOST = 4 };
    unsigned half = options->depth / 2;
    if (options->split != SPLIT_NONE)
        return options->split;
    if (half == 0)
        return options->depth; /* 1 keeps the root moves apart */
    return half < MOST ? half : MOST;
}

/* A file of this name must not be there: it might have the results of days. */
static bool put_in_place(const char *temporary, const char *file)
{
    if (renameat2(AT_FDCWD, temporary, AT_FDCWD, file, RENAME_NOREPLACE) == 0)
        return true;
    if (errno != EINVAL && errno != ENOSYS)
        return false;
    /* A file system that cannot do both at once. */
    if (access(file, F_OK) == 0) {
        errno = EEXIST;
        return false;
    }
    return rename(temporary, file) == 0;
}

/* A file in the same folder that has no name yet, so that nothing is left of it when the program is
 * killed. -1 where the file system, or a system without /proc, has no such files. */
static int open_nameless(const char *file)
{
    char *copy = strdup(file);
    if (!copy || access("/proc/self/fd", X_OK) != 0) {
        free(copy);
        return -1;
    }
    int fd = open(dirname(copy), O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
    free(copy);
    return fd;
}

/* Likewise only when there is no such file. */
static bool give_name(int fd, const char *file)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    return linkat(AT_FDCWD, path, AT_FDCWD, file, AT_SYMLINK_FOLLOW) == 0;
}

/* To a file that has a temporary name or, where that is NULL, none. */
static bool write_plan(struct deep_plan *plan, int fd, const char *temporary, const char *file)
{
    mode_t mask = umask(0);
    umask(mask);
    FILE *stream = fdopen(fd, "w");
    if (!stream) {
        close(fd);
        return false;
    }
    bool written = fchmod(fd, 0666 & ~mask) == 0 && deep_plan_write(plan, stream) &&
                   fsync(fd) == 0 && (temporary || give_name(fd, file));
    int error = errno;
    if (fclose(stream) != 0 && written) {
        error = errno;
        written = false;
    }
    errno = error;
    return written && (!temporary || put_in_place(temporary, file));
}

static int save_under_another_name(struct deep_plan *plan, const char *file)
{
    char *temporary;
    if (asprintf(&temporary, "%s.new-XXXXXX", file) < 0)
        return cannot(file, strerror(ENOMEM));
    int fd = mkstemp(temporary);
    int status = STATUS_OK;
    if (fd < 0) {
        status = cannot(file, strerror(errno));
    } else if (!write_plan(plan, fd, temporary, file)) {
        status = cannot(file, strerror(errno));
        unlink(temporary);
    }
    free(temporary);
    return status;
}

/* Whoever finds the file finds all of it. */
static int save_plan(struct deep_plan *plan, const char *file)
{
    int fd = open_nameless(file);
    if (fd < 0)
        return save_under_another_name(plan, file);
    return write_plan(plan, fd, NULL, file) ? STATUS_OK : cannot(file, strerror(errno));
}

int deep_run_plan(struct deep_run *run, const struct position *root, const char *file)
{
    const struct options *options = run->options;
    if (access(file, F_OK) == 0)
        return cannot(file, strerror(EEXIST));
    switch (deep_plan_make(&run->plan, root, options->depth, deep_run_split(options),
                           options->boards[0], &interrupted)) {
    case DEEP_OK:
        return save_plan(&run->plan, file);
    case DEEP_STOPPED:
        complain("interrupted; no plan was written");
        return STATUS_INTERRUPTED;
    case DEEP_MEMORY:
        complain("not enough memory for a plan of this split; --split %u takes less",
                 deep_run_split(options) - 1);
        return STATUS_INPUT;
    default:
        complain("a plan of this split has too many units or paths; --split %u has fewer",
                 deep_run_split(options) - 1);
        return STATUS_INPUT;
    }
}

int deep_run_read(struct deep_run *run, char *const *files, size_t count)
{
    bool warn = true;
    for (size_t i = 0; i < count; i++)
        if (!deep_read(files[i], &run->plan, &run->tally, print_problem, &warn))
            return STATUS_INPUT;
    return run->tally.conflicting > 0 ? STATUS_FAILED : STATUS_OK;
}

/* --- counting --------------------------------------------------------------------------------- */

/* Opens the file for appending; a last line that has no end gets one, so that the next is whole. */
static bool open_results(struct deep_run *run)
{
    struct stat stat;
    char last = '\n';
    run->fd = strcmp(run->out, "-") == 0
                  ? dup(STDOUT_FILENO)
                  : open(run->out, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    if (run->fd < 0)
        return false;
    if (strcmp(run->out, "-") != 0 && fstat(run->fd, &stat) == 0 && S_ISREG(stat.st_mode) &&
        stat.st_size > 0 && pread(run->fd, &last, 1, stat.st_size - 1) == 1 && last != '\n')
        return write(run->fd, "\n", 1) == 1;
    return true;
}

/* Some file systems say only here that what was written to them is not stored. Returns the status,
 * or another one after saying so. */
static int close_results(const struct deep_run *run, int status)
{
    struct stat stat;
    bool stored = fstat(run->fd, &stat) != 0 || !S_ISREG(stat.st_mode) || fsync(run->fd) == 0;
    int error = errno;
    if (close(run->fd) != 0 && stored) {
        error = errno;
        stored = false;
    }
    if (stored || status == STATUS_INPUT)
        return status;
    return cannot(run->out, strerror(error));
}

static bool take_result(void *context, size_t unit, wide count)
{
    struct deep_run *run = context;
    if (!deep_result_write(&run->plan, unit, count, run->place, run->fd)) {
        run->write_error = errno;
        return false;
    }
    deep_tally_add(&run->tally, unit, count, run->place);
    run->counted++;
    if (!wide_add(&run->nodes, count))
        run->nodes = ~(wide)0; /* it tells no more than how much was done */
    return true;
}

static void show(void *context, size_t done, size_t total, uint64_t nodes)
{
    struct deep_run *run = context;
    progress_show(&run->progress, total > 0 ? (double)done / (double)total : 1, nodes);
}

/* Those that have no count yet; to be freed. */
static uint32_t *select_units(struct deep_run *run, const uint32_t *unit, size_t count)
{
    uint32_t *selected = allocate(count, sizeof *selected);
    for (size_t i = 0; i < count; i++)
        if (run->tally.by[unit[i]] == 0)
            selected[run->asked++] = unit[i];
    return selected;
}

static int count_units(struct deep_run *run, const uint32_t *unit, struct hash *hash)
{
    const struct options *options = run->options;
    bool too_large = false;
    struct deep_job job = {
        .plan = &run->plan,
        .board = options->boards[0],
        .request = {.policy = options_policy(options, options->boards[0]),
                    .stop = &interrupted,
                    .hash = hash},
        .threads = options->threads,
        .unit = unit,
        .unit_count = run->asked,
        .counted = take_result,
        .progress = show,
        .context = run,
    };
    run->place = deep_board_place(job.board);
    progress_begin(&run->progress);
    double start = clock_seconds();
    bool all = deep_count(&job, &too_large);
    run->seconds = clock_seconds() - start;
    progress_end(&run->progress);
    if (run->write_error == EPIPE)
        interrupt_by_pipe();
    if (run->write_error)
        return cannot(run->out, strerror(run->write_error));
    if (all)
        return STATUS_OK;
    if (!too_large) {
        char counted[NUMBER_SIZE], asked[NUMBER_SIZE];
        complain("interrupted; %s of %s units were counted, and are kept",
                 number_write(run->counted, counted), number_write(run->asked, asked));
        return STATUS_INTERRUPTED;
    }
    complain("a count has more than 128 bits");
    return STATUS_INPUT;
}

int deep_run_count(struct deep_run *run, const uint32_t *unit, size_t count, const char *out)
{
    struct tables tables;
    run->out = out;
    if (!tables_open(run->options, &tables))
        return STATUS_INPUT;
    uint32_t *selected = select_units(run, unit, count);
    int status = open_results(run) ? count_units(run, selected, tables.hash[0])
                                   : cannot(out, strerror(errno));
    if (run->fd >= 0)
        status = close_results(run, status);
    free(selected);
    tables_close(&tables);
    tables_print_check(&tables, stderr, PROGRAM ": ");
    if (tables.check.wrong == 0)
        return status;
    complain("so the %zu results that were added to the file may be wrong", run->counted);
    return status == STATUS_OK ? STATUS_FAILED : status;
}

/* --- results ---------------------------------------------------------------------------------- */

bool deep_run_total(const struct deep_run *run, struct deep_total *total)
{
    if (deep_total(&run->plan, &run->tally, total))
        return true;
    complain("the sum of the counts has more than 128 bits");
    return false;
}

/* The units that are not counted, as arguments of `work`; none when that are many. */
static void name_missing(const struct deep_tally *tally, size_t units, char *out, size_t size)
{
    enum { MOST = 8 };
    unsigned ranges = 0;
    size_t length = 0;
    *out = '\0';
    for (size_t begin = 0, end; begin < units; begin = end + 1) {
        for (end = begin; end < units && tally->by[end] == 0; end++)
            ;
        if (begin == end)
            continue;
        if (++ranges > MOST) {
            *out = '\0';
            return;
        }
        length += (size_t)(end == begin + 1
                               ? snprintf(out + length, size - length, " %zu", end)
                               : snprintf(out + length, size - length, " %zu-%zu", begin + 1, end));
    }
}

/* Says how many units are not counted, and what counts them. */
static bool is_complete(const struct deep_run *run, const char *file)
{
    char missing[NUMBER_SIZE], all[NUMBER_SIZE], units[512];
    size_t first = 0;
    if (run->tally.counted == run->plan.unit_count)
        return true;
    while (run->tally.by[first] != 0)
        first++;
    complain("%s of %s units are not counted yet, the first of them %zu; this counts them:",
             number_write(run->plan.unit_count - run->tally.counted, missing),
             number_write(run->plan.unit_count, all), first + 1);
    fputs("  " PROGRAM " work ", stderr);
    put_shell(stderr, file);
    name_missing(&run->tally, run->plan.unit_count, units, sizeof units);
    fprintf(stderr, "%s\n", units);
    return false;
}

int deep_run_read_all(struct deep_run *run, struct deep_total *total)
{
    const struct options *options = run->options;
    int status = deep_run_read(run, options->files, options->file_count);
    if (status != STATUS_OK)
        return status;
    if (!is_complete(run, options->files[0]))
        return STATUS_INCONCLUSIVE;
    return deep_run_total(run, total) ? STATUS_OK : STATUS_INPUT;
}

void deep_run_free(struct deep_run *run)
{
    deep_plan_free(&run->plan);
    deep_tally_free(&run->tally);
}
