/* Skips a test that runs programs under valgrind, where that cannot be done. */
#ifndef XQPERFT_TESTS_VALGRIND_H
#define XQPERFT_TESTS_VALGRIND_H

#include <criterion/criterion.h>

#include "count/callgrind.h"

#ifdef __SANITIZE_ADDRESS__ /* gcc */
#define HAS_SANITIZER
#elif defined __has_feature /* clang */
#if __has_feature(address_sanitizer)
#define HAS_SANITIZER
#endif
#endif

/* Sanitizers and valgrind both take over memory. */
static inline void skip_without_valgrind(void)
{
    char version[CALLGRIND_VERSION_SIZE];
    struct fault fault;
#ifdef HAS_SANITIZER
    cr_skip_test("built with a sanitizer");
#endif
    if (callgrind_version(version, CALLGRIND_PATIENCE, NULL, &fault) != SAMPLING_DONE)
        cr_skip_test("%s", fault.text);
}

#endif
