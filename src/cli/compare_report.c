/* What xqperft compare says about a position where the engine is wrong. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "comparison.h"
#include "draw.h"
#include "fen.h"
#include "moves.h"
#include "output.h"

enum { MOVES_SHOWN = 12 };

static void print_path(FILE *out, const struct comparison *run, const struct compare_node *node)
{
    char fen[FEN_SIZE];
    fen_write(&node->position, fen);
    fprintf(out, "  fen    %s\n", fen);
    if (node->path_length == 0)
        return;
    fen_write(&node->root, fen);
    fprintf(out, "  root   %s\n  moves  ", fen);
    moves_print(out, node->path, node->path_length, run->ranks);
    fputs(" (from the root to here)\n", out);
}

static void print_position(FILE *out, const struct comparison *run, const struct position *position)
{
    fputc('\n', out);
    draw_board(out, position, run->ranks, run->glyphs);
    fprintf(out, "\n  %s to move\n", side_name(position->side));
}

static void print_wrong_moves(FILE *out, const struct comparison *run,
                              const struct finding_case *wrong)
{
    char text[MOVE_TEXT_SIZE];
    size_t count = wrong->wrong_count < MOVES_SHOWN ? wrong->wrong_count : MOVES_SHOWN;
    for (size_t i = 0; i < count; i++) {
        const struct wrong_move *move = &wrong->wrong[i];
        fprintf(out, "  %-6s %s: %s (%s)\n", move_write(move->move, run->ranks, text),
                move->extra ? "is not legal" : "is missing", move->ruling.text,
                rule_name(move->rule));
    }
    if (wrong->wrong_count > count)
        fprintf(out, "  and %zu more\n", wrong->wrong_count - count);
    for (size_t i = 0; i < wrong->stray_count && i < DIVIDE_STRAYS; i++) {
        fputs("  '", out);
        put_printable(out, wrong->stray[i]);
        fputs("' is no move on this board\n", out);
    }
    if (wrong->stray_count > DIVIDE_STRAYS)
        fprintf(out, "  and %zu more of that kind\n", wrong->stray_count - DIVIDE_STRAYS);
}

static void print_wrong_counts(FILE *out, const struct comparison *run, enum difference_kind kind,
                               const struct finding_case *wrong)
{
    char text[MOVE_TEXT_SIZE], nodes[NUMBER_SIZE], expected[NUMBER_SIZE];
    if (kind == DIFFER_TOTALS) {
        fprintf(out,
                "  the rows of its divide are right, but its total of perft %u is %s, not %s\n",
                wrong->depth, number_write(wrong->nodes, nodes),
                number_write(wrong->expected, expected));
    } else if (wrong->repeated_count > 0) {
        fprintf(out, "  %s is listed more than once\n",
                move_write(wrong->repeated, run->ranks, text));
    } else {
        fprintf(out, "  perft %u: %s nodes behind %s, not %s\n", wrong->depth,
                number_write(wrong->culprit_nodes, nodes),
                move_write(wrong->culprit, run->ranks, text),
                number_write(wrong->culprit_expected, expected));
        fputs("  asked for the position behind that move, it gives the right answer\n", out);
    }
}

static void print_case(FILE *out, const struct comparison *run, enum difference_kind kind,
                       const struct finding_case *wrong)
{
    print_path(out, run, &wrong->node);
    print_position(out, run, &wrong->node.position);
    if (kind == DIFFER_MOVES)
        print_wrong_moves(out, run, wrong);
    else
        print_wrong_counts(out, run, kind, wrong);
}

/* What the mistake must be, as far as that can be said. */
static void print_diagnosis(FILE *out, const struct comparison *run, const struct finding *finding)
{
    char move[MOVE_TEXT_SIZE];
    size_t shown =
        finding->mistake_count < FINDING_MISTAKES ? finding->mistake_count : FINDING_MISTAKES;
    if (finding->only_behind_moves) {
        const struct compare_node *node = &finding->node;
        fprintf(out,
                "Given this position as FEN, the engine is right. It goes wrong when it plays the "
                "moves:\nlook at what making %s%s changes.\n",
                node->path_length > 1 ? "these moves, or the last of them, " : "",
                move_write(node->path[node->path_length - 1], run->ranks, move));
        return;
    }
    if (finding->only_deep)
        fprintf(out, "Asked for perft 1 of this position, it lists the right moves.\n");
    if (finding->only_unlisted)
        fputs("Its total is right: it counts moves that it does not list.\n", out);
    if (finding->only_deep || finding->only_unlisted) {
        fputs("So this is a mistake of its perft, not of its rules.\n", out);
        return;
    }
    if (finding->kind == DIFFER_TOTALS || finding->kind == DIFFER_COUNTS) {
        fputs("The moves it lists are right, so this is a mistake of its perft (counting, making "
              "and\nunmaking moves, hash), not of its rules.\n",
              out);
        return;
    }
    for (size_t i = 0; i < shown; i++)
        fprintf(out, "%s%s\n", i == 0 ? "Its answers fit a generator that " : "  or one that ",
                mistakes[finding->mistake[i]].text);
    if (finding->mistake_count > shown)
        fprintf(out, "  or one with one of %zu other mistakes\n", finding->mistake_count - shown);
    if (finding->found.stray_count > 0)
        fputs("What it lists besides is no move at all.\n", out);
    if (finding_class(finding) == FINDING_MISSING)
        fputs("Legal moves are missing, and no known mistake explains which of them.\n", out);
    if (finding->rule != RULE_COUNT)
        fprintf(out, "Rule (%s): %s.\n", rule_name(finding->rule), rule_text(finding->rule));
}

