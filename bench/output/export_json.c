#include "export_json.h"

#include <math.h>
#include <string.h>

json_t *export_json_text(const char *text)
{
    json_t *value = text[0] ? json_string(text) : NULL;
    return value ? value : json_null();
}

json_t *export_json_number(double number)
{
    return isfinite(number) ? json_real(number) : json_null();
}

json_t *export_json_machine(const struct machine *machine)
{
    json_t *caches = json_object();
    for (size_t i = 0; i < machine->cache_count; i++)
        json_object_set_new(caches, machine->caches[i].name,
                            export_json_text(machine->caches[i].size));
    bool known = strcmp(machine->commit, "unknown") != 0;
    return json_pack("{s:o, s:I, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",   /**/
                     "cpu", export_json_text(machine->cpu),                       /**/
                     "cpus", (json_int_t)machine->cpus,                           /**/
                     "caches", caches,                                            /**/
                     "governor", export_json_text(machine->governor),             /**/
                     "kernel", export_json_text(machine->kernel),                 /**/
                     "compiler", export_json_text(machine->compiler),             /**/
                     "flags", export_json_text(machine->flags),                   /**/
                     "arch", export_json_text(machine->arch),                     /**/
                     "commit", export_json_text(machine->commit),                 /**/
                     "dirty", known ? json_boolean(machine->dirty) : json_null(), /**/
                     "date", export_json_text(machine->date));
}

bool export_json_write(FILE *out, json_t *value)
{
    if (value == NULL)
        return false;
    int failed = json_dumpf(value, out, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
    json_decref(value);
    fputc('\n', out);
    return failed == 0 || ferror(out);
}
