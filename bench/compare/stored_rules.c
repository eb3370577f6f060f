#include "stored_rules.h"

#include <string.h>

#include "measure/sampler.h"
#include "run.h"
#include "stored_keys.h"

/* Who needs a key; what may be null there. */
enum { NOBODY = 0, REPORT = STORED_REPORT, BOTH = STORED_COMPARE | STORED_REPORT };
#define NULLABLE true

/* Forms with their ranges, which are wider than anything that was ever measured, and narrow enough
 * for what is made of such numbers to fit a table. */
#define TEXT      KEYS_TEXT, 0, 4096
#define NAME      KEYS_NAME, 1, KEYS_LONGEST
#define BOOLEAN   KEYS_BOOLEAN, 0, 0
#define TIME      KEYS_NUMBER, 1e-6, 1e12 /* ns: up to a quarter of an hour */
#define DEVIATION KEYS_NUMBER, 0, 1e12
#define RATE      KEYS_NUMBER, 0, 1e15 /* a second; none where positions have no captures */
#define COUNT     KEYS_NUMBER, 0, 1e12
#define RATIO     KEYS_NUMBER, 1e-9, 1e9
#define WHOLE     KEYS_WHOLE, 0, 1e12
#define BYTES     KEYS_WHOLE, 0, 1e12

/* As export.c writes them. The part "" is the whole file. */
static const struct keys_rule rules[] = {
    {"", "machine", KEYS_OBJECT, 0, 0, BOTH, 0},
    {"", "config", KEYS_OBJECT, 0, 0, BOTH, 0},
    {"", "boards", KEYS_ARRAY, 0, PLAN_MAX, NOBODY, NULLABLE},
    {"", "counting", KEYS_OBJECT, 0, 0, NOBODY, NULLABLE},
    {"", "launches", KEYS_ARRAY, 1, 2 * RUN_MAX_LAUNCHES, BOTH, 0},
    {"", "results", KEYS_ARRAY, 1, PLAN_MAX *PLAN_MAX, BOTH, 0},
    {"", "comparisons", KEYS_ARRAY, 0, PLAN_MAX *PLAN_MAX *PLAN_MAX, REPORT, 0},
    {"", "benchmarks", KEYS_ARRAY, 1, 1e9, BOTH, 0},

    {"machine", "cpu", TEXT, BOTH, NULLABLE},
    {"machine", "cpus", KEYS_WHOLE, 1, 1e6, BOTH, 0},
    {"machine", "caches", KEYS_SIZES, 0, 0, BOTH, 0},
    {"machine", "governor", TEXT, BOTH, NULLABLE},
    {"machine", "kernel", TEXT, BOTH, NULLABLE},
    {"machine", "compiler", TEXT, BOTH, NULLABLE},
    {"machine", "flags", TEXT, BOTH, NULLABLE},
    {"machine", "arch", TEXT, BOTH, NULLABLE},
    {"machine", "commit", TEXT, BOTH, NULLABLE},
    {"machine", "dirty", BOOLEAN, NOBODY, NULLABLE},
    {"machine", "date", TEXT, BOTH, NULLABLE},

    {"config", "positions", TEXT, BOTH, NULLABLE},
    {"config", "positions_hash", NAME, NOBODY, NULLABLE},
    {"config", "classes", KEYS_TEXTS, 0, 64, BOTH, NULLABLE},
    {"config", "position_count", KEYS_WHOLE, 1, 1e9, BOTH, 0},
    {"config", "effort", TEXT, REPORT, 0},
    {"config", "rounds", KEYS_WHOLE, 1, 1e9, REPORT, 0},
    {"config", "launches", KEYS_WHOLE, 1, RUN_MAX_LAUNCHES, BOTH, 0},
    {"config", "seed", KEYS_WHOLE, 0, KEYS_NO_LIMIT, REPORT, 0},
    {"config", "cpu", KEYS_WHOLE, 0, 1e6, REPORT, NULLABLE},
    {"config", "reference", NAME, BOTH, 0},
    {"config", "boards", KEYS_NAMES, 1, PLAN_MAX, REPORT, 0},
    {"config", "level", KEYS_NUMBER, 0.5, 0.9999, REPORT, 0},
    {"config", "equal_within", KEYS_NUMBER, 0.0001, 1, REPORT, 0},
    {"config", "trust_all", BOOLEAN, NOBODY, 0},

    {"boards", "name", NAME, BOTH, 0},
    {"boards", "chosen", NAME, NOBODY, NULLABLE},
    {"boards", "state_bytes", BYTES, REPORT, 0},
    {"boards", "table_bytes", BYTES, REPORT, 0},

    {"counting", "tool", TEXT, NOBODY, NULLABLE},
    {"counting", "compiler", TEXT, NOBODY, NULLABLE},
    {"counting", "flags", TEXT, NOBODY, NULLABLE},
    {"counting", "arch", TEXT, NOBODY, NULLABLE},

    {"launches", "launch", KEYS_WHOLE, 1, RUN_MAX_LAUNCHES, BOTH, 0},
    {"launches", "attempt", KEYS_WHOLE, 1, 2, BOTH, 0},
    {"launches", "involuntary_switches", WHOLE, REPORT, 0},
    {"launches", "steal_ticks", WHOLE, REPORT, 0},
    {"launches", "load_average", KEYS_NUMBER, 0, 1e6, REPORT, NULLABLE},
    {"launches", "seconds", KEYS_NUMBER, 0, 1e7, REPORT, 0},
    {"launches", "trusted", BOOLEAN, BOTH, 0},

    {"results", "workload", NAME, BOTH, 0},
    {"results", "board", NAME, BOTH, 0},
    {"results", "limit", BOOLEAN, BOTH, 0},
    {"results", "policy", TEXT, NOBODY, NULLABLE},
    {"results", "depth", KEYS_WHOLE, 1, 99, NOBODY, NULLABLE},
    {"results", "every", KEYS_WHOLE, 1, 1e6, NOBODY, 0},
    {"results", "operation", NAME, BOTH, 0},
    {"results", "ns_per_operation", TIME, BOTH, 0},
    {"results", "ns_mad", DEVIATION, NOBODY, NULLABLE},
    {"results", "item", NAME, BOTH, 0},
    {"results", "items_per_second", RATE, BOTH, 0},
    {"results", "iterations", KEYS_WHOLE, 1, 1e15, NOBODY, 0},
    {"results", "instructions", KEYS_NUMBER, 1e-3, 1e12, NOBODY, NULLABLE},
    {"results", "cycles", COUNT, NOBODY, NULLABLE},
    {"results", "instructions_retired", COUNT, NOBODY, NULLABLE},
    {"results", "branch_misses", COUNT, NOBODY, NULLABLE},
    {"results", "cache_misses", COUNT, NOBODY, NULLABLE},

    {"comparisons", "workload", TEXT, BOTH, 0},
    {"comparisons", "board", NAME, BOTH, 0},
    {"comparisons", "reference", NAME, BOTH, 0},
    {"comparisons", "verdict", TEXT, BOTH, 0},
    {"comparisons", "reason", TEXT, NOBODY, NULLABLE},
    {"comparisons", "ratio", RATIO, NOBODY, NULLABLE},
    {"comparisons", "ratio_low", RATIO, NOBODY, NULLABLE},
    {"comparisons", "ratio_high", RATIO, NOBODY, NULLABLE},

    {"benchmarks", "run_type", TEXT, BOTH, 0},
    {"benchmarks", "run_name", TEXT, BOTH, 0},
    {"benchmarks", "time_unit", TEXT, BOTH, 0},
    {"benchmarks", "repetition_index", KEYS_WHOLE, 0, RUN_MAX_LAUNCHES - 1, BOTH, 0},
    {"benchmarks", "real_time", TIME, BOTH, 0},
    {0},
};

