/*
 * The neutral position: the rules of attack one by one, what is refused or unusual, and symmetry.
 * Its oracle of attacks is then made to find all legal moves of every suite position, to depth 2.
 */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "each_position.h"
#include "fen.h"
#include "notation.h"

#define EMPTY "9/9/9/9/9/9/9/9/9/9"

static int piece_of_letter(char letter)
{
    int piece = NO_PIECE + 1;
    while (piece < PIECE_COUNT && fen_letter(piece) != letter)
        piece++;
    return piece;
}

/* Reads a board that need not be a legal position: most rows are about single pieces. */
static struct position board_of(const char *board)
{
    struct position position;
    int file = 0, rank = RANK_COUNT - 1;
    position_start(&position);
    memset(position.piece, NO_PIECE, sizeof position.piece);
    for (const char *at = board; *at != '\0'; at++) {
        if (*at == '/') {
            file = 0;
            rank--;
        } else if (*at >= '1' && *at <= '9') {
            file += *at - '0';
        } else {
            position.piece[square_of(file++, rank)] = (uint8_t)piece_of_letter(*at);
        }
    }
    return position;
}

static int square_named(const char *name)
{
    return square_of(name[0] - 'a', name[1] - '0');
}

static const struct {
    const char *rule, *board, *square;
    enum side by;
    const char *attackers; /* squares, ascending, each followed by a blank */
} attack_rows[] = {
    {"rook along a rank and a file", "9/9/9/9/9/R8/9/9/9/4R4", "e4", RED, "e0 a4 "},
    {"rook does not jump", "9/9/9/9/9/R1p6/9/9/9/9", "e4", RED, ""},
    {"rook next to its prey", "9/9/9/9/9/3R5/9/9/9/9", "e4", RED, "d4 "},
    {"rook does not attack its own square", "9/9/9/9/9/4R4/9/9/9/9", "e4", RED, ""},

    {"cannon needs one screen", "9/9/9/9/9/C1p6/9/9/9/9", "e4", RED, "a4 "},
    {"cannon without a screen", "9/9/9/9/9/C8/9/9/9/9", "e4", RED, ""},
    {"cannon over two screens", "9/9/9/9/9/Cpp6/9/9/9/9", "e4", RED, ""},
    {"a screen of its own side serves", "9/9/9/9/9/C2P5/9/9/9/9", "e4", RED, "a4 "},
    {"a cannon is a cannon's screen", "9/9/9/9/9/CC7/9/9/9/9", "e4", RED, "a4 "},
    {"cannon along a file", "4c4/9/9/4p4/9/9/9/9/9/9", "e4", BLACK, "e9 "},
    {"a screen behind the prey is none", "9/9/9/9/9/C5p2/9/9/9/9", "e4", RED, ""},

    {"horse from all eight squares", "9/9/9/3N1N3/2N3N2/9/2N3N2/3N1N3/9/9", "e4", RED,
     "d2 f2 c3 g3 c5 g5 d6 f6 "},
    {"a leg beside the horse stops it", "9/9/9/9/9/9/9/4n4/3R5/9", "d0", BLACK, "e2 "},
    {"a piece beside the prey does not", "9/9/9/9/9/9/9/4n4/9/3KR4", "d0", BLACK, "e2 "},
    {"leg on the horse's file", "9/9/9/9/9/9/9/4n4/4R4/9", "d0", BLACK, ""},
    {"leg on the horse's rank", "9/9/9/9/9/9/9/9/3Rn4/9", "c0", BLACK, ""},
    {"the far leg is no leg", "9/9/9/9/9/9/9/4n4/3R5/4R4", "d0", BLACK, "e2 "},
    {"the leg may be of its own side", "9/9/9/9/9/9/9/4n4/4p4/9", "d0", BLACK, ""},
    {"horse does not wrap round the edge", "9/9/9/9/9/8N/9/9/9/9", "a3", RED, ""},

    {"elephant two steps", "9/9/9/9/9/2B6/9/9/9/9", "e2", RED, "c4 "},
    {"elephant's eye blocked", "9/9/9/9/9/2B6/3p5/9/9/9", "e2", RED, ""},
    {"elephant does not cross the river", "9/9/9/9/9/2B6/9/9/9/9", "e6", RED, ""},
    {"black elephant does not cross either", "9/9/9/9/4b4/9/9/9/9/9", "c3", BLACK, ""},
    {"elephant does not step once", "9/9/9/9/9/2B6/9/9/9/9", "d3", RED, ""},
    {"elephant does not wrap round the edge", "9/9/9/9/9/9/9/8B/9/9", "a4", RED, ""},

    {"advisor one diagonal step", "9/9/9/9/9/9/9/9/4A4/9", "d2", RED, "e1 "},
    {"advisor not straight", "9/9/9/9/9/9/9/9/4A4/9", "e2", RED, ""},
    {"advisor not out of the palace", "9/9/9/9/9/9/9/3A5/9/9", "c1", RED, ""},
    {"advisor not out of the palace upwards", "9/9/9/9/9/9/9/3A5/9/9", "e3", RED, ""},
    {"black advisor", "5a3/9/9/9/9/9/9/9/9/9", "e8", BLACK, "f9 "},

    {"king one straight step", "9/9/9/9/9/9/9/9/4K4/9", "e2", RED, "e1 "},
    {"king not diagonally", "9/9/9/9/9/9/9/9/4K4/9", "d2", RED, ""},
    {"king not out of the palace", "9/9/9/9/9/9/9/9/3K5/9", "c1", RED, ""},
    {"king not out of the palace upwards", "9/9/9/9/9/9/9/4K4/9/9", "e3", RED, ""},
    {"kings facing is no attack here", "4k4/9/9/9/9/9/9/9/9/4K4", "e0", BLACK, ""},

    {"pawn forward", "9/9/9/9/9/9/4P4/9/9/9", "e4", RED, "e3 "},
    {"pawn never backward", "9/9/9/9/4P4/9/9/9/9/9", "e4", RED, ""},
    {"uncrossed pawn not sideways", "9/9/9/9/9/4P4/9/9/9/9", "d4", RED, ""},
    {"crossed pawn guards sideways", "9/9/9/9/4P4/9/9/9/9/9", "d5", RED, "e5 "},
    {"pawn on the last rank sideways", "4P4/9/9/9/9/9/9/9/9/9", "f9", RED, "e9 "},
    {"pawn does not wrap round the edge", "9/9/9/9/8P/9/9/9/9/9", "a6", RED, ""},
    {"black pawn goes down", "9/9/9/4p4/9/9/9/9/9/9", "e5", BLACK, "e6 "},
    {"black pawn never up", "9/9/9/4p4/9/9/9/9/9/9", "e7", BLACK, ""},
    {"black pawn not sideways at home", "9/9/9/9/4p4/9/9/9/9/9", "f5", BLACK, ""},
    {"black pawn sideways across the river", "9/9/9/9/9/4p4/9/9/9/9", "f4", BLACK, "e4 "},

    {"only the side that is asked for", "9/9/9/9/9/R3r4/9/9/9/4R4", "e2", BLACK, "e4 "},
    {"what stands on the square does not matter", "9/9/9/9/9/R3R4/9/9/9/9", "e4", RED, "a4 "},
    {"an empty board", EMPTY, "e4", RED, ""},
};

