/* A run of xqperft verify, as its output forms see it. */
#ifndef XQPERFT_CLI_VERIFY_H
#define XQPERFT_CLI_VERIFY_H

#include <jansson.h>

#include "junit.h"
#include "options.h"
#include "progress.h"
#include "suite.h"
#include "tables.h"

struct suite_file {
    const char *name;
    struct suite_reader *reader;
    size_t positions;
    size_t planned, done, failed; /* counts to be compared, compared, found wrong */
    double planned_nodes;         /* the sum of the known counts */
    uint64_t nodes;
    double seconds;
};

/* One count compared with the known one. */
struct verdict {
    const struct suite_file *file;
    const struct suite_entry *entry;
    unsigned depth;
    const struct board *board;
    uint64_t nodes;
    double seconds;
    bool ok;
};

struct verification {
    const struct options *options;
    struct suite_file *files;
    size_t file_count;
    size_t planned, done, failed;
    bool differs;       /* boards differed, and where was shown */
    bool changed;       /* a file, while it was read */
    json_t *difference; /* the same with --json, or NULL */
    struct tables tables;
    struct progress progress; /* in the file that is being counted: */
    const struct suite_file *current;
    struct junit junit;
};

/* How verdicts are printed in one format. `file` comes after the last verdict of a file; the end
 * is reached also when a signal ended the run early: done < planned then. */
struct verify_form {
    void (*begin)(const struct verification *run);
    void (*verdict)(const struct verification *run, const struct verdict *verdict);
    void (*file)(const struct verification *run, const struct suite_file *file);
    void (*end)(const struct verification *run);
};

extern const struct verify_form verify_forms[FORMAT_COUNT];

/* "FILE:LINE: ID depth D, board NAME" is the name of a verdict in every form but TSV and JSON. */
void verdict_print_name(FILE *out, const struct verdict *verdict,
                        void (*put)(FILE *out, const char *text));

/* "expected 44, got 45". */
void verdict_print_counts(FILE *out, const struct verdict *verdict);

/* The command to run next after a wrong count. */
void verdict_print_hint(FILE *out, const struct verification *run, const struct verdict *verdict,
                        void (*put)(FILE *out, const char *text));

/* With --junit: writes a verdict, and what has to be said of a file once all of it is verified. */
void junit_verdict(struct verification *run, const struct verdict *verdict);
void junit_file(struct verification *run, const struct suite_file *file);

#endif
