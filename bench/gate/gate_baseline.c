#include "gate_baseline.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "compare/stored_file.h"
#include "compare/stored_keys.h"
#include "gate_run.h"
#include "measure/positions.h"
#include "output/export_json.h"

enum { VERSION = 1, HASH_SIZE = 20 };

#define REMEDY "make baseline"

static const char *hash_text(const struct suite *suite, char out[HASH_SIZE])
{
    snprintf(out, HASH_SIZE, "%016" PRIx64, positions_hash(suite));
    return out;
}

/* --- written --------------------------------------------------------------------------------- */

static json_t *instructions_json(const struct gate *gate)
{
    json_t *all = json_object();
    for (size_t i = 0; i < gate->row_count; i++) {
        const struct gate_row *row = &gate->rows[i];
        json_t *boards = json_object_get(all, row->workload);
        if (boards == NULL) {
            boards = json_object();
            json_object_set_new(all, row->workload, boards);
        }
        json_object_set_new(boards, row->board, json_real(row->instructions[GATE_NEW]));
    }
    return all;
}

static json_t *baseline_json(const struct gate *gate, const struct setup *setup)
{
    const struct gate_side *side = &gate->sides[GATE_NEW];
    char hash[HASH_SIZE];
    return json_pack("{s:i, s:s, s:s, s:s, s:s, s:s, s:s, s:I, s:o}",  /**/
                     "baseline", VERSION,                              /**/
                     "compiler", side->compiler,                       /**/
                     "flags", gate->counted_flags,                     /**/
                     "counted_with", gate->counted_with,               /**/
                     "commit", side->commit,                           /**/
                     "date", gate->date,                               /**/
                     "positions_hash", hash_text(&setup->suite, hash), /**/
                     "position_count", (json_int_t)setup->suite.count, /**/
                     "instructions", instructions_json(gate));
}

bool gate_baseline_save(const char *file, const struct gate *gate, const struct setup *setup,
                        struct fault *fault)
{
    for (size_t i = 0; i < gate->row_count; i++)
        if (isnan(gate->rows[i].instructions[GATE_NEW]))
            return fault_set(fault, "no baseline was written: %s",
                             gate->note_count > 0 ? gate->notes[gate->note_count - 1]
                                                  : "nothing was counted");
    char unfinished[PATH_MAX];
    if ((size_t)snprintf(unfinished, sizeof unfinished, "%s.unfinished", file) >= sizeof unfinished)
        return fault_set(fault, "the name of the baseline is too long");
    FILE *out = fopen(unfinished, "wx");
    if (out == NULL)
        return fault_set(fault, "cannot write %s: %s", unfinished, strerror(errno));
    bool written = export_json_write(out, baseline_json(gate, setup)) && !ferror(out);
    int error = errno;
    written = fclose(out) == 0 && written;
    if (written && rename(unfinished, file) == 0)
        return true;
    fault_set(fault, "cannot write %s: %s", file, strerror(written ? errno : error));
    unlink(unfinished);
    return false;
}

/* --- read ------------------------------------------------------------------------------------ */

enum { READER = 1 };

static const struct keys_rule rules[] = {
    {"", "baseline", KEYS_WHOLE, VERSION, VERSION, READER, false},
    {"", "compiler", KEYS_TEXT, 1, GATE_TEXT_SIZE - 1, READER, false},
    {"", "flags", KEYS_TEXT, 0, GATE_TEXT_SIZE - 1, READER, false},
    {"", "counted_with", KEYS_TEXT, 1, GATE_TEXT_SIZE - 1, READER, false},
    {"", "commit", KEYS_TEXT, 0, GATE_TEXT_SIZE - 1, READER, false},
    {"", "date", KEYS_TEXT, 0, GATE_TEXT_SIZE - 1, READER, false},
    {"", "positions_hash", KEYS_TEXT, 1, HASH_SIZE, READER, false},
    {"", "position_count", KEYS_WHOLE, 1, KEYS_NO_LIMIT, READER, false},
    {"", "instructions", KEYS_OBJECT, 0, 0, READER, false},
    {0},
};

static json_t *load(const char *file, struct fault *fault)
{
    FILE *in;
    json_error_t error;
    if (!stored_file_open(file, false, &in, fault))
        return NULL;
    json_t *root = json_loadf(in, JSON_REJECT_DUPLICATES, &error);
    fclose(in);
    const struct keys_place at = {file, fault, "", KEYS_NO_INDEX};
    if (root == NULL)
        fault_set(fault, "%s:%d: %s", file, error.line, error.text);
    else if (!json_is_object(root))
        keys_wrong(&at, "", "is no object");
    else if (keys_check(&at, root, rules, READER))
        return root;
    json_decref(root);
    return NULL;
}

