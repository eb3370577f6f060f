#include "shrink.h"

struct shrinking {
    struct position *position;
    size_t left; /* questions that may still be asked */
    shrink_test *test;
    void *context;
    bool gave_up;

    size_t count; /* squares of pieces that may go */
    uint8_t square[SQUARE_COUNT];
};

static void list_pieces(struct shrinking *shrinking)
{
    shrinking->count = 0;
    for (int square = 0; square < SQUARE_COUNT; square++) {
        int piece = shrinking->position->piece[square];
        if (piece != NO_PIECE && piece_kind(piece) != KING)
            shrinking->square[shrinking->count++] = (uint8_t)square;
    }
}

/* Can these pieces of the list go at once? If so, they are gone. */
static bool take_away(struct shrinking *shrinking, size_t first, size_t count)
{
    struct position smaller = *shrinking->position;
    for (size_t i = 0; i < count; i++)
        smaller.piece[shrinking->square[first + i]] = NO_PIECE;
    if (!position_validate(&smaller, NULL) || shrinking->left == 0)
        return false;
    shrinking->left--;
    enum shrink_answer answer = shrinking->test(shrinking->context, &smaller);
    shrinking->gave_up = answer == SHRINK_GAVE_UP;
    if (answer != SHRINK_YES)
        return false;
    *shrinking->position = smaller;
    list_pieces(shrinking);
    return true;
}

/* Tries to take away `size` neighbours of the list at a time, to its end. True when any went. */
static bool sweep(struct shrinking *shrinking, size_t size)
{
    bool smaller = false;
    size_t first = 0;
    list_pieces(shrinking);
    while (first < shrinking->count && !shrinking->gave_up) {
        size_t rest = shrinking->count - first;
        if (take_away(shrinking, first, size < rest ? size : rest))
            smaller = true;
        else
            first += size;
    }
    return smaller;
}

bool shrink_position(struct position *position, size_t limit, shrink_test *test, void *context)
{
    struct shrinking shrinking = {
        .position = position, .left = limit, .test = test, .context = context};
    list_pieces(&shrinking);
    for (size_t size = shrinking.count / 2; size > 1 && !shrinking.gave_up; size /= 2)
        sweep(&shrinking, size);
    while (!shrinking.gave_up && sweep(&shrinking, 1))
        ;
    return !shrinking.gave_up;
}
