#include <string.h>

#include "wide.h"

char *wide_write(wide number, char out[WIDE_SIZE])
{
    char digits[WIDE_SIZE], *first = &digits[WIDE_SIZE - 1];
    *first = '\0';
    do {
        *--first = (char)('0' + (int)(number % 10));
        number /= 10;
    } while (number > 0);
    return strcpy(out, first);
}

enum number_result wide_read(const char *text, size_t length, wide *value)
{
    wide number = 0;
    bool fits = true;
    if (length == 0)
        return NUMBER_MALFORMED;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return NUMBER_MALFORMED;
        wide sum = (wide)(text[i] - '0');
        fits = fits && wide_add_product(&sum, number, 10); /* junk further on is the graver fault */
        number = sum;
    }
    if (!fits)
        return NUMBER_TOO_LARGE;
    *value = number;
    return NUMBER_OK;
}
