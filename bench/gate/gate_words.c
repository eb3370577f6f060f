/* What was compared and how, in lines; and texts of unknown origin in reports. */
#include <math.h>
#include <string.h>

#include "gate_cells.h"
#include "text.h"

static void add_known(char line[GATE_LINE_SIZE], const char *before, const char *text)
{
    if (text[0])
        gate_add(line, GATE_LINE_SIZE, "%s%s", before, text);
}

static void put_side(FILE *out, const char *heading, const struct gate_side *side, bool build,
                     void (*put)(FILE *out, const char *line))
{
    char line[GATE_LINE_SIZE] = "";
    gate_add(line, GATE_LINE_SIZE, "%s: %s", heading, side->name[0] ? side->name : "unknown");
    add_known(line, ", commit ", side->commit);
    add_known(line, ", ", build ? side->compiler : "");
    add_known(line, ", ", build ? side->flags : "");
    put(out, line);
}

static void put_builds(FILE *out, const struct gate *gate, void (*put)(FILE *out, const char *line))
{
    const struct gate_side *base = &gate->sides[GATE_BASE], *new = &gate->sides[GATE_NEW];
    bool same = strcmp(base->compiler, new->compiler) == 0 && strcmp(base->flags, new->flags) == 0;
    put_side(out, "Base", base, !same, put);
    put_side(out, "New", new, !same, put);
    char line[GATE_LINE_SIZE] = "Both by: ";
    add_known(line, "", new->compiler);
    add_known(line, new->compiler[0] ? ", " : "", new->flags);
    if (same && (new->compiler[0] || new->flags[0]))
        put(out, line);
}

/* "+1.0 %", and of a limit that would be rounded, more. */
static const char *limit_text(double limit, char out[GATE_PERCENT_SIZE])
{
    char number[GATE_PERCENT_SIZE];
    bool in_tenths = fabs(limit * 1000 - round(limit * 1000)) < 1e-6;
    snprintf(out, GATE_PERCENT_SIZE, "%.24s %%", gate_percent(limit, in_tenths ? 1 : 3, number));
    return out;
}

static void put_ways(FILE *out, const struct gate *gate, void (*put)(FILE *out, const char *line))
{
    const struct gate_limits *limits = &gate->limits;
    char line[GATE_LINE_SIZE] = "Instructions: not counted", limit[GATE_PERCENT_SIZE];
    if (gate->counted_with[0] != '\0') {
        snprintf(line, sizeof line, "Instructions: counted with %s", gate->counted_with);
        add_known(line, ", ", gate->counted_flags);
        gate_add(line, sizeof line, "; limit %s", limit_text(limits->instructions, limit));
    }
    put(out, line);
    strcpy(line, "Time: not measured");
    if (gate->launches > 0) {
        snprintf(line, sizeof line,
                 gate->stored
                     ? "Time: median difference between the launches of two runs, %zu in all"
                     : "Time: median of %zu launches",
                 gate->launches);
        if (gate->confirming > 0)
            gate_add(line, sizeof line, ", of %zu more where they say slower", gate->confirming);
        if (gate->seed > 0) /* times of other programs have none */
            gate_add(line, sizeof line, "; seed %lu", gate->seed);
        gate_add(line, sizeof line, "; limit %s", limit_text(limits->time, limit));
        gate_add(line, sizeof line, "; ok excludes a rise of %s", limit_text(limits->sight, limit));
        gate_add(line, sizeof line,
                 "; of the bounds in brackets all lower ones hold together at %g %%,"
                 " and so do all upper ones",
                 100 * (1 - limits->error));
    }
    put(out, line);
}

void gate_facts(FILE *out, const struct gate *gate, void (*put)(FILE *out, const char *line))
{
    char line[GATE_LINE_SIZE] = "Machine: ";
    put_builds(out, gate, put);
    add_known(line, "", gate->cpu);
    add_known(line, gate->cpu[0] ? ", " : "", gate->date);
    if (gate->cpu[0] || gate->date[0])
        put(out, line);
    if (gate->counts_differ[0] != '\0')
        put(out, "Counts: they differ, so nothing else was done");
    else if (gate->stored && gate->counts_checked)
        put(out, "Counts: each run checked them before it timed anything");
    else if (gate->counts_elsewhere)
        put(out, "Counts: not looked at here; who timed the programs has to");
    else
        put(out, gate->counts_checked ? "Counts: checked, all are right" : "Counts: not checked");
    if (gate->counts_differ[0] == '\0')
        put_ways(out, gate, put);
}

/* --- texts of unknown origin ----------------------------------------------------------------- */

void gate_each_line(FILE *out, const char *text, void (*put)(FILE *out, const char *line))
{
    while (*text) {
        size_t length = strcspn(text, "\n");
        char line[GATE_LINE_SIZE];
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        put(out, line);
        text += length + (text[length] == '\n');
    }
}

void gate_escape(FILE *out, const char *text, const struct gate_escapes *escapes)
{
    for (size_t left = strlen(text); left > 0;) {
        char hidden[5];
        const char *piece = text, *found = strchr(escapes->special, *text);
        size_t taken = text_character(text, left), bytes = taken;
        if (found) {
            piece = escapes->replacement[found - escapes->special];
            bytes = strlen(piece);
        } else if (taken == 0) {
            snprintf(hidden, sizeof hidden, "\\x%02X", (unsigned char)*text);
            piece = hidden;
            bytes = strlen(hidden);
        }
        fwrite(piece, 1, bytes, out);
        taken += taken == 0;
        text += taken;
        left -= taken;
    }
}
