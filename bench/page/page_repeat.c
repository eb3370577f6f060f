/* The part with the commands that make such results again. */
#include <stddef.h>
#include <string.h>

#include "html.h"
#include "measure/workloads.h"
#include "page_parts.h"

/* A word of a command, as the shell reads it. */
static void put_word(FILE *out, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "-_./,+=";
    if (*word && strspn(word, plain) == strlen(word)) {
        html_text(out, word);
        return;
    }
    html_text(out, "'");
    for (; *word; word++)
        html_text(out, *word == '\'' ? "'\\''" : (char[]){*word, '\0'});
    html_text(out, "'");
}

static void put_names(FILE *out, const char *option, const char *const *names, size_t count)
{
    html_put(out, " %s ", option);
    for (size_t i = 0; i < count; i++)
        html_put(out, "%s%s", i > 0 ? "," : "", names[i]);
}

static size_t known_workloads(void)
{
    size_t count = 0;
    while (all_workloads[count].name)
        count++;
    return count;
}

static bool is_known(const char *text)
{
    return strcmp(text, "unknown") != 0;
}

/* The compiler's flags but for those that follow from ARCH and CC; the Makefile's are -O3. */
static void put_flags(FILE *out, const char *flags)
{
    char own[256];
    const char *end = strstr(flags, " -march=");
    if (end == NULL || end - flags >= (ptrdiff_t)sizeof own)
        return;
    snprintf(own, sizeof own, "%.*s", (int)(end - flags), flags);
    if (strcmp(own, "-O3") == 0)
        return;
    fputs(" CFLAGS=", out);
    put_word(out, own);
}

static void put_build(FILE *out, const struct page *page)
{
    const json_t *machine = page->stored.machine;
    const char *compiler = page_text(machine, "compiler"), *arch = page_text(machine, "arch");
    if (is_known(page->stored.commit)) {
        fputs("git checkout ", out);
        put_word(out, page->stored.commit);
        fputc('\n', out);
    }
    fputs("make", out);
    if (is_known(arch)) {
        fputs(" ARCH=", out);
        put_word(out, arch);
    }
    if (strstr(compiler, "clang"))
        fputs(" CC=clang", out);
    else if (strncmp(compiler, "gcc", 3) == 0)
        fputs(" CC=gcc", out);
    put_flags(out, page_text(machine, "flags"));
    fputc('\n', out);
}

static void put_run(FILE *out, const struct page *page)
{
    const json_t *config = page->stored.config;
    const char *effort = page_text(config, "effort");
    json_t *classes = json_object_get(config, "classes");
    html_put(out, "build/xqbench run --seed %" JSON_INTEGER_FORMAT " --launches %zu",
             json_integer_value(json_object_get(config, "seed")), page->stored.launches);
    if (strcmp(effort, "quick") == 0 || strcmp(effort, "full") == 0)
        html_put(out, " --%s", effort);
    if (page->trust_all)
        fputs(" --trust-all", out);
    put_names(out, "--board", page->boards, page->board_count);
    if (page->workload_count != known_workloads())
        put_names(out, "--workload", page->workloads, page->workload_count);
    if (is_known(page_text(config, "positions"))) {
        fputs(" --positions ", out);
        put_word(out, page_text(config, "positions"));
    }
    for (size_t i = 0; i < json_array_size(classes); i++)
        html_put(out, "%s%s", i == 0 ? " --class " : ",",
                 json_string_value(json_array_get(classes, i)));
    fputc('\n', out);
}

void page_repeat(FILE *out, const struct page *page)
{
    html_section(out, "repeat", "How to repeat it");
    fputs("<pre>", out);
    put_build(out, page);
    put_run(out, page);
    fputs("</pre>\n", out);
    html_paragraph(out, "The seed repeats the order of the boards. Times will differ a little, "
                        "verdicts should not.");
    if (page->stored.dirty)
        html_paragraph(out, "The build had changes that are not in this commit.");
    html_section_end(out);
}
