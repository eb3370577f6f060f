/* xqbench report */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "output/output.h"
#include "page/page.h"

static const char file_name[] = "report.html";

static error_t parse_option(int key, char *text, struct argp_state *state)
{
    const char **folder = state->input;
    struct fault fault;
    switch (key) {
    case ARGP_KEY_ARG:
        if (*folder) {
            fault_set(&fault, "unexpected argument '%s'", text);
            command_refuse(state, fault.text);
        }
        *folder = text;
        return 0;
    case ARGP_KEY_NO_ARGS:
        command_refuse(state, "the folder of the results is missing");
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    .parser = parse_option,
    .args_doc = "DIR",
    .doc = "Writes DIR/report.html, one page with all that is in a results folder: tables, plots, "
           "machine and method. It opens from disk, and loads nothing.\v"
           "Needs DIR/results.json. Plots (scripts/plot.sh), whole-program.md "
           "(scripts/hyperfine.sh), compilers.md and selftest.md are taken when they are there.",
};

/* A page that was made in memory, so that a file that cannot be used leaves nothing behind. */
struct made {
    char *text;
    size_t size;
};

static const char *page_name(size_t index)
{
    (void)index;
    return file_name;
}

static bool put_page(FILE *out, size_t index, const void *content)
{
    const struct made *made = content;
    (void)index;
    fwrite(made->text, 1, made->size, out);
    return true;
}

static bool make_page(const char *folder, struct made *made, struct fault *fault)
{
    FILE *memory = open_memstream(&made->text, &made->size);
    if (memory == NULL)
        return fault_set(fault, "no memory");
    bool good = page_write(memory, folder, fault);
    bool whole = !ferror(memory);
    if (fclose(memory) != 0 || !whole)
        return fault_set(fault, "no memory for the page");
    return good;
}

static int execute(int count, char **words, const volatile sig_atomic_t *stop)
{
    const char *folder = NULL;
    struct made made = {NULL, 0};
    struct fault fault;
    (void)stop;
    command_parse(&argp, count, words, &folder);
    const struct output_files what = {
        .count = 1, .name = page_name, .write = put_page, .content = &made};
    bool good = make_page(folder, &made, &fault) && output_save_files(folder, &what, &fault);
    free(made.text);
    if (!good) {
        command_complain(fault.text);
        return STATUS_IMPOSSIBLE;
    }
    printf("%s/%s\n", folder, file_name);
    return STATUS_DONE;
}

const struct command command_report = {"report", "one page with all results of a folder", execute,
                                       true};
