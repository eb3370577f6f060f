#include "output.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "export.h"

static bool write_table(FILE *out, const struct report *report)
{
    report_markdown(out, report);
    return true;
}

static const struct output_file {
    const char *name;
    bool (*write)(FILE *, const struct report *);
} files[] = {
    {"samples.csv", export_samples},
    {"table.md", write_table},
    {"results.json", export_results},
    {"machine.json", export_machine},
};

enum { OUTPUT_COUNT = sizeof files / sizeof files[0] };

const char *output_names(void)
{
    static char names[128];
    size_t used = 0;
    for (size_t i = 0; i < OUTPUT_COUNT && used < sizeof names; i++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", i > 0 ? ", " : "",
                                 files[i].name);
    return names;
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

/* Writes one file under its unfinished name. */
static bool write_unfinished(const char *folder, const struct output_file *what,
                             const struct report *report, struct fault *fault)
{
    char path[PATH_MAX];
    if (!unfinished_name(folder, what->name, path, fault))
        return false;
    errno = 0;
    FILE *file = fopen(path, "we");
    if (file == NULL)
        return fault_set(fault, "cannot write %s: %s", path, strerror(errno));
    bool made = what->write(file, report);
    bool written = fflush(file) == 0 && !ferror(file);
    int cause = errno;
    /* A full disk may be noticed only now. */
    if (fclose(file) != 0 && written) {
        written = false;
        cause = errno;
    }
    if (made && written)
        return true;
    return fault_set(fault, "cannot write %s/%s: %s", folder, what->name,
                     !made ? "no memory" : strerror(cause));
}

bool output_save(const char *folder, const struct report *report, struct fault *fault)
{
    bool complete = true;
    for (size_t i = 0; i < OUTPUT_COUNT && complete; i++)
        complete = write_unfinished(folder, &files[i], report, fault);

    for (size_t i = 0; i < OUTPUT_COUNT; i++) {
        char from[PATH_MAX], to[PATH_MAX];
        struct fault ignored;
        if (!unfinished_name(folder, files[i].name, from, &ignored))
            continue;
        snprintf(to, sizeof to, "%.*s", (int)(strlen(from) - strlen(".unfinished")), from);
        if (!complete)
            unlink(from);
        else if (rename(from, to) != 0)
            complete = fault_set(fault, "cannot put %s in its place: %s", to, strerror(errno));
    }
    return complete;
}
