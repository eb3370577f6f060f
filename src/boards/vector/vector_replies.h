/*
 * How many legal moves a position has, by the line register: one look at the king; if nothing is
 * near it, all moves are summed without listing one. For board_template.h, see BOARD_COUNTS there.
 */
#include "vector_lines.h"

/* Pseudo-legal moves of pieces that move by steps, without the king's. */
LINE_INLINE uint64_t stepping_moves(const struct bitboard_state *state, enum side side,
                                    struct targets targets, struct bits90 pinned)
{
    const struct bits90 *own = &state->set[piece_of(side, KING)];
    struct pawn_targets pawns_to = pawn_targets(bits90_minus(own[PAWN], pinned), side, targets);
    return (uint64_t)(bits90_count(pawns_to.ahead) + bits90_count(pawns_to.east) +
                      bits90_count(pawns_to.west) +
                      count_kind(state, side, HORSE, targets, pinned) +
                      count_kind(state, side, ELEPHANT, targets, pinned) +
                      count_kind(state, side, ADVISOR, targets, pinned));
}

/* --- in check -------------------------------------------------------------------------------- */

/* What a move of another piece than the king must do against a checker: enter one of these squares,
 * or leave one of those. */
struct answer_squares {
    struct bits90 enter, leave;
};

/* Against one of the checkers, for whoever does not answer that one does not answer all: it is
 * captured, something is put in its way, or the screen of a cannon goes. */
static struct answer_squares find_answers(const struct bitboard_state *state, enum side side)
{
    enum side by = side_other(side);
    const struct bits90 *enemy = &state->set[piece_of(by, KING)];
    int king = bitboard_king_square(state, side);
    struct bits90 pawns = bits90_and(tables->pawn_from[by][king], enemy[PAWN]);
    struct answer_squares answers = {{{0, 0}}, {{0, 0}}};
    if (bits90_any(pawns)) {
        answers.enter = bits90_of(bits90_first(pawns));
        return answers;
    }
    BITS90_FOR_EACH (from, king_suspects(enemy, king)) {
        struct bits90 path = tables->king_path[tables->palace_index[king]][from];
        struct bits90 blockers = bits90_and(path, state->occupied.set);
        if (bits90_count(blockers) == (state->piece[from] == piece_of(by, CANNON))) {
            answers.enter = bits90_or(bits90_minus(path, blockers), tables->place[from].set);
            answers.leave = blockers;
        }
    }
    return answers;
}

/* The legal moves in check of all pieces but the king: those that may help are made and tested. */
static uint64_t count_answers(struct bitboard_state *state, enum side side, struct bits90 all_own)
{
    struct answer_squares answers = find_answers(state, side);
    struct targets targets = {
        bits90_minus(answers.enter, state->occupied.set),
        bits90_minus(bits90_and(answers.enter, state->occupied.set), all_own)};
    native_move moves[2 * MAX_MOVES], *end = moves; /* all of a screen's moves are listed first */
    end = list_kind(state, side, ROOK, targets, end);
    end = list_kind(state, side, CANNON, targets, end);
    end = list_kind(state, side, HORSE, targets, end);
    end = list_kind(state, side, ELEPHANT, targets, end);
    end = list_kind(state, side, ADVISOR, targets, end);
    end = list_pawns(state->set[piece_of(side, PAWN)], side, targets, end);
    BITS90_FOR_EACH (from, bits90_and(answers.leave, all_own)) {
        native_move *kept = end;
        const native_move *last = bitboard_generate_from(state, from, end);
        for (const native_move *move = end; move < last; move++) {
            *kept = *move;
            kept += !bits90_has(answers.enter, native_to(*move)); /* those are listed already */
        }
        end = kept;
    }
    return bitboard_count_tested(state, moves, end);
}

/* --- near the king --------------------------------------------------------------------------- */

/* The legal moves of pieces that may be pinned, the king's left out. A legal one does not leave the
 * line of its pin, which is the king's rank or file, or captures the horse whose leg it stands on:
 * only these are made and tested. */
