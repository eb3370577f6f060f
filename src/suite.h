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

/* What suite_read() keeps of so many positions takes some 600 MB; a suite_reader has no limit. */
enum { SUITE_MAX_DEPTH = 20, SUITE_ID_SIZE = 120, SUITE_MAX_POSITIONS = 1000000 };

/* So many errors of a file are reported before the rest of it is left alone, and so many warnings:
 * what has more is something else than a suite. */
enum { SUITE_MAX_REPORTS = 100 };

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
 * Reads a suite of any length one position at a time, in constant memory. Problems are
 * reported, not only the first; that an id is used twice, of the first million positions.
 *
 * To do nothing with a faulty suite, read it twice: first all of it, to see whether it failed, then
 * what is in it. For that, what cannot be read twice, such as a pipe, is copied to a temporary file
 * on the way when `twice` is set.
 */
struct suite_reader;

/* NULL after reporting why. Free with suite_close(). */
struct suite_reader *suite_open(const char *file, bool twice, suite_report *report, void *context);

/* The next position that is well. False at the end, or when no more can be read. A file without a
 * single position is an error. */
bool suite_next(struct suite_reader *reader, struct suite_entry *entry);

/* Was an error reported? (Warnings do not count.) */
bool suite_failed(const struct suite_reader *reader);

/* Goes back to the first position, once, of a reader opened for that; warnings have been reported.
 * False after reporting why. */
bool suite_rewind(struct suite_reader *reader);
void suite_close(struct suite_reader *reader);

/*
 * Reads a whole suite. Problems are reported, not only the first. True when there was no
 * error (warnings do not count); false otherwise, and the suite is then empty. Free with
 * suite_free().
 */
bool suite_read(const char *file, struct suite *suite, suite_report *report, void *context);
void suite_free(struct suite *suite);

/* The entry with this id, or NULL. */
const struct suite_entry *suite_find(const struct suite *suite, const char *id);

XQPERFT_END

#endif
