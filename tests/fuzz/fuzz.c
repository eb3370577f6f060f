/* What the fuzz targets share. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fuzz.h"
#include "text.h"

void fuzz_expect(bool is_so, const char *format, ...)
{
    va_list arguments;
    if (is_so)
        return;
    va_start(arguments, format);
    fputs("expected: ", stderr);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    abort();
}

void fuzz_expect_printable(const char *text, size_t length, const char *what)
{
    for (size_t i = 0, size; i < length; i += size) {
        size = text[i] == '\n' ? 1 : text_character(text + i, length - i);
        fuzz_expect(size > 0, "%s is printable, byte %zu: %.*s", what, i, (int)length, text);
    }
}

char *fuzz_file(unsigned slot, const void *data, size_t size, char out[FUZZ_PATH_SIZE])
{
    static int fds[FUZZ_SLOTS]; /* 0: none yet */
    if (fds[slot] == 0)
        fds[slot] = memfd_create("fuzz", MFD_CLOEXEC);
    fuzz_expect(fds[slot] > 0 && ftruncate(fds[slot], 0) == 0 &&
                    pwrite(fds[slot], data, size, 0) == (ssize_t)size,
                "a file in memory");
    snprintf(out, FUZZ_PATH_SIZE, "/proc/self/fd/%d", fds[slot]);
    return out;
}
