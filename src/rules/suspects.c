#include <string.h>

#include "suspects.h"

/* Would a generator with this mistake give this list? */
static bool explains(int mistake, const struct position *position, const struct divide_list *list)
{
    xq_move move[MISTAKE_MOVES];
    size_t count = mistake_moves(position, mistake, move);
    if (count != list->count || list->stray_count > 0)
        return false;
    for (size_t i = 0; i < count; i++)
        if (move[i] != list->row[i].move)
            return false;
    return true;
}

static bool shows_in(int mistake, const struct position *position)
{
    xq_move right[MISTAKE_MOVES], wrong[MISTAKE_MOVES];
    size_t count = mistake_moves(position, MISTAKE_NONE, right);
    return mistake_moves(position, mistake, wrong) != count ||
           memcmp(right, wrong, count * sizeof *right) != 0;
}

/* Would it have shown where the generator was right? */
static bool is_cleared(int mistake, const struct position *right, size_t right_count)
{
    for (size_t i = 0; i < right_count; i++)
        if (shows_in(mistake, &right[i]))
            return true;
    return false;
}

void suspects_find(struct suspects *suspects, const struct position *position,
                   const struct divide_list *list, const struct position *right, size_t right_count)
{
    *suspects = (struct suspects){.answers = 1};
    for (int mistake = 0; mistakes[mistake].name; mistake++)
        if (explains(mistake, position, list) && !is_cleared(mistake, right, right_count))
            suspects->mistake[suspects->count++] = mistake;
}

bool suspects_question(struct suspects *suspects, const struct position *position,
                       const struct divide_list *list)
{
    bool any = false;
    suspects->answers++;
    for (size_t i = 0; i < suspects->count; i++) {
        bool explained = explains(suspects->mistake[i], position, list);
        suspects->refuted[i] = suspects->refuted[i] || !explained;
        any = any || explained;
    }
    return any;
}

size_t suspects_left(const struct suspects *suspects)
{
    size_t count = 0;
    for (size_t i = 0; i < suspects->count; i++)
        count += !suspects->refuted[i];
    return count;
}

enum suspects_opinion suspects_opinion(const struct suspects *suspects,
                                       const struct position *position)
{
    xq_move first[MISTAKE_MOVES], other[MISTAKE_MOVES];
    size_t first_count = 0, seen = 0;
    bool right = true;
    for (size_t i = 0; i < suspects->count; i++) {
        if (suspects->refuted[i])
            continue;
        if (seen++ == 0) {
            first_count = mistake_moves(position, suspects->mistake[i], first);
            right = !shows_in(suspects->mistake[i], position);
            continue;
        }
        size_t count = mistake_moves(position, suspects->mistake[i], other);
        if (count != first_count || memcmp(first, other, count * sizeof *first) != 0)
            return SUSPECTS_DIFFER;
    }
    return right ? SUSPECTS_RIGHT : SUSPECTS_ALIKE;
}
