#include "callgrind.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "text.h"

/* --- is it there? ----------------------------------------------------------------------------- */

struct version {
    char *text;
    bool missing;
};

static const char missing[] = "missing";

/* The first line is what counts. */
static bool take_version(void *context, const char *line)
{
    struct version *version = context;
    if (*version->text)
        return true;
    version->missing = strcmp(line, missing) == 0;
    if (version->missing)
        return true;
    if (strncmp(line, "valgrind-", 9) != 0)
        return false;
    text_printable(line, strlen(line), version->text, CALLGRIND_VERSION_SIZE);
    return true;
}

/* The shell knows whether it is missing; the status of one that fails may be any. */
enum sampling callgrind_version(char out[CALLGRIND_VERSION_SIZE], double limit,
                                const volatile sig_atomic_t *stop, struct fault *fault)
{
    static const volatile sig_atomic_t never = 0;
    static const char *const words[] = {"--version", NULL};
    struct version version = {out, false};
    const struct fresh fresh = {
        .what = "valgrind --version",
        .program = "command -v valgrind >/dev/null || { echo missing; exit 127; }; exec valgrind",
        .words = words,
        .limit = limit,
        .stop = stop ? stop : &never,
    };
    out[0] = '\0';
    enum sampling outcome = fresh_run(&fresh, take_version, &version, fault);
    if (outcome == SAMPLING_STOPPED || (outcome == SAMPLING_DONE && *out))
        return outcome;
    if (version.missing)
        fault_set(fault, "valgrind is missing (Debian's package " CALLGRIND_PACKAGE ")");
    else if (outcome == SAMPLING_DONE)
        fault_set(fault, "valgrind --version says nothing");
    return SAMPLING_FAILED;
}

/* --- what it writes -------------------------------------------------------------------------- */

/* The rest of a line that begins like this, without its end; NULL of any other. */
static char *rest_of(char *line, const char *start)
{
    size_t length = strlen(start);
    if (strncmp(line, start, length) != 0)
        return NULL;
    line[strcspn(line, "\n")] = '\0';
    return line + length;
}

/* Each dump says why it was made, then what was counted, then the total. */
bool callgrind_read(FILE *in, const struct callgrind_calls *calls, struct fault *fault)
{
    char *line = NULL, *rest;
    size_t size = 0, found = 0;
    bool understood = true, of_call = false, instructions = false;
    while (understood && getline(&line, &size, in) > 0) {
        if ((rest = rest_of(line, "desc: Trigger: ")))
            of_call = strncmp(rest, "--dump-after=", 13) == 0;
        else if ((rest = rest_of(line, "events: ")))
            instructions = strcmp(rest, "Ir") == 0;
        else if (of_call && (rest = rest_of(line, "totals: ")))
            understood = instructions && found < calls->count &&
                         text_number(rest, strlen(rest), UINT64_MAX,
                                     &calls->instructions[found++]) == NUMBER_OK;
    }
    free(line);
    if (!understood)
        return fault_set(fault, "callgrind wrote what cannot be understood in dump %zu", found);
    return found == calls->count ||
           fault_set(fault, "callgrind saw %zu calls of %s, not %zu: has it a symbol table?", found,
                     calls->function, calls->count);
}

/* --- a folder of its own --------------------------------------------------------------------- */

enum { FOLDER_SIZE = 1024 };

static bool make_folder(char out[FOLDER_SIZE], struct fault *fault)
{
    const char *parent = getenv("TMPDIR");
    int length =
        snprintf(out, FOLDER_SIZE, "%s/xqbench-XXXXXX", parent && *parent ? parent : "/tmp");
    if (length < FOLDER_SIZE && mkdtemp(out))
        return true;
    return fault_set(fault, "cannot make the temporary folder %s: %s", out,
                     length < FOLDER_SIZE ? strerror(errno) : "the path is too long");
}

static void remove_folder(const char *folder)
{
    DIR *files = opendir(folder);
    for (struct dirent *entry; files && (entry = readdir(files));)
        unlinkat(dirfd(files), entry->d_name, 0);
    if (files)
        closedir(files);
    rmdir(folder);
}

/* --- a run ----------------------------------------------------------------------------------- */

/* Valgrind's own core dumps would appear in the folder that the user is in. */
static const char valgrind[] = "ulimit -c 0; exec valgrind";

/* These words, and behind them those of the program; NULL without memory. */
static const char **join(const char *const *options, const char *const *words)
{
    size_t option_count = 0, word_count = 0;
    while (options[option_count])
        option_count++;
    while (words[word_count])
        word_count++;
    const char **all = calloc(option_count + word_count + 1, sizeof *all);
    if (all) {
        memcpy(all, options, option_count * sizeof *all);
        memcpy(all + option_count, words, word_count * sizeof *all);
    }
    return all;
}

static bool read_dumps(const char *path, const struct callgrind_calls *calls, struct fault *fault)
{
    FILE *file = fopen(path, "re");
    if (file == NULL)
        return fault_set(fault, "callgrind wrote no counts: %s", strerror(errno));
    bool understood = callgrind_read(file, calls, fault);
    fclose(file);
    return understood;
}

static enum sampling run_in(const char *folder, const struct fresh *fresh,
                            const struct callgrind_calls *calls, fresh_take *take, void *context,
                            struct fault *fault)
{
    static const char out_option[] = "--callgrind-out-file=";
    char self[FRESH_SELF_SIZE], out[FOLDER_SIZE + 32], toggle[128], dump[128];
    snprintf(out, sizeof out, "%s%s/out", out_option, folder);
    snprintf(toggle, sizeof toggle, "--toggle-collect=%s", calls->function);
    snprintf(dump, sizeof dump, "--dump-after=%s", calls->function);
    const char *const options[] = {"-q",
                                   "--tool=callgrind",
                                   "--vgdb=no",
                                   "--collect-atstart=no",
                                   "--combine-dumps=yes",
                                   toggle,
                                   dump,
                                   out,
                                   fresh->program ? fresh->program : fresh_self(self),
                                   NULL};
    struct fresh counted = *fresh;
    const char **words = join(options, fresh->words);
    if (words == NULL) {
        fault_set(fault, "%s cannot be started: no memory", fresh->what);
        return SAMPLING_FAILED;
    }
    counted.program = valgrind;
    counted.words = words;
    enum sampling outcome = fresh_run(&counted, take, context, fault);
    free(words);
    if (outcome == SAMPLING_DONE && !read_dumps(out + strlen(out_option), calls, fault))
        outcome = SAMPLING_FAILED;
    return outcome;
}

enum sampling callgrind_run(const struct fresh *fresh, const struct callgrind_calls *calls,
                            fresh_take *take, void *context, struct fault *fault)
{
    char folder[FOLDER_SIZE];
    if (!make_folder(folder, fault))
        return SAMPLING_FAILED;
    enum sampling outcome = run_in(folder, fresh, calls, take, context, fault);
    remove_folder(folder);
    return outcome;
}
