/* Builds of the library that were made as shared objects, from any sources. */
#ifndef XQBENCH_BUILDS_H
#define XQBENCH_BUILDS_H

#include "exported.h"
#include "fault.h"

struct build {
    void *handle;
    const struct exported *exported;
};

enum build_opening {
    BUILD_OPENED,
    BUILD_UNUSABLE, /* it cannot be loaded, is no build, or has not this program's "vector" */
    BUILD_FOREIGN   /* its interface is another one, so that it cannot be run beside this program */
};

/* Loads it; its "vector" is that of this program, see isa_force(). With any result but BUILD_OPENED
 * the reason is in *fault. Close with build_close(), in any case. */
enum build_opening build_open(struct build *build, const char *file, struct fault *fault);
void build_close(struct build *build);

/* Its board or available variant of this name, or NULL. */
const struct board *build_board(const struct build *build, const char *name);

#endif
