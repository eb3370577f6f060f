/*
 * Deep perft in pieces that survive: a plan of work units, their counts, and what they come to.
 *
 * A plan has all positions that some plies lead to, each once: orders of moves that come to the
 * same position, and a position and its mirror image, are one unit. It keeps by how many paths a
 * unit is reached from each root move, so that the units' counts give the count of every root move:
 *
 *     perft(depth) behind a root move  =  sum over units of  paths from that move * count of the
 * unit
 *
 * A position and its mirror image have the same count, so it is right to merge them whether or not
 * the root is its own mirror image; root moves are never merged.
 *
 * A plan is a text file, with the results of its units as further lines:
 *
 *     xqperft-deep 1 PLAN
 *     fen FEN
 *     depth DEPTH
 *     split PLIES
 *     moves MOVE...
 *     paths PATHS
 *     units COUNT
 *     unit NUMBER PLACEMENT SIDE PATHS MOVE:PATHS...
 *     result PLAN NUMBER PLACEMENT SIDE DEPTH COUNT BOARD SUM
 *
 * Numbers are decimal. The moves are those of the root, also such as lead to no unit. PLAN is a
 * checksum of the lines that follow, up to the last unit, and SUM one of the line before it, both
 * by deep_sum(); 16 hexadecimal digits. Units are numbered from 1 in the order of the lines, which
 * is the same for every board. With a split of 0 the only unit is the root, and there are no moves.
 * A line whose SUM is not right, or that does not end, was torn by a kill of its writer or changed,
 * and says nothing.
 */
#ifndef XQPERFT_DEEP_H
#define XQPERFT_DEEP_H

#include <stdio.h>

#include "perft.h"
#include "suite.h"
#include "wide.h"

XQPERFT_BEGIN

/* Two squares a byte. All units of a plan have the same side to move. */
enum { DEEP_PACKED_SIZE = SQUARE_COUNT / 2 };

/* Indices of units, and of entries of their paths, leave room in 32 bits for marks. */
#define DEEP_MOST (UINT32_C(1) << 31)

/* So many paths begin with this root move (an index) and end in the unit. */
struct deep_path {
    uint64_t paths;
    uint16_t move;
};

struct deep_unit {
    uint8_t packed[DEEP_PACKED_SIZE];
    uint32_t first; /* the index of its first deep_path; the next unit's is behind its last */
};

struct deep_plan {
    struct position root;
    unsigned depth, split;
    size_t move_count;
    xq_move move[MAX_MOVES]; /* at the root, in ascending order; none when split is 0 */
    size_t unit_count;
    struct deep_unit *unit; /* and one more, for its `first` */
    struct deep_path *path;
    wide paths;        /* in all: perft of `split` */
    uint64_t checksum; /* PLAN; of a plan that was read or written */
};

enum deep_result {
    DEEP_OK,
    DEEP_STOPPED,
    DEEP_MEMORY,   /* there is not enough */
    DEEP_OVERFLOW, /* more than 2^64 - 1 paths from one root move to one unit */
    DEEP_TOO_MANY, /* more than DEEP_MOST units, or entries of their paths */
};

/*
 * Makes the plan of `depth` (up to PERFT_MAX_DEPTH) with a split of at most that. `board` lists
 * moves; the plan is the same for each. Of memory it takes some 70 bytes a unit and 16 for each
 * root move of a unit, two times that while it grows. `stop` may be NULL. Free with
 * deep_plan_free(), which a failure needs not.
 */
enum deep_result deep_plan_make(struct deep_plan *plan, const struct position *root, unsigned depth,
                                unsigned split, const struct board *board,
                                const volatile sig_atomic_t *stop);
void deep_plan_free(struct deep_plan *plan);

/* Same position, depth, split, moves, units and paths? */
bool deep_plan_equal(const struct deep_plan *a, const struct deep_plan *b);

/* The position of a unit (an index, from 0), with fresh counters. */
void deep_unit_position(const struct deep_plan *plan, size_t unit, struct position *position);

/* The number of paths to a unit from all root moves. */
wide deep_unit_paths(const struct deep_plan *plan, size_t unit);

/* Writes the plan, and sets plan->checksum. The stream must be at its start and allow fseek().
 * False with errno set. */
bool deep_plan_write(struct deep_plan *plan, FILE *stream);

/* --- counting --------------------------------------------------------------------------------- */

/* Told of each counted unit, by one thread at a time; false ends the counting. */
typedef bool deep_counted(void *context, size_t unit, wide count);

struct deep_job {
    const struct deep_plan *plan;
    const struct board *board;
    struct perft_request request; /* its depth is not looked at */
    unsigned threads;
    const uint32_t *unit; /* indices of those to be counted */
    size_t unit_count;
    deep_counted *counted;
    perft_progress *progress; /* of units, as in perft_run() */
    void *context;            /* of both */
};

/* Shares the units out among threads. False when it ended before all were counted: by the stop
 * flag, `counted`, or a count of more than 128 bits, of which *too_large is set. */
bool deep_count(const struct deep_job *job, bool *too_large);

/* --- results ---------------------------------------------------------------------------------- */

/* What is known of the units. The board is named by its place in all_boards[], a variant by that of
 * the board that it is another way of. */
struct deep_tally {
    wide *count;        /* by unit */
    uint8_t *by;        /* 0 where there is no count, else 1 + the place of the board */
    size_t counted;     /* units with a count */
    size_t repeated;    /* results of units that had one already, and the same */
    size_t conflicting; /* and another */
    size_t torn;        /* lines */
};

/* The place of a board, as above. */
uint8_t deep_board_place(const struct board *board);

/*
 * Reads a file: a plan, with or without results, or, once there is a plan, results alone. The first
 * file gives the plan, in which plan->unit is NULL before; of others that begin with a plan, it
 * must be the same. What is wrong is reported as with a suite; torn lines and conflicting results
 * are not wrong in this sense, but are reported, the latter as no warning. False when something was
 * wrong. Free both at the end in either case.
 */
bool deep_read(const char *file, struct deep_plan *plan, struct deep_tally *tally,
               suite_report *report, void *context);
void deep_tally_free(struct deep_tally *tally);

/* Takes a count as deep_read() does. */
void deep_tally_add(struct deep_tally *tally, size_t unit, wide count, uint8_t place);

/* Appends the result of a unit to an open file by one write(), so that several processes may append
 * to one file at the same time; `fd` is to have O_APPEND. False with errno set when not all could
 * be written. */
bool deep_result_write(const struct deep_plan *plan, size_t unit, wide count, uint8_t place,
                       int fd);

/* What the counts come to. */
struct deep_total {
    wide nodes;
    wide move[MAX_MOVES]; /* by the moves of the plan */
};

/* Adds up the counted units. False when a sum has more than 128 bits. */
bool deep_total(const struct deep_plan *plan, const struct deep_tally *tally,
                struct deep_total *total);

/* 64 bits of a text that follows another of this sum; DEEP_SUM for none. By G. Fowler, L. C. Noll
 * and P. Vo's FNV-1a: it finds accidents, not forgers. */
#define DEEP_SUM UINT64_C(0xcbf29ce484222325)
uint64_t deep_sum(uint64_t sum, const void *bytes, size_t length);

XQPERFT_END

#endif
