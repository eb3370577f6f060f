/*
 * bitboard-subtract: line attacks by one subtraction, without tables of them.
 *
 * Let o be the occupied squares of a line, one bit each, and r the bit of a slider on it. In
 * o - 2r the borrow runs from the square after the slider up, through empty squares, which turn to
 * 1, to the first piece, which turns to 0, and leaves the rest alone. So o ^ (o - 2r) is what the
 * slider reaches upwards, with the first piece, and `o &` of this is that piece. Fed back as
 * sliders, the first pieces give what is beyond them as far as the second: a cannon's captures.
 *
 * The borrow runs upwards only; downwards is upwards on the reversed line. All four directions fit
 * in one word, and one subtraction serves them:
 *
 *     bits  0-8   the rank, from file a      bit  9  guard
 *     bits 10-18  the rank, from file i      bit 19  guard
 *     bits 20-29  the file, from rank 0      bit 30  guard
 *     bits 31-40  the file, from rank 9      bit 41  guard
 *
 * A guard is a piece that is always there. A field of w squares is then at least 2^w, and 2r is at
 * most that, so that no field ever borrows from the next. The guards must not be fed back: theirs
 * would.
 *
 * What is reached downwards need not be reversed to be used. It is a run of squares, and of the
 * reversed run only the length n matters: r - (r >> n) are the n bits below r.
 *
 * Invariant: rank[] and file[] have, without guards, the two fields of each line, at all times.
 * This is more to keep than other variants have, and four runs must be put together where a table
 * gives all squares at once: one line at a time, it is the slowest of the bitboards. Its place is
 * in vectors that hold all the lines of a board. (o ^ (o - 2r): Gerd Isenberg and others, see the
 * Chess Programming Wiki, "Subtracting a Rook from a Blocking Piece" and "Hyperbola Quintessence".)
 */
#include "line_sets.h"

enum { RANK_FIELD = FILE_COUNT + 1, FILE_FIELD = RANK_COUNT + 1, FILE_SHIFT = 2 * RANK_FIELD };
#define RANK_MASK ((UINT64_C(1) << FILE_COUNT) - 1)
#define FILE_MASK ((UINT64_C(1) << RANK_COUNT) - 1)
#define GUARDS                                                                                     \
    (UINT64_C(1) << FILE_COUNT | UINT64_C(1) << (RANK_FIELD + FILE_COUNT) |                        \
     UINT64_C(1) << (FILE_SHIFT + RANK_COUNT) |                                                    \
     UINT64_C(1) << (FILE_SHIFT + FILE_FIELD + RANK_COUNT))

struct occupancy {
    struct bits90 set;
    uint32_t rank[RANK_COUNT];
    uint32_t file[FILE_COUNT];
    uint32_t unused; /* so that no byte is padding */
};

/* A square in the fields of its rank, and of its file. */
static struct line_bits {
    uint32_t on_rank, on_file;
} line_bits[SQUARE_COUNT];

__attribute__((constructor)) static void init_line_bits(void)
{
    for (int square = 0; square < SQUARE_COUNT; square++) {
        int file = square_file(square), rank = square_rank(square);
        line_bits[square].on_rank = 1u << file | 1u << (RANK_FIELD + FILE_COUNT - 1 - file);
        line_bits[square].on_file = 1u << rank | 1u << (FILE_FIELD + RANK_COUNT - 1 - rank);
    }
}

INLINE void occupancy_make(struct occupancy *occupied, int from, int to)
{
    const struct place *left = &tables->place[from], *entered = &tables->place[to];
    occupied->set = set_make(occupied->set, from, to);
    occupied->rank[left->rank] ^= line_bits[from].on_rank;
    occupied->file[left->file] ^= line_bits[from].on_file;
    occupied->rank[entered->rank] |= line_bits[to].on_rank;
    occupied->file[entered->file] |= line_bits[to].on_file;
}

