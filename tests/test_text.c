/* Exact numbers, and bytes made printable. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <string.h>

#include "text.h"

Test(text, numbers_are_exact)
{
    static const struct {
        const char *text;
        uint64_t max;
        enum number_result result;
        uint64_t value;
    } rows[] = {
        {"0", 0, NUMBER_OK, 0},
        {"1", 0, NUMBER_TOO_LARGE, 0},
        {"007", 7, NUMBER_OK, 7},
        {"8", 7, NUMBER_TOO_LARGE, 0},
        {"19", 20, NUMBER_OK, 19},
        {"20", 20, NUMBER_OK, 20},
        {"21", 20, NUMBER_TOO_LARGE, 0},
        {"4294967295", UINT32_MAX, NUMBER_OK, UINT32_MAX},
        {"4294967296", UINT32_MAX, NUMBER_TOO_LARGE, 0},
        {"18446744073709551615", UINT64_MAX, NUMBER_OK, UINT64_MAX},
        {"18446744073709551616", UINT64_MAX, NUMBER_TOO_LARGE, 0},
        {"18446744073709551620", UINT64_MAX, NUMBER_TOO_LARGE, 0},
        {"99999999999999999999999", UINT64_MAX, NUMBER_TOO_LARGE, 0},
        {"210", 20, NUMBER_TOO_LARGE, 0},
        {"99999999999999999999999x", UINT64_MAX, NUMBER_MALFORMED, 0},
        {"", 9, NUMBER_MALFORMED, 0},
        {"-1", 9, NUMBER_MALFORMED, 0},
        {"+1", 9, NUMBER_MALFORMED, 0},
        {" 1", 9, NUMBER_MALFORMED, 0},
        {"1 ", 9, NUMBER_MALFORMED, 0},
        {"1e3", 9999, NUMBER_MALFORMED, 0},
        {"0x1", 9, NUMBER_MALFORMED, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint64_t value = 0;
        enum number_result result =
            text_number(rows[i].text, strlen(rows[i].text), rows[i].max, &value);
        cr_assert_eq(result, rows[i].result, "'%s' up to %" PRIu64 ": %d", rows[i].text,
                     rows[i].max, result);
        cr_assert_eq(value, rows[i].value, "'%s': %" PRIu64, rows[i].text, value);
    }
}

Test(text, bytes_are_made_printable)
{
    static const struct {
        const char *rule, *text, *shown; /* in 12 bytes, the final zero among them */
    } rows[] = {
        {"plain text", "abc", "abc"},
        {"text that just fits", "abcdefghijk", "abcdefghijk"},
        {"text that does not", "abcdefghijkl", "abcdefgh..."},
        {"a control byte", "a\033b", "a\\x1Bb"},
        {"the delete byte", "\x7F", "\\x7F"},
        {"an escape is not cut in two", "abcdef\033\033", "abcdef..."},
        {"Chinese", "\xE5\x85\xB5", "\xE5\x85\xB5"},
        {"Chinese is not cut in two", "abcdefg\xE5\x85\xB5\xE5\x85\xB5", "abcdefg..."},
        {"an incomplete sequence", "\xE5\x85", "\\xE5\\x85"},
        {"an overlong slash", "\xC0\xAF", "\\xC0\\xAF"},
        {"a surrogate", "\xED\xA0\x80", "\\xED\\xA0..."},
        {"a lone continuation", "\x80", "\\x80"},
        {"a C1 control", "\xC2\x9B", "\\xC2\\x9B"},
        {"a right-to-left override", "\xE2\x80\xAE", "\\xE2\\x80..."},
        {"four bytes", "\xF0\x9F\xA8\x80", "\xF0\x9F\xA8\x80"},
        {"beyond Unicode", "\xF5", "\\xF5"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char shown[12];
        text_printable(rows[i].text, strlen(rows[i].text), shown, sizeof shown);
        cr_assert_str_eq(shown, rows[i].shown, "%s: '%s'", rows[i].rule, shown);
    }
}
