/* Names that were met, to find one that is used twice. Memory is bounded, whatever is read: of a
 * name its hash of 128 bits is kept, by which two names are told apart well beyond doubt, and no
 * more than NAME_SET_MOST are. */
#ifndef XQPERFT_NAME_SET_H
#define XQPERFT_NAME_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Of so many names, the set takes some 50 MB, and half as much again while it grows. */
enum { NAME_SET_MOST = 1000000 };

struct name_set {
    struct name_slot *slot;
    size_t size, count; /* slots, a power of 2, and those in use */
};

enum name_result {
    NAME_NEW,
    NAME_KNOWN,
    NAME_SET_FULL, /* a new one, and not kept */
    NAME_NO_MEMORY,
};

/* Keeps the name with its line (not 0), or sets *before to the line of the one that is known. */
enum name_result name_set_add(struct name_set *set, const char *name, int line, int *before);
void name_set_free(struct name_set *set);

#endif