/* Every number is above 0 and finite. */
static bool check_instructions(const char *file, json_t *instructions, struct fault *fault)
{
    const char *workload, *board;
    json_t *boards, *number;
    json_object_foreach(instructions, workload, boards)
    {
        if (!json_is_object(boards))
            return fault_set(fault, "%s: instructions of %.40s are no object", file, workload);
        json_object_foreach(boards, board, number)
        {
            if (!json_is_number(number) || !(json_number_value(number) > 0) ||
                !(json_number_value(number) < 1e15))
                return fault_set(fault, "%s: instructions of %.40s on %.40s are no number above 0",
                                 file, workload, board);
        }
    }
    return true;
}

static void describe_base(struct gate_side *side, const char *file, const json_t *root)
{
    static const char *const keys[] = {"commit", "compiler", "flags"};
    char *const texts[] = {side->commit, side->compiler, side->flags};
    snprintf(side->name, sizeof side->name, "%s", file);
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        snprintf(texts[i], GATE_TEXT_SIZE, "%s", json_string_value(json_object_get(root, keys[i])));
}

/* The first thing that was otherwise, as a clause; false when all was the same. */
static bool differs(const struct gate *gate, const struct setup *setup, const json_t *root,
                    char out[GATE_TEXT_SIZE])
{
    char hash[HASH_SIZE];
    const struct {
        const char *key, *here;
    } facts[] = {
        {"compiler", gate->sides[GATE_NEW].compiler},
        {"flags", gate->counted_flags},
        {"counted_with", gate->counted_with},
        {"positions_hash", hash_text(&setup->suite, hash)},
    };
    for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++) {
        const char *there = json_string_value(json_object_get(root, facts[i].key));
        if (strcmp(there, facts[i].here) != 0) {
            snprintf(out, GATE_TEXT_SIZE, "its %s is %.60s, not %.60s", facts[i].key, there,
                     facts[i].here);
            return true;
        }
    }
    return false;
}

static void take(struct gate *gate, const json_t *instructions)
{
    for (size_t i = 0; i < gate->row_count; i++) {
        struct gate_row *row = &gate->rows[i];
        const json_t *number =
            json_object_get(json_object_get(instructions, row->workload), row->board);
        if (number)
            row->instructions[GATE_BASE] = json_number_value(number);
    }
}

static bool is_known(const char *workload, const char *board)
{
    const struct workload *known = all_workloads;
    while (known->name && strcmp(known->name, workload) != 0)
        known++;
    return known->name && board_find(board);
}

/* A board or a workload may have got lost since. */
static void note_lost(struct gate *gate, const json_t *instructions)
{
    const char *workload, *board, *first[2] = {NULL, NULL};
    json_t *boards, *number;
    size_t lost = 0;
    json_object_foreach((json_t *)instructions, workload, boards)
    {
        json_object_foreach(boards, board, number)
        {
            if (is_known(workload, board))
                continue;
            first[0] = lost == 0 ? workload : first[0];
            first[1] = lost == 0 ? board : first[1];
            lost++;
        }
    }
    if (lost > 0)
        gate_note(gate,
                  "%zu rows of the baseline are of boards or workloads that are gone, such as "
                  "%.40s on %.40s.",
                  lost, first[0], first[1]);
}

static void note_new(struct gate *gate)
{
    const struct gate_row *first = NULL;
    size_t count = 0;
    for (size_t i = 0; i < gate->row_count; i++) {
        if (!isnan(gate->rows[i].instructions[GATE_BASE]))
            continue;
        first = count == 0 ? &gate->rows[i] : first;
        count++;
    }
    if (count > 0)
        gate_note(gate,
                  "%zu rows are not in the baseline, such as %.40s on %.40s; " REMEDY
                  " makes a new one.",
                  count, first->workload, first->board);
}

json_t *gate_baseline_read(const char *file, struct fault *fault)
{
    json_t *root = load(file, fault);
    if (root && check_instructions(file, json_object_get(root, "instructions"), fault))
        return root;
    json_decref(root);
    return NULL;
}

void gate_baseline_use(const json_t *baseline, const char *file, struct gate *gate,
                       const struct setup *setup)
{
    char how[GATE_TEXT_SIZE];
    describe_base(&gate->sides[GATE_BASE], file, baseline);
    if (gate->counted_with[0] == '\0')
        gate_note(gate, "Nothing can be compared with %.60s.", file);
    else if (differs(gate, setup, baseline, how))
        gate_note(gate, "%.60s is no base for this build: %.120s; " REMEDY " makes a new one.",
                  file, how);
    else {
        const json_t *instructions = json_object_get(baseline, "instructions");
        take(gate, instructions);
        note_new(gate);
        note_lost(gate, instructions);
    }
}