static size_t piece_count(const struct position *position)
{
    size_t count = 0;
    for (int square = 0; square < SQUARE_COUNT; square++)
        count += position->piece[square] != NO_PIECE;
    return count;
}

static void print_smallest(FILE *out, const struct comparison *run, const struct finding *finding)
{
    const struct finding_case *smallest = &finding->smallest;
    const struct position *root = &smallest->node.root;
    if (!finding->shrunk)
        return;
    if (piece_count(root) == piece_count(&finding->found.node.root)) {
        fputs("\nNo piece can be taken away without losing it.\n", out);
        return;
    }
    fprintf(out, "\nThe smallest position that shows it, with %zu pieces:\n", piece_count(root));
    print_case(out, run, finding->kind, smallest);
}

/* How to ask both for the smallest case by hand. */
static void print_questions(FILE *out, const struct comparison *run, const struct finding *finding)
{
    const struct finding_case *wrong = finding->shrunk ? &finding->smallest : &finding->found;
    const struct compare_node *node = &wrong->node;
    char fen[FEN_SIZE];
    char *words =
        engine_words(run->engine, &node->root, node->path, node->path_length, wrong->depth);
    fputs("\nAsk the engine:\n", out);
    if (words)
        put_prefixed(out, "  ", words);
    free(words);
    fen_write(&node->root, fen);
    fputs("and for the right answer:\n  ", out);
    put_printable(out, program_invocation_name);
    fprintf(out, " divide %u --fen '%s'", wrong->depth, fen);
    if (run->ranks != RANKS_FROM_0)
        fprintf(out, " --ranks %d", (int)run->ranks);
    if (node->path_length > 0) {
        fputs(" --moves '", out);
        moves_print(out, node->path, node->path_length, run->ranks);
        fputc('\'', out);
    }
    fputc('\n', out);
}

static void print_finding(FILE *out, const struct comparison *run, const struct finding *finding)
{
    if (finding->kind == DIFFER_ONCE) {
        fputs("Asked again, it gave another answer: its answers cannot be relied on.\n", out);
        print_path(out, run, &finding->node);
        return;
    }
    fputs("It goes wrong first in this position:\n", out);
    /* Behind a path that does not matter, the path is still what leads there. */
    struct finding_case found = finding->found;
    found.node = finding->node;
    print_case(out, run, finding->kind, &found);
    fputc('\n', out);
    print_diagnosis(out, run, finding);
    print_smallest(out, run, finding);
    print_questions(out, run, finding);
}

static void put_indented(FILE *out, const char *prefix, const char *lines)
{
    for (; *lines; lines += strcspn(lines, "\n") + 1)
        fprintf(out, "%s  %.*s\n", prefix, (int)strcspn(lines, "\n"), lines);
}

