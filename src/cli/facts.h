/* What a command found, one fact after the other, in the forms of every command: lines for a
 * person, an object of JSON, a heading and a row of TSV. */
#ifndef XQPERFT_CLI_FACTS_H
#define XQPERFT_CLI_FACTS_H

#include "options.h"
#include "output.h"

struct fact {
    const char *name; /* as the key and column; text has blanks for _ */
    enum fact_kind { FACT_TEXT, FACT_COUNT, FACT_NAME, FACT_REAL, FACT_FLAG } kind;
    const char *text; /* of unknown origin, perhaps; "" or NULL for none */
    wide count;
    double real;
    bool flag;
};

static inline struct fact fact_text(const char *name, const char *text)
{
    return (struct fact){.name = name, .kind = FACT_TEXT, .text = text};
}

static inline struct fact fact_count(const char *name, wide count)
{
    return (struct fact){.name = name, .kind = FACT_COUNT, .count = count};
}

/* A number that only tells one from others, and is not read in groups of three digits. */
static inline struct fact fact_name(const char *name, wide number)
{
    return (struct fact){.name = name, .kind = FACT_NAME, .count = number};
}

static inline struct fact fact_real(const char *name, double real)
{
    return (struct fact){.name = name, .kind = FACT_REAL, .real = real};
}

static inline struct fact fact_flag(const char *name, bool flag)
{
    return (struct fact){.name = name, .kind = FACT_FLAG, .flag = flag};
}

/* A new object with them. */
json_t *facts_json(const struct fact *facts, size_t count);

/* Prints {"command": name, "version": ..., "results": [result]} and frees the result. */
void facts_print_json(const char *command, json_t *result);

/* Prints them to `out` in the given format; with JSON as above. */
void facts_print(FILE *out, enum format format, const char *command, const struct fact *facts,
                 size_t count);

#endif
