/* xqperft uci: as much of UCI, the protocol of chess engines, as perft needs, for programs that
 * drive an engine. */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "commands.h"
#include "count.h"
#include "draw.h"
#include "fen.h"
#include "interrupt.h"
#include "lines.h"
#include "moves.h"
#include "output.h"
#include "text.h"
#include "uci.h"
#include "version.h"

static void print_error(const char *format, va_list arguments)
{
    fputs("info string error: ", stdout);
    vprintf(format, arguments);
}

void uci_error(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_error(format, arguments);
    va_end(arguments);
    putchar('\n');
}

void uci_error_names(const char *(*name)(size_t index), const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_error(format, arguments);
    va_end(arguments);
    for (size_t i = 0; name(i); i++)
        printf("%s %s", i == 0 ? "; there are" : ",", name(i));
    putchar('\n');
}

char *uci_shown(struct words words, char out[UCI_SHOWN_SIZE])
{
    char text[UCI_SHOWN_SIZE - 2];
    text_printable(words.text, words.length, text, sizeof text);
    snprintf(out, UCI_SHOWN_SIZE, words.length > 0 ? "'%s'" : "nothing", text);
    return out;
}

static void do_uci(struct uci *uci, struct words rest)
{
    (void)rest;
    puts("id name " PROGRAM " " XQPERFT_VERSION "\nid author the " PROGRAM " authors");
    uci_options_print(uci);
    puts("uciok");
}

static void do_isready(struct uci *uci, struct words rest)
{
    (void)uci;
    (void)rest;
    puts("readyok");
}

static void do_ucinewgame(struct uci *uci, struct words rest)
{
    (void)rest;
    if (!uci_renew_hash(uci))
        uci_error("ucinewgame: no memory for the hash: %s; it is off now", strerror(errno));
}

/* Reads what `position` names before the moves. */
static bool read_root(struct words *rest, struct position *position)
{
    char shown[UCI_SHOWN_SIZE];
    struct words word;
    struct fen_error error;
    bool given = words_next(rest, &word);
    if (given && words_equal(word, "startpos")) {
        position_start(position);
        return true;
    }
    if (!given || !words_equal(word, "fen")) {
        uci_error("position: expected 'startpos' or 'fen FEN', got %s", uci_shown(word, shown));
        return false;
    }
    struct words fen = words_until(rest, "moves");
    if (fen_read(fen.text, fen.length, position, &error))
        return true;
    char place[32] = "";
    if (error.column > 0)
        snprintf(place, sizeof place, ", column %d", error.column);
    bool text = *error.text != '\0';
    uci_error("position: fen%s: %s%s%s%s", place, error.reason, text ? ": '" : "", error.text,
              text ? "'" : "");
    return false;
}

/* What cannot be read or played to its end changes nothing. */
static void do_position(struct uci *uci, struct words rest)
{
    char shown[UCI_SHOWN_SIZE];
    struct position position;
    struct words word;
    struct moves_fault fault;
    if (!read_root(&rest, &position))
        return;
    if (words_next(&rest, &word) && !words_equal(word, "moves")) {
        uci_error("position: expected 'moves', got %s", uci_shown(word, shown));
        return;
    }
    if (!moves_apply(&uci->options, rest, &position, &fault)) {
        uci_error("position: move %d, '%s': %s", fault.place, fault.text, fault.reason);
        return;
    }
    uci->position = position;
}

static void do_d(struct uci *uci, struct words rest)
{
    (void)rest;
    const struct position *position = &uci->position;
    enum side side = position->side;
    char fen[FEN_SIZE], square[SQUARE_TEXT_SIZE];
    uint8_t from[MAX_PIECES];
    fen_write(position, fen);
    putchar('\n');
    draw_board(stdout, position, uci->options.ranks, options_glyphs(&uci->options, false));
    printf("\nFen: %s\nCheckers: ", fen);
    size_t count =
        position_attackers(position, position_king(position, side), side_other(side), from);
    for (size_t i = 0; i < count; i++)
        printf("%s ", square_write(from[i], uci->options.ranks, square));
    putchar('\n');
}

static void count_moves(struct uci *uci, unsigned depth)
{
    char move[MOVE_TEXT_SIZE];
    struct count count;
    const struct perft_result *result = &count.result;
    uci->options.depth = depth;
    count_run(&uci->options, uci->options.boards[0], &uci->position, uci->hash, &count);
    if (!result->complete) { /* a part would be taken for the whole */
        uci_error("interrupted");
        return;
    }
    if (result->nodes == PERFT_TOO_MANY) {
        uci_error("go perft: " COUNT_TOO_MANY, depth);
        return;
    }
    for (size_t i = 0; i < result->root_count; i++)
        printf("%s: %" PRIu64 "\n", move_write(result->root[i].move, uci->options.ranks, move),
               result->root[i].nodes);
    printf("\nNodes searched: %" PRIu64 "\n\n", result->nodes);
}

