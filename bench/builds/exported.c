#include "builds/exported.h"

__attribute__((visibility("default"))) const struct exported xqperft_exported = {
    .facts = EXPORTED_FACTS_HERE,
    .board_at = board_at,
    .isa_force = isa_force,
    .hash_new = hash_new,
    .hash_free = hash_free,
    .compiler = BUILD_COMPILER,
    .flags = BUILD_FLAGS,
    .arch = BUILD_ARCH,
    .commit = BUILD_COMMIT,
};
