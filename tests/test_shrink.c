/* Shrinking, with properties whose smallest positions are plain to see. */
#include <criterion/criterion.h>
#include <string.h>

#include "fen.h"
#include "shrink.h"

struct property {
    const char *pieces; /* FEN letters: at least so many of each must be there */
    size_t asked, give_up_after;
};

static size_t times_in(const char *text, char letter)
{
    size_t times = 0;
    for (; *text; text++)
        times += *text == letter;
    return times;
}

static bool has(const struct position *position, const char *pieces)
{
    char letters[SQUARE_COUNT + 1];
    for (int square = 0; square < SQUARE_COUNT; square++)
        letters[square] = fen_letter(position->piece[square]);
    letters[SQUARE_COUNT] = '\0';
    for (const char *piece = pieces; *piece; piece++)
        if (times_in(letters, *piece) < times_in(pieces, *piece))
            return false;
    return true;
}

static enum shrink_answer test(void *context, const struct position *position)
{
    struct property *property = context;
    struct position_fault fault;
    cr_assert(position_validate(position, &fault), "asked for no position: %s", fault.reason);
    if (++property->asked == property->give_up_after)
        return SHRINK_GAVE_UP;
    return has(position, property->pieces) ? SHRINK_YES : SHRINK_NO;
}

static size_t count_pieces(const struct position *position)
{
    size_t count = 0;
    for (int square = 0; square < SQUARE_COUNT; square++)
        count += position->piece[square] != NO_PIECE;
    return count;
}

/* On the starting position: the kings would face each other with nothing on file e, so that one
 * piece more may have to stay. */
Test(shrink, down_to_what_is_needed)
{
    static const struct {
        const char *pieces;
        size_t left; /* with the kings, and a pawn of file e when nothing else parts them */
    } rows[] = {
        {"P", 3}, {"p", 3}, {"R", 4}, {"rN", 5}, {"PPPPP", 7}, {"NNBBAACC", 11}, {"", 3},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct property property = {.pieces = rows[i].pieces};
        struct position position;
        position_start(&position);
        cr_assert(shrink_position(&position, SIZE_MAX, test, &property), "%s", rows[i].pieces);
        cr_assert(has(&position, rows[i].pieces), "%s is lost", rows[i].pieces);
        cr_assert_eq(count_pieces(&position), rows[i].left, "%s: %zu pieces", rows[i].pieces,
                     count_pieces(&position));
    }
}

Test(shrink, giving_up_keeps_the_property)
{
    for (size_t after = 1; after < 20; after++) {
        struct property property = {.pieces = "RRNNcc", .give_up_after = after};
        struct position position;
        position_start(&position);
        cr_assert_not(shrink_position(&position, SIZE_MAX, test, &property), "after %zu", after);
        cr_assert_eq(property.asked, after, "asked %zu times after giving up", property.asked);
        cr_assert(has(&position, "RRNNcc"), "after %zu", after);
        cr_assert(position_validate(&position, NULL), "after %zu", after);
    }
}

Test(shrink, asks_no_more_often_than_it_may)
{
    for (size_t limit = 0; limit < 20; limit++) {
        struct property property = {.pieces = "RRNNcc"};
        struct position position;
        position_start(&position);
        cr_assert(shrink_position(&position, limit, test, &property), "limit %zu", limit);
        cr_assert_leq(property.asked, limit, "asked %zu times of %zu", property.asked, limit);
        cr_assert(has(&position, "RRNNcc"), "limit %zu", limit);
    }
}

Test(shrink, kings_alone_stay)
{
    struct property property = {.pieces = ""};
    struct position position, before;
    struct fen_error error;
    static const char fen[] = "3k5/9/9/9/9/9/9/9/9/4K4 w";
    cr_assert(fen_read(fen, strlen(fen), &position, &error), "%s", error.reason);
    before = position;
    cr_assert(shrink_position(&position, SIZE_MAX, test, &property));
    cr_assert(position_equal(&position, &before));
    cr_assert_eq(property.asked, 0, "there was nothing to ask");
}
