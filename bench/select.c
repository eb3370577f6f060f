#include "select.h"

#include <stdio.h>
#include <string.h>

#include "measure/classes.h"
#include "measure/workloads.h"

enum { SELECT_MAX = 64 }; /* the bits of `chosen` */

const char *select_board_name(size_t index)
{
    const struct board *board = board_at(index);
    return board ? board->name : NULL;
}

size_t select_all_boards(void)
{
    size_t count = 0;
    while (all_boards[count])
        count++;
    return count;
}

const char *select_workload_name(size_t index)
{
    return all_workloads[index].name;
}

const char *select_class_name(size_t index)
{
    return all_classes[index].name;
}

static bool unknown(const char *text, size_t length, const char *what, select_name *name,
                    struct fault *fault)
{
    char names[512] = "";
    size_t used = 0;
    for (size_t i = 0; name(i) && used < sizeof names; i++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s, ", name(i));
    return fault_set(fault, "no %s is called '%.*s'; there are %sand all", what, (int)length, text,
                     names);
}

bool select_from(const char *list, const char *what, select_name *name, size_t all,
                 uint64_t *chosen, struct fault *fault)
{
    *chosen = 0;
    for (const char *at = list;; at++) {
        size_t length = strcspn(at, ",");
        bool is_all = length == 3 && memcmp(at, "all", 3) == 0;
        bool found = false;
        for (size_t i = 0; i < SELECT_MAX && name(i); i++) {
            if ((is_all && i < all) ||
                (strlen(name(i)) == length && memcmp(at, name(i), length) == 0)) {
                *chosen |= (uint64_t)1 << i;
                found = true;
            }
        }
        if (!found)
            return unknown(at, length, what, name, fault);
        at += length;
        if (*at == '\0')
            return true;
    }
}
