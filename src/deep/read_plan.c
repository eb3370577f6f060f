/* The plan of a file. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "layer.h"
#include "notation.h"
#include "reading.h"

static bool take_position(struct reading *reading, struct words fen, struct position *position)
{
    struct fen_error error;
    return fen_read(fen.text, fen.length, position, &error) ||
           reading_refuse(reading, fen, "%s", error.reason);
}

/* The next line of the plan, with this word first. */
static bool plan_line(struct reading *reading, const char *name)
{
    struct words word;
    return reading_next_of_plan(reading) &&
           ((words_next(&reading->rest, &word) && words_equal(word, name)) ||
            reading_refuse(reading, word, "here belongs the line '%s' of a plan", name));
}

static bool plan_number(struct reading *reading, const char *name, size_t max, size_t *value)
{
    return plan_line(reading, name) && reading_number(reading, name, max, value) &&
           reading_end(reading);
}

static bool plan_fen(struct reading *reading, struct position *root)
{
    return plan_line(reading, "fen") &&
           take_position(reading, words_until(&reading->rest, NULL), root);
}

/* The root moves; each must be greater than the one before. */
static bool plan_moves(struct reading *reading, struct deep_plan *plan)
{
    struct words word;
    if (!plan_line(reading, "moves"))
        return false;
    while (words_next(&reading->rest, &word)) {
        xq_move move;
        if (plan->move_count == MAX_MOVES || move_read(word.text, RANKS_FROM_0, &move) == 0)
            return reading_refuse(reading, word, "this is no move that a position may have");
        if (plan->move_count > 0 && move <= plan->move[plan->move_count - 1])
            return reading_refuse(reading, word, "the moves are not in their order");
        plan->move[plan->move_count++] = move;
    }
    return true;
}

static bool plan_head(struct reading *reading, struct deep_plan *plan, size_t *units)
{
    size_t depth, split;
    if (!plan_fen(reading, &plan->root) ||
        !plan_number(reading, "depth", PERFT_MAX_DEPTH, &depth) ||
        !plan_number(reading, "split", depth, &split) || !plan_moves(reading, plan) ||
        !plan_line(reading, "paths") || !reading_wide(reading, "paths", ~(wide)0, &plan->paths) ||
        !reading_end(reading) || !plan_number(reading, "units", DEEP_MOST, units))
        return false;
    plan->depth = (unsigned)depth;
    plan->split = (unsigned)split;
    return true;
}

/* MOVE:PATHS, the moves in ascending order. */
static bool unit_path(struct reading *reading, struct deep_plan *plan, struct words word)
{
    struct deep_unit *unit = &plan->unit[plan->unit_count];
    uint32_t end = unit[1].first;
    char text[MOVE_TEXT_SIZE] = "";
    const char *colon = memchr(word.text, ':', word.length);
    size_t length = colon ? (size_t)(colon - word.text) : 0;
    uint64_t paths = 0;
    xq_move move = NO_MOVE;
    if (length > 0 && length < sizeof text)
        memcpy(text, word.text, length);
    size_t index =
        move_read(text, RANKS_FROM_0, &move) > 0 ? line_move_index(plan, move) : plan->move_count;
    if (index == plan->move_count ||
        text_number(colon + 1, word.length - length - 1, UINT64_MAX, &paths) != NUMBER_OK)
        return reading_refuse(reading, word, "this is not MOVE:PATHS, with a move of the root");
    if (end > unit->first && index <= plan->path[end - 1].move)
        return reading_refuse(reading, word, "the moves are not in their order");
    if (end == DEEP_MOST)
        return reading_refuse(reading, word, "a plan has no more than %zu of these",
                              (size_t)DEEP_MOST);
    if (end == reading->path_room) {
        size_t room = 2 * reading->path_room + 1024;
        struct deep_path *path = reallocarray(plan->path, room, sizeof *path);
        if (!path)
            return reading_refuse(reading, reading_no_words, "%s", strerror(ENOMEM));
        plan->path = path;
        reading->path_room = room;
    }
    plan->path[end] = (struct deep_path){.paths = paths, .move = (uint16_t)index};
    unit[1].first++;
    return true;
}

