#include "stored.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "stored_file.h"
#include "stored_keys.h"
#include "stored_rules.h"
#include "text.h"

/* What the rules say is there. */
static const char *text_at(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

static double number_at(const json_t *object, const char *key)
{
    return json_number_value(json_object_get(object, key));
}

static size_t count_at(const json_t *object, const char *key)
{
    return (size_t)json_integer_value(json_object_get(object, key));
}

static bool is_true_at(const json_t *object, const char *key)
{
    return json_is_true(json_object_get(object, key));
}

static void read_parts(struct stored *stored)
{
    stored->machine = json_object_get(stored->json, "machine");
    stored->config = json_object_get(stored->json, "config");
    stored->counting = json_object_get(stored->json, "counting");
    if (json_is_null(stored->counting))
        stored->counting = NULL;
    const char *commit = text_at(stored->machine, "commit"),
               *date = text_at(stored->machine, "date");
    stored->commit = commit ? commit : "unknown";
    stored->date = date ? date : "unknown";
    stored->dirty = is_true_at(stored->machine, "dirty");
    stored->reference = text_at(stored->config, "reference");
    stored->launches = count_at(stored->config, "launches");
}

/* The later attempt at a launch is the one that counts. */
static bool read_launches(struct keys_place *at, struct stored *stored)
{
    const json_t *launches = json_object_get(stored->json, "launches");
    stored->trusted = calloc(stored->launches, sizeof *stored->trusted);
    size_t *attempts = calloc(stored->launches, sizeof *attempts);
    bool good = stored->trusted && attempts ? true : keys_no_memory(at);
    at->name = "launches";
    for (at->index = 0; good && at->index < json_array_size(launches); at->index++) {
        const json_t *facts = json_array_get(launches, at->index);
        size_t launch = count_at(facts, "launch"), attempt = count_at(facts, "attempt");
        if (launch > stored->launches)
            good = keys_wrong(at, "launch", "is not one of config.launches");
        else if (attempt == attempts[launch - 1])
            good = keys_wrong(at, "attempt", "is there twice");
        else if (attempt > attempts[launch - 1]) {
            attempts[launch - 1] = attempt;
            stored->trusted[launch - 1] = is_true_at(facts, "trusted");
        }
    }
    at->index = KEYS_NO_INDEX;
    for (size_t i = 0; good && i < stored->launches; i++)
        if (attempts[i] == 0)
            good = keys_wrong(at, "", "are not as many as config.launches");
    free(attempts);
    return good;
}

/* 0 when nothing is said of the board. */
static size_t state_bytes_of(const struct stored *stored, const char *board)
{
    size_t index;
    json_t *object;
    json_array_foreach(json_object_get(stored->json, "boards"), index, object)
    {
        if (strcmp(text_at(object, "name"), board) == 0)
            return count_at(object, "state_bytes");
    }
    return 0;
}

static bool read_figure(struct keys_place *at, struct stored *stored, json_t *json)
{
    json_t *instructions = json_object_get(json, "instructions");
    double ns = number_at(json, "ns_per_operation");
    struct stored_figure figure = {
        .workload = text_at(json, "workload"),
        .board = text_at(json, "board"),
        .operation = text_at(json, "operation"),
        .item = text_at(json, "item"),
        .limit = is_true_at(json, "limit"),
        .json = json,
        .ns = ns,
        .items = number_at(json, "items_per_second") * ns / 1e9,
        .instructions = json_is_number(instructions) ? json_number_value(instructions) : NAN,
        .state_bytes = state_bytes_of(stored, text_at(json, "board")),
    };
    if (stored_find(stored, figure.workload, figure.board))
        return keys_wrong(at, "", "the same workload and board are there twice");
    figure.times = calloc(stored->launches, sizeof *figure.times);
    if (figure.times == NULL)
        return keys_no_memory(at);
    stored->figures[stored->figure_count++] = figure;
    return true;
}

static bool read_results(struct keys_place *at, struct stored *stored)
{
    const json_t *results = json_object_get(stored->json, "results");
    at->name = "results";
    stored->figures = calloc(json_array_size(results), sizeof *stored->figures);
    if (stored->figures == NULL)
        return keys_no_memory(at);
    for (at->index = 0; at->index < json_array_size(results); at->index++)
        if (!read_figure(at, stored, json_array_get(results, at->index)))
            return false;
    at->index = KEYS_NO_INDEX;
    return true;
}

/* The figure that is called "WORKLOAD/BOARD". */
static struct stored_figure *find_run(struct stored *stored, const char *name)
{
    for (size_t i = 0; i < stored->figure_count; i++) {
        struct stored_figure *figure = &stored->figures[i];
        size_t length = strlen(figure->workload);
        if (strncmp(name, figure->workload, length) == 0 && name[length] == '/' &&
            strcmp(name + length + 1, figure->board) == 0)
            return figure;
    }
    return NULL;
}

/* One entry of the part that has the form of Google Benchmark: of a launch, or of all. */
static bool read_benchmark(struct keys_place *at, struct stored *stored, const json_t *entry)
{
    if (!stored_is_launch(entry))
        return true;
    size_t launch = count_at(entry, "repetition_index");
    struct stored_figure *figure = find_run(stored, text_at(entry, "run_name"));
    if (strcmp(text_at(entry, "time_unit"), "ns") != 0)
        return keys_wrong(at, "time_unit", "is not ns");
    if (figure == NULL)
        return keys_wrong(at, "run_name", "is no workload and board of the results");
    if (launch >= stored->launches)
        return keys_wrong(at, "repetition_index", "is not one of config.launches");
    if (figure->times[launch] > 0)
        return keys_wrong(at, "repetition_index", "is there twice");
    figure->times[launch] = number_at(entry, "real_time");
    return true;
}

static bool read_benchmarks(struct keys_place *at, struct stored *stored)
{
    const json_t *entries = json_object_get(stored->json, "benchmarks");
    at->name = "benchmarks";
    for (at->index = 0; at->index < json_array_size(entries); at->index++)
        if (!read_benchmark(at, stored, json_array_get(entries, at->index)))
            return false;
    at->index = KEYS_NO_INDEX;
    for (size_t i = 0; i < stored->figure_count; i++)
        for (size_t launch = 0; launch < stored->launches; launch++)
            if (!(stored->figures[i].times[launch] > 0))
                return fault_set(at->fault, "%s: benchmarks: launch %zu of %s/%s is missing",
                                 stored->file, launch + 1, stored->figures[i].workload,
                                 stored->figures[i].board);
    return true;
}

static bool read_root(struct stored *stored, struct fault *fault)
{
    struct keys_place at = {stored->file, fault, "", KEYS_NO_INDEX};
    if (!json_is_object(stored->json) || !json_object_get(stored->json, "benchmarks"))
        return fault_set(fault, "%s: is not the results.json of a run of xqbench", stored->file);
    if (!stored_rules_check(stored->json, stored->file, STORED_COMPARE, fault))
        return false;
    read_parts(stored);
    return read_launches(&at, stored) && read_results(&at, stored) && read_benchmarks(&at, stored);
}

static char *file_name(const char *path)
{
    struct stat status;
    char *name = NULL;
    bool folder = stat(path, &status) == 0 && S_ISDIR(status.st_mode);
    return asprintf(&name, "%s%s", path, folder ? "/" STORED_FILE : "") < 0 ? NULL : name;
}

enum { BEFORE_SIZE = 256 };

/* What stands before a place in a file, in its line: the key of a number that is too large for
 * JSON's reader, which tells no key. */
static void text_before(FILE *file, int position, char out[static BEFORE_SIZE])
{
    char text[BEFORE_SIZE / 4] = ""; /* each byte may take four to show */
    long start = position > (int)sizeof text ? position - (long)sizeof text : 0;
    size_t length = fseek(file, start, SEEK_SET) == 0 && position > start
                        ? fread(text, 1, (size_t)(position - start), file)
                        : 0;
    const char *line = memrchr(text, '\n', length);
    line = line ? line + 1 : text;
    text_printable(line, (size_t)(text + length - line), out, BEFORE_SIZE);
}

static bool not_json(const struct stored *stored, FILE *file, const json_error_t *error,
                     struct fault *fault)
{
    char reason[2 * JSON_ERROR_TEXT_LENGTH], before[BEFORE_SIZE];
    text_printable(error->text, strlen(error->text), reason, sizeof reason);
    if (json_error_code(error) != json_error_numeric_overflow)
        return fault_set(fault, "%s: line %d: is not JSON: %s", stored->file, error->line, reason);
    text_before(file, error->position, before);
    return fault_set(fault, "%s: line %d: %s: is a number that is too large", stored->file,
                     error->line, before + strspn(before, " "));
}

bool stored_read(const char *path, struct stored *stored, struct fault *fault)
{
    FILE *file;
    *stored = (struct stored){.file = file_name(path)};
    if (stored->file == NULL)
        return fault_set(fault, "%s: no memory", path);
    if (!stored_file_open(stored->file, false, &file, fault))
        return false;
    json_error_t error;
    stored->json = json_loadf(file, JSON_REJECT_DUPLICATES, &error);
    bool good = ferror(file)   ? fault_set(fault, "%s: cannot be read", stored->file)
                : stored->json ? true
                               : not_json(stored, file, &error, fault);
    fclose(file);
    return good && read_root(stored, fault);
}

void stored_free(struct stored *stored)
{
    for (size_t i = 0; i < stored->figure_count; i++)
        free(stored->figures[i].times);
    free(stored->figures);
    free(stored->trusted);
    json_decref(stored->json);
    free(stored->file);
    *stored = (struct stored){0};
}

const struct stored_figure *stored_find(const struct stored *stored, const char *workload,
                                        const char *board)
{
    for (size_t i = 0; i < stored->figure_count; i++) {
        const struct stored_figure *figure = &stored->figures[i];
        if ((workload == NULL || strcmp(figure->workload, workload) == 0) &&
            (board == NULL || strcmp(figure->board, board) == 0))
            return figure;
    }
    return NULL;
}

void stored_logs(const struct stored *stored, const struct stored_figure *figure, bool trust_all,
                 double *logs)
{
    for (size_t i = 0; i < stored->launches; i++)
        logs[i] = trust_all || stored->trusted[i] ? log(figure->times[i]) : NAN;
}
