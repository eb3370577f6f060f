/* What README.md shows of xqperft compare is what it prints. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *read_stream(FILE *stream)
{
    char *text = NULL;
    size_t size = 0;
    cr_assert_not_null(stream);
    cr_assert_geq(getdelim(&text, &size, '\0', stream), 0);
    return text;
}

/* README speaks of build/, where programs are unless BUILD says other. */
static char *with_build_folder(const char *text)
{
    char *out = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&out, &size);
    for (const char *found; (found = strstr(text, "build/")); text = found + 6)
        fprintf(memory, "%.*s" BUILD_DIR "/", (int)(found - text), text);
    fputs(text, memory);
    fclose(memory);
    return out;
}

Test(readme, the_transcript_of_compare_is_true)
{
    FILE *file = fopen("README.md", "r");
    char *readme = read_stream(file);
    char *line = strstr(readme, "    $ build/xqperft compare ");
    cr_assert_not_null(line, "README.md shows no xqperft compare");
    char *end = strchr(line, '\n');
    *end = '\0';
    char *command = with_build_folder(line + strlen("    $ "));
    FILE *output = popen(command, "r");
    char *printed = read_stream(output);
    cr_assert_eq(pclose(output), 1 << 8, "%s: not status 1", command);
    for (char *rest = printed; *rest;) {
        size_t length = strcspn(rest, "\n");
        rest[length] = '\0';
        line = end + 1;
        cr_assert_not_null(end = strchr(line, '\n'));
        *end = '\0';
        char *shown = with_build_folder(*line ? line + 4 : line);
        cr_assert_str_eq(shown, rest, "README.md shows '%s', and '%s' is printed", shown, rest);
        free(shown);
        rest += length + 1;
    }
    const char *next = end + 1 + strspn(end + 1, "\n");
    cr_assert(next > end + 1 && *next != ' ', "README.md shows more than is printed: %.80s", next);
    free(command);
    free(printed);
    free(readme);
    fclose(file);
}
