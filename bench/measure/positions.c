#include "positions.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "classes.h"
#include "fen.h"

static void put_problem(void *context, const struct suite_problem *problem)
{
    FILE *log = context;
    if (log == NULL)
        return;
    fprintf(log, "%s", problem->file);
    if (problem->line > 0)
        fprintf(log, ":%d", problem->line);
    if (problem->column > 0)
        fprintf(log, ":%d", problem->column);
    fprintf(log, ": %s%s", problem->warning ? "warning: " : "", problem->reason);
    if (problem->text[0] != '\0')
        fprintf(log, ": '%s'", problem->text);
    fputc('\n', log);
}

const char *positions_usual(void)
{
    static char installed[PATH_MAX]; /* PREFIX/bin/xqbench, and then PREFIX/share/... */
    static const char place[] = "/share/xqperft/games.epd";
    if (access(RUN_DEFAULT_POSITIONS, F_OK) == 0)
        return RUN_DEFAULT_POSITIONS;
    ssize_t length = readlink("/proc/self/exe", installed, sizeof installed - sizeof place);
    installed[length > 0 ? length : 0] = '\0';
    for (int up = 0; up < 2; up++) {
        char *slash = strrchr(installed, '/');
        if (slash == NULL)
            return RUN_DEFAULT_POSITIONS;
        *slash = '\0';
    }
    strcat(installed, place);
    return access(installed, F_OK) == 0 ? installed : RUN_DEFAULT_POSITIONS;
}

/* A pipe has nothing left for the launches. */
static bool can_be_read_again(const char *file)
{
    struct stat status;
    return stat(file, &status) != 0 || S_ISREG(status.st_mode) || S_ISDIR(status.st_mode);
}

bool positions_read(const char *file, uint64_t classes, FILE *log, struct suite *suite,
                    struct fault *fault)
{
    *suite = (struct suite){0};
    if (!can_be_read_again(file))
        return fault_set(fault, "%s is no file: the positions are read again by each launch", file);
    if (!suite_read(file, suite, put_problem, log))
        return fault_set(fault, "no positions could be read from %s%s", file,
                         strcmp(file, RUN_DEFAULT_POSITIONS) == 0
                             ? "; run it in the project's folder, or name a file with --positions"
                             : "");
    char names[CLASS_TEXT_SIZE];
    if (classes == 0)
        return true;
    classes_keep(suite, classes);
    return suite->count > 0 ||
           fault_set(fault, "%s has no position of class %s", file, class_names(classes, names));
}

bool positions_mirror(const struct suite *suite, struct suite *mirrored)
{
    *mirrored = (struct suite){.entries = malloc(suite->count * sizeof *suite->entries)};
    if (mirrored->entries == NULL)
        return false;
    mirrored->count = suite->count;
    for (size_t i = 0; i < suite->count; i++) {
        mirrored->entries[i] = suite->entries[i];
        position_mirror(&suite->entries[i].position, &mirrored->entries[i].position);
    }
    return true;
}

static uint64_t hash_text(uint64_t hash, const char *text)
{
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 0x100000001b3;
    return hash;
}

uint64_t positions_hash(const struct suite *suite)
{
    uint64_t hash = 0xcbf29ce484222325;
    for (size_t i = 0; i < suite->count; i++) {
        char fen[FEN_SIZE];
        fen_write(&suite->entries[i].position, fen);
        hash = hash_text(hash_text(hash, fen), "\n");
    }
    return hash;
}
