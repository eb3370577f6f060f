/* Text that is read word by word. It need not end with a zero, and may hold zero bytes. */
#ifndef XQPERFT_WORDS_H
#define XQPERFT_WORDS_H

#include <stdbool.h>
#include <stddef.h>

struct words {
    const char *text;
    size_t length;
};

/* Takes the next word, up to white space, from the front of *rest. False when there is none. */
bool words_next(struct words *rest, struct words *word);

/* Takes the words before the word `stop` (NULL: all words) from the front of *rest. What is between
 * them stays, what is around them does not. */
struct words words_until(struct words *rest, const char *stop);

/* Is it this, to the letter; is it this, whether letters are small or capital? */
bool words_equal(struct words words, const char *text);
bool words_equal_letters(struct words words, const char *text);

#endif
