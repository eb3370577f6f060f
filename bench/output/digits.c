#include "digits.h"

#include <math.h>
#include <stdio.h>

enum { MOST = 9, LEAST_OF_SPEED = 2, MOST_OF_SPEED = 4 };

/* Decimals that show this many digits of the number, from its first that is not 0. */
static int decimals_of(double number, int digits)
{
    return (int)fmax(0, fmin(MOST, digits - 1 - floor(log10(fabs(number)))));
}

static int number_decimals(double number)
{
    double size = fabs(number);
    return size >= 100 ? 1 : size >= 1 || size == 0 ? 2 : decimals_of(number, 3);
}

const char *digits_number(double number, char out[DIGITS_TEXT_SIZE])
{
    if (isnan(number))
        snprintf(out, DIGITS_TEXT_SIZE, "unknown");
    else
        snprintf(out, DIGITS_TEXT_SIZE, "%.*f", number_decimals(number), number);
    return out;
}

const char *digits_spread(const struct stats_spread *spread, char out[DIGITS_TEXT_SIZE])
{
    if (isnan(spread->median) || !(spread->mad > 0))
        return digits_number(spread->median, out);
    int decimals = number_decimals(spread->median), first = decimals_of(spread->mad, 1);
    if (first > decimals)
        decimals = first;
    snprintf(out, DIGITS_TEXT_SIZE, "%.*f ±%.*f", decimals, spread->median, decimals, spread->mad);
    return out;
}

/* Is this 1 when it is written, and only then? */
static bool seems_one(double ratio, int decimals)
{
    return ratio != 1 && fabs(ratio - 1) < 0.5 * pow(10, -decimals);
}

int digits_speed_decimals(const struct stats_speed *speed)
{
    double width = speed->high - speed->low;
    if (isnan(width))
        return LEAST_OF_SPEED;
    int decimals =
        width > 1e-9 ? decimals_of(width, 2) : LEAST_OF_SPEED; /* below that it is rounding */
    decimals = decimals < LEAST_OF_SPEED ? LEAST_OF_SPEED : decimals;
    while (decimals < MOST_OF_SPEED &&
           (seems_one(speed->low, decimals) || seems_one(speed->high, decimals)))
        decimals++;
    return decimals < MOST_OF_SPEED ? decimals : MOST_OF_SPEED;
}

const char *digits_speed(const struct stats_speed *speed, char out[DIGITS_TEXT_SIZE])
{
    int decimals = digits_speed_decimals(speed);
    if (isnan(speed->median))
        snprintf(out, DIGITS_TEXT_SIZE, "unknown");
    else if (isnan(speed->low) || isnan(speed->high))
        snprintf(out, DIGITS_TEXT_SIZE, "%.*f", decimals, speed->median);
    else
        snprintf(out, DIGITS_TEXT_SIZE, "%.*f [%.*f, %.*f]", decimals, speed->median, decimals,
                 speed->low, decimals, speed->high);
    return out;
}

const char *digits_mark(enum stats_verdict verdict)
{
    return verdict == STATS_EQUAL ? " =" : verdict == STATS_INCONCLUSIVE ? " ?" : "";
}
