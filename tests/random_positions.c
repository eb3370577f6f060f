#include "random_positions.h"

#include <string.h>

uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

size_t random_below(uint64_t *state, size_t limit)
{
    return (size_t)(next_random(state) % limit);
}

/* How the pieces of a side are placed. */
struct habit {
    enum kind first;  /* the kind of the first piece */
    size_t count;     /* of pieces, where there is room */
    unsigned central; /* of ten squares so many are on files d to f */
};

static int random_square(uint64_t *random, unsigned central)
{
    if (central == 0 || random_below(random, 10) >= central)
        return (int)random_below(random, SQUARE_COUNT);
    return square_of(3 + (int)random_below(random, 3), (int)random_below(random, RANK_COUNT));
}

static void place_side(uint64_t *random, struct position *position, enum side side,
                       struct habit habit)
{
    enum kind kind = habit.first;
    /* Some placements have only one kind, which random choice would never give. */
    enum kind only = (enum kind)random_below(random, 4 * KIND_COUNT);
    for (int tries = 0; habit.count > 0 && tries < 1000; tries++) {
        int square = random_square(random, habit.central), piece = piece_of(side, kind);
        if (position->piece[square] != NO_PIECE || !position_reachable(piece, square))
            continue;
        position->piece[square] = (uint8_t)piece;
        habit.count--;
        kind = (enum kind)(ADVISOR + random_below(random, KIND_COUNT - 1));
        if (only > KING && only < KIND_COUNT)
            kind = only;
    }
}

void random_placement(uint64_t *random, struct position *position)
{
    memset(position, 0, sizeof *position);
    position->side = (uint8_t)random_below(random, 2);
    position->fullmove = 1;
    for (int side = RED; side <= BLACK; side++) {
        struct habit habit = {.count = 1 + random_below(random, MAX_PIECES)};
        habit.first = random_below(random, 10) > 0 ? KING : ROOK;
        place_side(random, position, (enum side)side, habit);
    }
}

void random_valid_placement(uint64_t *random, struct position *position)
{
    static const unsigned central[] = {0, 0, 3, 7};
    do {
        memset(position, 0, sizeof *position);
        position->side = (uint8_t)random_below(random, 2);
        position->fullmove = 1;
        struct habit habit = {.first = KING, .central = central[random_below(random, 4)]};
        size_t most = 2 + random_below(random, MAX_PIECES - 1);
        for (int side = RED; side <= BLACK; side++) {
            habit.count = random_below(random, 2) ? most : 1 + random_below(random, most);
            place_side(random, position, (enum side)side, habit);
        }
        if (position_validate(position, NULL))
            return;
        position->side ^= 1; /* the side in check may be the one to move */
    } while (!position_validate(position, NULL));
}
