/*
 * Perft suites: EPD files, one position a line with its known counts.
 *
 *     FEN ;D1 44 ;D2 1920 ;id "start"
 *
 * Blank lines and lines that begin with # are skipped; tabs, CRLF and a UTF-8 BOM are accepted.
 */
#ifndef XQPERFT_SUITE_H
#define XQPERFT_SUITE_H

#include "position.h"

XQPERFT_BEGIN

/* A suite is kept as a whole, for its ids are told apart and nothing is done with a faulty one: of
 * so many positions, that takes some 600 MB. */
enum { SUITE_MAX_DEPTH = 20, SUITE_ID_SIZE = 120, SUITE_MAX_POSITIONS = 1000000 };

struct suite_entry {
    struct position position;
    char id[SUITE_ID_SIZE]; /* the id opcode, or "line N" without one */
    int line;               /* 1-based line of the file */
    uint32_t known;         /* bit d is set when the count of depth d is known */
    uint64_t count[SUITE_MAX_DEPTH + 1];
};

static_assert(SUITE_MAX_DEPTH < 32, "the depths fit the bits of `known`");

struct suite {
    struct suite_entry *entries;
    size_t count;
};

/* One thing wrong with, or (warning) unusual in, a suite's file. */
struct suite_problem {
    bool warning;
    const char *file;
    int line;         /* 1-based, 0 for the file as a whole */
    int column;       /* 1-based byte of the line, 0 for the line as a whole */
    const char *text; /* the offending part of the line, "" when there is none */
    const char *reason;
};

typedef void suite_report(void *context, const struct suite_problem *problem);

/*
 * Reads a whole suite. Every problem is reported, not only the first. True when there was no
 * error (warnings do not count); false otherwise, and the suite is then empty. A file without a
 * single position is an error. Free with suite_free().
 */
bool suite_read(const char *file, struct suite *suite, suite_report *report, void *context);
void suite_free(struct suite *suite);

/* The entry with this id, or NULL. */
const struct suite_entry *suite_find(const struct suite *suite, const char *id);

XQPERFT_END

#endif
