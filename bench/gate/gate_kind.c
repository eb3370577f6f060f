#include "gate_kind.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compare/stored.h"
#include "gate.h"
#include "gate_run.h"

static const char *const side_names[] = {"BASE", "NEW"};

/* What is there and cannot be looked at is found out by whoever reads it. */
static bool has(const char *folder, const char *name)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return access(path, F_OK) == 0 || (errno != ENOENT && errno != ENOTDIR);
}

static bool look_at(const char *side, const char *folder, enum gate_kind *kind, struct fault *fault)
{
    struct stat status;
    bool there = stat(folder, &status) == 0, file = there && !S_ISDIR(status.st_mode);
    *kind = !file && has(folder, GATE_BUILD) ? GATE_IS_BUILD : GATE_IS_RESULTS;
    if (file || *kind == GATE_IS_BUILD || has(folder, STORED_FILE))
        return true;
    return fault_set(fault,
                     "%s is neither a build nor results of a run: there is no %s/" GATE_BUILD
                     " and no %s/" STORED_FILE,
                     side, folder, folder);
}

static const char *text_of(enum gate_kind kind)
{
    return kind == GATE_IS_BUILD ? "a build, with " GATE_BUILD : "results of a run, " STORED_FILE;
}

bool gate_kind_of(const char *const folders[2], enum gate_kind *kind, struct fault *fault)
{
    enum gate_kind kinds[2] = {GATE_IS_BUILD, GATE_IS_BUILD};
    for (size_t i = 0; i < 2; i++)
        if (folders[i] && !look_at(side_names[i], folders[i], &kinds[i], fault))
            return false;
    *kind = kinds[GATE_NEW];
    if (folders[GATE_BASE] == NULL || kinds[GATE_BASE] == kinds[GATE_NEW])
        return true;
    return fault_set(
        fault, "BASE and NEW are both builds, or both results of runs: %s is %s, and %s is %s",
        folders[GATE_BASE], text_of(kinds[GATE_BASE]), folders[GATE_NEW], text_of(kinds[GATE_NEW]));
}
