/*
 * The vector boards of this processor, each held against `naive` on random walks: from suite
 * positions and from random placements in turn. A walk comes to lines, screens and pins that no
 * suite was chosen for, and `naive` is quick enough to be asked about millions of them, which
 * oracle.h is not. A failure names the walk's seed and ply, the FEN and the board.
 */
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board.h"
#include "each_position.h"
#include "fen.h"
#include "notation.h"
#include "oracle.h"
#include "random_positions.h"

enum {
    SHARDS = 4, /* run side by side */
    SEED = 20260,
    WALK_PLIES = 60,           /* after more, few pieces are left */
    POSITIONS = 25000,         /* of all walks; each is compared on every board */
    DEEP_POSITIONS = 20000000, /* with XQPERFT_DEEP=1 */
    DEEP_EVERY = 8,            /* then, one of so many is asked for more than its moves */
    PAIRS = 8,                 /* of squares, and as many pseudo-legal moves */
    SQUARES = 4,               /* whose attackers are listed, beside those of both kings */
    MOST_BOARDS = 8,
    MOST_STARTS = 4000,
};

static const struct board *naive, *boards[MOST_BOARDS];
static struct position starts[MOST_STARTS];
static size_t board_count, start_count;

static void keep(const char *file, const struct suite_entry *entry)
{
    cr_assert_lt(start_count, MOST_STARTS, "%s: no room", file);
    starts[start_count++] = entry->position;
}

static void prepare(void)
{
    const struct board *board;
    naive = board_find("naive");
    for (size_t i = 0; (board = board_at(i)) && board_count < MOST_BOARDS; i++)
        if (board->variant_of && strcmp(board->variant_of, "vector") == 0)
            boards[board_count++] = board;
    each_position(keep);
}

TestSuite(walks, .init = prepare, .timeout = 1200);

/* --- a position of a walk -------------------------------------------------------------------- */

struct step {
    uint64_t seed; /* of the walk */
    size_t ply;
    struct position position;
    struct move_list legal; /* as naive lists them */
};

