#include <stdlib.h>

#include "name_set.h"
#include "wide.h"

struct name_slot {
    uint64_t hash[2];
    int line; /* 0 in a slot that is free */
};

enum { FIRST_SIZE = 64 };

/* By G. Fowler, L. C. Noll and P. Vo: FNV-1a of 128 bits. */
static struct name_slot slot_of(const char *name, int line)
{
    const wide prime = (wide)1 << 88 | 0x13b;
    wide hash = (wide)UINT64_C(0x6c62272e07bb0142) << 64 | UINT64_C(0x62b821756295c58d);
    for (; *name; name++)
        hash = (hash ^ (unsigned char)*name) * prime;
    return (struct name_slot){{(uint64_t)hash, (uint64_t)(hash >> 64)}, line};
}

/* The slot of this name, or the free one where it belongs. */
static struct name_slot *find(struct name_slot *slots, size_t size, const struct name_slot *wanted)
{
    size_t i = wanted->hash[0] & (size - 1);
    while (slots[i].line != 0 &&
           (slots[i].hash[0] != wanted->hash[0] || slots[i].hash[1] != wanted->hash[1]))
        i = (i + 1) & (size - 1);
    return &slots[i];
}

static bool grow(struct name_set *set)
{
    size_t size = set->size == 0 ? FIRST_SIZE : 2 * set->size;
    struct name_slot *grown = calloc(size, sizeof *grown);
    if (!grown)
        return false;
    for (size_t i = 0; i < set->size; i++)
        if (set->slot[i].line != 0)
            *find(grown, size, &set->slot[i]) = set->slot[i];
    free(set->slot);
    set->slot = grown;
    set->size = size;
    return true;
}

enum name_result name_set_add(struct name_set *set, const char *name, int line, int *before)
{
    const struct name_slot wanted = slot_of(name, line);
    if (2 * (set->count + 1) > set->size && set->count < NAME_SET_MOST && !grow(set))
        return NAME_NO_MEMORY;
    struct name_slot *slot = find(set->slot, set->size, &wanted);
    if (slot->line != 0) {
        *before = slot->line;
        return NAME_KNOWN;
    }
    if (set->count == NAME_SET_MOST)
        return NAME_SET_FULL;
    *slot = wanted;
    set->count++;
    return NAME_NEW;
}

void name_set_free(struct name_set *set)
{
    free(set->slot);
    *set = (struct name_set){0};
}
