#include <string.h>

#include "board.h"

/* One line a board: its declaration is made from the same list. */
#define BOARDS(X) X(padded) X(naive) X(bitboard)

#define DECLARE(name) extern const struct board name##_board;
#define ENTRY(name)   &name##_board,

BOARDS(DECLARE)

const struct board *const all_boards[] = {BOARDS(ENTRY) NULL};

static const char *const policy_names[POLICY_COUNT] = {
    [POLICY_PLAIN] = "plain",
    [POLICY_BULK] = "bulk",
    [POLICY_LEGAL] = "legal",
};

const struct board *board_find(const char *name)
{
    for (const struct board *const *board = all_boards; *board; board++)
        if (strcmp((*board)->name, name) == 0)
            return *board;
    return NULL;
}

const char *policy_name(enum policy policy)
{
    return policy < POLICY_COUNT ? policy_names[policy] : "unknown";
}

enum policy policy_find(const char *name)
{
    int policy = 0;
    while (policy < POLICY_COUNT && strcmp(policy_names[policy], name) != 0)
        policy++;
    return (enum policy)policy;
}
