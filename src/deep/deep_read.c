/* The results of a plan's file, and the file as a whole. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "reading.h"

/* Ends the line with its sum? What does not was torn, or is no result. */
static bool is_whole(const struct reading *reading)
{
    char sum[SUM_DIGITS + 2];
    if (!reading->ended || reading->length <= SUM_DIGITS)
        return false;
    size_t length = reading->length - SUM_DIGITS - 1;
    snprintf(sum, sizeof sum, " %0*" PRIx64, SUM_DIGITS, deep_sum(DEEP_SUM, reading->line, length));
    return memcmp(reading->line + length, sum, SUM_DIGITS + 1) == 0;
}

static uint8_t place_of(struct words name)
{
    uint8_t place = 0;
    while (all_boards[place] && !words_equal(name, all_boards[place]->name))
        place++;
    return place;
}

static void note(struct reading *reading, size_t unit, wide count, uint8_t place)
{
    struct deep_tally *tally = reading->tally;
    size_t before = tally->conflicting;
    char was[WIDE_SIZE], is[WIDE_SIZE];
    deep_tally_add(tally, unit, count, place);
    if (tally->conflicting == before)
        return;
    const struct board *first = all_boards[tally->by[unit] - 1];
    reading_refuse(
        reading, reading_no_words, "unit %zu differs: %s counted %s, and here %s %s", unit + 1,
        first ? first->name : "another board", wide_write(tally->count[unit], was),
        all_boards[place] ? all_boards[place]->name : "another board", wide_write(count, is));
}

/* Is this the next text, with a blank around it? */
static bool take_text(struct reading *reading, const char *text)
{
    struct words rest = reading->rest;
    size_t length = strlen(text);
    if (rest.length < length + 2 || rest.text[0] != ' ' || rest.text[length + 1] != ' ' ||
        memcmp(rest.text + 1, text, length) != 0)
        return false;
    reading->rest = (struct words){rest.text + length + 1, rest.length - length - 1};
    return true;
}

static bool read_result(struct reading *reading)
{
    const struct deep_plan *plan = reading->plan;
    struct words word, board;
    uint64_t checksum;
    size_t number, depth;
    char fen[FEN_SIZE];
    wide count;
    if (!words_next(&reading->rest, &word) || !words_equal(word, "result"))
        return reading_refuse(reading, word, "this is no line of results");
    if (!reading_sum(reading, "the sum of the plan", &checksum))
        return false;
    if (checksum != plan->checksum)
        return reading_refuse(reading, reading_no_words, "this is a result of another plan");
    if (!reading_number(reading, "the unit", plan->unit_count, &number))
        return false;
    if (number == 0)
        return reading_refuse(reading, reading_no_words, "units are numbered from 1");
    line_position(plan, number - 1, fen);
    if (!take_text(reading, fen))
        return reading_refuse(reading, reading_no_words, "unit %zu is another position: %s", number,
                              fen);
    if (!reading_number(reading, "the depth", PERFT_MAX_DEPTH, &depth))
        return false;
    if (depth != plan->depth - plan->split)
        return reading_refuse(reading, reading_no_words,
                              "units of this plan have depth %u, not %zu",
                              plan->depth - plan->split, depth);
    if (!reading_wide(reading, "the count", ~(wide)0, &count) ||
        !reading_word(reading, "the board", &board) ||
        !reading_sum(reading, "the sum of the line", &checksum) || !reading_end(reading))
        return false;
    note(reading, number - 1, count, place_of(board));
    reading->results++;
    return true;
}

/* As far as it goes, like a result of this plan? */
static bool begins_as_result(const struct reading *reading)
{
    char begin[sizeof "result " + SUM_DIGITS];
    size_t length = (size_t)snprintf(begin, sizeof begin, "result %0*" PRIx64, SUM_DIGITS,
                                     reading->plan->checksum);
    return memcmp(reading->line, begin, reading->length < length ? reading->length : length) == 0;
}

static void note_torn(struct reading *reading)
{
    reading->tally->torn++;
    reading->torn_result = reading->torn_result || begins_as_result(reading);
    if (reading->torn++ == 0)
        reading->first_torn = reading->number;
}

static bool read_results(struct reading *reading, bool first)
{
    while (first || reading_next(reading)) {
        first = false;
        if (reading->length == 0)
            continue;
        if (!is_whole(reading))
            note_torn(reading);
        else if (!read_result(reading))
            return false;
    }
    return reading_at_end(reading);
}

static bool read_stream(struct reading *reading)
{
    struct words word;
    bool first = reading_next(reading);
    bool is_plan = first && words_next(&reading->rest, &word) && words_equal(word, DEEP_MAGIC);
    if (!first && !reading_at_end(reading))
        return false;
    if (!is_plan && !reading->plan->unit)
        return reading_say(reading, false, 0,
                           "this is no plan: it does not begin with '" DEEP_MAGIC "'");
    if (is_plan && !reading_plan(reading))
        return false;
    if (first)
        reading->rest = (struct words){reading->line, reading->length};
    if (!read_results(reading, first && !is_plan))
        return false;
    if (!is_plan && reading->results == 0 && reading->torn > 0 && !reading->torn_result)
        return reading_say(reading, false, 0, "there is no result in it");
    if (reading->torn > 0)
        reading_say(reading, true, reading->first_torn,
                    "%zu line%s not as it was written, %s: torn when a run was killed, or "
                    "changed; not counted",
                    reading->torn, reading->torn == 1 ? " is" : "s are",
                    reading->torn == 1 ? "this one" : "from this one on");
    return true;
}

bool deep_read(const char *file, struct deep_plan *plan, struct deep_tally *tally,
               suite_report *report, void *context)
{
    struct reading reading = {
        .file = file, .plan = plan, .tally = tally, .report = report, .context = context};
    reading.stream = fopen(file, "re");
    if (!reading.stream)
        return reading_say(&reading, false, 0, "%s", strerror(errno));
    bool good = read_stream(&reading);
    fclose(reading.stream);
    free(reading.line);
    return good;
}