static uint64_t count_pinned(struct bitboard_state *state, enum side side,
                             const struct bitboard_danger *danger)
{
    int king = bitboard_king_square(state, side);
    const struct bits90 *enemy = &state->set[piece_of(side_other(side), KING)];
    struct bits90 enter = bits90_or(tables->king_lines[tables->palace_index[king]],
                                    bits90_and(tables->horse_near[king], enemy[HORSE]));
    struct targets targets = {bits90_minus(enter, state->occupied.set),
                              bits90_and(enter, side_set(state, side_other(side)))};
    native_move moves[MAX_MOVES], *end = moves;
    for (unsigned i = 1; i < danger->tested_count; i++) {
        int from = danger->tested[i];
        enum kind kind = piece_kind(state->piece[from]);
        if (kind == PAWN)
            end = list_pawns(tables->place[from].set, side, targets, end);
        else
            end = list_moves(from, piece_targets(state, side, kind, from, targets), end);
    }
    return bitboard_count_tested(state, moves, end);
}

/* With checks, pins, bare cannons, and horses or pawns near the king. */
static __attribute__((noinline)) uint64_t count_careful(struct bitboard_state *state,
                                                        const struct lines *lines, enum side side)
{
    struct bitboard_danger danger;
    danger_to(state, side, &danger);
    int king = bitboard_king_square(state, side);
    line_register occupied = lines_occupied(lines);
    struct bits90 all_own = side_set(state, side);
    uint64_t steps = tables->king_to[king] & ~all_own.half[side] &
                     ~leapers_attack(leapers_near(state, side, king), side,
                                     bits90_minus(state->occupied.set, tables->place[king].set));
    uint64_t count = king_moves(lines, occupied, side, steps);
    if (danger.check)
        return count + count_answers(state, side, all_own);
    if (danger.tested_count > 1)
        count += count_pinned(state, side, &danger);
    struct bits90 open = bits90_minus(bits90_minus(ALL_SQUARES, all_own), danger.forbidden);
    struct targets targets = {bits90_minus(open, state->occupied.set),
                              bits90_and(open, state->occupied.set)};
    line_register pinned = lines_of_set(danger.pinned);
    line_register barred =
        line_or(line_or(lines->replier, line_edges()), lines_of_set(danger.forbidden));
    return count + stepping_moves(state, side, targets, danger.pinned) +
           line_sum(slider_counts(occupied, barred, line_minus(lines->rooks, pinned),
                                  line_minus(lines->cannons, pinned)));
}

/* --- the count ------------------------------------------------------------------------------- */

/* Does something on the king's lines check, pin or forbid? */
LINE_INLINE bool lines_matter(const struct lines *lines, line_register occupied)
{
    struct king_view view;
    look_from_king(&view, lines, occupied);
    return line_any(line_or(view.danger, line_or(view.by_straight, view.by_jumping)));
}

LINE_INLINE uint64_t count_with(struct bitboard_state *state, const struct lines *lines,
                                enum side side)
{
    int king = bitboard_king_square(state, side);
    line_register occupied = lines_occupied(lines);
    if (leapers_any(leapers_near(state, side, king)) || lines_matter(lines, occupied))
        return count_careful(state, lines, side);
    struct bits90 all_own = side_set(state, side);
    struct targets targets = {bits90_minus(ALL_SQUARES, state->occupied.set),
                              bits90_minus(state->occupied.set, all_own)};
    uint64_t squares = tables->king_to[king] & ~all_own.half[side];
    line_register barred = line_or(lines->replier, line_edges());
    return stepping_moves(state, side, targets, (struct bits90){{0, 0}}) +
           king_moves(lines, occupied, side, squares) +
           line_sum(slider_counts(occupied, barred, lines->rooks, lines->cannons));
}

LINE_INLINE uint64_t count_of_side(struct bitboard_state *state, enum side side)
{
    struct lines lines;
    lines_load(&lines, state, side);
    return count_with(state, &lines, side);
}

/* The number of legal moves. */
static uint64_t bitboard_count_legal(struct bitboard_state *state)
{
    return count_of_side(state, (enum side)state->side);
}
