/* Results of runs that never were, with times known beforehand, as results.json has them. */
#ifndef XQPERFT_TESTS_RESULTS_FILE_H
#define XQPERFT_TESTS_RESULTS_FILE_H

#include <criterion/criterion.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shell.h"

struct results_row {
    const char *workload, *board;
    bool limit;
    double ns;           /* the launches have it in the middle, 0.1 % apart */
    double instructions; /* 0 for none */
};

static inline json_t *results_launches(size_t launches)
{
    json_t *array = json_array();
    for (size_t i = 0; i < launches; i++)
        json_array_append_new(
            array, json_pack("{s:i, s:i, s:b}", "launch", (int)i + 1, "attempt", 1, "trusted", 1));
    return array;
}

static inline json_t *results_of_row(const struct results_row *row)
{
    json_t *instructions = row->instructions > 0 ? json_real(row->instructions) : json_null();
    return json_pack("{s:s, s:s, s:b, s:n, s:n, s:i, s:i, s:s, s:s, s:f, s:f, s:o}", "workload",
                     row->workload, "board", row->board, "limit", row->limit, "policy", "depth",
                     "every", 1, "iterations", 1000, "operation", "position", "item", "move",
                     "ns_per_operation", row->ns, "items_per_second", 40e9 / row->ns,
                     "instructions", instructions);
}

static inline json_t *results_benchmarks(const struct results_row *rows, size_t count,
                                         size_t launches)
{
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++) {
        json_t *name = json_sprintf("%s/%s", rows[i].workload, rows[i].board);
        for (size_t launch = 0; launch < launches; launch++) {
            double steps = (double)launch - (double)(launches - 1) / 2;
            json_array_append_new(
                array, json_pack("{s:O, s:s, s:i, s:f, s:s}", "run_name", name, "run_type",
                                 "iteration", "repetition_index", (int)launch, "real_time",
                                 rows[i].ns * (1 + steps / 1000), "time_unit", "ns"));
        }
        json_array_append_new(array,
                              json_pack("{s:O, s:s, s:f, s:s}", "run_name", name, "run_type",
                                        "aggregate", "real_time", rows[i].ns, "time_unit", "ns"));
        json_decref(name);
    }
    return array;
}

/* All boards, each with a state of 100 bytes. */
static inline json_t *results_boards(const struct results_row *rows, size_t count)
{
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++) {
        bool known = false;
        for (size_t j = 0; j < i; j++)
            known |= strcmp(rows[i].board, rows[j].board) == 0;
        if (!known)
            json_array_append_new(array, json_pack("{s:s, s:i, s:i}", "name", rows[i].board,
                                                   "state_bytes", 100, "table_bytes", 2048));
    }
    return array;
}

/* A run with 40 moves a position. The first row's board is the reference. */
static inline json_t *results_make(const struct results_row *rows, size_t count, size_t launches)
{
    json_t *machine = json_pack(
        "{s:s, s:i, s:{s:s}, s:n, s:s, s:s, s:s, s:s, s:s, s:b, s:s}", "cpu", "Test 1", "cpus", 2,
        "caches", "L1d", "32K", "governor", "kernel", "Linux", "compiler", "cc 1", "flags", "-O3",
        "arch", "native", "commit", "abc1234", "dirty", 0, "date", "2026-01-02T03:04:05Z");
    json_t *config = json_pack("{s:s, s:s, s:n, s:n, s:i, s:i, s:s, s:f, s:f}", "positions",
                               "games.epd", "positions_hash", "23f2d17b2e88f804", "classes", "cpu",
                               "position_count", 307, "launches", (int)launches, "reference",
                               rows[0].board, "level", 0.95, "equal_within", 0.02);
    json_t *results = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(results, results_of_row(&rows[i]));
    json_t *root = json_pack("{s:o, s:o, s:o, s:o, s:o, s:{s:s}, s:o}", "machine", machine,
                             "config", config, "boards", results_boards(rows, count), "launches",
                             results_launches(launches), "results", results, "counting", "tool",
                             "valgrind", "benchmarks", results_benchmarks(rows, count, launches));
    cr_assert_not_null(root, "the results of a test");
    return root;
}

/* Puts the JSON text at a path ("results.0.board"), or deletes what is there when it is NULL. */
static inline void results_change(json_t *root, const char *path, const char *text)
{
    char name[32];
    const char *at = path;
    json_t *value = text ? json_loads(text, JSON_DECODE_ANY, NULL) : NULL;
    cr_assert(text == NULL || value, "%s: %s", path, text);
    for (;;) {
        size_t length = strcspn(at, ".");
        cr_assert_lt(length, sizeof name);
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        bool last = at[length] == '\0';
        size_t index = strtoul(name, NULL, 10);
        if (last && json_is_array(root) && value == NULL)
            cr_assert_eq(json_array_remove(root, index), 0, "%s", path);
        else if (last && json_is_array(root))
            cr_assert_eq(json_array_set_new(root, index, value), 0, "%s", path);
        else if (last && value == NULL)
            cr_assert_eq(json_object_del(root, name), 0, "%s", path);
        else if (last)
            cr_assert_eq(json_object_set_new(root, name, value), 0, "%s", path);
        if (last)
            return;
        root = json_is_array(root) ? json_array_get(root, index) : json_object_get(root, name);
        at += length + 1;
    }
}

/* Writes it to $DIR/NAME, and releases it. */
static inline void results_write(json_t *root, const char *name)
{
    char path[PATH_SIZE];
    path_of(path, name);
    cr_assert_eq(json_dump_file(root, path, JSON_INDENT(1)), 0, "%s", path);
    json_decref(root);
}

/* What is in $DIR/NAME. */
static inline json_t *results_load(const char *name)
{
    char path[PATH_SIZE];
    json_error_t error;
    path_of(path, name);
    json_t *root = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    cr_assert_not_null(root, "%s:%d: %s", path, error.line, error.text);
    return root;
}

#endif
