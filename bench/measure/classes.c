#include "classes.h"

#include <stdio.h>

enum { ALL_PIECES = 2 * MAX_PIECES };

/* A game starts with 32 pieces. Up to four are gone in openings, and at least half in endgames. */
const struct position_class all_classes[] = {
    {.name = "opening", .min_pieces = 28, .max_pieces = ALL_PIECES},
    {.name = "middlegame", .min_pieces = 17, .max_pieces = 27},
    {.name = "endgame", .max_pieces = 16},
    {.name = "in-check", .max_pieces = ALL_PIECES, .in_check = true},
    {.name = "crowded", .max_pieces = ALL_PIECES, .min_in_palace = 6},
    {.name = NULL},
};

/* What the criteria are about. */
struct traits {
    unsigned pieces, in_palace;
    bool in_check;
};

static struct traits traits_of(const struct position *position)
{
    struct traits traits = {.in_check = position_in_check(position, (enum side)position->side)};
    unsigned in_palace[2] = {0, 0};
    for (int square = 0; square < SQUARE_COUNT; square++) {
        if (position->piece[square] == NO_PIECE)
            continue;
        traits.pieces++;
        for (int side = RED; side <= BLACK; side++)
            in_palace[side] += position_reachable(piece_of((enum side)side, KING), square);
    }
    traits.in_palace = in_palace[RED] > in_palace[BLACK] ? in_palace[RED] : in_palace[BLACK];
    return traits;
}

uint64_t classes_of(const struct position *position)
{
    struct traits traits = traits_of(position);
    uint64_t classes = 0;
    for (size_t i = 0; all_classes[i].name; i++) {
        const struct position_class *class = &all_classes[i];
        bool fits = traits.pieces >= class->min_pieces && traits.pieces <= class->max_pieces &&
                    traits.in_palace >= class->min_in_palace &&
                    (traits.in_check || !class->in_check);
        classes |= (uint64_t)fits << i;
    }
    return classes;
}

const char *class_names(uint64_t classes, char out[CLASS_TEXT_SIZE])
{
    size_t used = 0;
    out[0] = '\0';
    for (size_t i = 0; all_classes[i].name && used < CLASS_TEXT_SIZE; i++)
        if (classes >> i & 1)
            used += (size_t)snprintf(out + used, CLASS_TEXT_SIZE - used, "%s%s",
                                     used > 0 ? ", " : "", all_classes[i].name);
    return out;
}

const char *class_criterion(const struct position_class *class, char out[CLASS_TEXT_SIZE])
{
    if (class->in_check)
        snprintf(out, CLASS_TEXT_SIZE, "the side to move is in check");
    else if (class->min_in_palace > 0)
        snprintf(out, CLASS_TEXT_SIZE, "%u or more pieces in one palace", class->min_in_palace);
    else if (class->max_pieces == ALL_PIECES)
        snprintf(out, CLASS_TEXT_SIZE, "%u or more pieces", class->min_pieces);
    else if (class->min_pieces == 0)
        snprintf(out, CLASS_TEXT_SIZE, "%u or fewer pieces", class->max_pieces);
    else
        snprintf(out, CLASS_TEXT_SIZE, "%u to %u pieces", class->min_pieces, class->max_pieces);
    return out;
}

size_t classes_count(const struct suite *suite, size_t index)
{
    size_t count = 0;
    for (size_t i = 0; i < suite->count; i++)
        count += classes_of(&suite->entries[i].position) >> index & 1;
    return count;
}

void classes_keep(struct suite *suite, uint64_t classes)
{
    size_t kept = 0;
    for (size_t i = 0; i < suite->count; i++)
        if (classes_of(&suite->entries[i].position) & classes)
            suite->entries[kept++] = suite->entries[i];
    suite->count = kept;
}
