#include "gate_cells.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "output/digits.h"

const enum gate_verdict gate_told[GATE_TOLD] = {GATE_REGRESSION, GATE_INCONCLUSIVE, GATE_IMPROVED};

void gate_add(char *line, size_t size, const char *format, ...)
{
    size_t used = strlen(line);
    va_list values;
    va_start(values, format);
    vsnprintf(line + used, size - used, format, values);
    va_end(values);
}

/* --- figures --------------------------------------------------------------------------------- */

const char *gate_percent(double share, int decimals, char out[GATE_PERCENT_SIZE])
{
    double value = 100 * share;
    out[0] = '\0';
    if (fabs(value) < 0.5 * pow(10, -decimals))
        gate_add(out, GATE_PERCENT_SIZE, "%.*f", decimals, 0.0);
    else if (fabs(value) < 1e4)
        gate_add(out, GATE_PERCENT_SIZE, "%+.*f", decimals, value);
    else
        gate_add(out, GATE_PERCENT_SIZE, "%+.3g", value);
    return out;
}

/* The larger run, where there are two. */
static const struct gate_time *time_of(const struct gate_row *row)
{
    return row->again.launches > 0 ? &row->again : &row->first;
}

static void add_instructions(char *out, size_t size, const struct gate_row *row)
{
    char rise[GATE_PERCENT_SIZE];
    if (isfinite(gate_instructions_rise(row)))
        gate_add(out, size, "%s %%", gate_percent(gate_instructions_rise(row), 2, rise));
    else
        gate_add(out, size, "-");
}

/* "+3.2 % [+2.6, +3.9]"; "open" is where few launches cannot say. */
static void add_time(char *out, size_t size, const struct gate_time *time)
{
    char rise[GATE_PERCENT_SIZE], low[GATE_PERCENT_SIZE] = "open", high[GATE_PERCENT_SIZE] = "open";
    bool above = isfinite(time->low) && time->low > -1, below = isfinite(time->high);
    struct stats_speed speed = {1 + time->rise, above ? 1 + time->low : NAN,
                                below ? 1 + time->high : NAN};
    int decimals = digits_speed_decimals(&speed) - 2; /* percents have two less, but one at least */
    decimals = decimals < 1 ? 1 : decimals;
    if (above)
        gate_percent(time->low, decimals, low);
    if (below)
        gate_percent(time->high, decimals, high);
    if (time->launches == 0)
        gate_add(out, size, "-");
    else if (!isfinite(time->rise))
        gate_add(out, size, "unknown");
    else if (!above && !below)
        gate_add(out, size, "%s %% [open]", gate_percent(time->rise, decimals, rise));
    else
        gate_add(out, size, "%s %% [%s, %s]", gate_percent(time->rise, decimals, rise), low, high);
}

/* --- rows ------------------------------------------------------------------------------------ */

const char *gate_column_name(enum gate_column column)
{
    static const char *const names[GATE_COLUMNS] = {"workload", "board",   "instructions",
                                                    "time",     "verdict", "reason"};
    return names[column];
}

static const char *or_dash(const char *text)
{
    return text[0] ? text : "-";
}

const char *gate_cell(const struct gate_row *row, enum gate_column column, char out[GATE_TEXT_SIZE])
{
    out[0] = '\0';
    switch (column) {
    case GATE_WORKLOAD:
        gate_add(out, GATE_TEXT_SIZE, "%s", or_dash(row->workload));
        break;
    case GATE_BOARD:
        gate_add(out, GATE_TEXT_SIZE, "%s", or_dash(row->board));
        break;
    case GATE_INSTRUCTIONS:
        add_instructions(out, GATE_TEXT_SIZE, row);
        break;
    case GATE_TIME:
        add_time(out, GATE_TEXT_SIZE, time_of(row));
        break;
    case GATE_VERDICT:
        gate_add(out, GATE_TEXT_SIZE, "%s", gate_verdict_name(row->verdict));
        break;
    case GATE_REASON:
    case GATE_COLUMNS:
        gate_add(out, GATE_TEXT_SIZE, "%s", or_dash(row->reason));
        break;
    }
    return out;
}

bool gate_has_column(const struct gate *gate, enum gate_column column)
{
    char cell[GATE_TEXT_SIZE];
    for (size_t i = 0; i < gate->row_count; i++)
        if (strcmp(gate_cell(&gate->rows[i], column, cell), "-") != 0)
            return true;
    return false;
}

/* "12.30 to 12.70 ns, "; nothing of what was not measured. */
static void add_both(char *out, const double both[2], const char *unit)
{
    char base[DIGITS_TEXT_SIZE], new[DIGITS_TEXT_SIZE];
    if (isfinite(both[GATE_BASE]) && isfinite(both[GATE_NEW]))
        gate_add(out, GATE_LINE_SIZE, "%.40s to %.40s %s, ", digits_number(both[GATE_BASE], base),
                 digits_number(both[GATE_NEW], new), unit);
}

const char *gate_details(const struct gate_row *row, char out[GATE_LINE_SIZE])
{
    const struct gate_time *time = time_of(row);
    out[0] = '\0';
    gate_add(out, GATE_LINE_SIZE, "instructions: ");
    add_both(out, row->instructions, "an operation");
    add_instructions(out, GATE_LINE_SIZE, row);
    gate_add(out, GATE_LINE_SIZE, "; time: ");
    add_both(out, row->ns, "ns");
    add_time(out, GATE_LINE_SIZE, time);
    if (time->launches > 0)
        gate_add(out, GATE_LINE_SIZE, " in %zu launches", time->launches);
    return out;
}

size_t gate_rows_with(const struct gate *gate, enum gate_verdict verdict)
{
    size_t count = 0;
    for (size_t i = 0; i < gate->row_count; i++)
        count += gate->rows[i].verdict == verdict;
    return count;
}

/* --- sentences ------------------------------------------------------------------------------- */

const char *gate_summary(const struct gate *gate, char out[GATE_LINE_SIZE])
{
    out[0] = '\0';
    if (gate->counts_differ[0] != '\0' && !gate->base_alone_differs)
        gate_add(out, GATE_LINE_SIZE, "counts differ");
    else if (gate->reason[0] != '\0')
        gate_add(out, GATE_LINE_SIZE, "%s: %s", gate_verdict_name(gate->verdict), gate->reason);
    else
        gate_add(out, GATE_LINE_SIZE, "%s", gate_verdict_name(gate->verdict));
    return out;
}

const char *gate_rows_ok(const struct gate *gate, char out[GATE_TEXT_SIZE])
{
    const char *separator = ": ";
    size_t count = gate_rows_with(gate, GATE_OK);
    out[0] = '\0';
    if (count == 0)
        gate_add(out, GATE_TEXT_SIZE, "No row is ok");
    else
        gate_add(out, GATE_TEXT_SIZE, "%zu row%s ok", count, count == 1 ? "" : "s");
    for (int ground = GATE_BY_TIME; ground > GATE_BY_NOTHING; ground--) {
        size_t rows = 0;
        for (size_t i = 0; i < gate->row_count; i++)
            rows += gate->rows[i].verdict == GATE_OK &&
                    gate->rows[i].ground == (enum gate_ground)ground;
        if (rows == 0)
            continue;
        gate_add(out, GATE_TEXT_SIZE, "%s%zu by %s", separator, rows,
                 gate_ground_name((enum gate_ground)ground));
        separator = ", ";
    }
    return out;
}
