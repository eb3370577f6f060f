#include "fault.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "text.h"

/* A line of it is the program's own, but names and texts in it may be anybody's. */
bool fault_set(struct fault *fault, const char *format, ...)
{
    struct fault raw;
    size_t used = 0;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(raw.text, sizeof raw.text, format, arguments);
    va_end(arguments);
    fault->text[0] = '\0';
    for (const char *line = raw.text; *line && used + 8 < sizeof fault->text;) {
        size_t length = strcspn(line, "\n");
        text_printable(line, length, fault->text + used, sizeof fault->text - used - 1);
        used += strlen(fault->text + used);
        line += length;
        if (*line == '\n') {
            fault->text[used++] = *line++;
            fault->text[used] = '\0';
        }
    }
    return false;
}
