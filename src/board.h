/*
 * What a board representation can do, as one coarse table: one indirect call per question or per
 * timed sample, never one per move. The table of a board is filled by board_template.h, whose text
 * is the same for all boards; a new board, or a variant of one, is one file in boards/ and one line
 * in board.c.
 *
 * All functions are pure in the sense that matters: they load the neutral position into the board's
 * own state on the stack, allocate nothing, keep nothing, and may be called from several threads.
 * Positions must satisfy position_validate() unless a function says otherwise.
 */
#ifndef XQPERFT_BOARD_H
#define XQPERFT_BOARD_H

#include <signal.h>

#include "perft_stats.h"
#include "position.h"

XQPERFT_BEGIN

/* How perft counts its leaves. One policy is one column of a table; never compare across them. */
enum policy {
    POLICY_PLAIN,   /* make every leaf, test the king, unmake; count them one by one */
    POLICY_BULK,    /* depth 1 returns the number of legal moves, each listed, made and tested */
    POLICY_LEGAL,   /* the same number from one look at the king's surroundings: nothing is listed
                     * or made but the moves of the king and of pieces that may be pinned */
    POLICY_TWO_PLY, /* the last two plies in one sum where that pays, so that not every position
                     * between them is counted by itself; only some boards have it, see board_has()
                     */
    POLICY_COUNT
};

enum { PERFT_MAX_DEPTH = 20 };

/* What is said of a count that does not fit 64 bits; or that is as many, which nobody will miss. */
#define PERFT_TOO_MANY UINT64_MAX

/* The sum of two counts, or PERFT_TOO_MANY. */
static inline uint64_t perft_add(uint64_t a, uint64_t b)
{
    uint64_t sum;
    return __builtin_add_overflow(a, b, &sum) ? PERFT_TOO_MANY : sum;
}

struct hash;

struct perft_request {
    unsigned depth; /* 0..PERFT_MAX_DEPTH; perft 0 is 1 */
    enum policy policy;
    /* When not NULL: looked at every few thousand nodes; once it is not 0, the count is given up
     * and what is returned is meaningless. A signal handler may set it. */
    const volatile sig_atomic_t *stop;
    struct hash *hash; /* counts of subtrees, see hash.h; NULL for none */
};

/* Receives each root move of a divide; returns false to end it early. */
typedef bool board_visit(void *context, xq_move move, uint64_t nodes);

/* What a timed kernel does with each prepared position (see struct board), and its result. Moves
 * and pieces are listed beforehand unless listing is what is timed. */
enum kernel {
    KERNEL_GENERATE,    /* list all pseudo-legal moves; result: their number */
    KERNEL_CAPTURES,    /* list the pseudo-legal captures; result: their number */
    KERNEL_LEGAL_LIST,  /* list all legal moves; result: their number */
    KERNEL_MOBILITY,    /* count the legal moves without listing them; result: their number */
    KERNEL_MAKE_UNMAKE, /* make and unmake each pseudo-legal move; result: their number */
    KERNEL_IN_CHECK,    /* ask whether either king is in check; result: how many are */
    KERNEL_ATTACKERS,   /* list the attackers of each piece; result: their number in all */
    KERNEL_GIVES_CHECK, /* ask of each legal move whether it gives check; result: how many do */
    KERNEL_HASH_UPDATE, /* find the hash keys (hash.h) after each pseudo-legal move from those
                         * before it; result: the exclusive or of all words of all these keys */
    KERNEL_COPY,        /* copy the state; result: how many copies have Black to move */
    KERNEL_LOAD,        /* bring a neutral position into a state; the same result */
    KERNEL_FEN_LOAD,    /* read FEN text, and do the same with what it says; the same result */
    KERNEL_EMPTY,       /* nothing; result: the number of positions */
    KERNEL_READ,        /* read every byte of the state once; result: the number of positions */
    KERNEL_COUNT
};

struct board {
    const char *name;
    const char *summary; /* one line */

    /* Of a variant: the name of the board that it is another way of; else NULL. */
    const char *variant_of;
    /* Of a name that stands for the fastest of its variants here: that one; else NULL. */
    const struct board *chosen;
    /* May it run on this processor? NULL when it may on any. Unless this says yes, no other
     * function may be called. */
    bool (*available)(void);

    /* The last of the policies that it has; it has all before, too. Asked for a later one, it
     * counts by this, and right; whoever names policies should refuse it. */
    enum policy last;
    /* Which of them is the fastest: not always the last. */
    enum policy fastest;

