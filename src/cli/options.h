/*
 * The command line as one struct: defaults first, then what argp reads. An option is one line of
 * the table in option_table.c, one case of the parser in options.c and one field here; a command is
 * one file with one struct command, and one line in main.c.
 */
#ifndef XQPERFT_CLI_OPTIONS_H
#define XQPERFT_CLI_OPTIONS_H

#include <limits.h>

#include "board.h"
#include "compare.h"
#include "draw.h"
#include "notation.h"

enum format { FORMAT_TEXT, FORMAT_JSON, FORMAT_TSV, FORMAT_TAP, FORMAT_COUNT };

/* Which of the columns of perft_stats.h are counted and printed. */
enum stats { STATS_NONE, STATS_COMMON, STATS_FULL };

/* What `-` means where a file is read. */
#define STANDARD_INPUT "/dev/stdin"

struct options {
    unsigned depth;
    char **files;
    size_t file_count;

    const struct board *boards[COMPARE_MAX_BOARDS + 1]; /* NULL ends the list */
    size_t board_count;
    enum policy policy; /* POLICY_COUNT where none was given: see options_policy() */
    unsigned threads;   /* at least 1 */
    size_t hash_size;   /* in bytes; 0 for no hash */
    bool no_mirror, hash_check;
    enum stats stats;
    enum ranks ranks;
    bool ranks_given;
    bool isa_given;
    enum format format;

    const char *fen; /* NULL where an option was not given */
    const char *epd;
    const char *id;
    const char *moves;
    enum glyphs glyphs; /* GLYPHS_COUNT where none were given: see options_glyphs() */

    unsigned max_depth;
    uint64_t max_nodes;
    const char *junit;

    const char *engine, *script; /* commands */
    const char **engine_options; /* NAME=VALUE, to be set in the engine */
    size_t engine_option_count;
    double timeout; /* seconds for one answer of the engine */
    const char *save;

    unsigned split;               /* plies; SPLIT_NONE where it was not given */
    const char *out, *checkpoint; /* files */
    uint64_t sample, seed;
    bool seed_given, board_given;
};

enum { SPLIT_NONE = INT_MAX };

/* A bit per option, for the set that a command accepts. */
enum {
    OPTION_FEN = 1 << 0,
    OPTION_EPD = 1 << 1,
    OPTION_ID = 1 << 2,
    OPTION_MOVES = 1 << 3,
    OPTION_RANKS = 1 << 4,
    OPTION_BOARD = 1 << 5,
    OPTION_POLICY = 1 << 6,
    OPTION_NO_BULK = 1 << 7,
    OPTION_THREADS = 1 << 8,
    OPTION_HASH = 1 << 9,
    OPTION_NO_MIRROR = 1 << 10,
    OPTION_HASH_CHECK = 1 << 11,
    OPTION_STATS = 1 << 12,
    OPTION_MAX_DEPTH = 1 << 13,
    OPTION_MAX_NODES = 1 << 14,
    OPTION_JSON = 1 << 15,
    OPTION_TSV = 1 << 16,
    OPTION_TAP = 1 << 17,
    OPTION_JUNIT = 1 << 18,
    OPTION_GLYPHS = 1 << 19,
    OPTION_ENGINE = 1 << 20,
    OPTION_SCRIPT = 1 << 21,
    OPTION_OPTION = 1 << 22,
    OPTION_TIMEOUT = 1 << 23,
    OPTION_SAVE = 1 << 24,
    OPTION_ISA = 1 << 25,
    OPTION_SPLIT = 1 << 26,
    OPTION_OUT = 1 << 27,
    OPTION_CHECKPOINT = 1 << 28,
    OPTION_SAMPLE = 1 << 29,
    OPTION_SEED = 1 << 30,
    OPTION_COUNT = 31,

    OPTIONS_POSITION = OPTION_FEN | OPTION_EPD | OPTION_ID | OPTION_MOVES | OPTION_RANKS,
    OPTIONS_COUNT = OPTION_BOARD | OPTION_ISA | OPTION_POLICY | OPTION_NO_BULK | OPTION_THREADS |
                    OPTION_HASH | OPTION_NO_MIRROR | OPTION_HASH_CHECK,
    OPTIONS_FORMAT = OPTION_JSON | OPTION_TSV,
};

enum operand { OPERAND_NONE, OPERAND_DEPTH, OPERAND_FILES };

struct command {
    const char *name;
    const char *summary; /* one line */
    const char *help;    /* what follows the options in --help, with examples */
    unsigned accepts;    /* OPTION_ bits */
    enum operand operand;
    const char *files;  /* of OPERAND_FILES, in words: "FILE.epd..." */
    unsigned min_depth; /* of OPERAND_DEPTH */
    bool one_board;     /* not all of them */
    int (*run)(const struct options *options);
};

/* Reads argv (whose [0] is not looked at) for a command. Prints help or a usage error and exits
 * when there is nothing to run. Free with options_free(). */
void options_read(const struct command *command, int argc, char **argv, struct options *options);
void options_free(struct options *options);

enum { BOARD_NAMES_SIZE = 256 };

/* The names of all boards and variants that have this policy. Returns `names`. */
const char *boards_with(enum policy policy, char names[BOARD_NAMES_SIZE]);

/* The name of what runs: where the board's name stands for a variant, the variant. */
const char *options_variant(const struct board *board);

/* The policy by which this board counts: the one that was given, or its fastest; of statistics that
 * which makes every leaf. */
enum policy options_policy(const struct options *options, const struct board *board);

/* The same of all boards at once: each counts by this, or by its fastest when it has not this. */
enum policy options_common_policy(const struct options *options);

/* What boards are drawn with: what was given; else what the locale asks for where a person reads,
 * and letters where programs do, too. */
enum glyphs options_glyphs(const struct options *options, bool for_person);

#endif
