#include "curve_steps.h"

#include <stdlib.h>

enum curve_kind curve_kind_of(const struct workload *workload)
{
    if (workload->depth > 0)
        return CURVE_DEPTHS;
    return workload->kernel == KERNEL_GENERATE || workload->counts_legal ? CURVE_MOBILITY
                                                                         : CURVE_NONE;
}

const char *curve_mode(const struct workload *workload)
{
    return workload->stats            ? "stats"
           : workload->hash_bytes > 0 ? "hash"
                                      : policy_name(workload->policy);
}

const uint64_t curve_start_nodes[CURVE_MAX_DEPTH + 1] = {
    1, 44, 1920, 79666, 3290240, 133312995, 5392831844,
};

/* Bands are 1 to 8 moves, 9 to 16, ...; a position without a move is in the first. */
static unsigned place_of(unsigned moves)
{
    return moves > 0 ? (moves - 1) / CURVE_BAND_WIDTH : 0;
}

void curve_make_bands(const unsigned *moves, size_t count, struct curve_bands *bands)
{
    *bands = (struct curve_bands){0};
    struct curve_band *last = NULL;
    for (size_t i = 0; i < count; i++) {
        bool joins = last && (place_of(moves[i]) == place_of(last->most) ||
                              last->count < CURVE_BAND_LEAST || count - i < CURVE_BAND_LEAST);
        /* A band without a move has no time of one, and makes place. */
        if (!joins && (last == NULL || last->moves > 0))
            last = &bands->band[bands->count++];
        if (!joins)
            *last = (struct curve_band){.first = i, .fewest = moves[i]};
        last->count++;
        last->most = moves[i];
        last->moves += moves[i];
    }
    if (last && last->moves == 0)
        bands->count--;
}

/* A position of the suite by its number of legal moves. */
struct place {
    unsigned moves;
    size_t index;
};

static int compare_places(const void *one, const void *other)
{
    const struct place *a = one, *b = other;
    if (a->moves != b->moves)
        return a->moves < b->moves ? -1 : 1;
    return a->index < b->index ? -1 : a->index > b->index;
}

static void fill(const struct suite *from, struct place *places, unsigned *moves,
                 struct suite_entry *entries)
{
    for (size_t i = 0; i < from->count; i++)
        places[i] = (struct place){(unsigned)board_at(0)->mobility(&from->entries[i].position), i};
    qsort(places, from->count, sizeof *places, compare_places);
    for (size_t i = 0; i < from->count; i++) {
        moves[i] = places[i].moves;
        entries[i] = from->entries[places[i].index];
    }
    position_start(&entries[from->count].position);
}

bool curve_arrange(const struct suite *from, struct suite *to, struct curve_bands *bands)
{
    struct place *places = calloc(from->count, sizeof *places);
    unsigned *moves = calloc(from->count, sizeof *moves);
    *to = (struct suite){calloc(from->count + 1, sizeof *to->entries), from->count + 1};
    bool made = places && moves && to->entries;
    if (made) {
        fill(from, places, moves, to->entries);
        curve_make_bands(moves, from->count, bands);
    } else {
        suite_free(to);
    }
    free(places);
    free(moves);
    return made;
}

size_t curve_step_count(const struct workload *workload, const struct curve_bands *bands,
                        unsigned deepest)
{
    switch (curve_kind_of(workload)) {
    case CURVE_MOBILITY:
        return bands->count;
    case CURVE_DEPTHS:
        return deepest;
    case CURVE_NONE:
        break;
    }
    return 0;
}
