#include <string.h>

#include "perft_stats.h"

#define COLUMN(name, full, meaning) {#name, full, meaning},
const struct perft_stats_column perft_stats_columns[PERFT_STATS_COUNT] = {PERFT_STATS(COLUMN)};

uint64_t perft_stats_value(const struct perft_stats *stats, size_t index)
{
    uint64_t values[PERFT_STATS_COUNT];
    memcpy(values, stats, sizeof values);
    return values[index];
}

void perft_stats_add(struct perft_stats *to, const struct perft_stats *stats)
{
#define ADD(name, full, meaning) to->name += stats->name;
    PERFT_STATS(ADD)
#undef ADD
}

/* Is `square` on the file or rank of both ends, and between them? */
static bool is_between(int square, int a, int b)
{
    bool on_file = square_file(a) == square_file(b) && square_file(a) == square_file(square);
    bool on_rank = square_rank(a) == square_rank(b) && square_rank(a) == square_rank(square);
    return (on_file || on_rank) && ((a < square && square < b) || (b < square && square < a));
}

void perft_stats_check(struct perft_stats *stats, xq_move move, int king,
                       const struct checker *checkers, size_t count)
{
    bool direct = false, added = false, removed = false, uncovered = false;
    for (size_t i = 0; i < count; i++) {
        int square = checkers[i].square;
        if (square == move_to(move))
            direct = true;
        else if (piece_kind(checkers[i].piece) != CANNON)
            uncovered = true;
        else if (is_between(move_to(move), square, king) &&
                 !is_between(move_from(move), square, king))
            added = true;
        else
            removed = true; /* it left the line, or captured along it */
    }
    stats->checks++;
    stats->multi_checks += count >= 2;
    stats->double_checks += count == 2;
    stats->triple_checks += count == 3;
    stats->quadruple_checks += count == 4;
    stats->direct_checks += direct;
    stats->screen_added_checks += added;
    stats->screen_removed_checks += removed;
    stats->uncovered_checks += uncovered;
    stats->facing_checks += count == 0;
}
