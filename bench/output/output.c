#include "output.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

static const struct report_file {
    const char *name;
    bool (*write)(FILE *, const struct report *);
    bool (*wanted)(const struct report *); /* NULL: always */
} files[] = {
    {"samples.csv", export_samples, NULL},
    {"brief.md", write_brief, NULL},
    {"table.md", write_table, NULL},
    {"results.json", export_results, NULL},
    {"machine.json", export_machine, NULL},
    {"figures.tsv", export_figures, NULL},
    {"benchstat.txt", export_benchstat, NULL},
    {"bencher.json", export_bencher, NULL},
    {"mobility.tsv", export_mobility, export_has_mobility},
    {"depths.tsv", export_depths, export_has_depths},
};

enum { OUTPUT_COUNT = sizeof files / sizeof files[0] };

const char *const output_derived[] = {
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

static bool is_wanted_file(size_t index, const void *report)
{
    return files[index].wanted == NULL || files[index].wanted(report);
}

/* A file is written under this name first, so that a reader never meets half of it. */
static bool unfinished_name(const char *folder, const char *name, char out[PATH_MAX],
                            struct fault *fault)
{
    if (snprintf(out, PATH_MAX, "%s/%s.unfinished", folder, name) < PATH_MAX)
        return true;
    return fault_set(fault, "the path of %s in the results folder is too long", name);
}

static bool make_folders(const char *folder, bool *made)
{
    char path[PATH_MAX];
    if (strlen(folder) >= sizeof path) {
        errno = ENAMETOOLONG;
        return false;
    }
    strcpy(path, folder);
    for (char *at = path + 1; *at; at++) {
        if (*at != '/')
            continue;
        *at = '\0';
        if (mkdir(path, 0777) != 0 && errno != EEXIST)
            return false;
        *at = '/';
    }
    *made = mkdir(path, 0777) == 0;
    if (*made)
        return true;
    if (errno != EEXIST)
        return false; /* with mkdir's own reason */
    struct stat status;
    if (stat(path, &status) != 0)
        return false;
    errno = ENOTDIR; /* the reason if it is none */
    return S_ISDIR(status.st_mode);
}

bool output_prepare(const char *folder, bool *made, struct fault *fault)
{
    *made = false;
    if (folder[0] == '\0')
        return fault_set(fault, "the name of the results folder is empty");
    if (!make_folders(folder, made))
        return fault_set(fault, "cannot make the results folder %s: %s", folder, strerror(errno));
    char path[PATH_MAX];
    if (!unfinished_name(folder, files[0].name, path, fault))
        return false;
    FILE *file = fopen(path, "we");
    if (file == NULL)
        return fault_set(fault, "cannot write in the results folder %s: %s", folder,
                         strerror(errno));
    fclose(file);
    unlink(path);
    return true;
}

static bool is_wanted(const struct output_files *what, size_t index)
{
    return what->wanted == NULL || what->wanted(index, what->content);
}

/* Writes one file under its unfinished name. */
static bool write_unfinished(const char *folder, const struct output_files *what, size_t index,
                             struct fault *fault)
{
    char path[PATH_MAX];
    const char *name = what->name(index);
    if (!unfinished_name(folder, name, path, fault))
        return false;
    errno = 0;
    FILE *file = fopen(path, "we");
    if (file == NULL)
        return fault_set(fault, "cannot write %s: %s", path, strerror(errno));
    bool made = what->write(file, index, what->content);
    bool written = fflush(file) == 0 && !ferror(file);
    int cause = errno;
    /* A full disk may be noticed only now. */
    if (fclose(file) != 0 && written) {
        written = false;
        cause = errno;
    }
    if (made && written)
        return true;
    return fault_set(fault, "cannot write %s/%s: %s", folder, name,
                     !made ? "no memory" : strerror(cause));
}

bool output_save_files(const char *folder, const struct output_files *what, struct fault *fault)
{
    bool complete = true;
    for (size_t i = 0; i < what->count && complete; i++)
        complete = !is_wanted(what, i) || write_unfinished(folder, what, i, fault);

    for (size_t i = 0; i < what->count; i++) {
        char from[PATH_MAX], to[PATH_MAX];
        struct fault ignored;
        if (!unfinished_name(folder, what->name(i), from, &ignored))
            continue;
        snprintf(to, sizeof to, "%.*s", (int)(strlen(from) - strlen(".unfinished")), from);
        if (!complete)
            unlink(from);
        else if (!is_wanted(what, i))
            unlink(to);
        else if (rename(from, to) != 0)
            complete = fault_set(fault, "cannot put %s in its place: %s", to, strerror(errno));
    }
    return complete;
}

static const char *report_file_name(size_t index)
{
    return files[index].name;
}

static bool write_report_file(FILE *out, size_t index, const void *report)
{
    return files[index].write(out, report);
}

/* Removes what was made of an earlier run. */
static bool remove_derived(const char *folder, struct fault *fault)
{
    for (const char *const *name = output_derived; *name; name++) {
        char path[PATH_MAX];
        if (snprintf(path, sizeof path, "%s/%s", folder, *name) >= PATH_MAX)
            continue; /* nor can it have been made */
        if (unlink(path) != 0 && errno != ENOENT)
            return fault_set(fault, "cannot remove %s, which is of an earlier run: %s", path,
                             strerror(errno));
    }
    return true;
}

bool output_save(const char *folder, const struct report *report, struct fault *fault)
{
    const struct output_files what = {
        .count = OUTPUT_COUNT,
        .name = report_file_name,
        .write = write_report_file,
        .content = report,
        .wanted = is_wanted_file,
    };
    return output_save_files(folder, &what, fault) && remove_derived(folder, fault);
}
