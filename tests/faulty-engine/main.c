/*
 * A xiangqi engine that is wrong on demand, for tests of programs that look for what is wrong with
 * engines. `faulty-engine --list` tells what can be switched on; without any it is right.
 */
#include <ctype.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "misbehave.h"
#include "notation.h"
#include "perft.h"
#include "quirks.h"

static const char usage[] = "Usage: faulty-engine [--fault NAME] [--misbehave NAME] [--dialect "
                            "NAME]... [--script DEPTH FEN "
                            "[MOVES]]\n       faulty-engine --list\n";

static struct engine {
    struct game game;
    bool script;
    bool variant_set; /* UCI_Variant to xiangqi */
} engine;

/* Prints a line. */
__attribute__((format(printf, 1, 2))) static void say(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    fputs(has(CRLF) ? "\r\n" : "\n", stdout);
}

/* --- answers --------------------------------------------------------------------------------- */

static const char *line_start(void)
{
    return has(INFO_STRING) ? "info string " : "";
}

static void print_row(const char *move, uint64_t nodes, bool middle)
{
    const char *between = has(EQUALS) ? " = " : has(BARE) || engine.script ? " " : ": ";
    char number[COUNT_TEXT_SIZE];
    misbehave_at_row(middle);
    count_write(nodes, middle, number);
    say("%s%s%s%s", line_start(), move, between, number);
}

static void print_total(uint64_t total)
{
    const char *what = has(EQUALS)                  ? "Total: "
                       : has(NODES_COLON)           ? "Nodes: "
                       : has(BARE) || engine.script ? ""
                                                    : "Nodes searched: ";
    char number[COUNT_TEXT_SIZE];
    misbehave_at_total();
    say("%s", "");
    count_write(total, false, number);
    if (has(NO_NEWLINE))
        printf("%s%s%s", line_start(), what, number);
    else if (!has(NO_TOTAL))
        say("%s%s%s", line_start(), what, number);
    if (!has(NO_NEWLINE) && !engine.script)
        say("%s", "");
    misbehave_after_answer(engine.script);
}

static bool plays_chess(void)
{
    return has(CHESS) || has(VARIANT_NONE) || (has(VARIANT) && !engine.variant_set);
}

/* The opening moves, whatever the position; counts as if there were twenty everywhere. */
static void answer_chess(unsigned depth)
{
    static const char moves[][MOVE_TEXT_SIZE] = {
        "a2a3", "b2b3", "c2c3", "d2d3", "e2e3", "f2f3", "g2g3", "h2h3", "a2a4", "b2b4",
        "c2c4", "d2d4", "e2e4", "f2f4", "g2g4", "h2h4", "b1a3", "b1c3", "g1f3", "g1h3"};
    uint64_t behind = 1;
    for (unsigned i = 1; i < depth; i++)
        behind *= 20;
    for (size_t i = 0; i < 20; i++)
        print_row(moves[i], behind, i == 10);
    print_total(20 * behind);
}

static void answer(unsigned depth)
{
    static struct divide counts;
    char move[MOVE_TEXT_SIZE];
    if (misbehave_at_go())
        return;
    if (plays_chess()) {
        answer_chess(depth);
        return;
    }
    divide(&engine.game, depth, &counts);
    for (size_t i = 0; i < counts.list.count; i++) {
        move_write(counts.list.move[i], move);
        print_row(move, counts.nodes[i], i == counts.list.count / 2);
    }
    print_total(counts.total);
}

/* --- UCI ------------------------------------------------------------------------------------- */

/* The first word of *text, which is set behind it; an empty one at the end. */
static char *next_word(char **text)
{
    char *word = *text + strspn(*text, " \t");
    size_t length = strcspn(word, " \t");
    *text = word + length + (word[length] != '\0');
    word[length] = '\0';
    return word;
}

static void greet(void)
{
    say("id name Faulty Engine 1.0%s", has(LATIN1) ? " de Ch\xe2teauroux" : "");
    say("id author nobody");
    say("option name Hash type spin default 16 min 1 max 1024");
    say("option name Clear Hash type button");
    say("option name Fault type string default <empty>");
    if (has(VARIANT))
        say("option name UCI_Variant type combo default chess var chess var xiangqi");
    if (has(VARIANT_NONE))
        say("option name UCI_Variant type combo default chess var chess var crazyhouse");
    for (int i = 0; i <= has(DOUBLE_OK); i++)
        say("uciok");
}