bool stored_is_launch(const json_t *benchmark)
{
    const char *type = json_string_value(json_object_get(benchmark, "run_type"));
    return type == NULL || strcmp(type, "iteration") == 0;
}

static bool check_entries(struct keys_place *at, const json_t *entries, enum stored_reader reader)
{
    bool benchmarks = strcmp(at->name, "benchmarks") == 0;
    for (at->index = 0; at->index < json_array_size(entries); at->index++) {
        const json_t *entry = json_array_get(entries, at->index);
        if ((!benchmarks || stored_is_launch(entry)) && !keys_check(at, entry, rules, reader))
            return false;
    }
    at->index = KEYS_NO_INDEX;
    return true;
}

bool stored_rules_check(const json_t *root, const char *file, enum stored_reader reader,
                        struct fault *fault)
{
    struct keys_place at = {file, fault, "", KEYS_NO_INDEX};
    if (!keys_check(&at, root, rules, reader))
        return false;
    for (const struct keys_rule *rule = rules; rule->part[0] == '\0'; rule++) {
        const json_t *part = json_object_get(root, rule->key);
        at.name = rule->key;
        if (json_is_object(part) && !keys_check(&at, part, rules, reader))
            return false;
        if (json_is_array(part) && !check_entries(&at, part, reader))
            return false;
    }
    return true;
}
