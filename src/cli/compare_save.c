/* xqperft compare --save: the smallest position of each mistake, kept as a case of a suite. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "comparison.h"
#include "fen.h"
#include "output.h"

enum { SAVED_DEPTH = 4, LINE_SIZE = 1024 };
static const uint64_t SAVED_NODES = 1000000; /* no deeper counts: the suite is to stay quick */

struct save {
    const struct options *options;
    struct suite suite; /* what is in the file */
};

static bool cannot(const struct save *save, const char *why)
{
    complain("--save: cannot write '%s': %s", save->options->save, why);
    return false;
}

/* Has it a line that is neither blank nor a comment? One without is no suite yet. */
static bool has_positions(FILE *stream)
{
    char *line = NULL;
    size_t size = 0;
    bool found = false;
    while (!found && getline(&line, &size, stream) >= 0) {
        const char *text = line + strspn(line, " \t\r\n");
        found = *text != '\0' && *text != '#';
    }
    free(line);
    return found;
}

/* Reads what is in the file now; a file that is not there is empty. */
static bool read_suite(struct save *save)
{
    bool warn = false;
    struct stat status;
    const char *name = save->options->save;
    suite_free(&save->suite);
    save->suite = (struct suite){0};
    if (stat(name, &status) != 0)
        return errno == ENOENT || cannot(save, strerror(errno));
    if (!S_ISREG(status.st_mode)) /* opening it might wait, and reading it might not end */
        return cannot(save, S_ISDIR(status.st_mode) ? strerror(EISDIR) : "it is no regular file");
    FILE *stream = fopen(name, "re");
    if (!stream)
        return cannot(save, strerror(errno));
    bool filled = has_positions(stream);
    fclose(stream);
    return !filled || suite_read(name, &save->suite, print_problem, &warn);
}

/* Could it be written, or made? Nothing is made before there is something to write. */
static bool is_writable(const struct save *save)
{
    const char *name = save->options->save;
    if (access(name, F_OK) == 0)
        return access(name, W_OK) == 0 || cannot(save, strerror(errno));
    char *copy = strdup(name);
    bool writable = copy && access(dirname(copy), W_OK) == 0;
    int reason = errno;
    free(copy);
    return writable || cannot(save, strerror(reason));
}

bool save_open(const struct options *options, struct save **out)
{
    *out = NULL;
    if (!options->save)
        return true;
    struct save *save = allocate(1, sizeof *save);
    save->options = options;
    if (!read_suite(save) || !is_writable(save)) {
        save_close(save);
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
    int used = snprintf(line, LINE_SIZE, "%s", fen);
    for (unsigned depth = 1; depth <= needed || depth <= SAVED_DEPTH; depth++) {
        struct perft_request request = {
            .depth = depth, .policy = options_policy(save->options, save->options->boards[0])};
        uint64_t nodes = board->perft(position, &request);
        if (depth > needed && nodes > SAVED_NODES)
            break;
        used += snprintf(line + used, (size_t)(LINE_SIZE - used), " ;D%u %" PRIu64, depth, nodes);
    }
    make_id(save, outcome, wrong, id);
    snprintf(line + used, (size_t)(LINE_SIZE - used), " ;id \"%s\"\n", id);
}

/* Writes the line behind what is there, whose last line may have no end. */
static bool write_line(int file, const char *line)
{
    char last = '\n';
    off_t size = lseek(file, 0, SEEK_END);
    if (size < 0 || (size > 0 && pread(file, &last, 1, size - 1) != 1))
        return false;
    char *text = NULL;
    int length = asprintf(&text, "%s%s", last == '\n' ? "" : "\n", line);
    errno = ENOSPC; /* what a write of a part means */
    bool written = length >= 0 && write(file, text, (size_t)length) == length;
    free(text);
    return written;
}

/* The lock is for others that save to the same file; the file closes with it. */
static bool append(struct save *save, const struct outcome *outcome,
                   const struct finding_case *wrong, int file)
{
    char line[LINE_SIZE];
    if (flock(file, LOCK_EX) != 0)
        return cannot(save, strerror(errno));
    if (!read_suite(save))
        return false;
    if (is_known(save, &wrong->node.root))
        return true;
    make_line(save, outcome, wrong, line);
    return write_line(file, line) || cannot(save, strerror(errno));
}

bool save_append(struct save *save, const struct outcome *outcome)
{
    const struct finding *finding = outcome->finding;
    const struct finding_case *wrong = finding->shrunk ? &finding->smallest : &finding->found;
    int file = open(save->options->save, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (file < 0)
        return cannot(save, strerror(errno));
    bool saved = append(save, outcome, wrong, file);
    if (close(file) != 0 && saved)
        return cannot(save, strerror(errno));
    return saved;
}

void save_close(struct save *save)
{
    if (!save)
        return;
    suite_free(&save->suite);
    free(save);
}
