#include "compare_facts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "text.h"

struct fact {
    const char *what, *key;
    bool needed; /* null is no fact, but unknown */
};

/* Not the kernel, which no workload calls, nor how much was measured. The commit is the point. */
static const struct fact machine_facts[] = {
    {"CPU", "cpu", true},           {"number of CPUs", "cpus", true},
    {"caches", "caches", true},     {"governor", "governor", false}, /* many machines have none */
    {"compiler", "compiler", true}, {"flags", "flags", true},
    {"architecture", "arch", true}, {0},
};

static const struct fact positions_hash = {"hash of the positions", "positions_hash", true};
static const struct fact positions_name = {"positions", "positions", true};

static const struct fact config_facts[] = {
    {"classes of positions", "classes", false},
    {"number of positions", "position_count", true},
    {"level of intervals", "level", true},
    {"width of what is called equal", "equal_within", true},
    {0},
};

static const struct fact workload_facts[] = {
    {"policy", "policy", false},        {"depth", "depth", false},
    {"one position in", "every", true}, {"operations of a sample", "iterations", true},
    {"operation", "operation", true},   {"item", "item", true},
    {"limit", "limit", true},           {0},
};

enum { WHAT_SIZE = 256 }; /* three names, and words between them */

struct findings {
    json_t *differences; /* see compare_differences() */
    json_t *unknown;     /* an object, whose keys are what neither run tells */
};

static bool is_known_difference(const json_t *differences, const char *what)
{
    for (size_t i = 0; i < json_array_size(differences); i++) {
        const json_t *difference = json_array_get(differences, i);
        if (strcmp(json_string_value(json_object_get(difference, "what")), what) == 0)
            return true;
    }
    return false;
}

/* Adds it to the list, once. NULL is unknown. */
static void add(json_t *differences, const char *what, json_t *base, json_t *new)
{
    const char *unknown = base == NULL  ? compare_side_names[COMPARE_BASE]
                          : new == NULL ? compare_side_names[COMPARE_NEW]
                                        : NULL;
    if (!is_known_difference(differences, what))
        json_array_append_new(differences, json_pack("{s:s, s:O?, s:O?, s:s?}", "what", what,
                                                     "base", base, "new", new, "unknown", unknown));
}

static json_t *value_of(const json_t *object, const struct fact *fact)
{
    json_t *value = json_object_get(object, fact->key);
    return fact->needed && json_is_null(value) ? NULL : value;
}

/* `of` is the workload, or empty. */
static void add_fact(struct findings *findings, const struct fact *fact, const char *of,
                     const json_t *base, const json_t *new)
{
    json_t *left = value_of(base, fact), *right = value_of(new, fact);
    char what[WHAT_SIZE];
    snprintf(what, sizeof what, "%s%s%s", fact->what, *of ? " of " : "", of);
    if (left == NULL && right == NULL)
        json_object_set_new(findings->unknown, fact->what, json_true());
    else if (left == NULL || right == NULL || !json_equal(left, right))
        add(findings->differences, what, left, right);
}

static void add_facts(struct findings *findings, const struct fact *facts, const char *of,
                      const json_t *base, const json_t *new)
{
    for (; facts->what; facts++)
        add_fact(findings, facts, of, base, new);
}

/* Where both know what their positions are, names do not matter. */
static void add_positions(struct findings *findings, const json_t *base, const json_t *new)
{
    const json_t *left = value_of(base, &positions_hash), *right = value_of(new, &positions_hash);
    if (left == NULL || right == NULL || !json_equal(left, right))
        add_fact(findings, &positions_name, "", base, new);
    add_fact(findings, &positions_hash, "", base, new);
}

/* Null is none; not there is unknown. Which CPU it was does not matter. */
static json_t *pinning_of(const json_t *config)
{
    const json_t *cpu = json_object_get(config, "cpu");
    return cpu ? json_pack("{s:b}", "pinned", !json_is_null(cpu)) : json_object();
}

static void add_pinning(struct findings *findings, const json_t *base, const json_t *new)
{
    static const struct fact pinned = {"pinned to a CPU", "pinned", true};
    json_t *left = pinning_of(base), *right = pinning_of(new);
    add_fact(findings, &pinned, "", left, right);
    json_decref(left);
    json_decref(right);
}

/* The same number of other positions has another number of moves and pieces; there may be none. */
static void add_items(struct findings *findings, const struct stored_figure *base,
                      const struct stored_figure *new)
{
    static const double rounding = 1e-4; /* results.json has six digits */
    if (fabs(base->items - new->items) <= rounding * new->items)
        return;
    char what[WHAT_SIZE];
    json_t *left = json_real(base->items), *right = json_real(new->items);
    snprintf(what, sizeof what, "%ss per %s of %s", base->item, base->operation, base->workload);
    add(findings->differences, what, left, right);
    json_decref(left);
    json_decref(right);
}

static json_t *board_of(const struct stored *run, const char *name)
{
    size_t index;
    json_t *board;
    json_array_foreach(json_object_get(run->json, "boards"), index, board)
    {
        if (strcmp(json_string_value(json_object_get(board, "name")), name) == 0)
            return board;
    }
    return NULL;
}

