/* Counts of more than 64 bits as text, and what does not fit 128. */
#include <criterion/criterion.h>
#include <string.h>

#include "wide.h"

/* 2^64 and 2^128 - 1, as any table of powers of two has them. */
#define TWO_64   "18446744073709551616"
#define GREATEST "340282366920938463463374607431768211455"

static const wide greatest = ~(wide)0;

Test(wide, numbers_are_written_and_read)
{
    static const struct {
        const char *text;
        uint64_t high, low;
    } rows[] = {
        {"0", 0, 0},
        {"9", 0, 9},
        {"10", 0, 10},
        {"18446744073709551615", 0, UINT64_MAX},
        {TWO_64, 1, 0},
        {"184467440737095516150", 9, UINT64_MAX - 9},
        {GREATEST, UINT64_MAX, UINT64_MAX},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        wide number = (wide)rows[i].high << 64 | rows[i].low, read = 1;
        char text[WIDE_SIZE];
        cr_expect_str_eq(wide_write(number, text), rows[i].text);
        cr_expect_eq(wide_read(rows[i].text, strlen(rows[i].text), &read), NUMBER_OK, "%s",
                     rows[i].text);
        cr_expect(read == number, "%s", rows[i].text);
    }
}

Test(wide, what_is_no_number_of_128_bits_is_refused)
{
    static const struct {
        const char *text;
        enum number_result result;
    } rows[] = {
        {"", NUMBER_MALFORMED},
        {"-1", NUMBER_MALFORMED},
        {" 1", NUMBER_MALFORMED},
        {"1,000", NUMBER_MALFORMED},
        {"340282366920938463463374607431768211456", NUMBER_TOO_LARGE},
        {"3402823669209384634633746074317682114550", NUMBER_TOO_LARGE},
        {"3402823669209384634633746074317682114550x", NUMBER_MALFORMED},
        {"999999999999999999999999999999999999999999999999999999999999", NUMBER_TOO_LARGE},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        wide value = 7;
        cr_expect_eq(wide_read(rows[i].text, strlen(rows[i].text), &value), rows[i].result, "'%s'",
                     rows[i].text);
        cr_expect(value == 7, "'%s' is changed", rows[i].text);
    }
}

Test(wide, sums_and_products_tell_when_they_do_not_fit)
{
    wide sum = greatest - 1;
    cr_expect(wide_add(&sum, 1) && sum == greatest);
    cr_expect_not(wide_add(&sum, 1));
    sum = 1;
    cr_expect(wide_add_product(&sum, (wide)1 << 64, UINT64_MAX) &&
              sum == greatest - UINT64_MAX + 1);
    sum = 0;
    cr_expect_not(wide_add_product(&sum, (wide)1 << 64, (wide)1 << 64), "the product");
    sum = 1;
    cr_expect_not(wide_add_product(&sum, greatest / 5, 5), "the sum");
}
