/* Where move generators differ: down from a wrong total to the first wrong node. */
#ifndef XQPERFT_COMPARE_H
#define XQPERFT_COMPARE_H

#include "board.h"
#include "divide_list.h"

XQPERFT_BEGIN

enum { COMPARE_MAX_BOARDS = 16, COMPARE_MAX_PATH = 512 };

/* A node of the tree, as what is compared is asked about it: some need the way to it. */
struct compare_node {
    struct position root;
    xq_move path[COMPARE_MAX_PATH]; /* the moves from the root to the node */
    size_t path_length;
    struct position position; /* the node itself */
};

/* The node of a root; and from a node to its child. The way there must leave room for the depths
 * that are compared. */
void compare_node_start(struct compare_node *node, const struct position *root);
void compare_node_enter(struct compare_node *node, xq_move move);

/* A move generator that is compared: a board's, or another program's. Both functions return false
 * when they gave up, stopped or failed; what they filled in is then not looked at. */
struct generator {
    const char *name;
    void *context;
    /* Adds the rows of this depth (at least 1), in any order, to an empty list. */
    bool (*divide)(void *context, const struct compare_node *node, unsigned depth,
                   struct divide_list *list);
    /* The perft of this depth, which may be 0; NULL for one that gives its total with the rows. */
    bool (*total)(void *context, const struct compare_node *node, unsigned depth, uint64_t *nodes);
};

enum difference_kind {
    DIFFER_MOVES,  /* not all list the same moves at the node */
    DIFFER_COUNTS, /* they do, but count differently behind `culprit`, a move behind which nothing
                    * differs */
    DIFFER_TOTALS, /* their divides are the same and their totals are not */
    DIFFER_ONCE,   /* asked once more, they agree */
};

/* The first node at which generators do not agree. */
struct difference {
    struct compare_node node;
    enum difference_kind kind;
    unsigned depth; /* at which it shows, from the node */
    size_t generator_count;
    const char *name[COMPARE_MAX_BOARDS];
    uint64_t nodes[COMPARE_MAX_BOARDS]; /* sums of the divides, or totals if these differ */
    xq_move culprit;

    /* The moves that some call legal here and others do not, with a bit per generator that has
     * them; at least one for DIFFER_MOVES, unless all that differs are strays. */
    size_t move_count;
    xq_move move[MAX_MOVES];
    uint32_t holders[MAX_MOVES];

    struct divide_list list[COMPARE_MAX_BOARDS]; /* the divides of the node */
};

enum compare_result { COMPARE_AGREE, COMPARE_DIFFER, COMPARE_GAVE_UP };

/* One look at a node: compares the divides and totals of 2 to COMPARE_MAX_BOARDS generators at this
 * depth. What is in *difference counts only when they differ. */
enum compare_result compare_at_node(const struct generator *generators, size_t count,
                                    const struct compare_node *node, unsigned depth,
                                    struct difference *difference);

/*
 * From what compare_at_node() found at a root down to the first wrong node: first to the smallest
 * depth that differs, so that no generator is asked for more than it takes, then from child to
 * child. COMPARE_DIFFER, or COMPARE_GAVE_UP with *difference somewhere on the way.
 */
enum compare_result compare_go_down(const struct generator *generators,
                                    struct difference *difference);

/* A board as a generator; `request` is changed by it and must outlive it. */
struct compare_board {
    const struct board *board;
    struct perft_request request;
};
struct generator compare_board_generator(struct compare_board *board);

/*
 * Compares boards (a NULL-terminated list of at most COMPARE_MAX_BOARDS). True when all agree on
 * the divide counts at this depth and on their totals; false with the first wrong node in
 * *difference. A set stop flag in the request ends it with true.
 */
bool compare_boards(const struct board *const *boards, const struct position *position,
                    const struct perft_request *request, struct difference *difference);

XQPERFT_END

#endif
