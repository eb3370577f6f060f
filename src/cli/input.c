#include <stdlib.h>
#include <string.h>

#include "fen.h"
#include "input.h"
#include "moves.h"
#include "output.h"

void print_problem(void *context, const struct suite_problem *problem)
{
    const bool *warn = context;
    if (problem->warning && !*warn)
        return;
    if (problem->line == 0) /* not in the form of a place in a file, so in ours */
        fputs(PROGRAM ": ", stderr);
    put_printable(stderr, problem->file);
    if (problem->line > 0)
        fprintf(stderr, ":%d", problem->line);
    if (problem->line > 0 && problem->column > 0)
        fprintf(stderr, ":%d", problem->column);
    fputs(problem->warning ? ": warning: " : ": ", stderr);
    put_printable(stderr, problem->reason);
    if (*problem->text) {
        fputs(": '", stderr);
        put_printable(stderr, problem->text);
        fputc('\'', stderr);
    }
    fputc('\n', stderr);
}

/* The FEN, a column per byte so that the caret stands under the right one. */
static void print_caret(const char *fen, int column)
{
    for (const char *byte = fen; *byte; byte++)
        fputc(*byte >= ' ' && *byte <= '~' ? *byte : '?', stderr);
    fprintf(stderr, "\n%*s\n", column, "^");
}

static bool read_fen(const char *fen, bool warn, struct root *root)
{
    struct fen_error error;
    char unusual[160];
    if (!fen_read(fen, strlen(fen), &root->position, &error)) {
        char place[32] = "";
        if (error.column > 0)
            snprintf(place, sizeof place, "column %d: ", error.column);
        bool text = *error.text != '\0';
        complain("--fen: %s%s%s%s%s", place, error.reason, text ? ": '" : "", error.text,
                 text ? "'" : "");
        if (error.column > 0)
            print_caret(fen, error.column);
        return false;
    }
    if (warn && position_unusual(&root->position, unusual, sizeof unusual))
        complain("--fen: warning: %s", unusual);
    return true;
}

static void take_entry(struct roots *roots, const struct suite_entry *entry)
{
    struct root *root = &roots->item[roots->count++];
    memcpy(root->id, entry->id, sizeof root->id);
    root->position = entry->position;
}

static bool read_epd(const struct options *options, bool warn, struct roots *roots)
{
    struct suite suite;
    if (!suite_read(options->epd, &suite, print_problem, &warn))
        return false;
    const struct suite_entry *only = options->id ? suite_find(&suite, options->id) : NULL;
    bool found = !options->id || only;
    if (found) {
        roots->item = allocate(suite.count, sizeof *roots->item);
        for (size_t i = 0; i < suite.count; i++)
            if (!only || only == &suite.entries[i])
                take_entry(roots, &suite.entries[i]);
    } else {
        fputs(PROGRAM ": --id: no position of ", stderr);
        put_printable(stderr, options->epd);
        fputs(" has the id '", stderr);
        put_printable(stderr, options->id);
        fputs("'\n", stderr);
    }
    suite_free(&suite);
    return found;
}

static bool play_moves(const struct options *options, struct roots *roots)
{
    for (size_t i = 0; options->moves && i < roots->count; i++)
        if (!moves_play(options, &roots->item[i].position,
                        roots->count > 1 ? roots->item[i].id : ""))
            return false;
    return true;
}

bool roots_read(const struct options *options, bool warn, struct roots *roots)
{
    *roots = (struct roots){0};
    if (options->epd) {
        if (!read_epd(options, warn, roots))
            return false;
    } else {
        roots->item = allocate(1, sizeof *roots->item);
        roots->count = 1;
        if (!options->fen) {
            strcpy(roots->item->id, "start");
            position_start(&roots->item->position);
        } else if (!read_fen(options->fen, warn, roots->item)) {
            roots_free(roots);
            return false;
        }
    }
    if (play_moves(options, roots))
        return true;
    roots_free(roots);
    return false;
}

void roots_free(struct roots *roots)
{
    free(roots->item);
}
