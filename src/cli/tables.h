/*
 * The hash tables of one command, one for each board: counts that boards shared would hide where
 * they differ. They live over all positions, since their keys say everything about a position.
 */
#ifndef XQPERFT_CLI_TABLES_H
#define XQPERFT_CLI_TABLES_H

#include <jansson.h>

#include "hash.h"
#include "options.h"

struct tables {
    const struct options *options;
    size_t bytes;                          /* of each table; 0 without --hash */
    struct hash *hash[COMPARE_MAX_BOARDS]; /* by the boards of the options; NULL without --hash */
    struct hash_check check;               /* of the released tables together */
};

/* Makes what the options ask for. False after saying that there is not enough memory. */
bool tables_open(const struct options *options, struct tables *tables);

/* Frees the table of a board that is not needed any more, and of all. */
void tables_release(struct tables *tables, size_t board);
void tables_close(struct tables *tables);

/* "2 threads; hash of 16 MiB": how the counting is done, after `prefix`, unless in the plainest
 * way. */
void tables_print_setting(const struct tables *tables, FILE *out, const char *prefix);

/* With --hash-check, after tables_close(): how many counts were compared, and the first wrong one.
 * Each line begins with the prefix. */
void tables_print_check(const struct tables *tables, FILE *out, const char *prefix);

/* The same two for --json. */
void tables_json(const struct tables *tables, json_t *object);

#endif
