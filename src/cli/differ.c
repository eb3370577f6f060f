#include <stdlib.h>
#include <string.h>

#include "differ.h"
#include "draw.h"
#include "fen.h"
#include "interrupt.h"
#include "moves.h"
#include "output.h"

/* The names of the boards that have a move, or (`have` false) that have it not. */
static void print_holders(FILE *out, const struct difference *difference, size_t move, bool have)
{
    const char *separator = "";
    for (size_t i = 0; i < difference->generator_count; i++)
        if ((difference->holders[move] >> i & 1) == have) {
            fprintf(out, "%s%s", separator, difference->name[i]);
            separator = ", ";
        }
}

static void print_difference(FILE *out, const struct position *root,
                             const struct difference *difference, enum ranks ranks,
                             enum glyphs glyphs)
{
    char fen[FEN_SIZE], move[MOVE_TEXT_SIZE], number[NUMBER_SIZE];
    fen_write(&difference->node.position, fen);
    fprintf(out, "The boards differ first in this position:\n  fen   %s\n", fen);
    if (difference->node.path_length > 0) {
        fen_write(root, fen);
        fprintf(out, "  root  %s\n  moves ", fen);
        moves_print(out, difference->node.path, difference->node.path_length, ranks);
        fputs(" (from the root to here)\n", out);
    }
    fputc('\n', out);
    draw_board(out, &difference->node.position, ranks, glyphs);
    fputc('\n', out);
    for (size_t i = 0; i < difference->move_count; i++) {
        fprintf(out, "  %s is legal for ", move_write(difference->move[i], ranks, move));
        print_holders(out, difference, i, true);
        fputs(", not for ", out);
        print_holders(out, difference, i, false);
        fputc('\n', out);
    }
    if (difference->move_count > 0)
        return;
    fprintf(out, "  all list the same moves here, but count perft %u as\n", difference->depth);
    for (size_t i = 0; i < difference->generator_count; i++)
        fprintf(out, "  %-17s %s\n", difference->name[i],
                number_write(difference->nodes[i], number));
}

/* The names of the boards whose bit is set in `holders`. */
static json_t *names_json(const struct difference *difference, uint32_t holders)
{
    json_t *names = json_array();
    for (size_t i = 0; i < difference->generator_count; i++)
        if (holders >> i & 1)
            json_array_append_new(names, json_string(difference->name[i]));
    return names;
}

static json_t *difference_json(const struct difference *difference, enum ranks ranks)
{
    char fen[FEN_SIZE], text[MOVE_TEXT_SIZE];
    json_t *path = json_array(), *moves = json_array(), *nodes = json_object();
    for (size_t i = 0; i < difference->node.path_length; i++)
        json_array_append_new(path, json_string(move_write(difference->node.path[i], ranks, text)));
    for (size_t i = 0; i < difference->move_count; i++)
        json_array_append_new(
            moves,
            json_pack("{s:s, s:o, s:o}", "move", move_write(difference->move[i], ranks, text),
                      "legal_for", names_json(difference, difference->holders[i]), "not_legal_for",
                      names_json(difference, ~difference->holders[i])));
    for (size_t i = 0; i < difference->generator_count; i++)
        json_object_set_new(nodes, difference->name[i], json_count(difference->nodes[i]));
    fen_write(&difference->node.position, fen);
    json_t *object = json_pack("{s:s, s:o, s:o}", "fen", fen, "path", path, "moves", moves);
    if (difference->move_count == 0) { /* only then the counts were taken */
        json_object_set_new(object, "depth", json_integer((json_int_t)difference->depth));
        json_object_set(object, "nodes", nodes);
    }
    json_decref(nodes);
    return object;
}

json_t *differ_report(const struct options *options, const struct position *position,
                      unsigned depth, const char *prefix)
{
    bool for_program = options->format == FORMAT_JSON || options->format == FORMAT_TSV;
    struct perft_request request = {
        .depth = depth, .policy = options_common_policy(options), .stop = &interrupted};
    struct difference *difference = allocate(1, sizeof *difference);
    json_t *object = NULL;
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    bool found = !compare_boards(options->boards, position, &request, difference);
    if (!memory) {
        complain("out of memory");
        exit(STATUS_INPUT);
    }
    if (found)
        print_difference(memory, position, difference, options->ranks,
                         options_glyphs(options, options->format == FORMAT_TEXT));
    else if (interrupted)
        fputs("The boards differ; the search for the first wrong node was interrupted.\n", memory);
    else
        fprintf(memory, "The boards differed, but agree when asked once more%s.\n",
                options->hash_size > 0 ? " without the hash" : "");
    fclose(memory);
    put_prefixed(for_program ? stderr : stdout, prefix, text);
    if (found && options->format == FORMAT_JSON)
        object = difference_json(difference, options->ranks);
    free(text);
    free(difference);
    return object;
}
