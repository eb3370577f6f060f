#include "stored_keys.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

static const char *const form_names[KEYS_FORMS] = {
    "an object", "an array", "a text", "a number", "true or false",
};

static bool has_form(const json_t *value, enum keys_form form)
{
    switch (form) {
    case KEYS_OBJECT:
        return json_is_object(value);
    case KEYS_ARRAY:
        return json_is_array(value);
    case KEYS_TEXT:
        return json_is_string(value);
    case KEYS_NUMBER:
        return json_is_number(value);
    case KEYS_BOOLEAN:
        return json_is_boolean(value);
    case KEYS_FORMS:
        break;
    }
    return false;
}

bool keys_wrong(const struct keys_place *at, const char *key, const char *reason)
{
    char index[24] = "";
    if (at->index != KEYS_NO_INDEX)
        snprintf(index, sizeof index, "[%zu]", at->index);
    return fault_set(at->fault, "%s: %s%s%s%s: %s", at->file, at->name, index,
                     at->name[0] && key[0] ? "." : "", key, reason);
}

bool keys_value(const struct keys_place *at, const json_t *object, const char *key,
                enum keys_form form, bool optional, json_t **value)
{
    char reason[64];
    *value = json_object_get(object, key);
    if (*value == NULL)
        return keys_wrong(at, key, "is missing");
    if (optional && json_is_null(*value)) {
        *value = NULL;
        return true;
    }
    snprintf(reason, sizeof reason, "is not %s", form_names[form]);
    return has_form(*value, form) || keys_wrong(at, key, reason);
}

bool keys_text(const struct keys_place *at, const json_t *object, const char *key,
               const char **text)
{
    json_t *value;
    if (!keys_value(at, object, key, KEYS_TEXT, false, &value))
        return false;
    *text = json_string_value(value);
    return true;
}

bool keys_name(const struct keys_place *at, const json_t *object, const char *key,
               const char **name)
{
    if (!keys_text(at, object, key, name))
        return false;
    for (const char *c = *name; *c; c++)
        if (!isalnum((unsigned char)*c) && strchr("-_.+", *c) == NULL)
            return keys_wrong(at, key, "is not a name");
    return (*name)[0] || keys_wrong(at, key, "is empty");
}

bool keys_positive(const struct keys_place *at, const json_t *object, const char *key,
                   double *number)
{
    json_t *value;
    if (!keys_value(at, object, key, KEYS_NUMBER, false, &value))
        return false;
    *number = json_number_value(value);
    return (*number > 0 && isfinite(*number)) || keys_wrong(at, key, "is not above 0");
}

bool keys_boolean(const struct keys_place *at, const json_t *object, const char *key, bool *boolean)
{
    json_t *value;
    if (!keys_value(at, object, key, KEYS_BOOLEAN, false, &value))
        return false;
    *boolean = json_is_true(value);
    return true;
}

bool keys_count(const struct keys_place *at, const json_t *object, const char *key, size_t least,
                size_t most, size_t *count)
{
    char reason[80];
    json_t *value;
    if (!keys_value(at, object, key, KEYS_NUMBER, false, &value))
        return false;
    snprintf(reason, sizeof reason, "is not a whole number from %zu to %zu", least, most);
    json_int_t number = json_integer_value(value);
    if (!json_is_integer(value) || number < (json_int_t)least || number > (json_int_t)most)
        return keys_wrong(at, key, reason);
    *count = (size_t)number;
    return true;
}

bool keys_no_memory(const struct keys_place *at)
{
    return fault_set(at->fault, "%s: no memory", at->file);
}