void failure_print(FILE *out, const struct comparison *run, const struct failure *failure,
                   const char *prefix)
{
    const char *lines = failure->last_lines;
    fprintf(out, "%sthe %s '", prefix, run->options->script ? "script" : "engine");
    put_printable(out, engine_name(run->engine));
    fprintf(out, "' %s\n", failure->reason);
    if (*failure->question) {
        fprintf(out, "%sit was asked:\n", prefix);
        put_indented(out, prefix, failure->question);
    }
    fprintf(out, "%s%s\n", prefix, *lines ? "it said last:" : "it said nothing");
    put_indented(out, prefix, lines);
}

void outcome_print_report(FILE *out, const struct comparison *run, const struct outcome *outcome,
                          const char *prefix)
{
    char *text = NULL;
    size_t size;
    FILE *memory = open_memstream(&text, &size);
    if (!memory)
        return;
    if (outcome->finding && outcome->finding->located)
        print_finding(memory, run, outcome->finding);
    if (outcome->finding && outcome->finding->located && outcome->failure.reason)
        fputc('\n', memory);
    if (outcome->failure.reason)
        failure_print(memory, run, &outcome->failure, "");
    fclose(memory);
    put_prefixed(out, prefix, text);
    free(text);
}

const char *outcome_state_name(enum outcome_state state)
{
    static const char *const names[] = {
        [OUTCOME_AGREES] = "agrees", [OUTCOME_DIFFERS] = "differs", [OUTCOME_FAILED] = "failed"};
    return names[state];
}

const char *outcome_rule(const struct outcome *outcome)
{
    static const char *const names[] = {[FINDING_PERFT - RULE_COUNT] = "perft",
                                        [FINDING_MOVES - RULE_COUNT] = "moves",
                                        [FINDING_NO_MOVE - RULE_COUNT] = "no-move",
                                        [FINDING_MISSING - RULE_COUNT] = "missing",
                                        [FINDING_UNSTEADY - RULE_COUNT] = "unsteady"};
    if (!outcome->finding || !outcome->finding->located)
        return "?";
    enum finding_class class = finding_class(outcome->finding);
    return class < FINDING_PERFT ? rule_name((enum rule) class) : names[class - FINDING_PERFT];
}

void outcome_print_short(FILE *out, const struct comparison *run, const struct outcome *outcome)
{
    const struct finding *finding = outcome->finding;
    char move[MOVE_TEXT_SIZE];
    if (outcome->state == OUTCOME_FAILED) {
        fprintf(out, "the engine %s", outcome->failure.reason);
        return;
    }
    fputs("expected ", out);
    put_nodes(out, outcome->expected);
    fputs(", got ", out);
    put_nodes(out, outcome->nodes);
    if (outcome->rows != outcome->nodes) {
        fputs(" (its rows add up to ", out);
        put_nodes(out, outcome->rows);
        fputc(')', out);
    }
    if (!finding->located)
        return;
    fprintf(out, ": %s", outcome_rule(outcome));
    if (finding->kind == DIFFER_ONCE)
        fputs(outcome->nodes == outcome->expected ? ", wrong when the canary asked"
                                                  : ", another answer when asked again",
              out);
    if (finding->kind == DIFFER_MOVES && finding->found.wrong_count == 0) {
        fputs(", '", out);
        put_printable(out, finding->found.stray[0]);
        fputc('\'', out);
    }
    if (finding->kind == DIFFER_MOVES && finding->found.wrong_count > 0)
        fprintf(out, ", %s", move_write(finding->found.wrong[0].move, run->ranks, move));
    if (finding->node.path_length > 0) {
        fputs(" behind ", out);
        moves_print(out, finding->node.path, finding->node.path_length, run->ranks);
    }
}

void outcome_print_name(FILE *out, const struct outcome *outcome,
                        void (*put)(FILE *out, const char *text))
{
    char fen[FEN_SIZE];
    fen_write(&outcome->node.position, fen);
    put(out, *outcome->id ? outcome->id : fen);
    fprintf(out, ", depth %u", outcome->depth);
}

void dialect_print(FILE *out, const struct dialect *dialect)
{
    fprintf(out, "ranks %s, Red is %s, horse and elephant are %s",
            dialect->ranks == RANKS_FROM_1 ? "1-10" : "0-9", dialect->red_is_r ? "r" : "w",
            dialect->horse_is_h ? "H and E" : "N and B");
    if (dialect->variant_offered)
        fputs(", UCI_Variant is set to xiangqi", out);
}
