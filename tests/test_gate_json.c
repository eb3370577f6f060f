/* What a gate says to programs in JSON. */
#include <jansson.h>

#include "gate_made.h"

static json_t *json_of(const struct gate *gate)
{
    json_error_t error;
    written_by(gate_json, gate);
    json_t *object = json_loads(said, JSON_REJECT_DUPLICATES, &error);
    cr_assert_not_null(object, "%d: %s: %s", error.line, error.text, said);
    return object;
}

/* A value by the JSON text of it. */
static void check_value(const json_t *object, const char *key, const char *expected)
{
    json_t *wanted = json_loads(expected, JSON_DECODE_ANY, NULL);
    const json_t *value = json_object_get(object, key);
    cr_assert(wanted && value, "%s: %s", key, expected);
    char *is = json_dumps(value, JSON_ENCODE_ANY | JSON_REAL_PRECISION(6));
    bool same = json_is_number(value) && json_is_number(wanted)
                    ? fabs(json_number_value(value) - json_number_value(wanted)) < 1e-12
                    : json_equal(value, wanted);
    cr_assert(same, "%s: %s, not %s", key, is, expected);
    free(is);
    json_decref(wanted);
}

#define CHECK_VALUES(object, values)                                                               \
    for (size_t i = 0; i < sizeof(values) / sizeof *(values); i++)                                 \
    check_value(object, (values)[i][0], (values)[i][1])

Test(gate_json, has_everything)
{
    static const char *const whole[][2] = {
        {"verdict", "\"regression\""},
        {"reason", "\"2 of 6 rows: regression\""},
        {"stored", "false"},
        {"counts_checked", "true"},
        {"counts_differ", "null"},
        {"limits", "{\"instructions\": 0.01, \"time\": 0.02, \"sight\": 0.05, \"error\": 0.01}"},
        {"base", "{\"name\": \"build/gate/base-abc1234\", \"commit\": \"abc1234\", "
                 "\"compiler\": \"gcc 12.2.0\", \"flags\": \"-O3\"}"},
        {"new", "{\"name\": \"build/gate/head\", \"commit\": \"def5678 with changes\", "
                "\"compiler\": \"gcc 12.2.0\", \"flags\": \"-O3\"}"},
        {"cpu", "\"Test CPU\""},
        {"date", "\"2026-01-02T03:04:05Z\""},
        {"counted_with", "\"valgrind-3.19.0, x86-64-v3\""},
        {"counted_flags", "\"-O2\""},
        {"launches", "40"},
        {"confirming", "80"},
        {"seed", "7"},
        {"notes", "[\"Board twin is only in NEW.\", \"valgrind is missing.\"]"},
    };
    struct gate gate = made_regression();
    json_t *object = json_of(&gate);
    CHECK_VALUES(object, whole);
    cr_assert_eq(json_object_size(object), sizeof whole / sizeof *whole + 1, "and rows");
    cr_assert_eq(json_array_size(json_object_get(object, "rows")), 6);
    json_decref(object);
    free(gate.rows);
}

Test(gate_json, has_all_of_a_row)
{
    static const char *const row[][2] = {
        {"workload", "\"perft\""},
        {"board", "\"padded\""},
        {"verdict", "\"regression\""},
        {"ground", "\"time\""},
        {"reason", "\"+3.2 % time, at least +2.6 % in 80 launches of the second run\""},
        {"base_instructions", "1000.0"},
        {"new_instructions", "1000.0"},
        {"instructions_rise", "0.0"},
        {"base_ns", "300.0"},
        {"new_ns", "309.6"},
        {"first", "{\"launches\": 40, \"rise\": 0.03, \"low\": 0.021, \"high\": "
                  "0.041, \"p\": 1e-6, \"adjusted_p\": 1e-5, \"p_faster\": 1.0, "
                  "\"adjusted_p_faster\": 1.0}"},
        {"again", "{\"launches\": 80, \"rise\": 0.032, \"low\": 0.026, \"high\": "
                  "0.039, \"p\": 1e-9, \"adjusted_p\": 1e-8, \"p_faster\": 1.0, "
                  "\"adjusted_p_faster\": 1.0}"},
    };
    struct gate gate = made_regression();
    json_t *object = json_of(&gate);
    json_t *rows = json_object_get(object, "rows");
    CHECK_VALUES(json_array_get(rows, 4), row);
    cr_assert_eq(json_object_size(json_array_get(rows, 4)), sizeof row / sizeof *row);
    check_value(json_array_get(rows, 1), "instructions_rise", "0.041");
    check_value(json_array_get(rows, 1), "ground", "\"instructions\"");
    json_decref(object);
    free(gate.rows);
}

Test(gate_json, has_null_for_what_is_unknown)
{
    static const char *const row[][2] = {
        {"ground", "null"},
        {"base_instructions", "null"},
        {"new_instructions", "null"},
        {"instructions_rise", "null"},
        {"base_ns", "null"},
        {"new_ns", "null"},
        {"again", "null"},
    };
    static const char *const whole[][2] = {
        {"counts_checked", "false"},
        {"counted_with", "null"},
        {"cpu", "null"},
        {"notes", "[]"},
        {"seed", "\"18446744073709551615\""},
    };
    struct gate gate = made_single(3);
    gate.counts_checked = false;
    gate.counted_with[0] = gate.cpu[0] = gate.sides[GATE_BASE].commit[0] = '\0';
    gate.seed = 18446744073709551615U;
    json_t *object = json_of(&gate);
    const json_t *first_row = json_array_get(json_object_get(object, "rows"), 0);
    CHECK_VALUES(object, whole);
    CHECK_VALUES(first_row, row);
    check_value(json_object_get(object, "base"), "commit", "null");
    check_value(json_object_get(first_row, "first"), "low", "null");
    check_value(json_object_get(first_row, "first"), "high", "null");
    check_value(json_object_get(first_row, "first"), "rise", "0.02");
    json_decref(object);
    free(gate.rows);
}

Test(gate_json, loses_no_text)
{
    struct gate gate = made_miscount();
    json_t *object = json_of(&gate);
    check_value(object, "counts_differ",
                "\"NEW miscounts:\\n  padded, games.epd:3, depth 2: 43, not 44\\n\"");
    cr_assert_eq(json_array_size(json_object_get(object, "rows")), 0);
    json_decref(object);
    free(gate.rows);

    gate = made_hostile();
    strcpy(gate.sides[GATE_NEW].name, "a\"\\\n\xe5\x85\xb5");
    memset(gate.counts_differ, '\xff', sizeof gate.counts_differ - 1);
    object = json_of(&gate);
    cr_assert_str_eq(json_string_value(json_object_get(object, "reason")), HOSTILE_SHOWN);
    check_value(json_object_get(object, "new"), "name", "\"a\\\"\\\\\\n\xe5\x85\xb5\"");
    const json_t *differ = json_object_get(object, "counts_differ");
    cr_assert_eq(json_string_length(differ), 4 * (sizeof gate.counts_differ - 1));
    json_decref(object);
    free(gate.rows);
}