/* Fault switches one on, so that it can be seen whether options arrive. */
static void set_option(char *text)
{
    char *value = strstr(text, " value ");
    if (strncmp(text, "name ", 5) != 0)
        return;
    if (value) {
        *value = '\0';
        value += strlen(" value ");
    }
    const char *name = text + 5;
    if (value && strcasecmp(name, "Fault") == 0 && quirk_set("fault", value))
        return;
    if (value && strcasecmp(name, "UCI_Variant") == 0 && (has(VARIANT) || has(VARIANT_NONE)))
        engine.variant_set = strcmp(value, "xiangqi") == 0;
    else if (strcasecmp(name, "Hash") != 0 && strcasecmp(name, "Clear Hash") != 0)
        say("No such option: %s", name);
}

static void set_position(char *text)
{
    char *moves = strstr(text, "moves");
    if (moves) {
        *moves = '\0';
        moves += strlen("moves");
    }
    const char *what = next_word(&text);
    if (strcmp(what, "startpos") == 0) {
        game_start(&engine.game);
    } else if (strcmp(what, "fen") == 0) {
        const char *board = next_word(&text), *side = next_word(&text);
        if (!game_read(&engine.game, board, side)) {
            say("info string no position: %s", board);
            return;
        }
    }
    if (moves)
        game_play(&engine.game, moves);
}

static void go(char *text)
{
    bool perft = strcmp(next_word(&text), "perft") == 0;
    char *end;
    unsigned long depth = strtoul(text, &end, 10);
    if (perft && end != text && depth <= 20)
        answer((unsigned)depth);
    else
        say("bestmove 0000");
}

static void draw(void)
{
    char text[BOARD_TEXT_SIZE];
    for (int rank = RANKS - 1; rank >= 0; rank--)
        say("%2d %.9s", rank + has(RANKS_1), engine.game.cell + cell_of(0, rank));
    say("   abcdefghi");
    game_write(&engine.game, text);
    say("Fen: %s - - 0 1", text);
}

static void command(char *line)
{
    const char *word = next_word(&line);
    if (strcmp(word, "uci") == 0)
        greet();
    else if (strcmp(word, "isready") == 0)
        say(has(DOUBLE_OK) ? "readyok\nreadyok" : "readyok");
    else if (strcmp(word, "setoption") == 0)
        set_option(line);
    else if (strcmp(word, "position") == 0)
        set_position(line);
    else if (strcmp(word, "go") == 0)
        go(line);
    else if (strcmp(word, "d") == 0)
        draw();
    else if (*word && strcmp(word, "ucinewgame") != 0)
        say("Unknown command: %s", word);
}

static int uci(void)
{
    char *line = NULL;
    size_t size = 0;
    say("Faulty Engine 1.0 by nobody");
    fflush(stdout);
    while (getline(&line, &size, stdin) >= 0) {
        line[strcspn(line, "\r\n")] = '\0';
        if (strcmp(line, "quit") == 0)
            break;
        if (!misbehave_at_line(line))
            command(line);
        fflush(stdout);
    }
    free(line);
    return misbehave_at_end();
}

/* --- the command line ------------------------------------------------------------------------ */

static int wrong_usage(void)
{
    fputs(usage, stderr);
    return 2;
}

/* DEPTH FEN [MOVES] */
static int script(int count, char **argument)
{
    if (count < 2 || count > 3)
        return wrong_usage();
    char *end, *fen = argument[1];
    unsigned long depth = strtoul(argument[0], &end, 10);
    const char *board = next_word(&fen), *side = next_word(&fen);
    if (end == argument[0] || *end || depth > 20 || !game_read(&engine.game, board, side)) {
        fprintf(stderr, "faulty-engine: no depth or no position: %s %s\n", argument[0], board);
        return 2;
    }
    if (count == 3)
        game_play(&engine.game, argument[2]);
    if (!misbehave_at_line(argument[1]))
        answer((unsigned)depth);
    return misbehave_at_end();
}

int main(int argc, char **argv)
{
    static const struct option options[] = {
        {"fault", required_argument, NULL, 'f'},   {"misbehave", required_argument, NULL, 'm'},
        {"dialect", required_argument, NULL, 'd'}, {"script", no_argument, NULL, 's'},
        {"list", no_argument, NULL, 'l'},          {NULL, 0, NULL, 0}};
    for (int option; (option = getopt_long(argc, argv, "+", options, NULL)) != -1;) {
        if (option == 'l') {
            quirks_list();
            return 0;
        }
        const char *kind = option == 'f'   ? "fault"
                           : option == 'm' ? "misbehaviour"
                           : option == 'd' ? "dialect"
                                           : NULL;
        if (option == 's')
            engine.script = true;
        else if (!kind || !quirk_set(kind, optarg))
            return wrong_usage();
    }
    if (!engine.script && optind < argc)
        return wrong_usage();
    misbehave_at_start();
    game_start(&engine.game);
    return engine.script ? script(argc - optind, argv + optind) : uci();
}
