#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/stored_file.h"
#include "gate_run.h"
#include "measure/machine.h"
#include "stats/stats.h"

struct pair {
    size_t row;
    double seconds[2];
};

/* The lines of a file. */
struct pairs {
    struct pair *pairs;
    size_t count, room;
};

/* The row of a benchmark; a new one at the end unless this is the second run, which has none of its
 * own: then row_count. */
static size_t row_of(struct gate *gate, const char *name, bool again)
{
    size_t row = 0;
    while (row < gate->row_count && strcmp(gate->rows[row].workload, name) != 0)
        row++;
    if (row < gate->row_count || again)
        return row;
    struct gate_row *more = realloc(gate->rows, (row + 1) * sizeof *more);
    if (more == NULL)
        return row;
    gate->rows = more;
    gate->rows[row] = (struct gate_row){.instructions = {NAN, NAN}, .ns = {NAN, NAN}};
    gate->rows[row].first.rise = gate->rows[row].again.rise = NAN;
    snprintf(gate->rows[row].workload, sizeof gate->rows[row].workload, "%s", name);
    gate->row_count++;
    return row;
}

static bool read_seconds(const char *text, double *seconds)
{
    char *end;
    *seconds = strtod(text, &end);
    return end != text && *end == '\0' && isfinite(*seconds) && *seconds > 0;
}

/* "NAME <TAB> BASE <TAB> NEW"; changes the line. */
static bool read_line(char *line, char **name, struct pair *pair)
{
    char *fields[3], *save = NULL;
    for (size_t i = 0; i < 3; i++)
        if ((fields[i] = strtok_r(i == 0 ? line : NULL, "\t", &save)) == NULL)
            return false;
    *name = fields[0];
    return strtok_r(NULL, "\t", &save) == NULL && strlen(*name) < GATE_NAME_SIZE &&
           read_seconds(fields[1], &pair->seconds[GATE_BASE]) &&
           read_seconds(fields[2], &pair->seconds[GATE_NEW]);
}

static bool add(struct pairs *all, struct pair pair)
{
    if (all->count == all->room) {
        size_t room = all->room ? 2 * all->room : 64;
        struct pair *more = realloc(all->pairs, room * sizeof *more);
        if (more == NULL)
            return false;
        all->pairs = more;
        all->room = room;
    }
    all->pairs[all->count++] = pair;
    return true;
}

static bool read_pairs(const char *file, bool again, struct gate *gate, struct pairs *all,
                       struct fault *fault)
{
    FILE *in;
    char *line = NULL;
    size_t size = 0;
    bool good = true;
    if (!stored_file_open(file, false, &in, fault))
        return false;
    ssize_t length;
    for (size_t number = 1; good && (length = getline(&line, &size, in)) >= 0; number++) {
        struct pair pair;
        char *name;
        if (strlen(line) != (size_t)length) {
            good = fault_set(fault, "%s:%zu: has a NUL byte: this is no text file", file, number);
            break;
        }
        while (length > 0 && strchr("\r\n", line[length - 1]))
            line[--length] = '\0';
        if (line[0] == '#' || line[0] == '\0')
            continue;
        if (!read_line(line, &name, &pair)) {
            good = fault_set(fault,
                             "%s:%zu: is no pair of times: a name, and two numbers of seconds "
                             "above 0, with tabs between them",
                             file, number);
            break;
        }
        pair.row = row_of(gate, name, again);
        if (pair.row == gate->row_count)
            good = fault_set(fault, "%s:%zu: '%s' was not in the first run", file, number, name);
        else if (!add(all, pair))
            good = fault_set(fault, "no memory");
    }
    if (good && ferror(in))
        good = fault_set(fault, "%s: %s", file, strerror(errno));
    free(line);
    fclose(in);
    return good;
}

/* Of one row; returns how many pairs it has. */
static size_t judge_row(struct gate *gate, const struct pairs *all, size_t row, size_t rows,
                        bool again, double *room)
{
    double *ratios = room, *scratch = room + all->count;
    size_t count = 0;
    for (size_t i = 0; i < all->count; i++)
        if (all->pairs[i].row == row)
            ratios[count++] =
                log(all->pairs[i].seconds[GATE_NEW] / all->pairs[i].seconds[GATE_BASE]);
    struct gate_time time = gate_time_of(ratios, count, rows, &gate->limits, scratch);
    *(again ? &gate->rows[row].again : &gate->rows[row].first) = time;
    for (size_t side = 0; side < 2 && !again; side++) {
        size_t at = 0;
        for (size_t i = 0; i < all->count; i++)
            if (all->pairs[i].row == row)
                scratch[at++] = 1e9 * all->pairs[i].seconds[side];
        gate->rows[row].ns[side] = stats_median(scratch, at);
    }
    return count;
}

static bool judge_times(struct gate *gate, const struct pairs *all, bool again, struct fault *fault)
{
    double *room = calloc(2 * all->count + 1, sizeof *room);
    size_t rows = 0, most = 0;
    if (room == NULL)
        return fault_set(fault, "no memory");
    for (size_t i = 0; i < gate->row_count; i++)
        rows += !again || gate_is_suspect(gate, &gate->rows[i]);
    for (size_t i = 0; i < gate->row_count; i++) {
        if (again && !gate_is_suspect(gate, &gate->rows[i]))
            continue;
        size_t count = judge_row(gate, all, i, rows, again, room);
        most = count > most ? count : most;
    }
    *(again ? &gate->confirming : &gate->launches) = most;
    free(room);
    return gate_adjust(gate, again) || fault_set(fault, "no memory");
}

enum status gate_pairs(const char *file, const char *again, const struct gate_limits *limits,
                       struct gate *gate, struct fault *fault)
{
    struct machine machine;
    machine_read(&machine);
    *gate = (struct gate){.limits = *limits, .counts_elsewhere = true};
    snprintf(gate->cpu, sizeof gate->cpu, "%s", machine.cpu);
    snprintf(gate->date, sizeof gate->date, "%s", machine.date);
    strcpy(gate->sides[GATE_BASE].name, "base");
    strcpy(gate->sides[GATE_NEW].name, "new");
    const char *const files[] = {file, again};
    for (size_t run = 0; run < 2 && files[run]; run++) {
        struct pairs all = {0};
        bool good = read_pairs(files[run], run == 1, gate, &all, fault) &&
                    judge_times(gate, &all, run == 1, fault);
        free(all.pairs);
        if (!good)
            return STATUS_IMPOSSIBLE;
    }
    gate_judge(gate);
    return STATUS_DONE;
}
