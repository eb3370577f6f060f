/*
 * Differential: all boards and variants that run here, held against each other and the oracle
 * (crosscheck.h) in each position of a walk.
 *
 * The bytes are a position, and a byte for each move of the walk. The position is a line of FEN, or
 * after a byte below 32, whose lowest bit is the side to move, a piece and a square for each byte
 * pair up to one that begins with 255.
 */
#include <stdlib.h>
#include <string.h>

#include "crosscheck.h"
#include "fen.h"
#include "fuzz.h"
#include "hash.h"
#include "oracle.h"

enum { MOST_PLIES = 12, MOST_BOARDS = 32, HASH_BYTES = 1 << 16 };

struct input {
    const uint8_t *at, *end;
};

static const struct board *boards[MOST_BOARDS + 1];

static void collect_boards(void)
{
    for (size_t i = 0; board_at(i); i++) {
        fuzz_expect(i < MOST_BOARDS, "room for %s", board_at(i)->name);
        boards[i] = board_at(i);
    }
    crosscheck_boards = boards;
}

/* --- a position --------------------------------------------------------------------------------
 */

static bool has_room(const struct position *position, int piece)
{
    int pieces = 0, kings = 0;
    for (int square = 0; square < SQUARE_COUNT; square++) {
        int other = position->piece[square];
        bool own = other != NO_PIECE && piece_side(other) == piece_side(piece);
        pieces += own;
        kings += own && piece_kind(other) == KING;
    }
    return pieces < MAX_PIECES && !(piece_kind(piece) == KING && kings > 0);
}

static void read_pieces(struct input *input, struct position *position)
{
    memset(position, 0, sizeof *position);
    position->fullmove = 1;
    position->side = *input->at++ & 1;
    while (input->end - input->at >= 2 && input->at[0] != 255) {
        int piece = 1 + input->at[0] % (PIECE_COUNT - 1), square = input->at[1] % SQUARE_COUNT;
        input->at += 2;
        if (position->piece[square] == NO_PIECE && position_reachable(piece, square) &&
            has_room(position, piece))
            position->piece[square] = (uint8_t)piece;
    }
    input->at += input->at < input->end;
}

static bool read_fen_line(struct input *input, struct position *position)
{
    size_t size = (size_t)(input->end - input->at);
    const uint8_t *end = memchr(input->at, '\n', size);
    size = end ? (size_t)(end - input->at) : size;
    bool good = fen_read((const char *)input->at, size, position, NULL);
    input->at += size + (end != NULL);
    return good;
}

/* --- checks ------------------------------------------------------------------------------------
 */

/* Perft 1 and 2 in every way that there is, beside one in none of them; crosscheck_position() has
 * perft 1 of each policy, too, of the position in a mirror and from the other side. */
static void check_perft(const struct board *board, const struct position *position, unsigned depth,
                        uint64_t expected)
{
    char fen[FEN_SIZE];
    for (int policy = 0; policy < POLICY_COUNT; policy++)
        for (int hashed = 0; hashed < 2; hashed++) {
            struct perft_request request = {.depth = depth, .policy = (enum policy)policy};
            request.hash = hashed ? hash_new(HASH_BYTES, true, true) : NULL;
            uint64_t nodes = board->perft(position, &request);
            uint64_t again = hashed ? board->perft(position, &request) : nodes;
            fen_write(position, fen);
            fuzz_expect(nodes == expected && again == expected,
                        "%s: perft %u by %s, %s, %s: %llu, not %llu and %llu", fen, depth,
                        board->name, policy_name(request.policy), hashed ? "hash" : "no hash",
                        (unsigned long long)expected, (unsigned long long)nodes,
                        (unsigned long long)again);
            hash_free(request.hash);
        }
}

static void check_position(const struct position *position)
{
    char reason[CROSSCHECK_REASON_SIZE];
    bool agree = crosscheck_position(position, CROSSCHECK_LIGHT, reason, sizeof reason);
    fuzz_expect(agree, "boards that agree: %s", agree ? "" : reason);
    for (unsigned depth = 1; depth <= 2; depth++) {
        uint64_t expected = oracle_perft(position, depth);
        for (const struct board *const *board = boards; *board; board++)
            check_perft(*board, position, depth, expected);
    }
}

/* Of a position that is none, attacks and pseudo-legal moves may be asked for all the same. */
static void check_attacks(const struct position *position)
{
    char reason[CROSSCHECK_REASON_SIZE];
    bool agree = crosscheck_attacks(position, CROSSCHECK_LIGHT, reason, sizeof reason);
    fuzz_expect(agree, "boards that agree: %s", agree ? "" : reason);
}

static void walk(struct input *input, struct position *position)
{
    struct move_list legal;
    check_position(position);
    for (int ply = 0; ply < MOST_PLIES && input->at < input->end; ply++) {
        oracle_legal(position, &legal);
        if (legal.count == 0)
            return;
        position_apply(position, legal.move[*input->at++ % legal.count]);
        check_position(position);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input input = {data, data + size};
    struct position position;
    if (boards[0] == NULL)
        collect_boards();
    if (size == 0)
        return 0;
    if (data[0] >= 32) {
        if (!read_fen_line(&input, &position))
            return 0;
    } else {
        read_pieces(&input, &position);
        if (!position_validate(&position, NULL))
            position.side ^= 1; /* the side in check may be the one to move */
    }
    if (position_validate(&position, NULL))
        walk(&input, &position);
    else
        check_attacks(&position);
    return 0;
}
