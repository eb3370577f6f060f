#include "builds.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t facts_here[] = EXPORTED_FACTS_HERE;

static_assert(sizeof facts_here == sizeof(uint64_t[EXPORTED_FACTS]), "no place is left empty");

enum build_opening build_open(struct build *build, const char *file, struct fault *fault)
{
    char path[PATH_MAX];
    *build = (struct build){0};
    if (realpath(file, path) == NULL) { /* a name without a slash would be looked for elsewhere */
        fault_set(fault, "%s: %s", file, strerror(errno));
        return BUILD_UNUSABLE;
    }
    build->handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (build->handle == NULL) {
        fault_set(fault, "cannot be loaded: %s", dlerror());
        return BUILD_UNUSABLE;
    }
    build->exported = dlsym(build->handle, EXPORTED_SYMBOL);
    if (build->exported == NULL) {
        fault_set(fault, "%s is no build of the boards", file);
        return BUILD_UNUSABLE;
    }
    if (memcmp(build->exported->facts, facts_here, sizeof facts_here) == 0) {
        if (build->exported->isa_force(isa_chosen()))
            return BUILD_OPENED;
        fault_set(fault, "%s was not built for %s, as this program is", file,
                  isa_name(isa_chosen()));
        return BUILD_UNUSABLE;
    }
    fault_set(fault,
              "%s cannot be run beside this program: what boards are to a program (src/board.h, "
              "src/position.h or src/perft.h) is not the same in both",
              file);
    build->exported = NULL;
    return BUILD_FOREIGN;
}

void build_close(struct build *build)
{
    if (build->handle)
        dlclose(build->handle);
    *build = (struct build){0};
}

const struct board *build_board(const struct build *build, const char *name)
{
    const struct board *board;
    for (size_t i = 0; (board = build->exported->board_at(i)); i++)
        if (strcmp(board->name, name) == 0)
            return board;
    return NULL;
}
