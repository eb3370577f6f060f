#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "crosscheck.h"
#include "fen.h"
#include "notation.h"
#include "oracle.h"

const struct board *const *crosscheck_boards = all_boards;

/* One position under examination, and where to write what is wrong with it. */
struct check {
    const struct position *position;
    enum crosscheck_effort effort;
    char *reason;
    size_t size;
};

/* Always false, so that a check can `return fail(…)`. The FEN is of `position`, which may be an
 * image or a variant of the position under examination. */
__attribute__((format(printf, 3, 4))) static bool
fail(const struct check *check, const struct position *position, const char *format, ...)
{
    char fen[FEN_SIZE], what[300];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    fen_write(position, fen);
    snprintf(check->reason, check->size, "%s: %s", fen, what);
    return false;
}

static void only_captures(const struct position *position, const struct move_list *from,
                          struct move_list *out)
{
    out->count = 0;
    for (size_t i = 0; i < from->count; i++)
        if (position->piece[move_to(from->move[i])] != NO_PIECE)
            out->move[out->count++] = from->move[i];
}

/* --- lists ----------------------------------------------------------------------------------- */

/* Sorts `list`, in which each move of `expected` (sorted) must be once and no other. */
static bool same_list(const struct check *check, const struct position *position,
                      const struct board *board, const char *what, struct move_list *list,
                      const struct move_list *expected)
{
    char move[MOVE_TEXT_SIZE];
    move_list_sort(list);
    for (size_t i = 0; i < list->count; i++) {
        move_write(list->move[i], RANKS_FROM_0, move);
        if (i > 0 && list->move[i] == list->move[i - 1])
            return fail(check, position, "%s: %s lists %s twice", what, board->name, move);
        if (!move_list_has(expected, list->move[i]))
            return fail(check, position, "%s: %s has %s, the oracle has not", what, board->name,
                        move);
    }
    for (size_t i = 0; i < expected->count; i++) {
        if (!move_list_has(list, expected->move[i]))
            return fail(check, position, "%s: %s lacks %s, the oracle has it", what, board->name,
                        move_write(expected->move[i], RANKS_FROM_0, move));
    }
    return true;
}

static bool pseudo_legal_lists_agree(const struct check *check, const struct position *position,
                                     const struct board *board)
{
    struct move_list list, expected, captures;
    oracle_pseudo_legal(position, &expected);
    list.count = board->pseudo_legal_moves(position, false, list.move);
    if (!same_list(check, position, board, "pseudo-legal moves", &list, &expected))
        return false;
    only_captures(position, &expected, &captures);
    list.count = board->pseudo_legal_moves(position, true, list.move);
    return same_list(check, position, board, "captures", &list, &captures);
}

/* Also the number of legal moves, told in as many ways as there are. */
static bool legal_lists_agree(const struct check *check, const struct position *position,
                              const struct board *board, const struct move_list *expected)
{
    struct move_list list;
    list.count = board->legal_moves(position, list.move);
    if (!same_list(check, position, board, "legal moves", &list, expected))
        return false;
    size_t mobility = board->mobility(position);
    if (mobility != expected->count)
        return fail(check, position, "mobility: %s says %zu, the oracle has %zu legal moves",
                    board->name, mobility, expected->count);
    for (int policy = 0; policy < POLICY_COUNT; policy++) {
        struct perft_request request = {.depth = 1, .policy = (enum policy)policy};
        uint64_t nodes = board->perft(position, &request);
        if (nodes != expected->count)
            return fail(check, position, "perft 1 (%s): %s says %llu, not %zu",
                        policy_name(request.policy), board->name, (unsigned long long)nodes,
                        expected->count);
    }
    return true;
}

static bool makes_and_unmakes(const struct check *check, const struct board *board)
{
    xq_move bad = NO_MOVE;
    char move[MOVE_TEXT_SIZE];
    if (board->make_unmake_exact(check->position, &bad))
        return true;
    return fail(check, check->position, "%s does not make and unmake %s exactly", board->name,
                move_write(bad, RANKS_FROM_0, move));
}

/* --- is_legal -------------------------------------------------------------------------------- */

static bool is_legal_agrees(const struct check *check, const struct board *board, xq_move move,
                            const struct move_list *legal)
{
    char text[MOVE_TEXT_SIZE];
    bool said = board->is_legal(check->position, move);
    if (said == move_list_has(legal, move))
        return true;
    return fail(check, check->position, "is_legal: %s says %s of %s, the oracle says %s",
                board->name, said ? "yes" : "no", move_write(move, RANKS_FROM_0, text),
                said ? "no" : "yes");
}

