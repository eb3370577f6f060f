#include "stored_keys.h"

#include <ctype.h>
#include <string.h>

bool keys_wrong(const struct keys_place *at, const char *key, const char *reason)
{
    char index[24] = "";
    if (at->index != KEYS_NO_INDEX)
        snprintf(index, sizeof index, "[%zu]", at->index);
    return fault_set(at->fault, "%s: %s%s%s%s: %s", at->file, at->name, index,
                     at->name[0] && key[0] ? "." : "", key, reason);
}

bool keys_no_memory(const struct keys_place *at)
{
    return fault_set(at->fault, "%s: no memory", at->file);
}

enum { WHAT_SIZE = 100 };

static bool can_be_name(const char *text)
{
    for (; *text; text++)
        if (!isalnum((unsigned char)*text) && strchr("-_.+", *text) == NULL)
            return false;
    return true;
}

static bool is_in_range(const struct keys_rule *rule, double number)
{
    return number >= rule->least && number <= rule->most;
}

/* These return whether the value is good, and fill in what it should be. */
static bool is_number(const struct keys_rule *rule, const json_t *value,
                      char what[static WHAT_SIZE])
{
    if (rule->form == KEYS_NUMBER)
        snprintf(what, WHAT_SIZE, "a number from %g to %g", rule->least, rule->most);
    else if (rule->most >= KEYS_NO_LIMIT)
        snprintf(what, WHAT_SIZE, "a whole number from %.0f", rule->least);
    else
        snprintf(what, WHAT_SIZE, "a whole number from %.0f to %.0f", rule->least, rule->most);
    return (json_is_integer(value) || (json_is_real(value) && rule->form == KEYS_NUMBER)) &&
           is_in_range(rule, json_number_value(value));
}

static bool is_text(const struct keys_rule *rule, const json_t *value, char what[static WHAT_SIZE])
{
    bool name = rule->form == KEYS_NAME || rule->form == KEYS_NAMES;
    const char *text = json_string_value(value);
    snprintf(what, WHAT_SIZE, name ? "a name" : "a text");
    if (text == NULL || (name && !can_be_name(text)))
        return false;
    snprintf(what, WHAT_SIZE, "%s of %.0f to %.0f bytes", name ? "a name" : "a text", rule->least,
             rule->most);
    return is_in_range(rule, (double)strlen(text));
}

static bool is_array(const struct keys_rule *rule, const json_t *value, char what[static WHAT_SIZE])
{
    snprintf(what, WHAT_SIZE, "an array of %.0f to %.0f", rule->least, rule->most);
    return json_is_array(value) && is_in_range(rule, (double)json_array_size(value));
}

static bool is_good(const struct keys_rule *rule, const json_t *value, char what[static WHAT_SIZE])
{
    switch (rule->form) {
    case KEYS_OBJECT:
    case KEYS_SIZES:
        strcpy(what, "an object");
        return json_is_object(value);
    case KEYS_ARRAY:
    case KEYS_TEXTS:
    case KEYS_NAMES:
        return is_array(rule, value, what);
    case KEYS_TEXT:
    case KEYS_NAME:
        return is_text(rule, value, what);
    case KEYS_NUMBER:
    case KEYS_WHOLE:
        return is_number(rule, value, what);
    case KEYS_BOOLEAN:
        strcpy(what, "true or false");
        return json_is_boolean(value);
    }
    return false;
}

/* What is in an object or array; objects in an array have rules of their own. */
static bool are_good(const struct keys_rule *rule, json_t *value, char what[static WHAT_SIZE])
{
    const struct keys_rule entry = {
        .form = rule->form == KEYS_NAMES ? KEYS_NAME : KEYS_TEXT, .least = 1, .most = KEYS_LONGEST};
    const char *key;
    json_t *held;
    if (rule->form == KEYS_TEXTS || rule->form == KEYS_NAMES)
        for (size_t i = 0; i < json_array_size(value); i++)
            if (!is_text(&entry, json_array_get(value, i), what))
                return false;
    if (rule->form != KEYS_SIZES)
        return true;
    json_object_foreach(value, key, held)
    {
        if (!json_is_null(held) && !is_text(&entry, held, what))
            return false;
    }
    return true;
}

static bool check(const struct keys_place *at, const json_t *object, const struct keys_rule *rule,
                  unsigned reader)
{
    char what[WHAT_SIZE], reason[2 * WHAT_SIZE];
    json_t *value = json_object_get(object, rule->key);
    if (value == NULL)
        return !(rule->needed & reader) || keys_wrong(at, rule->key, "is missing");
    if (rule->null && json_is_null(value))
        return true;
    bool good = is_good(rule, value, what);
    if (good && are_good(rule, value, what))
        return true;
    snprintf(reason, sizeof reason, "%s not %s", good ? "has something that is" : "is", what);
    return keys_wrong(at, rule->key, reason);
}

bool keys_check(const struct keys_place *at, const json_t *object, const struct keys_rule *rules,
                unsigned reader)
{
    if (!json_is_object(object))
        return keys_wrong(at, "", "is not an object");
    for (const struct keys_rule *rule = rules; rule->key; rule++)
        if (strcmp(rule->part, at->name) == 0 && !check(at, object, rule, reader))
            return false;
    return true;
}
