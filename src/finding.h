/*
 * What is wrong with a move generator, at one position: the node where it goes wrong, the rule that
 * it breaks there, and the smallest position that still shows it.
 */
#ifndef XQPERFT_FINDING_H
#define XQPERFT_FINDING_H

#include "compare.h"
#include "mistakes.h"

XQPERFT_BEGIN

enum {
    FINDING_WRONG_MOVES = 32, /* kept of one position */
    FINDING_MISTAKES = 3,     /* named of those that explain it */
    FINDING_SHRINK_LIMIT = 300,
};

/* A move that it makes and may not (`extra`), or may make and does not. */
struct wrong_move {
    xq_move move;
    bool extra;
    enum rule
        rule; /* that of the ruling; of a missing move, that of the mistake where it is known */
    struct ruling ruling;
};

/* A node at which it is wrong. */
struct finding_case {
    struct compare_node node; /* with a path only where the position alone does not show it */
    unsigned depth;
    uint64_t expected, nodes; /* its perft of this depth, right and wrong */
    xq_move culprit;          /* of DIFFER_COUNTS: the move with a wrong count */
    uint64_t culprit_expected, culprit_nodes;
    size_t wrong_count; /* of DIFFER_MOVES; the first FINDING_WRONG_MOVES of them are kept */
    struct wrong_move wrong[FINDING_WRONG_MOVES];
    size_t stray_count;
    char stray[DIVIDE_STRAYS][DIVIDE_STRAY_SIZE];
    size_t repeated_count; /* moves that it lists more than once, and the first of these */
    xq_move repeated;
};

struct finding {
    bool located; /* false: someone gave up on the way, and nothing else is set */
    enum difference_kind kind;
    struct compare_node node; /* where it goes wrong first, on the way from the root */
    bool only_behind_moves;   /* the same position without the way to it shows nothing; the node is
                               * then the first on the way that does */
    bool only_deep;           /* its moves are wrong at this depth, and right in its perft 1 */
    bool only_unlisted; /* its total of perft 1 is right: it has the moves that it does not list */
    struct finding_case found, smallest;
    bool shrunk;   /* `smallest` was looked for to the end */
    bool repeated; /* there was one like it before */

    /* The broken rule: that of a mistake which explains everything, else that which most of the
     * wrong moves break; RULE_COUNT when it is no rule of movement that is broken. */
    enum rule rule;
    /* Mistakes that give exactly the lists of all `answers` that were looked at. */
    size_t mistake_count;
    int mistake[FINDING_MISTAKES]; /* the first of them, indices into mistakes[] */
    size_t answers;
};

/* What kind of mistake it is: its rule, or one of these. */
enum finding_class {
    FINDING_PERFT = RULE_COUNT, /* counting, or moves of one depth only */
    FINDING_MOVES,              /* only playing moves brings it about */
    FINDING_NO_MOVE,            /* what it lists is no move of this board */
    FINDING_MISSING,            /* moves are missing, and no known mistake explains why */
    FINDING_UNSTEADY,           /* the answer was another when asked again */
    FINDING_CLASSES
};
enum finding_class finding_class(const struct finding *finding);

/* Of what there was a finding before, so that its smallest position need not be looked for again.
 */
struct finding_known {
    bool classes[FINDING_CLASSES];
    bool mistakes[MISTAKE_LIMIT];
};

/* Notes a finding. True when there was none like it before. */
bool finding_note(struct finding_known *known, const struct finding *finding);

struct finding_request {
    const struct finding_known *known;
    enum ranks ranks; /* of the squares in rulings */
    size_t right_count;
    const struct position *right; /* positions of which its lists are known to be right */
};

/*
 * Follows up a difference that compare_at_node() saw between pair[0], which is right, and pair[1],
 * which is on trial. False when someone gave up, or memory was short; *finding then holds what was
 * known by then.
 */
bool finding_make(const struct generator pair[2], const struct difference *seen,
                  const struct finding_request *request, struct finding *finding);

XQPERFT_END

#endif
