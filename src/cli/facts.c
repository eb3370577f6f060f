#include <string.h>

#include "facts.h"

static json_t *value_json(const struct fact *fact)
{
    switch (fact->kind) {
    case FACT_COUNT:
    case FACT_NAME:
        return json_count(fact->count);
    case FACT_REAL:
        return json_real(fact->real);
    case FACT_FLAG:
        return json_boolean(fact->flag);
    default:
        return json_text(fact->text ? fact->text : "");
    }
}

json_t *facts_json(const struct fact *facts, size_t count)
{
    json_t *object = json_object();
    for (size_t i = 0; i < count; i++)
        json_object_set_new(object, facts[i].name, value_json(&facts[i]));
    return object;
}

void facts_print_json(const char *command, json_t *result)
{
    json_t *object = json_begin(command), *results = json_array();
    json_array_append_new(results, result);
    json_object_set_new(object, "results", results);
    json_print(object);
}

static void put_tsv_value(FILE *out, const struct fact *fact)
{
    char digits[WIDE_SIZE];
    if (fact->kind == FACT_COUNT || fact->kind == FACT_NAME)
        fputs(wide_write(fact->count, digits), out);
    else if (fact->kind == FACT_REAL)
        fprintf(out, "%.9f", fact->real);
    else if (fact->kind == FACT_FLAG)
        fputs(fact->flag ? "true" : "false", out);
    else
        put_tsv(out, fact->text ? fact->text : "");
}

static void print_tsv(FILE *out, const struct fact *facts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        fprintf(out, "%s%s", i > 0 ? "\t" : "", facts[i].name);
    fputc('\n', out);
    for (size_t i = 0; i < count; i++) {
        fputs(i > 0 ? "\t" : "", out);
        put_tsv_value(out, &facts[i]);
    }
    fputc('\n', out);
}

static void print_text(FILE *out, const struct fact *facts, size_t count)
{
    char number[WIDE_GROUP_SIZE];
    for (size_t i = 0; i < count; i++) {
        const struct fact *fact = &facts[i];
        int width = 0;
        for (const char *byte = fact->name; *byte; byte++, width++)
            fputc(*byte == '_' ? ' ' : *byte, out);
        fprintf(out, "%*s", width < 17 ? 18 - width : 1, "");
        if (fact->kind == FACT_COUNT)
            fputs(wide_group(fact->count, number), out);
        else if (fact->kind == FACT_NAME)
            fputs(wide_write(fact->count, number), out);
        else if (fact->kind == FACT_REAL)
            fprintf(out, "%.6g", fact->real);
        else if (fact->kind == FACT_FLAG)
            fputs(fact->flag ? "yes" : "no", out);
        else
            put_printable(out, fact->text && *fact->text ? fact->text : "-");
        fputc('\n', out);
    }
}

void facts_print(FILE *out, enum format format, const char *command, const struct fact *facts,
                 size_t count)
{
    if (format == FORMAT_JSON)
        facts_print_json(command, facts_json(facts, count));
    else if (format == FORMAT_TSV)
        print_tsv(out, facts, count);
    else
        print_text(out, facts, count);
}