INLINE void occupancy_unmake(struct occupancy *occupied, int from, int to, uint64_t emptied)
{
    const struct place *left = &tables->place[from], *entered = &tables->place[to];
    occupied->set = set_unmake(occupied->set, from, to, emptied);
    occupied->rank[entered->rank] ^= line_bits[to].on_rank & (uint32_t)emptied;
    occupied->file[entered->file] ^= line_bits[to].on_file & (uint32_t)emptied;
    occupied->rank[left->rank] ^= line_bits[from].on_rank;
    occupied->file[left->file] ^= line_bits[from].on_file;
}

/* Five bits of a file, one a rank, to their places in a half: bit i goes to bit 9 * i. The product
 * is five copies moved by 8 bits each, which do not overlap, so nothing carries. */
INLINE uint64_t spread_ranks(uint64_t five_bits)
{
    return five_bits * UINT64_C(0x0101010101) & UINT64_C(0x1008040201);
}

/* The n bits below the bit r. */
INLINE uint64_t run_below(uint64_t r, int n)
{
    return r - (r >> n);
}

/* How far things reach in the reversed fields. */
struct lengths {
    int on_rank, on_file;
};

INLINE struct lengths reversed_lengths(uint64_t fields)
{
    return (struct lengths){
        __builtin_popcountll(fields >> RANK_FIELD & RANK_MASK),
        __builtin_popcountll(fields >> (FILE_SHIFT + FILE_FIELD) & FILE_MASK),
    };
}

/* The squares of the upward fields, and of the runs that begin `from` below the square. */
INLINE struct bits90 fields_set(int square, uint64_t fields, struct lengths from,
                                struct lengths length)
{
    const struct place *at = &tables->place[square];
    uint64_t rank_bits = fields & RANK_MASK, file_bits = fields >> FILE_SHIFT & FILE_MASK;
    rank_bits |= run_below(UINT64_C(1) << at->file >> from.on_rank, length.on_rank);
    file_bits |= run_below(UINT64_C(1) << at->rank >> from.on_file, length.on_file);
    struct bits90 on_file_a = {{spread_ranks(file_bits & 31), spread_ranks(file_bits >> 5)}};
    return bits90_or(rank_set(square, rank_bits), bits90_shift(on_file_a, at->file));
}

INLINE struct line_sets line_reach(const struct occupancy *occupied, int square)
{
    const struct place *at = &tables->place[square];
    uint64_t o = occupied->rank[at->rank] | (uint64_t)occupied->file[at->file] << FILE_SHIFT;
    uint64_t r = line_bits[square].on_rank | (uint64_t)line_bits[square].on_file << FILE_SHIFT;
    o |= GUARDS;
    uint64_t reached = o ^ (o - 2 * r);
    uint64_t first = o & reached & ~GUARDS;
    uint64_t beyond = o ^ (o - 2 * first);
    struct lengths none = {0, 0};
    struct lengths near = reversed_lengths(reached), far = reversed_lengths(beyond);
    return (struct line_sets){
        fields_set(square, reached, none, near),
        fields_set(square, beyond, near, far),
    };
}

INLINE struct bits90 horse_reach(const struct occupancy *occupied, int square)
{
    const struct place *at = &tables->place[square];
    unsigned on_rank = occupied->rank[at->rank] & RANK_MASK;
    unsigned on_file = occupied->file[at->file] & FILE_MASK;
    unsigned across = on_rank << 1 >> at->file & 5, along = on_file << 1 >> at->rank & 5;
    return tables->horse_reach[square][across | along << 1];
}

#define BOARD_SYMBOL     bitboard_subtract_board
#define BOARD_NAME       "bitboard-subtract"
#define BOARD_SUMMARY    "90 bits in two words, lines by o ^ (o - 2r), set-wise pawns"
#define LINE_TABLE_BYTES sizeof line_bits
#include "bitboard_template.h"