Test(position, rules_of_attack)
{
    for (size_t i = 0; i < sizeof attack_rows / sizeof attack_rows[0]; i++) {
        struct position position = board_of(attack_rows[i].board);
        uint8_t attackers[MAX_PIECES];
        char text[4 * MAX_PIECES] = "";
        size_t count = position_attackers(&position, square_named(attack_rows[i].square),
                                          attack_rows[i].by, attackers);
        for (size_t j = 0; j < count; j++) {
            square_write(attackers[j], RANKS_FROM_0, text + 3 * j);
            strcat(text, " ");
        }
        cr_assert_str_eq(text, attack_rows[i].attackers, "%s: '%s', not '%s'", attack_rows[i].rule,
                         text, attack_rows[i].attackers);
    }
}

static const struct {
    const char *rule, *board;
    bool red_in_check, black_in_check, kings_face;
} check_rows[] = {
    {"the start", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR", false, false,
     false},
    {"kings face each other", "4k4/9/9/9/9/9/9/9/9/4K4", true, true, true},
    {"one piece between the kings", "4k4/9/9/9/4p4/9/9/9/9/4K4", false, false, false},
    {"kings on different files", "3k5/9/9/9/9/9/9/9/9/4K4", false, false, false},
    {"rook check", "4k4/9/9/9/9/9/9/4R4/9/3K5", false, true, false},
    {"cannon check over the enemy's advisor", "4k4/4a4/9/9/9/9/9/4C4/9/3K5", false, true, false},
    {"horse check", "3k5/9/9/9/9/9/9/9/2n6/4K4", true, false, false},
    {"horse leg blocked", "3k5/9/9/9/9/9/9/9/2np5/4K4", false, false, false},
    {"pawn sideways check", "5k3/9/9/9/9/9/9/9/9/3pK4", true, false, false},
    {"no king, no check", "9/9/9/9/9/9/9/4R4/9/3K5", false, false, false},
};

