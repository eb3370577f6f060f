/*
 * Another program's perft, asked for over UCI or by a script, in whatever dialect it speaks.
 *
 * UCI: `position fen FEN moves M1 M2 ...` and `go perft N`, answered by lines `MOVE: COUNT` and a
 * total. Script: called as `COMMAND DEPTH "FEN" "MOVES"` (no third argument without moves), it
 * prints lines `MOVE COUNT`, an empty line and a total.
 */
#ifndef XQPERFT_ENGINE_H
#define XQPERFT_ENGINE_H

#include <signal.h>

#include "divide_list.h"
#include "notation.h"
#include "position.h"

XQPERFT_BEGIN

enum { ENGINE_REASON_SIZE = 400, ENGINE_LAST_LINES = 8, ENGINE_NAME_SIZE = 120 };

struct engine_setup {
    const char *command; /* run by /bin/sh */
    bool script;         /* else UCI */
    double timeout;      /* seconds for one answer */
    size_t option_count;
    const char *const *options;        /* "NAME=VALUE", or "NAME" of a button */
    const volatile sig_atomic_t *stop; /* as in child.h */
};

/* How it wants to be spoken to. */
struct dialect {
    enum ranks ranks;     /* of moves, read and sent */
    bool red_is_r;        /* Red's side letter in FEN is r, not w */
    bool horse_is_h;      /* horse and elephant are H and E, not N and B */
    bool ignores_moves;   /* what follows `moves` has no effect: it is sent the FEN behind them */
    bool variant_offered; /* it has an option UCI_Variant, set to xiangqi */
};

enum engine_result {
    ENGINE_OK,
    ENGINE_FAILED,  /* it crashed, hung, or spoke nonsense: see engine_failure() */
    ENGINE_STOPPED, /* the stop flag was set */
};

struct engine;

/* No process yet; NULL when memory is short. What the setup points to must outlive the engine. */
struct engine *engine_new(const struct engine_setup *setup);
/* Ends its process, too. */
void engine_free(struct engine *engine);

/* Starts the process anew and, over UCI, greets it and sets its options. After a failure this is
 * how to go on; the dialect that was found stays. */
enum engine_result engine_start(struct engine *engine);

/*
 * Finds out its dialect by asking for small perfts whose answers are known (perft 1 and 2 of the
 * starting position, a position with Black to move, one after moves), starting it first. Ends with
 * ENGINE_FAILED when it cannot be compared with: no perft, another game, the side to move ignored.
 * Miscounts are no failure; see engine_probe().
 */
enum engine_result engine_meet(struct engine *engine);

enum { ENGINE_PROBES = 4, ENGINE_PROBE_MOVES = 3 };

/* What engine_meet() asked, and how it went. */
struct engine_probe {
    const char *what;         /* such as "perft 2 of the start" */
    struct position position; /* from which the comparison can be made again */
    unsigned depth;
    bool agrees; /* in all: moves, counts and total */

    /* How it was asked for the position: by these moves from a root. */
    struct position root;
    size_t path_length;
    xq_move path[ENGINE_PROBE_MOVES];
};
/* The probe of this index; NULL behind the last. */
const struct engine_probe *engine_probe(const struct engine *engine, size_t index);

/* Asks for the perft of this depth (from 1), divided, after these legal moves from the root. */
enum engine_result engine_divide(struct engine *engine, const struct position *root,
                                 const xq_move *path, size_t path_length, unsigned depth,
                                 struct divide_list *list);

/* How engine_divide() asks, for a person who wants to ask the same by hand: lines of UCI, or a
 * shell command. For the caller to free; NULL when memory is short. */
char *engine_words(const struct engine *engine, const struct position *root, const xq_move *path,
                   size_t path_length, unsigned depth);

/* The latest question in the same form; "" before the first. */
const char *engine_last_question(const struct engine *engine);

/* The name it gives itself; else its command. Printable. */
const char *engine_name(const struct engine *engine);
const struct dialect *engine_dialect(const struct engine *engine);

/* Options of the setup that it did not offer: the first, or NULL. Found at the start; set anyway.
 */
const char *engine_unknown_option(const struct engine *engine);

/* Why it failed, a clause that begins with a verb, such as "did not answer 'go perft 3' within 60
 * seconds"; and the last lines it said, the oldest first; returns how many. */
const char *engine_failure(const struct engine *engine);
size_t engine_last_lines(const struct engine *engine, const char *line[ENGINE_LAST_LINES]);

/* How many answers were asked for, all in all. */
size_t engine_questions(const struct engine *engine);

XQPERFT_END

#endif
