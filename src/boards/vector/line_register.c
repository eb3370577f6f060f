#include "line_register.h"

struct line_register_tables line_register_tables;

/* Bits of a field, edge included, and fields of a lane. */
enum { RANK_FIELD = FILE_COUNT + 1, FILE_FIELD = RANK_COUNT + 1, FIELDS = 5 };

static void add(struct line_words *words, int lane, int bit)
{
    words->lane[lane] |= UINT64_C(1) << bit;
}

static void place_square(int square)
{
    int file = square_file(square), rank = square_rank(square);
    int rank_field = rank % FIELDS * RANK_FIELD, file_field = file % FIELDS * FILE_FIELD;
    const int lanes[4] = {rank / FIELDS, 2 + rank / FIELDS, 4 + file / FIELDS, 6 + file / FIELDS};
    const int bits[4] = {rank_field + file, rank_field + FILE_COUNT - 1 - file, file_field + rank,
                         file_field + RANK_COUNT - 1 - rank};
    for (int way = 0; way < 4; way++) {
        bool is_rank = way < 2;
        add(&line_register_tables.square[square], lanes[way], bits[way]);
        line_register_tables.square_at[lanes[way]][bits[way]] = (uint8_t)square;
        add(&line_register_tables.edges, lanes[way],
            is_rank ? rank_field + FILE_COUNT : file_field + RANK_COUNT);
    }
}

static void place_rays(int square)
{
    static const int step[WAYS][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    for (int way = 0; way < WAYS; way++)
        for (int steps = 1;; steps++) {
            int file = square_file(square) + steps * step[way][0];
            int rank = square_rank(square) + steps * step[way][1];
            if (file < 0 || file >= FILE_COUNT || rank < 0 || rank >= RANK_COUNT)
                break;
            int at = square_of(file, rank);
            struct bits90 *ray = &line_register_tables.ray[square][way];
            *ray = bits90_or(*ray, bits90_of(at));
        }
}

/* Which side of a palace a square is on, of those whose ranks or files run into it. */
enum outside { INSIDE, WEST, EAST, AHEAD, CORNER };

static enum outside outside_of_palace(enum side side, int square)
{
    enum { FIRST_FILE = 3, LAST_FILE = 5, LAST_RANK = 2 };
    int file = square_file(square), rank = square_rank(square);
    bool ahead = (side == RED ? rank : RANK_COUNT - 1 - rank) > LAST_RANK;
    if (file < FIRST_FILE || file > LAST_FILE)
        return ahead ? CORNER : file < FIRST_FILE ? WEST : EAST;
    return ahead ? AHEAD : INSIDE;
}

static void place_along(enum side side, int square)
{
    enum outside where = outside_of_palace(side, square);
    for (int at = 0; at < SQUARE_COUNT; at++) {
        bool same_line = where == AHEAD ? square_file(at) == square_file(square)
                                        : square_rank(at) == square_rank(square);
        if (where != INSIDE && where != CORNER && same_line &&
            outside_of_palace(side, at) == where) {
            struct bits90 *along = &line_register_tables.along[side][square];
            *along = bits90_or(*along, bits90_of(at));
        }
    }
}

static void place_pawn_along(enum side side, int square)
{
    const int step[PAWN_WAYS] = {side == RED ? -FILE_COUNT : FILE_COUNT, 1, -1};
    struct line_register_tables *all = &line_register_tables;
    for (int way = 0; way < PAWN_WAYS; way++) {
        int from = square - step[way];
        if (from >= 0 && from < SQUARE_COUNT && bits90_has(all->along[side][from], square))
            all->pawn_along[side][way] = bits90_or(all->pawn_along[side][way], bits90_of(square));
    }
}

__attribute__((constructor)) static void init_tables(void)
{
    for (int square = 0; square < SQUARE_COUNT; square++) {
        place_square(square);
        place_rays(square);
        place_along(RED, square);
        place_along(BLACK, square);
    }
    for (int square = 0; square < SQUARE_COUNT; square++) {
        place_pawn_along(RED, square);
        place_pawn_along(BLACK, square);
    }
    for (int lane = 4; lane < LINE_LANES; lane++)
        line_register_tables.files.lane[lane] = ~UINT64_C(0);
    line_register_tables.straight_as[KING] = line_register_tables.files;
    memset(&line_register_tables.straight_as[ROOK], 0xff, sizeof(struct line_words));
    memset(&line_register_tables.jumping_as[CANNON], 0xff, sizeof(struct line_words));
    for (int i = 0; i < 64; i++)
        line_register_tables.counted[i] = (uint8_t)i;
}