Test(position, checks_and_facing_kings)
{
    for (size_t i = 0; i < sizeof check_rows / sizeof check_rows[0]; i++) {
        struct position position = board_of(check_rows[i].board);
        cr_assert_eq(position_in_check(&position, RED), check_rows[i].red_in_check, "%s: Red",
                     check_rows[i].rule);
        cr_assert_eq(position_in_check(&position, BLACK), check_rows[i].black_in_check, "%s: Black",
                     check_rows[i].rule);
        cr_assert_eq(position_kings_face(&position), check_rows[i].kings_face, "%s: facing",
                     check_rows[i].rule);
    }
}

Test(position, squares_that_a_kind_can_reach)
{
    static const struct {
        enum kind kind;
        const char *squares; /* of Red; NULL: all */
    } rows[] = {
        {KING, "d0 e0 f0 d1 e1 f1 d2 e2 f2 "},
        {ADVISOR, "d0 f0 e1 d2 f2 "},
        {ELEPHANT, "c0 g0 a2 e2 i2 c4 g4 "},
        {HORSE, NULL},
        {ROOK, NULL},
        {CANNON, NULL},
        {PAWN, "a3 c3 e3 g3 i3 a4 c4 e4 g4 i4 a5 b5 c5 d5 e5 f5 g5 h5 i5 a6 b6 c6 d6 e6 f6 g6 h6 "
               "i6 a7 b7 c7 d7 e7 f7 g7 h7 i7 a8 b8 c8 d8 e8 f8 g8 h8 i8 a9 b9 c9 d9 e9 f9 g9 h9 "
               "i9 "},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (int square = 0; square < SQUARE_COUNT; square++) {
            char name[SQUARE_TEXT_SIZE];
            square_write(square, RANKS_FROM_0, name);
            bool expected = rows[i].squares == NULL || strstr(rows[i].squares, name) != NULL;
            cr_assert_eq(position_reachable(piece_of(RED, rows[i].kind), square), expected,
                         "Red %s on %s", kind_name(rows[i].kind), name);
            cr_assert_eq(position_reachable(piece_of(BLACK, rows[i].kind), square_flip(square)),
                         expected, "Black %s on the opposite of %s", kind_name(rows[i].kind), name);
        }
    }
}

/* Most refusals are tested as FEN in test_fen.c; these no FEN can say. */
Test(position, refusals_without_text)
{
    struct position position;
    struct position_fault fault;
    position_start(&position);
    cr_assert(position_validate(&position, &fault), "the start: %s", fault.reason);
    cr_assert(position_validate(&position, NULL), "the start, without a place for the reason");

    position.side = 2;
    cr_assert_not(position_validate(&position, &fault), "side 2 is accepted");
    cr_assert_str_eq(fault.reason, "side to move 2 is neither Red nor Black", "%s", fault.reason);

    position_start(&position);
    position.piece[square_named("e4")] = PIECE_COUNT;
    cr_assert_not(position_validate(&position, &fault), "piece code 15 is accepted");
    cr_assert_str_eq(fault.reason, "piece code 15 on e4 is no piece", "%s", fault.reason);
    cr_assert_eq(fault.square, square_named("e4"), "square %d", fault.square);

    memset(position.piece, NO_PIECE, sizeof position.piece);
    cr_assert_not(position_validate(&position, NULL), "an empty board is accepted");
    cr_assert_eq(position_king(&position, RED), NO_SQUARE, "a king on an empty board");
}

