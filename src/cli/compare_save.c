/* xqperft compare --save: the smallest position of each mistake, kept as a case of a suite. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "comparison.h"
#include "fen.h"
#include "output.h"

enum { SAVED_DEPTH = 4, LINE_SIZE = 1024 };
static const uint64_t SAVED_NODES = 1000000; /* no deeper counts: the suite is to stay quick */

struct save {
    const struct options *options;
    struct suite suite; /* what was in it before */
    bool empty;         /* it had no byte */
    bool line_open;     /* its last line has no end */
    size_t saved;
    struct position position[RULE_COUNT + 1]; /* the `saved` ones of this run */
};

/* Creates the file where there is none, so that a name that cannot be written is known early. */
static bool touch(struct save *save)
{
    int file = open(save->options->save, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    off_t size = file < 0 ? -1 : lseek(file, 0, SEEK_END);
    char last = '\n';
    save->empty = size == 0;
    bool good = size >= 0 && (size == 0 || pread(file, &last, 1, size - 1) == 1);
    save->line_open = last != '\n';
    if (!good)
        complain("--save: cannot write '%s': %s", save->options->save, strerror(errno));
    if (file >= 0)
        close(file);
    return good;
}

bool save_open(const struct options *options, struct save **out)
{
    bool warn = false;
    *out = NULL;
    if (!options->save)
        return true;
    struct save *save = allocate(1, sizeof *save);
    save->options = options;
    if (!touch(save) ||
        (!save->empty && !suite_read(options->save, &save->suite, print_problem, &warn))) {
        free(save);
        return false;
    }
    *out = save;
    return true;
}

static bool is_known(const struct save *save, const struct position *position)
{
    for (size_t i = 0; i < save->suite.count; i++)
        if (position_equal(&save->suite.entries[i].position, position))
            return true;
    for (size_t i = 0; i < save->saved; i++)
        if (position_equal(&save->position[i], position))
            return true;
    return false;
}

/* "horse-leg b0d1", with a number behind it when the suite has that already. */
static void make_id(const struct save *save, const struct outcome *outcome,
                    const struct finding_case *wrong, char id[SUITE_ID_SIZE])
{
    char move[MOVE_TEXT_SIZE], base[64];
    snprintf(base, sizeof base, "%s%s%s", outcome_rule(outcome), wrong->wrong_count ? " " : "",
             wrong->wrong_count ? move_write(wrong->wrong[0].move, RANKS_FROM_0, move) : "");
    snprintf(id, SUITE_ID_SIZE, "%s", base);
    for (unsigned number = 2; suite_find(&save->suite, id); number++)
        snprintf(id, SUITE_ID_SIZE, "%s, %u", base, number);
}

/* The position with its right counts: as deep as the mistake shows, and further while they are
 * small. */
static void make_line(const struct save *save, const struct outcome *outcome,
                      const struct finding_case *wrong, char line[LINE_SIZE])
{
    const struct position *position = &wrong->node.root;
    const struct board *board = save->options->boards[0];
    char fen[FEN_SIZE], id[SUITE_ID_SIZE];
    unsigned needed = wrong->depth + (unsigned)wrong->node.path_length;
    fen_write(position, fen);
    int used = snprintf(line, LINE_SIZE, "%s%s", save->line_open ? "\n" : "", fen);
    for (unsigned depth = 1; depth <= needed || depth <= SAVED_DEPTH; depth++) {
        struct perft_request request = {.depth = depth, .policy = save->options->policy};
        uint64_t nodes = board->perft(position, &request);
        if (depth > needed && nodes > SAVED_NODES)
            break;
        used += snprintf(line + used, (size_t)(LINE_SIZE - used), " ;D%u %" PRIu64, depth, nodes);
    }
    make_id(save, outcome, wrong, id);
    snprintf(line + used, (size_t)(LINE_SIZE - used), " ;id \"%s\"\n", id);
}

/* Appends with one write, so that no other writer comes between. */
static bool append(const struct save *save, const char *line)
{
    size_t length = strlen(line);
    int file = open(save->options->save, O_WRONLY | O_APPEND | O_CLOEXEC);
    errno = 0;
    ssize_t written = file < 0 ? -1 : write(file, line, length);
    int reason = errno;
    bool good = written == (ssize_t)length;
    if (file >= 0 && close(file) != 0 && good) {
        reason = errno;
        good = false;
    }
    if (!good)
        complain("--save: cannot write '%s': %s", save->options->save,
                 reason ? strerror(reason) : "only a part of the line was written");
    return good;
}

bool save_append(struct save *save, const struct outcome *outcome)
{
    const struct finding *finding = outcome->finding;
    const struct finding_case *wrong = finding->shrunk ? &finding->smallest : &finding->found;
    char line[LINE_SIZE];
    if (is_known(save, &wrong->node.root))
        return true;
    make_line(save, outcome, wrong, line);
    if (!append(save, line))
        return false;
    save->line_open = false;
    save->position[save->saved++] = wrong->node.root;
    return true;
}

void save_close(struct save *save)
{
    if (!save)
        return;
    if (save->empty && save->saved == 0) /* an empty file would be no suite */
        unlink(save->options->save);
    suite_free(&save->suite);
    free(save);
}
