/* A run of xqperft compare, as its output forms see it. */
#ifndef XQPERFT_CLI_COMPARISON_H
#define XQPERFT_CLI_COMPARISON_H

#include <jansson.h>

#include "engine.h"
#include "finding.h"
#include "input.h"
#include "junit.h"
#include "options.h"
#include "tables.h"

enum outcome_state {
    OUTCOME_AGREES,
    OUTCOME_DIFFERS,
    OUTCOME_FAILED, /* the engine did, before it had answered */
};

/* How the engine failed; NULL texts when it did not. */
struct failure {
    char *reason;
    char *question;   /* how it was asked, for a person to ask it again; each line has an end */
    char *last_lines; /* each with a line end; "" for none */
};

/* One position compared. */
struct outcome {
    char id[SUITE_ID_SIZE];   /* "" for --fen */
    struct compare_node node; /* behind --moves, if there are any */
    unsigned depth;
    enum outcome_state state;
    uint64_t expected, nodes;       /* our perft and the engine's */
    uint64_t rows;                  /* what the engine's rows add up to */
    double seconds, engine_seconds; /* taken by these */
    struct finding *finding;        /* of OUTCOME_DIFFERS */
    bool probe;                     /* of the canary, where the engine was wrong before */
    bool news;                      /* the first to break this rule: worth a report of its own */
    struct failure failure; /* also of OUTCOME_DIFFERS, when it failed while that was followed up */
};

struct comparison {
    const struct options *options;
    struct roots roots;
    struct engine *engine;
    enum ranks ranks;   /* in which moves are shown: the engine's own, unless --ranks says other */
    enum glyphs glyphs; /* with which boards are drawn */
    struct tables tables;
    size_t planned, done, agreeing, differing, failed;
    size_t told;     /* outcomes: as many as `done`, but while the canary is compared */
    size_t canaries; /* how many of those done come from the canary: the first ones */
    double seconds;  /* taken by ours and the engine */
    bool cut_short;  /* a signal came while a difference was followed up */
    bool changed;    /* the EPD file did, so that nothing more could be compared */
    struct junit junit;

    /* How many differ by a rule, in the order in which these were met; names as outcome_rule()
     * gives them. */
    struct {
        const char *name;
        size_t count;
    } rules[FINDING_CLASSES + 1];
    size_t rule_count;

    /* For finding_make(): what was found, and where the engine was right. */
    struct finding_known known;
    size_t right_count;
    struct position *right;
};

/* How a comparison is printed in one format. The end is reached also when a signal, or an engine
 * that failed twice, ended the run early: done < planned then. */
struct compare_form {
    /* Instead of all else: the engine cannot be compared with. */
    void (*unmet)(const struct comparison *run, const struct failure *failure);
    void (*begin)(const struct comparison *run);
    /* That with the number `told`. */
    void (*outcome)(const struct comparison *run, const struct outcome *outcome);
    void (*end)(const struct comparison *run);
};

extern const struct compare_form compare_forms[FORMAT_COUNT];
void compare_json_unmet(const struct comparison *run, const struct failure *failure);
void compare_json_begin(const struct comparison *run);
void compare_json_outcome(const struct comparison *run, const struct outcome *outcome);
void compare_json_end(const struct comparison *run);

/* "start, depth 3"; an id, or the FEN where there is none. */
void outcome_print_name(FILE *out, const struct outcome *outcome,
                        void (*put)(FILE *out, const char *text));

/* The report of an outcome that does not agree, each line after the prefix: all that is known of
 * it, or in one line. */
void outcome_print_report(FILE *out, const struct comparison *run, const struct outcome *outcome,
                          const char *prefix);
void outcome_print_short(FILE *out, const struct comparison *run, const struct outcome *outcome);

/* The state for programs: "agrees", "differs", "failed". */
const char *outcome_state_name(enum outcome_state state);

/* The class of its finding as one word: "horse-leg", "perft", "moves", "no-move", "missing",
 * "unsteady"; "?" when it was not located. */
const char *outcome_rule(const struct outcome *outcome);

void failure_print(FILE *out, const struct comparison *run, const struct failure *failure,
                   const char *prefix);

/* The dialect in words: "ranks 1-10, Red is w, horse and elephant are N and B". */
void dialect_print(FILE *out, const struct dialect *dialect);

/* With --junit: writes an outcome; at the end, what has to be said of all; or, instead of both,
 * why the engine could not be compared with. */
void compare_junit_outcome(struct comparison *run, const struct outcome *outcome);
void compare_junit_end(struct comparison *run);
void compare_junit_unmet(struct comparison *run, const struct failure *failure);

/* --save: reads the suite first, so that what is wrong with it is known before anything is counted;
 * then appends each smallest position that it does not have. Both false after saying what failed.
 */
struct save;
bool save_open(const struct options *options, struct save **save);
bool save_append(struct save *save, const struct outcome *outcome);
void save_close(struct save *save);

#endif
