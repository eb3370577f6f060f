#include <stdio.h>
#include <string.h>

#include "option_table.h"

enum { GROUP_POSITION = 1, GROUP_ENGINE, GROUP_COUNT, GROUP_OUTPUT };

/* The key of an option is FIRST_KEY plus its place here, its bit 1 shifted by the same. */
static const struct argp_option table[] = {
    {.name = "fen", .arg = "FEN", .doc = "the position to start from", .group = GROUP_POSITION},
    {.name = "epd",
     .arg = "FILE",
     .doc = "the positions of this EPD file, one after the other",
     .group = GROUP_POSITION},
    {.name = "id",
     .arg = "ID",
     .doc = "only the position of the EPD file with this id",
     .group = GROUP_POSITION},
    {.name = "moves",
     .arg = "MOVES",
     .doc = "play these moves first, such as \"h2e2 h9g7\"",
     .group = GROUP_POSITION},
    {.name = "ranks",
     .arg = "0|1",
     .doc = "number of Red's home rank in moves, read and printed (0)",
     .group = GROUP_POSITION},
    {.name = "board",
     .arg = "NAME|all",
     .doc = "the board representation; all, of several commands, runs each and compares (bitboard)",
     .group = GROUP_COUNT},
    {.name = "policy", .group = GROUP_COUNT}, /* see describe_policy() */
    {.name = "no-bulk", .group = GROUP_COUNT},
    {.name = "threads",
     .arg = "N",
     .doc = "count on this many threads, 0 for all processors (1)",
     .group = GROUP_COUNT},
    {.name = "hash",
     .arg = "SIZE",
     .doc = "keep counts of subtrees in a table of at most this size, such as 256M or 1G; each "
            "board has its own",
     .group = GROUP_COUNT},
    {.name = "no-mirror",
     .doc = "with --hash: keep a position and its mirror image apart",
     .group = GROUP_COUNT},
    {.name = "hash-check",
     .doc = "with --hash: count a random sample of what is found there again, and compare",
     .group = GROUP_COUNT},
    {.name = "stats",
     .arg = "full",
     .flags = OPTION_ARG_OPTIONAL,
     .doc = "count captures, checks, mates and dead ends too; full: also the kinds of check",
     .group = GROUP_COUNT},
    {.name = "max-depth",
     .arg = "N",
     .doc = "leave out counts of a greater depth",
     .group = GROUP_COUNT},
    {.name = "max-nodes",
     .arg = "N",
     .doc = "leave out counts expected to be greater",
     .group = GROUP_COUNT},
    {.name = "json", .doc = "print one JSON object", .group = GROUP_OUTPUT},
    {.name = "tsv", .doc = "print tab-separated values under a heading", .group = GROUP_OUTPUT},
    {.name = "tap", .doc = "print the Test Anything Protocol, version 13", .group = GROUP_OUTPUT},
    {.name = "junit",
     .arg = "FILE",
     .doc = "write JUnit XML to this file as well",
     .group = GROUP_OUTPUT},
    {.name = "glyphs",
     .arg = "cn|ascii",
     .doc = "draw boards with Chinese characters or FEN letters (cn in a Chinese UTF-8 locale, and "
            "only in output for a person; else ascii)",
     .group = GROUP_OUTPUT},
    {.name = "engine",
     .arg = "COMMAND",
     .doc = "the engine: a shell command that speaks UCI and knows 'go perft'",
     .group = GROUP_ENGINE},
    {.name = "script",
     .arg = "COMMAND",
     .doc = "or a shell command that is called with DEPTH FEN [MOVES] and prints 'MOVE COUNT' "
            "lines, an empty line, and the total",
     .group = GROUP_ENGINE},
    {.name = "option",
     .arg = "NAME=VALUE",
     .doc = "set this option of the engine; may be repeated",
     .group = GROUP_ENGINE},
    {.name = "timeout",
     .arg = "SECONDS",
     .doc = "how long the engine may take for one answer (300)",
     .group = GROUP_ENGINE},
    {.name = "save",
     .arg = "FILE.epd",
     .doc = "append the smallest position of each mistake to this suite, with the right counts",
     .group = GROUP_OUTPUT},
    {.name = "isa", .group = GROUP_COUNT}, /* see describe_isa() */
    {.name = "split",
     .arg = "PLIES",
     .doc = "each position that so many plies lead to is a unit of work (half of DEPTH, at most 4)",
     .group = GROUP_COUNT},
    {.name = "out",
     .arg = "FILE",
     .doc = "write to this file; results also to standard output, -",
     .group = GROUP_OUTPUT},
    {.name = "checkpoint",
     .arg = "FILE",
     .doc = "keep what is counted in this file, and go on from what is in it",
     .group = GROUP_COUNT},
    {.name = "sample",
     .arg = "N",
     .doc = "count so many units again, drawn at random (20)",
     .group = GROUP_COUNT},
    {.name = "seed",
     .arg = "N",
     .doc = "draw as this number says; the same for the same number",
     .group = GROUP_COUNT},
};

