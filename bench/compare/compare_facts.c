#include "compare_facts.h"

#include <math.h>

#include "compare.h"

struct fact {
    const char *what, *key;
};

/* Not the kernel, which no workload calls, nor how much was measured. The commit is the point. */
static const struct fact machine_facts[] = {
    {"CPU", "cpu"},           {"number of CPUs", "cpus"},
    {"caches", "caches"},     {"governor", "governor"},
    {"compiler", "compiler"}, {"flags", "flags"},
    {"architecture", "arch"}, {NULL, NULL},
};

static const struct fact config_facts[] = {
    {"positions", "positions"},
    {"classes of positions", "classes"},
    {"number of positions", "position_count"},
    {NULL, NULL},
};

static const struct fact workload_facts[] = {
    {"policy", "policy"},         {"depth", "depth"},
    {"one position in", "every"}, {"operations of a sample", "iterations"},
    {"operation", "operation"},   {"item", "item"},
    {"limit", "limit"},           {NULL, NULL},
};

/* Adds it to the list, and takes both values. */
static void add(json_t *differences, const char *what, json_t *base, json_t *new)
{
    json_array_append_new(differences,
                          json_pack("{s:s, s:o, s:o}", "what", what, "base", base, "new", new));
}

/* `of` is the workload, or empty. */
static void add_facts(json_t *differences, const struct fact *facts, const char *of, json_t *base,
                      json_t *new)
{
    for (; facts->what; facts++) {
        json_t *left = json_object_get(base, facts->key), *right = json_object_get(new, facts->key);
        char what[128];
        snprintf(what, sizeof what, "%s%s%s", facts->what, *of ? " of " : "", of);
        if (left && right && !json_equal(left, right))
            add(differences, what, json_incref(left), json_incref(right));
    }
}

/* Where both know what their positions are, names do not matter. */
static void add_positions(json_t *differences, json_t *base, json_t *new)
{
    json_t *left = json_object_get(base, "positions_hash");
    json_t *right = json_object_get(new, "positions_hash");
    bool known = json_is_string(left) && json_is_string(right);
    if (known && json_equal(left, right))
        return;
    add_facts(differences, config_facts, "", base, new);
    if (known)
        add(differences, "hash of the positions", json_incref(left), json_incref(right));
}

/* Which CPU it was does not matter. */
static void add_pinning(json_t *differences, json_t *base, json_t *new)
{
    json_t *left = json_object_get(base, "cpu"), *right = json_object_get(new, "cpu");
    if (left && right && json_is_null(left) != json_is_null(right))
        add(differences, "pinned to a CPU", json_boolean(!json_is_null(left)),
            json_boolean(!json_is_null(right)));
}

/* The same number of other positions has another number of moves and pieces. */
static void add_items(json_t *differences, const struct stored_figure *base,
                      const struct stored_figure *new)
{
    static const double rounding = 1e-4; /* results.json has six digits */
    char what[128];
    snprintf(what, sizeof what, "%ss per %s of %s", base->item, base->operation, base->workload);
    if (fabs(base->items / new->items - 1) > rounding)
        add(differences, what, json_real(base->items), json_real(new->items));
}

json_t *compare_differences(const struct stored *base, const struct stored *new)
{
    json_t *differences = json_array();
    if (differences == NULL)
        return NULL;
    add_facts(differences, machine_facts, "", base->machine, new->machine);
    add_positions(differences, base->config, new->config);
    add_pinning(differences, base->config, new->config);
    for (size_t i = 0; i < base->figure_count; i++) {
        const struct stored_figure *left = &base->figures[i];
        const struct stored_figure *right = stored_find(new, left->workload, NULL);
        if (right == NULL || stored_find(base, left->workload, NULL) != left)
            continue;
        add_facts(differences, workload_facts, left->workload, left->json, right->json);
        add_items(differences, left, right);
    }
    return differences;
}

static void put_value(FILE *out, const json_t *value)
{
    if (json_is_null(value))
        fputs("none", out);
    else
        json_dumpf(value, out,
                   JSON_ENCODE_ANY | JSON_COMPACT | JSON_ENSURE_ASCII | JSON_REAL_PRECISION(6));
}

void compare_differences_text(FILE *out, const json_t *differences)
{
    for (size_t i = 0; i < json_array_size(differences); i++) {
        const json_t *difference = json_array_get(differences, i);
        fprintf(out, "  %s: %s ", json_string_value(json_object_get(difference, "what")),
                compare_side_names[COMPARE_BASE]);
        put_value(out, json_object_get(difference, "base"));
        fprintf(out, ", %s ", compare_side_names[COMPARE_NEW]);
        put_value(out, json_object_get(difference, "new"));
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
    return warnings;
}

void compare_warnings_text(FILE *out, const struct stored *base, const struct stored *new)
{
    json_t *warnings = compare_warnings(base, new);
    for (size_t i = 0; i < json_array_size(warnings); i++)
        fprintf(out, "warning: %s\n", json_string_value(json_array_get(warnings, i)));
    json_decref(warnings);
}
