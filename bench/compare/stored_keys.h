/* Exact reading of JSON objects: what a key has, or where and why it is wrong. */
#ifndef XQBENCH_STORED_KEYS_H
#define XQBENCH_STORED_KEYS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "fault.h"

/* What may stand at a key. */
enum keys_form { KEYS_OBJECT, KEYS_ARRAY, KEYS_TEXT, KEYS_NUMBER, KEYS_BOOLEAN, KEYS_FORMS };

#define KEYS_NO_INDEX SIZE_MAX

/* The place of an object in a file, and where to say what is wrong with it: "results[3]". */
struct keys_place {
    const char *file;
    struct fault *fault;
    const char *name; /* "" is the whole file */
    size_t index;     /* KEYS_NO_INDEX when it is no element of an array */
};

/* Says that the key ("" for the object itself) is wrong, and returns false. */
bool keys_wrong(const struct keys_place *at, const char *key, const char *reason);
bool keys_no_memory(const struct keys_place *at);

/* The value at a key, which may also be null when `optional`, and is then NULL. These are false,
 * with a reason, when the key is missing or has something else. */
bool keys_value(const struct keys_place *at, const json_t *object, const char *key,
                enum keys_form form, bool optional, json_t **value);
bool keys_text(const struct keys_place *at, const json_t *object, const char *key,
               const char **text);
bool keys_boolean(const struct keys_place *at, const json_t *object, const char *key,
                  bool *boolean);

/* A name that can stand in any table: letters, digits, '-', '_', '.' and '+', at least one. */
bool keys_name(const struct keys_place *at, const json_t *object, const char *key,
               const char **name);

/* A finite number above 0. */
bool keys_positive(const struct keys_place *at, const json_t *object, const char *key,
                   double *number);

/* A whole number from `least` to `most`. */
bool keys_count(const struct keys_place *at, const json_t *object, const char *key, size_t least,
                size_t most, size_t *count);

#endif
