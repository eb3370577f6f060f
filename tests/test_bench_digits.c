/* Figures as people see them: expected texts are rounded by hand. */
#include <criterion/criterion.h>
#include <math.h>

#include "output/digits.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

Test(bench_digits, numbers_have_three_digits_or_more)
{
    static const struct {
        double number;
        const char *text;
    } cases[] = {
        {123456.78, "123456.8"}, {348.94, "348.9"},   {100, "100.0"},
        {64.2449, "64.24"},      {6, "6.00"},         {1.005001, "1.01"},
        {0.5123, "0.512"},       {0.05123, "0.0512"}, {0.000512, "0.000512"},
        {0.00256, "0.00256"},    {0, "0.00"},         {NAN, "unknown"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char text[DIGITS_TEXT_SIZE];
        cr_assert_str_eq(digits_number(cases[i].number, text), cases[i].text);
    }
}

Test(bench_digits, a_deviation_is_no_zero_that_is_none)
{
    static const struct {
        double median, mad;
        const char *text;
    } cases[] = {
        {348.94, 3.6, "348.9 ±3.6"},
        {64.2449, 0.914, "64.24 ±0.91"},
        {348.94, 0.004, "348.940 ±0.004"},
        {0.5, 0.01, "0.500 ±0.010"},
        {0.5, 0.0004, "0.5000 ±0.0004"},
        {12.5, 0, "12.50"},
        {12.5, NAN, "12.50"},
        {NAN, 1, "unknown"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char text[DIGITS_TEXT_SIZE];
        const struct stats_spread spread = {cases[i].median, cases[i].mad};
        cr_assert_str_eq(digits_spread(&spread, text), cases[i].text, "%s, not %s", text,
                         cases[i].text);
    }
}

Test(bench_digits, an_interval_shows_its_width)
{
    static const struct {
        const char *rule;
        struct stats_speed speed;
        const char *text;
    } cases[] = {
        {"two decimals at least", {2, 1.5, 2.5}, "2.00 [1.50, 2.50]"},
        {"two digits of a width of 0.22", {1.25, 1.11, 1.33}, "1.25 [1.11, 1.33]"},
        {"of 0.023", {1.1412, 1.1304, 1.1534}, "1.141 [1.130, 1.153]"},
        {"of 0.0043", {1.0031, 1.0012, 1.0055}, "1.0031 [1.0012, 1.0055]"},
        {"four at most", {1.50001, 1.50000, 1.50002}, "1.5000 [1.5000, 1.5000]"},
        {"an end that is not 1 is not 1.00", {1.05, 1.004, 1.11}, "1.050 [1.004, 1.110]"},
        {"nor from the other side", {0.95, 0.9, 0.9996}, "0.9500 [0.9000, 0.9996]"},
        {"an end that is 1", {0.95, 0.9, 1}, "0.95 [0.90, 1.00]"},
        {"no width", {2, 2, 2}, "2.00 [2.00, 2.00]"},
        {"none but for rounding", {1.5, 1.5, 1.5 + 1e-15}, "1.50 [1.50, 1.50]"},
        {"no interval", {1.25, NAN, NAN}, "1.25"},
        {"nothing", {NAN, NAN, NAN}, "unknown"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char text[DIGITS_TEXT_SIZE];
        digits_speed(&cases[i].speed, text);
        cr_assert_str_eq(text, cases[i].text, "%s: %s", cases[i].rule, text);
    }
}
