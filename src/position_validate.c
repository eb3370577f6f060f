/* Which positions can be played on, and which are only unusual: every refusal names its reason. */
#include <stdarg.h>
#include <stdio.h>

#include "notation.h"
#include "position.h"

const char *kind_name(enum kind kind)
{
    static const char *const names[KIND_COUNT] = {"king", "advisor", "elephant", "horse",
                                                  "rook", "cannon",  "pawn"};
    return names[kind];
}

const char *side_name(enum side side)
{
    return side == RED ? "Red" : "Black";
}

/* Notes a fault and returns false, what position_validate() then returns. */
__attribute__((format(printf, 3, 4))) static bool refuse(struct position_fault *fault, int square,
                                                         const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(fault->reason, sizeof fault->reason, format, arguments);
    va_end(arguments);
    fault->square = square;
    return false;
}

/* Squares in the order in which a FEN names them, so that the first fault is the first read. */
static int square_as_read(int index)
{
    return square_of(index % FILE_COUNT, RANK_COUNT - 1 - index / FILE_COUNT);
}

static bool codes_known(const struct position *position, struct position_fault *fault)
{
    char name[SQUARE_TEXT_SIZE];
    for (int square = 0; square < SQUARE_COUNT; square++)
        if (position->piece[square] >= PIECE_COUNT)
            return refuse(fault, square, "piece code %d on %s is no piece", position->piece[square],
                          square_write(square, RANKS_FROM_0, name));
    if (position->side != RED && position->side != BLACK)
        return refuse(fault, NO_SQUARE, "side to move %d is neither Red nor Black", position->side);
    return true;
}

static bool one_king(const struct position *position, enum side side, struct position_fault *fault)
{
    char name[SQUARE_TEXT_SIZE];
    int kings = 0;
    int second = NO_SQUARE;
    for (int i = 0; i < SQUARE_COUNT; i++) {
        int square = square_as_read(i);
        if (position->piece[square] == piece_of(side, KING) && ++kings == 2)
            second = square;
    }
    if (kings == 0)
        return refuse(fault, NO_SQUARE, "%s has no king", side_name(side));
    if (kings > 1)
        return refuse(fault, second, "%s has %s kings, the second on %s", side_name(side),
                      kings == 2 ? "two" : "more than two",
                      square_write(second, RANKS_FROM_0, name));
    return true;
}

static bool few_enough_pieces(const struct position *position, enum side side,
                              struct position_fault *fault)
{
    int pieces = 0;
    int surplus = NO_SQUARE;
    for (int i = 0; i < SQUARE_COUNT; i++) {
        int square = square_as_read(i);
        int piece = position->piece[square];
        if (piece != NO_PIECE && piece_side(piece) == side && ++pieces == MAX_PIECES + 1)
            surplus = square;
    }
    if (pieces > MAX_PIECES)
        return refuse(fault, surplus, "%s has %d pieces, more than %d", side_name(side), pieces,
                      MAX_PIECES);
    return true;
}

static bool refuse_square(const struct position *position, int square, struct position_fault *fault)
{
    char name[SQUARE_TEXT_SIZE];
    int piece = position->piece[square];
    enum side side = piece_side(piece);
    enum kind kind = piece_kind(piece);
    int file = square_file(square);
    int rank = square_rank(square);
    int rank_from_home = side == RED ? rank : RANK_COUNT - 1 - rank;
    const char *why = ", which it can never reach";
    if (kind == KING || (kind == ADVISOR && (file < 3 || file > 5 || rank_from_home > 2)))
        why = side == RED ? ", outside the palace (d0 to f2)" : ", outside the palace (d7 to f9)";
    else if (kind == ADVISOR)
        why = ", which it can never reach: it keeps to the diagonals of the palace";
    else if (kind == ELEPHANT && rank_from_home >= 5)
        why = ", across the river, which it can never reach";
    else if (kind == PAWN && rank_from_home < 3)
        why = ", behind where pawns start";
    else if (kind == PAWN)
        why = ": an uncrossed pawn stands only on files a, c, e, g, i";
    return refuse(fault, square, "%s %s on %s%s", side_name(side), kind_name(kind),
                  square_write(square, RANKS_FROM_0, name), why);
}

static bool pieces_reachable(const struct position *position, struct position_fault *fault)
{
    for (int i = 0; i < SQUARE_COUNT; i++) {
        int square = square_as_read(i);
        int piece = position->piece[square];
        if (piece != NO_PIECE && !position_reachable(piece, square))
            return refuse_square(position, square, fault);
    }
    return true;
}

/* The side that just moved may have left its king neither facing the other nor attacked. */
static bool last_move_legal(const struct position *position, struct position_fault *fault)
{
    char name[SQUARE_TEXT_SIZE];
    uint8_t attackers[MAX_PIECES];
    enum side to_move = (enum side)position->side;
    enum side just_moved = side_other(to_move);
    int king = position_king(position, just_moved);
    if (position_kings_face(position))
        return refuse(fault, king, "kings face each other on file %c", 'a' + square_file(king));
    if (position_attackers(position, king, to_move, attackers) == 0)
        return true;
    int attacker = attackers[0];
    return refuse(fault, attacker,
                  "%s, who just moved, left its king in check (%s could capture the king with "
                  "the %s on %s)",
                  side_name(just_moved), side_name(to_move),
                  kind_name(piece_kind(position->piece[attacker])),
                  square_write(attacker, RANKS_FROM_0, name));
}

bool position_validate(const struct position *position, struct position_fault *fault)
{
    struct position_fault unread;
    if (fault == NULL)
        fault = &unread;
    return codes_known(position, fault) && one_king(position, RED, fault) &&
           one_king(position, BLACK, fault) && few_enough_pieces(position, RED, fault) &&
           few_enough_pieces(position, BLACK, fault) && pieces_reachable(position, fault) &&
           last_move_legal(position, fault);
}

static bool too_many_of_a_kind(const struct position *position, enum side side, char *text,
                               size_t size)
{
    static const int at_start[KIND_COUNT] = {1, 2, 2, 2, 2, 2, 5};
    int count[PIECE_COUNT] = {0};
    for (int square = 0; square < SQUARE_COUNT; square++)
        count[position->piece[square]]++;
    for (int kind = KING; kind < KIND_COUNT; kind++) {
        int here = count[piece_of(side, (enum kind)kind)];
        if (here > at_start[kind]) {
            snprintf(text, size, "%s has %d %ss; a game starts with %d", side_name(side), here,
                     kind_name((enum kind)kind), at_start[kind]);
            return true;
        }
    }
    return false;
}

/* A pawn leaves its file only across the river, so on its own side it has its file for itself. */
static bool pawns_share_a_file(const struct position *position, enum side side, char *text,
                               size_t size)
{
    int front = side == RED ? 4 : 5;
    int back = side == RED ? 3 : 6;
    uint8_t pawn = (uint8_t)piece_of(side, PAWN);
    for (int file = 0; file < FILE_COUNT; file++) {
        if (position->piece[square_of(file, front)] == pawn &&
            position->piece[square_of(file, back)] == pawn) {
            snprintf(text, size, "%s has two uncrossed pawns on file %c", side_name(side),
                     'a' + file);
            return true;
        }
    }
    return false;
}

bool position_unusual(const struct position *position, char *text, size_t size)
{
    if (size > 0)
        text[0] = '\0';
    return too_many_of_a_kind(position, RED, text, size) ||
           too_many_of_a_kind(position, BLACK, text, size) ||
           pawns_share_a_file(position, RED, text, size) ||
           pawns_share_a_file(position, BLACK, text, size);
}