    size_t state_bytes; /* of one position in this representation */
    size_t table_bytes; /* of all its constant tables */

    /* The number of legal paths of the requested length; PERFT_TOO_MANY with a hash, by which alone
     * so many can be counted in a lifetime. */
    uint64_t (*perft)(const struct position *, const struct perft_request *);

    /* The same with statistics, added to *stats; every leaf is made, and the hash is not used. The
     * depth must be at least 1. */
    void (*stats)(const struct position *, const struct perft_request *, struct perft_stats *);

    /* Visits each legal root move with its perft of depth - 1 (the depth must be at least 1), in
     * the board's own order. False when the visitor or the stop flag ended it early. */
    bool (*divide)(const struct position *, const struct perft_request *, board_visit *,
                   void *context);

    /* Lists of moves, in the board's own order; return how many. The second also works on positions
     * that position_validate() refuses for their kings (none, several, in check), as long as every
     * piece is on a square that it can reach and no side has more than 16. */
    size_t (*legal_moves)(const struct position *, xq_move out[MAX_MOVES]);
    size_t (*pseudo_legal_moves)(const struct position *, bool captures_only,
                                 xq_move out[MAX_MOVES]);

    /* Decided from the two squares, not by searching a list. Any two squares may be asked. */
    bool (*is_legal)(const struct position *, xq_move);

    /* Is the king of this side attacked, or facing the other king? */
    bool (*in_check)(const struct position *, enum side);

    /* The number of legal moves. */
    size_t (*mobility)(const struct position *);

    /* As position_attackers(), in the board's own order. Works on the same positions as
     * pseudo_legal_moves. */
    size_t (*attackers)(const struct position *, int square, enum side by, uint8_t out[MAX_PIECES]);

    /* Makes and unmakes every pseudo-legal move: each make must give the position that
     * position_apply() gives, each unmake must restore every byte of the state. True when all do;
     * false with the first move that fails in *bad. */
    bool (*make_unmake_exact)(const struct position *, xq_move *bad);

    /*
     * Timed kernels work on an array of prepared positions, `slot_bytes` each, aligned to 64 bytes,
     * and return a result that is the same for every board. Going through many positions in turn
     * keeps the branch predictor as honest as a real search does. What only some kernels need is in
     * an array of its own, `extra_bytes` a position, aligned likewise, so that it does not crowd
     * the others' caches. A kernel leaves both as they were.
     */
    size_t slot_bytes, extra_bytes;
    void (*prepare)(void *slot, void *extra, const struct position *);
    uint64_t (*kernel[KERNEL_COUNT])(void *slots, size_t count, const void *extras);
};

/* All boards of the side-by-side table, the reference of tables and ratios first; NULL ends the
 * list. "bitboard" and "vector" are the fastest of their variants on this processor, chosen before
 * main(); see also isa_force(). */
extern const struct board *const all_boards[];

/* Other ways of these boards, those that are not available here too; NULL ends the list. */
extern const struct board *const all_variants[];

/* One after the other: all boards, then those variants that are available here; then NULL. */
const struct board *board_at(size_t index);

/* The board or available variant of this name, or NULL. */
const struct board *board_find(const char *name);

/* Has the board this policy? */
bool board_has(const struct board *board, enum policy policy);

/* What "vector" is compiled for: from the one that any processor has to the widest. */
enum isa { ISA_PORTABLE, ISA_AVX2, ISA_AVX512, ISA_COUNT };

/* "portable", "avx2"; the one of a name, or ISA_COUNT. */
const char *isa_name(enum isa isa);
enum isa isa_find(const char *name);

/* Its build of the board; may that run here? Which one does "vector" stand for? */
const struct board *isa_board(enum isa isa);
bool isa_available(enum isa isa);
enum isa isa_chosen(void);

enum { ISA_NAMES_SIZE = 64 };

/* The names of those that may run here: "portable, avx2". Returns `out`. */
const char *isa_names_here(char out[ISA_NAMES_SIZE]);

/* Makes "vector" stand for this build, the widest or not, until it is called again. False, and
 * nothing changes, where that may not run. To be called before any board is used: whoever holds
 * "vector" meanwhile would go on with the other build. */
bool isa_force(enum isa isa);

/* "plain", "bulk"; the policy of a name, or POLICY_COUNT. */
const char *policy_name(enum policy policy);
enum policy policy_find(const char *name);

XQPERFT_END

#endif
