#include "stored.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "run.h"
#include "stored_keys.h"
#include "text.h"

static bool read_machine(struct keys_place *at, struct stored *stored)
{
    static const char *const texts[] = {"cpu",   "governor", "kernel", "compiler",
                                        "flags", "arch",     "commit", "date"};
    at->name = "machine";
    json_t *value;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (!keys_value(at, stored->machine, texts[i], KEYS_TEXT, true, &value))
            return false;
    if (!keys_value(at, stored->machine, "cpus", KEYS_NUMBER, false, &value) ||
        !keys_value(at, stored->machine, "caches", KEYS_OBJECT, false, &value))
        return false;
    const char *commit = json_string_value(json_object_get(stored->machine, "commit"));
    const char *date = json_string_value(json_object_get(stored->machine, "date"));
    stored->commit = commit ? commit : "unknown";
    stored->date = date ? date : "unknown";
    stored->dirty = json_is_true(json_object_get(stored->machine, "dirty"));
    return true;
}

static bool read_config(struct keys_place *at, struct stored *stored)
{
    at->name = "config";
    json_t *value;
    return keys_value(at, stored->config, "positions", KEYS_TEXT, true, &value) &&
           keys_value(at, stored->config, "classes", KEYS_ARRAY, true, &value) &&
           keys_value(at, stored->config, "position_count", KEYS_NUMBER, false, &value) &&
           keys_name(at, stored->config, "reference", &stored->reference) &&
           keys_count(at, stored->config, "launches", 1, RUN_MAX_LAUNCHES, &stored->launches);
}

/* The later attempt at a launch is the one that counts. */
static bool read_launches(struct keys_place *at, struct stored *stored, const json_t *launches)
{
    stored->trusted = calloc(stored->launches, sizeof *stored->trusted);
    size_t *attempts = calloc(stored->launches, sizeof *attempts);
    bool good = stored->trusted && attempts ? true : keys_no_memory(at);
    at->name = "launches";
    for (at->index = 0; good && at->index < json_array_size(launches); at->index++) {
        const json_t *facts = json_array_get(launches, at->index);
        size_t launch, attempt;
        bool trusted;
        good = keys_count(at, facts, "launch", 1, stored->launches, &launch) &&
               keys_count(at, facts, "attempt", 1, 2, &attempt) &&
               keys_boolean(at, facts, "trusted", &trusted);
        if (good && attempt == attempts[launch - 1])
            good = keys_wrong(at, "attempt", "is there twice");
        if (good && attempt > attempts[launch - 1]) {
            attempts[launch - 1] = attempt;
            stored->trusted[launch - 1] = trusted;
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
        const char *name = json_string_value(json_object_get(object, "name"));
        if (name && strcmp(name, board) == 0)
            return (size_t)json_integer_value(json_object_get(object, "state_bytes"));
    }
    return 0;
}

static bool read_figure(struct keys_place *at, struct stored *stored, json_t *json)
{
    struct stored_figure *figure = &stored->figures[stored->figure_count];
    double rate;
    if (!keys_name(at, json, "workload", &figure->workload) ||
        !keys_name(at, json, "board", &figure->board) ||
        !keys_name(at, json, "operation", &figure->operation) ||
        !keys_name(at, json, "item", &figure->item) ||
        !keys_boolean(at, json, "limit", &figure->limit) ||
        !keys_positive(at, json, "ns_per_operation", &figure->ns) ||
        !keys_positive(at, json, "items_per_second", &rate))
        return false;
    if (stored_find(stored, figure->workload, figure->board))
        return keys_wrong(at, "", "the same workload and board are there twice");
    figure->items = rate * figure->ns / 1e9;
    figure->instructions = NAN;
    json_t *instructions = json_object_get(json, "instructions");
    if (instructions && !json_is_null(instructions) &&
        !keys_positive(at, json, "instructions", &figure->instructions))
        return false;
    figure->state_bytes = state_bytes_of(stored, figure->board);
    figure->json = json;
    figure->times = calloc(stored->launches, sizeof *figure->times);
    if (figure->times == NULL)
        return keys_no_memory(at);
    stored->figure_count++;
    return true;
}

static bool read_results(struct keys_place *at, struct stored *stored, const json_t *results)
{
    at->name = "results";
    if (json_array_size(results) == 0)
        return keys_wrong(at, "", "there are none");
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
    const char *type, *name, *unit;
    size_t launch;
    double time;
    if (!keys_text(at, entry, "run_type", &type))
        return false;
    if (strcmp(type, "iteration") != 0)
        return true;
    if (!keys_text(at, entry, "run_name", &name) || !keys_text(at, entry, "time_unit", &unit) ||
        !keys_count(at, entry, "repetition_index", 0, stored->launches - 1, &launch) ||
        !keys_positive(at, entry, "real_time", &time))
        return false;
    if (strcmp(unit, "ns") != 0)
        return keys_wrong(at, "time_unit", "is not ns");
    struct stored_figure *figure = find_run(stored, name);
    if (figure == NULL)
        return keys_wrong(at, "run_name", "is no workload and board of the results");
    if (figure->times[launch] > 0)
        return keys_wrong(at, "repetition_index", "is there twice");
    figure->times[launch] = time;
    return true;
}

static bool read_benchmarks(struct keys_place *at, struct stored *stored, const json_t *entries)
{
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
    json_t *launches, *results, *benchmarks;
    if (!json_is_object(stored->json) || !json_object_get(stored->json, "benchmarks"))
        return fault_set(fault, "%s: is not the results.json of a run of xqbench", stored->file);
    stored->counting = json_object_get(stored->json, "counting");
    if (json_is_null(stored->counting))
        stored->counting = NULL;
    return keys_value(&at, stored->json, "machine", KEYS_OBJECT, false, &stored->machine) &&
           keys_value(&at, stored->json, "config", KEYS_OBJECT, false, &stored->config) &&
           keys_value(&at, stored->json, "launches", KEYS_ARRAY, false, &launches) &&
           keys_value(&at, stored->json, "results", KEYS_ARRAY, false, &results) &&
           keys_value(&at, stored->json, "benchmarks", KEYS_ARRAY, false, &benchmarks) &&
           read_machine(&at, stored) && read_config(&at, stored) &&
           read_launches(&at, stored, launches) && read_results(&at, stored, results) &&
           read_benchmarks(&at, stored, benchmarks);
}

static char *file_name(const char *path)
{
    struct stat status;
    char *name = NULL;
    bool folder = stat(path, &status) == 0 && S_ISDIR(status.st_mode);
    return asprintf(&name, "%s%s", path, folder ? "/results.json" : "") < 0 ? NULL : name;
}

bool stored_read(const char *path, struct stored *stored, struct fault *fault)
{
    *stored = (struct stored){.file = file_name(path)};
    if (stored->file == NULL)
        return fault_set(fault, "%s: no memory", path);
    FILE *file = fopen(stored->file, "re");
    if (file == NULL)
        return fault_set(fault, "%s: %s", stored->file, strerror(errno));
    json_error_t error;
    stored->json = json_loadf(file, JSON_REJECT_DUPLICATES, &error);
    bool unreadable = ferror(file) != 0;
    fclose(file);
    if (unreadable)
        return fault_set(fault, "%s: cannot be read", stored->file);
    if (stored->json == NULL) {
        char reason[2 * JSON_ERROR_TEXT_LENGTH];
        text_printable(error.text, strlen(error.text), reason, sizeof reason);
        return fault_set(fault, "%s: line %d: is not JSON: %s", stored->file, error.line, reason);
    }
    return read_root(stored, fault);
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
