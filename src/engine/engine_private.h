/* What the files of engine.h share: life and failure (engine.c), the two protocols (engine_uci.c,
 * engine_script.c), and the first questions (engine_meet.c). */
#ifndef XQPERFT_ENGINE_PRIVATE_H
#define XQPERFT_ENGINE_PRIVATE_H

#include "answer.h"
#include "child.h"
#include "engine.h"
#include "fen.h"

/* Seconds: for an answer that needs no counting, when the timeout is longer; and to go in peace. */
enum { ENGINE_SHORT_LIMIT = 30, ENGINE_GRACE = 1 };

enum { ENGINE_QUESTION_SIZE = 40, ENGINE_QUOTE_SIZE = 80 };

struct engine_last_words {
    char reason[ENGINE_REASON_SIZE];
    size_t count;
    char line[ENGINE_LAST_LINES][CHILD_LAST_SIZE];
};

struct engine {
    struct engine_setup setup;
    struct dialect dialect;
    double limit; /* seconds for the next answer */
    char name[ENGINE_NAME_SIZE];
    bool *offered; /* for each option of the setup: does it know it? */
    size_t questions;
    struct engine_last_words failure;
    size_t probe_count;
    struct engine_probe probe[ENGINE_PROBES];

    /* The process; NULL when it has ended or failed, which `gone` says. */
    struct child *child;
    char gone[CHILD_REASON_SIZE + 32];
    bool greeted;  /* it has spoken its protocol */
    bool proven;   /* it has answered a perft */
    bool unsteady; /* engine_meet() got a wrong answer that was right when asked for again */

    char *words; /* the latest question in full, see engine_words(); NULL before the first */
    char question[ENGINE_QUESTION_SIZE]; /* "go perft 3", or "depth 3" of a script */
    char said[ENGINE_QUOTE_SIZE];        /* the first line that followed, printable */
    struct answer answer;
};

struct engine_question {
    const struct position *root;
    const xq_move *path;
    size_t path_length;
    unsigned depth;
};

/* Asks, and leaves the answer in engine->answer. */
enum engine_result engine_ask(struct engine *engine, const struct engine_question *question);

/* What is said for it: lines of UCI, or the call of the script as a shell would read it. For the
 * caller to free; NULL when memory is short. */
char *engine_uci_words(const struct engine *engine, const struct engine_question *question);
char *engine_script_words(const struct engine *engine, const struct engine_question *question);

enum engine_result engine_uci_greet(struct engine *engine);
enum engine_result engine_uci_ask(struct engine *engine, const struct engine_question *question);
enum engine_result engine_script_ask(struct engine *engine, const struct engine_question *question);

/* --- for the protocols ----------------------------------------------------------------------- */

/* Starts the process, with the arguments of a script. */
enum engine_result engine_launch(struct engine *engine, const char *const *arguments);

/* Notes what is asked now. */
__attribute__((format(printf, 2, 3))) void engine_asks(struct engine *engine, const char *format,
                                                       ...);

/* Adds a line to the answer. */
enum engine_result engine_hear(struct engine *engine, const char *line);

/* Lets the process end by itself, as child_end() does; its last lines are kept. */
int engine_part(struct engine *engine, double grace);

/* What a question has come to; they end the process if there still is one. */
__attribute__((format(printf, 2, 3))) enum engine_result engine_fail(struct engine *engine,
                                                                     const char *format, ...);
enum engine_result engine_stop(struct engine *engine);
/* It has parted, with this status, before the answer was complete. */
enum engine_result engine_broke_off(struct engine *engine, int status);
/* No total in time; `within` says what that was, after a blank, or is "". */
enum engine_result engine_no_total(struct engine *engine, const char *within);

/* The same as the question, in words: "when asked 'go perft 3'", "when called with depth 3". */
enum { ENGINE_WHEN_SIZE = ENGINE_QUESTION_SIZE + 20 };
const char *engine_when(const struct engine *engine, char out[ENGINE_WHEN_SIZE]);

/* "within 1 second", "within 0.5 seconds". */
enum { ENGINE_WITHIN_SIZE = 32 };
const char *engine_within(double seconds, char out[ENGINE_WITHIN_SIZE]);

/* The shorter of the timeout and what an answer without counting may take. */
double engine_short_limit(const struct engine *engine);

/* The FEN in its dialect; and of a path its moves, with a blank before each, for the caller to
 * free, NULL when memory is short. Moves that it ignores are played, and the path is then "". */
char *engine_write_question(const struct engine *engine, const struct engine_question *question,
                            char fen[FEN_SIZE]);

#endif
