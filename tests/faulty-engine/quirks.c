#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "quirks.h"

#define QUIRK_ROW(constant, kind, rule, text) {#constant, kind, rule, text},
static const struct {
    const char *constant, *kind, *rule, *text;
} quirks[] = {QUIRKS(QUIRK_ROW)};

static bool switched_on[QUIRK_COUNT];

bool has(enum quirk quirk)
{
    return switched_on[quirk];
}

static char name_letter(char constant_letter)
{
    return constant_letter == '_' ? '-' : (char)tolower((unsigned char)constant_letter);
}

static bool is_named(const char *constant, const char *name)
{
    while (*constant && name_letter(*constant) == *name)
        constant++, name++;
    return *constant == *name;
}

bool quirk_set(const char *kind, const char *name)
{
    for (size_t i = 0; i < QUIRK_COUNT; i++) {
        if (is_named(quirks[i].constant, name) && strstr(quirks[i].kind, kind))
            return switched_on[i] = true;
    }
    return false;
}

void quirks_list(void)
{
    puts("kind\tname\trule\ttext");
    for (size_t i = 0; i < QUIRK_COUNT; i++) {
        printf("%s\t", quirks[i].kind);
        for (const char *letter = quirks[i].constant; *letter; letter++)
            putchar(name_letter(*letter));
        printf("\t%s\t%s\n", quirks[i].rule, quirks[i].text);
    }
}