_Static_assert(sizeof table / sizeof table[0] == OPTION_COUNT, "a bit and a line for each option");

static const char *const policy_docs[] = {
    [POLICY_PLAIN] = "makes every leaf",
    [POLICY_BULK] = "lists, makes and tests the moves at depth 1 and returns their number",
    [POLICY_LEGAL] = "finds the same number by a look at the king's surroundings",
    [POLICY_TWO_PLY] = "sums the last two plies together",
};

_Static_assert(sizeof policy_docs / sizeof policy_docs[0] == POLICY_COUNT, "a text for each");

/* Appends, as far as there is room. */
static void append(char *out, size_t size, const char *text)
{
    strncat(out, text, size - strlen(out) - 1);
}

/* " (vector only)", unless all have it. */
static void append_boards(char *out, size_t size, enum policy policy)
{
    const char *separator = " (";
    const struct board *const *board = all_boards;
    while (*board && board_has(*board, policy))
        board++;
    bool all = *board == NULL;
    for (board = all_boards; *board && !all; board++)
        if (board_has(*board, policy)) {
            append(out, size, separator);
            append(out, size, (*board)->name);
            separator = " and ";
        }
    append(out, size, all ? "" : " only)");
}

/* The policies, each followed by what it does when `explained`. */
static void list_policies(const char *separator, bool explained, char *out, size_t size)
{
    *out = '\0';
    for (int policy = 0; policy < POLICY_COUNT; policy++) {
        append(out, size, policy > 0 ? separator : "");
        append(out, size, policy_name((enum policy)policy));
        append(out, size, explained ? " " : "");
        append(out, size, explained ? policy_docs[policy] : "");
        if (explained)
            append_boards(out, size, (enum policy)policy);
    }
}

void policies_listed(const char *separator, char *out, size_t size)
{
    list_policies(separator, false, out, size);
}

/* What help says of policies is made from their one list. */
static void describe_policy(struct argp_option *option)
{
    static char names[64], doc[512];
    char docs[400];
    policies_listed("|", names, sizeof names);
    list_policies("; ", true, docs, sizeof docs);
    snprintf(doc, sizeof doc, "how leaves are counted: %s (the board's fastest, %s)", docs,
             policy_name(all_boards[0]->fastest));
    option->arg = names;
    option->doc = doc;
}

/* Likewise of what "vector" may stand for. */
static void describe_isa(struct argp_option *option)
{
    static char names[ISA_NAMES_SIZE];
    for (int isa = 0; isa < ISA_COUNT; isa++) {
        append(names, sizeof names, isa > 0 ? "|" : "");
        append(names, sizeof names, isa_name((enum isa)isa));
    }
    option->arg = names;
    option->doc = "the build that the board vector stands for (the widest that runs here)";
}

static void describe_no_bulk(struct argp_option *option)
{
    static char doc[64];
    snprintf(doc, sizeof doc, "the same as --policy %s", policy_name(POLICY_PLAIN));
    option->doc = doc;
}

void option_table_take(unsigned accepted, struct argp_option *out)
{
    for (int i = 0; i < OPTION_COUNT; i++) {
        if (!(accepted & 1U << i))
            continue;
        *out = table[i];
        out->key = FIRST_KEY + i;
        if (1 << i == OPTION_POLICY)
            describe_policy(out);
        else if (1 << i == OPTION_NO_BULK)
            describe_no_bulk(out);
        else if (1 << i == OPTION_ISA)
            describe_isa(out);
        out++;
    }
}
