/*
 * What all bitboards look up, whatever their way of line attacks: filled once, before main(), and
 * only read after. Squares are the neutral ones.
 *
 * The tables are filled here and not by the boards because a board may be compiled for a processor
 * that this one is not, and nothing of such a file may run before somebody has asked.
 */
#ifndef XQPERFT_BITBOARD_TABLES_H
#define XQPERFT_BITBOARD_TABLES_H

#include "bits90.h"
#include "types.h"

enum { PALACE_SQUARES = 18 };

struct bitboard_tables {
    /* A square as a set, and where its rank is in its half. */
    struct place {
        struct bits90 set;
        uint8_t rank, file;
        uint8_t rank_half, rank_shift;
        uint8_t unused[4];
    } place[SQUARE_COUNT];

    /* By blocked legs: bit 0 west, 1 south, 2 east, 3 north. */
    struct bits90 horse_reach[SQUARE_COUNT][16];
    /*
     * How to gather a horse's legs. By PEXT: under `set`, of which `in_south` are in Red's half. By
     * multiplication: those in Black's half are moved up by `north_up`, and the product with
     * `factor` has the legs in its upper four bits, in the order of horse_reach.
     */
    struct horse_legs {
        struct bits90 set;
        uint64_t factor;
        uint8_t in_south, north_up;
        uint8_t unused[6];
    } horse_legs[SQUARE_COUNT];
    /* The same reach by the legs that are on the board, from the lowest square. */
    struct bits90 horse_gathered[SQUARE_COUNT][16];
    /* Each leg, NO_SQUARE when it is beyond the edge, and where the horse goes over it. */
    uint8_t horse_leg[SQUARE_COUNT][4];
    struct bits90 horse_by_leg[SQUARE_COUNT][4];
    struct bits90 horse_near[SQUARE_COUNT];   /* a horse's move away, legs aside */
    uint64_t elephant_eye[SQUARE_COUNT][4];   /* these stay in the half of the square */
    uint8_t elephant_eye_at[SQUARE_COUNT][4]; /* the same, or NO_SQUARE */
    uint64_t elephant_to[SQUARE_COUNT][4];
    uint64_t advisor_to[SQUARE_COUNT];
    uint64_t king_to[SQUARE_COUNT];
    struct bits90 pawn_from[2][SQUARE_COUNT]; /* where a pawn of this side attacks the square */
    struct bits90 pawn_to[2][SQUARE_COUNT];   /* what one there attacks */

    /*
     * What a king asks. For every square of the two palaces: the squares of its rank and file, and
     * for each square from which a line piece or a horse might attack it, the squares that decide:
     * those between, or the horse's leg. A rook, king or horse attacks when they are empty, a
     * cannon when exactly one is not.
     */
    uint8_t palace_index[SQUARE_COUNT];
    struct bits90 king_lines[PALACE_SQUARES];
    struct bits90 king_path[PALACE_SQUARES][SQUARE_COUNT];
    /* Only a move that leaves or enters one of these squares can change whether the king is
     * attacked: king_lines, horse_near, and all horses' legs. */
    struct bits90 king_zone[PALACE_SQUARES];
    /* From where a horse, legs aside, or a pawn of the enemy attacks the king, or a square beside
     * it that it may step to. */
    struct bits90 king_near[PALACE_SQUARES];
};

extern struct bitboard_tables bitboard_tables __attribute__((visibility("hidden")));

#endif
