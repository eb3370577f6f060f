#include "contender.h"

#include <stdlib.h>
#include <string.h>

enum { SLOT_ALIGNMENT = 64 }; /* promised to the kernels by board.h */

/* Room for `count` of them, aligned as board.h promises. */
static void *aligned_array(size_t bytes, size_t count)
{
    /* aligned_alloc() wants a multiple of the alignment. */
    size_t all = (bytes * count + SLOT_ALIGNMENT - 1) / SLOT_ALIGNMENT * SLOT_ALIGNMENT;
    return aligned_alloc(SLOT_ALIGNMENT, all);
}

/* Adds what one position has to the totals. */
static void add_to_totals(struct contender *contender, const struct position *position)
{
    xq_move moves[MAX_MOVES];
    contender->total[TALLY_POSITIONS]++;
    contender->total[TALLY_KINGS] += 2;
    for (int square = 0; square < SQUARE_COUNT; square++)
        contender->total[TALLY_PIECES] += position->piece[square] != NO_PIECE;
    contender->total[TALLY_MOVES] += contender->board->pseudo_legal_moves(position, false, moves);
    contender->total[TALLY_LEGAL_MOVES] += contender->board->mobility(position);
}

bool contender_prepare(struct contender *contender, const struct board *board,
                       const struct suite *suite)
{
    *contender = (struct contender){
        .board = board,
        .suite = suite,
        .slots = aligned_array(board->slot_bytes, suite->count),
        .extras = aligned_array(board->extra_bytes, suite->count),
        .order = calloc(suite->count, sizeof *contender->order),
        .spare = malloc(board->slot_bytes + board->extra_bytes),
    };
    if (contender->slots == NULL || contender->extras == NULL || contender->order == NULL ||
        contender->spare == NULL)
        return false;
    for (size_t i = 0; i < suite->count; i++) {
        board->prepare((char *)contender->slots + i * board->slot_bytes,
                       (char *)contender->extras + i * board->extra_bytes,
                       &suite->entries[i].position);
        contender->order[i] = i;
        add_to_totals(contender, &suite->entries[i].position);
    }
    return true;
}

void contender_free(struct contender *contender)
{
    free(contender->slots);
    free(contender->extras);
    free(contender->order);
    free(contender->spare);
    contender->slots = contender->extras = contender->spare = NULL;
    contender->order = NULL;
}

static void swap(void *array_of_any, size_t bytes, size_t one, size_t other, void *spare)
{
    char *array = array_of_any;
    memcpy(spare, array + one * bytes, bytes);
    memcpy(array + one * bytes, array + other * bytes, bytes);
    memcpy(array + other * bytes, spare, bytes);
}

void contender_shuffle(struct contender *contender, struct order_stream *stream)
{
    const struct board *board = contender->board;
    for (size_t i = contender->suite->count; i-- > 1;) {
        size_t other = order_below(stream, i + 1);
        if (other == i) /* memcpy() allows no overlap */
            continue;
        swap(contender->slots, board->slot_bytes, i, other, contender->spare);
        swap(contender->extras, board->extra_bytes, i, other, contender->spare);
        swap(contender->order, sizeof *contender->order, i, other, contender->spare);
    }
}