static void do_go(struct uci *uci, struct words rest)
{
    char shown[UCI_SHOWN_SIZE];
    struct words word;
    uint64_t depth = 0;
    if (!words_next(&rest, &word) || !words_equal(word, "perft")) {
        uci_error("only 'go perft N' is known");
        return;
    }
    words_next(&rest, &word);
    if (text_number(word.text, word.length, PERFT_MAX_DEPTH, &depth) != NUMBER_OK)
        uci_error("go perft: expected a whole number of 0 to %d, got %s", PERFT_MAX_DEPTH,
                  uci_shown(word, shown));
    else if (words_next(&rest, &word))
        uci_error("go perft: expected nothing after the depth, got %s", uci_shown(word, shown));
    else
        count_moves(uci, (unsigned)depth);
}

static void do_quit(struct uci *uci, struct words rest)
{
    (void)rest;
    uci->quit = true;
}

/* What an engine that does not search may hear and not heed. */
static void do_nothing(struct uci *uci, struct words rest)
{
    (void)uci;
    (void)rest;
}

static const struct {
    const char *name;
    void (*run)(struct uci *uci, struct words rest);
} commands[] = {
    {"uci", do_uci},
    {"isready", do_isready},
    {"setoption", uci_options_set},
    {"ucinewgame", do_ucinewgame},
    {"position", do_position},
    {"d", do_d},
    {"go", do_go},
    {"quit", do_quit},
    {"stop", do_nothing},
    {"debug", do_nothing},
    {"register", do_nothing},
    {"ponderhit", do_nothing},
};

enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

/* Of those that do something. */
static const char *command_name(size_t index)
{
    bool does = index < COMMAND_COUNT && commands[index].run != do_nothing;
    return does ? commands[index].name : NULL;
}

void uci_line(struct uci *uci, struct words line)
{
    char shown[UCI_SHOWN_SIZE];
    struct words word;
    if (!words_next(&line, &word))
        return;
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        if (words_equal(word, commands[i].name)) {
            commands[i].run(uci, line);
            return;
        }
    uci_error_names(command_name, "unknown command %s", uci_shown(word, shown));
}

/* Does what is said until there is no more; returns the exit status. */
static int converse(struct uci *uci)
{
    struct lines lines = {.fd = STDIN_FILENO};
    struct words line;
    enum lines_result result = LINES_LINE;
    puts(PROGRAM " " XQPERFT_VERSION ", perft of xiangqi positions");
    while (!uci->quit && !should_stop() && (result = lines_next(&lines, &line)) == LINES_LINE)
        uci_line(uci, line);
    if (result == LINES_FAILED)
        complain("cannot read standard input: %s",
                 errno == EFBIG ? "a line is longer than 16 MiB" : strerror(errno));
    lines_free(&lines);
    if (interrupted)
        return STATUS_INTERRUPTED;
    return result == LINES_FAILED ? STATUS_INPUT : STATUS_OK;
}

static int uci_run(const struct options *options)
{
    struct uci uci = {.options = *options};
    if (options->board_count > 1) {
        complain("--board: uci counts with one board at a time, not with all");
        return STATUS_INPUT;
    }
    if (!uci_renew_hash(&uci)) {
        complain("--hash: not enough memory for a table of %zu bytes: %s", options->hash_size,
                 strerror(errno));
        return STATUS_INPUT;
    }
    position_start(&uci.position);
    int status = converse(&uci);
    hash_free(uci.hash);
    return status;
}

const struct command uci_command = {
    .name = "uci",
    .summary = "answer 'go perft' to programs that drive an engine",
    .help =
        "Reads commands of UCI, the protocol of chess engines, from standard input and answers "
        "them on standard output, so that a script or tool that asks an engine for its counts can "
        "ask this program for the right ones. 'go perft N' is answered as by Stockfish and its "
        "relatives, in the order of 'xqperft divide'; there is no search.\n"
        "\n"
        "Known are uci, isready, ucinewgame (which empties the hash), setoption, position, "
        "go perft, d (which draws the board) and quit; the session also ends where its input "
        "does. Commands are done one after the other: what comes during a count waits for its "
        "end. What is wrong is answered by 'info string error: ...'; a position or a move that is "
        "refused leaves the position as it was.\n"
        "\n"
        "The options below are what the session begins with. It can change them by 'setoption': "
        "Board, Policy, Threads, Hash (in MB, 0 for none) and Coordinates (0-9 or 1-10, "
        "how moves number the ranks).\n"
        "\n"
        "Ctrl-C ends the session with status 130.\n"
        "\n"
        "Example, a session with what is typed after >:\n"
        "  $ xqperft uci\n"
        "  xqperft " XQPERFT_VERSION ", perft of xiangqi positions\n"
        "  > setoption name Threads value 2\n"
        "  > position startpos moves h2e2 h9g7\n"
        "  > go perft 3\n"
        "  a0a1: 1749\n"
        "  ...\n"
        "  \n"
        "  Nodes searched: 51045\n"
        "  \n"
        "  > quit\n"
        "From a script:\n"
        "  printf 'position startpos\\ngo perft 4\\n' | xqperft uci\n",
    .accepts = OPTION_BOARD | OPTION_ISA | OPTION_POLICY | OPTION_THREADS | OPTION_HASH |
               OPTION_RANKS | OPTION_GLYPHS,
    .operand = OPERAND_NONE,
    .run = uci_run,
};