__attribute__((format(printf, 3, 4))) static void
wrong(const struct step *step, const struct board *board, const char *format, ...)
{
    char fen[FEN_SIZE], what[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    fen_write(&step->position, fen);
    cr_assert_fail("seed %llu, ply %zu: %s: %s %s", (unsigned long long)step->seed, step->ply, fen,
                   board->name, what);
}

/* The moves of naive's list have `mark`, or more once a board has listed them, too. */
static uint32_t marks[1 << 16], mark;

static void mark_legal(const struct move_list *legal)
{
    mark += 2 * MOST_BOARDS;
    for (size_t i = 0; i < legal->count; i++)
        marks[legal->move[i]] = mark;
}

static bool is_marked(xq_move move)
{
    return marks[move] >= mark;
}

/* The lists differ: tells the first move, in order, that is not once in both. */
static void tell_first(const struct step *step, const struct board *board, struct move_list *said)
{
    char text[MOVE_TEXT_SIZE];
    struct move_list legal = step->legal;
    size_t i = 0;
    move_list_sort(&legal);
    move_list_sort(said);
    while (i < legal.count && i < said->count && legal.move[i] == said->move[i])
        i++;
    bool lacks = i == said->count || (i < legal.count && legal.move[i] < said->move[i]);
    bool twice = !lacks && i > 0 && said->move[i] == said->move[i - 1];
    move_write(lacks ? legal.move[i] : said->move[i], RANKS_FROM_0, text);
    wrong(step, board, "%s %s%s, which naive %s; it lists %zu moves, naive %zu",
          lacks ? "lacks" : "has", text, twice ? " twice" : "",
          lacks   ? "has"
          : twice ? "has once"
                  : "has not",
          said->count, legal.count);
}

/* Each of the same moves once, in whatever order. */
static void compare_lists(const struct step *step, const struct board *board, uint32_t seen)
{
    struct move_list said;
    said.count = board->legal_moves(&step->position, said.move);
    bool same = said.count == step->legal.count;
    for (size_t i = 0; same && i < said.count; i++) {
        uint32_t *at = &marks[said.move[i]];
        same = *at >= mark && *at < seen;
        *at = seen;
    }
    if (!same)
        tell_first(step, board, &said);
}

static void compare_is_legal(const struct step *step, const struct board *board, xq_move move)
{
    char text[MOVE_TEXT_SIZE];
    bool said = board->is_legal(&step->position, move);
    if (said != is_marked(move))
        wrong(step, board, "says that %s is %slegal", move_write(move, RANKS_FROM_0, text),
              said ? "" : "not ");
}

struct squares {
    uint64_t word[2];
    size_t count;
};

static struct squares attackers(const struct board *board, const struct position *position,
                                int square, enum side by)
{
    uint8_t from[MAX_PIECES];
    struct squares set = {{0, 0}, board->attackers(position, square, by, from)};
    for (size_t i = 0; i < set.count; i++)
        set.word[from[i] / 64 % 2] |= UINT64_C(1) << from[i] % 64;
    return set;
}

static void compare_attackers(const struct step *step, const struct board *board, int square)
{
    char text[SQUARE_TEXT_SIZE];
    for (int by = RED; by <= BLACK; by++) {
        struct squares right = attackers(naive, &step->position, square, (enum side)by);
        struct squares said = attackers(board, &step->position, square, (enum side)by);
        if (memcmp(&said, &right, sizeof said) != 0)
            wrong(step, board, "finds %zu attackers of %s by %s, or others than the %zu of naive",
                  said.count, square_write(square, RANKS_FROM_0, text), side_name((enum side)by),
                  right.count);
    }
}

/* All but the list of moves. */
static void compare_rest(const struct step *step, const struct board *board, uint64_t random)
{
    const struct position *position = &step->position;
    struct move_list pseudo;
    pseudo.count = naive->pseudo_legal_moves(position, false, pseudo.move);
    size_t mobility = board->mobility(position);
    if (mobility != step->legal.count)
        wrong(step, board, "counts %zu moves, not %zu", mobility, step->legal.count);
    for (int side = RED; side <= BLACK; side++)
        if (board->in_check(position, (enum side)side) !=
            naive->in_check(position, (enum side)side))
            wrong(step, board, "is wrong about whether %s is in check", side_name((enum side)side));
    for (int i = 0; i < PAIRS; i++) {
        int from = (int)random_below(&random, SQUARE_COUNT);
        compare_is_legal(step, board, move_of(from, (int)random_below(&random, SQUARE_COUNT)));
        if (pseudo.count > 0)
            compare_is_legal(step, board, pseudo.move[random_below(&random, pseudo.count)]);
    }
    for (int side = RED; side <= BLACK; side++)
        compare_attackers(step, board, position_king(position, (enum side)side));
    for (int i = 0; i < SQUARES; i++)
        compare_attackers(step, board, (int)random_below(&random, SQUARE_COUNT));
}

/* --- walks ----------------------------------------------------------------------------------- */

static void compare(const struct step *step, bool all)
{
    mark_legal(&step->legal);
    for (size_t i = 0; i < board_count; i++) {
        compare_lists(step, boards[i], mark + 1 + (uint32_t)i);
        if (all)
            compare_rest(step, boards[i], step->seed + step->ply);
    }
}

/* Compares at most so many positions of one walk, in all respects every `every`th; returns how
 * many. */
static size_t walk(uint64_t seed, size_t most, size_t every)
{
    struct step step = {.seed = seed};
    uint64_t random = seed;
    if (seed / SHARDS % 2)
        step.position = starts[random_below(&random, start_count)];
    else
        random_valid_placement(&random, &step.position);
    while (step.ply < most && step.ply < WALK_PLIES) {
        step.legal.count = naive->legal_moves(&step.position, step.legal.move);
        compare(&step, (seed + step.ply) % every == 0);
        step.ply++;
        if (step.legal.count == 0)
            break;
        position_apply(&step.position, step.legal.move[random_below(&random, step.legal.count)]);
    }
    return step.ply;
}

ParameterizedTestParameters(walks, vector_boards_are_as_naive)
{
    static uint64_t shards[SHARDS];
    for (size_t i = 0; i < SHARDS; i++)
        shards[i] = i;
    return cr_make_param_array(uint64_t, shards, SHARDS);
}

ParameterizedTest(const uint64_t *shard, walks, vector_boards_are_as_naive)
{
    const char *said = getenv("XQPERFT_DEEP");
    bool deep = said && strcmp(said, "1") == 0;
    size_t positions = (size_t)(deep ? DEEP_POSITIONS : POSITIONS) / SHARDS;
    cr_assert_gt(board_count, 0, "no vector board, not even the portable one");
    cr_assert_gt(start_count, 1000, "suites are missing");
    for (uint64_t seed = SEED + *shard; positions > 0; seed += SHARDS)
        positions -= walk(seed, positions, deep ? DEEP_EVERY : 1);
}