static bool all_pairs_agree(const struct check *check, const struct board *board,
                            const struct move_list *legal)
{
    for (int from = 0; from < SQUARE_COUNT; from++)
        for (int to = 0; to < SQUARE_COUNT; to++)
            if (!is_legal_agrees(check, board, move_of(from, to), legal))
                return false;
    return true;
}

static bool pseudo_legal_pairs_agree(const struct check *check, const struct board *board,
                                     const struct move_list *legal)
{
    struct move_list pseudo;
    oracle_pseudo_legal(check->position, &pseudo);
    for (size_t i = 0; i < pseudo.count; i++)
        if (!is_legal_agrees(check, board, pseudo.move[i], legal))
            return false;
    return true;
}

/* --- attacks --------------------------------------------------------------------------------- */

/* The squares as text, ascending. */
static const char *squares_text(uint64_t low, uint64_t high, char out[4 * SQUARE_COUNT])
{
    char name[SQUARE_TEXT_SIZE];
    out[0] = '\0';
    for (int square = 0; square < SQUARE_COUNT; square++)
        if ((square < 64 ? low >> square : high >> (square - 64)) & 1)
            strcat(strcat(out, out[0] ? " " : ""), square_write(square, RANKS_FROM_0, name));
    return out[0] ? out : strcpy(out, "none");
}

/* A set of squares that notices one put in twice. */
struct square_set {
    uint64_t word[2];
    bool repeated;
};

static void put(struct square_set *set, int square)
{
    uint64_t bit = UINT64_C(1) << square % 64;
    set->repeated |= (set->word[square / 64] & bit) != 0;
    set->word[square / 64] |= bit;
}

static bool same_squares(const struct check *check, const struct position *position, int square,
                         const char *what, const char *who, const struct square_set *said,
                         const struct square_set *expected)
{
    char name[SQUARE_TEXT_SIZE], left[4 * SQUARE_COUNT], right[4 * SQUARE_COUNT];
    if (!said->repeated && memcmp(said->word, expected->word, sizeof said->word) == 0)
        return true;
    return fail(check, position, "%s of %s: %s says %s%s, the oracle says %s", what,
                square_write(square, RANKS_FROM_0, name), who,
                squares_text(said->word[0], said->word[1], left),
                said->repeated ? " (one of them twice)" : "",
                squares_text(expected->word[0], expected->word[1], right));
}

static struct square_set oracle_attackers(const struct position *position, int square, enum side by)
{
    struct square_set set = {{0, 0}, false};
    uint8_t from[MAX_PIECES];
    size_t count = position_attackers(position, square, by, from);
    for (size_t i = 0; i < count; i++)
        put(&set, from[i]);
    return set;
}

static struct square_set board_attackers(const struct board *board, const struct position *position,
                                         int square, enum side by)
{
    struct square_set set = {{0, 0}, false};
    uint8_t from[MAX_PIECES];
    size_t count = board->attackers(position, square, by, from);
    for (size_t i = 0; i < count; i++)
        put(&set, from[i]);
    return set;
}

/* The captures on the square: what attackers() finds backwards, found forwards. */
static struct square_set capturers(const struct board *board, const struct position *position,
                                   int square)
{
    struct square_set set = {{0, 0}, false};
    struct move_list list;
    list.count = board->pseudo_legal_moves(position, true, list.move);
    for (size_t i = 0; i < list.count; i++)
        if (move_to(list.move[i]) == square)
            put(&set, move_from(list.move[i]));
    return set;
}

/* The position with `by` to move and a piece of the other side on the square, to be captured. When
 * that side has 16 pieces elsewhere, which is all that a position may hold, one of them goes. */
static struct position with_prey(const struct position *position, int square, enum side by)
{
    struct position prey = *position;
    int piece = position->piece[square];
    prey.side = (uint8_t)by;
    if (piece != NO_PIECE && piece_side(piece) != by)
        return prey;
    int others = 0, last = NO_SQUARE;
    for (int i = 0; i < SQUARE_COUNT; i++) {
        if (position->piece[i] == NO_PIECE || piece_side(position->piece[i]) == by)
            continue;
        others++;
        last = i;
    }
    if (others == MAX_PIECES)
        prey.piece[last] = NO_PIECE;
    prey.piece[square] = (uint8_t)piece_of(side_other(by), PAWN);
    return prey;
}