Test(position, faults_name_their_square)
{
    static const struct {
        const char *board, *square, *reason;
    } rows[] = {
        {"4k4/9/9/9/9/9/9/9/4K4/4K4", "e0", "Red has two kings, the second on e0"},
        {"4k4/2b6/9/9/9/9/9/9/9/5K3", "c8", "Black elephant on c8, which it can never reach"},
        {"4k4/9/9/9/9/9/9/9/9/P4K3", "a0", "Red pawn on a0, behind where pawns start"},
        {"4k4/9/9/9/9/9/9/9/9/4K4", "e9", "kings face each other on file e"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct position position = board_of(rows[i].board);
        struct position_fault fault;
        cr_assert_not(position_validate(&position, &fault), "%s is accepted", rows[i].board);
        cr_assert_eq(fault.square, square_named(rows[i].square), "%s: square %d", rows[i].board,
                     fault.square);
        cr_assert_str_eq(fault.reason, rows[i].reason, "%s: %s", rows[i].board, fault.reason);
    }
}

Test(position, what_is_unusual)
{
    static const struct {
        const char *board, *text;
    } rows[] = {
        {"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR", ""},
        {"4k4/9/9/9/9/9/9/RRR6/9/3K5", "Red has 3 rooks; a game starts with 2"},
        {"4k4/9/nnnn5/9/9/9/9/9/9/3K5", "Black has 4 horses; a game starts with 2"},
        {"4k4/9/9/9/9/9/9/CCC6/9/3K5", "Red has 3 cannons; a game starts with 2"},
        {"4k4/9/9/9/9/9/9/9/4A4/3A1K3", ""},
        {"4k4/9/9/9/9/9/9/5A3/4A4/3A1K3", "Red has 3 advisors; a game starts with 2"},
        {"2b1k1b2/9/b7b/9/9/9/9/9/9/3K5", "Black has 4 elephants; a game starts with 2"},
        {"4k4/9/9/9/PPPPPP3/9/9/9/9/3K5", "Red has 6 pawns; a game starts with 5"},
        {"4k4/9/9/9/9/P8/P8/9/9/3K5", "Red has two uncrossed pawns on file a"},
        {"4k4/9/9/8p/8p/9/9/9/9/3K5", "Black has two uncrossed pawns on file i"},
        {"4k4/9/9/9/P8/P8/9/9/9/3K5", ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct position position = board_of(rows[i].board);
        char text[100] = "left over";
        bool unusual = position_unusual(&position, text, sizeof text);
        cr_assert_str_eq(text, rows[i].text, "%s: '%s'", rows[i].board, text);
        cr_assert_eq(unusual, rows[i].text[0] != '\0', "%s: %d", rows[i].board, unusual);
    }
}

Test(position, warnings_are_cut_to_their_room)
{
    struct position position = board_of("4k4/9/9/9/9/9/9/RRR6/9/3K5");
    char text[8] = "";
    cr_assert(position_unusual(&position, text, 4), "three rooks are usual");
    cr_assert_str_eq(text, "Red", "%s", text);
}

Test(position, applying_moves_counts_them)
{
    struct position position = board_of("4k4/9/9/9/9/4p4/4P4/9/9/3K5");
    position_apply(&position, move_of(square_named("d0"), square_named("d1")));
    cr_assert_eq(position.side, BLACK, "Black moves next");
    cr_assert_eq(position.halfmove, 1, "a quiet move counts");
    cr_assert_eq(position.fullmove, 1, "Red's move does not raise the move number");
    position_apply(&position, move_of(square_named("e4"), square_named("e3")));
    cr_assert_eq(position.side, RED, "Red moves next");
    cr_assert_eq(position.halfmove, 0, "a capture starts the count again");
    cr_assert_eq(position.fullmove, 2, "Black's move raises the move number");
    cr_assert_eq(position.piece[square_named("e3")], piece_of(BLACK, PAWN), "the pawn arrived");
    cr_assert_eq(position.piece[square_named("e4")], NO_PIECE, "the pawn left");

    position.halfmove = position.fullmove = UINT32_MAX;
    position.side = BLACK;
    position_apply(&position, move_of(square_named("e9"), square_named("e8")));
    cr_assert_eq(position.halfmove, UINT32_MAX, "the counter does not start at 0 again");
    cr_assert_eq(position.fullmove, UINT32_MAX, "the move number does not start at 0 again");
}

Test(position, mirrored_and_flipped_squares)
{
    cr_assert_eq(square_mirror(square_named("a3")), square_named("i3"), "a3 in a mirror");
    cr_assert_eq(square_flip(square_named("a3")), square_named("a6"), "a3 from the other side");
    xq_move move = move_of(square_named("b2"), square_named("b9"));
    cr_assert_eq(move_mirror(move), move_of(square_named("h2"), square_named("h9")), "b2b9");
    cr_assert_eq(move_flip(move), move_of(square_named("b7"), square_named("b0")), "b2b9");
    for (int square = 0; square < SQUARE_COUNT; square++) {
        cr_assert_eq(square_mirror(square_mirror(square)), square, "mirror of %d", square);
        cr_assert_eq(square_flip(square_flip(square)), square, "flip of %d", square);
    }
}

static void keeps_its_facts(const char *file, const struct suite_entry *entry)
{
    static void (*const change[])(const struct position *, struct position *) = {position_mirror,
                                                                                 position_flip};
    static const char *const names[] = {"mirror", "flip"};
    const struct position *position = &entry->position;
    for (size_t i = 0; i < 2; i++) {
        struct position seen, again;
        struct position_fault fault;
        change[i](position, &seen);
        enum side mover = (enum side)position->side, seen_mover = (enum side)seen.side;
        cr_assert_eq(seen_mover == mover, i == 0, "%s, %s: side after %s", file, entry->id,
                     names[i]);
        cr_assert(position_validate(&seen, &fault), "%s, %s, %s: %s", file, entry->id, names[i],
                  fault.reason);
        cr_assert_eq(position_in_check(&seen, seen_mover), position_in_check(position, mover),
                     "%s, %s: check after %s", file, entry->id, names[i]);
        change[i](&seen, &again);
        cr_assert(position_equal(position, &again), "%s, %s: %s twice", file, entry->id, names[i]);
        cr_assert_eq(again.fullmove, position->fullmove, "%s, %s: counter", file, entry->id);
        change[i](&seen, &seen);
        cr_assert(position_equal(position, &seen), "%s, %s: %s in place", file, entry->id,
                  names[i]);
    }
}

Test(position, mirror_and_flip_undo_themselves_and_keep_every_position_valid)
{
    cr_assert_gt(each_position(keeps_its_facts), 0, "no positions");
}

Test(position, equality_is_pieces_and_side)
{
    struct position a, b;
    position_start(&a);
    position_start(&b);
    b.halfmove = 5;
    b.fullmove = 9;
    cr_assert(position_equal(&a, &b), "counters are not compared");
    b.side = BLACK;
    cr_assert_not(position_equal(&a, &b), "the side to move is compared");
    b = a;
    b.piece[square_named("i9")] = NO_PIECE;
    cr_assert_not(position_equal(&a, &b), "the last square is compared");
}

/* The pieces that may move to `to`. A cannon that captures nothing moves as a rook would. */
static size_t movers(const struct position *position, const struct position *cannons_as_rooks,
                     int to, uint8_t out[MAX_PIECES])
{
    enum side side = (enum side)position->side;
    int piece = position->piece[to];
    if (piece == NO_PIECE)
        return position_attackers(cannons_as_rooks, to, side, out);
    return piece_side(piece) == side ? 0 : position_attackers(position, to, side, out);
}

static uint64_t count_paths(const struct position *position, unsigned depth)
{
    uint64_t count = 0;
    enum side side = (enum side)position->side;
    struct position cannons_as_rooks = *position;
    for (int square = 0; square < SQUARE_COUNT; square++)
        if (position->piece[square] == piece_of(side, CANNON))
            cannons_as_rooks.piece[square] = (uint8_t)piece_of(side, ROOK);
    for (int to = 0; to < SQUARE_COUNT; to++) {
        uint8_t from[MAX_PIECES];
        size_t moves = movers(position, &cannons_as_rooks, to, from);
        for (size_t i = 0; i < moves; i++) {
            struct position next = *position;
            position_apply(&next, move_of(from[i], to));
            if (!position_in_check(&next, side))
                count += depth == 1 ? 1 : count_paths(&next, depth - 1);
        }
    }
    return count;
}

static void has_its_known_counts(const char *file, const struct suite_entry *entry)
{
    for (unsigned depth = 1; depth <= 2; depth++) {
        if ((entry->known >> depth & 1) == 0)
            continue;
        uint64_t count = count_paths(&entry->position, depth);
        cr_assert_eq(count, entry->count[depth], "%s, %s: depth %u has %llu, not %llu", file,
                     entry->id, depth, (unsigned long long)count,
                     (unsigned long long)entry->count[depth]);
    }
}

Test(position, the_oracle_of_attacks_finds_every_known_count)
{
    cr_assert_gt(each_position(has_its_known_counts), 0, "no positions");
}
