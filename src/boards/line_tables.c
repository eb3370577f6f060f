#include "line_tables.h"

struct line_tables line_tables;

/* From a place on a line of this length: the squares one way, by how many pieces come before. */
static void walk(int from, int step, int length, unsigned occupied, unsigned reach[2])
{
    int pieces = 0;
    for (int to = from + step; to >= 0 && to < length && pieces < 2; to += step) {
        reach[pieces] |= 1u << to;
        pieces += (int)(occupied >> to & 1);
    }
}

static struct bits90 on_file_a(unsigned ranks)
{
    struct bits90 set = {{0, 0}};
    for (int rank = 0; rank < RANK_COUNT; rank++)
        if (ranks >> rank & 1)
            set = bits90_or(set, bits90_of(square_of(0, rank)));
    return set;
}

__attribute__((constructor)) static void init_lines(void)
{
    for (int file = 0; file < FILE_COUNT; file++)
        for (unsigned inner = 0; inner < 1u << INNER_FILES; inner++) {
            unsigned reach[2] = {0, 0};
            walk(file, -1, FILE_COUNT, inner << 1, reach);
            walk(file, 1, FILE_COUNT, inner << 1, reach);
            line_tables.on_rank[file][inner].rook = (uint16_t)reach[0];
            line_tables.on_rank[file][inner].cannon = (uint16_t)reach[1];
        }
    for (int rank = 0; rank < RANK_COUNT; rank++)
        for (unsigned inner = 0; inner < 1u << INNER_RANKS; inner++) {
            unsigned reach[2] = {0, 0};
            walk(rank, -1, RANK_COUNT, inner << 1, reach);
            walk(rank, 1, RANK_COUNT, inner << 1, reach);
            line_tables.on_file_a[rank][inner] =
                (struct line_sets){on_file_a(reach[0]), on_file_a(reach[1])};
        }
}
