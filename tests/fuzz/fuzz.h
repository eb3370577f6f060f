/*
 * Fuzz targets: each file fuzz_NAME.c gives bytes of any kind to one reader of foreign input, and
 * aborts when what comes of them cannot be. libFuzzer chooses the bytes (`make fuzz`), or driver.c.
 */
#ifndef XQPERFT_TESTS_FUZZ_H
#define XQPERFT_TESTS_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The target; 0, always. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Says what should have been, and aborts, unless it is so. */
void fuzz_expect(bool is_so, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Text for a person has no bytes that a terminal would obey; line feeds may be in it. */
void fuzz_expect_printable(const char *text, size_t length, const char *what);

enum { FUZZ_PATH_SIZE = 64 };

/* The path of a regular file with these bytes, until the next call of the same slot. Returns `out`.
 */
enum { FUZZ_SLOTS = 3 };
char *fuzz_file(unsigned slot, const void *data, size_t size, char out[FUZZ_PATH_SIZE]);

#endif
