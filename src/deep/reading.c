/* Lines, words and numbers of a plan's file, and what is wrong with them. */
#include <errno.h>
#include <stdarg.h>
#include <string.h>

#include "reading.h"

static void report(const struct reading *reading, bool warning, int line, struct words words,
                   const char *format, va_list arguments)
{
    char reason[256], text[96];
    vsnprintf(reason, sizeof reason, format, arguments);
    text_printable(words.text, words.length, text, sizeof text);
    const struct suite_problem problem = {
        .warning = warning,
        .file = reading->file,
        .line = line,
        .column = words.length > 0 ? (int)(words.text - reading->line) + 1 : 0,
        .text = text,
        .reason = reason,
    };
    reading->report(reading->context, &problem);
}

const struct words reading_no_words = {"", 0};

bool reading_refuse(const struct reading *reading, struct words words, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    report(reading, false, reading->number, words, format, arguments);
    va_end(arguments);
    return false;
}

bool reading_say(const struct reading *reading, bool warning, int line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    report(reading, warning, line, reading_no_words, format, arguments);
    va_end(arguments);
    return false;
}

bool reading_next(struct reading *reading)
{
    ssize_t got = text_line(&reading->line, &reading->size, reading->stream);
    if (got < 0)
        return false;
    reading->number++;
    reading->ended = reading->line[got - 1] == '\n';
    reading->length = (size_t)got - (reading->ended ? 1 : 0);
    reading->line[reading->length] = '\0';
    reading->rest = (struct words){reading->line, reading->length};
    return true;
}

bool reading_at_end(const struct reading *reading)
{
    int error = errno;
    if (feof(reading->stream))
        return true;
    if (error == EFBIG)
        return reading_say(reading, false, reading->number + 1, "longer than %d MiB: no plan",
                           TEXT_LINE_LIMIT >> 20);
    return reading_say(reading, false, 0, "%s", strerror(error));
}

bool reading_next_of_plan(struct reading *reading)
{
    bool next = reading_next(reading);
    if (!next && !reading_at_end(reading))
        return false;
    if (!next || !reading->ended)
        return reading_say(reading, false, 0, "the plan is not whole: it ends after line %d",
                           reading->number);
    reading->sum = deep_sum(reading->sum, reading->line, reading->length);
    reading->sum = deep_sum(reading->sum, "\n", 1);
    return true;
}

bool reading_word(struct reading *reading, const char *what, struct words *word)
{
    return words_next(&reading->rest, word) ||
           reading_refuse(reading, reading_no_words, "%s is missing", what);
}

bool reading_wide(struct reading *reading, const char *what, wide max, wide *value)
{
    struct words word;
    char number[WIDE_SIZE];
    if (!reading_word(reading, what, &word))
        return false;
    enum number_result result = wide_read(word.text, word.length, value);
    if (result == NUMBER_MALFORMED)
        return reading_refuse(reading, word, "%s is no whole number", what);
    if (result == NUMBER_TOO_LARGE || *value > max)
        return reading_refuse(reading, word, "%s is more than %s", what, wide_write(max, number));
    return true;
}

bool reading_number(struct reading *reading, const char *what, size_t max, size_t *value)
{
    wide number;
    bool taken = reading_wide(reading, what, max, &number);
    *value = taken ? (size_t)number : 0;
    return taken;
}

bool reading_sum(struct reading *reading, const char *what, uint64_t *sum)
{
    static const char digits[] = "0123456789abcdef";
    struct words word;
    *sum = 0;
    if (!reading_word(reading, what, &word))
        return false;
    bool good = word.length == SUM_DIGITS;
    for (size_t i = 0; good && i < word.length; i++) {
        const char *digit = memchr(digits, word.text[i], sizeof digits - 1);
        good = digit != NULL;
        *sum = *sum << 4 | (digit ? (uint64_t)(digit - digits) : 0);
    }
    return good ||
           reading_refuse(reading, word, "%s is not %d hexadecimal digits", what, SUM_DIGITS);
}

bool reading_end(struct reading *reading)
{
    struct words word;
    return !words_next(&reading->rest, &word) ||
           reading_refuse(reading, word, "there is more in the line than belongs there");
}