/* A name that stands for one of several variants may have stood for another one. Runs did not
 * always tell; then the rest must do. */
static void add_chosen(struct findings *findings, const struct stored *base,
                       const struct stored *new)
{
    size_t index;
    json_t *board;
    json_array_foreach(json_object_get(base->json, "boards"), index, board)
    {
        const char *name = json_string_value(json_object_get(board, "name"));
        json_t *left = json_object_get(board, "chosen");
        json_t *right = json_object_get(board_of(new, name), "chosen");
        char what[WHAT_SIZE];
        if (!json_is_string(left) || !json_is_string(right) || json_equal(left, right))
            continue;
        snprintf(what, sizeof what, "what %s stands for", name);
        add(findings->differences, what, left, right);
    }
}

/* False without memory. Release both lists, in any case. */
static bool find(struct findings *findings, const struct stored *base, const struct stored *new)
{
    *findings = (struct findings){json_array(), json_object()};
    if (findings->differences == NULL || findings->unknown == NULL)
        return false;
    add_facts(findings, machine_facts, "", base->machine, new->machine);
    add_positions(findings, base->config, new->config);
    add_facts(findings, config_facts, "", base->config, new->config);
    add_pinning(findings, base->config, new->config);
    add_chosen(findings, base, new);
    for (size_t i = 0; i < base->figure_count; i++) {
        const struct stored_figure *left = &base->figures[i];
        const struct stored_figure *right = stored_find(new, left->workload, left->board);
        if (right == NULL)
            continue;
        add_facts(findings, workload_facts, left->workload, left->json, right->json);
        add_items(findings, left, right);
    }
    return true;
}

json_t *compare_differences(const struct stored *base, const struct stored *new)
{
    struct findings findings;
    bool good = find(&findings, base, new);
    json_decref(findings.unknown);
    if (good)
        return findings.differences;
    json_decref(findings.differences);
    return NULL;
}

static void put_value(FILE *out, const json_t *value)
{
    char *text = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT | JSON_ENSURE_ASCII |
                                       JSON_REAL_PRECISION(6));
    char shown[1024];
    text_printable(text ? text : "", text ? strlen(text) : 0, shown, sizeof shown);
    fputs(json_is_null(value) ? "none" : shown, out);
    free(text);
}

static void put_side(FILE *out, const json_t *difference, int side, const char *key)
{
    const char *unknown = json_string_value(json_object_get(difference, "unknown"));
    const char *name = compare_side_names[side];
    if (unknown && strcmp(unknown, name) == 0) {
        fprintf(out, "unknown in %s", name);
        return;
    }
    fprintf(out, "%s ", name);
    put_value(out, json_object_get(difference, key));
}

void compare_differences_text(FILE *out, const json_t *differences)
{
    for (size_t i = 0; i < json_array_size(differences); i++) {
        const json_t *difference = json_array_get(differences, i);
        fprintf(out, "  %s: ", json_string_value(json_object_get(difference, "what")));
        put_side(out, difference, COMPARE_BASE, "base");
        fputs(", ", out);
        put_side(out, difference, COMPARE_NEW, "new");
        fputc('\n', out);
    }
}

/* Has `other` every workload and board of this run? */
static bool is_part_of(const struct stored *run, const struct stored *other)
{
    for (size_t i = 0; i < run->figure_count; i++)
        if (!stored_find(other, run->figures[i].workload, run->figures[i].board))
            return false;
    return true;
}

static bool trusts_all(const struct stored *run)
{
    return json_is_true(json_object_get(run->config, "trust_all"));
}

/* What may differ, and nobody can tell. */
static void add_unknown(json_t *warnings, const struct stored *base, const struct stored *new)
{
    struct findings findings;
    const char *what;
    json_t *value;
    if (find(&findings, base, new))
        json_object_foreach(findings.unknown, what, value)
            json_array_append_new(warnings, json_sprintf("unknown in both runs: %s", what));
    json_decref(findings.differences);
    json_decref(findings.unknown);
}

json_t *compare_warnings(const struct stored *base, const struct stored *new)
{
    json_t *warnings = json_array();
    if (!is_part_of(base, new) || !is_part_of(new, base))
        json_array_append_new(warnings,
                              json_string("other boards or workloads were measured beside these, "
                                          "and neighbours may move times"));
    if (trusts_all(base) != trusts_all(new))
        json_array_append_new(
            warnings,
            json_sprintf("only %s was run with --trust-all, which repeats no launch "
                         "that was disturbed",
                         compare_side_names[trusts_all(new) ? COMPARE_NEW : COMPARE_BASE]));
    add_unknown(warnings, base, new);
    return warnings;
}

void compare_warnings_text(FILE *out, const struct stored *base, const struct stored *new)
{
    json_t *warnings = compare_warnings(base, new);
    for (size_t i = 0; i < json_array_size(warnings); i++)
        fprintf(out, "warning: %s\n", json_string_value(json_array_get(warnings, i)));
    json_decref(warnings);
}
