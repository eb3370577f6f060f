#include "output_run.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>

#include "export.h"
#include "export_bencher.h"
#include "export_benchstat.h"
#include "export_curves.h"
#include "export_figures.h"
#include "report_brief.h"

static bool write_table(FILE *out, const struct report *report)
{
    report_markdown(out, report);
    return true;
}

static bool write_brief(FILE *out, const struct report *report)
{
    report_brief(out, report);
    return true;
}

/* The largest comes last: when the disk gets full, most of them are there. */
static const struct report_file {
    const char *name;
    bool (*write)(FILE *, const struct report *);
    bool (*wanted)(const struct report *); /* NULL: always */
} files[] = {
    {"results.json", export_results, NULL},
    {"brief.md", write_brief, NULL},
    {"table.md", write_table, NULL},
    {"machine.json", export_machine, NULL},
    {"figures.tsv", export_figures, NULL},
    {"bencher.json", export_bencher, NULL},
    {"mobility.tsv", export_mobility, export_has_mobility},
    {"depths.tsv", export_depths, export_has_depths},
    {"benchstat.txt", export_benchstat, NULL},
    {"samples.csv", export_samples, NULL},
};

/* What was measured by itself and carries its own date and commit is not among it. */
static const char *const derived[] = {
    "times.svg",
    "times.png",
    "launches.svg",
    "launches.png",
    "ratios.svg",
    "ratios.png",
    "mobility.svg",
    "mobility.png",
    "depths.svg",
    "depths.png",
    "nodes-per-second.svg",
    "nodes-per-second.png",
    "nodes-per-second.tsv",
    "whole-program.tsv",
    "whole-program.md",
    "hyperfine.json",
    "hyperfine.csv",
    "report.html",
    NULL,
};

static const char *name_of(size_t index)
{
    return files[index].name;
}

static bool write_file(FILE *out, size_t index, const void *report)
{
    return files[index].write(out, report);
}

static bool is_wanted(size_t index, const void *report)
{
    return files[index].wanted == NULL || files[index].wanted(report);
}

static struct output_files files_of(const struct report *report)
{
    return (struct output_files){
        .count = sizeof files / sizeof files[0],
        .name = name_of,
        .write = write_file,
        .content = report,
        .wanted = is_wanted,
        .derived = derived,
        .remedy = "xqbench report and compare need no more, the rest takes another run",
    };
}

/* 373 bytes for a launch of a row in the results that README shows, and 30 KB beside them. */
size_t output_run_room(size_t launches, size_t rows)
{
    return 65536 + launches * rows * 450;
}

bool output_run_prepare(const char *folder, size_t bytes, bool *made, struct fault *fault)
{
    struct output_files what = files_of(NULL);
    what.room = bytes;
    return output_prepare(folder, &what, made, fault);
}

bool output_run_save(const char *folder, const struct report *report, struct fault *fault)
{
    const struct output_files what = files_of(report);
    return output_save_files(folder, &what, fault);
}

/* --- what stays ------------------------------------------------------------------------------ */

static const char *const kept[] = {"selftest.md", "selftest.json", "compilers.md", "compilers.tsv"};

enum { LINE_SIZE = 1024, COMMIT_SIZE = 64 };

/* The word behind "commit", as tables ("commit a30d433") and JSON ("commit": "a30d433") have it. */
static bool find_commit(FILE *in, char out[COMMIT_SIZE])
{
    char line[LINE_SIZE];
    while (fgets(line, sizeof line, in)) {
        const char *at = strstr(line, "commit");
        if (at == NULL)
            continue;
        at += strlen("commit");
        at += strspn(at, "\": ");
        size_t length = 0;
        while (isalnum((unsigned char)at[length]) || (at[length] && strchr("-._", at[length])))
            length++;
        if (length == 0)
            continue;
        snprintf(out, COMMIT_SIZE, "%.*s", (int)length, at);
        return true;
    }
    return false;
}

void output_run_tell_kept(const char *folder, FILE *log)
{
    const char *before = "note: not of this run, but kept: ";
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++) {
        char path[PATH_MAX], commit[COMMIT_SIZE];
        if (snprintf(path, sizeof path, "%s/%s", folder, kept[i]) >= PATH_MAX)
            continue;
        int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC); /* nobody may write to a pipe */
        if (fd < 0 && errno == ENOENT)
            continue;
        FILE *file = fd < 0 ? NULL : fdopen(fd, "r");
        fprintf(log, "%s%s", before, kept[i]);
        if (file && find_commit(file, commit))
            fprintf(log, " (commit %s)", commit);
        if (file)
            fclose(file);
        before = ", ";
    }
    if (*before == ',')
        fprintf(log, " in %s\n", folder);
}