static bool attackers_agree(const struct check *check, int square, enum side by)
{
    const struct position *position = check->position;
    struct position prey = with_prey(position, square, by);
    struct square_set expected = oracle_attackers(position, square, by);
    struct square_set expected_prey = oracle_attackers(&prey, square, by);
    const char *what = by == RED ? "Red attackers" : "Black attackers";
    for (const struct board *const *board = crosscheck_boards; *board; board++) {
        const char *name = (*board)->name;
        struct square_set said = board_attackers(*board, position, square, by);
        struct square_set said_prey = board_attackers(*board, &prey, square, by);
        struct square_set forward = capturers(*board, &prey, square);
        if (!same_squares(check, position, square, what, name, &said, &expected) ||
            !same_squares(check, &prey, square, what, name, &said_prey, &expected_prey) ||
            !same_squares(check, &prey, square, "capturers", name, &forward, &expected_prey))
            return false;
    }
    return true;
}

static bool attacks_agree(const struct check *check)
{
    for (int square = 0; square < SQUARE_COUNT; square++) {
        if (check->effort == CROSSCHECK_LIGHT && check->position->piece[square] == NO_PIECE)
            continue;
        if (!attackers_agree(check, square, RED) || !attackers_agree(check, square, BLACK))
            return false;
    }
    return true;
}

/* --- the position as a whole ----------------------------------------------------------------- */

static bool checks_agree(const struct check *check, const struct position *position,
                         const struct board *board)
{
    for (int side = RED; side <= BLACK; side++) {
        bool said = board->in_check(position, (enum side)side);
        if (said != position_in_check(position, (enum side)side))
            return fail(check, position, "in_check: %s says that %s %s in check", board->name,
                        side_name((enum side)side), said ? "is" : "is not");
    }
    return true;
}

/* Seen in a mirror, from the other side, and both: the legal moves are the images of the legal
 * moves, and all counts stay. The position itself is its first image. */
static bool images_agree(const struct check *check, const struct move_list *legal)
{
    unsigned depth = check->effort == CROSSCHECK_FULL ? 2 : 1;
    uint64_t expected = oracle_perft(check->position, depth);
    for (int image = 0; image < 4; image++) {
        struct position seen = *check->position;
        struct move_list moves = *legal;
        if (image & 1)
            position_mirror(&seen, &seen);
        if (image & 2)
            position_flip(&seen, &seen);
        for (size_t i = 0; i < moves.count; i++) {
            moves.move[i] = image & 1 ? move_mirror(moves.move[i]) : moves.move[i];
            moves.move[i] = image & 2 ? move_flip(moves.move[i]) : moves.move[i];
        }
        move_list_sort(&moves);
        for (const struct board *const *board = crosscheck_boards; *board; board++) {
            if (!pseudo_legal_lists_agree(check, &seen, *board) ||
                !legal_lists_agree(check, &seen, *board, &moves) ||
                !checks_agree(check, &seen, *board))
                return false;
            for (int policy = 0; policy < POLICY_COUNT; policy++) {
                struct perft_request request = {.depth = depth, .policy = (enum policy)policy};
                uint64_t nodes = (*board)->perft(&seen, &request);
                if (nodes != expected)
                    return fail(check, &seen, "image %d, perft %u (%s): %s says %llu, not %llu",
                                image, depth, policy_name(request.policy), (*board)->name,
                                (unsigned long long)nodes, (unsigned long long)expected);
            }
        }
    }
    return true;
}

bool crosscheck_position(const struct position *position, enum crosscheck_effort effort,
                         char *reason, size_t size)
{
    struct check check = {position, effort, reason, size};
    struct move_list legal;
    oracle_legal(position, &legal);
    if (!images_agree(&check, &legal))
        return false;
    for (const struct board *const *board = crosscheck_boards; *board; board++)
        if (!makes_and_unmakes(&check, *board) ||
            !(effort == CROSSCHECK_FULL ? all_pairs_agree(&check, *board, &legal)
                                        : pseudo_legal_pairs_agree(&check, *board, &legal)))
            return false;
    return attacks_agree(&check);
}

bool crosscheck_attacks(const struct position *position, enum crosscheck_effort effort,
                        char *reason, size_t size)
{
    struct check check = {position, effort, reason, size};
    for (const struct board *const *board = crosscheck_boards; *board; board++)
        if (!pseudo_legal_lists_agree(&check, position, *board))
            return false;
    return attacks_agree(&check);
}
