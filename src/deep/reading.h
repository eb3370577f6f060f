/* A file of a plan that is being read. For the files of this folder that read. */
#ifndef XQPERFT_DEEP_READING_H
#define XQPERFT_DEEP_READING_H

#include "line.h"
#include "words.h"

struct reading {
    const char *file;
    FILE *stream;
    struct deep_plan *plan;
    struct deep_tally *tally;
    suite_report *report;
    void *context;

    char *line; /* without its end */
    size_t size, length;
    int number;
    bool ended; /* the line has an end */
    struct words rest;
    uint64_t sum; /* of the lines of the plan, up to this one */

    size_t path_room;     /* in the plan */
    size_t results, torn; /* lines of this file */
    int first_torn;
    bool torn_result; /* one of the torn lines begins as a result does */
};

/* Reads the next line. False at the end of the file, and after an error, which reading_at_end()
 * tells apart: it is false after saying what the error is. */
bool reading_next(struct reading *reading);
bool reading_at_end(const struct reading *reading);

/* Reads the next line, which belongs to the sum of the plan: false after saying that it is not
 * there, or not whole. */
bool reading_next_of_plan(struct reading *reading);

/* Reports what is wrong in this line, with these words unless there are none; returns false. */
extern const struct words reading_no_words;
bool reading_refuse(const struct reading *reading, struct words words, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same of another line, or of the file as a whole when that is 0, or as a warning. */
bool reading_say(const struct reading *reading, bool warning, int line, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Take what is next in the line. False after saying what is wrong; `what` names it. */
bool reading_word(struct reading *reading, const char *what, struct words *word);
bool reading_wide(struct reading *reading, const char *what, wide max, wide *value);
bool reading_number(struct reading *reading, const char *what, size_t max, size_t *value);
bool reading_sum(struct reading *reading, const char *what, uint64_t *sum);
bool reading_end(struct reading *reading);

/* Reads the plan of a file whose first line is read, up to the magic word; or, when there is one,
 * sees that it is the same. */
bool reading_plan(struct reading *reading);

#endif
