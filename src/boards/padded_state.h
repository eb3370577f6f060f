/*
 * The state of the padded boards (padded.c says what it means). A variant defines LINE_MEMBERS, the
 * members of its own, or nothing, before it includes this.
 */
#include <string.h>

#include "board.h"
#include "native_move.h"

#define INLINE static inline __attribute__((always_inline))

enum {
    RED_BIT = 16,
    BLACK_BIT = 32,
    SLOT_END = 48,
    MARGIN = 64, /* the code of all squares off the board: occupied, by nobody's piece */
};

/* One byte for each slot of a side. A generic vector: any gcc or clang target has it. */
typedef uint8_t side_vector __attribute__((vector_size(MAX_PIECES)));

struct padded_state {
    uint8_t board[256]; /* slot, 0 for an empty square, MARGIN off the board */
    _Alignas(side_vector) uint8_t square[SLOT_END]; /* where a slot's piece stands, 0 for nowhere */
    side_vector line_pieces[2]; /* 0xff for each slot of a rook or cannon of the side, else 0 */
    side_vector near_pieces[2]; /* the same for horses and pawns */
    uint8_t first[2][KIND_COUNT + 1];
    uint8_t piece[MARGIN + 1]; /* the piece code of a slot; NO_PIECE for 0 and MARGIN */
    uint8_t side;
    LINE_MEMBERS
};

enum { EAST = 1, WEST = -1, NORTH = 16, SOUTH = -16 };
