/*
 * What every command writes with: standard output that is watched for write errors, messages on
 * standard error in one form, and text and numbers in the shape a format wants.
 */
#ifndef XQPERFT_CLI_OUTPUT_H
#define XQPERFT_CLI_OUTPUT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "wide.h"

#define PROGRAM "xqperft"

enum status {
    STATUS_OK = 0,
    STATUS_FAILED = 1,       /* a count differs */
    STATUS_INPUT = 2,        /* usage, input, or output that cannot be written */
    STATUS_ENGINE = 3,       /* another program failed */
    STATUS_INCONCLUSIVE = 4, /* nothing was compared */
    STATUS_INTERRUPTED = 130,
};

/* Opens what of 0, 1, 2 is closed, and has standard output checked when the program exits, by
 * whichever way it exits: what could not be written is said, but for a reader that left early, by
 * which the program ends as others do, silently by SIGPIPE. First thing in main. */
void output_open(void);

/* Hands on what was printed so far. False, now and from then on, when it could not be written. */
bool output_flush(void);

/* Is there no point in counting on: interrupted, or standard output cannot be written? */
bool should_stop(void);

/* "xqperft: MESSAGE" and a line end on standard error. */
void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* As calloc(), but the program ends when there is no memory. */
void *allocate(size_t count, size_t size);

/* Text of unknown origin with what is not printable as \xNN; as a TSV field; in the name of a TAP
 * test, where # would begin a directive; in XML; and, bytes unchanged, as one word of a shell
 * command, quoted when it must be. */
void put_printable(FILE *out, const char *text);
void put_tsv(FILE *out, const char *text);
void put_tap(FILE *out, const char *text);
void put_xml(FILE *out, const char *text);
void put_shell(FILE *out, const char *text);

/* Text of our own, with a prefix before each line. */
void put_prefixed(FILE *out, const char *prefix, const char *text);

/* The columns that text of unknown origin takes, when printed by put_printable(). */
int printable_width(const char *text);

enum { NUMBER_SIZE = 32 };

/* 1234567 as "1,234,567", but PERFT_TOO_MANY as "2^64 - 1 or more"; a rate likewise, "-" when no
 * time was measured. Return `out`. */
char *number_write(uint64_t number, char out[NUMBER_SIZE]);
char *rate_write(uint64_t nodes, double seconds, char out[NUMBER_SIZE]);

enum { WIDE_GROUP_SIZE = 56 };

/* The same without commas. */
void put_nodes(FILE *out, uint64_t nodes);

/* The same as number_write() of a wide number. */
char *wide_group(wide number, char out[WIDE_GROUP_SIZE]);

/* Nodes per second; 0 when no time was measured. */
uint64_t rate_of(uint64_t nodes, double seconds);

/* A JSON string (bytes that are not UTF-8 become \xNN), null for an empty one. */
json_t *json_text(const char *text);

/* An exact JSON integer; above 2^63 - 1, which JSON integers of this program cannot hold, the
 * digits as a string. */
json_t *json_count(wide count);

/* The same as json_print() of json_begin() with "results" and more, but row by row, so that there
 * may be any number: json_open() begins the array, json_row() prints a row of it and frees that,
 * json_close() prints the members of `rest` behind the array, and frees them. */
void json_open(const char *command);
void json_row(json_t *row);
void json_close(json_t *rest);

/* The same of a count of 64 bits; null for PERFT_TOO_MANY. */
json_t *json_nodes(uint64_t nodes);

/* {"command": name, "version": ...}, the beginning of what every command prints with --json. */
json_t *json_begin(const char *command);

/* Prints the object on standard output and frees it. */
void json_print(json_t *object);

#endif
