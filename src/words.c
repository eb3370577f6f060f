#include <string.h>
#include <strings.h>

#include "words.h"

static bool is_blank(char byte)
{
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

bool words_next(struct words *rest, struct words *word)
{
    const char *text = rest->text, *end = text + rest->length;
    while (text < end && is_blank(*text))
        text++;
    *word = (struct words){text, 0};
    while (text + word->length < end && !is_blank(text[word->length]))
        word->length++;
    rest->text = text + word->length;
    rest->length = (size_t)(end - rest->text);
    return word->length > 0;
}

struct words words_until(struct words *rest, const char *stop)
{
    struct words ahead = *rest, word, taken = {rest->text, 0};
    while (words_next(&ahead, &word) && !(stop && words_equal(word, stop))) {
        if (taken.length == 0)
            taken.text = word.text;
        taken.length = (size_t)(ahead.text - taken.text);
        *rest = ahead;
    }
    return taken;
}

bool words_equal(struct words words, const char *text)
{
    return words.length == strlen(text) && memcmp(words.text, text, words.length) == 0;
}

bool words_equal_letters(struct words words, const char *text)
{
    return words.length == strlen(text) && strncasecmp(words.text, text, words.length) == 0;
}
