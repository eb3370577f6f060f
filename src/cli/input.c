#include <stdlib.h>
#include <string.h>

#include "fen.h"
#include "input.h"
#include "interrupt.h"
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
    if (!fen_read(fen, strlen(fen), &root->given, &error)) {
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
    if (warn && position_unusual(&root->given, unusual, sizeof unusual))
        complain("--fen: warning: %s", unusual);
    return true;
}

/* The position of a line, not behind --moves yet. */
static void take_entry(struct root *root, const struct suite_entry *entry)
{
    memcpy(root->id, entry->id, sizeof root->id);
    root->given = entry->position;
}

static bool play_moves(const struct options *options, struct root *root)
{
    root->position = root->given;
    return !options->moves || moves_play(options, &root->position, options->epd ? root->id : "");
}

static void complain_of_id(const struct options *options, const char *what)
{
    fprintf(stderr, PROGRAM ": --id: %s of ", what);
    put_printable(stderr, options->epd);
    fputs(" has the id '", stderr);
    put_printable(stderr, options->id);
    fputs("'\n", stderr);
}

/* Counts an entry if it is one of those that are wanted. False when its moves are not legal. */
static bool note_entry(struct roots *roots, const struct suite_entry *entry)
{
    const struct options *options = roots->options;
    struct root root;
    if (options->id && strcmp(entry->id, options->id) != 0)
        return true;
    take_entry(&root, entry);
    if (!play_moves(options, &root))
        return false;
    int width = printable_width(root.id);
    roots->id_width = width > roots->id_width ? width : roots->id_width;
    if (roots->count++ == 0)
        roots->only = root;
    return true;
}

/* Reads the file to its end: all that is wrong with it is said, of moves only the first. */
static enum status check_epd(struct roots *roots)
{
    const struct options *options = roots->options;
    struct suite_entry entry;
    bool legal = true;
    roots->reader = suite_open(options->epd, true, print_problem, &roots->warn);
    while (roots->reader && !should_stop() && suite_next(roots->reader, &entry))
        legal = legal && note_entry(roots, &entry);
    if (interrupted) {
        complain("interrupted; nothing was counted");
        return STATUS_INTERRUPTED;
    }
    if (!roots->reader || suite_failed(roots->reader) || !legal)
        return STATUS_INPUT;
    if (options->id && roots->count != 1) {
        complain_of_id(options, roots->count == 0 ? "no position" : "more than one position");
        return STATUS_INPUT;
    }
    return roots->count == 1 || suite_rewind(roots->reader) ? STATUS_OK : STATUS_INPUT;
}

enum status roots_open(const struct options *options, bool warn, struct roots *roots)
{
    *roots = (struct roots){.options = options, .warn = warn};
    if (options->epd)
        return check_epd(roots);
    roots->count = 1;
    if (!options->fen) {
        strcpy(roots->only.id, "start");
        position_start(&roots->only.given);
    } else if (!read_fen(options->fen, warn, &roots->only)) {
        return STATUS_INPUT;
    }
    return play_moves(options, &roots->only) ? STATUS_OK : STATUS_INPUT;
}

static bool next_of_file(struct roots *roots, struct root *root)
{
    struct suite_entry entry;
    if (suite_next(roots->reader, &entry)) {
        take_entry(root, &entry);
        if (play_moves(roots->options, root))
            return true;
    }
    fputs(PROGRAM ": ", stderr);
    put_printable(stderr, roots->options->epd);
    fputs(" changed while it was read\n", stderr);
    return false;
}

bool roots_next(struct roots *roots, struct root *root)
{
    if (roots->taken == roots->count)
        return false;
    if (roots->count == 1)
        *root = roots->only;
    else if (!next_of_file(roots, root))
        return false;
    roots->taken++;
    return true;
}

void roots_close(struct roots *roots)
{
    suite_close(roots->reader);
    roots->reader = NULL;
}