static bool unit_position(struct reading *reading, struct deep_plan *plan)
{
    struct words ahead = reading->rest, placement, side;
    struct position position;
    char fen[FEN_SIZE];
    if (!words_next(&ahead, &placement) || !words_next(&ahead, &side))
        return reading_refuse(reading, reading_no_words, "the position is missing");
    struct words text = {placement.text, (size_t)(ahead.text - placement.text)};
    reading->rest = ahead;
    if (!take_position(reading, text, &position))
        return false;
    layer_pack(&position, plan->unit[plan->unit_count].packed);
    line_position(plan, plan->unit_count, fen);
    return words_equal(text, fen) ||
           reading_refuse(reading, text, "a unit of this plan would be written '%s'", fen);
}

static bool read_unit(struct reading *reading, struct deep_plan *plan)
{
    struct words word;
    size_t number;
    wide paths;
    plan->unit[plan->unit_count + 1].first = plan->unit[plan->unit_count].first;
    if (!plan_line(reading, "unit") || !reading_number(reading, "the number", SIZE_MAX, &number))
        return false;
    if (number != plan->unit_count + 1)
        return reading_refuse(reading, reading_no_words, "here belongs unit %zu",
                              plan->unit_count + 1);
    if (!unit_position(reading, plan) || !reading_wide(reading, "paths", ~(wide)0, &paths))
        return false;
    while (words_next(&reading->rest, &word))
        if (!unit_path(reading, plan, word))
            return false;
    if (paths != deep_unit_paths(plan, plan->unit_count))
        return reading_refuse(reading, reading_no_words, "the paths of the moves have another sum");
    plan->unit_count++;
    return true;
}

/* Room for one more unit, and the one behind it. How many there are to be is only what the file
 * says. */
static bool make_room(struct reading *reading, struct deep_plan *plan, size_t *room)
{
    if (plan->unit_count + 2 <= *room)
        return true;
    size_t more = 2 * *room + 1024;
    struct deep_unit *unit = reallocarray(plan->unit, more, sizeof *unit);
    if (!unit)
        return reading_refuse(reading, reading_no_words, "%s", strerror(ENOMEM));
    plan->unit = unit;
    *room = more;
    return true;
}

static bool read_units(struct reading *reading, struct deep_plan *plan, size_t units)
{
    wide paths = 0;
    size_t room = 0;
    if (!make_room(reading, plan, &room))
        return false;
    plan->unit[0].first = 0;
    while (plan->unit_count < units) {
        if (!make_room(reading, plan, &room) || !read_unit(reading, plan))
            return false;
        paths +=
            deep_unit_paths(plan, plan->unit_count - 1); /* fits: DEEP_MOST numbers of 64 bits */
    }
    return paths == plan->paths ||
           reading_say(reading, false, 0, "the paths of the units have another sum than the plan");
}

static bool read_whole(struct reading *reading, uint64_t checksum)
{
    struct deep_plan *plan = reading->plan;
    struct deep_tally *tally = reading->tally;
    size_t units;
    if (!plan_head(reading, plan, &units) || !read_units(reading, plan, units))
        return false;
    plan->checksum = checksum;
    tally->count = calloc(units + 1, sizeof *tally->count);
    tally->by = calloc(units + 1, sizeof *tally->by);
    if (!tally->count || !tally->by)
        return reading_refuse(reading, reading_no_words, "%s", strerror(ENOMEM));
    return true;
}

/* Of the plan that there is already, only the sum is looked at. */
static bool skip_plan(struct reading *reading, uint64_t checksum)
{
    enum { HEAD_LINES = 6 };
    if (checksum != reading->plan->checksum)
        return reading_refuse(reading, reading_no_words, "this is another plan");
    for (size_t i = 0; i < HEAD_LINES + reading->plan->unit_count; i++)
        if (!reading_next_of_plan(reading))
            return false;
    return true;
}

bool reading_plan(struct reading *reading)
{
    size_t version;
    uint64_t checksum;
    if (!reading_number(reading, "the version", SIZE_MAX, &version))
        return false;
    if (version != DEEP_VERSION)
        return reading_refuse(reading, reading_no_words,
                              "version %zu of the format; this program knows %d", version,
                              DEEP_VERSION);
    if (!reading_sum(reading, "the sum of the plan", &checksum) || !reading_end(reading))
        return false;
    reading->sum = DEEP_SUM;
    if (!(reading->plan->unit ? skip_plan(reading, checksum) : read_whole(reading, checksum)))
        return false;
    return reading->sum == checksum ||
           reading_say(reading, false, 1, "the plan has another sum: it is not what was written");
}
