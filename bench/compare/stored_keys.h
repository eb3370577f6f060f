/* Exact reading of JSON objects by rules: all is as they say, or where and why it is not. */
#ifndef XQBENCH_STORED_KEYS_H
#define XQBENCH_STORED_KEYS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "fault.h"

/* What may stand at a key. */
enum keys_form {
    KEYS_OBJECT,
    KEYS_SIZES,   /* an object with a text, or null, at each key */
    KEYS_ARRAY,   /* so many objects */
    KEYS_TEXTS,   /* so many texts */
    KEYS_NAMES,   /* so many names */
    KEYS_TEXT,    /* of so many bytes */
    KEYS_NAME,    /* likewise, that can stand in any table: letters, digits, '-', '_', '.', '+' */
    KEYS_NUMBER,  /* in the range */
    KEYS_WHOLE,   /* likewise, and whole */
    KEYS_BOOLEAN, /* true or false */
};

/* One line of a table of rules, which ends with one without a key. */
struct keys_rule {
    const char *part, *key; /* see struct keys_place */
    enum keys_form form;
    double least, most; /* both included */
    unsigned needed;    /* bits: who needs it. Others take it when it is there. */
    bool null;          /* null may stand there, which is unknown or none */
};

/* Of a name, and of what is in an array of texts or names: in bytes. */
#define KEYS_LONGEST 64

/* From here on a whole number has no limit but that of its type. */
#define KEYS_NO_LIMIT 0x1p63

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

/* Is the object as the rules of its part say, which is at->name? `reader` is a bit of `needed`.
 * Keys without a rule are no matter. False with the first reason. */
bool keys_check(const struct keys_place *at, const json_t *object, const struct keys_rule *rules,
                unsigned reader);

#endif
